//! `outflank match`.

use std::path::PathBuf;

use outflank_arena::games;

use crate::{Laboratory, outflank, scratch};

/// Plays a match and hands over the file of its games and what was printed.
fn games_of(name: &str, words: &[&str]) -> (String, String) {
    let path = scratch(name);
    let printed =
        outflank(&[&["match"], words, &["--games-to", path.to_str().expect("text")]].concat()).printed();
    (std::fs::read_to_string(path).expect("the games"), printed)
}

#[test]
fn numbers_out_of_range_are_refused_in_words() {
    let refusal = |words: &[&str]| {
        let run = outflank(&[&["match", "swh", "greedy"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
        run.stderr
    };
    for threads in ["0", "100000", "-1", "two"] {
        let said = refusal(&["--games", "2", &format!("--threads={threads}")]);
        assert!(said.contains("expected a whole number from 1 to 1024"), "{said}");
    }
    for games in ["-2", "1,000", "3"] {
        let said = refusal(&["--games", games]);
        assert!(said.contains("expected an even number, 2 or more, in digits only"), "{said}");
    }
    assert!(refusal(&["--pairs", "-2"]).contains("expected a whole number, 1 or more, in digits only"));
    // As many threads as are accepted, and no more than there are pairs.
    let json = outflank(&["match", "swh", "greedy", "--games", "2", "--threads", "1024", "--json"]).json();
    assert_eq!(json["games"], 2);
}

#[test]
fn everything_is_told_in_words() {
    let printed = outflank(&["match", "swh", "random", "--games", "200"]).printed();
    let heads: Vec<&str> = printed.lines().skip(2).filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(
        heads,
        ["score", "Elo", "stronger", "played", "as Black", "as White", "pairs", "margin", "openings", "seed"]
    );
    assert!(printed.starts_with("swh against random\n\nscore     "), "{printed}");
    assert!(printed.contains("played    200 games, 200 different: "), "{printed}");
    let one = outflank(&["match", "swh", "random", "--games", "2"]).printed();
    assert!(one.contains("as Black  1 game: "), "{one}");
}

/// Players without chance have one pair to play from the usual start, however often they play it.
#[test]
fn repeated_games_carry_no_weight() {
    let words = ["match", "swh:ties=first", "korman:ties=first", "--games", "1000", "--openings", "start"];
    let printed = outflank(&words).printed();
    let warning = "few games only 2 of 1000 games are different: repeats carry no weight, and all below rests on 1 pair";
    assert_eq!(printed.lines().nth(2), Some(warning), "{printed}");
    let json = outflank(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(
        (&json["games"], &json["distinct_games"], &json["distinct_pairs"]),
        (&1000.into(), &2.into(), &1.into())
    );
    let width = |json: &serde_json::Value| {
        let ends: Vec<f64> =
            json["score_interval"].as_array().expect("two").iter().filter_map(|end| end.as_f64()).collect();
        ends[1] - ends[0]
    };
    assert!(width(&json) > 0.6, "{json}");
    // From drawn openings, which is what happens if nothing is said, they are different.
    let drawn =
        outflank(&["match", "swh:ties=first", "korman:ties=first", "--games", "200", "--json"]).json();
    assert_eq!((&drawn["distinct_games"], &drawn["openings"]["from"]), (&200.into(), &"drawn:7".into()));
    assert!(width(&drawn) < 0.2, "{drawn}");
    // A test has nothing to hope for from repeats, and ends.
    let test = [&words[..3], &["--openings", "start", "--sprt", "0,20", "--json"]].concat();
    let json = outflank(&test).json();
    assert_eq!((&json["exhausted"], &json["distinct_pairs"]), (&true.into(), &1.into()));
    assert!(json["sprt"]["accepted"].is_null(), "{json}");
}

#[test]
fn equal_runs_print_equal_bytes() {
    for words in [
        &["match", "swh", "random", "--pairs", "20", "--json"][..],
        &["league", "swh", "random", "greedy", "--pairs", "5", "--json"],
    ] {
        let printed = outflank(words).printed();
        assert_eq!(outflank(words).printed(), printed);
        assert!(!printed.contains("seconds"), "{printed}");
        let timed = outflank(&[words, &["--timing"]].concat()).json();
        assert!(timed["timing"]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{timed}");
    }
}

#[test]
fn what_was_cut_off_goes_on_to_the_same_games() {
    for (name, words) in [
        ("match", &["match", "swh", "random", "--pairs", "12"][..]),
        ("league", &["league", "swh", "random", "greedy", "--pairs", "4"]),
    ] {
        let path = scratch(&format!("whole-{name}"));
        let file = path.to_str().expect("text");
        let printed = outflank(&[words, &["--games-to", file]].concat()).printed();
        let whole = std::fs::read_to_string(&path).expect("the games");
        assert_eq!(whole.lines().filter(|line| !line.starts_with('#')).count(), 24);
        // At the end of a line, in the middle of a pair, in the middle of a line, right after the head, and not at all.
        let lines: Vec<usize> = whole.match_indices('\n').map(|(index, _)| index + 1).collect();
        for cut in [lines[11], lines[12], lines[12] + 20, lines[1], whole.len()] {
            std::fs::write(&path, &whole[..cut]).expect("cut off");
            assert_eq!(outflank(&[name, "--resume", file]).printed(), printed, "{name} at {cut}");
            assert_eq!(std::fs::read_to_string(&path).expect("the games"), whole, "{name} at {cut}");
        }
        let other = if name == "match" { "league" } else { "match" };
        assert!(outflank(&[other, "--resume", file]).refusal().contains(&format!("it is a {name}")));
        std::fs::write(&path, whole.replace("\tswh\t", "\tswk\t")).expect("changed");
        assert!(outflank(&[name, "--resume", file]).refusal().contains("is not of this contest"));
    }
    let strange = scratch("strange");
    std::fs::write(&strange, "f5d6c3\n").expect("a file");
    let refusal = outflank(&["match", "--resume", strange.to_str().expect("text")]).refusal();
    assert!(refusal.contains("does not begin with what decides its games"), "{refusal}");
}

/// The name of a player may stand for another one by now.
#[test]
fn a_match_does_not_go_on_with_another_player() {
    let laboratory = Laboratory::new();
    let (weights, games) = (laboratory.path("mine.txt"), laboratory.path("games.txt"));
    std::fs::write(&weights, "1 ".repeat(64)).expect("a file");
    let words = ["match", &weights, "swh", "--pairs", "4", "--games-to", &games, "--json"];
    let whole = laboratory.outflank(&words).json();
    let text = std::fs::read_to_string(&games).expect("the games");
    let identities: Vec<&str> =
        whole["identities"].as_array().expect("a list").iter().filter_map(|text| text.as_str()).collect();
    assert!(identities[1] == "built-in:swh" && identities[0].len() == 32, "{identities:?}");
    assert!(text.starts_with("# contest ") && text.contains(identities[0]));
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&games, lines[..6].join("\n") + "\n").expect("a file");
    std::fs::write(&weights, format!("9 {}", "1 ".repeat(63))).expect("a file");
    let refusal = laboratory.outflank(&["match", "--resume", &games]).refusal();
    assert!(refusal.contains("mine.txt” is another player by now"), "{refusal}");
    std::fs::write(&weights, "1 ".repeat(64)).expect("a file");
    assert_eq!(laboratory.outflank(&["match", "--resume", &games, "--json"]).json(), whole);
}

#[test]
fn games_are_written_as_pgn() {
    let path = scratch("games.pgn");
    let words = ["match", "swh", "greedy", "--pairs", "3", "--json", "--pgn", path.to_str().expect("text")];
    let json = outflank(&words).json();
    let text = std::fs::read_to_string(path).expect("the games");
    let results: Vec<&str> = text.lines().filter(|line| line.starts_with("[Result")).collect();
    assert_eq!(results.len(), 6);
    // As a rating program counts: White's points first.
    let mut wins = 0;
    for game in text.split("[Event").skip(1) {
        let result = if game.contains("[White \"swh\"]") { "[Result \"1-0\"]" } else { "[Result \"0-1\"]" };
        wins += u64::from(game.contains(result));
        assert!(game.contains("\n\n1. "), "{game}");
    }
    assert_eq!(json["wins"], wins);
}

#[test]
fn openings_are_chosen_by_a_word() {
    let from = |word: &str| {
        let json = outflank(&["match", "swh", "random", "--pairs", "3", "--json", "--openings", word]).json();
        (json["openings"]["from"].clone(), json["openings"]["count"].clone())
    };
    assert_eq!(from("drawn:5"), ("drawn:5".into(), 3.into()));
    assert_eq!(from("named"), ("named".into(), 99.into()));
    assert!(from("balanced").1.as_u64().is_some_and(|count| count >= 500));
    assert_eq!(from("start"), ("start".into(), 0.into()));
    let book = scratch("a-book");
    std::fs::write(&book, outflank(&["openings", "--as-book"]).printed()).expect("a file");
    assert_eq!(from(book.to_str().expect("text")).1, 99);
}

#[test]
fn the_numbers_of_json_fit_together() {
    let json = outflank(&["match", "swh", "random", "--pairs", "150", "--epsilon", "0.1", "--json"]).json();
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let games = |part: &serde_json::Value| ["wins", "draws", "losses"].map(|name| number(&part[name]));
    assert_eq!(games(&json).iter().sum::<u64>(), 300);
    let [black, white] = [games(&json["as_black"]), games(&json["as_white"])];
    assert_eq!([0, 1, 2].map(|index| black[index] + white[index]), games(&json));
    let pairs: Vec<u64> = json["pentanomial"].as_array().expect("a list").iter().map(number).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 150);
    let half_points: u64 = pairs.iter().zip(0..).map(|(pairs, points)| pairs * points).sum();
    let score = json["score"].as_f64().expect("a score");
    assert!((score - half_points as f64 / 600.0).abs() < 1e-12);
    assert!((0.65..0.9).contains(&score), "{score}");
    let interval: Vec<f64> =
        json["score_interval"].as_array().expect("two").iter().filter_map(|end| end.as_f64()).collect();
    assert!(interval[0] < score && score < interval[1], "{interval:?}");
    assert!(json["superiority"].as_f64().expect("a probability") > 0.99);
    assert!(json["mean_margin"].as_f64().expect("discs") > 5.0);
    assert_eq!((&json["seed"], &json["epsilon"], &json["stopped"]), (&1.into(), &0.1.into(), &false.into()));
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let words =
        |threads| ["swh", "korman:depth=2", "--epsilon", "0.2", "--pairs", "60", "--threads", threads];
    let alone = games_of("one-thread", &words("1"));
    assert_eq!(games_of("two-threads", &words("2")), alone);
    assert_eq!(games_of("three-threads", &words("3")), alone);
    let other = games_of("other-seed", &[&words("2")[..], &["--seed", "2"]].concat());
    assert_ne!(other.0, alone.0);

    let read = games::read(&alone.0).expect("games");
    assert_eq!(read.len(), 120);
    assert_eq!((read[0].black.as_str(), read[0].white.as_str()), ("swh", "korman:depth=2"));
    assert_eq!((read[1].black.as_str(), read[1].white.as_str()), ("korman:depth=2", "swh"));
}

#[test]
fn a_test_stops_at_the_same_pair_on_any_number_of_threads() {
    let words = |threads| ["swh", "random", "--sprt", "0,50", "--threads", threads];
    let alone = games_of("test-one", &words("1"));
    assert_eq!(games_of("test-two", &words("2")), alone);
    assert_eq!(games_of("test-three", &words("3")), alone);
    assert!(
        alone.1.contains("test      +50 Elo is accepted against +0 (log-likelihood ratio "),
        "{}",
        alone.1
    );
    let json = outflank(&["match", "random", "swh", "--sprt", "-50,0", "--json"]).json();
    assert_eq!(json["sprt"]["accepted"], "H0");
    assert!(json["games"].as_u64().is_some_and(|games| games < 1000));
    let short = outflank(&["match", "swh", "swh", "--sprt", "0,5", "--pairs", "5", "--json"]).json();
    assert!(short["sprt"]["accepted"].is_null());
    assert_eq!(short["games"], 10);
}

#[test]
fn games_start_from_openings() {
    let path = scratch("openings");
    std::fs::write(&path, "# two\nf5d6c3d3c4\nBuffalo\tf5f6e6f4c3\n").expect("a file");
    let openings = path.to_str().expect("text");
    let (text, _) = games_of("with-openings", &["swh", "random", "--pairs", "3", "--openings", openings]);
    let moves: Vec<String> = games::read(&text)
        .expect("games")
        .iter()
        .map(|line| line.played.game.record().to_string()[..10].to_owned())
        .collect();
    let (one, other) = ("f5d6c3d3c4", "f5f6e6f4c3");
    assert_eq!(moves, [one, one, other, other, one, one]);

    std::fs::write(&path, "f5d6\nf5f5\n").expect("a file");
    let refusal = outflank(&["match", "swh", "swh", "--openings", openings]).refusal();
    assert!(
        refusal.starts_with(&format!("openings {openings}: line 2: f5 is not a legal move")),
        "{refusal}"
    );
}

#[test]
fn wrong_input_is_refused_in_a_sentence() {
    let refusal = |words: &[&str]| outflank(&[&["match"], words].concat()).refusal();
    assert!(
        refusal(&["swh", "shw"]).starts_with("player “shw”: there is no player, run or file called “shw”;")
    );
    assert!(refusal(&["swh:depth=x", "swh"]).starts_with("player “swh:depth=x”: “x” for depth: expected"));
    assert!(refusal(&["gtp:./none", "swh"]).starts_with("player “gtp:./none”: cannot start “./none”: "));
    let epsilon = refusal(&["swh:epsilon=0.2", "swh", "--epsilon", "0.1"]);
    assert_eq!(epsilon, "player “swh:epsilon=0.2”: its epsilon is 0.2, and 0.1 is asked for both players");
    let existing: PathBuf = scratch("existing");
    std::fs::write(&existing, "precious").expect("a file");
    let path = existing.to_str().expect("text");
    let refused = refusal(&["swh", "swh", "--games-to", path]);
    assert_eq!(refused, format!("{path} exists already; games go to a new file"));
    assert_eq!(std::fs::read_to_string(&existing).expect("still there"), "precious");

    for words in [
        &["swh"][..],
        &["swh", "swh", "--games", "3"],
        &["swh", "swh", "--games", "0"],
        &["swh", "swh", "--games", "4", "--pairs", "2"],
        &["swh", "swh", "--pairs", "0"],
        &["swh", "swh", "--threads", "0"],
        &["swh", "swh", "--epsilon", "2"],
        &["swh", "swh", "--sprt", "5"],
        &["swh", "swh", "--sprt", "5,0"],
        &["swh", "swh", "--seed", "-1"],
        &["swh", "swh", "--sprt", "0,10000"],
        &["swh", "swh", "--openings", "drawn:9"],
        &["swh", "swh", "--clock", "60+x"],
        &["swh", "swh", "--clock", "60", "--time", "1"],
        &["swh", "swh", "--resume", "x"],
    ] {
        let run = outflank(&[&["match"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
    }
    let missing = refusal(&["swh", "swh", "--openings", "no-such-file"]);
    assert!(missing.starts_with("cannot read the openings in no-such-file: "), "{missing}");
}

#[cfg(unix)]
mod programs_and_signals {
    use std::process::{Child, Command, Stdio};

    use assert_cmd::cargo::cargo_bin;

    use crate::{outflank, output_of, scratch, until};

    /// An engine as a script: it answers everything with success, and to genmove does this.
    fn engine(name: &str, genmove: &str) -> String {
        let script = scratch(name);
        let text = format!(
            "while read -r line; do case \"$line\" in genmove*) {genmove};; *) printf '= \\n\\n';; esac; done\n"
        );
        std::fs::write(&script, text).expect("a file");
        format!("gtp:sh '{}'", script.display())
    }

    #[test]
    fn a_program_that_crashes_forfeits_and_the_match_goes_on() {
        let crashing = engine("crashing", "echo no more >&2; exit 3");
        let json = outflank(&["match", &crashing, "swh", "--pairs", "3", "--json"]).json();
        assert_eq!((&json["losses"], &json["games"]), (&6.into(), &6.into()));
        assert!(json["mean_margin"].is_null() && json["elo"].is_null());
        let forfeits = json["forfeits"].as_array().expect("a list");
        let games: u64 = forfeits.iter().filter_map(|forfeit| forfeit["games"].as_u64()).sum();
        assert_eq!(games, 6, "{json}");
        for forfeit in forfeits {
            assert_eq!(forfeit["player"], crashing.as_str());
            assert!(forfeit["reason"].as_str().expect("text").contains("no more"), "{json}");
        }
        let told = outflank(&["match", "swh", &crashing, "--pairs", "2"]).printed();
        assert!(told.contains(&format!("games by {crashing}: it ended (exit status: 3)")), "{told}");
    }

    fn start(words: &[&str]) -> Child {
        Command::new(cargo_bin!("outflank"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    fn interrupt(program: &Child) {
        let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
        assert!(sent.expect("there is a kill").success());
    }

    /// CPU seconds of a process so far, from Linux's hundredths.
    fn cpu_seconds(program: &Child) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).expect("Linux has it");
        let (_, fields) = stat.rsplit_once(')').expect("its name");
        fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<f64>().expect("ticks") / 100.0)
            .sum()
    }

    #[test]
    fn ctrl_c_tells_what_was_played() {
        let program = start(&["match", "swh", "random", "--pairs", "1000000000", "--json"]);
        // Hundreds of games.
        until("games are played", || cpu_seconds(&program) > 0.7);
        interrupt(&program);
        let output = output_of(program);
        assert_eq!(output.status.code(), Some(130));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(json["stopped"], true);
        assert!(json["games"].as_u64().is_some_and(|games| games >= 2), "{json}");
    }

    /// The processes that were started with these words, by their command lines.
    fn running(words: &str) -> usize {
        let found = std::fs::read_dir("/proc").expect("Linux has it").filter_map(Result::ok);
        let lines = found.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(words)).count()
    }

    /// An engine that hangs, and has children that do; and a player of ours in a thought of minutes.
    #[test]
    fn ctrl_c_ends_it_whatever_is_thought_about() {
        // With a number of its own, since other tests may run on the machine.
        let sleep = format!("sleep 98765.{}", std::process::id());
        let hanging = engine("hanging", &format!("{sleep} & {sleep}"));
        let board = scratch("many-empties");
        // Nothing was played: fifty-odd squares to be solved.
        std::fs::write(&board, "f5d6c3d3c4f4c5b3c2\n").expect("a file");
        let openings = board.to_str().expect("text");
        for (player, opponent) in [(hanging.as_str(), "swh"), ("swh:depth=30", "random")] {
            let program =
                start(&["match", player, opponent, "--pairs", "1", "--threads", "1", "--openings", openings]);
            until("a move is thought about", || match player == hanging {
                true => running(&sleep) > 0,
                false => cpu_seconds(&program) > 0.5,
            });
            interrupt(&program);
            // The thoughts take hours.
            let output = output_of(program);
            assert_eq!(output.status.code(), Some(130), "{player}");
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(printed.contains("stopped   before all games were played"), "{printed}");
        }
        until("its children are ended", || running(&sleep) == 0);
    }

    #[test]
    fn a_program_that_fails_again_and_again_is_given_up() {
        let crashing = engine("failing", "exit 3").replace("gtp:", "gtp,give-up=3:");
        let run = outflank(&["match", &crashing, "swh", "--pairs", "50", "--threads", "1", "--json"]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.ends_with("failed too often: the match was broken off\n"), "{}", run.stderr);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!((&json["games"], &json["given_up"]), (&4.into(), &crashing.as_str().into()));
    }

    #[test]
    fn clocks_are_kept() {
        let slow = engine("slow", "sleep 30");
        let json = outflank(&["match", &slow, "swh", "--pairs", "1", "--time", "0.3", "--json"]).json();
        assert_eq!((&json["losses"], &json["clock"]), (&2.into(), &"0.3 a move".into()));
        for forfeit in json["forfeits"].as_array().expect("a list") {
            assert!(forfeit["reason"].as_str().expect("text").ends_with(" within 500ms"), "{json}");
        }
        // Far more time than it uses, on a loaded machine as well.
        let ours =
            outflank(&["match", "swh:time=0.01", "random", "--pairs", "1", "--clock", "600+1", "--json"])
                .json();
        assert_eq!(ours["forfeits"].as_array().map(Vec::len), Some(0), "{ours}");
    }

    #[test]
    fn a_second_ctrl_c_ends_at_once() {
        let sleep = format!("sleep 10.{}", std::process::id());
        let hanging = engine("hanging-twice", &sleep);
        let program = start(&["match", &hanging, "swh", "--pairs", "1"]);
        until("a move is thought about", || running(&sleep) > 0);
        interrupt(&program);
        interrupt(&program);
        let output = output_of(program);
        assert_eq!(output.status.code(), Some(130));
    }
}
