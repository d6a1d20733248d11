//! The conditions that players meet under, as options of a command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use outflank_arena::{Entrant, openings};
use outflank_rules::GameRecord;

use super::GamesFile;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;

/// How many games two players play.
#[derive(Debug, clap::Args)]
pub struct Amount {
    /// How many games, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = even)]
    games: Option<u64>,
    /// How many pairs of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_PAIRS))]
    pairs: Option<u64>,
}

/// More than anyone waits for, and far from any overflow.
const MOST_PAIRS: u64 = 1_000_000_000_000;

fn even(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| *games >= 2 && games % 2 == 0 && games / 2 <= MOST_PAIRS);
    games.ok_or_else(|| "games come in pairs: expected an even number, 2 or more".to_owned())
}

impl Amount {
    /// The pairs that were asked for.
    pub fn pairs_or(&self, usual: u64) -> u64 {
        self.pairs.or(self.games.map(|games| games / 2)).unwrap_or(usual)
    }
}

/// Everything else that games depend on.
#[derive(Debug, clap::Args)]
pub struct Conditions {
    /// What everything random follows from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Start from these openings, one transcript or board a line, each played with both colours; around
    /// again when they are used up
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Replace moves by random ones with this probability, for all players
    #[arg(long, value_name = "E", value_parser = probability)]
    pub epsilon: Option<f64>,
    /// Play so many games at a time; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Write the games to a new file, one a line: Black, White, Black's margin or who forfeited, the moves,
    /// with tabs between
    #[arg(long, value_name = "FILE")]
    games_to: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a probability from 0 to 1".to_owned())
}

/// So many threads, or as many as there are cores.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(all).get()
}

impl Conditions {
    /// The player that a text names, under these conditions.
    pub fn entrant(&self, text: &str) -> Result<Entrant, WrongInput> {
        self.data.entrant(text, self.epsilon)
    }

    /// How many games are played at a time.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// Where games start; nowhere in particular if the list is empty.
    pub fn openings(&self) -> anyhow::Result<Vec<GameRecord>> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let text = reading::text_file("the openings in ", path)?;
        let list = openings::read(&text);
        Ok(list.map_err(|error| WrongInput::new(format_args!("openings {}: {error}", path.display())))?)
    }

    /// Where games are kept, if they are.
    pub fn games_file(&self) -> anyhow::Result<GamesFile> {
        GamesFile::create(self.games_to.as_deref())
    }
}
