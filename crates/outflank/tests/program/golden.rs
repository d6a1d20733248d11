//! The tasks of the studies against lists that commit cd6f0ed wrote.
//!
//! `golden/STUDY-SCALE.jsonl` has one line for each task: its key, the recipe and the random seed of every training (keys
//! that differ from `golden/recipes.json`, the defaults at that commit), and at the smallest scale its result, or the hash
//! and length of a long one. A study may gain tasks; it never loses or changes one.

use std::collections::{HashMap, HashSet};

use outflank_lab::content_hash;
use serde_json::Value;

use super::Laboratory;

const STUDIES: [&str; 8] =
    ["deep", "edgar", "evolution", "league", "linear4", "patterns", "td", "winmeasure"];

fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn golden(study: &str, scale: &str) -> Vec<Value> {
    let lines = lines(&format!("{}/tests/program/golden/{study}-{scale}.jsonl", env!("CARGO_MANIFEST_DIR")));
    assert!(!lines.is_empty(), "{study} {scale}");
    lines
}

fn text<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().expect("text")
}

/// After a study was run at the smallest scale: every golden result is in the store, byte for byte.
pub fn assert_golden_results(laboratory: &Laboratory, study: &str) {
    let file = laboratory.path("golden-results.jsonl");
    laboratory.outflank(&["task", "export", study, &file, "--scale", "smoke", "--force"]).printed();
    let results = lines(&file);
    let results: HashMap<&str, &str> =
        results.iter().map(|line| (text(line, "key"), text(line, "value"))).collect();
    for task in golden(study, "smoke") {
        let (key, expected) = (text(&task, "key"), &task["result"]);
        let result = results.get(key).unwrap_or_else(|| panic!("{study}: no result of {key}"));
        match expected.as_str() {
            Some(expected) => assert_eq!(*result, expected, "{study}: {key}"),
            None => {
                let hash = content_hash(&[result.as_bytes()]);
                assert_eq!(
                    (expected["hash"].as_str(), expected["length"].as_u64()),
                    (Some(hash.as_str()), Some(result.len() as u64)),
                    "{study}: {key}"
                );
            }
        }
    }
}

#[test]
fn every_golden_task_is_planned() {
    let laboratory = Laboratory::new();
    for study in STUDIES {
        for scale in ["smoke", "quick", "full"] {
            let list = laboratory.outflank(&["task", "list", study, "--scale", scale, "--json"]).json();
            let planned: HashSet<&str> =
                list["tasks"].as_array().expect("tasks").iter().map(|task| text(task, "key")).collect();
            for task in golden(study, scale) {
                assert!(planned.contains(text(&task, "key")), "{study} {scale}: {task}");
            }
        }
    }
}
