//! How runs are begun and taken up again.

use outflank_learn::{Learner, Model};

use super::{Spent, Spread, Training, TrainingError, checkpoint};
use crate::ladder::Ladder;
use crate::lock::WorkLock;
use crate::{Checkpoint, Fork, LadderPlan, NewRun, Run, RunId, Store, StoreError};

impl<'a> Training<'a> {
    /// Begins a run. Without a name it is given one.
    pub fn start(store: &'a Store, name: Option<RunId>, new: &NewRun) -> Result<Self, TrainingError> {
        Self::begin(store, name, new, None)
    }

    fn begin(
        store: &'a Store,
        name: Option<RunId>,
        new: &NewRun,
        beginning: Option<&Checkpoint>,
    ) -> Result<Self, TrainingError> {
        for attempt in 0.. {
            let id = name.clone().unwrap_or_else(|| RunId::drawn(new.recipe.system(), attempt));
            // Before it is known to others, so that nobody else takes it up.
            let lock = store.folder().lock(&id).map_err(TrainingError::Lock)?;
            match lock {
                Some(lock) if store.add_run(&id, new, beginning)? => {
                    return Self::take_up(store, id.as_str(), lock);
                }
                _ if name.is_some() => return Err(TrainingError::Taken { id }),
                _ => {}
            }
        }
        unreachable!("names do not run out")
    }

    /// Begins a run with what was learned before.
    pub fn start_from(
        store: &'a Store,
        name: Option<RunId>,
        new: &NewRun,
        model: Model,
    ) -> Result<Self, TrainingError> {
        let mut learner = new.recipe.learner(new.seed);
        learner.begin_from(model)?;
        Self::start_prepared(store, name, new, learner.as_ref())
    }

    /// Begins a run with a learner of its recipe and seed that has learned something before its first lesson. That
    /// becomes the first checkpoint, so that the run needs nothing else from then on.
    pub fn start_prepared(
        store: &'a Store,
        name: Option<RunId>,
        new: &NewRun,
        learner: &dyn Learner,
    ) -> Result<Self, TrainingError> {
        Self::begin(store, name, new, Some(&checkpoint(learner, 0.0)))
    }

    /// Begins a run with everything that another had learned and noted up to a checkpoint: with the same recipe and seed
    /// it goes on to the same bits, with others it goes another way from there. What cannot be taken over because the recipe
    /// is for something of another size is refused.
    pub fn fork(
        store: &'a Store,
        name: Option<RunId>,
        new: &NewRun,
        parent: &Run,
        checkpoint: &Checkpoint,
    ) -> Result<Self, TrainingError> {
        // Tried before anything is written.
        new.recipe.learner(new.seed).restore(&checkpoint.state)?;
        let training = Self::begin(store, name, new, Some(checkpoint))?;
        store.add_fork(&training.run.id, &Fork { parent: parent.id.to_string(), games: checkpoint.games })?;
        Ok(training)
    }

    /// The same training, whose place on the ladder is measured on the way. To be called before the first lesson here.
    pub fn on_the_ladder(mut self, plan: LadderPlan) -> Result<Self, TrainingError> {
        self.store.add_ladder_plan(&self.run.id, &plan)?;
        self.ladder = Some((plan, Ladder::standard().players()?));
        let fresh = self.run.recipe()?.learner(self.run.seed);
        self.spread = Spread::new(plan.every, fresh.as_ref());
        Ok(self)
    }

    /// Goes on with the run of this name, or begins it with what was learned before.
    pub fn start_from_or_resume(
        store: &'a Store,
        name: RunId,
        new: &NewRun,
        model: Model,
    ) -> Result<Self, TrainingError> {
        match store.run(name.as_str())? {
            Some(_) => Self::start_or_resume(store, name, new),
            None => Self::start_from(store, Some(name), new, model),
        }
    }

    /// Goes on with a run from its last checkpoint.
    pub fn resume(store: &'a Store, name: &str) -> Result<Self, TrainingError> {
        let run = store.run(name)?.ok_or_else(|| StoreError::NoRun { id: name.to_owned() })?;
        match store.folder().lock(&run.id).map_err(TrainingError::Lock)? {
            Some(lock) => Self::take_up(store, name, lock),
            None => Err(TrainingError::Busy { id: run.id }),
        }
    }

    /// Goes on with the run of this name, or begins it.
    pub fn start_or_resume(store: &'a Store, name: RunId, new: &NewRun) -> Result<Self, TrainingError> {
        let Some(run) = store.run(name.as_str())? else {
            return Self::start(store, Some(name), new);
        };
        if run.seed != new.seed || run.recipe()? != new.recipe {
            return Err(TrainingError::Taken { id: name });
        }
        Self::resume(store, name.as_str())
    }

    fn take_up(store: &'a Store, name: &str, lock: WorkLock) -> Result<Self, TrainingError> {
        // Read again now that nobody else can change it.
        let run = store.run(name)?.ok_or_else(|| StoreError::NoRun { id: name.to_owned() })?;
        let mut learner = run.recipe()?.learner(run.seed);
        let ladder = match store.ladder_plan(&run.id)? {
            // An anchor that plays otherwise by now measures nothing.
            Some(plan) => Some((plan, Ladder::standard().players()?)),
            None => None,
        };
        let every = ladder.as_ref().map(|(plan, _)| plan.every).or(run.league.map(|plan| plan.every));
        let spread = every.and_then(|every| Spread::new(every, learner.as_ref()));
        let checkpoint = store.last_checkpoint(&run.id)?;
        if let Some(checkpoint) = &checkpoint {
            learner.restore(&checkpoint.state)?;
        }
        Ok(Self {
            cpu_seconds: checkpoint.as_ref().map_or(0.0, |checkpoint| checkpoint.cpu_seconds),
            checkpoint_games: checkpoint.map(|checkpoint| checkpoint.games),
            measured: store.curves(&run.id)?,
            noted: Vec::new(),
            ladder,
            spread,
            spent: Spent::default(),
            store,
            run,
            learner,
            lock,
        })
    }
}
