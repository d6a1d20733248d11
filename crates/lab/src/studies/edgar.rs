//! The study of `edgar`: trainings with one part left out at a time, games on the way, and the report.

mod claims;
mod measure;
mod plan;
mod report;
mod results;

use outflank_learn::edgar::{Learner, Model};
use outflank_learn::{Learner as _, Scale};
use serde::{Deserialize, Serialize};

use crate::Store;
use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Desk, Study, TaskError};
use measure::{Measured, Occasion};
use plan::{Plan, Training};
use results::Results;

/// The experiments at some scale.
pub struct Edgar {
    plan: Plan,
}

impl Edgar {
    /// The experiments at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self { plan: Plan::new(scale, seed) }
    }
}

impl Replication for Edgar {
    fn study(&self, name: &str, program: &str) -> Study<'static> {
        let mut study = Study::new(name, program);
        for training in self.plan.trainings() {
            let plan = self.plan.clone();
            study.task(training.key(), &[], move |desk| train(desk, &plan, training));
        }
        study
    }

    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        report::report(&self.plan, &Results::read(&self.plan, study, store)?, provenance)
    }
}

/// What is kept of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Trained {
    /// What was measured after so many games of learning; the last is the end.
    curve: Vec<(u64, Measured)>,
    /// G at the end.
    corner: f64,
    /// T by time and square at the end, where it is to be seen.
    worth: Vec<Vec<f64>>,
    /// F by time and square at the end, where it is to be seen.
    flips: Vec<Vec<f64>>,
}

/// Teaches one Edgar, and has it play on the way. Seconds, so that nothing needs to be kept in between.
fn train(desk: &Desk<'_>, plan: &Plan, training: Training) -> Result<Trained, TaskError> {
    let recipe = plan.recipe(training.variant);
    let mut learner = Learner::new(recipe.clone(), plan.seed_of(training));
    let mut curve = Vec::new();
    for lessons in plan.points() {
        while learner.schedule().done < lessons {
            learner.learn(1);
            if desk.stop().load(std::sync::atomic::Ordering::Relaxed) {
                return Err(TaskError::Stopped);
            }
        }
        let is_last = learner.schedule().is_finished();
        let occasion = if is_last { Occasion::End } else { Occasion::OnTheWay };
        let model = Model::try_from(learner.model()).map_err(TaskError::failed)?;
        let measured = measure::measure(desk, plan, training, &model, recipe.noise, lessons, occasion)?;
        curve.push((lessons, measured));
        desk.tell(lessons as f64 / plan.games as f64);
    }
    let model = Model::try_from(learner.model()).map_err(TaskError::failed)?;
    let times = |squares: &dyn Fn(usize) -> [f64; 64]| match training.variant.is_seen() {
        true => (0..outflank_learn::edgar::TIMES).map(|time| squares(time).to_vec()).collect(),
        false => Vec::new(),
    };
    Ok(Trained {
        curve,
        corner: model.corner(),
        worth: times(&|time| *model.worth(time)),
        flips: times(&|time| *model.flips(time)),
    })
}
