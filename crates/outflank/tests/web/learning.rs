//! Runs through the interface: begun, watched, paused, resumed, stopped; and what is refused.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::site::Site;

/// A run that takes a moment, under a name.
fn lessons(name: &str, games: u64) -> Value {
    let recipe = json!({ "games": games.to_string() });
    json!({ "system": "td", "name": name, "recipe": recipe, "measurements": 2, "pairs": 20 })
}

/// More games than any test waits for: such a run goes on until it is stopped.
const ENDLESS: u64 = 1_000_000_000;

/// How a run stands once it is in a state.
async fn state(site: &Site, run: &str, wanted: &str) -> Value {
    site.state(&format!("/api/runs/{run}"), wanted).await
}

/// Wants something of a run.
async fn command(site: &Site, run: &str, what: &str) -> StatusCode {
    site.command(&format!("/api/runs/{run}/{what}")).await
}

#[tokio::test]
async fn a_burst_is_learned_to_its_end_and_can_be_played() {
    let site = Site::new();
    let begun = site.asked("/api/runs", lessons("mine", 300)).await;
    assert_eq!((&begun["run"], &begun["state"]), (&json!("mine"), &json!("learning")));
    let now = state(&site, "mine", "finished").await;
    assert_eq!(
        (&now["lessons"], &now["total_lessons"], &now["checkpoint_games"]),
        (&json!(300), &json!(300), &json!(300))
    );
    assert!(now["place"]["low"].as_f64() < now["place"]["elo"].as_f64(), "{now}");
    let question = json!({ "game": { "moves": "f5d6" }, "player": "mine:depth=2" });
    assert_eq!(site.asked("/api/move", question).await["square"].as_str().expect("a square").len(), 2);
    let (_, page) = site.get("/learn/mine").await;
    assert!(page.contains("How strong it is") && page.contains("games = 300"), "{page}");
    let (_, curves) = site.get("/learn/mine/curves").await;
    assert!(curves.contains("alpha was 0.01 throughout"), "{curves}");
    let (_, players) = site.get("/api/players").await;
    assert!(players.contains("\"mine\""), "{players}");
    // The same as from the command line.
    assert_eq!(site.refusal("/api/runs", lessons("mine", 5)).await, "there is another run called “mine”");
}

#[tokio::test]
async fn a_burst_is_followed_by_events() {
    let site = Site::new();
    site.asked("/api/runs", lessons("seen", ENDLESS)).await;
    let request = Request::get("/api/runs/seen/events")
        .header("host", "localhost")
        .body(Body::empty())
        .expect("a request");
    let answer = site.answer(request).await;
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut body = answer.into_body();
    let first = body.frame().await.expect("an event").expect("a body").into_data().expect("text");
    // The stream ends with the burst.
    assert_eq!(command(&site, "seen", "stop").await, StatusCode::NO_CONTENT);
    let rest = body.collect().await.expect("a body").to_bytes();
    let text = String::from_utf8([first, rest].concat()).expect("text");
    let events: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("JSON"))
        .collect();
    assert!(events.len() >= 2, "{text}");
    let (first, last) = (&events[0], &events[events.len() - 1]);
    assert_eq!((&first["state"], &last["state"]), (&json!("learning"), &json!("interrupted")));
    assert!(events.windows(2).all(|two| two[0]["games"].as_u64() <= two[1]["games"].as_u64()), "{text}");
}

#[tokio::test]
async fn a_burst_is_paused_resumed_and_stopped() {
    let site = Site::new();
    site.asked("/api/runs", lessons("long", ENDLESS)).await;
    assert_eq!(command(&site, "long", "pause").await, StatusCode::NO_CONTENT);
    let paused = state(&site, "long", "paused").await;
    assert_eq!(paused["checkpoint_games"], paused["games"], "a pause makes a checkpoint");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        state(&site, "long", "paused").await["games"],
        paused["games"],
        "nothing is learned meanwhile"
    );
    assert_eq!(command(&site, "long", "resume").await, StatusCode::OK);
    state(&site, "long", "learning").await;
    assert_eq!(command(&site, "long", "stop").await, StatusCode::NO_CONTENT);
    let stopped = state(&site, "long", "interrupted").await;
    assert!(stopped["games"].as_u64() >= paused["games"].as_u64());
    assert_eq!(command(&site, "long", "pause").await, StatusCode::CONFLICT, "nobody teaches it");
    assert_eq!(command(&site, "long", "resume").await, StatusCode::OK, "it can go on later");
    assert_eq!(command(&site, "long", "stop").await, StatusCode::NO_CONTENT);
    state(&site, "long", "interrupted").await;
}

#[tokio::test]
async fn bursts_are_few_at_a_time() {
    let site = Site::new();
    for number in 0..4 {
        site.asked("/api/runs", lessons(&format!("run{number}"), ENDLESS)).await;
    }
    let (status, answer) = site.post("/api/runs", &lessons("run4", 10)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(answer["error"].as_str().expect("a sentence").starts_with("4 runs are running already"));
    // The pages are there all the same.
    let (status, page) = site.get("/learn").await;
    assert_eq!((status, page.matches("data-state=\"learning\"").count()), (StatusCode::OK, 4));
    for number in 0..4 {
        command(&site, &format!("run{number}"), "stop").await;
    }
    for number in 0..4 {
        state(&site, &format!("run{number}"), "interrupted").await;
    }
    site.asked("/api/runs", lessons("run5", 10)).await;
    state(&site, "run5", "finished").await;
}

#[tokio::test]
async fn recipes_are_judged_as_everywhere() {
    let site = Site::new();
    let refusal = |system: &'static str, key: &'static str, value: &'static str| {
        site.refusal("/api/runs", json!({ "system": system, "recipe": { key: value } }))
    };
    assert_eq!(refusal("td", "plies", "9").await, "plies is 9, expected 1 to 8");
    assert_eq!(
        refusal("td", "games", "many").await,
        "games is \"many\", expected a whole number, 1 to 1,000,000,000"
    );
    assert!(refusal("td", "exploration", "jump").await.contains("expected skip, update or happened"));
    assert!(refusal("td", "game", "5").await.starts_with("no key “game” in a recipe of td"));
    assert!(refusal("nn", "games", "5").await.starts_with("there is no system “nn”"));
    let refused = |body: Value| site.refusal("/api/runs", body);
    assert!(refused(json!({ "system": "td", "name": "../x" })).await.starts_with("a run cannot be called"));
    let pairs = refused(json!({ "system": "td", "pairs": 1_000_000 })).await;
    assert_eq!(pairs, "pairs is 1000000, expected 20 to 2000");
    assert_eq!(
        refused(json!({ "system": "td", "share": 0.95 })).await,
        "share is 0.95, expected 0.05 to 0.9"
    );
    assert_eq!(refused(json!({ "system": "td", "seeds": 0 })).await, "seeds is 0, expected 1 to 20");
    assert_eq!(refused(json!({ "system": "td", "recipe": { "games": " " } })).await, "games has no value");
    assert_eq!(site.get("/api/runs").await.1, "[]", "what is refused leaves no trace");
}

#[tokio::test]
async fn what_is_not_there_is_missing() {
    let site = Site::new();
    for path in ["/api/runs/nobody", "/api/runs/nobody/events", "/learn/nobody", "/players/nobody/learned"] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(command(&site, "nobody", "resume").await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_person_teaches_winmeasure_and_the_run_stays_as_it_is() {
    let site = Site::new();
    let recipe = json!({ "games": "3" });
    let lessons = json!({ "system": "winmeasure", "name": "wm", "recipe": recipe, "measurements": 0 });
    site.asked("/api/runs", lessons).await;
    state(&site, "wm", "finished").await;
    let whole = "e6f4e3f6g5d6e7f5c5";
    let teach = |player: String, moves: &str| json!({ "game": { "moves": moves }, "player": player, "side": "white" });
    let first = site.asked("/api/teach", teach("wm".to_owned(), whole)).await;
    assert_eq!(first, json!({ "player": "wm.taught1", "games": 4 }));
    let second = site.asked("/api/teach", teach("wm.taught1".to_owned(), whole)).await;
    assert_eq!(second, json!({ "player": "wm.taught1", "games": 5 }));
    assert_eq!(site.json("/api/players/wm").await["provenance"]["games"], 3);
    let move_of = json!({ "game": { "moves": "f5d6" }, "player": "wm.taught1" });
    site.asked("/api/move", move_of).await;
    assert!(site.get("/api/players").await.1.contains("wm.taught1"));
    let refusal =
        |player: &str, moves: &'static str| site.refusal("/api/teach", teach(player.to_owned(), moves));
    assert_eq!(refusal("wm", "f5d6").await, "the game is not over");
    assert!(refusal("td", whole).await.contains("td does not learn from games against people"));
    assert!(refusal("../wm", whole).await.contains("there is no player"));
}

#[tokio::test]
async fn the_form_is_made_from_the_recipe() {
    let site = Site::new();
    let systems = site.json("/api/systems").await;
    let td = systems.as_array().expect("systems").iter().find(|system| system["system"] == "td").expect("td");
    let games = json!({
        "key": "games", "about": "Games of self-play.", "usual": "50000", "kind": "whole", "words": [],
        "expected": "1 to 1,000,000,000 games", "low": 1.0, "high": 1e9, "unit": "games"
    });
    assert_eq!(td["fields"][1], games);
    assert!(td["about"].as_str().is_some_and(|about| about.len() > 100), "{td}");
    assert_eq!(td["presets"].as_array().map(Vec::len), Some(3));
    let (_, page) = site.get("/systems/td").await;
    for field in td["fields"].as_array().expect("fields") {
        let name = format!("name={}", field["key"]);
        assert!(page.contains(&name), "{name}");
        assert!(
            page.contains(&format!("id=\"about-td-{}\"", field["key"].as_str().expect("a key"))),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_lesson_of_any_length_is_paused_and_stopped_at_once() {
    let site = Site::new();
    let recipe = json!({ "population": "10000", "games": "1000000" });
    let lessons = json!({ "system": "evolution", "name": "giant", "recipe": recipe, "measurements": 0 });
    site.asked("/api/runs", lessons).await;
    state(&site, "giant", "learning").await;
    for (request, becomes) in [("pause", "paused"), ("resume", "learning"), ("stop", "interrupted")] {
        assert!(command(&site, "giant", request).await.is_success());
        // The lesson takes hours, and the state is waited for for minutes.
        state(&site, "giant", becomes).await;
    }
    assert_eq!(command(&site, "giant", "forget").await, StatusCode::NOT_FOUND);
    let round_robin = json!({ "population": "10000", "fitness": "round-robin" });
    let refusal = site.refusal("/api/runs", json!({ "system": "evolution", "recipe": round_robin })).await;
    assert_eq!(refusal, "population is 10000, expected 2,000 at most where everybody meets everybody");
}
