//! `outflank ladder`: places on the one scale.

use crate::{Laboratory, outflank};

#[test]
fn the_scale_rises_from_random() {
    let listed = outflank(&["ladder"]).printed();
    let players: Vec<&str> =
        listed.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(players.last(), Some(&"random"), "{listed}");
    let json = outflank(&["ladder", "--json"]).json();
    let anchors = json["anchors"].as_array().expect("a list");
    assert_eq!(anchors.len(), players.len());
    assert_eq!((&anchors[0]["player"], &anchors[0]["elo"]), (&"random".into(), &0.0.into()));
    let elo: Vec<f64> = anchors.iter().filter_map(|anchor| anchor["elo"].as_f64()).collect();
    assert!(elo.is_sorted() && elo.last() > Some(&900.0), "{elo:?}");
}

/// Its own weights in a file are the same player under another name, and its place is that of the anchor.
#[test]
fn a_player_is_placed_where_the_anchor_stands_that_it_is() {
    let laboratory = Laboratory::new();
    let place = |player: &str, more: &[&str]| {
        let words = [&["ladder", player, "--within", "45", "--json"], more].concat();
        let json = laboratory.outflank(&words).json();
        (json["players"][0].clone(), json["anchors"].clone())
    };
    let (placed, anchors) = place("swh", &["--threads", "2"]);
    assert_eq!(placed["ended"], "reached");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let anchors = anchors.as_array().expect("a list").clone();
    let swh = anchors.iter().find(|anchor| anchor["player"] == "swh").expect("an anchor");
    let away = number(&placed["elo"]) - number(&swh["elo"]);
    // Twice the interval that was asked for, and what circles among players add.
    assert!(away.abs() < 90.0, "{away}: {placed}");
    let [low, high] = [0, 1].map(|end| number(&placed["elo_interval"][end]));
    assert!(high - low <= 90.0 && low < number(&placed["elo"]), "{placed}");
    assert!(placed["opponents"].as_array().is_some_and(|met| met.len() >= 3), "{placed}");
    assert_eq!(placed["games"].as_u64(), placed["distinct_games"].as_u64());
    assert_eq!(place("swh", &["--threads", "1"]).0, placed, "the seed decides the games");
    let refusal = laboratory.outflank(&["ladder", "nobody"]).refusal();
    assert!(refusal.contains("nobody"), "{refusal}");
}

#[test]
fn a_ladder_is_measured_and_added_to() {
    let measured =
        outflank(&["ladder", "--measure", "random", "greedy", "swh", "--pairs", "40", "--seed", "3"])
            .printed();
    assert!(
        measured.contains("outflank ladder --measure --pairs 40 --seed 3 random greedy swh"),
        "{measured}"
    );
    assert!(measured.contains("content = \"built-in:swh\""), "{measured}");
    let added = outflank(&["ladder", "--add", "greedy", "--within", "60"]).printed();
    assert!(added.contains("outflank ladder --add greedy --within 60 --seed 1"), "{added}");
    assert!(added.contains("player = \"greedy\""), "{added}");
}
