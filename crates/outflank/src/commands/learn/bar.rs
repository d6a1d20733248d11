//! What can be watched while something learns.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use outflank_lab::Progress;
use outflank_learn::Learner;

use crate::commands::runs::PrintedScore;
use crate::progress::{self, Log};

/// A bar on standard error; a line a minute where that is no terminal.
pub struct Bar {
    bar: ProgressBar,
    began: Instant,
    games_before: u64,
    last_report: Option<Instant>,
    log: Log,
}

impl Bar {
    /// A bar for a run, where it stands now.
    pub fn new(run: &str, learner: &dyn Learner) -> Self {
        let schedule = learner.schedule();
        let bar = progress::bar(schedule.total, "{prefix} {wide_bar} {percent}%  {elapsed} + {eta}\n{msg}")
            .with_prefix(run.to_owned())
            .with_position(schedule.done);
        bar.reset_eta();
        Self { bar, began: Instant::now(), games_before: learner.games(), last_report: None, log: Log::new() }
    }

    /// Shows where the learner is. Quick lessons are not all worth a line of text.
    pub fn show(&mut self, progress: &Progress<'_>) {
        if self.last_report.is_some_and(|last_report| last_report.elapsed() < Duration::from_millis(100)) {
            return;
        }
        self.last_report = Some(Instant::now());
        let text = self.text(progress);
        let schedule = progress.learner.schedule();
        self.bar.set_position(schedule.done);
        if self.bar.is_hidden() {
            let (run, left) = (self.bar.prefix(), HumanDuration(self.bar.eta()));
            let (done, total) = (schedule.done, schedule.total);
            self.log.tell(|| format!("{run}: {done} of {total} lessons  {text}  about {left} left"));
        }
        self.bar.set_message(text);
    }

    fn text(&self, progress: &Progress<'_>) -> String {
        let games = (progress.learner.games() - self.games_before) as f64;
        let speed = games / self.began.elapsed().as_secs_f64().max(1e-3);
        let mut text = format!("{speed:.0} games/s");
        for gauge in progress.learner.gauges() {
            let value = gauge.value;
            text += &match value.abs() {
                0.0 | 0.001.. => format!("  {} {value:.4}", gauge.name),
                _ => format!("  {} {value:.2e}", gauge.name),
            };
        }
        if let Some(score) = progress.league {
            text += &format!("  League {}", PrintedScore::from(score));
        }
        text
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
