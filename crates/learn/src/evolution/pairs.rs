//! A network of systematic pairs: what stands on every two neighbouring squares, in rows, columns and diagonals.

use std::sync::Arc;

use outflank_value::Linear;
use outflank_value::patterns::{Layout, Patterns, Stages, shapes};

/// A gene for each way to fill a pair: 24 kinds of pairs have nine, and of eight more, whose squares are mirror images of each
/// other, six are different.
pub(super) const GENES: usize = 24 * 9 + 8 * 6;

/// The network of these genes.
pub(super) fn pairs(genes: &[f64]) -> Linear<Patterns<256>> {
    let layout = shapes(&["lines 2"]).and_then(|pairs| Layout::new(pairs, &[], Stages::ONE));
    let layout = Arc::new(layout.expect("pairs fit on the board"));
    Linear::new(Patterns::new(layout).expect("they stand at 210 places"), genes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Board;
    use outflank_rules::kernel::Portable;
    use outflank_value::{Evaluator, Features};

    #[test]
    fn there_is_a_gene_for_each_way_to_fill_a_pair() {
        let mut genes = vec![0.0; GENES];
        assert_eq!(pairs(&genes).features().count(), GENES);
        // The first two squares of the list are corner and edge: both empty at the start, at eight places.
        genes[4] = 0.5;
        assert_eq!(pairs(&genes).evaluate(Portable, Board::START).value(), 8.0 * 0.5);
    }
}
