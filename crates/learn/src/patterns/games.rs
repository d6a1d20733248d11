//! The games that are learned from: self-play, or against simple opponents, with values along the way.
//!
//! The games of a lesson go on ply by ply, side by side: all are in the same stage at about the same time, whose
//! tables then stay near the processor. Since nothing is learned before all have ended, that changes no result.

use std::sync::atomic::AtomicBool;

use outflank_engine::Chance;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Margin, Moves, Placement, Position, Turn};
use outflank_value::PieceCounter;
use outflank_value::patterns::{Lanes, mobility};

use super::ends::Ends;
use super::weights::{Seen, Weights};
use super::{Exploration, Recipe, Target};
use crate::stop::look_at;

/// A position to learn from, and what its value should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson<const N: usize> {
    pub seen: Seen<N>,
    pub target: f32,
}

/// A game under way.
pub(super) struct Going<const N: usize> {
    chance: Chance,
    position: Position,
    lanes: Lanes<N>,
    opponent: Opponent,
    is_opponents_turn: bool,
    steps: Vec<Step<N>>,
}

/// Who plays the other side.
enum Opponent {
    Itself,
    /// Takes as many discs as it can.
    Greedy,
    Random,
    Counter(Box<PieceCounter>),
    /// The opponent of the Othello League: draws some moves, and among equal ones.
    League(Box<PieceCounter>),
}

/// A ply of a game.
struct Step<const N: usize> {
    seen: Seen<N>,
    /// The value of the best move to the mover, by the weights or known.
    best: f32,
    /// Whether what follows says nothing about this position, since another move was made than the weights say.
    cut: bool,
}

/// A move with what it leads to.
struct Reached<const N: usize> {
    placement: Placement,
    lanes: Lanes<N>,
    value: f32,
}

/// What a margin is worth to the side whose it is.
fn worth(target: Target, margin: Margin) -> f32 {
    match target {
        Target::Margin => margin.discs() as f32,
        Target::Outcome => 32.0 * margin.discs().signum() as f32,
    }
}

/// Plays games to their ends, or until the flag is set. What is to be learned comes game by game, the last position of
/// each first.
#[inline(always)]
pub(super) fn play<const N: usize, K: Kernel>(
    kernel: K,
    recipe: &Recipe,
    weights: &Weights<N>,
    ends: &mut Ends,
    chances: impl Iterator<Item = Chance>,
    stop: &AtomicBool,
) -> Vec<Lesson<N>> {
    let mut games: Vec<_> =
        chances.map(|chance| (Going::new(kernel, recipe, weights, chance), None)).collect();
    let mut is_any_going = true;
    while is_any_going && look_at(stop).is_ok() {
        is_any_going = false;
        for (game, lessons) in &mut games {
            if lessons.is_none() {
                *lessons = game.advance(kernel, recipe, weights, ends);
                is_any_going |= lessons.is_none();
            }
        }
    }
    games.into_iter().filter_map(|(_, lessons)| lessons).flatten().collect()
}

impl<const N: usize> Going<N> {
    fn new<K: Kernel>(kernel: K, recipe: &Recipe, weights: &Weights<N>, mut chance: Chance) -> Self {
        let position = random_start(kernel, recipe.random_plies, &mut chance);
        let opponent = Opponent::drawn(recipe, &mut chance);
        let is_opponents_turn = chance.below(2) == 1;
        let lanes = weights.patterns().lanes(position);
        Self { chance, position, lanes, opponent, is_opponents_turn, steps: Vec::with_capacity(64) }
    }

    /// Goes on by a ply. When the game is over: what is to be learned from it.
    #[inline(always)]
    fn advance<K: Kernel>(
        &mut self,
        kernel: K,
        recipe: &Recipe,
        weights: &Weights<N>,
        ends: &mut Ends,
    ) -> Option<Vec<Lesson<N>>> {
        let (position, lanes) = (self.position, self.lanes);
        let patterns = weights.patterns();
        if position.empties().count() <= recipe.exact
            && let Some((margin, line)) = ends.solve(position)
        {
            // Best play to the end: the value is known all along, and changes its sign from mover to mover.
            let value = worth(recipe.target, margin);
            let mut lessons = Vec::with_capacity(self.steps.len() + line.len());
            let mut sign = 1.0;
            for position in line {
                let seen = weights.seen(patterns.lanes(position), position, mobility(kernel, position));
                lessons.push(Lesson { seen, target: sign * value });
                sign = -sign;
            }
            lessons.reverse();
            return Some(self.returns(recipe, value, lessons));
        }
        let mobility = mobility(kernel, position);
        let seen = weights.seen(lanes, position, mobility);
        match kernel.turn(position) {
            Turn::Over(tally) => {
                let value = worth(recipe.target, tally.empties_to_winner());
                return Some(self.returns(recipe, value, vec![Lesson { seen, target: value }]));
            }
            Turn::Pass => {
                self.lanes = patterns.lanes_passed(lanes);
                self.position = position.passed();
                let [own, other] = mobility;
                let value = weights.value(&self.lanes, self.position, [other, own]);
                self.steps.push(Step { seen, best: -value, cut: false });
            }
            Turn::Play(moves) => {
                let best = best_move(kernel, recipe, weights, position, &lanes, moves);
                let other = self.other_move(kernel, recipe, moves);
                let other = other.filter(|other| other.square() != best.placement.square());
                let is_cut = other.is_some() && recipe.exploration == Exploration::Cut;
                self.steps.push(Step { seen, best: best.value, cut: is_cut });
                (self.position, self.lanes) = match other {
                    Some(other) => (position.after(other), patterns.lanes_after(lanes, other)),
                    None => (position.after(best.placement), best.lanes),
                };
            }
        }
        self.is_opponents_turn = !self.is_opponents_turn;
        None
    }

    /// The move of who does not follow the weights now: an opponent, or chance.
    #[inline(always)]
    fn other_move<K: Kernel>(&mut self, kernel: K, recipe: &Recipe, moves: Moves) -> Option<Placement> {
        let position = self.position;
        let chance = &mut self.chance;
        match &self.opponent {
            Opponent::Greedy if self.is_opponents_turn => {
                // Noise keeps the games apart.
                let noise = chance.below(64);
                let discs = |placement: &Placement| {
                    64 * placement.flips().count() + (placement.square().index() as u32 ^ noise)
                };
                kernel.placements(position, moves).max_by_key(discs)
            }
            Opponent::Counter(counter) if self.is_opponents_turn => kernel
                .placements(position, moves)
                .max_by(|one, other| gain(counter, one).total_cmp(&gain(counter, other))),
            Opponent::League(counter) if self.is_opponents_turn && !chance.happens(recipe.epsilon) => {
                let gains = kernel.placements(position, moves).map(|placement| gain(counter, &placement));
                let best = gains.fold(f64::NEG_INFINITY, f64::max);
                let is_best = |placement: &Placement| gain(counter, placement) == best;
                let count = kernel.placements(position, moves).filter(is_best).count();
                let drawn = chance.below(count as u32) as usize;
                kernel.placements(position, moves).filter(is_best).nth(drawn)
            }
            opponent => {
                let is_random =
                    matches!(opponent, Opponent::Random | Opponent::League(_)) && self.is_opponents_turn;
                let is_drawn = is_random || chance.happens(recipe.epsilon);
                is_drawn.then(|| kernel.placement(position, chance.pick(kernel, moves))).flatten()
            }
        }
    }

    /// Backwards from the value of the last position: the return of a position is a mixture of the value after its
    /// best move and of the return there.
    fn returns(&self, recipe: &Recipe, mut value: f32, mut lessons: Vec<Lesson<N>>) -> Vec<Lesson<N>> {
        let lambda = recipe.lambda as f32;
        for step in self.steps.iter().rev() {
            value = if step.cut { step.best } else { (1.0 - lambda) * step.best - lambda * value };
            lessons.push(Lesson { seen: step.seen, target: value });
        }
        lessons
    }
}

impl Opponent {
    fn drawn(recipe: &Recipe, chance: &mut Chance) -> Self {
        let drawn = chance.unit();
        let (greedy, random) = (recipe.greedy_share, recipe.greedy_share + recipe.random_share);
        match drawn {
            _ if drawn < greedy => Self::Greedy,
            _ if drawn < random => Self::Random,
            _ if drawn < random + recipe.counter_share => {
                // Squares that are symmetric to each other have one weight.
                let classes: [f64; 16] = std::array::from_fn(|_| 2.0 * chance.unit() - 1.0);
                let quadrant = |place: usize| {
                    let (row, column) = (place / 4, place % 4);
                    classes[row.min(column) * 4 + row.max(column)]
                };
                Self::Counter(Box::new(PieceCounter::mirrored(std::array::from_fn(quadrant))))
            }
            _ if drawn < random + recipe.counter_share + recipe.league_share => {
                Self::League(Box::new(PieceCounter::swh()))
            }
            _ => Self::Itself,
        }
    }
}

/// What a move brings by a piece counter.
fn gain(counter: &PieceCounter, placement: &Placement) -> f64 {
    counter.weight(placement.square()) + 2.0 * counter.sum(placement.flips())
}

/// The start of a game after some random moves, so many at most.
pub(crate) fn random_start<K: Kernel>(kernel: K, most: u32, chance: &mut Chance) -> Position {
    let mut position = Position::START;
    for _ in 0..chance.below(most + 1) {
        position = match kernel.turn(position) {
            Turn::Over(_) => return Position::START,
            Turn::Pass => position.passed(),
            Turn::Play(moves) => position.after(chance.draw(kernel, position, moves)),
        };
    }
    position
}

/// The move after which the opponent has the least.
#[inline(always)]
fn best_move<const N: usize, K: Kernel>(
    kernel: K,
    recipe: &Recipe,
    weights: &Weights<N>,
    position: Position,
    lanes: &Lanes<N>,
    moves: Moves,
) -> Reached<N> {
    let mut best: Option<Reached<N>> = None;
    for placement in kernel.placements(position, moves) {
        let next = position.after(placement);
        let lanes = weights.patterns().lanes_after(*lanes, placement);
        let value = match mobility(kernel, next) {
            [0, 0] => -worth(recipe.target, next.tally().empties_to_winner()),
            mobility => -weights.value(&lanes, next, mobility),
        };
        if best.as_ref().is_none_or(|best| value > best.value) {
            best = Some(Reached { placement, lanes, value });
        }
    }
    best.expect("there is a move")
}
