//! `outflank store`, and stores that are damaged or somebody else's.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::{Laboratory, outflank};

/// A laboratory with two runs and a player that somebody brought along.
fn laboratory() -> Laboratory {
    let laboratory = Laboratory::new();
    laboratory.learn("first", &["--set", "games=300", "--checkpoint-every", "10"]).printed();
    laboratory.learn("second", &["--set", "games=30"]).printed();
    laboratory.outflank(&["export", "first", &laboratory.path("brought.player")]).printed();
    fs::create_dir_all(laboratory.path("data/players")).expect("a folder");
    fs::copy(laboratory.path("brought.player"), laboratory.path("data/players/brought.player"))
        .expect("copied");
    laboratory
}

fn exported(data: &str, run: &str) -> Vec<u8> {
    let file = format!("{data}-{run}.player");
    outflank(&["export", run, &file, "--data", data]).printed();
    fs::read(file).expect("written")
}

#[test]
fn a_store_is_checked_and_backed_up() {
    let laboratory = laboratory();
    let json = laboratory.outflank(&["store", "check", "--json"]).json();
    assert_eq!(json["problems"].as_array().map(Vec::len), Some(0), "{json}");
    assert!(
        json["tables"]
            .as_array()
            .expect("a list")
            .iter()
            .any(|table| table["table"] == "runs" && table["rows"] == 2)
    );
    let help = outflank(&["store", "check", "--help"]).printed();
    for field in json.as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n  {field} ")), "{field}");
    }
    assert!(laboratory.outflank(&["store", "check"]).printed().contains("everything is as it was written"));

    let copy = laboratory.path("copy");
    laboratory.outflank(&["store", "backup", &copy]).printed();
    assert_eq!(exported(&copy, "first"), exported(&laboratory.path("data"), "first"));
    assert!(Path::new(&copy).join("players/brought.player").is_file());
    assert!(
        laboratory
            .outflank(&["store", "backup", &copy])
            .refusal()
            .ends_with("exists already; choose a new folder")
    );
    let nothing = outflank(&["store", "backup", &copy, "--data", &laboratory.path("nothing")]).refusal();
    assert!(nothing.starts_with("there is no store in "), "{nothing}");
    assert!(
        outflank(&["store", "check", "--data", &laboratory.path("nothing")])
            .refusal()
            .starts_with("there is no store")
    );
}

#[test]
fn an_unfinished_copy_is_refused_by_name() {
    let laboratory = laboratory();
    let copy = laboratory.path("copy");
    let unfinished = format!("{copy}.unfinished");
    // A backup that was killed before the players.
    laboratory.outflank(&["store", "backup", &unfinished]).printed();
    fs::remove_dir_all(format!("{unfinished}/players")).expect("deleted");
    fs::write(format!("{unfinished}/copy.unfinished"), "").expect("written");
    for data in [&copy, &unfinished] {
        for words in [&["runs"][..], &["games"], &["learn", "td"], &["show", "first"], &["store", "check"]] {
            let run = outflank(&[words, &["--data", data]].concat());
            assert_ne!(run.code, Some(0), "{words:?}");
            let said = format!("{unfinished} is an unfinished copy");
            assert!(run.stderr.contains(&said), "{words:?}: {}", run.stderr);
        }
    }
    assert!(!Path::new(&copy).exists(), "refusing creates nothing");
    laboratory.outflank(&["store", "backup", &copy]).printed();
    assert!(Path::new(&copy).join("players/brought.player").is_file() && !Path::new(&unfinished).exists());
    assert_eq!(exported(&copy, "first"), exported(&laboratory.path("data"), "first"));
}

#[test]
fn a_damaged_store_names_itself_and_the_way_out() {
    let laboratory = laboratory();
    let before = exported(&laboratory.path("data"), "first");
    let path = laboratory.path("data/outflank.sqlite");
    let whole = fs::read(&path).expect("a store");
    // The first page of the table of runs is the second of the file.
    let mut damaged = whole.clone();
    damaged[..4096].fill(0);
    fs::write(&path, &damaged).expect("written");
    for words in [&["runs"][..], &["learn", "td"], &["show", "first"]] {
        let run = laboratory.outflank(words);
        assert!(run.stderr.contains("outflank.sqlite"), "{words:?}: {}", run.stderr);
    }
    let check = laboratory.outflank(&["store", "check"]);
    assert_eq!(check.code, Some(1), "{}", check.stdout);
    assert!(check.stderr.contains("outflank store rescue"), "{}", check.stderr);
    assert!(check.stdout.contains("checkpoints"), "{}", check.stdout);

    let rescued = laboratory.path("rescued");
    let json = laboratory.outflank(&["store", "rescue", &rescued, "--json"]).json();
    let help = outflank(&["store", "rescue", "--help"]).printed();
    for field in json.as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n  {field} ")), "{field}");
    }
    assert_eq!(exported(&rescued, "first"), before, "the header is lost and nothing else");
    assert!(Path::new(&rescued).join("players/brought.player").is_file());
    assert_eq!(fs::read(&path).expect("still there"), damaged, "it is left as it is");
    assert!(outflank(&["store", "check", "--data", &rescued]).printed().contains("as it was written"));
}

#[test]
fn a_folder_of_somebody_else_can_be_looked_at() {
    use std::os::unix::fs::PermissionsExt;
    let laboratory = laboratory();
    let data = laboratory.path("data");
    let before = exported(&data, "first");
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    for name in ["", "outflank.sqlite", "outflank.lock", "locks"] {
        let path = Path::new(&data).join(name);
        set(&path, if path.is_dir() { 0o555 } else { 0o444 });
    }
    set(laboratory.place.path(), 0o755);
    let out = laboratory.path("out");
    fs::create_dir(&out).expect("a folder");
    set(Path::new(&out), 0o777);
    // Who may everything is made somebody who may not.
    let is_root = fs::write(Path::new(&data).join("may-I"), "").is_ok();
    let _ = fs::remove_file(Path::new(&data).join("may-I"));
    let program = match is_root {
        true => {
            let copy = laboratory.path("outflank");
            fs::copy(cargo_bin!("outflank"), &copy).expect("copied");
            copy.into()
        }
        false => cargo_bin!("outflank").to_path_buf(),
    };
    let outflank = |words: &[&str]| {
        let mut command = Command::new(&program);
        command.args(words).args(["--data", &data]);
        if is_root {
            use std::os::unix::process::CommandExt;
            command.uid(65_534).gid(65_534);
        }
        let output = command.output().expect("it starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, runs, said) = outflank(&["runs"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(runs.contains("first") && runs.contains("second"), "{runs}");
    assert_eq!(outflank(&["show", "first"]).0, Some(0));
    assert_eq!(outflank(&["match", "first", "random", "--games", "2"]).0, Some(0));
    assert_eq!(outflank(&["store", "check"]).0, Some(0));
    let file = format!("{out}/first.player");
    assert_eq!(outflank(&["export", "first", &file]).0, Some(0));
    assert_eq!(fs::read(&file).expect("written"), before);
    let (code, _, said) = outflank(&["learn", "td", "--set", "games=5"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("cannot be used") && said.contains("--data"), "{said}");
    set(Path::new(&data), 0o755);
}

#[test]
fn what_has_no_end_is_not_read_to_it() {
    let laboratory = Laboratory::new();
    let endless = "/dev/zero";
    for words in [
        &["match", "swh", "random", "--games", "2", "--openings", endless][..],
        &["learn", "td", "--recipe", endless],
        &["learn", "winmeasure", "--games", endless],
    ] {
        let refusal = laboratory.outflank(words);
        assert_eq!(refusal.code, Some(2), "{words:?}: {}", refusal.stderr);
        assert!(refusal.stderr.contains("longer than"), "{words:?}: {}", refusal.stderr);
    }
    for command in ["show", "solve"] {
        let mut program = Command::new(cargo_bin!("outflank"));
        let input = fs::File::open(endless).expect("it is there");
        program.env("OUTFLANK_DATA", laboratory.path("data"));
        let output = program.args([command, "-"]).stdin(input).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.starts_with("error: standard input: it is longer than "), "{command}: {said}");
    }
}
