//! Which opening a game has followed, by its positions.

use std::collections::HashMap;

use super::Opening;
use crate::{Game, Position};

/// The positions that openings end in, turned and mirrored to one of their eight forms.
#[derive(Clone, Debug)]
pub(super) struct Names {
    ends: HashMap<Position, usize>,
    /// No opening has more discs on its last board.
    most_discs: u32,
}

impl Names {
    /// Where two openings end in one position, the first has it.
    pub fn new(openings: &[Opening]) -> Self {
        let mut names = Self { ends: HashMap::new(), most_discs: 0 };
        for (index, opening) in openings.iter().enumerate() {
            let end = opening.line.game().board().position;
            names.most_discs = names.most_discs.max(end.occupied().count());
            names.ends.entry(end.canonical()).or_insert(index);
        }
        names
    }

    /// The opening that ends at the latest position of a game, by its number.
    pub fn opening_of(&self, game: &Game) -> Option<usize> {
        let boards = game.history().map(|(board, _)| board).chain([game.board()]);
        let positions = boards.map(|board| board.position);
        positions
            .take_while(|position| position.occupied().count() <= self.most_discs)
            .filter_map(|position| self.ends.get(&position.canonical()).copied())
            .last()
    }
}
