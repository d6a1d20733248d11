//! The library: games of everybody, with everything that their sources say about them, each once.
//!
//! Two games are one if they have the same moves, up to a symmetry of the start, and nothing that is known of both
//! speaks against it: other players, another year. What one source does not know another may add.

mod collection;
mod index;
mod played;
mod removal;
mod search;
mod stock;
mod values;

pub use collection::Collection;
pub use index::{Explored, ExploredMove};
pub use played::{PlayedGame, Unfinished};
pub(super) use played::{adopt_games, keep_pairs};
pub(super) use removal::remove_game;
pub use search::{Found, GameFilter};
pub use values::MoveValue;

use std::borrow::Borrow;
use std::collections::HashMap;

use outflank_rules::formats::{AnnotatedGame, Format, Games, StatedResult, Tag, Tags};
use outflank_rules::openings::Book;
use outflank_rules::{Board, Game, Outcome, Square, Symmetry};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::{Store, StoreError};
use crate::Moment;

/// What became of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that were new.
    pub added: u64,
    /// Games that were there already, from another source or this one.
    pub known: u64,
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryGame {
    /// Its number, counted from 1.
    pub id: i64,
    /// The game, with all that is known of it.
    pub game: AnnotatedGame,
    /// The title that a person gave it.
    pub title: Option<String>,
    /// Where it came from first.
    pub source: String,
    /// Which of the three collections that is.
    pub collection: Collection,
    /// What was wrong with it in its source after the last of its moves.
    pub fault: Option<String>,
}

/// Where games come from, with the ids of names that were looked up before.
struct Shelves<'a> {
    transaction: &'a Transaction<'a>,
    names: HashMap<String, i64>,
    source: i64,
}

impl Store {
    /// Keeps games, all or none of them. A source is a file, a contest, a page: whatever people call it.
    pub fn import(
        &self,
        source: &str,
        format: &str,
        games: impl IntoIterator<Item: Borrow<AnnotatedGame>>,
    ) -> Result<Imported, StoreError> {
        self.write(|transaction| {
            let mut shelves = Shelves::of(transaction, source, format)?;
            let mut imported = Imported::default();
            for game in games {
                match shelves.add(game.borrow())? {
                    Added::New(_) => imported.added += 1,
                    Added::Known(_) => imported.known += 1,
                }
            }
            Ok(imported)
        })
    }

    /// How many games there are.
    pub fn library_size(&self) -> Result<u64, StoreError> {
        let count: i64 = self.connection().query_row("SELECT count(*) FROM library", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// The game with this number, if there is one.
    pub fn library_game(&self, id: i64) -> Result<Option<LibraryGame>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE library.id = ?1"))?;
        Ok(statement.query_row([id], game_of).optional()?)
    }
}

enum Added {
    New(i64),
    Known(i64),
}

fn source_id(transaction: &Transaction, name: &str, format: &str) -> Result<i64, StoreError> {
    let known = "SELECT id FROM library_sources WHERE name = ?1 AND format = ?2";
    let known = transaction.query_row(known, params![name, format], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    transaction.execute(
        "INSERT INTO library_sources (name, format, imported) VALUES (?1, ?2, ?3)",
        params![name, format, Moment::now().seconds],
    )?;
    Ok(transaction.last_insert_rowid())
}

impl<'a> Shelves<'a> {
    /// For games of a source.
    fn of(transaction: &'a Transaction<'a>, source: &str, format: &str) -> Result<Self, StoreError> {
        let source = source_id(transaction, source, format)?;
        Ok(Self { transaction, names: HashMap::new(), source })
    }

    fn add(&mut self, game: &AnnotatedGame) -> Result<Added, StoreError> {
        let sameness = sameness(game.game());
        if let Some(id) = self.find_same(game, sameness)? {
            self.complete(id, game)?;
            return Ok(Added::Known(id));
        }
        let start = game.game().start();
        let moves: Vec<u8> =
            game.game().plies().iter().filter_map(|ply| ply.square()).map(|s| s.index() as u8).collect();
        let opening = Book::named().opening_of(game.game()).map(|opening| opening.name().to_owned());
        let opening = opening.or_else(|| game.tags.get(&Tag::Opening).map(str::to_owned));
        let mut name = |name: Option<&str>| name.map(|name| self.name_id(name)).transpose();
        let (black, white) = (name(game.tags.get(&Tag::Black))?, name(game.tags.get(&Tag::White))?);
        let (event, opening) = (name(game.tags.get(&Tag::Event))?, name(opening.as_deref())?);
        let year = game.tags.year();
        let date = game
            .tags
            .get(&Tag::Date)
            .filter(|date| Some(*date) != year.map(|year| year.to_string()).as_deref());
        let number = |tag| game.tags.get(&tag).and_then(|text| text.parse::<u8>().ok());
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO library (start, moves, sameness, black, white, event, date, year, margin, points, best_discs,
                 best_from, opening, source, rest, fault)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?;
        insert.execute(params![
            (start != Board::START).then(|| start.to_string()),
            moves,
            sameness,
            black,
            white,
            event,
            date,
            year,
            margin(game),
            points(game),
            number(Tag::BestDiscs),
            number(Tag::BestFrom),
            opening,
            self.source,
            has_more(game).then(|| Format::Sgf.write(game)).flatten(),
            game.fault.as_ref().map(ToString::to_string),
        ])?;
        Ok(Added::New(self.transaction.last_insert_rowid()))
    }

    /// A game that is the same as far as is known.
    fn find_same(&self, game: &AnnotatedGame, sameness: i64) -> Result<Option<i64>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT library.id, black.name, white.name, year, length(moves) FROM library
             LEFT JOIN library_names AS black ON black.id = black
             LEFT JOIN library_names AS white ON white.id = white WHERE sameness = ?1 ORDER BY library.id",
        )?;
        let mut rows = statement.query([sameness])?;
        let length = game.game().plies().iter().filter(|ply| ply.square().is_some()).count();
        while let Some(row) = rows.next()? {
            let names: [Option<String>; 2] = [row.get(1)?, row.get(2)?];
            let year: Option<i32> = row.get(3)?;
            let agrees = |known: &Option<String>, tag| may_be_same(known.as_deref(), game.tags.get(&tag));
            let years = year.is_none() || game.tags.year().is_none() || year == game.tags.year();
            if years
                && row.get::<_, i64>(4)? == length as i64
                && agrees(&names[0], Tag::Black)
                && agrees(&names[1], Tag::White)
            {
                return Ok(Some(row.get(0)?));
            }
        }
        Ok(None)
    }

    /// Adds what another source knows of a game.
    fn complete(&mut self, id: i64, game: &AnnotatedGame) -> Result<(), StoreError> {
        for (column, tag) in [("black", Tag::Black), ("white", Tag::White), ("event", Tag::Event)] {
            if let Some(name) = game.tags.get(&tag).filter(|name| !is_nobody(name)) {
                let name = self.name_id(name)?;
                let sql = format!("UPDATE library SET {column} = ?2 WHERE id = ?1 AND {column} IS NULL");
                self.transaction.prepare_cached(&sql)?.execute(params![id, name])?;
            }
        }
        if let Some(year) = game.tags.year() {
            let mut update = self
                .transaction
                .prepare_cached("UPDATE library SET year = ?2 WHERE id = ?1 AND year IS NULL")?;
            update.execute(params![id, year])?;
        }
        if has_more(game) {
            let mut update = self
                .transaction
                .prepare_cached("UPDATE library SET rest = ?2 WHERE id = ?1 AND rest IS NULL")?;
            update.execute(params![id, Format::Sgf.write(game)])?;
        }
        let mut also = self.transaction.prepare_cached(
            "INSERT OR IGNORE INTO library_also (game, source)
             SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM library WHERE id = ?1 AND source = ?2)",
        )?;
        also.execute(params![id, self.source])?;
        Ok(())
    }

    fn name_id(&mut self, name: &str) -> Result<i64, StoreError> {
        if let Some(id) = self.names.get(name) {
            return Ok(*id);
        }
        let mut known = self.transaction.prepare_cached("SELECT id FROM library_names WHERE name = ?1")?;
        let id = match known.query_row([name], |row| row.get(0)).optional()? {
            Some(id) => id,
            None => {
                self.transaction
                    .prepare_cached("INSERT INTO library_names (name) VALUES (?1)")?
                    .execute([name])?;
                self.transaction.last_insert_rowid()
            }
        };
        self.names.insert(name.to_owned(), id);
        Ok(id)
    }
}

/// Whether two names may stand for one person: one is not known, or they have the same words in any order and case.
fn may_be_same(known: Option<&str>, other: Option<&str>) -> bool {
    let (Some(known), Some(other)) = (known, other) else { return true };
    let words = |name: &str| {
        let mut words: Vec<String> = name.split_whitespace().map(|word| word.to_lowercase()).collect();
        words.sort();
        words
    };
    is_nobody(known) || is_nobody(other) || known == other || words(known) == words(other)
}

fn is_nobody(name: &str) -> bool {
    name.starts_with('#') || name.chars().all(|character| matches!(character, '?' | ' ' | '-'))
}

/// The same for two games whose moves are the same up to a symmetry of the start.
fn sameness(game: &Game) -> i64 {
    // CITE: the FNV-1a hash of Fowler, Noll and Vo.
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let squares = game.plies().iter().filter_map(|ply| ply.square());
    let mut to_f5 = None;
    if game.start() != Board::START {
        game.start().to_string().bytes().for_each(&mut add);
        to_f5 = Some(Symmetry::Identity);
    }
    for square in squares {
        let way = *to_f5.get_or_insert_with(|| {
            let ways = Symmetry::OF_THE_START.into_iter().find(|way| way.square(square) == Square::F5);
            ways.unwrap_or(Symmetry::Identity)
        });
        add(way.square(square).index() as u8);
    }
    hash as i64
}

/// Black's margin in discs, if it is a number of discs.
fn margin(game: &AnnotatedGame) -> Option<f64> {
    game.margin().filter(|margin| margin.abs() <= 64.0)
}

/// Black's half points.
fn points(game: &AnnotatedGame) -> Option<i64> {
    Some(match game.result()?.outcome() {
        Outcome::Win => 2,
        Outcome::Draw => 1,
        Outcome::Loss => 0,
    })
}

/// Whether there is more to a game than the columns of its table hold.
fn has_more(game: &AnnotatedGame) -> bool {
    let held = |tag: &Tag| {
        matches!(
            tag,
            Tag::Event | Tag::Date | Tag::Black | Tag::White | Tag::BestDiscs | Tag::BestFrom | Tag::Opening
        )
    };
    let result_held = |value: &str| match StatedResult::read(value) {
        Some(StatedResult::Margin(stated)) => margin(game) == Some(stated),
        Some(StatedResult::Outcome(_)) | None => false,
    };
    let tags = game.tags.iter().any(|(tag, value)| !(held(tag) || *tag == Tag::Result && result_held(value)));
    tags || !game.line.notes.is_empty() || !game.line.variations.is_empty()
}

/// The columns of [`game_of`].
const SELECT: &str = "SELECT library.id, start, moves, black.name, white.name, event.name, date, year, margin, points,
        best_discs, best_from, opening.name, library_sources.name, rest, fault, library_sources.format, title
    FROM library JOIN library_sources ON library_sources.id = source
    LEFT JOIN marks ON kind = 'game' AND marks.id = CAST(library.id AS TEXT)
    LEFT JOIN library_names AS black ON black.id = black LEFT JOIN library_names AS white ON white.id = white
    LEFT JOIN library_names AS event ON event.id = event LEFT JOIN library_names AS opening ON opening.id = opening";

fn game_of(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    let start: Option<String> = row.get(1)?;
    let moves: Vec<u8> = row.get(2)?;
    let game = replayed(start.as_deref(), &moves).ok_or_else(|| damaged(2))?;
    let rest: Option<String> = row.get(14)?;
    // What a source said stands in its own words; what others added is in the columns.
    let mut game =
        match rest.and_then(|sgf| Games::with_format(sgf.as_bytes(), Format::Sgf).ok()?.next()?.ok()) {
            Some(full) if full.game().board() == game.board() => full,
            _ => AnnotatedGame::new(game),
        };
    let mut tags = Tags::default();
    let mut set = |tag: Tag, value: Option<String>| {
        if let Some(value) = value {
            tags.set(tag, value);
        }
    };
    set(Tag::Event, row.get(5)?);
    let (date, year): (Option<String>, Option<i32>) = (row.get(6)?, row.get(7)?);
    set(Tag::Date, date.or_else(|| year.map(|year| year.to_string())));
    set(Tag::Black, row.get(3)?);
    set(Tag::White, row.get(4)?);
    let (margin, points): (Option<f64>, Option<i64>) = (row.get(8)?, row.get(9)?);
    set(Tag::Result, result_text(margin, points));
    set(Tag::BestDiscs, row.get::<_, Option<u8>>(10)?.map(|discs| discs.to_string()));
    set(Tag::BestFrom, row.get::<_, Option<u8>>(11)?.map(|empties| empties.to_string()));
    set(Tag::Opening, row.get(12)?);
    for (tag, value) in game.tags.iter() {
        if tags.get(tag).is_none() || *tag == Tag::Result && StatedResult::read(value).is_some() {
            tags.set(tag.clone(), value);
        }
    }
    game.tags = tags;
    let collection = Collection::of_format(row.get_ref(16)?.as_str()?);
    Ok(LibraryGame {
        id: row.get(0)?,
        game,
        title: row.get(17)?,
        source: row.get(13)?,
        collection,
        fault: row.get(15)?,
    })
}

fn result_text(margin: Option<f64>, points: Option<i64>) -> Option<String> {
    match (margin, points) {
        (Some(margin), _) if margin.fract() == 0.0 && (margin as i64) % 2 == 0 => {
            let black = 32 + margin as i64 / 2;
            Some(format!("{black}-{}", 64 - black))
        }
        (Some(margin), _) => Some(format!("{margin:+}")),
        (None, Some(2)) => Some("1-0".to_owned()),
        (None, Some(1)) => Some("1/2-1/2".to_owned()),
        (None, Some(_)) => Some("0-1".to_owned()),
        (None, None) => None,
    }
}

fn damaged(column: usize) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        rusqlite::types::Type::Blob,
        "these are not the moves of a game".into(),
    )
}

/// Plays moves again.
pub(super) fn replayed(start: Option<&str>, moves: &[u8]) -> Option<Game> {
    let start = start.map_or(Some(Board::START), |text| text.parse().ok())?;
    let mut game = Game::from_board(start);
    for &index in moves {
        if game.turn() == outflank_rules::Turn::Pass {
            game.pass_forced();
        }
        game.play(Square::new(index.into())?).ok()?;
    }
    Some(game)
}
