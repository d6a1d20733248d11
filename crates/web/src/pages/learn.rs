//! Learn: the systems as people meet them, the runs there are, and several runs in one picture.

use std::sync::Arc;

use axum::extract::{Query, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_lab::cards::{Card, MeasuredRating, Preset};
use serde::Deserialize;

use super::league::elo;
use crate::Laboratory;
use crate::api::runs::{self, LISTED, RunRow};
use crate::api::systems::PlaceInterval;
use crate::frame::Page;
use crate::learning::LearningState;
use crate::problem::Problem;

/// The page: a card for each system, and the runs there are.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let (rows, total) = laboratory.query(runs::newest).await?;
    let content = html! {
        header.lead {
            h1 { "Learn" }
            p { "Choose a system, press a button, and watch it find out how to play. Play it as it is at any moment." }
        }
        p #problem.wrong role="alert" hidden {}
        @if !rows.is_empty() {
            section.card aria-labelledby="runs-heading" {
                h2 #runs-heading { "Runs" }
                (table(&rows))
                @if total > LISTED { p.hint { "The newest " (LISTED) " of " (total) " runs." } }
            }
        }
        section.group aria-labelledby="systems-heading" {
            h2 #systems-heading { "What can learn" }
            div.systems { @for card in Card::all() { (system(card)) } }
            p.hint {
                "Times are seconds of one processor, measured with " code { "outflank systems SYSTEM --measure" }
                "; yours may be faster or slower. Elo is on the " a href="/ladder" { "ladder" } ", where random moves have 0."
            }
        }
    };
    Ok(Page { title: "Learn", script: Some("learn.js"), content }.document(&laboratory.program))
}

/// A system at a glance.
fn system(card: &Card) -> Markup {
    let player = card.presets.iter().find_map(|preset| preset.player);
    html! {
        article.card.system data-system=(card.system) {
            @if let Some(player) = player {
                div.glance data-picture={ "/players/" (player) "/picture" } aria-hidden="true" {}
            }
            div.system-words {
                p.kicker { (card.system) }
                h3 { a href={ "/systems/" (card.system) } { (card.title) } }
                p { (card.about) }
                p.hint.document { "After " (card.document) }
                @if let Some((preset, reach)) = card.reach() { p.reach { "Reaches " (rated(reach)) (ahead(preset)) } }
                div.presets {
                    @for preset in &card.presets { (start_button(card, preset)) }
                    a.button href={ "/systems/" (card.system) } aria-label={ "Settings of " (card.system) } { "Settings" }
                }
            }
        }
    }
}

/// Starts a preset at once.
fn start_button(card: &Card, preset: &Preset) -> Markup {
    html! {
        button type="button" data-system=(card.system) data-preset=(preset.size.word()) {
            strong { (preset.title) }
            span.unseen { " of " (card.system) ", " }
            small { (cost(preset)) }
        }
    }
}

/// How much a preset is, in a few words.
pub(super) fn cost(preset: &Preset) -> String {
    match &preset.measured {
        Some(measured) => {
            let about = if measured.part < 1.0 { "about " } else { "" };
            format!("{} games, {about}{}", HumanCount(measured.games), span(measured.seconds))
        }
        None => "not measured yet".to_owned(),
    }
}

/// A time as people say it.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "less than 1 s".to_owned(),
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.1} h", seconds / 3600.0),
        seconds => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// A rating that was measured, with its interval.
pub(super) fn rated(rating: &MeasuredRating) -> Markup {
    html! { strong { (whole(rating.elo)) " Elo" } " " small { (whole(rating.low)) " to " (whole(rating.high)) } }
}

/// How far the player of a preset looks ahead, where that is more than a move.
pub(super) fn ahead(preset: &Preset) -> Markup {
    html! { @if let Some(plies) = preset.plies { " " small { "looking " (plies) " plies ahead" } } }
}

/// A rating to the nearest whole number.
pub(super) fn whole(rating: f64) -> String {
    let text = elo(rating.round());
    text.trim_end_matches(".0").to_owned()
}

fn table(rows: &[RunRow]) -> Markup {
    html! {
        form #compare action="/compare" {
            div.scroll tabindex="0" role="group" aria-label="Runs" {
                table.data.runs {
                    thead { tr {
                        th scope="col" { span.unseen { "Choose" } } th scope="col" { "Run" } th scope="col" { "State" }
                        th.number scope="col" { "Games" } th.number scope="col" { "Elo" }
                    } }
                    tbody {
                        @for row in rows {
                            tr data-run=(row.run) {
                                td { label.tick { input type="checkbox" name="run" value=(row.run) aria-label={ "Choose " (row.run) }; } }
                                th scope="row" { a href={ "/learn/" (row.run) } { (row.run) } small { (row.system) " · seed " (row.seed) } }
                                td { (state(row.state)) }
                                td.number data-games { (HumanCount(row.games)) }
                                td.number data-place { (place(row.place.as_ref())) }
                            }
                        }
                    }
                }
            }
            div.actions { button type="submit" { "Compare the chosen runs" } }
        }
    }
}

/// The state of a run as a word with a sign.
pub(crate) fn state(state: LearningState) -> Markup {
    html! { span.state data-state=(state.word()) { (state.word()) } }
}

/// A place on the ladder with its interval.
pub(super) fn place(place: Option<&PlaceInterval>) -> Markup {
    html! {
        @match place {
            Some(PlaceInterval { elo, low, high, .. }) => {
                (whole(*elo)) " " small { (whole(*low)) " to " (whole(*high)) }
            }
            None => "–",
        }
    }
}

/// Which runs are compared: `run` once for each, in any number.
#[derive(Debug, Deserialize)]
pub(crate) struct Compared {
    /// Names with commas between.
    #[serde(default)]
    runs: String,
}

/// Several runs in one picture.
pub(crate) async fn compare(
    State(laboratory): State<Arc<Laboratory>>,
    Query(compared): Query<Compared>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let (rows, _) = runs::newest(laboratory)?;
        let chosen: Vec<&str> = compared.runs.split(',').filter(|name| !name.is_empty()).collect();
        Ok(html! {
            p.crumbs { a href="/learn" { "Learn" } }
            header.lead {
                h1 { "Compare runs" }
                p { "Places on the ladder while they learned, with 95 % bands. Runs of one recipe with several seeds are also one curve: their mean, with the band of the mean." }
            }
            p #problem.wrong role="alert" hidden {}
            section.card aria-label="Curves" {
                (axis_choice())
                div.chart #chart data-runs=(chosen.join(",")) {}
            }
            section.card aria-labelledby="choose-heading" {
                h2 #choose-heading { "Runs" }
                @if rows.is_empty() { p.hint { "Nothing has been learned here yet." } }
                fieldset.runs-choice {
                    legend { "In the picture" }
                    @for row in &rows {
                        label.check {
                            input type="checkbox" name="run" value=(row.run) checked[chosen.contains(&row.run.as_str())];
                            span { (row.run) " " small { (row.system) " · seed " (row.seed) } }
                        }
                    }
                }
            }
        })
    });
    Ok(Page { title: "Learn", script: Some("compare.js"), content: made.await? }
        .document(&laboratory.program))
}

/// What is on the horizontal axis.
pub(super) fn axis_choice() -> Markup {
    html! {
        fieldset.choice.axis {
            legend { "Over" }
            @for (value, word) in [("games", "Games"), ("seconds", "Processor seconds")] {
                label { input type="radio" name="axis" value=(value) checked[value == "games"]; span { (word) } }
            }
        }
    }
}
