//! Checkpoints: what a learner needs to go on.

use outflank_learn::Tensors;
use rusqlite::{Connection, Row, Transaction, params};

use super::{CurvePoint, RunId, Store, StoreError};
use crate::Moment;
use crate::checksum::{self, checksum};
use crate::ladder;
use crate::packing::{self, Description};

/// A learner as it was after some lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Lessons learned.
    pub lesson: u64,
    /// Games played.
    pub games: u64,
    /// What it cost since the run began, in seconds of processor time.
    pub cpu_seconds: f64,
    /// When it was made.
    pub made: Moment,
    /// What the learner has to restore.
    pub state: Tensors,
}

/// Where there is a checkpoint, without what is in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckpointMark {
    /// Lessons learned.
    pub lesson: u64,
    /// Games played.
    pub games: u64,
    /// What it cost since the run began, in seconds of processor time.
    pub cpu_seconds: f64,
    /// When it was made.
    pub made: Moment,
}

/// Whether a run is over with a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// There are more lessons.
    NotYet,
    /// This was the last one.
    Now,
}

/// How much the milestones of a run may take, in bytes.
const MOST_KEPT: u64 = 1 << 28;

/// How round a lesson is, if a checkpoint after it stays: one or two digits and then zeros. That is often
/// in the beginning, when much changes, and about a hundred times while the number grows tenfold.
fn roundness(lesson: u64) -> Option<u32> {
    match significant(lesson) {
        0 | 1 => Some(3),
        2 | 5 => Some(2),
        3..10 => Some(1),
        10..100 => Some(0),
        _ => None,
    }
}

/// An earlier checkpoint.
#[derive(Clone, Copy, Debug)]
struct Older {
    lesson: u64,
    bytes: u64,
    /// Whether the place on the ladder was measured there: what is on the curve can be looked at and played.
    is_measured: bool,
}

impl Older {
    /// How much it is worth to be kept, if it is.
    fn worth(&self) -> Option<u32> {
        if self.is_measured { Some(4) } else { roundness(self.lesson) }
    }
}

/// Which of some earlier checkpoints are taken away: those that are no milestones and, where the milestones take more
/// than they may, the least round of them, the earliest first.
fn surplus(older: Vec<Older>, most: u64) -> Vec<u64> {
    let (mut milestones, others): (Vec<_>, Vec<_>) = older.into_iter().partition(|one| one.worth().is_some());
    milestones.sort_by_key(|one| (one.worth(), one.lesson));
    let mut kept: u64 = milestones.iter().map(|one| one.bytes).sum();
    let too_many = milestones.into_iter().take_while(|one| {
        let is_too_much = kept > most;
        kept -= one.bytes;
        is_too_much
    });
    let too_many: Vec<_> = too_many.collect();
    others.into_iter().chain(too_many).map(|one| one.lesson).collect()
}

/// A number without the zeros at its end.
pub(crate) fn significant(mut number: u64) -> u64 {
    while number > 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    number
}

impl Checkpoint {
    /// Adds it to a run.
    pub(super) fn add(&self, transaction: &Transaction<'_>, run: &RunId) -> rusqlite::Result<()> {
        let packed = packing::pack(&self.state, &Description::new());
        transaction
            .prepare_cached("INSERT OR REPLACE INTO checkpoints VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![
                run.as_str(),
                self.lesson as i64,
                self.games as i64,
                self.cpu_seconds,
                self.made.seconds,
                packed,
                checksum(&packed),
            ])?;
        Ok(())
    }
}

impl Store {
    /// Adds a checkpoint, with the points of curves that came with it, in one step. Older ones are taken
    /// away unless they are milestones.
    pub(crate) fn add_checkpoint(
        &self,
        run: &RunId,
        checkpoint: &Checkpoint,
        points: &[CurvePoint],
        finish: Finish,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            checkpoint.add(transaction, run)?;
            for point in points {
                point.add(transaction, run)?;
            }
            if finish == Finish::Now {
                let finished = params![run.as_str(), checkpoint.made.seconds];
                transaction.execute("INSERT INTO finishes VALUES (?1, ?2)", finished)?;
            }
            let mut older = transaction.prepare_cached(
                "SELECT lesson, length(kept),
                        EXISTS (SELECT 1 FROM curves WHERE curves.run = checkpoints.run AND name = ?3
                                AND curves.games = checkpoints.games)
                 FROM checkpoints WHERE run = ?1 AND lesson < ?2",
            )?;
            let older: Vec<Older> = older
                .query_map(params![run.as_str(), checkpoint.lesson as i64, ladder::CURVE], |row| {
                    Ok(Older {
                        lesson: row.get::<_, i64>(0)? as u64,
                        bytes: row.get::<_, i64>(1)? as u64,
                        is_measured: row.get(2)?,
                    })
                })?
                .collect::<Result<_, _>>()?;
            for lesson in surplus(older, MOST_KEPT) {
                transaction
                    .prepare_cached("DELETE FROM checkpoints WHERE run = ?1 AND lesson = ?2")?
                    .execute(params![run.as_str(), lesson as i64])?;
            }
            Ok(())
        })
    }

    /// Where there are checkpoints, in order.
    pub fn checkpoints(&self, run: &RunId) -> Result<Vec<CheckpointMark>, StoreError> {
        let sql = "SELECT lesson, games, cpu_seconds, made FROM checkpoints WHERE run = ?1 ORDER BY lesson";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let marks = statement.query_map([run.as_str()], |row| {
                Ok(CheckpointMark {
                    lesson: row.get::<_, i64>(0)? as u64,
                    games: row.get::<_, i64>(1)? as u64,
                    cpu_seconds: row.get(2)?,
                    made: Moment { seconds: row.get(3)? },
                })
            })?;
            Ok(marks.collect::<Result<_, _>>()?)
        })
    }

    /// The games after which there are checkpoints, in order.
    pub fn checkpoint_games(&self, run: &RunId) -> Result<Vec<u64>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT games FROM checkpoints WHERE run = ?1 ORDER BY lesson")?;
            let games =
                statement.query_map([run.as_str()], |row| row.get::<_, i64>(0).map(|games| games as u64))?;
            Ok(games.collect::<Result<_, _>>()?)
        })
    }

    /// The checkpoint after so many games, if it was kept.
    pub fn checkpoint_at(&self, run: &RunId, games: u64) -> Result<Option<Checkpoint>, StoreError> {
        let sql = "SELECT lesson, games, cpu_seconds, made, kept, checksum FROM checkpoints
                   WHERE run = ?1 AND games = ?2 ORDER BY lesson DESC LIMIT 1";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut found =
                statement.query_map(params![run.as_str(), games as i64], |row| stored(row, run))?;
            found.next().transpose()?.transpose()
        })
    }

    /// The last checkpoint that is as it was written, if there is any. From an earlier one, learning comes
    /// to the same end.
    pub fn last_checkpoint(&self, run: &RunId) -> Result<Option<Checkpoint>, StoreError> {
        let sql = "SELECT lesson, games, cpu_seconds, made, kept, checksum FROM checkpoints
                   WHERE run = ?1 AND lesson = ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut damaged = None;
            let (lessons, broken) = lessons(connection, run);
            for lesson in lessons {
                let found = statement.query_row(params![run.as_str(), lesson], |row| stored(row, run));
                match found.map_err(StoreError::from).flatten() {
                    Ok(checkpoint) => return Ok(Some(checkpoint)),
                    Err(error) => damaged = damaged.or(Some(error)),
                }
            }
            damaged.or(broken).map_or(Ok(None), Err)
        })
    }
}

/// The lessons after which there are checkpoints, the last one first: all that can be read, and what kept the
/// others from it.
fn lessons(connection: &Connection, run: &RunId) -> (Vec<i64>, Option<StoreError>) {
    let mut lessons = Vec::new();
    let mut broken = None;
    // By the index, and where that is damaged by the table.
    for sql in [
        "SELECT lesson FROM checkpoints WHERE run = ?1 ORDER BY lesson DESC",
        "SELECT lesson FROM checkpoints NOT INDEXED WHERE run = ?1",
    ] {
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = connection.prepare_cached(sql)?;
            for lesson in statement.query_map([run.as_str()], |row| row.get(0))? {
                lessons.push(lesson?);
            }
            Ok(())
        };
        match read() {
            Ok(()) => break,
            Err(error) => broken = Some(error.into()),
        }
    }
    lessons.sort_unstable_by(|a: &i64, b| b.cmp(a));
    lessons.dedup();
    (lessons, broken)
}

/// A checkpoint from its row, unless it is damaged.
fn stored(row: &Row<'_>, run: &RunId) -> rusqlite::Result<Result<Checkpoint, StoreError>> {
    let games = row.get::<_, i64>(1)? as u64;
    let (packed, sum): (Vec<u8>, String) = (row.get(4)?, row.get(5)?);
    let state = match packing::unpack(&packed) {
        Ok((tensors, _)) if checksum::is_of(&sum, &packed) => tensors,
        _ => return Ok(Err(StoreError::Damaged { run: run.to_string(), games })),
    };
    Ok(Ok(Checkpoint {
        lesson: row.get::<_, i64>(0)? as u64,
        games,
        cpu_seconds: row.get(2)?,
        made: Moment { seconds: row.get(3)? },
        state,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataFolder, NewRun};
    use outflank_learn::{Recipe, Tensor};

    fn checkpoint(lesson: u64) -> Checkpoint {
        Checkpoint {
            lesson,
            games: lesson * 2,
            cpu_seconds: 0.5,
            made: Moment { seconds: 1 },
            state: Tensors::new().with("x", Tensor::list([lesson as f64])),
        }
    }

    fn store() -> (tempfile::TempDir, Store, RunId) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let recipe = Recipe::default_of("td").expect("a system");
        let run = NewRun { recipe, seed: u64::MAX, program: "test".to_owned(), league: None };
        let id: RunId = "run".parse().expect("a name");
        assert!(store.add_run(&id, &run, None).expect("added"));
        assert!(!store.add_run(&id, &run, None).expect("asked"), "the name is taken");
        assert_eq!(store.run("run").expect("asked").expect("there").seed, u64::MAX);
        (place, store, id)
    }

    #[test]
    fn milestones_and_the_last_one_stay() {
        let (_place, store, id) = store();
        assert_eq!(store.last_checkpoint(&id).expect("asked"), None);
        for lesson in (1..=1234).step_by(3) {
            store.add_checkpoint(&id, &checkpoint(lesson), &[], Finish::NotYet).expect("added");
            assert_eq!(store.last_checkpoint(&id).expect("asked"), Some(checkpoint(lesson)));
        }
        let games = store.checkpoint_games(&id).expect("asked");
        assert!(
            [2, 8, 98 * 2 - 2, 130 * 2, 1000 * 2, 1234 * 2]
                .iter()
                .all(|games_kept| games.contains(games_kept))
        );
        let is_milestone = |games: &u64| roundness(games / 2).is_some();
        assert!(games.iter().all(|games| is_milestone(games) || *games == 1234 * 2), "{games:?}");
        assert_eq!(store.checkpoint_at(&id, 2000).expect("asked"), Some(checkpoint(1000)));
        assert_eq!(store.checkpoint_at(&id, 2002).expect("asked"), None);
    }

    #[test]
    fn milestones_that_take_too_much_are_thinned_from_the_least_round() {
        let one = |&lesson: &u64| Older { lesson, bytes: 10, is_measured: false };
        let older = |lessons: &[u64]| lessons.iter().map(one).collect::<Vec<_>>();
        let measured = Older { is_measured: true, ..one(&123) };
        assert!(surplus(vec![measured, one(&1000)], 20).is_empty(), "what is on the curve stays");
        assert_eq!(surplus(vec![measured, one(&1000)], 10), [1000]);
        let all = [1, 2, 3, 10, 11, 12, 20, 123, 130, 1000];
        assert_eq!(surplus(older(&all), 90), [123], "nine milestones of ten bytes each");
        assert_eq!(surplus(older(&all), 89), [123, 11]);
        assert_eq!(surplus(older(&all), 60), [123, 11, 12, 130]);
        assert_eq!(surplus(older(&all), 50), [123, 11, 12, 130, 3]);
        assert_eq!(surplus(older(&all), 30), [123, 11, 12, 130, 3, 2, 20]);
        assert_eq!(surplus(older(&all), 0).len(), all.len());
    }

    #[test]
    fn a_checkpoint_that_cannot_be_read_is_passed_over() {
        let (place, store, id) = store();
        // Each of some pages of its own.
        let large = |lesson| Checkpoint {
            state: Tensors::new().with("x", Tensor::list(vec![lesson as f64; 4000])),
            ..checkpoint(lesson)
        };
        for lesson in [10, 20] {
            store.add_checkpoint(&id, &large(lesson), &[], Finish::NotYet).expect("added");
        }
        drop(store);
        // Every page of the file is lost once. Whatever that does, the earlier checkpoint or none is found.
        let path = place.path().join("outflank.sqlite");
        let whole = std::fs::read(&path).expect("a file");
        let mut found = [0; 3];
        for page in 1..whole.len() / 4096 {
            let mut damaged = whole.clone();
            damaged[page * 4096..(page + 1) * 4096].fill(0);
            std::fs::write(&path, damaged).expect("written");
            let store = DataFolder::new(place.path()).open();
            let last = store.map(|store| store.last_checkpoint(&id));
            match last {
                Ok(Ok(Some(last))) if last == large(20) => found[2] += 1,
                Ok(Ok(Some(last))) => {
                    assert_eq!(last, large(10));
                    found[1] += 1;
                }
                _ => found[0] += 1,
            }
        }
        // Eight pages belong to the last checkpoint alone; without those of the layout there is no store.
        assert!(found[1] >= 7 && found[2] >= 7 && found[0] <= 6, "{found:?}");
    }

    #[test]
    fn a_damaged_checkpoint_is_passed_over() {
        let (_place, store, id) = store();
        for lesson in [10, 20] {
            store.add_checkpoint(&id, &checkpoint(lesson), &[], Finish::NotYet).expect("added");
        }
        let break_it = "UPDATE checkpoints SET kept = zeroblob(length(kept)) WHERE lesson = ?1";
        store.connection().execute(break_it, [20]).expect("broken");
        assert_eq!(store.last_checkpoint(&id).expect("asked"), Some(checkpoint(10)));
        assert!(matches!(store.checkpoint_at(&id, 40), Err(StoreError::Damaged { games: 40, .. })));
        store.connection().execute(break_it, [10]).expect("broken");
        assert!(matches!(store.last_checkpoint(&id), Err(StoreError::Damaged { games: 40, .. })));
    }

    #[test]
    fn a_full_disk_leaves_the_last_checkpoint_as_it_was() {
        let (_place, store, id) = store();
        store.add_checkpoint(&id, &checkpoint(10), &[], Finish::NotYet).expect("added");
        let pages: i64 =
            store.connection().query_row("PRAGMA page_count", [], |row| row.get(0)).expect("a number");
        store
            .connection()
            .query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
            .expect("set");
        let large = Checkpoint {
            state: Tensors::new().with("x", Tensor::list(vec![1.0; 100_000])),
            ..checkpoint(20)
        };
        let error = store.add_checkpoint(&id, &large, &[], Finish::Now).expect_err("no room");
        assert!(matches!(error, StoreError::Full), "{error}");
        assert_eq!(store.last_checkpoint(&id).expect("asked"), Some(checkpoint(10)));
        assert_eq!(store.run("run").expect("asked").expect("there").finished, None);
    }
}
