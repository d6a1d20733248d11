//! Reading with a limit: what comes from outside may have no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::store::bytes::refuse_database;

/// Reads to the end, or refuses what is longer than so many bytes, having read no more than that.
pub fn read_limited(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is longer than {}, the most that is read here", size(most));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads a file of so many bytes at most.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    refuse_database(path)?;
    read_limited(File::open(path)?, most)
}

/// Reads a file of so many bytes of text at most.
pub fn read_text_file(path: &Path, most: u64) -> io::Result<String> {
    let bytes = read_file(path, most)?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        io::Error::new(io::ErrorKind::InvalidData, format!("it is not text: byte {} is not UTF-8", place + 1))
    })
}

/// A number of bytes in words.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused_with_the_limit() {
        assert_eq!(read_limited(&b"1234"[..], 4).expect("short enough"), b"1234");
        let error = read_limited(&b"12345"[..], 4).expect_err("too long");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is longer than 4 bytes, the most that is read here");
        let endless = read_limited(io::repeat(b'x'), 3 << 20).expect_err("no end");
        assert_eq!(endless.to_string(), "it is longer than 3 MiB, the most that is read here");
    }

    #[test]
    fn a_file_that_is_no_text_says_where() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("text");
        std::fs::write(&path, b"f5d6\xff").expect("written");
        assert_eq!(read_file(&path, 9).expect("read").len(), 5);
        let error = read_text_file(&path, 9).expect_err("no text");
        assert_eq!(error.to_string(), "it is not text: byte 5 is not UTF-8");
        assert!(read_text_file(&place.path().join("none"), 9).is_err());
    }
}
