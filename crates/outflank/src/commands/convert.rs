//! `outflank convert`: games and positions from one format to another.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::{Moment, library, one_sentence};
use outflank_rules::formats::{AnnotatedGame, Format as GameFormat, ReadError, WthorWriter};
use serde::Serialize;

use crate::failure::WrongInput;
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
    let to = to.or_else(|| GameFormat::of_extension(output.extension()?.to_str()?));
    let to = to.ok_or_else(|| {
        WrongInput::new(format!("“{}” does not say what it is to be: choose with --to", output.display()))
    })?;
    let file = library::open(&input, from).map_err(|error| WrongInput::new(&error))?;
    if file.names_missing {
        eprintln!("the lists of names (.JOU, .TRN) are not beside {}: players are numbers", input.display());
    }
    let mut done = Converted {
        from: file.games.format().name(),
        to: to.name(),
        games: 0,
        cut: 0,
        refused: 0,
        faults: Vec::new(),
    };
    let to_standard_output = output.as_os_str() == "-";
    if to == GameFormat::Wthor && to_standard_output {
        bail!(WrongInput::new("WTHOR is written to files: games, and lists of names beside them"));
    }
    let mut out = Output::begin(&output, force)?;
    let mut wthor = WthorWriter::new();
    for game in file.games {
        match game {
            Ok(game) => done.add(&game, to, &mut out, &mut wthor)?,
            Err(ReadError::Format(error)) => done.refuse(error.to_string()),
            Err(ReadError::Stream(error)) => {
                return Err(error).with_context(|| format!("cannot read {}", input.display()));
            }
        }
    }
    if to == GameFormat::Wthor {
        let day = today();
        out.write(&wthor.games(day))?;
        for (ending, names) in [("jou", wthor.players(day)), ("trn", wthor.tournaments(day))] {
            let mut list = Output::begin(&output.with_extension(ending), force)?;
            list.write(&names)?;
            list.finish()?;
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
    fn add(
        &mut self,
        game: &AnnotatedGame,
        to: GameFormat,
        out: &mut Output,
        wthor: &mut WthorWriter,
    ) -> anyhow::Result<()> {
        if let Some(fault) = &game.fault {
            self.cut += 1;
            self.tell(format!("{fault}: the game is written up to there"));
        }
        match to.write(game) {
            Some(text) => out.write(text.as_bytes())?,
            None => {
                if let Err(reason) = wthor.add(game) {
                    self.refuse(format!("game {}: {reason}", self.games + self.refused + 1));
                    return Ok(());
                }
            }
        }
        self.games += 1;
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

/// Where games go: standard output, or a file that is there once it is whole.
enum Output {
    Standard(io::Stdout),
    File { writer: BufWriter<File>, unfinished: PathBuf, path: PathBuf },
}

impl Output {
    fn begin(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Standard(io::stdout()));
        }
        match fs::symlink_metadata(path) {
            Ok(about) if !about.is_file() => bail!(WrongInput::new(format!("{} is no file", path.display()))),
            Ok(_) if !force => {
                bail!(WrongInput::new(format!("{} is there already; --force writes over it", path.display())))
            }
            _ => {}
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.unfinished", std::process::id()));
        let unfinished = path.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&unfinished);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File { writer: BufWriter::new(file), unfinished, path: path.to_owned() })
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Standard(out) => out.write_all(bytes).context("cannot write to standard output"),
            Self::File { writer, path, .. } => {
                writer.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }

    fn finish(mut self) -> anyhow::Result<()> {
        match &mut self {
            Self::Standard(out) => out.flush().context("cannot write to standard output"),
            Self::File { writer, unfinished, path } => {
                let written = writer.flush().and_then(|()| writer.get_ref().sync_all());
                let named = written.and_then(|()| fs::rename(&*unfinished, &*path));
                named.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

impl Drop for Output {
    /// What was not finished goes.
    fn drop(&mut self) {
        if let Self::File { unfinished, .. } = self {
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// Year, month and day.
pub(super) fn today() -> (u16, u8, u8) {
    let date = Moment::now().date();
    let mut parts = date.split('-').map(|part| part.parse::<u16>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next() as u8, next() as u8)
}
