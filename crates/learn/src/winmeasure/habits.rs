//! What a player does at the board, seen from its games: whether it takes corners, gives them away, and where it
//! leaves squares empty.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Game, Ply, Squares, Turn, with_kernel};
use serde::{Deserialize, Serialize};

use crate::winmeasure::corners::risky_squares;
use crate::winmeasure::{Model, Phases};

/// How often something happened that could have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The sum of what happened.
    pub sum: f64,
    /// How often it could have.
    pub of: f64,
}

impl Share {
    fn count(&mut self, value: f64) {
        self.sum += value;
        self.of += 1.0;
    }

    /// The mean; 0 if it could never have happened.
    pub fn mean(self) -> f64 {
        self.sum / self.of.max(1.0)
    }
}

/// What is seen in phases 2 to 4 of games whose both sides are one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habits {
    /// Corners taken, of turns on which there was one to take.
    pub takes_corner: Share,
    /// Corners made playable for the opponent, of turns on which some moves would do that and some would not.
    pub gives_corner: Share,
    /// Empty squares in the four blocks of 2 × 2 in the corners, when 16 squares of the board are empty.
    pub corner_blocks: Share,
    /// The measures of moves at hand onto X and C squares of an empty corner.
    pub risky_measures: Share,
    /// The measures of all other moves at hand.
    pub other_measures: Share,
}

/// The four squares in each corner.
const CORNER_BLOCKS: Squares = Squares::from_bits(0xc3c3_0000_0000_c3c3);

impl Habits {
    /// Watches a game. With the table by which it was played, measures are seen, too.
    pub fn watch(&mut self, game: &Game, table: Option<&Model>) {
        let phases = Phases::default();
        with_kernel!(|kernel| {
            for (board, ply) in game.history() {
                let position = board.position;
                if position.empties().count() == 16 {
                    self.corner_blocks.count(f64::from((position.empties() & CORNER_BLOCKS).count()));
                }
                let (Ply::Place(placement), Some(_)) = (ply, phases.middle(position)) else { continue };
                let Turn::Play(moves) = kernel.turn(position) else { continue };
                if moves.among(Squares::CORNERS).is_some() {
                    let takes = Squares::CORNERS.contains(placement.square());
                    self.takes_corner.count(f64::from(u8::from(takes)));
                }
                let gives =
                    |placement| !(kernel.moves(position.after(placement)) & Squares::CORNERS).is_empty();
                let giving = kernel.placements(position, moves).filter(|&placement| gives(placement)).count();
                if giving > 0 && giving < moves.count() as usize {
                    self.gives_corner.count(f64::from(u8::from(gives(placement))));
                }
                let risky = risky_squares(position);
                for (heuristic, prospect) in
                    table.map(|table| table.prospects(position, moves)).iter().flatten()
                {
                    let measures = match risky.contains(prospect.placement.square()) {
                        true => &mut self.risky_measures,
                        false => &mut self.other_measures,
                    };
                    measures.count(table.map_or(0, |table| table.measure(*heuristic)) as f64);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Board, Square};

    #[test]
    fn habits_are_counted_by_hand() {
        // X may take a1 and does not; O then may, and does.
        let drawing = "
              a b c d e f g h
            1 - O X - - - - -
            2 - - O X - - - -
            3 - - O O X - - -
            4 - - O O X O - -
            5 - - O X O O - -
            6 - - X O O - - -
            7 - - - - - - - -
            8 - - - - - - - -
            X to move";
        let mut game = Game::from_board(Board::from_drawing(drawing).expect("a board"));
        let mut habits = Habits::default();
        game.play(Square::D7).expect("legal");
        habits.watch(&game, None);
        assert_eq!(habits.takes_corner, Share { sum: 0.0, of: 1.0 });
        game.undo();
        game.play(Square::A1).expect("legal");
        habits.watch(&game, None);
        assert_eq!(habits.takes_corner, Share { sum: 1.0, of: 2.0 });
        assert_eq!(habits.corner_blocks.of, 0.0);
    }
}
