//! `outflank learn`.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use crate::{Laboratory, PATIENCE, outflank, output_of, until};

#[test]
fn a_run_is_taught_and_told() {
    let laboratory = Laboratory::new();
    let printed = laboratory.learn("mine", &["--set", "games=200"]).printed();
    assert!(printed.starts_with("mine finished after 200 games and "), "{printed}");
    assert!(!printed.contains("rating"), "{printed}");
    assert!(printed.ends_with("next       outflank show mine, or outflank match mine swh\n"), "{printed}");
    let json = laboratory.learn("yours", &["--set", "games=200", "--json"]).json();
    assert_eq!(
        (&json["run"], &json["state"], &json["games"]),
        (&"yours".into(), &"finished".into(), &200.into())
    );
    let help = outflank(&["learn", "--help"]).printed();
    for field in json.as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n  {field}")), "{field}");
    }
    // The same recipe and seed are the same run, another seed is another.
    assert_eq!(laboratory.tensors("mine"), laboratory.tensors("yours"));
    laboratory.learn("other", &["--set", "games=200", "--seed", "2"]).printed();
    assert_ne!(laboratory.tensors("mine"), laboratory.tensors("other"));
    let unnamed = laboratory.outflank(&["learn", "td", "--set", "games=5", "--json"]).json();
    assert!(unnamed["run"].as_str().expect("a name").starts_with("td-"));
}

#[test]
fn a_finished_run_is_rated_beside_the_untrained_player() {
    let laboratory = Laboratory::new();
    let words = ["learn", "td", "--name", "mine", "--set", "games=3000", "--league-every", "0"];
    let printed = laboratory.outflank(&words).printed();
    for name in ["\nrating     +", "\nuntrained  ", "Elo, 95 % interval ", " distinct games\n"] {
        assert!(printed.contains(name), "{name}: {printed}");
    }
    let words = ["learn", "td", "--name", "yours", "--set", "games=3000", "--league-every", "0", "--json"];
    let json = laboratory.outflank(&words).json();
    let elo = |of: &str, end: usize| json[of]["elo_interval"][end].as_f64().expect("a number");
    // 3,000 games are enough to be significantly better than an untrained player.
    assert!(elo("rating", 0) > elo("untrained", 1), "{json}");
    assert!(json["rating"]["distinct_games"].as_u64() >= Some(40), "{json}");
    assert_eq!(json["league"], serde_json::Value::Null);
}

#[test]
fn wrong_recipes_are_refused_before_anything_is_made() {
    let laboratory = Laboratory::new();
    let refusal = |words: &[&str]| laboratory.outflank(&[&["learn", "td"], words].concat()).refusal();
    assert!(
        refusal(&["--set", "gmaes=5"]).starts_with("no key “gmaes” in a recipe of td; the keys are plies, ")
    );
    assert_eq!(
        refusal(&["--set", "games=many"]),
        "games is \"many\", expected a whole number, 1 to 1,000,000,000"
    );
    assert_eq!(refusal(&["--set", "plies=9"]), "plies is 9, expected 1 to 8");
    assert!(refusal(&["--set", "exploration=wild"]).contains("\"wild\", expected skip, update or happened"));
    let path = laboratory.path("recipe.toml");
    assert!(refusal(&["--recipe", &path]).starts_with(&format!("the recipe {path}: ")));
    std::fs::write(&path, "system = \"td\"\nplies = 2\nalpha = true\n").expect("written");
    assert_eq!(
        refusal(&["--recipe", &path]),
        format!("the recipe {path}: alpha is true, expected a number, above 0, at most 1")
    );
    std::fs::write(&path, "system = \"es\"").expect("written");
    assert_eq!(
        refusal(&["--recipe", &path]),
        format!("the recipe {path}: this is a recipe of es, not of td")
    );
    let unknown = laboratory.outflank(&["learn", "chess"]).refusal();
    assert!(unknown.starts_with("there is no system “chess”; systems are "), "{unknown}");
    assert!(unknown.contains("td"), "{unknown}");
    for words in
        [&["--set", "games"][..], &["--name", "swh"], &["--name", "f5d6"], &["--checkpoint-every", "0"]]
    {
        let run = laboratory.outflank(&[&["learn", "td"], words].concat());
        assert_eq!(run.code, Some(2), "{}", run.stderr);
    }
    assert!(!std::path::Path::new(&laboratory.path("data")).exists());

    std::fs::write(&path, "system = \"td\"\ngames = 30\nepsilon = 0.2\n").expect("written");
    laboratory.learn("mine", &["--recipe", &path, "--set", "games=20"]).printed();
    let shown = laboratory.outflank(&["show", "mine"]).printed();
    for line in ["  games = 20\n", "  epsilon = 0.2\n", "  alpha = 0.01\n"] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn an_unwritable_destination_is_reported_before_learning() {
    let laboratory = Laboratory::new();
    let words = ["learn", "td", "--set", "games=200", "--save", &laboratory.path("no/folder/a.player")];
    let failure = laboratory.outflank(&words).failure();
    assert!(failure.starts_with("cannot write "), "{failure}");
    assert!(!std::path::Path::new(&laboratory.path("data")).exists(), "nothing was learned");
}

#[test]
fn a_printed_recipe_can_be_begun_with() {
    let laboratory = Laboratory::new();
    for system in outflank_learn::Recipe::SYSTEMS {
        let printed = laboratory.outflank(&["learn", system, "--print-recipe"]).printed();
        assert!(printed.starts_with(&format!("system = \"{system}\"\n# ")), "{printed}");
        let keys = printed.lines().filter(|line| !line.starts_with("# ")).count();
        assert_eq!(printed.lines().count(), 2 * keys - 1, "every key is explained");
        let path = laboratory.path("recipe.toml");
        std::fs::write(&path, &printed).expect("written");
        let again = laboratory.outflank(&["learn", system, "--print-recipe", "--recipe", &path]).printed();
        assert_eq!(again, printed);
    }
    let changed = laboratory.outflank(&["learn", "td", "--print-recipe", "--set", "plies=2"]).printed();
    assert!(changed.contains("plies = 2\n"), "{changed}");
    // Nothing was learned and nothing made.
    assert!(!std::path::Path::new(&laboratory.path("data")).exists());
}

#[test]
fn a_run_of_any_data_folder_can_be_met() {
    let laboratory = Laboratory::new();
    laboratory.learn("mine", &["--set", "games=20"]).printed();
    let data = laboratory.path("data");
    for words in [
        &["match", "mine", "random", "--pairs", "1"][..],
        &["league", "mine", "random", "--pairs", "1"],
        &["othello-league", "mine", "--pairs", "1"],
    ] {
        assert_eq!(outflank(words).code, Some(2));
        let printed = outflank(&[words, &["--data", &data]].concat()).printed();
        assert!(printed.contains("mine"), "{printed}");
    }
}

#[test]
fn names_are_given_once_and_runs_resumed_by_them() {
    let laboratory = Laboratory::new();
    laboratory.learn("mine", &["--set", "games=20"]).printed();
    assert_eq!(laboratory.learn("mine", &[]).refusal(), "there is another run called “mine”");
    let nobody = laboratory.outflank(&["learn", "--resume", "yours"]).refusal();
    assert_eq!(nobody, "there is no run “yours”");
    let again = laboratory.outflank(&["learn", "--resume", "mine", "--json"]).json();
    assert_eq!((&again["state"], &again["games"]), (&"finished".into(), &20.into()));
}

#[test]
fn a_recipe_that_names_its_system_need_not_be_told_it() {
    let laboratory = Laboratory::new();
    let recipe = laboratory.path("recipe.toml");
    std::fs::write(&recipe, "system = \"td\"\ngames = 7\n").expect("written");
    let printed = outflank(&["learn", "--recipe", &recipe, "--print-recipe"]).printed();
    assert!(printed.contains("system = \"td\"") && printed.contains("games = 7\n"), "{printed}");
    std::fs::write(&recipe, "games = 7\n").expect("written");
    assert_eq!(outflank(&["learn", "--recipe", &recipe]).code, Some(2));
    assert_eq!(outflank(&["learn", "td", "--threads", "0"]).code, Some(2));
    let file = laboratory.path("recipe.toml");
    assert_eq!(outflank(&["runs", "--data", &file]).refusal(), format!("{file} is no folder for data"));
    assert!(outflank(&["help", "--help"]).printed().contains("Usage: outflank"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_used_is_told_at_once() {
    let laboratory = Laboratory::new();
    std::fs::write(laboratory.path("file"), "").expect("written");
    let below_a_file = laboratory.path("file/data");
    let failure = outflank(&["learn", "td", "--data", &below_a_file]).failure();
    assert!(failure.starts_with(&format!("the data folder {below_a_file} cannot be used: ")), "{failure}");
    assert!(failure.ends_with("another can be chosen with --data or OUTFLANK_DATA"), "{failure}");

    std::fs::create_dir(laboratory.path("data")).expect("made");
    std::fs::write(laboratory.path("data/outflank.sqlite"), "my notes").expect("written");
    for words in [&["learn", "td"][..], &["runs"], &["export", "mine", &laboratory.path("a.player")]] {
        assert!(
            laboratory.outflank(words).failure().contains("this is not a database; it was left as it is")
        );
    }
    assert_eq!(std::fs::read_to_string(laboratory.path("data/outflank.sqlite")).expect("there"), "my notes");
}

/// A training that takes some seconds and keeps a checkpoint every few games.
const LONG: &[&str] =
    &["--set", "games=5000", "--set", "plies=3", "--league-every", "1000", "--league-pairs", "5"];

fn spawn(laboratory: &Laboratory, words: &[&str]) -> Child {
    Command::new(cargo_bin!("outflank"))
        .args([words, &["--data", &laboratory.path("data"), "--checkpoint-every", "20"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until a run has a checkpoint later than some number of games.
fn wait_for_games(laboratory: &Laboratory, run: &str, after: u64) -> u64 {
    let patience = Instant::now() + PATIENCE;
    while Instant::now() < patience {
        let runs = laboratory.outflank(&["runs", "--json"]).json();
        let games = runs["runs"].as_array().expect("a list").iter().find(|line| line["id"] == run);
        match games.and_then(|line| line["games"].as_u64()) {
            Some(games) if games > after => return games,
            _ => sleep(Duration::from_millis(20)),
        }
    }
    panic!("{run} does not get beyond {after} games");
}

fn state(laboratory: &Laboratory, run: &str) -> String {
    let runs = laboratory.outflank(&["runs", "--json"]).json();
    let line = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|line| line["id"] == run)
        .expect("the run")
        .clone();
    line["state"].as_str().expect("a word").to_owned()
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_end() {
    let laboratory = Laboratory::new();
    let start = [&["learn", "td", "--name", "killed"], LONG].concat();
    let resume = ["learn", "--resume", "killed"];
    let (mut games, mut kills) = (0, 0);
    for attempt in 0..4 {
        let mut program = spawn(&laboratory, if attempt == 0 { &start } else { &resume });
        games = wait_for_games(&laboratory, "killed", games);
        if attempt == 0 {
            assert_eq!(state(&laboratory, "killed"), "running");
            let second = laboratory.outflank(&["learn", "--resume", "killed"]).failure();
            assert_eq!(second, "another program is at work on killed");
        }
        // Not always right after a checkpoint.
        sleep(Duration::from_millis(7 * attempt));
        program.kill().expect("it was not waited for");
        program.wait().expect("it ends");
        if state(&laboratory, "killed") == "finished" {
            break;
        }
        assert_eq!(state(&laboratory, "killed"), "interrupted");
        kills += 1;
    }
    assert!(kills > 0, "it was finished before anybody could kill it");
    let json = laboratory.outflank(&["learn", "--resume", "killed", "--json"]).json();
    assert_eq!((&json["state"], &json["games"]), (&"finished".into(), &5000.into()));

    // Two at once on one store.
    let whole = spawn(&laboratory, &[&["learn", "td", "--name", "whole"], LONG].concat());
    let other = spawn(&laboratory, &["learn", "td", "--name", "other", "--set", "games=400"]);
    for program in [whole, other] {
        let output = program.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
    let told = |run: &str| {
        let json = laboratory.outflank(&["show", run, "--json"]).json();
        (json["tensors"].clone(), json["curve"].clone())
    };
    assert_eq!(told("killed"), told("whole"));
    assert_eq!(told("whole").1.as_array().expect("points").len(), 6 * 3, "league, alpha and epsilon");
}

#[cfg(unix)]
#[test]
fn who_is_asked_to_stop_keeps_what_is_done() {
    let laboratory = Laboratory::new();
    let program = spawn(&laboratory, &[&["learn", "td", "--name", "asked"], LONG].concat());
    wait_for_games(&laboratory, "asked", 0);
    let pid = program.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill");
    let output = program.wait_with_output().expect("it ends");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(130), "{printed}");
    assert!(printed.starts_with("asked interrupted after "), "{printed}");
    let advice = format!("resume with outflank learn --resume asked --data {}\n", laboratory.path("data"));
    assert!(printed.ends_with(&advice), "{printed}");
    assert_eq!(state(&laboratory, "asked"), "interrupted");
    assert!(laboratory.outflank(&["show", "asked"]).printed().contains("state    interrupted, "));
}

#[cfg(unix)]
#[test]
fn a_lesson_of_any_length_ends_when_it_is_asked_to() {
    let laboratory = Laboratory::new();
    let lesson = ["--set", "population=10000", "--set", "games=1000000", "--league-every", "0"];
    let program = spawn(&laboratory, &[&["learn", "evolution", "--name", "giant"], &lesson[..]].concat());
    until("the run is there", || laboratory.outflank(&["runs"]).printed().contains("giant"));
    sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &program.id().to_string()]).status().expect("there is a kill");
    // The lesson takes hours.
    let output = output_of(program);
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(state(&laboratory, "giant"), "interrupted");
}

#[test]
fn bursts_are_added_to_a_table() {
    let laboratory = Laboratory::new();
    let table = laboratory.path("table.player");
    let burst = |more: &[&str]| {
        let usual = ["learn", "winmeasure", "--league-every", "0", "--no-rating", "--save", &table];
        laboratory.outflank(&[&usual, more].concat())
    };
    let printed = burst(&["--set", "games=40", "--set", "start=pre-weighted"]).printed();
    assert!(printed.contains(&format!("\nsaved as {table}\n")), "{printed}");
    let shown = laboratory.outflank(&["show", &table]).printed();
    for part in
        ["IF it is phase 2 AND ", "THEN avoid the move", "Heuristics ever used", "learned  from 40 games"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // The recipe of the file is gone on with.
    let json = burst(&["--from", &table, "--set", "games=25", "--name", "second", "--json"]).json();
    assert_eq!((&json["games"], &json["saved"]), (&25.into(), &table.as_str().into()));
    let shown = laboratory.outflank(&["show", &table]).printed();
    assert!(
        shown.contains("learned  from 65 games") && shown.contains("start = \"pre-weighted\""),
        "{shown}"
    );
    // The run has all it needs in it.
    std::fs::remove_file(&table).expect("there");
    let again = laboratory.outflank(&["export", "second", &table]).printed();
    assert!(again.contains("second after 25 games"), "{again}");

    // Games of people come first, as transcripts or as contests write them.
    let games = laboratory.path("games.txt");
    let conditions = ["match", "swh", "korman", "--pairs", "3", "--games-to", &games];
    outflank(&conditions).printed();
    burst(&["--force", "--games", &games, "--set", "games=1", "--name", "looked-on"]).printed();
    let uses = |run: &str| {
        let tensors = laboratory.tensors(run);
        let uses =
            tensors.as_array().expect("a list").iter().find(|tensor| tensor["name"] == "uses").cloned();
        let uses = uses.expect("counted")["values"].as_array().expect("numbers").clone();
        uses.iter().filter_map(|number| number.as_f64()).sum::<f64>()
    };
    assert!(uses("looked-on") > 6.0 * 30.0, "{}", uses("looked-on"));
    std::fs::write(&games, "f5d6c3\n").expect("written");
    let refusal = burst(&["--force", "--games", &games]).refusal();
    assert!(refusal.ends_with("line 1: the game is not over"), "{refusal}");
}

#[test]
fn tables_that_do_not_fit_are_refused_and_left_alone() {
    let laboratory = Laboratory::new();
    let (table, td) = (laboratory.path("table.player"), laboratory.path("td.player"));
    let quick = ["--league-every", "0", "--set", "games=5"];
    laboratory.outflank(&[&["learn", "winmeasure", "--save", &table], &quick[..]].concat()).printed();
    laboratory.outflank(&[&["learn", "td", "--save", &td], &quick[..]].concat()).printed();
    let refusal = |words: &[&str]| laboratory.outflank(&[&["learn", "winmeasure"], words].concat()).refusal();

    let whole = std::fs::read(&table).expect("written");
    let length = u64::from_le_bytes(whole[..8].try_into().expect("eight bytes"));
    let text = String::from_utf8_lossy(&whole).into_owned();
    assert!(text.contains("\"version\":\"1\""));
    let damaged = [
        // The bytes of numbers the other way round, a table of another shape, a later version, half a file.
        [&length.to_be_bytes()[..], &whole[8..]].concat(),
        replaced(&whole, b"[6,4]", b"[4,6]"),
        replaced(&whole, b"\"version\":\"1\"", b"\"version\":\"9\""),
        whole[..whole.len() / 2].to_vec(),
        b"f5d6".to_vec(),
    ];
    for (number, bytes) in damaged.into_iter().enumerate() {
        let path = laboratory.path("damaged.player");
        std::fs::write(&path, &bytes).expect("written");
        let said = refusal(&["--from", &path, "--save", &path]);
        assert!(said.starts_with(&path), "{number}: {said}");
        let said = refusal(&["--save", &path]);
        assert!(said.contains("exists already; --force"), "{number}: {said}");
        assert_eq!(std::fs::read(&path).expect("still there"), bytes, "{number}");
    }
    let said = refusal(&["--from", &td]);
    assert_eq!(said, format!("{td} was learned by td, not by winmeasure"));
    assert!(refusal(&["--from", &table, "--set", "lookahead=9"]).contains("lookahead or plies differ"));
    assert!(refusal(&["--from", "nobody"]).contains("there is no run and no player file"));
    assert!(refusal(&["--save", &td]).ends_with("exists already; --force writes over it"));
    let said = laboratory.outflank(&["learn", "td", "--games", &laboratory.path("none.txt")]).refusal();
    assert!(said.contains("none.txt"), "{said}");
}

/// The same bytes with some of them exchanged for as many others.
fn replaced<const N: usize>(bytes: &[u8], from: &[u8; N], to: &[u8; N]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> =
        bytes.windows(N).enumerate().filter(|(_, w)| *w == from).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + N].copy_from_slice(to);
    }
    bytes
}
