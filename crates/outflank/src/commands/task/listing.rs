//! The tasks of a study as a list.

use std::collections::HashSet;
use std::io::{self, Write};

use outflank_lab::study::Study;
use serde::Serialize;

use super::file;
use crate::report::Report;

/// The list.
#[derive(Debug, Serialize)]
pub struct Listing {
    study: String,
    tasks: Vec<Listed>,
}

/// A task.
#[derive(Debug, Serialize)]
struct Listed {
    key: String,
    file: String,
    level: usize,
    needs: Vec<String>,
    done: bool,
}

impl Listing {
    /// The tasks of a study of which some are done: all, those that are missing, or of these those that are ready.
    pub fn new(study: &Study<'_>, done: &HashSet<String>, missing: bool, ready: bool) -> Self {
        let plan = study.plan();
        let listed = plan.iter().map(|task| Listed {
            key: task.key.to_owned(),
            file: file::name(task.key),
            level: task.level,
            needs: study.needs(task).map(str::to_owned).collect(),
            done: done.contains(task.key),
        });
        let is_ready = |task: &Listed| task.needs.iter().all(|need| done.contains(need));
        let tasks =
            listed.filter(|task| !(missing || ready) || !task.done).filter(|task| !ready || is_ready(task));
        Self { study: study.name().to_owned(), tasks: tasks.collect() }
    }
}

impl Report for Listing {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for Listed { key, level, done, .. } in &self.tasks {
            writeln!(out, "{level} {} {key}", if *done { "done   " } else { "missing" })?;
        }
        Ok(())
    }
}
