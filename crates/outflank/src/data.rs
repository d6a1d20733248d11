//! Where the program keeps what it learns.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use outflank_arena::{Entrant, PlayerSpec, SpecError};
use outflank_lab::{DataFolder, PlayerRegistry, Store};

use crate::failure::WrongInput;

/// The program as it is written down in what it makes: version and commit.
pub const PROGRAM: &str = env!("OUTFLANK_PROGRAM");

/// The choice of a data folder.
#[derive(Clone, Debug, clap::Args)]
pub struct Data {
    /// The data folder, with all runs [env: OUTFLANK_DATA; else where the system keeps data of programs]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

impl Data {
    /// The folder, which need not be there yet.
    pub fn folder(&self) -> Option<DataFolder> {
        self.data.clone().map(DataFolder::new).or_else(DataFolder::usual)
    }

    /// The folder, unless something else is in its place.
    fn checked(&self) -> Result<Option<DataFolder>, WrongInput> {
        let folder = self.folder();
        match folder.as_ref().map(DataFolder::path).filter(|path| path.exists() && !path.is_dir()) {
            Some(path) => Err(WrongInput::new(format_args!("{} is no folder for data", path.display()))),
            None => Ok(folder),
        }
    }

    /// The store, made if it is missing.
    pub fn open(&self) -> anyhow::Result<Store> {
        let folder = self.checked()?.context("there is no home: choose a data folder with --data")?;
        folder.open().map_err(|error| anyhow!("{error}; another can be chosen with --data or OUTFLANK_DATA"))
    }

    /// The store with a library that can be looked at: on a fresh machine it has the games that come with the program.
    pub fn open_library(&self) -> anyhow::Result<Store> {
        let folder = self.checked()?.context("there is no home: choose a data folder with --data")?;
        let store = folder.open_or_look()?;
        store.prepare_library()?;
        Ok(store)
    }

    /// The store, if there is one.
    pub fn open_existing(&self) -> anyhow::Result<Option<Store>> {
        let store = self.checked()?.map(|folder| folder.open_existing()).transpose()?;
        Ok(store.flatten())
    }

    /// Where players are looked up.
    pub fn registry(&self) -> PlayerRegistry {
        PlayerRegistry::new(self.folder())
    }

    /// The player that a text names: built in, from a file, or learned by a run. With an epsilon, its moves are
    /// replaced by random ones that often.
    pub fn entrant(&self, text: &str, epsilon: Option<f64>) -> anyhow::Result<Entrant> {
        self.entrant_as(text, |spec| match epsilon {
            Some(epsilon) => spec.with_epsilon(epsilon),
            None => Ok(spec),
        })
    }

    /// The same, as the rules of a contest want it.
    pub fn entrant_as(
        &self,
        text: &str,
        rules: impl FnOnce(PlayerSpec) -> Result<PlayerSpec, SpecError>,
    ) -> anyhow::Result<Entrant> {
        let made = || rules(text.parse()?)?.entrant(&self.registry());
        made().map_err(|error: SpecError| match error.is_failure() {
            true => anyhow::Error::new(error),
            false => WrongInput::new(error).into(),
        })
    }

    /// The words that choose the same folder again, to be put after a command.
    pub fn words(&self) -> String {
        match &self.data {
            Some(path) if path.to_string_lossy().contains(' ') => format!(" --data '{}'", path.display()),
            Some(path) => format!(" --data {}", path.display()),
            None => String::new(),
        }
    }
}
