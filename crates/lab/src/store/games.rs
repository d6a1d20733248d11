//! Games that people played: kept when they are over, never changed.

use outflank_rules::formats::{AnnotatedGame, Tag, Tags};
use outflank_rules::{Game, GameRecord};
use rusqlite::{OptionalExtension, Row, params};

use super::entries::not_archived;
use super::{Store, StoreError, library};
use crate::Moment;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number, counted from 1.
    pub id: i64,
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// The moves.
    pub record: GameRecord,
    /// Black's margin, the empty squares given to the winner.
    pub margin: i32,
    /// When it was over.
    pub finished: Moment,
}

/// A game that is not over is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is not over")]
pub struct Unfinished;

impl Store {
    /// Keeps a game that is over, and returns its number.
    pub fn add_game(
        &self,
        black: &str,
        white: &str,
        game: &Game,
    ) -> Result<Result<i64, Unfinished>, StoreError> {
        let Some(tally) = game.tally() else { return Ok(Err(Unfinished)) };
        let tally = game.board().mover.signed(tally);
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO games (black, white, record, margin, finished) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    black,
                    white,
                    game.record().to_string(),
                    tally.empties_to_winner().discs(),
                    Moment::now().seconds
                ],
            )?;
            let id = transaction.last_insert_rowid();
            let tags = Tags::default()
                .with(Tag::Event, "Played here")
                .with(Tag::Date, Moment::now().date())
                .with(Tag::Black, black)
                .with(Tag::White, white);
            library::add(transaction, "Played here", &AnnotatedGame { tags, ..game.clone().into() })?;
            Ok(Ok(id))
        })
    }

    /// The newest games that are not archived, so many at most, the newest first.
    pub fn games(&self, most: u32) -> Result<Vec<StoredGame>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{SELECT} WHERE {} ORDER BY id DESC LIMIT ?1",
                not_archived("game")
            ))?;
            let games = statement.query_map([most], game_of)?;
            Ok(games.collect::<Result<_, _>>()?)
        })
    }

    /// The game with this number, if there is one.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
            Ok(statement.query_row([id], game_of).optional()?)
        })
    }
}

const SELECT: &str = "SELECT id, black, white, record, margin, finished FROM games";

fn game_of(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let record: String = row.get(3)?;
    Ok(StoredGame {
        id: row.get(0)?,
        black: row.get(1)?,
        white: row.get(2)?,
        record: record.parse().map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(3, rusqlite::types::Type::Text, Box::new(error))
        })?,
        margin: row.get(4)?,
        finished: Moment { seconds: row.get(5)? },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;
    use outflank_rules::Board;

    #[test]
    fn games_that_are_over_are_kept() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        // The shortest game there is: Black takes everything.
        let shortest: Game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        assert_eq!(store.add_game("you", "swh", &shortest).expect("kept"), Ok(1));
        let board: Board = format!("OX-{} O", "-".repeat(61)).parse().expect("a board");
        let other = Game::read_transcript(board, "c1").expect("a game");
        assert_eq!(store.add_game("swh:depth=2", "you", &other).expect("kept"), Ok(2));
        assert_eq!(store.add_game("you", "you", &Game::new()).expect("asked"), Err(Unfinished));

        let games = store.games(10).expect("listed");
        let told: Vec<_> = games.iter().map(|game| (game.id, game.black.as_str(), game.margin)).collect();
        assert_eq!(told, [(2, "swh:depth=2", -64), (1, "you", 64)]);
        assert_eq!(games[0].record.game().board(), other.board());
        assert_eq!(store.game(1).expect("asked").expect("there"), games[1]);
        assert_eq!(store.games(1).expect("listed").len(), 1);
        assert_eq!(store.game(3).expect("asked"), None);
    }

    #[test]
    fn an_older_store_gets_its_table() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        drop(folder.open().expect("made"));
        let path = place.path().join("outflank.sqlite");
        let connection = rusqlite::Connection::open(&path).expect("a database");
        connection.pragma_update(None, "foreign_keys", false).expect("tables go in any order");
        let first = ["runs", "finishes", "checkpoints", "curves", "results"];
        let tables: String = connection
            .query_row("SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'", [], |row| {
                row.get(0)
            })
            .expect("listed");
        for later in tables.split(',').filter(|table| !first.contains(table)) {
            connection.execute_batch(&format!("DROP TABLE {later}")).expect("as it was before");
        }
        connection.pragma_update(None, "user_version", 1).expect("as it was before");
        drop(connection);
        let store = folder.open().expect("brought up to date");
        assert_eq!(store.games(1).expect("listed"), []);
    }
}
