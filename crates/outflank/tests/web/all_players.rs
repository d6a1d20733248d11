//! Pages for everybody: what a screen reader is told of them, where the keyboard gets, whether text stands out, in
//! the light and in the dark.

use crate::browser::{Browser, Look};

/// Lists what somebody would miss.
const AUDIT: &str = include_str!("audit.js");

async fn heard_and_seen(look: Look) {
    let browser = Browser::open(look).await;
    let run =
        r#"{ "system": "td", "name": "small", "recipe": { "games": "20" }, "measurements": 1, "pairs": 20 }"#;
    browser.post("/api/runs", run).await;
    browser.post("/api/contests", r#"{ "players": ["swh", "random"], "pairs": 2, "seed": 1 }"#).await;
    for path in ["/learn/small", "/league/1"] {
        browser.go(path).await;
        browser.until_true("return document.querySelector('.state')?.dataset.state === 'finished'").await;
    }
    let pages = [
        "/",
        "/games#moves=f5d6c3",
        "/learn",
        "/learn/small",
        "/players",
        "/players/edgar",
        "/players/swh",
        "/league",
        "/league/1",
        "/studies",
        "/studies/documented/td",
        "/nowhere",
    ];
    let mut missed = Vec::new();
    for path in pages {
        browser.go(path).await;
        browser.find("main h1").await;
        let found = browser.run(AUDIT).await;
        missed.extend(found.as_array().expect("a list").iter().map(|what| format!("{path}: {what}")));
    }
    browser.close().await;
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[tokio::test]
async fn in_the_light() {
    heard_and_seen(Look::DESK).await;
}

#[tokio::test]
async fn in_the_dark() {
    heard_and_seen(Look { dark: true, ..Look::DESK }).await;
}
