//! The fifteen tables, theirs and ours.

use outflank_learn::td::study::{self, Draw, MISFITS, Plan, TABLES};

use super::{ReportError, Results};
use crate::report::{Cell, Column, Section, Table};

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

pub(super) fn section(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let mut section = Section::new("The tables, theirs and ours").paragraph(errata());
    for (number, caption) in CAPTIONS.iter().enumerate() {
        if let Some(table) = table(plan, results, number, caption)? {
            section = section.table(table);
        }
    }
    Ok(section)
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

/// One table: for each ply of training, the document's line and ours.
fn table(plan: &Plan, results: &Results, number: usize, caption: &str) -> Result<Option<Table>, ReportError> {
    let printed = &TABLES[number];
    let rows = plan.cells_of(number);
    if rows.iter().flatten().flatten().all(|&cell| results.leagues.points(cell).is_none()) {
        return Ok(None);
    }
    let mut columns = vec![Column::left("trained at"), Column::left("")];
    columns.extend((1..=plan.plies).map(|plies| Column::right(format!("{plies}-ply"))));
    columns.push(Column::right("sum"));
    let mut table = Table::new(format!("Table {}: {caption}", printed.numeral), columns);
    let shown = plan.plies as usize;
    for (row, cells) in rows.iter().enumerate() {
        let is_whole = shown == 5;
        let theirs = (0..shown).map(|column| match cells[column] {
            Some(_) => Cell::from(printed.points[row][column].to_string()),
            None => Cell::from("—"),
        });
        let true_sum = printed.true_sums()[row];
        let sum = match printed.sums {
            _ if !is_whole => "—".to_owned(),
            Some(sums) if sums[row] != true_sum => format!("{} ({true_sum})", sums[row]),
            _ => true_sum.to_string(),
        };
        let head = [Cell::from(format!("{} ply", row + 1)), Cell::from("document")];
        table = table.row(head.into_iter().chain(theirs).chain([Cell::from(sum)]))?;

        let ours = (0..shown).map(|column| match cells[column] {
            Some(cell) => measured(results, |draw| draw.points(cell)),
            None => Cell::from("—"),
        });
        let sum = measured(results, |draw| cells.iter().flatten().map(|&cell| draw.points(cell)).sum());
        let head = [Cell::from(""), Cell::from("ours").strong()];
        table = table.row(head.into_iter().chain(ours).chain([sum]))?;
    }
    Ok(Some(table))
}

/// A number of ours with its interval.
fn measured(results: &Results, statistic: impl Fn(&Draw<'_>) -> Option<f64>) -> Cell {
    match results.leagues.estimate(statistic) {
        Some(study::Estimate { value, interval }) => {
            Cell::from(format!("{value} ± {:.0}", interval.width() / 2.0)).strong()
        }
        None => Cell::from("—"),
    }
}
