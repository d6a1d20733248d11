//! How `td` learns: self-play in which Black maximises and White minimises one function.
//!
//! Before each move the mover looks n plies ahead. The value that it finds there is the target of the
//! position in front of it: w ← w + α (target − v) (1 − v²) x, with v = tanh f. Everything is seen by the
//! mover, which changes the sign of target, v and x alike, and so nothing.

use outflank_arena::{Seat, play_alone};
use outflank_engine::evaluators::PieceCounter;
use outflank_engine::players::Ties;
use outflank_engine::search::{BestMoves, Ends, Passes, Search};
use outflank_engine::{Chance, Choice, Evaluator, Forfeit, Player, Score};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Game, Moves, Placement, Squares, Tally, with_kernel};

use super::model::{end_of_game, seen_by};
use super::{Exploration, Model, Recipe};
use crate::{Gauge, Schedule, Tensor, Tensors, TensorsError};

/// Self-play with temporal differences.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    weights: [f64; 64],
    bias: f64,
}

impl Learner {
    /// A learner that knows nothing: all weights are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, games: 0, weights: [0.0; 64], bias: 0.0 }
    }

    /// The two players of a game, who are one.
    fn player<S: Sum>(&self) -> SelfPlayer<'_, S> {
        SelfPlayer {
            recipe: &self.recipe,
            alpha: self.recipe.alpha_in(self.games),
            epsilon: self.recipe.epsilon_in(self.games),
            function: Function { sum: S::of(&self.weights), bias: self.bias },
            weights: self.weights,
            kernel: Available::best(),
        }
    }

    /// Plays a game and takes over what was learned in it.
    fn play<S: Sum>(&mut self) {
        let mut player = self.player::<S>();
        let chance = Chance::stream(self.seed, "td game", self.games);
        play_alone(Game::new(), Seat { player: &mut player, chance });
        (self.weights, self.bias) = (player.weights, player.function.bias);
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.games }
    }

    fn learn(&mut self) {
        if self.schedule().is_finished() {
            return;
        }
        // Sums by rows are quick to look up and slow to set up, which does not pay for a single ply.
        match self.recipe.plies {
            1 => self.play::<BySquares>(),
            _ => self.play::<PieceCounter>(),
        }
        self.games += 1;
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![
            Gauge { name: "alpha", value: self.recipe.alpha_in(self.games) },
            Gauge { name: "epsilon", value: self.recipe.epsilon_in(self.games) },
        ]
    }

    fn model(&self) -> crate::Model {
        crate::Model::Td(Model::new(self.weights, self.bias))
    }

    fn keep(&self) -> Tensors {
        Model::new(self.weights, self.bias).tensors().with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(kept)?;
        let games = kept.whole("games")?;
        (self.weights, self.bias, self.games) = (*model.weights(), model.bias(), games);
        Ok(())
    }
}

/// Black and White of one game, learning as they play.
struct SelfPlayer<'a, S> {
    recipe: &'a Recipe,
    alpha: f64,
    epsilon: f64,
    weights: [f64; 64],
    function: Function<S>,
    kernel: Available,
}

impl<S: Sum> Player for SelfPlayer<'_, S> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        with_kernel!(self.kernel, |kernel| {
            let explores = chance.happens(self.epsilon);
            let choices = if explores && self.recipe.exploration == Exploration::Skip {
                moves
            } else {
                let best = self.look_ahead(kernel, board, moves);
                self.learn(board, value_of(best.score));
                if explores { moves } else { best.moves }
            };
            let square = match self.recipe.ties() {
                Ties::First if !explores => choices.first(),
                _ => chance.pick(kernel, choices),
            };
            Ok(kernel.placement(board.position, square).expect("one of the legal moves").into())
        })
    }
}

impl<S: Sum> SelfPlayer<'_, S> {
    #[inline(always)]
    fn look_ahead<K: Kernel>(&self, kernel: K, board: Board, moves: Moves) -> BestMoves {
        let passes = if self.recipe.pass_is_ply { Passes::Ply } else { Passes::Free };
        Search::new(kernel, &self.function).with_habits(Ends::Seen, passes).best_moves(
            board,
            moves,
            self.recipe.plies,
        )
    }

    /// Moves the value of a board towards a target, both as the mover sees them.
    #[inline(always)]
    fn learn(&mut self, board: Board, target: f64) {
        let (own, other) = (board.position.mover().bits(), board.position.opponent().bits());
        // x as the mover sees it: a lane for each square, so that the compiler can take several at a time.
        let x: [f64; 64] =
            std::array::from_fn(|square| (own >> square & 1) as f64 - (other >> square & 1) as f64);
        let bias = seen_by(board.mover, self.function.bias);
        let v = squash(self.weights.iter().zip(&x).map(|(weight, x)| weight * x).sum::<f64>() + bias);
        let step = self.alpha * (target - v) * (1.0 - v * v);
        for (weight, x) in self.weights.iter_mut().zip(&x) {
            *weight += step * x;
        }
        self.function.sum.set(&self.weights);
        if self.recipe.learn_bias {
            self.function.bias += seen_by(board.mover, step);
        }
    }
}

/// A score as a value between −1 and 1: that of a finished game exactly, any other squashed.
#[inline(always)]
fn value_of(score: Score) -> f64 {
    if score >= Score::WON {
        1.0
    } else if score <= -Score::WON {
        -1.0
    } else {
        squash(score.value())
    }
}

/// tanh, written as in the document.
#[inline(always)]
fn squash(f: f64) -> f64 {
    2.0 / (1.0 + (-2.0 * f).exp()) - 1.0
}

/// The function under learning, as an evaluator.
struct Function<S> {
    sum: S,
    bias: f64,
}

impl<S: Sum> Evaluator for Function<S> {
    type State = f64;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> f64 {
        self.sum.sum(board.position.mover()) - self.sum.sum(board.position.opponent())
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, balance: f64, _: Board, placement: Placement) -> f64 {
        -(balance + self.sum.sum(placement.square().set()) + 2.0 * self.sum.sum(placement.flips()))
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, balance: f64, _: Board) -> f64 {
        -balance
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, balance: f64, board: Board) -> Score {
        Score::new(balance + seen_by(board.mover, self.bias))
    }

    #[inline(always)]
    fn end(&self, tally: Tally) -> Score {
        end_of_game(tally)
    }
}

/// A way to add up weights.
trait Sum: Send + Sync {
    fn of(weights: &[f64; 64]) -> Self;
    fn set(&mut self, weights: &[f64; 64]);
    fn sum(&self, squares: Squares) -> f64;
}

impl Sum for PieceCounter {
    fn of(weights: &[f64; 64]) -> Self {
        Self::new(*weights)
    }

    #[inline(always)]
    fn set(&mut self, weights: &[f64; 64]) {
        Self::set(self, weights);
    }

    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        Self::sum(self, squares)
    }
}

/// Weights that are added up square by square.
struct BySquares([f64; 64]);

impl Sum for BySquares {
    fn of(weights: &[f64; 64]) -> Self {
        Self(*weights)
    }

    #[inline(always)]
    fn set(&mut self, weights: &[f64; 64]) {
        self.0 = *weights;
    }

    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        squares.into_iter().map(|square| self.0[square.index()]).sum()
    }
}
