//! What decides a run of `patterns`.

use std::sync::Arc;

use outflank_value::patterns::{Extra, Layout, Stages, shapes, words_of};
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System, Tensors, TensorsError};

/// The weights that are averaged are so many games apart, in short runs fewer.
const AVERAGED_EVERY: u64 = 1_000;

recipe! {
    /// What is learned, from which games, and in which steps.
    pub struct Recipe {
        /// The shapes whose configurations have weights, with commas between: edax, corners, lines 4,
        /// rectangles 2x2, walks 30 6 1 (so many random walks of so many steps, drawn from a seed) or squares
        /// such as a1 b1 a2 b2. All are shared by the eight symmetries of the board, but for groups, in which only the
        /// lists share a table that are named: group a1 b1 / h1 g1.
        pub shapes: String = "edax".to_owned();
        /// Parts of the game, by the number of discs, with weights of their own: 1 to 61.
        pub stages: usize = 10, Range::new(1.0, 61.0).of("stages");
        /// The first games are learned with one stage, which is then copied to all: it learns faster at the
        /// start.
        pub one_stage_games: u64 = 100_000, Range::from(0.0).of("games");
        /// Whether there are tables for the numbers of moves of both sides.
        pub mobility: bool = true;
        /// Whether there are tables for the numbers of discs of both sides.
        pub disc_counts: bool = true;
        /// Whether there is a table for the number of all discs: what the right to move is worth at each ply. It
        /// changes no choice at one ply, and makes values true.
        pub plies: bool = false;
        /// Whether there are tables for two numbers taken together: the moves of both sides, and the discs of one with
        /// the moves of the other, who may turn them all.
        pub pairs: bool = false;

        /// Games to learn from.
        pub games: u64 = 500_000, Range::new(1.0, 1e9).of("games");
        /// Games in a lesson: they are played with the same weights, side by side on all threads, and learned
        /// from in order.
        pub batch: u64 = 64, Range::new(1.0, 4096.0).of("games");
        /// A lesson has at most this part of the games played so far, one game at least, so that the first
        /// games count at once: 0 to 1.
        pub batch_share: f64 = 0.01, Range::PROBABILITY;

        /// How often a lesson is learned from: more than once pays while there are few games.
        pub passes: u32 = 1, Range::new(1.0, 100.0).of("passes");
        /// How weights are moved: by differences to returns at the end of the game (lambda says how far they
        /// look), or with a rate for each weight that falls while its errors cancel out.
        pub rule: Rule = Rule::Plain;
        /// How much later values count in a return: 0 looks one move ahead, 1 only at the end of the game.
        pub lambda: f64 = 0.8, Range::PROBABILITY;
        /// How many times as far the weights of the extra tables (mobility, discs) move as those of the shapes: they are few
        /// and met often.
        pub extra_rate: f64 = 1.0, Range::above(0.0, 1000.0);
        /// The part of an error that a step removes at the start: 0 to 1.
        pub alpha: f64 = 0.3, Range::above(0.0, 1.0);
        /// The same at the end; between them it falls by the same factor from game to game.
        pub alpha_end: f64 = 0.006, Range::above(0.0, 1.0);
        /// The part of the games, at the end, over which weights are averaged: the player has the means of what they
        /// were there, and not the last ones, which still follow the last games. 0: the last ones.
        pub average: f64 = 0.0, Range::PROBABILITY;
        /// What the end of a game is worth: its margin in discs, or ±32 for who won.
        pub target: Target = Target::Margin;

        /// The probability of a random move.
        pub epsilon: f64 = 0.1, Range::PROBABILITY;
        /// What a move means that is not the best by the weights: returns are cut there, so that values are
        /// those of good play, or they run through, so that values are those of play with such moves, and a
        /// player learns to beware of them.
        pub exploration: Exploration = Exploration::Cut;
        /// Random moves at the start of a game: a number from 0 to this many.
        pub random_plies: u32 = 10, Range::new(0.0, 50.0).of("plies");
        /// The part of games against a player that takes the most discs.
        pub greedy_share: f64 = 0.1, Range::PROBABILITY;
        /// The part of games against a player that moves at random.
        pub random_share: f64 = 0.03, Range::PROBABILITY;
        /// The part of games against piece counters with weights drawn at random.
        pub counter_share: f64 = 0.0, Range::PROBABILITY;
        /// The part of games against swh, the opponent of the Othello League, who draws as many moves as the learner does:
        /// for a player that is to win there.
        pub league_share: f64 = 0.0, Range::PROBABILITY;
        /// From how many empty squares on the end is solved exactly, and learned from best play: 0 to 16.
        pub exact: u32 = 0, Range::new(0.0, 16.0).of("empty squares");

        /// 0: learn from returns. Otherwise learn for search: positions of games are moved towards the values that the
        /// learner's own search of so many plies gives them, with the weights that it had at the start of a round.
        /// Labels of one parity belong together: take an even number.
        pub label_depth: u32 = 0, Range::new(0.0, 8.0).of("plies");
        /// Whether such a value is the mean of searches of so many plies and of one less. At the ends of the one the
        /// learner is to move, at those of the other its opponent: what the right to move is worth by mistake drops out.
        pub label_mean: bool = false;
        /// Games in a round, when learning for search.
        pub round_games: u64 = 50_000, Range::from(1.0).of("games");
        /// How far the players of these games look ahead.
        pub play_depth: u32 = 2, Range::new(1.0, 4.0).of("plies");
    }
}

/// How weights are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The same rate for all weights that are active.
    Plain,
    /// Temporal coherence: the rate of a weight is the size of the sum of its errors over the sum of their sizes.
    Coherence,
}

/// What becomes of a return at a move that is not the best by the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exploration {
    /// It begins anew with the value of the best move.
    Cut,
    /// It runs through.
    Through,
}

/// What the end of a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The margin in discs.
    Margin,
    /// ±32 for who won.
    Outcome,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        if let Err(error) = self.layout() {
            RecipeError::unless(false, "shapes", error, "other shapes")?;
        }
        let shares = self.greedy_share + self.random_share + self.counter_share + self.league_share;
        let expected = "shares that add up to 1 at most";
        RecipeError::unless(shares <= 1.0, "counter_share", self.counter_share, expected)
    }

    fn trial() -> Self {
        Self {
            shapes: "corners,lines 4".to_owned(),
            stages: 2,
            one_stage_games: 200,
            games: 800,
            batch: 16,
            ..Self::default()
        }
    }

    fn lessons(&self) -> u64 {
        self.games
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, kept: &Tensors) -> Result<Model, TensorsError> {
        let layout = self.layout().map_err(|error| TensorsError::Content {
            name: "weights".to_owned(),
            reason: error.to_string(),
        })?;
        let name = if kept.shape("mean").is_some() { "mean" } else { "weights" };
        let weights = kept.singles(name, &[self.stages, layout.weights()])?;
        Ok(Model::rounded(layout, weights))
    }
}

impl Recipe {
    /// How the weights are numbered.
    pub fn layout(&self) -> Result<Arc<Layout>, outflank_value::patterns::ShapeError> {
        let mut extras = vec![Extra::Constant];
        if self.mobility {
            extras.extend([Extra::OwnMobility, Extra::OpponentMobility]);
        }
        if self.disc_counts {
            extras.extend([Extra::OwnDiscs, Extra::OpponentDiscs]);
        }
        if self.plies {
            extras.push(Extra::Discs);
        }
        if self.pairs {
            extras.extend([Extra::Moves, Extra::DiscsAndMoves]);
        }
        let stages = Stages::new(self.stages).unwrap_or(Stages::ONE);
        Layout::new(shapes(&self.shapes.split(',').collect::<Vec<_>>())?, &extras, stages).map(Arc::new)
    }

    /// A recipe with which a network goes on to learn that has such shapes, tables and stages. Something is known: steps
    /// are small from the start.
    pub fn continuing(model: &Model) -> Self {
        let layout = model.layout();
        let has = |extra: Extra| layout.extras().contains(&extra);
        Self {
            shapes: layout.shapes().iter().map(words_of).collect::<Vec<_>>().join(", "),
            stages: layout.stages().count(),
            one_stage_games: 0,
            mobility: has(Extra::OwnMobility),
            disc_counts: has(Extra::OwnDiscs),
            plies: has(Extra::Discs),
            pairs: has(Extra::Moves),
            alpha: 0.03,
            ..Self::default()
        }
    }

    /// The step size in a game, the first being 0.
    pub fn alpha_in(&self, game: u64) -> f64 {
        let done = (game as f64 / self.games as f64).min(1.0);
        self.alpha * libm::pow(self.alpha_end / self.alpha, done)
    }

    /// Whether weights after so many games, reached from so many, are among those averaged.
    pub(super) fn is_averaged(&self, before: u64, games: u64) -> bool {
        let averaged = (self.games as f64 * self.average) as u64;
        let every = (averaged / 200).clamp(1, AVERAGED_EVERY);
        games > (self.games - averaged).max(self.one_stage_games) && games / every > before / every
    }

    /// How many games the next lesson has.
    pub fn batch_after(&self, games: u64) -> u64 {
        let share = (games as f64 * self.batch_share) as u64;
        let until_stages = self.one_stage_games.checked_sub(games).filter(|&until| until > 0);
        let until_round = (self.label_depth > 0).then(|| self.round_games - games % self.round_games);
        let borders = [Some(self.games - games), until_stages, until_round];
        borders.into_iter().flatten().fold(share.clamp(1, self.batch), u64::min)
    }
}
