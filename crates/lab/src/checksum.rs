//! A checksum that shows when bytes on a disk have changed. It guards against accidents, not against people.
// CITE: Fowler, Noll and Vo, FNV-1a.

/// 16 hexadecimal digits for some bytes.
pub fn checksum(bytes: &[u8]) -> String {
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
        assert_eq!(checksum(b""), "cbf29ce484222325");
        assert_eq!(checksum(b"foobar"), "85944171f73967e8");
    }
}
