//! Games that are played here: by people, and in contests.

use outflank_arena::games::GameLine;
use outflank_arena::{Ending, Played};
use outflank_rules::formats::{AnnotatedGame, Format, Tag, Tags};
use outflank_rules::{Color, Game, GameRecord, Outcome};
use rusqlite::{Transaction, params};

use super::super::contests::ContestPair;
use super::super::{Store, StoreError};
use super::{Added, Collection, Imported, Shelves};
use crate::Moment;

/// A game that is not over is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is not over")]
pub struct Unfinished;

/// What games are called whose contest has no name of its own.
const HERE: &str = "Played here";

/// A game of a contest, with who played it.
#[derive(Clone, Debug)]
pub struct PlayedGame<'a> {
    /// Who had Black.
    pub black: &'a str,
    /// Who had White.
    pub white: &'a str,
    /// The game and its ending.
    pub played: &'a Played,
}

impl PlayedGame<'_> {
    /// The game with all that is known of it.
    fn annotated(&self, event: &str, date: &str) -> AnnotatedGame {
        let mut game = annotated(self.black, self.white, &self.played.game, event, date);
        if let Ending::Forfeited { by, reason } = &self.played.ending {
            let result = match self.played.ending.outcome(Color::Black) {
                Outcome::Win => "1-0",
                Outcome::Draw => "1/2-1/2",
                Outcome::Loss => "0-1",
            };
            game.tags.set(Tag::Result, result);
            game.line.last_note().comment = format!("{by} forfeits: {reason}");
        }
        game
    }
}

fn annotated(black: &str, white: &str, game: &Game, event: &str, date: &str) -> AnnotatedGame {
    let tags = Tags::default()
        .with(Tag::Event, event)
        .with(Tag::Date, date)
        .with(Tag::Black, black)
        .with(Tag::White, white);
    AnnotatedGame { tags, ..game.clone().into() }
}

impl<'a> Shelves<'a> {
    fn played_here(transaction: &'a Transaction<'a>) -> Result<Self, StoreError> {
        Self::of(transaction, HERE, Collection::Played.format().unwrap_or_default())
    }

    fn add_played(&mut self, game: &AnnotatedGame) -> Result<i64, StoreError> {
        match self.add(game)? {
            Added::New(id) | Added::Known(id) => Ok(id),
        }
    }
}

impl Store {
    /// Keeps a game that is over, and returns its number.
    pub fn add_game(
        &self,
        black: &str,
        white: &str,
        game: &Game,
    ) -> Result<Result<i64, Unfinished>, StoreError> {
        if game.tally().is_none() {
            return Ok(Err(Unfinished));
        }
        let game = annotated(black, white, game, HERE, &Moment::now().date());
        self.write(|transaction| Ok(Ok(Shelves::played_here(transaction)?.add_played(&game)?)))
    }

    /// Keeps a game with what people wrote beside it, over or not, and returns its number. Of a game that is there already
    /// remarks and variations become these.
    pub fn keep_annotated(&self, game: &AnnotatedGame) -> Result<i64, StoreError> {
        let mut game = game.clone();
        if game.tags.get(&Tag::Event).is_none() && game.tags.get(&Tag::Date).is_none() {
            game.tags.set(Tag::Event, HERE);
            game.tags.set(Tag::Date, Moment::now().date());
        }
        self.write(|transaction| {
            let mut shelves = Shelves::played_here(transaction)?;
            let id = shelves.add_played(&game)?;
            transaction.execute(
                "UPDATE library SET rest = ?2 WHERE id = ?1",
                params![id, Format::Sgf.write(&game)],
            )?;
            Ok(id)
        })
    }

    /// Keeps games of a contest that is not kept itself, all or none of them.
    pub fn keep_played<'a>(
        &self,
        event: &str,
        games: impl IntoIterator<Item = PlayedGame<'a>>,
    ) -> Result<Imported, StoreError> {
        let date = Moment::now().date();
        self.write(|transaction| {
            let mut shelves = Shelves::played_here(transaction)?;
            let mut kept = Imported::default();
            for game in games {
                match shelves.add(&game.annotated(event, &date))? {
                    Added::New(_) => kept.added += 1,
                    Added::Known(_) => kept.known += 1,
                }
            }
            Ok(kept)
        })
    }
}

/// Puts the games of pairs into the library.
pub(in super::super) fn keep_pairs(
    transaction: &Transaction,
    contest: i64,
    pairs: &[ContestPair],
) -> Result<(), StoreError> {
    let mut shelves = Shelves::played_here(transaction)?;
    let (event, date) = (format!("Contest {contest}"), Moment::now().date());
    for pair in pairs {
        let [one, other] = &pair.pair.games;
        for (black, white, played) in [(&pair.first, &pair.second, one), (&pair.second, &pair.first, other)] {
            shelves.add_played(&PlayedGame { black, white, played }.annotated(&event, &date))?;
        }
    }
    Ok(())
}

/// Moves what earlier versions kept elsewhere into the library: games of people with their titles, and games of
/// contests.
pub(in super::super) fn adopt_games(transaction: &Transaction) -> Result<(), StoreError> {
    let mut shelves = Shelves::played_here(transaction)?;
    let mut marks: Vec<(i64, Option<String>, Option<i64>)> = Vec::new();
    let mut games = transaction.prepare(
        "SELECT black, white, record, finished, title, archived FROM games
         LEFT JOIN marks ON kind = 'game' AND marks.id = CAST(games.id AS TEXT) ORDER BY games.id",
    )?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let (black, white, record): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        // What cannot be read was no game before, either.
        let Ok(record) = record.parse::<GameRecord>() else { continue };
        let date = Moment { seconds: row.get(3)? }.date();
        let id = shelves.add_played(&annotated(&black, &white, &record.game(), HERE, &date))?;
        marks.push((id, row.get(4)?, row.get(5)?));
    }
    transaction.execute("DELETE FROM marks WHERE kind = 'game'", [])?;
    for (id, title, archived) in marks {
        if title.is_some() || archived.is_some() {
            transaction.execute(
                "INSERT OR IGNORE INTO marks VALUES ('game', ?1, ?2, ?3)",
                params![id.to_string(), title, archived],
            )?;
        }
    }
    let mut pairs = transaction
        .prepare("SELECT contest, games, started FROM pairs JOIN contests ON contests.id = contest")?;
    let mut rows = pairs.query([])?;
    while let Some(row) = rows.next()? {
        let (contest, games): (i64, String) = (row.get(0)?, row.get(1)?);
        let (event, date) = (format!("Contest {contest}"), Moment { seconds: row.get(2)? }.date());
        for line in games.lines().filter_map(|line| line.parse::<GameLine>().ok()) {
            let game = PlayedGame { black: &line.black, white: &line.white, played: &line.played };
            shelves.add_played(&game.annotated(&event, &date))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;
    use crate::{DataFolder, Entry, GameFilter};
    use outflank_rules::Board;

    fn store() -> (tempfile::TempDir, Store) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        (place, store)
    }

    #[test]
    fn games_that_are_over_are_kept() {
        let (_place, store) = store();
        // The shortest game there is: Black takes everything.
        let shortest: Game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        assert_eq!(store.add_game("you", "swh", &shortest).expect("kept"), Ok(1));
        let board: Board = format!("OX-{} O", "-".repeat(61)).parse().expect("a board");
        let other = Game::read_transcript(board, "c1").expect("a game");
        assert_eq!(store.add_game("swh:depth=2", "you", &other).expect("kept"), Ok(2));
        assert_eq!(store.add_game("you", "you", &Game::new()).expect("asked"), Err(Unfinished));

        let filter = GameFilter { among: Some(Collection::Played), ..GameFilter::default() };
        let games = store.find_games(&filter, 10, 0).expect("listed").games;
        let told: Vec<_> =
            games.iter().map(|game| (game.id, game.game.tags.get(&Tag::Black), game.game.margin())).collect();
        assert_eq!(told, [(2, Some("swh:depth=2"), Some(-64.0)), (1, Some("you"), Some(64.0))]);
        assert_eq!(games[0].game.game().board(), other.board());
        assert_eq!(store.library_game(1).expect("asked").expect("there"), games[1]);
        assert_eq!(store.library_game(3).expect("asked"), None);
    }

    #[test]
    fn a_forfeit_is_a_result_without_a_margin() {
        let (_place, store) = store();
        let game: Game = "f5d6c3".parse().expect("a game");
        let ending = Ending::Forfeited { by: Color::White, reason: "it resigned".to_owned() };
        let played = Played { game, ending };
        let kept = [PlayedGame { black: "a", white: "b", played: &played }];
        assert_eq!(store.keep_played("Match", kept).expect("kept"), Imported { added: 1, known: 0 });
        let kept = store.library_game(1).expect("asked").expect("there").game;
        assert_eq!((kept.tags.get(&Tag::Result), kept.margin()), (Some("B+"), None));
        assert_eq!(kept.line.notes[&3].comment, "White forfeits: it resigned");
    }

    #[test]
    fn games_of_earlier_versions_join_the_library() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        let connection = rusqlite::Connection::open(folder.database()).expect("a database");
        schema::lay_out(&connection, 7).expect("as it was");
        let facts = "INSERT INTO games VALUES (5, 'you', 'swh', 'e6f4e3f6g5d6e7f5c5', 64, 5),
                         (9, 'you', 'td', 'f5d6c3d3c4f4f6', 64, 86405);
            INSERT INTO marks VALUES ('game', '9', 'The best one', NULL);
            INSERT INTO contests VALUES (3, '[\"a\",\"b\"]', 1, 4, '1', 'test', 5);
            INSERT INTO pairs VALUES (3, 'a', 'b', 0, 2, 0,
                'a\t' || 'b\t+64\te6f4e3f6g5d6e7f5c5' || char(10) || 'b\ta\t+64\te6f4e3f6g5d6e7f5c5');";
        connection.execute_batch(facts).expect("kept");
        drop(connection);
        let store = folder.open().expect("brought up to date");
        let found = store.find_games(&GameFilter::default(), 10, 0).expect("asked");
        let told: Vec<_> =
            found.games.iter().map(|game| (game.game.tags.get(&Tag::Event), game.title.as_deref())).collect();
        let (here, contest) = (Some("Played here"), Some("Contest 3"));
        assert_eq!(told, [(contest, None), (contest, None), (here, Some("The best one")), (here, None)]);
        assert_eq!(store.mark_of(&Entry::Game(2)).expect("asked").0.as_deref(), Some("The best one"));
        assert_eq!(found.games[2].game.tags.get(&Tag::Date), Some("1970-01-02"));
    }
}
