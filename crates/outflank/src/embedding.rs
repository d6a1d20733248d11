//! What the Python package shares with the commands, so that both tell the same numbers in the same words.
//!
//! The package lets players meet by itself, because Python functions may be among them; what the games come to is
//! counted and written down here.

use outflank_arena::{Contest, Entrant, RoundRobin, Standing};
use outflank_lab::ladder::Place;
use outflank_rules::GameRecord;
use serde::Serialize;

use crate::commands::{LeagueReport, MatchReport, Met, Placed};
use crate::contests::{ContestPlan, Openings};
pub use crate::data::PROGRAM;
use crate::report::Report;

/// A result as the program tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// As `--json` prints it.
    pub json: String,
    /// As people read it.
    pub text: String,
}

impl Told {
    fn of(report: &impl Report) -> Self {
        let mut text = Vec::new();
        report.write(&mut text).expect("memory takes everything");
        Self { json: json(report), text: String::from_utf8_lossy(&text).into_owned() }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers")
}

/// Where the games of a contest start, as `--openings` has it: the list for so many pairs, empty for the usual start.
pub fn openings(text: &str, pairs: u64, seed: u64) -> Result<Vec<GameRecord>, String> {
    text.parse::<Openings>()?.list(pairs, seed).map_err(|error| error.to_string())
}

/// What a match came to. The openings are told by the text that chose them.
pub fn match_told(contest: &Contest<'_>, standing: &Standing, openings: &str, epsilon: Option<f64>) -> Told {
    let players = [contest.first, contest.second].map(Clone::clone);
    let plan = plan("match", &players, contest.pairs, contest.seed, openings, epsilon);
    Told::of(&MatchReport::new(contest, standing, &plan))
}

/// What a league came to: who met whom, by their numbers, and how it stands between them.
pub fn league_told(
    league: &RoundRobin<'_>,
    met: &[((usize, usize), Standing)],
    openings: &str,
    epsilon: Option<f64>,
) -> Result<Told, String> {
    let name = |player: usize| league.players[player].name().to_owned();
    let met: Vec<Met> = met
        .iter()
        .map(|((first, second), standing)| Met {
            first: name(*first),
            second: name(*second),
            standing: standing.clone(),
        })
        .collect();
    let plan = plan("league", league.players, league.pairs, league.seed, openings, epsilon);
    let report = LeagueReport::new(&plan, &met, league.openings.len());
    report.map(|report| Told::of(&report)).map_err(|error| format!("{error:#}"))
}

/// Where a player stands on the ladder.
pub fn place_told(player: &Entrant, place: &Place) -> Told {
    let placed = Placed::new(player.name(), place, None);
    let mut text = Vec::new();
    placed.write(&mut text).expect("memory takes everything");
    Told { json: json(&placed), text: String::from_utf8_lossy(&text).into_owned() }
}

fn plan(
    command: &str,
    players: &[Entrant],
    pairs: u64,
    seed: u64,
    openings: &str,
    epsilon: Option<f64>,
) -> ContestPlan {
    ContestPlan {
        command: command.to_owned(),
        players: players.iter().map(|player| player.name().to_owned()).collect(),
        identities: players.iter().map(|player| player.identity().to_string()).collect(),
        pairs,
        seed,
        openings: openings
            .parse::<Openings>()
            .map_or_else(|_| openings.to_owned(), |known| known.to_string()),
        epsilon,
        clock: None,
        time: None,
        sprt: None,
        program: PROGRAM.to_owned(),
    }
}
