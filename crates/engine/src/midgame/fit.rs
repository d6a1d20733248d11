//! Measuring how the values of deeper searches deviate from those of shallower ones: what ProbCut has to know about
//! an evaluator. Positions come from the evaluator's own games.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Turn, with_kernel};
use outflank_value::Evaluator;

use super::errors::Row;
use super::probcut::{LEAST_DEPTH, STAGE, shallow};
use super::{Deviation, Engine, Errors, ProbCut};
use crate::Chance;
use crate::plain::Minimax;

/// Of the boards with so many empty squares the ends are solved.
const SOLVED: std::ops::RangeInclusive<u32> = 12..=16;
/// The shallower searches that the ends are compared with go so deep.
const BEFORE_END: u32 = 8;
/// Stages with fewer boards than this take what the next one has.
const LEAST_BOARDS: usize = 30;
/// Boards whose errors are taken together have so many numbers of empty squares.
const BAND: u32 = 4;
/// Plies between two boards of one game.
const APART: u32 = 7;

/// Boards from games of an evaluator with itself, one ply ahead, after 4 to 12 random plies and with a tenth of random
/// moves: a few of each game, at different plies from game to game.
pub fn self_play_boards<E: Evaluator>(evaluator: &E, games: u64, seed: u64) -> Vec<Board> {
    let mut boards = Vec::new();
    for game in 0..games {
        let mut chance = Chance::stream(seed, "boards of self-play", game);
        let random = 4 + chance.below(9);
        let mut board = Board::START;
        for ply in 0.. {
            match board.turn() {
                Turn::Over(_) => break,
                Turn::Pass => board = board.passed(),
                Turn::Play(moves) => {
                    if ply >= random && ply % APART == game as u32 % APART {
                        boards.push(board);
                    }
                    let explores = ply < random || chance.happens(0.1);
                    board = with_kernel!(|kernel| {
                        let moves = match explores {
                            true => moves,
                            false => Minimax::new(kernel, evaluator).best_moves(board, moves, 1).moves,
                        };
                        let square = chance.pick(kernel, moves);
                        board.after(kernel.placement(board.position, square).expect("a legal move"))
                    });
                }
            }
        }
    }
    boards
}

impl ProbCut {
    /// Measures the evaluator of an engine on some boards, up to this depth. Deeper searches are taken to deviate as
    /// the deepest that were measured.
    pub fn fit<E: Evaluator>(engine: &mut Engine<E>, boards: &[Board], deepest: u32) -> Self {
        let empties = |board: &Board| board.position.empties().count();
        let stages = 60 / STAGE;
        let mut midgame = Vec::new();
        for stage in 0..stages {
            let of_stage = |board: &&Board| empties(board) / STAGE == stage && empties(board) > deepest;
            let boards: Vec<Board> = boards.iter().filter(of_stage).copied().collect();
            let values: Vec<_> = (0..=deepest).map(|depth| engine.values(&boards, depth, 0)).collect();
            midgame.push((boards.len() >= LEAST_BOARDS).then(|| {
                let deviation = |depth: u32| match depth {
                    LEAST_DEPTH.. => {
                        deviation(values[depth as usize].iter().zip(&values[shallow(depth) as usize]))
                    }
                    _ => Deviation { bias: 0.0, sigma: f64::INFINITY },
                };
                (0..=deepest).map(deviation).collect::<Vec<_>>()
            }));
        }
        // A stage without boards is like the next one that has some, or the last.
        let known: Vec<_> = midgame.iter().flatten().cloned().collect();
        let midgame = (0..midgame.len())
            .filter_map(|stage| midgame[stage..].iter().flatten().next().or(known.last()).cloned())
            .collect();

        let solved = |board: &&Board| SOLVED.contains(&empties(board));
        let solved: Vec<Board> = boards.iter().filter(solved).copied().collect();
        let exact = engine.values(&solved, 0, *SOLVED.end());
        let endgame = (0..=BEFORE_END)
            .map(|depth| deviation(exact.iter().zip(&engine.values(&solved, depth, 0))))
            .collect();
        Self::new(midgame, endgame)
    }
}

impl Errors {
    /// Measures the errors of an engine's searches up to this depth on those of the boards that can be solved in a
    /// moment, up to this many empty squares; in bands of four. None if there are too few boards.
    pub fn fit<E: Evaluator>(
        engine: &mut Engine<E>,
        boards: &[Board],
        deepest: u32,
        farthest: u32,
    ) -> Option<Self> {
        let empties = |board: &Board| board.position.empties().count();
        let mut rows = Vec::new();
        for least in (deepest + 1..=farthest.saturating_sub(BAND - 1)).step_by(BAND as usize) {
            let band = |board: &&Board| (least..least + BAND).contains(&empties(board));
            let boards: Vec<Board> = boards.iter().filter(band).copied().collect();
            if boards.len() < LEAST_BOARDS {
                continue;
            }
            let exact = engine.values(&boards, 0, farthest);
            let error = |depth: u32| {
                let values = engine.values(&boards, depth, 0);
                let gaps = values.iter().zip(&exact).map(|(value, exact)| value.discs() - exact.discs());
                (gaps.map(|gap| gap * gap).sum::<f64>() / boards.len() as f64).sqrt()
            };
            let errors = (0..=deepest).map(error).collect();
            let mean = boards.iter().map(empties).sum::<u32>() as f64 / boards.len() as f64;
            rows.push(Row { empties: mean, boards: boards.len(), errors });
        }
        Self::new(rows)
    }
}

/// How the first of each pair deviates from the second.
fn deviation<'a>(pairs: impl Iterator<Item = (&'a crate::Value, &'a crate::Value)>) -> Deviation {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (deep, shallow) in pairs {
        let gap = deep.discs() - shallow.discs();
        (count, sum, squares) = (count + 1.0, sum + gap, squares + gap * gap);
    }
    if count < 2.0 {
        return Deviation { bias: 0.0, sigma: f64::INFINITY };
    }
    let bias = sum / count;
    Deviation { bias, sigma: ((squares / count - bias * bias).max(0.0) * count / (count - 1.0)).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn deviations_are_those_of_the_pairs() {
        let pairs = [(3.0, 1.0), (5.0, 1.0), (-1.0, -5.0), (0.0, 2.0)];
        let pairs = pairs.map(|(deep, shallow)| (Value::of_discs(deep), Value::of_discs(shallow)));
        let Deviation { bias, sigma } = deviation(pairs.iter().map(|(deep, shallow)| (deep, shallow)));
        // The gaps are 2, 4, 4, −2.
        assert!((bias - 2.0).abs() < 1e-12 && (sigma * sigma - 8.0).abs() < 1e-12, "{bias} {sigma}");
    }
}
