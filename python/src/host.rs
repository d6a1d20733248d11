//! The laboratory works on threads of its own, and the thread of the caller is its host: it answers for Python functions
//! that are among the players, many boards at a time, and listens to Ctrl-C.
//!
//! So a Python function is always called in the thread that asked for the work, which is what most frameworks
//! expect, and never while another call of it is under way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::time::Duration;

use outflank_rules::Board;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::function::{Answer, Function};

/// How long the host sleeps before it listens to Ctrl-C again.
const NAP: Duration = Duration::from_millis(50);
/// How long it waits for more boards to come before it calls a function with those that are there.
const LINGER: Duration = Duration::from_micros(150);

/// Boards that somebody wants answers for.
struct Ask {
    function: Arc<Function>,
    boards: Vec<Board>,
    reply: mpsc::Sender<Vec<Answer>>,
}

struct State {
    asks: Vec<Ask>,
    is_done: bool,
}

/// Where threads at work leave their questions to Python functions.
pub struct Service {
    state: Mutex<State>,
    changed: Condvar,
    /// How many threads may be asking at a time.
    threads: usize,
    stop: AtomicBool,
}

impl Service {
    /// For work on so many threads.
    pub fn new(threads: usize) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State { asks: Vec::new(), is_done: false }),
            changed: Condvar::new(),
            threads: threads.max(1),
            stop: AtomicBool::new(false),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Entries are added whole: whoever panicked has left none in pieces.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Asks a function about boards and waits for its answers; none if the work is over.
    pub fn ask(&self, function: &Arc<Function>, boards: Vec<Board>) -> Option<Vec<Answer>> {
        let (reply, answers) = mpsc::channel();
        {
            let mut state = self.state();
            if state.is_done || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            state.asks.push(Ask { function: Arc::clone(function), boards, reply });
        }
        self.changed.notify_all();
        answers.recv().ok()
    }

    /// The questions that are there, once there are some or a while has passed; none when the work is over.
    fn wait(&self) -> Option<Vec<Ask>> {
        let mut state = self.state();
        if state.asks.is_empty() && !state.is_done {
            (state, _) =
                self.changed.wait_timeout(state, NAP).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        // Whoever is about to ask is waited for, so that batches are large.
        while !state.asks.is_empty() && state.asks.len() < self.threads && !state.is_done {
            let before = state.asks.len();
            let (later, waited) =
                self.changed.wait_timeout(state, LINGER).unwrap_or_else(|poisoned| poisoned.into_inner());
            state = later;
            if waited.timed_out() && state.asks.len() == before {
                break;
            }
        }
        match state.asks.is_empty() && state.is_done {
            true => None,
            false => Some(std::mem::take(&mut state.asks)),
        }
    }

    fn finish(&self) {
        let mut state = self.state();
        state.is_done = true;
        // Nobody answers these any more: their channels close.
        state.asks.clear();
        drop(state);
        self.changed.notify_all();
    }
}

/// Tells the service that the work is over, however it ended.
struct Finish<'a>(&'a Service);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Does work on another thread, and serves it from this one until it is done. The flag is set when Ctrl-C is pressed or a
/// function raised an exception, which is then raised here.
pub fn hosted<T: Send>(
    py: Python<'_>,
    service: &Arc<Service>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let mut failure = None;
    let done = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _finish = Finish(service);
            catch_unwind(AssertUnwindSafe(|| work(&service.stop)))
        });
        while let Some(asks) = py.detach(|| service.wait()) {
            let served = py.check_signals().and_then(|()| serve(py, asks));
            if let Err(error) = served {
                service.stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
        py.detach(|| worker.join())
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(panic)) | Err(panic) => Err(of_panic(&*panic)),
    }
}

/// A panic below as an exception: a mistake of ours, which must not end the interpreter.
pub fn of_panic(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let told = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!(
        "a mistake inside of outflank: {}",
        told.unwrap_or("nothing more is known")
    ))
}

/// Calls each function once with all boards it is asked about. After an exception nobody else is answered.
fn serve(py: Python<'_>, mut asks: Vec<Ask>) -> PyResult<()> {
    while let Some(first) = asks.first() {
        let function = Arc::clone(&first.function);
        let (mine, others): (Vec<Ask>, Vec<Ask>) =
            asks.into_iter().partition(|ask| Arc::ptr_eq(&ask.function, &function));
        asks = others;
        let boards: Vec<Board> = mine.iter().flat_map(|ask| ask.boards.iter().copied()).collect();
        let mut answers = function.call(py, &boards)?.into_iter();
        for ask in mine {
            // Whoever is gone has no use for answers.
            let _ = ask.reply.send(answers.by_ref().take(ask.boards.len()).collect());
        }
    }
    Ok(())
}
