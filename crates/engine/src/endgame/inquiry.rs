//! A question about the score of a position, pursued by asking again and again whether it is above some
//! number, with what is known of the answer so far.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Margin, Outcome, Placement, Ply, Position, Square, Turn};

use super::Bounds;
use super::asked::Asked;
use crate::Value;
use crate::limits::{Progress, Stopped};
use crate::table::{Draft, Key};
use crate::window::Above;

/// A position and the bounds of its score.
pub(crate) struct Inquiry<'a> {
    position: Position,
    lower: i32,
    upper: i32,
    progress: Option<&'a Progress>,
}

impl<'a> Inquiry<'a> {
    pub fn new(position: Position, progress: Option<&'a Progress>) -> Self {
        Self { position, lower: -64, upper: 64, progress }
    }

    /// The bounds known so far.
    pub fn bounds(&self) -> Bounds {
        Bounds { lower: margin(self.lower), upper: margin(self.upper) }
    }

    /// Narrows the bounds until they meet, starting near a guess.
    // CITE: the MTD family of Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, 1996.
    pub fn score<A: Asked>(&mut self, search: &mut A, guess: i32) -> Result<Margin, Stopped> {
        let mut alpha = guess - 1;
        while self.lower < self.upper {
            alpha = alpha.clamp(self.lower + 1, self.upper - 1);
            self.ask(search, alpha)?;
            alpha = if self.lower > alpha { self.lower + 1 } else { self.upper - 1 };
        }
        Ok(margin(self.lower))
    }

    /// Narrows the bounds until all between them have the same outcome.
    pub fn outcome<A: Asked>(&mut self, search: &mut A) -> Result<Outcome, Stopped> {
        for alpha in [1, -1] {
            let decided = margin(self.lower).outcome() == margin(self.upper).outcome();
            if !decided && self.lower < alpha && alpha < self.upper {
                self.ask(search, alpha)?;
            }
        }
        Ok(margin(self.lower).outcome())
    }

    fn ask<A: Asked>(&mut self, search: &mut A, alpha: i32) -> Result<(), Stopped> {
        let score = search.ask(self.position, Above(alpha))?;
        if score > alpha {
            self.lower = score;
        } else {
            self.upper = score;
        }
        if let Some(progress) = self.progress {
            progress.narrow(self.bounds());
        }
        Ok(())
    }

    /// The move that makes sure of the lower bound, if it was found. Nothing is searched.
    pub fn first_move<A: Asked>(&self, search: &A) -> Vec<Ply> {
        let square = proved_move(search, self.position, self.lower.max(-62));
        let placement = square.and_then(|square| search.kernel().placement(self.position, square));
        placement.map(Ply::Place).into_iter().collect()
    }

    /// Play in which each side gets what the bounds promise it, as far as the limits allow.
    pub fn line<A: Asked>(&self, search: &mut A) -> Vec<Ply> {
        let mut line = Vec::new();
        let mut position = self.position;
        // What the mover and the opponent can be sure of.
        let (mut own, mut others) = (self.lower, -self.upper);
        loop {
            match search.kernel().turn(position) {
                Turn::Over(_) => return line,
                Turn::Pass => {
                    line.push(Ply::Pass);
                    position = position.passed();
                }
                Turn::Play(moves) => {
                    let moves: Vec<_> = search.kernel().placements(position, moves).collect();
                    let Ok(placement) = good_enough(search, position, &moves, own) else { return line };
                    line.push(Ply::Place(placement));
                    position = position.after(placement);
                }
            }
            (own, others) = (others, own);
        }
    }
}

/// A move that makes sure of a score. There must be one.
fn good_enough<A: Asked>(
    search: &mut A,
    position: Position,
    moves: &[Placement],
    score: i32,
) -> Result<Placement, Stopped> {
    if score == -64 {
        return Ok(moves[0]);
    }
    // The search leaves its best move in the table, if there are enough empties and room.
    if proved_move(search, position, score).is_none() {
        search.ask(position, Above(score - 1))?;
    }
    if let Some(square) = proved_move(search, position, score) {
        return Ok(*moves.iter().find(|placement| placement.square() == square).expect("it was a move then"));
    }
    for &placement in moves {
        if search.ask(position.after(placement), Above(-score))? <= -score {
            return Ok(placement);
        }
    }
    unreachable!("a score that was proved can be reached by some move")
}

/// A move that makes sure of a score, as far as the table knows.
fn proved_move<A: Asked>(search: &A, position: Position, score: i32) -> Option<Square> {
    let empties = position.empties().count();
    let known = search.table().find(Key::proved(position, empties))?;
    let proved = known.draft == Draft::exact(empties) && known.lower >= Value::new(score * Value::DISC);
    if proved { known.best } else { None }
}

fn margin(score: i32) -> Margin {
    Margin::new(score).expect("a score is a margin")
}
