//! The rules once more, as one would explain them at a board: eight rows of eight squares, and a walk from
//! a square in every direction. Slow, and written to have nothing in common with the kernels.

use outflank_rules::{Position, Square, Squares};

/// Whose disc stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Mover,
    Opponent,
}

/// A board, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    rows: [[Option<Owner>; 8]; 8],
}

impl Naive {
    pub fn new(position: Position) -> Self {
        let mut rows = [[None; 8]; 8];
        for (row, squares) in rows.iter_mut().enumerate() {
            for (column, owner) in squares.iter_mut().enumerate() {
                let square = Square::at(column, row).expect("on the board");
                *owner = match (position.mover().contains(square), position.opponent().contains(square)) {
                    (true, _) => Some(Owner::Mover),
                    (_, true) => Some(Owner::Opponent),
                    _ => None,
                };
            }
        }
        Self { rows }
    }

    /// The owner of the disc on a square that may lie off the board.
    fn owner(&self, column: i32, row: i32) -> Option<Owner> {
        let squares = self.rows.get(usize::try_from(row).ok()?)?;
        *squares.get(usize::try_from(column).ok()?)?
    }

    /// The discs that a disc of the mover on this square turns over: the walk goes on while it meets discs
    /// of the opponent, and counts if it ends at one of the mover's.
    pub fn flips(&self, square: Square) -> Vec<Square> {
        let mut flips = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                let mut walked = Vec::new();
                let (mut column, mut row) = (square.column() as i32 + right, square.row() as i32 + down);
                while (right, down) != (0, 0) && self.owner(column, row) == Some(Owner::Opponent) {
                    walked.push(Square::at(column as usize, row as usize).expect("on the board"));
                    (column, row) = (column + right, row + down);
                }
                if self.owner(column, row) == Some(Owner::Mover) {
                    flips.extend(walked);
                }
            }
        }
        flips
    }

    /// The empty squares where a disc of the mover turns something over.
    pub fn moves(&self) -> Vec<Square> {
        Square::all()
            .filter(|square| self.rows[square.row()][square.column()].is_none())
            .filter(|&square| !self.flips(square).is_empty())
            .collect()
    }

    /// The board after a move, seen by the other side.
    pub fn after(&self, square: Square) -> Self {
        let mut next = self.clone();
        for mine in self.flips(square).into_iter().chain([square]) {
            next.rows[mine.row()][mine.column()] = Some(Owner::Mover);
        }
        next.passed()
    }

    /// The same board, seen by the other side.
    pub fn passed(&self) -> Self {
        let other = |owner| match owner {
            Owner::Mover => Owner::Opponent,
            Owner::Opponent => Owner::Mover,
        };
        Self { rows: self.rows.map(|squares| squares.map(|owner| owner.map(other))) }
    }

    /// The number of ways to play `depth` plies. A pass is a ply; a game that ends earlier is one leaf.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if !moves.is_empty() {
            moves.into_iter().map(|square| self.after(square).perft(depth - 1)).sum()
        } else if self.passed().moves().is_empty() {
            1
        } else {
            self.passed().perft(depth - 1)
        }
    }
}

/// The squares as a set.
pub fn set(squares: Vec<Square>) -> Squares {
    squares.into_iter().collect()
}
