//! `outflank reproduce`, at its smallest.

use super::golden::assert_golden_results;
use super::{Laboratory, outflank};

#[test]
fn a_study_comes_to_a_report_and_needs_no_second_run() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let words = ["reproduce", "td", "--scale", "smoke", "--out", &out, "--json"];
    let first = laboratory.outflank(&words).json();
    assert_eq!(first["state"], "finished");
    assert_eq!(first["done"], first["tasks"]);
    assert_golden_results(&laboratory, "td");
    let count = |name: &str| first[name].as_u64().expect("a count");
    // The smallest scale shows that everything runs, and decides nothing.
    assert_eq!((count("replicated"), count("not_replicated")), (0, 0));
    assert!(count("undecided") >= 7);

    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("the report");
    for part in ["Table XIII", "Provenance", "What hangs on a reading", "The plan", "<svg", "plies = 1"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(std::fs::metadata(format!("{out}/figures/weights-fixed.svg")).is_ok());

    // Whoever has the data can work everything out again.
    let check = outflank(&["study", "check", &out, "--json"]).json();
    assert_eq!(check["checked"][0]["differences"], serde_json::json!([]));
    assert!(check["checked"][0]["numbers"].as_u64() >= Some(9));

    // Everything is there already: the same numbers, at once.
    let json = std::fs::read_to_string(format!("{out}/report.json")).expect("the data");
    let again = laboratory.outflank(&words).json();
    assert_eq!(again["cpu_seconds"], first["cpu_seconds"]);
    assert_eq!(std::fs::read_to_string(format!("{out}/report.json")).expect("the data"), json);

    // What follows from the data is written again without running anything, and the report says so.
    let rebuilt = outflank(&["study", "rebuild", &out, "--json"]).json();
    assert_eq!(rebuilt["rebuilt"], serde_json::json!([out]));
    let check = outflank(&["study", "check", &out, "--json"]).json();
    assert_eq!(check["checked"][0]["differences"], serde_json::json!([]));
    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("the report");
    assert!(page.contains("worked out again") && page.contains("The plan"));
}

#[test]
fn tables_of_win_measures_are_studied() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let words = ["reproduce", "winmeasure", "--scale", "smoke", "--out", &out, "--json"];
    let json = laboratory.outflank(&words).json();
    assert_eq!((&json["state"], &json["done"]), (&"finished".into(), &json["tasks"]));
    assert_golden_results(&laboratory, "winmeasure");
    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("the report");
    for part in [
        "corner front end",
        "Where levels are cut",
        "What hangs on a reading",
        "semi-skilled teacher",
        "IF it is phase 3 AND ",
        "<svg",
        "games = 50",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn the_study_of_deep_shows_games_seconds_and_parts() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let run = laboratory.outflank(&["reproduce", "deep", "--scale", "smoke", "--out", &out, "--json"]).json();
    assert_eq!((&run["state"], &run["done"]), (&"finished".into(), &run["tasks"]));
    assert_golden_results(&laboratory, "deep");
    let page = std::fs::read_to_string(format!("{out}/report.html")).expect("the report");
    for part in [
        "comes up with its own features",
        "second for second",
        "Published marks",
        "one orientation for all eight",
        "<svg",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn the_league_shows_champions_among_others_that_were_taught_the_same_way() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let run =
        laboratory.outflank(&["reproduce", "league", "--scale", "smoke", "--out", &out, "--json"]).json();
    assert_eq!((&run["state"], &run["done"]), (&"finished".into(), &run["tasks"]));
    assert_golden_results(&laboratory, "league");
    let page = std::fs::read_to_string(format!("{out}/report.md")).expect("the report");
    for part in ["Everybody at one ply", "Champions and populations", "| value-matrix |", " of 2 |"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(std::fs::metadata(format!("{out}/figures/populations.svg")).is_ok());
}

#[test]
fn the_study_of_edgar_shows_its_parts() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let run =
        laboratory.outflank(&["reproduce", "edgar", "--scale", "smoke", "--out", &out, "--json"]).json();
    assert_eq!((&run["state"], &run["done"]), (&"finished".into(), &run["tasks"]));
    assert_golden_results(&laboratory, "edgar");
    let page = std::fs::read_to_string(format!("{out}/report.md")).expect("the report");
    for part in ["without G", "hill climbing", "four-features", "Provenance", "climb_every = 0", "G rewarded"]
    {
        assert!(page.contains(part), "{part}");
    }
    for figure in ["teachers", "league", "yardsticks", "worth", "squares", "flips"] {
        assert!(std::fs::metadata(format!("{out}/figures/{figure}.svg")).is_ok(), "{figure}");
    }
}

#[test]
fn the_study_of_patterns_shows_shapes_and_parts() {
    let laboratory = Laboratory::new();
    let out = laboratory.path("report");
    let run =
        laboratory.outflank(&["reproduce", "patterns", "--scale", "smoke", "--out", &out, "--json"]).json();
    assert_eq!((&run["state"], &run["done"]), (&"finished".into(), &run["tasks"]));
    assert_golden_results(&laboratory, "patterns");
    let page = std::fs::read_to_string(format!("{out}/report.md")).expect("the report");
    for part in
        ["random-7x5", "temporal coherence", "Lucas 2008", "cannot be tested", "Provenance", "lambda = 0.8"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(std::fs::metadata(format!("{out}/figures/first-games.svg")).is_ok());
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let reports = ["1", "3"].map(|threads| {
        let laboratory = Laboratory::new();
        let out = laboratory.path("report");
        laboratory
            .outflank(&["reproduce", "td", "--scale", "smoke", "--threads", threads, "--out", &out])
            .printed();
        let text = std::fs::read_to_string(format!("{out}/report.md")).expect("the report");
        // All but what it cost.
        text.lines().take_while(|line| *line != "## Cost").map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(reports[0].len() > 50);
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn unknown_studies_and_scales_are_refused() {
    let laboratory = Laboratory::new();
    for words in [&["reproduce", "chess"][..], &["reproduce", "td", "--scale", "huge"]] {
        let run = laboratory.outflank(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    }
}
