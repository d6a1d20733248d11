//! `outflank runs`.

use crate::{Laboratory, outflank};

#[test]
fn without_runs_nothing_is_made() {
    let laboratory = Laboratory::new();
    let printed = laboratory.outflank(&["runs"]).printed();
    let data = laboratory.path("data");
    assert_eq!(printed, format!("no runs in {data}; begin one with outflank learn td\n"));
    assert!(!std::path::Path::new(&data).exists());
}

#[test]
fn runs_are_listed_in_the_order_they_began() {
    let laboratory = Laboratory::new();
    laboratory.learn("first", &["--set", "games=30"]).printed();
    laboratory.learn("a-second", &["--set", "games=40", "--league-every", "0"]).printed();
    let printed = laboratory.outflank(&["runs"]).printed();
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..5], ["run", "system", "state", "lessons", "games"]);
    assert_eq!(rows[1][..5], ["first", "td", "finished", "30", "30"]);
    assert!(rows[1][5].starts_with("0.") && rows[1][6].starts_with("(0."), "{printed}");
    assert_eq!(rows[2][..5], ["a-second", "td", "finished", "40", "40"]);
    assert_eq!(rows[2].len(), 8, "no score was measured: {printed}");

    let json = laboratory.outflank(&["runs", "--json"]).json();
    let help = outflank(&["runs", "--help"]).printed();
    for field in json["runs"][0].as_object().expect("an object").keys() {
        assert!(help.contains(&format!("\n    {field} ")), "{field}");
    }
    assert_eq!(json["runs"][0]["lessons_total"], 30);
    assert!(json["runs"][1]["league"].is_null());
}

#[test]
fn runs_are_renamed_archived_and_deleted() {
    let laboratory = Laboratory::new();
    laboratory.learn("first", &["--set", "games=30", "--league-every", "0"]).printed();
    assert_eq!(
        laboratory.outflank(&["runs", "rename", "first", "second"]).printed(),
        "run first is second now\n"
    );
    assert_eq!(laboratory.outflank(&["runs", "archive", "second"]).printed(), "run second is archived\n");
    assert_eq!(laboratory.outflank(&["runs", "--json"]).json()["runs"], serde_json::json!([]));
    let restored = laboratory.outflank(&["runs", "restore", "second", "--json"]).json();
    assert_eq!(
        (&restored["kind"], &restored["id"], &restored["done"]),
        (&"run".into(), &"second".into(), &"restored".into())
    );
    laboratory.outflank(&["runs", "delete", "second"]).printed();
    let printed = laboratory.outflank(&["runs"]).printed();
    assert!(printed.starts_with("no runs in "), "{printed}");
    for list in ["players", "contests"] {
        assert_eq!(laboratory.outflank(&[list]).printed(), "none yet\n");
    }
}
