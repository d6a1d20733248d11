//! `outflank nboard`: an engine for NBoard and programs like it.

use std::io::{BufRead, Write};
use std::sync::{Arc, mpsc};

use outflank_arena::PlayerSpec;
use outflank_engine::Level;
use outflank_lab::analysis::{Analyst, Judge};

use super::gtp::judge;
use crate::data::Data;
use crate::protocols::nboard::{NBoard, Next, Waiting};

/// Who plays where nobody is named.
pub(super) const PLAYER: &str = "outflank";

/// Play for another program that speaks the NBoard protocol
///
/// The depth that the other program sets counts, for the engine as its level, unless the player is given with one, as in
/// selection:depth=6. Hints and
/// analyses are in discs, 100% where they are exact. Clocks in the game are kept by players that have a limit of time.
/// Nothing is computed between commands.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Who plays, as for `outflank match`
    #[arg(long, value_name = "PLAYER", default_value = PLAYER)]
    player: String,
    #[command(flatten)]
    judging: Judging,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    data: Data,
}

/// Who tells what moves are worth.
#[derive(Clone, Debug, clap::Args)]
pub struct Judging {
    /// Who tells what moves are worth, a player without a depth
    #[arg(long, value_name = "PLAYER", default_value = PLAYER)]
    judge: String,
    /// How many plies it looks ahead, the move itself included
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: u32,
    /// From how many empty squares on it is exact
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact: u32,
}

impl Judging {
    /// Makes analysts; the first one takes a moment.
    pub(super) fn analysts(&self, data: &Data) -> impl FnMut() -> Result<Analyst, String> + use<> {
        let (own, data) = (self.clone(), data.clone());
        let mut known: Option<Judge> = None;
        move || match &known {
            Some(judge) => Ok(judge.analyst()),
            None => Ok(known.insert(judge(&own.judge, own.depth, own.exact, &data)?).analyst()),
        }
    }
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { player, judging, seed, data } = arguments;
    let entrant = data.entrant(&player, None)?;
    let at_depth = {
        let (data, player) = (data.clone(), player.clone());
        move |depth: u32| {
            let spec: PlayerSpec = player.parse().ok()?;
            let style = spec.style();
            let is_limited = style.nodes.is_some() || style.time.is_some();
            if style.depth.is_some() || style.level.is_some() || is_limited {
                return None;
            }
            let between = if player.contains(':') { ',' } else { ':' };
            let strength = match spec.has_levels() {
                true => format!("level={}", depth.clamp(1, Level::MOST.number())),
                false => format!("depth={depth}"),
            };
            data.entrant(&format!("{player}{between}{strength}"), None).ok()
        }
    };
    let waiting = Arc::new(Waiting::default());
    let mut conversation =
        NBoard::new(entrant, seed, at_depth, judging.analysts(&data), Arc::clone(&waiting));
    let (send, lines) = mpsc::channel::<String>();
    let arriving = Arc::clone(&waiting);
    // Reads on while a search goes on: a ping ends it.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            arriving.add(&line);
            if send.send(line).is_err() {
                return;
            }
        }
        // The end of the input is the end of the conversation.
        arriving.add("quit");
        let _ = send.send("quit".to_owned());
    });
    let mut out = std::io::stdout();
    let mut failed = None;
    for line in lines {
        waiting.take(&line);
        let mut say = |text: &str| {
            if failed.is_none() {
                failed = writeln!(out, "{text}").and_then(|()| out.flush()).err();
            }
        };
        if conversation.obey(&line, &mut say) == Next::End || failed.is_some() {
            break;
        }
    }
    Ok(failed.map_or(Ok(()), Err)?)
}
