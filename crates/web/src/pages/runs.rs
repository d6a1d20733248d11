//! The page of one run: its curve, its checkpoints, its games, and what changed.

use std::sync::Arc;

use axum::extract::{Path, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_lab::cards::Card;
use outflank_lab::ladder::Budget;
use outflank_lab::report::Section;
use outflank_lab::{CurvePoint, Entry, Fork, LadderPlan, Run, ladder, view};

use super::learn::{axis_choice, place, state};
use super::readable;
use crate::Laboratory;
use crate::api::runs;
use crate::board::board;
use crate::frame::Page;
use crate::learned;
use crate::learning::RunSnapshot;
use crate::manage::manage;
use crate::problem::Problem;

/// What the page shows beside how the run stands.
struct Facts {
    run: Run,
    plan: Option<LadderPlan>,
    fork: Option<Fork>,
    /// Runs of the same recipe, this one among them, by name.
    alike: Vec<String>,
    gauges: Option<Section>,
}

/// The page of one run.
pub(crate) async fn page(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory
        .query(move |laboratory| {
            let run = runs::find(laboratory, &name)?;
            let now = runs::now(laboratory, &run)?;
            let same = |other: &Run| other.recipe == run.recipe;
            let all = laboratory.store.runs()?;
            let facts = Facts {
                plan: laboratory.store.ladder_plan(&run.id)?,
                fork: laboratory.store.fork_of(&run.id)?,
                alike: all.iter().filter(|other| same(other)).map(|other| other.id.to_string()).collect(),
                gauges: gauges(&laboratory.store.curves(&run.id)?)?,
                run,
            };
            let entry = Entry::Run(facts.run.id.to_string());
            let (_, archived) = laboratory.store.mark_of(&entry)?;
            let content = html! {
                (watched(&facts, &now))
                (manage(&entry, None, archived, "/learn"))
            };
            Ok(Page { title: "Learn", script: Some("run.js"), content }.document(&laboratory.program))
        })
        .await
}

/// What was measured beside the place on the ladder; none where that is all.
fn gauges(points: &[CurvePoint]) -> Result<Option<Section>, Problem> {
    let others: Vec<CurvePoint> =
        points.iter().filter(|point| point.name != ladder::CURVE).cloned().collect();
    let section = view::of_curves(&others)?;
    Ok((!section.blocks.is_empty()).then_some(section))
}

fn watched(facts: &Facts, now: &RunSnapshot) -> Markup {
    let Facts { run, plan, fork, alike, gauges } = facts;
    let title = Card::of(&run.system).map_or(run.system.as_str(), |card| card.title.as_str());
    html! {
        p.crumbs { a href="/learn" { "Learn" } " › " a href={ "/systems/" (run.system) } { (title) } }
        article #run data-run=(run.id) data-system=(run.system) data-now=(serde_json::to_string(now).unwrap_or_default()) {
            header.lead.run-head {
                h1 { (run.id) }
                (state(now.state))
                div.actions {
                    button #pause type="button" { "Pause" }
                    button #resume.primary type="button" { "Resume" }
                    button #stop type="button" { "Stop" }
                }
            }
            @if let Some(Fork { parent, games }) = fork {
                p.hint { "Forked from " a href={ "/learn/" (parent) } { (parent) } " after " (HumanCount(*games)) " games." }
            }
            p #problem.wrong role="alert" hidden[now.problem.is_none()] { @if let Some(problem) = &now.problem { (problem) } }
            (progress(now))
            div.theatre {
                (strength(run, plan.as_ref(), alike))
                (checkpoint())
            }
            div.columns.even {
                (replay())
                (changed())
            }
            @if let Some(gauges) = gauges {
                details.card.folded { summary { "What else was measured" } div #gauge-curves { (learned::section(run.id.as_str(), gauges)) } }
            }
            (recipe(run))
        }
    }
}

fn progress(now: &RunSnapshot) -> Markup {
    html! {
        section.card.progress aria-label="Progress" {
            progress #bar max=(now.total_lessons.max(1)) value=(now.lessons) aria-label="Lessons learned" {}
            dl.figures {
                div { dt { "Elo" } dd #place { (place(now.place.as_ref())) } }
                div { dt { "Games" } dd #games { (HumanCount(now.games)) } }
                div { dt { "Lessons" } dd #lessons { (HumanCount(now.lessons)) " of " (HumanCount(now.total_lessons)) } }
                div { dt { "Games a second" } dd #speed { "–" } }
                div { dt { "Time left" } dd #left { "–" } }
                div { dt { "Spent on measuring" } dd #share { "–" } }
            }
            dl #gauges.figures.gauges {}
        }
    }
}

/// The big curve.
fn strength(run: &Run, plan: Option<&LadderPlan>, alike: &[String]) -> Markup {
    let runs = |name: &str| format!("/api/runs/{name}");
    html! {
        section.card.strength aria-labelledby="strength-heading" {
            h2 #strength-heading { "How strong it is" }
            (axis_choice())
            div.chart #chart data-runs=(run.id) {}
            p.hint {
                @match plan {
                    Some(plan) => {
                        "Each point is its place on the " a href="/ladder" { "ladder" } ", found in games against the anchors (dotted lines) from random openings; the band is the 95 % interval. "
                        @if plan.share > 0.0 {
                            "Measuring may take " (format!("{:.0}", 100.0 * plan.share)) " % of the processor’s time, but has at least "
                            (2 * Budget::FEWEST_PAIRS) " and up to " (HumanCount(2 * plan.pairs)) " games a point; what it took stands above."
                        } @else {
                            "A point rests on up to " (HumanCount(2 * plan.pairs)) " games; what measuring took stands above."
                        }
                    }
                    None => "Its place on the ladder was not measured while it learned.",
                }
            }
            div.actions {
                @if alike.len() > 1 {
                    a.button href={ "/compare?runs=" (alike.join(",")) } { "With its " (alike.len() - 1) " other seeds" }
                }
                a.button href={ "/compare?runs=" (run.id) } { "Compare with other runs" }
                a.button href={ (runs(run.id.as_str())) "/curves.csv" } download { "Download CSV" }
                a.button href={ (runs(run.id.as_str())) "/tensorboard" } download { "Download TensorBoard events" }
            }
        }
    }
}

/// What it knew at a checkpoint, and what can be done with that.
fn checkpoint() -> Markup {
    html! {
        section.card.checkpoint aria-labelledby="checkpoint-heading" {
            h2 #checkpoint-heading { "What it knew" }
            p #no-checkpoint.hint { "There is no checkpoint yet." }
            div #checkpoint hidden {
                div.glance.large #picture {}
                label.slider.checkpoints {
                    span { "After " output #moment {} }
                    input #moments type="range" min="0" max="0" value="0" aria-label="Checkpoint";
                }
                p.hint #moment-place {}
                div.actions {
                    a #play.button.primary href="/" { "Play it" }
                    button #place-it type="button" { "Place on the ladder" }
                    a #look.button href="/" { "All it knows" }
                    a #match.button href="/league" { "Match" }
                    a #fork.button href="/" { "Fork" }
                    a #export.button href="/" download { "Export" }
                }
            }
        }
    }
}

/// A game of it against itself.
fn replay() -> Markup {
    html! {
        section.card.replay aria-labelledby="replay-heading" {
            h2 #replay-heading { "A game against itself" }
            p.hint { "Played by the checkpoint above after four random moves, with what it thought of its moves, in its own unit." }
            div.actions { button #play-itself type="button" { "Play a game" } }
            div #replay hidden {
                (board("A game against itself"))
                label.slider { span { "Move " output #ply {} } input #plies type="range" min="0" max="0" value="0" aria-label="Move"; }
                p #thought aria-live="polite" {}
                a #open-game.button href="/" { "Open on the board" }
            }
        }
    }
}

/// What changed between two checkpoints.
fn changed() -> Markup {
    html! {
        section.card.changed aria-labelledby="changed-heading" {
            h2 #changed-heading { "What changed" }
            p.hint { "Two checkpoints on 200 endgames whose answers are exact." }
            form #changed {
                div.fields {
                    label.field { span { "From" } select name="before" {} }
                    label.field { span { "To" } select name="after" {} }
                }
                div.actions { button type="submit" { "Compare" } }
            }
            p.wrong #changed-problem role="alert" hidden {}
            div #changes {}
        }
    }
}

/// What decided a run.
fn recipe(run: &Run) -> Markup {
    html! {
        details.card.folded.provenance {
            summary { "Recipe and origin" }
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

/// What was measured beside the place on the ladder, as a part of a page.
pub(crate) async fn curves(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory
        .query(move |laboratory| {
            let run = runs::find(laboratory, &name)?;
            let gauges = gauges(&laboratory.store.curves(&run.id)?)?;
            Ok(match gauges {
                Some(gauges) => learned::section(&name, &gauges),
                None => html! { p.hint { "Nothing else was measured." } },
            })
        })
        .await
}
