//! `outflank study`: what was published of a study, checked.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::studies::{self, Checked};
use serde::Serialize;

use crate::data::PROGRAM;
use crate::report::{Format, Report};

/// Check published studies
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Work out every interval and every verdict of a report again from its raw data
    ///
    /// A report's folder has report.json, and data.jsonl with the numbers of every replica. The verdicts are rebuilt
    /// from the data alone, under every reading, and compared with the report. Exit status 1 if something differs.
    #[command(after_long_help = "\
JSON fields:
  checked      for each folder: folder, study, claims judged again, numbers worked out again, sections of the report
               written again and compared, differences in words")]
    Check {
        /// Folders of reports, as in docs/studies/td
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        format: Format,
    },
    /// Write everything about claims in a report again from its raw data
    ///
    /// For a report that an earlier version has written, or after a rule was changed: intervals, verdicts, readings and
    /// distances follow from data.jsonl alone, so that nothing has to be run again. What else is in the report stays.
    #[command(after_long_help = "\
JSON fields:
  rebuilt      the folders whose reports were written again")]
    Rebuild {
        /// Folders of reports, as in docs/studies/td
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        format: Format,
    },
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.action {
        Action::Check { folders, format } => {
            let checked: Vec<OneChecked> =
                folders.iter().map(|folder| check(folder)).collect::<Result<_, _>>()?;
            let differences: usize = checked.iter().map(|one| one.differences.len()).sum();
            format.print(&AllChecked { checked })?;
            if differences > 0 {
                bail!("{differences} of what the reports say does not follow from their data");
            }
            Ok(())
        }
        Action::Rebuild { folders, format } => {
            folders.iter().try_for_each(|folder| rebuild(folder))?;
            format.print(&Rebuilt { rebuilt: folders.iter().map(|it| it.display().to_string()).collect() })
        }
    }
}

/// The data and the report of a folder.
fn read(folder: &Path) -> anyhow::Result<(String, String)> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    Ok((read("data.jsonl")?, read("report.json")?))
}

fn check(folder: &Path) -> anyhow::Result<OneChecked> {
    let (data, report) = read(folder)?;
    let checked =
        studies::check(&data, &report).with_context(|| format!("cannot check {}", folder.display()))?;
    let Checked { study, claims, numbers, sections, differences } = checked;
    Ok(OneChecked { folder: folder.display().to_string(), study, claims, numbers, sections, differences })
}

fn rebuild(folder: &Path) -> anyhow::Result<()> {
    let (data, report) = read(folder)?;
    let report = studies::rebuild(&data, &report, PROGRAM)
        .with_context(|| format!("cannot write {} again", folder.display()))?;
    report.write_into(folder)?;
    Ok(())
}

#[derive(Debug, Serialize)]
struct Rebuilt {
    rebuilt: Vec<String>,
}

impl Report for Rebuilt {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.rebuilt.iter().try_for_each(|folder| writeln!(out, "{folder}/report.html is written again"))
    }
}

#[derive(Debug, Serialize)]
struct OneChecked {
    folder: String,
    study: String,
    claims: usize,
    numbers: usize,
    sections: usize,
    differences: Vec<String>,
}

#[derive(Debug, Serialize)]
struct AllChecked {
    checked: Vec<OneChecked>,
}

impl Report for AllChecked {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for OneChecked { folder, study, claims, numbers, sections, differences } in &self.checked {
            writeln!(
                out,
                "{folder}: {study}, {claims} claims by {numbers} numbers, {sections} sections, {} differences",
                differences.len()
            )?;
            for difference in differences {
                writeln!(out, "  {difference}")?;
            }
        }
        Ok(())
    }
}
