//! Several files as one download: a ZIP archive of files as they are, without packing them.
// CITE: the format, PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.

/// A file of an archive.
pub(super) struct ArchivedFile<'a> {
    pub name: &'a str,
    pub content: Vec<u8>,
}

/// The first of January 1980, the first day that the format knows: what is in an archive says itself when it was made.
const DAY: u16 = 1 << 5 | 1;

/// The bytes of an archive.
pub(super) fn archive(files: &[ArchivedFile<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for file in files {
        let offset = bytes.len() as u32;
        let head = head_of(file);
        bytes.extend(0x0403_4b50u32.to_le_bytes());
        bytes.extend(&head);
        bytes.extend(file.name.as_bytes());
        bytes.extend(&file.content);
        // Made by version 2.0; no remark, the first disk, no attributes.
        directory.extend(0x0201_4b50u32.to_le_bytes());
        directory.extend(20u16.to_le_bytes());
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(file.name.as_bytes());
    }
    let (start, length, count) = (bytes.len() as u32, directory.len() as u32, files.len() as u16);
    bytes.extend(directory);
    bytes.extend(0x0605_4b50u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// What both entries of a file say of it: version, flags, method, time, checksum, lengths.
fn head_of(file: &ArchivedFile<'_>) -> Vec<u8> {
    let length = (file.content.len() as u32).to_le_bytes();
    let mut head = Vec::with_capacity(26);
    for number in [20, 0, 0, 0, DAY] {
        head.extend(number.to_le_bytes());
    }
    head.extend(crc32fast::hash(&file.content).to_le_bytes());
    head.extend(length);
    head.extend(length);
    head.extend((file.name.len() as u16).to_le_bytes());
    head.extend([0; 2]);
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directory_leads_to_the_files() {
        let files = [("a.txt", "hello"), ("b.txt", "")];
        let files = files.map(|(name, text)| ArchivedFile { name, content: text.into() });
        let bytes = archive(&files);
        let number =
            |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        let end = bytes.len() - 22;
        assert_eq!(number(end), 0x0605_4b50);
        let (length, start) = (number(end + 12), number(end + 16));
        assert_eq!(start + length, end);
        assert_eq!(number(start), 0x0201_4b50);
        // The second entry follows the first, whose head has 46 bytes before its name.
        let second = start + 46 + 5;
        assert_eq!(number(second), 0x0201_4b50);
        let at = number(second + 42);
        assert_eq!((number(at), &bytes[at + 30..at + 35]), (0x0403_4b50, b"b.txt".as_slice()));
    }
}
