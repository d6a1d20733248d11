//! Learn: begin a run, and watch one learn.

use std::sync::Arc;

use axum::extract::{Path, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_lab::{Entry, Run, view};

use super::readable;
use crate::Laboratory;
use crate::api::runs::{self, LISTED, RecipeField, RecipeFieldKind, RunRow, System};
use crate::frame::Page;
use crate::learned;
use crate::learning::{LearningState, RunSnapshot, ScoreInterval};
use crate::manage::manage;
use crate::problem::Problem;

/// The page: a form for a new run, and the runs there are.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let (rows, total) = laboratory.query(runs::newest).await?;
    let content = html! {
        header.lead {
            h1 { "Learn" }
            p { "Let a system teach itself, watch what it finds out, and play it as it is at any moment." }
        }
        div.columns {
            (form(&runs::all_systems()))
            section.card aria-labelledby="runs-heading" {
                h2 #runs-heading { "Runs" }
                @if rows.is_empty() {
                    p.hint { "Nothing has been learned here yet. The first run takes a few seconds." }
                } @else {
                    (table(&rows))
                    @if total > LISTED {
                        p.hint { "The newest " (LISTED) " of " (total) " runs." }
                    }
                }
            }
        }
    };
    Ok(Page { title: "Learn", script: Some("learn.js"), content }.document(&laboratory.program))
}

/// What decides a new run: the keys of each system as they are in its usual recipe.
fn form(systems: &[System]) -> Markup {
    html! {
        form #lessons.card.lessons novalidate {
            h2 { "A new run" }
            label.field {
                span { "System" }
                select name="system" {
                    @for system in systems { option value=(system.system) { (system.system) } }
                }
            }
            @for (index, system) in systems.iter().enumerate() {
                fieldset.keys data-system=(system.system) hidden[index > 0] disabled[index > 0] {
                    legend { "Recipe of " (system.system) }
                    div.fields { @for key in &system.fields { (field(system.system, key)) } }
                    details.more {
                        summary { "What the keys mean" }
                        dl.keys-explained {
                            @for RecipeField { key, about, .. } in &system.fields {
                                dt { (key.replace('_', " ")) }
                                dd id={ "about-" (system.system) "-" (key) } { (about) }
                            }
                        }
                    }
                }
            }
            details.more {
                summary { "Name, seed and measurements" }
                div.fields {
                    label.field { span { "Name" } input name="name" autocomplete="off" maxlength="100" placeholder="random"; }
                    label.field { span { "Seed" } input name="seed" type="number" min="0" step="1" value="1"; }
                    label.field {
                        span { "Measurements" }
                        input name="measurements" type="number" min="0" max="100" step="1" value="10"
                            aria-describedby="measured";
                    }
                    label.field { span { "Pairs each" } input name="pairs" type="number" min="1" max="2000" step="1" value="100"; }
                }
                p #measured.hint {
                    "How many times, while it learns, games against " code { "swh" } " are played: the curve. The same recipe and seed "
                    "always come to the same player."
                }
            }
            p #problem.wrong role="alert" hidden {}
            div.actions { button.primary type="submit" { "Start learning" } button type="reset" { "Reset" } }
        }
    }
}

/// One key of a recipe.
fn field(system: &str, field: &RecipeField) -> Markup {
    let RecipeField { key, usual, kind, words, low, high, unit, .. } = field;
    let about = format!("about-{system}-{key}");
    let label = key.replace('_', " ");
    html! {
        label.field {
            span { (label) @if let Some(unit) = unit { " (" (unit) ")" } }
            @match kind {
                RecipeFieldKind::YesOrNo => select name=(key) data-key aria-describedby=(about) {
                    @for (value, word) in [("true", "yes"), ("false", "no")] {
                        option value=(value) selected[value == usual] { (word) }
                    }
                },
                RecipeFieldKind::Word if !words.is_empty() => select name=(key) data-key aria-describedby=(about) {
                    @for word in words { option value=(word) selected[word == usual] { (word) } }
                },
                RecipeFieldKind::Word => input name=(key) data-key aria-describedby=(about) value=(usual) autocomplete="off";,
                RecipeFieldKind::Whole => input name=(key) data-key aria-describedby=(about) type="number" min=[low] max=[high] step="1" value=(usual);,
                RecipeFieldKind::Number => input name=(key) data-key aria-describedby=(about) type="number" min=[low] max=[high] step="any" value=(usual);,
            }
        }
    }
}

/// The runs, the newest first.
fn table(rows: &[RunRow]) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Runs" {
            table.data.runs {
                thead { tr {
                    th scope="col" { "Run" } th scope="col" { "State" }
                    th.number scope="col" { "Games" } th.number scope="col" { "Score against swh" }
                } }
                tbody {
                    @for row in rows {
                        tr data-run=(row.run) {
                            th scope="row" { a href={ "/learn/" (row.run) } { (row.run) } small { (row.system) } }
                            td { (state(row.state)) }
                            td.number data-games { (HumanCount(row.games)) }
                            td.number data-score { (score(row.league)) }
                        }
                    }
                }
            }
        }
    }
}

/// The state of a run as a word with a sign.
pub(crate) fn state(state: LearningState) -> Markup {
    html! { span.state data-state=(state.word()) { (state.word()) } }
}

/// A score in per cent with its interval.
fn score(score: Option<ScoreInterval>) -> Markup {
    let per_cent = |share: f64| format!("{:.0}", 100.0 * share);
    html! {
        @match score {
            Some(ScoreInterval { score, low, high }) => {
                (per_cent(score)) " % " small { (per_cent(low)) "–" (per_cent(high)) }
            }
            None => "–",
        }
    }
}

/// The page of one run.
pub(crate) async fn run(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory
        .query(move |laboratory| {
            let run = runs::find(laboratory, &name)?;
            let now = runs::now(laboratory, &run)?;
            let found = learned::find(laboratory, &name)?;
            let curves = laboratory.store.curves(&run.id)?;
            let curves = learned::section(&name, &view::of_curves(&curves)?);
            let picture = found.view.as_ref().map(|view| learned::section(&name, view));
            let entry = Entry::Run(run.id.to_string());
            let (_, archived) = laboratory.store.mark_of(&entry)?;
            let content = html! {
                (watched(&run, &now, &curves, picture.as_ref()))
                (manage(&entry, None, archived, "/learn"))
            };
            Ok(Page { title: "Learn", script: Some("run.js"), content }.document(&laboratory.program))
        })
        .await
}

fn watched(run: &Run, now: &RunSnapshot, curves: &Markup, picture: Option<&Markup>) -> Markup {
    html! {
        p.crumbs { a href="/learn" { "Learn" } }
        article #run data-run=(run.id) data-now=(serde_json::to_string(now).unwrap_or_default()) {
            header.lead.run-head {
                h1 { (run.id) }
                (state(now.state))
                div.actions {
                    button #pause type="button" { "Pause" }
                    button #resume.primary type="button" { "Resume" }
                    button #stop type="button" { "Stop" }
                    a #play.button href={ "/?opponent=" (run.id) } { "Play it now" }
                    a.button href={ "/players/" (run.id) } { "As a player" }
                }
            }
            p #problem.wrong role="alert" hidden[now.problem.is_none()] { @if let Some(problem) = &now.problem { (problem) } }
            section.card.progress aria-label="Progress" {
                progress #bar max=(now.total_lessons.max(1)) value=(now.lessons) aria-label="Lessons learned" {}
                dl.figures {
                    div { dt { "Lessons" } dd #lessons { (HumanCount(now.lessons)) " of " (HumanCount(now.total_lessons)) } }
                    div { dt { "Games" } dd #games { (HumanCount(now.games)) } }
                    div { dt { "Games a second" } dd #speed { "–" } }
                    div { dt { "Time left" } dd #left { "–" } }
                    div { dt { "Score against swh" } dd #score { (score(now.league)) } }
                    div { dt { "Last checkpoint" } dd #kept { @match now.checkpoint_games { Some(kept) => { (HumanCount(kept)) " games" }, None => "none yet" } } }
                }
                dl #gauges.figures.gauges {}
            }
            div.columns.even {
                div.card #picture {
                    @match picture { Some(picture) => (picture), None => p.hint { "Nothing learned yet." } }
                }
                div.card #curves { (curves) }
            }
            (recipe(run))
        }
    }
}

/// What decided a run.
fn recipe(run: &Run) -> Markup {
    html! {
        section.card.provenance aria-labelledby="recipe-heading" {
            h2 #recipe-heading { "What decides it" }
            dl.figures {
                div { dt { "System" } dd { (run.system) } }
                div { dt { "Seed" } dd { (run.seed) } }
                div { dt { "Began" } dd { (readable(&run.started.to_string())) } }
                div { dt { "Program" } dd { (run.program) } }
            }
            pre tabindex="0" aria-label="Recipe" { code { (run.recipe) } }
        }
    }
}

/// The curves of a run, as a part of a page.
pub(crate) async fn curves(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory
        .query(move |laboratory| {
            let run = runs::find(laboratory, &name)?;
            let curves = laboratory.store.curves(&run.id)?;
            Ok(learned::section(&name, &view::of_curves(&curves)?))
        })
        .await
}
