//! The speed of the rules beside other implementations in Rust: `cargo bench --bench rules`.
//!
//! Two tables, one thread: the leaves of the game tree to depth 10, all of them played, and games of
//! uniformly random moves. Ours has to be 1.5 times as fast as the fastest peer in both.

mod measure;
mod peers;

use std::process::ExitCode;

use measure::{Comparison, Results, Role};
use outflank_rules::kernel::{Available, Kernel, Portable};
use outflank_rules::{Leaves, Position, Tally, Turn, perft_with, with_kernel};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const DEPTH: u32 = 10;
const LEAVES: u64 = 24_571_284;
const GAMES: u64 = 100_000;
/// The sum of Black's margins: most of a disc behind in each game.
const BLACK_MARGINS: i32 = -80_542;
const ROUNDS: u32 = 5;
const BAR: f64 = 1.5;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench rules");
        return ExitCode::SUCCESS;
    }
    let results = [perft(), random_games()];
    for comparison in &results {
        comparison.print();
    }
    let passed = results.iter().all(|comparison| comparison.ratio() >= BAR);
    let ratios = results.map(|comparison| format!("{:.2}", comparison.ratio())).join(" and ");
    println!("Ours is {ratios} times as fast as the fastest peer; the bar is {BAR}.");
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Counting the game tree from the start.
fn perft() -> Results {
    let checked = |leaves: u64| {
        assert_eq!(leaves, LEAVES, "perft({DEPTH})");
        leaves
    };
    let best = Available::best();
    let ours = move |leaves| {
        checked(with_kernel!(best, |kernel| perft_with(kernel, Position::START, DEPTH, leaves)))
    };
    let mut comparison = Comparison::new(format!("perft {DEPTH}"), "leaves");
    comparison.add(Role::Ours, format!("outflank, {}", best.name()), move || ours(Leaves::Played));
    for peer in peers::ALL {
        comparison.add(Role::Peer, peer.name, move || checked((peer.perft)(DEPTH)));
    }
    comparison.add(Role::Extra, "outflank, portable", move || {
        checked(perft_with(Portable, Position::START, DEPTH, Leaves::Played))
    });
    comparison.add(Role::Extra, format!("outflank, {}, last ply counted", best.name()), move || {
        ours(Leaves::Counted)
    });
    comparison.run(ROUNDS)
}

/// Games of random moves, from the start to the final count.
fn random_games() -> Results {
    let mut comparison = Comparison::new("random games", "games");
    let best = Available::best();
    comparison.add(Role::Ours, format!("outflank, {}", best.name()), move || {
        play_games(|generator| with_kernel!(best, |kernel| random_game(kernel, generator)))
    });
    for peer in peers::ALL {
        comparison.add(Role::Peer, peer.name, move || play_games(peer.random_game));
    }
    comparison
        .add(Role::Extra, "outflank, portable", || play_games(|generator| random_game(Portable, generator)));
    comparison.run(ROUNDS)
}

/// A game of uniformly random legal moves, Black's discs counted as the mover's.
#[inline(always)]
fn random_game<K: Kernel>(kernel: K, generator: &mut Xoshiro256PlusPlus) -> Tally {
    let mut position = Position::START;
    let mut black_to_move = true;
    loop {
        match kernel.turn(position) {
            Turn::Play(moves) => {
                let square = kernel.nth(moves.squares(), peers::below(generator, moves.count()));
                let placement = kernel.placement(position, square).expect("a legal move");
                position = position.after(placement);
            }
            Turn::Pass => position = position.passed(),
            Turn::Over(tally) => return if black_to_move { tally } else { -tally },
        }
        black_to_move = !black_to_move;
    }
}

/// Plays games with one stream of random numbers. All contenders choose among the moves in the same order
/// and so play the same games, in which White scores a little better than Black.
fn play_games(mut game: impl FnMut(&mut Xoshiro256PlusPlus) -> Tally) -> u64 {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let margins: i32 = (0..GAMES).map(|_| game(&mut generator).raw().discs()).sum();
    assert_eq!(margins, BLACK_MARGINS, "other games were played");
    GAMES
}
