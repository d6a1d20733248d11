//! Play: a board, an opponent, and what is to be learned from the game afterwards.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};

use crate::Laboratory;
use crate::analysts::USUAL_EVALUATOR;
use crate::api::players::{self, PlayerSummary};
use crate::board::board;
use crate::frame::Page;
use crate::problem::Problem;
use crate::review::{advice, player_select, review};

/// The page.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let players = laboratory.query(players::all).await?;
    let content = html! {
        h1.unseen { "Play" }
        div.table {
            section.play aria-label="Game" {
                (board("Othello board"))
            }
            aside.side {
                (seats())
                p #status.status {}
                p #opening.opening hidden {}
                div.actions {
                    button #undo type="button" { "Undo" }
                    button #new-game.primary type="button" { "New game" }
                }
                div #ask.card.ask role="group" aria-labelledby="ask-words" hidden {
                    p #ask-words {}
                    div.actions {
                        button #ask-yes.primary type="button" { "Start the new game" }
                        button #ask-no type="button" { "Keep playing" }
                    }
                }
                (settings(&players))
                (advice("Show what my moves are worth", &players))
                section.card.log aria-label="Moves" {
                    ol #moves.moves {}
                    p.hint #no-moves { "No moves yet." }
                    div.actions {
                        button #copy type="button" disabled { "Copy transcript" }
                        a #open.button hidden { "Open in Games" }
                    }
                }
            }
        }
        (review(&players))
    };
    Ok(Page { title: "Play", script: Some("play.js"), content }.document(&laboratory.program))
}

/// The two sides with their discs.
fn seats() -> Markup {
    html! {
        div.seats {
            @for (side, name) in [("black", "Black"), ("white", "White")] {
                div.seat data-side=(side) {
                    span.chip.(side) aria-hidden="true" {}
                    span.who { span.seat-name { "…" } span.seat-side { (name) } }
                    span.count aria-label={ "discs of " (name) } { "2" }
                }
            }
        }
    }
}

/// The level of the engine for who has not chosen yet, which people can beat with the random moves that go with it.
const EASY: u32 = 1;

/// Who plays, how well, and with which colour.
fn settings(players: &[PlayerSummary]) -> Markup {
    html! {
        form #settings.card.settings {
            h2 { "Opponent" }
            label.field { span { "Player" } (player_select("opponent", players, USUAL_EVALUATOR)) }
            p #about.hint {}
            div.fields {
                label.field {
                    span #depth-words { "Level" }
                    select name="depth" {
                        option value="" { "as it is" }
                        @for depth in [1, 2, 3, 4, 5, 6, 8, 10, 12] {
                            option value=(depth) selected[depth == EASY] {
                                (depth) @if depth == 1 { " ply" } @else { " plies" }
                            }
                        }
                    }
                }
                label.field {
                    span { "Perfect ending" }
                    select name="exact" {
                        option value="0" { "no" }
                        @for empties in [8, 12, 16, 18] { option value=(empties) { "last " (empties) } }
                    }
                }
                label.field {
                    span { "Random moves" }
                    select name="epsilon" {
                        @for (value, text) in [("0", "none"), ("0.1", "10 %"), ("0.3", "30 %")] {
                            option value=(value) selected[value == "0.1"] { (text) }
                        }
                    }
                }
            }
            fieldset.choice {
                legend { "You play" }
                @for (value, text) in [("black", "Black"), ("white", "White"), ("both", "Both")] {
                    label { input type="radio" name="side" value=(value) checked[value == "black"]; span { (text) } }
                }
            }
            p.spec { "As a player name: " code #spec {} }
        }
    }
}
