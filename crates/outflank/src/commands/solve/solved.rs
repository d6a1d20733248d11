//! What was found out about endgames, compared with what was stated.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use comfy_table::CellAlignment;
use outflank_engine::endgame::{Bounds, ScoredMoves, Solution, Verdict};
use outflank_rules::{Margin, ObfProblem, Outcome, Square};
use serde::Serialize;

use crate::report::{Report, plain_table};

/// All positions and what it took to solve them.
#[derive(Debug, Serialize)]
pub struct SolveReport {
    positions: Vec<Solved>,
    nodes: u64,
    seconds: f64,
    wrong: usize,
    stopped: bool,
    threads: usize,
}

/// One position.
#[derive(Debug, Serialize)]
pub struct Solved {
    board: String,
    empties: u32,
    score: Option<i32>,
    outcome: Option<&'static str>,
    bounds: Option<[i32; 2]>,
    line: Vec<String>,
    moves: Option<Vec<SolvedMove>>,
    stated: Option<i32>,
    verdict: Option<&'static str>,
    nodes: u64,
    seconds: f64,
}

/// One of its moves.
#[derive(Debug, Serialize)]
pub struct SolvedMove {
    #[serde(rename = "move")]
    square: String,
    score: Option<i32>,
    bounds: Option<[i32; 2]>,
    stated: Option<i32>,
    #[serde(skip)]
    found: Verdict,
}

impl SolvedMove {
    /// All moves of a position, best first.
    pub fn all(scored: &ScoredMoves, problem: &ObfProblem) -> Vec<Self> {
        let moves = scored.moves.iter().map(|scored| Self {
            square: scored.square.to_string(),
            score: margin(scored.verdict),
            bounds: bounds(scored.verdict),
            stated: problem.answer.score(scored.square).map(Margin::discs),
            found: scored.verdict,
        });
        moves.collect()
    }
}

impl Solved {
    /// The solution of a position.
    pub fn of(problem: &ObfProblem, solution: &Solution) -> Self {
        let line = solution.line.iter().map(|ply| ply_name(ply.square())).collect();
        let agrees = problem.answer.best().and_then(|stated| agrees(solution.verdict, stated));
        Self { line, nodes: solution.nodes, ..Self::new(problem, solution.verdict, agrees) }
    }

    /// A position with all its moves, of which there must be one.
    pub fn with_moves(problem: &ObfProblem, moves: Vec<SolvedMove>, nodes: u64) -> Self {
        let found = whole(&moves);
        // Every move is compared, and so is the best of them: a file may state only some.
        let stated = moves
            .iter()
            .map(|scored| scored.stated.and_then(Margin::new).map(|stated| (scored.found, stated)));
        let best = problem.answer.best().map(|stated| (found, stated));
        let verdicts: Vec<_> =
            stated.chain([best]).flatten().filter_map(|(found, stated)| agrees(found, stated)).collect();
        let agrees = (!verdicts.is_empty()).then(|| verdicts.iter().all(|&agrees| agrees));
        let line = moves.first().filter(|best| best.score.is_some()).map(|best| best.square.clone());
        Self {
            line: line.into_iter().collect(),
            moves: Some(moves),
            nodes,
            ..Self::new(problem, found, agrees)
        }
    }

    fn new(problem: &ObfProblem, found: Verdict, agrees: Option<bool>) -> Self {
        let outcome = match found {
            Verdict::Exact(margin) => Some(margin.outcome()),
            Verdict::Outcome(outcome) => Some(outcome),
            Verdict::Stopped(Bounds { lower, upper }) => {
                (lower.outcome() == upper.outcome()).then(|| lower.outcome())
            }
        };
        Self {
            board: problem.board.to_string(),
            empties: problem.board.position.empties().count(),
            score: margin(found),
            outcome: outcome.map(outcome_name),
            bounds: bounds(found),
            line: Vec::new(),
            moves: None,
            stated: problem.answer.best().map(Margin::discs),
            verdict: agrees.map(|agrees| if agrees { "ok" } else { "wrong" }),
            nodes: 0,
            seconds: 0.0,
        }
    }

    /// The same with the time it took.
    pub fn taking(self, time: Duration) -> Self {
        Self { seconds: time.as_secs_f64(), ..self }
    }

    fn score_text(&self) -> String {
        match (self.score, self.bounds, self.outcome) {
            (Some(score), _, _) => format!("{score:+}"),
            (None, Some([lower, upper]), _) => format!("{lower:+} to {upper:+}"),
            (None, None, outcome) => outcome.unwrap_or("?").to_owned(),
        }
    }
}

/// What moves with these values are worth together.
fn whole(moves: &[SolvedMove]) -> Verdict {
    let ends = moves.iter().map(|scored| match scored.found {
        Verdict::Exact(margin) => Bounds { lower: margin, upper: margin },
        Verdict::Stopped(bounds) => bounds,
        Verdict::Outcome(_) => Bounds::OPEN,
    });
    let bounds = ends.fold(Bounds { lower: Margin::MIN, upper: Margin::MIN }, |best, next| Bounds {
        lower: best.lower.max(next.lower),
        upper: best.upper.max(next.upper),
    });
    if bounds.lower == bounds.upper { Verdict::Exact(bounds.lower) } else { Verdict::Stopped(bounds) }
}

/// Whether a finding agrees with a score that is stated; `None` where it says too little.
fn agrees(found: Verdict, stated: Margin) -> Option<bool> {
    match found {
        Verdict::Exact(margin) => Some(margin == stated),
        Verdict::Outcome(outcome) => Some(outcome == stated.outcome()),
        Verdict::Stopped(Bounds { lower, upper }) if lower <= stated && stated <= upper => None,
        Verdict::Stopped(_) => Some(false),
    }
}

fn margin(found: Verdict) -> Option<i32> {
    match found {
        Verdict::Exact(margin) => Some(margin.discs()),
        Verdict::Outcome(_) | Verdict::Stopped(_) => None,
    }
}

fn bounds(found: Verdict) -> Option<[i32; 2]> {
    match found {
        Verdict::Stopped(Bounds { lower, upper }) => Some([lower.discs(), upper.discs()]),
        Verdict::Exact(_) | Verdict::Outcome(_) => None,
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

fn ply_name(square: Option<Square>) -> String {
    square.map_or_else(|| "pass".to_owned(), |square| square.to_string())
}

impl SolveReport {
    /// A report without positions yet.
    pub fn new(threads: usize) -> Self {
        Self { positions: Vec::new(), nodes: 0, seconds: 0.0, wrong: 0, stopped: false, threads }
    }

    /// Takes in a position.
    pub fn add(&mut self, solved: Solved) {
        self.nodes += solved.nodes;
        self.wrong += usize::from(solved.verdict == Some("wrong"));
        self.positions.push(solved);
    }

    /// Everything was done, or stopped.
    pub fn finish(&mut self, time: Duration, stopped: bool) {
        self.seconds = time.as_secs_f64();
        self.stopped = stopped;
    }

    /// How many positions contradict what was stated.
    pub fn wrong(&self) -> usize {
        self.wrong
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }
}

impl Report for SolveReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        const WRONG: Style = AnsiColor::Red.on_default().bold();
        let mut table = plain_table();
        table.set_header(["#", "empties", "score", "", "move", "line", "nodes", "seconds", "nodes/s"]);
        for (index, solved) in self.positions.iter().enumerate() {
            let verdict = match (solved.verdict, solved.stated) {
                (Some("wrong"), Some(stated)) => format!("WRONG, stated {stated:+}"),
                (verdict, _) => verdict.unwrap_or_default().to_owned(),
            };
            table.add_row([
                (index + 1).to_string(),
                solved.empties.to_string(),
                solved.score_text(),
                verdict,
                solved.line.first().cloned().unwrap_or_default(),
                shortened(&solved.line),
                solved.nodes.to_string(),
                format!("{:.3}", solved.seconds),
                speed(solved.nodes, solved.seconds),
            ]);
        }
        for column in [0, 1, 2, 6, 7, 8] {
            let column = table.column_mut(column).expect("there are nine");
            column.set_cell_alignment(CellAlignment::Right);
        }
        for line in table.lines() {
            let line = line.trim_end();
            if line.contains("WRONG") {
                writeln!(out, "{WRONG}{line}{WRONG:#}")?
            } else {
                writeln!(out, "{line}")?
            }
        }
        for (index, solved) in self.positions.iter().enumerate() {
            if let Some(moves) = &solved.moves {
                let texts = moves.iter().map(move_text);
                writeln!(out, "\nmoves of {}: {}", index + 1, texts.collect::<Vec<_>>().join("  "))?;
            }
        }
        let Self { nodes, seconds, wrong, .. } = self;
        let checked = self.positions.iter().filter(|solved| solved.verdict.is_some()).count();
        let count = match self.positions.len() {
            1 => "1 position".to_owned(),
            count => format!("{count} positions"),
        };
        writeln!(out, "\n{count}, {nodes} nodes in {seconds:.2} s, {} a second", speed(*nodes, *seconds))?;
        if checked > 0 {
            writeln!(out, "{} of {checked} agree with their stated scores", checked - wrong)?;
        }
        if self.stopped {
            writeln!(out, "stopped before all was done")?;
        }
        Ok(())
    }
}

/// A move with its score, and the one that was stated if that is another.
fn move_text(scored: &SolvedMove) -> String {
    let found = match (scored.score, scored.bounds) {
        (Some(score), _) => format!("{score:+}"),
        (None, Some([lower, upper])) => format!("{lower:+} to {upper:+}"),
        (None, None) => "?".to_owned(),
    };
    let contradiction =
        scored.stated.and_then(Margin::new).filter(|&stated| agrees(scored.found, stated) == Some(false));
    let stated = contradiction.map_or_else(String::new, |stated| format!(" (WRONG, stated {stated})"));
    format!("{} {found}{stated}", scored.square)
}

/// The first plies of a line.
fn shortened(line: &[String]) -> String {
    const PLIES: usize = 8;
    let more = if line.len() > PLIES { " …" } else { "" };
    format!("{}{more}", line[..line.len().min(PLIES)].join(" "))
}

/// Millions of nodes in a second.
fn speed(nodes: u64, seconds: f64) -> String {
    format!("{:.1} M", nodes as f64 / seconds.max(1e-9) / 1e6)
}
