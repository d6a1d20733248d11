//! Games that a finished network plays against itself, to look at it and to measure it.

use outflank_engine::Chance;
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Margin, Position, Turn, with_kernel};
use outflank_value::patterns::{PatternTables, mobility};

/// The part of moves that are drawn.
const EPSILON: f64 = 0.1;

/// Plays so many games, one move in ten being random, and shows each: its positions, the last being the end, and what the
/// mover of that has won by.
pub(super) fn play<const N: usize>(
    tables: &PatternTables<N>,
    purpose: &str,
    games: u64,
    mut show: impl FnMut(&[Position], Margin),
) {
    let patterns = tables.patterns();
    with_kernel!(Available::best(), |kernel| for game in 0..games {
        let mut chance = Chance::stream(0, purpose, game);
        let mut line = vec![Position::START];
        let margin = loop {
            let position = line[line.len() - 1];
            line.push(match kernel.turn(position) {
                Turn::Over(tally) => break tally.empties_to_winner(),
                Turn::Pass => position.passed(),
                Turn::Play(moves) if chance.happens(EPSILON) => {
                    let drawn = kernel.placement(position, chance.pick(kernel, moves));
                    position.after(drawn.expect("one of the legal moves"))
                }
                Turn::Play(moves) => {
                    let left = |next: &Position| {
                        tables.units(&patterns.lanes(*next), *next, mobility(kernel, *next))
                    };
                    let nexts = kernel.placements(position, moves).map(|placement| position.after(placement));
                    nexts.min_by_key(left).expect("there is a move")
                }
            });
        };
        show(&line, margin);
    });
}
