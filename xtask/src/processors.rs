//! The same seed on another processor: every system learns a little natively and on an emulated processor without
//! AVX2 and fused multiplication, and must come to the same bits.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs;
use crate::step::{self, Failure, cargo, root};

/// The processor of 2008: no AVX, no FMA, no BMI.
const PROCESSOR: &str = "Nehalem";

/// The systems, each with what makes a run short.
const RUNS: &[(&str, &[&str])] = &[
    ("td", &["games=1500"]),
    ("td", &["games=60", "plies=3"]),
    ("evolution", &["generations=3", "population=8", "games=20"]),
    ("evolution", &["generations=2", "population=6", "games=10", "genome=mlp"]),
    ("evolution", &["generations=3", "population=8", "games=10", "search=cma-es"]),
    ("evolution", &["generations=2", "population=6", "games=10", "openings=drawn"]),
    ("winmeasure", &["games=60"]),
    ("edgar", &["games=400"]),
    ("value-matrix", &["games=400"]),
    ("linear4", &["games=30"]),
    ("imitator", &["teacher_games=10", "imitation=4", "self_play=4", "batch=10"]),
    (
        "population",
        &[
            "networks=6",
            "descended=2",
            "teacher_games=20",
            "imitation=5",
            "generations=2",
            "survivors=2",
            "benchmark_pairs=5",
        ],
    ),
    ("selection", &["teacher_games=10", "lessons=5", "folds=3", "batch=10"]),
    ("patterns", &["games=20"]),
];

/// Compares what a program comes to on both processors; without one, the program is built.
pub fn run(program: Option<&str>) -> Result<(), Failure> {
    needs::emulator()?;
    let program = match program {
        Some(program) => PathBuf::from(program),
        None => {
            step::run("build", &mut cargo(&["build", "--release", "-p", "outflank"]))?;
            root().join("target").join("release").join("outflank")
        }
    };
    let place = std::env::temp_dir().join(format!("outflank-processors-{}", std::process::id()));
    let compared = compare(&program, &place);
    // What is left is of no use to anybody.
    let _ = std::fs::remove_dir_all(&place);
    compared
}

/// Lets every system learn on both processors.
fn compare(program: &Path, place: &Path) -> Result<(), Failure> {
    let known = output(&mut native(program, &["learn", "--help"]))?;
    let mut different = Vec::new();
    let signatures = [native(program, &["bench", "--json"]), emulated(program, &["bench", "--json"])]
        .map(|mut command| output(&mut command).map(|text| field(&text, "signature")));
    let [here, there] = signatures;
    judge("bench", &here?, &there?, &mut different);
    if let Some((system, _)) = RUNS.iter().find(|(system, _)| !known.contains(system)) {
        return Err(Failure::new(format!("there is no system {system} any more: mend the list of runs")));
    }
    for (system, changes) in RUNS {
        let name = format!("{system} {}", changes.join(" "));
        let mut learned = Vec::new();
        for (processor, start) in [("native", native as Start), ("emulated", emulated)] {
            let folder = place.join(name.replace([' ', '='], "-")).join(processor);
            let folder = folder.to_string_lossy();
            let mut words = vec!["learn", system, "--name", "run", "--league-every", "0", "--data", &folder];
            changes.iter().for_each(|change| words.extend(["--set", change]));
            output(&mut start(program, &words))?;
            let shown = output(&mut native(program, &["show", "run", "--json", "--data", &folder]))?;
            learned.push(field(&shown, "tensors"));
        }
        judge(&name, &learned[0], &learned[1], &mut different);
    }
    match different.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!("other bits on {PROCESSOR}: {}", different.join("; ")))),
    }
}

/// How the program is started.
type Start = fn(&Path, &[&str]) -> Command;

fn native(program: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    command
}

fn emulated(program: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("qemu-x86_64");
    command.args(["-cpu", PROCESSOR]).arg(PathBuf::from(program)).args(words);
    command
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String, Failure> {
    let run =
        command.output().map_err(|error| Failure::new(format!("{command:?} cannot be run: {error}")))?;
    match run.status.success() {
        true => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
        false => Err(Failure::new(format!("{command:?}: {}", String::from_utf8_lossy(&run.stderr).trim()))),
    }
}

/// The text from the name of a field of JSON to the next field after its value, which is enough to compare it.
fn field(json: &str, name: &str) -> String {
    let key = format!("\"{name}\":");
    let Some((_, rest)) = json.split_once(&key) else { return String::new() };
    let mut depth = 0;
    let end = rest.find(|character| {
        match character {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
        depth < 0 || (depth == 0 && character == ',')
    });
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// Tells whether two texts are the same, and keeps the name where they are not.
fn judge(name: &str, here: &str, there: &str, different: &mut Vec<String>) {
    let same = !here.is_empty() && here == there;
    eprintln!("{} {name}", if same { "same     " } else { "DIFFERENT" });
    if !same {
        different.push(name.to_owned());
    }
}
