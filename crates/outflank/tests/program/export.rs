//! `outflank export`, and `outflank show` for what was learned.

use crate::{Laboratory, outflank};

#[test]
fn what_was_learned_is_written_and_shown() {
    let laboratory = Laboratory::new();
    laboratory.learn("mine", &["--set", "games=60", "--checkpoint-every", "20"]).printed();
    let (player, weights) = (laboratory.path("a.player"), laboratory.path("a.txt"));
    let printed = laboratory.outflank(&["export", "mine", &player, "--weights", &weights]).printed();
    assert_eq!(printed, format!("{player}: mine after 60 games\n{weights}: mine after 60 games\n"));

    // To the last bit, whichever way it goes.
    let learned = laboratory.tensors("mine");
    assert_eq!(laboratory.tensors(&player), learned);
    assert_eq!(laboratory.tensors(&weights)[0]["values"], learned[1]["values"]);
    let again = laboratory.path("again.player");
    laboratory.outflank(&["export", &player, &again]).printed();
    assert_eq!(std::fs::read(&again).expect("there"), std::fs::read(&player).expect("there"));

    let shown = outflank(&["show", &player]).printed();
    assert!(
        shown.contains("learned  from 60 games, seed 1, 20") && shown.contains("\n  games = 60\n"),
        "{shown}"
    );
    assert!(shown.contains("program  outflank "), "{shown}");
    let rows = shown.lines().skip_while(|line| *line != "weights").skip(2).take(8);
    assert_eq!(rows.map(|row| row.split_whitespace().count()).collect::<Vec<_>>(), [9; 8]);

    let json = laboratory.outflank(&["show", "mine", "--json"]).json();
    let help = outflank(&["show", "--help"]).printed();
    for field in json.as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n  {field} ")), "{field}");
    }
    assert_eq!((&json["run"]["id"], &json["provenance"]["seed"]), (&"mine".into(), &1.into()));
}

#[test]
fn earlier_checkpoints_are_players_too() {
    let laboratory = Laboratory::new();
    laboratory.learn("mine", &["--set", "games=60", "--checkpoint-every", "20"]).printed();
    let player = laboratory.path("a.player");
    let json = laboratory.outflank(&["export", "mine", "--at", "40", &player, "--json"]).json();
    assert_eq!((&json["source"], &json["games"]), (&"mine@40".into(), &40.into()));
    let help = outflank(&["export", "--help"]).printed();
    for field in json.as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n  {field} ")), "{field}");
    }
    assert_eq!(laboratory.tensors(&player), laboratory.tensors("mine@40"));
    assert_ne!(laboratory.tensors("mine@40"), laboratory.tensors("mine"));
    let missing = laboratory.outflank(&["export", "mine", "--at", "45", &player]).refusal();
    assert!(missing.starts_with("mine has no checkpoint at 45 games; the nearest are at 4"), "{missing}");
}

#[test]
fn networks_go_to_the_othello_league_and_come_back_to_learn() {
    let laboratory = Laboratory::new();
    let (text, player) = (laboratory.path("net.txt"), laboratory.path("net.player"));
    let alone = ["--set", "stages=1", "--set", "mobility=false", "--set", "disc_counts=false"];
    let few = ["--set", "games=60", "--league-pairs", "5"];
    let learn = ["learn", "patterns", "--name", "net", "--set", "shapes=lines 2"];
    laboratory.outflank(&[&learn[..], &alone, &few].concat()).printed();
    assert_eq!(
        laboratory.outflank(&["export", "net", "--league", &text]).printed(),
        format!("{text}: net after 60 games\n")
    );

    // As a text it plays the same moves.
    let there = format!("{text}:inversion,depth=1,ties=first");
    let played = |first: &str| {
        laboratory.outflank(&["match", first, "swh:ties=first", "--games", "40", "--json"]).json()
    };
    let (here, there) = (played("net:depth=1,ties=first"), played(&there));
    assert_eq!(here["score"], there["score"]);

    // It is looked at, becomes a player, and goes on to learn.
    assert!(outflank(&["show", &text]).printed().contains("a network of the Othello League"));
    laboratory.outflank(&["export", &text, &player]).printed();
    let more = ["learn", "--from", &text, "--name", "more", "--set", "mobility=true"];
    laboratory.outflank(&[&more[..], &few].concat()).printed();
    assert_ne!(laboratory.tensors("more"), laboratory.tensors(&player));

    let refusal = |words: &[&str]| laboratory.outflank(words).refusal();
    let other = laboratory.path("other.txt");
    assert_eq!(
        refusal(&["export", "patterns", "--league", &other]),
        "a network of the Othello League has one stage of the game, and this one has 10"
    );
    assert_eq!(
        refusal(&["export", "more", "--league", &other]),
        "a network of the Othello League looks at squares only, and this one has a table of own mobility"
    );
    assert!(refusal(&["export", "td", "--league", &other]).ends_with("leave out --league"));
    std::fs::write(&other, "1 2 1 0 1 5 5").expect("written");
    let few = "the network ends where number 8, a weight, should stand";
    assert!(refusal(&["learn", "--from", &other]).ends_with(few));
}

#[test]
fn what_is_no_player_is_refused() {
    let laboratory = Laboratory::new();
    laboratory.learn("mine", &["--set", "games=10"]).printed();
    let player = laboratory.path("a.player");
    laboratory.outflank(&["export", "mine", &player]).printed();
    let bytes = std::fs::read(&player).expect("there");
    let cut = laboratory.path("cut.player");
    let shown = |content: &[u8]| {
        std::fs::write(&cut, content).expect("written");
        outflank(&["show", &cut]).refusal()
    };
    let not_a_player = |reason: &str| format!("{cut}: not a player file: {reason}");
    assert_eq!(shown(&bytes[..100]), not_a_player("it is cut off"));
    assert!(shown(&bytes[..bytes.len() - 1]).starts_with(&not_a_player("it is damaged or cut off: ")));
    let newer = String::from_utf8_lossy(&bytes[8..]).find("\"version\":\"1\"").expect("a version") + 8 + 11;
    let mut later = bytes.clone();
    later[newer] = b'7';
    assert_eq!(
        shown(&later),
        format!("{cut}: written by a newer Outflank: its format is 7, this version knows up to 1")
    );
    let foreign = b"\x02\0\0\0\0\0\0\0{}";
    assert_eq!(shown(foreign), format!("{cut}: a safetensors file, but not a player of Outflank"));
    assert!(shown(b"1 2 3").starts_with(&format!("{cut} is neither a player file nor 64 weights: ")));

    assert_eq!(
        laboratory.outflank(&["show", "td-2222"]).refusal(),
        "there is no run and no player file “td-2222”"
    );
    let nobody = laboratory.outflank(&["export", "nobody", &player]).refusal();
    assert_eq!(nobody, "there is no run and no player file “nobody”");
    let nowhere = laboratory.outflank(&["export", "mine", &laboratory.path("no/folder/a.player")]).failure();
    assert!(nowhere.starts_with("cannot write "), "{nowhere}");
}

#[cfg(unix)]
#[test]
fn what_is_there_is_not_written_over_unasked() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let laboratory = Laboratory::new();
    let path = laboratory.path("precious");
    std::fs::write(&path, "precious").expect("a file");
    let refusal = |words: &[&str]| laboratory.outflank(&[&["export"], words].concat()).refusal();
    for words in [&["td", &path][..], &["td", "--weights", &path]] {
        assert_eq!(refusal(words), format!("{path} exists already; --force writes over it"));
        assert_eq!(std::fs::read_to_string(&path).expect("still there"), "precious");
    }
    // A link is followed, and stays one.
    let link = laboratory.path("link.player");
    symlink(&path, &link).expect("a link");
    laboratory.outflank(&["export", "td", &link, "--force"]).printed();
    assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_ne!(std::fs::read(&path).expect("there"), b"precious");
    let nowhere = laboratory.path("nowhere.player");
    symlink(laboratory.path("none"), &nowhere).expect("a link");
    assert!(refusal(&["td", &nowhere, "--force"]).ends_with("is a link that leads nowhere"));
    let pipe = laboratory.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is one").success());
    for strange in [pipe.as_str(), "/dev/null", &laboratory.path("")] {
        let said = refusal(&["td", strange, "--force"]);
        assert!(said.ends_with("is no regular file, and is left as it is"), "{said}");
    }
    assert!(std::fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo());
}
