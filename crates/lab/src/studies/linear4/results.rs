//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, Interval, MeanEstimate, ScoreSheet, Trinomial, mean_interval};
use outflank_learn::linear4::study::{Contender, Group, Meeting, Plan};

use super::{LENGTH, Length, Tally, Trained, meeting_key, training_key};
use crate::Store;
use crate::study::{Study, StudyError};

/// Everything that is there so far.
pub(super) struct Results {
    /// What was learned, in the order of the replicas.
    pub trained: BTreeMap<Group, Vec<Trained>>,
    /// What was played.
    pub meetings: BTreeMap<Meeting, Vec<Tally>>,
    /// How long games are.
    pub length: Option<Length>,
    /// Seconds of processor time for a training of a group, on average.
    pub training_seconds: BTreeMap<Group, f64>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

impl Results {
    /// Reads what is in the store.
    pub fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<Self, StudyError> {
        let done = study.done(store)?;
        let mut results = Self {
            trained: BTreeMap::new(),
            meetings: BTreeMap::new(),
            length: done.find(LENGTH)?,
            training_seconds: BTreeMap::new(),
            cpu_seconds: done.cpu_seconds(),
        };
        for group in plan.groups() {
            let keys = || (0..plan.replicas_of(group)).map(|replica| training_key(group, replica));
            results.training_seconds.extend(done.mean_seconds(keys()).map(|seconds| (group, seconds)));
            results.trained.insert(group, done.each(keys())?);
        }
        for meeting in plan.meetings() {
            if let Some(tallies) = done.find(&meeting_key(meeting))? {
                results.meetings.insert(meeting, tallies);
            }
        }
        Ok(results)
    }

    /// The tallies of a meeting, seen by the first, from whichever side it was played.
    fn tallies(&self, first: Contender, second: Contender) -> Vec<Tally> {
        let as_played = self.meetings.get(&Meeting { first, second });
        let mirrored = self.meetings.get(&Meeting { first: second, second: first });
        let turned = |tally: &Tally| Tally { wins: tally.losses, losses: tally.wins, ..*tally };
        match (as_played, mirrored) {
            (Some(tallies), _) => tallies.clone(),
            (None, Some(tallies)) => tallies.iter().map(turned).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// The scores of the first against the second: wins, and draws for half.
    pub fn scores(&self, first: Contender, second: Contender) -> Scores {
        Scores(self.tallies(first, second))
    }

    /// The share of games that the first wins: a draw is none.
    pub fn wins(&self, first: Contender, second: Contender) -> Scores {
        let without_draws = |tally: Tally| Tally { losses: tally.losses + tally.draws, draws: 0, ..tally };
        Scores(self.tallies(first, second).into_iter().map(without_draws).collect())
    }
}

/// The scores of the replicas of a meeting.
pub(super) struct Scores(Vec<Tally>);

impl Scores {
    /// One for each replica.
    pub fn values(&self) -> Vec<f64> {
        let score = |tally: &Tally| {
            let games = tally.wins + tally.draws + tally.losses;
            (tally.wins as f64 + tally.draws as f64 / 2.0) / games.max(1) as f64
        };
        self.0.iter().map(score).collect()
    }

    /// Their mean, and where it would lie with others. A few replicas may agree by chance: so the interval
    /// is never narrower than the games alone allow.
    pub fn mean(&self) -> Option<MeanEstimate> {
        let MeanEstimate { mean, interval } = mean(&self.values())?;
        let mut games = Trinomial::default();
        for tally in &self.0 {
            games.wins += tally.wins;
            games.draws += tally.draws;
            games.losses += tally.losses;
        }
        let by_games = games.interval(Confidence::USUAL);
        let interval = Interval {
            low: interval.low.min(by_games.low).max(0.0),
            high: interval.high.max(by_games.high).min(1.0),
        };
        Some(MeanEstimate { mean, interval })
    }
}

/// The mean of the replicas, and where it would lie with others.
pub(super) fn mean(sample: &[f64]) -> Option<MeanEstimate> {
    mean_interval(sample, Confidence::USUAL)
}
