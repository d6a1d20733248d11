//! `evolution` as a person uses it.

use crate::{Laboratory, outflank};

const SMALL: [&str; 6] = ["--set", "population=6", "--set", "generations=4", "--set", "games=20"];

#[test]
fn a_population_is_bred_shown_and_played() {
    let laboratory = Laboratory::new();
    let learn = |name: &str, more: &[&str]| {
        let words =
            [&["learn", "evolution", "--name", name, "--league-pairs", "5"], &SMALL[..], more].concat();
        laboratory.outflank(&words)
    };
    let printed = learn("bred", &[]).printed();
    assert!(printed.starts_with("bred finished after 480 games"), "{printed}");
    learn("again", &["--threads", "3"]).printed();
    assert_eq!(laboratory.tensors("bred"), laboratory.tensors("again"), "threads change nothing");

    let curve = laboratory.outflank(&["show", "bred", "--json"]).json()["curve"].clone();
    let points = curve.as_array().expect("a list");
    for name in ["best fitness", "mean fitness", "diversity of genes"] {
        assert_eq!(points.iter().filter(|point| point["name"] == name).count(), 4, "{name}");
    }
    let shown = laboratory.outflank(&["show", "bred"]).printed();
    assert!(shown.contains("weighted piece counter, 64 genes") && shown.contains("mean fitness"), "{shown}");

    learn("mlp", &["--set", "genome=mlp", "--set", "openings=drawn"]).printed();
    let shown = laboratory.outflank(&["show", "mlp"]).printed();
    assert!(shown.contains("2113 genes") && shown.contains("follows the named openings"), "{shown}");
    let players = ["mlp", "bred"].map(|run| {
        let player = laboratory.path(&format!("{run}.player"));
        laboratory.outflank(&["export", run, &player]).printed();
        player
    });
    let met =
        outflank(&["match", &format!("{}:epsilon=0.1", players[0]), &players[1], "--pairs", "3", "--json"])
            .json();
    assert_eq!(met["games"], 6, "{met}");
}

#[test]
fn impossible_populations_are_refused_by_name() {
    let laboratory = Laboratory::new();
    for (set, sentence) in [
        ("population=0", "population is 0, expected 2 to 10,000"),
        ("population=1", "population is 1, expected 2 to 10,000"),
        ("mutation_rate=1.5", "mutation_rate is 1.5, expected 0 to 1"),
        ("elites=51", "elites is 51, expected fewer than the population"),
    ] {
        assert_eq!(laboratory.outflank(&["learn", "evolution", "--set", set]).refusal(), sentence);
    }
}

#[test]
fn the_study_comes_to_a_report_that_does_not_depend_on_threads() {
    let reports = ["1", "3"].map(|threads| {
        let laboratory = Laboratory::new();
        let out = laboratory.path("report");
        let words = ["reproduce", "evolution", "--scale", "smoke", "--threads", threads, "--out", &out];
        laboratory.outflank(&words).printed();
        super::golden::assert_golden_results(&laboratory, "evolution");
        let text = std::fs::read_to_string(format!("{out}/report.md")).expect("the report");
        for figure in 10..=17 {
            assert!(std::fs::metadata(format!("{out}/figures/figure-{figure}.svg")).is_ok(), "{figure}");
        }
        // All but what it cost.
        text.lines().take_while(|line| *line != "## Cost").map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(reports[0], reports[1]);
    for part in
        ["MLP with a spatial layer", "WPC by CMA-ES", "as probable as an engine", "plays with openings"]
    {
        assert!(reports[0].iter().any(|line| line.contains(part)), "{part}");
    }
}
