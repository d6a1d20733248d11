//! What was learned, by any system.

use outflank_arena::{Entrant, Style};

use crate::{Tensors, TensorsError, td};

/// What one of the systems has learned.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A weighted piece counter learned by temporal differences.
    Td(td::Model),
}

impl Model {
    /// The system that learned it, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Td(_) => td::SYSTEM,
        }
    }

    /// The numbers that were learned.
    pub fn tensors(&self) -> Tensors {
        match self {
            Self::Td(model) => model.tensors(),
        }
    }

    /// A model from its numbers.
    pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
        match system {
            td::SYSTEM => Ok(Self::Td(td::Model::from_tensors(tensors)?)),
            _ => Err(ModelError::System { system: system.to_owned() }),
        }
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        match self {
            Self::Td(model) => Some(model.weights()),
        }
    }

    /// A player that uses what was learned, in the given style.
    pub fn entrant(&self, name: &str, style: &Style) -> Entrant {
        match self {
            Self::Td(model) => style.entrant(name, model.clone()),
        }
    }
}

impl TryFrom<Model> for td::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::Td(model) => Ok(model),
        }
    }
}

/// Numbers that are not a model, or not the one that is wanted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The system is not known here.
    #[error("the system “{system}” is not known to this version")]
    System {
        /// Its name.
        system: String,
    },
    /// It was learned by another system.
    #[error("it was learned by {found}, expected {expected}")]
    OtherSystem {
        /// The system that learned it.
        found: &'static str,
        /// The one that is wanted.
        expected: &'static str,
    },
    /// The numbers do not fit the system.
    #[error(transparent)]
    Tensors(#[from] TensorsError),
}
