//! How far the work is, on standard error: a bar where that is a terminal, else a line now and then.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for so many steps, written by a template of ours. Hidden where nobody would see it.
pub fn bar(steps: u64, template: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is ours");
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_style(style)
}

/// Lines for those who look into a file later, one a minute: short work tells nothing.
pub struct Log {
    last_report: Instant,
}

impl Log {
    /// A log that begins now.
    pub fn new() -> Self {
        Self { last_report: Instant::now() }
    }

    /// Tells how far it is, if it is time to.
    pub fn tell(&mut self, line: impl FnOnce() -> String) {
        if self.last_report.elapsed() >= Duration::from_secs(60) {
            self.last_report = Instant::now();
            eprintln!("{}", line());
        }
    }
}
