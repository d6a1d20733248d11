//! Openings that have a name, and books of them.
//!
//! - [`Opening`]: a name and a line of moves, with what is known of it.
//! - [`Book`]: a list of openings, each in the four orientations that keep the start: [`Book::named`] has the
//!   99 that players speak of, [`Book::read`] reads somebody's own. It tells what an opening is called.
//! - [`Place`]: where a game stands in a book, as long as it follows one of its lines.
//! - [`Repertoire`]: a book with a probability for each of its moves, for a player to follow.
//!
//! ```
//! use outflank_rules::{Color, Game, Square, openings::{Book, Weights}};
//!
//! let book = Book::named();
//! let game: Game = "e6f4c3c4d3".parse()?;
//! assert_eq!(book.opening_of(&game).map(|opening| opening.name()), Some("Tiger"));
//!
//! let repertoire = book.repertoire(Weights::Uniform, Color::Black)?;
//! let place = repertoire.place_of(&game).expect("the Tiger goes on in the book");
//! assert_eq!(repertoire.choose(place, 0.5), Some(Square::D6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counting;
mod naming;
mod repertoire;
mod text;
mod tree;

pub use repertoire::{Repertoire, Weights, WeightsError};
pub use text::{BookError, BookFault};
pub use tree::Place;

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::{Color, Game, GameRecord, Square, Symmetry};
use naming::Names;
use tree::{Line, Tree};

/// A line of moves from the usual start that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    name: String,
    line: GameRecord,
    games: Option<u64>,
    evaluation: Option<f64>,
}

impl Opening {
    /// What it is called. Different lines may share a name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its moves, at least one, in one of its four orientations. The game goes on after them.
    pub fn line(&self) -> &GameRecord {
        &self.line
    }

    /// How many games of some database followed it, if they were counted.
    pub fn games(&self) -> Option<u64> {
        self.games
    }

    /// What some search thinks of where it leads, seen by Black, if it was asked.
    pub fn evaluation(&self) -> Option<f64> {
        self.evaluation
    }

    /// What the second move makes of it, if there is one.
    pub fn kind(&self) -> Option<Kind> {
        let [first, second, ..] = self.line.squares() else { return None };
        let to_f5 = Symmetry::OF_THE_START.into_iter().find(|way| way.square(*first) == Square::F5);
        let second = to_f5.expect("each first move is f5 in some orientation").square(*second);
        Some(match second {
            Square::F6 => Kind::Diagonal,
            Square::F4 => Kind::Parallel,
            _ => Kind::Perpendicular,
        })
    }
}

/// The three ways to answer the first move.
///
/// ```text
///   a b c d e f g h
/// 4 - - - O X P - - 4
/// 5 - - - X X X - - 5
/// 6 - - - p - D - - 6    after f5: P parallel, D diagonal, p perpendicular
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// f5f6.
    Diagonal,
    /// f5f4.
    Parallel,
    /// f5d6.
    Perpendicular,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Diagonal => "diagonal",
            Self::Parallel => "parallel",
            Self::Perpendicular => "perpendicular",
        })
    }
}

/// A list of openings, ready to be followed in all their orientations.
#[derive(Clone, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    lines: Vec<Line>,
    tree: Arc<Tree>,
    names: Names,
}

impl Book {
    /// The 99 openings that have a name: 59 diagonal, 1 parallel and 39 perpendicular lines.
    // CITE: the catalogue of openings by Robert Gatliff, the list behind Kim and Cho, Evolutionary Othello
    // players boosted by opening knowledge (2006).
    pub fn named() -> &'static Self {
        static NAMED: LazyLock<Book> =
            LazyLock::new(|| Book::read(include_str!("openings/named.tsv")).expect("our own book is sound"));
        &NAMED
    }

    /// A book of openings whose lines all differ.
    fn new(openings: Vec<Opening>) -> Self {
        let lines = Line::all_of(&openings);
        let tree = Arc::new(Tree::new(&openings, &lines));
        let names = Names::new(&openings);
        Self { openings, lines, tree, names }
    }

    /// The openings, as they were listed.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// How many lines there are: four for each opening, all different, since the first move is.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Where a game stands in the book: nowhere once it has left the lines, or if it has another start.
    pub fn place_of(&self, game: &Game) -> Option<Place> {
        self.tree.place_of(game)
    }

    /// Where a move leads to, if the book has it there.
    pub fn follow(&self, place: Place, square: Square) -> Option<Place> {
        self.tree.follow(place, square)
    }

    /// The moves that the book has at a place, each with the number of lines that go on with it.
    pub fn moves(&self, place: Place) -> impl Iterator<Item = (Square, usize)> {
        self.tree.edges(place).map(|(square, next)| (square, self.tree.lines(next).len()))
    }

    /// The openings that a game at this place still follows, those that end here first, each with the
    /// symmetry that turns its line into this one.
    pub fn matching(&self, place: Place) -> impl Iterator<Item = (&Opening, Symmetry)> {
        let lines = &self.lines[self.tree.lines(place)];
        lines.iter().map(|line| (&self.openings[line.opening as usize], line.symmetry))
    }

    /// The opening that a game has followed: the one that ends at the latest of its positions, whatever the
    /// orientation and the order of the moves that led there.
    pub fn opening_of(&self, game: &Game) -> Option<&Opening> {
        self.names.opening_of(game).map(|index| &self.openings[index])
    }

    /// The same book with the games that followed each opening counted anew. A game follows an opening if each of
    /// its positions is one of the opening's, all turned and mirrored as one likes.
    pub fn counted<'a>(&self, games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let counts = counting::count(&self.openings, games);
        let mut counted = self.clone();
        for (opening, count) in counted.openings.iter_mut().zip(counts) {
            opening.games = Some(count);
        }
        counted
    }

    /// The same book with new evaluations, which must be numbers, seen by Black.
    pub fn evaluated(&self, evaluate: impl FnMut(&Opening) -> f64) -> Self {
        let evaluations: Vec<f64> = self.openings.iter().map(evaluate).collect();
        let mut evaluated = self.clone();
        for (opening, evaluation) in evaluated.openings.iter_mut().zip(evaluations) {
            assert!(evaluation.is_finite(), "an evaluation is a number");
            opening.evaluation = Some(evaluation);
        }
        evaluated
    }

    /// The book for a player of this colour to follow.
    pub fn repertoire(&self, weights: Weights, owner: Color) -> Result<Repertoire, WeightsError> {
        Repertoire::new(self, weights, owner)
    }
}
