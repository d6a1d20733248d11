//! Scripts that have Slurm do the tasks of a study: job arrays by levels of dependency.
//!
//! ```text
//! DIR/submit.sh     hands in one array for each level, each waiting for the one before it, and the gathering of the results
//! DIR/work.sh       what a job of an array runs: some of the tasks of a level
//! DIR/gather.sh     takes the results into the store and writes the report
//! DIR/level-0.txt   the tasks of a level, one a line
//! ```
//!
//! A job that is lost with its node is put into the queue again, and a training in it goes on from its last checkpoint, because the
//! scratch folder is on the disk that the nodes share. Every task has a store of its own there: no two machines ever
//! write to one database.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Context;
use outflank_lab::study::Study;
use outflank_lab::write_atomically;
use serde::Serialize;

use crate::chosen_study::ChosenStudy;
use crate::report::Report;

/// The most jobs of one array: Slurm's usual limit (MaxArraySize) is 1001.
const MOST_JOBS: usize = 1000;

/// What is written.
pub struct Scripts {
    /// The words that choose the study.
    words: String,
    name: String,
    /// The keys of each level, and in how many jobs they are done.
    levels: Vec<(Vec<String>, usize)>,
}

impl Scripts {
    /// For the tasks of a study, so many of them a job. Where that makes more jobs than an array can have, a job does more.
    pub fn new(chosen: &ChosenStudy, study: &Study<'_>, tasks_per_job: NonZeroUsize) -> Self {
        let mut levels: Vec<Vec<String>> = Vec::new();
        for task in study.plan() {
            levels.resize_with(levels.len().max(task.level + 1), Vec::new);
            levels[task.level].push(task.key.to_owned());
        }
        let with_jobs = |keys: Vec<String>| {
            let jobs = keys.len().div_ceil(tasks_per_job.get()).min(MOST_JOBS);
            (keys, jobs)
        };
        let levels = levels.into_iter().map(with_jobs).collect();
        Self { words: chosen.words(), name: chosen.name(), levels }
    }

    /// Writes all files.
    pub fn write_into(&self, out: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        let write = |name: &str, text: &str| {
            let path = out.join(name);
            write_atomically(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))
        };
        for (level, (keys, _)) in self.levels.iter().enumerate() {
            write(&format!("level-{level}.txt"), &(keys.join("\n") + "\n"))?;
        }
        write("work.sh", &self.work())?;
        write("gather.sh", &self.gather())?;
        write("submit.sh", &self.submit())
    }

    /// What every script begins with.
    fn head(what: &str) -> String {
        format!(
            "#!/bin/sh\n# {what}\n# The program is the one on the path, or what OUTFLANK names: one static file will do.\n\
             set -eu\n: \"${{OUTFLANK:=outflank}}\"\n"
        )
    }

    fn work(&self) -> String {
        let Self { words, .. } = self;
        let head = Self::head("A job of an array: work.sh LEVEL JOBS does its part of the tasks of a level.");
        format!(
            "{head}exec \"$OUTFLANK\" task run {words} --from \"level-$1.txt\" \
             --part \"$((SLURM_ARRAY_TASK_ID + 1))/$2\" --out results --scratch scratch\n"
        )
    }

    fn gather(&self) -> String {
        let Self { words, .. } = self;
        let head = Self::head("Takes all results into the store and writes the report.");
        format!(
            "{head}\"$OUTFLANK\" task accept {words} results --data data\n\
             exec \"$OUTFLANK\" reproduce {words} --data data --out report\n"
        )
    }

    fn submit(&self) -> String {
        let Self { name, .. } = self;
        let mut text = Self::head(
            "Hands in everything. Options of sbatch may follow, as in ./submit.sh --partition=long --time=2:00:00",
        );
        text += "cd \"$(dirname \"$0\")\"\nmkdir -p results scratch logs\nafter=\nexport OUTFLANK\n";
        for (level, (keys, jobs)) in self.levels.iter().enumerate() {
            text += &format!(
                "# {} tasks in {jobs} jobs\nafter=$(sbatch --parsable --requeue --open-mode=append --job-name={name}-{level} \
                 --array=0-{} --output=logs/%A-%a.log ${{after:+--dependency=afterok:$after}} \"$@\" work.sh {level} {jobs})\n",
                keys.len(),
                jobs - 1,
            );
        }
        text += &format!(
            "sbatch --parsable --requeue --job-name={name}-gather --output=logs/%j.log --dependency=afterok:$after \"$@\" \
             gather.sh\n"
        );
        text
    }

    /// What was written where.
    pub fn written_in(&self, out: &Path) -> Written {
        Written {
            study: self.name.clone(),
            folder: out.display().to_string(),
            tasks: self.levels.iter().map(|(keys, _)| keys.len()).sum(),
            levels: self.levels.len(),
            jobs: self.levels.iter().map(|(_, jobs)| jobs).sum(),
        }
    }
}

/// What was written.
#[derive(Debug, Serialize)]
pub struct Written {
    study: String,
    folder: String,
    tasks: usize,
    levels: usize,
    jobs: usize,
}

impl Report for Written {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { study, folder, tasks, levels, jobs } = self;
        writeln!(out, "{study}: {tasks} tasks in {jobs} jobs of {levels} arrays")?;
        writeln!(
            out,
            "hand them in with sh {folder}/submit.sh; results, report and data are then in {folder}"
        )
    }
}
