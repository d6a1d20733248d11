//! The ladder: anchors as they were measured, players placed among them, and ladders that are made.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_arena::{Entrant, PlayerSpec};
use outflank_lab::PlayerRegistry;
use outflank_lab::ladder::{Anchor, ChangedAnchor, Ladder, Measuring, PlaceEnd, Placing};

fn entrant(name: &str) -> Entrant {
    let spec: PlayerSpec = name.parse().expect(name);
    spec.entrant(&PlayerRegistry::new(None)).expect(name)
}

#[test]
fn the_ladder_rises_from_random_and_its_anchors_are_those_that_were_measured() {
    let ladder = Ladder::standard();
    assert_eq!((ladder.anchors[0].player.as_str(), ladder.anchors[0].elo), ("random", 0.0));
    assert!(ladder.anchors.len() >= 12);
    for steps in ladder.anchors.windows(2) {
        let step = steps[1].elo - steps[0].elo;
        assert!((0.0..250.0).contains(&step), "{} to {}", steps[0].player, steps[1].player);
    }
    assert_eq!(Ladder::from_text(&ladder.to_text()).as_ref(), Ok(ladder));
    let players: Vec<Entrant> = ladder.anchors.iter().map(|anchor| entrant(&anchor.player)).collect();
    assert_eq!(ladder.check(&players), Ok(()));
    assert_eq!(ladder.anchor(players[3].identity()), Some(&ladder.anchors[3]));
    let mut others = players;
    others[2] = entrant("swh:epsilon=0.5");
    let changed = ChangedAnchor { player: ladder.anchors[2].player.clone() };
    assert_eq!(ladder.check(&others), Err(changed));
}

/// A ladder of quick players, measured on the spot.
fn quick(names: &[&str]) -> (Ladder, Vec<Entrant>) {
    let players: Vec<Entrant> = names.iter().copied().map(entrant).collect();
    let how = Measuring { pairs: 200, seed: 1, threads: 2 };
    let measured = Ladder::measure(&players, how, "test", &AtomicBool::new(false), |_, _| {});
    let ladder = measured.expect("rated").expect("not stopped");
    let anchors = ladder.anchors.iter().map(|anchor| entrant(&anchor.player)).collect();
    (ladder, anchors)
}

#[test]
fn an_anchor_finds_its_own_place_and_threads_change_nothing() {
    let (ladder, anchors) = quick(&["random", "greedy", "swh", "korman"]);
    let how = Placing { within: 40.0, limit: Duration::from_secs(600), seed: 5, threads: 2 };
    let Anchor { player, elo, .. } = &ladder.anchors[2];
    let place = ladder.place(&entrant(player), &anchors, &how, &AtomicBool::new(false), |_| {});
    assert_eq!(place.ended, PlaceEnd::Reached);
    let estimate = place.estimate.expect("played");
    assert!(estimate.interval.width() <= 80.0);
    // Once in a hundred by chance; the seed decides.
    assert!((estimate.elo - elo).abs() < 60.0, "{} and not {elo}", estimate.elo);
    assert!(place.met.len() >= 3 && place.games().1 >= 200);
    let alone = Placing { threads: 1, ..how };
    let again = ladder.place(&entrant(player), &anchors, &alone, &AtomicBool::new(false), |_| {});
    assert_eq!(again.estimate, place.estimate);
    assert_eq!(again.games(), place.games());
}

#[test]
fn time_and_stop_end_it() {
    let (ladder, anchors) = quick(&["random", "swh"]);
    let how = Placing { within: 0.01, limit: Duration::from_millis(50), seed: 1, threads: 1 };
    let ended = |how: &Placing, stop: bool| {
        ladder.place(&entrant("greedy"), &anchors, how, &AtomicBool::new(stop), |_| {}).ended
    };
    assert_eq!(ended(&how, false), PlaceEnd::TimeUp);
    assert_eq!(ended(&how, true), PlaceEnd::Stopped);
}

#[test]
fn anchors_are_sorted_by_what_was_measured_and_one_more_moves_none() {
    let stop = AtomicBool::new(false);
    let players = ["random", "korman", "greedy"].map(entrant);
    let how = Measuring { pairs: 60, seed: 1, threads: 1 };
    let ladder = Ladder::measure(&players, how, "test", &stop, |_, _| {}).expect("rated").expect("whole");
    let names: Vec<&str> = ladder.anchors.iter().map(|anchor| anchor.player.as_str()).collect();
    assert_eq!(names, ["random", "greedy", "korman"]);
    assert!(ladder.anchors.iter().all(|anchor| anchor.games > 200 && anchor.milliseconds > 0.0));
    assert!(ladder.anchors.iter().skip(1).all(|anchor| (10.0..100.0).contains(&anchor.reach)));
    let anchors = ["random", "greedy", "korman"].map(entrant);
    let placing = Placing { within: 50.0, limit: Duration::from_secs(600), seed: 2, threads: 1 };
    let swh = entrant("swh");
    let place = ladder.place(&swh, &anchors, &placing, &stop, |_| {});
    let more = ladder.add(&swh, &place, 1.5, "outflank ladder --add swh", "later");
    assert_eq!(more.anchors.len(), 4);
    assert!(ladder.anchors.iter().all(|anchor| more.anchors.contains(anchor)));
    let added = more.anchor(swh.identity()).expect("added");
    assert!(added.elo > 100.0 && added.reach > 25.0 && added.games >= 200, "{added:?}");
    assert_eq!(more.commands.len(), 2);
    assert_eq!(ladder.commands, ["outflank ladder --measure --pairs 60 --seed 1 random korman greedy"]);
    let stopped = Ladder::measure(&players, how, "test", &AtomicBool::new(true), |_, _| {});
    assert_eq!(stopped, Ok(None));
}
