//! How `td` learns: self-play in which Black maximises and White minimises one function.
//!
//! Before each move the mover looks n plies ahead. The value that it finds there is the target of the
//! position in front of it: w ← w + α (target − v) (1 − v²) x, with v = tanh f. Everything is seen by the
//! mover, which changes the sign of target, v and x alike, and so nothing.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Ending, Played, Trajectory, play_observed};
use outflank_engine::plain::{BestMoves, Ends, Minimax, Passes};
use outflank_engine::players::Ties;
use outflank_engine::{Chance, Choice, Stopped};
use outflank_rules::kernel::{Available, Kernel, Work};
use outflank_rules::{Board, Game, Moves, Turn, with_kernel};
use outflank_value::{BySquares, Evaluator, Score, Sums};

use super::returns::Returns;
use super::{Exploration, Model, Recipe, Target};
use crate::stop::is_set;
use crate::{BeginError, Gauge, Learned, Schedule, System, Tensor, Tensors, TensorsError};

/// Self-play with temporal differences.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    function: Function,
}

/// What is learned, in the form in which its sums are the quickest to have.
enum Function {
    BySquares(Model<BySquares>),
    ByRows(Model),
}

impl Function {
    /// Sums by rows are quick to look up and slow to set up, which does not pay for a single ply.
    fn new(recipe: &Recipe, weights: [f64; 64], bias: f64) -> Self {
        match recipe.plies {
            1 => Self::BySquares(Model::new(weights, bias)),
            _ => Self::ByRows(Model::new(weights, bias)),
        }
    }

    fn learned(&self) -> Model {
        match self {
            Self::BySquares(function) => Model::new(*function.weights(), function.bias),
            Self::ByRows(function) => function.clone(),
        }
    }
}

impl Learner {
    /// A learner that knows nothing: all weights are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self { function: Function::new(&recipe, [0.0; 64], 0.0), recipe, seed, games: 0 }
    }

    /// How the next game is played and learned from.
    fn rule(&self) -> Rule {
        Rule {
            alpha: self.recipe.alpha_in(self.games),
            epsilon: self.recipe.epsilon_in(self.games),
            recipe: self.recipe.clone(),
            kernel: Available::best(),
        }
    }

    fn set(&mut self, model: &Model) {
        self.function = Function::new(&self.recipe, *model.weights(), model.bias());
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, _: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let (rule, chance) = (self.rule(), Chance::stream(self.seed, "td game", self.games));
        let played = match &mut self.function {
            Function::BySquares(function) => rule.play(function, Game::new(), chance, stop),
            Function::ByRows(function) => rule.play(function, Game::new(), chance, stop),
        };
        self.games += u64::from(played.is_ok());
        played
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
        crate::Model::Td(self.function.learned())
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        self.set(&<Model>::try_from(model)?);
        Ok(())
    }

    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        let rule = self.rule();
        for game in games {
            match &mut self.function {
                Function::BySquares(function) => rule.study(function, game),
                Function::ByRows(function) => rule.study(function, game),
            }
        }
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        self.function.learned().tensors().with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let model = <Model>::from_tensors(snapshot)?;
        self.games = snapshot.whole("games")?;
        self.set(&model);
        Ok(())
    }
}

/// How Black and White of one game choose, and what is learned from it.
pub(super) struct Rule {
    pub(super) recipe: Recipe,
    pub(super) alpha: f64,
    pub(super) epsilon: f64,
    pub(super) kernel: Available,
}

impl Rule {
    /// Plays a game, learning after every move. Stopped, nothing was learned.
    pub(super) fn play<S: Sums>(
        &self,
        function: &mut Model<S>,
        game: Game,
        chance: Chance,
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let (weights, bias) = (*function.weights(), function.bias);
        let played = with_kernel!(self.kernel, |kernel| kernel.enter(Lesson {
            kernel,
            rule: self,
            function: &mut *function,
            game,
            chance,
            stop
        }));
        if played.is_err() {
            *function = Model::new(weights, bias);
        }
        played
    }

    /// A move, with the value of the best one if that was looked for.
    #[inline(always)]
    fn choose<K: Kernel, S: Sums>(
        &self,
        kernel: K,
        function: &Model<S>,
        board: Board,
        moves: Moves,
        balance: &Cell<f64>,
        chance: &mut Chance,
    ) -> Choice {
        let explores = chance.happens(self.epsilon);
        let (choices, score) = if explores && self.recipe.exploration != Exploration::Update {
            (moves, None)
        } else {
            balance.set(function.state(kernel, board));
            let best = self.look_ahead(kernel, function, board, balance.get(), moves, self.recipe.plies);
            (if explores { moves } else { best.moves }, Some(best.score))
        };
        let ties = if explores { Ties::Drawn } else { self.recipe.ties() };
        let placement = ties.break_among(kernel, board.position, choices, chance);
        let score = match (self.recipe.target, explores, self.recipe.exploration) {
            (_, true, Exploration::Skip) => None,
            (Target::Search, false, _) | (Target::Search, true, Exploration::Update) => score,
            // What is learned waits for what comes.
            (Target::Steps | Target::Leaf | Target::OwnAfterstate, ..) => score,
            // What the move that is played comes to, one move on or by the look-ahead.
            (target, ..) => {
                let plies = if target == Target::Step { 1 } else { self.recipe.plies };
                balance.set(function.state(kernel, board));
                let played = placement.square().set();
                let played = moves.among(played).expect("one of the legal moves");
                Some(self.look_ahead(kernel, function, board, balance.get(), played, plies).score)
            }
        };
        Choice { placement, score, explores }
    }

    #[inline(always)]
    pub(super) fn look_ahead<K: Kernel, S: Sums>(
        &self,
        kernel: K,
        function: &Model<S>,
        board: Board,
        balance: f64,
        moves: Moves,
        plies: u32,
    ) -> BestMoves {
        let passes = if self.recipe.pass_is_ply { Passes::Ply } else { Passes::Free };
        let mut search = Minimax::new(kernel, function).with_habits(Ends::Seen, passes);
        search.best_moves_from(board, balance, moves, plies)
    }

    /// Learns from a game of others: what came in it, or what the look-ahead says of its positions, whatever was
    /// played there.
    fn study<S: Sums>(&self, function: &mut Model<S>, game: &Trajectory) {
        let Some(mut returns) = Returns::new(&self.recipe) else {
            return game.steps.iter().for_each(|step| self.look_at(function, step.board));
        };
        game.steps.iter().for_each(|step| returns.observe(self, function, step));
        if let Ending::Counted(tally) = game.ending {
            returns.end(self, function, tally);
        }
    }

    /// Looks ahead from a board with moves, and learns what is found there.
    fn look_at<S: Sums>(&self, function: &mut Model<S>, board: Board) {
        with_kernel!(self.kernel, |kernel| if let Turn::Play(moves) = kernel.turn(board.position) {
            let balance = function.state(kernel, board);
            let best = self.look_ahead(kernel, function, board, balance, moves, self.recipe.plies);
            self.learn(function, board, balance, value_of(best.score));
        });
    }

    /// Moves the value of a board towards a target, both as the mover sees them. A step of all weights is quick with
    /// the instructions of the kernel, which whoever calls this has entered.
    #[inline(always)]
    pub(super) fn learn<S: Sums>(&self, function: &mut Model<S>, board: Board, balance: f64, target: f64) {
        let v = squash(balance + board.mover.signed(function.bias));
        let step = self.alpha * (target - v) * (1.0 - v * v);
        function.counter.step(board.position, step);
        if self.recipe.learn_bias {
            function.bias += board.mover.signed(step);
        }
    }
}

/// A game as work for its kernel: with the look-aheads of all readings it is too long for a closure.
struct Lesson<'a, K, S: Sums> {
    kernel: K,
    rule: &'a Rule,
    function: &'a mut Model<S>,
    game: Game,
    chance: Chance,
    stop: &'a AtomicBool,
}

impl<K: Kernel, S: Sums> Work<Result<(), Stopped>> for Lesson<'_, K, S> {
    #[inline(always)]
    fn run(self) -> Result<(), Stopped> {
        let Self { kernel, rule, function, game, mut chance, stop } = self;
        // The balance in front of the mover, which both choosing and learning need.
        let balance = Cell::new(0.0);
        let mut returns = Returns::new(&rule.recipe);
        let played = play_observed(
            kernel,
            || is_set(stop),
            game,
            function,
            |function, game, moves| {
                Ok(rule.choose(kernel, function, game.board(), moves, &balance, &mut chance))
            },
            |function, step| match (&mut returns, step.choice.score) {
                (Some(returns), _) => returns.observe(rule, function, step),
                (None, Some(score)) => {
                    rule.learn(function, step.board, balance.get(), value_of(score));
                }
                (None, None) => {}
            },
        );
        let Some(Played { ending: Ending::Counted(tally), .. }) = played else { return Err(Stopped) };
        if let Some(mut returns) = returns {
            returns.end(rule, function, tally);
        }
        Ok(())
    }
}

/// A score as a value between −1 and 1: that of a finished game exactly, any other squashed.
#[inline(always)]
fn value_of(score: Score) -> f64 {
    match score.decided() {
        Some(margin) => f64::from(margin.discs().signum()),
        None => squash(score.value()),
    }
}

/// tanh, written as in the document. The exponential is not the system's, which differs from machine to machine.
#[inline(always)]
pub(super) fn squash(f: f64) -> f64 {
    2.0 / (1.0 + libm::exp(-2.0 * f)) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a rule with a step size of 0.1 makes of a function in the game from a board.
    fn played(board: &str, mut function: Model<BySquares>) -> Model<BySquares> {
        let rule = Rule { alpha: 0.1, epsilon: 0.0, recipe: Recipe::default(), kernel: Available::best() };
        let game = Game::from_board(board.parse().expect("a board"));
        let played = rule.play(&mut function, game, Chance::stream(0, "hand", 0), &AtomicBool::new(false));
        assert_eq!(played, Ok(()));
        function
    }

    #[test]
    fn targets_by_hand() {
        //   a b c d e      Black has d1 alone. One move on it holds b1, c1 and d1: 0.5 + 0.25 + 0.125 and tanh 0.875 =
        // 1 - X O - O      0.703906. Then White takes a1 and with it everything: two plies on the game is lost.
        let board: Board = format!("-XO-O{} X", "-".repeat(59)).parse().expect("a board");
        let mut weights = [0.0; 64];
        (weights[1], weights[2], weights[3]) = (0.5, 0.25, 0.125);
        let target = |target: Target, plies: u32| {
            let recipe = Recipe { target, plies, ..Recipe::default() };
            let rule = Rule { alpha: 0.1, epsilon: 0.0, recipe, kernel: Available::best() };
            let Turn::Play(moves) = board.position.turn() else { panic!("Black can move") };
            let (function, chance) =
                (Model::<BySquares>::new(weights, 0.0), &mut Chance::stream(0, "hand", 0));
            let choice = with_kernel!(rule.kernel, |kernel| {
                rule.choose(kernel, &function, board, moves, &Cell::new(0.0), chance)
            });
            value_of(choice.score.expect("it looked"))
        };
        for plies in [1, 2, 3] {
            assert!((target(Target::Step, plies) - 0.703_906).abs() < 1e-5, "{plies}");
        }
        assert_eq!(target(Target::Search, 1), target(Target::Step, 1));
        assert_eq!(target(Target::Search, 2), -1.0);
    }

    #[test]
    fn one_update_by_hand() {
        //   a b c           Black to move takes c1 and wins: the target is 1, v is tanh 0.2 = 0.197375.
        // 1 X O -           α (1 − v)(1 − v²) = 0.1 · 0.802625 · 0.961043 = 0.0771357,
        //                   added to a1 and the bias, taken from b1.
        let mut weights = [0.0; 64];
        (weights[0], weights[1]) = (0.3, 0.2);
        let learned = played(&format!("XO-{} X", "-".repeat(61)), Model::new(weights, 0.1));
        let weights = learned.weights();
        assert!((weights[0] - 0.377_135_7).abs() < 1e-6, "{}", weights[0]);
        assert!((weights[1] - 0.122_864_3).abs() < 1e-6, "{}", weights[1]);
        assert!((learned.bias - 0.177_135_7).abs() < 1e-6);
        assert!(weights[2..].iter().all(|&weight| weight == 0.0));
    }

    #[test]
    fn white_learns_the_mirror_image() {
        let learn = |board: &str| {
            let learned = played(board, Model::new([0.0; 64], 0.0));
            (*learned.weights(), learned.bias)
        };
        let rest = "-".repeat(61);
        let (black, black_bias) = learn(&format!("XO-{rest} X"));
        let (white, white_bias) = learn(&format!("OX-{rest} O"));
        // Black's win over White's discs, or White's over Black's: the weights learn the same, the bias the opposite.
        assert_eq!(black, white);
        assert!(black[0] > 0.09 && black[1] < -0.09);
        assert_eq!(black_bias, -white_bias);
        assert!(black_bias > 0.09);
    }
}
