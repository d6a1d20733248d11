//! The fixed work of the bench, measured. Changing anything here changes the signature: say so.
//!
//! The signature holds the rules (leaves, random games), plain search (scores and best moves), the midgame (values, best
//! moves and nodes), the endgame (scores and nodes) and play (a contest of noisy players). The rules and the search are done with every kernel.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outflank_arena::{Contest, Style};
use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::midgame::{Engine, Plan, Scaled};
use outflank_engine::plain::Minimax;
use outflank_engine::{Chance, Limits, TableSize};
use outflank_rules::kernel::{Available, Kernel, Portable};
use outflank_rules::{Board, Leaves, Position, Turn, perft_with, with_kernel};
use outflank_value::PieceCounter;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::commands::perft::Tree;

/// Plies of the game tree: 24,571,284 leaves.
const DEPTH: u32 = 10;
/// Random games, each with a stream of its own.
const GAMES: u64 = 20_000;
/// Searches, each from a position of its own after so many random plies, this deep.
const SEARCHES: u64 = 40;
const SEARCHED_PLY: u32 = 20;
const SEARCH_DEPTH: u32 = 5;
/// The second problem of the FFO suite: 14 empty squares, a score of +10.
const ENDGAME: &str = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
/// Pairs of games between noisy players of one ply.
const CONTEST_PAIRS: u64 = 500;
/// Each measurement is the best of so many.
const RUNS: u32 = 3;

/// What one kernel computed, and how fast.
#[derive(Debug, Serialize)]
pub struct OneKernel {
    pub kernel: &'static str,
    #[serde(skip)]
    pub signature: Signature,
    #[serde(skip)]
    pub leaves: u64,
    pub played_per_second: f64,
    pub counted_per_second: f64,
    pub games_per_second: f64,
}

/// Does the work of one thread with a given kernel.
pub fn on_one_thread(available: Available) -> OneKernel {
    let start = Position::START;
    let count =
        |leaves| best_of_runs(|| with_kernel!(available, |kernel| perft_with(kernel, start, DEPTH, leaves)));
    let played = count(Leaves::Played);
    let counted = count(Leaves::Counted);
    let games = best_of_runs(|| with_kernel!(available, |kernel| random_games(kernel)));
    let searches = best_of_runs(|| with_kernel!(available, |kernel| searches(kernel)));

    let mut signature = Signature::default();
    for work in [&played, &counted, &games, &searches] {
        signature.absorb(work.result);
    }
    OneKernel {
        kernel: available.name(),
        signature,
        leaves: counted.result,
        played_per_second: played.per_second(played.result),
        counted_per_second: counted.per_second(counted.result),
        games_per_second: games.per_second(GAMES),
    }
}

/// Searches with the standard weights from the first positions of random games, scores and best moves
/// folded into one number.
#[inline(always)]
fn searches<K: Kernel>(kernel: K) -> u64 {
    let swh = PieceCounter::swh();
    let mut signature = Signature::default();
    for game in 0..SEARCHES {
        let mut chance = Chance::stream(game, "bench searches", 0);
        let mut board = Board::START;
        for _ in 0..SEARCHED_PLY {
            let Turn::Play(moves) = kernel.turn(board.position) else { break };
            let square = chance.pick(kernel, moves);
            board = board.after(kernel.placement(board.position, square).expect("it is among the moves"));
        }
        if let Turn::Play(moves) = kernel.turn(board.position) {
            let best = Minimax::new(kernel, &swh).best_moves(board, moves, SEARCH_DEPTH);
            signature.absorb(best.score.value().to_bits());
            signature.absorb(best.moves.squares().bits());
        }
    }
    signature.0
}

/// The searches of the midgame: boards after so many random plies, with the standard weights, this deep.
const MIDGAMES: u64 = 8;
const MIDGAME_PLIES: u32 = 8;

/// Searches of the midgame and into the end, with nodes, values and best moves folded into one number.
fn midgame() -> u64 {
    let mut signature = Signature::default();
    let judge = Scaled::by_spread(Arc::new(PieceCounter::swh()));
    let mut engine = Engine::new(judge, TableSize::mebibytes(1)).expect("a mebibyte");
    for game in 0..MIDGAMES {
        let mut chance = Chance::stream(game, "bench midgame", 0);
        let mut board = Board::START;
        for _ in 0..(12 + 5 * game) {
            let Turn::Play(moves) = board.turn() else { break };
            let square = chance.pick(Portable, moves);
            board = board.after(board.position.placement(square).expect("it is among the moves"));
        }
        if let Turn::Play(moves) = board.turn() {
            let plan = Plan { exact: 16, ..Plan::plies(MIDGAME_PLIES) };
            let thought = engine.think(board, moves, &plan, &Limits::default());
            signature.absorb(thought.nodes);
            signature.absorb(thought.best().value.sixty_fourths() as u64);
            signature.absorb(thought.best().placement.square().index() as u64);
        }
    }
    signature.0
}

/// The midgame, an endgame and a contest, with the best kernel, folded into one number.
pub fn endgame_and_play() -> u64 {
    let mut signature = Signature::default();
    signature.absorb(midgame());
    let board: Board = ENDGAME.parse().expect("the board is ours");
    let solution =
        Solver::new(TableSize::mebibytes(1)).solve(board.position, Goal::Exact, &Limits::default());
    let Verdict::Exact(margin) = solution.verdict else { unreachable!("nothing stops the search") };
    signature.absorb(margin.discs() as u64);
    signature.absorb(solution.nodes);

    let style = Style { epsilon: 0.1, ..Style::plies(1) };
    let (first, second) =
        (style.entrant("swh", PieceCounter::swh()), style.entrant("korman", PieceCounter::korman()));
    let threads = rayon::current_num_threads();
    let contest =
        Contest { first: &first, second: &second, openings: &[], pairs: CONTEST_PAIRS, seed: 1, threads };
    contest.run(&AtomicBool::new(false), |pair| {
        pair.games.iter().for_each(|game| signature.absorb(game.game.board().position.hash()));
        ControlFlow::Continue(())
    });
    signature.0
}

/// What all threads together computed, and how fast.
#[derive(Debug)]
pub struct Together {
    pub leaves: u64,
    pub threads: usize,
    pub counted_per_second: f64,
}

/// Counts the same leaves on all threads with the best kernel.
pub fn on_all_threads() -> Together {
    let work = best_of_runs(|| Tree::new(Position::START, DEPTH, Leaves::Counted).count(|| ()).total());
    Together {
        leaves: work.result,
        threads: rayon::current_num_threads(),
        counted_per_second: work.per_second(work.result),
    }
}

/// Plays all the random games, and folds their last positions into one number.
#[inline(always)]
fn random_games<K: Kernel>(kernel: K) -> u64 {
    let mut signature = Signature::default();
    for game in 0..GAMES {
        let mut stream = Xoshiro256PlusPlus::seed_from_u64(game);
        signature.absorb(random_game(kernel, &mut stream).hash());
    }
    signature.0
}

/// The last position of a game of random moves.
#[inline(always)]
fn random_game<K: Kernel>(kernel: K, random: &mut impl Rng) -> Position {
    let mut position = Position::START;
    loop {
        match kernel.turn(position) {
            Turn::Play(moves) => {
                let square = kernel.nth(moves.squares(), random.random_range(0..moves.count()));
                let placement = kernel.placement(position, square).expect("it is among the moves");
                position = position.after(placement);
            }
            Turn::Pass => position = position.passed(),
            Turn::Over(_) => return position,
        }
    }
}

/// Work that was done, and the shortest time it took.
struct Work {
    result: u64,
    time: Duration,
}

impl Work {
    fn per_second(&self, things: u64) -> f64 {
        things as f64 / self.time.as_secs_f64()
    }
}

fn best_of_runs(mut work: impl FnMut() -> u64) -> Work {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        let result = std::hint::black_box(work());
        Work { result, time: start.elapsed() }
    });
    runs.min_by_key(|run| run.time).expect("there is a run")
}

/// A number made from all numbers it has absorbed, in their order.
// CITE: FNV-1a (Fowler, Noll, Vo) with whole words in the place of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    /// Takes in one more number.
    pub fn absorb(&mut self, number: u64) {
        // The turn lets high bits reach low ones, which multiplication alone does not.
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01b3).rotate_right(23);
    }

    /// The number itself.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl Default for Signature {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_depends_on_every_number_and_on_their_order() {
        let of = |numbers: &[u64]| {
            let mut signature = Signature::default();
            numbers.iter().for_each(|&number| signature.absorb(number));
            signature
        };
        let all = [of(&[]), of(&[0]), of(&[1, 2]), of(&[2, 1]), of(&[1 << 63, 0]), of(&[0, 1 << 63])];
        for (index, signature) in all.iter().enumerate() {
            assert!(!all[..index].contains(signature), "{signature} twice");
        }
        assert_eq!(of(&[]).to_string(), "cbf29ce484222325");
    }
}
