//! Ctrl-C: the first asks the work to stop, so that what is done can be told; the second ends the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of shells for programs that were interrupted.
const INTERRUPTED: i32 = 130;

/// The flag that Ctrl-C sets from now on.
pub fn flag() -> anyhow::Result<&'static AtomicBool> {
    static HANDLER: Once = Once::new();
    let mut set = Ok(());
    HANDLER.call_once(|| {
        set = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
    });
    set.context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}
