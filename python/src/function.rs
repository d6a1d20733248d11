//! A Python function as a player, or as the evaluator of a search.
//!
//! It is called with many boards at a time. A policy says for each an action, or a score for each action; an evaluator says
//! what each position is worth to its mover. A search with an evaluator looks at the whole tree of its
//! depth and has all leaves judged in one call: its values are those of minimax, as `engine::plain` has them.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use outflank_arena::{Entrant, Identity};
use outflank_engine::plain::TOLERANCE;
use outflank_engine::players::Noisy;
use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::{Kernel, Portable};
use outflank_rules::{Board, Game, Moves, Position, Square, Squares, Turn};
use outflank_value::Score;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::env::draw_by;
use crate::host::Service;
use crate::planes::{ACTIONS, Layout, Legal, PASS};

/// The most boards of one call.
const LARGEST_BATCH: usize = 8192;
/// The deepest search: a tree of so many plies has millions of leaves.
const DEEPEST: u32 = 6;

/// What a function says about a board.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Its action.
    Action(i64),
    /// A score for each square.
    Scores(Vec<f64>),
    /// What the position is worth.
    Value(f64),
}

/// What a function is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Moves. Scores are sampled from at this temperature; at 0 the best is taken.
    Policy { temperature: f64 },
    /// Values, for a search of so many plies.
    Evaluator { depth: u32 },
}

/// A Python function and what it is for.
pub struct Function {
    callable: Py<PyAny>,
    kind: Kind,
    layout: Layout,
}

impl Function {
    /// Calls the function. Every answer fits its board.
    pub fn call(&self, py: Python<'_>, boards: &[Board]) -> PyResult<Vec<Answer>> {
        let mut answers = Vec::with_capacity(boards.len());
        for boards in boards.chunks(LARGEST_BATCH) {
            let positions: Vec<Position> = boards.iter().map(|board| board.position).collect();
            let observations = arrays::observations(py, &positions, self.layout)?;
            match self.kind {
                Kind::Evaluator { .. } => {
                    let values = self.callable.bind(py).call1((observations,))?;
                    let (values, _) =
                        arrays::rows(&values, boards.len(), &[1], "the values of the evaluator")?;
                    answers.extend(values.into_iter().map(Answer::Value));
                }
                Kind::Policy { .. } => {
                    let mut masks = vec![false; boards.len() * ACTIONS];
                    let legal: Vec<Legal> =
                        positions.iter().map(|position| Legal::of(Portable, *position)).collect();
                    legal
                        .iter()
                        .zip(masks.chunks_exact_mut(ACTIONS))
                        .for_each(|(legal, mask)| legal.write(mask));
                    let masks = PyArray1::from_vec(py, masks).reshape([boards.len(), ACTIONS])?;
                    let said = self.callable.bind(py).call1((observations, masks))?;
                    answers.extend(read_policy(&said, &legal)?);
                }
            }
        }
        Ok(answers)
    }
}

/// Actions, or scores of actions, for boards on which these are legal.
fn read_policy(said: &Bound<'_, PyAny>, legal: &[Legal]) -> PyResult<Vec<Answer>> {
    let asarray = said.py().import("numpy")?.getattr("asarray")?;
    let array = asarray.call1((said,))?.cast_into::<PyUntypedArray>()?;
    if array.ndim() == 2 {
        let (scores, width) =
            arrays::rows(array.as_any(), legal.len(), &[64, 65], "the scores of the player")?;
        return Ok(scores.chunks_exact(width).map(|scores| Answer::Scores(scores[..64].to_vec())).collect());
    }
    let actions = arrays::whole_numbers(array.as_any(), legal.len(), "actions of the player")?;
    let check = |(&action, legal): (&i64, &Legal)| match legal.allows(action) {
        true => Ok(Answer::Action(action)),
        false => Err(PyValueError::new_err(format!(
            "the player chose action {action}, and legal are {:?}",
            legal.actions()
        ))),
    };
    actions.iter().zip(legal).map(check).collect()
}

/// A Python function as a player.
#[pyclass(module = "outflank", frozen)]
pub struct FunctionPlayer {
    function: Arc<Function>,
    name: String,
    content: String,
}

#[pymethods]
impl FunctionPlayer {
    #[new]
    #[pyo3(signature = (function, *, name, kind="policy", temperature=0.0, depth=1, layout="chw", content=None))]
    fn new(
        function: Bound<'_, PyAny>,
        name: String,
        kind: &str,
        temperature: f64,
        depth: u32,
        layout: &str,
        content: Option<String>,
    ) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(PyTypeError::new_err(
                "a player is made from a function, or something else that can be called",
            ));
        }
        let kind = match kind {
            "policy" if temperature.is_finite() && temperature >= 0.0 => Kind::Policy { temperature },
            "policy" => {
                return Err(PyValueError::new_err(format!(
                    "a temperature of {temperature}: expected 0 or more"
                )));
            }
            "evaluator" if (1..=DEEPEST).contains(&depth) => Kind::Evaluator { depth },
            "evaluator" => {
                return Err(PyValueError::new_err(format!("a depth of {depth}: expected 1 to {DEEPEST}")));
            }
            other => {
                return Err(PyValueError::new_err(format!("“{other}” is neither 'policy' nor 'evaluator'")));
            }
        };
        let layout = Layout::read(layout)?;
        let content = content.unwrap_or_else(|| format!("python:{name}"));
        Ok(Self { function: Arc::new(Function { callable: function.unbind(), kind, layout }), name, content })
    }

    /// What the player is called in tables.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("FunctionPlayer('{}')", self.name)
    }
}

impl FunctionPlayer {
    /// The player for a contest that is served.
    pub fn entrant(&self, service: &Arc<Service>, epsilon: Option<f64>) -> Entrant {
        let (function, service) = (Arc::clone(&self.function), Arc::clone(service));
        let seat = move || -> Box<dyn Player> {
            let player = Asking { function: Arc::clone(&function), service: Arc::clone(&service) };
            match epsilon {
                Some(epsilon) => Box::new(Noisy::new(player, epsilon)),
                None => Box::new(player),
            }
        };
        let style = match self.function.kind {
            Kind::Policy { temperature: 0.0 } | Kind::Evaluator { depth: 1 } => String::new(),
            Kind::Policy { temperature } => format!("temperature={temperature}"),
            Kind::Evaluator { depth } => format!("depth={depth}"),
        };
        let style = match epsilon {
            Some(epsilon) => format!("{style} epsilon={epsilon}").trim().to_owned(),
            None => style,
        };
        Entrant::new(self.name.clone(), seat).with_identity(Identity { content: self.content.clone(), style })
    }
}

/// A player that asks a Python function.
struct Asking {
    function: Arc<Function>,
    service: Arc<Service>,
}

impl Asking {
    fn ask(&self, boards: Vec<Board>) -> Result<Vec<Answer>, Forfeit> {
        let answers = self.service.ask(&self.function, boards);
        answers.ok_or_else(|| Forfeit { reason: "the Python function was not heard any more".to_owned() })
    }
}

impl Player for Asking {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        let (square, score) = match self.function.kind {
            Kind::Policy { temperature } => match self.ask(vec![board])?.pop() {
                Some(Answer::Action(action)) => (crate::planes::square(action), None),
                Some(Answer::Scores(scores)) => (Some(chosen(&scores, moves, temperature, chance)), None),
                _ => (None, None),
            },
            Kind::Evaluator { depth } => {
                let tree = Tree::grow(board, moves, depth);
                let values = self.ask(tree.leaves.clone())?;
                let (best, score) = tree.best(&values);
                (best.map(|best| chance.pick(Portable, best)), Some(score))
            }
        };
        let placement = square.and_then(|square| Portable.placement(board.position, square));
        let placement = placement
            .ok_or_else(|| Forfeit { reason: "the Python function chose no legal move".to_owned() })?;
        Ok(Choice::best(placement, score))
    }
}

/// One of the moves by scores: the best, drawn among equals, or sampled at a temperature.
fn chosen(scores: &[f64], moves: Moves, temperature: f64, chance: &mut Chance) -> Square {
    let best = moves.into_iter().map(|square| scores[square.index()]).fold(f64::NEG_INFINITY, f64::max);
    let equals = moves.into_iter().filter(|square| scores[square.index()] == best);
    let equals = equals.fold(Squares::NONE, |all, square| all | square.set());
    if temperature == 0.0 {
        return chance.pick(Portable, moves.among(equals).unwrap_or(moves));
    }
    let logits: Vec<f64> = scores.iter().map(|score| score / temperature).collect();
    let legal = Legal { squares: moves.squares().bits(), pass: false };
    draw_by(legal, &logits, chance).and_then(Square::new).unwrap_or(moves.first())
}

/// The tree of all play for some plies, with its leaves in a row.
struct Tree {
    moves: Moves,
    children: Vec<Node>,
    leaves: Vec<Board>,
}

/// What is found in the tree, seen by who is to move there.
enum Node {
    /// The game is over.
    End(Score),
    /// The evaluator is asked, under this number.
    Leaf(usize),
    /// There is no move.
    Passed(Box<Node>),
    /// The best of these is taken.
    Best(Vec<Node>),
}

impl Tree {
    fn grow(board: Board, moves: Moves, depth: u32) -> Self {
        let mut leaves = Vec::new();
        let children = Portable
            .placements(board.position, moves)
            .map(|placement| match depth {
                // What one's own move leaves behind, finished or not.
                1 => Node::leaf(board.after(placement), &mut leaves),
                _ => Node::grow(board.after(placement), depth - 1, &mut leaves),
            })
            .collect();
        Self { moves, children, leaves }
    }

    /// The best moves by what was said about the leaves, and what they are worth.
    fn best(&self, values: &[Answer]) -> (Option<Moves>, Score) {
        let mut best = (Score::WORST, Squares::NONE);
        for (square, child) in self.moves.into_iter().zip(&self.children) {
            let score = -child.value(values);
            let gain = score.value() - best.0.value();
            if gain > TOLERANCE {
                best = (score, square.set());
            } else if gain >= -TOLERANCE {
                best.1 |= square.set();
            }
        }
        (self.moves.among(best.1), best.0)
    }
}

impl Node {
    fn leaf(board: Board, leaves: &mut Vec<Board>) -> Self {
        leaves.push(board);
        Self::Leaf(leaves.len() - 1)
    }

    fn grow(board: Board, depth: u32, leaves: &mut Vec<Board>) -> Self {
        match Portable.turn(board.position) {
            Turn::Over(tally) => Self::End(Score::of_end(tally)),
            _ if depth == 0 => Self::leaf(board, leaves),
            Turn::Pass => Self::Passed(Box::new(Self::grow(board.passed(), depth, leaves))),
            Turn::Play(moves) => Self::Best(
                Portable
                    .placements(board.position, moves)
                    .map(|placement| Self::grow(board.after(placement), depth - 1, leaves))
                    .collect(),
            ),
        }
    }

    fn value(&self, values: &[Answer]) -> Score {
        match self {
            Self::End(score) => *score,
            Self::Leaf(number) => match values.get(*number) {
                Some(Answer::Value(value)) => Score::new(*value),
                _ => Score::ZERO,
            },
            Self::Passed(after) => -after.value(values),
            Self::Best(children) => {
                children.iter().map(|child| -child.value(values)).fold(Score::WORST, Score::max)
            }
        }
    }
}

/// The action of a choice.
pub fn action(choice: &Choice) -> usize {
    choice.placement.square().index().min(PASS)
}
