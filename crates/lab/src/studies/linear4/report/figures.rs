//! The document's figures, drawn again.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Interval, MeanEstimate};
use outflank_learn::linear4::study::{Contender, Group};
use outflank_learn::linear4::{FEATURES, Opponent};

use super::{Results, mean, score};
use crate::league;
use crate::plot::{Curves, IntervalRow, Intervals, Series};
use crate::report::{Cell, Column, Figure, ReportError, Section, Table};

/// A row for each contender: its score against one opponent.
pub(super) fn rows(
    title: &str,
    results: &Results,
    meetings: impl IntoIterator<Item = (String, Contender, Contender)>,
) -> Result<Intervals, ReportError> {
    let mut plot = Intervals::new(title, "score").reference("equal", 0.5)?;
    for (label, first, second) in meetings {
        if let Some(MeanEstimate { mean, interval }) = results.scores(first, second).mean() {
            plot = plot.row(IntervalRow::new(label, mean, interval)?);
        }
    }
    Ok(plot)
}

/// Figure 3: the benchmarks among each other.
pub(super) fn benchmarks(results: &Results) -> Result<Section, ReportError> {
    let all: Vec<Contender> = Contender::benchmarks().collect();
    let columns = all.iter().map(|one| Column::right(one.describe()));
    let mut table = Table::new(
        "The score of each row against each column",
        [Column::left("")].into_iter().chain(columns),
    );
    for &one in &all {
        let mut cells = vec![Cell::from(one.describe())];
        for &other in &all {
            cells.push(score(results, one, other)?);
        }
        table = table.row(cells)?;
    }
    Ok(Section::new("Figure 3: the benchmark agents")
        .paragraph(
            "Its caption in the document is that of Figure 4; the text says that it shows how the basic agents stacked up \
             against each other. The numbers of all figures are lost.",
        )
        .table(table))
}

/// Figure 4: training opponents.
pub(super) fn opponents(results: &Results) -> Result<Section, ReportError> {
    let meetings = Opponent::ALL.map(|opponent| {
        let trained = Contender::Trained(Group::Against(opponent), 3);
        (opponent.name().to_owned(), trained, Contender::ValueMatrix)
    });
    let plot = rows("Score against the value matrix, by training opponent", results, meetings)?;
    let columns = Contender::benchmarks().map(|benchmark| Column::right(benchmark.describe()));
    let mut table = Table::new(
        "The same against all benchmarks",
        [Column::left("trained against")].into_iter().chain(columns),
    );
    for opponent in Opponent::ALL {
        let mut cells = vec![Cell::from(opponent.name())];
        for benchmark in Contender::benchmarks() {
            cells.push(score(results, Contender::Trained(Group::Against(opponent), 3), benchmark)?);
        }
        table = table.row(cells)?;
    }
    Ok(Section::new("Figure 4: training opponents")
        .figure(Figure::new(
            "opponents",
            "The score of linear4 at 3 plies against the greedy learned matrix, by whom it was trained against: mean \
             of the replicas and 95 % interval. Which opponents the document tried is lost.",
            plot,
        ))
        .table(table))
}

/// Figure 5: the final agent.
pub(super) fn final_agent(results: &Results) -> Result<Section, ReportError> {
    let meetings =
        Contender::benchmarks().map(|benchmark| (benchmark.describe(), Contender::FINAL, benchmark));
    let plot = rows("Score of linear4", results, meetings)?;
    Ok(Section::new("Figure 5: the final agent").figure(Figure::new(
        "final-agent",
        "The score of linear4 at 3 plies against the benchmark agents: mean of the replicas and 95 % interval.",
        plot,
    )))
}

/// Figure 6: the final agent while it learned, and its weights.
pub(super) fn learning(results: &Results) -> Result<Section, ReportError> {
    let growth = Curves::new("Score in the Othello League", "games learned", "score at 1 ply")
        .reference("SWH", 0.5)?
        .series(curve(results, league::CURVE)?);
    let mut weights = Curves::new("The weights θ", "games learned", "weight").reference("none", 0.0)?;
    for feature in FEATURES {
        weights = weights.series(curve(results, feature)?);
    }
    Ok(Section::new("Figure 6: learning")
        .figure(Figure::new(
            "learning",
            "The score of the final agent at 1 ply against SWH at 1 ply, both with 10 % random moves, while it learned: \
             mean of the replicas and 95 % interval. What the document's own curve measured is lost.",
            growth,
        ))
        .figure(Figure::new(
            "weights",
            "The weight of each feature while the final agents learned: mean of the replicas and 95 % interval. The \
             features are seen by the mover and lie within ±1.",
            weights,
        )))
}

/// The mean of the replicas' curves of one name.
fn curve(results: &Results, name: &str) -> Result<Series, ReportError> {
    let mut by_games: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for trained in results.trained.get(&Group::FINAL).into_iter().flatten() {
        for (games, _, value) in trained.curve.iter().filter(|(_, curve, _)| curve == name) {
            by_games.entry(*games).or_default().push(*value);
        }
    }
    let means: Vec<(u64, MeanEstimate)> =
        by_games.into_iter().filter_map(|(games, values)| Some((games, mean(&values)?))).collect();
    let points: Vec<(f64, f64)> = means.iter().map(|(games, mean)| (*games as f64, mean.mean)).collect();
    let bands: Vec<Interval> = means.iter().map(|(_, mean)| mean.interval).collect();
    Ok(Series::new(name, points)?.with_band(bands)?)
}
