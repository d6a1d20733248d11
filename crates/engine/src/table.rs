//! What searches have found out so far, by position: a table of fixed size that threads share without locks.
//!
//! Everything in it is a bound that was found by looking so many plies ahead with so much confidence. A search to
//! the end of the game with full confidence proves its bounds, so that they stay true whatever is asked later;
//! the others belong to one evaluator. Old entries are never wrong, they only give way sooner.

mod memory;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Position, Square};

use crate::{Confidence, Value};
use memory::{Line, Memory};

/// How much memory a table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    bytes: usize,
}

impl TableSize {
    /// So many MiB.
    pub const fn mebibytes(count: usize) -> Self {
        Self { bytes: count.saturating_mul(1 << 20) }
    }

    /// So many bytes, rounded up to the least table there is (128 bytes).
    pub const fn bytes(count: usize) -> Self {
        Self { bytes: count }
    }
}

/// How far a search looked, and how sure it was of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Draft {
    /// Plies; as many as there are empty squares for a search to the end.
    pub depth: u8,
    /// How sure its cuts were.
    pub confidence: Confidence,
}

impl Draft {
    /// To the end of the game, without any doubt.
    #[inline(always)]
    pub const fn exact(empties: u32) -> Self {
        Self { depth: empties as u8, confidence: Confidence::FULL }
    }

    /// Whether what was found so serves where this is asked for.
    #[inline(always)]
    pub fn serves(self, asked: Self) -> bool {
        self.depth >= asked.depth && self.confidence >= asked.confidence
    }
}

/// What is known of a position: its value lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub lower: Value,
    pub upper: Value,
    pub draft: Draft,
    /// The move that makes sure of the lower bound. Where there is none, a hint.
    pub best: Option<Square>,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The value is this at least, at most, or both.
    pub value: Value,
    pub bound: Bound,
    pub draft: Draft,
    pub best: Option<Square>,
    /// The work that it took, in nodes.
    pub work: u64,
}

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtLeast,
    Exactly,
    AtMost,
}

/// The name of a position in the table, and in which part of it to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    hash: u64,
    part: Part,
}

/// The parts of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Small enough to stay near the processor: for the ends of a few squares, which are most of what is looked up.
    Near,
    Far,
}

/// Up to so many empty squares, what is proved is kept near.
const NEAR_EMPTIES: u32 = 10;
/// The size of the near part; of a small table it is half.
const NEAR_BYTES: usize = 512 << 10;

impl Key {
    /// The name of a position for whom colours do not matter.
    #[inline(always)]
    pub fn of(position: Position) -> Self {
        Self { hash: position.hash(), part: Part::Far }
    }

    /// The name of a position with so many empty squares, for what is proved of it.
    #[inline(always)]
    pub fn proved(position: Position, empties: u32) -> Self {
        let part = if empties <= NEAR_EMPTIES { Part::Near } else { Part::Far };
        Self { hash: position.hash(), part }
    }

    /// The name of a position for an evaluator that sees colours.
    #[inline(always)]
    pub fn with_color(board: Board) -> Self {
        let key = Self::of(board.position);
        match board.mover {
            Color::Black => key,
            Color::White => Self { hash: key.hash.rotate_left(32) ^ 0x9fb2_1c65_1e98_df25, ..key },
        }
    }
}

/// The table: lines of four entries. An entry is two words; the second has from the lowest byte: the lower bound
/// (2 bytes), the upper bound (2), best move (64 for none), depth, effort, and a byte of generation (0 marks the
/// entry as unused) and confidence. The first is the key with the second mixed in, so that an entry which two
/// threads wrote at once is not recognised.
// CITE: Robert Hyatt and Tim Mann, "A lock-less transposition table implementation", 2002.
pub(crate) struct Table {
    near: Memory,
    far: Memory,
    generation: AtomicU8,
}

/// There is not so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {} MiB", .size.bytes >> 20)]
pub struct NoMemory {
    /// What was asked for.
    pub size: TableSize,
}

const ENTRIES: usize = 4;
/// Generations from 1 to this: what the byte has room for beside the confidence.
const GENERATIONS: u8 = 31;

#[inline(always)]
fn data_of(line: &Line, entry: usize, key: Key) -> Option<u64> {
    let data = line[2 * entry + 1].load(Relaxed);
    (line[2 * entry].load(Relaxed) ^ data == key.hash && data != 0).then_some(data)
}

/// How much would be lost with an entry.
#[inline(always)]
fn worth(line: &Line, entry: usize, generation: u8) -> u32 {
    let [.., effort, last] = line[2 * entry + 1].load(Relaxed).to_le_bytes();
    u32::from(effort) + if last & GENERATIONS == generation { 64 } else { 0 }
}

impl Table {
    pub fn new(size: TableSize) -> Result<Self, NoMemory> {
        let near = (size.bytes / 2).min(NEAR_BYTES);
        let memory = |bytes: usize| Memory::new((bytes / size_of::<Line>()).max(1)).ok_or(NoMemory { size });
        Ok(Self { near: memory(near)?, far: memory(size.bytes - near)?, generation: AtomicU8::new(1) })
    }

    /// Lets what is there now give way to what comes.
    pub fn grow_old(&self) {
        self.generation.store(self.generation() % GENERATIONS + 1, Relaxed);
    }

    #[inline(always)]
    fn generation(&self) -> u8 {
        self.generation.load(Relaxed)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let words = [&self.near, &self.far].into_iter().flat_map(|memory| memory.lines().iter().flatten());
        words.for_each(|word| word.store(0, Relaxed));
        self.generation.store(1, Relaxed);
    }

    #[inline(always)]
    fn line(&self, key: Key) -> &Line {
        let lines = match key.part {
            Part::Near => self.near.lines(),
            Part::Far => self.far.lines(),
        };
        &lines[((u128::from(key.hash) * lines.len() as u128) >> 64) as usize]
    }

    /// Has the processor fetch what will be looked up soon.
    #[inline(always)]
    pub fn prefetch<K: Kernel>(&self, kernel: K, key: Key) {
        kernel.prefetch(self.line(key));
    }

    #[inline(always)]
    pub fn find(&self, key: Key) -> Option<Known> {
        let line = self.line(key);
        (0..ENTRIES).find_map(|entry| data_of(line, entry, key)).map(known)
    }

    /// Notes what was found out. What was found with a lesser draft gives way to it, and it to what was found
    /// with a greater one; of equals the bounds grow together.
    #[inline(always)]
    pub fn note(&self, key: Key, found: Found) {
        let line = self.line(key);
        let there = (0..ENTRIES).find_map(|entry| Some((entry, known(data_of(line, entry, key)?))));
        let (entry, before) = match there {
            Some((_, known)) if known.draft > found.draft => return,
            Some((entry, known)) if known.draft == found.draft => (entry, known),
            Some((entry, known)) => (entry, found.nothing(known.best)),
            None => {
                let least = (0..ENTRIES).min_by_key(|&entry| worth(line, entry, self.generation()));
                (least.expect("a line has entries"), found.nothing(None))
            }
        };
        // The best move belongs to the lower bound; until there is one, it is a hint.
        let mut after = before;
        if found.bound != Bound::AtMost && found.value > before.lower {
            after = Known { lower: found.value, best: found.best, ..after };
        }
        if found.bound != Bound::AtLeast {
            after.upper = found.value.min(before.upper);
            after.best = after.best.or(found.best);
        }
        let effort = found.work.checked_ilog2().unwrap_or(0) as u8;
        let [lower_low, lower_high] = (after.lower.sixty_fourths() as i16).to_le_bytes();
        let [upper_low, upper_high] = (after.upper.sixty_fourths() as i16).to_le_bytes();
        let data = u64::from_le_bytes([
            lower_low,
            lower_high,
            upper_low,
            upper_high,
            after.best.map_or(64, |square| square.index() as u8),
            after.draft.depth,
            effort,
            after.draft.confidence.index() << 5 | self.generation(),
        ]);
        line[2 * entry].store(key.hash ^ data, Relaxed);
        line[2 * entry + 1].store(data, Relaxed);
    }
}

impl Found {
    /// Nothing known yet at this draft.
    #[inline(always)]
    fn nothing(self, best: Option<Square>) -> Known {
        Known { lower: Value::MIN, upper: Value::MAX, draft: self.draft, best }
    }
}

#[inline(always)]
fn known(data: u64) -> Known {
    let [lower_low, lower_high, upper_low, upper_high, best, depth, _, last] = data.to_le_bytes();
    Known {
        lower: Value::new(i16::from_le_bytes([lower_low, lower_high]).into()),
        upper: Value::new(i16::from_le_bytes([upper_low, upper_high]).into()),
        draft: Draft { depth, confidence: Confidence::of_index(last >> 5) },
        best: Square::new(best.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bound: Bound, discs: i32, best: Option<Square>, work: u64) -> Found {
        Found { value: Value::new(discs * Value::DISC), bound, draft: Draft::exact(20), best, work }
    }

    fn bounds(table: &Table, key: Key) -> Option<(f64, f64, Option<Square>)> {
        table.find(key).map(|known| (known.lower.discs(), known.upper.discs(), known.best))
    }

    #[test]
    fn bounds_come_back_and_grow_together() {
        let table = Table::new(TableSize::bytes(0)).expect("64 bytes");
        let key = Key::of(Position::START);
        assert_eq!(table.find(key), None);
        table.note(key, found(Bound::AtLeast, -6, Some(Square::F5), 1000));
        assert_eq!(bounds(&table, key), Some((-6.0, 64.0, Some(Square::F5))));
        table.note(key, found(Bound::AtMost, 10, Some(Square::D3), 1000));
        table.note(key, found(Bound::AtMost, 12, None, 1000));
        assert_eq!(bounds(&table, key), Some((-6.0, 10.0, Some(Square::F5))));
        table.note(key, found(Bound::AtLeast, -8, Some(Square::D3), 1000));
        assert_eq!(bounds(&table, key), Some((-6.0, 10.0, Some(Square::F5))));
        table.note(key, found(Bound::Exactly, 2, Some(Square::D3), 1000));
        assert_eq!(bounds(&table, key), Some((2.0, 2.0, Some(Square::D3))));
        assert_eq!(table.find(Key::of(Position::START.passed())), None);
    }

    #[test]
    fn a_greater_draft_stays_and_a_lesser_gives_way() {
        let table = Table::new(TableSize::bytes(0)).expect("64 bytes");
        let key = Key::of(Position::START);
        let at = |depth, confidence: u8, discs| Found {
            draft: Draft { depth, confidence: Confidence::of_index(confidence) },
            ..found(Bound::Exactly, discs, Some(Square::F5), 1)
        };
        table.note(key, at(6, 2, 4));
        table.note(key, at(5, 7, 8));
        table.note(key, at(6, 1, 8));
        assert_eq!(bounds(&table, key), Some((4.0, 4.0, Some(Square::F5))));
        let known = table.find(key).expect("noted");
        assert!(known.draft.serves(at(4, 2, 0).draft) && !known.draft.serves(at(4, 3, 0).draft));
        assert!(!known.draft.serves(at(7, 1, 0).draft));
        // The new bounds alone count; of the old entry only the move is left.
        table.note(key, Found { bound: Bound::AtMost, best: None, ..at(6, 3, -2) });
        assert_eq!(bounds(&table, key), Some((-64.0, -2.0, Some(Square::F5))));
    }

    #[test]
    fn the_least_work_gives_way_and_old_work_first() {
        let mut table = Table::new(TableSize::bytes(64)).expect("64 bytes");
        let positions = Square::all().map(|square| {
            let Some(position) = Position::new(square.set(), !square.set()) else { unreachable!() };
            Key::of(position)
        });
        let keys: Vec<_> = positions.collect();
        for (index, &key) in keys[..4].iter().enumerate() {
            table.note(key, found(Bound::AtLeast, 2, None, 1 << (10 - index)));
        }
        table.note(keys[4], found(Bound::AtLeast, 2, None, 1));
        assert!(table.find(keys[3]).is_none() && table.find(keys[0]).is_some());
        table.grow_old();
        for &key in &keys[5..9] {
            table.note(key, found(Bound::AtLeast, 2, None, 1));
        }
        assert!(keys[..5].iter().all(|&key| table.find(key).is_none()));
        assert!(keys[5..9].iter().all(|&key| table.find(key).is_some()));
        table.clear();
        assert!(keys.iter().all(|&key| table.find(key).is_none()));
    }

    #[test]
    fn colours_are_told_apart_only_where_they_matter() {
        let (black, white) = (Board::START, Board { mover: Color::White, ..Board::START });
        assert!(Key::with_color(black) != Key::with_color(white));
        assert!(Key::with_color(black) == Key::of(white.position));
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        let error = Table::new(TableSize::mebibytes(1 << 40)).err().expect("an exbibyte");
        assert_eq!(error.to_string(), "there is no memory for a table of 1099511627776 MiB");
    }
}
