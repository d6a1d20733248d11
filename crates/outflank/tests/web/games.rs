//! Games through the interface: positions, moves of players, what is refused.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::Site;

#[tokio::test]
async fn a_position_is_told_as_it_is() {
    let site = Site::new();
    let start = site.asked("/api/position", json!({ "moves": "" })).await;
    assert_eq!(start["legal"], json!(["d3", "c4", "f5", "e6"]));
    assert_eq!((&start["mover"], &start["last"]), (&json!("black"), &Value::Null));
    let next = site.asked("/api/position", json!({ "moves": "F5 d6" })).await;
    assert_eq!(next["moves"], "f5d6");
    assert_eq!(next["last"], json!({ "side": "white", "square": "d6", "flips": ["d5"] }));
    assert_eq!(next["played"][0], json!({ "side": "black", "square": "f5" }));
    assert_eq!((&next["black"], &next["white"]), (&json!(3), &json!(3)));
}

#[tokio::test]
async fn a_pass_is_made_and_told() {
    let site = Site::new();
    // Black turns b1 from a1; White has no move then, and Black turns g4 as well.
    let start = format!("-OX{}-OX{} X", "-".repeat(26), "-".repeat(32));
    let frame = site.asked("/api/position", json!({ "start": start, "moves": "a1" })).await;
    assert_eq!((&frame["passed"], &frame["mover"]), (&json!("white"), &json!("black")));
    assert_eq!(frame["legal"], json!(["f4"]));
    let over = site.asked("/api/position", json!({ "start": start, "moves": "a1f4" })).await;
    assert_eq!(over["result"], json!({ "winner": "black", "margin": 64 }));
    assert_eq!((&over["black"], &over["legal"]), (&json!(6), &json!([])));
}

#[tokio::test]
async fn what_is_no_game_is_refused_with_its_place() {
    let site = Site::new();
    let refusal = |moves: &str| site.refusal("/api/position", json!({ "moves": moves }));
    assert!(refusal("f5a1").await.starts_with("a1 is not a legal move for White, at character 3"));
    assert!(refusal("f5zz").await.starts_with("“zz” is not a move"));
    assert!(refusal("<script>").await.starts_with("“<script>” is not a move"));
    let board = site.refusal("/api/position", json!({ "start": "X", "moves": "" })).await;
    assert!(board.contains("1 of 64 squares"), "{board}");
    let unknown = site.refusal("/api/position", json!({ "moves": "", "depth": 3 })).await;
    assert!(unknown.contains("unknown field `depth`"), "{unknown}");
}

#[tokio::test]
async fn players_answer_by_game_and_seed() {
    let site = Site::new();
    let ask = |player: &'static str, seed: u32| {
        site.asked("/api/move", json!({ "game": { "moves": "f5d6" }, "player": player, "seed": seed }))
    };
    let deep = ask("korman:depth=4,exact=10", 1).await;
    assert_eq!(deep["position"]["moves"].as_str().expect("moves").len(), 6);
    assert_eq!(ask("random", 1).await, ask("random", 1).await);
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..40 {
        drawn.insert(ask("random", seed).await["square"].to_string());
    }
    assert_eq!(drawn.len(), 5, "all five moves are drawn by some seed");
}

#[tokio::test]
async fn wrong_players_and_finished_games_are_refused() {
    let site = Site::new();
    let refusal = |moves: &'static str, player: &'static str| {
        site.refusal("/api/move", json!({ "game": { "moves": moves }, "player": player }))
    };
    assert!(refusal("", "nobody").await.contains("there is no player, run or file called “nobody”"));
    assert!(refusal("", "gtp:sh -c true").await.contains("programs are not started"));
    assert!(refusal("", "/etc/passwd").await.contains("there is no player"));
    assert!(refusal("", "../../etc/passwd").await.contains("there is no player"));
    assert!(refusal("", "swh:depth=60").await.contains("at most 10 plies"));
    assert_eq!(refusal("e6f4e3f6g5d6e7f5c5", "swh").await, "the game is over");
}

#[tokio::test]
async fn a_whole_game_ends_and_is_counted() {
    let site = Site::new();
    let mut frame = site.asked("/api/position", json!({ "moves": "" })).await;
    let mut plies = 0;
    while frame["result"].is_null() {
        let player = if frame["mover"] == "black" { "swh" } else { "greedy" };
        let question = json!({ "game": { "moves": frame["moves"] }, "player": player, "seed": 7 });
        frame = site.asked("/api/move", question).await["position"].clone();
        plies += 1;
        assert!(plies <= 60, "a game has an end");
    }
    let discs = frame["black"].as_u64().expect("a count") + frame["white"].as_u64().expect("a count");
    assert_eq!(discs, plies + 4);
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let site = Site::new();
    let (status, text) = site.get("/api/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    let description: Value = serde_json::from_str(&text).expect("JSON");
    let paths = description["paths"].as_object().expect("paths");
    for path in [
        "/api/position",
        "/api/move",
        "/api/players",
        "/api/runs",
        "/api/runs/{run}/events",
        "/api/contests",
        "/api/ratings",
        "/api/studies",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    // Every reference leads somewhere.
    for reference in text.split("\"$ref\":\"#").skip(1).map(|rest| rest.split('"').next().expect("an end")) {
        assert!(description.pointer(reference).is_some(), "{reference}");
    }
}
