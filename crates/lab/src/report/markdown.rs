//! Reports as Markdown, for repositories and discussions; figures are files beside the document.

use super::{Align, Block, Cell, Emphasis, Figure, Finding, Report, Section, Span, Table, Text, Verdict};
use crate::claims::{Class, Part};
use crate::plot::markup::{is_unfit, one_line};

impl Report {
    /// The document as Markdown with tables, its figures as links to the paths that [`Report::files`] gives
    /// them.
    pub fn to_markdown(&self) -> String {
        let mut paths = self.figures().map(|(path, _)| path);
        let mut blocks = vec![format!("# {}", line(&self.title))];
        if !self.lead.spans.is_empty() {
            blocks.push(running(&self.lead));
        }
        if self.findings().next().is_some() {
            let counts = Verdict::ALL.map(|verdict| format!("{verdict}: {}", self.count(verdict)));
            blocks.push(format!("**What the document claims: {}**", counts.join(" · ")));
        }
        for section in &self.sections {
            render_section(section, &mut paths, &mut blocks);
        }
        blocks.join("\n\n") + "\n"
    }
}

fn render_section(section: &Section, paths: &mut impl Iterator<Item = String>, blocks: &mut Vec<String>) {
    blocks.push(format!("## {}", line(&section.heading)));
    for block in &section.blocks {
        blocks.push(match block {
            Block::Heading(heading) => format!("### {}", line(heading)),
            Block::Paragraph(text) => running(text),
            Block::Table(table) => render_table(table),
            Block::Figure(figure) => {
                render_figure(figure, &paths.next().expect("as many paths as figures, in the same order"))
            }
            Block::Claims(findings) => render_claims(findings),
            Block::Code(code) => fenced(code),
            Block::Definitions(definitions) => {
                let items = definitions.iter().map(|definition| {
                    format!("- **{}**: {}", line(&definition.term), running(&definition.meaning))
                });
                items.collect::<Vec<_>>().join("\n")
            }
        });
    }
}

fn render_table(table: &Table) -> String {
    let headings: Vec<String> = table.columns.iter().map(|column| line(&column.heading)).collect();
    let rules = table.columns.iter().map(|column| match column.align {
        Align::Left => "---".to_owned(),
        Align::Right => "---:".to_owned(),
    });
    let mut lines =
        vec![format!("**{}**\n", line(&table.caption)), row(&headings), row(&rules.collect::<Vec<_>>())];
    lines.extend(table.rows.iter().map(|cells| row(&cells.iter().map(render_cell).collect::<Vec<_>>())));
    lines.join("\n")
}

fn render_cell(cell: &Cell) -> String {
    let text = match cell.emphasis {
        Emphasis::Strong if !cell.text.is_empty() => format!("**{}**", line(&cell.text)),
        _ => line(&cell.text),
    };
    match &cell.note {
        Some(note) => format!("{text} ({})", line(note)),
        None => text,
    }
}

fn row(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

fn render_figure(figure: &Figure, path: &str) -> String {
    let caption = running(&figure.caption);
    format!("![{}]({path})\n\n{caption}", line(figure.plot.title()))
}

fn render_claims(findings: &[Finding]) -> String {
    let mut lines = vec![
        "| Claim | Document | Claimed | Ours | Verdict | Why |".to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(findings.iter().map(|finding| {
        let verdict = finding.verdict();
        row(&[
            match finding.class() {
                Class::Claimed => line(&finding.statement()),
                class => format!("{} \\[{class}\\]", line(&finding.statement())),
            },
            line(&finding.theirs()),
            line(&finding.decisive().map_or("—".to_owned(), |part| part.threshold.to_string())),
            line(&finding.decisive().map_or("—".to_owned(), Part::ours_in_words)),
            format!("{} **{verdict}**", verdict.sign()),
            line(&finding.why()) + &parts(finding.parts()),
        ])
    }));
    lines.join("\n")
}

/// Every number of a claim that has several.
fn parts(parts: &[Part]) -> String {
    let part = |part: &Part| {
        let printed =
            part.printed.map_or(String::new(), |_| format!("; document {}", part.printed_in_words()));
        line(&format!("{} {}: {}{printed}", part.verdict().sign(), part.name, part.ours_in_words()))
    };
    if parts.len() > 1 { parts.iter().map(|it| format!("<br>{}", part(it))).collect() } else { String::new() }
}

fn running(text: &Text) -> String {
    text.spans
        .iter()
        .map(|span| match span {
            Span::Plain(text) => line(text),
            Span::Emphasis(text) => format!("*{}*", line(text)),
            Span::Strong(text) => format!("**{}**", line(text)),
            Span::Code(text) => quoted(text),
        })
        .collect()
}

/// The text in one line, with everything escaped that Markdown would read as its own.
fn line(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => escaped.extend(['\\', letter]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '#' | '+' | '-' | '=' | '.' | ')' if starts_a_block(text, index) => {
                escaped.extend(['\\', letter])
            }
            unfit if is_unfit(unfit) => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Whether this sign would make a heading or a list of the text: one of `#+-=` at its beginning, or a stop
/// behind a number with a space to follow.
fn starts_a_block(text: &str, index: usize) -> bool {
    let (before, sign) = text.split_at(index);
    if sign.starts_with(['.', ')']) {
        let digits = before.trim_start();
        let number = !digits.is_empty() && digits.bytes().all(|letter| letter.is_ascii_digit());
        number && !sign[1..].starts_with(|letter: char| !letter.is_whitespace())
    } else {
        before.trim_start().is_empty()
    }
}

/// Code inside a line, between more backticks than it has itself.
fn quoted(code: &str) -> String {
    let code = one_line(code);
    let ticks = "`".repeat(longest_ticks(&code) + 1);
    match code.starts_with('`') || code.ends_with('`') {
        true => format!("{ticks} {code} {ticks}"),
        false => format!("{ticks}{code}{ticks}"),
    }
}

/// Code in lines of its own, between fences it cannot contain.
fn fenced(code: &str) -> String {
    let fence = "`".repeat(longest_ticks(code).max(2) + 1);
    format!("{fence}text\n{}\n{fence}", code.trim_end_matches('\n'))
}

fn longest_ticks(code: &str) -> usize {
    code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(line("a|b"), "a\\|b");
        assert_eq!(line("<script>"), "&lt;script&gt;");
        assert_eq!(line("![x](y) *z* `c` \\"), "!\\[x\\](y) \\*z\\* \\`c\\` \\\\");
        assert_eq!(line("two\nlines"), "two lines");
        assert_eq!(line("# no heading - 2.5"), "\\# no heading - 2.5");
        assert_eq!(line("1. no list"), "1\\. no list");
        assert_eq!(line("0.5 [0.4, 0.6]"), "0.5 \\[0.4, 0.6\\]");
        assert_eq!(line("7-5 1. x"), "7-5 1. x");
        assert_eq!(line("12."), "12\\.");
    }

    #[test]
    fn code_cannot_end_its_fence() {
        assert_eq!(quoted("a`b"), "``a`b``");
        assert_eq!(quoted("`"), "`` ` ``");
        assert_eq!(fenced("```\nrm\n```\n"), "````text\n```\nrm\n```\n````");
    }
}
