//! What decides a training run.

use serde::{Deserialize, Serialize};

use crate::{Learner, evolution, td};

/// The recipe of any system: everything that decides a run but its seed.
///
/// In TOML: a table with the key `system` and the keys of that system; unknown keys are refused, missing
/// ones have defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "kebab-case")]
pub enum Recipe {
    /// Selection and variation.
    Evolution(evolution::Recipe),
    /// Temporal differences.
    Td(td::Recipe),
}

impl Recipe {
    /// The names of all systems.
    pub const SYSTEMS: &[&str] = &[evolution::SYSTEM, td::SYSTEM];

    /// The recipe of a system with everything left at its default.
    pub fn default_of(system: &str) -> Option<Self> {
        match system {
            evolution::SYSTEM => Some(Self::Evolution(evolution::Recipe::default())),
            td::SYSTEM => Some(Self::Td(td::Recipe::default())),
            _ => None,
        }
    }

    /// The system, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Evolution(_) => evolution::SYSTEM,
            Self::Td(_) => td::SYSTEM,
        }
    }

    /// Refuses values outside their ranges.
    pub fn check(&self) -> Result<(), RecipeError> {
        match self {
            Self::Evolution(recipe) => recipe.check(),
            Self::Td(recipe) => recipe.check(),
        }
    }

    /// A learner that has learned nothing yet. The recipe must be one that [`check`](Self::check) accepts.
    pub fn learner(&self, seed: u64) -> Box<dyn Learner> {
        match self {
            Self::Evolution(recipe) => Box::new(evolution::Learner::new(recipe.clone(), seed)),
            Self::Td(recipe) => Box::new(td::Learner::new(recipe.clone(), seed)),
        }
    }
}

/// A value outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} is {value}, expected {expected}")]
pub struct RecipeError {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// What would be allowed.
    pub expected: &'static str,
}

impl RecipeError {
    /// Passes a value that is within its range.
    pub fn unless<T: std::fmt::Display>(
        fits: bool,
        key: &'static str,
        value: T,
        expected: &'static str,
    ) -> Result<(), Self> {
        if fits { Ok(()) } else { Err(Self { key, value: value.to_string(), expected }) }
    }
}
