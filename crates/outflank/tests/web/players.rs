//! Players: what they have learned, and where they come from.

use axum::http::StatusCode;

use crate::site::Site;

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
