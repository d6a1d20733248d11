//! The report on the study of `edgar`.

use outflank_arena::statistics::{Confidence, Interval, MeanEstimate, mean_interval};
use outflank_learn::Recipe;
use outflank_learn::edgar::{TIMES, Teacher};

use super::Trained;
use super::claims::claims;
use super::measure::{LEAGUE, PANEL, YARDSTICKS, teacher};
use super::plan::{Plan, Variant};
use super::results::{Number, Results};
use crate::plot::{Curves, IntervalRow, Intervals, Series};
use crate::report::{
    Cell, Column, Definition, Estimate, Figure, Report, ReportError, Section, Table, Verdict,
};
use crate::studies::Provenance;
use crate::{recipes, view};

/// Writes the report on what is there.
pub(super) fn report(plan: &Plan, results: &Results, provenance: &Provenance) -> Result<Report, ReportError> {
    let findings = claims(plan, results)?;
    let count = |verdict| findings.iter().filter(|finding| finding.verdict() == verdict).count();
    let lead = format!(
        "Teller's Edgar learned what a move is worth by its square and its time in the game, from 70,000 games against \
         four simple teachers. It was taught again here, {} times by the document and as often with one thing left out \
         or done otherwise, {} games each. Of {} claims, {} are replicated, {} are not, and {} are undecided at this \
         size.",
        plan.replicas,
        plan.games,
        findings.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    let claims = Section::new("Claims")
        .paragraph(
            "Scores are points a game, from 0 to 1. Intervals are for 95 % and count Edgars, not games: they say where \
             the mean of as many other Edgars would lie (Student's t). Where two kinds are compared, Edgars of the same \
             seed are. The document gives no figures; what it claims outright is quoted, what its design takes for \
             granted is called implied.",
        )
        .claims(findings);
    Ok(Report::new("edgar: weights in space and time")
        .lead(lead)
        .section(claims)
        .section(growth(plan, results)?)
        .section(variants(plan, results)?)
        .section(place(results)?)
        .section(learned(results)?)
        .section(choices())
        .section(cost(plan, results))
        .section(origin(plan, provenance)))
}

/// How Edgar grows.
fn growth(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let ours = &results.trained[&Variant::Ours];
    let mut teachers =
        Curves::new("Edgar against those it learns from, and the panel", "games learned", "score")
            .reference("even", 0.5)?;
    for kind in Teacher::ALL {
        teachers = teachers.series(mean_curve(&kind.to_string(), plan, ours, |trained, point| {
            trained.score_at(point, &teacher(kind))
        })?);
    }
    for opponent in PANEL {
        teachers = teachers
            .series(mean_curve(opponent, plan, ours, |trained, point| trained.score_at(point, opponent))?);
    }
    let mut league = Curves::new("Edgars in the Othello League", "games learned", "score at 1 ply")
        .reference("SWH", 0.5)?;
    for variant in [
        Variant::Ours,
        Variant::Climbing,
        Variant::NoCorner,
        Variant::NoFlips,
        Variant::Timeless,
        Variant::CornerFromDraw,
    ] {
        league = league.series(mean_curve(
            &variant.describe(),
            plan,
            &results.trained[&variant],
            |trained, point| trained.score_at(point, LEAGUE),
        )?);
    }
    Ok(Section::new("How it learns")
        .figure(Figure::new(
            "teachers",
            "The score of Edgar while it learns, against its four teachers from the usual start and against Korman's \
             matrix at 3 plies and SWH at 2 from 7 random plies: mean over the Edgars and 95 % interval of the mean. The \
             noisy self is as good as Edgar is at that point.",
            teachers,
        ))
        .figure(Figure::new(
            "league",
            "The score against SWH at 1 ply, both with 10 % random moves, with parts of Edgar left out.",
            league,
        )))
}

/// The mean of a number over some Edgars, point by point.
fn mean_curve(
    name: &str,
    plan: &Plan,
    trained: &[Trained],
    number: impl Fn(&Trained, usize) -> Option<f64>,
) -> Result<Series, ReportError> {
    let (mut points, mut bands) = (Vec::new(), Vec::new());
    for (point, lessons) in plan.points().into_iter().enumerate() {
        let sample: Vec<f64> = trained.iter().filter_map(|trained| number(trained, point)).collect();
        let Some(MeanEstimate { mean, interval }) = mean_interval(&sample, Confidence::USUAL) else {
            continue;
        };
        points.push((lessons as f64, mean));
        // Of one Edgar there is no spread to draw.
        bands.push(if interval.width().is_finite() { interval } else { Interval::around(mean, 0.0) });
    }
    Ok(Series::new(name, points)?.with_band(bands)?)
}

/// What hangs on which part.
fn variants(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let last = plan.points().len() - 1;
    let numbers: [(&str, &Number<'_>); 5] = [
        ("League", &|trained| trained.score(LEAGUE)),
        ("fixed teachers", &|trained| trained.against_fixed_teachers(last)),
        (PANEL[0], &|trained| trained.score(PANEL[0])),
        (PANEL[1], &|trained| trained.score(PANEL[1])),
        ("G", &|trained| Some(trained.corner)),
    ];
    let mut columns = vec![Column::left("Edgar")];
    columns.extend(numbers.iter().map(|(name, _)| Column::right(*name)));
    columns.push(Column::right("lead in the League"));
    columns.push(Column::right("lead against fixed teachers"));
    let mut table = Table::new(
        format!("Scores after {} games, means of {} Edgars with 95 % intervals", plan.games, plan.replicas),
        columns,
    );
    for variant in Variant::ALL {
        let mut row = vec![Cell::from(variant.describe())];
        for (_, number) in &numbers {
            row.push(shown(results.mean(variant, number))?);
        }
        for (_, number) in &numbers[..2] {
            row.push(match variant {
                Variant::Ours => Cell::from("—"),
                _ => shown(results.lead(variant, Variant::Ours, number))?,
            });
        }
        table = table.row(row)?;
    }
    Ok(Section::new("What each part is worth")
        .paragraph(
            "One thing is left out or done otherwise at a time. Leads are over the Edgars of the first row with the same \
             seeds; an interval that reaches across zero decides nothing. The sizes of G are those of its own steps and \
             can be compared only where these are the same.",
        )
        .table(table))
}

fn shown(estimate: Option<MeanEstimate>) -> Result<Cell, ReportError> {
    Ok(match estimate {
        Some(MeanEstimate { mean, interval }) => Cell::from(Estimate::new(mean, interval)?.to_string()),
        None => Cell::from("—"),
    })
}

/// Edgar among the yardsticks.
fn place(results: &Results) -> Result<Section, ReportError> {
    let columns = [Column::left("opponent"), Column::right("Edgar"), Column::right("with hill climbing")];
    let mut table = Table::new("Points a game, means with 95 % intervals", columns);
    let mut plot = Intervals::new("Edgar against the yardsticks", "points a game").reference("even", 0.5)?;
    for opponent in [LEAGUE].into_iter().chain(PANEL).chain(YARDSTICKS) {
        let score = |variant| results.mean(variant, |trained| trained.score(opponent));
        table = table.row([
            Cell::from(opponent),
            shown(score(Variant::Ours))?,
            shown(score(Variant::Climbing))?,
        ])?;
        if let Some(MeanEstimate { mean, interval }) = score(Variant::Ours) {
            plot = plot.row(IntervalRow::new(opponent, mean, interval)?);
        }
    }
    Ok(Section::new("Its place among the yardsticks")
        .paragraph(
            "The Othello League is against SWH at 1 ply from the usual start, both with 10 % random moves. All others play \
             without random moves from openings of 7 random plies, each with both colours.",
        )
        .figure(Figure::new("yardsticks", "Edgar, as the document has it, against everybody.", plot))
        .table(table))
}

/// What was learned, averaged over the Edgars.
fn learned(results: &Results) -> Result<Section, ReportError> {
    let mut section = Section::new("What was learned");
    let ours = &results.trained[&Variant::Ours];
    if !ours.is_empty() {
        let worth = mean_tables(ours.iter().map(|trained| &trained.worth));
        section = section.figure(Figure::new(
            "worth",
            "T by square, for every number of discs placed: blue squares are worth playing, orange ones are not. The \
             mean of all Edgars; colours follow the square root.",
            view::of_times("Worth by square and time", |time| worth[time])?,
        ));
        section = section.figure(Figure::new(
            "squares",
            "T through the game for corners, C and X beside them, A and B along the edges and the squares around the \
             first four, the mean of all Edgars over six plies.",
            view::through_the_game("Worth through the game", |squares| {
                std::array::from_fn(|time| {
                    squares.iter().map(|square| worth[time][square.index()]).sum::<f64>() / squares.len() as f64
                })
            })?,
        ));
    }
    let climbing = &results.trained[&Variant::Climbing];
    if !climbing.is_empty() {
        let flips = mean_tables(climbing.iter().map(|trained| &trained.flips));
        section = section.figure(Figure::new(
            "flips",
            "F after hill climbing, the mean of all Edgars that climbed. It began as 1 from the 48th disc on and 0 before.",
            view::of_times("Factors on flips", |time| flips[time])?,
        ));
    }
    Ok(section)
}

/// The mean of tables by time and square.
fn mean_tables<'a>(tables: impl Iterator<Item = &'a Vec<Vec<f64>>> + Clone) -> Vec<[f64; 64]> {
    let count = tables.clone().count().max(1) as f64;
    let mean =
        |time: usize, square: usize| tables.clone().map(|table| table[time][square]).sum::<f64>() / count;
    (0..TIMES).map(|time| std::array::from_fn(|square| mean(time, square))).collect()
}

/// Where the document is silent.
fn choices() -> Section {
    Section::new("What we decided").definitions([
        Definition::new("time", "the number of discs placed so far; T and G start at 0"),
        Definition::new("F", "1 for the last 12 plies, 0 before; the document says ones and zeros, and not where"),
        Definition::new(
            "teachers",
            "drawn for each game with equal shares, both colours in turn; the noisy Edgar is the learner itself with 10 % \
             random moves",
        ),
        Definition::new("reward", "0.01 × margin/64 for T at each move's square and time, the margin in plain discs"),
        Definition::new(
            "G",
            "rewarded once for each move that gave a corner, by the margin less the usual margin against that teacher. \
             Rewarded for games won, as T is, it grows as long as games are won, until Edgar gives every corner away: see \
             “G rewarded for games won, like T”",
        ),
        Definition::new("giving a corner", "a move after which the opponent can play to a corner, even if it could before"),
        Definition::new(
            "hill climbing",
            "280 attempts along the training: F changes by at most 1 on twelve plies, on all squares or on one and its \
             images; 100 pairs of games against each teacher with and without the change; it is kept if it does better by \
             half a standard error",
        ),
    ])
}

fn cost(plan: &Plan, results: &Results) -> Section {
    Section::new("Cost").paragraph(format!(
        "{} trainings and all games took {:.1} minutes of processor time.",
        plan.trainings().len(),
        results.cpu_seconds / 60.0,
    ))
}

fn origin(plan: &Plan, provenance: &Provenance) -> Section {
    provenance
        .section([
            Definition::new("players", format!("{} of each kind", plan.replicas)),
            Definition::new(
                "document",
                "E. V. Siegel, Edgar Learns to Play Othello, on the Edgar of A. Teller",
            ),
        ])
        .paragraph("The recipe of the Edgars by the document; the others differ from it as named.")
        .code(recipes::write(&Recipe::Edgar(plan.recipe(Variant::Ours))))
}
