//! `outflank task`: a study done task by task, anywhere, comes to the same as in one process.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Laboratory, outflank};

/// The words that choose the study, after some.
fn words<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<&'a str> {
    [before, &["evolution", "--scale", "smoke"], after].concat()
}

/// The results of a study in the store, as text by key.
fn stored(laboratory: &Laboratory) -> BTreeMap<String, String> {
    let database = laboratory.path("data/outflank.sqlite");
    let connection = rusqlite::Connection::open(database).expect("it opens");
    let mut statement =
        connection.prepare("SELECT key, value FROM results WHERE key NOT LIKE 'plan/%'").expect("a table");
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

fn list(laboratory: &Laboratory, more: &[&str]) -> Vec<Value> {
    let listed = laboratory.outflank(&words(&["task", "list"], &[more, &["--json"]].concat())).json();
    listed["tasks"].as_array().expect("a list").clone()
}

#[test]
fn tasks_done_apart_come_to_the_same_bytes() {
    let together = Laboratory::new();
    let report = together.path("report");
    let whole = together.outflank(&words(&["reproduce"], &["--out", &report, "--json"])).json();

    let apart = Laboratory::new();
    let tasks = list(&apart, &[]);
    assert_eq!(Some(tasks.len() as u64), whole["tasks"].as_u64());
    let levels = tasks.iter().map(|task| task["level"].as_u64().expect("a level")).max().expect("tasks");
    assert!(levels >= 1, "some tasks need others");
    let out = apart.path("results");
    for level in 0..=levels {
        let keys: Vec<&str> = tasks
            .iter()
            .filter(|task| task["level"] == level)
            .filter_map(|task| task["key"].as_str())
            .collect();
        let file = apart.path("keys");
        std::fs::write(&file, keys.join("\n")).expect("a list");
        let scratch = apart.path("scratch");
        let mut done = 0;
        for part in ["1/2", "2/2"] {
            let more = ["--from", &file, "--part", part, "--out", &out, "--scratch", &scratch, "--json"];
            done += outflank(&words(&["task", "run"], &more)).json()["done"].as_u64().expect("a count");
        }
        assert_eq!(done, keys.len() as u64, "every task is in one of the parts");
        let left = std::fs::read_dir(&scratch).expect("a folder").count();
        assert_eq!(left, 0, "what was worked with is gone");
    }
    let taken = apart.outflank(&words(&["task", "accept"], &[&out, "--json"])).json();
    assert_eq!((taken["new"].as_u64(), taken["missing"].as_u64()), (whole["tasks"].as_u64(), Some(0)));
    assert_eq!(stored(&apart), stored(&together));
    assert_eq!(list(&apart, &["--missing"]), Vec::<Value>::new());

    // The report is written from what came in, and nothing is done again.
    let finished = apart.outflank(&words(&["reproduce"], &["--json"])).json();
    assert_eq!((&finished["state"], &finished["done"]), (&"finished".into(), &whole["done"]));

    // Once more: all is known. Then one digit differs: an alarm.
    let again = apart.outflank(&words(&["task", "accept"], &[&out, "--json"])).json();
    assert_eq!((again["new"].as_u64(), again["known"].as_u64()), (Some(0), whole["tasks"].as_u64()));
    let file = format!("{out}/{}", tasks[0]["file"].as_str().expect("a name"));
    let mut result: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("a file")).expect("JSON");
    let value = result["value"].as_str().expect("a text").to_owned();
    let place = value.rfind(|character: char| character.is_ascii_digit()).expect("a number");
    let digit = if &value[place..=place] == "1" { "2" } else { "1" };
    result["value"] = format!("{}{digit}{}", &value[..place], &value[place + 1..]).into();
    std::fs::write(&file, result.to_string()).expect("written");
    let alarm = apart.outflank(&words(&["task", "accept"], &[&file]));
    assert_eq!(alarm.code, Some(1), "{}", alarm.stderr);
    assert!(
        alarm.stdout.contains("came to another result") && alarm.stderr.contains("1 of the results differ")
    );
    assert_eq!(stored(&apart), stored(&together), "what was stored stays");
}

/// The first line of a file of results: the plan.
fn text_of_first_line(file: &str) -> String {
    let text = std::fs::read_to_string(file).expect("a file");
    text.lines().next().expect("a line").to_owned()
}

#[test]
fn a_study_goes_on_elsewhere() {
    let here = Laboratory::new();
    let file = here.path("results.jsonl");
    let nothing = here.outflank(&words(&["task", "export"], &[&file]));
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains("there are no results of evolution-smoke-1"), "{}", nothing.stderr);
    let report = here.path("report");
    here.outflank(&words(&["reproduce"], &["--out", &report, "--json"])).json();
    let written = here.outflank(&words(&["task", "export"], &[&file, "--json"])).json();
    assert_eq!(written["missing"], 0);
    let refused = here.outflank(&words(&["task", "export"], &[&file]));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--force writes over it"), "{}", refused.stderr);

    let there = Laboratory::new();
    let taken = there.outflank(&words(&["task", "accept"], &[&file, "--json"])).json();
    assert_eq!((&taken["new"], &taken["missing"]), (&written["written"], &0.into()));
    assert_eq!(stored(&there), stored(&here));
    // The plan is that of the beginning, not one of the day on which the results came.
    let planned = |laboratory: &Laboratory, report: &str| {
        laboratory.outflank(&words(&["reproduce"], &["--so-far", "--out", report, "--json"])).json();
        let text = std::fs::read_to_string(format!("{report}/report.md")).expect("a report");
        text.lines().find(|line| line.starts_with("Written on ")).expect("a plan").to_owned()
    };
    assert_eq!(planned(&there, &there.path("report")), planned(&here, &report));
    let not_a_plan = text_of_first_line(&file).replace("\\\"written\\\"", "\\\"when\\\"");
    let third = Laboratory::new();
    let wrong = third.path("wrong.jsonl");
    std::fs::write(&wrong, not_a_plan).expect("written");
    let refused = third.outflank(&words(&["task", "accept"], &[&wrong]));
    assert!(refused.code != Some(0) && refused.stderr.contains("plan/001"), "{}", refused.stderr);

    // A line that was cut off is named, and nothing before it is lost.
    let text = std::fs::read_to_string(&file).expect("a file");
    let lines = text.lines().count();
    std::fs::write(&file, &text[..text.len() - 9]).expect("written");
    let refused = there.outflank(&words(&["task", "accept"], &[&file]));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(&format!("line {lines}: no result of a task")), "{}", refused.stderr);
}

#[test]
fn a_task_is_done_once_and_waits_for_what_it_needs() {
    let laboratory = Laboratory::new();
    let tasks = list(&laboratory, &["--ready"]);
    assert!(!tasks.is_empty() && tasks.iter().all(|task| task["level"] == 0));
    let key = tasks[0]["key"].as_str().expect("a key");
    let out = laboratory.path("results");
    let run = |key: &str| outflank(&words(&["task", "run"], &[key, "--out", &out, "--json"]));
    assert_eq!(run(key).json()["done"], 1);
    let again = run(key).json();
    assert_eq!((&again["done"], &again["known"]), (&0.into(), &1.into()));

    let all = list(&laboratory, &[]);
    // One that needs something else than what was just done.
    let is_waiting = |task: &&Value| {
        task["needs"].as_array().expect("a list").iter().any(|need| need.as_str() != Some(key))
    };
    let late = all.iter().find(is_waiting).expect("one that needs others");
    let refused = run(late["key"].as_str().expect("a key"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("which is not there"), "{}", refused.stderr);
    let unknown = run("no/such/task");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("there is no task “no/such/task”"), "{}", unknown.stderr);

    // The result of another study, and what is no result, are refused.
    let other = ["task", "accept", "evolution", "--scale", "smoke", "--seed", "2", &out];
    let refused = laboratory.outflank(&other);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("a result of evolution-smoke-1"), "{}", refused.stderr);
    let file = laboratory.path("wrong.json");
    std::fs::write(&file, "{}").expect("written");
    let refused = laboratory.outflank(&words(&["task", "accept"], &[&file]));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("no result of a task"), "{}", refused.stderr);
}

/// The scripts are run with a stand-in for `sbatch` that does every job at once; the real one is tried by
/// `cargo xtask python --long`.
#[cfg(unix)]
#[test]
fn slurm_scripts_do_the_whole_study() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let laboratory = Laboratory::new();
    let out = laboratory.path("cluster");
    let more = ["--export", "slurm", &out, "--tasks-per-job", "20", "--json"];
    let written = outflank(&words(&["reproduce"], &more)).json();
    assert!(written["jobs"].as_u64() < written["tasks"].as_u64());
    let bin = laboratory.path("bin");
    std::fs::create_dir(&bin).expect("a folder");
    let sbatch = format!("{bin}/sbatch");
    let script = "#!/bin/sh\n# Every job of an array one after the other; the number of the job is printed.\nlast=0\n\
        for word; do case \"$word\" in --array=0-*) last=${word#--array=0-};; --*) ;; *) break;; esac; shift; done\n\
        for job in $(seq 0 \"$last\"); do SLURM_ARRAY_TASK_ID=$job sh \"$@\" >&2 || exit 1; done\necho 7\n";
    std::fs::write(&sbatch, script).expect("written");
    std::fs::set_permissions(&sbatch, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let submitted = Command::new("sh")
        .arg(format!("{out}/submit.sh"))
        .env("PATH", path)
        .env("OUTFLANK", env!("CARGO_BIN_EXE_outflank"))
        .output()
        .expect("a shell");
    assert!(submitted.status.success(), "{}", String::from_utf8_lossy(&submitted.stderr));
    assert!(std::fs::metadata(format!("{out}/report/report.html")).is_ok());
    let wrong = outflank(&words(&["reproduce"], &["--export", "other", &out]));
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("there is slurm"), "{}", wrong.stderr);
}
