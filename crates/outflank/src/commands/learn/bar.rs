//! What can be watched while something learns.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use outflank_lab::Progress;
use outflank_learn::Learner;

use crate::commands::runs::Score;

/// A bar on standard error; hidden where that is no terminal.
pub struct Bar {
    bar: ProgressBar,
    began: Instant,
    games_before: u64,
    told: Option<Instant>,
}

impl Bar {
    /// A bar for a run, where it stands now.
    pub fn new(run: &str, learner: &dyn Learner) -> Self {
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%  {elapsed} + {eta}\n{msg}")
            .expect("the template is ours");
        let schedule = learner.schedule();
        let bar = ProgressBar::with_draw_target(Some(schedule.total), ProgressDrawTarget::stderr())
            .with_style(style)
            .with_prefix(run.to_owned())
            .with_position(schedule.done);
        bar.reset_eta();
        Self { bar, began: Instant::now(), games_before: learner.games(), told: None }
    }

    /// Shows where the learner is. Quick lessons are not all worth a line of text.
    pub fn show(&mut self, progress: &Progress<'_>) {
        if self.bar.is_hidden() || self.told.is_some_and(|told| told.elapsed() < Duration::from_millis(100)) {
            return;
        }
        self.told = Some(Instant::now());
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
            text += &format!("  League {}", Score::from(score));
        }
        self.bar.set_message(text);
        self.bar.set_position(progress.learner.schedule().done);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
