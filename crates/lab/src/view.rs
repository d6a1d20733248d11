//! What a model has learned, for people to see: a section of a document, which the program shows in a terminal and
//! on pages, and reports take over.

mod curves;
mod pictures;

use outflank_engine::tree::Outlook;
use outflank_learn::view::{Block, Boards, Lines, Listing, Shade, View};
use outflank_learn::winmeasure::{self, Middle, Summary};
use outflank_learn::{Explanation, Model, edgar, value_matrix};
use outflank_rules::Square;

use crate::plot::{Curves, HeatMap, PlotError, Series, Shading};
use crate::report::{Cell, Column, Definition, Figure, ReportError, Section, Table};

pub use curves::of_curves;

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    let View { title, blocks } = model.view();
    let section =
        blocks.into_iter().try_fold(Section::new(title), |section, block| -> Result<_, ReportError> {
            Ok(match block {
                Block::Text(text) => section.paragraph(text),
                Block::Boards(boards) => section.figure(figure(&boards)?),
                Block::Lines(lines) => {
                    section.figure(Figure::new(lines.name, lines.caption.clone(), curves_of(&lines)?))
                }
                Block::Listing(listing) => section.table(table(&listing)?),
                Block::Terms(terms) => section
                    .definitions(terms.into_iter().map(|(term, meaning)| Definition::new(term, meaning))),
            })
        })?;
    Ok(match pictures::of(model)? {
        Some(picture) => section.figure(picture),
        None => section,
    })
}

fn figure(boards: &Boards) -> Result<Figure, ReportError> {
    Ok(Figure::new(boards.name, boards.caption.clone(), heat_map(boards)?))
}

fn heat_map(boards: &Boards) -> Result<HeatMap, PlotError> {
    let shading = match boards.shade {
        Shade::Even => Shading::default(),
        Shade::Root => Shading::Root,
    };
    let empty = HeatMap::new(&boards.title).shaded(shading);
    boards.boards.iter().try_fold(empty, |map, (name, squares)| map.board(name, *squares))
}

fn curves_of(lines: &Lines) -> Result<Curves, PlotError> {
    let [x, y] = lines.axes;
    lines.lines.iter().try_fold(Curves::new(&lines.title, x, y), |curves, (name, points)| {
        Ok(curves.series(Series::new(name, points.iter().copied())?))
    })
}

fn table(listing: &Listing) -> Result<Table, ReportError> {
    let column = |(place, heading): (usize, &String)| match place {
        0 => Column::left(heading),
        _ => Column::right(heading),
    };
    let empty = Table::new(&listing.caption, listing.columns.iter().enumerate().map(column));
    let row =
        |table: Table, cells: &Vec<String>| table.row(cells.iter().map(|cell| Cell::from(cell.as_str())));
    Ok(listing.rows.iter().try_fold(empty, row)?)
}

/// Why a model would make which move: a row for each, with what every part adds to its value.
pub fn of_explanation(explanation: &Explanation) -> Result<Section, ReportError> {
    let names = explanation.moves.iter().map(|explained| &explained.parts).max_by_key(|parts| parts.len());
    let names: Vec<&str> = names.into_iter().flatten().map(|part| part.name).collect();
    let columns = [Column::left("move"), Column::right("value")]
        .into_iter()
        .chain(names.iter().map(|name| Column::right(*name)))
        .chain([Column::left("expected play")]);
    let plies = match explanation.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let caption = match names.is_empty() {
        true => format!("The moves and their values for the mover, {plies} ahead, in the player's own unit"),
        false => format!("The moves, {plies} ahead, and what each part adds to their values"),
    };
    let mut table = Table::new(caption, columns);
    for explained in &explanation.moves {
        let part = |name: &&str| explained.parts.iter().find(|part| part.name == *name);
        let parts = names
            .iter()
            .map(|name| part(name).map_or("—".to_owned(), |part| format!("{:+.3}", part.value)));
        let cells = [explained.square.to_string(), explained.value.to_string()].into_iter().chain(parts);
        let line: Vec<String> = explained.line.iter().map(ToString::to_string).collect();
        table = table.row(cells.chain([line.join(" ")]).map(Cell::from))?;
    }
    Ok(Section::new("Why these moves").table(table))
}

/// What a tree search found about the moves of a position.
pub fn of_outlook(outlook: &Outlook) -> Result<Section, ReportError> {
    let columns = [
        Column::left("move"),
        Column::right("visits"),
        Column::right("value"),
        Column::right("before"),
        Column::right("after"),
        Column::left("most visited play"),
    ];
    let caption = format!(
        "A tree search of {} simulations, {} plies deep at most: how often each move was visited, what it is worth to the mover in \
         discs, and how likely it was before the search and is after it",
        outlook.simulations, outlook.depth
    );
    let mut table = Table::new(caption, columns);
    for branch in &outlook.branches {
        let line: Vec<String> = branch.line.iter().map(ToString::to_string).collect();
        let cells = [
            branch.placement.square().to_string(),
            branch.visits.to_string(),
            branch.value.map_or("—".to_owned(), |value| format!("{:+.1}", 64.0 * value)),
            format!("{:.1} %", 100.0 * branch.prior),
            format!("{:.1} %", 100.0 * branch.policy),
            line.join(" "),
        ];
        table = table.row(cells.map(Cell::from))?;
    }
    Ok(Section::new("What the search found").table(table))
}

/// A picture of 64 weights, from the side of whose discs they are.
pub fn of_weights(weights: [f64; 64]) -> Result<Figure, ReportError> {
    figure(&Boards::of_weights(weights))
}

/// Sixty boards, one for each time of a game, in colours by the root of their values.
pub fn of_times(title: &str, squares: impl Fn(usize) -> [f64; 64]) -> Result<HeatMap, PlotError> {
    heat_map(&edgar::view::of_times(title, squares))
}

/// What the kinds of squares are worth through the game, by a function that says what some squares are worth
/// on average at each time.
pub fn through_the_game(
    title: &str,
    worth: impl Fn(&[Square]) -> [f64; edgar::TIMES],
) -> Result<Curves, PlotError> {
    curves_of(&edgar::view::through_the_game(title, worth))
}

/// Matrices beside the document's own and Korman's, each as a share of its own largest value.
pub fn beside_the_printed<'a>(
    matrices: impl IntoIterator<Item = (&'a str, [f64; 64])>,
) -> Result<HeatMap, PlotError> {
    heat_map(&value_matrix::view::beside_the_printed(matrices))
}

/// The rules of a phase from both ends.
pub(crate) fn of_rules(summary: &Summary, phase: Middle) -> Result<Table, ReportError> {
    table(&winmeasure::view::rules(summary, phase))
}
