//! Pictures of the pages for the documents, taken on request by `cargo xtask screenshots`, which says where to.

use crate::browser::{Browser, Look};

const DARK: Look = Look { dark: true, ..Look::DESK };

/// What has happened in the laboratory before its pictures are taken: a run, a league, a game.
const RUN: &str = r#"{ "system": "td", "name": "first-steps", "seed": 1, "recipe": { "games": "30000" },
         "measurements": 20, "pairs": 200 }"#;
const LEAGUE: &str =
    r#"{ "players": ["td:depth=2", "edgar", "korman", "swh", "greedy", "random"], "pairs": 30, "seed": 1 }"#;
const MATCH: &str = r#"{ "players": ["edgar", "td-1ply"], "pairs": 200, "seed": 1 }"#;
const SMALL_RUN: &str = r#"{ "system": "td", "name": "first-steps", "seed": 1, "recipe": { "games": "30000" },
                            "measurements": 20, "pairs": 100 }"#;
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

    /// The pages of the theatre: the cards, a system, the run first-steps when it is finished, the ladder.
    async fn theatre(&self, suffix: &str) {
        let is_phone = suffix.contains("phone");
        let shoot = async |name: &str, height: u32| match is_phone {
            true => self.picture(&format!("{name}{suffix}.png")).await,
            false => self.picture_of(&format!("{name}{suffix}.png"), height).await,
        };
        self.go("/learn/first-steps").await;
        self.until_true("return document.querySelector('article .state')?.dataset.state === 'finished'")
            .await;
        self.until_true("return document.querySelectorAll('#chart .dot').length > 15").await;
        self.until_true("return document.querySelector('#picture svg') !== null").await;
        self.run("document.querySelector('#play-itself').click()").await;
        self.until_true("return document.querySelectorAll('#replay .disc').length > 20").await;
        self.run("const slider = document.querySelector('#plies'); slider.value = 30; slider.dispatchEvent(new Event('input'))").await;
        self.run("document.querySelector('#changed button').click()").await;
        self.until_true("return document.querySelectorAll('#changes tbody tr').length === 2").await;
        shoot("run", 1900).await;
        self.go("/learn").await;
        self.until_true("const missing = [...document.querySelectorAll('[data-picture]')].find((place) => !place.firstChild); missing?.scrollIntoView(); return !missing").await;
        shoot("learn", 1500).await;
        self.go("/systems/evolution").await;
        self.until_true("return document.querySelector('.glance svg') !== null").await;
        self.run("document.querySelector('#lessons details').open = true").await;
        shoot("system", 1300).await;
        self.go("/ladder").await;
        self.until_true("return document.querySelectorAll('.rung').length > 15").await;
        shoot("ladder", 1500).await;
        self.go("/compare?runs=first-steps").await;
        self.until_true("return document.querySelectorAll('#chart .dot').length > 15").await;
        shoot("compare", 900).await;
    }

    /// Every tab of the workbench, with something in it.
    async fn picture_tabs(&self, suffix: &str) {
        self.run(&format!("return (async () => {{ {GAME} }})()")).await;
        self.go("/games/1").await;
        self.until_true("return document.querySelectorAll('#moves .move').length > 50").await;
        self.run("document.querySelector('#tab-analysis').click()").await;
        self.run("document.querySelector('#review-form button').click()").await;
        self.until_true(
            "return /White gave away/.test(document.querySelector('#review-summary').textContent)",
        )
        .await;
        self.run("document.querySelectorAll('#moves > .move')[43].querySelector('button').click()").await;
        self.run("document.querySelector('#values').click()").await;
        self.until_true("return / s$/.test(document.querySelector('#search-status').textContent) && !/^●/.test(document.querySelector('#search-status').textContent)").await;
        self.picture(&format!("board-analysis{suffix}.png")).await;
        // A variation with a remark.
        self.run("document.querySelector('#search-lines tbody tr:nth-child(2) button.line').click()").await;
        self.until_true("return document.querySelectorAll('#moves .variations .move').length > 3").await;
        self.run("document.querySelector('#tab-moves').click()").await;
        self.run("const note = document.querySelector('#note').comment; note.value = 'What if Black had gone here?'; note.dispatchEvent(new Event('input'))").await;
        self.picture(&format!("board-moves{suffix}.png")).await;
        self.run("document.querySelectorAll('#moves > .move')[5].querySelector('button').click()").await;
        self.run("document.querySelector('#tab-explorer').click()").await;
        self.until_true("return document.querySelectorAll('#explorer-table tbody tr').length > 0").await;
        self.run("document.querySelector('#explorer-value').click()").await;
        self.until_true(
            "return /\\d/.test(document.querySelector('#explorer-table td:nth-child(5)').textContent)",
        )
        .await;
        self.picture(&format!("board-explorer{suffix}.png")).await;
        self.run("document.querySelector('#tab-opponent').click()").await;
        self.picture(&format!("board-opponent{suffix}.png")).await;
        self.run("document.querySelector('#tab-library').click()").await;
        self.until_true("return document.querySelectorAll('#games li').length > 2").await;
        self.picture(&format!("board-library{suffix}.png")).await;
        self.run(
            "document.querySelector('#tab-drill').click(); document.querySelector('#drill-game').click()",
        )
        .await;
        self.until_true(
            "return /find a better move/.test(document.querySelector('#drill-question').textContent)",
        )
        .await;
        self.run("document.querySelector('#drill-show').click()").await;
        self.until_true("return document.querySelectorAll('#drill-why .tiny-board').length === 2").await;
        self.picture(&format!("board-drill{suffix}.png")).await;
    }
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn every_page() {
    let browser = Browser::open(Look::DESK).await;
    browser.post("/api/runs", RUN).await;
    browser.theatre("").await;

    browser.post("/api/contests", LEAGUE).await;
    browser.go("/league/1").await;
    browser.until_true("return document.querySelector('.state')?.dataset.state === 'finished'").await;
    browser.go("/league").await;
    browser.find(".cross").await;
    browser.picture_of("league.png", 1300).await;
    browser.post("/api/contests", MATCH).await;
    browser.go("/league/2").await;
    browser.until_true("return document.querySelector('.state')?.dataset.state === 'finished'").await;
    browser.go("/league/2").await;
    browser.find("#sprt").await;
    browser.picture_of("match.png", 1000).await;

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
    browser.close().await;
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn in_the_dark() {
    let browser = Browser::open(DARK).await;
    browser.go("/players/edgar").await;
    browser.find(".slide svg").await;
    browser.picture_of("player-dark.png", 1240).await;
    browser.post("/api/runs", SMALL_RUN).await;
    browser.theatre("-dark").await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn on_a_phone() {
    let browser = Browser::open(Look::PHONE).await;
    browser.go("/studies/documented/td").await;
    browser.find("main h1").await;
    browser.picture("study-phone.png").await;
    browser.post("/api/runs", SMALL_RUN).await;
    browser.theatre("-phone").await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn the_workbench_in_every_light() {
    let phone = Look::PHONE;
    for (look, suffix) in
        [(Look::DESK, ""), (DARK, "-dark"), (phone, "-phone"), (Look { dark: true, ..phone }, "-phone-dark")]
    {
        let browser = Browser::open(look).await;
        browser.picture_tabs(suffix).await;
        browser.close().await;
    }
}
