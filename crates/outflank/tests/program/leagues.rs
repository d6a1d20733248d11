//! `outflank league` and `outflank othello-league`.

use outflank_arena::games;

use crate::{outflank, scratch};

#[test]
fn a_league_rates_everybody() {
    let path = scratch("league-games");
    let words =
        ["league", "random", "swh", "greedy", "--pairs", "40", "--games-to", path.to_str().expect("text")];
    let printed = outflank(&words).printed();
    let order: Vec<&str> =
        printed.lines().skip(1).take(3).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(order, ["swh", "greedy", "random"], "{printed}");
    let kept = games::read(&std::fs::read_to_string(path).expect("the games")).expect("games");
    assert_eq!(kept.len(), 240);

    let json = outflank(&["league", "random", "swh", "greedy", "--pairs", "40", "--json"]).json();
    let players = json["players"].as_array().expect("a list");
    let sum: f64 = players.iter().filter_map(|player| player["elo"].as_f64()).sum();
    assert!(sum.abs() < 1e-6, "the mean is 0, not {sum}");
    assert!(players.iter().all(|player| player["games"] == 160), "{json}");
    let meetings = json["meetings"].as_array().expect("a list");
    let met: Vec<_> = meetings.iter().map(|meeting| (&meeting["first"], &meeting["second"])).collect();
    assert_eq!(
        met,
        [
            (&"random".into(), &"swh".into()),
            (&"random".into(), &"greedy".into()),
            (&"swh".into(), &"greedy".into())
        ]
    );
    assert!(meetings.iter().all(|meeting| meeting["games"] == 80));
}

#[test]
fn a_league_needs_different_players() {
    assert_eq!(outflank(&["league", "swh", "random", "swh"]).refusal(), "player “swh” is named twice");
    assert!(
        outflank(&["league", "swh", "x.txt"]).refusal().starts_with("player “x.txt”: there is no player")
    );
    assert_eq!(outflank(&["league", "swh"]).code, Some(2));
}

#[test]
fn the_othello_league_measures() {
    let words = ["othello-league", "swh", "random", "--random", "--games", "4000", "--json"];
    let json = outflank(&words).json();
    let score =
        |player: usize, column: &str| json["players"][player][column]["score"].as_f64().expect("a score");
    // Four standard errors around what 600,000 games gave: 49.9, 79.6, 19.5 and 50.
    for (player, column, expected) in
        [(0, "league", 0.499), (0, "random", 0.796), (1, "league", 0.195), (1, "random", 0.5)]
    {
        let found = score(player, column);
        assert!((found - expected).abs() < 0.032, "{player} {column}: {found}, not {expected}");
    }
    // Every game counts, the same one again as well.
    for player in [0, 1] {
        let league = &json["players"][player]["league"];
        let count = |name: &str| league[name].as_f64().expect("a number");
        assert!((score(player, "league") * 4000.0 - count("wins") - count("draws") / 2.0).abs() < 1e-6);
        assert!(count("distinct_games") <= count("games"));
    }
    let one = outflank(&["othello-league", "korman", "--games", "100", "--json"]).json();
    assert!(one["players"][0]["random"].is_null());
    let printed = outflank(&["othello-league", "korman", "--games", "100"]).printed();
    assert!(printed.lines().nth(1).is_some_and(|line| line.trim_start().starts_with("korman ")), "{printed}");
}

#[test]
fn the_othello_league_sets_the_random_moves_itself() {
    let refusal = outflank(&["othello-league", "swh:epsilon=0.2"]).refusal();
    assert!(
        refusal.starts_with("player “swh:epsilon=0.2”: its epsilon is 0.2, and 0.1 is asked"),
        "{refusal}"
    );
}

#[test]
fn the_othello_league_looks_one_ply_ahead_unless_told() {
    let score = |player: &str| {
        let json = outflank(&["othello-league", player, "--pairs", "20", "--json"]).json();
        json["players"][0]["league"]["score"].as_f64().expect("a score")
    };
    // Both look further where nobody asks them not to.
    for player in ["td", "selection"] {
        assert_eq!(score(player), score(&format!("{player}:depth=1")));
        assert!(score(&format!("{player}:depth=3")) > score(player));
    }
}

#[test]
fn shipped_players_look_as_far_as_is_best_for_them() {
    let score = |player: &str| {
        outflank(&["match", player, "swh", "--pairs", "10", "--epsilon", "0.1", "--json"]).json()["score"]
            .clone()
    };
    assert_eq!(score("td"), score("td:depth=5"));
    assert_ne!(score("td"), score("td:depth=1"));
    assert_eq!(score("selection"), score("selection:depth=3"));
}
