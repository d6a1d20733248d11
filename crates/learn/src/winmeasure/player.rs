//! How `winmeasure` plays: by rote, by heuristics, and in the end exactly.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::endgame::Solver;
use outflank_engine::{Chance, Choice, Forfeit, Limits, Player, Stopped, TableSize};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Game, Margin, Moves, Placement, Position, Squares, with_kernel};

use super::heuristic::Heuristic;
use super::model::{FrontEnd, Model};
use super::phases::{Middle, opening_moves};
use super::ratings::{Before, Feature, Prospect};

/// A player by a table of win measures.
pub struct WinMeasure {
    model: Arc<Model>,
    mind: Mind,
}

impl WinMeasure {
    /// A player that plays exactly from so many empty squares on.
    pub fn new(model: Arc<Model>, lookahead: u32) -> Self {
        Self { model, mind: Mind::new(lookahead) }
    }
}

impl Player for WinMeasure {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        Ok(self.mind.choose(&self.model, game.board().position, moves, chance).placement.into())
    }
}

/// A move that was chosen, and the heuristic by which, if it was one.
pub(super) struct Chosen {
    pub placement: Placement,
    pub heuristic: Option<Heuristic>,
}

/// What is needed to think with any table: the solver of the last phase, and room for notes.
pub(super) struct Mind {
    lookahead: u32,
    solver: Solver,
    kernel: Available,
    prospects: Vec<(Heuristic, Prospect)>,
    at_hand: Vec<usize>,
}

impl Mind {
    pub fn new(lookahead: u32) -> Self {
        // Small searches want a table that stays in the processor's cache.
        let size = match lookahead {
            0..=9 => TableSize::bytes(1 << 16),
            10..=14 => TableSize::mebibytes(1),
            _ => TableSize::mebibytes(64),
        };
        Self {
            lookahead,
            solver: Solver::new(size),
            kernel: Available::best(),
            prospects: Vec::with_capacity(32),
            at_hand: Vec::with_capacity(32),
        }
    }

    /// One of the moves.
    pub fn choose(&mut self, model: &Model, position: Position, moves: Moves, chance: &mut Chance) -> Chosen {
        let never = AtomicBool::new(false);
        self.choose_unless(&never, model, position, moves, chance).expect("nothing stops it")
    }

    /// The same unless the flag is set before the end is solved.
    pub fn choose_unless(
        &mut self,
        stop: &AtomicBool,
        model: &Model,
        position: Position,
        moves: Moves,
        chance: &mut Chance,
    ) -> Result<Chosen, Stopped> {
        let empties = position.empties().count();
        let drawn_from = |moves: Moves, chance: &mut Chance| {
            let placement = with_kernel!(self.kernel, |kernel| chance.draw(kernel, position, moves));
            Chosen { placement, heuristic: None }
        };
        if empties <= self.lookahead {
            // A single move needs no search.
            let best = match moves.count() {
                1 => moves,
                _ => {
                    let guess = Margin::new(0).expect("a draw is a margin");
                    let limits = Limits { stop: Some(stop), ..Limits::default() };
                    self.solver.optimal_moves_within(position, moves, guess, &limits)?.moves
                }
            };
            return Ok(drawn_from(best, chance));
        }
        Ok(match model.phases.middle(position) {
            None if empties > 48 => drawn_from(opening_moves(moves), chance),
            // A look-ahead that is shorter than the one of the phases leaves some turns to the last of them.
            phase => {
                let phase = phase.unwrap_or(Middle::Four);
                with_kernel!(self.kernel, |kernel| self
                    .by_heuristics(kernel, model, phase, position, moves, chance))
            }
        })
    }

    /// Draws one of the heuristics at hand, and takes the best of its moves.
    #[inline(always)]
    fn by_heuristics<K: Kernel>(
        &mut self,
        kernel: K,
        model: &Model,
        phase: Middle,
        position: Position,
        moves: Moves,
        chance: &mut Chance,
    ) -> Chosen {
        let Self { prospects, at_hand, .. } = self;
        let before = Before::new(kernel, position, &model.corner_weights);
        prospects.clear();
        for placement in kernel.placements(position, moves) {
            let prospect = before.prospect(kernel, placement, &model.corner_weights, model.depth);
            prospects.push((Heuristic::of(phase, &prospect.changes, &model.thresholds), prospect));
        }
        if model.front_end == FrontEnd::Corners {
            keep_corners(prospects);
        }
        at_hand.clear();
        for (heuristic, _) in prospects.iter() {
            if !at_hand.contains(&heuristic.index()) {
                at_hand.push(heuristic.index());
            }
        }
        let drawn = model.goodness.choose(at_hand, model.shift, chance);
        let decides = tie_breaker(phase) as usize;
        let of_drawn = || prospects.iter().filter(|(heuristic, _)| heuristic.index() == drawn);
        let best = of_drawn().map(|(_, prospect)| prospect.changes[decides]).max();
        let mut equals = Squares::NONE;
        for (_, prospect) in of_drawn().filter(|(_, prospect)| Some(prospect.changes[decides]) == best) {
            equals |= prospect.placement.square().set();
        }
        let equals = moves.among(equals).expect("the best is one of the moves");
        let square = if equals.count() == 1 { equals.first() } else { chance.pick(kernel, equals) };
        let placement = kernel.placement(position, square).expect("one of the legal moves");
        Chosen { placement, heuristic: Heuristic::new(drawn) }
    }
}

/// The feature that decides between moves of one heuristic.
pub(super) fn tie_breaker(phase: Middle) -> Feature {
    match phase {
        Middle::Two => Feature::CornerStrength,
        Middle::Three => Feature::EdgeStability,
        Middle::Four => Feature::CornerStability,
    }
}

/// Leaves only corners, or failing that only moves that give none away, or failing that all.
fn keep_corners(prospects: &mut Vec<(Heuristic, Prospect)>) {
    let is_corner = |prospect: &Prospect| Squares::CORNERS.contains(prospect.placement.square());
    if prospects.iter().any(|(_, prospect)| is_corner(prospect)) {
        prospects.retain(|(_, prospect)| is_corner(prospect));
    } else if prospects.iter().any(|(_, prospect)| !prospect.gives_corner) {
        prospects.retain(|(_, prospect)| !prospect.gives_corner);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Recipe;
    use super::*;
    use outflank_rules::{Board, Turn};

    #[test]
    fn among_moves_of_one_heuristic_the_feature_of_the_phase_decides() {
        let model = Recipe { lookahead: 4, ..Recipe::default() }.model();
        let mut mind = Mind::new(4);
        // How often there was something to decide, by phases.
        let mut decided = [0; 3];
        for number in 0..400 {
            let mut chance = Chance::stream(number, "tie breakers", 0);
            let mut board = Board::START;
            loop {
                let moves = match board.turn() {
                    Turn::Over(_) => break,
                    Turn::Pass => {
                        board = board.passed();
                        continue;
                    }
                    Turn::Play(moves) => moves,
                };
                let chosen = mind.choose(&model, board.position, moves, &mut chance);
                if let (Some(heuristic), Some(phase)) =
                    (chosen.heuristic, model.phases.middle(board.position))
                {
                    // As the document has them: corner strength, edge stability, corner stability.
                    let feature = ["corner strength and potential", "edge stability", "corner stability"]
                        [phase as usize];
                    let place = Feature::ALL.iter().position(|known| known.name() == feature);
                    let place = place.unwrap_or_else(|| panic!("{feature} is a feature"));
                    let alike = model.prospects(board.position, moves).into_iter();
                    let alike: Vec<_> = alike.filter(|(other, _)| *other == heuristic).collect();
                    let highest = alike.iter().map(|(_, prospect)| prospect.changes[place]).max();
                    let own = alike.iter().find(|(_, prospect)| prospect.placement == chosen.placement);
                    let own = own.expect("the move is one of them").1.changes[place];
                    assert_eq!(Some(own), highest, "{feature} on {board}");
                    decided[phase as usize] +=
                        u32::from(alike.iter().any(|(_, prospect)| prospect.changes[place] != own));
                }
                board = board.after(chosen.placement);
            }
        }
        assert!(decided.iter().all(|&decided| decided > 20), "{decided:?}");
    }
}
