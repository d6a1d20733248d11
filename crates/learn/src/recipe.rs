//! What decides a training run.

use serde::{Deserialize, Serialize};

use crate::{Learner, edgar, td, value_matrix, winmeasure};

/// The recipe of any system: everything that decides a run but its seed.
///
/// In TOML: a table with the key `system` and the keys of that system; unknown keys are refused, missing
/// ones have defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "kebab-case")]
pub enum Recipe {
    /// Temporal differences.
    Td(td::Recipe),
    /// Squares by time.
    Edgar(edgar::Recipe),
    /// A matrix of square values.
    ValueMatrix(value_matrix::Recipe),
    /// Heuristics with win measures.
    #[serde(rename = "winmeasure")]
    WinMeasure(winmeasure::Recipe),
}

impl Recipe {
    /// The names of all systems.
    pub const SYSTEMS: &[&str] = &[td::SYSTEM, edgar::SYSTEM, value_matrix::SYSTEM, winmeasure::SYSTEM];

    /// The recipe of a system with everything left at its default.
    pub fn default_of(system: &str) -> Option<Self> {
        match system {
            td::SYSTEM => Some(Self::Td(td::Recipe::default())),
            edgar::SYSTEM => Some(Self::Edgar(edgar::Recipe::default())),
            value_matrix::SYSTEM => Some(Self::ValueMatrix(value_matrix::Recipe::default())),
            winmeasure::SYSTEM => Some(Self::WinMeasure(winmeasure::Recipe::default())),
            _ => None,
        }
    }

    /// The system, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Td(_) => td::SYSTEM,
            Self::Edgar(_) => edgar::SYSTEM,
            Self::ValueMatrix(_) => value_matrix::SYSTEM,
            Self::WinMeasure(_) => winmeasure::SYSTEM,
        }
    }

    /// Refuses values outside their ranges.
    pub fn check(&self) -> Result<(), RecipeError> {
        match self {
            Self::Td(recipe) => recipe.check(),
            Self::Edgar(recipe) => recipe.check(),
            Self::ValueMatrix(recipe) => recipe.check(),
            Self::WinMeasure(recipe) => recipe.check(),
        }
    }

    /// A learner that has learned nothing yet. The recipe must be one that [`check`](Self::check) accepts.
    pub fn learner(&self, seed: u64) -> Box<dyn Learner> {
        match self {
            Self::Td(recipe) => Box::new(td::Learner::new(recipe.clone(), seed)),
            Self::Edgar(recipe) => Box::new(edgar::Learner::new(recipe.clone(), seed)),
            Self::ValueMatrix(recipe) => Box::new(value_matrix::Learner::new(recipe.clone(), seed)),
            Self::WinMeasure(recipe) => Box::new(winmeasure::Learner::new(recipe.clone(), seed)),
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
