//! What was learned, by any system.

use outflank_arena::{Entrant, Style};

use crate::{Tensors, TensorsError, evolution, td};

/// What one of the systems has learned.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there are never many models, and they are not moved around")]
pub enum Model {
    /// A genome that was bred.
    Evolution(evolution::Model),
    /// A weighted piece counter learned by temporal differences.
    Td(td::Model),
}

impl Model {
    /// The system that learned it, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Evolution(_) => evolution::SYSTEM,
            Self::Td(_) => td::SYSTEM,
        }
    }

    /// The numbers that were learned.
    pub fn tensors(&self) -> Tensors {
        match self {
            Self::Evolution(model) => model.tensors(),
            Self::Td(model) => model.tensors(),
        }
    }

    /// A model from its numbers.
    pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
        match system {
            evolution::SYSTEM => Ok(Self::Evolution(evolution::Model::from_tensors(tensors)?)),
            td::SYSTEM => Ok(Self::Td(td::Model::from_tensors(tensors)?)),
            _ => Err(ModelError::System { system: system.to_owned() }),
        }
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        match self {
            // Openings decide moves as well.
            Self::Evolution(model) => model.weights().filter(|_| model.following().is_none()),
            Self::Td(model) => Some(model.weights()),
        }
    }

    /// A player that uses what was learned, in the given style.
    pub fn entrant(&self, name: &str, style: &Style) -> Entrant {
        match self {
            Self::Evolution(model) => model.entrant(name, style),
            Self::Td(model) => style.entrant(name, model.clone()),
        }
    }
}

impl TryFrom<Model> for td::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::Td(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: td::SYSTEM }),
        }
    }
}

impl TryFrom<Model> for evolution::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::Evolution(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: evolution::SYSTEM }),
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
