//! A program that runs beside us: lines in, lines out, within limits of time and size.
//!
//! Three threads serve its pipes, so that nothing here waits for a program longer than it was told to: not
//! for one that is silent, and not for one that does not read what it is told. Nor is the end of a pipe
//! waited for once the program itself has ended: what it started may hold the pipe open.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

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
    end: OtherEnd,
    /// Who hears what the program is told.
    ear: Ear,
    /// Lines that came back.
    answers: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    complaints: Option<thread::JoinHandle<()>>,
}

/// What is at the other end.
enum OtherEnd {
    /// A program and what it started.
    Program { child: Child, group: Group },
    /// Nothing: all that is said was known before.
    Script,
}

/// Who hears what a program is told.
enum Ear {
    /// The thread that writes to its input.
    Input(Sender<String>),
    /// A script, which has an answer to each line.
    Script(RefCell<Script>),
    /// Nobody any more.
    Nobody,
}

/// Answers that are known before, and where they go until there are no more.
struct Script {
    answers: IntoIter<Vec<u8>>,
    heard: Option<SyncSender<Heard>>,
}

impl Script {
    /// Says what comes next, as far as anybody listens.
    fn go_on(&mut self) {
        match (self.answers.next(), &self.heard) {
            (Some(answer), Some(heard)) => {
                let mut answer = answer.as_slice();
                while let Some(line) = read_line(&mut answer)
                    && heard.try_send(line).is_ok()
                {}
            }
            _ => self.heard = None,
        }
    }
}

/// A line of a program, or the bytes that should be one.
type Heard = Result<String, Vec<u8>>;

impl Process {
    /// Starts a program, given as the words of a command, in the working directory.
    pub(super) fn start(words: &[String]) -> Result<Self, Fault> {
        // No words are those of a script, which is said once.
        let (program, arguments) = words.split_first().ok_or_else(|| Fault::Start {
            program: "a script".to_owned(),
            error: ErrorKind::NotFound.into(),
        })?;
        let fault = |error| Fault::Start { program: program.clone(), error };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
        let end = OtherEnd::Program { child, group };
        Ok(Self { end, ear: Ear::Input(commands), answers, last_words, complaints: Some(complaints) })
    }

    /// A program that runs nowhere and has an answer ready for each line that it is told.
    pub(super) fn scripted(answers: Vec<Vec<u8>>) -> Self {
        let (heard, heard_here) = sync_channel(UNREAD_LINES);
        let script = Script { answers: answers.into_iter(), heard: Some(heard) };
        let ear = Ear::Script(RefCell::new(script));
        Self { end: OtherEnd::Script, ear, answers: heard_here, last_words: Arc::default(), complaints: None }
    }

    /// How often it is looked whether the program still runs while it is silent. A script that is silent says no more.
    fn look(&self) -> Duration {
        match self.end {
            OtherEnd::Program { .. } => LOOK,
            OtherEnd::Script => Duration::ZERO,
        }
    }

    /// Whether the program itself has ended, whatever became of those it started.
    fn has_ended(&mut self) -> bool {
        match &mut self.end {
            OtherEnd::Program { child, group } => group.leader_has_ended(child),
            OtherEnd::Script => true,
        }
    }

    /// Tells the program something. That it has ended is found out by whoever waits for its answer.
    pub(super) fn tell(&self, line: &str) {
        match &self.ear {
            Ear::Input(commands) => drop(commands.send(format!("{line}\n"))),
            Ear::Script(script) => script.borrow_mut().go_on(),
            Ear::Nobody => {}
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
        wait_for(FAREWELL, || self.complaints.as_ref().is_none_or(thread::JoinHandle::is_finished));
        let last_words = lock(&self.last_words).iter().cloned().collect();
        Failure { fault, last_words }
    }

    /// How the program ended, where its output has.
    fn farewell(&mut self) -> String {
        wait_for(FAREWELL, || self.has_ended());
        if !self.has_ended() {
            return "its output is closed".to_owned();
        }
        let OtherEnd::Program { child, group } = &mut self.end else {
            return "its script is over".to_owned();
        };
        // Before its number is given back, and with it the name of its group.
        group.kill();
        child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Ends the program and what it started, now. What it started may be there without it.
    fn kill(&mut self) {
        if let OtherEnd::Program { child, group } = &mut self.end {
            group.kill();
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Some programs save what they learned when they are asked to quit.
        self.tell("quit");
        self.ear = Ear::Nobody;
        wait_for(FAREWELL, || self.has_ended());
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
        let look = self.process.look();
        loop {
            let left = self.limit.saturating_sub(self.since.elapsed());
            match self.process.answers.recv_timeout(left.min(look)) {
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
                Err(RecvTimeoutError::Timeout) if left <= look => {
                    return Err(Fault::Silent { asked: asked(), limit: self.limit });
                }
                Err(RecvTimeoutError::Timeout) => match ended {
                    Some(since) if since.elapsed() >= 2 * look => break,
                    Some(_) => {}
                    None if self.process.has_ended() => {
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
