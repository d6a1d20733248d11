//! What the person types, line by line, without missing Ctrl-C.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::interrupt;

/// Longer lines are taken for several: no request is that long.
const LONGEST: u64 = 1024;

/// Lines of standard input. They are read on a thread of their own, since reading cannot be broken off.
pub struct Input {
    lines: Receiver<String>,
    prompt: Prompt,
}

/// Whether somebody is waiting to be asked.
enum Prompt {
    Shown,
    Left,
}

impl Input {
    /// Standard input from here on.
    pub fn new() -> Self {
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while matches!(input.by_ref().take(LONGEST).read_until(b'\n', &mut line), Ok(1..)) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let prompt = if io::stdin().is_terminal() { Prompt::Shown } else { Prompt::Left };
        Self { lines, prompt }
    }

    /// The next line; none at the end of the input or on Ctrl-C.
    pub fn next(&mut self, question: &str) -> io::Result<Option<String>> {
        let stop = interrupt::flag();
        if let Prompt::Shown = self.prompt {
            let mut out = anstream::stdout().lock();
            write!(out, "{question}> ")?;
            out.flush()?;
        }
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}
