//! Sections as lines for a terminal.

use comfy_table::{CellAlignment, ContentArrangement, presets};

use super::{Align, Block, Cell, Finding, Section, Span, Table, Text};
use crate::claims::Part;
use crate::plot::Terminal;
use crate::plot::markup::one_line;

impl Section {
    /// The section as lines of text, all of them ended, with an empty line between its blocks. Tables are
    /// as wide as they need.
    pub fn to_terminal(&self, terminal: Terminal) -> String {
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Heading(heading) => one_line(heading) + "\n",
            Block::Paragraph(text) => wrap(&running(text), "", terminal.columns),
            Block::Table(table) => table_lines(table),
            Block::Figure(figure) => figure.plot.to_terminal(terminal),
            Block::Claims(findings) => {
                findings.iter().map(|finding| claim_lines(finding, terminal.columns)).collect()
            }
            Block::Code(code) => code.lines().map(|line| format!("  {}\n", one_line(line))).collect(),
            Block::Definitions(definitions) => definitions
                .iter()
                .map(|definition| {
                    let text = format!("{}: {}", one_line(&definition.term), running(&definition.meaning));
                    wrap(&text, "  ", terminal.columns)
                })
                .collect(),
        });
        blocks.collect::<Vec<String>>().join("\n")
    }
}

fn claim_lines(finding: &Finding, columns: usize) -> String {
    let verdict = finding.verdict();
    let ours = finding.decisive().map_or("not measured".to_owned(), Part::ours_in_words);
    let text = format!("{} {verdict}: {} ({ours})", verdict.sign(), finding.statement());
    wrap(&one_line(text), "  ", columns)
}

/// A table of columns with nothing but blanks between.
fn table_lines(table: &Table) -> String {
    let mut drawn = comfy_table::Table::new();
    drawn.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    drawn.set_header(table.columns.iter().map(|column| one_line(&column.heading)));
    drawn.add_rows(table.rows.iter().map(|cells| cells.iter().map(cell_text)));
    for (column, drawn) in table.columns.iter().zip(drawn.column_iter_mut()) {
        drawn.set_padding((0, 2));
        drawn.set_cell_alignment(match column.align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    let lines = drawn.lines().map(|line| line.trim_end().to_owned() + "\n");
    [one_line(&table.caption) + "\n"].into_iter().chain(lines).collect()
}

fn cell_text(cell: &Cell) -> String {
    match &cell.note {
        Some(note) => one_line(format!("{} ({note})", cell.text)),
        None => one_line(&cell.text),
    }
}

fn running(text: &Text) -> String {
    let words = text.spans.iter().map(|span| match span {
        Span::Plain(text) | Span::Emphasis(text) | Span::Strong(text) | Span::Code(text) => text.as_str(),
    });
    one_line(words.collect::<String>())
}

/// The text in lines that fit, those after the first indented.
fn wrap(text: &str, indent: &str, columns: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let room = columns.saturating_sub(line.chars().count() + 1);
        if !line.trim().is_empty() && word.chars().count() > room {
            lines += &line;
            lines.push('\n');
            line = indent.to_owned();
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Ink;
    use crate::report::{Column, Definition};

    #[test]
    fn blocks_become_lines() {
        let table = Table::new("Scores", [Column::left("player"), Column::right("score")])
            .row(["td".into(), "0.71".into()])
            .and_then(|table| table.row(["random".into(), Cell::from("0.2").note("few")]))
            .expect("two columns");
        let section = Section::new("Not shown: the caller has its own")
            .paragraph("one two three four")
            .table(table)
            .definitions([Definition::new("seed", "1")]);
        let terminal = Terminal { columns: 9, rows: 5, ink: Ink::Plain };
        assert_eq!(
            section.to_terminal(terminal),
            "one two\nthree\nfour\n\nScores\nplayer      score\ntd           0.71\nrandom  0.2 (few)\n\nseed: 1\n"
        );
    }

    #[test]
    fn no_control_character_gets_through() {
        let section = Section::new("x").paragraph("a\u{1b}[31mb").code("c\u{7}d");
        let text = section.to_terminal(Terminal { columns: 80, rows: 5, ink: Ink::Plain });
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
}
