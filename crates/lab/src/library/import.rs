//! What becomes of the games of a file on their way into the library, counted and told.

use std::io;

use outflank_rules::formats::{AnnotatedGame, Format, ReadError};
use serde::Serialize;

use crate::{Imported, one_sentence};

/// So many things that are wrong in a file are told.
const FAULTS: usize = 10;

/// What became of the games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(utoipa::ToSchema))]
pub struct ImportedFile {
    /// What the file is called.
    pub file: String,
    /// What the file is, as in "ggf".
    pub format: &'static str,
    /// Games that were read.
    pub games: u64,
    /// Games that were new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
    /// Games that are kept up to a move against the rules.
    pub cut: u64,
    /// Games that could not be read.
    pub refused: u64,
    /// The first things that are wrong, each with its line and column.
    pub faults: Vec<String>,
}

impl ImportedFile {
    /// A file of which nothing was read yet.
    pub fn new(file: impl Into<String>, format: Format) -> Self {
        Self { file: file.into(), format: format.name(), ..Self::default() }
    }

    /// Counts what was read. Gives the game that is to be kept, if it is one; an error if nothing more can be read.
    pub fn read(&mut self, game: Result<AnnotatedGame, ReadError>) -> io::Result<Option<AnnotatedGame>> {
        match game {
            Ok(game) => {
                self.games += 1;
                if let Some(fault) = &game.fault {
                    self.cut += 1;
                    self.tell(&format!("{fault}: the game is kept up to there"));
                }
                Ok(Some(game))
            }
            Err(ReadError::Format(error)) => {
                self.refused += 1;
                self.tell(&error.to_string());
                Ok(None)
            }
            Err(ReadError::Stream(error)) => Err(error),
        }
    }

    /// Counts what was kept.
    pub fn keep(&mut self, Imported { added, known }: Imported) {
        self.added += added;
        self.known += known;
    }

    /// Tells something that is wrong, if that is not too much.
    pub fn tell(&mut self, fault: &str) {
        if self.faults.len() < FAULTS {
            self.faults.push(one_sentence(fault));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::formats::Games;

    #[test]
    fn games_are_counted_and_faults_told() {
        let text = "f5d6c3\nf5a1\nf5d6\n";
        let games = Games::open(text.as_bytes()).expect("games");
        let mut file = ImportedFile::new("some.txt", games.format());
        let kept = games.filter_map(|game| file.read(game).expect("it can be read")).count();
        assert_eq!((file.games, file.cut, kept as u64), (3, 1, 3));
        assert!(file.faults[0].contains("a1 is not a legal move"), "{:?}", file.faults);
        file.keep(Imported { added: 2, known: 1 });
        assert_eq!((file.added, file.known, file.format), (2, 1, "transcripts"));
        (0..20).for_each(|_| file.tell("wrong"));
        assert_eq!(file.faults.len(), FAULTS);
        // The stream ends: nothing more can be read.
        assert!(file.read(Err(ReadError::Stream(io::Error::other("gone")))).is_err());
    }
}
