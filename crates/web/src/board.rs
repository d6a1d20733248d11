//! The board of the pages: an empty grid that a script fills with what the server says.

use maud::{Markup, html};
use outflank_rules::Square;

/// A board of 64 squares with coordinates, as a grid that can be walked with the arrow keys.
pub(super) fn board(label: &str) -> Markup {
    let squares: Vec<Square> = Square::all().collect();
    html! {
        div.board data-board {
            div.files aria-hidden="true" { @for file in 'a'..='h' { span { (file) } } }
            div.ranks aria-hidden="true" { @for rank in 1..=8 { span { (rank) } } }
            div.grid role="grid" aria-label=(label) aria-describedby="board-keys" {
                @for row in squares.chunks(8) {
                    div.row role="row" {
                        @for square in row {
                            div.square role="gridcell" data-square=(square) tabindex="-1"
                                aria-label=(square) {}
                        }
                    }
                }
            }
            p #board-keys.unseen { "Arrow keys move between squares, Enter plays." }
        }
    }
}
