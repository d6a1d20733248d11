//! GTP engines with the manners of others.

use std::time::Duration;

use outflank_rules::{Board, Color, Square, Turn};

use crate::mishap::Mishap;

struct Engine {
    /// `plain`, `edax` (numbers in every answer), `grhino` (upper case, refuses what is not due), `chatty`,
    /// `self-passing` (passes by itself and refuses to be told), `twice-passing` (passes by itself, and
    /// again when told), `late` (starts slowly), `silent` (never answers), `timed` (plays by a clock of 60 seconds alone).
    manner: String,
    mishap: Mishap,
    board: Board,
    /// What it was told of its time since its last move.
    time: Vec<String>,
}

pub fn run(manner: &str, mishap: Mishap) {
    let mut engine = Engine { manner: manner.to_owned(), mishap, board: Board::START, time: Vec::new() };
    match manner {
        "late" => std::thread::sleep(Duration::from_millis(700)),
        "silent" => std::thread::sleep(Duration::from_secs(60)),
        _ => {}
    }
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = engine.answer(&words);
        engine.say(answer);
        if words == ["quit"] {
            return;
        }
    }
}

impl Engine {
    fn answer(&mut self, words: &[&str]) -> Result<String, &'static str> {
        let done = Ok(String::new());
        match *words {
            ["name"] => Ok(format!("Fake {}", std::process::id())),
            ["version"] => Ok("1.0".to_owned()),
            ["boardsize", "8"] | ["quit"] => done,
            ["clear_board"] => {
                self.board = Board::START;
                done
            }
            ["grhino-setup_board", squares, side] if self.manner == "grhino" => {
                self.board = format!("{squares} {side}").parse().map_err(|_| "syntax error")?;
                done
            }
            ["time_settings" | "time_left", ..] => {
                self.time.push(words.join(" "));
                done
            }
            ["genmove", color] if self.manner == "timed" && !self.knows_the_time(color) => {
                Err("no time is left")
            }
            ["play", color, ply] => self.play(color, ply).map(|()| String::new()),
            ["genmove", color] => {
                if self.to_move(color) {
                    let answer = self.mishap.think(self.board);
                    // A mishap may have chosen no move at all; whoever asked will notice.
                    let _ = self.play(color, &answer);
                    Ok(answer)
                } else if self.manner == "grhino" {
                    Ok("pass".to_owned())
                } else {
                    Err("wrong color")
                }
            }
            _ => Err("unknown command"),
        }
    }

    fn play(&mut self, color: &str, ply: &str) -> Result<(), &'static str> {
        let must_pass = self.board.turn() == Turn::Pass;
        if ply == "pass" {
            return match self.manner.as_str() {
                "self-passing" => Err("illegal move"),
                "grhino" if !must_pass => Err("syntax error"),
                "twice-passing" => {
                    self.board = self.board.passed();
                    Ok(())
                }
                _ if must_pass && self.to_move(color) => {
                    self.board = self.board.passed();
                    Ok(())
                }
                _ => Err("illegal move"),
            };
        }
        if !self.to_move(color) {
            return Err("wrong color");
        }
        let square: Square = ply.parse().map_err(|_| "syntax error")?;
        let placement = self.board.position.placement(square).ok_or("illegal move")?;
        self.board = self.board.after(placement);
        let passes_itself = matches!(self.manner.as_str(), "self-passing" | "twice-passing");
        if passes_itself && self.board.turn() == Turn::Pass {
            self.board = self.board.passed();
        }
        Ok(())
    }

    /// Whether it was told of a clock of 60 seconds before the first move, and of what is left before every one.
    fn knows_the_time(&mut self, color: &str) -> bool {
        let time = std::mem::take(&mut self.time);
        let is_first = self.board.position.empties().count() == 60;
        let seconds_left = time.last().and_then(|line| {
            line.strip_prefix(&format!("time_left {color} "))?.strip_suffix(" 0")?.parse::<u64>().ok()
        });
        let settings = if is_first { vec!["time_settings 60 0 0"] } else { Vec::new() };
        seconds_left.is_some_and(|seconds| seconds <= 60) && time[..time.len() - 1] == settings
    }

    fn to_move(&self, color: &str) -> bool {
        let expected = if self.board.mover == Color::Black { "black" } else { "white" };
        color == expected
    }

    fn say(&self, answer: Result<String, &'static str>) {
        let (sign, text) = match &answer {
            Ok(text) => ('=', text.as_str()),
            Err(text) => ('?', *text),
        };
        match self.manner.as_str() {
            "edax" => println!("{sign} 1 {text}\n"),
            "grhino" => println!("\n{sign} {}\n", text.to_uppercase()),
            "chatty" => {
                println!("\n=======\nThinking… = 3\n\n{sign} {text} (+0.3)\r\nnodes 12\r\n\r\n\nReady.")
            }
            _ => println!("{sign} {text}\n"),
        }
    }
}
