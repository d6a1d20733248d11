//! The pages of a database file, each as it was last written: in the file, or in the log beside it.
// CITE: the file format of SQLite, with its write-ahead log.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::Path;

use super::super::bytes::RawFile;
use super::super::looking::beside;

/// What a database begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The size of pages where nothing says otherwise.
const USUAL_SIZE: usize = 4096;

/// A database as pages, numbered from 1. Nothing about it is believed.
pub struct Pages {
    file: RawFile,
    log: Option<RawFile>,
    /// Where in the log the last version of a page is.
    logged: HashMap<u32, u64>,
    size: usize,
    /// Bytes at the end of each page that are not used.
    reserved: usize,
    count: u32,
}

impl Pages {
    /// Opens a database and its log.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = RawFile::open(path)?;
        let length = file.length()?;
        let mut log = RawFile::open(&beside(path, "-wal")).ok();
        let (logged, logged_size) = log.as_mut().map(read_log).transpose()?.flatten().unwrap_or_default();
        let mut header = [0; 100];
        let is_whole = file.read_exact(&mut header).is_ok() && header.starts_with(MAGIC);
        let declared = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let is_declared = is_whole && declared.is_power_of_two() && declared >= 512;
        let size = if logged_size > 0 {
            logged_size
        } else if is_declared {
            declared
        } else {
            USUAL_SIZE
        };
        let in_file = u32::try_from(length.div_ceil(size as u64)).unwrap_or(u32::MAX);
        let in_log = logged.keys().copied().max().unwrap_or(0);
        let reserved = if is_whole { usize::from(header[20]) } else { 0 };
        Ok(Self { file, log, logged, size, reserved: reserved.min(size - 480), count: in_file.max(in_log) })
    }

    /// How many pages there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The bytes of a page that are used, in number.
    pub fn usable(&self) -> usize {
        self.size - self.reserved
    }

    /// A page. What is missing at the end of the file is zeros; what the disk does not give is an error.
    pub fn read(&mut self, page: u32) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; self.size];
        let (source, place) = match (self.logged.get(&page), &mut self.log) {
            (Some(&place), Some(log)) => (log, place),
            _ => (&mut self.file, u64::from(page.saturating_sub(1)) * self.size as u64),
        };
        let source = source.at(place);
        let mut filled = 0;
        while filled < bytes.len() {
            match source.read(&mut bytes[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        bytes.truncate(self.usable());
        Ok(bytes)
    }
}

/// The last committed version of each page in a log, by its place, and the size of pages.
fn read_log(log: &mut RawFile) -> io::Result<Option<(HashMap<u32, u64>, usize)>> {
    let mut header = [0; 32];
    if log.read_exact(&mut header).is_err() {
        return Ok(None);
    }
    let magic = word(&header, 0);
    let size = word(&header, 8) as usize;
    let is_known = matches!(magic, 0x377f_0682 | 0x377f_0683) && (512..=65_536).contains(&size);
    let order = if magic & 1 == 1 { u32::from_be_bytes } else { u32::from_le_bytes };
    let mut sum = Sum { order, values: (0, 0) };
    sum.add(&header[..24]);
    if !is_known || !size.is_power_of_two() || sum.values != (word(&header, 24), word(&header, 28)) {
        return Ok(None);
    }
    let (mut committed, mut pending) = (HashMap::new(), Vec::new());
    let mut frame = vec![0; 24 + size];
    let mut place = 32;
    // Up to the first frame that was not written whole, or is left from an earlier round.
    while log.read_exact(&mut frame).is_ok() {
        sum.add(&frame[..8]);
        sum.add(&frame[24..]);
        if frame[8..16] != header[16..24] || sum.values != (word(&frame, 16), word(&frame, 20)) {
            break;
        }
        pending.push((word(&frame, 0), place + 24));
        if word(&frame, 4) > 0 {
            committed.extend(pending.drain(..));
        }
        place += frame.len() as u64;
    }
    Ok((!committed.is_empty()).then_some((committed, size)))
}

/// The checksum of the log, which goes on from frame to frame.
struct Sum {
    order: fn([u8; 4]) -> u32,
    values: (u32, u32),
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks::<4>();
        for pair in words.chunks_exact(2) {
            let (first, second) = &mut self.values;
            *first = first.wrapping_add((self.order)(pair[0])).wrapping_add(*second);
            *second = second.wrapping_add((self.order)(pair[1])).wrapping_add(*first);
        }
    }
}

/// Four bytes as a number; 0 where there are none.
pub fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u32::from_be_bytes(*bytes))
}
