//! Exact ends, where a recipe wants them.

use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::{Limits, TableSize};
use outflank_rules::{Margin, Ply, Position};

use super::Recipe;

/// What solves the ends of games.
pub(crate) struct Ends {
    solver: Option<Solver>,
}

impl Ends {
    pub fn new(recipe: &Recipe) -> Self {
        Self::of(recipe.exact)
    }

    /// Ends of so many empty squares, if of any.
    pub fn of(exact: u32) -> Self {
        Self { solver: (exact > 0).then(|| Solver::new(TableSize::mebibytes(1))) }
    }

    /// The margin of best play and the positions along it, to the last.
    pub fn solve(&mut self, position: Position) -> Option<(Margin, Vec<Position>)> {
        let solution = self.solver.as_mut()?.solve(position, Goal::Exact, &Limits::default());
        let Verdict::Exact(margin) = solution.verdict else { return None };
        let mut line = vec![position];
        let mut here = position;
        for ply in solution.line {
            here = match ply {
                Ply::Pass => here.passed(),
                Ply::Place(placement) => here.after(placement),
            };
            line.push(here);
        }
        Some((margin, line))
    }
}
