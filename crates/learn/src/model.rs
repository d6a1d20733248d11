//! What can be asked of a model, whichever system learned it.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::Board;

use crate::view::View;
use crate::{Explanation, Model, Tensors, TensorsError};

impl Model {
    /// The numbers that were learned.
    pub fn tensors(&self) -> Tensors {
        self.learned().tensors()
    }

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        self.learned().weights()
    }

    /// A player that uses what was learned, in the given style, unless that is not for such players.
    pub fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        self.learned().entrant(name, style)
    }

    /// What was learned, for people to see.
    pub fn view(&self) -> View {
        self.learned().view()
    }

    /// Why its player would make which move, looking so far ahead, or as far as it does by itself. None if what
    /// was learned is no sum of parts.
    ///
    /// ```
    /// use outflank_learn::{Model, linear4};
    /// use outflank_rules::Board;
    /// use outflank_value::PieceCounter;
    ///
    /// let theta = [0.2, 0.1, 0.1, 1.3];
    /// let model = Model::Linear4(linear4::Model::new(theta, &PieceCounter::korman()));
    /// let explanation = model.explain(Board::START, None).expect("a sum of features");
    /// assert_eq!((explanation.plies, explanation.moves.len()), (3, 4));
    /// let best = &explanation.moves[0];
    /// let sum: f64 = best.parts.iter().map(|part| part.value).sum();
    /// assert!((sum - best.value.value()).abs() < 1e-9);
    /// ```
    pub fn explain(&self, board: Board, plies: Option<u32>) -> Option<Explanation> {
        self.learned().explain(board, plies)
    }
}

/// Lets a model of any system be taken for that of one, whose name is given, unless it is of another type.
macro_rules! taken_from_any {
    ($model:ty, $system:expr) => {
        impl TryFrom<$crate::Model> for $model {
            type Error = $crate::ModelError;

            fn try_from(model: $crate::Model) -> Result<Self, $crate::ModelError> {
                let found = model.system();
                match model.into_any().downcast() {
                    Ok(model) => Ok(*model),
                    Err(_) => Err($crate::ModelError::OtherSystem { found, expected: $system }),
                }
            }
        }
    };
}
pub(crate) use taken_from_any;

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
