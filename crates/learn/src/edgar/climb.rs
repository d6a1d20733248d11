//! Hill climbing over the factors F: a change is tried in games against the teachers and kept if it wins more.
//!
//! The games with the change and those without it share openings, opponents and everything random, so that
//! nothing but the change can tell them apart.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::{Chance, Stopped};
use outflank_rules::{Square, Squares, Symmetry};

use super::{Model, Recipe, TIMES, Teacher};
use crate::stop::look_at;

/// The plies that change together.
const STRETCH: usize = 12;

/// A change of F: the same on a stretch of times, and on squares that are images of each other or on all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    times: Range<usize>,
    squares: Squares,
    by: f64,
}

impl Change {
    /// Draws a change.
    pub fn drawn(recipe: &Recipe, chance: &mut Chance) -> Self {
        let start = chance.below((TIMES - STRETCH + 1) as u32) as usize;
        // Half of the changes are for all squares, the others for one square and its images.
        let square = Square::new(chance.below(128) as usize);
        let squares = square.map_or(Squares::ALL, |square| {
            Symmetry::ALL.into_iter().map(|symmetry| symmetry.square(square)).collect()
        });
        let by = recipe.climb_step * (2.0 * chance.unit() - 1.0);
        Self { times: start..start + STRETCH, squares, by }
    }

    /// A model with the change.
    pub fn applied(&self, model: &Model) -> Model {
        let mut changed = model.clone();
        changed.change_flips(self.times.clone(), self.squares, self.by);
        changed
    }
}

/// Whether a changed model does better than the one it comes from, beyond what chance would explain.
pub(super) fn is_better(
    changed: &Model,
    model: &Model,
    recipe: &Recipe,
    chance: &mut Chance,
    stop: &AtomicBool,
    threads: usize,
) -> Result<bool, Stopped> {
    let known = Arc::new(model.clone());
    let entrant = |model: &Model| model.entrant("edgar", &Style::default()).expect("it asks for no search");
    let contenders = [changed, model].map(entrant);
    let total: f64 = recipe.shares().iter().sum();
    let (mut gain, mut variance) = (0.0, 0.0);
    for (teacher, share) in Teacher::ALL.into_iter().zip(recipe.shares()) {
        if share == 0.0 {
            continue;
        }
        let seed = chance.seed();
        let opponent = teacher.entrant(&known, recipe.noise);
        let points = |first: &Entrant| {
            let pairs = recipe.climb_pairs;
            let contest = Contest { first, second: &opponent, openings: &[], pairs, seed, threads };
            let mut points = Vec::new();
            contest.run(stop, |pair| {
                points.push(pair.points_of_first());
                ControlFlow::Continue(())
            });
            points
        };
        let [with, without] = contenders.each_ref().map(points);
        look_at(stop)?;
        let gains: Vec<f64> = with.into_iter().zip(without).map(|(with, without)| with - without).collect();
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let spread = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
        gain += share / total * mean;
        variance += (share / total).powi(2) * spread / count;
    }
    Ok(gain > recipe.climb_surety * variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::Gift;
    use super::*;

    #[test]
    fn changes_stay_in_their_times_and_are_symmetric() {
        let recipe = Recipe { climb_step: 0.5, ..Recipe::default() };
        let model = Model::new(TIMES, 0.0, Gift::LeftOpen);
        let mut everywhere = 0;
        for index in 0..500 {
            let change = Change::drawn(&recipe, &mut Chance::stream(1, "changes", index));
            let changed = change.applied(&model);
            assert!(change.by.abs() <= 0.5 && change.times.end <= TIMES);
            everywhere += usize::from(change.squares == Squares::ALL);
            for time in 0..TIMES {
                for square in Square::all() {
                    let is_meant = change.times.contains(&time) && change.squares.contains(square);
                    let factor = changed.flips(time)[square.index()];
                    assert_eq!(factor, if is_meant { change.by } else { 0.0 });
                }
            }
            assert!(Symmetry::ALL.iter().all(|symmetry| symmetry.squares(change.squares) == change.squares));
        }
        assert!((200..300).contains(&everywhere), "{everywhere}");
    }

    #[test]
    fn a_good_change_is_kept_and_a_bad_one_is_not() {
        let recipe = Recipe { climb_pairs: 100, climb_surety: 2.0, ..Recipe::default() };
        let plain = &Model::new(TIMES, 0.0, Gift::LeftOpen);
        // At the end of a game discs count; turning as few as possible over then is folly.
        let last = |by| Change { times: 48..60, squares: Squares::ALL, by }.applied(plain);
        let asked = |changed: &Model, stop: bool, threads| {
            let chance = &mut Chance::stream(3, "better", 0);
            is_better(changed, plain, &recipe, chance, &AtomicBool::new(stop), threads)
        };
        assert_eq!(asked(&last(1.0), false, 1), Ok(true));
        assert_eq!(asked(&last(1.0), false, 2), Ok(true), "threads change nothing");
        assert_eq!(asked(&last(-1.0), false, 1), Ok(false));
        assert_eq!(asked(plain, false, 1), Ok(false), "the same is not better");
        assert_eq!(asked(&last(1.0), true, 1), Err(Stopped));
    }
}
