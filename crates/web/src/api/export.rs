//! Games of the library as a file.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use outflank_rules::formats::Format;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::game_search::{Asked, GameSearch};
use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};

/// So many games are read at once.
const TOGETHER: usize = 200;

/// The games that meet some conditions, as a file, the oldest first; `from` does not count. WTHOR, which takes three
/// files, is written by the program.
#[utoipa::path(
    get,
    path = "/api/games/export",
    params(GameSearch),
    responses(
        (status = 200, description = "The games", body = String, content_type = "text/plain"),
        (status = 400, description = "The address cannot be read", body = ProblemBody),
        (status = 422, description = "A condition or a format makes no sense", body = ProblemBody),
    )
)]
pub(crate) async fn export(
    State(laboratory): State<Arc<Laboratory>>,
    Asked(search): Asked<GameSearch>,
) -> Result<Response, Problem> {
    let (format, filter) = (search.to()?, search.filter()?);
    laboratory.prepare_library().await;
    let numbers = laboratory.query(move |laboratory| Ok(laboratory.store.find_numbers(&filter)?)).await?;
    let (send, parts) = mpsc::channel::<String>(2);
    tokio::spawn(async move {
        for some in numbers.chunks(TOGETHER).map(<[i64]>::to_vec) {
            let written = laboratory.query(move |laboratory| {
                let mut text = String::new();
                for id in some {
                    let game = laboratory.store.library_game(id)?;
                    text.extend(game.and_then(|game| format.write(&game.game)));
                }
                Ok(text)
            });
            // Who has gone needs no more, and a file that breaks off says so by its end.
            let Ok(text) = written.await else { return };
            if send.send(text).await.is_err() {
                return;
            }
        }
    });
    let body =
        Body::from_stream(ReceiverStream::new(parts).map(|text| Ok::<_, Infallible>(Bytes::from(text))));
    let extension = match format {
        Format::Ggf | Format::Sgf | Format::Pgn | Format::Obf => format.name(),
        _ => "txt",
    };
    let name = format!("attachment; filename=\"games.{extension}\"");
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], body)
        .into_response())
}
