//! The curves of a run as a file of events that TensorBoard reads.
//!
//! Such a file is a list of records, each with its length and two checksums; a record is a message of protocol buffers, an
//! `Event` with the time, the step and a `Summary` of one number. Four kinds of fields are all that is needed, so they are
//! written by hand.
// CITE: tensorflow/core/lib/io/record_writer.h and tensorflow/core/util/event.proto for the format; RFC 3720, appendix
// B.4, for CRC-32C.

use crate::{CheckpointMark, CurvePoint, RunId, Store, StoreError};

/// The events of a run: a number for each point of each curve, over games.
pub fn events(store: &Store, run: &RunId) -> Result<Vec<u8>, StoreError> {
    let started = store.run(run.as_str())?.map_or(0, |run| run.started.seconds);
    Ok(encode(run.as_str(), started, &store.curves(run)?, &store.checkpoints(run)?))
}

fn encode(run: &str, started: i64, points: &[CurvePoint], marks: &[CheckpointMark]) -> Vec<u8> {
    let mut file = Vec::new();
    // The first record says which version the file has.
    let mut version = Message::default();
    version.double(1, started as f64).bytes(3, b"brain.Event:2");
    version.write(&mut file);
    for CurvePoint { games, name, value, low, high } in points {
        let made =
            marks.iter().rev().find(|mark| mark.games <= *games).map_or(started, |mark| mark.made.seconds);
        let band = [("", Some(*value)), (" low", *low), (" high", *high)];
        for (end, value) in band.into_iter().filter_map(|(end, value)| Some((end, value?))) {
            let mut number = Message::default();
            number.bytes(1, format!("{run}/{name}{end}").as_bytes()).float(2, value as f32);
            let mut summary = Message::default();
            summary.bytes(1, &number.0);
            let mut event = Message::default();
            event.double(1, made as f64).whole(2, *games).bytes(5, &summary.0);
            event.write(&mut file);
        }
    }
    file
}

/// A message of protocol buffers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    /// Seven bits a byte, the lowest first; the highest bit says that more follows.
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn whole(&mut self, field: u64, number: u64) -> &mut Self {
        self.varint(field << 3);
        self.varint(number);
        self
    }

    fn double(&mut self, field: u64, number: f64) -> &mut Self {
        self.varint(field << 3 | 1);
        self.0.extend(number.to_le_bytes());
        self
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) -> &mut Self {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    fn float(&mut self, field: u64, number: f32) -> &mut Self {
        self.varint(field << 3 | 5);
        self.0.extend(number.to_le_bytes());
        self
    }

    /// Adds it to a file as a record.
    fn write(&self, file: &mut Vec<u8>) {
        let length = (self.0.len() as u64).to_le_bytes();
        file.extend(length);
        file.extend(masked(&length).to_le_bytes());
        file.extend(&self.0);
        file.extend(masked(&self.0).to_le_bytes());
    }
}

/// A checksum of records, turned and moved: checksums of data that has checksums in it are bad ones.
fn masked(bytes: &[u8]) -> u32 {
    crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// The cyclic redundancy check with Castagnoli's polynomial.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0x82f6_3b78 & (sum & 1).wrapping_neg()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moment;

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
    }

    /// The bytes were read back with TensorBoard's own `EventFileLoader`.
    #[test]
    fn a_file_of_one_point_has_these_bytes() {
        let points = [CurvePoint { games: 300, name: "elo".to_owned(), value: 1.5, low: None, high: None }];
        let marks =
            [CheckpointMark { lesson: 300, games: 300, cpu_seconds: 1.0, made: Moment { seconds: 2 } }];
        let hex: String =
            encode("mine", 1, &points, &marks).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "1800000000000000a37f4b2209000000000000f03f1a0d627261696e2e4576656e743a3286bf577a\
             1f00000000000000514b441809000000000000004010ac022a110a0f0a086d696e652f656c6f150000c03f1876c37e"
        );
    }
}
