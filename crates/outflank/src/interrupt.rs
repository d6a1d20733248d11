//! Ctrl-C: asks once to stop in good order, and stops at once when asked again. Outside programs go with us either way.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_arena::outside;

use crate::failure::INTERRUPTED;

/// How long outside programs may go on once it was asked to stop: who waits for their answer then waits no longer.
const GRACE: Duration = Duration::from_millis(600);

/// The flag that Ctrl-C sets, from the first call on.
pub fn flag() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static LISTENING: OnceLock<()> = OnceLock::new();
    LISTENING.get_or_init(|| {
        let listening = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                outside::end_all();
                std::process::exit(INTERRUPTED.into());
            }
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                outside::end_all();
            });
        });
        // Without it Ctrl-C ends the program at once, which no checkpoint minds.
        drop(listening);
    });
    &STOP
}
