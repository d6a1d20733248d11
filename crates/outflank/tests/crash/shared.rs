//! Three programs on one data folder, killed one after the other.

use std::time::Duration;

use crate::campaign::Campaign;
use crate::learners::words;
use crate::program::{check, games, kill_after, learned, outflank, spawn};

const RUNS: [(&str, &str, &[&str]); 3] = [
    ("one", "td", &["games=8000"]),
    ("two", "edgar", &["games=6000"]),
    ("three", "value-matrix", &["games=8000"]),
];

/// Kills each of three programs at some moment, resumes them together, and compares them with three that were alone.
pub fn round(campaign: &mut Campaign) {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    for (name, system, settings) in RUNS {
        let run = outflank(&whole, &words(system, settings, name));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    for _ in 0..3 {
        let programs = RUNS.map(|(name, system, settings)| match games(&killed, name) {
            Some(_) => spawn(&killed, &["learn", "--resume", name, "--checkpoint-every", "0.02s"]),
            None => spawn(&killed, &words(system, settings, name)),
        });
        let mut kills = 0;
        for program in programs {
            let time = campaign.part_of(Duration::from_millis(300));
            kills += u32::from(kill_after(program, time));
        }
        for _ in 0..kills {
            campaign.count("kills of three programs on one folder");
        }
        check(campaign, &killed);
    }
    for (name, system, settings) in RUNS {
        let run = match games(&killed, name) {
            Some(_) => outflank(&killed, &["learn", "--resume", name]),
            None => outflank(&killed, &words(system, settings, name)),
        };
        campaign
            .expect("runs resumed to their end", run.code == Some(0), || format!("{name}: {}", run.stderr));
        let is_same = learned(&killed, name) == learned(&whole, name);
        campaign.expect("learners of a shared folder that came to the same end", is_same, || name.to_owned());
    }
}
