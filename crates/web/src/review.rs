//! What pages have in common that judge games: who judges, and the review of a game that is over.

use maud::{Markup, html};

use super::analysts::USUAL_EVALUATOR;
use super::api::players::{PlayerKind, PlayerSummary};

/// A choice of one of the players, by kind.
pub(super) fn player_select(name: &str, players: &[PlayerSummary], chosen: &str) -> Markup {
    html! {
        select name=(name) {
            @for kind in PlayerKind::ALL {
                @let of_kind = players.iter().filter(|player| player.kind == kind).collect::<Vec<_>>();
                @if !of_kind.is_empty() {
                    optgroup label=(kind.title()) {
                        @for player in of_kind {
                            option value=(player.name) data-about=(player.about) data-takes=(player.takes())
                                data-plies=[player.plies] data-learns[player.learns_from_people]
                                selected[player.name == chosen] { (player.name) }
                        }
                    }
                }
            }
        }
    }
}

/// Who judges, and how deep.
pub(super) fn judge_fields(players: &[PlayerSummary]) -> Markup {
    let judges: Vec<_> = players.iter().filter(|player| player.looks_ahead).cloned().collect();
    html! {
        label.field { span { "Judged by" } (player_select("evaluator", &judges, USUAL_EVALUATOR)) }
        label.field {
            span { "Looking ahead" }
            select name="plies" {
                @for plies in 2..=8 { option value=(plies) selected[plies == 5] { (plies) " plies" } }
            }
        }
        label.field {
            span { "Exact from" }
            select name="exact" {
                @for empties in [0, 12, 16, 18, 20] {
                    option value=(empties) selected[empties == 16] {
                        @if empties == 0 { "never" } @else { (empties) " empty" }
                    }
                }
            }
        }
    }
}

/// What moves are worth, for those who want to be told.
pub(super) fn advice(words: &str, players: &[PlayerSummary]) -> Markup {
    html! {
        form #advice.card.settings {
            label.check { input type="checkbox" name="shown"; span { (words) } }
            div.fields #advice-fields hidden { (judge_fields(players)) }
            p #advice-origin.hint role="note" hidden {}
        }
    }
}

/// The place where a game is reviewed, hidden until there is one.
pub(super) fn review(players: &[PlayerSummary]) -> Markup {
    html! {
        section #review.card.review aria-labelledby="review-title" hidden {
            div.review-head {
                h2 #review-title { "What the game could have been" }
                p #review-kept.hint {}
                div #teach.actions hidden { button type="button" { "Let this game teach it" } span.hint role="status" {} }
            }
            form #review-form.review-form {
                div.fields { (judge_fields(players)) }
                div.actions {
                    button.primary type="submit" { "Analyse" }
                    progress #review-progress max="60" value="0" aria-label="Moves judged" hidden {}
                }
            }
            p #review-problem.wrong role="alert" hidden {}
            div.review-results #review-results hidden {
                div #review-graph.scroll.graph {}
                div {
                    p #review-summary.summary {}
                    ol #review-mistakes.mistakes {}
                }
            }
        }
    }
}
