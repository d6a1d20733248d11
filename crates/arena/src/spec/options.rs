//! The options of a player: what stands after the colon.

use std::str::FromStr;
use std::time::Duration;

use outflank_engine::Level;
use outflank_engine::players::Ties;
use outflank_engine::tree::Rule;
use outflank_value::Reading;

use super::Style;

/// All options, read from text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub style: Style,
    /// How a network is read.
    pub reading: Option<Reading>,
    /// The weights of the four features.
    pub theta: [f64; 4],
    /// How long a program may take for a move.
    pub limit: Option<Duration>,
    /// After how many failures of a program a contest is broken off.
    pub give_up: u64,
}

/// Failures of a program after which there is no use in going on, where nothing else is said.
const GIVE_UP: u64 = 10;

/// The most positions of a tree, which stays in memory.
const MOST_SIMULATIONS: u32 = 1_000_000;

/// Which options a player takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Noise,
    Search,
    Engine,
    Features,
    File,
    Program,
}

impl Takes {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Noise => &["epsilon"],
            Self::Search => &["depth", "nodes", "time", "simulations", "tree", "exact", "epsilon", "ties"],
            Self::Engine => &["level", "time", "nodes", "simulations", "tree", "exact", "depth", "epsilon"],
            Self::Features => {
                &["depth", "nodes", "time", "simulations", "tree", "exact", "epsilon", "ties", "theta"]
            }
            Self::File => &[
                "depth",
                "nodes",
                "time",
                "simulations",
                "tree",
                "exact",
                "epsilon",
                "ties",
                "inversion",
                "negation",
            ],
            Self::Program => &["depth", "time", "limit", "give-up", "epsilon"],
        }
    }
}

impl Options {
    /// Reads `key=value,…`.
    pub fn read(text: &str, takes: Takes) -> Result<Self, OptionError> {
        let mut options =
            Self { style: Style::default(), reading: None, theta: [1.0; 4], limit: None, give_up: GIVE_UP };
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (key, value) =
                word.split_once('=').map_or((word, ""), |(key, value)| (key.trim(), value.trim()));
            if !takes.keys().contains(&key) {
                return Err(OptionError::Key { key: key.to_owned(), expected: takes.keys().join(", ") });
            }
            options.set(key, value).ok_or_else(|| OptionError::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: expected(key),
            })?;
        }
        let Style { depth, nodes, level, simulations, .. } = options.style;
        if let Some(simulations) = simulations
            && (depth.is_some() || nodes.is_some() || level.is_some())
        {
            return Err(OptionError::Value {
                key: "simulations".to_owned(),
                value: simulations.to_string(),
                expected: "no depth, nodes or level beside it: a tree search has its own way of looking ahead",
            });
        }
        Ok(options)
    }

    /// Sets one option, unless its value makes no sense.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let style = &mut self.style;
        match key {
            "depth" => style.depth = Some(within(value, 1, 60)?),
            "nodes" => style.nodes = Some(within(value, 1, u64::MAX)?),
            "time" => style.time = Some(Duration::from_secs_f64(within(value, 0.001, 86_400.0)?)),
            "simulations" => style.simulations = Some(within(value, 1, MOST_SIMULATIONS)?),
            "tree" if value == "gumbel" => style.rule = Rule::Gumbel,
            "tree" if value == "puct" => style.rule = Rule::Puct,
            "level" => style.level = Some(Level::new(within(value, 1, 30)?).ok()?),
            "exact" => style.exact = Some(within(value, 0, 30)?),
            "epsilon" => style.epsilon = within(value, 0.0, 1.0)?,
            "ties" if value == "drawn" => style.ties = Ties::Drawn,
            "ties" if value == "first" => style.ties = Ties::First,
            "limit" => self.limit = Some(Duration::from_secs_f64(within(value, 0.001, 86_400.0)?)),
            "give-up" => self.give_up = within(value, 1, u64::MAX)?,
            "theta" => self.theta = four(value)?,
            "inversion" if value.is_empty() => self.reading = Some(Reading::Inversion),
            "negation" if value.is_empty() => self.reading = Some(Reading::Negation),
            _ => return None,
        }
        Some(())
    }
}

/// A number between two others.
fn within<T: FromStr + PartialOrd>(text: &str, least: T, most: T) -> Option<T> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// Four numbers between slashes.
fn four(text: &str) -> Option<[f64; 4]> {
    let numbers: Option<Vec<f64>> = text.split('/').map(|word| within(word, -1e6, 1e6)).collect();
    numbers?.try_into().ok()
}

/// What a value should be.
fn expected(key: &str) -> &'static str {
    match key {
        "depth" => "a whole number of plies from 1 to 60",
        "nodes" => "a whole number of positions, 1 or more",
        "simulations" => "a whole number of positions from 1 to 1000000",
        "tree" => "gumbel or puct",
        "time" => "seconds for a move, from 0.001 to 86400",
        "limit" => "seconds after which a move is forfeited, from 0.001 to 86400",
        "give-up" => "a number of failures, 1 or more",
        "level" => "a level from 1 to 30",
        "exact" => "a number of empty squares from 0 to 30",
        "epsilon" => "a probability from 0 to 1",
        "ties" => "drawn or first",
        "theta" => "four numbers between slashes, as in 1/1/1/1",
        _ => "no value",
    }
}

/// An option that a player does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option “{key}” here; expected one of {expected}")]
    Key {
        /// What stands there.
        key: String,
        /// What may stand there.
        expected: String,
    },
    /// The value makes no sense.
    #[error("“{value}” for {key}: expected {expected}")]
    Value {
        /// The option.
        key: String,
        /// What stands there.
        value: String,
        /// What may stand there.
        expected: &'static str,
    },
}
