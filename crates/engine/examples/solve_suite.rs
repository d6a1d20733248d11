//! Solves the positions of an OBF file and compares with the scores that it states.
//!
//! `cargo run --release -p outflank-engine --example solve_suite -- FILE [COUNT [SKIP [THREADS]]]`

use std::error::Error;
use std::time::Instant;

use outflank_engine::endgame::{Goal, Limits, Solver, TableSize, Verdict};
use outflank_rules::read_obf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected: FILE [COUNT [SKIP [THREADS]]]")?;
    let mut number = |or: usize| arguments.next().map_or(Ok(or), |argument| argument.parse());
    let (count, skip, threads) = (number(usize::MAX)?, number(0)?, number(1)?);
    let problems = read_obf(&std::fs::read_to_string(path)?)?;
    let mut solver = Solver::new(TableSize::mebibytes(128)).with_threads(threads.try_into()?);

    let (mut solved, mut wrong, mut nodes, mut slowest) = (0, 0, 0, 0.0_f64);
    let start = Instant::now();
    for (index, problem) in problems.iter().enumerate().skip(skip).take(count) {
        let begin = Instant::now();
        let solution = solver.solve(problem.board.position, Goal::Exact, &Limits::default());
        let seconds = begin.elapsed().as_secs_f64();
        let Verdict::Exact(score) = solution.verdict else { return Err("nothing stops the search".into()) };
        let right = problem.answer.best().is_none_or(|best| best == score);
        let good = solution.best_move().is_none_or(|square| {
            problem.answer.best_moves().next().is_none()
                || problem.answer.best_moves().any(|best| best == square)
        });
        let remark = if right && good { "" } else { "  WRONG" };
        let best = solution.best_move().map_or("--".to_owned(), |square| square.to_string());
        println!("{:3} {score:>4} {best} {:>13} nodes {seconds:8.3} s{remark}", index + 1, solution.nodes);
        solved += 1;
        wrong += usize::from(!remark.is_empty());
        nodes += solution.nodes;
        slowest = slowest.max(seconds);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{solved} solved, {wrong} wrong, {nodes} nodes, {seconds:.3} s, {:.3} s mean, {slowest:.3} s slowest, {:.1} Mn/s",
        seconds / solved as f64,
        nodes as f64 / seconds / 1e6
    );
    Ok(())
}
