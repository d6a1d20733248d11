//! The games that are learned from.
//!
//! A game gives samples: every position with its return and, where there was a choice, how likely each move should be. The
//! return of a position is a mixture of the value after its best move and of the return there, as in `patterns`; near the end all
//! is exact.

use std::sync::atomic::AtomicBool;

use outflank_engine::tree::{Budget, Noise, Outlook, Tree};
use outflank_engine::{Chance, Stopped, knowledge};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Margin, Moves, Placement, Position, Square, Turn};
use outflank_value::Evaluator;
use outflank_value::patterns::PatternTables;
use outflank_value::residual::{ResidualNetwork, Sample};

use super::Recipe;
use super::recipe::{Stage, Target};
use super::window::rounded;
use crate::patterns::{ends::Ends, games::random_start};
use crate::stop::look_at;

/// What games are played with.
pub(super) struct Table<'a> {
    pub recipe: &'a Recipe,
    pub network: &'a ResidualNetwork,
    /// Who is imitated, while that is so.
    pub teacher: Option<&'a PatternTables<64>>,
    pub stop: &'a AtomicBool,
}

/// A ply of a game.
struct Step {
    position: Position,
    /// The value of the best move to the mover, −1 to 1.
    best: f32,
    /// Whether what follows says nothing about this position, since another move was made than the best.
    cut: bool,
    policy: Vec<(Square, f32)>,
}

/// Who plays the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Itself,
    /// Takes as many discs as it can.
    Greedy,
    Random,
}

/// What was found out about a position: the best move, its value, and how likely each move should be.
struct Thought {
    best: Placement,
    value: f32,
    policy: Vec<(Square, f32)>,
}

/// The teacher of games that are imitated.
pub(super) fn teacher() -> PatternTables<64> {
    knowledge::tables()
}

impl Table<'_> {
    /// What a margin is worth to the side whose it is.
    fn worth(&self, margin: Margin) -> f32 {
        let margin = margin.discs();
        match self.recipe.target {
            Target::Margin => margin as f32 / 64.0,
            Target::Mixed => margin as f32 / 128.0 + margin.signum() as f32 / 2.0,
        }
    }

    /// Plays a game to its end, unless the flag is set: what is to be learned, the last position first.
    pub fn play<K: Kernel>(
        &self,
        kernel: K,
        stage: Stage,
        mut chance: Chance,
        tree: &mut Tree,
        ends: &mut Ends,
    ) -> Result<Vec<Sample>, Stopped> {
        let recipe = self.recipe;
        let mut position = random_start(kernel, recipe.random_plies, &mut chance);
        let opponent = Opponent::drawn(recipe, &mut chance);
        let mut is_opponents_turn = chance.below(2) == 1;
        let mut steps: Vec<Step> = Vec::with_capacity(64);
        loop {
            look_at(self.stop)?;
            if position.empties().count() <= recipe.exact
                && let Some((margin, line)) = ends.solve(position)
            {
                let value = self.worth(margin);
                let samples = self.solved(kernel, value, &line);
                return Ok(self.returns(steps, value, samples));
            }
            position = match kernel.turn(position) {
                Turn::Over(tally) => {
                    let value = self.worth(tally.empties_to_winner());
                    return Ok(self.returns(
                        steps,
                        value,
                        vec![Sample { position, value, policy: Vec::new() }],
                    ));
                }
                Turn::Pass => {
                    let best = -self.value(kernel, position.passed());
                    steps.push(Step { position, best, cut: false, policy: Vec::new() });
                    position.passed()
                }
                Turn::Play(moves) => {
                    let thought = match stage {
                        Stage::Search => self.searched(kernel, position, moves, tree, &mut chance),
                        Stage::OnePly | Stage::Imitation => self.looked(kernel, position, moves),
                    };
                    let other = match opponent {
                        Opponent::Greedy if is_opponents_turn => {
                            Some(greedy(kernel, position, moves, &mut chance))
                        }
                        Opponent::Random if is_opponents_turn => Some(chance.draw(kernel, position, moves)),
                        _ => chance.happens(recipe.epsilon).then(|| chance.draw(kernel, position, moves)),
                    };
                    let other = other.filter(|other| other.square() != thought.best.square());
                    let Thought { best, value, policy } = thought;
                    steps.push(Step { position, best: value, cut: other.is_some(), policy });
                    position.after(other.unwrap_or(best))
                }
            };
            is_opponents_turn = !is_opponents_turn;
        }
    }

    /// What a position is worth to its mover, by whoever is followed.
    fn value<K: Kernel>(&self, kernel: K, position: Position) -> f32 {
        match self.teacher {
            None => self.network.value_of(position),
            Some(teacher) => {
                let score = teacher.evaluate(kernel, Board { position, mover: Color::Black });
                (score.value() / 64.0).clamp(-1.0, 1.0) as f32
            }
        }
    }

    /// One ply ahead: what each move leaves behind.
    fn looked<K: Kernel>(&self, kernel: K, position: Position, moves: Moves) -> Thought {
        let mut best: Option<(Placement, f32)> = None;
        let mut policy = Vec::with_capacity(moves.count() as usize);
        for placement in kernel.placements(position, moves) {
            let next = position.after(placement);
            let value = match kernel.turn(next) {
                Turn::Over(tally) => -self.worth(tally.empties_to_winner()),
                _ => -self.value(kernel, next),
            };
            policy.push((placement.square(), value));
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((placement, value));
            }
        }
        let (best, value) = best.expect("there is a move");
        let scale = 64.0 / self.recipe.policy_discs as f32;
        let mut sum = 0.0;
        for (_, part) in &mut policy {
            *part = libm::expf((*part - value) * scale);
            sum += *part;
        }
        policy.iter_mut().for_each(|(_, part)| *part = rounded(*part / sum));
        Thought { best, value, policy }
    }

    /// By a tree search, with noise.
    fn searched<K: Kernel>(
        &self,
        kernel: K,
        position: Position,
        moves: Moves,
        tree: &mut Tree,
        chance: &mut Chance,
    ) -> Thought {
        let budget = Budget { stop: Some(self.stop), ..Budget::simulations(self.recipe.simulations) };
        let board = Board { position, mover: Color::Black };
        let outlook: Outlook = tree.search(kernel, self.network, board, moves, &budget, Noise::Drawn(chance));
        let best = outlook.best();
        let mut policy: Vec<_> = outlook
            .branches
            .iter()
            .map(|branch| (branch.placement.square(), rounded(branch.policy)))
            .collect();
        policy.sort_by_key(|(square, _)| square.index());
        Thought { best: best.placement, value: best.value.unwrap_or(outlook.value), policy }
    }

    /// Best play to the end: the value is known all along, and changes its sign from mover to mover.
    fn solved<K: Kernel>(&self, kernel: K, value: f32, line: &[Position]) -> Vec<Sample> {
        let sample = |(ply, position): (usize, &Position)| Sample {
            position: *position,
            value: if ply % 2 == 0 { value } else { -value },
            policy: line.get(ply + 1).map_or_else(Vec::new, |next| followed(kernel, *position, *next)),
        };
        let mut samples: Vec<Sample> = line.iter().enumerate().map(sample).collect();
        samples.reverse();
        samples
    }

    /// Backwards from the value of the last position.
    fn returns(&self, steps: Vec<Step>, mut value: f32, mut samples: Vec<Sample>) -> Vec<Sample> {
        let lambda = self.recipe.lambda as f32;
        for Step { position, best, cut, policy } in steps.into_iter().rev() {
            value = if cut { best } else { (1.0 - lambda) * best - lambda * value };
            samples.push(Sample { position, value, policy });
        }
        samples
    }
}

impl Opponent {
    fn drawn(recipe: &Recipe, chance: &mut Chance) -> Self {
        let drawn = chance.unit();
        match drawn {
            _ if drawn < recipe.greedy_share => Self::Greedy,
            _ if drawn < recipe.greedy_share + recipe.random_share => Self::Random,
            _ => Self::Itself,
        }
    }
}

/// All moves of a position, the one that leads to another being certain.
fn followed<K: Kernel>(kernel: K, position: Position, next: Position) -> Vec<(Square, f32)> {
    let Turn::Play(moves) = kernel.turn(position) else { return Vec::new() };
    let part = |placement: Placement| f32::from(u8::from(position.after(placement) == next));
    kernel.placements(position, moves).map(|placement| (placement.square(), part(placement))).collect()
}

/// The move that turns over most, noise keeping the games apart.
fn greedy<K: Kernel>(kernel: K, position: Position, moves: Moves, chance: &mut Chance) -> Placement {
    let noise = chance.below(64);
    let discs =
        |placement: &Placement| 64 * placement.flips().count() + (placement.square().index() as u32 ^ noise);
    kernel.placements(position, moves).max_by_key(discs).expect("there is a move")
}
