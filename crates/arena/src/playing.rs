//! One game between two players.

use outflank_engine::{Chance, Player};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Color, Game, Outcome, Tally, Turn, with_kernel};

/// A player at the board, and the chance of its moves in this game.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    /// What everything random in its play is drawn from.
    pub chance: Chance,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game, with the opening it started from.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side could move: the discs, Black's as the mover's.
    Counted(Tally),
    /// One side could not go on.
    Forfeited {
        /// The side that gave up.
        by: Color,
        /// What happened.
        reason: String,
    },
}

impl Ending {
    /// The result for one side.
    pub fn outcome(&self, color: Color) -> Outcome {
        let for_black = match self {
            Self::Counted(tally) => tally.outcome(),
            Self::Forfeited { by: Color::Black, .. } => Outcome::Loss,
            Self::Forfeited { by: Color::White, .. } => Outcome::Win,
        };
        if color == Color::Black { for_black } else { -for_black }
    }
}

/// Plays a game on from where it stands.
pub fn play<'a>(mut game: Game, mut black: Seat<'a>, mut white: Seat<'a>) -> Played {
    black.player.begin();
    white.player.begin();
    let ending = with_kernel!(|kernel| loop {
        let board = game.board();
        match kernel.turn(board.position) {
            Turn::Over(tally) => {
                break Ending::Counted(if board.mover == Color::Black { tally } else { -tally });
            }
            Turn::Pass => game.pass_forced(),
            Turn::Play(moves) => {
                let seat = if board.mover == Color::Black { &mut black } else { &mut white };
                match seat.player.choose(&game, moves, &mut seat.chance) {
                    Ok(choice) => game.place(choice.placement),
                    Err(forfeit) => {
                        break Ending::Forfeited { by: board.mover, reason: forfeit.reason };
                    }
                }
            }
        }
    });
    Played { game, ending }
}
