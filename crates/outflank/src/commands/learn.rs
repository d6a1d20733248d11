//! `outflank learn`: train a system, or resume a run.

mod bar;
mod beginning;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use outflank_arena::Style;
use outflank_arena::statistics::Interval;
use outflank_lab::ladder::Ladder;
use outflank_lab::league::LeagueScore;
use outflank_lab::recipes::{self, Change};
use outflank_lab::{Cadence, Ending, LeaguePlan, NewRun, RunId, Store, StoreError, Training, TrainingError};
use outflank_learn::{Learner, Model, Recipe};
use serde::Serialize;

use super::runs::PrintedScore;
use crate::data::{Data, PROGRAM};
use crate::failure::{Interrupted, WrongInput};
use crate::interrupt;
use crate::report::{Format, Report};
use crate::threads::Threads;
use crate::writing::Force;
use bar::Bar;
use beginning::Before;

/// Train a learning system, or resume a run
///
/// The result depends only on the recipe and the random seed. A run can be stopped with Ctrl-C, or killed, at any time;
/// --resume continues it to the same result. At the end the player is rated on the ladder, for at most one second of the
/// processor.
///
/// Train a player file further, and write it back:
/// `outflank learn winmeasure --from table.player --set games=5000 --save table.player`
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
A recipe is a TOML file with system = \"td\" and any of the keys of that system. Omitted keys use their defaults. \
`outflank learn SYSTEM --print-recipe` prints all keys, and `outflank show RUN` prints the recipe of a run.

JSON fields:
  run          the name of the run
  state        \"finished\", or \"interrupted\" with exit code 130
  lessons      lessons learned
  games        games played
  cpu_seconds  the processor time they took, since the run began
  saved        the player file that was written with --save, or null
  rating       the player on the ladder, where random play is 0:
               {\"elo\": 297.1, \"elo_interval\": [267.5, 326.2], \"distinct_games\": 640}; null for a run that was
               interrupted, or with --no-rating
  untrained    the same for the player before its first game
  league       the last score against swh, both at 1 ply with 10 % random moves:
               {\"score\": 0.5, \"low\": 0.4, \"high\": 0.6}, with its 95 % interval, or null")]
pub struct Arguments {
    #[arg(help = format!("Learning system: {}", Recipe::SYSTEMS.join(", ")), required_unless_present_any = ["resume", "recipe", "from"])]
    system: Option<String>,
    /// The recipe, a TOML file
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Change a key of the recipe; can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<Change>,
    /// Print the recipe with an explanation of each key, and do not train
    #[arg(long, conflicts_with = "resume")]
    print_recipe: bool,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Name of the run [default: a generated name such as td-7f3k]
    #[arg(long)]
    name: Option<RunId>,
    /// Start from this run or player file [default recipe: its own]
    #[arg(long, value_name = "PLAYER")]
    from: Option<String>,
    /// Learn from recorded games first: one game per line, as transcripts or as `match --games-to` writes them
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Write the player to this file at the end, also after Ctrl-C; the file of --from is overwritten, another existing
    /// file only with --force or after a question
    #[arg(long, value_name = "FILE.player")]
    save: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Resume this run
    #[arg(long, value_name = "RUN", conflicts_with_all = ["recipe", "set", "seed", "name", "from", "games", "league_every", "league_pairs"])]
    resume: Option<String>,
    /// Iterations between checkpoints, or a time as in 30s or 5m [default: 10s, and at 1000, 2000, … 10000, 20000, …
    /// iterations]
    #[arg(long, value_name = "N|TIME", value_parser = cadence)]
    checkpoint_every: Option<Cadence>,
    /// Iterations between two measurements against swh, 0 for none [default: a tenth of all]
    #[arg(long, value_name = "N")]
    league_every: Option<u64>,
    /// Pairs of games per measurement
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    league_pairs: u64,
    /// Do not rate the player at the end
    #[arg(long)]
    no_rating: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

fn cadence(text: &str) -> Result<Cadence, String> {
    let time = |number: &str, seconds: f64| {
        let number: f64 = number.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok().map(Cadence::Time)
    };
    let read = match (text.strip_suffix('s'), text.strip_suffix('m')) {
        (Some(number), _) => time(number, 1.0),
        (_, Some(number)) => time(number, 60.0),
        _ => text.parse().ok().filter(|&lessons| lessons > 0).map(Cadence::Lessons),
    };
    read.ok_or_else(|| "expected lessons as in 1000, or a time as in 30s or 5m".to_owned())
}

/// The longest recipe that is read, in bytes.
const LONGEST_RECIPE: u64 = 1 << 20;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let stop = interrupt::flag();
    // The recipe first, and what the run begins with: a mistake there should leave no trace in the store.
    let before = arguments.from.as_deref().map(|name| Before::find(&arguments.data, name)).transpose()?;
    let new = match arguments.resume {
        Some(_) => None,
        None => Some(new_run(&arguments, before.as_ref())?),
    };
    if let (true, Some((new, _))) = (arguments.print_recipe, &new) {
        print!("{}", recipes::write_explained(&new.recipe));
        return Ok(());
    }
    let target = arguments
        .save
        .as_deref()
        .map(|path| beginning::target(path, arguments.from.as_deref(), arguments.force.existing()));
    let target = target.transpose()?;
    let store = arguments.data.open()?;
    let training = training(&arguments, new, &store).map_err(as_input_or_failure)?;
    let run = training.run().id.to_string();
    let threads = arguments.threads.count();
    let again = format!("outflank learn --resume {run}{}", arguments.data.words());

    // A resumed run is past its start: the first checkpoint has that, if it was made.
    let start = arguments.resume.is_none().then(|| training.learner().model());
    let mut bar = Bar::new(&run, training.learner());
    let ended =
        training.learn(arguments.checkpoint_every.unwrap_or(Cadence::Usual), threads, stop, |progress| {
            bar.show(progress);
        });
    bar.finish();
    let (ending, _) = ended.map_err(|error| anyhow!("{error}; resume with {again}"))?;

    let run = store.run(&run)?.context("the run has vanished from the store")?;
    if let Some(target) = &target {
        let games_before = before.as_ref().map_or(0, Before::games);
        beginning::save(&arguments.data, run.id.as_str(), games_before, target)?;
    }
    let league = store.curves(&run.id)?.iter().rev().find_map(LeagueScore::of_point);
    let [untrained, rating] = match ending {
        Ending::Finished if !arguments.no_rating => ratings(&arguments.data, run.id.as_str(), start, threads),
        _ => [None, None],
    };
    arguments.format.print(&Learned {
        run: run.id.to_string(),
        state: if ending == Ending::Finished { "finished" } else { "interrupted" },
        lessons: run.lessons,
        games: run.games,
        cpu_seconds: run.cpu_seconds,
        saved: arguments.save.map(|path| path.display().to_string()),
        rating,
        untrained,
        league: league.map(PrintedScore::from),
        start: if before.is_some() { "at start" } else { "untrained" },
        again,
    })?;
    if ending == Ending::Finished { Ok(()) } else { Err(Interrupted.into()) }
}

/// Seconds of the processor for one rating. There are two.
const RATING_SECONDS: f64 = 0.45;

/// The ratings of a run before its first game and at its end; nothing where the ladder cannot be played.
fn ratings(data: &Data, run: &str, start: Option<Model>, threads: usize) -> [Option<PrintedRating>; 2] {
    let ladder = Ladder::standard();
    let Ok(anchors) = ladder.players() else { return [None, None] };
    let untrained = match start {
        Some(model) => model.entrant(run, &Style::default()).ok(),
        None => data.entrant(&format!("{run}@0"), None).ok(),
    };
    [untrained, data.entrant(run, None).ok()].map(|player| {
        let place =
            ladder.place_in_seconds(&player?, &anchors, RATING_SECONDS, threads, interrupt::flag())?;
        let estimate = place.estimate?;
        let Interval { low, high } = estimate.interval;
        Some(PrintedRating { elo: estimate.elo, elo_interval: [low, high], distinct_games: place.games().1 })
    })
}

/// The run that the arguments ask for, and what it begins with.
fn new_run(
    arguments: &Arguments,
    before: Option<&Before>,
) -> anyhow::Result<(NewRun, Option<Box<dyn Learner>>)> {
    let system = match (&arguments.system, before) {
        (Some(system), _) => Some(system.as_str()),
        (None, Some(before)) => Some(before.system()),
        (None, None) => None,
    };
    let own_recipe = match (before, system) {
        (Some(before), Some(system)) => Some(before.recipe(system)?),
        _ => None,
    };
    let text = match &arguments.recipe {
        Some(path) => outflank_lab::read_text_file(path, LONGEST_RECIPE)
            .map_err(|error| WrongInput::new(format!("the recipe {}: {error}", path.display())))?,
        None => own_recipe.unwrap_or_default().to_owned(),
    };
    let read = match system {
        Some(system) => recipes::read(system, &text, &arguments.set),
        None => recipes::read_named(&text, &arguments.set),
    };
    let recipe = read.map_err(|error| {
        WrongInput::new(match &arguments.recipe {
            Some(path) => format!("the recipe {}: {error}", path.display()),
            None => error.to_string(),
        })
    })?;
    let every = arguments.league_every.unwrap_or_else(|| a_tenth(&recipe));
    let league = (every > 0).then_some(LeaguePlan { every, pairs: arguments.league_pairs });
    let new = NewRun { recipe, seed: arguments.seed, program: PROGRAM.to_owned(), league };
    let games = arguments.games.as_deref().map(beginning::games).transpose()?.unwrap_or_default();
    let learner = beginning::learner(&new, before, &games)?;
    Ok((new, learner))
}

fn a_tenth(recipe: &Recipe) -> u64 {
    (recipe.lessons() / 10).max(1)
}

fn training<'a>(
    arguments: &Arguments,
    new: Option<(NewRun, Option<Box<dyn Learner>>)>,
    store: &'a Store,
) -> Result<Training<'a>, TrainingError> {
    match (new, &arguments.resume) {
        (Some((new, None)), _) => Training::start(store, arguments.name.clone(), &new),
        (Some((new, Some(learner))), _) => {
            Training::start_prepared(store, arguments.name.clone(), &new, learner.as_ref())
        }
        (None, name) => Training::resume(store, name.as_deref().unwrap_or_default()),
    }
}

fn as_input_or_failure(error: TrainingError) -> anyhow::Error {
    match error {
        TrainingError::Taken { .. } | TrainingError::Store(StoreError::NoRun { .. }) => {
            WrongInput::new(error).into()
        }
        error => error.into(),
    }
}

/// What became of the run.
#[derive(Debug, Serialize)]
struct Learned {
    run: String,
    state: &'static str,
    lessons: u64,
    games: u64,
    cpu_seconds: f64,
    saved: Option<String>,
    rating: Option<PrintedRating>,
    untrained: Option<PrintedRating>,
    league: Option<PrintedScore>,
    /// The name of the player before its first game.
    #[serde(skip)]
    start: &'static str,
    #[serde(skip)]
    again: String,
}

impl Report for Learned {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { run, state, games, cpu_seconds, saved, rating, untrained, start, again, .. } = self;
        writeln!(out, "{run} {state} after {games} games and {cpu_seconds:.1} CPU seconds")?;
        if let Some(rating) = rating {
            writeln!(out, "rating     {rating}")?;
        }
        if let Some(untrained) = untrained {
            writeln!(out, "{start:<9}  {untrained}")?;
        }
        if let Some(path) = saved {
            writeln!(out, "saved as {path}")?;
        }
        match *state {
            "interrupted" => writeln!(out, "resume with {again}"),
            _ => writeln!(out, "next       outflank show {run}, or outflank match {run} swh"),
        }
    }
}

/// A rating on the ladder.
#[derive(Debug, Serialize)]
struct PrintedRating {
    elo: f64,
    elo_interval: [f64; 2],
    distinct_games: u64,
}

impl fmt::Display for PrintedRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo, elo_interval: [low, high], distinct_games } = self;
        write!(f, "{elo:+.0} Elo, 95 % interval {low:+.0} to {high:+.0}, {distinct_games} distinct games")
    }
}
