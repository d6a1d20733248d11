//! Pictures of the pages for the documents, taken on request:
//!
//! ```text
//! OUTFLANK_SCREENSHOTS=$PWD/docs/screenshots cargo test -p outflank --test web screenshots -- --ignored
//! ```

use crate::browser::{Browser, Look};

/// A game between two strong programs of the past would be somebody's; this one is by korman and td.
const OPENING: [&str; 5] = ["f5", "d6", "c3", "d3", "c4"];

const DARK: Look = Look { dark: true, ..Look::DESK };

#[tokio::test]
#[ignore = "changes the documents"]
async fn play() {
    for (look, name) in [(Look::DESK, "play.png"), (DARK, "play-dark.png"), (Look::PHONE, "play-phone.png")] {
        let browser = Browser::open(look).await;
        browser.run("document.querySelector('#settings input[value=both]').click()").await;
        browser.run("document.querySelector('#advice [name=shown]').click()").await;
        for square in OPENING {
            let cell = format!("document.querySelector('[data-square={square}].legal')");
            browser.until_true(&format!("return {cell} !== null")).await;
            browser.run(&format!("{cell}.click()")).await;
        }
        browser.until_true("return document.querySelectorAll('.value').length === 6").await;
        browser.run("scrollTo(0, 0)").await;
        browser.screenshot(name).await;
        browser.close().await;
    }
}

#[tokio::test]
#[ignore = "changes the documents"]
async fn games() {
    // Taller, so that the review is in the picture.
    let tall = Look { height: 1500, ..Look::DESK };
    for (look, name) in [
        (tall, "games.png"),
        (Look { dark: true, ..tall }, "games-dark.png"),
        (Look::PHONE, "games-phone.png"),
    ] {
        let browser = Browser::open(look).await;
        let script = "
            const ask = (path, value) => fetch(path, { method: 'POST', body: JSON.stringify(value),
                headers: { 'content-type': 'application/json' } }).then((answer) => answer.json());
            let position = await ask('/api/position', { moves: '' });
            while (!position.result) {
                const player = position.mover === 'black' ? 'korman:depth=3' : 'td:depth=2';
                const reply = await ask('/api/move', { game: { moves: position.moves }, player, seed: 11 });
                position = reply.position;
            }
            await ask('/api/games', { game: { moves: position.moves }, black: 'korman:depth=3', white: 'td:depth=2' });
            window.kept = true;";
        browser.run(&format!("(async () => {{ {script} }})()")).await;
        browser.until_true("return window.kept === true").await;
        browser.go("/games/1").await;
        browser.until_true("return document.querySelectorAll('#moves li').length > 50").await;
        browser.run("document.querySelector('#moves li:nth-child(44) button').click()").await;
        browser.run("document.querySelector('#review-form button').click()").await;
        browser
            .until_true(
                "return /White gave away/.test(document.querySelector('#review-summary').textContent)",
            )
            .await;
        browser.run("scrollTo(0, 0); document.activeElement.blur()").await;
        browser.screenshot(name).await;
        browser.close().await;
    }
}
