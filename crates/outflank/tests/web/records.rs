//! Games that are kept, and games that are uploaded.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::site::{Site, text};

/// The shortest game there is: Black takes everything.
const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

async fn read(site: &Site, bytes: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post("/api/games/read").header("host", "localhost").body(bytes.into());
    let (status, answer) = text(site.answer(request.expect("a request")).await).await;
    (status, serde_json::from_str(&answer).expect("JSON"))
}

#[tokio::test]
async fn games_that_are_over_are_kept() {
    let site = Site::new();
    let game = |moves: &str| json!({ "game": { "moves": moves }, "black": "<You>", "white": "swh" });
    let (status, answer) = site.post("/api/games", &game(SHORTEST)).await;
    assert_eq!((status, answer), (StatusCode::CREATED, json!({ "id": 1 })));
    assert_eq!(site.refusal("/api/games", game("f5")).await, "the game is not over");
    let mut long = game(SHORTEST);
    long["black"] = json!("x".repeat(201));
    assert_eq!(site.refusal("/api/games", long).await, "a name has 200 letters at most");

    let listed = site.json("/api/games?among=played").await;
    let game = &listed["games"][0];
    assert_eq!(
        (&game["moves"], &game["margin"], &game["black"]),
        (&json!(SHORTEST), &json!(64.0), &json!("<You>"))
    );
    assert_eq!(listed["count"], 1);
    assert_eq!(site.get("/api/games/1").await.0, StatusCode::OK);
    assert_eq!(site.get("/api/games/99999999").await.0, StatusCode::NOT_FOUND);
    let request = Request::get("/games/1?tab=moves").header("host", "localhost").body(Body::empty());
    let moved = site.answer(request.expect("a request")).await;
    assert_eq!(moved.status(), StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.headers()["location"], "/?game=1&tab=moves", "parameters come along");
    assert_eq!(site.get("/games/99999999").await.0, StatusCode::NOT_FOUND);
    assert_eq!(site.get("/games/x").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn games_are_read_in_all_their_forms() {
    let site = Site::new();
    let board = "---------------------------OX------OXX-----O-------------------- X";
    let drawing = outflank_rules::Board::START.drawing().to_string();
    let mut wthor = vec![20, 26, 11, 1, 1, 0, 0, 0, 0, 0, 0xba, 0x07, 8, 0, 24, 0];
    wthor.extend([0, 0, 1, 0, 2, 0, 33, 32, 56, 64]);
    wthor.extend([0; 58]);
    for (bytes, moves, start) in [
        (b"1. F5 d6\n2. C3".to_vec(), "f5d6c3", Value::Null),
        (board.into(), "", json!(board)),
        (format!("{board} c3").into(), "c3", json!(board)),
        (drawing.into(), "", Value::Null),
        (format!("swh\tkorman\t+64\t{SHORTEST}\n").into(), SHORTEST, Value::Null),
        (format!("{board}; c3:+2;").into(), "", json!(board)),
        (wthor, "f5d6", Value::Null),
        (b"(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)".to_vec(), "f5d6", Value::Null),
        (b"(;FF[4]GM[2];B[f5](;W[d6])(;W[f6]))".to_vec(), "f5d6", Value::Null),
        (b"[Black \"a\"]\n\n1. f5 d6 *\n".to_vec(), "f5d6", Value::Null),
        (b"f5d6c3d3\nf5f6e6f4\n".to_vec(), "f5d6c3d3", Value::Null),
    ] {
        let (status, answer) = read(&site, bytes).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert_eq!((&answer["games"][0]["moves"], &answer["games"][0]["start"]), (&json!(moves), &start));
    }
    let (_, many) = read(&site, format!("a\tb\t+64\t{SHORTEST}\n").repeat(250)).await;
    assert_eq!((many["games"].as_array().map(Vec::len), &many["left_off"]), (Some(200), &json!(50)));
}

#[tokio::test]
async fn what_is_no_game_is_refused_in_one_sentence() {
    let site = Site::new();
    for (bytes, words) in [
        (
            b"f5 zz".to_vec(),
            "transcripts (line 1, column 4: expected a move such as f5, or pass, found “zz”)",
        ),
        (vec![0xff; 100], "this is no format of games or positions known here; nearest are"),
        (b"(;GM[1]SZ[19];B[pd])".to_vec(), "read as sgf: line 1, column 3: Go is not played here"),
        (vec![b'x'; 500_000], "it goes on after 64 squares"),
        (Vec::new(), "there is no game and no position in it"),
    ] {
        let (status, answer) = read(&site, bytes).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        let sentence = answer["error"].as_str().expect("a sentence");
        assert!(sentence.contains(words), "{sentence}");
        assert!(sentence.chars().count() < 500, "{}", sentence.len());
    }
    let (status, answer) = read(&site, vec![b' '; (1 << 20) + 1]).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer["error"].as_str().is_some_and(|sentence| sentence.contains("too large")));
}

#[tokio::test]
async fn all_positions_of_a_game_are_told() {
    let site = Site::new();
    let frames = site.asked("/api/frames", json!({ "moves": SHORTEST })).await;
    let frames = frames.as_array().expect("frames");
    assert_eq!(frames.len(), 10);
    assert_eq!(frames[0]["legal"].as_array().map(Vec::len), Some(4));
    assert_eq!(frames[9]["result"], json!({ "winner": "black", "margin": 64 }));
}
