//! Where the games of a contest start, as one says it on the command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use outflank_arena::openings::{self, DRAWN_PLIES, MOST_DRAWN_PLIES};
use outflank_engine::Chance;
use outflank_lab::balanced;
use outflank_rules::GameRecord;
use outflank_rules::openings::Book;

use crate::failure::WrongInput;
use crate::reading;

/// Where games start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// After so many random plies, drawn anew for every pair.
    Drawn(usize),
    /// From the list of near-balanced openings, in an order drawn by the seed.
    Balanced,
    /// From the openings that have a name.
    Named,
    /// From the usual start.
    Start,
    /// From the list in a file.
    File(PathBuf),
}

impl Openings {
    /// The list for so many pairs; empty for the usual start.
    pub fn list(&self, pairs: u64, seed: u64) -> Result<Vec<GameRecord>, WrongInput> {
        match self {
            // More than there are is never asked for.
            Self::Drawn(plies) => Ok(openings::drawn_apart(pairs.min(1 << 20) as usize, *plies, seed)),
            Self::Balanced => {
                let mut list = balanced::standard();
                let mut chance = Chance::stream(seed, "order of balanced openings", 0);
                for last in (1..list.len()).rev() {
                    list.swap(last, chance.below(last as u32 + 1) as usize);
                }
                Ok(list)
            }
            Self::Named => {
                Ok(Book::named().openings().iter().map(|opening| opening.line().clone()).collect())
            }
            Self::Start => Ok(Vec::new()),
            Self::File(path) => openings::read(&reading::text_file("the openings in ", path)?)
                .map_err(|error| WrongInput::new(format_args!("openings {}: {error}", path.display()))),
        }
    }
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.split_once(':').unwrap_or((text, "")) {
            ("drawn", "") => Self::Drawn(DRAWN_PLIES),
            ("drawn", plies) => {
                let plies = plies.parse().ok().filter(|plies| (1..=MOST_DRAWN_PLIES).contains(plies));
                Self::Drawn(plies.ok_or_else(|| {
                    format!("expected drawn:PLIES with 1 to {MOST_DRAWN_PLIES} random plies")
                })?)
            }
            ("balanced", "") => Self::Balanced,
            ("named", "") => Self::Named,
            ("start", "") => Self::Start,
            _ if text.is_empty() => return Err("expected drawn, balanced, named, start or a file".to_owned()),
            _ => Self::File(text.into()),
        })
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn(plies) => write!(f, "drawn:{plies}"),
            Self::Balanced => f.write_str("balanced"),
            Self::Named => f.write_str("named"),
            Self::Start => f.write_str("start"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_chosen_by_a_word() {
        let list = |text: &str, pairs| text.parse::<Openings>().expect(text).list(pairs, 1).expect(text);
        assert_eq!(list("start", 5), []);
        assert_eq!(list("named", 5).len(), 99);
        let balanced = list("balanced", 5);
        assert!(balanced.len() >= 500 && balanced.iter().all(|opening| opening.squares().len() == 8));
        let other = Openings::Balanced.list(5, 2).expect("a list");
        assert!(other != balanced && other.iter().all(|opening| balanced.contains(opening)));
        assert!(list("drawn", 5).iter().all(|opening| opening.squares().len() == DRAWN_PLIES));
        assert_eq!(list("drawn:3", 500).len(), 14, "all there are up to symmetry");
        for text in ["drawn", "drawn:3", "balanced", "named", "start", "lists/xot.txt"] {
            let again = text.parse::<Openings>().expect(text).to_string();
            assert_eq!(again.parse::<Openings>(), text.parse(), "{text}");
        }
        for text in ["drawn:0", "drawn:9", "drawn:x", ""] {
            assert!(text.parse::<Openings>().is_err(), "{text}");
        }
    }
}
