//! What every search works with: a table, a kernel, perhaps several threads.

use std::num::NonZeroUsize;

use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::with_kernel;

use crate::endgame::{EndgameSearch, Stability};
use crate::limits::Control;
use crate::table::{NoMemory, Table, TableSize};
use crate::teamwork::Teamwork;

/// The table and the threads of one engine.
pub(crate) struct Workplace {
    pub table: Table,
    stability: Stability,
    kernel: Available,
    pool: Option<rayon::ThreadPool>,
}

/// Work for a search with any kernel.
pub(crate) trait Task: Sync {
    type Answer: Send;
    fn run<K: Kernel>(&self, search: &mut EndgameSearch<K>) -> Self::Answer;
}

impl Workplace {
    /// With a table of this size and one thread.
    pub fn new(size: TableSize) -> Result<Self, NoMemory> {
        let table = Table::new(size)?;
        Ok(Self { table, stability: Stability::new(), kernel: Available::best(), pool: None })
    }

    /// The same with so many threads.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        let pool = (threads.get() > 1).then(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
            pool.expect("the system lets us start threads")
        });
        Self { pool, ..self }
    }

    /// Does a task with the best kernel, in the pool if there is one.
    pub fn run<T: Task>(&self, control: &Control, task: T) -> T::Answer {
        let start = |teamwork| {
            with_kernel!(self.kernel, |kernel| {
                let mut search = EndgameSearch::new(kernel, &self.table, &self.stability, control, teamwork);
                let answer = task.run(&mut search);
                search.hand_in();
                answer
            })
        };
        match &self.pool {
            Some(pool) => pool.install(|| start(Teamwork::Together(None))),
            None => start(Teamwork::Alone),
        }
    }
}
