//! What decides a run of `deep`.

use outflank_engine::tree::Rule;
use outflank_value::residual::{Adam, Channels, Orientation, Rates, Shape, Sight};
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System, Tensors, TensorsError};

recipe! {
    /// How large the network is, which games it learns from, and in which steps.
    pub struct Recipe {
        /// Residual blocks, of two convolutions each.
        pub blocks: usize = 2, Range::new(1.0, 20.0).of("blocks");
        /// Numbers for each square within the network: 16, 32 or 64.
        pub channels: usize = 16, Range::new(16.0, 64.0).of("numbers");
        /// What the network is shown: the discs alone, or the legal moves of both sides besides.
        pub seen: Seen = Seen::Discs;
        /// How the eight symmetries of the board are used: positions are turned and mirrored at random while it learns, or the
        /// network always sees the one orientation that all eight have in common, or not at all.
        pub symmetries: Symmetries = Symmetries::Augment;

        /// Games to learn from, all kinds together.
        pub games: u64 = 20_000, Range::new(1.0, 1e9).of("games");
        /// Games in a lesson: they are played with the same weights, on all threads.
        pub batch: u64 = 16, Range::new(1.0, 4096.0).of("games");
        /// The first games are played by the engine of this program at one ply, and its values imitated. 0: self-play
        /// alone.
        pub imitation_games: u64 = 0, Range::from(0.0).of("games");
        /// The last games are played with a tree search, and learned from what it finds. 0: by temporal differences to the
        /// end.
        pub search_games: u64 = 0, Range::from(0.0).of("games");
        /// Positions that a search may look at for a move of these games.
        pub simulations: u32 = 16, Range::new(2.0, 10_000.0).of("positions");
        /// How the search chooses: by sequential halving with Gumbel noise, made for few simulations, or by PUCT.
        pub search: Search = Search::Gumbel;

        /// How much later values count in a return: 0 looks one move ahead, 1 only at the end of the game.
        pub lambda: f64 = 0.7, Range::PROBABILITY;
        /// What the end of a game is worth: its margin in 64ths, or half of that and half of who won.
        pub target: Target = Target::Margin;
        /// From how many empty squares on the end is solved exactly, and learned from best play: 0 to 14.
        pub exact: u32 = 10, Range::new(0.0, 14.0).of("empty squares");
        /// The probability of a random move. Returns are cut there.
        pub epsilon: f64 = 0.1, Range::PROBABILITY;
        /// Random moves at the start of a game: a number from 0 to this many.
        pub random_plies: u32 = 10, Range::new(0.0, 50.0).of("plies");
        /// The part of games against a player that takes the most discs.
        pub greedy_share: f64 = 0.1, Range::PROBABILITY;
        /// The part of games against a player that moves at random.
        pub random_share: f64 = 0.05, Range::PROBABILITY;
        /// How far apart the values of two moves are, in discs, if one is to be e times as likely as the other in the policy
        /// that is learned without search.
        pub policy_discs: f64 = 2.0, Range::above(0.0, 64.0).of("discs");

        /// Positions in the window that batches are drawn from.
        pub window: usize = 30_000, Range::new(128.0, 10_000_000.0).of("positions");
        /// How often a new position is learned from, on average.
        pub passes: f64 = 2.0, Range::above(0.0, 100.0).of("times");
        /// Positions in a step.
        pub minibatch: usize = 64, Range::new(8.0, 4096.0).of("positions");
        /// How far a weight moves in a step at the start, about.
        pub rate: f64 = 0.001, Range::above(0.0, 1.0);
        /// The same at the end; between them it falls by the same factor from game to game.
        pub rate_end: f64 = 0.0001, Range::above(0.0, 1.0);
        /// Which part of itself a weight loses with every step, times the rate.
        pub decay: f64 = 0.01, Range::new(0.0, 1.0);
        /// How much the policy counts beside the value. 0: no policy is learned.
        pub policy_weight: f64 = 0.1, Range::new(0.0, 100.0);
        /// The player has the running mean of the weights, over about this part of the lessons so far. 0: the last weights.
        pub average: f64 = 0.1, Range::new(0.0, 0.9);
    }
}

/// What the network is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// The discs of both sides.
    Discs,
    /// The legal moves of both sides besides.
    Moves,
}

/// How symmetries are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetries {
    /// Positions are turned and mirrored at random.
    Augment,
    /// All eight are seen as one.
    Canonical,
    /// Not at all.
    Ignored,
}

/// What the end of a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The margin in 64ths.
    Margin,
    /// Half of that, and half of who won.
    Mixed,
}

/// How a search chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// By sequential halving with Gumbel noise.
    Gumbel,
    /// By predictor and upper confidence bounds.
    Puct,
}

/// How the games of a lesson are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Imitation,
    OnePly,
    Search,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let fits = Channels::of_count(self.channels).is_some();
        RecipeError::unless(fits, "channels", self.channels, "16, 32 or 64")?;
        let fits = self.minibatch.is_multiple_of(super::learner::SHARDS);
        RecipeError::unless(fits, "minibatch", self.minibatch, "a multiple of 8")?;
        let shares = self.greedy_share + self.random_share;
        let expected = "shares that add up to 1 at most";
        RecipeError::unless(shares <= 1.0, "random_share", self.random_share, expected)?;
        let learned =
            self.imitation_games.checked_add(self.search_games).is_some_and(|sum| sum <= self.games);
        let expected = "no more than there are games, those that are imitated among them";
        RecipeError::unless(learned, "search_games", self.search_games, expected)
    }

    fn trial() -> Self {
        Self {
            blocks: 1,
            games: 60,
            batch: 4,
            imitation_games: 20,
            search_games: 12,
            simulations: 6,
            window: 1_000,
            passes: 3.0,
            minibatch: 32,
            rate: 0.003,
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
        let name = if kept.shape("mean").is_some() { "mean" } else { "weights" };
        let shape = self.shape();
        let weights = kept.singles(name, &[shape.weights()])?;
        Ok(Model::new(shape, weights.to_vec()))
    }
}

impl Recipe {
    /// How large the network is.
    pub fn shape(&self) -> Shape {
        Shape {
            sight: match self.seen {
                Seen::Discs => Sight::Discs,
                Seen::Moves => Sight::Moves,
            },
            orientation: match self.symmetries {
                Symmetries::Canonical => Orientation::Canonical,
                Symmetries::Augment | Symmetries::Ignored => Orientation::AsItIs,
            },
            blocks: self.blocks,
            channels: Channels::of_count(self.channels).unwrap_or(Channels::Sixteen),
        }
    }

    /// How its search chooses.
    pub(super) fn rule(&self) -> Rule {
        match self.search {
            Search::Gumbel => Rule::Gumbel,
            Search::Puct => Rule::Puct,
        }
    }

    /// The sizes of the steps after so many games.
    pub fn rates_after(&self, games: u64) -> Rates {
        let done = (games as f64 / self.games as f64).min(1.0);
        let step = (self.rate * libm::pow(self.rate_end / self.rate, done)) as f32;
        Rates { step, decay: self.decay as f32, longest: LONGEST }
    }

    /// How the game of this number is played.
    pub(super) fn stage(&self, game: u64) -> Stage {
        match game {
            _ if game < self.imitation_games => Stage::Imitation,
            _ if game >= self.games - self.search_games => Stage::Search,
            _ => Stage::OnePly,
        }
    }

    /// How many games the next lesson has: all of one kind.
    pub(super) fn batch_after(&self, games: u64) -> u64 {
        let borders = [self.imitation_games, self.games - self.search_games, self.games];
        let until =
            borders.into_iter().filter_map(|border| border.checked_sub(games).filter(|&until| until > 0));
        until.fold(self.batch, u64::min)
    }

    /// How many steps there are after so many new positions.
    pub(super) fn steps_after(&self, positions: u64) -> u64 {
        (positions as f64 * self.passes / self.minibatch as f64) as u64
    }

    /// Nothing learned yet.
    pub(super) fn adam(&self) -> Adam {
        Adam::new(self.shape().weights())
    }
}

/// Gradients that are longer than this are cut: one odd batch must not throw the network out.
const LONGEST: f32 = 5.0;
