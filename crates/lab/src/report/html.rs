//! Reports as one HTML file that needs nothing else: style and figures inside, no scripts.
//!
//! The markup is also well-formed XML, so that a test can parse what browsers would silently repair.

use super::{
    Align, Block, Cell, Definition, Emphasis, Figure, Finding, Report, Section, Span, Table, Text, Verdict,
};
use crate::plot::markup::{escape, is_unfit};

const STYLE: &str = include_str!("html/style.css");

impl Report {
    /// The document as one HTML file.
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let paint = |figure: &Figure| figure.plot.to_svg();
        let mut page = Page::new(&paint);
        page.push(&format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>"
        ));
        self.render(&mut page);
        page.push("</main>\n</body>\n</html>");
        page.finish()
    }

    /// The document as HTML to stand inside a page that has styles of its own for it, and draws its figures
    /// itself.
    pub fn to_markup(&self, paint: &dyn Fn(&Figure) -> String) -> String {
        let mut page = Page::new(paint);
        self.render(&mut page);
        page.finish()
    }

    fn render(&self, page: &mut Page<'_>) {
        page.push(&format!("<header>\n<h1>{}</h1>", escape(&self.title)));
        if !self.lead.spans.is_empty() {
            page.push(&format!("<p class=\"lead\">{}</p>", running(&self.lead)));
        }
        self.render_counts(page);
        page.push("</header>");
        self.render_contents(page);
        for (index, section) in self.sections.iter().enumerate() {
            page.render_section(section, index + 1);
        }
    }

    /// The verdicts at a glance.
    fn render_counts(&self, page: &mut Page<'_>) {
        if self.findings().next().is_none() {
            return;
        }
        page.push("<ul class=\"counts\">");
        for verdict in Verdict::ALL {
            let count = self.count(verdict);
            page.push(&format!(
                "<li class=\"{}\"><strong>{count}</strong> {} {verdict}</li>",
                class(verdict),
                verdict.sign()
            ));
        }
        page.push("</ul>");
    }

    /// Links to the sections, where there are enough to get lost.
    fn render_contents(&self, page: &mut Page<'_>) {
        if self.sections.len() < 3 {
            return;
        }
        page.push("<nav aria-label=\"Contents\">\n<ol>");
        for (index, section) in self.sections.iter().enumerate() {
            page.push(&format!(
                "<li><a href=\"#section-{}\">{}</a></li>",
                index + 1,
                escape(&section.heading)
            ));
        }
        page.push("</ol>\n</nav>");
    }
}

impl Section {
    /// The section as HTML to stand inside a page that has styles of its own for it, and draws its figures
    /// itself. Nothing in it has a name to be linked to, so that several can stand on one page.
    pub fn to_markup(&self, paint: &dyn Fn(&Figure) -> String) -> String {
        let mut page = Page { anchors: Anchors::Left, ..Page::new(paint) };
        page.render_section(self, 1);
        page.finish()
    }
}

/// The page as far as it is written, and how many figures and tables are on it.
struct Page<'a> {
    html: String,
    figures: usize,
    tables: usize,
    anchors: Anchors,
    /// What draws a figure.
    paint: &'a dyn Fn(&Figure) -> String,
}

/// Whether sections and figures have names that links lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchors {
    Set,
    Left,
}

impl<'a> Page<'a> {
    fn new(paint: &'a dyn Fn(&Figure) -> String) -> Self {
        Self { html: String::new(), figures: 0, tables: 0, anchors: Anchors::Set, paint }
    }

    /// The markup, without letters that do something other than be seen.
    fn finish(mut self) -> String {
        self.html.retain(|letter| letter == '\n' || letter == '\t' || !is_unfit(letter));
        self.html
    }

    fn push(&mut self, line: &str) {
        self.html.push_str(line);
        self.html.push('\n');
    }

    fn render_section(&mut self, section: &Section, number: usize) {
        let heading = escape(&section.heading);
        self.push(&match self.anchors {
            Anchors::Set => format!(
                "<section id=\"section-{number}\" aria-labelledby=\"heading-{number}\">\n\
                 <h2 id=\"heading-{number}\">{heading}</h2>"
            ),
            Anchors::Left => format!("<section aria-label=\"{heading}\">\n<h2>{heading}</h2>"),
        });
        for block in &section.blocks {
            match block {
                Block::Heading(heading) => self.push(&format!("<h3>{}</h3>", escape(heading))),
                Block::Paragraph(text) => self.push(&format!("<p>{}</p>", running(text))),
                Block::Table(table) => self.render_table(table),
                Block::Figure(figure) => self.render_figure(figure),
                Block::Claims(findings) => self.render_claims(findings),
                Block::Code(code) => {
                    self.push(&format!("<pre tabindex=\"0\"><code>{}</code></pre>", escape(code)));
                }
                Block::Definitions(definitions) => self.render_definitions(definitions),
            }
        }
        self.push("</section>");
    }

    fn render_table(&mut self, table: &Table) {
        self.tables += 1;
        // Wide tables are moved inside their frame, by keyboard too, and the page stays as it is.
        self.push(&format!(
            "<div class=\"wide\" role=\"group\" aria-label=\"Table {0}\" tabindex=\"0\">\n<table>\n\
             <caption><b>Table {0}.</b> {1}</caption>\n<thead>\n<tr>",
            self.tables,
            escape(&table.caption)
        ));
        for column in &table.columns {
            let align = aligned(column.align);
            self.push(&format!("<th scope=\"col\"{align}>{}</th>", escape(&column.heading)));
        }
        self.push("</tr>\n</thead>\n<tbody>");
        for row in &table.rows {
            self.push("<tr>");
            for (index, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
                let (align, content) = (aligned(column.align), render_cell(cell));
                self.push(&match index {
                    0 => format!("<th scope=\"row\"{align}>{content}</th>"),
                    _ => format!("<td{align}>{content}</td>"),
                });
            }
            self.push("</tr>");
        }
        self.push("</tbody>\n</table>\n</div>");
    }

    fn render_figure(&mut self, figure: &Figure) {
        self.figures += 1;
        let (number, caption) = (self.figures, running(&figure.caption));
        let anchor = match self.anchors {
            Anchors::Set => format!(" id=\"figure-{number}\""),
            Anchors::Left => String::new(),
        };
        self.push(&format!("<figure{anchor}>\n<div class=\"wide\" role=\"group\" aria-label=\"Figure {number}\" tabindex=\"0\">"));
        let drawn = (self.paint)(figure);
        self.html.push_str(&drawn);
        self.push(&format!("</div>\n<figcaption><b>Figure {number}.</b> {caption}</figcaption>\n</figure>"));
    }

    fn render_claims(&mut self, findings: &[Finding]) {
        self.push("<ol class=\"claims\">");
        for finding in findings {
            let verdict = finding.verdict();
            self.push(&format!(
                "<li class=\"{}\">\n<p class=\"verdict\"><span aria-hidden=\"true\">{}</span> {verdict}</p>\n\
                 <p class=\"statement\">{}</p>\n<dl>",
                class(verdict),
                verdict.sign(),
                escape(&finding.statement)
            ));
            let claimed = finding.claim.to_string();
            let ours = finding.ours_in_words();
            for (term, value) in [("Document", &finding.theirs), ("Claimed", &claimed), ("Ours", &ours)] {
                self.push(&format!("<div><dt>{term}</dt><dd>{}</dd></div>", escape(value)));
            }
            self.push("</dl>");
            if !finding.why.is_empty() {
                self.push(&format!("<p class=\"why\">{}</p>", escape(&finding.why)));
            }
            self.push("</li>");
        }
        self.push("</ol>");
    }

    fn render_definitions(&mut self, definitions: &[Definition]) {
        self.push("<dl class=\"definitions\">");
        for definition in definitions {
            let (term, meaning) = (escape(&definition.term), running(&definition.meaning));
            self.push(&format!("<div><dt>{term}</dt><dd>{meaning}</dd></div>"));
        }
        self.push("</dl>");
    }
}

fn render_cell(cell: &Cell) -> String {
    let text = match cell.emphasis {
        Emphasis::None => escape(&cell.text),
        Emphasis::Strong => format!("<strong>{}</strong>", escape(&cell.text)),
    };
    match &cell.note {
        Some(note) => format!("{text} <small>{}</small>", escape(note)),
        None => text,
    }
}

fn running(text: &Text) -> String {
    text.spans
        .iter()
        .map(|span| match span {
            Span::Plain(text) => escape(text),
            Span::Emphasis(text) => format!("<em>{}</em>", escape(text)),
            Span::Strong(text) => format!("<strong>{}</strong>", escape(text)),
            Span::Code(text) => format!("<code>{}</code>", escape(text)),
        })
        .collect()
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Replicated => "replicated",
        Verdict::NotReplicated => "not-replicated",
        Verdict::Undecided => "undecided",
    }
}

fn aligned(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Right => " class=\"number\"",
    }
}
