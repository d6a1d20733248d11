//! The rules of Othello, as pure functions on small values.
//!
//! A tour, from the ground up:
//!
//! - [`Square`] and [`Squares`]: one of the 64, and a set of them.
//! - [`Position`]: the mover's discs and the opponent's. No colours: the rules need none. Ask it for its
//!   [`Turn`], which is to play one of some [`Moves`], to pass, or that the game is over with a [`Tally`].
//! - [`Placement`]: a legal move with the discs it turns over. [`Position::after`] plays it.
//! - [`Tally`], [`Margin`], [`Outcome`]: the end of a game, counted in the two ways that are in use.
//! - [`kernel`]: the fast ways to find moves and flips, and [`with_kernel!`] to choose between them.
//! - [`Symmetry`]: the eight turns and mirrorings, and [`Position::canonical`].
//! - [`Board`], [`Color`]: positions with colours, as one line or as a drawing.
//! - [`Game`], [`GameRecord`]: games under way, and what is kept of them as a transcript.
//! - [`formats`]: files of games and positions in all formats that are in use, and which one a file is in.
//! - [`read_obf`], [`ObfProblem`]: suites of endgame positions with their scores.
//! - [`openings`]: openings that have a name, and books of them.
//! - [`read_wthor`], [`Wthor`]: games of the WTHOR database.
//! - [`perft`]: counting the game tree.
//!
//! ```
//! use outflank_rules::{Game, Turn};
//!
//! // Always the first legal move, to the end.
//! let mut game = Game::new();
//! let tally = loop {
//!     match game.turn() {
//!         Turn::Play(moves) => drop(game.play(moves.first())?),
//!         Turn::Pass => game.pass()?,
//!         Turn::Over(tally) => break tally,
//!     }
//! };
//! assert_eq!(tally.raw().discs(), -26);
//! # Ok::<(), outflank_rules::IllegalMove>(())
//! ```
//!
//! Nothing here opens a file, prints, or keeps state between calls. Whatever is seen by a mover changes
//! sign exactly where the mover changes.

// The same bits on every machine: see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod board;
pub mod formats;
mod game;
pub mod kernel;
mod margin;
mod obf;
pub mod openings;
mod perft;
mod position;
mod square;
mod squares;
mod symmetry;
mod wthor;

pub use board::{Board, BoardError, Color, Disc, Drawing, DrawingError};
pub use game::{
    Game, GameRecord, GameTextError, IllegalMove, Ply, RecordError, TranscriptError, TranscriptProblem,
};
pub use margin::{Margin, Outcome, Tally};
pub use obf::{ObfAnswer, ObfEnd, ObfError, ObfFault, ObfProblem, read_obf};
pub use perft::{Leaves, perft, perft_with};
pub use position::{Moves, Placement, Position, Turn};
pub use square::{Square, SquareError};
pub use squares::{Squares, SquaresIter};
pub use symmetry::Symmetry;
pub use wthor::{Wthor, WthorError, WthorFault, WthorGame, read_wthor};
