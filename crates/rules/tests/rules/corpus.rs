//! The texts that the fuzz targets start from, and whatever they once tripped over, are tried every time.

use std::fs;
use std::path::{Path, PathBuf};

use crate::round_trips;

/// What a target does with a text.
type Check = fn(&str);

/// The targets of `fuzz/fuzz_targets` that read what this crate reads, with the functions they run. The others
/// are tried by the arena's tests.
const TARGETS: [(&str, Check); 5] = [
    ("square", round_trips::square),
    ("board", round_trips::board),
    ("drawing", round_trips::drawing),
    ("record", round_trips::record),
    ("obf", round_trips::obf),
];

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn every_text_of_the_corpus_is_read_back_or_refused() {
    for (target, check) in TARGETS {
        let folder = fuzz_folder().join("corpus").join(target);
        let mut texts = 0;
        for entry in fs::read_dir(&folder).expect("a corpus for each target") {
            let path = entry.expect("a readable folder").path();
            // libFuzzer shows a target only what is UTF-8, and so do we.
            if let Ok(text) = String::from_utf8(fs::read(&path).expect("a readable file")) {
                check(&text);
                texts += 1;
            }
        }
        assert!(texts >= 4, "{texts} texts in {}", folder.display());
    }
}
