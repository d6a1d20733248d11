//! Leaving out what a shallower search already tells: if it is so far above or below the window that a deeper
//! one would hardly come back into it, the deeper one is not made.
// CITE: ProbCut and Multi-ProbCut, Michael Buro, 1995 and 2000.

use std::fmt;
use std::str::FromStr;

use crate::{Confidence, Value};

/// How a deeper search deviates from a shallower one, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// By so much it is higher in the mean.
    pub bias: f64,
    /// The standard deviation.
    pub sigma: f64,
}

/// What to expect of an evaluator: how the values of deeper searches deviate from those of shallower ones. Fitted
/// to one evaluator and of no use to another.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbCut {
    /// By stage and depth, for searches that end in estimates; shallower ones are [`shallow`] deep.
    midgame: Vec<Vec<Deviation>>,
    /// By the depth of the shallower search, for searches to the end.
    endgame: Vec<Deviation>,
}

/// A shallower search to be made, and the bounds that it has to pass.
pub(super) struct Trial {
    pub depth: u32,
    /// At least this, and the window is exceeded.
    pub above: Value,
    /// At most this, and the window is not reached.
    pub below: Value,
}

/// Empty squares of a stage.
pub(super) const STAGE: u32 = 10;
/// No deeper search is left out below this depth: it costs too little.
pub(super) const LEAST_DEPTH: u32 = 3;

/// How deep the shallower search is, for a depth of three at least: of the same parity, as odd and even depths see
/// different things.
pub(super) const fn shallow(depth: u32) -> u32 {
    match depth {
        ..=4 => depth - 2,
        5..=8 => depth - 4,
        _ => (depth / 2 - 1) / 2 * 2 + depth % 2,
    }
}

/// The same for a search to the end from so many empty squares.
const fn shallow_of_end(empties: u32) -> u32 {
    match empties {
        ..=14 => 2,
        15..=18 => 4,
        19..=22 => 6,
        _ => 8,
    }
}

impl ProbCut {
    /// Fits what is expected to the deviations that were measured: by stage (of ten empty squares) and depth, and
    /// for searches to the end by the depth of the shallower one.
    pub fn new(midgame: Vec<Vec<Deviation>>, endgame: Vec<Deviation>) -> Self {
        Self { midgame, endgame }
    }

    /// The deviations of a stage by depth, and those of searches to the end by the depth of the shallower one.
    pub fn deviations(&self) -> (&[Vec<Deviation>], &[Deviation]) {
        (&self.midgame, &self.endgame)
    }

    /// What could save a search of this depth, if anything could.
    #[inline(always)]
    pub(super) fn trial(
        &self,
        empties: u32,
        depth: u32,
        confidence: Confidence,
        alpha: Value,
        beta: Value,
    ) -> Option<Trial> {
        let errors = confidence.standard_errors()?;
        if depth < LEAST_DEPTH {
            return None;
        }
        let (shallow, deviation) = if depth >= empties {
            let shallow = shallow_of_end(empties);
            (shallow, self.endgame.get(shallow as usize).copied()?)
        } else {
            let stage = self.midgame.get((empties / STAGE) as usize).or(self.midgame.last())?;
            // Deeper than was measured: as at the deepest of the same parity.
            let measured = stage.len().checked_sub(1)? as u32;
            let known = if depth <= measured { depth } else { measured - (depth - measured) % 2 };
            (shallow(depth), stage.get(known as usize).copied()?)
        };
        let Deviation { bias, sigma } = deviation;
        let discs = |discs: f64| (discs * f64::from(Value::DISC)) as i32;
        // Bounds beyond the board are never reached, and need no search.
        let above = beta.sixty_fourths() + discs(errors * sigma - bias);
        let below = alpha.sixty_fourths() - discs(errors * sigma + bias);
        Some(Trial { depth: shallow, above: Value::new(above), below: Value::new(below) })
    }
}

/// A line for each stage, then one for the end, each with bias/sigma by depth, in discs; a dash where nothing is known.
impl fmt::Display for ProbCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages = self.midgame.iter().map(|stage| ("midgame", stage));
        for (word, deviations) in stages.chain([("endgame", &self.endgame)]) {
            f.write_str(word)?;
            for Deviation { bias, sigma } in deviations {
                if sigma.is_finite() { write!(f, " {bias}/{sigma}")? } else { f.write_str(" -")? }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// A text that is no list of deviations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is not a line of deviations: expected “midgame” or “endgame”, then BIAS/SIGMA or - for each depth"
)]
pub struct ProbCutError(String);

impl FromStr for ProbCut {
    type Err = ProbCutError;

    fn from_str(text: &str) -> Result<Self, ProbCutError> {
        let deviation = |word: &str| match word.split_once('/') {
            Some((bias, sigma)) => Some(Deviation { bias: bias.parse().ok()?, sigma: sigma.parse().ok()? }),
            None => (word == "-").then_some(Deviation { bias: 0.0, sigma: f64::INFINITY }),
        };
        let (mut midgame, mut endgame) = (Vec::new(), None);
        for line in text.lines() {
            let wrong = || ProbCutError(line.to_owned());
            let mut words = line.split_whitespace();
            let kind = words.next();
            let deviations: Vec<Deviation> = words.map(deviation).collect::<Option<_>>().ok_or_else(wrong)?;
            match kind {
                Some("midgame") => midgame.push(deviations),
                Some("endgame") => endgame = Some(deviations),
                _ => return Err(wrong()),
            }
        }
        let endgame = endgame.ok_or_else(|| ProbCutError(String::new()))?;
        Ok(Self { midgame, endgame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallower_searches_have_the_parity_of_deeper_ones() {
        let depths: Vec<u32> = (3..=16).map(shallow).collect();
        assert_eq!(depths, [1, 2, 1, 2, 3, 4, 3, 4, 5, 4, 5, 6, 7, 6]);
        assert_eq!([10, 14, 15, 18, 19, 22, 23, 30].map(shallow_of_end), [2, 2, 4, 4, 6, 6, 8, 8]);
    }

    #[test]
    fn bounds_lie_so_many_errors_outside_the_window() {
        // Depths up to 5 are measured, and the last stage stands for later ones.
        let stage = |offset: f64| {
            (0..6).map(|depth| Deviation { bias: 0.5, sigma: offset + f64::from(depth) }).collect()
        };
        let end = (0..9).map(|depth| Deviation { bias: -1.0, sigma: f64::from(depth) }).collect();
        let probcut = ProbCut::new(vec![stage(0.0), stage(10.0)], end);
        let [alpha, beta] = [2.0, 4.0].map(Value::of_discs);
        let surely = |confidence| probcut.trial(15, 5, confidence, alpha, beta).is_some();
        assert!(surely(Confidence::LEAST) && !surely(Confidence::FULL));
        assert!(probcut.trial(15, 2, Confidence::LEAST, alpha, beta).is_none(), "it costs too little");

        // 1.1 standard errors: above 4 + 1.1 σ − bias, below 2 − (1.1 σ + bias).
        for (empties, depth, shallow, sigma, bias) in [
            (5, 4, 2, 4.0, 0.5),
            (15, 5, 1, 15.0, 0.5),
            (45, 5, 1, 15.0, 0.5),
            (15, 6, 2, 14.0, 0.5),
            (15, 7, 3, 15.0, 0.5),
            (15, 8, 4, 14.0, 0.5),
            (15, 9, 3, 15.0, 0.5),
            (15, 15, 4, 4.0, -1.0),
            (20, 21, 6, 6.0, -1.0),
        ] {
            let trial = probcut.trial(empties, depth, Confidence::LEAST, alpha, beta).expect("a trial");
            assert_eq!(trial.depth, shallow, "{empties} {depth}");
            let bounds = [trial.above, trial.below].map(Value::discs);
            let by_hand = [4.0 + 1.1 * sigma - bias, 2.0 - (1.1 * sigma + bias)];
            for (bound, by_hand) in bounds.into_iter().zip(by_hand) {
                assert!((bound - by_hand).abs() < 1.0 / 32.0, "{bound} and {by_hand}: {empties} {depth}");
            }
        }
    }
}
