//! `outflank study`: what was published of a study, checked.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::studies::{self, Checked};
use serde::Serialize;

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
    /// from the data alone and compared with the report. Exit status 1 if something differs.
    #[command(after_long_help = "\
JSON fields:
  checked      for each folder: folder, study, claims judged again, numbers worked out again, differences in words")]
    Check {
        /// Folders of reports, as in docs/studies/td
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        #[command(flatten)]
        format: Format,
    },
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Action::Check { folders, format } = arguments.action;
    let checked: Vec<OneChecked> = folders.iter().map(|folder| check(folder)).collect::<Result<_, _>>()?;
    let differences: usize = checked.iter().map(|one| one.differences.len()).sum();
    format.print(&AllChecked { checked })?;
    if differences > 0 {
        bail!("{differences} of what the reports say does not follow from their data");
    }
    Ok(())
}

fn check(folder: &Path) -> anyhow::Result<OneChecked> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let (data, report) = (read("data.jsonl")?, read("report.json")?);
    let checked =
        studies::check(&data, &report).with_context(|| format!("cannot check {}", folder.display()))?;
    let Checked { study, claims, numbers, differences } = checked;
    Ok(OneChecked { folder: folder.display().to_string(), study, claims, numbers, differences })
}

#[derive(Debug, Serialize)]
struct OneChecked {
    folder: String,
    study: String,
    claims: usize,
    numbers: usize,
    differences: Vec<String>,
}

#[derive(Debug, Serialize)]
struct AllChecked {
    checked: Vec<OneChecked>,
}

impl Report for AllChecked {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for OneChecked { folder, study, claims, numbers, differences } in &self.checked {
            writeln!(
                out,
                "{folder}: {study}, {claims} claims by {numbers} numbers, {} differences",
                differences.len()
            )?;
            for difference in differences {
                writeln!(out, "  {difference}")?;
            }
        }
        Ok(())
    }
}
