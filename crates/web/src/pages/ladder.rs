//! The ladder: everybody on one scale, and who is being placed on it.

use std::sync::Arc;

use axum::extract::State;
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_lab::ladder::Ladder;

use super::learn::whole;
use crate::Laboratory;
use crate::api::ladder::{self, LadderTable, Rung, RungOrigin};
use crate::api::players;
use crate::frame::Page;
use crate::problem::Problem;

/// The page.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let made = laboratory.query(|laboratory| {
        let table = ladder::table(laboratory)?;
        let names: Vec<String> = players::all(laboratory)?.into_iter().map(|player| player.name).collect();
        Ok(html! {
            header.lead {
                h1 { "Ladder" }
                p { "Everybody on one scale, in Elo. Random moves have 0; 100 more points win about 64 % of the games. The bars are 95 % intervals." }
            }
            form #place-form.card.inline-form novalidate {
                h2 { "Place somebody" }
                datalist #names { @for name in &names { option value=(name) {} } }
                div.fields.wide-fields {
                    label.field { span { "Player" } input name="player" list="names" autocomplete="off" spellcheck="false" required placeholder="a player or RUN@GAMES"; }
                    label.field { span { "Until the interval is ± (Elo)" } input name="within" type="number" min="10" max="200" step="1" value="30"; }
                }
                p #problem.wrong role="alert" hidden {}
                div.actions { button.primary type="submit" { "Place" } a.button href="/league" { "Let players meet" } }
            }
            section.card aria-labelledby="rungs-heading" {
                h2 #rungs-heading { "Everybody" }
                div #rungs { (drawn(&table)) }
            }
            p.hint {
                "Anchors (⚓) were measured once and stay where they are, so a place means the same tomorrow and elsewhere: "
                @for command in &Ladder::standard().commands { code { (command.split(" random").next().unwrap_or(command)) " …" } " " }
                "Others meet those anchors whose games tell the most. Players beat each other in circles: against other opponents a place may differ by some tens of points."
            }
        })
    });
    Ok(Page { title: "Ladder", script: Some("ladder.js"), content: made.await? }
        .document(&laboratory.program))
}

/// Everybody, as a part of the page.
pub(crate) async fn rungs(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    laboratory.query(|laboratory| Ok(drawn(&ladder::table(laboratory)?))).await
}

fn drawn(table: &LadderTable) -> Markup {
    let places = || table.rungs.iter().map(|rung| &rung.place);
    let finite = |elo: f64| elo.clamp(-1000.0, 4000.0);
    let low = places().map(|place| finite(place.low)).fold(0.0, f64::min);
    let high = places().map(|place| finite(place.high)).fold(100.0, f64::max);
    html! {
        @for now in &table.placing {
            p.moving-line {
                span.state data-state="playing" { "playing" }
                " " strong { (now.player) }
                @match now.place {
                    Some(place) => { ": " (whole(place.elo)) " Elo, " (whole(place.low)) " to " (whole(place.high)) ", after " (HumanCount(place.games)) " different games; until ± " (format!("{:.0}", now.within)) }
                    None => ": its first games",
                }
                " " button.small type="button" data-stop=(now.player) { "Stop" }
            }
        }
        ol.rungs aria-label="The ladder, the strongest first" {
            @for rung in &table.rungs { (row(rung, low, high)) }
        }
    }
}

fn row(rung: &Rung, low: f64, high: f64) -> Markup {
    let Rung { player, origin, place } = rung;
    let at = |elo: f64| format!("{:.1}", 1000.0 * (elo.clamp(low, high) - low) / (high - low).max(1.0));
    let head = player.split(':').next().unwrap_or(player);
    let class = match origin {
        RungOrigin::Anchor => "rung anchor",
        RungOrigin::Moving => "rung moving",
        _ => "rung",
    };
    html! {
        li class=(class) data-player=(player) {
            span.rung-name {
                @if *origin == RungOrigin::Anchor { span.anchor-sign title="Anchor" aria-hidden="true" { "⚓\u{a0}" } }
                a href={ "/players/" (head) } { (player) }
                small { (origin.words()) ", " (HumanCount(place.games)) " games" }
            }
            div.scale aria-hidden="true" {
                svg viewBox="0 0 1000 20" preserveAspectRatio="none" {
                    line.rail x1="0" x2="1000" y1="10" y2="10" {}
                    line.interval x1=(at(place.low)) x2=(at(place.high)) y1="10" y2="10" {}
                    line.stand x1=(at(place.elo)) x2=(at(place.elo)) y1="2" y2="18" {}
                }
            }
            span.rated { strong { (whole(place.elo)) } small { (whole(place.low)) " to " (whole(place.high)) } }
        }
    }
}
