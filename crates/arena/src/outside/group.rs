//! A program together with what it starts, as one group of processes.
//!
//! The group outlives its leader: a program that crashed or left in good order may have started others. Its name is
//! the number of the leader, which the system keeps from being given to anybody else only as long as the leader
//! was not taken off the list of processes, or somebody is left in the group. So whether the leader has
//! ended is asked without taking it off the list.

use std::collections::HashSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

/// All groups that were started and not ended.
static RUNNING: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

/// A group of processes.
#[derive(Debug)]
pub(super) struct Group {
    leader: u32,
}

impl Group {
    /// Starts a program in a group of its own: Ctrl-C does not reach it, and what it starts can be ended with it.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Nobody is to be started while all are being ended.
        let mut running = running();
        let child = command.spawn()?;
        let leader = child.id();
        running.get_or_insert_default().insert(leader);
        Ok((child, Self { leader }))
    }

    /// Whether the program itself has ended, whatever it started.
    #[cfg(unix)]
    pub fn leader_has_ended(&self, _: &mut Child) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that it was taken off the list before.
        rustix::process::Pid::from_raw(self.leader as i32)
            .is_none_or(|leader| !matches!(waitid(WaitId::Pid(leader), look), Ok(None)))
    }

    /// Whether the program itself has ended.
    #[cfg(not(unix))]
    pub fn leader_has_ended(&self, child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Ends everybody in the group, once.
    pub fn kill(&mut self) {
        if running().as_mut().is_some_and(|running| running.remove(&self.leader)) {
            kill(self.leader);
        }
    }
}

/// Ends all programs that were started, and what they started: for whoever ends in a hurry.
pub fn end_all() {
    running().take().into_iter().flatten().for_each(kill);
}

#[cfg(unix)]
fn kill(leader: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(leader as i32) {
        // Fails where nobody is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

fn running() -> std::sync::MutexGuard<'static, Option<HashSet<u32>>> {
    // Whoever panicked left the numbers as they were.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
