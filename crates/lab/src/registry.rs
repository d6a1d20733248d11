//! The registry of players: one namespace over what comes with the program, runs, uploads and files.
//!
//! It hands out models. A name that is shipped belongs to the program alone; then come the runs of the data folder
//! and what was uploaded to it, which share their names with nobody else, and last, where that is allowed, files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use outflank_arena::{Entrant, Identity, LookupError, Registry, Wanted};
use outflank_learn::TensorsError;

use crate::recipes::RecipeTextError;
use crate::{
    DataFolder, FolderError, PlayerFile, PlayerFileError, Provenance, Run, RunId, Store, StoreError,
    content_hash, onnx, read_file, shipped,
};

/// Looks players up by name: `td` is shipped, `td-7f3k` a run as far as it has come, `td-7f3k@20000` as it was after
/// 20,000 games, `mine` an upload, `weights.txt` a file. A name with a slash is always a file.
#[derive(Clone, Debug)]
pub struct PlayerRegistry {
    folder: Option<DataFolder>,
    /// Opened when the first name is looked up that may be in it.
    store: Arc<OnceLock<Arc<Store>>>,
    files: Files,
}

/// Whether a name may be a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    Opened,
    Closed,
}

/// A player that was found.
#[derive(Clone, Debug)]
pub struct FoundPlayer {
    /// Where it is from.
    pub origin: PlayerOrigin,
    /// What it knows.
    pub knowledge: Knowledge,
    /// How many plies it looks ahead where nothing is said, if not one.
    pub plies: Option<u32>,
}

/// Where a player is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerOrigin {
    /// It comes with the program.
    Shipped,
    /// A run in the data folder learned it.
    Run,
    /// It was uploaded to the data folder, or taught there by games against people.
    Uploaded,
    /// It is a file elsewhere.
    File,
}

/// What a player knows.
#[derive(Clone, Debug)]
pub enum Knowledge {
    /// What was learned, and where that comes from.
    Learned(Box<PlayerFile>),
    /// The text of a file: 64 weights or a network.
    Text(String),
}

impl Knowledge {
    /// What is in the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, RegistryError> {
        if PlayerFile::is_recognised(&bytes) {
            return Ok(Self::Learned(Box::new(PlayerFile::from_bytes(&bytes)?)));
        }
        String::from_utf8(bytes).map(Self::Text).map_err(|_| RegistryError::NotText)
    }

    /// The name of the content: the same for what plays the same, under any label and whenever it was made.
    pub fn content(&self) -> String {
        match self {
            Self::Learned(player) => player.content(),
            Self::Text(text) => content_hash(&[b"text", text.as_bytes()]),
        }
    }
}

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 28;

impl PlayerRegistry {
    /// Players of a folder, and files.
    pub fn new(folder: Option<DataFolder>) -> Self {
        Self { folder, store: Arc::default(), files: Files::Opened }
    }

    /// Players of a store that is open, and files.
    pub fn of_store(store: Arc<Store>) -> Self {
        let folder = Some(store.folder().clone());
        Self { folder, store: Arc::new(store.into()), files: Files::Opened }
    }

    /// The same without files: for names that come from strangers, who must not choose what is opened.
    #[must_use]
    pub fn without_files(self) -> Self {
        Self { files: Files::Closed, ..self }
    }

    /// The store, if there is one. A folder without a store is left without one.
    fn store(&self) -> Result<Option<&Arc<Store>>, RegistryError> {
        if self.store.get().is_none()
            && let Some(store) = self.folder.as_ref().map(DataFolder::open_existing).transpose()?.flatten()
        {
            // Another thread may have been faster: either will do.
            let _ = self.store.set(Arc::new(store));
        }
        Ok(self.store.get())
    }

    /// Where an upload of this name would be.
    fn upload(&self, name: &str) -> Option<PathBuf> {
        let path = self.folder.as_ref()?.player_file(&RunId::found(name)?);
        path.is_file().then_some(path)
    }

    /// The run that a name stands for, and the number of games if that is in the name.
    pub fn find_run(&self, name: &str) -> Result<Option<FoundRun>, RegistryError> {
        let (id, at) = match name.split_once('@') {
            Some((id, games)) => match games.replace([',', '_'], "").parse() {
                Ok(games) => (id, Some(games)),
                Err(_) => return Ok(None),
            },
            None => (name, None),
        };
        let Some(store) = self.store()? else { return Ok(None) };
        Ok(store.run(id)?.map(|run| FoundRun { store: Arc::clone(store), run, at }))
    }

    /// The player of a name.
    pub fn find(&self, name: &str) -> Result<FoundPlayer, RegistryError> {
        let found = |origin, knowledge: Knowledge| {
            let plies = plies_of(&knowledge.content());
            FoundPlayer { origin, knowledge, plies }
        };
        let file = |path: &Path, origin| Ok(found(origin, Knowledge::from_bytes(read_player_file(path)?)?));
        let may_be_file = self.files == Files::Opened;
        if may_be_file && name.contains(['/', '\\']) {
            return file(Path::new(name), PlayerOrigin::File);
        }
        if let Some(player) = shipped::find(name) {
            let knowledge = Knowledge::Learned(Box::new(PlayerFile::from_bytes(player.bytes)?));
            let plies = (player.plies > 1).then_some(player.plies);
            return Ok(FoundPlayer { origin: PlayerOrigin::Shipped, knowledge, plies });
        }
        if let Some(run) = self.find_run(name)? {
            return Ok(found(PlayerOrigin::Run, Knowledge::Learned(Box::new(run.player()?))));
        }
        match self.upload(name) {
            Some(path) => file(&path, PlayerOrigin::Uploaded),
            None if may_be_file => file(Path::new(name), PlayerOrigin::File),
            None => Err(RegistryError::Unknown { name: name.to_owned() }),
        }
    }
}

/// How far a shipped player looks ahead, wherever it is found.
fn plies_of(content: &str) -> Option<u32> {
    static CONTENTS: LazyLock<Vec<(String, u32)>> = LazyLock::new(|| {
        let content = |player: &shipped::Shipped| {
            let file = PlayerFile::from_bytes(player.bytes).ok()?;
            (player.plies > 1).then(|| (file.content(), player.plies))
        };
        shipped::all().iter().filter_map(content).collect()
    });
    CONTENTS.iter().find(|(known, _)| known == content).map(|(_, plies)| *plies)
}

impl FoundPlayer {
    /// Ready to take part in contests.
    pub fn entrant(&self, wanted: &Wanted<'_>) -> Result<Entrant, LookupError> {
        let style = &match self.plies {
            Some(plies) => wanted.style.looking_ahead(plies),
            None => wanted.style.clone(),
        };
        let wanted = Wanted { style, ..*wanted };
        let entrant = match &self.knowledge {
            Knowledge::Learned(player) => player
                .model
                .entrant(wanted.label, style)
                .map_err(|error| LookupError::Refused(error.into()))?,
            Knowledge::Text(text) => wanted.from_text(text)?,
        };
        let content = match wanted.reading {
            Some(reading) => format!("{}:{reading:?}", self.knowledge.content()),
            None => self.knowledge.content(),
        };
        Ok(entrant.with_identity(Identity { content, style: style.to_string() }))
    }
}

impl Registry for PlayerRegistry {
    fn entrant(&self, name: &str, wanted: &Wanted<'_>) -> Result<Entrant, LookupError> {
        if onnx::is_meant(name) {
            return match self.files {
                Files::Opened => onnx::entrant(name, wanted),
                Files::Closed => Err(LookupError::Unknown),
            };
        }
        match self.find(name) {
            Ok(found) => found.entrant(wanted),
            Err(RegistryError::Unknown { .. }) => Err(LookupError::Unknown),
            Err(RegistryError::NotText) => Err(LookupError::NotText),
            Err(error @ (RegistryError::Folder(_) | RegistryError::Store(_))) => {
                Err(LookupError::Failed(error.into()))
            }
            Err(error) => Err(LookupError::Refused(error.into())),
        }
    }

    fn names(&self) -> Vec<&'static str> {
        shipped::all().iter().map(|player| player.name).collect()
    }
}

/// A run that was found.
#[derive(Clone, Debug)]
pub struct FoundRun {
    /// The store it is in.
    pub store: Arc<Store>,
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
            model: run.recipe()?.model_in(&checkpoint.state)?,
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

/// Reads a file of bearable size. That there is none is [`RegistryError::Unknown`].
pub fn read_player_file(path: &Path) -> Result<Vec<u8>, RegistryError> {
    read_file(path, LARGEST).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RegistryError::Unknown { name: path.display().to_string() },
        _ => RegistryError::Unreadable(error),
    })
}

/// Why a name gives no player.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// There is none.
    #[error("there is no player, run or file called “{name}”")]
    Unknown {
        /// The name.
        name: String,
    },
    /// Its file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// Its file is something else.
    #[error("the file is not text, and not a player that this version knows")]
    NotText,
    /// Its file is damaged, or of another version.
    #[error(transparent)]
    File(#[from] PlayerFileError),
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

    fn entrant(registry: &PlayerRegistry, spec: &str) -> Entrant {
        spec.parse::<PlayerSpec>().expect(spec).entrant(registry).expect(spec)
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
            assert_eq!(entrant(&registry, spec).name(), spec);
        }
        let content = |name: &str| registry.find(name).expect(name).knowledge.content();
        assert_ne!(content("mine@10"), content("mine@20"));
        assert_eq!(content("mine"), content("mine@25"));
        assert_eq!(content("mine@20"), content(path.to_str().expect("text")), "the same player in a file");
        assert_eq!(
            entrant(&registry, "mine:depth=2").identity(),
            entrant(&registry, "mine@25:depth=2").identity()
        );
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
        let bytes =
            registry.find_run("mine").expect("asked").expect("there").player().expect("kept").to_bytes();
        std::fs::write(&path, &bytes[..500]).expect("written");
        let spec = path.to_str().expect("text");
        assert!(refusal(&registry, spec).contains("not a player file: it is cut off"));
        assert!(registry.find(place.path().to_str().expect("text")).is_err(), "a folder");
        let closed = registry.without_files();
        assert!(refusal(&closed, spec).contains("no player"), "a file");
        assert!(closed.find("mine").is_ok(), "a run");
    }

    #[test]
    fn a_shipped_player_keeps_its_name_and_its_strength() {
        let (place, registry) = registry();
        let shipped = shipped::find("td").expect("shipped");
        let path = place.path().join("copy.player");
        write_atomically(&path, shipped.bytes).expect("written");
        let (td, copy) = (entrant(&registry, "td"), entrant(&registry, path.to_str().expect("text")));
        assert_eq!(td.identity(), copy.identity(), "known by its content, not by its bytes or its name");
        assert_eq!(td.identity().style, "depth=5");
        // A run that an older version let have the name of a shipped player does not stand in for it.
        let store = registry.store().expect("asked").expect("there");
        store.rename_run_unchecked("mine", "td");
        assert!(registry.find_run("td").expect("asked").is_some());
        assert_eq!(entrant(&registry, "td").identity(), td.identity());
    }
}
