//! A program that runs beside us: lines in, lines out, within limits of time and size.
//!
//! Three threads serve its pipes, so that nothing here waits for a program longer than it was told to: not
//! for one that is silent, and not for one that does not read what it is told. Nor is the end of a pipe
//! waited for once the program itself has ended: what it started may hold the pipe open.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, cut_short};
use super::group::Group;

/// A line that is longer comes in pieces.
const LINE_LIMIT: u64 = 4096;
/// Lines that wait to be read; then the program has to wait.
const UNREAD_LINES: usize = 256;
/// How much a program may say before it answers.
const ANSWER_LIMIT: usize = 1 << 20;
/// How many lines of its standard error are kept.
const LAST_WORDS: usize = 8;
/// How long a program may take to quit, or to tell why it ends.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often it is looked whether a silent program still runs.
const LOOK: Duration = Duration::from_millis(20);

/// A program that runs. It ends when this goes out of scope.
pub(super) struct Process {
    child: Child,
    /// The program and what it started.
    group: Group,
    /// Lines on their way to the program; `None` once nothing more will be said.
    commands: Option<Sender<String>>,
    /// Lines that came back.
    answers: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    complaints: thread::JoinHandle<()>,
}

/// A line of a program, or the bytes that should be one.
type Heard = Result<String, Vec<u8>>;

impl Process {
    /// Starts a program, given as the words of a command, in the working directory.
    pub(super) fn start(words: &[String]) -> Result<Self, Fault> {
        let fault = |error| Fault::Start { program: words[0].clone(), error };
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, group) = Group::spawn(&mut command).map_err(fault)?;

        let input = child.stdin.take().expect("it is piped");
        let (commands, to_say) = channel();
        thread::spawn(move || say(input, &to_say));

        let output = child.stdout.take().expect("it is piped");
        let (heard, answers) = sync_channel(UNREAD_LINES);
        thread::spawn(move || hear(output, &heard));

        let errors = child.stderr.take().expect("it is piped");
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_words);
        let complaints = thread::spawn(move || keep_last(errors, &kept));
        Ok(Self { child, group, commands: Some(commands), answers, last_words, complaints })
    }

    /// Tells the program something. That it has ended is found out by whoever waits for its answer.
    pub(super) fn tell(&self, line: &str) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(format!("{line}\n"));
        }
    }

    /// Tells the program something that it has to answer within a time.
    pub(super) fn ask(&mut self, line: &str, limit: Duration) -> Listening<'_> {
        self.tell(line);
        Listening { process: self, asked: line.to_owned(), limit, since: Instant::now(), heard: 0 }
    }

    /// Passes over what the program said unasked.
    pub(super) fn ignore_unread(&mut self) {
        // Bounded, for a program that talks without end.
        self.answers.try_iter().take(UNREAD_LINES).for_each(drop);
    }

    /// Ends the program for a fault, and adds what it last complained of.
    pub(super) fn fail(&mut self, fault: Fault) -> Failure {
        self.kill();
        // Its last words may still be on their way.
        wait_for(FAREWELL, || self.complaints.is_finished());
        let last_words = lock(&self.last_words).iter().cloned().collect();
        Failure { fault, last_words }
    }

    /// How the program ended, where its output has.
    fn farewell(&mut self) -> String {
        wait_for(FAREWELL, || self.group.leader_has_ended(&mut self.child));
        if !self.group.leader_has_ended(&mut self.child) {
            return "its output is closed".to_owned();
        }
        // Before its number is given back, and with it the name of its group.
        self.group.kill();
        self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Ends the program and what it started, now. What it started may be there without it.
    fn kill(&mut self) {
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Some programs save what they learned when they are asked to quit.
        self.tell("quit");
        self.commands = None;
        wait_for(FAREWELL, || self.group.leader_has_ended(&mut self.child));
        self.kill();
    }
}

/// The wait for one answer.
pub(super) struct Listening<'a> {
    process: &'a mut Process,
    asked: String,
    limit: Duration,
    since: Instant,
    heard: usize,
}

impl Listening<'_> {
    /// The next line, without its end.
    pub(super) fn line(&mut self) -> Result<String, Fault> {
        let asked = || cut_short(&self.asked);
        // What the program said before it ended is still on its way for a moment.
        let mut ended: Option<Instant> = None;
        loop {
            let left = self.limit.saturating_sub(self.since.elapsed());
            match self.process.answers.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    self.heard += line.as_ref().map_or_else(Vec::len, String::len) + 1;
                    if self.heard > ANSWER_LIMIT {
                        return Err(Fault::Flood { asked: asked(), limit: ANSWER_LIMIT });
                    }
                    return line.map_err(|bytes| Fault::NotText {
                        asked: asked(),
                        said: cut_short(&String::from_utf8_lossy(&bytes)),
                    });
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => {
                    return Err(Fault::Silent { asked: asked(), limit: self.limit });
                }
                Err(RecvTimeoutError::Timeout) => match ended {
                    Some(since) if since.elapsed() >= 2 * LOOK => break,
                    Some(_) => {}
                    None if self.process.group.leader_has_ended(&mut self.process.child) => {
                        ended = Some(Instant::now());
                    }
                    None => {}
                },
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(Fault::Ended { asked: asked(), how: self.process.farewell() })
    }
}

/// Writes lines to a program until there are no more, or it reads no more.
fn say(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// Hands on the lines of a program until it ends, or nobody listens.
fn hear(output: impl Read, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    while let Some(line) = read_line(&mut output) {
        if heard.send(line).is_err() {
            break;
        }
    }
}

/// Keeps the last lines of what a program complains of.
fn keep_last(errors: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Some(line) = read_line(&mut errors) {
        let line = line.unwrap_or_else(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let line = cut_short(&line);
        if line.is_empty() {
            continue;
        }
        let mut kept = lock(kept);
        if kept.len() == LAST_WORDS {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}

/// The next line, or a piece of one that is too long. `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<Heard> {
    let mut line = Vec::new();
    match input.take(LINE_LIMIT).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        // A piece may end, and the next begin, in the middle of a character.
        Ok(_) if line.len() as u64 == LINE_LIMIT => Some(Ok(String::from_utf8_lossy(&line).into_owned())),
        Ok(_) => Some(match String::from_utf8(line) {
            Ok(line) => Ok(line.trim_end_matches(['\n', '\r']).to_owned()),
            Err(error) => Err(error.into_bytes()),
        }),
    }
}

/// Waits until something holds, but no longer than a time.
fn wait_for(limit: Duration, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() && since.elapsed() < limit {
        thread::sleep(Duration::from_millis(2));
    }
}

/// The lines that are kept. A thread that panicked with them leaves them as whole as they were.
fn lock(kept: &Mutex<VecDeque<String>>) -> MutexGuard<'_, VecDeque<String>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_longest_length() {
        let mut text = "first\r\n\nx".to_owned() + &"y".repeat(5000) + "\nlast";
        text.push('\u{0}');
        let mut input = text.as_bytes();
        let lines: Vec<String> =
            std::iter::from_fn(|| read_line(&mut input)).map(|line| line.expect("text")).collect();
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [5, 0, 4096, 905, 5]);
        assert_eq!(lines[0], "first");
        assert_eq!(read_line(&mut &b"\xff\n"[..]), Some(Err(vec![0xff, b'\n'])));
    }
}
