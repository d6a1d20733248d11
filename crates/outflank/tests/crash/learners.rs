//! Learners of all systems, killed and resumed.

use std::path::Path;
use std::time::{Duration, Instant};

use outflank_learn::Recipe;

use crate::campaign::Campaign;
use crate::program::{check, games, kill_after, learned, outflank, spawn};

/// Systems with settings that take a second or so.
pub const SETTINGS: &[(&str, &[&str])] = &[
    ("td", &["games=20000"]),
    ("td", &["plies=2", "games=6000"]),
    ("evolution", &["population=10", "generations=60", "games=100"]),
    ("evolution", &["genome=mlp", "population=6", "generations=60", "games=40"]),
    ("evolution", &["search=cma-es", "population=10", "generations=60", "games=60"]),
    ("winmeasure", &["games=3000"]),
    ("edgar", &["games=20000"]),
    ("linear4", &["games=800"]),
    ("imitator", &["teacher_games=300", "imitation=20", "self_play=20"]),
    (
        "population",
        &[
            "networks=6",
            "descended=2",
            "survivors=2",
            "generations=4",
            "teacher_games=200",
            "imitation=20",
            "benchmark_pairs=5",
        ],
    ),
    ("patterns", &["shapes=corners", "stages=2", "one_stage_games=300", "games=4000", "batch=16"]),
    ("deep", &["blocks=1", "games=60", "batch=4", "imitation_games=20", "search_games=12", "simulations=6"]),
    ("selection", &["teacher_games=300", "lessons=30"]),
    ("value-matrix", &["games=30000"]),
];

/// Names systems that have no settings here.
pub fn name_those_left_out(campaign: &mut Campaign) {
    for system in Recipe::SYSTEMS {
        if !SETTINGS.iter().any(|(known, _)| known == system) {
            campaign.leave_out(&format!("learning of {system}"), "it has no settings in the campaign");
        }
    }
}

/// The words that begin a run with a checkpoint every now and then.
pub fn words<'a>(system: &'a str, settings: &[&'a str], name: &'a str) -> Vec<&'a str> {
    words_keeping("0.02s", system, settings, name)
}

/// The words that begin a run with a checkpoint every so often.
pub fn words_keeping<'a>(
    every: &'a str,
    system: &'a str,
    settings: &[&'a str],
    name: &'a str,
) -> Vec<&'a str> {
    let mut words = vec!["learn", system, "--name", name, "--league-pairs", "2", "--checkpoint-every", every];
    for setting in settings {
        words.extend(["--set", setting]);
    }
    words
}

/// Kills a learner again and again until it is finished, and compares it with one that was never killed.
pub fn round(campaign: &mut Campaign, number: usize) {
    let (system, settings) = SETTINGS[number % SETTINGS.len()];
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    let began = Instant::now();
    let run = outflank(&whole, &words(system, settings, "run"));
    assert_eq!(run.code, Some(0), "{system}: {}", run.stderr);
    let length = began.elapsed();

    let mut last = None;
    for _ in 0..10 {
        let threads = if campaign.below(2) == 0 { "1" } else { "2" };
        let begin = [words(system, settings, "run"), vec!["--threads", threads]].concat();
        let resume = ["learn", "--resume", "run", "--checkpoint-every", "0.02s", "--threads", threads];
        let words = if last.is_none() { begin.as_slice() } else { &resume };
        let time = campaign.part_of(length.mul_f64(0.7)) + Duration::from_millis(5);
        if !kill_after(spawn(&killed, words), time) {
            break;
        }
        campaign.count("kills of learners");
        check(campaign, &killed);
        let now = games(&killed, "run");
        campaign.expect("last checkpoints that did not go back", now >= last, || {
            format!("{system}: {last:?}, {now:?}")
        });
        last = now;
    }
    finish(campaign, &killed, &words(system, settings, "run"), last.is_some());
    campaign.expect(
        "learners that came to the same end",
        learned(&killed, "run") == learned(&whole, "run"),
        || format!("{system} {settings:?}"),
    );
}

/// Brings a run to its end.
pub fn finish(campaign: &mut Campaign, data: &Path, begin: &[&str], is_begun: bool) {
    let run = match is_begun || games(data, "run").is_some() {
        true => outflank(data, &["learn", "--resume", "run"]),
        false => outflank(data, begin),
    };
    campaign
        .expect("runs resumed to their end", run.code == Some(0), || format!("{begin:?}: {}", run.stderr));
}
