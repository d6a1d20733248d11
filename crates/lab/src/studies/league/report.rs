//! The report on the closing league.

use outflank_arena::statistics::{
    Confidence, Crosstable, Interval, Pentanomial, RatingList, RatingOptions, ScoreSheet,
};

use super::fit::{Fit, fit, reach_over_opponents};
use super::{AGAINST_YARDSTICKS, DRAWN_PLIES, Division, League, Page, REPEATED, Results, YARDSTICKS, pairs};
use crate::claims::{Data, Statistic};
use crate::plot::{IntervalRow, Intervals};
use crate::report::{Cell, Column, Definition, Figure, ReportError, Section, Table};
use crate::study::{StudyError, TaskError};
use crate::{PlayerFile, shipped};

impl League {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let [one_ply, natural] = Division::ALL.map(|division| table(division, results.data));
        let (first, strongest) = (rate(&one_ply)?, rate(&natural)?);
        let lead = format!(
            "Every system's best player, the yardsticks and the benchmark agents of the documents in one round robin. \
             Every two met {} times on {} openings, each played with both colours. Looking one ply ahead, {}; with each \
             at its own strength, {}.",
            2 * self.pairs,
            self.pairs,
            leader(&one_ply, &first),
            leader(&natural, &strongest),
        );
        Ok(Page {
            title: "The league of all systems",
            lead,
            numbers: String::new(),
            sections: vec![made_again()?],
            facts: vec![
                (
                    "openings",
                    format!("{} positions after {DRAWN_PLIES} random plies, drawn from the seed", self.pairs),
                ),
                ("cost", format!("{:.0} minutes of processor time", results.done.cpu_seconds() / 60.0)),
            ],
            recipe: None,
        })
    }

    /// Ratings, crosstables and populations.
    pub(super) fn ratings(&self, data: &Data) -> Result<Vec<Section>, ReportError> {
        let [one_ply, natural] = Division::ALL.map(|division| table(division, data));
        let (first, strongest) = (rate(&one_ply)?, rate(&natural)?);
        let one_ply_section = Section::new("Everybody at one ply").paragraph(
            "Nobody looks beyond its own move: no reply is rated, no end is solved. winmeasure, as it comes with the program, \
             does both and plays among the others only.",
        );
        let natural_section = Section::new("Everybody at its own strength").paragraph(
            "What stands behind a colon is how a player looks ahead where its document says so; all others look one \
             ply ahead.",
        );
        Ok(vec![
            division(one_ply_section, "one-ply", &one_ply, &first)?.table(othello_league(self, data)?),
            division(natural_section, "natural", &natural, &strongest)?,
            populations(self, data)?,
        ])
    }
}

/// Who comes first, if that is decided whoever else is invited.
fn leader(table: &Crosstable<Pentanomial>, ratings: &RatingList) -> String {
    let reach = reach_over_opponents(table, ratings);
    match ratings.ratings() {
        [first, second, ..] if first.elo - second.elo <= reach[0].hypot(reach[1]) => {
            format!("{} and {} lead and are too close to tell apart", first.player, second.player)
        }
        [first, ..] => format!("{} comes first", first.player),
        [] => "nobody met".to_owned(),
    }
}

/// Who met whom.
fn table(division: Division, data: &Data) -> Crosstable<Pentanomial> {
    let mut table = Crosstable::new();
    for (first, second) in division.meetings() {
        if let Some(pairs) = pairs(data, &format!("{}: {first} against {second}", division.name())) {
            table.add(&first, &second, pairs).expect("nobody meets itself");
        }
    }
    table
}

fn rate(table: &Crosstable<Pentanomial>) -> Result<RatingList, ReportError> {
    table.rate(&RatingOptions::default()).map_err(|error| {
        let error = TaskError::failed(error);
        StudyError::Task { key: "ratings".to_owned(), error: error.into() }.into()
    })
}

/// Ratings as a list and a picture, and the crosstable.
fn division(
    section: Section,
    name: &str,
    results: &Crosstable<Pentanomial>,
    ratings: &RatingList,
) -> Result<Section, ReportError> {
    let columns = [
        Column::right("place"),
        Column::left("player"),
        Column::right("Elo"),
        Column::right("95 % over pairs, over opponents"),
        Column::right("points per game"),
    ];
    let mut list = Table::new("Ratings of Bradley and Terry, their mean 0", columns);
    let reach = reach_over_opponents(results, ratings);
    let mut picture = Intervals::new("Ratings", "Elo").reference("mean", 0.0)?;
    for (place, rating) in ratings.ratings().iter().enumerate() {
        list = list.row([
            (place + 1).to_string().into(),
            rating.player.as_str().into(),
            format!("{:+.0}", rating.elo).into(),
            format!("{:+.0} to {:+.0}, ± {:.0}", rating.interval.low, rating.interval.high, reach[place])
                .into(),
            format!("{:.3}", rating.score).into(),
        ])?;
        let over_opponents = Interval::around(rating.elo, reach[place]);
        picture = picture.row(IntervalRow::new(rating.player.as_str(), rating.elo, over_opponents)?);
    }
    let places = ratings.ratings().iter().enumerate();
    let columns = [Column::left("player")].into_iter();
    let columns = columns.chain(places.map(|(place, _)| Column::right((place + 1).to_string())));
    let mut cross = Table::new("Points per game of the row against the column, in per cent", columns);
    for (place, one) in ratings.ratings().iter().enumerate() {
        let cell = |other: &str| match results.between(&one.player, other).score() {
            Some(score) => Cell::from(format!("{:.0}", 100.0 * score)).shaded(score),
            None => Cell::from("—"),
        };
        let name = Cell::from(format!("{} {}", place + 1, one.player));
        let cells = ratings.ratings().iter().map(|other| cell(&other.player));
        cross = cross.row([name].into_iter().chain(cells))?;
    }
    let caption = "The ratings with their 95 % intervals over opponents: how much they hang on who was invited, by leaving \
                   each out in turn.";
    let Fit { chi_squared, freedom } = fit(results, ratings);
    let judgement = format!(
        "One number for each player does not tell who beats whom: by the ratings the meetings are off by χ² = \
         {chi_squared:.0} on {freedom} degrees of freedom, where a list that tells everything has about {freedom}. So a rating \
         has two intervals: over the pairs that were played, and over the opponents that were invited, by leaving out each \
         of them in turn. The second is the one to compare players by; the crosstable says the rest."
    );
    Ok(section
        .paragraph(judgement)
        .table(list)
        .figure(Figure::new(&format!("ratings-{name}"), caption, picture))
        .table(cross))
}

/// The scores against the standard opponent with a tenth of the moves at random.
fn othello_league(league: &League, data: &Data) -> Result<Table, ReportError> {
    let columns = [Column::left("player"), Column::right("per cent"), Column::right("95 % interval")];
    let caption = format!(
        "Othello League: {} games against SWH, both at one ply with 10 % random moves",
        2 * league.league_pairs
    );
    let mut rows = Vec::new();
    for player in Division::OnePly.players() {
        if let Some(pairs) = pairs(data, &format!("Othello League: {player}")) {
            let interval = pairs.interval(Confidence::USUAL);
            rows.extend(pairs.score().map(|score| (player, score, interval)));
        }
    }
    rows.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut table = Table::new(caption, columns);
    for (player, score, interval) in rows {
        let [value, low, high] =
            [score, interval.low, interval.high].map(|share| format!("{:.1}", 100.0 * share));
        table = table.row([player.into(), value.into(), format!("{low} to {high}").into()])?;
    }
    Ok(table)
}

/// Champions among those that were taught the same way.
fn populations(league: &League, data: &Data) -> Result<Section, ReportError> {
    let columns = [
        Column::left("player"),
        Column::right("champion"),
        Column::right("mean of others, 95 % interval"),
        Column::right("lowest to highest"),
        Column::right("champion is above"),
    ];
    let mut table = Table::new("Points a game against the yardsticks at one ply, in per cent", columns);
    let mut picture =
        Intervals::new("Champions and others taught the same way", "points a game against the yardsticks");
    for name in REPEATED {
        let Some(champion) = against_yardsticks(name, data) else { continue };
        let group = format!("replicas of {name}");
        let replicas = data.sample(&group, AGAINST_YARDSTICKS);
        let Some(mean) = Statistic::mean(&*group, AGAINST_YARDSTICKS).estimate(data) else { continue };
        let (lowest, highest) =
            replicas.iter().fold((1.0f64, 0.0f64), |(low, high), &value| (low.min(value), high.max(value)));
        let beaten = replicas.iter().filter(|&&value| value < champion).count();
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (low, high) = (percent(mean.interval().low), percent(mean.interval().high));
        table = table.row([
            name.into(),
            percent(champion).into(),
            format!("{} [{low}, {high}]", percent(mean.value())).into(),
            format!("{} to {}", percent(lowest), percent(highest)).into(),
            format!("{beaten} of {}", replicas.len()).into(),
        ])?;
        let all = Interval { low: lowest, high: highest };
        picture = picture.row(IntervalRow::new(format!("{name}, others"), mean.value(), all)?);
        picture = picture.row(IntervalRow::new(
            format!("{name}, champion"),
            champion,
            Interval::around(champion, 0.0),
        )?);
    }
    let caption = "The mean of those that were taught by the same recipe with other seeds, from the lowest to the highest of \
                   them, and the champion.";
    Ok(Section::new("Champions and populations")
        .paragraph(format!(
            "The players above were picked, some of them by their score against opponents that they meet here. So the training \
             of each was repeated {} times with other seeds and nobody was picked: this is what a recipe brings. The yardsticks \
             are {}. Everybody looks one ply ahead, from drawn openings with both colours; champions played {} games with each \
             yardstick, the others {}. Left out are those that take ten \
             minutes or more to teach (population, deep, patterns), and winmeasure, which is no player of one ply.",
            league.replicas,
            YARDSTICKS.join(", "),
            2 * league.pairs,
            2 * league.replica_pairs,
        ))
        .figure(Figure::new("populations", caption, picture))
        .table(table))
}

/// The points a game of a champion against the yardsticks, in their meetings at one ply.
fn against_yardsticks(name: &str, data: &Data) -> Option<f64> {
    let players = Division::OnePly.players();
    let champion = players.iter().find(|player| player.split(':').next() == Some(name))?;
    let mut points = 0.0;
    for yardstick in YARDSTICKS {
        points +=
            pairs(data, &format!("{}: {champion} against {yardstick}", Division::OnePly.name()))?.score()?;
    }
    Some(points / YARDSTICKS.len() as f64)
}

/// The recipes and seeds of the players that come with the program.
fn made_again() -> Result<Section, ReportError> {
    let mut section = Section::new("How to make these players again").paragraph(
        "The players that have learned come with the program. Put a recipe below into a file and teach it again with \
         outflank learn SYSTEM --recipe FILE --seed SEED: the same numbers come out.",
    );
    for player in shipped::all() {
        let file = PlayerFile::from_bytes(player.bytes).expect("tested: every shipped player can be read");
        section = section
            .heading(player.name)
            .definitions([
                Definition::new("seed", file.provenance.seed.to_string()),
                Definition::new("games", file.provenance.games.to_string()),
                Definition::new("program", file.provenance.program.as_str()),
            ])
            .code(file.provenance.recipe);
    }
    Ok(section)
}
