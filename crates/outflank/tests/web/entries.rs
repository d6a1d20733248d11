//! Names and what becomes of them: reserved ones, and renaming, archiving and deleting through the interface.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::site::{Site, text};

async fn send(site: &Site, method: &str, path: &str, body: Value) -> (StatusCode, String) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .expect("a request");
    text(site.answer(request).await).await
}

async fn learned(site: &Site, name: &str) {
    let request = json!({ "system": "td", "recipe": { "games": "40" }, "name": name, "measurements": 0 });
    site.asked("/api/runs", request).await;
    site.state(&format!("/api/runs/{name}"), "finished").await;
}

#[tokio::test]
async fn nobody_takes_the_name_of_a_player_that_comes_with_the_program() {
    let site = Site::new();
    for name in ["td", "selection", "swh", "random", "opening", "gtp"] {
        let request = json!({ "system": "td", "recipe": { "games": "40" }, "name": name });
        let refusal = site.refusal("/api/runs", request).await;
        assert!(refusal.contains(&format!("cannot be called “{name}”")), "{refusal}");
    }
    learned(&site, "mine").await;
    let (status, answer) = send(&site, "PATCH", "/api/runs/mine", json!({ "name": "td" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
}

#[tokio::test]
async fn a_run_is_renamed_archived_and_deleted() {
    let site = Site::new();
    learned(&site, "old").await;
    let contest = json!({ "players": ["old", "random"], "pairs": 2, "seed": 1 });
    site.asked("/api/contests", contest).await;
    site.state("/api/contests/1", "finished").await;
    let change = async |path: &str, body: Value| send(&site, "PATCH", path, body).await.0;
    assert_eq!(change("/api/runs/old", json!({ "name": "new" })).await, StatusCode::NO_CONTENT);
    assert_eq!(site.get("/learn/old").await.0, StatusCode::NOT_FOUND);
    assert_eq!(site.get("/learn/new").await.0, StatusCode::OK);
    // Results belong to the player and not to its label.
    let ratings = site.json("/api/players/new").await["ratings"].clone();
    assert_eq!(ratings.as_array().expect("a list").len(), 1, "{ratings}");

    assert_eq!(change("/api/runs/new", json!({ "archived": true })).await, StatusCode::NO_CONTENT);
    assert_eq!(site.json("/api/runs").await, json!([]));
    assert_eq!(change("/api/runs/new", json!({ "archived": false })).await, StatusCode::NO_CONTENT);
    assert_eq!(site.json("/api/runs").await[0]["run"], "new");
    assert_eq!(change("/api/runs/new", json!({})).await, StatusCode::UNPROCESSABLE_ENTITY);

    assert_eq!(send(&site, "DELETE", "/api/runs/new", json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(send(&site, "DELETE", "/api/runs/new", json!({})).await.0, StatusCode::NOT_FOUND);
    assert_eq!(site.json("/api/runs").await, json!([]));
}

#[tokio::test]
async fn one_label_of_two_players_is_two_ratings() {
    let site = Site::new();
    let meet = async |seed: u64| {
        site.asked("/api/contests", json!({ "players": ["same", "random"], "pairs": 2, "seed": seed })).await;
        site.state(&format!("/api/contests/{seed}"), "finished").await;
    };
    learned(&site, "same").await;
    meet(1).await;
    send(&site, "DELETE", "/api/runs/same", json!({})).await;
    let other = json!({ "system": "td", "recipe": { "games": "90" }, "name": "same", "measurements": 0 });
    site.asked("/api/runs", other).await;
    site.state("/api/runs/same", "finished").await;
    meet(2).await;
    let ratings = site.json("/api/ratings").await;
    let group = ratings["groups"][0].as_array().expect("a group");
    let labels: Vec<&str> = group.iter().map(|row| row["player"].as_str().expect("a label")).collect();
    assert_eq!(labels.len(), 3, "{labels:?}");
    assert_eq!(labels.iter().filter(|label| label.starts_with("same#")).count(), 2, "{labels:?}");
    assert_eq!(site.json("/api/players/same").await["ratings"].as_array().expect("a list").len(), 1);
}

#[tokio::test]
async fn contests_have_titles_and_go() {
    let site = Site::new();
    site.asked("/api/contests", json!({ "players": ["swh", "random"], "pairs": 1, "seed": 1 })).await;
    site.state("/api/contests/1", "finished").await;
    let change = json!({ "name": "The first" });
    assert_eq!(send(&site, "PATCH", "/api/contests/1", change).await.0, StatusCode::NO_CONTENT);
    assert_eq!(site.json("/api/contests/1").await["title"], "The first");
    assert!(site.get("/league").await.1.contains("The first"));
    // What is archived does not count.
    send(&site, "PATCH", "/api/contests/1", json!({ "archived": true })).await;
    assert_eq!(site.json("/api/ratings").await["groups"], json!([]));
    assert_eq!(send(&site, "DELETE", "/api/contests/1", json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(site.get("/league/1").await.0, StatusCode::NOT_FOUND);
}
