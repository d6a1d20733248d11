//! `deep` and tree search, as a person uses them.

use super::{Laboratory, outflank};

const SMALL: [&str; 6] =
    ["games=12", "batch=4", "blocks=1", "imitation_games=4", "search_games=4", "simulations=4"];

#[test]
fn a_network_is_taught_shown_searched_with_and_continued() {
    let laboratory = Laboratory::new();
    let mut words = vec!["learn", "deep", "--name", "mine", "--league-pairs", "1", "--json"];
    SMALL.iter().for_each(|key| words.extend(["--set", key]));
    assert_eq!(laboratory.outflank(&words).json()["state"], "finished");
    let shown = laboratory.outflank(&["show", "mine"]).printed();
    for part in
        ["1 residual blocks of 16 channels", "First-layer filters", "What its values hang on", "policy"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let words = ["show", "mine:simulations=30", "--position", "f5d6c3", "--json"];
    let searched = laboratory.outflank(&words).json();
    let search = &searched["search"];
    assert_eq!(search["simulations"], 30);
    let visits: u64 =
        search["moves"].as_array().expect("a list").iter().filter_map(|one| one["visits"].as_u64()).sum();
    assert_eq!(visits, 30);
    assert_eq!(searched["moves"][0]["square"], search["moves"][0]["square"], "the one to be played first");
    let played = ["match", "mine:simulations=8", "random", "--pairs", "1", "--seed", "1", "--json"];
    assert!(laboratory.outflank(&played).json().is_object());
    let words = [
        "learn",
        "--from",
        "mine",
        "--set",
        "games=4",
        "--set",
        "search_games=0",
        "--set",
        "imitation_games=0",
        "--set",
        "batch=4",
        "--name",
        "next",
        "--league-pairs",
        "1",
        "--json",
    ];
    assert_eq!(laboratory.outflank(&words).json()["state"], "finished");
}

#[test]
fn every_evaluator_searches_a_tree_and_tells_what_it_found() {
    for player in ["patterns:simulations=40", "outflank:simulations=40,tree=puct", "swh:simulations=40"] {
        let shown = outflank(&["show", player, "--position", "f5"]).printed();
        assert!(shown.contains("A tree search of 40 simulations"), "{player}: {shown}");
        assert!(shown.contains("most visited play"), "{shown}");
    }
    let equal = |player: &str| {
        outflank(&["match", player, "random", "--pairs", "2", "--seed", "3", "--json"]).json()["points"]
            .clone()
    };
    assert_eq!(equal("swh:simulations=20"), equal("swh:simulations=20"), "the same budget, the same games");
}

#[test]
fn what_makes_no_sense_is_told() {
    for (player, told) in [
        ("patterns:simulations=0", "expected a whole number of positions from 1 to 1000000"),
        ("patterns:simulations=5,depth=3", "no depth, nodes or level beside it"),
        ("patterns:simulations=5,tree=oak", "expected gumbel or puct"),
        ("winmeasure:simulations=5", "asks for a search"),
        ("random:simulations=5", "no option “simulations” here"),
        ("missing.onnx:simulations=5", "there is no player"),
    ] {
        let sentence = outflank(&["match", player, "random", "--pairs", "1"]).refusal();
        assert!(sentence.contains(told), "{player}: {sentence}");
    }
    let laboratory = Laboratory::new();
    let refused = |key: &str, told: &str| {
        let sentence = laboratory.outflank(&["learn", "deep", "--set", key]).refusal();
        assert!(sentence.contains(told), "{key}: {sentence}");
    };
    refused("channels=24", "expected 16, 32 or 64");
    refused("minibatch=20", "a multiple of 8");
}
