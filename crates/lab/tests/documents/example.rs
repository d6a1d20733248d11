//! A small report with everything in it. Its numbers are made up, by formulas below.

use outflank_arena::statistics::Interval;
use outflank_lab::plot::{Curves, HeatMap, IntervalRow, Intervals, Series};
use outflank_lab::report::{
    Cell, Column, Definition, Estimate, Figure, Finding, Report, Section, Table, Text, Threshold,
};
use outflank_rules::Square;

pub fn curves() -> Curves {
    let learning = |name: &str, best: f64, speed: f64| {
        let score = move |game: f64| best - (best - 0.05) / (1.0 + game / speed);
        let games = || (0..=12).map(|step| f64::from(step) * 2_500.0);
        let band = games().map(move |game| Interval::around(score(game), 0.04));
        Series::new(name, games().map(|game| (game, score(game))))
            .expect("numbers")
            .with_band(band)
            .expect("as many")
    };
    Curves::new("Learning against the positional player", "games of self-play", "score")
        .series(learning("one-ply search", 0.78, 4_000.0))
        .series(learning("two-ply search", 0.86, 7_000.0))
        .reference("as good as the opponent", 0.5)
        .expect("a number")
}

pub fn heat_map() -> HeatMap {
    let worth = |scale: f64| {
        let mut squares = [0.0; 64];
        for square in Square::all() {
            let from_edge = |line: usize| line.min(7 - line);
            let (near, far) = {
                let (a, b) = (from_edge(square.column()), from_edge(square.row()));
                (a.min(b), a.max(b))
            };
            squares[square.index()] = scale
                * match (near, far) {
                    (0, 0) => 1.0,
                    (0, 1) => -0.25,
                    (1, 1) => -0.5,
                    (0, _) => 0.1,
                    (1, _) => -0.05,
                    _ => 0.01,
                };
        }
        squares
    };
    let map = HeatMap::new("What the squares are worth");
    map.board("theirs", worth(1.0)).and_then(|map| map.board("ours", worth(0.83))).expect("numbers")
}

pub fn intervals() -> Intervals {
    let row = |label: &str, value: f64, low: f64, high: f64| {
        IntervalRow::new(label, value, Interval { low, high }).expect("numbers")
    };
    Intervals::new("Ratings", "Elo above the positional player")
        .row(row("two-ply search", 187.0, 161.0, 216.0))
        .row(row("one-ply search", 42.0, -3.0, 88.0))
        .row(row("a learner with quite a long name and options", -120.0, -171.0, -74.0))
        .row(row("unbeaten", 310.0, 240.0, f64::INFINITY))
        .reference("equal", 0.0)
        .expect("a number")
}

pub fn findings() -> [Finding; 4] {
    let estimate = |value, low, high| Estimate::new(value, Interval { low, high }).expect("an estimate");
    [
        Finding::new(
            "Learning by self-play beats the positional player",
            "0.86",
            Threshold::above(0.5),
            Some(estimate(0.8213, 0.8012, 0.8414)),
        )
        .because("The whole interval lies above one half."),
        Finding::new(
            "It passes one half within 5,000 games",
            "about 4,000 games",
            Threshold::below(5_000.0),
            Some(estimate(6_900.0, 6_100.0, 7_700.0)),
        )
        .because("Every run needed more games than that."),
        Finding::new(
            "Two-ply search learns better than one-ply search",
            "+0.08",
            Threshold::above(0.0),
            Some(estimate(0.021, -0.014, 0.056)),
        )
        .because("The interval contains nought: ten runs are too few to tell."),
        Finding::new(
            "It beats the reference program at depth 8",
            "12 of 20",
            Threshold::between(0.4, 0.8),
            None,
        )
        .because("That program is not to be had."),
    ]
}

pub fn report() -> Report {
    let table = Table::new(
        "Score against fixed players, 1,000 pairs each",
        [Column::left("player"), Column::right("theirs"), Column::right("ours"), Column::right("95 %")],
    )
    .row(["positional".into(), "0.86".into(), Cell::from("0.821").strong(), "0.801–0.841".into()])
    .and_then(|table| table.row(["random".into(), "—".into(), "0.993".into(), "0.989–0.996".into()]))
    .and_then(|table| {
        let few = Cell::from("0.41").note("200 pairs only");
        table.row(["searching three plies".into(), "0.55".into(), few, "0.35–0.47".into()])
    })
    .expect("four cells each");
    Report::new("Learning by self-play, repeated")
        .lead("An example of a report: every kind of block, with numbers that nobody measured.")
        .section(
            Section::new("Claims")
                .paragraph(
                    Text::from("Each claim is decided by its interval ")
                        .emphasis("alone")
                        .plain(": entirely on the claimed side it is ")
                        .strong("replicated")
                        .plain(". Games were played by ")
                        .code("td:depth=2,epsilon=0.1")
                        .plain("."),
                )
                .claims(findings()),
        )
        .section(
            Section::new("Learning curves")
                .figure(Figure::new("learning", "Mean of ten runs; the band is a 95 % interval.", curves()))
                .table(table),
        )
        .section(
            Section::new("What was learned")
                .heading("Worth of squares")
                .figure(Figure::new("squares", "Blue is good to have, orange is not.", heat_map()))
                .heading("Strength")
                .figure(Figure::new("ratings", "Ratings with 95 % intervals.", intervals())),
        )
        .section(
            Section::new("How it was done")
                .definitions([
                    Definition::new("pair", "Two games from one opening, colours exchanged."),
                    Definition::new("seed", Text::default().code("20261")),
                ])
                .code("[learn]\nsystem = \"td\"\ngames = 30000\n"),
        )
}
