//! A checksum that shows when bytes on a disk have changed. It guards against accidents, not against people.

/// The checksum of some bytes, as text.
pub fn checksum(bytes: &[u8]) -> String {
    format!("crc32:{:08x}", crc32fast::hash(bytes))
}

/// Whether a checksum is that of some bytes: as it is made now, or as it was made before.
pub fn is_of(sum: &str, bytes: &[u8]) -> bool {
    if sum.contains(':') { sum == checksum(bytes) } else { sum == earlier(bytes) }
}

/// 16 hexadecimal digits for some bytes.
// CITE: Fowler, Noll and Vo, FNV-1a.
fn earlier(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        assert_eq!(checksum(b"123456789"), "crc32:cbf43926");
        assert_eq!(earlier(b""), "cbf29ce484222325");
        assert_eq!(earlier(b"foobar"), "85944171f73967e8");
        for sum in ["85944171f73967e8", &checksum(b"foobar")] {
            assert!(is_of(sum, b"foobar") && !is_of(sum, b"foobas"), "{sum}");
        }
    }
}
