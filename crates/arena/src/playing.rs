//! The one loop in which games are played, and what happened in it.

use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Game, Moves, Outcome, Ply, Tally, Turn, with_kernel};

/// A player at the board, and the chance of its moves in this game.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    /// What everything random in its play is drawn from.
    pub chance: Chance,
}

impl Seat<'_> {
    #[inline(always)]
    fn choose(&mut self, game: &Game, moves: Moves) -> Result<Choice, Forfeit> {
        self.player.choose(game, moves, &mut self.chance)
    }
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
        color.signed(match self {
            Self::Counted(tally) => tally.outcome(),
            Self::Forfeited { by: Color::Black, .. } => Outcome::Loss,
            Self::Forfeited { by: Color::White, .. } => Outcome::Win,
        })
    }
}

/// A move as it was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The board before it.
    pub board: Board,
    /// The move, what its player thought of it, and whether it explored.
    pub choice: Choice,
}

/// What happened in a game, move by move: what learners learn from.
///
/// ```
/// use outflank_arena::{Seat, Trajectory, play_alone};
/// use outflank_engine::{Chance, players::Random};
/// use outflank_rules::Game;
///
/// let chance = Chance::stream(1, "example", 0);
/// let trajectory = play_alone(Game::new(), Seat { player: &mut Random::new(), chance });
/// assert_eq!(trajectory.steps[0].board, Game::new().board());
///
/// // A game that was stored has the same steps, without what anybody thought.
/// let stored = Trajectory::of_game(trajectory.game.clone()).expect("it is over");
/// assert_eq!(stored, trajectory);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The game, with the opening it started from.
    pub game: Game,
    /// Every move that was made here, in order; those of the opening are not among them.
    pub steps: Vec<Step>,
    /// How it ended.
    pub ending: Ending,
}

impl Trajectory {
    /// What happened in a finished game that was stored: nobody knows what its players thought. None if it is not
    /// over.
    pub fn of_game(game: Game) -> Option<Self> {
        let tally = game.tally()?;
        let step = |(board, ply)| match ply {
            Ply::Place(placement) => Some(Step { board, choice: placement.into() }),
            Ply::Pass => None,
        };
        let steps = game.history().filter_map(step).collect();
        Some(Self { steps, ending: Ending::Counted(game.board().mover.signed(tally)), game })
    }
}

/// Plays a game on from where it stands.
pub fn play<'a>(game: Game, mut black: Seat<'a>, mut white: Seat<'a>) -> Trajectory {
    begin([&mut black, &mut white]);
    recorded(game, |game, moves| seat_of(game, &mut black, &mut white).choose(game, moves))
}

/// Plays a game on from where it stands, one player for both sides.
pub fn play_alone(game: Game, mut seat: Seat<'_>) -> Trajectory {
    begin([&mut seat]);
    recorded(game, |game, moves| seat.choose(game, moves))
}

/// Plays a game on from where it stands, unless it has to be broken off before it ends. Nothing but the moves is
/// kept of it.
pub fn play_unless<'a>(
    is_over: impl Fn() -> bool,
    game: Game,
    mut black: Seat<'a>,
    mut white: Seat<'a>,
) -> Option<Played> {
    begin([&mut black, &mut white]);
    let choose = |(): &(), game: &Game, moves| seat_of(game, &mut black, &mut white).choose(game, moves);
    with_kernel!(|kernel| play_on(kernel, game, &mut (), is_over, choose, |(), _| ()))
}

/// Plays a game on from where it stands, by something that learns while it plays, unless it has to be broken off. It
/// chooses moves as it is, and changes only when it is shown the move that was made. Whoever calls it has chosen the
/// kernel, so that playing and learning are compiled as one.
#[inline(always)]
pub fn play_observed<K: Kernel, L: ?Sized>(
    kernel: K,
    is_over: impl Fn() -> bool,
    game: Game,
    learner: &mut L,
    choose: impl FnMut(&L, &Game, Moves) -> Result<Choice, Forfeit>,
    observe: impl FnMut(&mut L, &Step),
) -> Option<Played> {
    play_on(kernel, game, learner, is_over, choose, observe)
}

fn begin<const COUNT: usize>(seats: [&mut Seat<'_>; COUNT]) {
    seats.into_iter().for_each(|seat| seat.player.begin());
}

/// Whose turn it is.
#[inline(always)]
fn seat_of<'s, 'a>(game: &Game, black: &'s mut Seat<'a>, white: &'s mut Seat<'a>) -> &'s mut Seat<'a> {
    if game.board().mover == Color::Black { black } else { white }
}

/// Plays a game and keeps all its steps.
fn recorded(game: Game, mut choose: impl FnMut(&Game, Moves) -> Result<Choice, Forfeit>) -> Trajectory {
    let mut steps = Vec::with_capacity(game.board().position.empties().count() as usize);
    let choose = |_: &Vec<Step>, game: &Game, moves| choose(game, moves);
    let observe = |steps: &mut Vec<Step>, step: &Step| steps.push(*step);
    let played = with_kernel!(|kernel| play_on(kernel, game, &mut steps, || false, choose, observe));
    let Played { game, ending } = played.expect("nothing breaks it off");
    Trajectory { game, steps, ending }
}

/// The loop, until the game ends or is broken off. Whoever chooses sees what the observer keeps and cannot change it.
#[inline(always)]
fn play_on<K: Kernel, O: ?Sized>(
    kernel: K,
    mut game: Game,
    observer: &mut O,
    is_over: impl Fn() -> bool,
    mut choose: impl FnMut(&O, &Game, Moves) -> Result<Choice, Forfeit>,
    mut observe: impl FnMut(&mut O, &Step),
) -> Option<Played> {
    let ending = loop {
        let board = game.board();
        match kernel.turn(board.position) {
            Turn::Over(tally) => break Ending::Counted(board.mover.signed(tally)),
            Turn::Pass => game.pass_forced(),
            Turn::Play(_) if is_over() => return None,
            Turn::Play(moves) => match choose(observer, &game, moves) {
                Ok(choice) => {
                    game.place_with(kernel, choice.placement);
                    observe(observer, &Step { board, choice });
                }
                Err(forfeit) => break Ending::Forfeited { by: board.mover, reason: forfeit.reason },
            },
        }
    };
    Some(Played { game, ending })
}
