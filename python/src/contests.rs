//! Matches, leagues and the ladder, with the numbers of the command line.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use outflank::embedding::{self, Told};
use outflank_arena::{Contest, Entrant, RoundRobin, Standing};
use outflank_lab::ladder::{Ladder, Placing};
use outflank_rules::GameRecord;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::function::FunctionPlayer;
use crate::host::{Service, hosted};
use crate::players::{entrant, named};

/// Games at a time where Python functions take part: so many boards can come in one call.
const BATCH: usize = 64;

/// Openings as `--openings` has them, or a list of transcripts; and how they are told.
pub fn openings(
    object: Option<&Bound<'_, PyAny>>,
    usual: &str,
    pairs: u64,
    seed: u64,
) -> PyResult<(String, Vec<GameRecord>)> {
    let text = match object {
        None => usual.to_owned(),
        Some(object) => match object.extract::<String>() {
            Ok(text) => text,
            Err(_) => {
                let read = |text: String| {
                    text.parse().map_err(|error: outflank_rules::RecordError| {
                        PyValueError::new_err(error.to_string())
                    })
                };
                let list = object.extract::<Vec<String>>()?.into_iter().map(read).collect::<PyResult<_>>()?;
                return Ok(("list".to_owned(), list));
            }
        },
    };
    let list = embedding::openings(&text, pairs, seed).map_err(PyValueError::new_err)?;
    Ok((text, list))
}

/// Games at a time: what is asked for, else a batch where functions take part, else one for each core.
fn threads(asked: Option<usize>, players: &[Bound<'_, PyAny>]) -> PyResult<usize> {
    match asked {
        None if players.iter().any(|player| player.cast::<FunctionPlayer>().is_ok()) => Ok(BATCH),
        asked => crate::batch::threads(asked),
    }
}

fn checked(epsilon: Option<f64>) -> PyResult<()> {
    match epsilon {
        Some(epsilon) if !(0.0..=1.0).contains(&epsilon) => {
            Err(PyValueError::new_err(format!("an epsilon of {epsilon}: expected a probability from 0 to 1")))
        }
        _ => Ok(()),
    }
}

/// Games come in pairs.
fn pairs(games: u64) -> PyResult<u64> {
    match games {
        games if games >= 2 && games.is_multiple_of(2) && games <= 1 << 40 => Ok(games / 2),
        games => Err(PyValueError::new_err(format!("{games} games: expected an even number, 2 or more"))),
    }
}

fn told(told: Told) -> (String, String) {
    (told.json, told.text)
}

fn given_up(name: &str) -> PyErr {
    PyRuntimeError::new_err(format!("{name} failed too often: the contest was broken off"))
}

/// Lets two players meet, and tells the result as JSON and as text.
#[pyfunction]
#[pyo3(signature = (first, second, *, games=1000, seed=1, openings=None, epsilon=None, threads=None, data=None))]
#[allow(clippy::too_many_arguments, reason = "named where it is called")]
pub fn match_json(
    py: Python<'_>,
    first: Bound<'_, PyAny>,
    second: Bound<'_, PyAny>,
    games: u64,
    seed: u64,
    openings: Option<&Bound<'_, PyAny>>,
    epsilon: Option<f64>,
    threads: Option<usize>,
    data: Option<PathBuf>,
) -> PyResult<(String, String)> {
    checked(epsilon)?;
    let pairs = pairs(games)?;
    let players = [first, second];
    let threads = self::threads(threads, &players)?;
    let service = Service::new(threads);
    let [first, second] = &players;
    let first = entrant(first, &service, data.clone(), epsilon)?;
    let second = entrant(second, &service, data, epsilon)?;
    let (label, openings) = self::openings(openings, "drawn", pairs, seed)?;
    let contest = Contest { first: &first, second: &second, openings: &openings, pairs, seed, threads };
    let standing = hosted(py, &service, |stop| {
        let mut standing = Standing::default();
        contest.run_apart(0, stop, |pair| {
            standing.add(&pair);
            match standing.given_up(&first, &second) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        standing
    })?;
    if let Some(side) = standing.given_up(&first, &second) {
        let player = if side == outflank_arena::Side::First { &first } else { &second };
        return Err(given_up(player.name()));
    }
    Ok(told(embedding::match_told(&contest, &standing, &label, epsilon)))
}

/// Lets everybody meet everybody, and tells the result as JSON and as text.
#[pyfunction]
#[pyo3(signature = (players, *, games=200, seed=1, openings=None, epsilon=None, threads=None, data=None))]
#[allow(clippy::too_many_arguments, reason = "named where it is called")]
pub fn league_json(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    games: u64,
    seed: u64,
    openings: Option<&Bound<'_, PyAny>>,
    epsilon: Option<f64>,
    threads: Option<usize>,
    data: Option<PathBuf>,
) -> PyResult<(String, String)> {
    checked(epsilon)?;
    let pairs = pairs(games)?;
    if players.len() < 2 {
        return Err(PyValueError::new_err("a league has two players at least"));
    }
    let threads = self::threads(threads, &players)?;
    let service = Service::new(threads);
    let entrants: Vec<Entrant> = players
        .iter()
        .map(|player| entrant(player, &service, data.clone(), epsilon))
        .collect::<PyResult<_>>()?;
    let is_twice = |(index, player): (usize, &Entrant)| {
        entrants[..index].iter().any(|known| known.name() == player.name()).then(|| player.name().to_owned())
    };
    if let Some(name) = entrants.iter().enumerate().find_map(is_twice) {
        return Err(PyValueError::new_err(format!("player “{name}” is named twice")));
    }
    let (label, openings) = self::openings(openings, "drawn", pairs, seed)?;
    let league = RoundRobin { players: &entrants, openings: &openings, pairs, seed, threads };
    let (met, failed) = hosted(py, &service, |stop| {
        let mut met: Vec<((usize, usize), Standing)> = Vec::new();
        let mut failed = None;
        league.run(stop, |meeting, pair| {
            if met.last().is_none_or(|(last, _)| *last != meeting) {
                met.push((meeting, Standing::default()));
            }
            let Some((_, standing)) = met.last_mut() else { return ControlFlow::Break(()) };
            standing.add(&pair);
            let (first, second) = (&entrants[meeting.0], &entrants[meeting.1]);
            failed = standing.given_up(first, second).map(|side| match side {
                outflank_arena::Side::First => first.name().to_owned(),
                outflank_arena::Side::Second => second.name().to_owned(),
            });
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (met, failed)
    })?;
    match failed {
        Some(name) => Err(given_up(&name)),
        None => {
            embedding::league_told(&league, &met, &label, epsilon).map(told).map_err(PyRuntimeError::new_err)
        }
    }
}

/// Places a player on the ladder, and tells its place as JSON and as text.
#[pyfunction]
#[pyo3(signature = (player, *, within=30.0, minutes=10.0, seed=1, threads=None, data=None))]
pub fn ladder_json(
    py: Python<'_>,
    player: Bound<'_, PyAny>,
    within: f64,
    minutes: f64,
    seed: u64,
    threads: Option<usize>,
    data: Option<PathBuf>,
) -> PyResult<(String, String)> {
    if !(1.0..=1000.0).contains(&within) {
        return Err(PyValueError::new_err(format!("within {within} Elo: expected 1 to 1000")));
    }
    if !(0.001..=100_000.0).contains(&minutes) {
        return Err(PyValueError::new_err(format!("{minutes} minutes: expected 0.001 to 100,000")));
    }
    let players = [player];
    let threads = self::threads(threads, &players)?;
    let service: Arc<Service> = Service::new(threads);
    let ladder = Ladder::standard();
    let player = entrant(&players[0], &service, data.clone(), None)?;
    let anchors: Vec<Entrant> = ladder
        .anchors
        .iter()
        .map(|anchor| named(&anchor.player, data.clone(), None))
        .collect::<PyResult<_>>()?;
    ladder.check(&anchors).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let how = Placing { within, limit: Duration::from_secs_f64(minutes * 60.0), seed, threads };
    let place = hosted(py, &service, |stop| ladder.place(&player, &anchors, &how, stop, |_| {}))?;
    Ok(told(embedding::place_told(&player, &place)))
}
