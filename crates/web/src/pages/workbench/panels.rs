//! What stands behind the tabs of the workbench.

use maud::{Markup, html};

use crate::analysts::USUAL_EVALUATOR;
use crate::api::human::CARELESSNESS;
use crate::api::players::{PlayerKind, PlayerSummary};

/// The panel of a tab.
pub(super) fn panel(name: &str, players: &[PlayerSummary]) -> Markup {
    match name {
        "moves" => moves(),
        "analysis" => analysis(players),
        "explorer" => explorer(),
        "opponent" => opponent(players),
        "drill" => drill(),
        _ => html! { (open_form()) (search_form()) },
    }
}

/// A choice of one of the players, by kind.
fn player_select(name: &str, players: &[PlayerSummary], chosen: &str, none: Option<&str>) -> Markup {
    html! {
        select name=(name) {
            @if let Some(none) = none { option value="" selected { (none) } }
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

fn options<T: std::fmt::Display + PartialEq>(choices: &[(T, &str)], chosen: T) -> Markup {
    html! { @for (value, words) in choices { option value=(value) selected[*value == chosen] { (words) } } }
}

fn moves() -> Markup {
    html! {
        section.card.log aria-label="Moves" {
            ol #moves.moves {}
            p.hint #no-moves { "No moves yet. Click on a square, or type a move such as f5." }
            form #typed.typed {
                label.field { span.unseen { "Type moves" }
                    input name="moves" placeholder="Type moves: f5 d6 c3" autocomplete="off" spellcheck="false"; }
                button type="submit" { "Play" }
            }
        }
        form #note.card.note aria-label="This move" {
            label.field {
                span #note-words { "Remark on the start" }
                textarea name="comment" rows="2" maxlength="2000" {}
            }
            div.actions {
                button #promote type="button" title="Make this variation the main line" { "Promote" }
                button #delete-line type="button" title="Take this move and what follows out" { "Delete from here" }
                button #solve type="button" { "Solve" }
                button #play-from-here type="button" { "Play from here" }
            }
        }
        section.card.share aria-label="Share and keep" {
            div.actions {
                button #copy type="button" { "Copy moves" }
                button #copy-link type="button" { "Copy link" }
                button #keep type="button" title="With its variations and remarks" { "Keep in the library" }
            }
            p #remarks-left-out.hint hidden {
                "The remarks are too long for the address: a link leads to the moves without them. Download the game as SGF to pass them on."
            }
            div.actions {
                label.field.inline {
                    span { "Download as" }
                    select #write-format {
                        (options(&[("sgf", "SGF, with variations"), ("ggf", "GGF"), ("pgn", "PGN"), ("transcripts", "moves"), ("obf", "OBF, this position"), ("boards", "board, this position"), ("drawings", "drawing, this position")], "sgf"))
                    }
                }
                button #write type="button" { "Download" }
            }
            dl #facts.facts hidden {}
            div #manage-place {}
        }
    }
}

fn analysis(players: &[PlayerSummary]) -> Markup {
    let judges: Vec<_> = players.iter().filter(|player| player.looks_ahead).cloned().collect();
    html! {
        section.card.search aria-labelledby="search-title-analysis" {
            div.card-head {
                h2 #search-title-analysis { "This position" }
                p #search-status.hint role="note" {}
            }
            form #search-form.compact {
                label.field { span { "Judge" } (player_select("evaluator", &judges, USUAL_EVALUATOR, None)) }
                label.field { span { "Beside it" } (player_select("second", &judges, "", Some("nobody"))) }
                label.field { span { "Lines" } select name="lines" { (options(&[(64, "all"), (1, "1"), (3, "3"), (5, "5")], 64)) } }
                label.field { span { "Up to" } select name="seconds" { (options(&[(2, "2 s"), (10, "10 s"), (30, "30 s"), (60, "60 s")], 10)) } }
                button #search-toggle.primary type="submit" { "Start" }
            }
            div #search-lines.scroll tabindex="0" role="group" aria-label="Lines" {
                table.data.lines hidden {
                    thead { tr { th scope="col" { "Move" } th.number scope="col" { "Discs" } th.number.second scope="col" hidden { "Second" } th scope="col" { "Expected play" } } }
                    tbody {}
                }
            }
            p #search-origin.hint {}
        }
        section #review.card.review aria-labelledby="review-title" {
            div.card-head {
                h2 #review-title { "The whole game" }
                p #review-kept.hint {}
            }
            form #review-form.compact {
                label.field { span { "Looking ahead" } select name="plies" { @for plies in 2..=8 { option value=(plies) selected[plies == 6] { (plies) " plies" } } } }
                label.field { span { "Exact from" } select name="exact" { (options(&[(0, "never"), (12, "12 empty"), (16, "16 empty"), (18, "18 empty"), (20, "20 empty")], 16)) } }
                button.primary type="submit" { "Judge the game" }
                progress #review-progress max="60" value="0" aria-label="Moves judged" hidden {}
            }
            p #review-problem.wrong role="alert" hidden {}
            p #review-summary.summary hidden {}
            ol #review-mistakes.mistakes {}
            div #teach.actions hidden { button type="button" { "Let this game teach it" } span.hint role="status" {} }
        }
        section #why.card.why aria-labelledby="why-title" hidden {
            div.card-head { h2 #why-title { "Why" } button #why-close type="button" aria-label="Close" { "×" } }
            div #why-content {}
        }
    }
}

fn opponent(players: &[PlayerSummary]) -> Markup {
    html! {
        form #settings.card.settings {
            div.card-head { h2 { "Opponent" } p #dial-words.rating-words role="status" {} }
            label.field.dial {
                span { "Strength, in Elo on the ladder (random moves are 0)" }
                input name="dial" type="range" min="0" max="1" step="1" value="0";
            }
            p #dial-about.hint {}
            fieldset.choice {
                legend { "You play" }
                @for (value, text) in [("black", "Black"), ("white", "White"), ("both", "Both sides"), ("none", "Nobody: it plays itself")] {
                    label { input type="radio" name="side" value=(value) checked[value == "black"]; span { (text) } }
                }
            }
            div.fields {
                label.field { span { "Clock, each side" } select name="clock" { (options(&[(0, "none"), (1, "1 min"), (3, "3 min"), (5, "5 min"), (15, "15 min"), (30, "30 min")], 0)) } }
            }
            details.more #any-player {
                summary { "Any player, as people play, and how" }
                label.field { span { "Player" } (player_select("opponent", players, USUAL_EVALUATOR, None)) }
                p #about.hint {}
                div.fields {
                    label.field {
                        span #depth-words { "Level" }
                        select name="depth" {
                            option value="" { "as it is" }
                            @for depth in [1, 2, 3, 4, 5, 6, 8, 10, 12] { option value=(depth) selected[depth == 1] { (depth) } }
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
                        select name="epsilon" { (options(&[("0", "none"), ("0.1", "10 %"), ("0.3", "30 %")], "0.1")) }
                    }
                }
                label.check { input type="checkbox" name="human"; span { "As people play (experimental)" } }
                label.field #human-field hidden {
                    span #human-words { "Carelessness" }
                    input name="carelessness" type="range" min="0.5" max="10" step="0.05" value=(CARELESSNESS);
                }
                p #human-about.hint hidden {
                    "Opening moves as often as games of the library made them; later ones so that a move which loses as many discs as the dial says "
                    "is made e ≈ 2.7 times less often than the best: in 200 games of tournaments it was " (CARELESSNESS) " discs. How strong that is has not been measured."
                }
                p.spec { "As a player name: " code #spec {} }
            }
            div.actions {
                button #new-game.primary type="button" { "New game" }
                button #play-on type="button" { "Play on from this position" }
            }
        }
    }
}

fn explorer() -> Markup {
    html! {
        section.card aria-labelledby="explorer-title" {
            div.explorer-head {
                h2 #explorer-title { "What was played here" }
                label.field { span { "Games" } (collections("explorer-among")) }
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

fn drill() -> Markup {
    html! {
        section.card.drill aria-labelledby="drill-title" {
            div.card-head { h2 #drill-title { "Find the move" } p #drill-due.hint role="status" {} }
            div.actions #drill-start {
                button #drill-deck.primary type="button" { "Repeat what is due" }
                button #drill-game type="button" { "Mistakes of this game" }
                button #drill-library type="button" { "From the library" }
                button #drill-endgame type="button" { "Exact endgames" }
            }
            div #drill-now hidden {
                p #drill-question.question {}
                p #drill-verdict.outcome role="status" {}
                div.actions {
                    button #drill-show type="button" { "Show the answer" }
                    button #drill-next.primary type="button" hidden { "Next" }
                    button #drill-line type="button" hidden { "Play the refutation out" }
                    button #drill-end type="button" { "Back to the game" }
                }
                div #drill-why {}
            }
        }
        section.card aria-labelledby="deck-title" {
            h2 #deck-title { "Deck" }
            p.hint { "Positions that were answered wrongly come back: soon at first, then after days and weeks, as long as they are remembered." }
            ol #deck.games {}
        }
    }
}

/// A choice of one of the collections.
fn collections(id: &str) -> Markup {
    html! {
        select id=(id) name="among" { (options(&[("", "all"), ("imported", "imported"), ("played", "played here"), ("shipped", "of Outflank")], "")) }
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
                        select name="result" { (options(&[("", "any"), ("black", "Black won"), ("draw", "a draw"), ("white", "White won")], "")) }
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
                        @for format in ["sgf", "ggf", "pgn", "wthor", "transcripts", "edax", "nboard", "boards", "obf"] {
                            option value=(format) { (format) }
                        }
                    }
                }
                a #export.button href="/api/games/export" download { "Download" }
            }
        }
    }
}
