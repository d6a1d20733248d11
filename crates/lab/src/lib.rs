//! Where experiments are kept: recipes, runs and their store, player files, studies, plots and reports.
//!
//! A tour:
//!
//! - [`recipes`]: recipes from TOML and back, with errors that name the key.
//! - [`DataFolder`] and [`Store`]: one folder with one database of facts: runs, checkpoints, curves, results.
//! - [`Training`]: a learner at work on a run, checkpoint by checkpoint, to be stopped and resumed at will.
//! - [`league`]: the score against the standard opponent, which is what curves show.
//! - [`PlayerFile`]: what was learned as a file of its own; [`PlayerRegistry`] looks players up by name;
//!   some are [`shipped`] with the program.
//! - [`Pupil`]: a player file that learns from finished games against people.
//! - [`balanced`]: openings that leave neither side ahead.
//! - [`cards`]: what people are told about the systems, with presets of their recipes.
//! - [`ladder`]: one scale of strength, and the places of new players on it.
//! - [`learning_curve`]: the places of a run on the ladder while it learned; [`tensorboard`] hands curves to others.
//! - [`endgames`]: a fixed suite with exact answers.
//! - [`Standings`]: ratings from all contests that are kept.
//! - [`study`]: many tasks that need each other's results, done once each.
//! - [`claims`]: what documents claim, as data, and how numbers decide it.
//! - [`studies`]: the documents' experiments as such studies, and their reports.
//! - [`view`]: what a model has learned, for people to see.
//! - [`analysis`]: what moves are worth, in discs, and what games could have been.
//! - [`deck`]: when positions are asked again in which somebody went wrong.
//! - [`library`]: games of everybody, from files in all formats.
//! - [`plot`] and [`report`]: pictures as values, and documents made of them.
//!
//! Nothing here prints, and nothing reads the command line or the environment but [`DataFolder::usual`].

pub mod analysis;
mod atomic;
pub mod balanced;
pub mod cards;
mod checksum;
pub mod claims;
mod clock;
mod content;
pub mod deck;
pub mod endgames;
mod folder;
pub mod ladder;
pub mod league;
pub mod learning_curve;
pub mod library;
mod limited;
mod lock;
mod message;
mod onnx;
mod packing;
mod player_file;
pub mod plot;
pub mod recipes;
mod registry;
pub mod report;
pub mod shipped;
mod standings;
mod store;
pub mod studies;
pub mod study;
mod teaching;
pub mod tensorboard;
mod training;
pub mod view;

pub use atomic::write_atomically;
pub use clock::Moment;
pub use content::content_hash;
pub use folder::{DataFolder, FolderError};
pub use limited::{read_file, read_limited, read_text_file};
pub use lock::WorkLock;
pub use message::one_sentence;
pub use onnx::OnnxError;
pub use packing::PackingError;
pub use player_file::{PlayerFile, PlayerFileError, Provenance};
pub use registry::{
    FoundPlayer, FoundRun, Knowledge, PlayerOrigin, PlayerRegistry, RegistryError, read_player_file,
};
pub use standings::{Standings, StandingsError};
pub use store::{
    Access, CareError, Checkpoint, CheckpointMark, Checkup, Collection, ContestPair, CurvePoint, Drill,
    Entry, EntryError, Explored, ExploredMove, Fork, Found, GameFilter, Imported, LadderPlan, LeaguePlan,
    LibraryGame, Meeting, MoveValue, NameError, NewContest, NewRun, PlayedGame, RatedPlayer, Rescue, Run,
    RunId, RunState, Store, StoreError, StoredContest, StoredPlacing, StoredResult, TableCount, Unfinished,
};
pub use teaching::{Pupil, TeachingError};
pub use training::{Cadence, Ending, Progress, Spent, Training, TrainingError};
