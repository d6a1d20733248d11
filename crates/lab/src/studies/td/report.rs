//! The page of `td`: the tables beside the document's, what hangs on a reading, what was learned.

use super::published::{MISFITS, TABLES};
use super::{
    BRANCHING, Extent, FIXED, HEADLINE, Page, REDUCED, Results, SEARCH, Td, Trained, WAYS, league_of,
};
use crate::claims::{Data, Statistic, Verdict};
use crate::plot::{Curves, HeatMap};
use crate::recipes;
use crate::report::{Cell, Column, Figure, ReportError, Section, Table};
use crate::studies::page::{cost, mean_curve, numbers_table, rms};
use crate::studies::readings::less_luck;

/// What each table shows.
const CAPTIONS: [&str; 15] = [
    "all play at the ply they were trained at",
    "players at the ply they were trained at (rows) against themselves at others (columns)",
    "all play at 1 ply",
    "all play at 2 plies",
    "all play at 3 plies",
    "all play at 4 plies",
    "all play at 5 plies",
    "reduced ε, all play at 1 ply",
    "reduced ε, all play at 2 plies",
    "reduced ε, all play at 3 plies",
    "reduced ε, all play at 4 plies",
    "reduced ε, all play at 5 plies",
    "reduced against fixed ε, trained at the same ply (rows), playing at various (columns)",
    "against SWH, both playing at various plies (columns)",
    "reduced ε, against SWH, both playing at various plies (columns)",
];

impl Td {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        let branching = results.done.find::<f64>(BRANCHING)?;
        let branching = branching.map_or("unknown".to_owned(), |moves| format!("{moves:.1}"));
        let mut taught = 0;
        for (_, variant) in &variants {
            taught += variant.results::<Trained>(results.done, "train")?.len();
        }
        let of_cost = variants.iter().map(|(_, variant)| variant);
        Ok(Page {
            title: "td: how far to look ahead while learning",
            lead: format!(
                "Runarsson and Jonsson let a weighted piece counter learn Othello by temporal differences while \
                 looking 1 to 5 plies ahead, and found that looking less far ahead while learning gives better players. \
                 Their experiments were run again here: {} players, each taught by {} games of self-play, and all \
                 fifteen tables. {}",
                taught,
                self.games,
                self.main_result(results),
            ),
            numbers: format!(
                "Numbers are points; a league of two groups has 200 and one against SWH 20, as in the document, which had ten \
                 players of each kind where there are {} here ({} under another reading that was run whole or up to {} plies, and {} \
                 at more plies under others). Intervals are for 95 % and count players, not games: they say \
                 how far as many other players of each kind could be from these, by drawing the players again (bootstrap, \
                 worked out exactly; Student's t). How much sums vary is judged by leaving out one player after the other \
                 (jackknife).",
                self.replicas, self.reading_replicas, self.few_plies, self.deep_replicas,
            ),
            sections: vec![
                self.learned(results)?,
                cost(
                    results.done,
                    "train",
                    of_cost,
                    &format!(
                        "A position has {branching} legal moves on average; alpha-beta with good ordering searches far \
                         fewer a ply."
                    ),
                )?,
            ],
            facts: vec![
                (
                    "at 1 ply",
                    "players of the leagues do not notice that their own move ends the game; learners do".to_owned(),
                ),
                ("players", format!("{} of each kind under the reading that is judged by", self.replicas)),
                (
                    "document",
                    "T. P. Runarsson and E. O. Jonsson, Effect of look-ahead search depth in learning position \
                     evaluation functions for Othello using ε-greedy exploration, 2007"
                        .to_owned(),
                ),
            ],
            recipe: variants.first().map(|(_, variant)| recipes::write(&variant.recipe)),
        })
    }

    /// Whether training at 2 plies is best for deeper play, under the two readings that were run whole, in a sentence.
    fn main_result(&self, results: &Results<'_>) -> String {
        let word = |reading| {
            let claim = self.best_over_all(FIXED, reading).filter(|claim| claim.is_measured(results.data));
            match claim.map(|claim| results.judge(&claim).verdict()) {
                Some(Verdict::Replicated) => "comes out",
                Some(Verdict::NotReplicated) => "does not come out",
                Some(_) => "is undecided",
                None => "was not run to the end here",
            }
        };
        format!(
            "The main finding, train at 2 plies and play as deep as you can, hangs on what the value of a position is moved \
             towards. By the document's words that is the board “after a number of predicted moves”, the value that the search \
             brings back: then it {}. Where the search only picks the move and the value moves towards that of the position one \
             move on, it {}. That reading departs from the words and was chosen because a trial had shown it to be the nearest to \
             the tables; claims are judged by it.",
            word(SEARCH),
            word(HEADLINE),
        )
    }

    /// The main finding under every reading of the target: sums at the deepest play, and how far the leagues are from the
    /// document's.
    pub(super) fn main_finding(&self, data: &Data) -> Result<Section, ReportError> {
        let plies = self.plies;
        let columns = ["reading".to_owned()]
            .into_iter()
            .chain((1..=plies).map(|trained| format!("trained at {trained}")))
            .chain(["distance, IV–VII", "by luck", "distance, III", "by luck"].map(str::to_owned));
        let caption = format!(
            "Points of {} when all play at {plies} plies, and distances in points of 100",
            200 * (plies - 1)
        );
        let mut table = numbers_table(caption, columns);
        let dashes = |count: usize| (0..count).map(|_| Cell::from("—"));
        if plies == 5 {
            let sums = TABLES[6].true_sums().map(|sum| Cell::from(sum.to_string()));
            table = table.row([Cell::from("the document")].into_iter().chain(sums).chain(dashes(4)))?;
        }
        let mut less: Vec<String> = Vec::new();
        let readings = (0..WAYS.len()).filter(|&reading| WAYS[reading].extent != Extent::FewPlies);
        for reading in [HEADLINE].into_iter().chain(readings.filter(|reading| *reading != HEADLINE)) {
            let league = league_of(FIXED, reading, plies, plies);
            let sums = league.iter().map(|row| match self.sum(row).estimate(data) {
                Some(found) => format!("{:.0} ± {:.0}", found.value(), found.interval().width() / 2.0).into(),
                None => Cell::from("—"),
            });
            // A league has 200 points: half of it is of 100.
            // Of some leagues alone it could not be compared.
            let distances = |tables| -> Vec<(f64, f64)> {
                let printed = self.printed_under(reading, tables);
                let away = printed.iter().map(|printed| printed.distance(data));
                let away: Option<Vec<(f64, f64)>> = away.collect();
                away.unwrap_or_default()
                    .into_iter()
                    .map(|(errors, points)| (points / 2.0, points / 2.0 / errors))
                    .collect()
            };
            let shown = |values: Vec<f64>| match values.is_empty() {
                true => Cell::from("—"),
                false => format!("{:.1}", rms(&values)).into(),
            };
            let (deep, flat) = (distances(3..7), distances(2..3));
            let away = |found: &[(f64, f64)]| found.iter().map(|(away, _)| *away).collect::<Vec<_>>();
            let luck = |found: &[(f64, f64)]| {
                found.iter().map(|(_, luck)| *luck).filter(|luck| luck.is_finite()).collect::<Vec<_>>()
            };
            if !deep.is_empty() && !flat.is_empty() {
                let of = |found: &[(f64, f64)]| less_luck(&away(found), &luck(found));
                less.push(format!("{} ({:.1} and {:.1})", WAYS[reading].words, of(&deep), of(&flat)));
            }
            let ends =
                [shown(away(&deep)).strong(), shown(luck(&deep)), shown(away(&flat)), shown(luck(&flat))];
            let words = Cell::from(WAYS[reading].words);
            table = table.row([words].into_iter().chain(sums).chain(ends))?;
        }
        let section = Section::new("The main finding, by what a position is moved towards")
            .paragraph(
                "Six ways to learn, everything else being the same; a dash is what was not run. Sums are shown with half of their 95 % \
                 interval. A distance is the root of the mean square over the leagues of Tables IV to VII, all at 2 to 5 plies \
                 of play, or of Table III, at 1 ply; beside it stands what the luck of the document's ten players and of ours \
                 would make of it if they were taught in the same way. Which reading is judged by was chosen after a trial had \
                 shown it to be the nearest, before this run.",
            )
            .table(table);
        Ok(match less.is_empty() {
            true => section,
            false => section.paragraph(format!(
                "Less what luck makes, the root of the difference of the squares, Tables IV to VII and Table III are so far away \
                 in points of 100: {}. At 4 and 5 plies the last four have {} players where the first has {}: what they are near \
                 to is less sure.",
                less.join("; "),
                self.deep_replicas,
                self.replicas,
            )),
        })
    }

    /// The fifteen tables, theirs and ours.
    pub(super) fn tables(&self, data: &Data) -> Result<Section, ReportError> {
        let mut section = Section::new("The tables, theirs and ours").paragraph(errata()).folded();
        for (number, caption) in CAPTIONS.iter().enumerate() {
            section = section.table(self.table(data, number, caption)?);
        }
        Ok(section)
    }

    /// One table: for each ply of training, the document's line and ours.
    fn table(&self, data: &Data, number: usize, caption: &str) -> Result<Table, ReportError> {
        let printed = &TABLES[number];
        let mut columns = vec![Column::left("trained at"), Column::left("")];
        columns.extend((1..=self.plies).map(|plies| Column::right(format!("{plies}-ply"))));
        columns.push(Column::right("sum"));
        let mut table = Table::new(format!("Table {}: {caption}", printed.numeral), columns);
        let ours = |statistic: Statistic| match statistic.estimate(data) {
            Some(found) => {
                Cell::from(format!("{:.1} ± {:.0}", found.value(), found.interval().width() / 2.0)).strong()
            }
            None => "—".into(),
        };
        for (row, cells) in self.cells_of(number, HEADLINE).iter().enumerate() {
            let theirs = cells.iter().enumerate().map(|(column, cell)| match cell {
                Some(_) => Cell::from(printed.points[row][column].to_string()),
                None => "—".into(),
            });
            let true_sum = printed.true_sums()[row];
            let sum_of_theirs = match printed.sums {
                _ if self.plies < 5 => "—".to_owned(),
                Some(sums) if sums[row] != true_sum => format!("{} ({true_sum})", sums[row]),
                _ => true_sum.to_string(),
            };
            let head = [Cell::from(format!("{} ply", row + 1)), "document".into()];
            table = table.row(head.into_iter().chain(theirs).chain([sum_of_theirs.into()]))?;
            let of_cell = |cell: &Option<_>| cell.map_or("—".into(), |cell| ours(self.sum(&[Some(cell)])));
            let head = [Cell::from(""), Cell::from("ours").strong()];
            table = table
                .row(head.into_iter().chain(cells.iter().map(of_cell)).chain([ours(self.sum(cells))]))?;
        }
        Ok(table)
    }

    /// What was learned: weights as pictures, and how the players grew.
    fn learned(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut section = Section::new("What was learned").folded();
        for (rate, name) in [(FIXED, "fixed"), (REDUCED, "reduced")] {
            let words = format!("{name} ε");
            let mut map = HeatMap::new(format!("Mean weights of the players, {words}"));
            let title = format!("Score in the Othello League, {words}");
            let mut curves = Curves::new(title, "games learned", "score at 1 ply").reference("SWH", 0.5)?;
            for (group, variant) in self.variants() {
                let trained: Vec<Trained> = variant.results(results.done, "train")?;
                if (group.rate, group.reading) != (rate, HEADLINE) || trained.is_empty() {
                    continue;
                }
                let name = format!("{}-ply", group.plies);
                let mean = |square: usize| {
                    trained.iter().map(|player| player.weights[square]).sum::<f64>() / trained.len() as f64
                };
                map = map.board(&name, std::array::from_fn(mean))?;
                let points = trained.iter().flat_map(|player| player.curve.iter().copied());
                curves = curves.series(mean_curve(name, points)?);
            }
            section = section
                .figure(Figure::new(
                    &format!("weights-{name}"),
                    format!("The weights learned with {words}, averaged over the players of each ply, from Black's side."),
                    map,
                ))
                .figure(Figure::new(
                    &format!("curves-{name}"),
                    format!(
                        "The score of the players at 1 ply against SWH at 1 ply, both with 10 % random moves, while they \
                         learned with {words}: mean of the players and 95 % interval of the mean. Those that look further \
                         ahead while learning are not made to play at 1 ply."
                    ),
                    curves,
                ));
        }
        Ok(section)
    }
}

/// Where the print is wrong.
fn errata() -> String {
    let sums = TABLES.iter().flat_map(|table| {
        table.errata().into_iter().map(|row| {
            let printed = table.sums.expect("what is not printed is not wrong")[row];
            format!("{} prints {printed} for {} at {} ply", table.numeral, table.true_sums()[row], row + 1)
        })
    });
    let misfits = MISFITS.iter().map(|&(numeral, row, column)| {
        format!("the cells {row} and {column} of {numeral} do not add up to 200")
    });
    let all: Vec<_> = sums.chain(misfits).collect();
    format!(
        "Points of 200 games (20 against SWH), with 95 % intervals of ours. Where the document's sums are not those of \
         its cells, the printed sum stands first and the corrected one in brackets: {}. Section IV-E means Table XIII \
         where it says XV.",
        all.join("; ")
    )
}
