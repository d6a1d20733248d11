//! Rating lists: the strengths on the Elo scale that explain a crosstable best.
//!
//! The model is that of Bradley and Terry, a draw counted as half a win. Errors come from the Fisher
//! information of the fit, corrected by how far the units (pairs, where the table holds pairs) scatter about
//! it.
// CITE: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952);
// P. McCullagh, J. A. Nelder, Generalized Linear Models, for the dispersion.

mod fit;

use super::{Confidence, Crosstable, EloEstimate, Interval, ScoreSheet, Unit, normal_cdf};
use fit::Fit;

/// Elo per natural logarithm of odds.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How a rating list is made. The default: mean 0, one virtual draw, 95 %.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RatingOptions {
    /// What is held fixed.
    pub anchor: Anchor,
    /// What is believed before any result.
    pub prior: Prior,
    /// How sure the intervals are.
    pub confidence: Confidence,
}

/// Results say how far apart players are; the anchor says where.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of all players has this Elo.
    Mean(f64),
    /// This player has this Elo, and no error: the intervals of the others are those of their distance.
    Player(String, f64),
    /// These players have these Elo whatever they score, and no error: what is known about them is known from
    /// elsewhere. Those of them that are not in the table change nothing, but one has to be.
    Players(Vec<(String, f64)>),
}

impl Default for Anchor {
    fn default() -> Self {
        Self::Mean(0.0)
    }
}

/// What is believed about strengths before any result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prior {
    /// Nothing: pure maximum likelihood. Fails where somebody won or lost everything.
    Nothing,
    /// Every player also drew this many games, spread over the opponents it really met. Keeps the winner of
    /// everything at a finite distance and fades as results come in.
    // CITE: R. Coulom's BayesElo, which spreads its virtual draws alike.
    Draws(f64),
}

impl Default for Prior {
    fn default() -> Self {
        Self::Draws(1.0)
    }
}

/// One line of a rating list.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Its rating.
    pub elo: f64,
    /// What the rating may be, the anchor held fixed.
    pub interval: Interval,
    /// The games it played.
    pub games: u64,
    /// Its mean score in them.
    pub score: f64,
}

/// Players by strength, the strongest first.
#[derive(Clone, Debug)]
pub struct RatingList {
    ratings: Vec<Rating>,
    /// The players as the fit numbers them.
    numbered: Vec<String>,
    fit: Fit,
    unit: Unit,
}

impl<S: ScoreSheet> Crosstable<S> {
    /// The rating list of these results.
    pub fn rate(&self, options: &RatingOptions) -> Result<RatingList, RatingError> {
        if self.players().is_empty() {
            return Err(RatingError::NoResults);
        }
        let held: Vec<(usize, f64)> = match &options.anchor {
            Anchor::Players(known) => {
                let held =
                    known.iter().filter_map(|(name, elo)| Some((self.number(name)?, elo / ELO_PER_LOGIT)));
                held.collect()
            }
            Anchor::Mean(_) | Anchor::Player(..) => vec![(0, 0.0)],
        };
        if let (true, Anchor::Players(known)) = (held.is_empty(), &options.anchor) {
            let name = known.first().map_or("", |(name, _)| name);
            return Err(unknown(name, self.players()));
        }
        let numbers: Vec<usize> = held.iter().map(|(player, _)| *player).collect();
        if let Some((group, others)) = self.island(&numbers) {
            return Err(RatingError::Disconnected { group, others });
        }
        let virtual_draws = match options.prior {
            Prior::Draws(draws) if draws > 0.0 && draws.is_finite() => draws,
            Prior::Draws(draws) => return Err(RatingError::PriorDraws { draws }),
            Prior::Nothing => match self.clean_sweep(&numbers) {
                Some((winners, losers)) => return Err(RatingError::CleanSweep { winners, losers }),
                None => 0.0,
            },
        };
        let fit = Fit::of(self, virtual_draws, &held);
        let weights = match &options.anchor {
            Anchor::Mean(_) => vec![1.0 / self.players().len() as f64; self.players().len()],
            Anchor::Player(name, _) => {
                let anchor = self.number(name).ok_or_else(|| unknown(name, self.players()))?;
                (0..self.players().len()).map(|player| if player == anchor { 1.0 } else { 0.0 }).collect()
            }
            // The fit has them where they belong.
            Anchor::Players(_) => vec![0.0; self.players().len()],
        };
        let origin = match options.anchor {
            Anchor::Mean(origin) | Anchor::Player(_, origin) => origin,
            Anchor::Players(_) => 0.0,
        };
        let reach = options.confidence.normal_reach() * ELO_PER_LOGIT;
        let mut ratings: Vec<_> = (0..self.players().len())
            .map(|player| {
                let (distance, error) = fit.distance_from_mean(player, &weights);
                // Who is held is exactly there, and not within rounding.
                let known = match &options.anchor {
                    Anchor::Players(known) => known.iter().find(|(name, _)| *name == self.players()[player]),
                    Anchor::Mean(_) | Anchor::Player(..) => None,
                };
                let elo = known.map_or(origin + distance * ELO_PER_LOGIT, |(_, elo)| *elo);
                let (games, points) = self.games_and_points(player);
                Rating {
                    player: self.players()[player].clone(),
                    elo,
                    interval: Interval::around(elo, error * reach),
                    games,
                    score: points / games as f64,
                }
            })
            .collect();
        ratings.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        Ok(RatingList { ratings, numbered: self.players().to_vec(), fit, unit: S::UNIT })
    }

    /// How many games a player played, and what it scored in them.
    fn games_and_points(&self, player: usize) -> (u64, f64) {
        self.meetings().iter().fold((0, 0.0), |(games, points), meeting| {
            let score = meeting.sheet.score().unwrap_or(0.0);
            let played = meeting.sheet.units() * S::UNIT.games();
            match player {
                _ if player == meeting.first => (games + played, points + score * played as f64),
                _ if player == meeting.second => (games + played, points + (1.0 - score) * played as f64),
                _ => (games, points),
            }
        })
    }
}

impl RatingList {
    /// The lines of the list.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// The line of one player.
    pub fn rating(&self, player: &str) -> Option<&Rating> {
        self.ratings.iter().find(|rating| rating.player == player)
    }

    /// What the errors rest on: pairs or single games.
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// The variance seen, as a multiple of that of independent games without draws. Draws, openings that
    /// decide and shared pairs bring it below 1, players who beat each other in circles above.
    pub const fn dispersion(&self) -> f64 {
        self.fit.dispersion
    }

    /// By how much one player is rated above another. Its error is not the sum of theirs: they share
    /// opponents.
    pub fn difference(
        &self,
        player: &str,
        other: &str,
        confidence: Confidence,
    ) -> Result<EloEstimate, RatingError> {
        let (difference, error) = self.distance(player, other)?;
        let elo = difference * ELO_PER_LOGIT;
        Ok(EloEstimate {
            elo,
            interval: Interval::around(elo, error * confidence.normal_reach() * ELO_PER_LOGIT),
        })
    }

    /// How sure the whole table makes us that one player is stronger than another.
    pub fn superiority(&self, player: &str, other: &str) -> Result<f64, RatingError> {
        let (difference, error) = self.distance(player, other)?;
        Ok(if player == other { 0.5 } else { normal_cdf(difference / error) })
    }

    /// The distance of two players in the fit, and its standard error.
    fn distance(&self, player: &str, other: &str) -> Result<(f64, f64), RatingError> {
        let number = |name: &str| {
            self.numbered.iter().position(|known| known == name).ok_or_else(|| unknown(name, &self.numbered))
        };
        Ok(self.fit.distance(number(player)?, number(other)?))
    }
}

/// Results that make no rating list, or a question about nobody on it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// An empty table.
    #[error("there are no results to rate")]
    NoResults,
    /// Two groups that never met: nothing says how far apart they are.
    #[error("no games connect {} with {}", group.join(", "), others.join(", "))]
    Disconnected {
        /// Players that are connected with each other.
        group: Vec<String>,
        /// Everyone else.
        others: Vec<String>,
    },
    /// Without a prior: players who won every game against all others.
    #[error("{} won everything against {}: without a prior no rating is high enough",
        winners.join(", "), losers.join(", "))]
    CleanSweep {
        /// Who never lost a point to the losers.
        winners: Vec<String>,
        /// Everyone else.
        losers: Vec<String>,
    },
    /// A prior that is not a positive number of draws.
    #[error("{draws} virtual draws are no prior: it takes more than none, and finitely many")]
    PriorDraws {
        /// The number as it came in.
        draws: f64,
    },
    /// A name that is not in the table.
    #[error("“{name}” is not among the players {}", players.join(", "))]
    UnknownPlayer {
        /// The name as it came in.
        name: String,
        /// The players there are.
        players: Vec<String>,
    },
}

fn unknown(name: &str, players: &[String]) -> RatingError {
    RatingError::UnknownPlayer { name: name.to_owned(), players: players.to_vec() }
}
