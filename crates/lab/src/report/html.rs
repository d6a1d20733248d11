//! Reports as one HTML file that needs nothing else: style and figures inside, no scripts.
//!
//! The markup is also well-formed XML, so that a test can parse what browsers would silently repair.

use std::cell::Cell as Counter;

use maud::{Markup, PreEscaped, html};

use super::{
    Align, Block, Cell, Definition, Emphasis, Figure, Finding, Report, Section, Span, Table, Text, Verdict,
};
use crate::claims::{Class, Part};
use crate::plot::markup::is_unfit;

const STYLE: &str = include_str!("html/style.css");

impl Report {
    /// The document as one HTML file.
    pub fn to_html(&self) -> String {
        let paint = |figure: &Figure| figure.plot.to_svg();
        let page = Page::new(Anchors::Set, &paint);
        // Empty elements are closed, which browsers pass over and XML needs.
        let head = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
                    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
                    <meta name=\"color-scheme\" content=\"light dark\"/>\n";
        let body = html! { title { (self.title) } style { "\n" (PreEscaped(STYLE)) } };
        let main = html! { main { (page.report(self)) } };
        visible(format!("{head}{}\n</head>\n<body>\n{}\n</body>\n</html>\n", body.0, main.0))
    }

    /// The document as HTML to stand inside a page that has styles of its own for it, and draws its figures
    /// itself.
    pub fn to_markup(&self, paint: &dyn Fn(&Figure) -> String) -> String {
        visible(Page::new(Anchors::Set, paint).report(self).0)
    }
}

impl Section {
    /// The section as HTML to stand inside a page that has styles of its own for it, and draws its figures
    /// itself. Nothing in it has a name to be linked to, so that several can stand on one page.
    pub fn to_markup(&self, paint: &dyn Fn(&Figure) -> String) -> String {
        visible(Page::new(Anchors::Left, paint).section(self, 1).0)
    }
}

/// The markup without letters that do something other than be seen.
fn visible(mut markup: String) -> String {
    markup.retain(|letter| letter == '\n' || letter == '\t' || !is_unfit(letter));
    markup
}

/// How many figures and tables are on the page so far, and who draws figures.
struct Page<'a> {
    figures: Counter<usize>,
    tables: Counter<usize>,
    anchors: Anchors,
    paint: &'a dyn Fn(&Figure) -> String,
}

/// Whether sections and figures have names that links lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchors {
    Set,
    Left,
}

impl<'a> Page<'a> {
    fn new(anchors: Anchors, paint: &'a dyn Fn(&Figure) -> String) -> Self {
        Self { figures: Counter::new(0), tables: Counter::new(0), anchors, paint }
    }

    fn report(&self, report: &Report) -> Markup {
        html! {
            header {
                h1 { (report.title) }
                @if !report.lead.spans.is_empty() { p.lead { (running(&report.lead)) } }
                (counts(report))
            }
            // Links to the sections, where there are enough to get lost.
            @if report.sections.len() >= 3 {
                nav aria-label="Contents" {
                    ol {
                        @for (index, section) in report.sections.iter().enumerate() {
                            li { a href={ "#section-" (index + 1) } { (section.heading) } }
                        }
                    }
                }
            }
            @for (index, section) in report.sections.iter().enumerate() { "\n" (self.section(section, index + 1)) }
        }
    }

    fn section(&self, section: &Section, number: usize) -> Markup {
        let blocks = html! { @for block in &section.blocks { "\n" (self.block(block)) } };
        let (id, label) = match self.anchors {
            Anchors::Set => (Some(format!("section-{number}")), None),
            Anchors::Left => (None, Some(&section.heading)),
        };
        let heading = html! { h2 { (section.heading) } };
        html! {
            section id=[id] aria-label=[label] {
                @if section.folded {
                    details { summary { (heading) } (blocks) }
                } @else {
                    (heading) (blocks)
                }
            }
        }
    }

    fn block(&self, block: &Block) -> Markup {
        match block {
            Block::Heading(heading) => html! { h3 { (heading) } },
            Block::Paragraph(text) => html! { p { (running(text)) } },
            Block::Table(table) => self.table(table),
            Block::Figure(figure) => self.figure(figure),
            Block::Claims(findings) => claims(findings),
            Block::Code(code) => html! { pre tabindex="0" { code { (code) } } },
            Block::Definitions(definitions) => html! {
                dl.definitions {
                    @for Definition { term, meaning } in definitions {
                        div { dt { (term) } dd { (running(meaning)) } }
                    }
                }
            },
        }
    }

    fn table(&self, table: &Table) -> Markup {
        self.tables.set(self.tables.get() + 1);
        let name = format!("Table {}", self.tables.get());
        // Wide tables are moved inside their frame, by keyboard too, and the page stays as it is.
        html! {
            div.wide role="group" aria-label=(name) tabindex="0" {
                table {
                    caption { b { (name) "." } " " (table.caption) }
                    thead {
                        tr {
                            @for column in &table.columns {
                                @if column.heading.is_empty() { td {} } @else {
                                    th scope="col" class=[aligned(column.align)] { (column.heading) }
                                }
                            }
                        }
                    }
                    tbody {
                        @for row in &table.rows {
                            "\n"
                            tr {
                                @for (index, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
                                    @if index == 0 && !cell.text.is_empty() {
                                        th scope="row" class=[aligned(column.align)] { (in_cell(cell)) }
                                    } @else {
                                        td class=[class_of(cell, column.align)] { (in_cell(cell)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn figure(&self, figure: &Figure) -> Markup {
        self.figures.set(self.figures.get() + 1);
        let number = self.figures.get();
        let id = (self.anchors == Anchors::Set).then(|| format!("figure-{number}"));
        html! {
            figure id=[id] {
                div.wide role="group" aria-label={ "Figure " (number) } tabindex="0" {
                    (PreEscaped((self.paint)(figure)))
                }
                figcaption { b { "Figure " (number) "." } " " (running(&figure.caption)) }
            }
        }
    }
}

/// The verdicts at a glance.
fn counts(report: &Report) -> Markup {
    html! {
        @if report.findings().next().is_some() {
            ul.counts {
                @for verdict in Verdict::ALL {
                    li class=(verdict.class()) {
                        strong { (report.count(verdict)) } " " (verdict.sign()) " " (verdict)
                    }
                }
            }
        }
    }
}

fn claims(findings: &[Finding]) -> Markup {
    html! {
        ol.claims {
            @for finding in findings {
                @let verdict = finding.verdict();
                @let why = finding.why();
                "\n"
                li class=(verdict.class()) {
                    p.verdict { span aria-hidden="true" { (verdict.sign()) } " " (verdict) }
                    p.statement {
                        (finding.statement())
                        @if finding.class() != Class::Claimed { " " small { "[" (finding.class()) "]" } }
                    }
                    dl {
                        div { dt { "Document" } dd { (finding.theirs()) } }
                        @if let Some(part) = finding.decisive() {
                            div { dt { "Claimed" } dd { (part.threshold) } }
                            div { dt { "Ours" } dd { (part.ours_in_words()) } }
                        }
                    }
                    @if !why.is_empty() { p.why { (why) } }
                    @if finding.parts().len() > 1 { (parts(finding.parts())) }
                }
            }
        }
    }
}

/// Every number of a claim that has several.
fn parts(parts: &[Part]) -> Markup {
    html! {
        details {
            summary { "All " (parts.len()) " numbers" }
            ul.parts {
                @for part in parts {
                    li class=(part.verdict().class()) {
                        span aria-hidden="true" { (part.verdict().sign()) } " " (part.name) ": "
                        strong { (part.ours_in_words()) } ", " (part.threshold)
                        @if part.printed.is_some() { "; document " (part.printed_in_words()) }
                    }
                }
            }
        }
    }
}

fn in_cell(cell: &Cell) -> Markup {
    html! {
        @match cell.emphasis {
            Emphasis::None => (cell.text),
            Emphasis::Strong => strong { (cell.text) },
        }
        @if let Some(note) = &cell.note { " " small { (note) } }
    }
}

fn running(text: &Text) -> Markup {
    html! {
        @for span in &text.spans {
            @match span {
                Span::Plain(text) => (text),
                Span::Emphasis(text) => em { (text) },
                Span::Strong(text) => strong { (text) },
                Span::Code(text) => code { (text) },
            }
        }
    }
}

/// How styles name the cell: by where it is held, and how it is coloured.
fn class_of(cell: &Cell, align: Align) -> Option<String> {
    let shade = cell.shade.map(|shade| format!("heat-{}", shade.min(10)));
    let words: Vec<String> = aligned(align).map(str::to_owned).into_iter().chain(shade).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn aligned(align: Align) -> Option<&'static str> {
    match align {
        Align::Left => None,
        Align::Right => Some("number"),
    }
}
