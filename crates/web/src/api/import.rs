//! Files of games into the library: read as they come in, kept in small parts, whatever their size.

use std::io::{self, Read};
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use outflank_lab::library::ImportedFile;
use outflank_rules::formats::{AnnotatedGame, Games, OpenError, WthorNames};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use utoipa::IntoParams;

use super::game_search::Asked;
use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};

/// So many games are kept together: others come to the store in between.
const TOGETHER: usize = 1_000;

/// The largest list of names, in bytes: 65,535 of 26.
const LARGEST_NAMES: u64 = 1 << 21;

/// The largest file, in bytes.
const LARGEST: u64 = 1 << 30;

/// What a file is called, and what comes before it.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportRequest {
    /// What people call the file: it is kept as the source of its games.
    #[serde(default)]
    #[param(max_length = 200, example = "games.ggf")]
    name: String,
    /// So many bytes of the body, at its beginning, are the list of players of a WTHOR file (.JOU).
    #[serde(default)]
    #[param(maximum = 2_097_152)]
    players: u64,
    /// So many bytes after that are its list of tournaments (.TRN).
    #[serde(default)]
    #[param(maximum = 2_097_152)]
    tournaments: u64,
}

/// What the thread that reads has come to.
enum Part {
    Games(&'static str, Vec<AnnotatedGame>),
    /// All games were read: what was wrong with them.
    Read(ImportedFile),
    Refused(Problem),
}

/// Keeps the games of a file in the library. The body is the file, in any format that is in use; it is read as it
/// comes in, and what was read before something went wrong is kept.
#[utoipa::path(
    post,
    path = "/api/games/import",
    params(ImportRequest),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "What became of its games", body = ImportedFile),
        (status = 413, description = "It is larger than a gibibyte", body = ProblemBody),
        (status = 422, description = "It is no file of games", body = ProblemBody),
    )
)]
pub(crate) async fn import(
    State(laboratory): State<Arc<Laboratory>>,
    Asked(asked): Asked<ImportRequest>,
    body: Body,
) -> Result<Json<ImportedFile>, Problem> {
    if asked.name.chars().count() > 200 {
        return Err(Problem::wrong("the name of a file has 200 letters at most"));
    }
    if asked.players.max(asked.tournaments) > LARGEST_NAMES {
        return Err(Problem::wrong("a list of names has 2 mebibytes at most"));
    }
    let name = if asked.name.trim().is_empty() { "Pasted".to_owned() } else { asked.name.clone() };
    let (chunks, arriving) = mpsc::channel(8);
    let (parts, mut read) = mpsc::channel(2);
    tokio::spawn(feed(body, chunks));
    tokio::task::spawn_blocking(move || {
        let refused = read_parts(&asked, Arriving { chunks: arriving, rest: Bytes::new() }, &parts).err();
        if let Some(problem) = refused {
            let _ = parts.blocking_send(Part::Refused(problem));
        }
    });
    let (mut kept, mut done) = (Vec::new(), ImportedFile::default());
    while let Some(part) = read.recv().await {
        match part {
            Part::Games(format, games) => {
                let name = name.clone();
                kept.push(laboratory.write(move |_, store| store.import(&name, format, &games)).await?);
            }
            Part::Read(file) => done = ImportedFile { file: name.clone(), ..file },
            Part::Refused(problem) => return Err(problem),
        }
    }
    kept.into_iter().for_each(|some| done.keep(some));
    laboratory.write(|_, store| store.index_library(false)).await?;
    match done.faults.first() {
        Some(fault) if done.games == 0 => Err(Problem::wrong(format!("read as {}: {fault}", done.format))),
        _ => Ok(Json(done)),
    }
}

/// Hands a body on as it comes in, no faster than it is read.
async fn feed(body: Body, chunks: mpsc::Sender<Result<Bytes, axum::Error>>) {
    let mut stream = body.into_data_stream();
    while let Some(chunk) = stream.next().await {
        // Nobody reads on after something went wrong.
        if chunks.send(chunk).await.is_err() {
            return;
        }
    }
}

/// A body as a thread reads it that may wait.
struct Arriving {
    chunks: mpsc::Receiver<Result<Bytes, axum::Error>>,
    rest: Bytes,
}

impl Read for Arriving {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.chunks.blocking_recv() {
                Some(Ok(chunk)) => self.rest = chunk,
                Some(Err(error)) => return Err(io::Error::other(error)),
                None => return Ok(0),
            }
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest.split_to(length));
        Ok(length)
    }
}

/// Reads the games of a body and sends them on.
fn read_parts(asked: &ImportRequest, mut body: Arriving, parts: &mpsc::Sender<Part>) -> Result<(), Problem> {
    let mut names = |length: u64| {
        let mut list = Vec::new();
        (&mut body).take(length).read_to_end(&mut list).map(|_| list).map_err(interrupted)
    };
    let (players, tournaments) = (names(asked.players)?, names(asked.tournaments)?);
    let games = Games::open(body.take(LARGEST)).map_err(|error| match error {
        OpenError::Stream(error) => interrupted(error),
        error => Problem::wrong(error),
    })?;
    let games = match asked.players > 0 && asked.tournaments > 0 {
        true => {
            let lists = WthorNames::default().with_players(&players).map_err(Problem::wrong)?;
            games.with_names(Arc::new(lists.with_tournaments(&tournaments).map_err(Problem::wrong)?))
        }
        false => games,
    };
    // Where nobody listens any more, there is nothing left to do.
    let send = |part| parts.blocking_send(part).map_err(|_| Problem::failed("nobody waits for the games"));
    let format = games.format().name();
    let mut file = ImportedFile::new("", games.format());
    let mut batch = Vec::new();
    for game in games {
        match file.read(game) {
            Ok(game) => batch.extend(game),
            Err(error) => {
                send(Part::Games(format, batch))?;
                return Err(interrupted(error));
            }
        }
        if batch.len() == TOGETHER {
            send(Part::Games(format, std::mem::take(&mut batch)))?;
        }
    }
    send(Part::Games(format, batch))?;
    send(Part::Read(file))
}

fn interrupted(error: io::Error) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, format!("the file did not arrive: {error}"))
}
