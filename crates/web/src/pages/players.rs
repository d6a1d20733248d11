//! Players: who there is, what each has learned, where it comes from and how strong it is.

use std::sync::Arc;

use axum::extract::{Path, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_arena::statistics::Rating;
use outflank_lab::{Entry, Provenance, view};

use super::league::elo;
use super::learn::whole;
use super::readable;
use crate::Laboratory;
use crate::api::contests;
use crate::api::ladder::{self, Rung};
use crate::api::players::{self, PlayerKind, PlayerSummary};
use crate::api::systems::PlaceInterval;
use crate::frame::Page;
use crate::learned::{self, Learned};
use crate::manage::manage;
use crate::problem::Problem;
use crate::studies::{self, Rank};

/// The most players of a kind that are shown.
const SHOWN: usize = 60;

/// The page: everybody, with a picture.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let made = laboratory.query(|laboratory| {
        let players = players::all(laboratory)?;
        let table = ladder::table(laboratory)?;
        // With any options it plays with; the strongest comes first.
        let place_of = |name: &str| {
            let is_it = |rung: &&Rung| rung.player.split([':', '@']).next() == Some(name);
            table.rungs.iter().find(is_it).map(|rung| rung.place)
        };
        Ok(html! {
            header.lead {
                h1 { "Players" }
                p { "Everybody who can be played and compared, with what each has learned." }
            }
            @for kind in [PlayerKind::Run, PlayerKind::Taught, PlayerKind::Uploaded, PlayerKind::Shipped, PlayerKind::BuiltIn, PlayerKind::Engine] {
                @let of_kind: Vec<&PlayerSummary> = players.iter().filter(|player| player.kind == kind).collect();
                @if !of_kind.is_empty() {
                    section.group aria-label=(kind.title()) {
                        h2 { (kind.title()) }
                        div.cards {
                            @for player in of_kind.iter().take(SHOWN) {
                                (card(player, place_of(&player.name).as_ref()))
                            }
                        }
                        @if of_kind.len() > SHOWN { p.hint { "The newest " (SHOWN) " of " (of_kind.len()) "." } }
                    }
                }
            }
            (upload_form())
        })
    });
    Ok(Page { title: "Players", script: Some("players.js"), content: made.await? }
        .document(&laboratory.program))
}

/// Where a player is uploaded.
fn upload_form() -> Markup {
    html! {
        form #upload.card.narrow-form {
            h2 { "Upload a player" }
            p #upload-hint.hint {
                "A file that " code { "outflank export" } " made, or a text of 64 weights, a1 to h8 by rows."
            }
            div.fields {
                label.field { span { "File" } input #file type="file" name="file" required aria-describedby="upload-hint"; }
                label.field { span { "Name" } input name="name" autocomplete="off" maxlength="100" placeholder="that of the file"; }
            }
            p #problem.wrong role="alert" hidden {}
            div.actions { button.primary type="submit" { "Add" } }
        }
    }
}

/// A player at a glance. Its picture is fetched when it comes into view.
fn card(player: &PlayerSummary, best: Option<&PlaceInterval>) -> Markup {
    html! {
        article.card.player {
            div.glance data-picture={ "/players/" (player.name) "/picture" } aria-hidden="true" {}
            div {
                h3 { a href={ "/players/" (player.name) } { (player.name) } }
                p.hint { (player.about) }
                @if let Some(best) = best {
                    p.rating { strong { (whole(best.elo)) } " Elo " small { (whole(best.low)) " to " (whole(best.high)) } }
                }
            }
        }
    }
}

/// A rating with its interval.
fn rated(rating: &Rating) -> Markup {
    html! {
        strong { (elo(rating.elo)) } " Elo "
        small { (elo(rating.interval.low)) " to " (elo(rating.interval.high)) }
    }
}

/// The page of one player.
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let found = learned::find(laboratory, &name)?;
        let standings = contests::standings(laboratory, None)?;
        let ratings = contests::ratings_of(laboratory, &standings, &name)?;
        // A run may have the name of somebody else.
        let ranks = match &found.run {
            Some(_) => Vec::new(),
            None => studies::ranks(laboratory.store.folder(), &name)?,
        };
        let curves = match &found.run {
            Some(run) => Some(view::of_curves(&laboratory.store.curves(&run.id)?)?),
            None => None,
        };
        let curves = curves.filter(|curves| !curves.blocks.is_empty());
        // Runs are managed on their own page; what comes with the program stays.
        let is_own = laboratory.store.folder().player_files().iter().any(|file| file.as_str() == name);
        let own = match is_own && found.run.is_none() {
            true => {
                let entry = Entry::Player(name.clone());
                let (_, archived) = laboratory.store.mark_of(&entry)?;
                Some((entry, archived))
            }
            false => None,
        };
        Ok(html! {
            p.crumbs { a href="/players" { "Players" } }
            header.lead.run-head {
                h1 { (name) }
                div.actions {
                    a.button.primary href={ "/?opponent=" (name) } { "Play it" }
                    a.button href={ "/ladder?player=" (name) } { "Place on the ladder" }
                    @if found.provenance.is_some() { a.button href={ "/api/players/" (name) "/file" } download { "Export" } }
                    @if let Some(run) = &found.run { a.button href={ "/learn/" (run.id) } { "Its run" } }
                }
                @if let Some(about) = found.about { p { (about) } }
            }
            div.columns.even {
                div.card {
                    @match &found.view {
                        Some(view) => (learned::section(&name, view)),
                        None => p.hint { "There is nothing to see: it has learned nothing." },
                    }
                }
                div.stack {
                    (strength(&ratings, &ranks))
                    (provenance(&found))
                    @if let Some((entry, archived)) = &own { (manage(entry, None, *archived, "/players")) }
                    @if let Some(curves) = &curves {
                        div.card { (learned::section(&name, curves)) }
                    }
                }
            }
        })
    });
    Ok(Page { title: "Players", script: Some("parts.js"), content: made.await? }
        .document(&laboratory.program))
}

/// The ratings of a player, with all options that it played with, and its ranks in the league of all systems.
fn strength(ratings: &[&Rating], ranks: &[Rank]) -> Markup {
    html! {
        section.card aria-labelledby="strength-heading" {
            h2 #strength-heading { "How strong" }
            @if ratings.is_empty() {
                p.hint { "It has not played in a contest yet. " a href="/league" { "Let it meet somebody." } }
            } @else {
                div.scroll tabindex="0" role="group" aria-label="Ratings" {
                    table.data {
                        thead { tr { th scope="col" { "As" } th.number scope="col" { "Elo" } th.number scope="col" { "Games" } th.number scope="col" { "Score" } } }
                        tbody {
                            @for rating in ratings {
                                tr {
                                    th scope="row" { (rating.player) }
                                    td.number { (rated(rating)) }
                                    td.number { (HumanCount(rating.games)) }
                                    td.number { (format!("{:.1} %", 100.0 * rating.score)) }
                                }
                            }
                        }
                    }
                }
                p.hint { "From contests here, with 95 % intervals. Everybody stands on the " a href="/ladder" { "ladder" } "." }
            }
            @if !ranks.is_empty() {
                p { "In the " a href={ "/studies/documented/" (studies::LEAGUE) } { "league of all systems" } ":" }
                dl.figures {
                    @for rank in ranks {
                        div { dt { (rank.division) } dd { (rank.elo) " Elo " small { (rank.interval) } } }
                    }
                }
            }
        }
    }
}

/// Where a player comes from.
fn provenance(found: &Learned) -> Markup {
    html! {
        section.card.provenance aria-labelledby="provenance-heading" {
            h2 #provenance-heading { "Where it comes from" }
            @match &found.provenance {
                Some(Provenance { recipe, seed, games, created, program }) => {
                    dl.figures {
                        div { dt { "Games" } dd { (HumanCount(*games)) } }
                        div { dt { "Seed" } dd { (seed) } }
                        div { dt { "Learned" } dd { (readable(created)) } }
                        div { dt { "Program" } dd { (program) } }
                    }
                    pre tabindex="0" aria-label="Recipe" { code { (recipe) } }
                }
                None if found.run.is_some() => p.hint { "It has no checkpoint yet." },
                None => p.hint { "It was written, not learned." },
            }
        }
    }
}

/// What a player has learned, at a glance, as a part of a page.
pub(crate) async fn picture(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let found = learned::find(laboratory, &name)?;
        let glance = found.view.as_ref().and_then(learned::glance);
        Ok(glance.unwrap_or_else(|| html! { span.nothing { "–" } }))
    });
    made.await
}

/// What a player has learned, as a part of a page.
pub(crate) async fn learned(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let found = learned::find(laboratory, &name)?;
        Ok(match &found.view {
            Some(view) => learned::section(&name, view),
            None => html! { p.hint { "Nothing to see yet." } },
        })
    });
    made.await
}

/// One board of a figure that has many, as a part of a page.
pub(crate) async fn board(
    State(laboratory): State<Arc<Laboratory>>,
    Path((name, figure, board)): Path<(String, String, usize)>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let found = learned::find(laboratory, &name)?;
        let drawn = found.view.and_then(|view| learned::board(&view, &figure, board));
        drawn.ok_or_else(|| Problem::missing("there is no such board"))
    });
    made.await
}
