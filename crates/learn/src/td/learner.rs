//! How `td` learns: self-play in which Black maximises and White minimises one function.
//!
//! Before each move the mover looks n plies ahead. The value that it finds there is the target of the
//! position in front of it: w ← w + α (target − v) (1 − v²) x, with v = tanh f. Everything is seen by the
//! mover, which changes the sign of target, v and x alike, and so nothing.

use outflank_arena::{Seat, play_alone};
use outflank_engine::plain::{BestMoves, Ends, Passes, Search};
use outflank_engine::players::Ties;
use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Game, Moves, Position, Squares, with_kernel};
use outflank_value::{Evaluator, PieceCounter, Score};

use super::model::{Sum, seen_by};
use super::{Exploration, Model, Recipe};
use crate::{BeginError, Gauge, Schedule, Tensor, Tensors, TensorsError};

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
            function: Model::new(self.weights, self.bias),
            kernel: Available::best(),
        }
    }

    /// Plays a game and takes over what was learned in it.
    fn play<S: Sum>(&mut self) {
        let mut player = self.player::<S>();
        let chance = Chance::stream(self.seed, "td game", self.games);
        play_alone(Game::new(), Seat { player: &mut player, chance });
        (self.weights, self.bias) = (*player.function.weights(), player.function.bias);
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.games }
    }

    fn learn(&mut self, _: usize) {
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

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        let model = <Model>::try_from(model)?;
        (self.weights, self.bias) = (*model.weights(), model.bias());
        Ok(())
    }

    fn keep(&self) -> Tensors {
        <Model>::new(self.weights, self.bias).tensors().with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let model = <Model>::from_tensors(kept)?;
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
    function: Model<S>,
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
                let balance = self.function.state(kernel, board);
                let best = self.look_ahead(kernel, board, balance, moves);
                self.learn(board, balance, value_of(best.score));
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
    fn look_ahead<K: Kernel>(&self, kernel: K, board: Board, balance: f64, moves: Moves) -> BestMoves {
        let passes = if self.recipe.pass_is_ply { Passes::Ply } else { Passes::Free };
        let mut search = Search::new(kernel, &self.function).with_habits(Ends::Seen, passes);
        search.best_moves_from(board, balance, moves, self.recipe.plies)
    }

    /// Moves the value of a board towards a target, both as the mover sees them.
    #[inline(always)]
    fn learn(&mut self, board: Board, balance: f64, target: f64) {
        let v = squash(balance + seen_by(board.mover, self.function.bias));
        let step = self.alpha * (target - v) * (1.0 - v * v);
        self.function.sum.change(|weights| add(weights, board.position, step));
        if self.recipe.learn_bias {
            self.function.bias += seen_by(board.mover, step);
        }
    }
}

/// Own weights minus the opponent's. Eight sums run side by side, so that the compiler can take several
/// squares at a time.
#[inline(always)]
fn balance(weights: &[f64; 64], position: Position) -> f64 {
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    let mut sums = [0.0; 8];
    for (row, weights) in weights.as_chunks::<8>().0.iter().enumerate() {
        for (column, weight) in weights.iter().enumerate() {
            let square = 1 << (8 * row + column);
            let signed = if own & square != 0 { *weight } else { -*weight };
            sums[column] += if (own | other) & square != 0 { signed } else { 0.0 };
        }
    }
    sums.iter().sum()
}

/// Adds a step to the weights under own discs and takes it from those under the opponent's.
#[inline(always)]
fn add(weights: &mut [f64; 64], position: Position, step: f64) {
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    for (index, weight) in weights.iter_mut().enumerate() {
        let square = 1 << index;
        let signed = if own & square != 0 { step } else { -step };
        *weight += if (own | other) & square != 0 { signed } else { 0.0 };
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

/// Weights that are added up square by square. Behind the last stands a 0, for no square.
struct BySquares([f64; 65]);

impl Sum for BySquares {
    fn of(weights: [f64; 64]) -> Self {
        let mut padded = [0.0; 65];
        padded[..64].copy_from_slice(&weights);
        Self(padded)
    }

    #[inline(always)]
    fn weights(&self) -> &[f64; 64] {
        self.0.first_chunk().expect("64 of 65")
    }

    #[inline(always)]
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64])) {
        change(self.0.first_chunk_mut().expect("64 of 65"));
    }

    /// Most moves turn over three discs or fewer: as many are added without a branch, which the processor
    /// could only guess, and the others one by one.
    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        let mut bits = squares.bits();
        let mut next = || {
            let weight = self.0[bits.trailing_zeros() as usize];
            bits &= bits.wrapping_sub(1);
            weight
        };
        let mut sum = next() + next() + next();
        for square in Squares::from_bits(bits) {
            sum += self.0[square.index()];
        }
        sum
    }

    #[inline(always)]
    fn balance(&self, position: Position) -> f64 {
        balance(self.weights(), position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Color, Turn};

    fn player(recipe: &Recipe) -> SelfPlayer<'_, BySquares> {
        SelfPlayer {
            recipe,
            alpha: 0.1,
            epsilon: 0.0,
            function: Model::new([0.0; 64], 0.0),
            kernel: Available::best(),
        }
    }

    #[test]
    fn one_update_by_hand() {
        //   a b c           Black to move takes c1 and wins: the target is 1, v is tanh 0.2 = 0.197375.
        // 1 X O -           α (1 − v)(1 − v²) = 0.1 · 0.802625 · 0.961043 = 0.0771357,
        //                   added to a1 and the bias, taken from b1.
        let recipe = Recipe::default();
        let mut player = player(&recipe);
        player.function.sum.0[0] = 0.3;
        player.function.sum.0[1] = 0.2;
        player.function.bias = 0.1;
        let game = Game::from_board(format!("XO-{} X", "-".repeat(61)).parse().expect("a board"));
        let Turn::Play(moves) = game.turn() else { panic!("there is a move") };
        player.choose(&game, moves, &mut Chance::stream(0, "hand", 0)).expect("a move");
        let weights = *player.function.sum.weights();
        assert!((weights[0] - 0.377_135_7).abs() < 1e-6, "{}", weights[0]);
        assert!((weights[1] - 0.122_864_3).abs() < 1e-6, "{}", weights[1]);
        assert!((player.function.bias - 0.177_135_7).abs() < 1e-6);
        assert!(weights[2..].iter().all(|&weight| weight == 0.0));
    }

    #[test]
    fn white_learns_the_mirror_image() {
        let recipe = Recipe::default();
        let learn = |text: &str, mover: Color| {
            let mut player = player(&recipe);
            let game = Game::from_board(text.parse().expect("a board"));
            assert_eq!(game.board().mover, mover);
            let Turn::Play(moves) = game.turn() else { panic!("there is a move") };
            player.choose(&game, moves, &mut Chance::stream(0, "hand", 0)).expect("a move");
            (*player.function.weights(), player.function.bias)
        };
        let rest = "-".repeat(61);
        let (black, black_bias) = learn(&format!("XO-{rest} X"), Color::Black);
        let (white, white_bias) = learn(&format!("OX-{rest} O"), Color::White);
        // Black's win over White's discs, or White's over Black's: the weights learn the same, the bias the opposite.
        assert_eq!(black, white);
        assert!(black[0] > 0.09 && black[1] < -0.09);
        assert_eq!(black_bias, -white_bias);
        assert!(black_bias > 0.09);
    }
}
