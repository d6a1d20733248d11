//! `outflank ladder`: where a player stands on the one scale.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::bail;
use comfy_table::CellAlignment;
use outflank_arena::statistics::{Interval, ScoreSheet, score_from_elo};
use outflank_arena::{Entrant, seconds_worked};
use outflank_lab::ladder::{Anchor, Ladder, Measuring, Place, PlaceEnd, Placing};
use serde::Serialize;

use crate::contests::{LibraryWriter, Timing, TimingChoice, elo, from_to, games, per_cent, players_help};
use crate::data::{Data, PROGRAM};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::progress;
use crate::report::{Format, Report, plain_table, print};
use crate::threads::Threads;

/// Place players on the scale of fixed anchors, from random at 0 to the strongest
///
/// A player meets the anchors whose games against it are the least certain, from drawn openings, until its 95 % interval
/// is narrow enough or the time is up. The ratings of the anchors come with the program; without a player they
/// are listed. Games are decided by the seed, so that the same player gets the same place, unless time runs out.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// Who is placed
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// How far the 95 % interval may reach to both sides, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 30.0, value_parser = reach)]
    within: f64,
    /// The most minutes for each player
    #[arg(long, value_name = "MINUTES", default_value_t = 10.0, value_parser = minutes)]
    limit: f64,
    /// Place the players one after the other as further anchors, each an opponent of the next, and print the file that
    /// the ladder is kept in
    #[arg(long, requires = "players", conflicts_with = "json")]
    add: bool,
    /// Measure anchors anew, those of the ladder or the players that are named, the weakest first, and print the file
    /// that the ladder is kept in
    #[arg(long, conflicts_with_all = ["add", "json", "within", "limit"])]
    measure: bool,
    /// Pairs of games between two anchors, when they are measured
    #[arg(long, value_name = "N", default_value_t = 300, requires = "measure",
          value_parser = clap::value_parser!(u64).range(10..=10_000))]
    pairs: u64,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Leave the games out of the library
    #[arg(long, conflicts_with = "measure")]
    no_library: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    timing: TimingChoice,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields. Two equal runs print equal bytes, unless time ran out:
  anchors   the scale, the weakest first:
    player, content, style
                  its name, and what it was when it was measured
    elo, reach    its rating, and how far its 95 % interval reaches to both sides
    games         different games that the rating rests on
    milliseconds  of the processor for one of them
  players   in the order in which they were named:
    player        the name
    elo           its rating; null if nothing was played
    elo_interval  95 %: [low, high], the anchors taken as they are
    scatter       how far the ratings that single opponents suggest lie apart beyond chance, in Elo; null if unknown
    ended         \"reached\", \"time is up\", \"exhausted\", \"given up\" or \"stopped\"
    games, distinct_games
    opponents     whom it met: [{\"player\", \"elo\", \"games\", \"distinct_games\", \"score\", \"expected\"}, …]
    timing        only with --timing: {\"seconds\": 1.5, \"games_per_second\": 700, \"threads\": 2}
  seed
  program   the version and commit that played";

fn reach(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo| (1.0..=1000.0).contains(elo));
    elo.ok_or_else(|| "expected a reach in Elo from 1 to 1000".to_owned())
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.001..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "expected minutes, as in 10 or 0.5".to_owned())
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let stop = interrupt::flag();
    let (seed, threads) = (arguments.seed, arguments.threads.count());
    let entrants = |names: &[String]| -> anyhow::Result<Vec<Entrant>> {
        names.iter().map(|name| arguments.data.entrant(name, None)).collect()
    };
    let mut ladder = Ladder::standard().clone();
    let names: Vec<String> = ladder.anchors.iter().map(|anchor| anchor.player.clone()).collect();
    if arguments.measure {
        let players = if arguments.players.is_empty() { names } else { arguments.players.clone() };
        let how = Measuring { pairs: arguments.pairs, seed, threads };
        return measure(&entrants(&players)?, how);
    }
    // All players are made before any game: one that is not there is found out first.
    let players = entrants(&arguments.players)?;
    let mut anchors = if players.is_empty() { Vec::new() } else { entrants(&names)? };
    ladder.check(&anchors)?;
    let limit = Duration::from_secs_f64(arguments.limit * 60.0);
    let how = Placing { within: arguments.within, limit, seed, threads };
    let mut placed = Vec::new();
    let (mut is_stopped, mut given_up) = (false, None);
    let mut library = (!arguments.no_library).then(|| LibraryWriter::new("Ladder", arguments.data.clone()));
    for player in &players {
        let (began, worked) = (Instant::now(), seconds_worked());
        let bar = progress::bar(0, "{spinner} {msg}  {elapsed}");
        bar.enable_steady_tick(Duration::from_millis(200));
        let tell = |place: &Place| {
            if let Some(estimate) = place.estimate {
                let range = from_to(estimate.interval, elo);
                bar.set_message(format!("{}: {} ({range})", player.name(), elo(estimate.elo)));
            }
        };
        let place = ladder.place_with_games(player, &anchors, &how, stop, tell, |anchor, pair| {
            if let Some(library) = &mut library {
                library.add(player, anchor, pair);
            }
        });
        bar.finish_and_clear();
        let times = Timing::new(place.games().0, began.elapsed(), threads);
        times.tell(place.games().0);
        placed.push(Placed::new(player.name(), &place, arguments.timing.of(times)));
        match place.ended {
            PlaceEnd::Stopped => is_stopped = true,
            PlaceEnd::GivenUp => given_up = Some(player.name()),
            _ => {}
        }
        if is_stopped {
            break;
        }
        if arguments.add {
            let cost = (seconds_worked() - worked) * 1000.0 / place.games().0.max(1) as f64;
            let within = arguments.within;
            let command = format!("outflank ladder --add {} --within {within} --seed {seed}", player.name());
            ladder = ladder.add(player, &place, cost, &command, PROGRAM);
            let order = |one: &Entrant| ladder.anchors.iter().position(|anchor| anchor.is(one.identity()));
            anchors.retain(|known| known.name() != player.name());
            anchors.push(player.clone());
            anchors.sort_by_key(order);
        }
    }
    if let Some(library) = &mut library {
        library.flush();
    }
    match (arguments.add, is_stopped) {
        (true, false) => print(ladder.to_text().as_bytes())?,
        (true, true) => {}
        (false, _) => {
            let report = LadderReport { anchors: ladder.anchors, players: placed, seed, program: PROGRAM };
            arguments.format.print(&report)?;
        }
    }
    match given_up {
        _ if is_stopped => Err(Interrupted.into()),
        Some(player) => bail!("{player} failed too often: its placing was broken off"),
        None => Ok(()),
    }
}

/// Measures anchors, and prints their file.
fn measure(players: &[Entrant], how: Measuring) -> anyhow::Result<()> {
    let bar = progress::bar(0, "{spinner} {msg}  {elapsed}");
    bar.enable_steady_tick(Duration::from_millis(200));
    let told = |one: &str, other: &str| bar.set_message(format!("{one} – {other}"));
    let measured = Ladder::measure(players, how, PROGRAM, interrupt::flag(), told)?;
    bar.finish_and_clear();
    match measured {
        Some(measured) => print(measured.to_text().as_bytes()),
        None => Err(Interrupted.into()),
    }
}

/// The scale and who was placed on it.
#[derive(Debug, Serialize)]
struct LadderReport {
    anchors: Vec<Anchor>,
    players: Vec<Placed>,
    seed: u64,
    program: &'static str,
}

/// One player on it.
#[derive(Debug, Serialize)]
pub struct Placed {
    player: String,
    elo: Option<f64>,
    elo_interval: [f64; 2],
    scatter: Option<f64>,
    ended: &'static str,
    games: u64,
    distinct_games: u64,
    opponents: Vec<Opponent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
}

/// An anchor that it met.
#[derive(Debug, Serialize)]
struct Opponent {
    player: String,
    elo: f64,
    games: u64,
    distinct_games: u64,
    score: Option<f64>,
    expected: Option<f64>,
}

impl Placed {
    pub fn new(player: &str, place: &Place, timing: Option<Timing>) -> Self {
        let (games, distinct_games) = place.games();
        let opponents = place.met.iter().map(|met| Opponent {
            player: met.anchor.player.clone(),
            elo: met.anchor.elo,
            games: 2 * met.standing.pairs.units(),
            distinct_games: met.standing.distinct_games(),
            score: met.standing.distinct.score(),
            expected: place.estimate.map(|estimate| score_from_elo(estimate.elo - met.anchor.elo)),
        });
        Self {
            player: player.to_owned(),
            elo: place.estimate.map(|estimate| estimate.elo),
            elo_interval: place.estimate.map_or([f64::NEG_INFINITY, f64::INFINITY], |estimate| {
                [estimate.interval.low, estimate.interval.high]
            }),
            scatter: place.scatter(),
            ended: match place.ended {
                PlaceEnd::Reached => "reached",
                PlaceEnd::TimeUp => "time is up",
                PlaceEnd::Exhausted => "exhausted",
                PlaceEnd::GivenUp => "given up",
                PlaceEnd::Stopped => "stopped",
            },
            games,
            distinct_games,
            opponents: opponents.collect(),
            timing,
        }
    }
}

impl Report for LadderReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.players.is_empty() {
            let mut table = plain_table();
            table.set_header(["player", "Elo", "95 % ±", "games"]);
            for anchor in self.anchors.iter().rev() {
                let Anchor { player, reach, games, .. } = anchor;
                table.add_row([player.clone(), elo(anchor.elo), format!("{reach:.1}"), games.to_string()]);
            }
            return write_table(out, table);
        }
        for (index, placed) in self.players.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            placed.write(out)?;
        }
        Ok(())
    }
}

impl Placed {
    /// Writes the place for people, all lines ended.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(rating) = self.elo else { return writeln!(out, "{}: no games", self.player) };
        let [low, high] = self.elo_interval;
        let range = from_to(Interval { low, high }, elo);
        writeln!(out, "{}: {} Elo, 95 % interval {range}; random is 0\n", self.player, elo(rating))?;
        let mut table = plain_table();
        table.set_header(["against", "Elo", "games", "different", "score", "expected"]);
        let share = |score: Option<f64>| score.map_or_else(|| "–".to_owned(), per_cent);
        for met in &self.opponents {
            table.add_row([
                met.player.clone(),
                elo(met.elo),
                met.games.to_string(),
                met.distinct_games.to_string(),
                share(met.score),
                share(met.expected),
            ]);
        }
        write_table(out, table)?;
        writeln!(out, "\nplayed    {}, {} different", games(self.games), self.distinct_games)?;
        if let Some(scatter) = self.scatter.filter(|scatter| *scatter >= 0.5) {
            writeln!(
                out,
                "scatter   {scatter:.0} Elo from opponent to opponent, beyond chance: other opponents may say otherwise by as much"
            )?;
        }
        writeln!(out, "ended     {}", self.ended)
    }
}

/// A table with numbers to the right.
fn write_table(out: &mut impl Write, mut table: comfy_table::Table) -> io::Result<()> {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
