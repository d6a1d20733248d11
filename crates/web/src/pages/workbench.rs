//! The workbench: one board, and beside it everything that can be done with the position on it.

mod panels;

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::Laboratory;
use crate::api::{games, players};
use crate::board::board;
use crate::frame::Page;
use crate::problem::Problem;

/// What stands beside the board, each behind its tab.
const TABS: [(&str, &str); 6] = [
    ("moves", "Moves"),
    ("analysis", "Analysis"),
    ("explorer", "Explorer"),
    ("opponent", "Opponent"),
    ("drill", "Drill"),
    ("library", "Library"),
];

/// The page.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let players = laboratory.query(players::all).await?;
    let content = html! {
        h1.unseen { "Board" }
        div.bench #bench {
            section.play aria-label="Game" {
                (seats())
                div.board-row {
                    div #evaluation.evaluation role="img" aria-label="No evaluation" { span.share {} span.said {} }
                    (board("Othello board"))
                }
                (scrubber())
            }
            aside.side aria-label="Beside the board" {
                (words())
                (ask())
                div.tabs role="tablist" aria-label="Beside the board" {
                    @for (name, words) in TABS {
                        button type="button" role="tab" id={ "tab-" (name) } aria-controls={ "panel-" (name) }
                            aria-selected=(if name == "opponent" { "true" } else { "false" })
                            tabindex=(if name == "opponent" { "0" } else { "-1" }) { (words) }
                    }
                }
                @for (name, _) in TABS {
                    div.panel role="tabpanel" id={ "panel-" (name) } aria-labelledby={ "tab-" (name) }
                        hidden[name != "opponent"] { (panels::panel(name, &players)) }
                }
            }
        }
        (help())
    };
    Ok(Page { title: "Board", script: Some("workbench/workbench.js"), content }.document(&laboratory.program))
}

/// Where games were looked at before there was one board for everything. What stands behind the # comes along by itself.
pub(crate) async fn moved(RawQuery(query): RawQuery) -> Response {
    redirected(query.as_deref())
}

/// A game of the library at its old address.
pub(crate) async fn moved_game(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    laboratory.query(move |laboratory| games::find(laboratory, id).map(drop)).await?;
    let others = query.map(|query| format!("&{query}")).unwrap_or_default();
    Ok(redirected(Some(&format!("game={id}{others}"))))
}

fn redirected(query: Option<&str>) -> Response {
    let address = query.map_or_else(|| "/".to_owned(), |query| format!("/?{query}"));
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, address)]).into_response()
}

/// The two sides with their discs and clocks.
fn seats() -> Markup {
    html! {
        div.seats {
            @for (side, name) in [("black", "Black"), ("white", "White")] {
                div.seat data-side=(side) {
                    span.chip.(side) aria-hidden="true" {}
                    span.who { span.seat-name { "…" } span.seat-side { (name) } }
                    span.clock hidden {}
                    span.count aria-label={ "discs of " (name) } { "2" }
                }
            }
        }
    }
}

/// The graph of the game, which is stepped through by it, and the buttons that do the same.
fn scrubber() -> Markup {
    html! {
        div.scrubber {
            div #graph.graph {}
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
                button #undo type="button" title="Undo (U)" { "Undo" }
                button #redo type="button" title="Redo (Shift U)" { "Redo" }
                button #hint type="button" title="Show the best move (H)" { "Hint" }
                button #values type="button" aria-pressed="false" title="What moves are worth (V)" { "Values" }
                details.menu #view {
                    summary title="How the board looks" { "View" }
                    (view())
                }
                button #help-open type="button" aria-label="Help" title="Keys (?)" { "?" }
            }
        }
    }
}

/// How the board looks.
fn view() -> Markup {
    html! {
        div.menu-sheet role="group" aria-label="How the board looks" {
            div.actions {
                button type="button" data-turn="rotate" { "Rotate" }
                button type="button" data-turn="mirror" { "Mirror" }
                button type="button" data-turn="upright" { "Upright" }
            }
            @for (name, words) in [
                ("stable", "Safe discs"),
                ("frontier", "Open discs (frontier)"),
                ("regions", "Regions by parity"),
                ("numbers", "Move numbers"),
                ("preview", "What a move turns over"),
                ("animation", "Discs turn"),
                ("shortcuts", "Keys of one letter"),
            ] {
                label.check { input type="checkbox" data-view=(name); span { (words) } }
            }
        }
    }
}

/// What stands on the board, in words.
fn words() -> Markup {
    html! {
        div.bench-words {
            p #title.title {}
            p #status.status role="note" {}
            p #opening.opening hidden {}
            p #notice.notice role="status" hidden {}
        }
    }
}

/// A question before something gives way to something else.
fn ask() -> Markup {
    html! {
        div #ask.card.ask role="group" aria-labelledby="ask-words" hidden {
            p #ask-words {}
            div.actions {
                button #ask-yes.primary type="button" { "Start the new game" }
                button #ask-no type="button" { "Keep this one" }
            }
        }
    }
}

/// The keys.
fn help() -> Markup {
    html! {
        dialog #help aria-labelledby="help-title" {
            h2 #help-title { "Keys" }
            dl.keys-list {
                @for (keys, words) in [
                    ("← →", "one move back, one on"),
                    ("Home End", "to the start, to the end of the line"),
                    ("↑ ↓", "another variation"),
                    ("f 5", "a move as it is written: a letter, then a digit"),
                    ("Space", "start or stop the analysis"),
                    ("V", "what moves are worth, on their squares"),
                    ("H", "a hint"),
                    ("M", "the next mistake"),
                    ("U, Shift U", "undo, redo"),
                    ("F", "turn the board"),
                    ("N", "a new game"),
                    ("?", "this list"),
                ] {
                    dt { kbd { (keys) } } dd { (words) }
                }
            }
            p.hint { "A game, a board or a file of games can be pasted anywhere on the page, or dropped on it. Tab leads to the board, whose squares are walked with the arrow keys; Enter plays." }
            form method="dialog" { button.primary { "Close" } }
        }
    }
}
