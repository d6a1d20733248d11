//! Players that are programs of their own, spoken to over GTP or NBoard.
//!
//! A [`Program`] is started when it is first needed and follows the game it is shown. Whatever it answers
//! is checked by our own rules; a program that crashes, hangs or makes no sense forfeits the game, is ended, and
//! is started anew for the next one.
//!
//! A program never outlives its player: it is asked to quit, and ended if it does not, with all that it started. It
//! runs in a process group of its own, so that Ctrl-C reaches only us and no game is lost to it: whoever
//! catches Ctrl-C lets its players go out of scope, or calls [`end_all`] where there is no time for that. Should we be
//! ended without either (a kill), the program finds the end of its input as soon as it has finished its
//! thought, and every engine known takes that for `quit`; only one that hangs stays behind. So does what
//! a program moved out of its group.

mod fault;
mod group;
mod gtp;
mod nboard;
mod process;
mod referee;

pub(crate) use fault::is_resignation;
pub use fault::{Failure, Fault};
pub use group::end_all;

use std::time::Duration;

use outflank_engine::{Chance, Choice, Clock, Forfeit, Player};
use outflank_rules::{Game, Moves};

use crate::MARGIN;
use process::Process;

/// How an outside program is to play, and how long it is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The time for each move that the program is told of, in full seconds, if any. Over NBoard, which has
    /// only clocks for whole games, it is told as the time for the moves that are left.
    pub move_time: Option<Duration>,
    /// The depth of search, the strength of NBoard engines. GTP has no word for it: there the strength
    /// belongs in the command, as in `edax -gtp -l 8`.
    pub depth: u32,
    /// A move that takes longer forfeits the game.
    pub move_limit: Duration,
    /// Any other answer that takes longer does, too. Long, as the first one waits for weights to be loaded.
    pub answer_limit: Duration,
}

impl Default for Options {
    /// Depth 8, a minute a move, 15 seconds for everything else.
    fn default() -> Self {
        Self {
            move_time: None,
            depth: 8,
            move_limit: Duration::from_secs(60),
            answer_limit: Duration::from_secs(15),
        }
    }
}

/// The languages that programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol, with Othello moves.
    Gtp,
    /// The protocol of the NBoard program.
    Nboard,
}

/// A player that is a program of its own.
///
/// ```no_run
/// use outflank_arena::outside::{Options, Program, Protocol};
///
/// let mut edax = Program::new(Protocol::Gtp, "edax -gtp -l 8", Options::default())?;
/// println!("playing against {}", edax.start()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Program {
    protocol: Protocol,
    command: Vec<String>,
    options: Options,
    /// The program as it runs: not before it is needed, and not after it failed.
    running: Option<Box<dyn Client>>,
    /// What is on its clock, if it has one.
    clock: Option<Clock>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// What the program is told, if anything.
    told: Option<Clock>,
    /// When its time is up.
    limit: Duration,
}

/// One end of a conversation with a program that runs.
trait Client: Send {
    /// What the program calls itself.
    fn name(&self) -> &str;

    /// One of the moves of a game, chosen by the program and found legal.
    fn choose(&mut self, game: &Game, allowed: Allowed) -> Result<Choice, Fault>;

    /// What the program was told of earlier games no longer counts.
    fn forget(&mut self);

    /// The program itself.
    fn process(&mut self) -> &mut Process;
}

impl Program {
    /// A program that will be started with a command as one types it: words between blanks, with quotes and
    /// backslashes as in a shell, but nothing else of a shell.
    pub fn new(protocol: Protocol, command: &str, options: Options) -> Result<Self, CommandError> {
        let error = |problem| CommandError { command: command.to_owned(), problem };
        let words = shell_words::split(command).map_err(|_| error(CommandProblem::OpenQuote))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(error(CommandProblem::Empty));
        }
        Ok(Self { protocol, command: words, options, running: None, clock: None })
    }

    /// A program that runs nowhere: its answers to the lines that it is told are known before, one after the other, and
    /// then it ends. So tests can have it say anything.
    pub fn scripted(
        protocol: Protocol,
        answers: impl IntoIterator<Item = Vec<u8>>,
        options: Options,
    ) -> Result<Self, Failure> {
        let mut program = Self { protocol, command: Vec::new(), options, running: None, clock: None };
        program.greet(Process::scripted(answers.into_iter().collect()))?;
        Ok(program)
    }

    /// Starts the program unless it runs, and tells what it calls itself.
    ///
    /// There is no need to: the first move does it. But a program that is not there is better found out
    /// before a match.
    pub fn start(&mut self) -> Result<&str, Failure> {
        Ok(self.running()?.name())
    }

    /// What the program calls itself, while it runs.
    pub fn name(&self) -> Option<&str> {
        self.running.as_deref().map(Client::name)
    }

    /// The program, started if need be.
    fn running(&mut self) -> Result<&mut dyn Client, Failure> {
        if self.running.is_none() {
            self.greet(Process::start(&self.command)?)?;
        }
        Ok(&mut **self.running.as_mut().expect("it was just started"))
    }

    fn greet(&mut self, process: Process) -> Result<(), Failure> {
        self.running = Some(match self.protocol {
            Protocol::Gtp => Box::new(gtp::Engine::greet(process, self.options)?),
            Protocol::Nboard => Box::new(nboard::Engine::greet(process, self.options)?),
        });
        Ok(())
    }
}

impl Player for Program {
    fn choose(&mut self, game: &Game, _: Moves, _: &mut Chance) -> Result<Choice, Forfeit> {
        let Options { move_time, move_limit, .. } = self.options;
        let limit = match self.clock {
            Some(Clock::Move(time) | Clock::Game { left: time, .. }) => move_limit.min(time + MARGIN),
            None => move_limit,
        };
        // A time of its own is shorter than that of the clock, or of no use.
        let allowed = Allowed { told: move_time.map(Clock::Move).or(self.clock), limit };
        let failure = match self.running() {
            Err(failure) => failure,
            Ok(client) => match client.choose(game, allowed) {
                Ok(choice) => return Ok(choice),
                Err(fault) => client.process().fail(fault),
            },
        };
        self.running = None;
        Err(Forfeit { reason: failure.to_string() })
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.clock = Some(clock);
    }

    fn begin(&mut self) {
        self.clock = None;
        if let Some(client) = &mut self.running {
            client.forget();
        }
    }
}

/// A text that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{command}” is not a command: {problem}")]
pub struct CommandError {
    /// The text as it came in.
    pub command: String,
    /// What is wrong with it.
    pub problem: CommandProblem,
}

/// What is wrong with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandProblem {
    /// It has no first word.
    #[error("it names no program")]
    Empty,
    /// A quote that never ends.
    #[error("a quote is opened and not closed")]
    OpenQuote,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_one_types_them() {
        let words =
            |text| Program::new(Protocol::Gtp, text, Options::default()).map(|program| program.command);
        assert_eq!(
            words("edax -gtp -l 8").as_deref().ok(),
            Some(&["edax", "-gtp", "-l", "8"].map(String::from)[..])
        );
        assert_eq!(
            words(r#"  "/opt/my engines/x"  -eval 'a b'\ c $HOME;ls "#).ok(),
            Some(["/opt/my engines/x", "-eval", "a b c", "$HOME;ls"].map(String::from).to_vec())
        );
        let error = |text| words(text).expect_err(text).to_string();
        assert_eq!(error("  "), "“  ” is not a command: it names no program");
        assert_eq!(error("''"), "“''” is not a command: it names no program");
        assert_eq!(error("edax 'x"), "“edax 'x” is not a command: a quote is opened and not closed");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let mut program =
            Program::new(Protocol::Nboard, "./no-such-engine x", Options::default()).expect("a command");
        let failure = program.start().expect_err("there is none").to_string();
        assert!(failure.starts_with("cannot start “./no-such-engine”: "), "{failure}");
        assert_eq!(program.name(), None);
    }
}
