//! `outflank analyse`: games judged move by move.

mod summary;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, bail};
use outflank_lab::analysis::{Judge, Review};
use outflank_lab::{library, one_sentence};
use outflank_rules::formats::{AnnotatedGame, ReadError, Tag, read_one};
use outflank_rules::openings::Book;
use outflank_rules::{Color, Game};
use rayon::prelude::*;
use serde::Serialize;

use crate::data::Data;
use crate::failure::{Interrupted, WrongInput};
use crate::report::{Format, Report};
use crate::threads::Threads;
use crate::{interrupt, progress, reading};
use summary::Summary;

/// Judge games move by move: values in discs, what each move gave away, what would have been better
///
/// A value is the margin that is expected for the side that moved, in discs: exact near the end, before that by a search
/// of the engine or of another player, with its usual error (the root of the mean square): the engine's was measured on
/// solved positions, scores of others are turned into discs as their own games ended. Of more than one game a summary is made, by
/// phase, by opening and, with --who, for one player. Ctrl-C ends it with what was done.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  judge    who judged, with its depth
  games    one for each game: black, white, opening, margin (Black's, or null), losses {black, white} in discs,
           moves [{ply, side, move, value, error, origin, loss, quality, best, best_value, better}]
  summary  by phase, opening and side, where there is more than one game: games, moves, loss, mistakes; best_play:
           where the source says what best play comes to (WTHOR), how far off the judge was there, before it is exact
  stopped  whether Ctrl-C ended it before its time")]
pub struct Arguments {
    /// A file of games in any format, or one game as a transcript; - for either on standard input
    #[arg(required = true, value_name = "GAME|FILE")]
    games: Vec<String>,
    /// Who judges: a player that scores its moves, without a depth
    #[arg(long, value_name = "PLAYER", default_value = super::nboard::PLAYER)]
    player: String,
    /// How many plies it looks ahead, the move itself included [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: Option<u32>,
    /// From how many empty squares on values are exact
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact: u32,
    /// How long a position may take, in seconds: without --depth it is looked ahead as far as that goes, and with it an
    /// exact result may take so long [default: 5, with a depth]
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// In the summary, only the moves of this player: part of a name
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Judge so many games at most
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    limit: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct AnalysisReport {
    judge: String,
    games: Vec<JudgedGame>,
    summary: Option<Summary>,
    stopped: bool,
}

#[derive(Debug, Serialize)]
struct JudgedGame {
    black: Option<String>,
    white: Option<String>,
    opening: Option<String>,
    margin: Option<f64>,
    losses: Losses,
    moves: Vec<JudgedMove>,
    #[serde(skip)]
    best_play: Option<BestPlay>,
}

/// What a source says that best play would have come to, and what was expected where it begins: Black's margins.
#[derive(Clone, Copy, Debug)]
struct BestPlay {
    margin: f64,
    expected: f64,
}

impl BestPlay {
    fn new(game: &AnnotatedGame, moves: &[JudgedMove]) -> Option<Self> {
        let number = |tag| game.tags.get(&tag)?.parse::<u32>().ok();
        let (discs, from) = (number(Tag::BestDiscs)?, number(Tag::BestFrom)?);
        let next = moves.iter().find(|played| played.empties == from && played.origin != "exact")?;
        let expected = if next.side == "black" { next.best_value } else { -next.best_value };
        Some(Self { margin: 2.0 * f64::from(discs) - 64.0, expected })
    }
}

#[derive(Debug, Default, Serialize)]
struct Losses {
    black: f64,
    white: f64,
}

#[derive(Debug, Serialize)]
struct JudgedMove {
    ply: usize,
    side: &'static str,
    #[serde(rename = "move")]
    square: String,
    value: f64,
    error: f64,
    origin: String,
    loss: f64,
    quality: &'static str,
    best: String,
    best_value: f64,
    better: String,
    #[serde(skip)]
    empties: u32,
}

/// Plies that are looked ahead where neither they nor a time are given.
const DEPTH: u32 = 5;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let games = read(&arguments.games, arguments.limit)?;
    let patience = Some(arguments.time.unwrap_or(5.0)).filter(|time| (0.001..=86_400.0).contains(time));
    let patience = patience.ok_or_else(|| WrongInput::new("--time takes seconds from 0.001 to 86400"))?;
    let patience = Duration::from_secs_f64(patience);
    let (player, exact) = (arguments.player.as_str(), arguments.exact);
    let (judge, how) = match (arguments.depth, arguments.time) {
        (None, Some(seconds)) => {
            let judge = Judge::by_time(player, exact, patience, &arguments.data.registry());
            (judge, format!("{seconds} s a position"))
        }
        (depth, _) => {
            let depth = depth.unwrap_or(DEPTH);
            let judge = Judge::new(player, depth, exact, patience, &arguments.data.registry());
            (judge, format!("{depth} plies"))
        }
    };
    let judge = judge.map_err(WrongInput::new)?;
    let stop = interrupt::flag();
    let bar = progress::bar(games.len() as u64, "{wide_bar} {human_pos}/{human_len} games  {elapsed}");
    let threads = arguments.threads.count();
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let judged: Vec<Option<JudgedGame>> = pool.install(|| {
        let one = |game: &AnnotatedGame| {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let review = judge.analyst().review(game.game(), stop).map_err(WrongInput::new)?;
            bar.inc(1);
            Ok(Some(JudgedGame::new(game, &review)))
        };
        games.par_iter().map(one).collect::<Result<_, WrongInput>>()
    })?;
    bar.finish_and_clear();
    let games: Vec<JudgedGame> = judged.into_iter().flatten().collect();
    let summary =
        (games.len() > 1 || arguments.who.is_some()).then(|| Summary::new(&games, arguments.who.as_deref()));
    let stopped = stop.load(Ordering::Relaxed);
    arguments.format.print(&AnalysisReport {
        judge: format!("{player}, {how}, exact from {exact} empty squares"),
        games,
        summary,
        stopped,
    })?;
    if stopped { Err(Interrupted.into()) } else { Ok(()) }
}

/// The games that some words stand for: a file, or a game as it is typed.
fn read(words: &[String], limit: usize) -> anyhow::Result<Vec<AnnotatedGame>> {
    if let [word] = words
        && Path::new(word).is_file()
    {
        let file = library::open(Path::new(word), None).map_err(WrongInput::new)?;
        let mut games = Vec::new();
        for game in file.games {
            match game {
                Ok(game) => games.push(game),
                Err(ReadError::Format(error)) => eprintln!("{word}: {}", one_sentence(&error.to_string())),
                Err(ReadError::Stream(error)) => {
                    return Err(error).with_context(|| format!("cannot read {word}"));
                }
            }
            if games.len() == limit {
                break;
            }
        }
        if games.iter().all(|game| game.game().plies().is_empty()) {
            bail!(WrongInput::new(format!("there is no game with moves in {word}")));
        }
        return Ok(games);
    }
    let text = reading::list(words)?;
    let game = match read_one(&text) {
        Ok(game) => game,
        Err(_) => reading::parse(&text)?.into(),
    };
    if game.game().plies().is_empty() {
        bail!(WrongInput::new("there is no move to judge"));
    }
    Ok(vec![game])
}

impl JudgedGame {
    fn new(game: &AnnotatedGame, review: &Review) -> Self {
        let tag = |tag| game.tags.get(&tag).map(str::to_owned);
        let mut losses = Losses::default();
        let moves: Vec<JudgedMove> = review.moves.iter().map(JudgedMove::new).collect();
        for reviewed in &review.moves {
            match reviewed.judged.side {
                Color::Black => losses.black += reviewed.judged.loss(),
                Color::White => losses.white += reviewed.judged.loss(),
            }
        }
        Self {
            black: tag(Tag::Black),
            white: tag(Tag::White),
            opening: opening(game.game()).or_else(|| tag(Tag::Opening)),
            margin: game.margin(),
            losses,
            best_play: BestPlay::new(game, &moves),
            moves,
        }
    }
}

fn opening(game: &Game) -> Option<String> {
    Book::named().opening_of(game).map(|opening| opening.name().to_owned())
}

impl JudgedMove {
    fn new(reviewed: &outflank_lab::analysis::ReviewedMove) -> Self {
        let judged = &reviewed.judged;
        Self {
            ply: reviewed.ply + 1,
            side: if judged.side == Color::Black { "black" } else { "white" },
            square: judged.played.square.to_string(),
            value: judged.played.discs,
            error: judged.played.error,
            origin: judged.played.origin.to_string(),
            loss: judged.loss(),
            quality: judged.quality().name(),
            best: judged.best.square.to_string(),
            best_value: judged.best.discs,
            better: reviewed.better.iter().map(ToString::to_string).collect(),
            empties: reviewed.empties,
        }
    }

    fn value_of_black(&self) -> f64 {
        if self.side == "black" { self.value } else { -self.value }
    }
}

impl Report for AnalysisReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for game in &self.games {
            game.write(out, self.games.len() == 1)?;
        }
        if let Some(summary) = &self.summary {
            summary.write(out)?;
        }
        if self.stopped {
            writeln!(out, "stopped before its time")?;
        }
        writeln!(out, "judged by {}", self.judge)
    }
}

impl JudgedGame {
    fn write(&self, out: &mut impl Write, all_moves: bool) -> io::Result<()> {
        let name = |name: &Option<String>| name.as_deref().map_or_else(|| "?".to_owned(), one_sentence);
        if self.black.is_some() || self.white.is_some() {
            write!(out, "{} – {}", name(&self.black), name(&self.white))?;
            write!(out, "{}", self.margin.map(|margin| format!("  {margin:+}")).unwrap_or_default())?;
            writeln!(out, "{}", self.opening.as_ref().map(|name| format!("  {name}")).unwrap_or_default())?;
        } else if let Some(opening) = &self.opening {
            writeln!(out, "{opening}")?;
        }
        if all_moves {
            writeln!(out, "move         value      origin   loss  White ahead          Black ahead")?;
            for played in &self.moves {
                let (mark, loss) = match played.quality {
                    "blunder" => ("??", format!("{:5.1}", played.loss)),
                    "mistake" => ("? ", format!("{:5.1}", played.loss)),
                    "slip" => ("?!", format!("{:5.1}", played.loss)),
                    _ => ("  ", "     ".to_owned()),
                };
                let side = if played.side == "black" { 'X' } else { 'O' };
                // What is proven is a whole number, what is estimated has a decimal and its usual error.
                let value = match played.origin.as_str() {
                    "exact" => format!("{:+.0}=     ", played.value),
                    _ => format!("{:+.1} ±{:<4.1}", played.value, played.error),
                };
                let bar = bar(played.value_of_black());
                let head = format!("{:3}. {side} {}{mark}{value:>12}", played.ply, played.square);
                writeln!(out, "{head}  {:<8}{loss}  {bar}", played.origin)?;
            }
        }
        let mistakes: Vec<&JudgedMove> =
            self.moves.iter().filter(|played| played.quality != "good").collect();
        for played in &mistakes {
            let (ply, square, loss, value) = (played.ply, &played.square, played.loss, played.best_value);
            writeln!(
                out,
                "{ply}. {square} gives away {loss:.1}: {} is {value:+.1} ({})",
                played.better, played.origin
            )?;
        }
        let Losses { black, white } = &self.losses;
        writeln!(out, "given away: Black {black:.1} discs, White {white:.1}")
    }
}

/// A bar from the middle: to the right where Black is ahead, two discs a step.
fn bar(discs: f64) -> String {
    const HALF: usize = 20;
    let length = ((discs.abs() / 2.0).round() as usize).min(HALF);
    match discs >= 0.0 {
        true => format!("{}|{}", " ".repeat(HALF), "#".repeat(length)),
        false => format!("{}{}|", " ".repeat(HALF - length), "#".repeat(length)),
    }
}
