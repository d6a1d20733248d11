use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::studies;
use crate::{DataFolder, Store};

fn store() -> (tempfile::TempDir, Store) {
    let place = tempfile::tempdir().expect("a folder");
    let store = DataFolder::new(place.path()).open().expect("a store");
    (place, store)
}

/// The last run of the smallest scale, learned in one process.
fn learned_at_once(runs: &[Run]) -> Learner {
    let taught = |mut learner: Learner| {
        while !learner.schedule().is_finished() {
            learner.learn(2);
        }
        learner
    };
    let first = taught(Learner::new(runs[0].recipe.clone(), 1));
    let mut second = Learner::new(runs[1].recipe.clone(), 1);
    second.begin_from(first.model()).expect("the same shapes");
    taught(second)
}

#[test]
fn shards_done_apart_come_to_the_bits_of_one_process() {
    let replication = studies::find("engine", Scale::Smoke, 1).expect("there is one");
    let study = replication.study("engine-smoke-1", "a test");
    let runs = Engine::new(Scale::Smoke, 1).runs;
    let never = AtomicBool::new(false);
    let mut results = HashMap::new();
    // The last shard of a round first: every task in a place of its own, as on another machine.
    let mut waiting = study.plan();
    while !waiting.is_empty() {
        let is_ready =
            |task: &crate::study::PlannedTask<'_>| study.needs(task).all(|need| results.contains_key(need));
        let next = waiting.iter().rposition(is_ready).expect("something can be done");
        let task = waiting.remove(next);
        let (_place, scratch) = store();
        let result = study.do_one(&scratch, task.key, &results, &never).expect("it can be done");
        results.insert(result.key, result.value);
    }
    let last: Round = serde_json::from_str(&results[&runs[1].end_key()]).expect("a round");
    let whole = learned_at_once(&runs);
    assert_eq!(last.kept.0, whole.snapshot());
    assert_eq!((last.games, runs[1].rounds().count()), (50, 2));

    // All of it by one process and threads: the same bytes, and a report.
    let (_place, together) = store();
    study.run(&together, 2, &never, |_| {}).expect("no failure");
    for result in together.results(study.name()).expect("readable") {
        assert_eq!(result.value, results[&result.key], "{}", result.key);
    }
    let provenance = studies::Provenance {
        program: "a test".to_owned(),
        command: "none".to_owned(),
        date: "today".to_owned(),
        seed: 1,
    };
    replication.report(&study, &together, &provenance).expect("a report");
}

#[test]
fn a_shard_is_read_back_and_what_is_broken_refused() {
    let runs = Engine::new(Scale::Smoke, 1).runs;
    let mut learner = Learner::new(runs[1].recipe.clone(), 1);
    let labelled = learner.label(0..3, &false.into(), 1).expect("nothing stops it");
    let shard = Shard::new(&labelled);
    assert_eq!(shard.labels as usize, labelled.iter().flatten().count());
    let text = serde_json::to_string(&shard).expect("texts and numbers");
    let again: Shard = serde_json::from_str(&text).expect("as it was written");
    assert_eq!(again.games(), Ok(labelled));
    for broken in
        [text.replace("\"packed\":\"", "\"packed\":\"!"), text.replace("\"packed\":\"", "\"packed\":\"AAAA")]
    {
        assert!(serde_json::from_str::<Shard>(&broken).is_err());
    }
}

#[test]
fn the_full_plan_has_every_game_in_one_shard() {
    let plan = Engine::new(Scale::Full, 1);
    for run in plan.runs.iter().filter(|run| run.is_labelled()) {
        let mut next = 0;
        for (round, games) in run.rounds().enumerate() {
            for (_, games) in run.shards(round, games, plan.shard) {
                assert_eq!(games.start, next);
                next = games.end;
            }
        }
        assert_eq!(next, 500_000, "{}", run.name);
    }
}
