//! Studies that are run here: a form, and a page for each with a report that grows.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, PreEscaped, html};
use outflank_lab::report::Figure;
use outflank_lab::studies;

use super::learn::span;
use crate::Laboratory;
use crate::api::study_runs;
use crate::frame::Page;
use crate::problem::Problem;
use crate::studies as reports;
use crate::study_runs::{ChosenStudy, StudyScale, StudySnapshot};

/// Where a study is begun, and what was begun.
pub(super) fn section(begun: &[StudySnapshot]) -> Markup {
    html! {
        section.group aria-labelledby="run-heading" {
            h2 #run-heading { "Run one here" }
            div.columns {
                form #study-form.card novalidate {
                    label.field { span { "Study" } select name="study" { @for name in studies::names() { option value=(name) { (name) (published(name)) } } } }
                    fieldset.scales {
                        legend { "How large" }
                        @for (index, scale) in StudyScale::ALL.into_iter().enumerate() {
                            label.check { input type="radio" name="scale" value=(word(scale)) checked[index == 0]; span { (scale.words()) } }
                        }
                    }
                    label.field { span { "Seed" } input name="seed" type="number" min="0" max="2147483647" step="1" value="1"; }
                    p #problem.wrong role="alert" hidden {}
                    div.actions { button.primary type="submit" { "Start" } }
                    p.hint { "A trial takes seconds, quick about a tenth of the full size. How long it takes here is told as soon as the first tasks are done, by what similar tasks took. A study can be stopped at any time and goes on where it was." }
                }
                section.card aria-label="Begun here" {
                    h3 { "Begun here" }
                    @if begun.is_empty() { p.hint { "None yet." } }
                    ul.contests {
                        @for now in begun {
                            li {
                                a href={ "/studies/run/" (now.name) } { (now.name) }
                                span.state data-state=(now.state.word()) { (now.state.word()) }
                                small { (now.done) " of " (now.tasks) " tasks" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What is known of the time that a study takes.
pub(super) fn published(name: &str) -> String {
    match reports::published_minutes(name) {
        Some(minutes) => format!(" (full size: {} of processor time)", span(60.0 * minutes as f64)),
        None => String::new(),
    }
}

fn word(scale: StudyScale) -> &'static str {
    match scale {
        StudyScale::Smoke => "smoke",
        StudyScale::Quick => "quick",
        StudyScale::Full => "full",
    }
}

/// The page of a study that is run here.
pub(crate) async fn page(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let now = study_runs::find(laboratory, &name)?;
        let left = now.seconds_left.map_or_else(|| "–".to_owned(), span);
        Ok(html! {
            p.crumbs { a href="/studies" { "Studies" } }
            article #study data-name=(now.name) data-now=(serde_json::to_string(&now).unwrap_or_default()) {
                header.lead.run-head {
                    h1 { (now.name) }
                    span.state data-state=(now.state.word()) { (now.state.word()) }
                    div.actions {
                        button #stop type="button" hidden { "Stop" }
                        button #resume.primary type="button" hidden { "Resume" }
                    }
                }
                p #problem.wrong role="alert" hidden {}
                section.card.progress aria-label="Progress" {
                    progress #bar max=(now.tasks.max(1)) value=(now.done) aria-label="Tasks done" {}
                    dl.figures {
                        div { dt { "Tasks" } dd #tasks { (now.done) " of " (now.tasks) } }
                        div { dt { "Time left" } dd #left { (left) } }
                        div { dt { "Doing" } dd #current { "–" } }
                    }
                }
                div #report.report.whole { (report_of(laboratory, &name)?) }
            }
        })
    });
    Ok(Page { title: "Studies", script: Some("study.js"), content: made.await? }
        .document(&laboratory.program))
}

/// The report on what is there so far, as a part of a page.
pub(crate) async fn report(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory.query(move |laboratory| report_of(laboratory, &name)).await
}

fn report_of(laboratory: &Laboratory, name: &str) -> Result<Markup, Problem> {
    let missing = || Problem::missing(format!("there is no study “{name}” here"));
    let chosen = ChosenStudy::of_name(name).ok_or_else(missing)?;
    let paint = |figure: &Figure| figure.plot().to_svg_without_styles();
    Ok(match chosen.report(&laboratory.store, &laboratory.program) {
        // The heading is that of the page.
        Ok(report) => PreEscaped(report.to_markup(&paint).replace("<h1", "<h2").replace("</h1", "</h2")),
        Err(problem) => {
            html! { p.hint { "There is not enough for a report yet (" (problem.sentence()) ")." } }
        }
    })
}
