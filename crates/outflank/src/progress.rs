//! Bars that show how far the work is: on standard error, and only where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for so many steps, written by a template of ours. Hidden where nobody would see it.
pub fn bar(steps: u64, template: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is ours");
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_style(style)
}
