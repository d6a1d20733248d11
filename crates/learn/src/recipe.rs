//! What decides a training run.

use serde::{Deserialize, Serialize};

use crate::{Learner, imitator, linear4, population, selection, td, value_matrix};

/// The recipe of any system: everything that decides a run but its seed.
///
/// In TOML: a table with the key `system` and the keys of that system; unknown keys are refused, missing
/// ones have defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "kebab-case")]
pub enum Recipe {
    /// A network that imitates `linear4`, then learns against its copy.
    Imitator(imitator::Recipe),
    /// Four features, weighted.
    Linear4(linear4::Recipe),
    /// Networks in a round robin, whose best are mutated.
    Population(population::Recipe),
    /// Features chosen one by one.
    Selection(selection::Recipe),
    /// Temporal differences.
    Td(td::Recipe),
    /// A matrix of square values.
    ValueMatrix(value_matrix::Recipe),
}

impl Recipe {
    /// The names of all systems.
    pub const SYSTEMS: &[&str] = &[
        imitator::SYSTEM,
        linear4::SYSTEM,
        population::SYSTEM,
        selection::SYSTEM,
        td::SYSTEM,
        value_matrix::SYSTEM,
    ];

    /// The recipe of a system with everything left at its default.
    pub fn default_of(system: &str) -> Option<Self> {
        match system {
            imitator::SYSTEM => Some(Self::Imitator(imitator::Recipe::default())),
            population::SYSTEM => Some(Self::Population(population::Recipe::default())),
            linear4::SYSTEM => Some(Self::Linear4(linear4::Recipe::default())),
            selection::SYSTEM => Some(Self::Selection(selection::Recipe::default())),
            td::SYSTEM => Some(Self::Td(td::Recipe::default())),
            value_matrix::SYSTEM => Some(Self::ValueMatrix(value_matrix::Recipe::default())),
            _ => None,
        }
    }

    /// The system, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Imitator(_) => imitator::SYSTEM,
            Self::Population(_) => population::SYSTEM,
            Self::Linear4(_) => linear4::SYSTEM,
            Self::Selection(_) => selection::SYSTEM,
            Self::Td(_) => td::SYSTEM,
            Self::ValueMatrix(_) => value_matrix::SYSTEM,
        }
    }

    /// Refuses values outside their ranges.
    pub fn check(&self) -> Result<(), RecipeError> {
        match self {
            Self::Imitator(recipe) => recipe.check(),
            Self::Population(recipe) => recipe.check(),
            Self::Linear4(recipe) => recipe.check(),
            Self::Selection(recipe) => recipe.check(),
            Self::Td(recipe) => recipe.check(),
            Self::ValueMatrix(recipe) => recipe.check(),
        }
    }

    /// A learner that has learned nothing yet. The recipe must be one that [`check`](Self::check) accepts.
    pub fn learner(&self, seed: u64) -> Box<dyn Learner> {
        match self {
            Self::Imitator(recipe) => Box::new(imitator::Learner::new(recipe.clone(), seed)),
            Self::Population(recipe) => Box::new(population::Learner::new(recipe.clone(), seed)),
            Self::Linear4(recipe) => Box::new(linear4::Learner::new(recipe.clone(), seed)),
            Self::Selection(recipe) => Box::new(selection::Learner::new(recipe.clone(), seed)),
            Self::Td(recipe) => Box::new(td::Learner::new(recipe.clone(), seed)),
            Self::ValueMatrix(recipe) => Box::new(value_matrix::Learner::new(recipe.clone(), seed)),
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
