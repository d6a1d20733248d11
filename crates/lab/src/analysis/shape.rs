//! What people look at on a board: who has moves, which discs are safe, which stand open, where the empty squares lie.

use std::sync::OnceLock;

use outflank_engine::endgame::Stability;
use outflank_rules::{Board, Color, Position, Squares};

/// What can be seen of a board without looking ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Empty squares that hang together, in any of the eight directions.
    pub regions: Vec<Squares>,
    board: Board,
}

impl Shape {
    /// Looks at a board.
    pub fn of(board: Board) -> Self {
        let mut rest = board.position.empties();
        let mut regions = Vec::new();
        while let Some(first) = rest.first() {
            let mut region = first.set();
            loop {
                let grown = region.spread() & rest;
                if grown == region {
                    break;
                }
                region = grown;
            }
            rest = rest.without(region);
            regions.push(region);
        }
        Self { regions, board }
    }

    /// Discs of a colour that can never be turned over, as far as they are found.
    pub fn stable(&self, color: Color) -> Squares {
        static STABILITY: OnceLock<Stability> = OnceLock::new();
        let stability = STABILITY.get_or_init(Stability::new);
        stability.of(self.board.discs(color), self.board.discs(!color))
    }

    /// Discs of a colour beside an empty square: what the other side can play against.
    pub fn frontier(&self, color: Color) -> Squares {
        self.board.discs(color) & self.board.position.empties().spread()
    }

    /// Where a colour could play, if it were to move.
    pub fn moves(&self, color: Color) -> Squares {
        let (own, other) = (self.board.discs(color), self.board.discs(!color));
        Position::new(own, other).map_or(Squares::NONE, Position::moves)
    }

    /// Regions with an odd number of squares: who plays first there may play last.
    pub fn odd_regions(&self) -> impl Iterator<Item = Squares> {
        self.regions.iter().copied().filter(|region| region.count() % 2 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Square;

    #[test]
    fn the_start_is_one_region_and_nothing_is_safe() {
        let shape = Shape::of(Board::START);
        assert_eq!(shape.regions.len(), 1);
        assert_eq!((shape.regions[0].count(), shape.odd_regions().count()), (60, 0));
        assert!(shape.stable(Color::Black).is_empty());
        assert_eq!((shape.frontier(Color::White).count(), shape.moves(Color::White).count()), (2, 4));
    }

    #[test]
    fn corners_are_safe_and_regions_are_apart() {
        // a1 is Black's; a8 and the pair g8, h8 are empty, all else is White's.
        let mut squares: Vec<char> = "O".repeat(64).chars().collect();
        squares[0] = 'X';
        for empty in [Square::A8, Square::G8, Square::H8] {
            squares[empty.index()] = '-';
        }
        let board: Board = format!("{} X", squares.into_iter().collect::<String>()).parse().expect("a board");
        let shape = Shape::of(board);
        assert!(shape.stable(Color::Black).contains(Square::A1));
        let mut sizes: Vec<u32> = shape.regions.iter().map(|region| region.count()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2]);
        assert_eq!(shape.odd_regions().next(), Some(Square::A8.set()));
        assert_eq!(shape.frontier(Color::White).count(), 3 + 4);
    }
}
