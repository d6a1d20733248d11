//! A system as people meet it: what it does, what it comes to, and a new run of it.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_lab::cards::{Card, Preset};
use outflank_lab::recipes::Field;
use serde::Deserialize;

use super::learn::{ahead, rated, span};
use crate::Laboratory;
use crate::api::systems::{self, RecipeField, RecipeFieldKind};
use crate::frame::Page;
use crate::problem::Problem;

/// A checkpoint that a new run begins with.
#[derive(Debug, Deserialize)]
pub(crate) struct Forked {
    /// The run.
    fork: Option<String>,
    /// After how many games.
    at: Option<u64>,
}

/// The page of a system.
pub(crate) async fn page(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
    Query(forked): Query<Forked>,
) -> Result<Markup, Problem> {
    let card = Card::of(&name).ok_or_else(|| Problem::missing(format!("there is no system “{name}”")))?;
    let fork = match forked {
        Forked { fork: Some(run), at: Some(games) } => {
            let found = laboratory.query(move |laboratory| {
                let run = crate::api::runs::find(laboratory, &run)?;
                let recipe = run.recipe().map_err(Problem::failed)?;
                let values = outflank_lab::recipes::fields_of(&recipe);
                Ok((run.id.to_string(), games, values))
            });
            Some(found.await?)
        }
        _ => None,
    };
    let player = card.presets.iter().find_map(|preset| preset.player);
    let content = html! {
        p.crumbs { a href="/learn" { "Learn" } }
        header.lead {
            p.kicker { (card.system) }
            h1 { (card.title) }
        }
        div.columns.system-page {
            section.card aria-label="About it" {
                @if let Some(player) = player {
                    div.glance.large data-picture={ "/players/" (player) "/picture" } aria-hidden="true" {}
                    p.hint { "What " a href={ "/players/" (player) } { (player) } " has learned, the player that is shipped." }
                }
                p { (card.about) }
                p.hint { "After " (card.document) "." }
                @if let Some(study) = &card.study {
                    p { a href={ "/studies#" (study) } { "What the document claims, and what came out here" } }
                }
                (presets(card))
            }
            (form(card, fork.as_ref()))
        }
    };
    Ok(Page { title: "Learn", script: Some("system.js"), content }.document(&laboratory.program))
}

/// What the presets come to.
fn presets(card: &Card) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Presets" {
            table.data {
                caption.unseen { "The presets, how long they take and what they come to" }
                thead { tr { th scope="col" { "Preset" } th.number scope="col" { "Games" } th.number scope="col" { "Processor" } th.number scope="col" { "Elo" } } }
                tbody { @for preset in &card.presets { (preset_row(preset)) } }
            }
        }
        @if let Some(measured) = &card.measured {
            p.hint { "Measured on " (measured.date) " by " (measured.program) " with " code { (measured.command) } ". A time marked ~ follows from a part of the run." }
        }
    }
}

fn preset_row(preset: &Preset) -> Markup {
    let measured = preset.measured.as_ref();
    html! {
        tr {
            th scope="row" { (preset.title) (ahead(preset)) }
            td.number { @match measured { Some(measured) => (HumanCount(measured.games)), None => "–" } }
            td.number { @match measured {
                Some(measured) => { @if measured.part < 1.0 { "~ " } (span(measured.seconds)) }
                None => "–",
            } }
            td.number { @match measured.and_then(|measured| measured.rating.as_ref()) { Some(rating) => (rated(rating)), None => "not measured" } }
        }
    }
}

/// What decides a new run.
fn form(card: &Card, fork: Option<&(String, u64, Vec<Field>)>) -> Markup {
    let fields = systems::fields(card.system);
    let changes = |preset: &Preset| serde_json::to_string(&preset.changes()).unwrap_or_default();
    // The smallest is what one begins with.
    let first = card.presets.first();
    let value = |field: &RecipeField| -> String {
        let of_fork = fork.and_then(|(_, _, values)| values.iter().find(|one| one.key.name == field.key));
        let of_preset = first.map(Preset::changes).unwrap_or_default();
        let of_preset = of_preset.into_iter().find(|(key, _)| *key == field.key).map(|(_, value)| value);
        match (of_fork, of_preset) {
            (Some(fork), _) => fork.usual.clone(),
            (None, Some(value)) => value,
            (None, None) => field.usual.clone(),
        }
    };
    html! {
        form #lessons.card.lessons novalidate data-system=(card.system)
            data-fork=[fork.map(|(run, _, _)| run)] data-fork-games=[fork.map(|(_, games, _)| games)] {
            h2 { @match fork { Some(_) => "A fork", None => "A new run" } }
            @if let Some((run, games, _)) = fork {
                p { "It goes on from " a href={ "/learn/" (run) } { (run) } " after " (HumanCount(*games)) " games, with what you change below." }
            } @else {
                fieldset.choice.sizes {
                    legend { "How much" }
                    @for (index, preset) in card.presets.iter().enumerate() {
                        label {
                            input type="radio" name="preset" value=(preset.size.word()) checked[index == 0]
                                data-changes=(changes(preset)) data-seed=[preset.seed];
                            span { (preset.title) small { (super::learn::cost(preset)) } }
                        }
                    }
                }
            }
            div.fields.wide-fields {
                (plain("name", "Name", "a name is drawn", html! {
                    input #field-name name="name" autocomplete="off" maxlength="100" aria-describedby="about-name";
                }))
                (plain("seeds", "Repeat with so many seeds (runs)", "1 to 20, one run after the other; their mean is one curve", html! {
                    input #field-seeds name="seeds" type="number" min="1" max="20" step="1" value="1" aria-describedby="about-seeds" data-expected="a whole number, 1 to 20";
                }))
            }
            details.more {
                summary { "Advanced" }
                div.fields.wide-fields {
                    (plain("seed", "Seed", "a whole number; the same recipe and seed always come to the same player", html! {
                        input #field-seed name="seed" type="number" min="0" step="1" value="1" aria-describedby="about-seed" data-expected="a whole number, 0 or more";
                    }))
                    (plain("measurements", "Points of the curve", "0 to 200, spread evenly over the run", html! {
                        input #field-measurements name="measurements" type="number" min="0" max="200" step="1" value="20" aria-describedby="about-measurements" data-expected="a whole number, 0 to 200";
                    }))
                    (plain("share", "Time for measuring (% of the processor)", "5 to 90: more games for each point make its band narrower", html! {
                        input #field-share name="share" type="number" min="5" max="90" step="1" value="30" aria-describedby="about-share" data-expected="a number, 5 to 90";
                    }))
                }
                fieldset.keys {
                    legend { "Recipe" }
                    div.fields.wide-fields { @for key in &fields { (field(card.system, key, &value(key))) } }
                }
            }
            p #problem.wrong role="alert" hidden {}
            div.actions { button.primary type="submit" { "Start" } button type="reset" { "Reset" } }
        }
    }
}

/// A field with what belongs to it: its words, and what is wrong with it.
fn plain(name: &str, label: &str, about: &str, input: Markup) -> Markup {
    html! {
        div.field data-field=(name) {
            label for={ "field-" (name) } { (label) }
            (input)
            small.about id={ "about-" (name) } { (about) }
            p.field-wrong id={ "wrong-" (name) } hidden {}
        }
    }
}

/// One key of a recipe.
fn field(system: &str, field: &RecipeField, value: &str) -> Markup {
    let RecipeField { key, kind, words, low, high, unit, about, expected, usual } = field;
    let (id, described) = (format!("key-{key}"), format!("about-{system}-{key}"));
    let label = key.replace('_', " ");
    html! {
        div.field data-field=(key) {
            label for=(id) { (label) @if let Some(unit) = unit { " (" (unit) ")" } }
            @match kind {
                RecipeFieldKind::YesOrNo => select id=(id) name=(key) data-key data-usual=(usual) aria-describedby=(described) {
                    @for (option, word) in [("true", "yes"), ("false", "no")] {
                        option value=(option) selected[option == value] { (word) }
                    }
                },
                RecipeFieldKind::Word if !words.is_empty() => select id=(id) name=(key) data-key data-usual=(usual) aria-describedby=(described) {
                    @for word in words { option value=(word) selected[word == value] { (word) } }
                },
                RecipeFieldKind::Word => input id=(id) name=(key) data-key data-usual=(usual) aria-describedby=(described) value=(value) autocomplete="off";,
                RecipeFieldKind::Whole => input id=(id) name=(key) data-key data-usual=(usual) aria-describedby=(described) type="number" min=[low] max=[high] step="1" value=(value) data-expected={ "a whole number, " (expected) };,
                RecipeFieldKind::Number => input id=(id) name=(key) data-key data-usual=(usual) aria-describedby=(described) type="number" min=[low] max=[high] step="any" value=(value) data-expected={ "a number, " (expected) };,
            }
            small.about id=(described) {
                (about)
                @if matches!(kind, RecipeFieldKind::Whole | RecipeFieldKind::Number) { " " span.range { (expected) } }
            }
            p.field-wrong id={ "wrong-" (key) } hidden {}
        }
    }
}
