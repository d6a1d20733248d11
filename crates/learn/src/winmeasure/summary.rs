//! What is in a table: which heuristics were used, which came out on top.

use serde::{Deserialize, Serialize};

use crate::winmeasure::{Feature, Heuristic, Middle, Model};

/// A heuristic with what the table says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked {
    /// Its number.
    pub heuristic: usize,
    /// Its measure.
    pub measure: i64,
    /// Moves that were made by it.
    pub uses: u64,
}

/// What a table comes down to, phases 2, 3 and 4 one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many heuristics were ever used.
    pub used: [usize; 3],
    /// Those with the highest measures, highest first, as far as they were used.
    pub top: [Vec<Ranked>; 3],
    /// Those with the lowest measures, lowest first.
    pub bottom: [Vec<Ranked>; 3],
    /// Of the ten with the highest measures of all phases: how many have five or six VeryHigh features.
    pub nearly_all_very_high: usize,
    /// How closely the measure goes with the level of each feature: the correlation over all moves made.
    pub effects: [f64; 6],
}

/// How many are kept from either end.
const SHOWN: usize = 10;

impl Summary {
    /// What a table comes down to.
    pub fn of(model: &Model) -> Self {
        let ranked = Middle::ALL.map(|phase| Self::ranked(model, phase));
        let mut all: Vec<Ranked> = ranked.iter().flatten().copied().collect();
        all.sort_by_key(|ranked| std::cmp::Reverse(ranked.measure));
        let is_high =
            |ranked: &&Ranked| Heuristic::new(ranked.heuristic).is_some_and(|it| it.very_high() >= 5);
        Self {
            used: [0, 1, 2].map(|phase| ranked[phase].len()),
            top: [0, 1, 2].map(|phase| ranked[phase].iter().take(SHOWN).copied().collect()),
            bottom: [0, 1, 2].map(|phase| ranked[phase].iter().rev().take(SHOWN).copied().collect()),
            nearly_all_very_high: all.iter().take(SHOWN).filter(is_high).count(),
            effects: Feature::ALL.map(|feature| effect(&all, feature)),
        }
    }

    /// The heuristics of a phase that were used, the highest measure first.
    pub fn ranked(model: &Model, phase: Middle) -> Vec<Ranked> {
        let mut ranked: Vec<Ranked> = Heuristic::of_phase(phase)
            .map(|heuristic| Ranked {
                heuristic: heuristic.index(),
                measure: model.measure(heuristic),
                uses: model.uses(heuristic),
            })
            .filter(|ranked| ranked.uses > 0)
            .collect();
        ranked.sort_by_key(|ranked| (std::cmp::Reverse(ranked.measure), ranked.heuristic));
        ranked
    }

    /// The mean of the highest measures of a phase.
    pub fn height(&self, phase: Middle) -> f64 {
        let top = &self.top[phase as usize];
        top.iter().map(|ranked| ranked.measure as f64).sum::<f64>() / top.len().max(1) as f64
    }
}

/// The correlation of the level of a feature and the measure, each heuristic counting as often as it was used.
fn effect(ranked: &[Ranked], feature: Feature) -> f64 {
    let points: Vec<[f64; 3]> = ranked
        .iter()
        .filter_map(|ranked| {
            let level = Heuristic::new(ranked.heuristic)?.levels()[feature as usize] as u8;
            Some([ranked.uses as f64, f64::from(level), ranked.measure as f64])
        })
        .collect();
    let total: f64 = points.iter().map(|[uses, ..]| uses).sum();
    let mean = |value: &dyn Fn(&[f64; 3]) -> f64| {
        points.iter().map(|point| point[0] * value(point)).sum::<f64>() / total.max(1.0)
    };
    let (level, measure) = (mean(&|point| point[1]), mean(&|point| point[2]));
    let variance = |axis: usize, centre: f64| mean(&|point| (point[axis] - centre).powi(2));
    let both = mean(&|point| (point[1] - level) * (point[2] - measure));
    let scale = (variance(1, level) * variance(2, measure)).sqrt();
    if scale > 0.0 { both / scale } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::winmeasure::{HEURISTICS, Recipe};

    #[test]
    fn a_table_is_summed_up_by_hand() {
        let mut model = Recipe::default().model();
        // All VeryHigh in phases 4 and 3, all VeryLow in phase 2.
        let (best, good, bad) = (HEURISTICS - 1, 2 * HEURISTICS / 3 - 1, 0);
        model.goodness.set(best, 90, 3);
        model.goodness.set(good, 40, 1);
        model.goodness.set(bad, -50, 4);
        let summary = Summary::of(&model);
        assert_eq!(summary.used, [1, 1, 1]);
        assert_eq!(summary.top[2], [Ranked { heuristic: best, measure: 90, uses: 3 }]);
        assert_eq!(summary.bottom[0], [Ranked { heuristic: bad, measure: -50, uses: 4 }]);
        assert_eq!(summary.nearly_all_very_high, 2);
        assert_eq!([0, 1, 2].map(|phase| summary.height(Middle::ALL[phase])), [-50.0, 40.0, 90.0]);
        // Levels 4 (four moves: 90 × 3, 40) and 0 (four moves: −50): nearly a straight line.
        assert!(summary.effects.iter().all(|&effect| effect > 0.9 && effect < 1.0), "{:?}", summary.effects);
    }
}
