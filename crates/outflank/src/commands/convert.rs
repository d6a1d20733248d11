//! `outflank convert`: games and positions from one format to another.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use outflank_lab::{library, one_sentence};
use outflank_rules::formats::{AnnotatedGame, Format as GameFormat, ReadError};
use serde::Serialize;

use crate::failure::WrongInput;
use crate::game_file::GameFile;
use crate::report::{Format, Report};

/// Convert games and positions from one format to another
///
/// What the input is, is found out: transcripts, GGF, SGF, PGN, WTHOR, boards, drawings, OBF. What the output is to be
/// follows from the end of its name (.txt, .ggf, .sgf, .pgn, .wtb, .obf) or from --to. What a format has no place for is
/// left out; formats of boards get the last position of each game. With a .wtb come lists of names, .jou and .trn.
/// Games that cannot be read are reported and passed over, and the exit code is then 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  from     the format of the input
  to       the format of the output
  games    how many were written
  cut      how many of them end at a move against the rules
  refused  how many could not be read or written
  faults   the first of these, in words")]
pub struct Arguments {
    /// The file to read
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, which must not be there yet; - for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// What the input is, if it is not to be found out
    #[arg(long, value_name = "FORMAT")]
    from: Option<GameFormat>,
    /// What the output is to be: transcripts, edax, nboard, ggf, sgf, pgn, wthor, boards, drawings or obf
    #[arg(long, value_name = "FORMAT")]
    to: Option<GameFormat>,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct Converted {
    from: &'static str,
    to: &'static str,
    games: u64,
    cut: u64,
    refused: u64,
    faults: Vec<String>,
}

/// So many faults are listed.
const FAULTS_LISTED: usize = 10;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { input, output, from, to, force, format } = arguments;
    let file = library::open(&input, from).map_err(|error| WrongInput::new(&error))?;
    if file.names_missing {
        eprintln!("the lists of names (.JOU, .TRN) are not beside {}: players are numbers", input.display());
    }
    let mut out = GameFile::begin(&output, to, force)?;
    let mut done = Converted {
        from: file.games.format().name(),
        to: out.format().name(),
        games: 0,
        cut: 0,
        refused: 0,
        faults: Vec::new(),
    };
    let to_standard_output = out.is_standard_output();
    for game in file.games {
        match game {
            Ok(game) => done.add(&game, &mut out)?,
            Err(ReadError::Format(error)) => done.refuse(error.to_string()),
            Err(ReadError::Stream(error)) => {
                return Err(error).with_context(|| format!("cannot read {}", input.display()));
            }
        }
    }
    out.finish()?;
    for fault in &done.faults {
        eprintln!("{}: {fault}", input.display());
    }
    let refused = done.refused;
    if !to_standard_output {
        format.print(&done)?;
    }
    if refused > 0 {
        bail!("{refused} of {} games could not be converted", done.games + refused);
    }
    Ok(())
}

impl Converted {
    fn add(&mut self, game: &AnnotatedGame, out: &mut GameFile) -> anyhow::Result<()> {
        if let Some(fault) = &game.fault {
            self.cut += 1;
            self.tell(format!("{fault}: the game is written up to there"));
        }
        match out.add(game)? {
            Ok(()) => self.games += 1,
            Err(reason) => self.refuse(format!("game {}: {reason}", self.games + self.refused + 1)),
        }
        Ok(())
    }

    fn refuse(&mut self, reason: String) {
        self.refused += 1;
        self.tell(reason);
    }

    fn tell(&mut self, fault: String) {
        if self.faults.len() < FAULTS_LISTED {
            self.faults.push(one_sentence(&fault));
        }
    }
}

impl Report for Converted {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{} games, {} to {}", self.games, self.from, self.to)?;
        if self.cut > 0 {
            write!(out, "; {} of them end at a move against the rules", self.cut)?;
        }
        if self.refused > 0 {
            write!(out, "; {} could not be converted", self.refused)?;
        }
        writeln!(out)
    }
}
