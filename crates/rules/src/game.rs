//! A game as it is played, and the record that is kept of it.

mod text;
mod transcript;

pub use text::GameTextError;
pub use transcript::{RecordError, TranscriptError, TranscriptProblem};

use crate::kernel::Kernel;
use crate::{Board, Placement, Square, Tally, Turn, with_kernel};

/// One half move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A disc was placed.
    Place(Placement),
    /// The mover had no move.
    Pass,
}

impl Ply {
    /// Where a disc was placed.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(placement) => Some(placement.square()),
            Self::Pass => None,
        }
    }
}

/// A game under way: the board it started from, everything that was played, and the board now.
///
/// ```
/// use outflank_rules::{Game, Square};
///
/// let mut game = Game::new();
/// game.play(Square::F5)?;
/// game.play(Square::D6)?;
/// assert_eq!(game.record().to_string(), "f5d6");
/// assert_eq!(game.play(Square::A1).unwrap_err().to_string(), "a1 is not a legal move for Black");
/// game.undo();
/// assert_eq!(game.plies().len(), 1);
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Board,
    board: Board,
    plies: Vec<Ply>,
}

impl Game {
    /// A game from the usual start.
    pub fn new() -> Self {
        Self::from_board(Board::START)
    }

    /// A game from any board.
    pub fn from_board(start: Board) -> Self {
        Self { start, board: start, plies: Vec::with_capacity(64) }
    }

    /// The board the game started from.
    pub fn start(&self) -> Board {
        self.start
    }

    /// The board now.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Everything that was played, passes included.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// What the side to move can do.
    pub fn turn(&self) -> Turn {
        self.board.turn()
    }

    /// The final tally, seen by the side to move, once the game is over.
    pub fn tally(&self) -> Option<Tally> {
        match self.turn() {
            Turn::Over(tally) => Some(tally),
            Turn::Play(_) | Turn::Pass => None,
        }
    }

    /// Plays to a square.
    pub fn play(&mut self, square: Square) -> Result<Placement, IllegalMove> {
        let placement = self
            .board
            .position
            .placement(square)
            .ok_or(IllegalMove { ply: Some(square), board: self.board })?;
        self.place_checked(placement);
        Ok(placement)
    }

    /// Passes, which is legal only where there is no move and the game goes on.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        match self.turn() {
            Turn::Pass => {
                self.pass_forced();
                Ok(())
            }
            Turn::Play(_) | Turn::Over(_) => Err(IllegalMove { ply: None, board: self.board }),
        }
    }

    /// Plays a move that was made for the board now.
    ///
    /// # Panics
    ///
    /// If it was made for another position: a game holds legal moves only, so that it can be played again.
    #[inline]
    pub fn place(&mut self, placement: Placement) {
        with_kernel!(|kernel| self.place_with(kernel, placement));
    }

    /// The same by a kernel that is at hand, which is quicker where games are played by the thousand.
    ///
    /// # Panics
    ///
    /// As [`place`](Self::place) does.
    #[inline(always)]
    pub fn place_with<K: Kernel>(&mut self, kernel: K, placement: Placement) {
        let (position, square) = (self.board.position, placement.square());
        let is_legal =
            position.empties().contains(square) && kernel.flips(position, square) == placement.flips();
        assert!(is_legal, "{square} was made for another position");
        self.place_checked(placement);
    }

    #[inline]
    fn place_checked(&mut self, placement: Placement) {
        self.board = self.board.after(placement);
        self.plies.push(Ply::Place(placement));
    }

    /// Passes where [`Turn::Pass`] was seen.
    ///
    /// # Panics
    ///
    /// If there is a move, or the game is over.
    #[inline]
    pub fn pass_forced(&mut self) {
        assert_eq!(self.turn(), Turn::Pass, "a pass must be forced");
        self.board = self.board.passed();
        self.plies.push(Ply::Pass);
    }

    /// Takes back the last ply, if there is one.
    pub fn undo(&mut self) -> Option<Ply> {
        let last = self.plies.pop()?;
        // Boards are not kept: a game has at most 60 moves, and is seldom taken back.
        self.board = self.plies.iter().fold(self.start, |board, &ply| board.played(ply));
        Some(last)
    }

    /// The boards of the game, each with the ply that was played on it.
    pub fn history(&self) -> impl Iterator<Item = (Board, Ply)> {
        self.plies.iter().scan(self.start, |board, &ply| {
            let before = *board;
            *board = before.played(ply);
            Some((before, ply))
        })
    }

    /// What is kept of the game.
    pub fn record(&self) -> GameRecord {
        GameRecord { start: self.start, squares: self.plies.iter().filter_map(|ply| ply.square()).collect() }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// The board after a ply that is legal on it.
    fn played(self, ply: Ply) -> Self {
        match ply {
            Ply::Place(placement) => self.after(placement),
            Ply::Pass => self.passed(),
        }
    }
}

/// A move or pass against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a legal move for {}", .ply.map_or("pass".to_owned(), |square| square.to_string()), .board.mover)]
pub struct IllegalMove {
    /// The square, or a pass.
    pub ply: Option<Square>,
    /// Where it was tried.
    pub board: Board,
}

/// A game as it is kept: its start and the squares played, one after the other. Passes follow from the
/// rules. All moves are legal; the game may be unfinished.
///
/// Written as a transcript, after the board if it is not the usual start:
///
/// ```
/// use outflank_rules::{Board, GameRecord};
///
/// let record: GameRecord = "1. F5 d6 2. C3".parse()?;
/// assert_eq!(record.to_string(), "f5d6c3");
/// assert_eq!(record.game().plies().len(), 3);
/// # Ok::<(), outflank_rules::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    start: Board,
    squares: Vec<Square>,
}

impl GameRecord {
    /// The board the game started from.
    pub fn start(&self) -> Board {
        self.start
    }

    /// The squares in the order in which they were played.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The game, played again.
    pub fn game(&self) -> Game {
        let mut game = Game::from_board(self.start);
        for &square in &self.squares {
            // Who must pass can play nowhere: nobody else need be asked.
            if game.play(square).is_err() {
                game.pass_forced();
                game.play(square).expect("a record holds legal moves");
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// f5 twice would put two discs on one square, and c4 after f5 turns over what is no longer there.
    #[test]
    fn a_placement_of_another_position_is_refused() {
        let placement = |square| Board::START.position.placement(square).expect("a legal first move");
        for second in [Square::F5, Square::C4] {
            let mut game = Game::new();
            game.place(placement(Square::F5));
            let refused =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.place(placement(second))));
            assert!(refused.is_err(), "{second}");
            assert_eq!(game.record().to_string(), "f5");
        }
    }

    #[test]
    fn passes_are_only_for_those_who_must() {
        let mut game = Game::new();
        assert_eq!(game.pass().unwrap_err().to_string(), "pass is not a legal move for Black");
        assert_eq!(game.undo(), None);

        //   a b c d e f g h
        // 1 O X - …           White has no move, Black takes c1 … and nobody can go on.
        let mut game = Game::from_board(format!("XO-{} O", "-".repeat(61)).parse().expect("a board"));
        assert_eq!(game.turn(), Turn::Pass);
        assert!(game.play(Square::C1).is_err());
        game.pass().expect("forced");
        game.play(Square::C1).expect("legal");
        assert_eq!(game.tally(), Some(Tally { mover: 0, opponent: 3 }));
        assert!(game.pass().is_err());
        assert_eq!(game.record().game(), game);
        assert_eq!(game.history().count(), 2);
        game.undo();
        game.undo();
        assert_eq!(game.board(), game.start());
    }
}
