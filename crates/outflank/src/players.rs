//! Players from what was typed: built in, from files, or learned by runs of the usual data folder.

use outflank_arena::{Entrant, PlayerSpec, SpecError};
use outflank_lab::{DataFolder, Shelf};

use crate::failure::WrongInput;

/// The player that a text names. With an epsilon, its moves are replaced by random ones that often.
pub fn entrant(text: &str, epsilon: Option<f64>) -> Result<Entrant, WrongInput> {
    let made = || -> Result<Entrant, SpecError> {
        let spec: PlayerSpec = text.parse()?;
        let spec = match epsilon {
            Some(epsilon) => spec.with_epsilon(epsilon)?,
            None => spec,
        };
        spec.entrant(&Shelf::new(DataFolder::usual()))
    };
    made().map_err(WrongInput::new)
}
