//! Every page in both themes, looked at by axe-core: the rules that tools can check of what people need who do not
//! see or do not use a mouse.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::browser::{Browser, Look};

/// axe-core as one script: where `AXE` says, or fetched with npm, once for all tests. `None` where there is neither.
fn axe() -> Option<&'static str> {
    static SCRIPT: OnceLock<Option<String>> = OnceLock::new();
    let script = SCRIPT.get_or_init(|| {
        let path = match std::env::var_os("AXE") {
            Some(path) => PathBuf::from(path),
            None => fetched()?,
        };
        Some(std::fs::read_to_string(path).expect("axe-core"))
    });
    script.as_deref()
}

/// The script, fetched if it is not there yet.
fn fetched() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("npm");
    let path = folder.join("node_modules/axe-core/axe.min.js");
    if !path.exists() {
        std::fs::create_dir_all(&folder).expect("a folder");
        let npm = Command::new("npm")
            .args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg("axe-core@4")
            .stdout(Stdio::null())
            .status();
        if !npm.is_ok_and(|status| status.success()) {
            return None;
        }
    }
    Some(path)
}

/// Runs the rules and hands back what is wrong: the rule, how often, and the first element.
const RUN: &str = "
    const done = arguments[arguments.length - 1];
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    axe.run(document, { runOnly: { type: 'tag', values: tags } }).then(
        ({ violations }) => done(violations.map(({ id, nodes }) => `${id} ×${nodes.length}: ${nodes[0].html}`)),
        (error) => done([String(error)]),
    );";

async fn check(look: Look) {
    let Some(axe) = axe() else {
        eprintln!(
            "axe-core is not there and npm cannot fetch it: the pages were not checked (name it in AXE)"
        );
        return;
    };
    let browser = Browser::open(look).await;
    let run =
        r#"{ "system": "td", "name": "seen", "recipe": { "games": "200" }, "measurements": 2, "pairs": 20 }"#;
    browser.post("/api/runs", run).await;
    browser
        .post("/api/contests", r#"{ "players": ["swh", "greedy", "random"], "pairs": 2, "seed": 1 }"#)
        .await;
    let mut wrong = Vec::new();
    for path in [
        "/",
        "/#moves=f5d6(f6)c3d3c4f4&at=4&tab=moves",
        "/#moves=f5d6c3&tab=analysis",
        "/#moves=f5d6c3&tab=explorer",
        "/#tab=opponent",
        "/#tab=drill",
        "/#tab=library",
        "/learn",
        "/learn/seen",
        "/systems/td",
        "/compare?runs=seen",
        "/ladder",
        "/players",
        "/players/td",
        "/players/winmeasure",
        "/players/swh",
        "/league",
        "/league/1",
        "/league/games?first=swh&second=random",
        "/studies",
        "/studies/run/edgar-smoke-1",
        "/studies/documented/td",
        "/studies/documented/league",
        "/studies/documented/winmeasure",
        "/nowhere",
    ] {
        browser.go(path).await;
        browser.driver.execute(axe, vec![]).await.expect("axe-core loads");
        let found = browser.driver.execute_async(RUN, vec![]).await.expect("axe-core runs");
        let found: Vec<String> = found.convert().expect("a list");
        wrong.extend(found.into_iter().map(|found| format!("{path}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_in_the_light() {
    check(Look::DESK).await;
}

#[tokio::test]
async fn axe_finds_nothing_in_the_dark() {
    check(Look { dark: true, ..Look::DESK }).await;
}
