//! Ctrl-C: asks once to stop in good order, and stops at once when asked again.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flag that Ctrl-C sets, from the first call on.
pub fn flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        let listening = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        // Without it Ctrl-C ends the program at once, which no checkpoint minds.
        drop(listening);
    });
    &STOP
}
