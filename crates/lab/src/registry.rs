//! The registry of players: files, runs by their names, uploads, and what comes with the program.

use std::io;
use std::path::{Path, PathBuf};

use outflank_arena::{Entrant, Library, Style};
use outflank_learn::TensorsError;

use crate::recipes::RecipeTextError;
use crate::{DataFolder, FolderError, PlayerFile, Provenance, Run, Store, StoreError, read_file, shipped};

/// Files and, where there is a data folder, its runs: `td-7f3k` is the run as far as it has come,
/// `td-7f3k@20000` as it was after 20,000 games. A file takes precedence over a run of the same name. Last come
/// the players that are shipped with the program.
#[derive(Clone, Debug)]
pub struct PlayerRegistry {
    folder: Option<DataFolder>,
    files: Files,
}

/// Whether a name may be a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    Opened,
    Closed,
}

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 28;

impl PlayerRegistry {
    /// A registry of files and the runs in a folder.
    pub fn new(folder: Option<DataFolder>) -> Self {
        Self { folder, files: Files::Opened }
    }

    /// The same without files: for names that come from strangers, who must not choose what is opened.
    pub fn without_files(self) -> Self {
        Self { files: Files::Closed, ..self }
    }

    /// Where a player of this name would be that people taught or brought along.
    fn kept(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.player_file(&name.parse().ok()?))
    }

    /// The run that a name stands for, and the number of games if that is in the name. A folder without
    /// a store is left without one.
    pub fn find_run(&self, name: &str) -> Result<Option<FoundRun>, RegistryError> {
        let (id, at) = match name.split_once('@') {
            Some((id, games)) => match games.replace([',', '_'], "").parse() {
                Ok(games) => (id, Some(games)),
                Err(_) => return Ok(None),
            },
            None => (name, None),
        };
        let Some(store) = self.folder.as_ref().map(DataFolder::open_existing).transpose()?.flatten() else {
            return Ok(None);
        };
        Ok(store.run(id)?.map(|run| FoundRun { store, run, at }))
    }
}

/// A run that somebody named.
#[derive(Debug)]
pub struct FoundRun {
    /// The store it is in.
    pub store: Store,
    /// The run.
    pub run: Run,
    /// After how many games; as far as it has come if not said.
    pub at: Option<u64>,
}

impl FoundRun {
    /// What was learned.
    pub fn player(&self) -> Result<PlayerFile, RegistryError> {
        let Self { store, run, at } = self;
        let checkpoint = match *at {
            None => store.last_checkpoint(&run.id)?,
            Some(games) => match store.checkpoint_at(&run.id, games)? {
                Some(checkpoint) => Some(checkpoint),
                None => {
                    let kept = store.checkpoint_games(&run.id)?;
                    return Err(RegistryError::NotKept {
                        run: run.id.to_string(),
                        games,
                        kept: near(&kept, games),
                    });
                }
            },
        };
        let checkpoint = checkpoint.ok_or_else(|| RegistryError::NothingYet { run: run.id.to_string() })?;
        Ok(PlayerFile {
            model: run.recipe()?.model_in(&checkpoint.kept)?,
            provenance: Provenance {
                recipe: run.recipe.clone(),
                seed: run.seed,
                games: checkpoint.games,
                created: checkpoint.made.to_string(),
                program: run.program.clone(),
            },
        })
    }
}

/// The numbers next to one, in words.
fn near(kept: &[u64], games: u64) -> String {
    let below = kept.iter().rev().find(|&&kept| kept < games);
    let above = kept.iter().find(|&&kept| kept > games);
    match (below, above) {
        (Some(below), Some(above)) => format!("the nearest are at {below} and {above}"),
        (Some(only), None) | (None, Some(only)) => format!("the nearest is at {only}"),
        (None, None) => "there is none yet".to_owned(),
    }
}

impl Library for PlayerRegistry {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let file = match self.files {
            Files::Opened => read_file(Path::new(name), LARGEST),
            Files::Closed => Err(io::ErrorKind::NotFound.into()),
        };
        match file {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                match self.find_run(name).map_err(io::Error::other)? {
                    Some(found) => Ok(found.player().map_err(io::Error::other)?.to_bytes()),
                    None if self.kept(name).is_some_and(|path| path.is_file()) => {
                        read_file(&self.kept(name).unwrap_or_default(), LARGEST)
                    }
                    None => shipped::find(name).map(|player| player.bytes.to_vec()).ok_or(error),
                }
            }
            read => read,
        }
    }

    fn names(&self) -> Vec<&'static str> {
        shipped::all().iter().map(|player| player.name).collect()
    }

    fn learned(&self, name: &str, bytes: &[u8], style: &Style) -> Option<Result<Entrant, String>> {
        // Those that come with the program know how far they look ahead.
        let style = match shipped::in_bytes(bytes) {
            Some(player) if player.plies > 1 => &style.looking_ahead(player.plies),
            _ => style,
        };
        PlayerFile::is_recognised(bytes).then(|| match PlayerFile::from_bytes(bytes) {
            Ok(player) => player.model.entrant(name, style).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        })
    }
}

/// Why a run gives no player.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no checkpoint at all.
    #[error("{run} has no checkpoint yet")]
    NothingYet {
        /// The run.
        run: String,
    },
    /// There is no checkpoint after so many games.
    #[error("{run} has no checkpoint at {games} games; {kept}")]
    NotKept {
        /// The run.
        run: String,
        /// The games that were asked for.
        games: u64,
        /// What there is instead.
        kept: String,
    },
    /// This version does not know the recipe.
    #[error(transparent)]
    Recipe(#[from] RecipeTextError),
    /// The checkpoint does not fit the recipe.
    #[error("the checkpoint does not fit its recipe: {0}")]
    Restore(#[from] TensorsError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cadence, NewRun, Training, recipes, write_atomically};
    use outflank_arena::PlayerSpec;

    fn registry() -> (tempfile::TempDir, PlayerRegistry) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        let store = folder.open().expect("a store");
        let recipe = recipes::read("td", "games = 25", &[]).expect("a recipe");
        let run = NewRun { recipe, seed: 1, program: "test".to_owned(), league: None };
        let training = Training::start(&store, Some("mine".parse().expect("a name")), &run).expect("begun");
        training.learn(Cadence::Lessons(10), 1, &false.into(), |_| {}).expect("learned");
        (place, PlayerRegistry::new(Some(folder)))
    }

    fn refusal(registry: &PlayerRegistry, spec: &str) -> String {
        spec.parse::<PlayerSpec>().expect(spec).entrant(registry).expect_err(spec).to_string()
    }

    #[test]
    fn runs_and_their_files_are_players() {
        let (place, registry) = registry();
        let path = place.path().join("mine.player");
        let player = registry.find_run("mine@20").expect("asked").expect("there").player().expect("kept");
        assert_eq!(player.provenance.games, 20);
        write_atomically(&path, &player.to_bytes()).expect("written");
        for spec in ["mine", "mine@20", "mine@25:depth=2,epsilon=0.1", path.to_str().expect("text")] {
            let entrant = spec.parse::<PlayerSpec>().expect(spec).entrant(&registry).expect(spec);
            assert_eq!(entrant.name(), spec);
        }
        assert_ne!(registry.read("mine@10").expect("kept"), registry.read("mine@20").expect("kept"));
        assert_eq!(registry.read("mine").expect("kept"), registry.read("mine@25").expect("kept"));
    }

    #[test]
    fn what_is_no_player_is_told() {
        let (place, registry) = registry();
        assert!(
            refusal(&registry, "mine@15")
                .contains("mine has no checkpoint at 15 games; the nearest are at 10 and 20")
        );
        assert!(refusal(&registry, "mine@x").contains("no player"));
        assert!(refusal(&registry, "yours").contains("no player"));
        assert!(refusal(&PlayerRegistry::new(None), "mine").contains("no player"));
        let path = place.path().join("cut.player");
        std::fs::write(&path, &registry.read("mine").expect("kept")[..500]).expect("written");
        let spec = path.to_str().expect("text");
        assert!(refusal(&registry, spec).contains("not a player file: it is cut off"));
        assert!(registry.read(place.path().to_str().expect("text")).is_err(), "a folder");
        let closed = registry.without_files();
        assert!(refusal(&closed, spec).contains("no player"), "a file");
        assert!(closed.read("mine").is_ok(), "a run");
    }
}
