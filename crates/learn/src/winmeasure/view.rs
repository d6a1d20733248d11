//! What a table of win measures has learned: its heuristics as rules, best and worst first.

use super::summary::{Ranked, Summary};
use super::{Feature, Heuristic, IN_A_PHASE, Level, Middle, Model};
use crate::view::{Listing, View};

/// How many rules of each phase are shown from the top, and from the bottom.
const SHOWN: usize = 5;

/// The rules of a table.
pub(super) fn of(model: &Model) -> View {
    let summary = Summary::of(model);
    let view = View::new("What it learned")
        .text(
            "A measure is the sum of the final disc differences of the games in which a heuristic was used. A move is \
             drawn with a likelihood in proportion to it, among the heuristics at hand.",
        )
        .with(used(&summary));
    let view = Middle::ALL.into_iter().fold(view, |view, phase| view.with(rules(&summary, phase)));
    let thresholds = Feature::ALL.into_iter().zip(model.thresholds.0).map(|(feature, [low, below, above, high])| {
        let text = format!(
            "VeryLow below {low}, Low below {below}, High above {above}, VeryHigh above {high}, else Middling"
        );
        (format!("{}, change", feature.name()), text)
    });
    view.with(levels(model)).terms(thresholds)
}

/// How many heuristics were ever used.
pub fn used(summary: &Summary) -> Listing {
    let empty = Listing::new(
        format!("Heuristics ever used, of {IN_A_PHASE} in each phase"),
        ["phase", "heuristics used", "mean of the top ten"],
    );
    Middle::ALL.into_iter().fold(empty, |listing, phase| {
        listing.row([
            format!("phase {}", phase.number()),
            summary.used[phase as usize].to_string(),
            format!("{:.0}", summary.height(phase)),
        ])
    })
}

/// The rules of a phase from both ends.
pub fn rules(summary: &Summary, phase: Middle) -> Listing {
    let (top, bottom) = (&summary.top[phase as usize], &summary.bottom[phase as usize]);
    // Where few were used, both ends meet.
    let lowest = SHOWN.min(summary.used[phase as usize].saturating_sub(SHOWN));
    let shown = top.iter().take(SHOWN).chain(bottom.iter().take(lowest).rev());
    let empty = Listing::new(
        format!("Phase {}: the highest and the lowest measures", phase.number()),
        ["rule", "measure", "moves made by it"],
    );
    shown.fold(empty, |listing, ranked| {
        let Some(heuristic) = Heuristic::new(ranked.heuristic) else { return listing };
        let then = match ranked.measure {
            ..0 => "THEN avoid the move",
            0 => "THEN nothing is known of the move",
            1.. => "THEN give likelihood to the move",
        };
        listing.row([format!("{heuristic} {then}"), ranked.measure.to_string(), ranked.uses.to_string()])
    })
}

/// What a level of a feature is worth on its own: the mean measure of the moves made with it.
fn levels(model: &Model) -> Listing {
    let columns = ["change in"].into_iter().chain(Level::ALL.map(Level::name));
    let empty = Listing::new("The mean measure of the moves made, by feature and level", columns);
    let all: Vec<Ranked> = Middle::ALL.into_iter().flat_map(|phase| Summary::ranked(model, phase)).collect();
    Feature::ALL.into_iter().fold(empty, |listing, feature| {
        let mean = |level: Level| {
            let (mut sum, mut moves) = (0.0, 0.0);
            for ranked in &all {
                let levels = Heuristic::new(ranked.heuristic).map(Heuristic::levels);
                if levels.is_some_and(|levels| levels[feature as usize] == level) {
                    sum += ranked.measure as f64 * ranked.uses as f64;
                    moves += ranked.uses as f64;
                }
            }
            if moves > 0.0 { format!("{:.0}", sum / moves) } else { "—".to_owned() }
        };
        listing.row([feature.name().to_owned()].into_iter().chain(Level::ALL.map(mean)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Learner, Recipe};
    use super::*;
    use crate::Learner as _;
    use crate::view::Block;

    #[test]
    fn rules_read_as_rules() {
        let mut learner = Learner::new(Recipe { games: 60, ..Recipe::default() }, 1);
        (0..60).for_each(|_| learner.learn(1));
        let view = of(learner.table());
        let text = format!("{view:?}");
        assert!(text.contains("IF it is phase 2 AND ") && text.contains("THEN give likelihood to the move"));
        assert!(text.contains("THEN avoid the move"));
        let listings = view.blocks.iter().filter(|block| matches!(block, Block::Listing(_))).count();
        assert_eq!(listings, 5);
        // An untaught table has nothing to show, and says so.
        assert!(!format!("{:?}", of(&Recipe::default().model())).contains("IF it is"));
    }
}
