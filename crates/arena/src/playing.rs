//! One game between two players.

use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Color, Game, Moves, Outcome, Tally, Turn, with_kernel};

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
pub fn play<'a>(game: Game, black: Seat<'a>, white: Seat<'a>) -> Played {
    play_unless(|| false, game, black, white).expect("nothing breaks it off")
}

/// Plays a game on from where it stands, unless it has to be broken off before it ends.
pub(crate) fn play_unless<'a>(
    is_over: impl Fn() -> bool,
    game: Game,
    mut black: Seat<'a>,
    mut white: Seat<'a>,
) -> Option<Played> {
    black.player.begin();
    white.player.begin();
    play_on(game, |game, moves| {
        if is_over() {
            return None;
        }
        let seat = if game.board().mover == Color::Black { &mut black } else { &mut white };
        Some(seat.player.choose(game, moves, &mut seat.chance))
    })
}

/// Plays a game on from where it stands, one player for both sides.
pub fn play_alone(game: Game, seat: Seat<'_>) -> Played {
    let Seat { player, mut chance } = seat;
    player.begin();
    play_on(game, |game, moves| Some(player.choose(game, moves, &mut chance))).expect("nothing breaks it off")
}

/// The one loop in which games are played, until they end or no choice comes.
fn play_on(
    mut game: Game,
    mut choose: impl FnMut(&Game, Moves) -> Option<Result<Choice, Forfeit>>,
) -> Option<Played> {
    let ending = with_kernel!(|kernel| Some(loop {
        let board = game.board();
        match kernel.turn(board.position) {
            Turn::Over(tally) => {
                break Ending::Counted(if board.mover == Color::Black { tally } else { -tally });
            }
            Turn::Pass => game.pass_forced(),
            Turn::Play(moves) => match choose(&game, moves)? {
                Ok(choice) => game.place(choice.placement),
                Err(forfeit) => break Ending::Forfeited { by: board.mover, reason: forfeit.reason },
            },
        }
    }))?;
    Some(Played { game, ending })
}
