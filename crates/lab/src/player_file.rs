//! What was learned, in a file of its own: the numbers and where they come from.
//!
//! The format is safetensors with these texts in its metadata: `format` = `outflank-player`, `version`,
//! `system`, `recipe` (TOML), `seed`, `games`, `created`, `program`. In Python,
//! `safetensors.numpy.load_file` opens it.

use std::collections::HashMap;

use outflank_learn::{Model, ModelError, Recipe, patterns};
use outflank_value::patterns::LeagueError;
use serde::Serialize;

use crate::packing::{self, Description};
use crate::{PackingError, content_hash, recipes};

/// The name of the format.
const FORMAT: &str = "outflank-player";

/// The newest version of the format.
const VERSION: u32 = 1;

/// A model and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFile {
    /// What was learned.
    pub model: Model,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The recipe in TOML, with all defaults.
    pub recipe: String,
    /// What named the streams of chance.
    pub seed: u64,
    /// Games played to learn.
    pub games: u64,
    /// When it was learned.
    pub created: String,
    /// The program that taught it: version and commit.
    pub program: String,
}

impl PlayerFile {
    /// Whether bytes have the look of such a file, whole or not.
    pub fn is_recognised(bytes: &[u8]) -> bool {
        packing::looks_packed(bytes)
    }

    /// The content of the file. The same player is always the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Provenance { recipe, seed, games, created, program } = &self.provenance;
        let texts = [
            ("format", FORMAT.to_owned()),
            ("version", VERSION.to_string()),
            ("system", self.model.system().to_owned()),
            ("recipe", recipe.clone()),
            ("seed", seed.to_string()),
            ("games", games.to_string()),
            ("created", created.clone()),
            ("program", program.clone()),
        ];
        let description: Description = texts.map(|(key, text)| (key.to_owned(), text)).into();
        packing::pack(&self.model.tensors(), &description)
    }

    /// A network of the Othello League, as a player that exchanges the colours when it is White: to be looked at, and to go on
    /// learning. Its recipe is one for going on.
    pub fn from_league(text: &str) -> Result<Self, LeagueError> {
        let model = patterns::Model::from_league(text)?;
        let recipe = recipes::write(&Recipe::Patterns(patterns::Recipe::continuing(&model)));
        Ok(Self {
            model: Model::Patterns(model),
            provenance: Provenance {
                recipe,
                seed: 0,
                games: 0,
                created: "elsewhere".to_owned(),
                program: "a network of the Othello League".to_owned(),
            },
        })
    }

    /// The name of what was learned: the same wherever it is kept, whenever it was made and whatever it is called.
    pub fn content(&self) -> String {
        let numbers = packing::pack(&self.model.tensors(), &Description::new());
        content_hash(&[self.model.system().as_bytes(), &numbers])
    }

    /// Reads the content of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PlayerFileError> {
        let (tensors, texts) = packing::unpack(bytes)?;
        if texts.get("format").map(String::as_str) != Some(FORMAT) {
            return Err(PlayerFileError::Foreign);
        }
        let version = number(&texts, "version")?;
        if version > u64::from(VERSION) {
            return Err(PlayerFileError::Newer { version });
        }
        Ok(Self {
            model: Model::from_tensors(text(&texts, "system")?, &tensors)?,
            provenance: Provenance {
                recipe: text(&texts, "recipe")?.to_owned(),
                seed: number(&texts, "seed")?,
                games: number(&texts, "games")?,
                created: text(&texts, "created")?.to_owned(),
                program: text(&texts, "program")?.to_owned(),
            },
        })
    }
}

fn text<'a>(texts: &'a HashMap<String, String>, key: &'static str) -> Result<&'a str, PlayerFileError> {
    texts.get(key).map(String::as_str).ok_or(PlayerFileError::Missing { key })
}

fn number(texts: &HashMap<String, String>, key: &'static str) -> Result<u64, PlayerFileError> {
    let text = text(texts, key)?;
    text.parse().map_err(|_| PlayerFileError::NotANumber { key, text: text.to_owned() })
}

/// Bytes that are not a player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerFileError {
    /// The bytes are damaged or something else.
    #[error("not a player file: {0}")]
    Packing(#[from] PackingError),
    /// Tensors, but not from here.
    #[error("a safetensors file, but not a player of Outflank")]
    Foreign,
    /// A later version of the format.
    #[error("written by a newer Outflank: its format is {version}, this version knows up to {VERSION}")]
    Newer {
        /// The version of the format.
        version: u64,
    },
    /// A text of the description is missing.
    #[error("its description has no “{key}”")]
    Missing {
        /// Which.
        key: &'static str,
    },
    /// A text of the description is no number.
    #[error("its description says “{text}” for {key}, expected a whole number")]
    NotANumber {
        /// Which.
        key: &'static str,
        /// What it is.
        text: String,
    },
    /// The numbers are not those of the system.
    #[error(transparent)]
    Model(#[from] ModelError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_learn::{Tensor, Tensors, td};

    fn sample() -> PlayerFile {
        PlayerFile {
            model: Model::Td(td::Model::new(std::array::from_fn(|square| square as f64 / 3.0), -0.1)),
            provenance: Provenance {
                recipe: "system = \"td\"\n".to_owned(),
                seed: u64::MAX,
                games: 50_000,
                created: "2026-11-05T14:03:59Z".to_owned(),
                program: "outflank 0.1.0".to_owned(),
            },
        }
    }

    /// The sample with one text changed.
    fn with(key: &str, text: Option<&str>) -> Result<PlayerFile, PlayerFileError> {
        let (tensors, texts) = packing::unpack(&sample().to_bytes()).expect("ours");
        let mut texts: Description = texts.into_iter().collect();
        match text {
            Some(text) => texts.insert(key.to_owned(), text.to_owned()),
            None => texts.remove(key),
        };
        PlayerFile::from_bytes(&packing::pack(&tensors, &texts))
    }

    #[test]
    fn a_player_comes_back() {
        assert_eq!(PlayerFile::from_bytes(&sample().to_bytes()), Ok(sample()));
        assert_eq!(sample().to_bytes(), sample().to_bytes());
        assert_eq!(with("note", Some("unknown texts are passed over")), Ok(sample()));
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        assert_eq!(with("format", None), Err(PlayerFileError::Foreign));
        assert_eq!(with("format", Some("pt")), Err(PlayerFileError::Foreign));
        assert_eq!(with("version", Some("2")), Err(PlayerFileError::Newer { version: 2 }));
        assert_eq!(with("seed", None), Err(PlayerFileError::Missing { key: "seed" }));
        assert!(matches!(with("games", Some("many")), Err(PlayerFileError::NotANumber { key: "games", .. })));
        assert!(matches!(with("system", Some("nn")), Err(PlayerFileError::Model(ModelError::System { .. }))));

        let (_, texts) = packing::unpack(&sample().to_bytes()).expect("ours");
        let tensors = Tensors::new().with("weights", Tensor::list([f64::NAN; 64]));
        let bytes = packing::pack(&tensors, &texts.into_iter().collect());
        assert!(matches!(PlayerFile::from_bytes(&bytes), Err(PlayerFileError::Model(_))));
        let bytes = sample().to_bytes();
        let short = PlayerFile::from_bytes(&bytes[..bytes.len() - 1]).expect_err("cut off");
        assert!(short.to_string().contains("damaged or cut off"), "{short}");
        assert!(PlayerFile::is_recognised(&bytes) && PlayerFile::is_recognised(&bytes[..100]));
        assert!(!PlayerFile::is_recognised(b"1.0 -0.25 0.1 0.05") && !PlayerFile::is_recognised(b""));
    }
    #[test]
    fn no_changed_byte_does_harm() {
        let bytes = sample().to_bytes();
        for place in 0..bytes.len() {
            for value in [0, b'"', b'{', b'9', 0x7f, 0xff, bytes[place] ^ 1] {
                let mut changed = bytes.clone();
                changed[place] = value;
                // Refused or read, but never a panic; what is read can be written.
                if let Ok(player) = PlayerFile::from_bytes(&changed) {
                    assert_eq!(PlayerFile::from_bytes(&player.to_bytes()), Ok(player));
                }
            }
        }
    }
}
