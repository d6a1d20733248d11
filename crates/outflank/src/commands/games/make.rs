//! `outflank games make`: the games that come with the program, made again.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use outflank_arena::{Entrant, RoundRobin};
use outflank_lab::balanced;
use outflank_lab::library::shipped::{PackedGame, PackedGames};
use serde::Serialize;

use crate::data::Data;
use crate::failure::{Interrupted, WrongInput};
use crate::report::{Format, Report};
use crate::threads::Threads;
use crate::writing::{Force, Target};
use crate::{interrupt, progress};

/// Make the file of games that comes with the program: a league of its own players from near-balanced openings
///
/// Every two of the players meet from each opening with both colours. The seed decides the games.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The file to write
    file: PathBuf,
    /// Who plays
    #[arg(long, value_name = "PLAYER", num_args = 2.., default_values_t = PLAYERS.map(str::to_owned))]
    players: Vec<String>,
    /// How many openings each two of them play, each with both colours
    #[arg(long, value_name = "N", default_value_t = PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pairs: u64,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    force: Force,
}

/// Who plays where nobody is named.
const PLAYERS: [&str; 4] = ["outflank:level=3", "outflank:level=4", "outflank:level=5", "outflank:level=6"];

/// Openings for every two of them: ten thousand games in all.
const PAIRS: u64 = 834;

/// Runs the command.
pub fn run(arguments: &Arguments, data: &Data, format: &Format) -> anyhow::Result<()> {
    let names = &arguments.players;
    let players: Vec<Entrant> =
        names.iter().map(|name| data.entrant(name, None)).collect::<Result<_, _>>()?;
    if let Some(random) = names.iter().find(|name| name.contains([' ', '\n'])) {
        return Err(WrongInput::new(format!("“{random}” has a blank in its name")).into());
    }
    let target = Target::new(&arguments.file, arguments.force.existing())?;
    let openings = balanced::standard();
    let Arguments { pairs, seed, .. } = *arguments;
    let league = RoundRobin {
        players: &players,
        openings: &openings,
        pairs,
        seed,
        threads: arguments.threads.count(),
    };
    let stop = interrupt::flag();
    let all = pairs * league.meetings().count() as u64;
    let bar = progress::bar(2 * all, "{wide_bar} {human_pos}/{human_len} games  {elapsed}");
    let command = format!("outflank games make --players {} --pairs {pairs} --seed {seed}", names.join(" "));
    let identities = players.iter().map(|player| format!("{} is {}", player.name(), player.identity()));
    let mut packed = PackedGames {
        remarks: std::iter::once(command).chain(identities).collect(),
        players: names.clone(),
        games: Vec::new(),
    };
    league.run(stop, |(first, second), pair| {
        bar.inc(2);
        let [one, other] = pair.games;
        packed.games.push(PackedGame { black: first, white: second, game: one.game });
        packed.games.push(PackedGame { black: second, white: first, game: other.game });
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    let bytes = packed.to_bytes();
    target.write(&bytes)?;
    let (games, bytes) = (packed.games.len(), bytes.len());
    format.print(&Made { file: text(&arguments.file), games, bytes })
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[derive(Debug, Serialize)]
struct Made {
    file: String,
    games: usize,
    bytes: usize,
}

impl Report for Made {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} games in {} bytes: {}", self.games, self.bytes, self.file)
    }
}
