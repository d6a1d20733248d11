//! Searches to the end of the game: how they find the score, and how the solver has its moves ordered by an evaluator.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Position};
use outflank_value::Evaluator;

use super::search::{MidgameSearch, Node};
use super::{ProbCut, Scaled};
use crate::endgame::{Asked, EndgameSearch, Inquiry, Ordering, Question};
use crate::limits::Stopped;
use crate::table::Table;
use crate::window::Above;
use crate::{Confidence, Value, Window};

/// From so many empty squares on, searches that are not quite sure go before the one that is: they find the score that it
/// has to prove, or nearly, and leave good moves in the table.
const SELECTIVE: u32 = 14;

/// How sure these searches are: a quick one, and one that is rarely wrong.
pub(super) const PASSES: [Confidence; 2] = [Confidence::of_index(1), Confidence::of_index(4)];

/// Narrows the score at the end of the game by asking near a guess whether it is more than this; an even number of discs.
// CITE: the MTD family of Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, 1996.
pub(super) fn settled(
    guess: i32,
    mut ask: impl FnMut(Value) -> Result<Value, Stopped>,
) -> Result<i32, Stopped> {
    let (mut lower, mut upper) = (-64, 64);
    // Scores are even, and what is asked lies between them.
    let mut above = guess - 1;
    while lower < upper {
        above = above.clamp(lower + 1, upper - 1);
        let asked = Value::new(above * Value::DISC);
        let value = ask(asked)?;
        // With less than full confidence an answer may lie just beside the question.
        let discs = value.sixty_fourths();
        if value > asked {
            lower = (discs.div_euclid(2 * Value::DISC) * 2).max(above + 1);
            above = lower + 1;
        } else {
            upper = ((discs + 2 * Value::DISC - 1).div_euclid(2 * Value::DISC) * 2).min(above - 1);
            above = upper - 1;
        }
    }
    Ok(lower)
}

/// The even number of discs nearest to a value.
pub(super) fn nearest_even(value: Value) -> i32 {
    (value.sixty_fourths() + Value::DISC).div_euclid(2 * Value::DISC) * 2
}

/// Plies that are looked ahead before the end is searched, to know what to expect of it.
pub(super) fn plies_before_end(empties: u32) -> u32 {
    match empties {
        ..=10 => 1,
        11..=14 => 4,
        15..=20 => 6,
        _ => 8,
    }
}

impl<K: Kernel, E: Evaluator> MidgameSearch<'_, K, E> {
    /// The score to be expected at the end: as a shallow search sees it, and then as searches to the end do that are
    /// not quite sure.
    fn expected(&mut self, node: &Node<E::State>) -> Result<i32, Stopped> {
        let depth = plies_before_end(node.empties).min(node.empties);
        let mut guess = nearest_even(self.search(node, depth, Window::<Value>::FULL)?);
        if self.probcut.is_some() && node.empties >= SELECTIVE {
            let asked = self.confidence;
            for pass in PASSES.into_iter().filter(|&pass| pass < asked) {
                self.trust(pass);
                let found = settled(guess, |above| self.search(node, node.empties, Window::null(above)));
                self.trust(asked);
                guess = found?;
            }
        }
        Ok(guess)
    }

    /// The exact score of a node, by asking near what is expected.
    pub fn score(&mut self, node: &Node<E::State>) -> Result<Value, Stopped> {
        let guess = self.expected(node)?;
        Ok(Inquiry::new(node.board.position, None).score(self, guess)?.into())
    }
}

/// Asked about exact scores, it orders the moves of large subtrees by its evaluator.
impl<K: Kernel, E: Evaluator> Asked for MidgameSearch<'_, K, E> {
    type Kernel = K;

    fn kernel(&self) -> K {
        self.end.kernel
    }

    fn table(&self) -> &Table {
        self.end.table
    }

    fn ask(&mut self, position: Position, above: Above) -> Result<i32, Stopped> {
        let node = self.node(Board { position, mover: Color::Black });
        let value = self.search(&node, node.empties, Window::null(Value::new(above.0 * Value::DISC)))?;
        Ok(value.sixty_fourths() / Value::DISC)
    }

    fn guess(&mut self, position: Position) -> Result<i32, Stopped> {
        let node = self.node(Board { position, mover: Color::Black });
        self.expected(&node)
    }
}

/// An evaluator together with how far shallower searches with it can be trusted.
#[derive(Debug)]
pub struct Trusted<E> {
    pub(crate) judge: Scaled<E>,
    pub(crate) probcut: ProbCut,
}

impl<E: Evaluator> Ordering for Scaled<E> {
    fn ask<K: Kernel, Q: Question>(&self, end: &mut EndgameSearch<K>, question: &Q) -> Q::Answer {
        answered(self, None, end, question)
    }
}

impl<E: Evaluator> Ordering for Trusted<E> {
    fn ask<K: Kernel, Q: Question>(&self, end: &mut EndgameSearch<K>, question: &Q) -> Q::Answer {
        answered(&self.judge, Some(&self.probcut), end, question)
    }
}

fn answered<K: Kernel, E: Evaluator, Q: Question>(
    judge: &Scaled<E>,
    probcut: Option<&ProbCut>,
    end: &mut EndgameSearch<K>,
    question: &Q,
) -> Q::Answer {
    let mut search = MidgameSearch::new(judge, probcut, Confidence::FULL, end.helper(end.teamwork));
    let answer = question.put(&mut search);
    search.end.hand_in();
    answer
}
