//! The difference of discs.

use outflank_rules::Position;
use outflank_rules::kernel::Kernel;

use crate::Score;
use crate::Stateless;

/// Own discs minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscDifference;

impl Stateless for DiscDifference {
    #[inline(always)]
    fn of<K: Kernel>(&self, _: K, position: Position) -> Score {
        Score::new(f64::from(position.mover().count()) - f64::from(position.opponent().count()))
    }
}
