//! The workbench in a real browser: variations by keys alone, nothing lost, mistakes that become drills, pasted trees.

use thirtyfour::Key;

use crate::browser::{Browser, Look};

/// The text of the tree as the address has it.
const TREE: &str =
    "return decodeURIComponent(new URLSearchParams(location.hash.slice(1)).get('moves') ?? '')";

impl Browser {
    /// Presses keys wherever the focus is.
    async fn press(&self, keys: &str) {
        for key in keys.chars() {
            self.driver.action_chain().send_keys(key.to_string()).perform().await.expect("a key");
        }
    }

    async fn press_key(&self, key: Key) {
        self.driver.action_chain().send_keys(key).perform().await.expect("a key");
    }

    async fn until_tree(&self, tree: &str) {
        self.until(&format!("the tree is {tree}"), async || (self.run(TREE).await == tree).then_some(()))
            .await;
    }

    async fn until_where(&self, words: &str) {
        self.until_true(&format!("return document.querySelector('#where').textContent === '{words}'")).await;
    }

    /// Pastes a text outside of every field.
    async fn paste(&self, text: &str) {
        let script = "
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));";
        self.driver.execute(script, vec![text.into()]).await.expect("pasted");
    }

    /// A board for both sides.
    async fn both_sides(&self) {
        self.go("/#moves=f5&at=0&tab=moves").await;
        self.driver.refresh().await.expect("again");
        self.until_where("0 of 1").await;
    }
}

#[tokio::test]
async fn a_game_with_variations_by_keys_alone() {
    let browser = Browser::open(Look::DESK).await;
    browser.both_sides().await;
    for square in ["f5", "d6", "c3"] {
        browser.press(square).await;
        browser
            .until_true(&format!("return document.querySelector('[data-square={square}] .disc') !== null"))
            .await;
    }
    browser.until_tree("f5d6c3").await;
    // Back two moves and another way: a variation, with an opening of its own.
    browser.press_key(Key::Left).await;
    browser.press_key(Key::Left).await;
    browser.until_where("1 of 3").await;
    browser.press("f6").await;
    browser.until_tree("f5d6(f6)c3").await;
    browser.press("e6").await;
    browser.until_tree("f5d6(f6e6)c3").await;
    browser.until_true("return document.querySelectorAll('#moves .variations .move').length === 2").await;
    assert!(
        browser.text("#moves").await.contains("Diagonal"),
        "openings have names: {}",
        browser.text("#moves").await
    );
    // From variation to variation, and on in each.
    browser.press_key(Key::Left).await;
    browser.until_where("2 of 3").await;
    browser.press_key(Key::Up).await;
    browser
        .until_true("return document.querySelector('[aria-current=step]').textContent.includes('d6')")
        .await;
    browser.press_key(Key::Down).await;
    browser
        .until_true("return document.querySelector('[aria-current=step]').textContent.includes('f6')")
        .await;
    // A remark, then the variation becomes the main line, by Tab and Enter.
    browser.run("document.querySelector('#note').comment.focus()").await;
    browser.press("diagonal").await;
    browser.run("document.querySelector('#promote').focus()").await;
    browser.press_key(Key::Enter).await;
    browser.until_tree("f5f6(d6c3)e6").await;
    // Undone and done again.
    browser.run("document.activeElement.blur()").await;
    browser.press("u").await;
    browser.until_tree("f5d6(f6e6)c3").await;
    browser.press("U").await;
    browser.until_tree("f5f6(d6c3)e6").await;
    // Deleted, and back.
    browser.run("document.querySelector('#delete-line').focus()").await;
    browser.press_key(Key::Enter).await;
    browser.until_tree("f5d6c3").await;
    browser.run("document.activeElement.blur()").await;
    browser.press("u").await;
    browser.until_tree("f5f6(d6c3)e6").await;
    // A letter alone is a command: the board is turned around.
    let corner = "return document.querySelector('.square').dataset.square";
    assert_eq!(browser.run(corner).await, "a1");
    browser.press("f").await;
    browser.until_true("return document.querySelector('.square').dataset.square === 'h8'").await;
    assert_eq!(browser.run("return document.querySelector('.files span').textContent").await, "h");
    browser.press("?").await;
    browser.until_true("return document.querySelector('#help').open").await;
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn reload_and_restart_in_the_middle_lose_nothing() {
    let mut browser = Browser::open(Look::DESK).await;
    browser.both_sides().await;
    for square in ["f5", "d6", "c3", "d3"] {
        browser.press(square).await;
        browser
            .until_true(&format!("return document.querySelector('[data-square={square}] .disc') !== null"))
            .await;
    }
    browser.press_key(Key::Left).await;
    browser.press_key(Key::Left).await;
    browser.press("c5").await;
    browser.until_tree("f5d6c3(c5)d3").await;
    browser.run("document.querySelector('#note').comment.focus()").await;
    browser.press("why not").await;
    browser.until_true("return JSON.parse(localStorage.getItem('outflank.bench')).tree.moves.some((move) => move.comment === 'why not')").await;
    browser.driver.refresh().await.expect("again");
    browser.until_where("3 of 3").await;
    browser.until_tree("f5d6c3(c5)d3").await;
    browser.until_true("return document.querySelector('#note').comment.value === 'why not'").await;
    // The server goes while a move is made; when it is back, the move is there.
    browser.kill_server();
    browser.run("document.activeElement.blur()").await;
    let square = browser.run("return document.querySelector('.square.legal').dataset.square").await;
    let square = square.as_str().expect("a square").to_owned();
    browser.press(&square).await;
    browser.until_true("return /does not answer/.test(document.querySelector('#notice').textContent)").await;
    browser.restart_server();
    browser.until_tree(&format!("f5d6c3(c5{square})d3")).await;
    browser.until_true("return document.querySelector('#notice').hidden").await;
    // Another game, and the way back.
    browser.paste("f5f6e6").await;
    browser.until_tree("f5f6e6").await;
    browser.driver.back().await.expect("back");
    browser.until_tree(&format!("f5d6c3(c5{square})d3")).await;
    browser.press_key(Key::Left).await;
    browser.until_true("return document.querySelector('#note').comment.value === 'why not'").await;
    browser.close().await;
}

/// A game in which both sides play the worst, so that there is something to be found.
const BLUNDERS: &str = "f5d6c3d3c4f4d7";

#[tokio::test]
async fn a_mistake_becomes_a_drill_and_is_answered() {
    let browser = Browser::open(Look::DESK).await;
    browser.paste(BLUNDERS).await;
    browser.until_where("0 of 7").await;
    browser.click("#tab-analysis").await;
    browser.click("#review-form button[type=submit]").await;
    browser
        .until_true("return /White gave away/.test(document.querySelector('#review-summary').textContent)")
        .await;
    browser.until_true("return document.querySelectorAll('#review-mistakes li').length > 0").await;
    // The list does not tell the answer; “Why” does, in sentences and pictures.
    browser.click("#review-mistakes li:last-child > button:last-of-type").await;
    browser.until_true("return document.querySelectorAll('#why-content .reasons li').length > 0").await;
    assert_eq!(browser.run("return document.querySelectorAll('#why-content .tiny-board').length").await, 2);
    // Asked again: a wrong answer, then the right one.
    browser.click("#review-mistakes li:last-child [aria-label^='Find better']").await;
    browser
        .until_true("return /find a better move/.test(document.querySelector('#drill-question').textContent)")
        .await;
    browser.until_where("6 of 6").await;
    assert_eq!(
        browser.run("return document.querySelectorAll('.value').length").await,
        0,
        "no values are shown"
    );
    browser.press("d7").await;
    browser.until_true("return document.querySelector('.outcome.wrong-answer') !== null").await;
    assert!(browser.text("#drill-verdict").await.contains("It is asked again in 10 minutes"));
    browser.until_true("return document.querySelectorAll('#deck li').length === 1").await;
    browser.click("#drill-show").await;
    browser.until_true("return document.querySelectorAll('.value.best').length >= 1").await;
    browser.until_true("return document.querySelectorAll('#drill-why .reasons li').length > 0").await;
    // The refutation is played out on the board.
    browser.click("#drill-line").await;
    browser.until_true("return Number(document.querySelector('#where').textContent.split(' ')[0]) > 8").await;
    // The game is where it was, and the deck has the position.
    browser.click("#drill-end").await;
    browser.until_tree(BLUNDERS).await;
    browser.click("#drill-deck").await;
    browser.until_true("return /to move/.test(document.querySelector('#drill-question').textContent)").await;
    browser
        .run(
            "window.best = fetch('/api/drills').then((answer) => answer.json())
            .then(({ drills: [{ start }] }) => fetch('/api/values', { method: 'POST', headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ game: { start, moves: '' }, judge: { plies: 6 } }) }))
            .then((answer) => answer.json()).then(({ values }) => { window.best = values[0].square; })",
        )
        .await;
    browser.until_true("return typeof window.best === 'string'").await;
    browser.run("document.querySelector(`[data-square=${window.best}]`).click()").await;
    browser.until_true("return document.querySelector('.outcome.right') !== null").await;
    assert!(browser.text("#drill-verdict").await.contains("is the best move"));
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn a_pasted_tree_is_there_with_its_remarks_and_goes_out_again() {
    let browser = Browser::open(Look::DESK).await;
    browser
        .paste("(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]EV[Cup]C[start];B[f5](;W[d6]C[perpendicular](;B[c3])(;B[c5]))(;W[f6];B[e6]))")
        .await;
    browser.until_tree("f5d6(f6e6)c3(c5)").await;
    browser.click("#tab-moves").await;
    assert_eq!(browser.text("#title").await, "Ann – Bob");
    browser.until_true("return document.querySelector('#note').comment.value === 'start'").await;
    // Beside the tabs the arrow keys step through the game.
    browser.run("document.activeElement.blur()").await;
    browser.press_key(Key::Right).await;
    browser.press_key(Key::Right).await;
    browser.until_true("return document.querySelector('#note').comment.value === 'perpendicular'").await;
    // Kept in the library with all of it, and found there by its remark.
    browser.click("#keep").await;
    browser
        .until_true("return /^Kept as game \\d+/.test(document.querySelector('#notice').textContent)")
        .await;
    let kept = browser
        .run(
            "return fetch('/api/games?text=perpendicular&among=played').then((answer) => answer.json())
            .then(({ games }) => fetch(`/api/games/${games[0].id}`)).then((answer) => answer.json())",
        )
        .await;
    assert_eq!(kept["tree"]["moves"].as_array().map(Vec::len), Some(6), "{kept}");
    assert_eq!((&kept["black"], &kept["event"]), (&"Ann".into(), &"Cup".into()));
    assert!(kept["sgf"].as_str().is_some_and(|sgf| sgf.contains("C[perpendicular]")), "{kept}");
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn an_address_leads_to_the_remarks_in_another_browser() {
    let browser = Browser::open(Look::DESK).await;
    browser.both_sides().await;
    for square in ["f5", "d6", "c3"] {
        browser.press(square).await;
        browser
            .until_true(&format!("return document.querySelector('[data-square={square}] .disc') !== null"))
            .await;
    }
    browser.press_key(Key::Left).await;
    browser.press_key(Key::Left).await;
    browser.until_where("1 of 3").await;
    browser.press("f6").await;
    browser.until_tree("f5d6(f6)c3").await;
    let hostile = "<img src=x onerror=\"document.title='taken'\">&remark=1.no 5% (é)";
    let write = async |words: &str| {
        let script = "
            const { comment } = document.querySelector('#note');
            comment.value = arguments[0];
            comment.dispatchEvent(new Event('input', { bubbles: true }));";
        browser.driver.execute(script, vec![words.into()]).await.expect("written");
    };
    write(hostile).await;
    browser
        .until_true("return new URLSearchParams(location.hash.slice(1)).getAll('remark').length === 1")
        .await;
    // Loaded again before the address has it, nothing is lost.
    write("first").await;
    browser.driver.refresh().await.expect("again");
    browser.until_true("return document.querySelector('#note').comment.value === 'first'").await;
    write(hostile).await;
    browser.press_key(Key::Left).await;
    browser.until_where("1 of 3").await;
    write("the first move").await;
    browser
        .until_true("return new URLSearchParams(location.hash.slice(1)).getAll('remark').length === 2")
        .await;
    let hash = browser.run("return location.hash").await.as_str().expect("an address").to_owned();

    let other = Browser::open(Look::DESK).await;
    other.go(&format!("/{hash}")).await;
    other.driver.refresh().await.expect("again");
    other.until_where("1 of 3").await;
    other.until_tree("f5d6(f6)c3").await;
    other.until_true("return document.querySelector('#note').comment.value === 'the first move'").await;
    other.until_true("return document.querySelectorAll('#moves .commented').length === 2").await;
    other.click("#moves .variations button").await;
    other.until_where("2 of 2").await;
    assert_eq!(other.run("return document.querySelector('#note').comment.value").await, hostile);
    assert_eq!(other.run("return document.querySelectorAll('img[src=x]').length").await, 0);
    assert!(!other.driver.title().await.expect("a title").contains("taken"));
    other.close().await;

    // What is too long for an address stays here, and the page says so.
    assert_eq!(browser.run("return document.querySelector('#remarks-left-out').hidden").await, true);
    write(&"long ".repeat(1_000)).await;
    browser.until_true("return !document.querySelector('#remarks-left-out').hidden").await;
    browser.until_true("return !new URLSearchParams(location.hash.slice(1)).has('remark')").await;
    assert!(browser.text("#remarks-left-out").await.contains("SGF"));
    browser.driver.refresh().await.expect("again");
    browser.until_where("1 of 3").await;
    browser.until_true("return document.querySelector('#note').comment.value.startsWith('long long')").await;
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn the_analysis_comes_in_and_can_be_stopped() {
    let browser = Browser::open(Look::DESK).await;
    browser.go("/#moves=f5d6c3d3c4&at=5&tab=analysis").await;
    browser.driver.refresh().await.expect("again");
    browser.until_where("5 of 5").await;
    browser.press(" ").await;
    let status = "document.querySelector('#search-status').textContent";
    browser.until_true(&format!("return /plies · [\\d,]+ nodes/.test({status})")).await;
    let depth = format!("return Number(/(\\d+) plies/.exec({status})?.[1] ?? 0)");
    let first = browser.run(&depth).await.as_u64().expect("plies");
    browser
        .until("it goes deeper", async || {
            browser.run(&depth).await.as_u64().filter(|plies| *plies > first.max(4))
        })
        .await;
    assert!(browser.text("#search-lines tbody").await.contains('±'), "values have their error");
    browser.press(" ").await;
    browser.until_true(&format!("return !{status}.startsWith('●')")).await;
    // Another judge beside it.
    let second = browser.find("#search-form [name=second] option[value='swh']").await;
    second.click().await.expect("chosen");
    browser.click("#search-toggle").await;
    browser
        .until_true("return /^[+−]?\\d/.test(document.querySelector('#search-lines tbody td:nth-child(3)')?.textContent ?? '')")
        .await;
    // It goes deeper, too, and has lines of its own.
    browser.find("#search-form [name=evaluator] option[value='swh']").await.click().await.expect("chosen");
    browser
        .until("swh looks ahead", async || browser.run(&depth).await.as_u64().filter(|plies| *plies >= 5))
        .await;
    // A line goes into the game by a click, once there is more to it than its move.
    browser
        .until_true("return /^[a-h][1-8] [a-h][1-8]/.test(document.querySelector('#search-lines tbody button.line').textContent)")
        .await;
    browser.click("#search-lines tbody button.line").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length > 6").await;
    browser.close().await;
}

#[tokio::test]
async fn a_large_screen_is_used_and_overlays_are_shown() {
    let browser = Browser::open(Look { width: 1920, height: 1080, dark: false }).await;
    browser.go("/#moves=f5d6c3d3c4f4&at=6&tab=analysis").await;
    browser.driver.refresh().await.expect("again");
    browser.until_where("6 of 6").await;
    // The moves stand beside the open tab.
    let shown = "return ['#panel-moves', '#panel-analysis'].map((name) => document.querySelector(name).getBoundingClientRect().width > 200)";
    assert_eq!(browser.run(shown).await, serde_json::json!([true, true]));
    let right = browser.run("return document.querySelector('.side').getBoundingClientRect().right").await;
    assert!(right.as_f64() > Some(1800.0), "no empty half: {right}");
    for (name, sign) in [("frontier", "is-frontier"), ("regions", "is-even"), ("numbers", "move-number")] {
        browser.run(&format!("document.querySelector('[data-view={name}]').click()")).await;
        browser.until_true(&format!("return document.querySelectorAll('.{sign}').length > 0")).await;
    }
    // What a move would turn over is shown before it is made.
    browser
        .run("document.querySelector('.square.legal').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))")
        .await;
    browser.until_true("return document.querySelectorAll('.would-flip').length > 0").await;
    browser.run("document.querySelector('[data-turn=rotate]').click()").await;
    browser.until_true("return document.querySelector('.files span').textContent === '8'").await;
    browser.check_manners().await;
    browser.close().await;
}
