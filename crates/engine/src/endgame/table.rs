//! What the search has proved so far, by position: a table of fixed size that threads share without locks.
//!
//! Everything in it is a proven bound, so that nothing ever becomes wrong by age: old entries only give
//! way sooner. An entry is recognised by 88 bits beside its place in the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use outflank_rules::{Position, Square};

/// How much memory a table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    bytes: usize,
}

impl TableSize {
    /// So many MiB.
    pub const fn mebibytes(count: usize) -> Self {
        Self { bytes: count << 20 }
    }

    /// So many bytes, rounded up to the least table there is (64 bytes).
    pub const fn bytes(count: usize) -> Self {
        Self { bytes: count }
    }
}

/// What is known of a position: its score lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub lower: i32,
    pub upper: i32,
    /// The move that makes sure of the lower bound. Where that is −64, a hint.
    pub best: Option<Square>,
}

/// The table.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    generation: u8,
}

/// The name of a position in the table.
#[derive(Clone, Copy)]
pub(super) struct Key {
    hash: u64,
    check: u32,
}

impl Key {
    #[inline(always)]
    pub fn of(position: Position) -> Self {
        let (mover, opponent) = (position.mover().bits(), position.opponent().bits());
        let sum = mover
            .wrapping_mul(0x9fb2_1c65_1e98_df25)
            .wrapping_add(opponent.wrapping_mul(0xc6a4_a793_5bd1_e995));
        Self { hash: position.hash(), check: (sum >> 40) as u32 }
    }
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// `data` has from the lowest byte: lower, upper, best move (64 for none), effort, generation (0 marks
/// the entry as unused), and three bytes of the key. `hash` is stored with `data` mixed in, so that an
/// entry which two threads wrote at once is not recognised.
// CITE: Robert Hyatt and Tim Mann, "A lock-less transposition table implementation", 2002.
#[derive(Default)]
struct Entry {
    hash: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    /// The data, if they belong to this position.
    #[inline(always)]
    fn data_of(&self, key: Key) -> Option<[u8; 8]> {
        let data = self.data.load(Relaxed);
        let there = self.hash.load(Relaxed) ^ data == key.hash && (data >> 40) as u32 == key.check;
        there.then(|| data.to_le_bytes())
    }

    /// How much would be lost with this entry.
    #[inline(always)]
    fn value(&self, generation: u8) -> u32 {
        let [_, _, _, effort, age, ..] = self.data.load(Relaxed).to_le_bytes();
        u32::from(effort) + if age == generation { 64 } else { 0 }
    }
}

impl Table {
    pub fn new(size: TableSize) -> Self {
        let count = (size.bytes / size_of::<Bucket>()).max(1);
        Self { buckets: (0..count).map(|_| Bucket::default()).collect(), generation: 1 }
    }

    /// Lets what is there now give way to what comes.
    pub fn grow_old(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or(1);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[((u128::from(key.hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline(always)]
    pub fn find(&self, key: Key) -> Option<Known> {
        let data = self.bucket(key).0.iter().find_map(|entry| entry.data_of(key))?;
        Some(known(data))
    }

    /// Notes a bound that was proved with `nodes` of work: that the score is `score` at least if it is
    /// above `alpha`, at most otherwise.
    #[inline(always)]
    pub fn note(&self, key: Key, alpha: i32, score: i32, best: Option<Square>, nodes: u64) {
        let bucket = self.bucket(key);
        let (entry, before) = match bucket.0.iter().find_map(|entry| Some((entry, entry.data_of(key)?))) {
            Some((entry, data)) => (entry, known(data)),
            None => {
                let least = bucket.0.iter().min_by_key(|entry| entry.value(self.generation));
                (least.expect("a bucket has entries"), Known { lower: -64, upper: 64, best: None })
            }
        };
        // The best move belongs to the lower bound; until there is one, it is a hint.
        let after = match score > alpha {
            true if score > before.lower => Known { lower: score, best, ..before },
            true => before,
            false => Known { upper: score.min(before.upper), best: before.best.or(best), ..before },
        };
        let effort = nodes.checked_ilog2().unwrap_or(0) as u8;
        let [check_low, check_middle, check_high, _] = key.check.to_le_bytes();
        let data = u64::from_le_bytes([
            after.lower as i8 as u8,
            after.upper as i8 as u8,
            after.best.map_or(64, |square| square.index() as u8),
            effort,
            self.generation,
            check_low,
            check_middle,
            check_high,
        ]);
        entry.hash.store(key.hash ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }
}

#[inline(always)]
fn known([lower, upper, best, ..]: [u8; 8]) -> Known {
    Known { lower: (lower as i8).into(), upper: (upper as i8).into(), best: Square::new(best.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_back_and_grow_together() {
        let table = Table::new(TableSize::bytes(0));
        let key = Key::of(Position::START);
        assert_eq!(table.find(key), None);
        table.note(key, 3, 6, Some(Square::F5), 1000);
        assert_eq!(table.find(key), Some(Known { lower: 6, upper: 64, best: Some(Square::F5) }));
        table.note(key, 7, -10, None, 1000);
        table.note(key, 7, 4, None, 1000);
        assert_eq!(table.find(key), Some(Known { lower: 6, upper: -10, best: Some(Square::F5) }));
        assert_eq!(table.find(Key::of(Position::START.passed())), None);
    }

    #[test]
    fn the_least_work_gives_way_and_old_work_first() {
        let mut table = Table::new(TableSize::bytes(64));
        let positions = Square::all().map(|square| {
            let Some(position) = Position::new(square.set(), !square.set()) else { unreachable!() };
            Key::of(position)
        });
        let keys: Vec<_> = positions.collect();
        for (index, &key) in keys[..4].iter().enumerate() {
            table.note(key, 0, 2, None, 1 << (10 - index));
        }
        table.note(keys[4], 0, 2, None, 1);
        assert!(table.find(keys[3]).is_none() && table.find(keys[0]).is_some());
        table.grow_old();
        for &key in &keys[5..9] {
            table.note(key, 0, 2, None, 1);
        }
        assert!(keys[..5].iter().all(|&key| table.find(key).is_none()));
        assert!(keys[5..9].iter().all(|&key| table.find(key).is_some()));
    }
}
