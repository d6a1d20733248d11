//! The texts that the fuzz targets start from, and whatever they once tripped over, are tried every time.

#[path = "../../rules/tests/rules/round_trips.rs"]
mod round_trips;
mod strangers;

use std::fs;
use std::path::{Path, PathBuf};

/// What a target does with a text.
type Check = fn(&str);

/// Every target of `fuzz/fuzz_targets` with the function it runs.
const TARGETS: [(&str, Check); 9] = [
    ("square", round_trips::square),
    ("board", round_trips::board),
    ("drawing", round_trips::drawing),
    ("record", round_trips::record),
    ("obf", round_trips::obf),
    ("network", strangers::network),
    ("weights", strangers::weights),
    ("openings", strangers::openings),
    ("player", strangers::player),
];

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn every_text_of_the_corpus_makes_sense_or_is_refused() {
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

#[test]
fn no_target_is_forgotten() {
    let folder = fuzz_folder().join("fuzz_targets");
    let files = fs::read_dir(folder).expect("the targets").map(|entry| entry.expect("readable").path());
    let mut names: Vec<_> = files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    let mut expected = TARGETS.map(|(target, _)| target);
    expected.sort();
    assert_eq!(names, expected);
}
