//! `outflank play`: a person against a player, in the terminal.

mod hint;
mod input;
mod request;
mod session;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_arena::games::GameLine;
use outflank_engine::Chance;
use outflank_lab::Pupil;
use outflank_rules::{Color, Game};

use crate::contests::{LibraryWriter, Lines, players_help};
use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;
use input::Input;
use session::{Ended, Session};

/// Play against a player yourself
///
/// Type a square such as f5 to play there. undo takes your last move back, hint says what a search would play,
/// moves what you may play; help lists everything. Ctrl-C or the end of the input leaves the game. Moves may be
/// piped in.
#[derive(Debug, clap::Args)]
#[command(after_long_help = players_help())]
pub struct Arguments {
    /// Who you play against
    #[arg(default_value = OPPONENT)]
    opponent: String,
    /// Your colour; Black begins
    #[arg(long, value_name = "COLOR", default_value = "black")]
    color: ColorChoice,
    /// Begin from a position or a transcript, as `outflank show` takes them
    #[arg(long, value_name = "POSITION|TRANSCRIPT", default_value = "", hide_default_value = true)]
    from: String,
    /// What everything random follows from; different every time if not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Add the finished game to a file, as `outflank match` writes them: Black, White, Black's margin, the moves
    #[arg(long, visible_alias = "games", value_name = "FILE")]
    games_to: Option<PathBuf>,
    /// Leave the finished game out of the library
    #[arg(long)]
    no_library: bool,
    /// Let the finished game teach the player, which must be a file of winmeasure; the file is written anew
    #[arg(long)]
    teach: bool,
    #[command(flatten)]
    data: Data,
}

/// Knows what a position is worth, looks one ply ahead and plays a tenth of its moves at random: who thinks can beat it.
const OPPONENT: &str = "outflank:level=1,epsilon=0.1";

/// What the person is called where games are kept.
const PERSON: &str = "human";

/// The colour that somebody asks for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ColorChoice {
    Black,
    White,
    /// One of them is drawn
    Random,
}

impl ColorChoice {
    fn color(self, seed: u64) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::Random => Color::BOTH[Chance::stream(seed, "color", 0).below(2) as usize],
        }
    }
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let opponent = arguments.data.entrant(&arguments.opponent, None)?;
    let pupil =
        arguments.teach.then(|| Pupil::find(&arguments.opponent)).transpose().map_err(WrongInput::new)?;
    let start = start(&arguments.from)?;
    let mut games = arguments.games_to.as_deref().map(Lines::append).transpose()?;
    let seed = arguments.seed.unwrap_or_else(seed_of_this_moment);
    let person = arguments.color.color(seed);

    let mut session = Session::new(start, person, &opponent, seed);
    match session.play(&mut Input::new())? {
        Ended::Finished(played) => {
            if let Some(pupil) = pupil {
                pupil.teach(&played.game, !person)?;
            }
            let names = (PERSON.to_owned(), opponent.name().to_owned());
            let (black, white) = if person == Color::Black { names } else { (names.1, names.0) };
            if !arguments.no_library {
                let mut library = LibraryWriter::new("Played here", arguments.data.clone());
                library.add_game(&black, &white, &played);
                library.flush();
            }
            if let Some(games) = &mut games {
                games.write(&format!("{}\n", GameLine { black, white, played }))?;
            }
        }
        Ended::Left => {}
    }
    games.as_mut().map_or(Ok(()), Lines::finish)
}

/// Where the game begins.
fn start(text: &str) -> Result<Game, WrongInput> {
    let game = reading::parse(text)?;
    match game.tally() {
        Some(_) => Err(WrongInput::new("this game is over: there is nothing left to play")),
        None => Ok(game),
    }
}

/// A seed that is another one next time.
fn seed_of_this_moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
