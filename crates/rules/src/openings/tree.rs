//! The lines of a book as a tree of moves, walked along with a game.
//!
//! It lies flat in memory: the moves from one place stand side by side, and move number n of the whole tree leads
//! to place n + 1. So following a game is reading a few bytes a move.

use std::ops::Range;

use super::Opening;
use crate::{Board, Game, Square, Symmetry};

/// Where a game stands in a book: after some moves that at least one line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u32);

impl Place {
    /// Before the first move.
    pub const START: Self = Self(0);

    /// Which of the places it is, for tables with a row for each.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An opening in one of its orientations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub opening: u32,
    pub symmetry: Symmetry,
}

impl Line {
    /// The lines of all openings, sorted by their moves: those that share a beginning are neighbours.
    pub fn all_of(openings: &[Opening]) -> Vec<Self> {
        let mut lines: Vec<_> = (0..openings.len() as u32)
            .flat_map(|opening| Symmetry::OF_THE_START.map(|symmetry| Self { opening, symmetry }))
            .collect();
        lines.sort_by(|one, other| one.moves(openings).cmp(other.moves(openings)));
        lines
    }

    /// The moves in this orientation.
    fn moves(self, openings: &[Opening]) -> impl Iterator<Item = Square> {
        openings[self.opening as usize].line.squares().iter().map(move |&square| self.symmetry.square(square))
    }
}

/// All places and the moves between them.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    places: Vec<Reach>,
    squares: Vec<Square>,
    /// No line has more moves.
    longest: usize,
}

/// What can be reached from a place.
#[derive(Clone, Debug)]
struct Reach {
    /// The lines that pass here or end here.
    lines: Range<u32>,
    /// The moves from here, by their numbers in the whole tree.
    edges: Range<u32>,
}

impl Tree {
    /// The tree of sorted lines.
    pub fn new(openings: &[Opening], lines: &[Line]) -> Self {
        let moves: Vec<Vec<Square>> = lines.iter().map(|line| line.moves(openings).collect()).collect();
        let mut tree = Self {
            places: vec![Reach { lines: 0..lines.len() as u32, edges: 0..0 }],
            squares: Vec::new(),
            longest: moves.iter().map(Vec::len).max().unwrap_or(0),
        };
        // Place after place, ply after ply, so that moves get their numbers in the order of the places they lead to.
        let (mut place, mut depth, mut next_depth) = (0, 0, 1);
        while place < tree.places.len() {
            if place == next_depth {
                (depth, next_depth) = (depth + 1, tree.places.len());
            }
            let Range { start, end } = tree.places[place].lines.clone();
            let first_edge = tree.squares.len() as u32;
            // Lines that end here sort before those that go on.
            let mut from = start
                + moves[start as usize..end as usize].partition_point(|line| line.len() <= depth) as u32;
            while from < end {
                let square = moves[from as usize][depth];
                let rest = &moves[from as usize..end as usize];
                let to = from + rest.partition_point(|line| line[depth] == square) as u32;
                tree.squares.push(square);
                tree.places.push(Reach { lines: from..to, edges: 0..0 });
                from = to;
            }
            tree.places[place].edges = first_edge..tree.squares.len() as u32;
            place += 1;
        }
        tree
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// All places.
    pub fn all(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.places.len() as u32).map(Place)
    }

    /// The lines that pass a place or end there, by their numbers.
    pub fn lines(&self, place: Place) -> Range<usize> {
        let Range { start, end } = self.places[place.index()].lines;
        start as usize..end as usize
    }

    /// The moves from a place, by their numbers in the whole tree.
    #[inline(always)]
    pub fn edge_numbers(&self, place: Place) -> Range<usize> {
        let Range { start, end } = self.places[place.index()].edges;
        start as usize..end as usize
    }

    /// The move with a number.
    #[inline(always)]
    pub fn square(&self, edge: usize) -> Square {
        self.squares[edge]
    }

    /// The moves from a place and where they lead.
    #[inline(always)]
    pub fn edges(&self, place: Place) -> impl DoubleEndedIterator<Item = (Square, Place)> {
        self.edge_numbers(place).map(|edge| (self.squares[edge], Place(edge as u32 + 1)))
    }

    /// Where a move leads to, if it is in the book.
    #[inline(always)]
    pub fn follow(&self, place: Place, square: Square) -> Option<Place> {
        self.edges(place).find(|&(known, _)| known == square).map(|(_, next)| next)
    }

    /// Where a game stands.
    #[inline]
    pub fn place_of(&self, game: &Game) -> Option<Place> {
        let discs = game.board().position.occupied().count() as usize;
        // Most moves of a game come after every line: their players are not kept waiting.
        if discs > 4 + self.longest || game.start() != Board::START {
            return None;
        }
        let mut squares = game.plies().iter().filter_map(|ply| ply.square());
        squares.try_fold(Place::START, |place, square| self.follow(place, square))
    }
}
