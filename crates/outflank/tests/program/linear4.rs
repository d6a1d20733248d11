//! `linear4` and the systems that grew out of its document, as a person uses them.

use super::{Laboratory, outflank};

/// The systems with little enough to learn, and what becomes of them in a moment.
const SMALL: [(&str, &[&str]); 4] = [
    ("linear4", &["games=30"]),
    ("imitator", &["teacher_games=20", "imitation=3", "self_play=3", "batch=3"]),
    (
        "population",
        &[
            "teacher_games=20",
            "imitation=3",
            "networks=4",
            "survivors=1",
            "descended=2",
            "generations=2",
            "benchmark_pairs=2",
        ],
    ),
    ("selection", &["teacher_games=20", "lessons=4", "batch=10"]),
];

/// Teaches a system; the run is called after it, for the name itself belongs to a player that is shipped.
fn taught(laboratory: &Laboratory, system: &str, keys: &[&str]) -> String {
    let run = format!("my-{system}");
    let mut words = vec!["learn", system, "--name", &run, "--league-pairs", "2"];
    for key in keys {
        words.extend(["--set", key]);
    }
    let learned = laboratory.outflank(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(learned["state"], "finished", "{system}");
    run
}

#[test]
fn all_can_be_taught_shown_exported_and_played() {
    let laboratory = Laboratory::new();
    for (system, keys) in SMALL {
        let run = taught(&laboratory, system, keys);
        let shown = laboratory.outflank(&["show", &run]).printed();
        assert!(
            shown.contains("What it learned") || shown.contains("By squares") || shown.contains("weight"),
            "{shown}"
        );
        let file = laboratory.path(&format!("{system}.player"));
        laboratory.outflank(&["export", &run, &file]).printed();
        let played = outflank(&["match", &file, "random", "--pairs", "2", "--seed", "1", "--json"]).json();
        assert!(played.is_object(), "{system}");
    }
}

#[test]
fn moves_are_explained_feature_by_feature() {
    let laboratory = Laboratory::new();
    let run = taught(&laboratory, "linear4", &["games=30"]);
    let words = ["show", &run, "--position", "f5d6c3", "--depth", "2"];
    let explained = laboratory.outflank(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(explained["plies"], 2);
    let moves = explained["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 4, "g5, d3, f3 and f4");
    for explained in moves {
        let parts = explained["parts"].as_array().expect("parts");
        assert_eq!(parts.len(), 4);
        let sum: f64 = parts.iter().map(|part| part["value"].as_f64().expect("a number")).sum();
        assert!((sum - explained["value"].as_f64().expect("a number")).abs() < 1e-9);
        assert_eq!(explained["line"].as_array().expect("a line").len(), 2);
    }
    let text = laboratory.outflank(&words).printed();
    for word in ["frontier", "mobility", "discs", "matrix", "expected play"] {
        assert!(text.contains(word), "{word}: {text}");
    }

    // Values without parts are shown, too, of any player that has them.
    for player in ["td", "swh", "korman:depth=2", "edgar"] {
        let json = laboratory.outflank(&["show", player, "--position", "f5", "--json"]).json();
        let values: Vec<f64> =
            json["moves"].as_array().expect("moves").iter().filter_map(|m| m["value"].as_f64()).collect();
        assert_eq!(values.len(), 3, "{player}: {json}");
        assert!(values.is_sorted_by(|one, other| one >= other), "{player}: {values:?}");
    }
    let wrong = laboratory.outflank(&["show", "random", "--position", "f5"]).refusal();
    assert_eq!(wrong, "random chooses without a value for its moves");
    let wrong = laboratory.outflank(&["show", "nobody", "--position", "f5"]);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn the_study_comes_to_a_report() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let words = ["reproduce", "linear4", "--scale", "smoke", "--out", &out, "--json"];
    let first = laboratory.outflank(&words).json();
    assert_eq!((&first["state"], &first["done"]), (&"finished".into(), &first["tasks"]));
    super::golden::assert_golden_results(&laboratory, "linear4");
    let count = |name: &str| first[name].as_u64().expect("a count");
    assert!(count("replicated") + count("not_replicated") + count("undecided") >= 10);
    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("the report");
    for part in
        ["Figure 3", "Figure 4", "Figure 5", "Figure 6", "Extensions", "What hangs on our choices", "<svg"]
    {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn bad_recipes_are_refused_by_name() {
    let laboratory = Laboratory::new();
    for (system, change, key) in [
        ("linear4", "plies=9", "plies"),
        ("linear4", "opponent=nobody", "opponent"),
        ("imitator", "neurons=49", "neurons"),
        ("population", "survivors=100", "survivors"),
        ("selection", "folds=1", "folds"),
        ("selection", "games=3", "games"),
    ] {
        let refused = laboratory.outflank(&["learn", system, "--set", change]);
        assert_eq!(refused.code, Some(2), "{system} {change}");
        assert!(refused.stderr.contains(key), "{}", refused.stderr);
    }
}
