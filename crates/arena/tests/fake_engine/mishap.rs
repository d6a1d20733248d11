//! What can befall an engine while it thinks.

use std::io::Write;
use std::time::Duration;

use outflank_rules::{Board, Turn};

/// Starts a child that lives for long and has our pipes, and tells its number.
#[allow(clippy::zombie_processes, reason = "nobody waits for it: that is the mishap")]
fn start_a_child() {
    let child = std::process::Command::new("sleep").arg("600").spawn().expect("there is a sleep");
    eprintln!("child {}", child.id());
    std::thread::sleep(Duration::from_millis(50));
}

/// Something that goes wrong at one of the moves.
pub struct Mishap {
    kind: String,
    moves_left: u32,
}

impl Mishap {
    pub fn none() -> Self {
        Self { kind: "none".to_owned(), moves_left: u32::MAX }
    }

    pub fn new(kind: &str, at: &str) -> Self {
        Self { kind: kind.to_owned(), moves_left: at.parse().expect("a number") }
    }

    /// The move for a board: the last one there is, unless the mishap strikes.
    pub fn think(&mut self, board: Board) -> String {
        self.moves_left -= 1;
        if self.moves_left == 0 {
            match self.kind.as_str() {
                "crash" => {
                    eprintln!("weights are missing\n\u{7}giving up");
                    std::process::exit(3);
                }
                "hang" => loop {
                    std::thread::sleep(Duration::from_secs(60));
                },
                "chatter" => loop {
                    println!("{}", "thinking very hard ".repeat(20));
                },
                "endless-line" => loop {
                    print!("{}", "y".repeat(1000));
                    let _ = std::io::stdout().flush();
                },
                "leave" => std::process::exit(0),
                // A child that holds on to the pipes, then a crash, an orderly end or nothing.
                "fork-crash" => {
                    start_a_child();
                    std::process::exit(3);
                }
                "fork-leave" => {
                    start_a_child();
                    std::process::exit(0);
                }
                "fork-hang" => {
                    start_a_child();
                    std::thread::sleep(Duration::from_secs(600));
                }
                "not-text" => {
                    let mut out = std::io::stdout();
                    let _ = out.write_all(b"= f\xff5\n\n").and_then(|()| out.flush());
                }
                answer => return answer.to_owned(),
            }
        }
        match board.turn() {
            Turn::Play(moves) => moves.into_iter().last().expect("a move").to_string(),
            Turn::Pass => "pass".to_owned(),
            // As Edax does.
            Turn::Over(_) => std::process::abort(),
        }
    }
}
