//! Games of the library as a file.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use outflank_lab::Moment;
use outflank_rules::formats::{Format, WthorWriter};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::game_search::{Asked, GameSearch};
use crate::Laboratory;
use crate::archive::{ArchivedFile, archive};
use crate::problem::{Problem, ProblemBody};

/// So many games are read at once.
const TOGETHER: usize = 200;

/// The games that meet some conditions, as a file, the oldest first; `from` does not count. WTHOR, which takes three
/// files, comes as an archive of them.
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
    if format == Format::Wthor {
        return wthor(&laboratory, &numbers).await;
    }
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

/// The games as WTHOR has them: games, players and tournaments, and a word about what it has no place for.
async fn wthor(laboratory: &Arc<Laboratory>, numbers: &[i64]) -> Result<Response, Problem> {
    let mut writer = WthorWriter::new();
    let mut left_out: Vec<String> = Vec::new();
    for some in numbers.chunks(TOGETHER).map(<[i64]>::to_vec) {
        let added = laboratory.query(move |laboratory| {
            let mut left_out = Vec::new();
            for id in some {
                let Some(game) = laboratory.store.library_game(id)? else { continue };
                if let Err(reason) = writer.add(&game.game) {
                    left_out.push(format!("game {id}: {reason}"));
                }
            }
            Ok((writer, left_out))
        });
        let (back, others) = added.await?;
        writer = back;
        left_out.extend(others);
    }
    let today = Moment::now().date();
    let mut parts = today.split('-').map(|part| part.parse::<u16>().unwrap_or(1));
    let mut part = || parts.next().unwrap_or(1);
    let day = (part(), part() as u8, part() as u8);
    let about = format!("{} games, {} left out\n{}\n", writer.len(), left_out.len(), left_out.join("\n"));
    let files = [
        ArchivedFile { name: "games.wtb", content: writer.games(day) },
        ArchivedFile { name: "WTHOR.JOU", content: writer.players(day) },
        ArchivedFile { name: "WTHOR.TRN", content: writer.tournaments(day) },
        ArchivedFile { name: "about.txt", content: about.into() },
    ];
    let headers =
        [(CONTENT_TYPE, "application/zip"), (CONTENT_DISPOSITION, "attachment; filename=\"games.zip\"")];
    Ok((headers, archive(&files)).into_response())
}
