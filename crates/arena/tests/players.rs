//! The grammar of players: what it names, and the one sentence about what it does not.

use outflank_arena::{Contest, Entrant, LookupError, NAMED, PlayerSpec, Registry, Standing, Wanted};

/// A registry with a few files in memory.
struct Files;

impl Registry for Files {
    fn entrant(&self, name: &str, wanted: &Wanted<'_>) -> Result<Entrant, LookupError> {
        match name {
            "weights.txt" | "C:\\weights.txt" | "a:b/weights.txt" => wanted.from_text(&"1 ".repeat(64)),
            "short.txt" => wanted.from_text("1 2 3"),
            "net.player" => wanted.from_text("1 { 1 1 { 0 } { -1 0 1 } }"),
            "torn.player" => wanted.from_text("1 { 1 1 { 0 } { -1 0"),
            "learned" => {
                assert_eq!(wanted.style.depth, Some(2));
                let random: PlayerSpec = "random".parse().expect("a name");
                let player = random.entrant(&Files).expect("a player");
                Ok(Entrant::new(wanted.label, move || player.seat()))
            }
            "spoilt" => Err(LookupError::Refused("its weights are torn".into())),
            "picture.png" => Err(LookupError::NotText),
            "locked" => Err(LookupError::Refused("the file cannot be read: permission denied".into())),
            _ => Err(LookupError::Unknown),
        }
    }
}

fn entrant(text: &str) -> Result<Entrant, String> {
    let spec: PlayerSpec = text.parse().map_err(|error: outflank_arena::SpecError| error.to_string())?;
    assert_eq!(spec.to_string(), text.trim());
    spec.entrant(&Files).map_err(|error| error.to_string())
}

#[test]
fn everything_that_names_a_player_plays() {
    let random = entrant("random").expect("a name");
    let named = NAMED.iter().map(|(name, _)| *name);
    let others = [
        " swh ",
        "korman:depth=3",
        "swh:epsilon=0.1,exact=6",
        "swh: depth = 2 , ties = first",
        "greedy:nodes=50",
        "norvig:time=0.001",
        "four-features:theta=1/-2/0.5/1e-3,depth=2",
        "random:epsilon=1",
        "weights.txt",
        "weights.txt:depth=2",
        "C:\\weights.txt",
        "a:b/weights.txt",
        "net.player:negation",
        "net.player:inversion,depth=2",
        "learned:depth=2",
        "outflank:level=3,depth=2",
        "outflank:depth=2,nodes=500",
    ];
    for text in named.chain(others) {
        let player = entrant(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(player.name(), text.trim());
        let contest =
            Contest { first: &player, second: &random, openings: &[], pairs: 1, seed: 1, threads: 1 };
        let mut standing = Standing::default();
        contest.run(&false.into(), |pair| {
            standing.add(&pair);
            std::ops::ControlFlow::Continue(())
        });
        assert!(standing.mean_margin().is_some() && standing.forfeits.is_empty(), "{text}");
    }
}

#[test]
fn what_names_no_player_is_told_in_a_sentence() {
    let search = "depth, nodes, time, simulations, tree, exact, epsilon, ties";
    for (text, problem) in [
        ("", "expected a name, a file, gtp:COMMAND or nboard:COMMAND".to_owned()),
        (":depth=2", "expected a name, a file, gtp:COMMAND or nboard:COMMAND".to_owned()),
        ("gtp:", "expected a command after the colon".to_owned()),
        ("nboard,depth=3: ", "expected a command after the colon".to_owned()),
        ("swh:depht=3", format!("no option “depht” here; expected one of {search}")),
        ("swh:inversion", format!("no option “inversion” here; expected one of {search}")),
        ("random:depth=1", "no option “depth” here; expected one of epsilon".to_owned()),
        ("gtp,exact=3:x", "no option “exact” here; expected one of depth, time, limit, give-up, epsilon".to_owned()),
        ("swh:depth=three", "“three” for depth: expected a whole number of plies from 1 to 60".to_owned()),
        ("swh:depth=0", "“0” for depth: expected a whole number of plies from 1 to 60".to_owned()),
        ("swh:depth", "“” for depth: expected a whole number of plies from 1 to 60".to_owned()),
        ("swh:epsilon=1.5", "“1.5” for epsilon: expected a probability from 0 to 1".to_owned()),
        ("swh:epsilon=NaN", "“NaN” for epsilon: expected a probability from 0 to 1".to_owned()),
        ("swh:ties=last", "“last” for ties: expected drawn or first".to_owned()),
        ("swh:nodes=0", "“0” for nodes: expected a whole number of positions, 1 or more".to_owned()),
        ("swh:time=0", "“0” for time: expected seconds for a move, from 0.001 to 86400".to_owned()),
        (
            "four-features:theta=1/2/3",
            "“1/2/3” for theta: expected four numbers between slashes, as in 1/1/1/1".to_owned(),
        ),
        ("outflank:level=0", "“0” for level: expected a level from 1 to 30".to_owned()),
        ("outflank:level=99", "“99” for level: expected a level from 1 to 30".to_owned()),
        ("outflank:ties=first", "no option “ties” here; expected one of level, time, nodes, simulations, tree, exact, depth, epsilon".to_owned()),
        ("swh:level=3", format!("no option “level” here; expected one of {search}")),
        ("net.player:negation=1", "“1” for negation: expected no value".to_owned()),
        ("short.txt", "not 64 weights: 3 weights, expected 64: a1 to h8 by rows (an n-tuple network needs :inversion or :negation after its name)".to_owned()),
        ("weights.txt:negation", "a file of 64 weights takes neither inversion nor negation".to_owned()),
        ("torn.player:negation", "the network ends where number 7, a weight, should stand".to_owned()),
        ("picture.png", "the file is not text, and not a player that this version knows".to_owned()),
        ("locked", "the file cannot be read: permission denied".to_owned()),
        ("spoilt", "its weights are torn".to_owned()),
        ("gtp:'x", "“'x” is not a command: a quote is opened and not closed".to_owned()),
    ] {
        assert_eq!(entrant(text).expect_err(text), format!("player “{text}”: {problem}"));
    }
    let unknown = entrant("shw").expect_err("there is none");
    assert!(unknown.starts_with(
        "player “shw”: there is no player, run or file called “shw”; players are outflank, random, greedy, swh,"
    ));
    let missing = entrant("gtp:./no-such-engine").expect_err("there is none");
    assert!(
        missing.starts_with("player “gtp:./no-such-engine”: cannot start “./no-such-engine”: "),
        "{missing}"
    );
}

#[test]
fn the_rules_of_a_contest_may_ask_for_random_moves() {
    let spec = |text: &str| text.parse::<PlayerSpec>().expect(text);
    assert!(spec("swh").with_epsilon(0.1).is_ok());
    assert_eq!(spec("swh").with_epsilon(0.1).ok(), spec("swh").with_epsilon(0.1).ok());
    assert_ne!(spec("swh").with_epsilon(0.1).ok(), Some(spec("swh")));
    assert!(spec("swh:epsilon=0.1").with_epsilon(0.1).is_ok());
    let refused = spec("swh:epsilon=0.2").with_epsilon(0.1).expect_err("it has its own");
    assert_eq!(
        refused.to_string(),
        "player “swh:epsilon=0.2”: its epsilon is 0.2, and 0.1 is asked for both players"
    );
}

#[test]
fn a_player_is_the_same_whatever_it_is_called() {
    let identity = |text: &str| entrant(text).expect(text).identity().to_string();
    assert_eq!(identity("swh: depth = 2 , ties = drawn"), identity("swh:depth=2"));
    assert_eq!(identity("swh"), "built-in:swh");
    assert_eq!(identity("swh:exact=8,depth=2,epsilon=0.1"), "built-in:swh depth=2,exact=8,epsilon=0.1");
    assert_eq!(identity("outflank"), identity("outflank:level=8"));
    assert_eq!(identity("outflank:time=1"), identity("outflank:level=30,time=1"));
    for (one, other) in [
        ("swh", "korman"),
        ("swh", "swh:ties=first"),
        ("four-features", "four-features:theta=1/1/1/2"),
        ("outflank", "outflank:time=1"),
        ("outflank:level=3", "outflank:level=3,depth=2"),
    ] {
        assert_ne!(identity(one), identity(other));
    }
}

/// The share of points of the first, in per cent, from openings of eight random plies.
fn share(first: &str, second: &str, pairs: u64) -> f64 {
    let (first, second) = (entrant(first).expect(first), entrant(second).expect(second));
    let openings = outflank_arena::openings::drawn(pairs as usize, 8, 1);
    let contest = Contest { first: &first, second: &second, openings: &openings, pairs, seed: 1, threads: 2 };
    let mut points = 0.0;
    contest.run(&false.into(), |pair| {
        points += pair.points_of_first();
        std::ops::ControlFlow::Continue(())
    });
    100.0 * points / (2 * pairs) as f64
}

#[test]
fn the_engine_knows_something_and_its_levels_differ() {
    let known = share("outflank:level=1", "swh:depth=3", 15);
    assert!(known > 75.0, "{known} %");
    let deeper = share("outflank:level=5", "outflank:level=2", 15);
    assert!(deeper > 70.0, "{deeper} %");
    // A depth beside a level holds it back.
    let held_back = share("outflank:level=5,depth=1,exact=0", "outflank:level=5", 15);
    assert!(held_back < 25.0, "{held_back} %");
}
