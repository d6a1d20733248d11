//! `linear4` against a slow reference that is written differently: boards as arrays of squares seen from Black,
//! features counted square by square, plain recursion without cut-offs.

use outflank_engine::Chance;
use outflank_learn::linear4::{self, Ends, Matrix, Opponent, Recipe, Side};
use outflank_learn::{Learner, Model, value_matrix};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Color, Moves, Outcome, Square, Squares, Turn};
use outflank_value::PieceCounter;

/// The reference.
struct Slow {
    recipe: Recipe,
    seed: u64,
    games: u64,
    theta: [f64; 4],
    frozen: [f64; 4],
    matrix: [f64; 64],
}

/// The two counts as the document has them: in per cent of both, signed by who has more.
fn percent(black: i32, white: i32) -> f64 {
    let all = f64::from(black + white);
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => 100.0 * f64::from(black) / all,
        std::cmp::Ordering::Less => -100.0 * f64::from(white) / all,
        std::cmp::Ordering::Equal => 0.0,
    }
}

fn after(board: Board, square: Square) -> Board {
    board.after(board.position.placement(square).expect("legal"))
}

impl Slow {
    fn new(recipe: Recipe, seed: u64) -> Self {
        let mut chance = Chance::stream(seed, "linear4 weights", 0);
        let theta = std::array::from_fn(|_| 2.0 * chance.unit() - 1.0);
        let matrix = match recipe.matrix {
            Matrix::Learned | Matrix::LearnedFromRandom => {
                let white = match recipe.matrix {
                    Matrix::LearnedFromRandom => value_matrix::White::Random,
                    _ => value_matrix::White::Learner,
                };
                let mut learner =
                    value_matrix::Learner::new(value_matrix::Recipe { white, ..Default::default() }, seed);
                (0..10_000).for_each(|_| learner.learn(1));
                let Model::ValueMatrix(model) = learner.model() else { panic!("a matrix") };
                model.counter().clone()
            }
            Matrix::Printed => PieceCounter::document_matrix(),
            Matrix::Korman => PieceCounter::korman(),
        };
        Self { recipe, seed, games: 0, theta, frozen: theta, matrix: *matrix.weights() }
    }

    /// The features for Black, each within ±1.
    fn features(&self, board: Board) -> [f64; 4] {
        let (mut frontier, mut discs, mut matrix) = ([0, 0], [0, 0], 0.0);
        for square in Square::all() {
            let Some(color) = board.disc(square) else { continue };
            let side = usize::from(color == Color::White);
            let (column, row) = (square.index() as i32 % 8, square.index() as i32 / 8);
            let beside_empty = (-1..=1).any(|across: i32| {
                (-1..=1).any(|down: i32| {
                    let (x, y) = (column + across, row + down);
                    let on_board = (0..8).contains(&x) && (0..8).contains(&y);
                    on_board
                        && board.disc(Square::all().nth((8 * y + x) as usize).expect("one of 64")).is_none()
                })
            });
            frontier[side] += i32::from(beside_empty);
            discs[side] += 1;
            matrix += self.matrix[square.index()] * if side == 0 { 1.0 } else { -1.0 };
        }
        let moves = |color: Color| {
            let seen = if board.mover == color { board } else { board.passed() };
            Square::all().filter(|&square| seen.position.placement(square).is_some()).count() as i32
        };
        let whole: f64 = self.matrix.iter().map(|weight| weight.abs()).sum();
        [
            -percent(frontier[0], frontier[1]) / 100.0,
            percent(moves(Color::Black), moves(Color::White)) / 100.0,
            percent(discs[0], discs[1]) / 100.0,
            matrix / whole,
        ]
    }

    fn value(&self, theta: &[f64; 4], board: Board) -> f64 {
        self.features(board).iter().zip(theta).map(|(feature, weight)| feature * weight).sum()
    }

    /// The worth of a finished game for Black: as a target, and above every estimate.
    fn end(&self, board: Board) -> Option<(f64, f64)> {
        let Turn::Over(tally) = board.turn() else { return None };
        let black = if board.mover == Color::Black { tally } else { -tally };
        let sign = match black.outcome() {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        };
        let margin = f64::from(black.raw().discs());
        let target = if self.recipe.ends == Ends::Margin { margin / 64.0 } else { sign };
        Some((target, 1e6 * sign + margin))
    }

    /// The target and the rank of a board for Black, after so many plies of best play by rank.
    fn backed_up(&self, theta: &[f64; 4], board: Board, plies: u32) -> (f64, f64) {
        if let Some(end) = self.end(board) {
            return end;
        }
        if plies == 0 {
            let value = self.value(theta, board);
            return (value, value);
        }
        let Turn::Play(moves) = board.turn() else { return self.backed_up(theta, board.passed(), plies) };
        let values = moves.into_iter().map(|square| self.backed_up(theta, after(board, square), plies - 1));
        let by_rank = |a: &(f64, f64), b: &(f64, f64)| a.1.total_cmp(&b.1);
        match board.mover {
            Color::Black => values.max_by(by_rank),
            Color::White => values.min_by(by_rank),
        }
        .expect("there is a move")
    }

    /// The best moves by these weights, and the target for the mover.
    fn best(&self, theta: &[f64; 4], board: Board, moves: Moves, plies: u32) -> (Moves, f64) {
        let sign = if board.mover == Color::Black { 1.0 } else { -1.0 };
        let value = |square| self.backed_up(theta, after(board, square), plies - 1);
        let (target, rank) = moves
            .into_iter()
            .map(value)
            .max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)))
            .expect("there is a move");
        let equals: Squares =
            moves.into_iter().filter(|&square| (rank - value(square).1).abs() < 1e-7).collect();
        (moves.among(equals).expect("the best is there"), sign * target)
    }

    fn opponents(&self, board: Board, moves: Moves) -> Moves {
        let greedy = |value: &dyn Fn(Board) -> f64| {
            let sign = if board.mover == Color::Black { 1.0 } else { -1.0 };
            let value = |square| sign * value(after(board, square));
            let best = moves.into_iter().map(value).fold(f64::NEG_INFINITY, f64::max);
            let equals = moves.into_iter().filter(|&square| best - value(square) < 1e-7).collect();
            moves.among(equals).expect("the best is there")
        };
        match self.recipe.opponent {
            // At one ply a player does not see that its move ends the game; the learner does.
            Opponent::Copy if self.games >= self.recipe.refresh && self.recipe.plies == 1 => {
                greedy(&|board| self.value(&self.frozen, board))
            }
            Opponent::Copy if self.games >= self.recipe.refresh => {
                self.best(&self.frozen, board, moves, self.recipe.plies).0
            }
            Opponent::Copy | Opponent::ValueMatrix => greedy(&|board| self.features(board)[3]),
            Opponent::Random => moves,
            Opponent::Discs => greedy(&|board| {
                f64::from(board.discs(Color::Black).count()) - f64::from(board.discs(Color::White).count())
            }),
            _ => unreachable!("not in these tests"),
        }
    }

    fn learn(&mut self) {
        if self.games > 0 && self.games.is_multiple_of(self.recipe.refresh) {
            self.frozen = self.theta;
        }
        let own = if self.recipe.side == Side::Black || self.games.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        let alpha =
            self.recipe.alpha * self.recipe.alpha_factor.powi((self.games / self.recipe.alpha_every) as i32);
        let mut learner = Chance::stream(self.seed, "linear4 learner", self.games);
        let mut opponent = Chance::stream(self.seed, "linear4 opponent", self.games);
        let mut board = Board::START;
        loop {
            let moves = match board.turn() {
                Turn::Over(_) => break,
                Turn::Pass => {
                    board = board.passed();
                    continue;
                }
                Turn::Play(moves) => moves,
            };
            let square = if board.mover == own {
                let (best, target) = self.best(&self.theta, board, moves, self.recipe.plies);
                let sign = if own == Color::Black { 1.0 } else { -1.0 };
                let features = self.features(board).map(|feature| sign * feature);
                let error = target - sign * self.value(&self.theta, board);
                for (weight, feature) in self.theta.iter_mut().zip(features) {
                    *weight += alpha * error * feature;
                }
                let explores = learner.happens(self.recipe.epsilon);
                learner.pick(Portable, if explores { moves } else { best })
            } else {
                opponent.pick(Portable, self.opponents(board, moves))
            };
            board = after(board, square);
        }
        self.games += 1;
    }
}

fn learned(learner: &linear4::Learner) -> linear4::Model {
    match learner.model() {
        Model::Linear4(model) => model,
        other => panic!("{} in place of linear4", other.system()),
    }
}

fn agrees(recipe: Recipe) {
    let mut fast = linear4::Learner::new(recipe.clone(), 11);
    let mut slow = Slow::new(recipe.clone(), 11);
    let start = slow.theta;
    for game in 0..recipe.games {
        fast.learn(1);
        slow.learn();
        let pairs = learned(&fast).theta().into_iter().zip(slow.theta);
        let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-9, "{apart} apart after game {game} with {recipe:?}");
    }
    assert!(start.iter().zip(slow.theta).any(|(a, b)| (a - b).abs() > 1e-3), "something was learned");
}

#[test]
fn every_depth_agrees_with_the_reference() {
    for (plies, games) in [(1, 30), (2, 8), (3, 2)] {
        agrees(Recipe { plies, games, refresh: 3, alpha: 0.05, ..Recipe::default() });
    }
}

#[test]
fn every_choice_of_ours_agrees_with_the_reference() {
    let base = Recipe {
        plies: 2,
        games: 7,
        refresh: 3,
        alpha: 0.05,
        epsilon: 0.3,
        matrix: Matrix::Printed,
        ..Recipe::default()
    };
    agrees(Recipe { matrix: Matrix::Learned, ..base.clone() });
    agrees(Recipe { ends: Ends::Margin, ..base.clone() });
    agrees(Recipe { side: Side::Black, ..base.clone() });
    agrees(Recipe { matrix: Matrix::Korman, ..base.clone() });
    agrees(Recipe { opponent: Opponent::ValueMatrix, ..base.clone() });
    agrees(Recipe { opponent: Opponent::Random, ..base.clone() });
    agrees(Recipe { opponent: Opponent::Discs, ..base.clone() });
    agrees(Recipe { alpha_factor: 0.5, alpha_every: 2, ..base });
}
