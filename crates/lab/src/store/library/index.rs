//! The index of positions, made from the games and to be made again at any time.
//!
//! For the boards with 4 to 24 discs of every game there is a hash of 32 bits of the position, the same for all eight
//! symmetries: a level of the index is read and looked through in a millisecond, and what it points to is checked on
//! the board. Positions that [`POPULAR`] games or more have passed through have their moves counted beforehand. Games
//! that came after the index was made are looked at one by one.

use std::collections::BTreeMap;

use outflank_rules::{Board, Color, Position, Square, Symmetry, Turn};
use rusqlite::{OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use super::super::{Store, StoreError};
use super::collection::Collection;
use super::values::{self, MoveValue};

/// The index has the boards with so many discs.
const LEVELS: std::ops::RangeInclusive<u32> = 4..=24;

/// Games in one row of the index.
const CHUNK: usize = 4096;

/// From so many games on the moves of a position are counted beforehand.
const POPULAR: usize = 64;

/// So many players are named for a move.
const NAMED: usize = 3;

/// More games than these without an index, and it is worth making again.
const LOOSE: i64 = 2_000;

/// What the library knows of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// Games that passed through it.
    pub games: u64,
    /// The moves that were played, the most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move that was played in a position, by the games that played it or one that is symmetric to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploredMove {
    /// The move.
    pub square: Square,
    /// How many games.
    pub games: u64,
    /// Black's wins, draws and losses in those whose result is known.
    pub black: [u64; 3],
    /// Black's average margin in those whose margin is known.
    pub margin: Option<f64>,
    /// The first year and the last.
    pub years: Option<(i32, i32)>,
    /// Who played it most often, with the number of games.
    pub players: Vec<(String, u64)>,
    /// What an engine thinks of it, where that was computed.
    pub value: Option<MoveValue>,
}

impl ExploredMove {
    /// Black's score in the games whose result is known, from 0 to 1.
    pub fn black_score(&self) -> Option<f64> {
        let [wins, draws, losses] = self.black;
        let games = wins + draws + losses;
        (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
    }
}

/// What is counted of a move, seen by the mover.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Count {
    games: u64,
    /// Wins, draws, losses.
    results: [u64; 3],
    margins: f64,
    with_margin: u64,
    years: Option<(i32, i32)>,
    players: BTreeMap<i64, u64>,
}

/// A game as the index needs it.
struct Row {
    id: i64,
    start: Option<String>,
    moves: Vec<u8>,
    margin: Option<f64>,
    points: Option<i64>,
    year: Option<i32>,
    black: Option<i64>,
    white: Option<i64>,
    collection: Collection,
}

const ROWS: &str = "SELECT id, start, moves, margin, points, year, black, white,
        (SELECT format FROM library_sources WHERE library_sources.id = source) FROM library";

fn row_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        id: row.get(0)?,
        start: row.get(1)?,
        moves: row.get(2)?,
        margin: row.get(3)?,
        points: row.get(4)?,
        year: row.get(5)?,
        black: row.get(6)?,
        white: row.get(7)?,
        collection: Collection::of_format(row.get_ref(8)?.as_str_or_null()?.unwrap_or_default()),
    })
}

/// The key under which a move is counted, apart for each collection.
fn key(collection: Collection, square: Square) -> u16 {
    (collection as u16) << 6 | square.index() as u16
}

impl Count {
    fn add(&mut self, row: &Row, mover: Color) {
        self.games += 1;
        if let Some(points) = row.points {
            let lost = if mover == Color::Black { 2 - points } else { points };
            if let Some(result) = usize::try_from(lost).ok().and_then(|lost| self.results.get_mut(lost)) {
                *result += 1;
            }
        }
        if let Some(margin) = row.margin {
            self.margins += mover.signed(margin);
            self.with_margin += 1;
        }
        if let Some(year) = row.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        if let Some(player) = if mover == Color::Black { row.black } else { row.white } {
            *self.players.entry(player).or_default() += 1;
        }
    }

    /// Adds what was counted elsewhere.
    fn join(&mut self, other: Self) {
        self.games += other.games;
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum += more;
        }
        self.margins += other.margins;
        self.with_margin += other.with_margin;
        if let Some((first, last)) = other.years {
            let (earliest, latest) = self.years.unwrap_or((first, last));
            self.years = Some((earliest.min(first), latest.max(last)));
        }
        for (player, games) in other.players {
            *self.players.entry(player).or_default() += games;
        }
    }

    /// Keeps the players who are named.
    fn trim(&mut self) {
        let mut players: Vec<(i64, u64)> = std::mem::take(&mut self.players).into_iter().collect();
        players.sort_by_key(|&(id, games)| (std::cmp::Reverse(games), id));
        self.players = players.into_iter().take(NAMED).collect();
    }

    fn into_move(self, square: Square, mover: Color, name: impl Fn(i64) -> Option<String>) -> ExploredMove {
        let [wins, draws, losses] = self.results;
        let (black, sign) = match mover {
            Color::Black => ([wins, draws, losses], 1.0),
            Color::White => ([losses, draws, wins], -1.0),
        };
        let margin = (self.with_margin > 0).then(|| sign * self.margins / self.with_margin as f64);
        let mut players: Vec<(i64, u64)> = self.players.into_iter().collect();
        players.sort_by_key(|&(id, games)| (std::cmp::Reverse(games), id));
        let players =
            players.into_iter().filter_map(|(id, games)| Some((name(id)?, games))).take(NAMED).collect();
        ExploredMove { square, games: self.games, black, margin, years: self.years, players, value: None }
    }
}

/// A position in its canonical orientation, and the symmetries that keep it.
pub(super) struct Canonical {
    position: Position,
    way: Symmetry,
    keeping: Vec<Symmetry>,
}

impl Canonical {
    pub fn new(position: Position) -> Self {
        let (canonical, way) = position.canonical_by();
        let keeping = Symmetry::ALL.into_iter().filter(|way| way.position(canonical) == canonical).collect();
        Self { position: canonical, way, keeping }
    }

    /// The one move that stands for all that are symmetric to a move of the canonical position.
    fn representative(&self, square: Square) -> Square {
        self.keeping.iter().map(|way| way.square(square)).min().unwrap_or(square)
    }

    /// What a move of the board as it was asked for is kept under.
    pub fn key(&self, square: Square) -> u8 {
        self.representative(self.way.square(square)).index() as u8
    }

    /// The two boards as the database has them.
    pub fn bits(&self) -> [i64; 2] {
        [self.position.mover().bits() as i64, self.position.opponent().bits() as i64]
    }

    /// A move of the canonical position on the board as it was asked for. At the start everybody writes f5.
    fn back(&self, square: Square) -> Square {
        let back = self.way.inverse();
        let mut same = self.keeping.iter().map(|way| back.square(way.square(square)));
        same.find(|square| *square == Square::F5).unwrap_or_else(|| back.square(square))
    }
}

impl Store {
    /// What the games of the library did in a position, whatever its orientation and the way that led to it; of one
    /// collection, if it is named.
    pub fn explore(&self, board: Board, among: Option<Collection>) -> Result<Explored, StoreError> {
        // Nobody chooses a pass.
        let board = if board.turn() == Turn::Pass { board.passed() } else { board };
        let canonical = Canonical::new(board.position);
        let mut counts = self.counted_before(&canonical)?.unwrap_or_default();
        let was_counted = !counts.is_empty();
        let indexed = self.indexed_to()?;
        let candidates = if was_counted { Vec::new() } else { self.candidates(board.position, indexed)? };
        let connection = self.connection();
        let mut add = |row: &Row| {
            if let Some((next, mover)) = next_move(row, canonical.position) {
                let square = canonical.representative(next);
                counts.entry(key(row.collection, square)).or_default().add(row, mover);
            }
        };
        let mut one = connection.prepare_cached(&format!("{ROWS} WHERE id = ?1"))?;
        for id in candidates {
            if let Some(row) = one.query_row([id], row_of).optional()? {
                add(&row);
            }
        }
        let mut loose = connection.prepare_cached(&format!("{ROWS} WHERE id > ?1"))?;
        for row in loose.query_map([indexed], row_of)? {
            add(&row?);
        }
        let mut moves: BTreeMap<u8, Count> = BTreeMap::new();
        for (key, count) in counts {
            if among.is_none_or(|collection| collection as u16 == key >> 6) {
                moves.entry((key & 63) as u8).or_default().join(count);
            }
        }
        let mut names = connection.prepare_cached("SELECT name FROM library_names WHERE id = ?1")?;
        let mut known = BTreeMap::new();
        for count in moves.values_mut() {
            count.trim();
            for id in count.players.keys() {
                known.insert(*id, names.query_row([id], |row| row.get::<_, String>(0))?);
            }
        }
        let mut values = values::read(&connection, &canonical)?;
        let explored = moves.into_iter().filter_map(|(index, count)| {
            let square = canonical.back(Square::new(index.into())?);
            let value = values.remove(&index);
            Some(ExploredMove { value, ..count.into_move(square, board.mover, |id| known.get(&id).cloned()) })
        });
        let mut moves: Vec<ExploredMove> = explored.collect();
        moves.sort_by_key(|explored| (std::cmp::Reverse(explored.games), explored.square));
        Ok(Explored { games: moves.iter().map(|explored| explored.games).sum(), moves })
    }

    /// The games that passed through a position, by number, the newest first.
    pub(super) fn games_through(&self, position: Position) -> Result<Vec<i64>, StoreError> {
        let indexed = self.indexed_to()?;
        let level = position.occupied().count();
        let canonical = position.canonical();
        let mut found = Vec::new();
        let passes = |row: &Row| passes_through(row, canonical);
        if LEVELS.contains(&level) {
            let candidates = self.candidates(position, indexed)?;
            let connection = self.connection();
            let mut one = connection.prepare_cached(&format!("{ROWS} WHERE id = ?1"))?;
            for id in candidates {
                found.extend(one.query_row([id], row_of).optional()?.filter(passes).map(|row| row.id));
            }
        }
        let from = if LEVELS.contains(&level) { indexed } else { 0 };
        let connection = self.connection();
        let mut rows = connection.prepare_cached(&format!("{ROWS} WHERE id > ?1"))?;
        for row in rows.query_map([from], row_of)? {
            found.extend(Some(row?).filter(passes).map(|row| row.id));
        }
        found.reverse();
        Ok(found)
    }

    /// Up to which game there is an index.
    fn indexed_to(&self) -> Result<i64, StoreError> {
        let sql = "SELECT indexed_to FROM explorer_state";
        Ok(self.connection().query_row(sql, [], |row| row.get(0)).optional()?.unwrap_or(0))
    }

    fn counted_before(&self, canonical: &Canonical) -> Result<Option<BTreeMap<u16, Count>>, StoreError> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT moves FROM explorer_positions WHERE mover = ?1 AND opponent = ?2")?;
        let text: Option<String> = statement.query_row(canonical.bits(), |row| row.get(0)).optional()?;
        // What cannot be read is derived: it is counted anew.
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// The games whose index says that they may have passed through a position.
    fn candidates(&self, position: Position, indexed: i64) -> Result<Vec<i64>, StoreError> {
        let level = position.occupied().count();
        let wanted = short_hash(position.canonical());
        let mut found = Vec::new();
        if !LEVELS.contains(&level) {
            return Ok((1..=indexed).collect());
        }
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT chunk, hashes FROM explorer_hashes WHERE level = ?1 ORDER BY chunk")?;
        let mut rows = statement.query([level])?;
        while let Some(row) = rows.next()? {
            let first = row.get::<_, i64>(0)? * CHUNK as i64 + 1;
            let hashes = row.get_ref(1)?.as_blob().map_err(|_| super::damaged(1))?;
            let hashes = hashes
                .chunks_exact(4)
                .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            found.extend((first..).zip(hashes).filter(|(_, hash)| *hash == wanted).map(|(id, _)| id));
        }
        Ok(found)
    }

    /// Makes the index again if too many games are without, or in any case.
    pub fn index_library(&self, always: bool) -> Result<(), StoreError> {
        let indexed = self.indexed_to()?;
        let last: Option<i64> =
            self.connection().query_row("SELECT max(id) FROM library", [], |row| row.get(0))?;
        let last = last.unwrap_or(0);
        if last == indexed || !always && last - indexed < LOOSE {
            return Ok(());
        }
        self.write(|transaction| rebuild(transaction, last))
    }
}

/// Makes the index again after games were taken away.
pub(super) fn renew(transaction: &Transaction) -> Result<(), StoreError> {
    let last: Option<i64> = transaction.query_row("SELECT max(id) FROM library", [], |row| row.get(0))?;
    rebuild(transaction, last.unwrap_or(0))
}

fn short_hash(canonical: Position) -> u32 {
    // 0 stands for no board.
    (canonical.hash() as u32).max(1)
}

/// A game that is stepped through.
struct Walk {
    board: Board,
    next: usize,
}

impl Walk {
    fn new(row: &Row) -> Option<Self> {
        let board = row.start.as_deref().map_or(Some(Board::START), |text| text.parse().ok())?;
        Some(Self { board, next: 0 })
    }

    /// The move that follows, with the side that makes it: a pass before it is made.
    fn coming(&mut self, row: &Row) -> Option<Square> {
        let square = Square::new((*row.moves.get(self.next)?).into())?;
        if self.board.turn() == Turn::Pass {
            self.board = self.board.passed();
        }
        Some(square)
    }

    fn step(&mut self, square: Square) -> Option<()> {
        let placement = self.board.position.placement(square)?;
        self.board = self.board.after(placement);
        self.next += 1;
        Some(())
    }
}

/// Whether a game has a position among its boards.
fn passes_through(row: &Row, canonical: Position) -> bool {
    let discs = canonical.occupied().count();
    let Some(mut walk) = Walk::new(row) else { return false };
    while walk.board.position.occupied().count() < discs {
        let Some(square) = walk.coming(row) else { return false };
        if walk.step(square).is_none() {
            return false;
        }
    }
    let reached = walk.board.position;
    reached.canonical() == canonical
        || reached.passed().canonical() == canonical && walk.board.turn() == Turn::Pass
}

/// The move that a game made in a position, in the canonical orientation, and who made it.
fn next_move(row: &Row, canonical: Position) -> Option<(Square, Color)> {
    let discs = canonical.occupied().count();
    let mut walk = Walk::new(row)?;
    loop {
        let square = walk.coming(row)?;
        match walk.board.position.occupied().count().cmp(&discs) {
            std::cmp::Ordering::Less => walk.step(square)?,
            std::cmp::Ordering::Equal => {
                let (reached, way) = walk.board.position.canonical_by();
                return (reached == canonical).then(|| (way.square(square), walk.board.mover));
            }
            std::cmp::Ordering::Greater => return None,
        }
    }
}

/// Makes the index of all games up to one.
fn rebuild(transaction: &Transaction, last: i64) -> Result<(), StoreError> {
    transaction.execute_batch(
        "DELETE FROM explorer_hashes; DELETE FROM explorer_positions; DELETE FROM explorer_state;",
    )?;
    let mut rows = Vec::new();
    let mut statement = transaction.prepare(&format!("{ROWS} WHERE id <= ?1 ORDER BY id"))?;
    for row in statement.query_map([last], row_of)? {
        rows.push(row?);
    }
    let mut walks: Vec<Option<Walk>> = rows.iter().map(Walk::new).collect();
    let chunks = (last as usize).div_ceil(CHUNK);
    for level in LEVELS {
        let mut hashes = vec![0u32; chunks * CHUNK];
        // The games that are at a position with so many discs and go on: by position, with how it was turned.
        let mut here: Vec<(Position, Symmetry, usize, Square)> = Vec::with_capacity(rows.len());
        for (index, (row, walk)) in rows.iter().zip(&mut walks).enumerate() {
            let Some(walking) = walk else { continue };
            if walking.board.position.occupied().count() != level {
                continue;
            }
            let coming = walking.coming(row);
            let (canonical, way) = walking.board.position.canonical_by();
            hashes[row.id as usize - 1] = short_hash(canonical);
            match coming {
                Some(square) => here.push((canonical, way, index, square)),
                None => *walk = None,
            }
        }
        here.sort_unstable_by_key(|&(position, _, index, _)| (position, index));
        for group in here.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() >= POPULAR) {
            let canonical = Canonical::new(group[0].0);
            let mut counts: BTreeMap<u16, Count> = BTreeMap::new();
            for &(_, way, index, square) in group {
                let square = canonical.representative(way.square(square));
                let mover = walks[index].as_ref().map_or(Color::Black, |walk| walk.board.mover);
                counts.entry(key(rows[index].collection, square)).or_default().add(&rows[index], mover);
            }
            counts.values_mut().for_each(Count::trim);
            let [mover, opponent] = canonical.bits();
            let text = serde_json::to_string(&counts).expect("numbers become text");
            transaction
                .prepare_cached(
                    "INSERT INTO explorer_positions (mover, opponent, moves) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![mover, opponent, text])?;
        }
        for &(_, _, index, square) in &here {
            if let Some(walk) = &mut walks[index]
                && walk.step(square).is_none()
            {
                walks[index] = None;
            }
        }
        for (chunk, hashes) in hashes.chunks(CHUNK).enumerate() {
            let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
            transaction
                .prepare_cached("INSERT INTO explorer_hashes (level, chunk, hashes) VALUES (?1, ?2, ?3)")?
                .execute(params![level, chunk as i64, bytes])?;
        }
    }
    transaction.execute("INSERT INTO explorer_state (indexed_to) VALUES (?1)", [last])?;
    Ok(())
}
