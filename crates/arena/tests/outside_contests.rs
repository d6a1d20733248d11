//! Contests with an outside program that crashes now and then: its games are lost, and play goes on.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_arena::games::{self, GameLine};
use outflank_arena::statistics::ScoreSheet;
use outflank_arena::{Contest, Entrant, LookupError, PlayerSpec, Registry, Side, Standing, Wanted};

struct Nothing;

impl Registry for Nothing {
    fn entrant(&self, name: &str, _: &Wanted<'_>) -> Result<Entrant, LookupError> {
        panic!("nobody asked for {name}")
    }
}

fn entrant(text: &str) -> Entrant {
    text.parse::<PlayerSpec>().expect(text).entrant(&Nothing).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_crash_costs_a_game_and_the_match_goes_on() {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_fake-engine"));
    // It crashes at every 50th move: in every second game or so.
    let (program, random) = (entrant(&format!("gtp:{engine} gtp plain crash 50")), entrant("random"));
    let contest = Contest { first: &program, second: &random, openings: &[], pairs: 6, seed: 1, threads: 2 };
    let mut standing = Standing::default();
    let mut text = String::new();
    contest.run(&AtomicBool::new(false), |pair| {
        standing.add(&pair);
        let [one, other] = pair.games;
        for (black, white, played) in [(&program, &random, one), (&random, &program, other)] {
            let line = GameLine { black: black.name().into(), white: white.name().into(), played };
            text += &format!("{line}\n");
        }
        ControlFlow::Continue(())
    });
    assert_eq!(standing.pairs.units(), 6, "all pairs were played");
    let crashes: u64 = standing.forfeits.values().sum();
    assert!((3..=9).contains(&crashes), "{:?}", standing.forfeits);
    for (side, reason) in standing.forfeits.keys() {
        assert_eq!(*side, Side::First);
        assert!(reason.starts_with("it ended (exit status: 3)"), "{reason}");
    }
    assert!(standing.games().losses >= crashes, "a crash loses");
    assert!(standing.mean_margin().is_some(), "the other games were played to the end");

    let read = games::read(&text).expect("what was written");
    assert_eq!(read.len(), 12);
    assert_eq!(read.iter().map(|line| format!("{line}\n")).collect::<String>(), text);
}
