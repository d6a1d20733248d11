//! Studies: what documents claim and what was found here, side by side.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, PreEscaped, html};
use outflank_lab::PlayerFile;
use outflank_lab::report::Figure;
use outflank_lab::shipped::{self, Shipped};
use outflank_learn::Recipe;

use crate::Laboratory;
use crate::api::studies::StudyOrigin;
use crate::frame::Page;
use crate::problem::Problem;
use crate::studies::{self, Origin, Study};

/// The page: all reports with their verdicts.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let found = laboratory.query(|laboratory| {
        let begun = crate::api::study_runs::begun(laboratory)?;
        Ok((studies::all(laboratory.store.folder()), begun))
    });
    let (all, begun) = found.await?;
    let content = html! {
        header.lead {
            h1 { "Studies" }
            p { "What documents claim about learning Othello, and what came out when their experiments were run again." }
        }
        @for (origin, heading) in [(Origin::Documented, "With the program"), (Origin::Made, "Made here")] {
            @let of_origin: Vec<&Study> = all.iter().filter(|study| study.origin == origin).collect();
            @if !of_origin.is_empty() || origin == Origin::Made {
                section.group aria-label=(heading) {
                    h2 { (heading) }
                    @if of_origin.is_empty() {
                        p.hint {
                            "None yet. Run one below, or with " code { "outflank reproduce NAME" } "."
                        }
                    }
                    div.cards { @for study in of_origin { (card(study)) } }
                }
            }
        }
        (super::study_runs::section(&begun))
    };
    Ok(Page { title: "Studies", script: Some("studies.js"), content }.document(&laboratory.program))
}

/// A report at a glance.
fn card(study: &Study) -> Markup {
    let claims: usize = study.counts().iter().map(|(_, count)| count).sum();
    html! {
        article.card.study id=[(study.origin == Origin::Documented).then_some(&study.name)] {
            p.kicker { (study.name) }
            h3 { a href={ "/studies/" (study.origin.word()) "/" (study.name) } { (study.report.title) } }
            @if claims > 0 {
                ul.counts aria-label="Claims" {
                    @for (verdict, count) in study.counts() {
                        li.(verdict.class()) { strong { (count) } " " (verdict.sign()) " " (verdict.to_string()) }
                    }
                }
            }
        }
    }
}

/// Where to go from a report: its players, and a run of one's own.
fn further(name: &str) -> Markup {
    let of_system = |player: &&Shipped| {
        PlayerFile::from_bytes(player.bytes).is_ok_and(|player| player.model.system() == name)
    };
    let players: Vec<&Shipped> = shipped::all().iter().filter(of_system).collect();
    let is_system = Recipe::default_of(name).is_some();
    let is_study = outflank_lab::studies::names().any(|known| known == name);
    html! {
        @if is_study || is_system || !players.is_empty() {
            nav.actions aria-label="From here" {
                @if is_study {
                    a.button href={ "/studies#run-" (name) } { "Run this study here" (super::study_runs::published(name)) }
                }
                @for player in players {
                    a.button href={ "/players/" (player.name) } { "Look at " (player.name) }
                    a.button href={ "/?opponent=" (player.name) } { "Play " (player.name) }
                }
                @if is_system { a.button href={ "/systems/" (name) } { "Teach one yourself" } }
            }
        }
    }
}

/// The page of one report.
pub(crate) async fn report(
    State(laboratory): State<Arc<Laboratory>>,
    Path((place, name)): Path<(StudyOrigin, String)>,
) -> Result<Markup, Problem> {
    let make = move |laboratory: &Laboratory| {
        let study = studies::find(laboratory.store.folder(), place.into(), &name)?;
        let paint = |figure: &Figure| figure.plot().to_svg_without_styles();
        Ok(html! {
            article.report.whole {
                p.crumbs { a href="/studies" { "Studies" } }
                (PreEscaped(study.report.to_markup(&paint)))
                (further(&study.name))
            }
        })
    };
    let content = laboratory.query(make).await?;
    Ok(Page { title: "Studies", script: None, content }.document(&laboratory.program))
}
