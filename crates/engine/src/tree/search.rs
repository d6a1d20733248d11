//! The tree and its simulations.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Moves, Square, Turn};

use super::advisor::{Advice, Advisor};
use super::choosing::{Known, PerMove, Range, largest, softmax};
use super::outlook::{Branch, Outlook};
use crate::Chance;

/// How a tree search chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Sequential halving at the root, an improved policy below.
    #[default]
    Gumbel,
    /// Predictor and upper confidence bounds.
    Puct,
}

/// How much a search may look at.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Positions that are looked at, the root not among them: 1 at least.
    pub simulations: u32,
    /// So much time; looked at after every simulation.
    pub time: Option<Duration>,
    /// Somebody setting this flag.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// So many positions.
    pub fn simulations(simulations: u32) -> Self {
        Self { simulations, time: None, stop: None }
    }
}

/// Whether a search tries moves that it would not try by itself, as learners do.
#[derive(Debug)]
pub enum Noise<'a> {
    /// It plays as well as it can.
    Silent,
    /// Gumbel noise, or a Dirichlet's at the root.
    Drawn(&'a mut Chance),
}

/// A tree, used again for every search.
#[derive(Debug)]
pub struct Tree {
    rule: Rule,
    nodes: Vec<Node>,
    range: Range,
    depth: u32,
}

/// A position of a tree.
#[derive(Debug)]
struct Node {
    board: Board,
    /// The squares of its moves, in order; none where the mover passes or the game is over.
    moves: Option<Moves>,
    kind: Kind,
    /// What the advisor said, for the mover.
    value: f32,
    logits: PerMove,
    visits: Vec<u32>,
    /// Sums of values for the mover, by move.
    sums: Vec<f32>,
    children: Vec<Option<u32>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Play,
    Over,
}

/// At most so many moves are considered at the root by halving.
const CONSIDERED: usize = 16;

impl Tree {
    /// An empty tree.
    pub fn new(rule: Rule) -> Self {
        Self { rule, nodes: Vec::new(), range: Range::default(), depth: 0 }
    }

    /// Searches a position where there are these moves.
    pub fn search<K: Kernel, A: Advisor>(
        &mut self,
        kernel: K,
        advisor: &A,
        board: Board,
        moves: Moves,
        budget: &Budget<'_>,
        noise: Noise<'_>,
    ) -> Outlook {
        self.nodes.clear();
        self.range = Range::default();
        self.depth = 0;
        let root = looked_at(kernel, advisor, board, moves);
        self.nodes.push(root);
        let noise = self.noise(noise);
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        let is_over = || {
            deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || budget.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        };
        match self.rule {
            Rule::Gumbel => self.halve(kernel, advisor, budget.simulations, &noise, is_over),
            Rule::Puct => {
                for done in 0..budget.simulations {
                    if done > 0 && is_over() {
                        break;
                    }
                    let place = self.chosen_at_root(&noise);
                    self.simulate(kernel, advisor, place);
                }
            }
        }
        self.outlook(&noise)
    }

    /// The noise of the root's moves: added to logits by Gumbel, mixed with likelihoods by PUCT.
    fn noise(&self, noise: Noise<'_>) -> PerMove {
        let count = self.nodes[0].logits.len();
        let Noise::Drawn(chance) = noise else { return (0..count).map(|_| 0.0).collect() };
        let mut unit = || chance.unit().max(1e-300);
        match self.rule {
            Rule::Gumbel => (0..count).map(|_| -libm::log(-libm::log(unit())) as f32).collect(),
            Rule::Puct => {
                // A Dirichlet of ones: exponentials, in parts of their sum.
                let drawn: PerMove = (0..count).map(|_| -libm::log(unit()) as f32).collect();
                let sum: f32 = drawn.iter().sum();
                drawn.iter().map(|part| part / sum).collect()
            }
        }
    }

    /// Sequential halving: all considered moves get the same visits, then the worse half is left out.
    fn halve<K: Kernel, A: Advisor>(
        &mut self,
        kernel: K,
        advisor: &A,
        simulations: u32,
        noise: &PerMove,
        is_over: impl Fn() -> bool,
    ) {
        let count = self.nodes[0].logits.len();
        let mut considered: Vec<usize> = (0..count).collect();
        let by = |scores: &PerMove, considered: &mut Vec<usize>| {
            considered.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]).then(one.cmp(&other)));
        };
        let at_first: PerMove =
            self.nodes[0].logits.iter().zip(noise).map(|(logit, noise)| logit + noise).collect();
        by(&at_first, &mut considered);
        considered.truncate(CONSIDERED.min(simulations.max(1) as usize));
        let phases = usize::BITS - (considered.len().max(2) - 1).leading_zeros();
        let mut left = simulations;
        while left > 0 {
            let each = (simulations / (phases * considered.len() as u32)).max(1);
            for _ in 0..each {
                for &place in &considered {
                    if left == 0 || left < simulations && is_over() {
                        return;
                    }
                    self.simulate(kernel, advisor, place);
                    left -= 1;
                }
            }
            by(&self.improved_at_root(noise), &mut considered);
            considered.truncate(considered.len().div_ceil(2).max(2).min(considered.len()));
        }
    }

    /// The root's logits with noise, improved by what was found.
    fn improved_at_root(&self, noise: &PerMove) -> PerMove {
        let node = &self.nodes[0];
        let improved = node.known(&node.means()).improved(&self.range);
        improved.iter().zip(noise).map(|(logit, noise)| logit + noise).collect()
    }

    /// The move at the root that PUCT visits next.
    fn chosen_at_root(&self, noise: &PerMove) -> usize {
        let node = &self.nodes[0];
        let means = node.means();
        let known = node.known(&means);
        if noise.iter().all(|&noise| noise == 0.0) {
            return known.by_confidence(&self.range);
        }
        let mixed = softmax(&node.logits)
            .iter()
            .zip(noise)
            .map(|(prior, noise)| libm::logf(0.75 * prior + 0.25 * noise))
            .collect::<PerMove>();
        Known { logits: &mixed, ..known }.by_confidence(&self.range)
    }

    /// Goes down by a move of the root, looks at a new position, and carries its value up.
    fn simulate<K: Kernel, A: Advisor>(&mut self, kernel: K, advisor: &A, first: usize) {
        let mut path: Vec<(u32, usize, bool)> = Vec::with_capacity(16);
        let (mut at, mut place) = (0, first);
        // The value of where it ends, for the mover there.
        let value = loop {
            match self.nodes[at as usize].children[place] {
                Some(child) => {
                    let passes = self.passes_between(at, child);
                    path.push((at, place, passes));
                    at = child;
                    let node = &self.nodes[child as usize];
                    match node.kind {
                        Kind::Over => break node.value,
                        Kind::Play => {
                            let means = node.means();
                            let known = node.known(&means);
                            place = match self.rule {
                                Rule::Gumbel => known.in_proportion(&self.range),
                                Rule::Puct => known.by_confidence(&self.range),
                            };
                        }
                    }
                }
                None => {
                    let child = self.grown(kernel, advisor, at, place);
                    let index = self.nodes.len() as u32;
                    let value = child.value;
                    self.nodes.push(child);
                    self.nodes[at as usize].children[place] = Some(index);
                    let passes = self.passes_between(at, index);
                    path.push((at, place, passes));
                    break value;
                }
            }
        };
        self.depth = self.depth.max(path.len() as u32);
        let mut value = value;
        for (node, place, passes) in path.into_iter().rev() {
            // After a pass the same side moves again.
            if !passes {
                value = -value;
            }
            self.range.include(value);
            let node = &mut self.nodes[node as usize];
            node.visits[place] += 1;
            node.sums[place] += value;
        }
    }

    /// Whether the same side moves in a position and in the one that a move of it leads to.
    fn passes_between(&self, parent: u32, child: u32) -> bool {
        self.nodes[parent as usize].board.mover == self.nodes[child as usize].board.mover
    }

    /// The position that a move leads to, with what is said of it.
    fn grown<K: Kernel, A: Advisor>(&self, kernel: K, advisor: &A, at: u32, place: usize) -> Node {
        let node = &self.nodes[at as usize];
        let square = node.squares().nth(place).expect("one of its moves");
        let placement = kernel.placement(node.board.position, square).expect("a legal move");
        let mut board = node.board.after(placement);
        if kernel.turn(board.position) == Turn::Pass {
            board = board.passed();
        }
        let tally = match kernel.turn(board.position) {
            Turn::Play(moves) => return looked_at(kernel, advisor, board, moves),
            Turn::Over(tally) => tally,
            Turn::Pass => unreachable!("whoever is passed to has a move"),
        };
        Node {
            board,
            moves: None,
            kind: Kind::Over,
            value: advisor.end(tally.empties_to_winner()),
            logits: PerMove::new(),
            visits: Vec::new(),
            sums: Vec::new(),
            children: Vec::new(),
        }
    }

    fn outlook(&self, noise: &PerMove) -> Outlook {
        let root = &self.nodes[0];
        let means = root.means();
        let known = root.known(&means);
        let improved = known.improved(&self.range);
        let priors = softmax(&root.logits);
        let visits: u32 = root.visits.iter().sum();
        let (policy, chosen) = match self.rule {
            Rule::Gumbel => {
                // Among the moves that were visited most.
                let most = root.visits.iter().copied().max().unwrap_or(0);
                let scores = improved.iter().zip(noise).zip(&root.visits);
                let score = |((logit, noise), &visits): ((&f32, &f32), &u32)| {
                    if visits == most { logit + noise } else { f32::NEG_INFINITY }
                };
                (softmax(&improved), largest(scores.map(score)))
            }
            Rule::Puct => {
                let part = |&of_move: &u32| of_move as f32 / visits.max(1) as f32;
                let parts: PerMove = root.visits.iter().map(part).collect();
                // Of equals the better one.
                let most = root.visits.iter().copied().max().unwrap_or(0);
                let score =
                    |(&visits, &mean): (&u32, &f32)| if visits == most { mean } else { f32::NEG_INFINITY };
                let chosen = largest(root.visits.iter().zip(&means).map(score));
                (parts, chosen)
            }
        };
        let mut places: Vec<usize> = (0..root.logits.len()).collect();
        places.sort_by_key(|&place| (place != chosen, std::cmp::Reverse(root.visits[place]), place));
        let squares: Vec<Square> = root.squares().collect();
        let branch = |place: usize| Branch {
            placement: root.board.position.placement(squares[place]).expect("a legal move"),
            prior: priors[place],
            policy: policy[place],
            visits: root.visits[place],
            value: (root.visits[place] > 0).then(|| means[place]),
            line: self.line(place),
        };
        let sum: f32 = root.sums.iter().sum();
        Outlook {
            branches: places.into_iter().map(branch).collect(),
            value: (root.value + sum) / (1.0 + visits as f32),
            simulations: visits,
            depth: self.depth,
        }
    }

    /// The moves that were visited most, from a move of the root on.
    fn line(&self, first: usize) -> Vec<Square> {
        let (mut at, mut place, mut line) = (0, first, Vec::new());
        loop {
            let node: &Node = &self.nodes[at as usize];
            line.extend(node.squares().nth(place));
            let Some(child) = node.children[place] else { return line };
            let child_node = &self.nodes[child as usize];
            let most = child_node
                .visits
                .iter()
                .enumerate()
                .max_by_key(|&(place, visits)| (visits, std::cmp::Reverse(place)));
            match most {
                Some((next, &visits)) if visits > 0 => (at, place) = (child, next),
                _ => return line,
            }
        }
    }
}

/// A position where there is a move, with what is said of it.
fn looked_at<K: Kernel, A: Advisor>(kernel: K, advisor: &A, board: Board, moves: Moves) -> Node {
    let mut advice = Advice::default();
    advisor.advise(kernel, board, moves, &mut advice);
    let count = advice.logits.len();
    Node {
        board,
        moves: Some(moves),
        kind: Kind::Play,
        value: advice.value,
        logits: advice.logits,
        visits: vec![0; count],
        sums: vec![0.0; count],
        children: vec![None; count],
    }
}

impl Node {
    /// The squares of the moves, in order.
    fn squares(&self) -> impl Iterator<Item = Square> {
        self.moves.into_iter().flatten()
    }

    /// The mean value of each move, 0 where there were no visits.
    fn means(&self) -> PerMove {
        let mean = |(&sum, &visits): (&f32, &u32)| sum / visits.max(1) as f32;
        self.sums.iter().zip(&self.visits).map(mean).collect()
    }

    fn known<'a>(&'a self, means: &'a PerMove) -> Known<'a> {
        Known { logits: &self.logits, visits: &self.visits, values: means, value: self.value }
    }
}
