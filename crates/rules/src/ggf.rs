//! Games in the Generic Game Format of the Othello servers, written for programs that read it.
//!
//! ```text
//! (;GM[Othello]PC[Outflank]PB[us]PW[them]RE[?]TI[15:00]TY[8]BO[8 ---…--- *]B[F5]W[D6];)
//! ```

use std::fmt;
use std::time::Duration;

use crate::{Board, Color, Game, Ply, Square};

/// A game that shows itself as one line of GGF.
///
/// The board it starts from is always written, so any game can be; passes are moves of their own. The
/// result is left open: the moves tell it.
///
/// ```
/// use std::time::Duration;
/// use outflank_rules::{Game, Ggf, Square};
///
/// let mut game = Game::new();
/// game.play(Square::F5)?;
/// let ggf = Ggf { game: &game, black: "us", white: "them", clock: Duration::from_secs(300) };
/// assert_eq!(
///     ggf.to_string(),
///     "(;GM[Othello]PC[Outflank]PB[us]PW[them]RE[?]TI[05:00]TY[8]\
///      BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)"
/// );
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ggf<'a> {
    /// The game.
    pub game: &'a Game,
    /// The name of Black.
    pub black: &'a str,
    /// The name of White.
    pub white: &'a str,
    /// The time each side has for the whole game, counted in full seconds.
    pub clock: Duration,
}

impl fmt::Display for Ggf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]PC[Outflank]PB[{}]PW[{}]RE[?]", Name(self.black), Name(self.white))?;
        write!(f, "TI[{}]TY[8]BO[8 {}]", Clock(self.clock), Squares(self.game.start()))?;
        for (board, ply) in self.game.history() {
            let side = if board.mover == Color::Black { 'B' } else { 'W' };
            match ply {
                Ply::Place(placement) => {
                    write!(f, "{side}[{}]", placement.square().to_string().to_ascii_uppercase())?;
                }
                Ply::Pass => write!(f, "{side}[PA]")?,
            }
        }
        f.write_str(";)")
    }
}

/// A name without what would end it: the format has no way to write a bracket or a new line.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = |character: &char| !matches!(character, '[' | ']') && !character.is_control();
        f.write_str(&self.0.chars().filter(kept).collect::<String>())
    }
}

/// Hours, minutes and seconds.
struct Clock(Duration);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if seconds >= 3600 {
            write!(f, "{}:", seconds / 3600)?;
        }
        write!(f, "{:02}:{:02}", seconds / 60 % 60, seconds % 60)
    }
}

/// 64 squares and the side to move, Black as `*`.
struct Squares(Board);

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |disc| match disc {
            Some(Color::Black) => '*',
            Some(Color::White) => 'O',
            None => '-',
        };
        let squares: String = Square::all().map(|square| letter(self.0.disc(square))).collect();
        write!(f, "{squares} {}", letter(Some(self.0.mover)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_start_and_its_passes_are_written() {
        let mut game = Game::from_board(format!("XO-{} O", "-".repeat(61)).parse().expect("a board"));
        game.pass().expect("forced");
        game.play(Square::C1).expect("legal");
        let ggf = Ggf { game: &game, black: "", white: "", clock: Duration::from_secs(3_725) };
        let text = ggf.to_string();
        assert!(text.contains("]TI[1:02:05]TY[8]"), "{text}");
        assert!(
            text.ends_with(
                "BO[8 *O-------------------------------------------------------------- O]W[PA]B[C1];)"
            ),
            "{text}"
        );
        // The board is one that our own reader takes.
        let (_, rest) = text.split_once("BO[8 ").expect("a board");
        let (board, _) = rest.split_once(']').expect("its end");
        assert_eq!(board.parse(), Ok(game.start()));
    }

    #[test]
    fn names_cannot_break_the_line() {
        let game = Game::new();
        let ggf = Ggf { game: &game, black: "a]B[F5]\n", white: "Żółw", clock: Duration::ZERO };
        assert!(ggf.to_string().contains("PB[aBF5]PW[Żółw]RE[?]TI[00:00]"), "{ggf}");
        assert_eq!(ggf.to_string().lines().count(), 1);
    }
}
