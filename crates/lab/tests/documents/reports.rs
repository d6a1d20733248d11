use std::fs;

use outflank_arena::statistics::Interval;
use outflank_lab::plot::HeatMap;
use outflank_lab::report::{
    Cell, Column, Definition, Estimate, Figure, Finding, Report, Section, Table, Text, Threshold,
};

use crate::example;
use crate::golden::assert_golden;

const HOSTILE: &str = "</style></td><script>alert(\"x\")</script> & 'a' | b\u{0} `c` [d](e) \n# f";

fn parse(html: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(html, options)
        .unwrap_or_else(|error| panic!("{error} in\n{html}"))
}

/// A report with the hostile text wherever a text can be.
fn hostile_report() -> Report {
    let text = || Text::from(HOSTILE).emphasis(HOSTILE).strong(HOSTILE).code(HOSTILE);
    let estimate = Estimate::new(0.5, Interval { low: 0.4, high: 0.6 }).expect("an estimate");
    let table = Table::new(HOSTILE, [Column::left(HOSTILE), Column::right(HOSTILE)])
        .row([Cell::from(HOSTILE).note(HOSTILE), Cell::from(HOSTILE).strong()])
        .expect("two cells");
    Report::new(HOSTILE).lead(text()).section(
        Section::new(HOSTILE)
            .heading(HOSTILE)
            .paragraph(text())
            .table(table)
            .figure(Figure::new(
                HOSTILE,
                text(),
                HeatMap::new(HOSTILE).board(HOSTILE, [1.0; 64]).expect("numbers"),
            ))
            .claims([Finding::new(HOSTILE, HOSTILE, Threshold::above(0.5), Some(estimate)).because(HOSTILE)])
            .code(HOSTILE)
            .definitions([Definition::new(HOSTILE, text())]),
    )
}

#[test]
fn reports_are_rendered_as_they_were() {
    for file in example::report().files() {
        assert_golden(&format!("report/{}", file.path), &file.content);
    }
}

#[test]
fn html_is_well_formed_and_needs_nothing_else() {
    for report in [example::report(), hostile_report(), Report::new("")] {
        let html = report.to_html();
        let document = parse(&html);
        for node in document.descendants().filter(|node| node.is_element()) {
            let name = node.tag_name().name();
            assert!(!["script", "link", "img", "iframe", "object", "image", "use"].contains(&name), "{name}");
            for attribute in node.attributes() {
                assert!(!attribute.name().starts_with("on") && attribute.name() != "src", "{attribute:?}");
                assert!(
                    attribute.name() != "href" || attribute.value().starts_with("#section-"),
                    "{attribute:?}"
                );
            }
        }
        let namespace = "http://www.w3.org/2000/svg";
        assert_eq!(html.matches("http").count(), html.matches(namespace).count());
        assert!(!html.contains("url(") && !html.contains("@import"));
    }
}

#[test]
fn tables_say_what_their_headings_head() {
    let html = example::report().to_html();
    let document = parse(&html);
    let table = document.descendants().find(|node| node.has_tag_name("table")).expect("a table");
    let named = |name: &'static str| table.descendants().filter(move |node| node.has_tag_name(name));
    assert_eq!(named("caption").count(), 1);
    assert_eq!(named("th").filter(|cell| cell.attribute("scope") == Some("col")).count(), 4);
    assert_eq!(named("th").filter(|cell| cell.attribute("scope") == Some("row")).count(), 3);
    assert_eq!(named("td").count(), 9);
}

#[test]
fn hostile_text_is_shown_and_does_nothing() {
    let report = hostile_report();
    let html = report.to_html();
    let document = parse(&html);
    let shown =
        document.descendants().filter(|node| node.text().is_some_and(|text| text.contains("<script>")));
    assert!(shown.count() > 20);

    let markdown = report.to_markdown();
    let fence = markdown.find("```text\n").expect("the code block");
    let end = fence + markdown[fence..].find("\n```\n").expect("its end");
    let outside = format!("{}{}", &markdown[..fence], &markdown[end..]);
    let quoted = format!("``{}``", HOSTILE.replace(['\0', '\n'], " "));
    assert_eq!(outside.matches(&quoted).count(), 4, "in the lead, a paragraph, a caption, a definition");
    let without_code = outside.replace(&quoted, "");
    assert!(!without_code.contains("<script>"));
    assert!(!outside.contains("\n# f"), "no line of its own");
    let row =
        outside.lines().find(|line| line.starts_with("| &lt;/style") && line.contains("**")).expect("a row");
    let bars = row.matches('|').count() - row.matches("\\|").count();
    assert_eq!(bars, 3, "two cells: {row}");
}

#[test]
fn json_carries_the_whole_document() {
    let json: serde_json::Value = serde_json::from_str(&example::report().to_json()).expect("JSON");
    assert_eq!(json["sections"][0]["blocks"][1]["kind"], "claims");
    let claim = &json["sections"][0]["blocks"][1]["content"][0];
    assert_eq!(claim["verdict"], "replicated");
    assert_eq!(claim["claim"], serde_json::json!({"side": "above", "threshold": 0.5}));
    assert_eq!(claim["ours"]["interval"]["high"], 0.8414);
    let rows = &json["sections"][2]["blocks"][3]["content"]["plot"]["rows"];
    assert_eq!(rows[3]["interval"], serde_json::json!({"low": 240.0, "high": null}));
}

#[test]
fn files_are_written_whole_and_replace_older_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = example::report();
    let place = folder.path().join("made/here");
    Report::new("Older").write_into(&place).expect("written");
    let paths = report.write_into(&place).expect("written again");
    assert_eq!(paths.len(), 6);
    for (path, file) in paths.iter().zip(report.files()) {
        assert_eq!(path, &place.join(&file.path));
        assert_eq!(fs::read_to_string(path).expect("a file"), file.content);
    }
    assert_eq!(
        fs::read_dir(&place).expect("a folder").count(),
        4,
        "three documents and the figures, no remains"
    );
    assert_eq!(fs::read_dir(place.join("figures")).expect("a folder").count(), 3);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("report.json")).expect("a folder where a file should be");
    let error = Report::new("t").write_into(folder.path()).expect_err("in the way");
    assert_eq!(error.path, folder.path().join("report.json"));
    assert!(error.to_string().contains("report.json"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no remains");
}

#[test]
fn figures_of_one_name_get_files_of_their_own() {
    let figure = || Figure::new("Same name", "caption", HeatMap::new("t"));
    let report = Report::new("t").section(Section::new("s").figure(figure()).figure(figure()));
    let files = report.files();
    assert_eq!(
        [files[0].path.as_str(), &files[1].path],
        ["figures/same-name.svg", "figures/same-name-2.svg"]
    );
    assert!(report.to_markdown().contains("(figures/same-name-2.svg)"));
}
