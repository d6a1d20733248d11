//! The conditions that players meet under, as options of a command line.

use std::path::PathBuf;

use outflank_arena::{Entrant, TimeControl};
use outflank_rules::GameRecord;
use serde::{Deserialize, Serialize};

use super::{LibraryWriter, Openings, Record};
use crate::data::{Data, PROGRAM};
use crate::failure::WrongInput;
use crate::threads::Threads;

/// How many games two players play.
#[derive(Debug, clap::Args)]
pub struct Amount {
    /// How many games, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", conflicts_with = "pairs", allow_negative_numbers = true, value_parser = even)]
    games: Option<u64>,
    /// How many pairs of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = pairs)]
    pairs: Option<u64>,
}

/// More than anyone waits for, and far from any overflow.
const MOST_PAIRS: u64 = 1_000_000_000_000;

fn even(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| *games >= 2 && games % 2 == 0 && games / 2 <= MOST_PAIRS);
    games.ok_or_else(|| "games come in pairs: expected an even number, 2 or more, in digits only".to_owned())
}

fn pairs(text: &str) -> Result<u64, String> {
    let pairs = text.parse().ok().filter(|pairs| (1..=MOST_PAIRS).contains(pairs));
    pairs.ok_or_else(|| "expected a whole number, 1 or more, in digits only".to_owned())
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
    seed: u64,
    /// Where games start, each opening with both colours: drawn (after 7 random plies, or drawn:PLIES), balanced (after
    /// 8 random plies that leave neither side ahead, by a search), named (the openings that have a name), start (the
    /// usual start), or a file with a transcript or board a line, or a book; around again when they are used up
    #[arg(long, value_name = "drawn|balanced|named|start|FILE", default_value = "drawn")]
    openings: Openings,
    /// Replace moves by random ones with this probability, for all players
    #[arg(long, value_name = "E", value_parser = probability)]
    epsilon: Option<f64>,
    /// Seconds on each player's clock for a game and, after a plus, for each move, as in 60+1; who uses more
    /// forfeits
    #[arg(long, value_name = "SECONDS[+SECONDS]")]
    clock: Option<TimeControl>,
    /// Seconds for each move; who uses more forfeits
    #[arg(long, value_name = "SECONDS", conflicts_with = "clock")]
    time: Option<String>,
    /// Write the games to a new file, one a line: Black, White, Black's margin or who forfeited, the moves,
    /// with tabs between
    #[arg(long, value_name = "FILE")]
    games_to: Option<PathBuf>,
    /// Go on with the contest whose games are in this file, written by --games-to
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games_to", "games", "pairs", "seed", "openings", "epsilon", "clock", "time"])]
    resume: Option<PathBuf>,
    /// Write the games to a new file as PGN, for rating programs
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Leave the games out of the library, which else keeps the first 10,000 of them
    #[arg(long)]
    no_library: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a probability from 0 to 1".to_owned())
}

/// All that decides the games of a contest, as it stands at the head of their file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestPlan {
    /// The command that plays it.
    pub command: String,
    pub players: Vec<String>,
    /// What the players are, whatever they are called: what they know, by its hash, and how they play.
    pub identities: Vec<String>,
    pub pairs: u64,
    pub seed: u64,
    pub openings: String,
    pub epsilon: Option<f64>,
    pub clock: Option<String>,
    pub time: Option<String>,
    pub sprt: Option<[f64; 2]>,
    pub program: String,
}

/// A contest that is about to begin or to go on.
pub struct Prepared {
    pub plan: ContestPlan,
    pub players: Vec<Entrant>,
    pub openings: Vec<GameRecord>,
    pub threads: usize,
    /// Where its games go.
    pub record: Record,
}

impl Conditions {
    /// The contest that the command line asks for, or the one of the file that it names. Players are made before any
    /// file: one that is not there leaves no trace.
    pub fn prepare(
        &self,
        command: &str,
        players: Vec<String>,
        pairs: u64,
        sprt: Option<[f64; 2]>,
    ) -> anyhow::Result<Prepared> {
        let mut plan = match &self.resume {
            Some(path) => Record::plan_of(path, command)?,
            None => ContestPlan {
                command: command.to_owned(),
                players,
                identities: Vec::new(),
                pairs,
                seed: self.seed,
                openings: self.openings.to_string(),
                epsilon: self.epsilon,
                clock: self.clock.map(|clock| clock.to_string()),
                time: self.time.clone(),
                sprt,
                program: PROGRAM.to_owned(),
            },
        };
        let control = match (&plan.clock, &plan.time) {
            (Some(clock), _) => Some(clock.parse::<TimeControl>().map_err(WrongInput::new)?),
            (None, Some(time)) => Some(TimeControl::for_each_move(time).map_err(WrongInput::new)?),
            (None, None) => None,
        };
        let openings: Openings = plan.openings.parse().map_err(WrongInput::new)?;
        let openings = openings.list(plan.pairs, plan.seed)?;
        let player = |name: &String| -> anyhow::Result<Entrant> {
            let player = self.data.entrant(name, plan.epsilon)?;
            Ok(control.map_or_else(|| player.clone(), |control| player.with_clock(control)))
        };
        let players: Vec<Entrant> = plan.players.iter().map(player).collect::<Result<_, _>>()?;
        let identities: Vec<String> = players.iter().map(|player| player.identity().to_string()).collect();
        if let Some(path) = &self.resume {
            let other = players
                .iter()
                .enumerate()
                .find(|(seat, _)| plan.identities.get(*seat) != identities.get(*seat));
            if let Some((_, player)) = other {
                return Err(WrongInput::new(format_args!(
                    "{}: “{}” is another player by now, and the contest cannot go on to the same games",
                    path.display(),
                    player.name()
                ))
                .into());
            }
        }
        plan.identities = identities;
        let mut record = match &self.resume {
            Some(path) => Record::go_on(path, self.pgn.as_deref(), &plan, &openings)?,
            None => Record::begin(self.games_to.as_deref(), self.pgn.as_deref(), &plan)?,
        };
        if !self.no_library {
            let event = if command == "match" { "Match" } else { "League" };
            record.keep_in(LibraryWriter::new(event, self.data.clone()));
        }
        Ok(Prepared { plan, players, openings, threads: self.threads.count(), record })
    }

    /// The words that go on with a contest, where its games are kept.
    pub fn again(&self, command: &str) -> Option<String> {
        let path = self.resume.as_ref().or(self.games_to.as_ref())?;
        Some(format!("outflank {command} --resume {}{}", path.display(), self.data.words()))
    }
}
