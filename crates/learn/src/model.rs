//! How what was learned is read, and how it plays.

use outflank_arena::{Entrant, Style, StyleError};

use crate::imitator::AsTensors;
use crate::{
    Model, Recipe, Tensors, TensorsError, edgar, evolution, imitator, linear4, population, selection, td,
    value_matrix, winmeasure,
};

impl Model {
    /// A model from its numbers.
    pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
        Ok(match system {
            edgar::SYSTEM => Self::Edgar(edgar::Model::from_tensors(tensors)?),
            evolution::SYSTEM => Self::Evolution(evolution::Model::from_tensors(tensors)?),
            imitator::SYSTEM => Self::Imitator(imitator::Model::of_any_size(tensors)?),
            linear4::SYSTEM => Self::Linear4(linear4::Model::from_tensors(tensors)?),
            population::SYSTEM => Self::Population(population::Model::of_any_size(tensors)?),
            selection::SYSTEM => Self::Selection(selection::Model::from_tensors(tensors)?),
            td::SYSTEM => Self::Td(td::Model::from_tensors(tensors)?),
            value_matrix::SYSTEM => Self::ValueMatrix(value_matrix::Model::from_tensors(tensors)?),
            winmeasure::SYSTEM => Self::Winmeasure(winmeasure::Model::from_tensors(tensors)?),
            _ => return Err(ModelError::System { system: system.to_owned() }),
        })
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        match self {
            // Openings decide moves as well.
            Self::Evolution(model) => model.weights().filter(|_| model.following().is_none()),
            Self::Td(model) => Some(model.weights()),
            Self::ValueMatrix(model) => Some(model.weights()),
            _ => None,
        }
    }

    /// A player that uses what was learned, in the given style, unless that is not for such players.
    pub fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        match self {
            Self::Edgar(model) => model.entrant(name, style),
            Self::Evolution(model) => Ok(model.entrant(name, style)),
            Self::Imitator(model) | Self::Population(model) => {
                Ok(style.looking_ahead(imitator::PLIES).entrant(name, model.clone()))
            }
            Self::Linear4(model) => Ok(model.entrant(name, style)),
            Self::Selection(model) => Ok(model.entrant(name, style)),
            Self::Td(model) => Ok(style.entrant(name, model.clone())),
            Self::ValueMatrix(model) => Ok(style.entrant(name, model.counter().clone())),
            Self::Winmeasure(model) => model.entrant(name, style),
        }
    }
}

impl Recipe {
    /// Whether players that it makes can look further ahead than their own moves.
    pub fn looks_ahead(&self) -> bool {
        !matches!(self, Self::Edgar(_) | Self::Winmeasure(_))
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
    Edgar => edgar,
    Evolution => evolution,
    Linear4 => linear4,
    Selection => selection,
    Td => td,
    ValueMatrix => value_matrix,
    Winmeasure => winmeasure,
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
