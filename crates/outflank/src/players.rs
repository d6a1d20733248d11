//! Players from what was typed, their files from the disk.

use std::io;

use outflank_arena::{Entrant, Library, PlayerSpec, SpecError, Style};

use crate::failure::WrongInput;

/// The files of this computer.
struct Files;

impl Library for Files {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn learned(&self, _: &str, _: &[u8], _: &Style) -> Option<Result<Entrant, String>> {
        None
    }
}

/// The player that a text names. With an epsilon, its moves are replaced by random ones that often.
pub fn entrant(text: &str, epsilon: Option<f64>) -> Result<Entrant, WrongInput> {
    let made = || -> Result<Entrant, SpecError> {
        let spec: PlayerSpec = text.parse()?;
        let spec = match epsilon {
            Some(epsilon) => spec.with_epsilon(epsilon)?,
            None => spec,
        };
        spec.entrant(&Files)
    };
    made().map_err(WrongInput::new)
}
