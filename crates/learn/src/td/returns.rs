//! Readings of the target that wait for what comes: a position is learned when a later one is there.
//!
//! With [`Target::Steps`] the value of a position moves towards that of the position as many moves on as the look-ahead
//! has plies. With [`Target::Leaf`] what is learned are not the positions of the game but the ends of the lines that the
//! look-ahead expects: each moves towards that of the next move. With [`Target::OwnAfterstate`] the position after a move
//! waits for the position after the next move of the same side. The result of the game is the last target of all three.
// CITE: Sutton and Barto, Reinforcement Learning: An Introduction (1998), section 7.1, for returns of n steps.
// CITE: Baxter, Tridgell and Weaver, Learning to play chess using temporal differences (2000), for TDLeaf.

use std::collections::VecDeque;

use outflank_arena::Step;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Tally, Turn, with_kernel};
use outflank_value::{Evaluator, Sums};

use super::learner::{Rule, squash};
use super::{Exploration, Model, Recipe, Target};

/// Positions of one game whose target is still to come.
pub(super) struct Returns {
    /// How many moves a position waits.
    lag: usize,
    waiting: VecDeque<Sample>,
    /// The position after the last move of each side, Black first, where these are learned.
    afterstates: [Option<Board>; 2],
}

/// What is learned after a move.
enum Sample {
    /// The value of this board.
    Board(Board),
    /// A line that ends the game: the value for Black is known.
    End(f64),
}

impl Returns {
    /// Those of a recipe, if its target is of this kind.
    pub(super) fn new(recipe: &Recipe) -> Option<Self> {
        let lag = match recipe.target {
            Target::Search | Target::Step => return None,
            Target::Steps => recipe.plies as usize,
            Target::Leaf => 1,
            Target::OwnAfterstate => 0,
        };
        Some(Self { lag, waiting: VecDeque::with_capacity(lag + 1), afterstates: [None; 2] })
    }

    /// Learns what a move decides, and waits for the rest.
    pub(super) fn observe<S: Sums>(&mut self, rule: &Rule, function: &mut Model<S>, step: &Step) {
        let is_cut = step.choice.explores && rule.recipe.exploration == Exploration::Skip;
        if rule.recipe.target == Target::OwnAfterstate {
            return self.observe_afterstate(rule, function, step, is_cut);
        }
        let sample = match rule.recipe.target {
            Target::Leaf if is_cut => None,
            Target::Leaf => Some(expected_end(rule, function, step)),
            _ => Some(Sample::Board(step.board)),
        };
        if let Some(sample) = sample {
            if self.waiting.len() == self.lag {
                let target = value_for_black(rule, function, &sample);
                self.learn_first(rule, function, target);
            }
            self.waiting.push_back(sample);
        }
        if is_cut {
            // What comes of a random move says nothing about the positions before it.
            self.waiting.clear();
        }
    }

    /// Moves the value after the mover's last move towards the value after this one, unless this one explores. A move
    /// that ends the game leaves the last update to [`Self::end`].
    fn observe_afterstate<S: Sums>(
        &mut self,
        rule: &Rule,
        function: &mut Model<S>,
        step: &Step,
        is_cut: bool,
    ) {
        let own = &mut self.afterstates[usize::from(step.board.mover == Color::White)];
        if is_cut {
            *own = None;
        }
        let after = step.board.after(step.choice.placement);
        if let Turn::Over(_) = after.turn() {
            return;
        }
        if let Some(last) = own.replace(after) {
            let target = value_for_black(rule, function, &Sample::Board(after));
            learn_board(rule, function, last, target);
        }
    }

    /// Learns all that is still waiting from the end of the game, whose discs are Black's as the mover's.
    pub(super) fn end<S: Sums>(&mut self, rule: &Rule, function: &mut Model<S>, tally: Tally) {
        let result = f64::from(tally.raw().discs().signum());
        while !self.waiting.is_empty() {
            self.learn_first(rule, function, result);
        }
        for last in self.afterstates.iter_mut().filter_map(Option::take) {
            learn_board(rule, function, last, result);
        }
    }

    fn learn_first<S: Sums>(&mut self, rule: &Rule, function: &mut Model<S>, target: f64) {
        if let Some(Sample::Board(board)) = self.waiting.pop_front() {
            learn_board(rule, function, board, target);
        }
    }
}

/// Moves the value of a board towards a target, which is Black's.
fn learn_board<S: Sums>(rule: &Rule, function: &mut Model<S>, board: Board, target: f64) {
    with_kernel!(rule.kernel, |kernel| {
        let balance = function.state(kernel, board);
        rule.learn(function, board, balance, board.mover.signed(target));
    });
}

fn value_for_black<S: Sums>(rule: &Rule, function: &Model<S>, sample: &Sample) -> f64 {
    match *sample {
        Sample::End(value) => value,
        Sample::Board(board) => {
            let balance = with_kernel!(rule.kernel, |kernel| function.state(kernel, board));
            board.mover.signed(squash(balance + board.mover.signed(function.bias)))
        }
    }
}

/// Where the line ends that the look-ahead expects after a move.
fn expected_end<S: Sums>(rule: &Rule, function: &Model<S>, step: &Step) -> Sample {
    let mut board = step.board.after(step.choice.placement);
    let mut plies = rule.recipe.plies - 1;
    with_kernel!(rule.kernel, |kernel| loop {
        match kernel.turn(board.position) {
            Turn::Over(tally) => {
                let value = f64::from(tally.raw().discs().signum());
                return Sample::End(board.mover.signed(value));
            }
            _ if plies == 0 => return Sample::Board(board),
            Turn::Pass => {
                board = board.passed();
                plies -= u32::from(rule.recipe.pass_is_ply);
            }
            Turn::Play(moves) => {
                let balance = function.state(kernel, board);
                let best = rule.look_ahead(kernel, function, board, balance, moves, plies);
                let square = best.moves.first();
                let placement = kernel.placement(board.position, square).expect("one of the legal moves");
                board = board.after(placement);
                plies -= 1;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use outflank_engine::Chance;
    use outflank_rules::Game;
    use outflank_rules::kernel::Available;
    use outflank_value::BySquares;

    use super::*;

    /// What is learned from the game of a board with weights on some squares, with a step size of 0.1.
    fn learned(board: &str, recipe: Recipe, weights: &[(usize, f64)]) -> [f64; 64] {
        let mut all = [0.0; 64];
        weights.iter().for_each(|&(square, weight)| all[square] = weight);
        let recipe = Recipe { learn_bias: false, ..recipe };
        let rule = Rule { alpha: 0.1, epsilon: 0.0, recipe, kernel: Available::best() };
        let mut function = Model::<BySquares>::new(all, 0.0);
        let game =
            Game::from_board(format!("{board}{} X", "-".repeat(64 - board.len())).parse().expect("a board"));
        let played = rule.play(&mut function, game, Chance::stream(0, "hand", 0), &AtomicBool::new(false));
        assert_eq!(played, Ok(()));
        std::array::from_fn(|square| function.weights()[square] - all[square])
    }

    /// The part of an error that a step of 0.1 mends, by the weight of a disc of the mover.
    fn step(v: f64, target: f64) -> f64 {
        0.1 * (target - v) * (1.0 - v * v)
    }

    //   a b c d e      Black takes d1, then White a1 and with it everything: lost.
    // 1 - X O - O
    const LOST: &str = "-XO-O";

    #[test]
    fn two_steps_on_is_the_end() {
        let changes =
            learned(LOST, Recipe { target: Target::Steps, plies: 2, ..Recipe::default() }, &[(1, 0.5)]);
        // Both positions wait for the end. Before d1 Black has b1, White c1 and e1: v = tanh 0.5; the target is −1.
        let first = step(0.5f64.tanh(), -1.0);
        // Then White is to move and will win: b1, c1 and d1 are Black's, whose changes are opposite, and e1, which lost
        // as much as b1 won, is its own.
        let second = step((-0.5 - first).tanh(), 1.0);
        for (square, expected) in
            [(1, first - second), (2, -first - second), (3, -second), (4, -first + second)]
        {
            assert!((changes[square] - expected).abs() < 1e-12, "{square}: {} {expected}", changes[square]);
        }
    }

    #[test]
    fn one_step_on_is_the_next_position() {
        let changes = learned(LOST, Recipe { target: Target::Steps, ..Recipe::default() }, &[(3, 0.25)]);
        // With d1 the next position is worth tanh 0.25 to Black, and the first one nothing: v = 0.
        let first = step(0.0, 0.25f64.tanh());
        // The second one, seen by White, who has e1 alone: −(b1 + c1 + d1) + e1, the changes of b1 and c1 being opposite.
        let v = (-0.25 - first).tanh();
        let second = step(v, 1.0);
        for (square, expected) in
            [(1, first - second), (2, -first - second), (3, -second), (4, -first + second)]
        {
            assert!((changes[square] - expected).abs() < 1e-12, "{square}: {} {expected}", changes[square]);
        }
    }

    #[test]
    fn leaves_are_learned_and_positions_are_not() {
        // Two plies ahead the game is over: there is no leaf to learn.
        let leaf = |plies| Recipe { target: Target::Leaf, plies, ..Recipe::default() };
        assert_eq!(learned(LOST, leaf(2), &[(3, 0.25)]), [0.0; 64]);
        // One ply ahead the leaf is the position after d1, White to move: the end that follows is its target.
        let changes = learned(LOST, leaf(1), &[(3, 0.25)]);
        let only = step(-0.25f64.tanh(), 1.0);
        for (square, expected) in [(0, 0.0), (1, -only), (2, -only), (3, -only), (4, only)] {
            assert!((changes[square] - expected).abs() < 1e-12, "{square}: {} {expected}", changes[square]);
        }
    }

    #[test]
    fn random_moves_cut_what_waits() {
        let rule = |exploration| Rule {
            alpha: 0.1,
            epsilon: 1.0,
            recipe: Recipe { target: Target::Steps, plies: 2, exploration, ..Recipe::default() },
            kernel: Available::best(),
        };
        let learned = |exploration| {
            let mut function = Model::<BySquares>::new([0.0; 64], 0.0);
            let game = Game::from_board(format!("{LOST}{} X", "-".repeat(59)).parse().expect("a board"));
            let (chance, stop) = (Chance::stream(0, "hand", 0), AtomicBool::new(false));
            rule(exploration).play(&mut function, game, chance, &stop).expect("played");
            *function.weights()
        };
        assert_eq!(learned(Exploration::Skip), [0.0; 64]);
        assert_ne!(learned(Exploration::Happened), [0.0; 64]);
    }
}
