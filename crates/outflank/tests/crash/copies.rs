//! Commands that write files and folders, killed: afterwards the result is absent, refused or complete, and the same
//! command completes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::campaign::Campaign;
use crate::program::{Run, check, game_file, kill_after, library, outflank, spawn};
use crate::studies::leftovers;

/// Players and reports beside the database: enough of them that a kill falls into their copying.
const FILES: usize = 100;

/// Kills backups and rescues this many times each.
pub fn copies(campaign: &mut Campaign, kills: u64) {
    let place = tempfile::tempdir().expect("a folder");
    let data = place.path().join("data");
    let file = game_file(&data, 3_000);
    for words in [
        &["learn", "td", "--name", "run", "--set", "games=2000", "--checkpoint-every", "10"][..],
        &["import", file.to_str().expect("text")],
    ] {
        let run = outflank(&data, words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    for (folder, ending) in [("players", "player"), ("studies/mine", "md")] {
        let folder = data.join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        for number in 0..FILES / 2 {
            fs::write(folder.join(format!("p{number}.{ending}")), vec![1; 20_000]).expect("written");
        }
    }
    for verb in ["backup", "rescue"] {
        let began = Instant::now();
        let expected = place.path().join(format!("{verb}-expected"));
        let run = copy(&data, verb, &expected);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let length = began.elapsed();
        let expected = Content::of(&expected);
        assert_eq!(expected.files.len(), FILES);
        for number in 0..kills {
            let to = place.path().join(format!("{verb}-{number}"));
            let time = campaign.part_of(length.mul_f64(0.9));
            let words = ["store", verb, to.to_str().expect("text")];
            if kill_after(spawn(&data, &words), time) {
                campaign.count(if verb == "backup" { "kills of backups" } else { "kills of rescues" });
            }
            look_at(campaign, &to, &expected);
            if !to.exists() || is_refused(&to) {
                let again = copy(&data, verb, &to);
                let is_done = again.code == Some(0) && Content::of(&to) == expected;
                campaign.expect("copies completed by a second attempt", is_done, || format!("{again:?}"));
            }
            let unfinished = unfinished(&to);
            campaign.expect("copies without leftovers", !unfinished.exists(), || format!("{unfinished:?}"));
            fs::remove_dir_all(&to).expect("deleted");
        }
    }
}

/// Checks that a copy is absent, refused by name or complete, under its name and under that of an unfinished one.
fn look_at(campaign: &mut Campaign, to: &Path, expected: &Content) {
    for folder in [to.to_owned(), unfinished(to)] {
        if !folder.join("outflank.sqlite").exists() {
            campaign.count("copies killed and absent");
        } else if is_refused(&folder) {
            campaign.count("copies killed and refused");
        } else {
            let now = Content::of(&folder);
            let told = || format!("{}: {} files, {:?}", folder.display(), now.files.len(), now.tables);
            campaign.expect("copies killed and complete", now == *expected, told);
        }
    }
}

fn copy(data: &Path, verb: &str, to: &Path) -> Run {
    outflank(data, &["store", verb, to.to_str().expect("text")])
}

fn unfinished(to: &Path) -> PathBuf {
    let name = to.file_name().expect("a name").to_str().expect("text");
    to.with_file_name(format!("{name}.unfinished"))
}

/// Whether commands refuse a folder as unfinished.
fn is_refused(folder: &Path) -> bool {
    ["runs", "store check", "games"].iter().all(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        let run = outflank(folder, &words);
        run.code != Some(0) && run.stderr.contains("is an unfinished copy")
    })
}

/// Everything in a data folder: rows by table, and the other files.
#[derive(Debug, PartialEq)]
struct Content {
    tables: Value,
    files: Vec<PathBuf>,
}

impl Content {
    fn of(folder: &Path) -> Self {
        let check = outflank(folder, &["store", "check", "--json"]);
        let mut files = Vec::new();
        for inside in ["players", "studies/mine"] {
            for entry in fs::read_dir(folder.join(inside)).into_iter().flatten().flatten() {
                if entry.metadata().is_ok_and(|about| about.len() == 20_000) {
                    files.push(Path::new(inside).join(entry.file_name()));
                }
            }
        }
        files.sort();
        Self { tables: check.json()["tables"].clone(), files }
    }
}

/// Kills an import this many times, and then completes it.
pub fn imports(campaign: &mut Campaign, kills: u64) {
    const GAMES: u64 = 12_000;
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    let file = game_file(&whole, GAMES);
    let words = ["import", file.to_str().expect("text")];
    let began = Instant::now();
    assert_eq!(outflank(&whole, &words).code, Some(0));
    let length = began.elapsed();
    for _ in 0..kills {
        if !kill_after(spawn(&killed, &words), campaign.part_of(length.mul_f64(0.7))) {
            break;
        }
        campaign.count("kills of imports");
        check(campaign, &killed);
    }
    let run = outflank(&killed, &words);
    campaign.expect("imports brought to their end", run.code == Some(0), || run.stderr.clone());
    let found = library(&killed, "imported");
    campaign.expect("imports with all games once", found == Some(GAMES), || format!("{found:?}"));
    let is_same = library(&killed, "shipped") == library(&whole, "shipped");
    campaign.expect("libraries with all shipped games", is_same, || "shipped".to_owned());
    check(campaign, &killed);
}

/// Kills `task accept` this many times, and then completes it.
pub fn accepted(campaign: &mut Campaign, kills: u64) {
    let place = tempfile::tempdir().expect("a folder");
    let data = |name: &str| place.path().join(name);
    let study = ["linear4", "--scale", "smoke"];
    let words = |action: &[&'static str], file: &str| -> Vec<String> {
        action.iter().chain(&study).map(|word| (*word).to_owned()).chain([file.to_owned()]).collect()
    };
    let run =
        |data: &Path, words: &[String]| outflank(data, &words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(outflank(&data("whole"), &["reproduce", "linear4", "--scale", "smoke"]).code, Some(0));
    let exported = |name: &str| {
        let file = data(&format!("{name}.results"));
        let export = run(&data(name), &words(&["task", "export"], file.to_str().expect("text")));
        assert_eq!(export.code, Some(0), "{}", export.stderr);
        fs::read_to_string(file).expect("written")
    };
    let expected = exported("whole");
    let file = data("whole.results");
    let accept = words(&["task", "accept"], file.to_str().expect("text"));
    let began = Instant::now();
    assert_eq!(run(&data("other"), &accept).code, Some(0));
    let length = began.elapsed();
    let killed = data("killed");
    for _ in 0..kills {
        let accept: Vec<&str> = accept.iter().map(String::as_str).collect();
        if !kill_after(spawn(&killed, &accept), campaign.part_of(length.mul_f64(0.7))) {
            break;
        }
        campaign.count("kills of task accept");
        check(campaign, &killed);
    }
    let last = run(&killed, &accept);
    campaign.expect("task accept brought to its end", last.code == Some(0), || last.stderr.clone());
    let is_same = exported("killed") == expected;
    campaign.expect("results accepted, all and unchanged", is_same, || "linear4".to_owned());
    check(campaign, &killed);
}

/// Kills `games make` this many times: its file is absent or complete.
pub fn game_files(campaign: &mut Campaign, kills: u64) {
    let place = tempfile::tempdir().expect("a folder");
    let path = |name: &str| place.path().join(name);
    let words = |file: &Path| {
        let make = "games make --players swh:depth=2 korman:depth=2 random --pairs 60 --threads 1 --force";
        let words = make.split(' ').map(str::to_owned);
        words.chain([file.to_str().expect("text").to_owned()]).collect::<Vec<_>>()
    };
    fn borrowed(words: &[String]) -> Vec<&str> {
        words.iter().map(String::as_str).collect()
    }
    let data = path("data");
    let (whole, made) = (words(&path("whole")), words(&path("made")));
    let began = Instant::now();
    let run = outflank(&data, &borrowed(&whole));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let length = began.elapsed();
    let expected = fs::read(path("whole")).expect("written");
    for _ in 0..kills {
        // The file is written at the very end.
        let time = length.mul_f64(0.9) + campaign.part_of(length.mul_f64(0.2)) - Duration::from_millis(1);
        if kill_after(spawn(&data, &borrowed(&made)), time) {
            campaign.count("kills of games make");
        }
        match fs::read(path("made")) {
            Err(_) => campaign.count("files killed and absent"),
            Ok(bytes) => {
                campaign.expect("files killed and complete", bytes == expected, || bytes.len().to_string());
                fs::remove_file(path("made")).expect("deleted");
            }
        }
    }
    let run = outflank(&data, &borrowed(&made));
    let is_same = fs::read(path("made")).is_ok_and(|bytes| bytes == expected);
    campaign.expect("files completed by a second attempt", run.code == Some(0) && is_same, || run.stderr);
    let left = leftovers(place.path());
    campaign.expect("folders without leftovers", left.is_empty(), || format!("{left:?}"));
}
