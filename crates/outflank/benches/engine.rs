//! The speed of the engine: `cargo bench --bench engine`.
//!
//! Exact scores of a suite of endgames: CPU seconds and nodes of one thread, and the time on the clock with two. In one
//! run, on one machine:
//!
//! - `OUTFLANK_SUITE=FILE` names an OBF file; otherwise a few positions of the FFO suite are solved.
//! - `OUTFLANK_BEFORE=PROGRAM` names an older `outflank` to compare with. The bar: half of its CPU seconds, and 0.7 of its
//!   nodes.
//!
//! Every score and every best move that the file states must be right.

use std::num::NonZeroUsize;
use std::process::{Command, ExitCode};
use std::time::Instant;

use outflank_engine::endgame::{Goal, Solution, Solver, Verdict};
use outflank_engine::{Limits, TableSize, knowledge};
use outflank_rules::{ObfProblem, read_obf};

/// The table of every solver, as the program's default.
const TABLE: TableSize = TableSize::mebibytes(64);
/// At most so much of the CPU seconds and of the nodes of the program before.
const BARS: (f64, f64) = (0.5, 0.7);

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench engine");
        return ExitCode::SUCCESS;
    }
    let file = std::env::var("OUTFLANK_SUITE");
    let suite = match &file {
        Ok(path) => std::fs::read_to_string(path).expect("a suite that can be read"),
        Err(_) => include_str!("../../engine/tests/data/ffo.obf").to_owned(),
    };
    let problems = read_obf(&suite).expect("an OBF file");
    println!("{:<36} {:>10} {:>10} {:>10}", "exact scores", "CPU s", "M nodes", "clock s");
    measured("by mobility, one thread", &problems, || {
        let mut solver = Solver::new(TABLE);
        move |problem: &ObfProblem| solver.solve(problem.board.position, Goal::Exact, &Limits::default())
    });
    let [one, two] = [1, 2].map(|threads| {
        measured(&format!("with what was learned, {threads} threads"), &problems, || {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let mut solver = knowledge::solver(TABLE).expect("memory").with_threads(threads);
            move |problem: &ObfProblem| solver.solve(problem.board.position, Goal::Exact, &Limits::default())
        })
    });
    println!("two threads are {:.2} times one, on the clock", one.clock / two.clock);
    let (Ok(before), Ok(file)) = (std::env::var("OUTFLANK_BEFORE"), file) else { return ExitCode::SUCCESS };
    let (seconds, nodes) = of_program(&before, &file);
    println!("{:<36} {seconds:>10.2} {:>10.1}", "the program before", nodes / 1e6);
    let ratios = (one.cpu / seconds, one.nodes / nodes);
    println!(
        "CPU seconds {:.3} (the bar is {}), nodes {:.3} (the bar is {})",
        ratios.0, BARS.0, ratios.1, BARS.1
    );
    if ratios.0 <= BARS.0 && ratios.1 <= BARS.1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What a suite took.
struct Measured {
    /// CPU seconds of all threads.
    cpu: f64,
    nodes: f64,
    /// Seconds on the clock.
    clock: f64,
}

/// Solves all problems and prints what it took.
fn measured<S: FnMut(&ObfProblem) -> Solution>(
    name: &str,
    problems: &[ObfProblem],
    solver: impl FnOnce() -> S,
) -> Measured {
    let (cpu, clock) = (cpu_seconds(), Instant::now());
    let mut solve = solver();
    let mut nodes = 0;
    for problem in problems {
        let solution = solve(problem);
        nodes += solution.nodes;
        let stated = problem.answer.best().expect("a suite states its scores");
        assert_eq!(solution.verdict, Verdict::Exact(stated), "{problem}");
        let mut best = problem.answer.best_moves().peekable();
        let right = best.peek().is_none() || best.any(|square| solution.best_move() == Some(square));
        assert!(right, "{problem}: {:?}", solution.best_move());
    }
    let (cpu, nodes, clock) = (cpu_seconds() - cpu, nodes as f64, clock.elapsed().as_secs_f64());
    println!("{name:<36} {cpu:>10.2} {:>10.1} {clock:>10.2}", nodes / 1e6);
    Measured { cpu, nodes, clock }
}

/// CPU seconds of all threads of this program.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// CPU seconds and nodes of another program that solves a suite on one thread.
fn of_program(program: &str, suite: &str) -> (f64, f64) {
    let before = children_cpu_seconds();
    let output = Command::new(program)
        .args(["solve", "--threads", "1", "--json", suite])
        .output()
        .expect("a program that starts");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("its report");
    (children_cpu_seconds() - before, report["nodes"].as_f64().expect("its nodes"))
}

/// User CPU seconds of all programs that were started and have ended, as Linux tells them in hundredths.
fn children_cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let (_, fields) = stat.rsplit_once(')').expect("a name in brackets");
    let ticks: f64 = fields.split_whitespace().nth(13).expect("cutime").parse().expect("a number");
    ticks / 100.0
}
