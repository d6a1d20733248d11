//! Studies, killed and begun again.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::campaign::Campaign;
use crate::program::{check, kill_after, outflank, spawn};

/// Studies that take some seconds at their smallest, and whose reports have no table of measured speeds, as that of `td`.
pub const QUICK: &[&str] = &["linear4", "edgar"];

/// Kills a study again and again until it is finished, and compares its report with one that was never killed.
pub fn round(campaign: &mut Campaign, study: &str) {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    let words = ["reproduce", study, "--scale", "smoke"];
    let began = Instant::now();
    let run = outflank(&whole, &words);
    assert_eq!(run.code, Some(0), "{study}: {}", run.stderr);
    let length = began.elapsed();
    for _ in 0..8 {
        let time = campaign.part_of(length.mul_f64(0.7)) + Duration::from_millis(5);
        if !kill_after(spawn(&killed, &words), time) {
            break;
        }
        campaign.count("kills of studies");
        check(campaign, &killed);
    }
    let run = outflank(&killed, &words);
    campaign
        .expect("studies brought to their end", run.code == Some(0), || format!("{study}: {}", run.stderr));
    let is_same = report(&whole, study) == report(&killed, study);
    campaign.expect("studies with the same report", is_same, || study.to_owned());
    let left = leftovers(&killed);
    campaign.expect("folders without leftovers", left.is_empty(), || format!("{study}: {left:?}"));
}

/// The report without what it cost, which differs from time to time.
fn report(data: &Path, study: &str) -> Option<Value> {
    let path = data.join("studies").join(format!("{study}-smoke-1")).join("report.json");
    let mut report = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
    forget_costs(&mut report);
    Some(report)
}

/// Words of what differs from time to time: what something cost, and when its plan was written down.
const SPEAKING_OF_TIME: [&str; 4] = ["per second", "processor time", "seconds", "before the first result"];

/// Empties whatever speaks of time: sections, tables and sentences.
fn forget_costs(value: &mut Value) {
    // The whole first: a table of times is known by the heading of one of its columns.
    let text = value.to_string();
    let is_small = text.len() < 3_000;
    if is_small && SPEAKING_OF_TIME.iter().any(|word| text.contains(word)) {
        *value = Value::Null;
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(forget_costs),
        Value::Object(fields) => fields.values_mut().for_each(forget_costs),
        _ => {}
    }
}

/// Files that nobody finished.
pub fn leftovers(folder: &Path) -> Vec<String> {
    let mut left = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|ending| ending == "unfinished") {
                left.push(entry.path().display().to_string());
            }
        }
    }
    left
}
