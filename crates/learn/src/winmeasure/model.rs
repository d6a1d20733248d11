//! What `winmeasure` learns: a measure for each heuristic, with all that decides which heuristic a move is.

use std::sync::Arc;

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Color, Game, Moves, Ply, Position, with_kernel};
use serde::{Deserialize, Serialize};

use super::corners::CornerWeights;
use super::heuristic::{HEURISTICS, Heuristic};
use super::levels::Thresholds;
use super::phases::Phases;
use super::player::WinMeasure;
use super::ratings::{Before, Depth, Prospect};
use crate::goodness::{Credit, Goodness, Shift};
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError};

/// A table of win measures, and how it is played by.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) goodness: Goodness,
    /// Where the levels of each feature end.
    pub thresholds: Thresholds,
    /// What the corner regions are rated by.
    pub corner_weights: CornerWeights,
    /// When the phases begin.
    pub phases: Phases,
    /// How far a move is looked at.
    pub depth: Depth,
    /// What is asked before heuristics are.
    pub front_end: FrontEnd,
    /// How measures become likelihoods.
    pub shift: Shift,
    /// What the measures were before anything was learned.
    pub start: Start,
}

/// What is asked before heuristics are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrontEnd {
    /// Nothing.
    None,
    /// A corner is taken where it can be. Failing that, moves after which the opponent could take one are put aside,
    /// unless there are no others.
    Corners,
}

/// What measures are before anything is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// All 0.
    Zero,
    /// −500, −100, 0, 100 or 500 for each level, added up.
    PreWeighted,
}

impl Start {
    /// The measure of a heuristic.
    pub fn measure(self, heuristic: Heuristic) -> i64 {
        match self {
            Self::Zero => 0,
            Self::PreWeighted => heuristic.pre_weight(),
        }
    }
}

impl Model {
    /// A table in which nothing was learned yet.
    pub fn new(start: Start, thresholds: Thresholds, corner_weights: CornerWeights) -> Self {
        let mut goodness = Goodness::new(HEURISTICS);
        for index in 0..HEURISTICS {
            let heuristic = Heuristic::new(index).expect("there are so many");
            goodness.set(index, start.measure(heuristic), 0);
        }
        Self {
            goodness,
            thresholds,
            corner_weights,
            phases: Phases::default(),
            depth: Depth::Move,
            front_end: FrontEnd::None,
            shift: Shift::IfNeeded,
            start,
        }
    }

    /// The measure of a heuristic.
    pub fn measure(&self, heuristic: Heuristic) -> i64 {
        self.goodness.measure(heuristic.index())
    }

    /// How many moves were made by a heuristic.
    pub fn uses(&self, heuristic: Heuristic) -> u64 {
        self.goodness.uses(heuristic.index())
    }

    /// The same player with other measures in place of these.
    #[must_use]
    pub fn with_measures(mut self, measure: impl Fn(Heuristic, i64) -> i64) -> Self {
        for index in 0..HEURISTICS {
            let heuristic = Heuristic::new(index).expect("there are so many");
            let changed = measure(heuristic, self.measure(heuristic));
            self.goodness.set(index, changed, self.uses(heuristic));
        }
        self
    }

    /// The heuristics by which one side moved in a game.
    pub fn heuristics_of(&self, game: &Game, side: Color) -> Vec<Heuristic> {
        with_kernel!(|kernel| {
            let mut path = Vec::new();
            for (board, ply) in game.history() {
                let (Ply::Place(placement), true) = (ply, board.mover == side) else { continue };
                let Some(phase) = self.phases.middle(board.position) else { continue };
                let before = Before::new(kernel, board.position, &self.corner_weights);
                let prospect = before.prospect(kernel, placement, &self.corner_weights, self.depth);
                path.push(Heuristic::of(phase, &prospect.changes, &self.thresholds));
            }
            path
        })
    }

    /// What each move of a position would change, with its heuristic. Outside phases 2 to 4 there are none.
    pub fn prospects(&self, position: Position, moves: Moves) -> Vec<(Heuristic, Prospect)> {
        let Some(phase) = self.phases.middle(position) else { return Vec::new() };
        with_kernel!(|kernel| {
            let before = Before::new(kernel, position, &self.corner_weights);
            let prospect = |placement| {
                let prospect = before.prospect(kernel, placement, &self.corner_weights, self.depth);
                (Heuristic::of(phase, &prospect.changes, &self.thresholds), prospect)
            };
            kernel.placements(position, moves).map(prospect).collect()
        })
    }

    /// Learns from a finished game that somebody played: the heuristics by which one side moved get its final disc
    /// difference. A game that is not over teaches nothing; whether it did is returned.
    pub fn teach_game(&mut self, game: &Game, side: Color, credit: Credit) -> bool {
        let Some(tally) = game.tally() else { return false };
        let for_black = game.board().mover.signed(tally);
        let difference = i64::from(side.signed(for_black).raw().discs());
        let path: Vec<usize> = self.heuristics_of(game, side).into_iter().map(Heuristic::index).collect();
        self.goodness.credit(&path, difference, credit);
        true
    }

    /// Whether a heuristic means the same moves in another table.
    pub fn is_comparable(&self, other: &Self) -> bool {
        self.thresholds == other.thresholds
            && self.corner_weights == other.corner_weights
            && self.phases == other.phases
            && self.depth == other.depth
    }

    /// A player that uses the table. Of the style, `exact` is the look-ahead of its last phase, in place of the one
    /// it learned with; a search in between is refused.
    pub fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        let model = Arc::new(self.clone());
        let lookahead = style.exact.unwrap_or(self.phases.lookahead());
        // It plays the end by itself, for it draws among the best moves.
        let style = Style { exact: None, ..style.clone() };
        style.entrant_without_search(name, move |_| Box::new(WinMeasure::new(Arc::clone(&model), lookahead)))
    }

    /// All that decides play beside the measures.
    fn options(&self) -> Tensors {
        let thresholds: Vec<f64> =
            self.thresholds.0.iter().flatten().map(|&number| f64::from(number)).collect();
        let weights = <[i32; 5]>::from(self.corner_weights).map(f64::from);
        let number = |number: u32| Tensor::list([f64::from(number)]);
        Tensors::new()
            .with("thresholds", Tensor::shaped([6, 4], thresholds))
            .with("corner_weights", Tensor::list(weights))
            .with("lookahead", number(self.phases.lookahead()))
            .with("plies", number(self.depth as u32 + 1))
            .with("front_end", number(self.front_end as u32))
            .with("shift", number(self.shift as u32))
            .with("start", number(self.start as u32))
    }

    /// A table in which nothing was learned, with these options.
    fn of_options(tensors: &Tensors) -> Result<Self, TensorsError> {
        let mut thresholds = [[0; 4]; 6];
        let numbers = tensors.values("thresholds", &[6, 4])?;
        for (place, &number) in thresholds.iter_mut().flatten().zip(numbers) {
            *place = whole("thresholds", number)? as i32;
        }
        let mut weights = [0; 5];
        for (place, &number) in weights.iter_mut().zip(tensors.values("corner_weights", &[5])?) {
            *place = whole("corner_weights", number)? as i32;
        }
        let one_of = |name: &str, count: u64| {
            let number = tensors.whole(name)?;
            let error = || TensorsError::NotWhole { name: name.to_owned(), value: number as f64 };
            if number < count { Ok(number) } else { Err(error()) }
        };
        let start = [Start::Zero, Start::PreWeighted][one_of("start", 2)? as usize];
        let shifts = [Shift::IfNeeded, Shift::Always, Shift::Floor];
        Ok(Self {
            phases: Phases::new(one_of("lookahead", 21)? as u32),
            depth: [Depth::Move, Depth::Reply][one_of("plies", 3)?.saturating_sub(1) as usize],
            front_end: [FrontEnd::None, FrontEnd::Corners][one_of("front_end", 2)? as usize],
            shift: shifts[one_of("shift", 3)? as usize],
            ..Self::new(start, Thresholds(thresholds), weights.into())
        })
    }
}

/// A number of a table, which is whole.
fn whole(name: &str, value: f64) -> Result<i64, TensorsError> {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        Ok(value as i64)
    } else {
        Err(TensorsError::NotWhole { name: name.to_owned(), value })
    }
}

impl Learned for Model {
    /// The heuristics that differ from the start, with everything else that decides play: most are never used, so a
    /// table is kept in a tenth of the space.
    fn tensors(&self) -> Tensors {
        let changed: Vec<Heuristic> = (0..HEURISTICS)
            .filter_map(Heuristic::new)
            .filter(|&heuristic| {
                self.uses(heuristic) > 0 || self.measure(heuristic) != self.start.measure(heuristic)
            })
            .collect();
        let list = |number: &dyn Fn(Heuristic) -> f64| {
            Tensor::list(changed.iter().map(|&heuristic| number(heuristic)).collect::<Vec<_>>())
        };
        self.options()
            .with("heuristics", list(&|heuristic| heuristic.index() as f64))
            .with("measures", list(&|heuristic| self.measure(heuristic) as f64))
            .with("uses", list(&|heuristic| self.uses(heuristic) as f64))
    }

    fn from_tensors(snapshot: &Tensors) -> Result<Self, TensorsError> {
        let mut model = Self::of_options(snapshot)?;
        let heuristics = snapshot.list("heuristics")?;
        let shape = [heuristics.len()];
        let (measures, uses) = (snapshot.values("measures", &shape)?, snapshot.values("uses", &shape)?);
        for ((&index, &measure), &uses) in heuristics.iter().zip(measures).zip(uses) {
            let number = || TensorsError::NotWhole { name: "heuristics".to_owned(), value: index };
            let heuristic = usize::try_from(whole("heuristics", index)?).ok().and_then(Heuristic::new);
            let heuristic = heuristic.ok_or_else(number)?;
            let uses = whole("uses", uses)?.max(0) as u64;
            model.goodness.set(heuristic.index(), whole("measures", measure)?, uses);
        }
        Ok(model)
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        self.entrant(name, style)
    }

    fn opposite(&self) -> Self {
        self.clone().with_measures(|_, measure| -measure)
    }

    fn view(&self) -> View {
        super::view::of(self)
    }
}

taken_from_any!(Model, super::SYSTEM);

#[cfg(test)]
mod tests {
    use super::super::Recipe;
    use super::*;

    #[test]
    fn what_was_never_used_takes_no_room() {
        assert_eq!(Recipe::default().model().tensors().shape("heuristics"), Some(&[0][..]));
    }
}
