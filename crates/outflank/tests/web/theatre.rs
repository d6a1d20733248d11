//! The learning theatre as people use it: presets, curves, checkpoints, forks, seeds, the ladder, engines and studies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use outflank_lab::DataFolder;
use outflank_web::{Guard, Laboratory, router};
use serde_json::{Value, json};

use crate::browser::{Browser, Look};
use crate::site::Site;

impl Browser {
    /// Waits until a page shows this state.
    async fn until_it_is(&self, state: &str) {
        self.until_true(&format!(
            "return document.querySelector('article .state')?.dataset.state === '{state}'"
        ))
        .await;
    }

    /// A run that has come to its end, with a curve of five points.
    async fn learned(&self, name: &str) {
        let run = format!(
            r#"{{ "system": "td", "name": "{name}", "recipe": {{ "games": "400" }}, "measurements": 4, "pairs": 20 }}"#
        );
        self.post("/api/runs", &run).await;
        self.go(&format!("/learn/{name}")).await;
        self.until_it_is("finished").await;
        self.until_true("return document.querySelectorAll('#chart .dot').length === 5").await;
    }
}

/// Bytes that a path gives.
async fn bytes(site: &Site, path: &str) -> (StatusCode, Vec<u8>) {
    let request = Request::get(path).header("host", "localhost").body(Body::empty()).expect("a request");
    let answer = site.answer(request).await;
    let status = answer.status();
    (status, answer.into_body().collect().await.expect("a body").to_bytes().to_vec())
}

/// A run that has come to its end.
async fn learned(site: &Site, name: &str, seeds: u64) {
    let run = json!({ "system": "td", "name": name, "recipe": { "games": "300" }, "measurements": 3,
                      "pairs": 20, "seeds": seeds });
    site.asked("/api/runs", run).await;
    site.state(&format!("/api/runs/{name}"), "finished").await;
}

#[tokio::test]
async fn a_taste_is_one_press_away() {
    let browser = Browser::open(Look::DESK).await;
    browser.go("/learn").await;
    let systems = outflank_learn::Recipe::SYSTEMS.len();
    browser.until_true(&format!("return document.querySelectorAll('.system').length === {systems}")).await;
    // Pictures come when one gets to them, and every system has one.
    for system in outflank_learn::Recipe::SYSTEMS {
        browser
            .run(&format!("document.querySelector('.system[data-system={system}]').scrollIntoView()"))
            .await;
        browser.find(&format!(".system[data-system={system}] .glance svg")).await;
    }
    browser.run("document.querySelector('.system[data-system=value-matrix]').scrollIntoView()").await;
    browser.find(".system[data-system=value-matrix] .glance svg").await;
    browser.click("button[data-system=value-matrix][data-preset=taste]").await;
    browser.until_true("return location.pathname.startsWith('/learn/value-matrix-')").await;
    browser.until_true("return document.querySelectorAll('#chart .dot').length > 2").await;
    browser.find("#picture svg").await;
    browser.until_it_is("finished").await;
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn the_curve_is_drawn_truly() {
    let browser = Browser::open(Look::DESK).await;
    browser.learned("seen").await;
    // A learner that gets better evenly: its points lie on a straight line, as far apart as their games are.
    let drawn = browser
        .run(
            "return import('/assets/chart.js').then(({ chart }) => {
                const place = document.createElement('div');
                document.body.append(place);
                const points = [0, 100, 200, 400, 800, 1600].map((x) => ({ x, y: 50 + x / 4, low: 30 + x / 4, high: 70 + x / 4, label: 'a point' }));
                chart(place, { series: [{ name: 'linear', points }], references: [{ name: 'half', y: 250 }], x: 'games', y: 'Elo' });
                const dots = [...place.querySelectorAll('.dot')].map((dot) => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))]);
                const line = place.querySelector('.line').getAttribute('points').split(' ').map((pair) => pair.split(',').map(Number));
                return { dots, line, half: Number(place.querySelector('.reference').getAttribute('y1')) };
            })",
        )
        .await;
    let pairs = |name: &str| -> Vec<(f64, f64)> {
        let pair = |pair: &Value| (pair[0].as_f64().expect("x"), pair[1].as_f64().expect("y"));
        drawn[name].as_array().expect("points").iter().map(pair).collect()
    };
    let dots = pairs("dots");
    assert_eq!((dots.len(), &pairs("line")), (6, &dots), "a line from point to point and nothing else");
    let games = [0.0, 100.0, 200.0, 400.0, 800.0, 1600.0];
    let (first, last) = (dots[0], dots[5]);
    for (games, (x, y)) in games.into_iter().zip(&dots) {
        let part = games / 1600.0;
        assert!((first.0 + part * (last.0 - first.0) - x).abs() < 0.02, "{games}: {x}");
        assert!((first.1 + part * (last.1 - first.1) - y).abs() < 0.02, "{games}: {y}");
    }
    // 250 Elo are reached half way: the line of reference is where the curve is there.
    let half = drawn["half"].as_f64().expect("a line");
    assert!((half - (first.1 + last.1) / 2.0).abs() < 0.02, "{half}");

    // On the page of a run: the points are those of the interface, over games and over seconds.
    browser.go("/learn/seen").await;
    for axis in ["games", "seconds"] {
        browser.run(&format!("document.querySelector('input[name=axis][value={axis}]').click()")).await;
        let same = format!(
            "return fetch('/api/curves?runs=seen').then((answer) => answer.json()).then(({{ runs }}) => {{
                const told = runs[0].points.map((point) => [point.{axis}, point.elo]);
                const drawn = [...document.querySelectorAll('#chart .dot')].map((dot) => [Number(dot.dataset.x), Number(dot.dataset.y)]);
                return JSON.stringify(told) === JSON.stringify(drawn);
            }})"
        );
        browser.until_true(&same).await;
    }
    let told = browser
        .run("return fetch('/api/curves?runs=seen').then((answer) => answer.json()).then(({ runs }) => runs[0].points)")
        .await;
    let games: Vec<u64> =
        told.as_array().expect("points").iter().filter_map(|point| point["games"].as_u64()).collect();
    assert_eq!(games, [0, 100, 200, 300, 400], "spread evenly");
    browser.close().await;
}

#[tokio::test]
async fn every_checkpoint_can_be_looked_at_played_forked_matched_and_taken_away() {
    let browser = Browser::open(Look::DESK).await;
    browser.learned("seen").await;
    let marks = browser
        .run("return fetch('/api/runs/seen/checkpoints').then((answer) => answer.json()).then((marks) => marks.map((mark) => mark.games))")
        .await;
    let marks: Vec<u64> = marks.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert!([0, 100, 200, 300, 400].iter().all(|games| marks.contains(games)), "{marks:?}");
    assert_eq!(browser.run("return Number(document.querySelector('#moments').max)").await, marks.len() - 1);
    let at = marks.iter().position(|games| *games == 200).expect("kept");
    browser
        .run(&format!(
            "const slider = document.querySelector('#moments'); slider.value = {at}; slider.dispatchEvent(new Event('input'))"
        ))
        .await;
    let address = async |selector: &str| {
        browser.run(&format!("return document.querySelector('{selector}').getAttribute('href')")).await
    };
    assert_eq!(address("#play").await, "/?opponent=seen%40200");
    assert_eq!(address("#match").await, "/league?players=seen%40200");
    assert_eq!(address("#export").await, "/api/players/seen%40200/file");
    browser.until_true("return document.querySelector('#moment').textContent.startsWith('200 games')").await;

    // A game of it against itself, with what it thought.
    browser.click("#play-itself").await;
    browser.until_true("return document.querySelectorAll('#replay .disc').length > 4").await;
    browser
        .run("const slider = document.querySelector('#plies'); slider.value = 10; slider.dispatchEvent(new Event('input'))")
        .await;
    browser.until_true("return /It thought: /.test(document.querySelector('#thought').textContent)").await;

    // What changed from the first to the last.
    browser.click("#changed button").await;
    browser.until_true("return document.querySelectorAll('#changes tbody tr').length === 2").await;
    browser.check_manners().await;

    // A fork of it is another run that begins there.
    browser.click("#fork").await;
    browser.find("#lessons[data-fork=seen]").await;
    browser.run("document.querySelector('#lessons [name=name]').value = 'other'").await;
    browser.run("document.querySelector('#lessons [name=games]').value = '250'").await;
    browser.click("#lessons [type=submit]").await;
    browser.until_true("return location.pathname === '/learn/other'").await;
    browser.until_it_is("finished").await;
    assert!(browser.text("article").await.contains("Forked from seen after 200 games"));

    // One press, and it is watched on the ladder until its place is known.
    browser.until_true("return document.querySelector('#moment').textContent.startsWith('250 games')").await;
    browser.click("#place-it").await;
    browser.until_true("return location.pathname === '/ladder'").await;
    browser.find("[data-player='other@250'].rung, [data-player='other'].rung").await;
    browser.until_true("return document.querySelector('[data-stop]') === null").await;
    browser
        .until_true("return /placed here/.test(document.querySelector('[data-player^=other]').textContent)")
        .await;
    assert!(
        browser.run("return document.querySelectorAll('.rung.anchor').length").await.as_u64() >= Some(15)
    );
    browser.check_manners().await;
    browser.close().await;
}

#[tokio::test]
async fn what_changed_is_about_what_was_asked() {
    let browser = Browser::open(Look::DESK).await;
    let run = r#"{ "system": "td", "name": "going", "recipe": { "games": "1000000" }, "measurements": 0 }"#;
    browser.post("/api/runs", run).await;
    browser.go("/learn/going").await;
    browser.until_true("return document.querySelector('#changed [name=after]').options.length >= 2").await;
    // The answer waits until the run has come to its end.
    browser
        .run(
            "
            const ask = window.fetch;
            window.asked = [];
            window.fetch = async (address, options) => {
              if (!String(address).includes('/api/endgames/compare')) return ask(address, options);
              window.asked.push(JSON.parse(options.body));
              await new Promise((resolve) => { window.release = resolve; });
              return ask(address, options);
            };
            document.querySelector('#changed button').click();",
        )
        .await;
    browser.until_true("return window.release !== undefined").await;
    let fields = "return ['before', 'after'].map((side) => `going@${document.querySelector('#changed').elements[side].value}`)";
    let asked = browser.run("return [window.asked[0].before, window.asked[0].after]").await;
    assert_eq!(browser.run(fields).await, asked);
    let last = browser.run("return Number(document.querySelector('#changed [name=after]').value)").await;
    browser
        .until("there are later checkpoints", async || {
            let latest =
                "return Number([...document.querySelector('#changed [name=after]').options].at(-1).value)";
            (browser.run(latest).await.as_u64() > last.as_u64()).then_some(())
        })
        .await;
    browser.click("#stop").await;
    browser.until_it_is("interrupted").await;
    browser.run("window.release()").await;
    browser.until_true("return document.querySelectorAll('#changes tbody tr').length === 2").await;
    let rows = "return [...document.querySelectorAll('#changes tbody th')].map((cell) => cell.textContent)";
    assert_eq!(browser.run(rows).await, asked);
    assert_eq!(browser.run(fields).await, asked, "the fields say what it is the answer to");
    // Another question has no answer yet.
    browser
        .run(
            "
            const { before } = document.querySelector('#changed').elements;
            before.value = before.options[1].value;
            before.dispatchEvent(new Event('change', { bubbles: true }));",
        )
        .await;
    browser.until_true("return document.querySelector('#changes').children.length === 0").await;
    browser.close().await;
}

#[tokio::test]
async fn the_time_left_counts_only_time_at_work() {
    let browser = Browser::open(Look::DESK).await;
    let run = r#"{ "system": "td", "name": "long", "recipe": { "games": "1000000" }, "measurements": 0 }"#;
    browser.post("/api/runs", run).await;
    let began = Instant::now();
    browser.go("/learn/long").await;
    // The time at work and the games, from a snapshot after more games than some.
    let told = async |games: f64| {
        let run = "return fetch('/api/runs/long').then((answer) => answer.json())";
        let told = async || {
            let run = browser.run(run).await;
            let (left, done) = (run["seconds_left"].as_f64()?, run["games"].as_f64()?);
            (done > games).then(|| (left * done / (1e6 - done), done))
        };
        browser.until("there is a pace", told).await
    };
    let (_, games) = told(0.0).await;
    assert!(browser.text("#left").await.ends_with(['s', 'n', 'h']), "{}", browser.text("#left").await);
    // However slow the machine is, the time at work is no longer than all time without the time it was stopped.
    let mut idle = Duration::from_secs(6);
    browser.suspend_server(idle);
    let (busy, games) = told(games).await;
    assert!(busy < (began.elapsed() - idle.mul_f64(0.9)).as_secs_f64(), "{busy} s of {:?}", began.elapsed());
    // Nor does a pause count.
    browser.click("#pause").await;
    browser.until_it_is("paused").await;
    assert_eq!(browser.text("#left").await, "–");
    let paused = Instant::now();
    tokio::time::sleep(idle).await;
    idle += paused.elapsed();
    browser.click("#resume").await;
    browser.until_it_is("learning").await;
    let (busy, _) = told(games).await;
    assert!(busy < (began.elapsed() - idle.mul_f64(0.9)).as_secs_f64(), "{busy} s of {:?}", began.elapsed());
    browser.close().await;
}

#[tokio::test]
async fn what_was_measured_can_be_taken_away() {
    let site = Site::new();
    learned(&site, "mine", 1).await;
    let (status, csv) = site.get("/api/runs/mine/curves.csv").await;
    assert_eq!(status, StatusCode::OK);
    assert!(csv.starts_with("run,curve,games,seconds,value,low,high\nmine,alpha,0,"), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.starts_with("mine,elo,")).count(), 4, "{csv}");
    let (status, events) = bytes(&site, "/api/runs/mine/tensorboard").await;
    assert_eq!(status, StatusCode::OK);
    assert!(events.windows(13).any(|part| part == b"brain.Event:2"));
    assert_eq!(events.windows(9).filter(|part| part == b"mine/elo\x15").count(), 4);
    let (status, file) = bytes(&site, "/api/players/mine@200/file").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(outflank_lab::PlayerFile::from_bytes(&file).expect("a player").provenance.games, 200);
    for path in [
        "/api/runs/nobody/curves.csv",
        "/api/runs/nobody/tensorboard",
        "/api/players/mine@7/file",
        "/api/curves?runs=nobody",
    ] {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn seeds_are_one_curve_with_its_band() {
    let site = Site::new();
    learned(&site, "mine", 3).await;
    for name in ["mine.2", "mine.3"] {
        // They are taught one after the other.
        let patience = Instant::now() + Duration::from_secs(180);
        while site.get(&format!("/api/runs/{name}")).await.0 == StatusCode::NOT_FOUND {
            assert!(Instant::now() < patience, "{name} is never begun");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        site.state(&format!("/api/runs/{name}"), "finished").await;
    }
    let curves = site.json("/api/curves?runs=mine,mine.2,mine.3").await;
    assert_eq!(curves["runs"].as_array().map(Vec::len), Some(3));
    let seeds: Vec<_> =
        curves["runs"].as_array().expect("runs").iter().map(|run| run["seed"].clone()).collect();
    assert_eq!(seeds, [1, 2, 3]);
    let mean = &curves["means"][0];
    assert_eq!(mean["runs"], json!(["mine", "mine.2", "mine.3"]));
    for (n, point) in mean["points"].as_array().expect("points").iter().enumerate() {
        let place = |run: usize| curves["runs"][run]["points"][n]["elo"].as_f64().expect("a place");
        let expected = (place(0) + place(1) + place(2)) / 3.0;
        assert!((point["elo"].as_f64().expect("a mean") - expected).abs() < 1e-9);
        assert!(point["low"].as_f64() < point["elo"].as_f64(), "{point}");
    }
    let (_, page) = site.get("/learn/mine").await;
    assert!(page.contains("With its 2 other seeds"), "{page}");
    assert!(site.get("/compare?runs=mine,mine.2,mine.3").await.1.contains("Compare runs"));
}

#[tokio::test]
async fn the_ladder_has_everybody_from_the_start() {
    let site = Site::new();
    let table = site.json("/api/ladder").await;
    let rungs = table["rungs"].as_array().expect("a list");
    assert!(rungs.iter().any(|rung| rung["player"] == "random" && rung["elo"] == 0.0));
    assert!(rungs.windows(2).all(|two| two[0]["elo"].as_f64() >= two[1]["elo"].as_f64()));
    for player in outflank_lab::shipped::all() {
        let is_it = |rung: &&Value| {
            rung["player"].as_str().is_some_and(|name| name.split(':').next() == Some(player.name))
        };
        assert!(rungs.iter().any(|rung| is_it(&rung)), "{} has no place", player.name);
    }
    assert!(site.refusal("/api/ladder", json!({ "player": "swh" })).await.contains("is the anchor “swh”"));
    assert!(site.refusal("/api/ladder", json!({ "player": "nobody" })).await.contains("no player"));
    let refused = site.refusal("/api/ladder", json!({ "player": "greedy", "within": 1 })).await;
    assert_eq!(refused, "within is 1, expected 10 to 200");
    site.asked("/api/ladder", json!({ "player": "greedy", "within": 200 })).await;
    let patience = Instant::now() + Duration::from_secs(180);
    loop {
        let table = site.json("/api/ladder").await;
        let greedy = table["rungs"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|rung| rung["player"] == "greedy")
            .cloned();
        if greedy.as_ref().is_some_and(|greedy| greedy["origin"] == "placed") {
            assert!(greedy.expect("there")["games"].as_u64() >= Some(200));
            break;
        }
        assert!(Instant::now() < patience, "greedy is never placed: {table}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(site.command("/api/ladder/greedy/stop").await, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_program_that_was_named_takes_part() {
    let place = tempfile::tempdir().expect("a folder");
    let engine = format!("outsider=gtp:{} gtp --player swh", cargo_bin!("outflank").display());
    let laboratory =
        Laboratory::open(&DataFolder::new(place.path()), Guard::loopback(), "outflank under test")
            .expect("opened")
            .with_engines(vec![engine.parse().expect("an engine")]);
    let site = Site { router: router(Arc::new(laboratory)), place };
    assert!(site.get("/players").await.1.contains("Outside programs"));
    let contest = json!({ "players": ["outsider", "random"], "pairs": 3, "seed": 1 });
    site.asked("/api/contests", contest).await;
    let done = site.state("/api/contests/1", "finished").await;
    assert_eq!(done["games"], 6);
    let (_, page) = site.get("/league/1").await;
    assert!(page.contains("outsider") && page.contains("Likelihood that"), "{page}");
    assert!(
        site.refusal("/api/contests", json!({ "players": ["gtp:sh", "random"], "pairs": 1 }))
            .await
            .contains("programs are not started")
    );
}

#[tokio::test]
async fn a_study_is_run_stopped_resumed_and_its_report_grows() {
    let browser = Browser::open(Look::DESK).await;
    browser.go("/studies#edgar").await;
    browser.until_true("return document.querySelector('#study-form').study.value === 'edgar'").await;
    browser.click("#study-form [type=submit]").await;
    browser.until_true("return location.pathname === '/studies/run/edgar-smoke-1'").await;
    browser.until_true("return document.querySelector('#bar').value > 0").await;
    browser.run("document.querySelector('#stop').click()").await;
    browser
        .until_true(
            "return ['interrupted', 'finished'].includes(document.querySelector('.state').dataset.state)",
        )
        .await;
    let done = browser.run("return document.querySelector('#bar').value").await;
    if browser.run("return !document.querySelector('#resume').hidden").await == true {
        browser.click("#resume").await;
    }
    browser.until_it_is("finished").await;
    let all = browser.run("return document.querySelector('#bar').value").await;
    assert!(all.as_f64() >= done.as_f64());
    browser
        .until_true("return document.querySelectorAll('#report .claims li, #report table').length > 0")
        .await;
    browser.check_manners().await;
    browser.go("/studies/made/edgar-smoke-1").await;
    browser.find(".report h1").await;
    browser.close().await;
}

#[tokio::test]
async fn the_page_of_a_player_with_thousands_of_rules_has_an_end() {
    for look in [Look::DESK, Look::PHONE] {
        let browser = Browser::open(look).await;
        browser.go("/players/winmeasure").await;
        browser.find("main h1").await;
        let height = browser.run("return document.documentElement.scrollHeight").await;
        assert!(height.as_u64() < Some(8000), "{height} px");
        browser.check_manners().await;
        browser.close().await;
    }
}
