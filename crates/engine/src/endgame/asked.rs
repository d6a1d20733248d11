//! Who can be asked about the end of the game: the search that orders moves by mobility, or one that orders them by
//! an evaluator as long as the subtrees are large.

use outflank_rules::Position;
use outflank_rules::kernel::Kernel;

use super::search::EndgameSearch;
use crate::limits::Stopped;
use crate::table::Table;
use crate::window::Above;

/// A search that answers questions about exact scores, and leaves the moves that prove them in its table.
pub(crate) trait Asked {
    /// Its kernel.
    type Kernel: Kernel;

    /// The kernel.
    fn kernel(&self) -> Self::Kernel;
    /// The table.
    fn table(&self) -> &Table;
    /// Answers a question about any position.
    fn ask(&mut self, position: Position, above: Above) -> Result<i32, Stopped>;
    /// Where the score of a position might be: an even number of discs.
    fn guess(&mut self, position: Position) -> Result<i32, Stopped>;
}

/// Something to be found out by asking.
pub(crate) trait Question: Sync {
    /// What is found out.
    type Answer: Send;
    /// Puts the question to a search.
    fn put<A: Asked>(&self, asked: &mut A) -> Self::Answer;
}

/// How the moves of large subtrees are ordered.
pub(crate) trait Ordering: Sync {
    /// Puts a question to a search that orders moves so.
    fn ask<K: Kernel, Q: Question>(&self, search: &mut EndgameSearch<K>, question: &Q) -> Q::Answer;
}

/// Few replies for the opponent first, with a small estimate where the subtree is large.
#[derive(Clone, Copy, Debug)]
pub struct ByMobility;

impl Ordering for ByMobility {
    fn ask<K: Kernel, Q: Question>(&self, search: &mut EndgameSearch<K>, question: &Q) -> Q::Answer {
        question.put(search)
    }
}

impl<K: Kernel> Asked for EndgameSearch<'_, K> {
    type Kernel = K;

    fn kernel(&self) -> K {
        self.kernel
    }

    fn table(&self) -> &Table {
        self.table
    }

    fn ask(&mut self, position: Position, above: Above) -> Result<i32, Stopped> {
        self.deep(position, position.empties().count(), above)
    }

    fn guess(&mut self, _: Position) -> Result<i32, Stopped> {
        // The small estimate is so often far off that starting from it took more nodes than starting from a draw.
        Ok(0)
    }
}
