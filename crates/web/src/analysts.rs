//! Those who judge moves, by name: any player that scores its moves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_lab::analysis::{Analyst, Deepening, Judge, JudgeError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::player_cache::PlayerCache;
use super::problem::Problem;

/// Who judges, and how deep.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeRequest {
    /// A player that scores its moves, in the grammar of players without a depth.
    #[serde(default = "usual_evaluator")]
    #[schema(example = "outflank")]
    pub evaluator: String,
    /// How many plies it looks ahead, the move itself included: 2 to 8.
    #[serde(default = "usual_plies")]
    #[schema(minimum = 2, maximum = 8)]
    pub plies: u32,
    /// From how many empty squares on the result is exact, if there is time: 20 at most.
    #[serde(default = "usual_exact")]
    #[schema(minimum = 0, maximum = 20)]
    pub exact: u32,
}

/// The evaluator where none is named.
pub(super) const USUAL_EVALUATOR: &str = "outflank";

fn usual_evaluator() -> String {
    USUAL_EVALUATOR.to_owned()
}

fn usual_plies() -> u32 {
    5
}

fn usual_exact() -> u32 {
    16
}

impl Default for JudgeRequest {
    fn default() -> Self {
        Self { evaluator: usual_evaluator(), plies: usual_plies(), exact: usual_exact() }
    }
}

impl JudgeRequest {
    /// Refuses what nobody can judge by, before anything is looked up.
    pub fn check(&self) -> Result<(), Problem> {
        if !(2..=8).contains(&self.plies) || self.exact > 20 {
            return Err(Problem::wrong("plies are 2 to 8, and exact is at most 20"));
        }
        Ok(Judge::check(&self.evaluator)?)
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::wrong(error)
    }
}

/// How long an exact result may take, for one position.
const PATIENCE: Duration = Duration::from_secs(3);

/// Those who judged, by player and depth, for a while: what learns judges otherwise soon.
#[derive(Default)]
pub(super) struct Analysts {
    judges: Mutex<HashMap<(String, u32), (Instant, Judge)>>,
    /// Those who are asked for one depth after the other.
    deepening: Mutex<HashMap<String, (Instant, Deepening)>>,
}

const FRESH: Duration = Duration::from_secs(60);
const CAPACITY: usize = 64;

impl Analysts {
    /// Somebody who judges. The first time this takes a moment: not for the threads that answer.
    pub fn find(&self, player_cache: &PlayerCache, request: &JudgeRequest) -> Result<Analyst, Problem> {
        request.check()?;
        let JudgeRequest { evaluator, plies, exact } = request;
        let key = (evaluator.clone(), *plies);
        let known = self.judges().get(&key).cloned();
        let judge = match known {
            Some((made, judge)) if made.elapsed() < FRESH => judge,
            _ => {
                let find = |name: &str| player_cache.find(name).map_err(Problem::from);
                // Not under the lock: others are judged meanwhile.
                let judge = Judge::found_by(find, evaluator, *plies, *exact, PATIENCE)?;
                let mut judges = self.judges();
                if judges.len() >= CAPACITY {
                    judges.clear();
                }
                judges.insert(key, (Instant::now(), judge.clone()));
                judge
            }
        };
        Ok(judge.exact(*exact, PATIENCE).analyst())
    }

    /// Somebody who judges one depth after the other.
    pub fn deepening(&self, player_cache: &PlayerCache, evaluator: &str) -> Result<Deepening, Problem> {
        let mut known = self.deepening.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (made, _)| made.elapsed() < FRESH);
        if let Some((_, judge)) = known.get(evaluator) {
            return Ok(judge.clone());
        }
        let find = |name: &str| player_cache.find(name).map_err(Problem::from);
        let judge = Deepening::found_by(find, evaluator)?;
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(evaluator.to_owned(), (Instant::now(), judge.clone()));
        Ok(judge)
    }

    /// Forgets everybody: one of them is another by now.
    pub fn clear(&self) {
        self.judges().clear();
        self.deepening.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn judges(&self) -> MutexGuard<'_, HashMap<(String, u32), (Instant, Judge)>> {
        self.judges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
