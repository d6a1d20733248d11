//! The one grammar in which players are named, on the command line, in files and on the web.
//!
//! ```text
//! swh                              a player by name, see NAMED
//! outflank:level=12                the engine of this program, at a level or with time=1
//! korman:depth=3                   with options
//! swh:epsilon=0.1,exact=12
//! patterns:simulations=400         with a tree search; tree=puct chooses otherwise than tree=gumbel
//! weights.txt                      a file of 64 weights
//! Nash70.player:negation           an n-tuple network of the Othello League
//! gtp:gtp-rhino                    an outside program: the rest of the text is its command
//! nboard,depth=8,time=30:ntest x   an outside program with options
//! gtp,limit=5,give-up=3:engine     forfeits a move after 5 seconds, and the contest after 3 failures
//! ```

mod options;
mod style;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::players::Random;
use outflank_engine::{Level, knowledge};
use outflank_value::{
    DiscDifference, FourFeatures, Linear, Network, NetworkError, PieceCounter, Reading, WeightsError,
};

use crate::outside::{self, CommandError, Program, Protocol};
use crate::{Entrant, Identity};
use options::{OptionError, Options, Takes};
pub use style::{Style, StyleError};

/// The players that go by a name, with a word about each.
pub const NAMED: &[(&str, &str)] = &[
    ("outflank", "the engine with what it learned here: level=1 to level=30, or time=SECONDS for a move"),
    ("random", "every legal move is equally likely"),
    ("greedy", "most discs after its own move"),
    ("swh", "the standard weighted heuristic, the opponent of the Othello League"),
    ("korman", "Korman's matrix of square weights"),
    ("edgar-table", "the fixed table that Edgar was taught with"),
    ("norvig", "Norvig's square weights"),
    ("lr06", "Lucas and Runarsson's square weights of 2006, the best that were published"),
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
    /// It is looked up in a [`Registry`].
    Registry,
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
            "outflank" => Takes::Engine,
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

/// Where players are looked up that are not built in: files, and what was learned.
pub trait Registry {
    /// The player of a name, as it is wanted.
    fn entrant(&self, name: &str, wanted: &Wanted<'_>) -> Result<Entrant, LookupError>;

    /// The names of the players that are always there.
    fn names(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// How a player from a registry is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// What it is called in tables.
    pub label: &'a str,
    /// How it plays.
    pub style: &'a Style,
    /// How a network is read, if it is one.
    pub reading: Option<Reading>,
}

impl Wanted<'_> {
    /// A player from text: 64 weights, or a network of the Othello League.
    pub fn from_text(&self, text: &str) -> Result<Entrant, LookupError> {
        let Self { label, style, reading } = *self;
        match (PieceCounter::from_text(text), reading) {
            (Ok(counter), None) => Ok(style.entrant(label, counter)),
            (Ok(_), Some(_)) => Err(LookupError::ReadingOfWeights),
            (Err(error), None) => Err(LookupError::NotWeights(error)),
            (Err(_), Some(reading)) => Ok(style.entrant(label, Network::from_text(text, reading)?)),
        }
    }
}

/// Why a registry gives no player.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// There is none of this name.
    #[error("there is no player, run or file of this name")]
    Unknown,
    /// There is one, and it cannot be had, or not in this style.
    #[error("{0}")]
    Refused(Box<dyn std::error::Error + Send + Sync>),
    /// The registry could not do its work, which is no fault of whoever named the player.
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
    /// It is neither text nor a player.
    #[error("the file is not text, and not a player that this version knows")]
    NotText,
    /// It is text, but not 64 weights.
    #[error("not 64 weights: {0} (an n-tuple network needs :inversion or :negation after its name)")]
    NotWeights(WeightsError),
    /// It is no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Weights are not read in one of two ways.
    #[error("a file of 64 weights takes neither inversion nor negation")]
    ReadingOfWeights,
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
            Head::File(_) => Source::Registry,
            Head::Program(..) => Source::Program,
        }
    }

    /// How it plays: how far it looks, how often it errs.
    pub fn style(&self) -> &Style {
        &self.options.style
    }

    /// The level at which it plays, named or not, if it is the engine of this program and is not held to a depth alone.
    pub fn level(&self) -> Option<Level> {
        self.has_levels().then(|| self.options.style.engine_level()).flatten()
    }

    /// Whether its strength has levels.
    pub fn has_levels(&self) -> bool {
        self.head == Head::Named("outflank")
    }

    /// The player itself; one that is not built in is looked up in the registry.
    pub fn entrant(&self, registry: &dyn Registry) -> Result<Entrant, SpecError> {
        let (label, style) = (self.text.as_str(), &self.options.style);
        let error = |problem| SpecError { spec: self.text.clone(), problem };
        let built_in = |entrant: Entrant, name: &str| {
            entrant.with_identity(Identity { content: format!("built-in:{name}"), style: style.to_string() })
        };
        Ok(match &self.head {
            Head::Named("random") => {
                let own = style.clone();
                built_in(Entrant::new(label, move || own.finish(Box::new(Random::new()))), "random")
            }
            Head::Named("outflank") => {
                let content = format!("built-in:outflank:{:016x}", knowledge::fingerprint());
                let identity = Identity { content, style: style.of_engine().to_string() };
                style.engine(label).with_identity(identity)
            }
            Head::Named("greedy") => built_in(style.entrant(label, DiscDifference), "greedy"),
            Head::Named("four-features") => {
                let matrix = PieceCounter::document_matrix();
                let theta = self.options.theta.map(|weight| weight.to_string()).join("/");
                let evaluator = Linear::new(FourFeatures { matrix }, self.options.theta.to_vec());
                built_in(style.entrant(label, evaluator), &format!("four-features:theta={theta}"))
            }
            Head::Named(known) => {
                let weights = named_weights(known).expect("all others that are listed have weights");
                built_in(style.entrant(label, weights), known)
            }
            Head::File(name) => {
                let wanted = Wanted { label, style, reading: self.options.reading };
                registry.entrant(name, &wanted).map_err(|refused| {
                    error(match refused {
                        LookupError::Unknown => {
                            Problem::Unknown { name: name.clone(), known: names(registry) }
                        }
                        refused => Problem::Lookup(refused),
                    })
                })?
            }
            Head::Program(protocol, command) => {
                let content = format!("program:{protocol:?}:{command}");
                let identity = Identity { content, style: style.to_string() };
                self.entrant_of_program(*protocol, command).map_err(error)?.with_identity(identity)
            }
        })
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
        "lr06" => PieceCounter::lr06(),
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

impl SpecError {
    /// Whether the text may well be right, and the registry could not do its work.
    pub fn is_failure(&self) -> bool {
        matches!(self.problem, Problem::Lookup(LookupError::Failed(_)))
    }
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
    #[error(transparent)]
    Lookup(LookupError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Program(#[from] outside::Failure),
}

fn names(registry: &dyn Registry) -> String {
    NAMED.iter().map(|(name, _)| *name).chain(registry.names()).collect::<Vec<_>>().join(", ")
}
