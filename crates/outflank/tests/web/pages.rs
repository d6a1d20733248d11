//! The pages as people use them: with the mouse, with the keyboard alone, on a phone.

use outflank_rules::{Game, Turn};
use thirtyfour::{By, Key};

use crate::browser::{Browser, Look};

/// A script that is true when it is the turn of whoever sits at the board, or the game is over.
const READY: &str =
    "return /wins by|A draw|Black to move/.test(document.querySelector('#status').textContent)
    && !document.querySelector('.thinking')";

const IS_OVER: &str = "return /wins by|A draw/.test(document.querySelector('#status').textContent)";

/// The first legal square, and how far it is from the focus: columns, then rows.
const FIRST_LEGAL: &str = "return document.querySelector('.square.legal')?.dataset.square ?? null";

impl Browser {
    /// Chooses an opponent, which starts a new game.
    pub async fn choose_opponent(&self, name: &str) {
        self.click("#tab-opponent").await;
        self.run("document.querySelector('#any-player').open = true").await;
        let select = self.find("#settings [name=opponent]").await;
        let option = select.find(By::Css(format!("option[value='{name}']"))).await.expect("a player");
        option.click().await.expect("chosen");
        self.until_true(&format!(
            "return document.querySelector('.seat[data-side=white] .seat-name').textContent.startsWith('{name}')"
        ))
        .await;
    }

    /// Clicks on the first legal move until the game is over, and returns the number of clicks.
    async fn play_to_the_end(&self) -> u32 {
        let mut clicks = 0;
        loop {
            self.until_true(READY).await;
            if self.run(IS_OVER).await == true {
                return clicks;
            }
            let square = self.run(FIRST_LEGAL).await;
            let square = square.as_str().expect("a legal move").to_owned();
            self.find(&format!("[data-square={square}]")).await.click().await.expect("a click");
            clicks += 1;
            self.until_true(&format!(
                "return document.querySelector('[data-square={square}] .disc') !== null"
            ))
            .await;
        }
    }
}

#[tokio::test]
async fn a_whole_game_by_clicks_is_kept_and_reviewed() {
    let browser = Browser::open(Look::DESK).await;
    browser.choose_opponent("random").await;
    let clicks = browser.play_to_the_end().await;
    assert!((5..=60).contains(&clicks), "{clicks} moves");
    // Counts on the page are those of the board.
    let discs = browser.run("return document.querySelectorAll('.disc').length").await;
    let counts = browser
        .run("return [...document.querySelectorAll('.count')].reduce((sum, count) => sum + Number(count.textContent), 0)")
        .await;
    assert_eq!(discs, counts);
    browser
        .until_true("return /Saved as game 1/.test(document.querySelector('#review-kept').textContent)")
        .await;
    browser.click("#tab-analysis").await;
    browser.click("#review-form button").await;
    browser.until_true("return /Black gave away .* White gave away/.test(document.querySelector('#review-summary').textContent)").await;
    // The graph has a line for what is expected and another for what is proven, and is painted by its styles.
    browser.find("#graph .expected").await;
    browser.find("#graph .proven").await;
    let dashes = browser
        .run("return getComputedStyle(document.querySelector('#graph .expected')).strokeDasharray")
        .await;
    assert!(dashes.as_str().is_some_and(|dashes| dashes.contains("5")), "dashed: {dashes}");
    // A click into it steps to that move.
    browser
        .run(
            "const graph = document.querySelector('#graph');
            const { left, top, width } = graph.getBoundingClientRect();
            graph.setPointerCapture = () => {};
            graph.dispatchEvent(new PointerEvent('pointerdown', { clientX: left + width / 2, clientY: top + 9, bubbles: true }))",
        )
        .await;
    browser.until_true("return /^(28|29|30) of /.test(document.querySelector('#where').textContent)").await;
    // All of it is in sight: the board, the graph and the list of mistakes.
    let below = browser
        .run("return ['.board', '#graph', '#review-summary'].map((name) => document.querySelector(name).getBoundingClientRect().bottom - innerHeight)")
        .await;
    assert!(below.as_array().expect("numbers").iter().all(|pixels| pixels.as_f64() < Some(1.0)), "{below}");
    browser.check_manners().await;

    // The game is there at its old address, which leads to the board, and its moves can be walked through.
    browser.go("/games/1").await;
    browser.until_true("return location.pathname === '/' && location.hash.includes('game=1')").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length > 5").await;
    browser.find("body").await.send_keys(Key::Right + Key::Right).await.expect("keys");
    browser.until_true("return document.querySelector('#where').textContent.startsWith('2 of ')").await;
    browser.find("body").await.send_keys(Key::End + Key::Left).await.expect("keys");
    let last = browser.text("#where").await;
    let (at, total) = last.split_once(" of ").expect("two numbers");
    assert_eq!(at.parse::<u32>().expect("a number") + 1, total.parse::<u32>().expect("a number"));
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn a_game_teaches_winmeasure_when_asked_to() {
    let browser = Browser::open(Look::DESK).await;
    let lessons =
        r#"{ "system": "winmeasure", "name": "pupil", "recipe": { "games": "20" }, "measurements": 0 }"#;
    browser.post("/api/runs", lessons).await;
    browser
        .until("the run is finished", async || {
            let now = browser.run("return fetch('/api/runs/pupil').then((answer) => answer.json()).then((now) => now.state)").await;
            (now == "finished").then_some(())
        })
        .await;
    browser.go("/?opponent=pupil").await;
    browser
        .until_true("return document.querySelector('.seat[data-side=white] .seat-name').textContent.startsWith('pupil')")
        .await;
    browser.play_to_the_end().await;
    browser.click("#tab-analysis").await;
    browser.click("#teach button").await;
    let said = "document.querySelector('#teach [role=status]').textContent";
    browser.until_true(&format!("return {said} === 'pupil.taught1 has learned from 21 games now.'")).await;
    // The copy that has learned is the next opponent.
    browser.click("#teach a").await;
    browser
        .until_true("return document.querySelector('#settings [name=opponent]')?.value === 'pupil.taught1'")
        .await;
    browser.close().await;
}

#[tokio::test]
async fn a_whole_game_with_the_keyboard_alone() {
    let browser = Browser::open(Look::DESK).await;
    browser.choose_opponent("greedy").await;
    // From the top of the page Tab leads to the board: a page that is loaded again begins there, with its game.
    browser.driver.refresh().await.expect("again");
    browser.until_true("return document.querySelectorAll('.disc').length === 4").await;
    let focused = "return document.activeElement?.dataset?.square ?? null";
    for presses in 0.. {
        if browser.run(focused).await.is_string() {
            break;
        }
        assert!(presses < 20, "Tab does not reach the board");
        browser.driver.action_chain().send_keys(Key::Tab).perform().await.expect("a key");
    }
    loop {
        browser.until_true(READY).await;
        if browser.run(IS_OVER).await == true {
            break;
        }
        let (from, to) = (browser.run(focused).await, browser.run(FIRST_LEGAL).await);
        let place = |square: &serde_json::Value| {
            let name = square.as_str().expect("a square").as_bytes();
            (i32::from(name[0]), i32::from(name[1]))
        };
        let ((from_column, from_row), (column, row)) = (place(&from), place(&to));
        let sideways = if column > from_column { Key::Right } else { Key::Left };
        let along = if row > from_row { Key::Down } else { Key::Up };
        let mut keys = browser.driver.action_chain();
        for _ in 0..column.abs_diff(from_column) {
            keys = keys.send_keys(sideways.clone());
        }
        for _ in 0..row.abs_diff(from_row) {
            keys = keys.send_keys(along.clone());
        }
        keys.send_keys(Key::Enter).perform().await.expect("keys");
        assert_eq!(browser.run(focused).await, to, "the focus stays where the move was made");
        let square = to.as_str().expect("a square");
        browser
            .until_true(&format!("return document.querySelector('[data-square={square}] .disc') !== null"))
            .await;
    }
    // What happens is said, too.
    browser
        .until_true("return /wins by|A draw/.test(document.querySelector('#announcer').textContent)")
        .await;
    let label =
        browser.find("[data-square=d4]").await.attr("aria-label").await.expect("asked").expect("a label");
    assert!(label.starts_with("d4: black") || label.starts_with("d4: white"), "{label}");
    browser.close().await;
}

#[tokio::test]
async fn values_are_shown_undo_takes_back_and_openings_are_named() {
    let browser = Browser::open(Look::DESK).await;
    browser.click("#settings input[value=both] + span").await;
    browser.click("#values").await;
    browser.until_true("return document.querySelectorAll('.value').length === 4").await;
    browser
        .until_true(
            "return /^Discs for Black, by outflank; ± is the usual error, measured on solved positions/
            .test(document.querySelector('#search-origin').textContent)",
        )
        .await;
    for square in ["f5", "d6", "c3", "d3", "c4"] {
        browser
            .until_true(&format!("return document.querySelector('[data-square={square}].legal') !== null"))
            .await;
        browser.click(&format!("[data-square={square}]")).await;
    }
    browser.until_true("return document.querySelector('#opening').textContent === 'Tiger'").await;
    browser.until_true("return document.querySelectorAll('.value').length === 6").await;
    // The best is marked by a shape, not by colour alone.
    let shape = "return getComputedStyle(document.querySelector('.value.best'), '::before').content";
    assert!(browser.run(shape).await.as_str().is_some_and(|sign| sign.contains('★')));
    browser.click("#undo").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 4").await;
    browser.click("#redo").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 5").await;
    // Nothing starts over without being asked, and even that can be undone.
    browser.click("#new-game").await;
    browser.click("#ask-yes").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 0").await;
    browser.click("#undo").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 5").await;
    browser.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_an_upload_is_told() {
    let browser = Browser::open(Look::DESK).await;
    browser.go("/games").await;
    let place = tempfile::tempdir().expect("a folder");
    let upload = async |name: &str, content: &[u8]| {
        let path = place.path().join(name);
        std::fs::write(&path, content).expect("a file");
        browser.click("#tab-library").await;
        browser.until_true("return !document.querySelector('#panel-library').hidden").await;
        browser.find("#file").await.send_keys(path.to_str().expect("text")).await.expect("chosen");
        browser.click("#open-game button").await;
    };
    upload("wrong.txt", b"f5d6 <img src=x onerror=alert(1)>").await;
    browser.until_true("return !document.querySelector('#open-problem').hidden").await;
    let problem = browser.text("#open-problem").await;
    assert!(problem.contains("line 1, column 6") && problem.contains("found “<img”"), "{problem}");
    assert_eq!(browser.run("return document.querySelectorAll('#open-problem img').length").await, 0);
    upload("huge.txt", &vec![b' '; 2 << 20]).await;
    browser.until_true("return /too large/.test(document.querySelector('#open-problem').textContent)").await;
    upload("right.txt", b"1. f5 d6 2. c3 d3").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 4").await;
    assert!(!browser.find("#open-problem").await.is_displayed().await.expect("asked"));
    browser.close().await;
}

#[tokio::test]
async fn pages_fit_a_phone() {
    let browser = Browser::open(Look::PHONE).await;
    assert_eq!(browser.run("return innerWidth").await, Look::PHONE.width);
    for tab in ["moves", "analysis", "explorer", "opponent", "drill", "library"] {
        browser.go(&format!("/#tab={tab}")).await;
        browser.driver.refresh().await.expect("again");
        browser.until_true("return document.querySelectorAll('.disc').length === 4").await;
        browser.until_true(&format!("return !document.querySelector('#panel-{tab}').hidden")).await;
        browser.check_manners().await;
        let board =
            browser.run("return document.querySelector('.board').getBoundingClientRect().width").await;
        assert!(board.as_f64().is_some_and(|width| width > 330.0), "the board uses the width: {board}");
        let square =
            browser.run("return document.querySelector('.square').getBoundingClientRect().width").await;
        assert!(square.as_f64().is_some_and(|width| width > 36.0), "a finger hits a square: {square}");
        browser.screenshot(&format!("{tab}-phone.png")).await;
    }
    for path in
        ["/learn", "/players", "/players/td", "/league", "/studies", "/studies/documented/td", "/nowhere"]
    {
        browser.go(path).await;
        browser.find("main h1").await;
        browser.check_manners().await;
    }
    browser.close().await;
}

/// What the list of moves says.
const MOVES: &str =
    "return [...document.querySelectorAll('#moves .move')].map((move) => move.textContent).join('')";

#[tokio::test]
async fn the_board_loses_nothing() {
    let mut browser = Browser::open(Look::DESK).await;
    browser.choose_opponent("korman").await;
    browser.click("[data-square=f5]").await;
    browser.until_true("return document.querySelectorAll('#moves .move').length === 2").await;
    let moves = browser.run(MOVES).await;
    // A change of the settings asks before it begins a new game, and can be taken back.
    browser.run("document.querySelector('#any-player').open = true").await;
    let random = browser.find("#settings [name=epsilon] option[value='0.1']").await;
    random.click().await.expect("chosen");
    browser.until_true("return !document.querySelector('#ask').hidden").await;
    assert_eq!(browser.run(MOVES).await, moves);
    browser.click("#ask-no").await;
    browser.until_true("return document.querySelector('#settings').epsilon.value === '0'").await;
    // A reload and another page keep the game and the settings.
    for path in ["/", "/league", "/"] {
        browser.go(path).await;
    }
    browser.until_true("return document.querySelectorAll('#moves .move').length === 2").await;
    assert_eq!(browser.run(MOVES).await, moves);
    assert_eq!(browser.run("return document.querySelector('#settings').opponent.value").await, "korman");
    // A server that is restarted finds the game where it was, and a move made meanwhile is played.
    browser.kill_server();
    let square = browser.run(FIRST_LEGAL).await;
    browser.click(&format!("[data-square={}]", square.as_str().expect("a legal move"))).await;
    browser.until_true("return /does not answer/.test(document.body.textContent)").await;
    browser.restart_server();
    browser.until_true("return document.querySelectorAll('#moves .move').length === 4").await;
    let moves = browser.run(MOVES).await;
    // Another opponent in the address asks, too, and is one name with one strength.
    browser.go("/?opponent=td").await;
    browser.until_true("return !document.querySelector('#ask').hidden").await;
    assert_eq!(browser.run(MOVES).await, moves);
    browser.click("#ask-yes").await;
    browser
        .until_true("return document.querySelector('.seat[data-side=white] .seat-name').textContent === 'td'")
        .await;
    browser.close().await;
}

#[tokio::test]
async fn a_position_is_valued_solved_and_played_on() {
    let browser = Browser::open(Look::DESK).await;
    // Ten empty squares of a game in which everybody plays the first legal square.
    let mut game = Game::new();
    while game.board().position.empties().count() > 10 {
        match game.turn() {
            Turn::Play(moves) => drop(game.play(moves.first()).expect("legal")),
            _ => game.pass().expect("forced"),
        }
    }
    let obf = format!("{}; % a position\n", game.board());
    browser.click("#tab-library").await;
    browser.until_true("return !document.querySelector('#panel-library').hidden").await;
    browser.find("#text").await.send_keys(obf).await.expect("typed");
    browser.click("#open-game button").await;
    browser.until_true("return document.querySelectorAll('.disc').length === 54").await;
    browser.click("#tab-moves").await;
    browser.click("#solve").await;
    browser
        .until_true("return /^Exact: both sides play their best/.test(document.querySelector('#search-origin').textContent)")
        .await;
    assert_eq!(browser.run("return document.querySelectorAll('.value:not(.exact)').length").await, 0);
    browser.find("#evaluation.exact").await;
    // After a click on the board the arrow keys still step.
    let square = browser.run(FIRST_LEGAL).await;
    let square = square.as_str().expect("a legal move").to_owned();
    browser.click(&format!("[data-square={square}]")).await;
    browser.until_true("return document.querySelector('#where').textContent === '1 of 1'").await;
    browser.driver.action_chain().send_keys(Key::Left).perform().await.expect("a key");
    browser.until_true("return document.querySelector('#where').textContent === '0 of 1'").await;
    browser.click("#tab-opponent").await;
    browser.click("#play-on").await;
    browser.until_true("return document.querySelector('.seat[data-side=black] .seat-name').textContent === 'You' || document.querySelector('.seat[data-side=white] .seat-name').textContent === 'You'").await;
    // The page may still be on its way: the move is made as soon as it can be.
    let played = format!(
        "document.querySelector('.square.legal[data-square={square}]')?.click();
        return document.querySelectorAll('#moves .move').length >= 2"
    );
    browser.until_true(&played).await;
    browser.close().await;
}
