//! What the document claims, put so that runs can decide it.
//!
//! Fitness is in points of 1,000 games, as the document counts it. It says “about”: what lies within 31 points is
//! about the same, for that is the luck of 1,000 games (95 %).

use std::ops::RangeInclusive;

use outflank_arena::statistics::MeanEstimate;

use super::{Evolved, Experiment, Results, Scored, centre, separation};

/// A statement of the document and the number that decides it.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What is claimed, in our words.
    pub statement: &'static str,
    /// Where.
    pub source: &'static str,
    /// The document's own number, or words.
    pub theirs: &'static str,
    /// What number of ours is compared.
    pub number: &'static str,
    /// Where it has to lie.
    pub expected: Expected,
    /// Its mean over the runs and how sure that is.
    pub ours: MeanEstimate,
}

/// Where a number has to lie for a claim to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// Above this.
    Above(f64),
    /// Below this.
    Below(f64),
    /// Within the luck of 1,000 games around this.
    About(f64),
}

/// The luck of 1,000 games: 95 of 100 times a fitness is no further than this from what it should be.
pub const LUCK: f64 = 31.0;

/// All claims that there are results for.
pub fn claims(results: &Results) -> Vec<Claim> {
    use Expected::{About, Above, Below};
    use Experiment::{Mlp, Openings, Wpc, WpcLarge};
    let highest = |run: &Evolved, _: &Scored| 1000.0 * run.highest();
    let fresh = |_: &Evolved, scored: &Scored| 1000.0 * scored.as_evolved;
    // Parts of the run, in generations counted from 1 of 100.
    let best = |part: RangeInclusive<usize>| move |run: &Evolved, _: &Scored| 1000.0 * over(&run.best, &part);
    let mean = |part: RangeInclusive<usize>| move |run: &Evolved, _: &Scored| 1000.0 * over(&run.mean, &part);
    let rise =
        |run: &Evolved, _: &Scored| 1000.0 * (over(&run.mean, &(91..=100)) - over(&run.mean, &(1..=1)));
    let of =
        |measure: fn(&[f64; 64]) -> f64| move |run: &Evolved, _: &Scored| run.weights().map_or(0.0, measure);

    let claim = |statement, source, theirs, number, expected, ours: Option<MeanEstimate>| {
        Some(Claim { statement, source, theirs, number, expected, ours: ours? })
    };
    [
        claim(
            "the best WPC of 50 reaches about 450",
            "Figure 10",
            "450",
            "highest fitness of a run",
            About(450.0),
            results.mean(Wpc, highest),
        ),
        claim(
            "the best MLP reaches about 400",
            "Figure 11",
            "400",
            "highest fitness of a run",
            About(400.0),
            results.mean(Mlp, highest),
        ),
        claim(
            "the best WPC of 100 reaches about 500",
            "Figure 12",
            "500",
            "highest fitness of a run",
            About(500.0),
            results.mean(WpcLarge, highest),
        ),
        claim(
            "the best WPC with openings reaches about 540",
            "Figure 13",
            "540",
            "highest fitness of a run",
            About(540.0),
            results.mean(Openings, highest),
        ),
        claim(
            "the best WPC of 50 has converged by generation 21",
            "Figure 10",
            "converges",
            "rise of the best from generations 17–26 to 91–100",
            Below(LUCK),
            results.mean(Wpc, |run, scored| best(91..=100)(run, scored) - best(17..=26)(run, scored)),
        ),
        claim(
            "the mean of the WPC goes on rising after that",
            "Figure 10",
            "increasing continuously",
            "rise of the mean from generations 17–26 to 91–100",
            Above(0.0),
            results.mean(Wpc, |run, scored| mean(91..=100)(run, scored) - mean(17..=26)(run, scored)),
        ),
        claim(
            "an MLP stays below a WPC",
            "Figure 11",
            "about −50",
            "MLP minus WPC, highest fitness",
            Below(0.0),
            results.lead(Mlp, Wpc, highest),
        ),
        claim(
            "an MLP stays below a WPC, in fresh games",
            "Figure 11",
            "—",
            "MLP minus WPC, champions in fresh games",
            Below(0.0),
            results.lead(Mlp, Wpc, fresh),
        ),
        claim(
            "the mean of the MLP rises less than that of the WPC",
            "Figure 11",
            "smaller",
            "MLP minus WPC, rise of the mean",
            Below(0.0),
            results.lead(Mlp, Wpc, rise),
        ),
        claim(
            "a population of 100 reaches more than one of 50",
            "Figure 12",
            "about +50",
            "100 minus 50, highest fitness",
            Above(0.0),
            results.lead(WpcLarge, Wpc, highest),
        ),
        claim(
            "a population of 100 reaches more than one of 50, in fresh games",
            "Figure 12",
            "—",
            "100 minus 50, champions in fresh games",
            Above(0.0),
            results.lead(WpcLarge, Wpc, fresh),
        ),
        claim(
            "openings raise the highest fitness",
            "Figures 13, 14",
            "about +90",
            "with minus without openings, highest fitness",
            Above(0.0),
            results.lead(Openings, Wpc, highest),
        ),
        claim(
            "openings raise the best during the whole evolution",
            "Figure 14",
            "better during evolution",
            "with minus without, best over all generations",
            Above(0.0),
            results.lead(Openings, Wpc, best(1..=100)),
        ),
        claim(
            "openings raise the champion, in fresh games",
            "Figure 14",
            "—",
            "with minus without, champions in fresh games",
            Above(0.0),
            results.lead(Openings, Wpc, fresh),
        ),
        claim(
            "with openings, the best of the first generation has about 400",
            "Figure 13",
            "400",
            "best of the first generation",
            About(400.0),
            results.mean(Openings, best(1..=1)),
        ),
        claim(
            "with openings, the mean of the first generation is about 200",
            "Figure 15",
            "200",
            "mean of the first generation",
            About(200.0),
            results.mean(Openings, mean(1..=1)),
        ),
        claim(
            "the means of the first generations do not differ",
            "Figure 15",
            "not quite different",
            "with minus without, mean of the first generation",
            About(0.0),
            results.lead(Openings, Wpc, mean(1..=1)),
        ),
        claim(
            "openings raise the mean in the first half",
            "Figure 15",
            "larger",
            "with minus without, mean over generations 1–50",
            Above(0.0),
            results.lead(Openings, Wpc, mean(1..=50)),
        ),
        claim(
            "the means converge to the same value",
            "Figure 15",
            "the same",
            "with minus without, mean over generations 91–100",
            About(0.0),
            results.lead(Openings, Wpc, mean(91..=100)),
        ),
        claim(
            "with openings, weights separate safe from dangerous squares near the corners more clearly",
            "Figures 16, 17",
            "relatively clear",
            "with minus without, separation in standard deviations",
            Above(0.0),
            results.lead(Openings, Wpc, of(separation)),
        ),
        claim(
            "with openings, weights care less for the centre",
            "Figures 16, 17",
            "not big",
            "with minus without, centre in standard deviations",
            Below(0.0),
            results.lead(Openings, Wpc, of(centre)),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The mean over a part of a run, in generations of 100; shorter runs are stretched.
fn over(curve: &[f64], part: &RangeInclusive<usize>) -> f64 {
    let place = |generation: usize| generation * curve.len() / 100;
    let from = place(part.start() - 1).min(curve.len().saturating_sub(1));
    let to = place(*part.end()).max(from + 1).min(curve.len());
    curve[from..to].iter().sum::<f64>() / (to - from).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_run() {
        let curve: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(over(&curve, &(1..=1)), 1.0);
        assert_eq!(over(&curve, &(91..=100)), 95.5);
        assert_eq!(over(&curve, &(1..=100)), 50.5);
        assert_eq!(over(&[7.0, 8.0, 9.0], &(91..=100)), 9.0);
        assert_eq!(over(&[7.0], &(17..=26)), 7.0);
    }

    #[test]
    fn every_claim_can_come_out_either_way() {
        let run = |level: f64| {
            let evolved = Evolved {
                genes: (0..64).map(|gene| level * f64::from(gene % 7)).collect(),
                best: (0..100).map(|generation| level + 0.001 * f64::from(generation)).collect(),
                mean: vec![level; 100],
                diversity: vec![1.0; 100],
            };
            (evolved, Scored { as_evolved: level, otherwise: None, elsewhere: 0.5 })
        };
        let mut results = Results::default();
        assert_eq!(claims(&results), []);
        for (experiment, level) in Experiment::OF_DOCUMENT.into_iter().zip([0.35, 0.3, 0.4, 0.44]) {
            results.runs.insert(experiment, [0.0, 0.01, 0.02].map(|more| run(level + more)).to_vec());
        }
        let claims = claims(&results);
        assert_eq!(claims.len(), 21);
        let ours = |statement: &str| {
            claims.iter().find(|claim| claim.statement == statement).expect("a claim").ours.mean
        };
        assert!((ours("the best WPC of 50 reaches about 450") - 459.0).abs() < 1e-9);
        assert!((ours("an MLP stays below a WPC") + 50.0).abs() < 1e-9);
    }
}
