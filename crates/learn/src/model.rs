//! What was learned, by any system.

use outflank_arena::{Entrant, Style, StyleError};

use crate::{Tensors, TensorsError, edgar, td, value_matrix, winmeasure};

/// What one of the systems has learned.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there are few of them, and none is in a hot place")]
pub enum Model {
    /// A weighted piece counter learned by temporal differences.
    Td(td::Model),
    /// Squares by time.
    Edgar(edgar::Model),
    /// A matrix of square values.
    ValueMatrix(value_matrix::Model),
    /// Heuristics with win measures.
    WinMeasure(winmeasure::Model),
}

impl Model {
    /// The system that learned it, by its one name.
    pub fn system(&self) -> &'static str {
        match self {
            Self::Td(_) => td::SYSTEM,
            Self::Edgar(_) => edgar::SYSTEM,
            Self::ValueMatrix(_) => value_matrix::SYSTEM,
            Self::WinMeasure(_) => winmeasure::SYSTEM,
        }
    }

    /// The numbers that were learned.
    pub fn tensors(&self) -> Tensors {
        match self {
            Self::Td(model) => model.tensors(),
            Self::Edgar(model) => model.tensors(),
            Self::ValueMatrix(model) => model.tensors(),
            Self::WinMeasure(model) => model.tensors(),
        }
    }

    /// A model from its numbers.
    pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
        match system {
            td::SYSTEM => Ok(Self::Td(td::Model::from_tensors(tensors)?)),
            edgar::SYSTEM => Ok(Self::Edgar(edgar::Model::from_tensors(tensors)?)),
            value_matrix::SYSTEM => Ok(Self::ValueMatrix(value_matrix::Model::from_tensors(tensors)?)),
            winmeasure::SYSTEM => Ok(Self::WinMeasure(winmeasure::Model::from_tensors(tensors)?)),
            _ => Err(ModelError::System { system: system.to_owned() }),
        }
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        match self {
            Self::Td(model) => Some(model.weights()),
            Self::Edgar(_) => None,
            Self::ValueMatrix(model) => Some(model.weights()),
            Self::WinMeasure(_) => None,
        }
    }

    /// A player that uses what was learned, in the given style, unless that is not for such players.
    pub fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        match self {
            Self::Td(model) => Ok(style.entrant(name, model.clone())),
            Self::Edgar(model) => model.entrant(name, style),
            Self::ValueMatrix(model) => Ok(style.entrant(name, model.counter().clone())),
            Self::WinMeasure(model) => model.entrant(name, style),
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

impl TryFrom<Model> for edgar::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::Edgar(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: edgar::SYSTEM }),
        }
    }
}

impl TryFrom<Model> for value_matrix::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::ValueMatrix(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: value_matrix::SYSTEM }),
        }
    }
}

impl TryFrom<Model> for winmeasure::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::WinMeasure(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: winmeasure::SYSTEM }),
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
