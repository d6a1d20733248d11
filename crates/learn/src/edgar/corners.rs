//! Whether a move gives the opponent a corner: the only look-ahead that Edgar has.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Placement, Position, Squares};
use serde::{Deserialize, Serialize};

/// Which moves give a corner. The document: if “moving there makes the corner a legal move for the
/// opponent”, which can be read in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// Those after which the opponent can play to a corner, whether or not it could before.
    LeftOpen,
    /// Those after which the opponent can play to a corner to which it could not play before.
    Opened,
}

impl Gift {
    /// The corners that the opponent could take if it were its turn before the move, as far as that matters.
    #[inline(always)]
    pub(super) fn open_before<K: Kernel>(self, kernel: K, position: Position) -> Squares {
        match self {
            Self::LeftOpen => Squares::NONE,
            Self::Opened => open_corners(kernel, position.passed()),
        }
    }
}

/// Whether a move gives a corner beyond those that were open before.
#[inline(always)]
pub(super) fn gives_corner<K: Kernel>(
    kernel: K,
    position: Position,
    placement: Placement,
    open_before: Squares,
) -> bool {
    !open_corners(kernel, position.after(placement)).without(open_before).is_empty()
}

/// The corners where the mover may play.
#[inline(always)]
fn open_corners<K: Kernel>(kernel: K, position: Position) -> Squares {
    // Few boards come as far as the moves: beside an empty corner there must be a disc to turn over.
    let empty = position.empties() & Squares::CORNERS;
    if (position.opponent() & empty.spread()).is_empty() {
        return Squares::NONE;
    }
    kernel.moves(position) & empty
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;
    use outflank_rules::kernel::Portable;
    use outflank_rules::{Board, Square, Turn};

    fn gives(text: &str, square: Square) -> [bool; 2] {
        let board = Board::from_drawing(text).expect("a board");
        let placement = board.position.placement(square).expect("legal");
        [Gift::LeftOpen, Gift::Opened].map(|gift| {
            let before = gift.open_before(Portable, board.position);
            gives_corner(Portable, board.position, placement, before)
        })
    }

    #[test]
    fn corners_on_a_drawn_board() {
        // Black's b2 turns c3 over and lays a way from a1 to White's e5.
        let drawing = "
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - O - - - - -
            4 - - - X - - - -
            5 - - - O O - - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            X to move";
        assert_eq!(gives(drawing, Square::B2), [true, true]);
        assert_eq!(gives(drawing, Square::D6), [false, false], "far from every corner");
        // With e5 Black's there is nothing of White's at the other end.
        let drawing = drawing.replace("5 - - - O O", "5 - - - O X");
        assert_eq!(gives(&drawing, Square::B2), [false, false]);
    }

    #[test]
    fn a_corner_that_was_open_is_left_open_and_not_opened() {
        // White may take a1 before (b1, c1) and after Black's f5.
        let drawing = "
            1 - X O - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - - - O X - - -
            5 - - - X O - - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            X to move";
        assert_eq!(gives(drawing, Square::F5), [true, false]);
        // d1 turns c1 over: nothing of White's is left on the edge.
        assert_eq!(gives(drawing, Square::D1), [false, false]);
    }

    #[test]
    fn the_quick_look_sees_what_the_moves_say() {
        for game in 0..200 {
            let mut chance = Chance::stream(game, "corners", 0);
            let mut board = Board::START;
            loop {
                let naive = board.position.moves() & Squares::CORNERS;
                assert_eq!(open_corners(Portable, board.position), naive, "{board}");
                board = match board.turn() {
                    Turn::Over(_) => break,
                    Turn::Pass => board.passed(),
                    Turn::Play(moves) => {
                        let square = chance.pick(Portable, moves);
                        board.after(board.position.placement(square).expect("legal"))
                    }
                };
            }
        }
    }
}
