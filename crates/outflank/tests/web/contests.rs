//! Contests through the interface: played, kept, rated; and what is refused.

use axum::http::StatusCode;
use outflank_arena::Identity;
use outflank_lab::{DataFolder, NewContest};
use serde_json::{Value, json};

use crate::site::Site;

async fn played(site: &Site, players: &[&str], pairs: u64, seed: u64) -> Value {
    let invitation = json!({ "players": players, "pairs": pairs, "seed": seed });
    let begun = site.asked("/api/contests", invitation).await;
    site.state(&format!("/api/contests/{}", begun["contest"]), "finished").await
}

#[tokio::test]
async fn a_round_robin_is_played_kept_and_rated() {
    let site = Site::new();
    let contest = played(&site, &["swh", "random", "greedy"], 20, 1).await;
    assert_eq!((&contest["games"], &contest["total_games"]), (&json!(120), &json!(120)));
    let ratings = site.json("/api/ratings").await;
    let group = ratings["groups"][0].as_array().expect("a group");
    assert_eq!((group.len(), &group[0]["player"]), (3, &json!("swh")), "{ratings}");
    // Anchors of the ladder keep their ratings, and greedy is rated on their scale.
    let ladder = ratings["ladder"].as_array().expect("a list");
    for rating in group {
        let anchor = ladder.iter().find(|anchor| anchor["player"] == rating["player"]);
        assert_eq!(rating["is_anchor"], anchor.is_some(), "{rating}");
        match anchor {
            Some(anchor) => assert_eq!(rating["elo"], anchor["elo"]),
            None => assert!(rating["low"].as_f64() < rating["elo"].as_f64(), "{rating}"),
        }
        assert_eq!(rating["games"], 80);
    }
    assert_eq!(group.iter().filter(|rating| rating["is_anchor"] == true).count(), 2);
    for met in ratings["meetings"].as_array().expect("a list") {
        assert_eq!(
            (&met["games"], &met["distinct_games"], &met["distinct_pairs"]),
            (&json!(40), &json!(40), &json!(20))
        );
        let caution = "40 of 40 games are different: all below rests on 20 pairs";
        assert_eq!(met["caution"], caution);
    }
    let id = &contest["contest"];
    let games = site.json(&format!("/api/contests/{id}/games")).await;
    let first = games[0]["moves"].as_str().expect("moves");
    // Every game can be opened on the board, and ends as it says.
    let frame = site.asked("/api/position", json!({ "moves": first })).await;
    let margin = games[0]["margin"].as_i64().expect("a margin");
    assert_eq!(frame["result"]["margin"], margin.abs());
    let (_, page) = site.get(&format!("/league/{id}")).await;
    assert!(page.contains(&format!("/games#moves={first}")) && page.contains("<svg"));
    assert!(page.contains("120 games, 120 different.") && page.contains("3 of 3 meetings rest on few pairs"));
    let (_, league) = site.get("/league").await;
    assert!(league.contains("3 players: swh, random, greedy") && league.contains("href=\"/ladder\""));
    // A cell of the table leads to its games.
    assert!(page.contains("/league/games?first=swh&amp;second=random&amp;contest=1"), "{page}");
    let (status, met) = site.get("/league/games?first=random&second=swh&contest=1").await;
    assert!(status == StatusCode::OK && met.matches("class=\"moves-of\"").count() == 40, "{met}");
    assert!(
        met.contains("Likelihood that random is stronger") && met.contains("log-likelihood ratio"),
        "{met}"
    );
    assert_eq!(site.get("/league/games?first=nobody&second=swh").await.0, StatusCode::NOT_FOUND);
    let swh = site.json("/api/players/swh").await;
    assert_eq!(
        (&swh["ratings"][0]["player"], swh["ratings"][0]["games"].as_u64()),
        (&json!("swh"), Some(80))
    );
}

#[tokio::test]
async fn the_same_games_count_once_and_others_add_up() {
    let site = Site::new();
    let games = async |site: &Site| site.json("/api/ratings").await["groups"][0][0]["games"].clone();
    played(&site, &["swh", "random"], 10, 7).await;
    assert_eq!(games(&site).await, 20);
    played(&site, &["swh", "random"], 10, 7).await;
    assert_eq!(games(&site).await, 20);
    let met = &site.json("/api/ratings").await["meetings"][0];
    assert_eq!(
        (&met["games"], &met["distinct_games"], &met["distinct_pairs"]),
        (&json!(40), &json!(20), &json!(10))
    );
    played(&site, &["swh", "random"], 10, 8).await;
    assert_eq!(games(&site).await, 40);
    // Nobody connects these with the others.
    played(&site, &["korman", "norvig"], 2, 1).await;
    assert_eq!(site.json("/api/ratings").await["groups"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_run_that_may_still_learn_is_named_with_its_games() {
    let site = Site::new();
    let lessons =
        json!({ "system": "td", "name": "young", "recipe": { "games": "1000000000" }, "measurements": 0 });
    site.asked("/api/runs", lessons).await;
    site.command("/api/runs/young/pause").await;
    let games = site.state("/api/runs/young", "paused").await["games"].clone();
    let contest = played(&site, &["young:depth=2", "random"], 2, 1).await;
    assert_eq!(contest["players"][0], format!("young@{games}:depth=2"));
    assert_eq!(site.json("/api/players/young").await["ratings"].as_array().map(Vec::len), Some(1));
    site.command("/api/runs/young/stop").await;
    site.state("/api/runs/young", "interrupted").await;
}

#[tokio::test]
async fn a_contest_is_stopped_and_what_was_played_counts() {
    let site = Site::new();
    let invitation = json!({ "players": ["swh:depth=8", "korman:depth=8"], "pairs": 1000 });
    let begun = site.asked("/api/contests", invitation.clone()).await;
    site.asked("/api/contests", invitation.clone()).await;
    let (status, answer) = site.post("/api/contests", &invitation).await;
    assert_eq!(status, StatusCode::CONFLICT, "{answer}");
    for id in [1, 2] {
        let path = format!("/api/contests/{id}");
        assert_eq!(site.command(&format!("{path}/stop")).await, StatusCode::NO_CONTENT);
        let stopped = site.state(&path, "interrupted").await;
        let games = site.json(&format!("{path}/games")).await;
        assert!(stopped["games"].as_u64() < stopped["total_games"].as_u64());
        assert_eq!(
            games.as_array().map(|games| games.len() as u64),
            stopped["games"].as_u64().map(|n| n.min(100))
        );
    }
    assert_eq!(begun["contest"], 1);
    assert_eq!(site.command("/api/contests/1/stop").await, StatusCode::CONFLICT);
    // It goes on, once at a time.
    assert_eq!(site.command("/api/contests/1/resume").await, StatusCode::OK);
    assert_eq!(site.json("/api/contests/1").await["state"], "playing");
    assert_eq!(site.command("/api/contests/1/resume").await, StatusCode::UNPROCESSABLE_ENTITY);
    site.command("/api/contests/1/stop").await;
    site.state("/api/contests/1", "interrupted").await;
}

#[tokio::test]
async fn what_is_over_or_missing_does_not_go_on() {
    let site = Site::new();
    played(&site, &["swh", "random"], 2, 1).await;
    assert_eq!(site.command("/api/contests/1/resume").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(site.command("/api/contests/2/resume").await, StatusCode::NOT_FOUND);
    // One that another program began may come to other games.
    let store = DataFolder::new(site.place.path()).open().expect("a store");
    let players = vec!["swh".to_owned(), "random".to_owned()];
    let program = "outflank 0.0.1".to_owned();
    let identities =
        players.iter().map(|name| Identity { content: format!("built-in:{name}"), style: String::new() });
    let identities = identities.collect();
    let new = NewContest { players, identities, pairs: 2, opening_plies: 7, seed: 1, program };
    store.add_contest(&new).expect("added");
    assert_eq!(site.json("/api/contests/2").await["state"], "interrupted");
    let refusal = site.refusal("/api/contests/2/resume", json!({})).await;
    assert!(refusal.starts_with("contest 2 was begun by outflank 0.0.1"), "{refusal}");
}

#[tokio::test]
async fn what_is_too_much_or_nobody_is_refused() {
    let site = Site::new();
    let refusal = |players: Value, pairs: u64| {
        site.refusal("/api/contests", json!({ "players": players, "pairs": pairs }))
    };
    assert_eq!(refusal(json!(["swh"]), 1).await, "players are 1, expected 2 to 12");
    assert_eq!(refusal(json!(vec!["swh"; 13]), 1).await, "players are 13, expected 2 to 12");
    assert_eq!(refusal(json!(["swh", "random"]), 1001).await, "pairs is 1001, expected 1 to 1000");
    assert_eq!(refusal(json!(["swh", "random"]), 0).await, "pairs is 0, expected 1 to 1000");
    assert_eq!(refusal(json!(["swh", "swh"]), 1).await, "“swh” is there twice");
    let many: Vec<String> = (1..=12).map(|depth| format!("swh:exact={depth}")).collect();
    assert!(refusal(json!(many), 1000).await.contains("expected 40000 at most"));
    assert!(refusal(json!(["swh", "gtp:sh"]), 1).await.contains("programs are not started"));
    assert!(refusal(json!(["swh", "<b>"]), 1).await.contains("there is no player"));
    assert_eq!(site.json("/api/contests").await, json!([]), "what is refused leaves no trace");
    for path in ["/api/contests/9", "/api/contests/9/games", "/api/contests/9/events", "/league/9"] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
