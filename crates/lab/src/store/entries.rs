//! What people do with what is in the laboratory: give it another name, put it away, throw it away.
//!
//! Results stay under the content of the players that made them: a run that is renamed keeps its ratings, and the
//! ratings of one that is deleted stay in the contests it took part in.

use std::fmt;
use std::fs;
use std::io;

use rusqlite::{OptionalExtension, Transaction, params};

use super::{NameError, RunId, Store, StoreError, library};
use crate::Moment;

/// Something that has a name or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A run.
    Run(String),
    /// A player that was uploaded, or taught by games against people.
    Player(String),
    /// A game of the library.
    Game(i64),
    /// A contest.
    Contest(i64),
}

impl Entry {
    /// The word for what it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Run(_) => "run",
            Self::Player(_) => "player",
            Self::Game(_) => "game",
            Self::Contest(_) => "contest",
        }
    }

    /// Its name or number.
    pub fn id(&self) -> String {
        match self {
            Self::Run(name) | Self::Player(name) => name.clone(),
            Self::Game(number) | Self::Contest(number) => number.to_string(),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(name) | Self::Player(name) => write!(f, "{} “{name}”", self.kind()),
            Self::Game(number) | Self::Contest(number) => write!(f, "{} {number}", self.kind()),
        }
    }
}

/// The condition that an entry is not archived, for a query of its table.
pub(super) fn not_archived(kind: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM marks WHERE marks.kind = '{kind}' AND marks.id = CAST({kind}s.id AS TEXT)
                     AND marks.archived IS NOT NULL)"
    )
}

impl Store {
    /// Gives an entry another name. Runs and players have theirs to themselves; games and contests have titles, and
    /// an empty one takes it away.
    pub fn rename(&self, entry: &Entry, name: &str) -> Result<(), EntryError> {
        self.must_exist(entry)?;
        match entry {
            Entry::Run(old) => {
                let new = self.free_name(name)?;
                let _lock = self.lock_run(old)?;
                self.write(|transaction| rename_run(transaction, old, new.as_str()))?;
            }
            Entry::Player(old) => {
                let new = self.free_name(name)?;
                let old = RunId::found(old).ok_or_else(|| missing(entry))?;
                fs::rename(self.folder.player_file(&old), self.folder.player_file(&new))?;
                self.write(|transaction| rename_mark(transaction, "player", old.as_str(), new.as_str()))?;
            }
            Entry::Game(_) | Entry::Contest(_) => {
                let title = name.trim();
                if title.chars().count() > LONGEST_TITLE {
                    return Err(EntryError::LongTitle);
                }
                let title = (!title.is_empty()).then_some(title);
                self.mark(entry, "title", title)?;
            }
        }
        Ok(())
    }

    /// Puts an entry away: lists and ratings leave it out, and it is still there by its name.
    pub fn archive(&self, entry: &Entry) -> Result<(), EntryError> {
        self.must_exist(entry)?;
        Ok(self.mark(entry, "archived", Some(Moment::now().seconds))?)
    }

    /// Takes an entry out of the archive.
    pub fn restore(&self, entry: &Entry) -> Result<(), EntryError> {
        self.must_exist(entry)?;
        Ok(self.mark(entry, "archived", None::<i64>)?)
    }

    /// Throws an entry away, for good.
    pub fn delete(&self, entry: &Entry) -> Result<(), EntryError> {
        self.must_exist(entry)?;
        let (kind, id) = (entry.kind(), entry.id());
        let tables: &[(&str, &str)] = match entry {
            Entry::Run(_) => &[
                ("curves", "run"),
                ("checkpoints", "run"),
                ("finishes", "run"),
                ("ladder_plans", "run"),
                ("forks", "run"),
                ("runs", "id"),
            ],
            Entry::Player(_) | Entry::Game(_) => &[],
            Entry::Contest(_) => &[
                ("fingerprints", "contest"),
                ("pairs", "contest"),
                ("contest_finishes", "contest"),
                ("contest_players", "contest"),
                ("contests", "id"),
            ],
        };
        let lock = match entry {
            Entry::Run(name) => Some(self.lock_run(name)?),
            Entry::Contest(number) => {
                let lock = self.folder.lock_contest(*number)?;
                Some(lock.ok_or_else(|| EntryError::Busy { entry: entry.clone() })?)
            }
            _ => None,
        };
        if let Entry::Player(name) = entry {
            let name = RunId::found(name).ok_or_else(|| missing(entry))?;
            fs::remove_file(self.folder.player_file(&name))?;
        }
        self.write(|transaction| {
            for (table, column) in tables {
                transaction.execute(&format!("DELETE FROM {table} WHERE {column} = ?1"), [&id])?;
            }
            transaction.execute("DELETE FROM marks WHERE kind = ?1 AND id = ?2", [kind, &id])?;
            if let Entry::Game(number) = entry {
                library::remove_game(transaction, *number)?;
            }
            Ok(())
        })?;
        if let Some(lock) = lock {
            lock.discard();
        }
        Ok(())
    }

    /// The title that a person gave an entry, and whether it is archived.
    pub fn mark_of(&self, entry: &Entry) -> Result<(Option<String>, bool), StoreError> {
        let sql = "SELECT title, archived IS NOT NULL FROM marks WHERE kind = ?1 AND id = ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mark = statement.query_row([entry.kind(), &entry.id()], |row| Ok((row.get(0)?, row.get(1)?)));
            Ok(mark.optional()?.unwrap_or_default())
        })
    }

    /// Everything of a kind that is archived, by name or number.
    pub fn archived(&self, kind: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM marks WHERE kind = ?1 AND archived IS NOT NULL ORDER BY archived";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let ids = statement.query_map([kind], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
    }

    fn must_exist(&self, entry: &Entry) -> Result<(), EntryError> {
        let is_there = match entry {
            Entry::Run(name) => self.run(name)?.is_some(),
            Entry::Player(name) => {
                RunId::found(name).is_some_and(|name| self.folder.player_file(&name).is_file())
            }
            Entry::Game(number) => self.library_game(*number)?.is_some(),
            Entry::Contest(number) => self.contest(*number)?.is_some(),
        };
        if is_there { Ok(()) } else { Err(missing(entry)) }
    }

    /// A name that no run and no upload has.
    fn free_name(&self, name: &str) -> Result<RunId, EntryError> {
        let name: RunId = name.trim().parse()?;
        if self.run(name.as_str())?.is_some() || self.folder.player_file(&name).exists() {
            return Err(EntryError::Taken { name: name.to_string() });
        }
        Ok(name)
    }

    fn lock_run(&self, name: &str) -> Result<crate::WorkLock, EntryError> {
        let entry = Entry::Run(name.to_owned());
        let id = RunId::found(name).ok_or_else(|| missing(&entry))?;
        self.folder.lock(&id)?.ok_or(EntryError::Busy { entry })
    }

    fn mark(
        &self,
        entry: &Entry,
        column: &str,
        value: Option<impl rusqlite::ToSql>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = format!(
                "INSERT INTO marks (kind, id, {column}) VALUES (?1, ?2, ?3)
                 ON CONFLICT (kind, id) DO UPDATE SET {column} = excluded.{column}"
            );
            transaction.execute(&sql, params![entry.kind(), entry.id(), value])?;
            Ok(())
        })
    }

    /// Gives a run a name that is not checked: as a store has it that is older than the check.
    #[cfg(test)]
    pub(crate) fn rename_run_unchecked(&self, old: &str, new: &str) {
        self.write(|transaction| rename_run(transaction, old, new)).expect("renamed");
    }
}

fn rename_run(transaction: &Transaction<'_>, old: &str, new: &str) -> Result<(), StoreError> {
    transaction.pragma_update(None, "defer_foreign_keys", true)?;
    for (table, column) in [
        ("runs", "id"),
        ("finishes", "run"),
        ("checkpoints", "run"),
        ("curves", "run"),
        ("ladder_plans", "run"),
        ("forks", "run"),
    ] {
        transaction.execute(&format!("UPDATE {table} SET {column} = ?2 WHERE {column} = ?1"), [old, new])?;
    }
    rename_mark(transaction, "run", old, new)
}

fn rename_mark(transaction: &Transaction<'_>, kind: &str, old: &str, new: &str) -> Result<(), StoreError> {
    transaction
        .execute("UPDATE OR REPLACE marks SET id = ?3 WHERE kind = ?1 AND id = ?2", [kind, old, new])?;
    Ok(())
}

fn missing(entry: &Entry) -> EntryError {
    EntryError::Missing { entry: entry.clone() }
}

/// The longest title, in letters.
const LONGEST_TITLE: usize = 200;

/// Why an entry is left as it is.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// There is no such entry.
    #[error("there is no {entry}")]
    Missing {
        /// What was asked for.
        entry: Entry,
    },
    /// Something else has the name.
    #[error("there is another run or player called “{name}”")]
    Taken {
        /// The name.
        name: String,
    },
    /// It cannot be called that.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The title is too long.
    #[error("a title has {LONGEST_TITLE} letters at most")]
    LongTitle,
    /// A program is at work on it.
    #[error("a program is at work on {entry}; stop it first")]
    Busy {
        /// What was asked for.
        entry: Entry,
    },
    /// Its file cannot be changed.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cadence, DataFolder, NewRun, Training, recipes};
    use outflank_rules::{Game, Turn};

    fn learned(store: &Store, name: &str) {
        let recipe = recipes::read("td", "games = 5", &[]).expect("a recipe");
        let run = NewRun { recipe, seed: 1, program: "test".to_owned(), league: None };
        let training = Training::start(store, Some(name.parse().expect("a name")), &run).expect("begun");
        training.learn(Cadence::Lessons(2), 1, &false.into(), |_| {}).expect("learned");
    }

    fn finished() -> Game {
        let mut game = Game::new();
        loop {
            match game.turn() {
                Turn::Play(moves) => drop(game.play(moves.first()).expect("legal")),
                Turn::Pass => game.pass().expect("forced"),
                Turn::Over(_) => return game,
            }
        }
    }

    #[test]
    fn runs_are_renamed_archived_and_deleted_with_all_that_belongs_to_them() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        learned(&store, "old");
        let run = |name: &str| Entry::Run(name.to_owned());
        for (taken, reason) in
            [("td", "comes with the program"), ("swh", "comes with"), ("opening", "another")]
        {
            let error = store.rename(&run("old"), taken).expect_err(taken).to_string();
            assert!(error.contains(reason), "{error}");
        }
        store.rename(&run("old"), "new").expect("renamed");
        assert!(store.run("old").expect("asked").is_none());
        let id: RunId = "new".parse().expect("a name");
        assert_eq!(store.last_checkpoint(&id).expect("asked").expect("there").games, 5);
        learned(&store, "old");
        assert!(matches!(store.rename(&run("old"), "new"), Err(EntryError::Taken { .. })));

        store.archive(&run("new")).expect("archived");
        let listed = || store.runs().expect("asked").iter().map(|run| run.id.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (listed(), store.archived("run").expect("asked")),
            (vec!["old".into()], vec!["new".into()])
        );
        store.rename(&run("new"), "newer").expect("renamed");
        assert_eq!(store.archived("run").expect("asked"), ["newer"], "what is archived stays so");
        store.restore(&run("newer")).expect("restored");
        assert_eq!(listed().len(), 2);

        let lock = store.folder().lock(&"newer".parse().expect("a name")).expect("asked").expect("free");
        assert!(matches!(store.delete(&run("newer")), Err(EntryError::Busy { .. })));
        drop(lock);
        store.delete(&run("newer")).expect("deleted");
        assert_eq!(listed(), ["old"]);
        assert!(store.checkpoint_games(&"newer".parse().expect("a name")).expect("asked").is_empty());
        assert!(matches!(store.delete(&run("newer")), Err(EntryError::Missing { .. })));
    }

    #[test]
    fn uploads_share_their_names_with_runs() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        learned(&store, "run");
        let path = store.folder().player_file(&"upload".parse().expect("a name"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, "1 ".repeat(64)).expect("written");
        let upload = Entry::Player("upload".to_owned());
        assert!(matches!(store.rename(&upload, "run"), Err(EntryError::Taken { .. })));
        assert!(matches!(store.rename(&Entry::Run("run".into()), "upload"), Err(EntryError::Taken { .. })));
        store.rename(&upload, "weights").expect("renamed");
        assert!(!path.exists());
        store.delete(&Entry::Player("weights".to_owned())).expect("deleted");
        assert!(store.folder().player_files().is_empty());
    }

    #[test]
    fn games_have_titles_and_go() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let id = store.add_game("a", "b", &finished()).expect("kept").expect("over");
        let game = Entry::Game(id);
        store.rename(&game, " The first ").expect("named");
        assert_eq!(store.mark_of(&game).expect("asked"), (Some("The first".to_owned()), false));
        store.archive(&game).expect("archived");
        let found = || store.find_games(&crate::GameFilter::default(), 9, 0).expect("asked").count;
        assert_eq!(found(), 0);
        assert!(store.library_game(id).expect("asked").is_some(), "still there by its number");
        store.restore(&game).expect("restored");
        assert_eq!(found(), 1);
        store.index_library(true).expect("made");
        store.delete(&game).expect("deleted");
        assert!(store.library_game(id).expect("asked").is_none());
        let explored = store.explore(outflank_rules::Board::START, None).expect("asked");
        assert_eq!(explored.games, 0, "nothing of it is left in the index");
        assert_eq!(store.mark_of(&game).expect("asked"), (None, false));
    }
}
