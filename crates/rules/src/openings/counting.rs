//! How many games followed each opening.
//!
//! A game is seen as its positions, each in one of its eight forms: then the four orientations are one, and so are
//! lines such as f5f6e6f4 and f5f6e6d6, which part where the board is its own mirror image.

use std::collections::HashMap;

use super::Opening;
use crate::{Board, GameRecord, Position, Turn};

/// How many of the games follow each of the openings.
pub(super) fn count<'a>(openings: &[Opening], games: impl IntoIterator<Item = &'a GameRecord>) -> Vec<u64> {
    let paths = Paths::new(openings);
    let mut counts = vec![0u64; paths.parents.len()];
    for game in games.into_iter().filter(|game| game.start() == Board::START) {
        let mut node = Paths::START;
        for position in positions(game) {
            let Some(&next) = paths.steps.get(&(node, position)) else { break };
            counts[next] += 1;
            node = next;
        }
    }
    paths.ends.iter().map(|&end| counts[end]).collect()
}

/// How many of the games that followed an opening followed none of those that go on from it, as far as the
/// counts tell. Those without a count are taken for never played.
pub(super) fn games_ending_in(openings: &[Opening]) -> Vec<u64> {
    let paths = Paths::new(openings);
    let mut games: Vec<Option<u64>> = vec![None; paths.parents.len()];
    for (opening, &end) in openings.iter().zip(&paths.ends) {
        games[end] = Some(opening.games.unwrap_or(0));
    }
    let mut left = games.clone();
    for (node, count) in games.iter().enumerate() {
        let Some(count) = count else { continue };
        // The opening that this one goes on from.
        let mut before = paths.parents[node];
        while let Some(shorter) = before {
            if let Some(left) = &mut left[shorter] {
                *left = left.saturating_sub(*count);
                break;
            }
            before = paths.parents[shorter];
        }
    }
    paths.ends.iter().map(|&end| left[end].unwrap_or(0)).collect()
}

/// The positions after each move of a game, each in one of its eight forms.
fn positions(game: &GameRecord) -> impl Iterator<Item = Position> {
    game.squares().iter().scan(game.start().position, |position, &square| {
        if position.turn() == Turn::Pass {
            *position = position.passed();
        }
        *position = position.after(position.placement(square).expect("a record holds legal moves"));
        Some(position.canonical())
    })
}

/// The openings as a tree of positions.
struct Paths {
    steps: HashMap<(usize, Position), usize>,
    parents: Vec<Option<usize>>,
    /// Where each opening ends.
    ends: Vec<usize>,
}

impl Paths {
    /// Before the first move.
    const START: usize = 0;

    fn new(openings: &[Opening]) -> Self {
        let mut paths = Self { steps: HashMap::new(), parents: vec![None], ends: Vec::new() };
        for opening in openings {
            let mut node = Self::START;
            for position in positions(&opening.line) {
                let next = *paths.steps.entry((node, position)).or_insert(paths.parents.len());
                if next == paths.parents.len() {
                    paths.parents.push(Some(node));
                }
                node = next;
            }
            paths.ends.push(node);
        }
        paths
    }
}
