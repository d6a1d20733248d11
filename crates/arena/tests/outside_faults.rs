//! Outside programs that crash, hang, flood or cheat.

use std::time::{Duration, Instant};

use outflank_arena::outside::{Options, Program, Protocol};
use outflank_arena::{Ending, Entrant, LookupError, PlayerSpec, Registry, Seat, TimeControl, Wanted, play};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_rules::{Color, Game};

/// Longer than any answer takes, however loaded the machine is: a test that waits for so long fails.
const LONG: Duration = Duration::from_secs(120);
/// A limit for engines that never answer.
const SHORT: Duration = Duration::from_secs(1);

/// A fake engine that has some time for each move.
fn program(protocol: Protocol, words: &str, move_limit: Duration) -> Program {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_fake-engine"));
    start_with(protocol, &format!("{engine} {words}"), move_limit)
}

fn start_with(protocol: Protocol, command: &str, move_limit: Duration) -> Program {
    let options = Options { move_limit, answer_limit: LONG, ..Options::default() };
    Program::new(protocol, command, options).expect("a command")
}

/// A game against chance, with Black for the program.
fn play_black(program: &mut Program) -> (Game, Ending) {
    let mut random = Random::new();
    let black = Seat { player: program, chance: Chance::stream(1, "program", 0) };
    let white = Seat { player: &mut random, chance: Chance::stream(1, "random", 0) };
    let played = play(Game::new(), black, white);
    (played.game, played.ending)
}

/// Plays until the mishap of the third move, and then another game: the program is there again. An engine hangs at its
/// first move, so that its short limit meets no answer.
fn forfeit(protocol: Protocol, mishap: &str) -> String {
    let manner = if protocol == Protocol::Gtp { "gtp plain" } else { "nboard edax" };
    let (at, limit) = if mishap == "hang" { (1, SHORT) } else { (3, LONG) };
    let mut program = program(protocol, &format!("{manner} '{mishap}' {at}"), limit);
    let reasons: Vec<String> = (0..2)
        .map(|_| {
            let (game, ending) = play_black(&mut program);
            assert_eq!(game.plies().len(), 2 * (at - 1), "{mishap}");
            assert_eq!(program.name(), None, "{mishap}: it was not ended");
            match ending {
                Ending::Forfeited { by: Color::Black, reason } => reason,
                other => panic!("{mishap}: {other:?}"),
            }
        })
        .collect();
    assert_eq!(reasons[0], reasons[1]);
    reasons[0].clone()
}

#[test]
fn gtp_engines_forfeit_with_a_reason() {
    for (mishap, reason) in [
        (
            "crash",
            "it ended (exit status: 3) without an answer to “genmove black”; its last words: “weights are missing / giving up”",
        ),
        ("leave", "it ended (exit status: 0) without an answer to “genmove black”"),
        ("hang", "no answer to “genmove black” within 1s"),
        ("chatter", "more than 1048576 bytes of output and no answer to “genmove black”"),
        ("endless-line", "more than 1048576 bytes of output and no answer to “genmove black”"),
        ("d4", "it played d4, which is illegal (its answer: “d4”)"),
        ("banana split", "it answered “banana split” to “genmove black”, which is not a move"),
        ("", "it answered “” to “genmove black”, which is not a move"),
        ("pass", "it passed with moves to make (its answer: “pass”)"),
        ("RESIGN", "it resigned"),
    ] {
        assert_eq!(forfeit(Protocol::Gtp, mishap), reason);
    }
}

#[test]
fn nboard_engines_forfeit_with_a_reason() {
    let complaint = "; its last words: “Error: Edax expected \"nboard 1\" protocol";
    for (mishap, reason) in [
        ("crash", "it ended (exit status: 3) without an answer to “go”"),
        ("hang", "no answer to “go” within 1s"),
        ("chatter", "more than 1048576 bytes of output and no answer to “go”"),
        ("d4", "it played d4, which is illegal (its answer: “=== d4 2.00 0.0”)"),
        ("banana", "it answered “=== banana 2.00 0.0” to “go”, which is not a move"),
        ("PA", "it passed with moves to make (its answer: “=== PA 2.00 0.0”)"),
    ] {
        let said = forfeit(Protocol::Nboard, mishap);
        assert!(said.starts_with(&format!("{reason}{complaint}")), "{said}");
    }
}

#[test]
fn what_is_no_text_is_noticed_at_once() {
    let began = Instant::now();
    let mut program = program(Protocol::Gtp, "gtp plain not-text 1", LONG);
    let (_, ending) = play_black(&mut program);
    let Ending::Forfeited { reason, .. } = ending else { panic!("it went on") };
    assert_eq!(reason, "it answered “= f\u{fffd}5” to “genmove black”, which is not UTF-8 text");
    assert!(began.elapsed() < LONG, "it was waited for");
}

#[test]
fn clocks_are_kept_and_told() {
    let engine = shell_words::quote(env!("CARGO_BIN_EXE_fake-engine"));
    let player = |words: &str| -> Entrant {
        let spec: PlayerSpec = format!("gtp:{engine} {words}").parse().expect("a player");
        spec.entrant(&NoRegistry).expect("it starts")
    };
    let ends = |player: &Entrant, control: TimeControl| {
        let mut random = Random::new();
        let mut seat = player.with_clock(control).seat();
        let black = Seat { player: &mut seat, chance: Chance::stream(1, "program", 0) };
        let white = Seat { player: &mut random, chance: Chance::stream(1, "random", 0) };
        play(Game::new(), black, white).ending
    };
    let for_move = TimeControl::for_each_move("0.5").expect("a time");
    let hangs = player("gtp plain hang 1");
    let Ending::Forfeited { reason, .. } = ends(&hangs, for_move) else { panic!("it went on") };
    assert_eq!(reason, "no answer to “genmove black” within 700ms");
    let Ending::Forfeited { reason, .. } = ends(&hangs, "1".parse().expect("a clock")) else {
        panic!("it went on")
    };
    assert_eq!(reason, "no answer to “genmove black” within 1.2s");
    // This one plays only where it was told of a clock of 60 seconds, and then of what is left.
    assert!(matches!(ends(&player("gtp timed"), "60".parse().expect("a clock")), Ending::Counted(_)));
    assert!(matches!(ends(&player("gtp timed"), for_move), Ending::Forfeited { .. }));
}

/// Nothing but what is built in.
struct NoRegistry;

impl Registry for NoRegistry {
    fn entrant(&self, _: &str, _: &Wanted<'_>) -> Result<Entrant, LookupError> {
        Err(LookupError::Unknown)
    }
}

#[test]
fn a_program_of_another_kind_is_found_out_at_the_start() {
    let error = |protocol, words: &str, answer_limit| {
        let command = format!("{} {words}", shell_words::quote(env!("CARGO_BIN_EXE_fake-engine")));
        let options = Options { answer_limit, ..Options::default() };
        let mut program = Program::new(protocol, &command, options).expect("a command");
        program.start().expect_err("it does not answer").to_string()
    };
    assert_eq!(error(Protocol::Gtp, "gtp silent", SHORT), "no answer to “name” within 1s");
    assert_eq!(error(Protocol::Gtp, "nboard edax", SHORT), "no answer to “name” within 1s");
    assert_eq!(error(Protocol::Nboard, "gtp plain", SHORT), "no answer to “ping 1” within 1s");
    let none = error(Protocol::Gtp, "chess", LONG);
    assert!(
        none.starts_with("it ended (exit status: 2) without an answer to “name”; its last words:"),
        "{none}"
    );
    assert!(none.contains("no such engine"), "{none}");
}

#[cfg(target_os = "linux")]
mod no_process_is_left {
    use super::*;

    /// Whether a process is there, alive or as a zombie.
    fn exists(id: &str) -> bool {
        std::path::Path::new("/proc").join(id).exists()
    }

    /// The process that told its number as its name.
    fn started(program: &mut Program) -> String {
        let name = program.start().expect("it starts");
        let id = name.split_whitespace().nth(1).expect("a number").to_owned();
        assert!(exists(&id), "{name}");
        id
    }

    #[test]
    fn when_its_player_goes() {
        let mut program = program(Protocol::Gtp, "gtp plain", LONG);
        let id = started(&mut program);
        drop(program);
        assert!(!exists(&id));
    }

    #[test]
    fn when_it_fails() {
        for mishap in ["hang", "crash", "chatter", "d4"] {
            let limit = if mishap == "hang" { SHORT } else { LONG };
            let mut program = program(Protocol::Gtp, &format!("gtp plain {mishap} 1"), limit);
            let id = started(&mut program);
            play_black(&mut program);
            assert!(!exists(&id), "{mishap}");
        }
    }

    /// Whether a process runs; a zombie does not.
    fn runs(id: &str) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    }

    /// It is no child of ours, so someone else takes it from the list of processes.
    fn ends_soon(id: &str) -> bool {
        let deadline = Instant::now() + LONG;
        while runs(id) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        !runs(id)
    }

    /// What a program started ends with it, and its end is noticed although its child holds on to the pipes.
    #[test]
    fn when_it_has_children() {
        for (protocol, manner) in [(Protocol::Gtp, "gtp plain"), (Protocol::Nboard, "nboard ntest")] {
            for (mishap, limit, how) in [
                ("fork-crash", LONG, "it ended (exit status: 3)"),
                ("fork-leave", LONG, "it ended (exit status: 0)"),
                ("fork-hang", SHORT, "no answer to "),
            ] {
                let forfeit = |limit| {
                    let mut program = program(protocol, &format!("{manner} {mishap} 2"), limit);
                    match play_black(&mut program).1 {
                        Ending::Forfeited { reason, .. } => reason,
                        ending => panic!("{mishap}: {ending:?}"),
                    }
                };
                let mut reason = forfeit(limit);
                // On a loaded machine the time may be up before the child runs.
                if limit == SHORT && !reason.contains("child ") {
                    reason = forfeit(LONG);
                }
                assert!(reason.starts_with(how), "{mishap}: {reason}");
                let (_, child) = reason.split_once("child ").expect("its number");
                assert!(ends_soon(child.trim_end_matches('”')), "{mishap}: its child still runs");
            }
        }
    }

    #[test]
    fn when_it_leaves_children_behind_in_good_order() {
        let engine = shell_words::quote(env!("CARGO_BIN_EXE_fake-engine"));
        let note = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("child-left-behind");
        let script = format!("sleep 600 & echo $! > '{}'; {engine} gtp plain; exit 0", note.display());
        let mut program = start_with(Protocol::Gtp, &format!("sh -c {}", shell_words::quote(&script)), LONG);
        program.start().expect("it starts");
        let child = std::fs::read_to_string(note).expect("its number");
        assert!(runs(child.trim()));
        drop(program);
        assert!(ends_soon(child.trim()));
    }

    #[test]
    fn when_another_started_it() {
        let engine = shell_words::quote(env!("CARGO_BIN_EXE_fake-engine"));
        let script = format!("{engine} gtp plain hang 1; exit 0");
        let mut program = start_with(Protocol::Gtp, &format!("sh -c {}", shell_words::quote(&script)), SHORT);
        let id = started(&mut program);
        play_black(&mut program);
        assert!(ends_soon(&id));
    }
}
