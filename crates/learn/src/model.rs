//! What was learned, by any system.

use outflank_arena::{Entrant, Style};

use crate::{Tensors, TensorsError, imitator, linear4, population, selection, td, value_matrix};

/// What one of the systems has learned.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A network that imitated `linear4`, then learned against its copy.
    Imitator(imitator::Model),
    /// A weighted sum of four features.
    Linear4(linear4::Model),
    /// The best network of a population.
    Population(population::Model),
    /// A weighted sum of chosen features.
    Selection(selection::Model),
    /// A weighted piece counter learned by temporal differences.
    Td(td::Model),
    /// A matrix of square values.
    ValueMatrix(value_matrix::Model),
}

impl Model {
    /// The system that learned it, by its one name.
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

    /// The numbers that were learned.
    pub fn tensors(&self) -> Tensors {
        match self {
            Self::Imitator(model) | Self::Population(model) => model.tensors(),
            Self::Linear4(model) => model.tensors(),
            Self::Selection(model) => model.tensors(),
            Self::Td(model) => model.tensors(),
            Self::ValueMatrix(model) => model.tensors(),
        }
    }

    /// A model from its numbers.
    pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
        match system {
            imitator::SYSTEM => Ok(Self::Imitator(imitator::Model::of_any_size(tensors)?)),
            population::SYSTEM => Ok(Self::Population(population::Model::of_any_size(tensors)?)),
            linear4::SYSTEM => Ok(Self::Linear4(linear4::Model::from_tensors(tensors)?)),
            selection::SYSTEM => Ok(Self::Selection(selection::Model::from_tensors(tensors)?)),
            td::SYSTEM => Ok(Self::Td(td::Model::from_tensors(tensors)?)),
            value_matrix::SYSTEM => Ok(Self::ValueMatrix(value_matrix::Model::from_tensors(tensors)?)),
            _ => Err(ModelError::System { system: system.to_owned() }),
        }
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        match self {
            Self::Td(model) => Some(model.weights()),
            Self::ValueMatrix(model) => Some(model.weights()),
            Self::Imitator(_) | Self::Linear4(_) | Self::Population(_) | Self::Selection(_) => None,
        }
    }

    /// A player that uses what was learned, in the given style.
    pub fn entrant(&self, name: &str, style: &Style) -> Entrant {
        match self {
            Self::Imitator(model) | Self::Population(model) => {
                style.looking_ahead(imitator::PLIES).entrant(name, model.clone())
            }
            Self::Linear4(model) => model.entrant(name, style),
            Self::Selection(model) => model.entrant(name, style),
            Self::Td(model) => style.entrant(name, model.clone()),
            Self::ValueMatrix(model) => style.entrant(name, model.counter().clone()),
        }
    }
}

/// What one system has learned, unless it was another that did.
macro_rules! of_one_system {
    ($($variant:ident => $system:ident),* $(,)?) => {$(
        impl TryFrom<Model> for $system::Model {
            type Error = ModelError;

            fn try_from(model: Model) -> Result<Self, ModelError> {
                match model {
                    Model::$variant(model) => Ok(model),
                    other => Err(ModelError::OtherSystem { found: other.system(), expected: $system::SYSTEM }),
                }
            }
        }
    )*};
}

of_one_system!(
    Linear4 => linear4,
    Selection => selection,
    Td => td,
    ValueMatrix => value_matrix,
);

/// A network, whichever way it came to its weights.
impl TryFrom<Model> for imitator::Model {
    type Error = ModelError;

    fn try_from(model: Model) -> Result<Self, ModelError> {
        match model {
            Model::Imitator(model) | Model::Population(model) => Ok(model),
            other => Err(ModelError::OtherSystem { found: other.system(), expected: imitator::SYSTEM }),
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
