//! Experiments as people make them: a run and a contest from their forms to their ends, with the mouse and with
//! the keyboard alone; and every page on a phone.

use thirtyfour::Key;

use crate::browser::{Browser, Look};

impl Browser {
    /// Fills in a field of a form.
    async fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        field.clear().await.expect("emptied");
        field.send_keys(text).await.expect("typed");
    }

    /// Opens the page of a system with all keys of its recipe.
    async fn choose_system(&self, system: &str) {
        self.go(&format!("/systems/{system}")).await;
        self.click("#lessons details summary").await;
    }

    /// Waits for the state that a page shows.
    async fn until_state(&self, state: &str) {
        self.until_true(&format!("return document.querySelector('.state')?.dataset.state === '{state}'"))
            .await;
    }
}

#[tokio::test]
async fn a_burst_is_begun_watched_and_played() {
    let browser = Browser::open(Look::DESK).await;
    browser.choose_system("td").await;
    browser.fill("#lessons [name=games]", "0").await;
    browser.click("#lessons [type=submit]").await;
    // What is wrong stands at its field.
    browser
        .until_true(
            "return document.querySelector('[data-field=games] .field-wrong').textContent.includes('1 to 1,000,000,000')",
        )
        .await;
    browser.until_true("return document.activeElement.name === 'games'").await;
    browser.fill("#lessons [name=games]", "1000000000").await;
    browser.fill("#lessons [name=name]", "td").await;
    browser.click("#lessons [type=submit]").await;
    browser
        .until_true("return document.querySelector('[data-field=name] .field-wrong').textContent.includes('comes with the program')")
        .await;
    browser.fill("#lessons [name=name]", "").await;
    // It goes on until it is paused, however slow the browser is.
    browser.click("#lessons [type=submit]").await;
    browser.find("#run").await;
    browser.until_true("return Number(document.querySelector('#bar').value) > 0").await;
    browser.find("#picture svg.plot").await;
    let before = browser.run("return document.querySelector('#moments').max").await;
    browser
        .until("there are more checkpoints", async || {
            let now = browser.run("return document.querySelector('#moments').max").await;
            (now != before).then_some(())
        })
        .await;
    browser.click("#pause").await;
    browser.until_state("paused").await;
    browser.check_manners().await;
    let name = browser.text("#run h1").await;

    // As it is now, it can be played.
    browser.click("#play").await;
    browser
        .until_true(&format!(
            "return document.querySelector('.seat[data-side=white] .seat-name')?.textContent.startsWith('{name}@')"
        ))
        .await;
    browser.go(&format!("/learn/{name}")).await;
    browser.click("#resume").await;
    browser.until_state("learning").await;
    browser.click("#stop").await;
    browser.until_state("interrupted").await;
    browser.close().await;
}

#[tokio::test]
async fn a_burst_comes_to_its_end() {
    let browser = Browser::open(Look::DESK).await;
    browser.choose_system("td").await;
    browser.fill("#lessons [name=games]", "500").await;
    browser.click("#lessons [type=submit]").await;
    browser.find("#run").await;
    browser.until_state("finished").await;
    assert_eq!(browser.text("#lessons").await, "500 of 500");
    browser.find("#chart svg .dot").await;
    browser.close().await;
}

#[tokio::test]
async fn a_match_is_played_by_keyboard_alone() {
    let browser = Browser::open(Look::DESK).await;
    browser.go("/league").await;
    browser.find("#contest").await;
    // From one field to the next with Tab, and off with Enter.
    browser.run("document.querySelector('#seats input').focus()").await;
    for player in ["swh", "random"] {
        let field = browser.driver.active_element().await.expect("a focus");
        field.send_keys(Key::Control + "a").await.expect("keys");
        field.send_keys(player).await.expect("typed");
        browser.driver.action_chain().send_keys(Key::Tab).perform().await.expect("a key");
    }
    browser.until_true("return document.activeElement.id === 'add'").await;
    browser.fill("#contest [name=pairs]", "10").await;
    browser.find("#contest [name=pairs]").await.send_keys(Key::Enter + "").await.expect("a key");
    browser.until_true("return location.pathname === '/league/1'").await;
    browser.until_state("finished").await;
    assert_eq!(browser.text("#games").await, "20 of 20");
    browser.until_true("return document.querySelectorAll('.games-of tbody tr').length === 20").await;
    browser.check_manners().await;

    // A game of it on the board.
    browser.click(".moves-of").await;
    browser.until_true("return document.querySelectorAll('#moves li').length > 5").await;
    browser.go("/league").await;
    browser.find("#ratings-heading").await;
    browser.until_true("return document.querySelectorAll('.cross tbody tr').length === 2").await;
    browser.close().await;
}

#[tokio::test]
async fn every_page_fits_a_phone_and_asks_nobody_else() {
    let browser = Browser::open(Look::PHONE).await;
    let pages = [
        "/learn",
        "/systems/td",
        "/compare",
        "/ladder",
        "/players",
        "/players/td",
        "/players/winmeasure",
        "/players/edgar",
        "/league",
        "/studies",
        "/studies/documented/td",
    ];
    for path in pages {
        browser.go(path).await;
        browser.find("main h1").await;
        browser.check_manners().await;
    }
    // One of the sixty boards of edgar is turned to.
    browser.go("/players/edgar").await;
    let slider = browser.find(".slides input").await;
    let first = browser.run("return document.querySelector('.slide').textContent").await;
    slider.send_keys(Key::Right + Key::Right).await.expect("keys");
    browser
        .until("another board", async || {
            let now = browser.run("return document.querySelector('.slide').textContent").await;
            (now != first).then_some(())
        })
        .await;
    assert_eq!(browser.text(".slides output").await, "32");
    browser.close().await;
}

#[tokio::test]
async fn a_slider_stays_in_hand_while_checkpoints_come() {
    let browser = Browser::open(Look::DESK).await;
    let lessons =
        r#"{ "system": "edgar", "name": "slow", "recipe": { "games": "1000000" }, "measurements": 0 }"#;
    browser.post("/api/runs", lessons).await;
    browser.go("/learn/slow").await;
    browser
        .until_true("return !document.querySelector('#checkpoint').hidden && document.querySelector('#picture svg') !== null")
        .await;
    browser.run("document.querySelector('#moments').focus()").await;
    let most = "return Number(document.querySelector('#moments').max)";
    let before = browser.run(most).await;
    browser.until("another checkpoint", async || (browser.run(most).await != before).then_some(())).await;
    assert_eq!(browser.run("return document.activeElement.id").await, "moments");
    browser.close().await;
}
