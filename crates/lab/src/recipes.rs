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
//! assert!(error.to_string().starts_with("no key “game” in a recipe of td; the keys are plies, "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;

use outflank_learn::schema::{Key, Kind};
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
    read_named(text, &[])
}

/// The same, and applies changes to it.
pub fn read_named(text: &str, changes: &[Change]) -> Result<Recipe, RecipeTextError> {
    let table: Table = toml::from_str(text).map_err(RecipeTextError::syntax)?;
    match table.get(SYSTEM) {
        Some(Value::String(system)) => read(system, text, changes),
        Some(other) => Err(RecipeTextError::wrong_type(SYSTEM, other, "a name in quotes")),
        None => Err(RecipeTextError::NoSystem),
    }
}

/// Writes a recipe with all its keys.
pub fn write(recipe: &Recipe) -> String {
    toml::to_string(recipe).expect("a recipe is a flat table of numbers and words")
}

/// The same, each key below a line that says what it means and what may stand there.
pub fn write_explained(recipe: &Recipe) -> String {
    let system = recipe.system();
    let values = Table::try_from(recipe).expect("a recipe is a flat table");
    let mut text = format!("{SYSTEM} = \"{system}\"\n");
    for Key { name, about, kind } in Recipe::keys(system).unwrap_or_default() {
        let value = values.get(name).expect("a recipe has all its keys");
        text.push_str(&format!("# {about} [{}]\n{name} = {value}\n", allowed(&kind)));
    }
    text
}

/// What may stand for a key, in as few words as will do.
pub fn allowed(kind: &Kind) -> String {
    match kind {
        Kind::Whole(range) | Kind::Number(range) => format!("{range} {}", range.unit).trim_end().to_owned(),
        other => other.expected(),
    }
}

/// A key of a recipe, for a form in which it is filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key: its name, what it means and what may stand there.
    pub key: Key,
    /// Its value where nothing is said, as a [`Change`] has it.
    pub usual: String,
}

/// The keys of a system in their order, or `None` where there is no such system.
pub fn fields(system: &str) -> Option<Vec<Field>> {
    Some(fields_of(&Recipe::default_of(system)?))
}

/// The keys of a recipe in their order, each with the value that it has there.
pub fn fields_of(recipe: &Recipe) -> Vec<Field> {
    let values = Table::try_from(recipe).expect("a recipe is a flat table");
    let field = |key: Key| {
        let usual = Change::text_of(values.get(key.name)?);
        Some(Field { key, usual })
    };
    Recipe::keys(recipe.system()).unwrap_or_default().into_iter().filter_map(field).collect()
}

/// The recipe in a table without its system.
fn complete(system: &str, mut table: Table) -> Result<Recipe, RecipeTextError> {
    let keys =
        Recipe::keys(system).ok_or_else(|| RecipeTextError::UnknownSystem { system: system.to_owned() })?;
    for (name, value) in &table {
        match keys.iter().find(|key| key.name == name) {
            Some(key) => check(key, value)?,
            None => {
                let keys = keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
                return Err(RecipeTextError::UnknownKey {
                    key: name.clone(),
                    system: system.to_owned(),
                    keys,
                });
            }
        }
    }
    table.insert(SYSTEM.to_owned(), Value::String(system.to_owned()));
    let recipe = Recipe::deserialize(table).map_err(RecipeTextError::syntax)?;
    recipe.check()?;
    Ok(recipe)
}

/// Refuses what cannot stand for a key.
fn check(key: &Key, value: &Value) -> Result<(), RecipeTextError> {
    let range = match (&key.kind, value) {
        (Kind::Whole(range), &Value::Integer(number)) if number >= 0 => Some((range, number as f64)),
        (Kind::Number(range), &Value::Integer(number)) => Some((range, number as f64)),
        (Kind::Number(range), &Value::Float(number)) => Some((range, number)),
        (Kind::YesOrNo, Value::Boolean(_)) | (Kind::Text, _) => None,
        (Kind::Word(words), Value::String(word)) if words.contains(&word.as_str()) => None,
        (kind, _) => return Err(RecipeTextError::wrong_type(key.name, value, &kind.expected())),
    };
    if let Some((range, number)) = range {
        RecipeError::unless(range.contains(number), key.name, number, range)?;
    }
    Ok(())
}

/// A key that is to have another value, as in `games=50000`. Words need no quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    key: String,
    value: Value,
}

impl Change {
    /// A value as it stands in a change: words without quotes.
    pub(crate) fn text_of(value: &Value) -> String {
        match value {
            Value::String(word) => word.clone(),
            other => other.to_string(),
        }
    }
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
#[error("“{text}” does not say which key is to have which value, as games=50000 does")]
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
    /// A value of the wrong type, or a word that is none of those that may stand there.
    #[error("{key} is {value}, expected {expected}")]
    Type {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What may stand there.
        expected: String,
    },
    /// A value out of its range.
    #[error(transparent)]
    Range(#[from] RecipeError),
}

impl RecipeTextError {
    fn syntax(error: toml::de::Error) -> Self {
        Self::Syntax { reason: error.to_string().split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    fn wrong_type(key: &str, value: &Value, expected: &str) -> Self {
        Self::Type { key: key.to_owned(), value: value.to_string(), expected: expected.to_owned() }
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
            let all: Vec<Change> = fields.iter().map(|field| change(field.key.name, &field.usual)).collect();
            assert_eq!(read(system, "", &all).ok(), Recipe::default_of(system), "{system}");
            for Field { key, usual } in &fields {
                assert!(key.about.ends_with('.') && !key.about.contains('`'), "{system} {key:?}");
                let Kind::Word(words) = key.kind else { continue };
                assert!(words.contains(&usual.as_str()), "{key:?}");
                for word in words {
                    let read = read(system, "", &[change(key.name, word)]);
                    assert!(!matches!(read, Err(RecipeTextError::Type { .. })), "{system} {read:?}");
                }
            }
        }
        let td = fields("td").expect("a system");
        assert_eq!((td[0].key.name, td[1].key.name), ("plies", "games"));
        let exploration = td.iter().find(|field| field.key.name == "exploration").expect("a key");
        assert_eq!(exploration.key.kind, Kind::Word(&["skip", "update", "happened"]));
        let printed = write_explained(&Recipe::default_of("td").expect("a system"));
        assert!(
            printed.contains("(our choice). [skip, update or happened]\nexploration = \"skip\"\n"),
            "{printed}"
        );
        assert!(printed.contains("[1 to 8 plies]\nplies = 1\n"), "{printed}");
        assert_eq!(read_complete(&printed).ok(), Recipe::default_of("td"));
        assert_eq!(fields("nn"), None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(refusal("plys = 2").starts_with("no key “plys” in a recipe of td; the keys are plies, "));
        assert_eq!(refusal("plies = \"two\""), "plies is \"two\", expected a whole number, 1 to 8");
        assert_eq!(refusal("games = -5"), "games is -5, expected a whole number, 1 to 1,000,000,000");
        assert_eq!(refusal("games = 2.5"), "games is 2.5, expected a whole number, 1 to 1,000,000,000");
        assert_eq!(refusal("learn_bias = 1"), "learn_bias is 1, expected true or false");
        assert_eq!(refusal("plies = 9"), "plies is 9, expected 1 to 8");
        assert_eq!(refusal("alpha = nan"), "alpha is NaN, expected above 0, at most 1");
        assert_eq!(
            refusal("exploration = \"jump\""),
            "exploration is \"jump\", expected skip, update or happened"
        );
        assert_eq!(refusal("plies = 99999999999"), "plies is 99999999999, expected 1 to 8");
        assert_eq!(refusal("system = \"ga\""), "this is a recipe of ga, not of td");
        assert_eq!(refusal("system = 1"), "system is 1, expected a name in quotes");
        assert!(refusal("plies 2").starts_with("not a recipe in TOML: "));
        assert!(!refusal("plies 2\n").contains('\n'));
        let unknown = read("nn", "", &[]).expect_err("no system").to_string();
        assert!(unknown.starts_with("there is no system “nn”; systems are "), "{unknown}");
        assert_eq!(read_complete("plies = 1"), Err(RecipeTextError::NoSystem));
    }
}
