//! Recipes as text: TOML with the key `system` and the keys of that system.
//!
//! ```
//! use outflank_lab::recipes::{self, Change};
//!
//! let games: Change = "games=2000".parse()?;
//! let recipe = recipes::read("td", "plies = 2", &[games])?;
//! assert!(recipes::write(&recipe).contains("games = 2000\n"));
//!
//! let error = recipes::read("td", "game = 2000", &[]).unwrap_err();
//! assert!(error.to_string().starts_with("no key “game” in a recipe of td; the keys are alpha, "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;

use outflank_learn::{Recipe, RecipeError};
use serde::Deserialize;
use toml::{Table, Value};

/// The key that says which system a recipe is for.
const SYSTEM: &str = "system";

/// Reads a recipe of a system and applies changes to it. What is not said has its default.
pub fn read(system: &str, text: &str, changes: &[Change]) -> Result<Recipe, RecipeTextError> {
    let mut table: Table = toml::from_str(text).map_err(RecipeTextError::syntax)?;
    match table.remove(SYSTEM) {
        Some(Value::String(named)) if named != system => {
            return Err(RecipeTextError::OtherSystem { found: named, expected: system.to_owned() });
        }
        Some(Value::String(_)) | None => {}
        Some(other) => return Err(RecipeTextError::wrong_type(SYSTEM, &other, "a name in quotes")),
    }
    for change in changes {
        table.insert(change.key.clone(), change.value.clone());
    }
    complete(system, table)
}

/// Reads a recipe that names its own system.
pub fn read_complete(text: &str) -> Result<Recipe, RecipeTextError> {
    let table: Table = toml::from_str(text).map_err(RecipeTextError::syntax)?;
    match table.get(SYSTEM) {
        Some(Value::String(system)) => read(&system.clone(), text, &[]),
        Some(other) => Err(RecipeTextError::wrong_type(SYSTEM, other, "a name in quotes")),
        None => Err(RecipeTextError::NoSystem),
    }
}

/// Writes a recipe with all its keys.
pub fn write(recipe: &Recipe) -> String {
    toml::to_string(recipe).expect("a recipe is a flat table of numbers and words")
}

/// The same, each key below a line that explains it.
pub fn write_explained(recipe: &Recipe) -> String {
    let mut text = String::new();
    for line in write(recipe).lines() {
        let about = line.split_once(" = ").and_then(|(key, _)| explanation(recipe.system(), key));
        text.extend(about.map(|about| format!("# {about}\n")));
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// What a key of a system means, on one line.
fn explanation(system: &str, key: &str) -> Option<String> {
    Some(Recipe::explain(system, key)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A key of a recipe, for a form in which it is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub key: String,
    /// What it means.
    pub about: String,
    /// Its value where nothing is said, as a [`Change`] has it.
    pub usual: String,
    /// What may be filled in.
    pub kind: FieldKind,
}

/// What may be filled in for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A whole number.
    Whole,
    /// Any number.
    Number,
    /// `true` or `false`.
    YesOrNo,
    /// One of these words; any word where there are none.
    Word(Vec<String>),
}

/// The keys of a system in their order, or `None` where there is no such system.
pub fn fields(system: &str) -> Option<Vec<Field>> {
    let text = write(&Recipe::default_of(system)?);
    let table: Table = toml::from_str(&text).expect("it was just written");
    // A table forgets the order in which it was written.
    let keys = text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key);
    let field = |key: &str| {
        let value = table.get(key).filter(|_| key != SYSTEM)?;
        let (usual, kind) = match value {
            Value::Integer(_) => (value.to_string(), FieldKind::Whole),
            Value::Float(_) => (value.to_string(), FieldKind::Number),
            Value::Boolean(_) => (value.to_string(), FieldKind::YesOrNo),
            Value::String(word) => (word.clone(), FieldKind::Word(words(system, key))),
            _ => return None,
        };
        let about = explanation(system, key).unwrap_or_default();
        Some(Field { key: key.to_owned(), about, usual, kind })
    };
    Some(keys.filter_map(field).collect())
}

/// The words that may stand for a key: what is said to somebody who comes with another.
fn words(system: &str, key: &str) -> Vec<String> {
    let none = Table::from_iter([
        (SYSTEM.to_owned(), Value::String(system.to_owned())),
        (key.to_owned(), Value::String("-".to_owned())),
    ]);
    let Err(error) = Recipe::deserialize(none) else { return Vec::new() };
    let Some((_, expected)) = error.message().split_once("expected") else { return Vec::new() };
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The recipe in a table without its system.
fn complete(system: &str, table: Table) -> Result<Recipe, RecipeTextError> {
    let default = Recipe::default_of(system)
        .ok_or_else(|| RecipeTextError::UnknownSystem { system: system.to_owned() })?;
    let known = Table::try_from(&default).expect("a recipe is a flat table");
    let with_system = |mut table: Table| {
        table.insert(SYSTEM.to_owned(), Value::String(system.to_owned()));
        Recipe::deserialize(table)
    };
    // One key at a time: an error about the whole table would not say which key it is about.
    for (key, value) in &table {
        let Some(usual) = known.get(key).filter(|_| key != SYSTEM) else {
            let keys = known.keys().filter(|key| *key != SYSTEM).cloned().collect::<Vec<_>>().join(", ");
            return Err(RecipeTextError::UnknownKey { key: key.clone(), system: system.to_owned(), keys });
        };
        if let Err(error) = with_system(Table::from_iter([(key.clone(), value.clone())])) {
            return Err(match (usual, value) {
                // A word, but none of those that are allowed: the error lists them.
                (Value::String(_), Value::String(_)) => RecipeTextError::Word {
                    key: key.clone(),
                    reason: error.message().trim().replace('`', ""),
                },
                _ => RecipeTextError::wrong_type(key, value, expected_instead_of(usual)),
            });
        }
    }
    let recipe = with_system(table).map_err(RecipeTextError::syntax)?;
    recipe.check()?;
    Ok(recipe)
}

/// What stands where this is usual.
fn expected_instead_of(usual: &Value) -> &'static str {
    match usual {
        Value::Integer(_) => "a whole number, 0 or more",
        Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::String(_) => "a word",
        _ => "something else",
    }
}

/// A key that is to have another value, as in `games=50000`. Words need no quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    key: String,
    value: Value,
}

impl FromStr for Change {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        let (key, value) = match text.split_once('=') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => return Err(ChangeError { text: text.to_owned() }),
        };
        if key.is_empty() || value.is_empty() {
            return Err(ChangeError { text: text.to_owned() });
        }
        let value = Value::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        Ok(Self { key: key.to_owned(), value })
    }
}

/// A change that does not say what becomes of which key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected KEY=VALUE, as in games=50000, and not “{text}”")]
pub struct ChangeError {
    /// The text as it came in.
    pub text: String,
}

/// A text that is not a recipe.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecipeTextError {
    /// It is not TOML.
    #[error("not a recipe in TOML: {reason}")]
    Syntax {
        /// What the reader of TOML says, on one line.
        reason: String,
    },
    /// There is no such system.
    #[error("there is no system “{system}”; systems are {}", Recipe::SYSTEMS.join(", "))]
    UnknownSystem {
        /// Its name.
        system: String,
    },
    /// The recipe does not say what it is for.
    #[error("the recipe does not name its system, as in system = \"td\"")]
    NoSystem,
    /// The recipe is for another system.
    #[error("this is a recipe of {found}, not of {expected}")]
    OtherSystem {
        /// The system it names.
        found: String,
        /// The system that was asked for.
        expected: String,
    },
    /// There is no such key.
    #[error("no key “{key}” in a recipe of {system}; the keys are {keys}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The system.
        system: String,
        /// What there is.
        keys: String,
    },
    /// A value of the wrong type.
    #[error("{key} is {value}, expected {expected}")]
    Type {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A word that is none of those that may stand there.
    #[error("{key}: {reason}")]
    Word {
        /// The key.
        key: String,
        /// The word and what is expected.
        reason: String,
    },
    /// A value out of its range.
    #[error(transparent)]
    Range(#[from] RecipeError),
}

impl RecipeTextError {
    fn syntax(error: toml::de::Error) -> Self {
        Self::Syntax { reason: error.to_string().split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    fn wrong_type(key: &str, value: &Value, expected: &'static str) -> Self {
        Self::Type { key: key.to_owned(), value: value.to_string(), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        read("td", text, &[]).expect_err(text).to_string()
    }

    #[test]
    fn defaults_are_filled_in_and_come_back() {
        let recipe =
            read("td", "system = \"td\"\nalpha = 1\nexploration = \"update\"", &[]).expect("a recipe");
        let text = write(&recipe);
        for line in ["system = \"td\"", "alpha = 1.0", "exploration = \"update\"", "games = 50000"] {
            assert!(text.lines().any(|written| written == line), "{text}");
        }
        assert_eq!(read_complete(&text), Ok(recipe));
        assert_eq!(read("td", "", &[]).expect("all defaults"), Recipe::default_of("td").expect("a system"));
    }

    #[test]
    fn changes_come_last() {
        let changes = ["games=7", "exploration=update", " alpha = 0.5 ", "learn_bias=false"]
            .map(|text| text.parse::<Change>().expect(text));
        let Ok(Recipe::Td(recipe)) = read("td", "games = 100", &changes) else { panic!("a recipe of td") };
        assert_eq!((recipe.games, recipe.alpha, recipe.learn_bias), (7, 0.5, false));
        for text in ["games", "=7", "games="] {
            assert!(text.parse::<Change>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_form_can_be_filled_in_and_is_understood() {
        for system in Recipe::SYSTEMS {
            let fields = fields(system).expect("a system");
            let change =
                |key: &str, value: &str| format!("{key}={value}").parse::<Change>().expect("a change");
            let all: Vec<Change> = fields.iter().map(|field| change(&field.key, &field.usual)).collect();
            assert_eq!(read(system, "", &all).ok(), Recipe::default_of(system), "{system}");
            for field in &fields {
                let FieldKind::Word(words) = &field.kind else { continue };
                assert!(words.contains(&field.usual), "{field:?}");
                for word in words {
                    let read = read(system, "", &[change(&field.key, word)]);
                    assert!(!matches!(read, Err(RecipeTextError::Word { .. })), "{system} {read:?}");
                }
            }
        }
        let td = fields("td").expect("a system");
        assert_eq!((td[0].key.as_str(), td[1].key.as_str()), ("plies", "games"));
        let exploration = td.iter().find(|field| field.key == "exploration").expect("a key");
        assert_eq!(exploration.kind, FieldKind::Word(vec!["skip".to_owned(), "update".to_owned()]));
        assert_eq!(fields("nn"), None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(refusal("plys = 2").starts_with("no key “plys” in a recipe of td; the keys are alpha, "));
        assert_eq!(refusal("plies = \"two\""), "plies is \"two\", expected a whole number, 0 or more");
        assert_eq!(refusal("games = -5"), "games is -5, expected a whole number, 0 or more");
        assert_eq!(refusal("games = 2.5"), "games is 2.5, expected a whole number, 0 or more");
        assert_eq!(refusal("learn_bias = 1"), "learn_bias is 1, expected true or false");
        assert_eq!(refusal("plies = 9"), "plies is 9, expected 1 to 8");
        assert_eq!(refusal("alpha = nan"), "alpha is NaN, expected above 0, at most 1");
        assert!(refusal("exploration = \"jump\"").contains("jump, expected skip or update"));
        assert_eq!(refusal("system = \"ga\""), "this is a recipe of ga, not of td");
        assert_eq!(refusal("system = 1"), "system is 1, expected a name in quotes");
        assert!(refusal("plies 2").starts_with("not a recipe in TOML: "));
        assert!(!refusal("plies 2\n").contains('\n'));
        let unknown = read("nn", "", &[]).expect_err("no system").to_string();
        assert!(unknown.starts_with("there is no system “nn”; systems are "), "{unknown}");
        assert_eq!(read_complete("plies = 1"), Err(RecipeTextError::NoSystem));
    }
}
