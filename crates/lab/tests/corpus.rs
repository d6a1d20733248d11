//! What the fuzz targets start from, and whatever they once tripped over, are tried every time.

mod learned;
#[path = "../../rules/tests/rules/round_trips.rs"]
mod round_trips;
#[path = "../../arena/tests/strangers/mod.rs"]
mod strangers;

use std::fs;
use std::path::{Path, PathBuf};

use outflank_engine::Chance;
use outflank_lab::shipped;

/// What a target does with what it is shown.
enum Check {
    Text(fn(&str)),
    Bytes(fn(&[u8])),
}

/// Every target of `fuzz/fuzz_targets` with the function it runs.
const TARGETS: [(&str, Check); 24] = [
    ("square", Check::Text(round_trips::square)),
    ("board", Check::Text(round_trips::board)),
    ("drawing", Check::Text(round_trips::drawing)),
    ("record", Check::Text(round_trips::record)),
    ("obf", Check::Text(round_trips::obf)),
    ("book", Check::Text(round_trips::book)),
    ("wthor", Check::Bytes(round_trips::wthor)),
    ("ggf", Check::Bytes(round_trips::ggf)),
    ("sgf", Check::Bytes(round_trips::sgf)),
    ("pgn", Check::Bytes(round_trips::pgn)),
    ("transcripts", Check::Bytes(round_trips::transcripts)),
    ("boards", Check::Bytes(round_trips::boards)),
    ("anything", Check::Bytes(round_trips::anything)),
    ("network", Check::Text(strangers::network)),
    ("patterns", Check::Bytes(strangers::patterns)),
    ("weights", Check::Text(strangers::weights)),
    ("openings", Check::Text(strangers::openings)),
    ("player", Check::Text(strangers::player)),
    ("games", Check::Text(strangers::games)),
    ("gtp", Check::Bytes(strangers::gtp)),
    ("nboard", Check::Bytes(strangers::nboard)),
    ("conversation", Check::Bytes(strangers::conversation)),
    ("learned", Check::Bytes(learned::learned)),
    ("recipe", Check::Text(learned::recipe)),
];

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn everything_in_the_corpus_makes_sense_or_is_refused() {
    for (target, check) in TARGETS {
        let folder = fuzz_folder().join("corpus").join(target);
        let mut tried = 0;
        for entry in fs::read_dir(&folder).expect("a corpus for each target") {
            let path = entry.expect("a readable folder").path();
            let bytes = fs::read(&path).expect("a readable file");
            tried += match (&check, str::from_utf8(&bytes)) {
                (Check::Bytes(check), _) => {
                    check(&bytes);
                    1
                }
                (Check::Text(check), Ok(text)) => {
                    check(text);
                    1
                }
                // libFuzzer shows such a target only what is UTF-8, and so do we.
                (Check::Text(_), Err(_)) => 0,
            };
        }
        assert!(tried >= 4, "{tried} files in {}", folder.display());
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

/// Whatever happens to some bytes of the players that come with the program, nothing worse than a refusal follows.
#[test]
fn no_changed_byte_of_a_player_does_harm() {
    for player in shipped::all() {
        learned::learned(player.bytes);
        let mut chance = Chance::stream(1, player.name, 0);
        for _ in 0..300 {
            let mut bytes = player.bytes.to_vec();
            // The header is where most of the meaning is; it is never longer than this.
            for reach in [bytes.len().min(2_000), bytes.len()] {
                let place = chance.below(reach as u32) as usize;
                bytes[place] = [b'0', b'9', b'"', 0, 0xff, 0x7f, 0x40, 0xc0][chance.below(8) as usize];
            }
            learned::learned(&bytes);
        }
        learned::learned(&player.bytes[..player.bytes.len() / 2]);
    }
}
