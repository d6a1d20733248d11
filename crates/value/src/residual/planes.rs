//! What a network sees of a position.

use outflank_rules::Position;

use super::kernel::{CELLS, Map, cell};

/// What a network is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// The discs of both sides, and where the board is: it finds everything else by itself.
    Discs,
    /// The legal moves of both sides besides.
    Moves,
}

impl Sight {
    /// Planes of 64 numbers.
    pub const fn planes(self) -> usize {
        match self {
            Self::Discs => 3,
            Self::Moves => 5,
        }
    }

    /// The sight of so many planes.
    pub fn of_planes(planes: usize) -> Option<Self> {
        [Self::Discs, Self::Moves].into_iter().find(|sight| sight.planes() == planes)
    }
}

/// The planes of a position, cell by cell.
#[inline(always)]
pub(super) fn planes<const IN: usize>(position: Position) -> Map<IN> {
    let mut map = [[0.0; IN]; CELLS];
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    let is_set = |bits: u64, square: usize| (bits >> square & 1) as f32;
    let moves = match IN {
        5 => [position.moves().bits(), position.passed().moves().bits()],
        _ => [0; 2],
    };
    for square in 0..64 {
        let numbers = &mut map[cell(square)];
        numbers[0] = is_set(own, square);
        numbers[1] = is_set(other, square);
        numbers[2] = 1.0;
        if IN == 5 {
            numbers[3] = is_set(moves[0], square);
            numbers[4] = is_set(moves[1], square);
        }
    }
    map
}
