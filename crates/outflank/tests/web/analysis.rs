//! What moves are worth, through the interface.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::site::{Site, text};

/// A game with 14 empty squares, drawn from two players.
async fn late_game(site: &Site) -> String {
    let mut frame = site.asked("/api/position", json!({ "moves": "" })).await;
    while frame["moves"].as_str().expect("moves").len() < 2 * 46 {
        let question = json!({ "game": { "moves": frame["moves"] }, "player": "swh", "seed": 3 });
        frame = site.asked("/api/move", question).await["position"].clone();
    }
    frame["moves"].as_str().expect("moves").to_owned()
}

#[tokio::test]
async fn values_say_where_they_come_from() {
    let site = Site::new();
    let judge = json!({ "evaluator": "korman", "plies": 3, "exact": 14 });
    let early = site.asked("/api/values", json!({ "game": { "moves": "f5d6" }, "judge": judge })).await;
    let values = early["values"].as_array().expect("values");
    assert_eq!(values.len(), 5);
    assert!(values.iter().all(|value| value["plies"] == 3), "{early}");
    assert!(values.is_sorted_by(|a, b| a["discs"].as_f64() >= b["discs"].as_f64()), "{early}");
    assert!(values.iter().all(|value| value["error"].as_f64().is_some_and(|discs| discs > 5.0)), "{early}");
    assert_eq!(early["games"], 500, "its unit was turned into discs in games");

    let moves = late_game(&site).await;
    let late = site.asked("/api/values", json!({ "game": { "moves": moves }, "judge": judge })).await;
    let values = late["values"].as_array().expect("values");
    assert!(!values.is_empty() && values.iter().all(|value| value["plies"].is_null()), "{late}");
    assert!(values.iter().all(|value| value["error"] == 0.0), "{late}");
    // Margins of an even number of squares are even.
    assert!(values.iter().all(|value| value["discs"].as_f64().is_some_and(|discs| discs % 2.0 == 0.0)));
}

#[tokio::test]
async fn who_cannot_judge_is_refused() {
    let site = Site::new();
    let refusal =
        |judge: Value| site.refusal("/api/values", json!({ "game": { "moves": "" }, "judge": judge }));
    assert!(refusal(json!({ "evaluator": "random" })).await.contains("no opinion"));
    assert!(refusal(json!({ "evaluator": "nobody" })).await.contains("there is no player"));
    assert!(refusal(json!({ "evaluator": "swh:depth=2" })).await.contains("says itself how it looks ahead"));
    assert!(refusal(json!({ "plies": 20 })).await.contains("plies are 2 to 8"));
    assert!(refusal(json!({ "exact": 30 })).await.contains("at most 20"));
    assert!(refusal(json!({ "evaluator": "gtp:sh" })).await.contains("programs are not started"));
}

#[tokio::test]
async fn a_game_is_judged_from_its_end_on() {
    let site = Site::new();
    let moves = late_game(&site).await;
    let question = json!({ "game": { "moves": moves }, "judge": { "plies": 2, "exact": 14 } });
    let request = Request::post("/api/analysis")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(question.to_string()))
        .expect("a request");
    let (status, stream) = text(site.answer(request).await).await;
    assert_eq!(status, StatusCode::OK);
    let events = |name: &str| {
        let head = format!("event: {name}\ndata: ");
        stream
            .split("\n\n")
            .filter_map(|event| event.strip_prefix(&head).map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let judged: Vec<Value> =
        events("move").iter().map(|data| serde_json::from_str(data).expect("JSON")).collect();
    let numbers: Vec<u64> =
        judged.iter().map(|judged| judged["number"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, (1..=46).rev().collect::<Vec<_>>());
    for judged in &judged {
        let (best, played) = (&judged["best"]["discs"], &judged["played"]["discs"]);
        let loss = best.as_f64().expect("discs") - played.as_f64().expect("discs");
        assert!((loss - judged["loss"].as_f64().expect("discs")).abs() < 0.11, "{judged}");
        let at = 2 * (judged["number"].as_u64().expect("a number") as usize - 1);
        assert_eq!(judged["played"]["square"], moves[at..at + 2], "{judged}");
    }
    assert_eq!(stream.matches("event: done").count(), 1);
}
