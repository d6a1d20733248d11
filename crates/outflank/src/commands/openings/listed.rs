//! A book as a table.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table};
use outflank_rules::openings::{Book, Opening};
use serde::Serialize;

use crate::report::{Report, plain_table};

/// The openings of a book and what is known of them.
#[derive(Debug, Serialize)]
pub struct Listed {
    openings: Vec<ListedOpening>,
    lines: usize,
    database: Option<usize>,
    depth: Option<u32>,
}

/// One opening.
#[derive(Debug, Serialize)]
struct ListedOpening {
    name: String,
    moves: String,
    kind: Option<String>,
    games: Option<u64>,
    evaluation: Option<f64>,
}

impl Listed {
    /// A book, with how many games were counted and how deep it was searched, if that was done now.
    pub fn new(book: &Book, database: Option<usize>, depth: Option<u32>) -> Self {
        let openings = book.openings().iter().map(ListedOpening::new).collect();
        Self { openings, lines: book.lines(), database, depth }
    }
}

impl ListedOpening {
    fn new(opening: &Opening) -> Self {
        Self {
            name: opening.name().to_owned(),
            moves: opening.line().to_string(),
            kind: opening.kind().map(|kind| kind.to_string()),
            games: opening.games(),
            evaluation: opening.evaluation(),
        }
    }
}

impl Report for Listed {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table: Table = plain_table();
        table.set_header(["opening", "kind", "games", "evaluation", "moves"]);
        for opening in &self.openings {
            table.add_row([
                opening.name.clone(),
                opening.kind.clone().unwrap_or_else(|| "–".to_owned()),
                opening.games.map_or_else(|| "–".to_owned(), |games| games.to_string()),
                opening.evaluation.map_or_else(|| "–".to_owned(), |value| format!("{value:+.2}")),
                opening.moves.clone(),
            ]);
        }
        for column in [2, 3] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim())?;
        }
        write!(out, "\n{} openings, {} lines in all orientations", self.openings.len(), self.lines)?;
        match self.database {
            Some(games) => writeln!(out, "; {games} games counted"),
            None => writeln!(out),
        }
    }
}
