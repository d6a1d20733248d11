//! The side of GTP that asks. Every command is sent without a number and answered before the next.
//!
//! `genmove` plays the move inside the engine, so the engine is told only what others did. A game that is no
//! continuation of what it knows (a new one, moves taken back, another move than its own) is told from
//! the start.

use std::time::Duration;

use outflank_engine::{Choice, Clock};
use outflank_rules::{Board, Color, Game, Ply};

use super::fault::{Failure, Fault, cut_short};
use super::process::{Listening, Process};
use super::{Allowed, Client, Options, referee};

/// An engine that was greeted and answered.
pub(super) struct Engine {
    process: Process,
    options: Options,
    name: String,
    /// The game on the engine's board, as far as we know.
    told: Option<Game>,
    /// How games are timed, as it was told in this game.
    timed: Option<Clock>,
    passes: Passes,
}

/// What an engine makes of `play black pass` where Black must.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passes {
    /// It has to be told, or does not mind: it may refuse because it passed by itself.
    Told,
    /// It passes by itself, and would pass again.
    LeftOut,
}

/// What an engine says to a command.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Yes(String),
    No(String),
}

impl Engine {
    /// Asks a program who it is and tells it the size of the board and its time.
    pub(super) fn greet(process: Process, options: Options) -> Result<Self, Failure> {
        let mut engine =
            Self { process, options, name: String::new(), told: None, timed: None, passes: Passes::Told };
        engine.introduce().map_err(|fault| engine.process.fail(fault))?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        let mut names = Vec::new();
        for command in ["name", "version"] {
            if let Answer::Yes(text) = self.command(command)? {
                names.push(cut_short(text.lines().next().unwrap_or_default()));
            }
        }
        self.name = names.join(" ").trim().to_owned();
        // An engine that refuses these may well play.
        self.command("boardsize 8")?;
        self.options.move_time.map_or(Ok(()), |time| self.set_time(Clock::Move(time)))
    }

    /// Tells the engine how its games are timed, unless it knows. An engine that refuses may well play.
    fn set_time(&mut self, told: Clock) -> Result<(), Fault> {
        let known = match (self.timed, told) {
            (Some(Clock::Game { .. }), Clock::Game { .. }) => true,
            (timed, told) => timed == Some(told),
        };
        if !known {
            self.timed = Some(told);
            self.command(&match told {
                Clock::Move(time) => format!("time_settings 0 {} 1", full_seconds(time)),
                Clock::Game { left, .. } => format!("time_settings {} 0 0", full_seconds(left)),
            })?;
        }
        Ok(())
    }

    /// What the engine says to a command that needs no thought.
    fn command(&mut self, command: &str) -> Result<Answer, Fault> {
        // An answer too many would be taken for that of the next command, and so on to the end.
        self.process.ignore_unread();
        read_answer(&mut self.process.ask(command, self.options.answer_limit))
    }

    /// Has the engine do what it must not refuse.
    fn require(&mut self, command: &str) -> Result<(), Fault> {
        match self.command(command)? {
            Answer::Yes(_) => Ok(()),
            Answer::No(said) => Err(Fault::Refused { asked: command.to_owned(), said }),
        }
    }

    /// Empties the engine's board and sets up the start of a game.
    fn set_up(&mut self, start: Board) -> Result<Game, Fault> {
        self.require("clear_board")?;
        if start != Board::START {
            // GTP has no command for it; GRhino's is the only one known.
            let asked = format!("grhino-setup_board {start}");
            if let Answer::No(said) = self.command(&asked)? {
                return Err(Fault::Setup { asked, said });
            }
        }
        Ok(Game::from_board(start))
    }

    /// Tells the engine what it does not know of a game yet.
    fn catch_up(&mut self, game: &Game) -> Result<(), Fault> {
        let mut told = match self.told.take() {
            Some(told) if told.start() == game.start() && game.plies().starts_with(told.plies()) => told,
            _ => self.set_up(game.start())?,
        };
        for (board, ply) in game.history().skip(told.plies().len()) {
            match ply {
                Ply::Place(placement) => {
                    self.require(&format!("play {} {}", word(board.mover), placement.square()))?;
                    told.place(placement);
                }
                Ply::Pass => {
                    if self.passes == Passes::Told {
                        // Refused by those that passed by themselves.
                        self.command(&format!("play {} pass", word(board.mover)))?;
                    }
                    told.pass_forced();
                }
            }
        }
        self.told = Some(told);
        Ok(())
    }

    /// Lets the engine choose and play a move.
    fn generate(&mut self, game: &Game, allowed: Allowed) -> Result<Choice, Fault> {
        self.catch_up(game)?;
        let board = game.board();
        let color = word(board.mover);
        if let Some(told) = allowed.told {
            self.set_time(told)?;
            self.command(&match told {
                Clock::Move(time) => format!("time_left {color} {} 1", full_seconds(time)),
                Clock::Game { left, .. } => format!("time_left {color} {} 0", full_seconds(left)),
            })?;
        }
        self.process.ignore_unread();
        let asked = format!("genmove {color}");
        let said = match read_answer(&mut self.process.ask(&asked, allowed.limit))? {
            Answer::Yes(said) => said,
            Answer::No(said) => return Err(Fault::Refused { asked, said }),
        };
        let placement = referee::check(move_word(&said), board, &asked, &said)?;
        if let Some(told) = &mut self.told {
            told.place(placement);
        }
        Ok(placement.into())
    }
}

impl Client for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, game: &Game, allowed: Allowed) -> Result<Choice, Fault> {
        match self.generate(game, allowed) {
            // It may have passed by itself and again when told, and wait for the other side.
            Err(Fault::Refused { .. } | Fault::Passed { .. })
                if self.passes == Passes::Told && game.plies().contains(&Ply::Pass) =>
            {
                self.passes = Passes::LeftOut;
                self.told = None;
                self.generate(game, allowed)
            }
            answer => answer,
        }
    }

    fn forget(&mut self) {
        self.told = None;
        if let Some(Clock::Game { .. }) = self.timed {
            // A new game has a new clock.
            self.timed = None;
        }
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }
}

/// Time as GTP has it: full seconds, 1 at least. There is no word for what a move adds.
fn full_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

/// A colour, as every engine takes it.
fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Listens to an answer: a line that starts with `=` or `?` and those after it up to an empty one. Whatever comes
/// before is chatter.
fn read_answer(listening: &mut Listening<'_>) -> Result<Answer, Fault> {
    let (agreed, mut text) = loop {
        if let Some(head) = read_head(&listening.line()?) {
            break head;
        }
    };
    loop {
        let line = listening.line()?;
        if line.trim().is_empty() {
            break;
        }
        text = text + "\n" + &line;
    }
    let text = text.trim().to_owned();
    Ok(if agreed { Answer::Yes(text) } else { Answer::No(cut_short(&format!("? {text}"))) })
}

/// Whether a line says yes or no, and what more, without the number of a command; `None` if it is no answer.
fn read_head(line: &str) -> Option<(bool, String)> {
    let line = line.trim();
    let (sign, rest) = line.split_at_checked(1)?;
    let agreed = match sign {
        "=" => true,
        "?" => false,
        _ => return None,
    };
    // A rule across the screen is no answer.
    if rest.starts_with(['=', '?']) {
        return None;
    }
    let text = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    let text = if text.is_empty() || text.starts_with(char::is_whitespace) { text } else { rest };
    Some((agreed, text.trim().to_owned()))
}

/// The word of an answer that tells the move: the first, but for a number that some put before it.
fn move_word(said: &str) -> &str {
    let mut words = said.split_whitespace();
    let first = words.next().unwrap_or_default();
    match words.next() {
        Some(second) if first.bytes().all(|byte| byte.is_ascii_digit()) => second,
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_chatter() {
        let yes = |text: &str| Some((true, text.to_owned()));
        for (line, head) in [
            ("= f5", yes("f5")),
            ("=1 f5", yes("f5")),
            ("=f5", yes("f5")),
            ("=", yes("")),
            ("=12", yes("")),
            ("= 1 f6", yes("1 f6")),
            ("  =\tGTP GRhino ", yes("GTP GRhino")),
            ("=2nd engine", yes("2nd engine")),
            ("? 1 wrong color", Some((false, "1 wrong color".to_owned()))),
            ("?7 unknown command", Some((false, "unknown command".to_owned()))),
            ("=======", None),
            ("", None),
            ("é= f5", None),
            ("Loading weights = 3", None),
        ] {
            assert_eq!(read_head(line), head, "{line}");
        }
    }

    #[test]
    fn the_move_stands_first() {
        for said in ["f6", "1 f6", "f6 (+0.3)", "f6\nthinking", "12\tf6"] {
            assert_eq!(move_word(said), "f6", "{said}");
        }
        assert_eq!(move_word("12"), "12");
        assert_eq!(move_word(""), "");
    }
}
