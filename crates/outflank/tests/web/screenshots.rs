//! Pictures of the pages for the documents, taken on request by `cargo xtask screenshots`, which says where to.

use crate::browser::{Browser, Look};

const DARK: Look = Look { dark: true, ..Look::DESK };

/// A beginning in which a person plays both sides.
const OPENING: [&str; 5] = ["f5", "d6", "c3", "d3", "c4"];

/// What has happened in the laboratory before its pictures are taken: a run, a league, a game.
const RUN: &str =
    r#"{ "system": "td", "name": "first-steps", "seed": 1, "recipe": { "games": "30000" }, "pairs": 200 }"#;
const LEAGUE: &str =
    r#"{ "players": ["td:depth=2", "edgar", "korman", "swh", "greedy", "random"], "pairs": 30, "seed": 1 }"#;
const GAME: &str = "
    const ask = (path, value) => fetch(path, { method: 'POST', body: JSON.stringify(value),
        headers: { 'content-type': 'application/json' } }).then((answer) => answer.json());
    let position = await ask('/api/position', { moves: '' });
    while (!position.result) {
        const player = position.mover === 'black' ? 'korman:depth=3' : 'td:depth=2';
        const reply = await ask('/api/move', { game: { moves: position.moves }, player, seed: 11 });
        position = reply.position;
    }
    await ask('/api/games', { game: { moves: position.moves }, black: 'korman:depth=3', white: 'td:depth=2' });";

impl Browser {
    /// Takes a picture from the top of the page in a window so tall, its own bars included.
    async fn picture_of(&self, name: &str, height: u32) {
        self.driver.set_window_rect(0, 0, Look::DESK.width, height).await.expect("a window");
        self.picture(name).await;
    }

    /// Takes a picture from the top of the page, without a cursor in it.
    async fn picture(&self, name: &str) {
        self.run("scrollTo(0, 0); document.activeElement.blur()").await;
        self.screenshot(name).await;
    }

    /// A game that has just begun, with what the moves are worth.
    async fn play_opening(&self) {
        self.go("/").await;
        self.run("document.querySelector('#settings input[value=both]').click()").await;
        self.run("document.querySelector('#advice [name=shown]').click()").await;
        for square in OPENING {
            let cell = format!("document.querySelector('[data-square={square}].legal')");
            self.until_true(&format!("return {cell} !== null")).await;
            self.run(&format!("{cell}.click()")).await;
        }
        self.until_true("return document.querySelector('#opening').textContent === 'Tiger'").await;
        self.until_true("return document.querySelectorAll('.value').length === 6").await;
    }
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn every_page() {
    let browser = Browser::open(Look::DESK).await;
    browser.play_opening().await;
    browser.picture_of("play.png", 1080).await;

    browser.post("/api/runs", RUN).await;
    browser.go("/learn/first-steps").await;
    browser.until_true("return document.querySelector('.state')?.dataset.state === 'finished'").await;
    browser.go("/learn/first-steps").await;
    browser.find("#curves svg").await;
    browser.picture_of("learn.png", 1080).await;

    browser.post("/api/contests", LEAGUE).await;
    browser.go("/league/1").await;
    browser.until_true("return document.querySelector('.state')?.dataset.state === 'finished'").await;
    browser.go("/league").await;
    browser.find(".cross").await;
    browser.picture_of("league.png", 1300).await;

    browser.go("/players").await;
    browser.find("[data-picture]").await;
    browser
        .run("for (const picture of document.querySelectorAll('[data-picture]')) picture.scrollIntoView()")
        .await;
    browser
        .until_true(
            "return [...document.querySelectorAll('[data-picture]')].every((place) => place.firstChild)",
        )
        .await;
    browser.picture_of("players.png", 1340).await;
    browser.go("/players/edgar").await;
    browser.find(".slide svg").await;
    browser.picture_of("player.png", 1240).await;

    browser.go("/studies").await;
    browser.picture_of("studies.png", 800).await;
    browser.go("/studies/documented/td").await;
    browser.picture_of("study.png", 1340).await;

    browser.run(&format!("return (async () => {{ {GAME} }})()")).await;
    browser.go("/games/1").await;
    browser.until_true("return document.querySelectorAll('#moves li').length > 50").await;
    browser.run("document.querySelector('#moves li:nth-child(44) button').click()").await;
    browser.run("document.querySelector('#tab-analysis').click()").await;
    browser.run("document.querySelector('#review-form button').click()").await;
    browser
        .until_true("return /White gave away/.test(document.querySelector('#review-summary').textContent)")
        .await;
    browser.picture_of("games.png", 1300).await;
    browser.go("/games#moves=f5d6c3&at=3&tab=explorer").await;
    browser.until_true("return document.querySelectorAll('#explorer-table tbody tr').length > 2").await;
    browser.run("document.querySelector('#explorer-value').click()").await;
    browser
        .until_true(
            "return /\\d/.test(document.querySelector('#explorer-table td:nth-child(5)').textContent)",
        )
        .await;
    browser.picture_of("explorer.png", 1080).await;
    browser.go("/games#tab=library").await;
    browser.until_true("return document.querySelectorAll('#games li').length > 2").await;
    browser.picture_of("library.png", 1080).await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn in_the_dark() {
    let browser = Browser::open(DARK).await;
    browser.play_opening().await;
    browser.picture_of("play-dark.png", 1080).await;
    browser.go("/players/edgar").await;
    browser.find(".slide svg").await;
    browser.picture_of("player-dark.png", 1240).await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn on_a_phone() {
    let browser = Browser::open(Look::PHONE).await;
    browser.play_opening().await;
    browser.picture("play-phone.png").await;
    browser.go("/studies/documented/td").await;
    browser.find("main h1").await;
    browser.picture("study-phone.png").await;
    browser.close().await;
}
