//! A book with a probability for each of its moves.

use std::sync::Arc;

use super::counting::games_ending_in;
use super::tree::{Place, Tree};
use super::{Book, Opening};
use crate::{Color, Game, Square};

/// How likely the lines of a book are to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weights {
    /// Each line as likely as any other.
    Uniform,
    /// As often as the games of a database were played: a line weighs as many of them as followed it and none
    /// of those that go on from it, so that the moves of a place are drawn as often as they were played there, as
    /// far as the book knows. Where none was played all lines are equally likely.
    Database,
    /// By their evaluations: exp(evaluation / temperature), seen by the owner of the book.
    Evaluation {
        /// In the unit of the evaluations, above 0: the lower, the more often the best line is drawn.
        temperature: f64,
    },
}

/// A book as one player follows it: while the game is in it, a line that still matches is drawn and its next move
/// played.
///
/// It is small and does not change, so that one can be shared by any number of players.
#[derive(Clone, Debug)]
pub struct Repertoire {
    tree: Arc<Tree>,
    /// For each move of the tree the probability that it, or one before it at its place, is drawn.
    up_to: Vec<f64>,
}

impl Repertoire {
    pub(super) fn new(book: &Book, weights: Weights, owner: Color) -> Result<Self, WeightsError> {
        let tree = Arc::clone(&book.tree);
        let of_openings = logarithms(&book.openings, weights, owner)?;
        let of_lines: Vec<f64> = book.lines.iter().map(|line| of_openings[line.opening as usize]).collect();
        let mut up_to = vec![0.0; tree.places() - 1];
        for place in tree.all() {
            // Weights are compared at one place only, so that lines that weigh little everywhere else still differ.
            let through: Vec<&[f64]> =
                tree.edges(place).map(|(_, next)| &of_lines[tree.lines(next)]).collect();
            for (edge, up_to_here) in tree.edge_numbers(place).zip(cumulated(&shares(&through))) {
                up_to[edge] = up_to_here;
            }
        }
        Ok(Self { tree, up_to })
    }

    /// Where a game stands in the book: nowhere once it has left the lines, or if it has another start.
    #[inline]
    pub fn place_of(&self, game: &Game) -> Option<Place> {
        self.tree.place_of(game)
    }

    /// Where a move leads to, if the book has it there.
    #[inline]
    pub fn follow(&self, place: Place, square: Square) -> Option<Place> {
        self.tree.follow(place, square)
    }

    /// The next move of the line that a number drawn from 0 to below 1 stands for; none where all lines end.
    #[inline]
    pub fn choose(&self, place: Place, drawn: f64) -> Option<Square> {
        let mut edges = self.tree.edge_numbers(place);
        edges.find(|&edge| drawn < self.up_to[edge]).map(|edge| self.tree.square(edge))
    }

    /// The most likely move, of equals the one with the lower square; none where all lines end.
    pub fn favourite(&self, place: Place) -> Option<Square> {
        let likelier = |best: (Square, f64), next: (Square, f64)| if next.1 > best.1 { next } else { best };
        self.moves(place).reduce(likelier).map(|(square, _)| square)
    }

    /// The moves at a place with their probabilities, by their squares.
    pub fn moves(&self, place: Place) -> impl Iterator<Item = (Square, f64)> {
        self.tree.edge_numbers(place).scan(0.0, |before, edge| {
            let share = self.up_to[edge] - *before;
            *before = self.up_to[edge];
            Some((self.tree.square(edge), share))
        })
    }
}

/// The logarithm of the weight of each opening.
fn logarithms(openings: &[Opening], weights: Weights, owner: Color) -> Result<Vec<f64>, WeightsError> {
    let missing = |what| move |opening: &Opening| WeightsError::Missing { name: opening.name.clone(), what };
    match weights {
        Weights::Uniform => Ok(vec![0.0; openings.len()]),
        Weights::Database => match openings.iter().find(|opening| opening.games.is_none()) {
            Some(opening) => Err(missing("number of games")(opening)),
            None => Ok(games_ending_in(openings).into_iter().map(|games| libm::log(games as f64)).collect()),
        },
        Weights::Evaluation { temperature } => {
            if !(temperature > 0.0 && temperature.is_finite()) {
                return Err(WeightsError::Temperature { temperature });
            }
            let evaluations = openings.iter().map(|opening| {
                let evaluation = opening.evaluation.ok_or_else(|| missing("evaluation")(opening))?;
                // Finite, so that two of them can be compared however cold it is.
                Ok((owner.signed(evaluation) / temperature).clamp(f64::MIN, f64::MAX))
            });
            evaluations.collect()
        }
    }
}

/// The share of each group in the weight of all, from logarithms. If nothing weighs anything each member counts
/// the same.
fn shares(groups: &[&[f64]]) -> Vec<f64> {
    let highest = groups.iter().flat_map(|group| group.iter().copied()).fold(f64::NEG_INFINITY, f64::max);
    let weight =
        |logarithm: f64| if highest == f64::NEG_INFINITY { 1.0 } else { libm::exp(logarithm - highest) };
    let sums: Vec<f64> =
        groups.iter().map(|group| group.iter().map(|&logarithm| weight(logarithm)).sum()).collect();
    let total: f64 = sums.iter().sum();
    sums.iter().map(|sum| sum / total).collect()
}

/// Each share with those before it. From the last that is not nothing on it is all, whatever the rounding.
fn cumulated(shares: &[f64]) -> Vec<f64> {
    let last = shares.iter().rposition(|&share| share > 0.0);
    let sums = shares.iter().scan(0.0, |sum, share| {
        *sum += share;
        Some(*sum)
    });
    sums.enumerate().map(|(index, sum)| if Some(index) >= last { 1.0 } else { sum }).collect()
}

/// Why a book cannot be weighed like this.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// An opening lacks what is to be weighed.
    #[error("the opening “{name}” has no {what} in its book")]
    Missing {
        /// The opening.
        name: String,
        /// What it lacks.
        what: &'static str,
    },
    /// A temperature that is none.
    #[error("a temperature of {temperature}: expected a number above 0")]
    Temperature {
        /// What was asked for.
        temperature: f64,
    },
}
