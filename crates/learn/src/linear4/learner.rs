//! How `linear4` learns: games against a frozen copy, every position drawn towards its minimax value.
//!
//! Before each of its moves the learner looks ahead. The value v′ that it finds there is the target of the
//! position in front of it: θ ← θ + α (v′ − v) f. (The document prints θ := α (v′ − v) f, which would forget
//! everything at every move.) Values are those of the mover, which is always the learner.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Ending, Entrant, Played, Step, Style, Trajectory, play_observed};
use outflank_engine::plain::{BestMoves, Ends as Sees, Minimax, Passes};
use outflank_engine::{Chance, Choice, Player, Stopped};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Color, Game, Moves, Outcome, Turn, with_kernel};
use outflank_value::{Evaluator, PieceCounter, Score};

use super::{Ends, FEATURES, Matrix, Model, Opponent, Recipe, Side};
use crate::stop::is_set;
use crate::value_matrix::White;
use crate::{BeginError, Gauge, Learned, Schedule, System, Tensor, Tensors, TensorsError, value_matrix};

/// Games against frozen copies.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    /// Made when it is first needed: its matrix may have to be learned before.
    model: OnceLock<Model>,
    /// The weights of the opponent, once it is a copy; before the first game those that the model begins with.
    frozen: [f64; 4],
}

impl Learner {
    /// A learner with random weights.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let mut chance = Chance::stream(seed, "linear4 weights", 0);
        let frozen = std::array::from_fn(|_| 2.0 * chance.unit() - 1.0);
        Self { recipe, seed, games: 0, frozen, model: OnceLock::new() }
    }

    /// What has been learned so far.
    pub(crate) fn learned(&self) -> &Model {
        self.model.get_or_init(|| Model::new(self.frozen, &matrix(&self.recipe, self.seed)))
    }

    /// How the next game is learned from.
    fn rule(&self) -> Rule {
        Rule {
            plies: self.recipe.plies,
            ends: self.recipe.ends,
            epsilon: self.recipe.epsilon,
            alpha: self.recipe.alpha_in(self.games),
            kernel: Available::best(),
        }
    }

    /// Who the learner meets in the next game.
    fn opponent(&self) -> Entrant {
        let copied = self.recipe.opponent == Opponent::Copy && self.games >= self.recipe.refresh;
        match self.recipe.opponent.benchmark() {
            Some(benchmark) => benchmark.entrant(),
            None if copied => {
                let copy = self.learned().with_theta(self.frozen);
                Style::plies(self.recipe.plies).entrant("copy", copy)
            }
            None => Style::plies(1).entrant("value matrix", self.learned().matrix().clone()),
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
        Matrix::Learned => learned_matrix(recipe, White::Learner, seed),
        Matrix::LearnedFromRandom => learned_matrix(recipe, White::Random, seed),
        Matrix::Printed => PieceCounter::document_matrix(),
        Matrix::Korman => PieceCounter::korman(),
    }
}

fn learned_matrix(recipe: &Recipe, white: White, seed: u64) -> PieceCounter {
    let recipe =
        value_matrix::Recipe { games: recipe.matrix_games, white, ..value_matrix::Recipe::default() };
    value_matrix::Learner::taught(recipe, seed).counter().clone()
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, _: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let before = (self.learned().theta(), self.frozen);
        if self.games > 0 && self.games.is_multiple_of(self.recipe.refresh) {
            self.frozen = self.learned().theta();
        }
        let (rule, color) = (self.rule(), self.color());
        let mut opponent = self.opponent().seat();
        opponent.begin();
        let chance = |purpose| Chance::stream(self.seed, purpose, self.games);
        let (mut own, mut others) = (chance("linear4 learner"), chance("linear4 opponent"));
        let model = self.model.get_mut().expect("it was asked for");
        let played = with_kernel!(rule.kernel, |kernel| play_observed(
            kernel,
            || is_set(stop),
            Game::new(),
            model,
            |model, game, moves| {
                if game.board().mover == color {
                    Ok(rule.choose(model, game.board(), moves, &mut own))
                } else {
                    opponent.choose(game, moves, &mut others)
                }
            },
            |model, Step { board, choice }| {
                if let (true, Some(score)) = (board.mover == color, choice.score) {
                    rule.learn(model, *board, score);
                }
            },
        ));
        if !matches!(played, Some(Played { ending: Ending::Counted(_), .. })) {
            let (theta, frozen) = before;
            self.frozen = frozen;
            self.model.get_mut().expect("it was asked for").change(|changed| *changed = theta);
            return Err(Stopped);
        }
        self.games += 1;
        Ok(())
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        let theta = FEATURES.into_iter().zip(self.learned().theta());
        let alpha = Gauge { name: "alpha", value: self.recipe.alpha_in(self.games) };
        theta.map(|(name, value)| Gauge { name, value }).chain([alpha]).collect()
    }

    fn model(&self) -> crate::Model {
        crate::Model::Linear4(self.learned().clone())
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        let model = Model::try_from(model)?;
        self.frozen = model.theta();
        self.model = model.into();
        Ok(())
    }

    /// Every position of either side is drawn towards what the look-ahead says of it, whatever was played there.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        let rule = self.rule();
        let mut model = self.learned().clone();
        games.iter().flat_map(|game| &game.steps).for_each(|step| rule.study(&mut model, step.board));
        self.model = model.into();
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let tensors = self.learned().tensors().with("frozen", Tensor::list(self.frozen));
        tensors.with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(snapshot)?;
        let frozen = snapshot.values("frozen", &[4])?.try_into().expect("the shape was checked");
        let games = snapshot.whole("games")?;
        (self.model, self.frozen, self.games) = (model.into(), frozen, games);
        Ok(())
    }
}

/// How the learner chooses in a game, and what it learns from it.
struct Rule {
    plies: u32,
    ends: Ends,
    epsilon: f64,
    alpha: f64,
    kernel: Available,
}

impl Rule {
    /// A move, with the value of the best one.
    fn choose(&self, model: &Model, board: Board, moves: Moves, chance: &mut Chance) -> Choice {
        with_kernel!(self.kernel, |kernel| {
            let best = self.look_ahead(kernel, model, board, moves);
            let explores = chance.happens(self.epsilon);
            let drawn_from = if explores { moves } else { best.moves };
            let placement = chance.draw(kernel, board.position, drawn_from);
            Choice { placement, score: Some(best.score), explores }
        })
    }

    #[inline(always)]
    fn look_ahead<K: Kernel>(&self, kernel: K, model: &Model, board: Board, moves: Moves) -> BestMoves {
        let mut search = Minimax::new(kernel, model).with_habits(Sees::Seen, Passes::Free);
        search.best_moves(board, moves, self.plies)
    }

    /// Draws the value of a board towards a score, both the mover's.
    fn learn(&self, model: &mut Model, board: Board, score: Score) {
        with_kernel!(self.kernel, |kernel| {
            let error = value_of(score, self.ends) - model.evaluate(kernel, board).value();
            let features = model.features(kernel, board.position);
            model.change(|theta| {
                for (weight, feature) in theta.iter_mut().zip(features) {
                    *weight += self.alpha * error * feature;
                }
            });
        })
    }

    /// Looks ahead from a board with moves, and learns what is found there.
    fn study(&self, model: &mut Model, board: Board) {
        with_kernel!(self.kernel, |kernel| if let Turn::Play(moves) = kernel.turn(board.position) {
            let best = self.look_ahead(kernel, model, board, moves);
            self.learn(model, board, best.score);
        });
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
