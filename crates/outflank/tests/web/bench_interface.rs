//! What the workbench asks for, through the interface: searches, reasons, drills, trees, opponents, files.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::site::{Site, text};

/// The events of a stream by their name.
async fn stream(site: &Site, path: &str, question: &Value) -> Vec<(String, String)> {
    let request = Request::post(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(question.to_string()))
        .expect("a request");
    let (status, text) = text(site.answer(request).await).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    text.split("\n\n")
        .filter_map(|event| {
            let rest = event.strip_prefix("event: ")?;
            let (name, data) = rest.split_once('\n').unwrap_or((rest, ""));
            Some((name.to_owned(), data.strip_prefix("data: ").unwrap_or_default().to_owned()))
        })
        .collect()
}

#[tokio::test]
async fn a_search_comes_depth_by_depth_with_lines_and_errors() {
    let site = Site::new();
    let events = stream(
        &site,
        "/api/search",
        &json!({ "game": { "moves": "f5d6c3" }, "lines": 3, "plies": 6, "seconds": 30 }),
    )
    .await;
    let steps: Vec<Value> = events
        .iter()
        .filter(|(name, _)| name == "depth")
        .map(|(_, data)| serde_json::from_str(data).expect("JSON"))
        .collect();
    let plies: Vec<u64> = steps.iter().map(|step| step["plies"].as_u64().expect("plies")).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5, 6], "{events:?}");
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
    let last = steps.last().expect("a step");
    let lines = last["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert!(lines.is_sorted_by(|a, b| a["discs"].as_f64() >= b["discs"].as_f64()), "{last}");
    assert!(lines.iter().all(|line| line["error"].as_f64() > Some(0.5)), "{last}");
    assert!(lines[0]["line"].as_array().map_or(0, Vec::len) >= 4, "{last}");
    assert!(last["nodes"].as_u64() > steps[0]["nodes"].as_u64());
}

#[tokio::test]
async fn another_judge_comes_depth_by_depth_with_lines() {
    let site = Site::new();
    let question = |evaluator: &str, plies: u32| json!({ "game": { "moves": "f5d6c3" }, "evaluator": evaluator, "plies": plies, "seconds": 60 });
    let events = stream(&site, "/api/search", &question("korman", 6)).await;
    let steps: Vec<Value> = events
        .iter()
        .filter(|(name, _)| name == "depth")
        .map(|(_, data)| serde_json::from_str(data).expect("JSON"))
        .collect();
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"), "{events:?}");
    let plies: Vec<u64> = steps.iter().map(|step| step["plies"].as_u64().expect("plies")).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5, 6], "{events:?}");
    for step in &steps {
        assert_eq!((&step["games"], &step["nodes"]), (&json!(500), &Value::Null));
        let lines = step["lines"].as_array().expect("lines");
        assert!(lines.is_sorted_by(|a, b| a["discs"].as_f64() >= b["discs"].as_f64()), "{step}");
        for line in lines {
            assert_eq!(
                line["line"].as_array().map(Vec::len),
                step["plies"].as_u64().map(|plies| plies as usize)
            );
            assert_eq!(line["line"][0], line["square"]);
            assert!(line["error"].as_f64() > Some(0.5), "{line}");
        }
    }
    // The same as the moves are worth by another way.
    let asked =
        json!({ "game": { "moves": "f5d6c3" }, "judge": { "evaluator": "korman", "plies": 4, "exact": 0 } });
    let values = site.asked("/api/values", asked).await;
    let of = |list: &Value, square: &Value| {
        list.as_array().expect("a list").iter().find(|one| one["square"] == *square).expect("listed")["discs"]
            .clone()
    };
    for line in steps[3]["lines"].as_array().expect("lines") {
        assert_eq!(line["discs"], of(&values["values"], &line["square"]), "{line} {values}");
    }
    // Who values its own moves alone looks no further than that, and says so by ending.
    let events = stream(&site, "/api/search", &question("selection", 2)).await;
    assert_eq!(events.len(), 3, "{events:?}");
}

#[tokio::test]
async fn the_end_is_proved_and_what_makes_no_sense_refused() {
    let site = Site::new();
    let mut frame = site.asked("/api/position", json!({ "moves": "" })).await;
    while frame["moves"].as_str().expect("moves").len() < 2 * 48 {
        let question = json!({ "game": { "moves": frame["moves"] }, "player": "swh", "seed": 5 });
        frame = site.asked("/api/move", question).await["position"].clone();
    }
    let game = json!({ "moves": frame["moves"] });
    let events = stream(&site, "/api/search", &json!({ "game": game, "seconds": 60 })).await;
    let (_, last) = events.iter().rfind(|(name, _)| name == "depth").expect("a step");
    let last: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((&last["origin"], &last["plies"]), (&json!("exact"), &Value::Null));
    // The same as the moves are worth by another way.
    let judge = json!({ "plies": 2, "exact": 20 });
    let values = site.asked("/api/values", json!({ "game": game, "judge": judge })).await;
    assert_eq!(last["lines"][0]["discs"], values["values"][0]["discs"], "{last} {values}");
    assert_eq!(last["lines"].as_array().map(Vec::len), values["values"].as_array().map(Vec::len));

    let refusal = |question: Value| site.refusal("/api/search", question);
    assert!(refusal(json!({ "game": { "moves": "" }, "lines": 0 })).await.contains("lines are 1 to 64"));
    assert!(refusal(json!({ "game": { "moves": "" }, "seconds": 99 })).await.contains("seconds are 1 to 60"));
    assert!(refusal(json!({ "game": { "moves": "" }, "evaluator": "random" })).await.contains("no opinion"));
    assert!(refusal(json!({ "game": { "moves": "e6f4e3f6g5d6e7f5c5" } })).await.contains("the game is over"));
}

#[tokio::test]
async fn who_leaves_stops_the_search() {
    let site = Site::new();
    let request = |evaluator: &str| {
        let question = json!({ "game": { "moves": "f5d6c3d3c4" }, "seconds": 60, "evaluator": evaluator });
        Request::post("/api/search")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Body::from(question.to_string()))
            .expect("a request")
    };
    // More than three times as many as can be searched at a time: each is left after its first depth. If they were
    // not stopped, the last ones would have to wait for 180 seconds.
    let patience = Instant::now() + Duration::from_secs(150);
    for index in 0..56 {
        let mut answer = loop {
            let answer = site.answer(request(if index % 2 == 0 { "outflank" } else { "swh" })).await;
            if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
                break answer;
            }
            // A place is free once the slice that was going on is over.
            assert!(Instant::now() < patience, "searches are not stopped");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(answer.status(), StatusCode::OK);
        let first = answer.body_mut().frame().await.expect("an event").expect("bytes");
        assert!(first.into_data().is_ok_and(|data| data.starts_with(b"event: depth")));
    }
}

#[tokio::test]
async fn reasons_are_sentences_with_squares() {
    let site = Site::new();
    let question =
        json!({ "game": { "moves": "f5d6c3d3c4f4" }, "played": "d7", "judge": { "plies": 4, "exact": 0 } });
    let why = site.asked("/api/why", question).await;
    assert!(why["sentences"].as_array().is_some_and(|list| !list.is_empty()), "{why}");
    assert_eq!(why["played"]["square"], "d7");
    assert!(why["better"]["discs"].as_f64() > why["played"]["discs"].as_f64(), "{why}");
    assert!(why["better"]["line"].as_array().map_or(0, Vec::len) >= 6, "{why}");
    // A judge whose values are sums says what they are sums of.
    let judge = json!({ "evaluator": "linear4", "plies": 2, "exact": 0 });
    let why =
        site.asked("/api/why", json!({ "game": { "moves": "f5d6" }, "played": "c5", "judge": judge })).await;
    assert!(why["played"]["parts"].as_array().is_some_and(|parts| parts.len() >= 2), "{why}");
    let refused = site.refusal("/api/why", json!({ "game": { "moves": "f5" }, "played": "a1" })).await;
    assert!(refused.contains("a1 is not a legal move for White"), "{refused}");
}

#[tokio::test]
async fn wrong_answers_come_back() {
    let site = Site::new();
    assert_eq!(site.json("/api/drills").await, json!({ "due": 0, "drills": [] }));
    let answer = |square: &str| {
        json!({ "game": { "moves": "f5d6c3d3c4f4" }, "square": square, "origin": "a game", "played": "d7",
            "judge": { "plies": 4, "exact": 0 } })
    };
    let wrong = site.asked("/api/drills/answers", answer("d7")).await;
    assert_eq!((&wrong["right"], &wrong["due_in"]), (&json!(false), &json!(600)), "{wrong}");
    let best = wrong["values"][0]["square"].as_str().expect("a square").to_owned();
    let deck = site.json("/api/drills").await;
    assert_eq!(
        (&deck["drills"][0]["origin"], &deck["drills"][0]["played"]),
        (&json!("a game"), &json!("d7"))
    );
    let right = site.asked("/api/drills/answers", answer(&best)).await;
    assert_eq!(right["right"], true, "{right}");
    assert!(right["due_in"].as_i64() > Some(600), "{right}");
    let id = deck["drills"][0]["id"].as_i64().expect("a number");
    let remove =
        || Request::delete(format!("/api/drills/{id}")).header("host", "localhost").body(Body::empty());
    assert_eq!(site.answer(remove().expect("a request")).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(site.answer(remove().expect("a request")).await.status(), StatusCode::NOT_FOUND);
    assert!(site.refusal("/api/drills/answers", answer("h8")).await.contains("h8 is not a legal move"));
}

#[tokio::test]
async fn drills_come_from_games_and_their_ends() {
    let site = Site::new();
    for from in ["library", "endgames"] {
        let question = json!({ "from": from, "seed": 7 });
        // The library is made ready when it is first asked for.
        let drill = loop {
            match site.post("/api/drills", &question).await {
                (StatusCode::OK, drill) => break drill,
                (status, answer) => assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{answer}"),
            }
        };
        let judge = json!({ "plies": 6, "exact": if from == "endgames" { 16 } else { 0 } });
        let values = site
            .asked("/api/values", json!({ "game": { "start": drill["start"], "moves": "" }, "judge": judge }))
            .await;
        let discs = |index: usize| values["values"][index]["discs"].as_f64().expect("discs");
        assert!(discs(0) - discs(1) >= 2.9, "one move is clearly best: {values}");
        assert_eq!(values["values"][0]["plies"].is_null(), from == "endgames");
        assert_eq!(site.asked("/api/drills", question).await, drill, "by its seed");
    }
}

#[tokio::test]
async fn a_tree_is_told_written_and_kept() {
    let site = Site::new();
    let moves = json!([
        { "after": 0, "square": "f5" }, { "after": 1, "square": "d6", "comment": "perpendicular" },
        { "after": 2, "square": "c3" }, { "after": 1, "square": "f6" },
    ]);
    let facts = site.asked("/api/tree", json!({ "moves": moves })).await;
    let sides: Vec<&Value> = facts.as_array().expect("facts").iter().map(|fact| &fact["side"]).collect();
    assert_eq!(sides, ["black", "white", "black", "white"]);
    assert_eq!(facts[3]["opening"], "Diagonal Opening");
    let request = Request::post("/api/games/write")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(json!({ "tree": { "moves": moves }, "black": "Ann", "to": "sgf" }).to_string()));
    let (status, sgf) = text(site.answer(request.expect("a request")).await).await;
    assert_eq!(status, StatusCode::OK);
    assert!(sgf.contains("PB[Ann]") && sgf.contains("(;W[f6])") && sgf.contains("C[perpendicular]"), "{sgf}");
    let kept = site.asked("/api/games/keep", json!({ "tree": { "moves": moves }, "black": "Ann" })).await;
    let game = site.json(&format!("/api/games/{}", kept["id"])).await;
    assert_eq!(game["tree"]["moves"].as_array().map(Vec::len), Some(4), "{game}");
    // Kept again with another remark it is the same game.
    let other = json!([{ "after": 0, "square": "f5", "comment": "new" }, { "after": 1, "square": "d6" }, { "after": 2, "square": "c3" }]);
    let again = site.asked("/api/games/keep", json!({ "tree": { "moves": other }, "black": "Ann" })).await;
    assert_eq!(again["id"], kept["id"]);
    let game = site.json(&format!("/api/games/{}", kept["id"])).await;
    assert_eq!(game["tree"]["moves"][0]["comment"], "new", "{game}");
    let refused = site.refusal("/api/tree", json!({ "moves": [{ "after": 0, "square": "a1" }] })).await;
    assert!(refused.contains("a1 is not a legal move for Black, at move 1"), "{refused}");
}

#[tokio::test]
async fn what_lies_over_a_board() {
    let site = Site::new();
    let seen = site.asked("/api/overlays", json!({ "moves": "f5" })).await;
    assert_eq!(seen["stable"], json!([]));
    assert_eq!(seen["frontier"].as_array().map(Vec::len), Some(5));
    assert_eq!(seen["regions"][0].as_array().map(Vec::len), Some(59));
    let frame = site.asked("/api/position", json!({ "moves": "f5" })).await;
    assert_eq!(frame["flips"]["d6"], json!(["d5"]), "{frame}");
}

#[tokio::test]
async fn opponents_have_ratings_with_intervals_and_people_play_as_people() {
    let site = Site::new();
    let list = site.json("/api/opponents").await;
    let list = list.as_array().expect("a list");
    assert_eq!(list[0]["player"], "random");
    let level = list.iter().find(|one| one["player"] == "outflank:level=1").expect("the engine");
    assert!(level["low"].as_f64() < level["elo"].as_f64() && level["elo"].as_f64() < level["high"].as_f64());
    // Every one of them can be played against.
    for one in list {
        let question = json!({ "game": { "moves": "f5d6" }, "player": one["player"], "seed": 1 });
        site.asked("/api/move", question).await;
    }
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let reply =
            site.asked("/api/move/human", json!({ "game": { "moves": "f5d6c3d3c4" }, "seed": seed })).await;
        drawn.insert(reply["square"].to_string());
    }
    assert!(drawn.len() >= 2, "people differ: {drawn:?}");
    let careful = json!({ "game": { "moves": "f5d6c3d3c4f4" }, "carelessness": 0.2, "seed": 3 });
    assert_ne!(site.asked("/api/move/human", careful).await["square"], "d7");
    let wrong = json!({ "game": { "moves": "" }, "carelessness": 99 });
    assert!(site.refusal("/api/move/human", wrong).await.contains("0.2 to 30"));
}

#[tokio::test]
async fn games_leave_as_wthor() {
    let site = Site::new();
    for (white, moves) in [("Bob", "e6f4e3f6g5d6e7f5c5"), ("Eve", "f5f4c3f6g5d6e7")] {
        let tree = json!({ "moves": moves.as_bytes().chunks(2).enumerate()
            .map(|(index, square)| json!({ "after": index, "square": std::str::from_utf8(square).expect("text") }))
            .collect::<Vec<_>>() });
        let kept = json!({ "tree": tree, "black": "Ann", "white": white });
        let (status, answer) = site.post("/api/games/keep", &kept).await;
        if status != StatusCode::OK {
            assert!(answer["error"].as_str().is_some_and(|words| words.contains("legal")), "{answer}");
        }
    }
    let request =
        Request::get("/api/games/export?to=wthor&player=Ann").header("host", "localhost").body(Body::empty());
    let answer = site.answer(request.expect("a request")).await;
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    // As it is stored: the games begin after the head of the file, 30 bytes and its name.
    assert!(bytes.starts_with(b"PK\x03\x04"));
    let games = &bytes[30 + "games.wtb".len()..][..16 + 68];
    let read = Request::post("/api/games/read").header("host", "localhost").body(Body::from(games.to_vec()));
    let (status, answer) = text(site.answer(read.expect("a request")).await).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((&answer["format"], answer["games"].as_array().map(Vec::len)), (&json!("wthor"), Some(1)));
    assert!(
        bytes.windows(9).any(|part| part == b"WTHOR.JOU") && bytes.windows(4).any(|part| part == b"Ann\0")
    );
}
