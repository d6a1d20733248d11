//! Those who judge moves, by name: any player that scores its moves.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use outflank_arena::{PlayerSpec, Style};
use outflank_lab::analysis::{Analyst, NoOpinion, Scale};
use serde::Deserialize;
use utoipa::ToSchema;

use super::player_cache::PlayerCache;
use super::problem::Problem;

/// Who judges, and how deep.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Judge {
    /// A player that scores its moves, in the grammar of players without a depth.
    #[serde(default = "usual_evaluator")]
    #[schema(example = "selection")]
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
pub(super) const USUAL_EVALUATOR: &str = "selection";

fn usual_evaluator() -> String {
    USUAL_EVALUATOR.to_owned()
}

fn usual_plies() -> u32 {
    5
}

fn usual_exact() -> u32 {
    16
}

impl Default for Judge {
    fn default() -> Self {
        Self { evaluator: usual_evaluator(), plies: usual_plies(), exact: usual_exact() }
    }
}

/// How long an exact result may take, for one position.
const PATIENCE: Duration = Duration::from_secs(3);

/// The scales that were measured, by player and depth, for a while: what learns has another one soon.
#[derive(Default)]
pub(super) struct Analysts {
    scales: Mutex<HashMap<(String, u32), (Instant, Scale)>>,
}

const FRESH: Duration = Duration::from_secs(60);
const CAPACITY: usize = 64;

/// Enough games for a slope, and done in a fraction of a second.
const GAMES: u32 = 500;

impl Analysts {
    /// Somebody who judges. The first time this takes a moment: not for the threads that answer.
    pub fn find(&self, player_cache: &PlayerCache, judge: &Judge) -> Result<Analyst, Problem> {
        let Judge { evaluator, plies, exact } = judge;
        if !(2..=8).contains(plies) || *exact > 20 {
            return Err(Problem::wrong("plies are 2 to 8, and exact is at most 20"));
        }
        let spec: PlayerSpec = evaluator.parse().map_err(Problem::wrong)?;
        if *spec.style() != Style::default() {
            return Err(Problem::wrong(format!(
                "judge “{evaluator}”: how deep it looks is said by plies and exact"
            )));
        }
        let depth = plies - 1;
        let between = if evaluator.contains(':') { ',' } else { ':' };
        let looking = |plies: u32| player_cache.find(&format!("{evaluator}{between}depth={plies}"));
        if evaluator.trim() == "random" {
            return Err(Problem::wrong(NoOpinion));
        }
        let (at_sight, searching) = (looking(1)?, looking(depth)?);
        let key = (evaluator.clone(), depth);
        let known = self.scales.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let scale = match known {
            Some((measured, scale)) if measured.elapsed() < FRESH => scale,
            _ => {
                let scale = Scale::measure(&at_sight, &searching, GAMES).map_err(Problem::wrong)?;
                let mut scales = self.scales.lock().unwrap_or_else(PoisonError::into_inner);
                if scales.len() >= CAPACITY {
                    scales.clear();
                }
                scales.insert(key, (Instant::now(), scale.clone()));
                scale
            }
        };
        Ok(Analyst::new(&searching, depth, scale).exact(*exact, PATIENCE))
    }
}
