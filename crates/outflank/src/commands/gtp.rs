//! `outflank gtp`: an engine for programs that speak GTP.

use std::io::{BufRead, Write};
use std::time::Duration;

use outflank_lab::analysis::Judge;

use crate::data::Data;
use crate::protocols::gtp::Gtp;

/// Play for another program that speaks GTP
///
/// Commands come in on standard input and are answered on standard output, as the Go Text Protocol has it, with the
/// moves of Othello. Beside the usual ones there are those of GoGui (gogui-rules_…), loadsgf, which reads any format,
/// and outflank-analyze, which tells what each move is worth in discs. Times are kept by players that have a limit of
/// time, as in selection:time=60; the others take what they need. Nothing is computed between commands.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Who plays, as for `outflank match`
    #[arg(long, value_name = "PLAYER", default_value = super::nboard::PLAYER)]
    player: String,
    #[command(flatten)]
    judging: super::nboard::Judging,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    data: Data,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let entrant = arguments.data.entrant(&arguments.player, None)?;
    let mut conversation = Gtp::new(&entrant, arguments.seed, arguments.judging.analysts(&arguments.data));
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        let Some(reply) = conversation.answer(&String::from_utf8_lossy(&line)) else { continue };
        out.write_all(reply.text.as_bytes())?;
        out.flush()?;
        if reply.quits {
            break;
        }
    }
    Ok(())
}

/// How long an exact result may take for one position.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// The judge of a conversation, made when it is first asked for.
pub(super) fn judge(name: &str, plies: u32, exact: u32, data: &Data) -> Result<Judge, String> {
    Judge::new(name, plies, exact, PATIENCE, &data.registry()).map_err(|error| error.to_string())
}
