//! Many games stepped at once.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use outflank_engine::Chance;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board as RuleBoard, Color, GameRecord, Position, Squares, with_kernel};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::planes::{ACTIONS, Layout, Legal, PASS, PLANES, square};

/// The most games at once: more would not fit into the memory of most machines with their observations.
const MOST: usize = 1 << 24;

/// What is said instead of an action to leave a game as it is.
const LEAVE: i64 = -1;

/// Where a game may start.
type Start = (RuleBoard, Legal);

/// What is written by a step.
struct Written {
    observations: Vec<bool>,
    masks: Vec<bool>,
    rewards: Vec<f32>,
    dones: Vec<bool>,
}

/// Arrays that are used again and again, where that is wanted.
struct Reused {
    observations: Py<PyArray4<bool>>,
    masks: Py<PyArray2<bool>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

type Observed<'py> = (Bound<'py, PyArray4<bool>>, Bound<'py, PyArray2<bool>>);
type Stepped<'py> = (
    Bound<'py, PyArray4<bool>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray2<bool>>,
);

/// Many games of Othello stepped at once, with observations, masks of legal actions and rewards as arrays.
#[pyclass(module = "outflank")]
pub struct VecEnv {
    games: Games,
    layout: Layout,
    reused: Option<Reused>,
    closed: bool,
}

/// The games, apart from the arrays that Python sees.
#[derive(Clone)]
struct Games {
    boards: Vec<RuleBoard>,
    legal: Vec<Legal>,
    chances: Vec<Chance>,
    /// Of the games that ended with the last step: the board at the end.
    ends: Vec<RuleBoard>,
    starts: Arc<[Start]>,
    auto_reset: bool,
}

impl Games {
    fn new(count: usize, seed: u64, starts: Arc<[Start]>, auto_reset: bool) -> Self {
        let mut games = Self {
            boards: vec![RuleBoard::START; count],
            legal: vec![Legal { squares: 0, pass: false }; count],
            chances: Vec::new(),
            ends: vec![RuleBoard::START; count],
            starts,
            auto_reset,
        };
        games.begin(seed);
        games
    }

    /// All games from their start, with new chance.
    fn begin(&mut self, seed: u64) {
        self.chances =
            (0..self.boards.len() as u64).map(|game| Chance::stream(seed, "environment", game)).collect();
        for game in 0..self.boards.len() {
            let (board, legal) = start(&self.starts, &mut self.chances[game]);
            self.boards[game] = board;
            self.legal[game] = legal;
        }
    }

    /// The first action that is not allowed.
    fn illegal(&self, actions: &[i64]) -> Option<usize> {
        let is_illegal =
            |(legal, &action): (&Legal, &i64)| !legal.allows(action) && action != LEAVE && !legal.is_over();
        self.legal.iter().zip(actions).position(is_illegal)
    }

    /// Plays actions that are allowed; what is said for a game that is over changes nothing, nor does -1.
    // Inlined, so that all of it has the instructions of the kernel.
    #[inline(always)]
    fn step<K: Kernel>(&mut self, kernel: K, actions: &[i64], layout: Layout, out: Out<'_>) {
        let Out { observations, masks, rewards, dones } = out;
        let arrays = observations
            .chunks_exact_mut(PLANES)
            .zip(masks.chunks_exact_mut(ACTIONS))
            .zip(rewards.chunks_exact_mut(2))
            .zip(dones.iter_mut());
        for ((game, &action), (((observation, mask), reward), done)) in actions.iter().enumerate().zip(arrays)
        {
            let (mut board, mut legal) = (self.boards[game], self.legal[game]);
            reward.copy_from_slice(&[0.0, 0.0]);
            *done = legal.is_over();
            if !*done && action != LEAVE {
                board = match square(action) {
                    None => board.passed(),
                    Some(square) => match kernel.placement_on_empty(board.position, square) {
                        Some(placement) => board.after(placement),
                        // Looked up before: an action that is allowed turns something over.
                        None => board,
                    },
                };
                legal = Legal::of(kernel, board.position);
                *done = legal.is_over();
                if *done {
                    let black = difference(board).signum() as f32;
                    reward.copy_from_slice(&[black, -black]);
                    self.ends[game] = board;
                    if self.auto_reset {
                        (board, legal) = start(&self.starts, &mut self.chances[game]);
                    }
                }
                self.boards[game] = board;
                self.legal[game] = legal;
            }
            layout.write(board.position, observation);
            legal.write(mask);
        }
    }

    fn observe(&self, layout: Layout, observations: &mut [bool], masks: &mut [bool]) {
        let arrays = observations.chunks_exact_mut(PLANES).zip(masks.chunks_exact_mut(ACTIONS));
        for ((board, legal), (observation, mask)) in self.boards.iter().zip(&self.legal).zip(arrays) {
            layout.write(board.position, observation);
            legal.write(mask);
        }
    }

    /// An action for each game, evenly from what is allowed; a pass where all is over.
    #[inline(always)]
    fn sample<K: Kernel>(&mut self, kernel: K) -> Vec<i64> {
        let draw = |(legal, chance): (&Legal, &mut Chance)| match Squares::from_bits(legal.squares) {
            none if none.is_empty() => PASS as i64,
            moves => kernel.nth(moves, chance.below(moves.count())).index() as i64,
        };
        self.legal.iter().zip(&mut self.chances).map(draw).collect()
    }

    /// The same by the weights that logits stand for, `width` for each game.
    fn sample_by(&mut self, logits: &[f64], width: usize) -> Vec<i64> {
        let draw = |((legal, chance), logits): ((&Legal, &mut Chance), &[f64])| {
            draw_by(*legal, &logits[..64], chance).map_or(PASS as i64, |square| square as i64)
        };
        self.legal.iter().zip(&mut self.chances).zip(logits.chunks_exact(width)).map(draw).collect()
    }
}

/// What a step writes to.
struct Out<'a> {
    observations: &'a mut [bool],
    masks: &'a mut [bool],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
}

/// A legal square by the weights that logits stand for; none where there is none.
pub fn draw_by(legal: Legal, logits: &[f64], chance: &mut Chance) -> Option<usize> {
    let squares = || Squares::from_bits(legal.squares).into_iter().map(|square| square.index());
    let most = squares().map(|square| logits[square]).fold(f64::NEG_INFINITY, f64::max);
    // With nothing but −∞ all are alike.
    let weight = |square: usize| if most.is_finite() { libm::exp(logits[square] - most) } else { 1.0 };
    let all: f64 = squares().map(weight).sum();
    let mut left = chance.unit() * all;
    let mut last = None;
    for square in squares() {
        last = Some(square);
        left -= weight(square);
        if left < 0.0 {
            break;
        }
    }
    last
}

#[inline(always)]
fn start(starts: &[Start], chance: &mut Chance) -> Start {
    match starts {
        [only] => *only,
        several => several[chance.below(several.len() as u32) as usize],
    }
}

/// Black's discs less White's.
pub fn difference(board: RuleBoard) -> i32 {
    let count = |color| board.discs(color).count() as i32;
    count(Color::Black) - count(Color::White)
}

/// The starts of a list of openings.
fn starts(openings: &[GameRecord]) -> PyResult<Arc<[Start]>> {
    let start = |board: RuleBoard| {
        let legal = with_kernel!(|kernel| Legal::of(kernel, board.position));
        match legal.is_over() {
            true => Err(PyValueError::new_err("an opening after which the game is over")),
            false => Ok((board, legal)),
        }
    };
    match openings {
        [] => Ok(Arc::new([start(RuleBoard::START)?])),
        openings => openings.iter().map(|record| start(record.game().board())).collect(),
    }
}

impl VecEnv {
    fn open(&self) -> PyResult<()> {
        match self.closed {
            true => Err(PyRuntimeError::new_err("the environment is closed")),
            false => Ok(()),
        }
    }

    fn count(&self) -> usize {
        self.games.boards.len()
    }

    /// Has the games write what they have to say, into new arrays or the ones that are kept.
    fn written<'py>(
        &mut self,
        py: Python<'py>,
        write: impl FnOnce(&mut Games, Layout, Out<'_>) + Send,
    ) -> PyResult<Stepped<'py>> {
        let (count, layout) = (self.games.boards.len(), self.layout);
        if let Some(reused) = &self.reused {
            let observations = reused.observations.bind(py).clone();
            let (masks, rewards, dones) = (
                reused.masks.bind(py).clone(),
                reused.rewards.bind(py).clone(),
                reused.dones.bind(py).clone(),
            );
            {
                let busy = |_| PyRuntimeError::new_err("the arrays of this environment are in use elsewhere");
                let mut kept = (
                    observations.try_readwrite().map_err(busy)?,
                    masks.try_readwrite().map_err(busy)?,
                    rewards.try_readwrite().map_err(busy)?,
                    dones.try_readwrite().map_err(busy)?,
                );
                let out = Out {
                    observations: kept.0.as_slice_mut()?,
                    masks: kept.1.as_slice_mut()?,
                    rewards: kept.2.as_slice_mut()?,
                    dones: kept.3.as_slice_mut()?,
                };
                let games = &mut self.games;
                py.detach(|| write(games, layout, out));
            }
            return Ok((observations, rewards, dones, masks));
        }
        let games = &mut self.games;
        let Written { observations, masks, rewards, dones } = py.detach(|| {
            let mut written = Written {
                observations: vec![false; count * PLANES],
                masks: vec![false; count * ACTIONS],
                rewards: vec![0.0; count * 2],
                dones: vec![false; count],
            };
            let Written { observations, masks, rewards, dones } = &mut written;
            write(games, layout, Out { observations, masks, rewards, dones });
            written
        });
        let [one, two, three] = layout.shape();
        Ok((
            PyArray1::from_vec(py, observations).reshape([count, one, two, three])?,
            PyArray1::from_vec(py, rewards).reshape([count, 2])?,
            PyArray1::from_vec(py, dones),
            PyArray1::from_vec(py, masks).reshape([count, ACTIONS])?,
        ))
    }

    fn kept(py: Python<'_>, count: usize, layout: Layout) -> Reused {
        let [one, two, three] = layout.shape();
        Reused {
            observations: PyArray4::zeros(py, [count, one, two, three], false).unbind(),
            masks: PyArray2::zeros(py, [count, ACTIONS], false).unbind(),
            rewards: PyArray2::zeros(py, [count, 2], false).unbind(),
            dones: PyArray1::zeros(py, [count], false).unbind(),
        }
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (num_envs, *, seed=0, auto_reset=true, copy=true, openings=None, layout="chw"))]
    fn new(
        py: Python<'_>,
        num_envs: usize,
        seed: u64,
        auto_reset: bool,
        copy: bool,
        openings: Option<&Bound<'_, PyAny>>,
        layout: &str,
    ) -> PyResult<Self> {
        if !(1..=MOST).contains(&num_envs) {
            return Err(PyValueError::new_err(format!("{num_envs} games at once: expected 1 to {MOST}")));
        }
        let layout = Layout::read(layout)?;
        let (_, list) = crate::contests::openings(openings, "start", 4096, seed)?;
        let games = Games::new(num_envs, seed, starts(&list)?, auto_reset);
        let reused = (!copy).then(|| Self::kept(py, num_envs, layout));
        Ok(Self { games, layout, reused, closed: false })
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.count()
    }

    /// Begins all games anew.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Observed<'py>> {
        self.open()?;
        let seed = seed.unwrap_or_else(|| self.games.chances[0].seed());
        let (observations, _, _, masks) = self.written(py, |games, layout, out| {
            games.begin(seed);
            out.rewards.fill(0.0);
            out.dones.fill(false);
            games.observe(layout, out.observations, out.masks);
        })?;
        Ok((observations, masks))
    }

    /// The observations and masks as they are.
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.open()?;
        let (observations, _, _, masks) = self.written(py, |games, layout, out| {
            out.rewards.fill(0.0);
            for (done, legal) in out.dones.iter_mut().zip(&games.legal) {
                *done = legal.is_over();
            }
            games.observe(layout, out.observations, out.masks);
        })?;
        Ok((observations, masks))
    }

    /// Plays one action in each game.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        self.open()?;
        let actions = arrays::whole_numbers(actions, self.count(), "actions")?;
        if let Some(game) = self.games.illegal(&actions) {
            let (action, board) = (actions[game], self.games.boards[game]);
            let name = match square(action) {
                Some(square) => format!("{action} ({square})"),
                None => action.to_string(),
            };
            let legal = self.games.legal[game].actions();
            let message =
                format!("game {game}: action {name} is not legal for {}; legal are {legal:?}", board.mover);
            return Err(PyValueError::new_err(message));
        }
        self.written(py, |games, layout, out| {
            with_kernel!(|kernel| games.step(kernel, &actions, layout, out));
        })
    }

    /// Draws a legal action for each game: evenly, or by logits.
    #[pyo3(signature = (logits=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        logits: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.open()?;
        let games = &mut self.games;
        let actions = match logits {
            None => py.detach(|| with_kernel!(|kernel| games.sample(kernel))),
            Some(logits) => {
                let (logits, width) = arrays::rows(logits, games.boards.len(), &[64, 65], "logits")?;
                py.detach(|| games.sample_by(&logits, width))
            }
        };
        Ok(PyArray1::from_vec(py, actions))
    }

    /// The discs of the movers and of their opponents.
    fn bitboards<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>) {
        bits(py, &self.games.boards)
    }

    /// The same of the boards that games ended on, where one ended.
    fn final_bitboards<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>) {
        bits(py, &self.games.ends)
    }

    /// Black's discs less White's: on the boards that games ended on.
    #[getter]
    fn disc_diff<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.games.ends.iter().map(|board| difference(*board) as i8))
    }

    /// Who is to move in each game: 0 is Black, 1 is White.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        movers(py, &self.games.boards)
    }

    /// The same of the boards that games ended on, where one ended.
    #[getter]
    fn final_players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        movers(py, &self.games.ends)
    }

    /// Puts games on boards of one's own.
    #[pyo3(signature = (mover, opponent, players=None))]
    fn set(
        &mut self,
        mover: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.open()?;
        let positions = arrays::positions(mover, opponent)?;
        if positions.len() != self.count() {
            let message = format!("expected {} boards, got {}", self.count(), positions.len());
            return Err(PyValueError::new_err(message));
        }
        let colors = arrays::colors(players, positions.len())?;
        let board = |(position, mover): (Position, Color)| RuleBoard { position, mover };
        self.games.boards = positions.into_iter().zip(colors).map(board).collect();
        let legal = |board: &RuleBoard| with_kernel!(|kernel| Legal::of(kernel, board.position));
        self.games.legal = self.games.boards.iter().map(legal).collect();
        Ok(())
    }

    /// A copy that goes on by itself.
    #[pyo3(name = "clone")]
    fn copied(&self, py: Python<'_>) -> Self {
        let reused = self.reused.is_some().then(|| Self::kept(py, self.count(), self.layout));
        Self { games: self.games.clone(), layout: self.layout, reused, closed: self.closed }
    }

    /// Ends the environment: it takes no action any more.
    fn close(&mut self) {
        self.closed = true;
        self.reused = None;
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __repr__(&self) -> String {
        format!("VecEnv({}{})", self.count(), if self.closed { ", closed" } else { "" })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an environment cannot be pickled: hand over its bitboards, or make it from its seed",
        ))
    }
}

fn movers<'py>(py: Python<'py>, boards: &[RuleBoard]) -> Bound<'py, PyArray1<i8>> {
    PyArray1::from_iter(py, boards.iter().map(|board| board.mover as i8))
}

fn bits<'py>(
    py: Python<'py>,
    boards: &[RuleBoard],
) -> (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>) {
    let mover = boards.iter().map(|board| board.position.mover().bits());
    let opponent = boards.iter().map(|board| board.position.opponent().bits());
    (PyArray1::from_iter(py, mover), PyArray1::from_iter(py, opponent))
}
