//! What was learned: rules, and how measures grew.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, Interval, mean_interval};
use outflank_learn::winmeasure::Middle;
use outflank_learn::winmeasure::study::Variant;

use super::super::results::Results;
use super::super::teaching::Taught;
use crate::plot::{Curves, Series};
use crate::report::{Figure, ReportError, Section};
use crate::view;

pub(super) fn section(results: &Results) -> Result<Section, ReportError> {
    let mut section = Section::new("What was learned");
    let Some(taught) = results.taught.get(&Variant::SelfTaught) else { return Ok(section) };
    for (name, title, y, caption) in [
        ("top", "How measures grow", "highest measure", "The highest measure of each phase"),
        (
            "used",
            "How many heuristics were ever used",
            "heuristics",
            "The heuristics ever used in each phase",
        ),
    ] {
        let mut curves = Curves::new(title, "games learned", y);
        for phase in Middle::ALL {
            let gauge = format!("{name}-{}", phase.number());
            curves = curves.series(growth(format!("phase {}", phase.number()), &gauge, taught)?);
        }
        let caption = format!("{caption}: mean of the self-taught tables and 95 % interval of the mean.");
        section = section.figure(Figure::new(name, caption, curves));
    }
    if let Some(first) = taught.first() {
        section = section.paragraph("The rules of the first self-taught table.");
        for phase in Middle::ALL {
            section = section.table(view::of_rules(&first.summary, phase)?);
        }
    }
    Ok(section)
}

/// The mean curve of some tables.
fn growth(name: String, gauge: &str, taught: &[Taught]) -> Result<Series, ReportError> {
    let mut by_games: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (games, _, value) in taught.iter().flat_map(|table| &table.curve).filter(|(_, name, _)| name == gauge)
    {
        by_games.entry(*games).or_default().push(*value);
    }
    let (mut means, mut bands) = (Vec::new(), Vec::new());
    for (games, values) in by_games {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let spread = mean_interval(&values, Confidence::USUAL).map(|estimate| estimate.interval);
        means.push((games as f64, mean));
        bands.push(spread.unwrap_or(Interval::around(mean, 0.0)));
    }
    Ok(Series::new(name, means)?.with_band(bands)?)
}
