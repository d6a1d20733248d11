//! The five phases of a game, by turn, and how the first is played.

use outflank_rules::{Moves, Position, Squares};

/// The phases of a game. Turn n is the one after which n discs have been placed: 61 minus the empty squares
/// before it, as if nobody ever passed.
///
/// Turns 1 to 12 are phase 1. The turns from there to the look-ahead are phases 2, 3 and 4 in thirds, what is left over
/// going to phase 4: with a look-ahead of 8, turns 13–25, 26–38 and 39–52. Then the game is played out exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    lookahead: u32,
}

/// The last turn of phase 1.
const FIRST: u32 = 12;

/// One of the three phases in which heuristics are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Middle {
    /// Phase 2.
    Two,
    /// Phase 3.
    Three,
    /// Phase 4.
    Four,
}

impl Middle {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// 2, 3 or 4.
    pub const fn number(self) -> usize {
        self as usize + 2
    }
}

impl Default for Phases {
    fn default() -> Self {
        Self { lookahead: 8 }
    }
}

impl Phases {
    /// The phases of a game whose last one begins with so many empty squares.
    pub fn new(lookahead: u32) -> Self {
        Self { lookahead }
    }

    /// From how many empty squares on the game is played exactly.
    pub fn lookahead(self) -> u32 {
        self.lookahead
    }

    /// The phase of a position between the first and the last; `None` in those two.
    #[inline(always)]
    pub fn middle(self, position: Position) -> Option<Middle> {
        let empties = position.empties().count();
        let turn = 61u32.checked_sub(empties).filter(|&turn| turn > FIRST)?;
        if empties <= self.lookahead {
            return None;
        }
        let third = (60 - FIRST - self.lookahead) / 3;
        Some(match (turn - FIRST - 1) / third.max(1) {
            0 => Middle::Two,
            1 => Middle::Three,
            _ => Middle::Four,
        })
    }
}

/// The moves of phase 1, best kind first: a corner, an edge, c3 f3 c6 f6, the rest of the 16 squares in the middle,
/// anything. The document names the kinds; their order is ours.
const KINDS: [Squares; 4] = [
    Squares::CORNERS,
    Squares::EDGES,
    Squares::from_bits(0x0000_2400_0024_0000),
    Squares::from_bits(0x0000_3c3c_3c3c_0000),
];

/// The moves that phase 1 finds best, all alike.
#[inline(always)]
pub(super) fn opening_moves(moves: Moves) -> Moves {
    KINDS.into_iter().find_map(|kind| moves.among(kind)).unwrap_or(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The phase by turn, as digits.
    fn phases(lookahead: u32) -> String {
        (1..=60)
            .map(|turn| {
                let discs = Squares::from_bits(u64::MAX >> (61 - turn));
                let position = Position::new(discs, Squares::NONE).expect("one side only");
                match Phases::new(lookahead).middle(position) {
                    Some(middle) => char::from_digit(middle.number() as u32, 10).expect("a digit"),
                    None if turn <= 12 => '1',
                    None => '5',
                }
            })
            .collect()
    }

    #[test]
    fn the_middle_is_cut_in_thirds() {
        let expected = |counts: [usize; 5]| {
            (1..)
                .zip(counts)
                .map(|(phase, count): (u32, _)| phase.to_string().repeat(count))
                .collect::<String>()
        };
        assert_eq!(phases(8), expected([12, 13, 13, 14, 8]));
        assert_eq!(phases(10), expected([12, 12, 12, 14, 10]));
        assert_eq!(phases(14), expected([12, 11, 11, 12, 14]));
    }

    #[test]
    fn the_first_phase_hugs_the_centre() {
        use outflank_rules::Board;
        let best = |drawing: &str| {
            let board = Board::from_drawing(drawing).expect("a board");
            let outflank_rules::Turn::Play(moves) = board.turn() else { panic!("there is a move") };
            opening_moves(moves).to_string()
        };
        // All four first moves are in the middle, none of them on a corner of it.
        assert_eq!(best(&Board::START.drawing().to_string()), "d3 c4 f5 e6");
        // c3 (beside d3) is better than the others.
        let drawing = "
              a b c d e f g h
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - - - O X - - -
            5 - - - X X X - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            O to move";
        assert_eq!(best(drawing), "f6");
        // O may play c3, c6, the edge at d8 and the corner at a8: the corner is best.
        let drawing = "
              a b c d e f g h
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - - - X - - - -
            5 - - - O O - - -
            6 - - X X - - - -
            7 - X - X - - - -
            8 - - - - - - - -
            O to move";
        assert_eq!(best(drawing), "a8");
        // Without b7 there is still the edge.
        assert_eq!(best(&drawing.replace("7 - X", "7 - -")), "d8");
    }
}
