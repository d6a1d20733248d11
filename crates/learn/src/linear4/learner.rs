//! How `linear4` learns: games against a frozen copy, every position drawn towards its minimax value.
//!
//! Before each of its moves the learner looks ahead. The value v′ that it finds there is the target of the
//! position in front of it: θ ← θ + α (v′ − v) f. (The document prints θ := α (v′ − v) f, which would forget
//! everything at every move.) Values are those of the mover, which is always the learner.

use outflank_arena::{Entrant, Seat, Style, play};
use outflank_engine::plain::{Ends as Sees, Passes, Search};
use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Color, Game, Moves, Outcome, with_kernel};
use outflank_value::{Evaluator, PieceCounter, Score};

use super::{Ends, FEATURES, Matrix, Model, Opponent, Recipe, Side};
use crate::{Gauge, Schedule, Tensor, Tensors, TensorsError, value_matrix};

/// Games against frozen copies.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    model: Model,
    /// The weights of the opponent, once it is a copy.
    frozen: [f64; 4],
}

impl Learner {
    /// A learner with random weights.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let mut chance = Chance::stream(seed, "linear4 weights", 0);
        let theta = std::array::from_fn(|_| 2.0 * chance.unit() - 1.0);
        let model = Model::new(theta, &matrix(&recipe, seed));
        Self { recipe, seed, games: 0, frozen: theta, model }
    }

    /// What has been learned so far.
    pub(crate) fn learned(&self) -> &Model {
        &self.model
    }

    /// Who the learner meets in the next game.
    fn opponent(&self) -> Entrant {
        let copied = self.recipe.opponent == Opponent::Copy && self.games >= self.recipe.refresh;
        match self.recipe.opponent.benchmark() {
            Some(benchmark) => benchmark.entrant(),
            None if copied => {
                let copy = self.model.with_theta(self.frozen);
                Style::plies(self.recipe.plies).entrant("copy", copy)
            }
            None => Style::plies(1).entrant("value matrix", self.model.matrix().clone()),
        }
    }

    fn color(&self) -> Color {
        match self.recipe.side {
            Side::Alternate if self.games % 2 == 1 => Color::White,
            _ => Color::Black,
        }
    }
}

fn matrix(recipe: &Recipe, seed: u64) -> PieceCounter {
    match recipe.matrix {
        Matrix::Learned => {
            let recipe =
                value_matrix::Recipe { games: recipe.matrix_games, ..value_matrix::Recipe::default() };
            value_matrix::Learner::taught(recipe, seed).counter().clone()
        }
        Matrix::Printed => PieceCounter::document_matrix(),
        Matrix::Korman => PieceCounter::korman(),
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
        if self.games > 0 && self.games.is_multiple_of(self.recipe.refresh) {
            self.frozen = self.model.theta();
        }
        let mut opponent = self.opponent().seat();
        let mut pupil = Pupil {
            recipe: &self.recipe,
            alpha: self.recipe.alpha_in(self.games),
            model: self.model.clone(),
            kernel: Available::best(),
        };
        let chance = |purpose| Chance::stream(self.seed, purpose, self.games);
        let one = Seat { player: &mut pupil, chance: chance("linear4 learner") };
        let other = Seat { player: &mut opponent, chance: chance("linear4 opponent") };
        match self.color() {
            Color::Black => play(Game::new(), one, other),
            Color::White => play(Game::new(), other, one),
        };
        self.model = pupil.model;
        self.games += 1;
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        let theta = FEATURES.into_iter().zip(self.model.theta());
        let alpha = Gauge { name: "alpha", value: self.recipe.alpha_in(self.games) };
        theta.map(|(name, value)| Gauge { name, value }).chain([alpha]).collect()
    }

    fn model(&self) -> crate::Model {
        crate::Model::Linear4(self.model.clone())
    }

    fn keep(&self) -> Tensors {
        let tensors = self.model.tensors().with("frozen", Tensor::list(self.frozen));
        tensors.with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(kept)?;
        let frozen = kept.values("frozen", &[4])?.try_into().expect("the shape was checked");
        let games = kept.whole("games")?;
        (self.model, self.frozen, self.games) = (model, frozen, games);
        Ok(())
    }
}

/// The learner at the board.
struct Pupil<'a> {
    recipe: &'a Recipe,
    alpha: f64,
    model: Model,
    kernel: Available,
}

impl Player for Pupil<'_> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        with_kernel!(self.kernel, |kernel| {
            let mut search = Search::new(kernel, &self.model).with_habits(Sees::Seen, Passes::Free);
            let best = search.best_moves(board, moves, self.recipe.plies);
            let error = value_of(best.score, self.recipe.ends) - self.model.evaluate(kernel, board).value();
            let features = self.model.features(kernel, board.position);
            self.model.change(|theta| {
                for (weight, feature) in theta.iter_mut().zip(features) {
                    *weight += self.alpha * error * feature;
                }
            });
            let explores = chance.happens(self.recipe.epsilon);
            let square = chance.pick(kernel, if explores { moves } else { best.moves });
            Ok(kernel.placement(board.position, square).expect("one of the legal moves").into())
        })
    }
}

/// A score as a value in the unit of θ·f.
fn value_of(score: Score, ends: Ends) -> f64 {
    match (score.decided(), ends) {
        (None, _) => score.value(),
        (Some(margin), Ends::Margin) => f64::from(margin.discs()) / 64.0,
        (Some(margin), Ends::Outcome) => match margin.outcome() {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        },
    }
}
