//! Roots of increasing functions, by bisection.
//!
//! Slower than Newton and in no hurry: a quantile is asked for once per printed line. In return it cannot
//! diverge, needs no derivative and ends within one step of the last bit.

/// Where an increasing function changes sign between `low` and `high`.
///
/// Where it does not, the end nearest to the root is returned.
pub(super) fn increasing(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        // Neighbouring numbers have no number between them, and nothing is between what is no number.
        if !(low < middle && middle < high) {
            return middle;
        }
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
}
