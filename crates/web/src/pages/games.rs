//! Games: open one, step through it, have it judged; and those that were kept.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, html};
use outflank_lab::Entry;

use super::readable;
use crate::Laboratory;
use crate::api::games::{self, GameRow};
use crate::api::players;
use crate::board::board;
use crate::frame::Page;
use crate::manage::manage;
use crate::problem::Problem;
use crate::review::{advice, review};

/// The page without a game.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    laboratory.query(|laboratory| document(laboratory, None)).await
}

/// The page with a game that was kept.
pub(crate) async fn kept(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| match laboratory.store.game(id)? {
        Some(_) => document(laboratory, Some(id)),
        None => Err(Problem::missing(format!("there is no game number {id}"))),
    });
    made.await
}

fn document(laboratory: &Laboratory, id: Option<i64>) -> Result<Markup, Problem> {
    let players = players::all(laboratory)?;
    let kept = games::newest(laboratory)?;
    let own = match id.map(Entry::Game) {
        Some(entry) => {
            let (title, archived) = laboratory.store.mark_of(&entry)?;
            Some((entry, title, archived))
        }
        None => None,
    };
    let content = html! {
        h1.unseen { "Games" }
        div.table #viewer data-game=[id] {
            section.play aria-label="Game" {
                (board("The position on the board"))
                div.steps role="group" aria-label="Step through the game" {
                    @for (step, sign, words) in [
                        ("first", "«", "To the start"),
                        ("back", "‹", "One move back"),
                        ("next", "›", "One move on"),
                        ("last", "»", "To the end"),
                    ] {
                        button type="button" data-step=(step) aria-label=(words) title=(words) { (sign) }
                    }
                    span #where.where {}
                }
                div.actions.centred {
                    button #solve type="button" { "Solve" }
                    a #play-from-here.button href="/" { "Play from here" }
                    button #back-to-game type="button" hidden { "Back to the game" }
                }
                p.hint.centred { "The arrow keys ← and → step, too; Home and End go to the ends. A click on a legal square plays it." }
            }
            aside.side {
                div {
                    p #title.status {}
                    p #opening.opening hidden {}
                    p #position-words.hint {}
                }
                (advice("Show what moves are worth", &players))
                (open_form())
                section.card.log aria-label="Moves" {
                    ol #moves.moves.clickable {}
                    p.hint #no-moves { "No moves." }
                }
            }
        }
        (review(&players))
        @if let Some((entry, title, archived)) = &own { (manage(entry, title.as_deref(), *archived, "/games")) }
        (kept_games(&kept))
    };
    Ok(Page { title: "Games", script: Some("games.js"), content }.document(&laboratory.program))
}

/// Where a game is pasted or uploaded.
fn open_form() -> Markup {
    html! {
        form #open-game.card {
            h2 { "Open a game" }
            label.field {
                span { "A transcript, a board or a drawing" }
                textarea #text name="text" rows="3" spellcheck="false" autocomplete="off"
                    placeholder="f5d6c3d3c4f4…" {}
            }
            label.field {
                span { "Or a file: text, games of a match, OBF, WTHOR" }
                input #file type="file" name="file";
            }
            p #open-problem.wrong role="alert" hidden {}
            div.actions { button.primary type="submit" { "Read" } }
            label.field #found-field hidden {
                span #found-words {}
                select #found {}
            }
        }
    }
}

/// The games that were played to their end here.
fn kept_games(games: &[GameRow]) -> Markup {
    html! {
        section.card.kept {
            h2 { "Played here" }
            @if games.is_empty() {
                p.hint { "Games are kept when they are over. " a href="/" { "Play one." } }
            } @else {
                div.scroll tabindex="0" role="group" aria-label="Games that were played here" {
                    table.data {
                        thead {
                            tr {
                                th.number scope="col" { "Game" } th scope="col" { "Black" } th scope="col" { "White" }
                                th.number scope="col" { "Black’s margin" } th scope="col" { "Finished" }
                            }
                        }
                        tbody {
                            @for game in games {
                                tr {
                                    td.number { a href={ "/games/" (game.id) } { (game.id) } @if let Some(title) = &game.title { small { (title) } } }
                                    td { (game.black) } td { (game.white) }
                                    td.number { (format!("{:+}", game.margin)) }
                                    td { (readable(&game.finished)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
