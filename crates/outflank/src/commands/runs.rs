//! `outflank runs`: what there is.

use std::fmt;
use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use outflank_lab::league::LeagueScore;
use outflank_lab::{Entry, Moment, Run, Store};
use serde::Serialize;

use super::entries::Action;
use crate::data::Data;
use crate::report::{Format, Report};

/// List all runs, and rename, archive or delete them
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  data           the data folder, or null if there is none
  runs           the oldest first, each with:
    id             its name
    system         the system that learns
    state          \"running\", \"interrupted\" or \"finished\"
    lessons        lessons learned up to the last checkpoint
    lessons_total  lessons in all, or null where this version does not know the system
    games          games played
    cpu_seconds    the processor time they took
    seed           what names the streams of chance
    program        the version and commit that began it
    started        when, in UTC
    finished       when, or null
    league         the last score against swh, with its 95 % interval:
                   {\"score\": 0.5, \"low\": 0.4, \"high\": 0.6}, or null")]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    if let Some(action) = &arguments.action {
        let entry = |name: &str| Some(Entry::Run(name.to_owned()));
        return action.run(&arguments.data, &arguments.format, entry);
    }
    let runs = match arguments.data.open_existing()? {
        Some(store) => {
            let described = |run: &Run| RunLine::new(&store, run);
            store.runs()?.iter().map(described).collect::<Result<_, _>>()?
        }
        None => Vec::new(),
    };
    let data = arguments.data.folder().map(|folder| folder.path().display().to_string());
    arguments.format.print(&Runs { data, runs })
}

/// All runs.
#[derive(Debug, Serialize)]
struct Runs {
    data: Option<String>,
    runs: Vec<RunLine>,
}

/// What is to be said about a run in a line.
#[derive(Debug, Serialize)]
pub struct RunLine {
    pub id: String,
    pub system: String,
    pub state: String,
    pub lessons: u64,
    pub lessons_total: Option<u64>,
    pub games: u64,
    pub cpu_seconds: f64,
    pub seed: u64,
    pub program: String,
    pub started: String,
    pub finished: Option<String>,
    pub league: Option<PrintedScore>,
    /// Seconds since it was last heard of.
    #[serde(skip)]
    pub age: i64,
}

impl RunLine {
    /// Describes a run.
    pub fn new(store: &Store, run: &Run) -> anyhow::Result<Self> {
        let league = store.curves(&run.id)?.iter().rev().find_map(LeagueScore::of_point);
        Ok(Self {
            id: run.id.to_string(),
            system: run.system.clone(),
            state: run.state.to_string(),
            lessons: run.lessons,
            lessons_total: run.recipe().ok().map(|recipe| recipe.lessons()),
            games: run.games,
            cpu_seconds: run.cpu_seconds,
            seed: run.seed,
            program: run.program.clone(),
            started: run.started.to_string(),
            finished: run.finished.map(|moment| moment.to_string()),
            league: league.map(PrintedScore::from),
            age: Moment::now().seconds - run.last_heard.seconds,
        })
    }

    /// Lessons learned, of how many.
    pub fn lessons(&self) -> String {
        match self.lessons_total {
            Some(total) if total != self.lessons => format!("{} of {total}", self.lessons),
            _ => self.lessons.to_string(),
        }
    }
}

impl Report for Runs {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.runs.is_empty() {
            let place = self.data.as_deref().unwrap_or("any folder");
            return writeln!(out, "no runs in {place}; begin one with outflank learn td");
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["run", "system", "state", "lessons", "games", "League", "heard of"]);
        for run in &self.runs {
            let league = run.league.map(|score| score.to_string()).unwrap_or_default();
            let (lessons, games, heard) = (run.lessons(), run.games.to_string(), age(run.age));
            let words = [&run.id, &run.system, &run.state, &lessons, &games, &league, &heard];
            table.add_row(words);
        }
        for column in [3, 4] {
            table.column_mut(column).expect("there are seven").set_cell_alignment(CellAlignment::Right);
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim())?;
        }
        Ok(())
    }
}

/// How long ago, as one would say it.
fn age(seconds: i64) -> String {
    match seconds.max(0) {
        0..120 => format!("{} s ago", seconds.max(0)),
        120..7_200 => format!("{} min ago", seconds / 60),
        7_200..172_800 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

/// A score against the standard opponent, from 0 to 1, with its interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PrintedScore {
    score: f64,
    low: f64,
    high: f64,
}

impl From<LeagueScore> for PrintedScore {
    fn from(LeagueScore { score, interval }: LeagueScore) -> Self {
        Self { score, low: interval.low, high: interval.high }
    }
}

impl fmt::Display for PrintedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ({:.3}–{:.3})", self.score, self.low, self.high)
    }
}
