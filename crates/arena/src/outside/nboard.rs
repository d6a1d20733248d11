//! The side of the NBoard protocol that asks.
//!
//! The engine is told the whole game before every move: nothing it remembers, or played by itself, can go
//! wrong. Only a `pong` tells that everything before it is done with; lines that mean nothing are passed over,
//! as engines print much beside the protocol.

use std::time::Duration;

use outflank_engine::{Choice, Clock};
use outflank_rules::formats::{AnnotatedGame, Line, Tag, Tags, ggf_for_nboard};
use outflank_rules::{Game, Ply};
use outflank_value::Score;

use super::fault::{Failure, Fault, cut_short};
use super::process::Process;
use super::{Allowed, Client, Options, referee};

/// The clock of a game whose moves have no time of their own: enough never to matter before the limit does.
const CLOCK: Duration = Duration::from_secs(15 * 60);

/// An engine that was greeted and answered.
pub(super) struct Engine {
    process: Process,
    options: Options,
    name: String,
    /// How many pings were sent.
    pings: u64,
}

impl Engine {
    /// Tells a program how to play and waits until it is ready.
    pub(super) fn greet(process: Process, options: Options) -> Result<Self, Failure> {
        // Edax complains of version 2, on its standard error alone.
        process.tell("nboard 2");
        process.tell(&format!("set depth {}", options.depth));
        let mut engine = Self { process, options, name: String::new(), pings: 0 };
        engine.synchronize().map_err(|fault| engine.process.fail(fault))?;
        Ok(engine)
    }

    /// Waits until the engine has done with everything it was told.
    fn synchronize(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        let mut listening = self.process.ask(&format!("ping {}", self.pings), self.options.answer_limit);
        loop {
            let line = listening.line()?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("pong"), Some(number)) if number.parse() == Ok(self.pings) => return Ok(()),
                (Some("set"), Some("myname")) => {
                    self.name = cut_short(&words.collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
    }
}

/// The time for the rest of a game.
fn clock(game: &Game, told: Option<Clock>) -> Duration {
    let moves_left = game.board().position.empties().count().div_ceil(2);
    match told {
        None => CLOCK,
        Some(Clock::Move(time)) => time.max(Duration::from_secs(1)) * moves_left,
        Some(Clock::Game { left, .. }) => left.max(Duration::from_secs(1)),
    }
}

impl Client for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, game: &Game, allowed: Allowed) -> Result<Choice, Fault> {
        // After a pass at the end some builds of Edax take the wrong side to be the mover
        // (okuhara/edax-reversi-AVX, issue 1): the text then starts with the board after it.
        let passed = game.plies().last() == Some(&Ply::Pass);
        let after_pass = passed.then(|| Game::from_board(game.board()));
        let told = after_pass.unwrap_or_else(|| game.clone());
        self.process.tell(&format!("set game {}", written(told, clock(game, allowed.told))));
        self.synchronize()?;

        let mut listening = self.process.ask("go", allowed.limit);
        let (answer, said) = loop {
            let line = listening.line()?;
            if let Some(answer) = read_answer(&line) {
                break (answer, line);
            }
        };
        let placement = referee::check(&answer.word, game.board(), "go", &said)?;
        Ok(Choice::best(placement, answer.score))
    }

    fn forget(&mut self) {}

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }
}

/// A game as an engine is told it, with the time of each side.
fn written(game: Game, clock: Duration) -> String {
    let seconds = clock.as_secs();
    let hours = if seconds >= 3600 { format!("{}:", seconds / 3600) } else { String::new() };
    let tags = Tags::default()
        .with(Tag::Place, "Outflank")
        .with(Tag::Black, "Black")
        .with(Tag::White, "White")
        .with(Tag::Clock, format!("{hours}{:02}:{:02}", seconds / 60 % 60, seconds % 60));
    ggf_for_nboard(&AnnotatedGame { tags, line: Line::new(game), ..AnnotatedGame::default() })
}

/// What follows `===`.
#[derive(Debug, PartialEq)]
struct Answer {
    /// The first two characters of the move: no more of it counts.
    word: String,
    /// Its value in discs, where it has one.
    score: Option<Score>,
}

/// Reads `=== F5/1.20/0.4`, whose parts Edax separates by blanks. `None` for all other lines.
fn read_answer(line: &str) -> Option<Answer> {
    let rest = line.trim().strip_prefix("===")?.trim();
    let slashes = rest.split_whitespace().collect::<Vec<_>>().join("/");
    let mut parts = slashes.split('/');
    let word = parts.next().unwrap_or_default().chars().take(2).collect();
    // NTest moves the values of its book out of the range of discs; those tell nothing.
    let discs = parts.next().and_then(|eval| eval.split(',').next()?.parse().ok());
    let score = discs.filter(|discs: &f64| discs.abs() <= 64.0).map(Score::new);
    Some(Answer { word, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_as_nboard_tells_it() {
        let game: Game = "f5d6".parse().expect("a game");
        assert_eq!(
            written(game, Duration::from_secs(3_725)),
            "(;GM[Othello]PC[Outflank]PB[Black]PW[White]RE[?]TI[1:02:05]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
        );
        assert!(written(Game::new(), CLOCK).contains("TI[15:00]"));
    }

    #[test]
    fn answers_are_read_in_every_spelling() {
        for (line, word, score) in [
            ("=== F5/1.20/0.4", "F5", Some(1.2)),
            ("=== g5 0.00 0.0", "g5", Some(0.0)),
            ("=== D3/0.91/0.00", "D3", Some(0.91)),
            ("=== G8/118.00/0.00", "G8", None),
            ("=== PA//0.00", "PA", None),
            ("=== pass", "pa", None),
            ("=== PA -64", "PA", Some(-64.0)),
            ("=== C3", "C3", None),
            ("===c3", "c3", None),
            ("=== F5//1.2", "F5", None),
            ("=== F5/NaN,NaN", "F5", None),
            ("=== F5/2.00,-2.00/1", "F5", Some(2.0)),
            ("=== F5/+3.5", "F5", Some(3.5)),
            ("===", "", None),
            ("=== éàü", "éà", None),
        ] {
            let answer = Answer { word: word.to_owned(), score: score.map(Score::new) };
            assert_eq!(read_answer(line), Some(answer), "{line}");
        }
        for line in ["", "status Thinking", "search D3 +2.41 0 1", "== f5", "---- Heights ----"] {
            assert_eq!(read_answer(line), None, "{line}");
        }
    }
}
