//! Players: what they have learned, and where they come from.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use outflank_lab::shipped;
use serde_json::{Value, json};

use crate::site::{Site, text};

#[tokio::test]
async fn everybody_has_a_page() {
    let site = Site::new();
    let players = site.json("/api/players").await;
    let players = players.as_array().expect("players");
    assert!(players.iter().any(|player| player["kind"] == "shipped"));
    for player in players {
        let name = player["name"].as_str().expect("a name");
        let (status, page) = site.get(&format!("/players/{name}")).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        let learned = player["kind"] != "built-in";
        assert_eq!(page.contains("games = "), learned, "{name} has a recipe if it was learned");
        assert_eq!(site.get(&format!("/players/{name}/picture")).await.0, StatusCode::OK, "{name}");
    }
}

#[tokio::test]
async fn a_shipped_player_tells_where_it_comes_from() {
    let site = Site::new();
    let td = site.json("/api/players/td").await;
    assert!(td["provenance"]["recipe"].as_str().expect("a recipe").contains("plies"));
    assert!(td["provenance"]["games"].as_u64() > Some(0));
    assert_eq!(td["ratings"], serde_json::json!([]));
    let (_, picture) = site.get("/players/td/learned").await;
    assert!(picture.contains("<svg class=\"plot\"") && !picture.contains("style"), "{picture}");
    let (_, board) = site.get("/players/td/figures/weights/0").await;
    assert!(board.contains("<svg class=\"plot\""));
    for path in ["/players/td/figures/weights/1", "/players/td/figures/nothing/0", "/api/players/nobody"] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

/// Brings a file along under a name.
async fn upload(site: &Site, name: &str, bytes: Vec<u8>) -> (StatusCode, Value) {
    let request =
        Request::post(format!("/api/players/{name}")).header("host", "localhost").body(Body::from(bytes));
    let (status, answer) = text(site.answer(request.expect("a request")).await).await;
    (status, serde_json::from_str(&answer).expect("JSON"))
}

#[tokio::test]
async fn a_player_from_a_file_is_one_like_the_others() {
    let site = Site::new();
    let td = shipped::find("td").expect("shipped").bytes.to_vec();
    let weights = vec!["1"; 64].join(" ").into_bytes();
    for (name, bytes, about) in
        [("mine", td.clone(), "td, after 50,000 games"), ("even", weights, "64 weights")]
    {
        let (status, line) = upload(&site, name, bytes).await;
        assert_eq!(
            (status, &line["kind"], &line["about"]),
            (StatusCode::CREATED, &json!("uploaded"), &json!(about))
        );
        let question = json!({ "game": { "moves": "f5d6" }, "player": format!("{name}:depth=2") });
        site.asked("/api/move", question).await;
        let (status, page) = site.get(&format!("/players/{name}")).await;
        assert!(status == StatusCode::OK && page.contains("<svg class=\"plot\""), "{name}");
    }
    let (_, page) = site.get("/").await;
    assert!(page.contains("<optgroup label=\"Uploaded\"><option value=\"even\""), "it can be chosen");

    for (name, bytes, words) in [
        ("mine", td.clone(), "there is another player called “mine”"),
        ("swh", td.clone(), "a player cannot be called “swh”: this is the name of a player"),
        ("..%2fx", td.clone(), "cannot be called “../x”"),
        ("cut", td[..200].to_vec(), ""),
        ("text", b"<script>".to_vec(), "neither a player nor 64 weights"),
        ("bytes", vec![0xff; 99], "this is no file of a player"),
    ] {
        let (status, answer) = upload(&site, name, bytes).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|sentence| sentence.contains(words)), "{answer}");
    }
    let (status, answer) = upload(&site, "huge", vec![0; (16 << 20) + 1]).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
    let files = site.json("/api/players").await;
    let files =
        files.as_array().expect("players").iter().filter(|player| player["kind"] == "uploaded").count();
    assert_eq!(files, 2, "what is refused is not kept");
}

#[tokio::test]
async fn shipped_players_have_their_rank_in_the_league() {
    let site = Site::new();
    let (_, page) = site.get("/players/td").await;
    assert!(
        page.contains("league of all systems") && page.contains("Everybody at its own strength"),
        "{page}"
    );
    let site = Site::new();
    let lessons =
        serde_json::json!({ "system": "td", "name": "mine", "recipe": { "games": "10" }, "measurements": 0 });
    site.asked("/api/runs", lessons).await;
    site.state("/api/runs/mine", "finished").await;
    assert!(!site.get("/players/mine").await.1.contains("league of all systems"));
}
