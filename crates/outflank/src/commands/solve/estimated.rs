//! What the engine expects of positions, and how far off it is where scores are stated.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::CellAlignment;
use outflank_engine::midgame::Engine;
use outflank_engine::{NoMemory, TableSize, knowledge};
use outflank_rules::{Margin, ObfProblem};
use serde::Serialize;

use crate::report::{Report, plain_table};

/// All positions and how good the estimates are.
#[derive(Debug, Serialize)]
pub struct EstimateReport {
    plies: u32,
    positions: Vec<Estimated>,
    errors: Option<Errors>,
    pub stopped: bool,
}

/// One position.
#[derive(Debug, Serialize)]
struct Estimated {
    board: String,
    empties: u32,
    value: f64,
    usual_error: f64,
    stated: Option<i32>,
}

/// How far the values are from the scores that are stated, in discs.
#[derive(Debug, Serialize)]
struct Errors {
    positions: usize,
    mean: f64,
    mean_standard_error: f64,
    bias: f64,
}

impl EstimateReport {
    /// Looks so many plies ahead in every position, until the flag is set.
    pub fn new(
        problems: &[ObfProblem],
        plies: u32,
        table: TableSize,
        stop: &AtomicBool,
        mut each: impl FnMut(),
    ) -> Result<Self, NoMemory> {
        let mut engine = Engine::new(knowledge::judge(), table)?;
        let mut positions = Vec::new();
        for problem in problems.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            let empties = problem.board.position.empties().count();
            let values = engine.values(&[problem.board], plies, 0);
            positions.push(Estimated {
                board: problem.board.to_string(),
                empties,
                value: values[0].discs(),
                // A search to the end is exact.
                usual_error: if plies < empties { knowledge::errors().usual(empties, plies) } else { 0.0 },
                stated: problem.answer.best().map(Margin::discs),
            });
            each();
        }
        let errors = Errors::of(&positions);
        Ok(Self { plies, positions, errors, stopped: stop.load(Ordering::Relaxed) })
    }
}

impl Errors {
    fn of(positions: &[Estimated]) -> Option<Self> {
        let gap = |position: &Estimated| Some(position.value - f64::from(position.stated?));
        let gaps: Vec<f64> = positions.iter().filter_map(gap).collect();
        let count = gaps.len() as f64;
        let mean = gaps.iter().map(|gap| gap.abs()).sum::<f64>() / count;
        let scatter = gaps.iter().map(|gap| (gap.abs() - mean).powi(2)).sum::<f64>() / count;
        (!gaps.is_empty()).then(|| Self {
            positions: gaps.len(),
            mean,
            mean_standard_error: (scatter / count).sqrt(),
            bias: gaps.iter().sum::<f64>() / count,
        })
    }
}

impl Report for EstimateReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = plain_table();
        table.set_header(["#", "empties", "value", "usual error", "stated"]);
        for (index, position) in self.positions.iter().enumerate() {
            let usual = match position.usual_error {
                0.0 => "exact".to_owned(),
                error => format!("±{error:.1}"),
            };
            table.add_row([
                (index + 1).to_string(),
                position.empties.to_string(),
                format!("{:+.1}", position.value),
                usual,
                position.stated.map(|stated| format!("{stated:+}")).unwrap_or_default(),
            ]);
        }
        for column in 0..5 {
            let column = table.column_mut(column).expect("there are five");
            column.set_cell_alignment(CellAlignment::Right);
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out, "\nin discs for the side to move, {} plies ahead, by the engine", self.plies)?;
        if let Some(Errors { positions, mean, mean_standard_error, bias }) = &self.errors {
            let interval = 1.96 * mean_standard_error;
            writeln!(
                out,
                "mean error {mean:.2} ± {interval:.2} discs against {positions} stated scores (95 %), bias {bias:+.2}"
            )?;
        }
        if self.stopped {
            writeln!(out, "stopped before all was done")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_by_hand() {
        let position =
            |value, stated| Estimated { board: String::new(), empties: 20, value, usual_error: 1.0, stated };
        let errors = Errors::of(&[position(3.0, Some(1)), position(-6.0, Some(-2)), position(9.0, None)]);
        let Errors { positions, mean, mean_standard_error, bias } = errors.expect("two are stated");
        assert_eq!((positions, mean, bias), (2, 3.0, -1.0));
        assert!((mean_standard_error - 0.5f64.sqrt()).abs() < 1e-12);
        assert!(Errors::of(&[position(9.0, None)]).is_none());
    }
}
