//! Players: who there is, what each has learned, where it comes from and how strong it is.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, html};

use crate::web::Laboratory;
use crate::web::learned;
use crate::web::problem::Problem;

/// What a player has learned, as a part of a page.
pub(in crate::web) async fn learned(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    laboratory
        .quickly(move |laboratory| {
            let found = learned::find(laboratory, &name)?;
            Ok(match &found.view {
                Some(view) => learned::section(&name, view),
                None => html! { p.hint { "Nothing to see yet." } },
            })
        })
        .await
}

/// One board of a figure that has many, as a part of a page.
pub(in crate::web) async fn board(
    State(laboratory): State<Arc<Laboratory>>,
    Path((name, figure, board)): Path<(String, String, usize)>,
) -> Result<Markup, Problem> {
    laboratory
        .quickly(move |laboratory| {
            let found = learned::find(laboratory, &name)?;
            let drawn = found.view.and_then(|view| learned::board(&view, &figure, board));
            drawn.ok_or_else(|| Problem::missing("there is no such board"))
        })
        .await
}
