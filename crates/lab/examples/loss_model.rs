//! How carelessly people play: how often moves are made that give something away, fitted to games of a file.
//!
//! ```text
//! cargo run --release -p outflank-lab --example loss_model -- WTH_2008.wtb 200
//! ```
//!
//! A move that is worse than the best by d discs, as the engine sees it four plies ahead, is made with a weight of
//! exp(−d / c). The carelessness c is the one that makes the moves of the games most likely; ± is two standard errors, from
//! how sharply the likelihood bends.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_lab::PlayerRegistry;
use outflank_lab::analysis::{Judge, Phase};
use outflank_rules::formats::Games;
use outflank_rules::{Game, Ply, Turn};

/// Every so many plies a move is looked at, so that more games can be.
const EVERY: usize = 4;

/// A move that was made: what each legal move gives away, and which one it was.
struct Made {
    phase: Phase,
    losses: Vec<f64>,
    made: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file of games")?;
    let most: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let file = std::fs::read(&path)?;
    let players = PlayerRegistry::new(None);
    let mut analyst = Judge::new("outflank", 4, 0, Duration::ZERO, &players)?.analyst();
    let mut moves = Vec::new();
    for (index, game) in Games::open(file.as_slice())?.flatten().take(most).enumerate() {
        let mut so_far = Game::from_board(game.game().start());
        for (ply, (board, played)) in game.game().history().enumerate() {
            let Ply::Place(placement) = played else {
                so_far.pass_forced();
                continue;
            };
            let empties = board.position.empties().count();
            let has_choice = matches!(so_far.turn(), Turn::Play(moves) if moves.count() > 1);
            if has_choice && (9..=52).contains(&empties) && (ply + index).is_multiple_of(EVERY) {
                let worths = analyst.worths(&so_far, &AtomicBool::new(false))?;
                let best = worths.first().map_or(0.0, |worth| worth.discs);
                if let Some(made) = worths.iter().position(|worth| worth.square == placement.square()) {
                    let losses = worths.iter().map(|worth| best - worth.discs).collect();
                    moves.push(Made { phase: Phase::of(empties), losses, made });
                }
            }
            so_far.place(placement);
        }
    }
    println!("| moves | how many | carelessness, discs | log-likelihood a move | of any move alike |");
    println!("|---|---:|---:|---:|---:|");
    tell("all", &moves.iter().collect::<Vec<_>>());
    for phase in Phase::ALL {
        tell(phase.name(), &moves.iter().filter(|made| made.phase == phase).collect::<Vec<_>>());
    }
    Ok(())
}

/// The logarithm of how likely all moves are.
fn likelihood(moves: &[&Made], carelessness: f64) -> f64 {
    let of = |made: &&Made| {
        let sum: f64 = made.losses.iter().map(|loss| (-loss / carelessness).exp()).sum();
        -made.losses[made.made] / carelessness - sum.ln()
    };
    moves.iter().map(of).sum()
}

fn tell(name: &str, moves: &[&Made]) {
    if moves.is_empty() {
        return;
    }
    // One peak: the interval is narrowed by thirds.
    let (mut low, mut high) = (0.1f64, 60.0f64);
    while high - low > 1e-4 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if likelihood(moves, left) < likelihood(moves, right) { low = left } else { high = right }
    }
    let best = (low + high) / 2.0;
    let step = best / 100.0;
    let bend = (likelihood(moves, best + step) - 2.0 * likelihood(moves, best)
        + likelihood(moves, best - step))
        / (step * step);
    let error = 2.0 / (-bend).max(1e-12).sqrt();
    let count = moves.len() as f64;
    let alike = -moves.iter().map(|made| (made.losses.len() as f64).ln()).sum::<f64>() / count;
    let each = likelihood(moves, best) / count;
    println!("| {name} | {} | {best:.2} ± {error:.2} | {each:.3} | {alike:.3} |", moves.len());
}
