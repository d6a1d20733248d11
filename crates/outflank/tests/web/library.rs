//! The library through the interface and in a browser: files in, games found, positions explored, games out.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use outflank_rules::formats::{AnnotatedGame, Tag, WthorWriter};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::browser::{Browser, Look};
use crate::site::{Site, text};

const GAMES: &str = "\
(;GM[Othello]PC[Cup]DT[1999]PB[<b>Ann</b>]PW[Bob]TY[8]RE[+64.000]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)
(;GM[Othello]PC[Cup]DT[2001]PB[Bob]PW[Ann]TY[8]RE[?]B[f5]W[d6]B[c3]W[a1];)
(;GM[Othello]TY[10]BO[10 x];)
";

async fn import(site: &Site, query: &str, body: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post(format!("/api/games/import?{query}")).header("host", "localhost");
    let (status, answer) = text(site.answer(request.body(body.into()).expect("a request")).await).await;
    (status, serde_json::from_str(&answer).unwrap_or_else(|_| panic!("not JSON: {answer}")))
}

#[tokio::test]
async fn files_are_kept_as_they_come_in_and_found_again() {
    let site = Site::new();
    let (status, became) = import(&site, "name=games.ggf", GAMES).await;
    assert_eq!(status, StatusCode::OK, "{became}");
    let counts = ["games", "added", "known", "cut", "refused"].map(|key| became[key].as_u64());
    assert_eq!(counts, [2, 2, 0, 1, 1].map(Some), "{became}");
    let faults = became["faults"].to_string();
    assert!(faults.contains("line 2, column") && faults.contains("a1 is not a legal move"), "{faults}");
    assert!(faults.contains("Othello of type “10” is not played here"), "{faults}");

    let found = site.json("/api/games?player=ann&years=1999-2000&among=imported").await;
    assert_eq!(found["count"], 1);
    let id = found["games"][0]["id"].as_i64().expect("a number");
    let (status, page) = site.get(&format!("/games/{id}")).await;
    assert!(status == StatusCode::PERMANENT_REDIRECT && !page.contains("<b>Ann"), "names are no markup");
    let game = site.json(&format!("/api/games/{id}")).await;
    assert_eq!((&game["black"], &game["source"]), (&json!("<b>Ann</b>"), &json!("games.ggf")));
    assert!(game["sgf"].as_str().is_some_and(|sgf| sgf.contains(";B[e6]")), "{game}");
    let through = site.json("/api/games?moves=d3c5&among=imported").await;
    assert_eq!(through["count"], 2, "in any orientation");
    let cut = site.json("/api/games?years=2001").await;
    assert!(cut["games"][0]["fault"].as_str().is_some_and(|fault| fault.contains("a1")), "{cut}");

    let explored = site.json("/api/explorer?moves=f5d6&among=imported").await;
    assert_eq!((&explored["games"], &explored["moves"][0]["square"]), (&json!(2), &json!("c3")));
    let (status, sgf) = site.get("/api/games/export?to=sgf&among=imported").await;
    assert_eq!((status, sgf.lines().count()), (StatusCode::OK, 2), "{sgf}");

    for wrong in ["years=soon", "moves=zz", "among=mine", "result=lost", "page=3"] {
        let (status, answer) = site.get(&format!("/api/games?{wrong}")).await;
        assert!(status.is_client_error() && answer.contains("error"), "{wrong}: {status} {answer}");
    }
    let (status, answer) = import(&site, "name=x", "hello there, this is no game").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    assert!(answer["error"].as_str().is_some_and(|words| words.contains("nearest are")), "{answer}");
}

#[tokio::test]
async fn the_shipped_games_are_there_at_once() {
    let site = Site::new();
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(120);
    let games = loop {
        let explored = site.json("/api/explorer").await;
        let games = explored["games"].as_u64().expect("a number");
        if games > 0 || std::time::Instant::now() > patience {
            break games;
        }
    };
    assert!(games > 9_000, "{games}");
    let opening = site.json("/api/games?opening=Tiger&among=shipped").await;
    assert!(opening["count"].as_u64() > Some(0) && opening["games"][0]["event"] == "Games of Outflank");
    // What was computed stands beside what was played.
    let question =
        json!({ "game": { "moves": "f5d6" }, "judge": { "evaluator": "swh", "plies": 2, "exact": 0 } });
    site.asked("/api/values", question).await;
    while site.json("/api/explorer?moves=f5d6").await["moves"][0]["value"].is_null() {
        assert!(std::time::Instant::now() < patience, "the value is never there");
    }
}

#[tokio::test]
async fn the_names_of_a_database_go_before_it() {
    let site = Site::new();
    let mut game: AnnotatedGame = "f5d6c3d3".parse::<outflank_rules::Game>().expect("a game").into();
    for (tag, value) in
        [(Tag::Black, "Ann"), (Tag::White, "Bob"), (Tag::Result, "34-30"), (Tag::Event, "Cup")]
    {
        game.tags.set(tag, value);
    }
    let mut writer = WthorWriter::new();
    writer.add(&game).expect("it fits");
    let day = (2026, 11, 16);
    let (players, tournaments, games) = (writer.players(day), writer.tournaments(day), writer.games(day));
    let query = format!("name=a.wtb&players={}&tournaments={}", players.len(), tournaments.len());
    let body = [players, tournaments, games[..games.len() - 1].to_vec()].concat();
    let (status, answer) = import(&site, &query, body.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "cut off: {answer}");
    assert!(
        answer["error"].as_str().is_some_and(|words| words.contains("1 of 1 games are missing")),
        "{answer}"
    );
    let (_, became) = import(&site, &query, [body, vec![*games.last().expect("bytes")]].concat()).await;
    assert_eq!((&became["format"], &became["added"]), (&json!("wthor"), &json!(1)), "{became}");
    let found = site.json("/api/games?event=cup").await;
    assert_eq!((&found["games"][0]["black"], &found["games"][0]["white"]), (&json!("Ann"), &json!("Bob")));
}

#[tokio::test]
async fn a_library_in_the_browser() {
    let browser = Browser::open(Look::DESK).await;
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("games.ggf");
    std::fs::write(&path, GAMES).expect("a file");
    // The old address leads to the board; the library is not empty.
    browser.go("/games#tab=library").await;
    browser
        .until_true("return /^1?\\d,\\d{3} games$/.test(document.querySelector('#search-words').textContent)")
        .await;
    browser.find("#file").await.send_keys(path.to_str().expect("text")).await.expect("chosen");
    browser.click("#import").await;
    browser
        .until_true("return /^2 games read, 2 new, 1 kept up to an illegal move, 1 could not be read/.test(document.querySelector('#import-done').textContent)")
        .await;
    assert!(browser.text("#open-problem").await.contains("a1 is not a legal move"));
    browser.find("#search [name=player]").await.send_keys("ann").await.expect("typed");
    browser.click("#search button[type=submit]").await;
    browser.until_true("return document.querySelectorAll('#games li').length === 2").await;
    browser.check_manners().await;
    browser.screenshot("library.png").await;
    browser.click("#games li:last-child a").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 9").await;
    assert!(browser.text("#title").await.contains("<b>Ann</b> – Bob"), "names are text");
    browser.click("#tab-moves").await;
    assert!(browser.text("#facts").await.contains("games.ggf"));

    // The explorer follows the board, and its moves are played by a click.
    browser.click("#tab-explorer").await;
    browser.until_true("return document.querySelectorAll('#explorer-table tbody tr').length > 0").await;
    browser.click("#explorer-table tbody button").await;
    browser.until_true("return document.querySelectorAll('.disc').length === 5").await;
    browser
        .until_true(
            "return /games went on from here/.test(document.querySelector('#explorer-words').textContent)",
        )
        .await;
    browser.click("#explorer-value").await;
    browser
        .until_true("return /^[+−]?\\d/.test(document.querySelector('#explorer-table tbody td:nth-child(5)')?.textContent ?? '')")
        .await;
    browser.check_manners().await;
    browser.screenshot("explorer.png").await;
    // A reload comes back to the same tab and the same position.
    browser.driver.refresh().await.expect("again");
    browser.until_true("return document.querySelectorAll('.disc').length === 5").await;
    browser.until_true("return !document.querySelector('#panel-explorer').hidden").await;
    // By keys: from tab to tab.
    browser.run("document.querySelector('#tab-explorer').focus()").await;
    browser.driver.action_chain().send_keys(Key::Right).perform().await.expect("a key");
    browser.until_true("return !document.querySelector('#panel-opponent').hidden").await;
    // Games through the position on the board.
    browser.click("#tab-explorer").await;
    browser.click("#explorer-games").await;
    browser.until_true("return document.querySelectorAll('#games li').length > 0").await;
    assert_eq!(browser.run("return document.querySelector('#search').through.checked").await, true);
    browser.close().await;
}

#[tokio::test]
async fn what_is_dropped_or_pasted_is_opened() {
    let browser = Browser::open(Look::PHONE).await;
    browser.until_true("return document.querySelectorAll('.disc').length === 4").await;
    let paste = "
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', '(;FF[4]GM[2];B[f5](;W[d6])(;W[f6]))');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));";
    browser.run(paste).await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 3").await;
    let drop = "
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['1. f5 d6 2. c3 d3 3. c4'], 'game.txt'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));";
    browser.run(drop).await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 5").await;
    browser.check_manners().await;
    browser.screenshot("games-phone.png").await;
    browser.close().await;
}
