//! Names for content: the same bytes, the same name.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The name of some content made of parts: 32 hexadecimal digits of SHA-256 over the parts with their lengths.
pub fn content_hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut name = String::new();
    for byte in hash.finalize().iter().take(16) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart() {
        assert_eq!(content_hash(&[b"ab", b"c"]).len(), 32);
        assert_eq!(content_hash(&[b"ab", b"c"]), content_hash(&[b"ab", b"c"]));
        assert_ne!(content_hash(&[b"ab", b"c"]), content_hash(&[b"a", b"bc"]));
        assert_ne!(content_hash(&[b"ab"]), content_hash(&[b"ab", b""]));
    }
}
