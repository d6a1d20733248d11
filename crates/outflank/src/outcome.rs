//! How a game ended, in words and as JSON.

use outflank_rules::{Color, Outcome, Tally};
use serde::{Serialize, Serializer};

/// The end of a game, seen by Black, counted in the two ways that are in use.
#[derive(Debug, Serialize)]
pub struct GameResult {
    winner: Option<Side>,
    raw: i32,
    empties_to_winner: i32,
}

/// A colour as JSON has it.
#[derive(Clone, Copy, Debug)]
pub struct Side(pub Color);

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self.0 {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl GameResult {
    /// The result of these discs.
    pub fn new(seen_by_black: Tally) -> Self {
        Self {
            winner: match seen_by_black.outcome() {
                Outcome::Win => Some(Side(Color::Black)),
                Outcome::Loss => Some(Side(Color::White)),
                Outcome::Draw => None,
            },
            raw: seen_by_black.raw().discs(),
            empties_to_winner: seen_by_black.empties_to_winner().discs(),
        }
    }

    /// Who wins by how much; by both counts where they differ.
    pub fn sentence(&self) -> String {
        let Some(Side(winner)) = self.winner else {
            return "a draw".to_owned();
        };
        let (raw, all) = (self.raw.abs(), self.empties_to_winner.abs());
        if raw == all {
            format!("{winner} wins by {raw}")
        } else {
            format!("{winner} wins by {raw} discs, by {all} with the empty squares")
        }
    }
}
