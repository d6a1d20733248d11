//! `td` against a slow reference that is written differently: boards as arrays of squares, everything seen
//! from Black, plain recursion without cut-offs, and tanh at every leaf.

use outflank_arena::statistics::ScoreSheet;
use outflank_arena::{Contest, Style};
use outflank_engine::Chance;
use outflank_learn::Learner;
use outflank_learn::td::{self, Exploration, Recipe, Target};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Color, Outcome, Square, Turn};
use outflank_value::PieceCounter;

/// The reference.
struct Slow {
    recipe: Recipe,
    seed: u64,
    games: u64,
    w: [f64; 64],
    w0: f64,
}

impl Slow {
    fn new(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, games: 0, w: [0.0; 64], w0: 0.0 }
    }

    fn x(board: Board) -> [f64; 64] {
        let mut x = [0.0; 64];
        for square in Square::all() {
            x[square.index()] = match board.disc(square) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                None => 0.0,
            };
        }
        x
    }

    fn f(&self, board: Board) -> f64 {
        let x = Self::x(board);
        (0..64).map(|i| self.w[i] * x[i]).sum::<f64>() + self.w0
    }

    /// The result of a finished game for Black.
    fn utility(board: Board) -> Option<f64> {
        let Turn::Over(tally) = board.turn() else { return None };
        let black = if board.mover == Color::Black { tally } else { -tally };
        Some(match black.outcome() {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        })
    }

    /// The value for Black after `plies` more plies of best play.
    fn backed_up(&self, board: Board, plies: u32) -> f64 {
        if let Some(utility) = Self::utility(board) {
            return utility;
        }
        if plies == 0 {
            return self.f(board).tanh();
        }
        match board.turn() {
            Turn::Play(moves) => {
                let after = |square| board.after(board.position.placement(square).expect("legal"));
                let values = moves.into_iter().map(|square| self.backed_up(after(square), plies - 1));
                match board.mover {
                    Color::Black => values.fold(f64::NEG_INFINITY, f64::max),
                    Color::White => values.fold(f64::INFINITY, f64::min),
                }
            }
            Turn::Pass if self.recipe.pass_is_ply => self.backed_up(board.passed(), plies - 1),
            Turn::Pass => self.backed_up(board.passed(), plies),
            Turn::Over(_) => unreachable!("seen above"),
        }
    }

    fn update(&mut self, board: Board, target: f64, alpha: f64) {
        let x = Self::x(board);
        let v = self.f(board).tanh();
        for (w, x) in self.w.iter_mut().zip(x) {
            *w += alpha * (target - v) * (1.0 - v * v) * x;
        }
        if self.recipe.learn_bias {
            self.w0 += alpha * (target - v) * (1.0 - v * v);
        }
    }

    fn learn(&mut self) {
        let alpha =
            self.recipe.alpha * self.recipe.alpha_factor.powi((self.games / self.recipe.alpha_every) as i32);
        let epsilon = self.recipe.epsilon
            * self.recipe.epsilon_factor.powi((self.games / self.recipe.epsilon_every) as i32);
        let mut chance = Chance::stream(self.seed, "td game", self.games);
        let mut board = Board::START;
        let mut last: [Option<Board>; 2] = [None; 2];
        let learns_afterstates = self.recipe.target == Target::OwnAfterstate;
        loop {
            let moves = match board.turn() {
                Turn::Over(_) => break,
                Turn::Pass => {
                    board = board.passed();
                    continue;
                }
                Turn::Play(moves) => moves,
            };
            let after = |square| board.after(board.position.placement(square).expect("legal"));
            let explores = chance.happens(epsilon);
            let square = if explores && self.recipe.exploration == Exploration::Skip {
                chance.pick(Portable, moves)
            } else {
                let sign = if board.mover == Color::Black { 1.0 } else { -1.0 };
                let value = |square| sign * self.backed_up(after(square), self.recipe.plies - 1);
                let best = moves.into_iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                let equals = moves.into_iter().filter(|&square| best - value(square) < 1e-9).collect();
                if !learns_afterstates {
                    self.update(board, sign * best, alpha);
                }
                let choices = if explores { moves } else { moves.among(equals).expect("the best is there") };
                if explores || self.recipe.draw_ties {
                    chance.pick(Portable, choices)
                } else {
                    choices.first()
                }
            };
            let own = usize::from(board.mover == Color::White);
            board = after(square);
            if learns_afterstates {
                // A random move ends what the mover can learn from its moves before.
                let before = last[own].filter(|_| !explores);
                let is_over = Self::utility(board).is_some();
                if let (Some(before), false) = (before, is_over) {
                    self.update(before, self.f(board).tanh(), alpha);
                }
                last[own] = if is_over { before } else { Some(board) };
            }
        }
        let result = Self::utility(board).expect("the game is over");
        for afterstate in last.into_iter().flatten() {
            self.update(afterstate, result, alpha);
        }
        self.games += 1;
    }
}

fn weights(learner: &td::Learner) -> ([f64; 64], f64) {
    let model = td::Model::try_from(learner.model()).expect("of td");
    (*model.weights(), model.bias())
}

fn agrees(recipe: Recipe, games: u64) {
    let mut fast = td::Learner::new(recipe.clone(), 11);
    let mut slow = Slow::new(recipe.clone(), 11);
    for game in 0..games {
        fast.learn(1);
        slow.learn();
        let (w, w0) = weights(&fast);
        let apart = w.iter().zip(slow.w).map(|(a, b)| (a - b).abs()).fold((w0 - slow.w0).abs(), f64::max);
        assert!(apart < 1e-9, "{apart} apart after game {game} with {recipe:?}");
    }
    assert!(slow.w.iter().any(|w| w.abs() > 1e-4), "something was learned");
}

#[test]
fn own_afterstates_agree_with_the_reference() {
    for (plies, games) in [(1, 60), (2, 25)] {
        let recipe = Recipe { plies, games, alpha: 0.05, target: Target::OwnAfterstate, ..Recipe::default() };
        agrees(recipe, games);
    }
}

#[test]
fn every_depth_agrees_with_the_reference() {
    for (plies, games) in [(1, 60), (2, 25), (3, 6), (4, 1)] {
        agrees(Recipe { plies, games, alpha: 0.05, ..Recipe::default() }, games);
    }
}

#[test]
fn every_choice_of_ours_agrees_with_the_reference_both_ways() {
    let base = Recipe { plies: 2, games: 15, alpha: 0.05, epsilon: 0.3, ..Recipe::default() };
    agrees(Recipe { exploration: Exploration::Update, ..base.clone() }, 15);
    agrees(Recipe { learn_bias: false, ..base.clone() }, 15);
    agrees(Recipe { pass_is_ply: true, ..base.clone() }, 15);
    agrees(Recipe { draw_ties: false, ..base.clone() }, 15);
    agrees(Recipe { epsilon_factor: 0.5, epsilon_every: 3, alpha_every: 4, ..base }, 15);
}

#[test]
fn it_learns_to_win_and_its_opposite_to_lose() {
    let mut learner = td::Learner::new(Recipe { games: 15_000, ..Recipe::default() }, 5);
    (0..15_000).for_each(|_| learner.learn(1));
    let (w, w0) = weights(&learner);
    let score = |model: td::Model| {
        let style = Style { epsilon: 0.1, ..Style::default() };
        let (first, second) = (style.entrant("td", model), style.entrant("swh", PieceCounter::swh()));
        let contest =
            Contest { first: &first, second: &second, openings: &[], pairs: 500, seed: 1, threads: 1 };
        contest.count(&false.into()).and_then(|sheet| sheet.score()).expect("games were played")
    };
    let learned = score(td::Model::new(w, w0));
    let opposite = score(td::Model::new(w.map(|weight| -weight), -w0));
    assert!(learned > 0.38, "{learned}");
    assert!(opposite < 0.25, "{opposite}");
}
