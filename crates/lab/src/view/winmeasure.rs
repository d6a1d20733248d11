//! What a table of win measures has learned: its heuristics as rules, best and worst first.

use outflank_learn::winmeasure::study::{Ranked, Summary};
use outflank_learn::winmeasure::{Feature, Heuristic, IN_A_PHASE, Level, Middle, Model};

use crate::report::{Cell, Column, Definition, ReportError, Section, Table};

/// How many rules of each phase are shown from the top, and from the bottom.
const SHOWN: usize = 5;

/// The rules of a table.
pub(super) fn of(model: &Model) -> Result<Section, ReportError> {
    let summary = Summary::of(model);
    let mut section = Section::new("What it learned").paragraph(
        "A measure is the sum of the final disc differences of the games in which a heuristic was used. A move is \
         drawn with a likelihood in proportion to it, among the heuristics at hand.",
    );
    section = section.table(used(&summary)?);
    for phase in Middle::ALL {
        section = section.table(rules(&summary, phase)?);
    }
    section = section.table(levels(model)?);
    let thresholds = Feature::ALL.into_iter().zip(model.thresholds.0).map(|(feature, [low, below, above, high])| {
        let text = format!(
            "VeryLow below {low}, Low below {below}, High above {above}, VeryHigh above {high}, else Middling"
        );
        Definition::new(format!("{}, change", feature.name()), text)
    });
    Ok(section.definitions(thresholds))
}

/// How many heuristics were ever used.
pub(crate) fn used(summary: &Summary) -> Result<Table, ReportError> {
    let columns =
        [Column::left("phase"), Column::right("heuristics used"), Column::right("mean of the top ten")];
    let mut table = Table::new(format!("Heuristics ever used, of {IN_A_PHASE} in each phase"), columns);
    for phase in Middle::ALL {
        table = table.row([
            format!("phase {}", phase.number()).into(),
            summary.used[phase as usize].to_string().into(),
            format!("{:.0}", summary.height(phase)).into(),
        ])?;
    }
    Ok(table)
}

/// The rules of a phase from both ends.
pub(crate) fn rules(summary: &Summary, phase: Middle) -> Result<Table, ReportError> {
    let (top, bottom) = (&summary.top[phase as usize], &summary.bottom[phase as usize]);
    table_of_rules(
        format!("Phase {}: the highest and the lowest measures", phase.number()),
        top.iter().take(SHOWN),
        // Where few were used, both ends meet.
        bottom.iter().take(SHOWN.min(summary.used[phase as usize].saturating_sub(SHOWN))),
    )
}

fn table_of_rules<'a>(
    caption: String,
    top: impl Iterator<Item = &'a Ranked>,
    bottom: impl DoubleEndedIterator<Item = &'a Ranked>,
) -> Result<Table, ReportError> {
    let columns = [Column::left("rule"), Column::right("measure"), Column::right("moves made by it")];
    let mut table = Table::new(caption, columns);
    for ranked in top.chain(bottom.rev()) {
        let Some(heuristic) = Heuristic::new(ranked.heuristic) else { continue };
        let then = match ranked.measure {
            ..0 => "THEN avoid the move",
            0 => "THEN nothing is known of the move",
            1.. => "THEN give likelihood to the move",
        };
        let rule = Cell::from(format!("{heuristic} {then}"));
        table = table.row([rule, ranked.measure.to_string().into(), ranked.uses.to_string().into()])?;
    }
    Ok(table)
}

/// What a level of a feature is worth on its own: the mean measure of the moves made with it.
fn levels(model: &Model) -> Result<Table, ReportError> {
    let mut columns = vec![Column::left("change in")];
    columns.extend(Level::ALL.map(|level| Column::right(level.name())));
    let mut table = Table::new("The mean measure of the moves made, by feature and level", columns);
    let all: Vec<Ranked> = Middle::ALL.into_iter().flat_map(|phase| Summary::ranked(model, phase)).collect();
    for feature in Feature::ALL {
        let mean = |level: Level| {
            let (mut sum, mut moves) = (0.0, 0.0);
            for ranked in &all {
                let levels = Heuristic::new(ranked.heuristic).map(Heuristic::levels);
                if levels.is_some_and(|levels| levels[feature as usize] == level) {
                    sum += ranked.measure as f64 * ranked.uses as f64;
                    moves += ranked.uses as f64;
                }
            }
            Cell::from(if moves > 0.0 { format!("{:.0}", sum / moves) } else { "—".to_owned() })
        };
        table = table.row([Cell::from(feature.name())].into_iter().chain(Level::ALL.map(mean)))?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Block;
    use outflank_learn::Learner as _;
    use outflank_learn::winmeasure::{Learner, Recipe};

    #[test]
    fn rules_read_as_rules() {
        let mut learner = Learner::new(Recipe { games: 60, ..Recipe::default() }, 1);
        (0..60).for_each(|_| learner.learn(1));
        let section = of(learner.table()).expect("it can be shown");
        let text = serde_json::to_string(&section).expect("text");
        assert!(text.contains("IF it is phase 2 AND ") && text.contains("THEN give likelihood to the move"));
        assert!(text.contains("THEN avoid the move"));
        let tables = section.blocks.iter().filter(|block| matches!(block, Block::Table(_))).count();
        assert_eq!(tables, 5);
        // An untaught table has nothing to show, and says so.
        let section = of(&Recipe::default().model()).expect("it can be shown");
        assert!(!serde_json::to_string(&section).expect("text").contains("IF it is"));
    }
}
