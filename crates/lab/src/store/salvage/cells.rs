//! What is on a page of a database: rows, or the numbers of further pages.
// CITE: the file format of SQLite, b-tree pages and records.

use std::io;

use rusqlite::types::Value;

use super::pages::{Pages, word};

/// A page of a tree.
#[derive(Debug)]
pub enum Node {
    /// Rows of a table.
    Rows {
        /// Those that are whole.
        rows: Vec<Row>,
        /// The pages that rows go on to.
        continued: Vec<u32>,
        /// How many are not whole.
        damaged: u64,
    },
    /// Further pages of a table or an index, and pages that the keys of an index go on to.
    Branch(Vec<u32>),
    /// Keys of an index, which are made again from the table.
    Keys,
}

/// A row with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number.
    pub number: i64,
    /// What is in its columns.
    pub values: Vec<Value>,
}

/// The kinds of pages, by their first byte.
const ROWS: u8 = 0x0d;
const TABLE_BRANCH: u8 = 0x05;
const KEYS: u8 = 0x0a;
const INDEX_BRANCH: u8 = 0x02;

impl Node {
    /// Reads a page, or `None` where it is none of a tree.
    pub fn read(pages: &mut Pages, page: u32) -> io::Result<Option<Self>> {
        let bytes = pages.read(page)?;
        // The first page begins with the header of the file.
        let start = if page == 1 { 100 } else { 0 };
        let kind = bytes[start];
        let cells = usize::from(half(&bytes, start + 3));
        let pointers = start + if matches!(kind, TABLE_BRANCH | INDEX_BRANCH) { 12 } else { 8 };
        if pointers + 2 * cells > bytes.len() {
            return Ok(None);
        }
        let cells = (0..cells).map(|cell| usize::from(half(&bytes, pointers + 2 * cell)));
        Ok(match kind {
            ROWS => {
                let (mut rows, mut continued, mut damaged) = (Vec::new(), Vec::new(), 0);
                for cell in cells {
                    match row(pages, &bytes, cell, &mut continued)? {
                        Some(row) => rows.push(row),
                        None => damaged += 1,
                    }
                }
                Some(Self::Rows { rows, continued, damaged })
            }
            TABLE_BRANCH | INDEX_BRANCH => Some(Self::Branch(
                cells.map(|cell| word(&bytes, cell)).chain([word(&bytes, start + 8)]).collect(),
            )),
            KEYS => Some(Self::Keys),
            _ => None,
        })
    }
}

/// Reads the row at a place of a page, following it to other pages; `None` where it is not whole.
fn row(pages: &mut Pages, bytes: &[u8], at: usize, continued: &mut Vec<u32>) -> io::Result<Option<Row>> {
    let mut rest = bytes.get(at..).unwrap_or_default();
    let (Some(length), Some(number)) = (variable(&mut rest), variable(&mut rest)) else { return Ok(None) };
    let most = u64::from(pages.count()) * pages.usable() as u64;
    if length == 0 || length > most {
        return Ok(None);
    }
    let length = length as usize;
    let here = local(length, pages.usable());
    let Some(content) = rest.get(..here) else { return Ok(None) };
    let mut content = content.to_vec();
    let mut next = if here < length { word(rest, here) } else { 0 };
    while content.len() < length {
        if next == 0 || next > pages.count() {
            return Ok(None);
        }
        continued.push(next);
        let page = pages.read(next)?;
        let wanted = (length - content.len()).min(page.len() - 4);
        content.extend_from_slice(&page[4..4 + wanted]);
        next = word(&page, 0);
    }
    Ok(record(&content).map(|values| Row { number: number as i64, values }))
}

/// How much of a row is on its own page.
fn local(length: usize, usable: usize) -> usize {
    if length <= usable - 35 {
        return length;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let some = least + (length - least) % (usable - 4);
    if some <= usable - 35 { some } else { least }
}

/// The columns of a row.
fn record(content: &[u8]) -> Option<Vec<Value>> {
    let mut types = content;
    let header = usize::try_from(variable(&mut types)?).ok()?;
    let own = content.len() - types.len();
    let mut types = content.get(own..header)?;
    let mut body = content.get(header..)?;
    let mut values = Vec::new();
    while !types.is_empty() {
        values.push(value(variable(&mut types)?, &mut body)?);
    }
    body.is_empty().then_some(values)
}

/// Reads a value of some type.
fn value(kind: u64, body: &mut &[u8]) -> Option<Value> {
    let length = match kind {
        0 | 8 | 9 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 | 7 => 8,
        10 | 11 => return None,
        _ => usize::try_from((kind - 12) / 2).ok()?,
    };
    let bytes = body.split_off(..length)?;
    Some(match kind {
        0 => Value::Null,
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        1..=6 => {
            let sign = if bytes[0] >= 0x80 { -1 } else { 0 };
            Value::Integer(bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte)))
        }
        7 => Value::Real(f64::from_be_bytes(*bytes.first_chunk()?)),
        _ if kind.is_multiple_of(2) => Value::Blob(bytes.to_vec()),
        // No text of ours has a zero in it, but lost pages are made of them.
        _ => Value::Text(String::from_utf8(bytes.to_vec()).ok().filter(|text| !text.contains('\0'))?),
    })
}

/// Reads a number of one to nine bytes.
fn variable(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for _ in 0..8 {
        let byte = *bytes.split_off_first()?;
        number = number << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some(number);
        }
    }
    Some(number << 8 | u64::from(*bytes.split_off_first()?))
}

/// Two bytes as a number; 0 where there are none.
fn half(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u16::from_be_bytes(*bytes))
}
