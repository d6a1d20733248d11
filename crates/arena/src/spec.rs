//! The one grammar in which players are named, on the command line, in files and on the web.
//!
//! ```text
//! swh                              a player by name, see NAMED
//! korman:depth=3                   with options
//! swh:epsilon=0.1,exact=12
//! weights.txt                      a file of 64 weights
//! Nash70.player:negation           an n-tuple network of the Othello League
//! gtp:gtp-rhino                    an outside program: the rest of the text is its command
//! nboard,depth=8,time=30:ntest x   an outside program with options
//! gtp,limit=5,give-up=3:engine     forfeits a move after 5 seconds, and the contest after 3 failures
//! ```

mod options;
mod style;

use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::players::Random;
use outflank_value::{
    DiscDifference, FourFeatures, Linear, Network, NetworkError, PieceCounter, WeightsError,
};

use crate::Entrant;
use crate::outside::{self, CommandError, Program, Protocol};
use options::{OptionError, Options, Takes};
pub use style::{Style, StyleError};

/// The players that go by a name, with a word about each.
pub const NAMED: &[(&str, &str)] = &[
    ("random", "every legal move is equally likely"),
    ("greedy", "most discs after its own move"),
    ("swh", "the standard weighted heuristic, the opponent of the Othello League"),
    ("korman", "Korman's matrix of square weights"),
    ("edgar-table", "the fixed table that Edgar was taught with"),
    ("norvig", "Norvig's square weights"),
    ("document-matrix", "the matrix that Fry, Zheng and Li's agent learned, as printed"),
    ("four-features", "frontier, mobility, discs and that matrix, weighted by theta=1/1/1/1"),
];

/// A player as somebody named it.
///
/// ```
/// use outflank_arena::PlayerSpec;
///
/// let spec: PlayerSpec = "korman:depth=3,epsilon=0.1".parse()?;
/// assert_eq!(spec.to_string(), "korman:depth=3,epsilon=0.1");
/// assert!("korman:depth=three".parse::<PlayerSpec>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    text: String,
    head: Head,
    options: Options,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Head {
    Named(&'static str),
    File(String),
    Program(Protocol, String),
}

/// Where a player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is one of [`NAMED`].
    BuiltIn,
    /// The [`Library`] has it, if anybody.
    Library,
    /// It is a program of its own, which is started.
    Program,
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let error = |problem| SpecError { spec: text.to_owned(), problem };
        let (head, takes, options) = split(text.trim()).map_err(error)?;
        let options = Options::read(options, takes).map_err(|problem| error(Problem::Option(problem)))?;
        Ok(Self { text: text.trim().to_owned(), head, options })
    }
}

/// The head of a spec, what it takes as options, and the text of its options.
fn split(text: &str) -> Result<(Head, Takes, &str), Problem> {
    for (word, protocol) in [("gtp", Protocol::Gtp), ("nboard", Protocol::Nboard)] {
        if let Some((before, command)) = text.split_once(':')
            && let Some(options) = before.strip_prefix(word)
            && (options.is_empty() || options.starts_with(','))
        {
            return match command.trim() {
                "" => Err(Problem::NoCommand),
                command => Ok((
                    Head::Program(protocol, command.to_owned()),
                    Takes::Program,
                    options.trim_start_matches(','),
                )),
            };
        }
    }
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    if let Some(&(name, _)) = NAMED.iter().find(|(known, _)| *known == name.trim()) {
        let takes = match name {
            "random" => Takes::Noise,
            "four-features" => Takes::Features,
            _ => Takes::Search,
        };
        return Ok((Head::Named(name), takes, options));
    }
    // A path may have colons of its own: options are what follows the last one, if it looks like options.
    let (path, options) = match text.rsplit_once(':') {
        Some((path, options)) if !options.contains(['/', '\\']) => (path, options),
        _ => (text, ""),
    };
    if path.is_empty() {
        Err(Problem::Empty)
    } else {
        Ok((Head::File(path.to_owned()), Takes::File, options))
    }
}

/// Where players that are not built in come from.
pub trait Library {
    /// The content of a file.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// The names of the players that are always there.
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The player that somebody taught and kept in these bytes, if they are of that kind at all.
    fn learned(&self, name: &str, bytes: &[u8], style: &Style) -> Option<Result<Entrant, String>>;
}

impl PlayerSpec {
    /// The same player; where nothing is said about how far it looks ahead, this many plies. Programs of their own
    /// keep their ways.
    #[must_use]
    pub fn looking_ahead(mut self, plies: u32) -> Self {
        if !matches!(self.head, Head::Program { .. }) {
            self.options.style = self.options.style.looking_ahead(plies);
        }
        self
    }

    /// The same player with so many forced random moves, as the rules of a contest may ask for. A player that
    /// has an epsilon of its own, another one, is refused.
    pub fn with_epsilon(mut self, epsilon: f64) -> Result<Self, SpecError> {
        let own = self.options.style.epsilon;
        if own != 0.0 && own != epsilon {
            return Err(SpecError { spec: self.text, problem: Problem::OwnEpsilon { own, asked: epsilon } });
        }
        self.options.style.epsilon = epsilon;
        Ok(self)
    }

    /// Where the player comes from.
    pub fn source(&self) -> Source {
        match self.head {
            Head::Named(_) => Source::BuiltIn,
            Head::File(_) => Source::Library,
            Head::Program(..) => Source::Program,
        }
    }

    /// How it plays: how far it looks, how often it errs.
    pub fn style(&self) -> &Style {
        &self.options.style
    }

    /// The player itself; its file, if it has one, is read from the library.
    pub fn entrant(&self, library: &dyn Library) -> Result<Entrant, SpecError> {
        let (name, style) = (self.text.as_str(), &self.options.style);
        Ok(match &self.head {
            Head::Named("random") => {
                let style = style.clone();
                Entrant::new(name, move || style.finish(Box::new(Random::new())))
            }
            Head::Named("greedy") => style.entrant(name, DiscDifference),
            Head::Named("four-features") => {
                let matrix = PieceCounter::document_matrix();
                style.entrant(name, Linear::new(FourFeatures { matrix }, self.options.theta.to_vec()))
            }
            Head::Named(known) => {
                let weights = named_weights(known).expect("all others that are listed have weights");
                style.entrant(name, weights)
            }
            Head::File(path) => self
                .entrant_of_file(path, library)
                .map_err(|problem| SpecError { spec: self.text.clone(), problem })?,
            Head::Program(protocol, command) => self
                .entrant_of_program(*protocol, command)
                .map_err(|problem| SpecError { spec: self.text.clone(), problem })?,
        })
    }

    /// A player from a file: a learned one, 64 weights, or a network.
    fn entrant_of_file(&self, path: &str, library: &dyn Library) -> Result<Entrant, Problem> {
        let (name, style) = (self.text.as_str(), &self.options.style);
        let bytes = library.read(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Problem::Unknown { name: path.to_owned(), known: names(library) },
            _ => Problem::Unreadable { reason: error.to_string() },
        })?;
        if let Some(learned) = library.learned(name, &bytes, style) {
            return learned.map_err(|reason| Problem::Learned { reason });
        }
        let text = String::from_utf8(bytes).map_err(|_| Problem::NotText)?;
        match (PieceCounter::from_text(&text), self.options.reading) {
            (Ok(counter), None) => Ok(style.entrant(name, counter)),
            (Ok(_), Some(_)) => Err(Problem::ReadingOfWeights),
            (Err(error), None) => Err(Problem::NotWeights(error)),
            (Err(_), Some(reading)) => Ok(style.entrant(name, Network::from_text(&text, reading)?)),
        }
    }
}

impl PlayerSpec {
    /// A player that is a program of its own. It is started once here, so that one that is not there is
    /// found out before any game.
    fn entrant_of_program(&self, protocol: Protocol, command: &str) -> Result<Entrant, Problem> {
        let style = self.options.style.clone();
        let mut options = outside::Options { move_time: style.time, ..outside::Options::default() };
        if let Some(depth) = style.depth {
            options.depth = depth;
        }
        if let Some(time) = style.time {
            // Programs count in full seconds, and start a thought that they cannot finish.
            options.move_limit = (2 * time).max(time + Duration::from_secs(2));
        }
        if let Some(limit) = self.options.limit {
            options.move_limit = limit;
        }
        let start = move |command: &str| Program::new(protocol, command, options);
        start(command)?.start()?;
        let command = command.to_owned();
        Ok(Entrant::new(&self.text, move || {
            style.finish(Box::new(start(&command).expect("the command was read before")))
        })
        .giving_up(self.options.give_up))
    }
}

/// The weights of a named player, if these decide its moves.
pub fn named_weights(name: &str) -> Option<PieceCounter> {
    Some(match name {
        "swh" => PieceCounter::swh(),
        "korman" => PieceCounter::korman(),
        "edgar-table" => PieceCounter::edgar_table(),
        "norvig" => PieceCounter::norvig(),
        "document-matrix" => PieceCounter::document_matrix(),
        _ => return None,
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A text that names no player.
#[derive(Debug, thiserror::Error)]
#[error("player “{spec}”: {problem}")]
pub struct SpecError {
    /// The text as it came in.
    pub spec: String,
    problem: Problem,
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("expected a name, a file, gtp:COMMAND or nboard:COMMAND")]
    Empty,
    #[error("expected a command after the colon")]
    NoCommand,
    #[error(transparent)]
    Option(OptionError),
    #[error("its epsilon is {own}, and {asked} is asked for both players")]
    OwnEpsilon { own: f64, asked: f64 },
    #[error("there is no player, run or file called “{name}”; players are {known}")]
    Unknown { name: String, known: String },
    #[error("the file cannot be read: {reason}")]
    Unreadable { reason: String },
    #[error("{reason}")]
    Learned { reason: String },
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Program(#[from] outside::Failure),
    #[error("the file is not text, and not a player that this version knows")]
    NotText,
    #[error("not 64 weights: {0} (an n-tuple network needs :inversion or :negation after its name)")]
    NotWeights(WeightsError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("a file of 64 weights takes neither inversion nor negation")]
    ReadingOfWeights,
}

fn names(library: &dyn Library) -> String {
    NAMED.iter().map(|(name, _)| *name).chain(library.names()).collect::<Vec<_>>().join(", ")
}
