//! Games: a board on which one can be stepped through, and beside it its moves, what they were worth, what the library
//! knows of the position, and the library itself.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, html};
use outflank_lab::Entry;

use crate::Laboratory;
use crate::api::games;
use crate::api::players::{self, PlayerSummary};
use crate::board::board;
use crate::frame::Page;
use crate::manage::manage;
use crate::problem::Problem;
use crate::review::{advice, review};

/// The page without a game.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    laboratory.query(|laboratory| document(laboratory, None)).await
}

/// The page with a game of the library.
pub(crate) async fn kept(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        games::find(laboratory, id)?;
        document(laboratory, Some(id))
    });
    made.await
}

/// What stands beside the board, each behind its tab.
const TABS: [(&str, &str); 4] =
    [("moves", "Moves"), ("analysis", "Analysis"), ("explorer", "Explorer"), ("library", "Library")];

fn document(laboratory: &Laboratory, id: Option<i64>) -> Result<Markup, Problem> {
    let players = players::all(laboratory)?;
    let own = match id.map(Entry::Game) {
        Some(entry) => {
            let (title, archived) = laboratory.store.mark_of(&entry)?;
            Some(manage(&entry, title.as_deref(), archived, "/games"))
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
                div.tabs role="tablist" aria-label="Beside the board" {
                    @for (name, words) in TABS {
                        button type="button" role="tab" id={ "tab-" (name) } aria-controls={ "panel-" (name) }
                            aria-selected=(if name == "moves" { "true" } else { "false" })
                            tabindex=(if name == "moves" { "0" } else { "-1" }) { (words) }
                    }
                }
                @for (name, _) in TABS {
                    div.panel role="tabpanel" id={ "panel-" (name) } aria-labelledby={ "tab-" (name) }
                        hidden[name != "moves"] { (panel(name, &players, own.as_ref())) }
                }
            }
        }
    };
    Ok(Page { title: "Games", script: Some("games.js"), content }.document(&laboratory.program))
}

fn panel(name: &str, players: &[PlayerSummary], own: Option<&Markup>) -> Markup {
    match name {
        "moves" => moves(own),
        "analysis" => html! { (advice("Show what moves are worth", players)) (review(players)) },
        "explorer" => explorer(),
        _ => html! { (open_form()) (search_form()) },
    }
}

fn moves(own: Option<&Markup>) -> Markup {
    html! {
        section.card.log aria-label="Moves" {
            ol #moves.moves.clickable {}
            p.hint #no-moves { "No moves." }
            div.actions {
                button #copy type="button" { "Copy transcript" }
                a #share.button href="/games" { "Link to this position" }
            }
        }
        dl #facts.facts hidden {}
        @if let Some(own) = own { (own) }
    }
}

fn explorer() -> Markup {
    html! {
        section.card aria-labelledby="explorer-title" {
            div.explorer-head {
                h2 #explorer-title { "What was played here" }
                label.field {
                    span { "Games" }
                    (collections("explorer-among"))
                }
            }
            p #explorer-words.hint role="status" {}
            div.scroll tabindex="0" role="group" aria-label="Moves that were played" {
                table.data.explorer #explorer-table hidden {
                    thead {
                        tr {
                            th scope="col" { "Move" } th.number scope="col" { "Games" }
                            th scope="col" title="Black’s wins, draws and losses" { "Black’s score" }
                            th.number scope="col" title="Black’s average margin in discs, the empty squares given to the winner" { "Margin" }
                            th.number scope="col" title="What an engine thinks of it, seen by Black; = is proven" { "Engine" }
                            th scope="col" { "Players, years" }
                        }
                    }
                    tbody {}
                }
            }
            div.actions {
                button #explorer-value type="button" { "Ask the engine" }
                button #explorer-games type="button" { "Find the games" }
            }
        }
    }
}

/// A choice of one of the collections.
fn collections(id: &str) -> Markup {
    html! {
        select id=(id) name="among" {
            option value="" { "all" }
            option value="imported" { "imported" }
            option value="played" { "played here" }
            option value="shipped" { "of Outflank" }
        }
    }
}

/// Where games are pasted or dropped.
fn open_form() -> Markup {
    html! {
        form #open-game.card {
            h2 { "Open or add games" }
            label.field {
                span { "Paste anything: moves, a board, GGF, SGF, PGN, lists" }
                textarea #text name="text" rows="2" spellcheck="false" autocomplete="off"
                    placeholder="f5d6c3d3c4f4…" {}
            }
            label.field {
                span { "Or files, which may also be dropped on the page" }
                input #file type="file" name="file" multiple;
            }
            p #open-problem.wrong role="alert" hidden {}
            div.actions {
                button.primary type="submit" { "Open" }
                button #import type="button" { "Add to the library" }
                progress #import-progress max="1" value="0" aria-label="Sent" hidden {}
            }
            p #import-done.hint role="status" hidden {}
            label.field #found-field hidden {
                span #found-words {}
                select #found {}
            }
            details.more {
                summary { "The database of tournaments" }
                p.hint {
                    "WTHOR, some 140,000 games since 1977, is published by the French Othello federation, "
                    "ffothello.org: a file for each year (WTH_2024.wtb, …), and WTHOR.JOU and WTHOR.TRN with the names. "
                    "Choose all of them together, or name their folder: " code { "outflank import FOLDER" }
                }
            }
        }
    }
}

fn search_form() -> Markup {
    html! {
        section.card aria-labelledby="search-title" {
            h2 #search-title { "Find games" }
            form #search role="search" {
                div.fields {
                    label.field { span { "Player" } input name="player" autocomplete="off"; }
                    label.field { span { "Years" } input name="years" placeholder="1990-1999" autocomplete="off"; }
                    label.field { span { "Event" } input name="event" autocomplete="off"; }
                    label.field { span { "Opening" } input name="opening" placeholder="Tiger" autocomplete="off"; }
                    label.field {
                        span { "Result" }
                        select name="result" {
                            option value="" { "any" }
                            option value="black" { "Black won" }
                            option value="draw" { "a draw" }
                            option value="white" { "White won" }
                        }
                    }
                    label.field { span { "Games" } (collections("search-among")) }
                    label.field { span { "Any text" } input name="text" autocomplete="off"; }
                }
                label.check { input type="checkbox" name="through"; span { "Through the position on the board" } }
                div.actions {
                    button.primary type="submit" { "Find" }
                    span #search-words.hint role="status" {}
                }
            }
            ol #games.games {}
            div.actions #search-more hidden {
                button #older type="button" { "More" }
                label.field.inline {
                    span { "Download all as" }
                    select #export-format {
                        @for format in ["sgf", "ggf", "pgn", "transcripts", "edax", "nboard", "boards", "obf"] {
                            option value=(format) { (format) }
                        }
                    }
                }
                a #export.button href="/api/games/export" download { "Download" }
            }
        }
    }
}
