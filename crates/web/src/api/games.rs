//! Games: those that were kept, and those that are uploaded.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use outflank_arena::games::{self, GameLine};
use outflank_lab::{Entry, StoredGame};
use outflank_rules::{Board, Game, read_obf, read_wthor};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::game_input::GameInput;
use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// The largest file of games, in bytes: a year of the largest database has a third of it.
const LARGEST: usize = 1 << 20;

/// So many games of a file are handed out.
const MOST: usize = 200;

/// A game that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRow {
    pub id: i64,
    /// The title that a person gave it.
    pub title: Option<String>,
    pub black: String,
    pub white: String,
    /// Black's margin, the empty squares given to the winner.
    pub margin: i32,
    /// When it was over, in UTC.
    pub finished: String,
    /// The board it started from; null for the usual one.
    pub start: Option<String>,
    pub moves: String,
}

impl GameRow {
    fn new(laboratory: &Laboratory, game: StoredGame) -> Result<Self, Problem> {
        let start = game.record.start();
        let (title, _) = laboratory.store.mark_of(&Entry::Game(game.id))?;
        Ok(Self {
            id: game.id,
            title,
            black: game.black,
            white: game.white,
            margin: game.margin,
            finished: game.finished.to_string(),
            start: (start != Board::START).then(|| start.to_string()),
            moves: moves(&game.record.game()),
        })
    }
}

fn moves(game: &Game) -> String {
    game.record().squares().iter().map(|square| square.to_string()).collect()
}

/// The newest games.
pub(crate) fn newest(laboratory: &Laboratory) -> Result<Vec<GameRow>, Problem> {
    laboratory.store.games(50)?.into_iter().map(|game| GameRow::new(laboratory, game)).collect()
}

/// The newest games that were kept, 50 at most.
#[utoipa::path(
    get,
    path = "/api/games",
    responses((status = 200, description = "The games, the newest first", body = Vec<GameRow>))
)]
pub(crate) async fn list(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<Vec<GameRow>>, Problem> {
    laboratory.query(newest).await.map(Json)
}

/// A game that was kept.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    responses(
        (status = 200, description = "The game", body = GameRow),
        (status = 404, description = "There is none of this number", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Json<GameRow>, Problem> {
    let found = laboratory.query(move |laboratory| match laboratory.store.game(id)? {
        Some(game) => GameRow::new(laboratory, game),
        None => Err(Problem::missing(format!("there is no game number {id}"))),
    });
    Ok(Json(found.await?))
}

/// A game to be kept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinishedGame {
    game: GameInput,
    /// Who had Black, 200 letters at most.
    black: String,
    /// Who had White, 200 letters at most.
    white: String,
}

/// Where a game was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedGame {
    id: i64,
}

/// Keeps a game that is over.
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = FinishedGame,
    responses(
        (status = 201, description = "It is kept", body = SavedGame),
        (status = 422, description = "It is no game, or not over", body = ProblemBody),
    )
)]
pub(crate) async fn save(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(FinishedGame { game, black, white }): JsonBody<FinishedGame>,
) -> Result<(StatusCode, Json<SavedGame>), Problem> {
    if black.chars().count() > 200 || white.chars().count() > 200 {
        return Err(Problem::wrong("a name has 200 letters at most"));
    }
    let game = game.game()?;
    let saved = laboratory.write(move |_, store| store.add_game(&black, &white, &game)).await?;
    let id = saved.map_err(Problem::wrong)?;
    Ok((StatusCode::CREATED, Json(SavedGame { id })))
}

/// What was found in a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadGames {
    games: Vec<ReadGame>,
    /// How many more there are, which are left off.
    left_off: usize,
}

/// A game of a file.
#[derive(Debug, Serialize, ToSchema)]
struct ReadGame {
    /// What the file says about it.
    title: String,
    /// The board it started from; null for the usual one.
    start: Option<String>,
    moves: String,
}

impl ReadGame {
    fn new(title: String, game: &Game) -> Self {
        let start = (game.start() != Board::START).then(|| game.start().to_string());
        Self { title, start, moves: moves(game) }
    }
}

/// The route that takes files, which may be larger than other bodies.
pub(crate) fn upload() -> OpenApiRouter<Arc<Laboratory>> {
    OpenApiRouter::new().routes(routes!(read)).layer(DefaultBodyLimit::max(LARGEST))
}

/// Reads games: a transcript, a board, a drawing, positions in OBF, games of contests, or a WTHOR file.
#[utoipa::path(
    post,
    path = "/api/games/read",
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The games", body = ReadGames),
        (status = 413, description = "It is larger than a mebibyte", body = ProblemBody),
        (status = 422, description = "It is none of these", body = ProblemBody),
    )
)]
pub(crate) async fn read(
    State(laboratory): State<Arc<Laboratory>>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<Json<ReadGames>, Problem> {
    let body = body.map_err(|wrong| match wrong.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "this is too large: a file of games has a mebibyte at most",
        ),
        status => Problem::new(status, wrong.body_text()),
    })?;
    if body.trim_ascii().is_empty() {
        return Err(Problem::wrong("there is nothing in it"));
    }
    let mut games = laboratory.query(move |_| games_in(&body)).await?;
    let left_off = games.len().saturating_sub(MOST);
    games.truncate(MOST);
    Ok(Json(ReadGames { games, left_off }))
}

/// The games in some bytes.
fn games_in(bytes: &[u8]) -> Result<Vec<ReadGame>, Problem> {
    match str::from_utf8(bytes) {
        // No text has a character of nought; most files of WTHOR have many.
        Ok(text) if !text.contains('\0') => games_in_text(text),
        _ => {
            let file = read_wthor(bytes);
            let file = file.map_err(|error| Problem::wrong(format!("neither text nor WTHOR: {error}")))?;
            let title =
                |index: usize, discs: u8| format!("{}, game {}: {discs} for Black", file.year, index + 1);
            let games = file.games.iter().enumerate();
            let read =
                games.map(|(index, game)| ReadGame::new(title(index, game.discs), &game.record.game()));
            Ok(read.collect())
        }
    }
}

fn games_in_text(text: &str) -> Result<Vec<ReadGame>, Problem> {
    if text.lines().any(|line| line.split('\t').count() == 4) {
        let games = games::read(text).map_err(Problem::wrong)?;
        let title = |line: &GameLine| format!("{} – {}", line.black, line.white);
        return Ok(games.iter().map(|line| ReadGame::new(title(line), &line.played.game)).collect());
    }
    if text.contains(';') {
        let problems = read_obf(text).map_err(Problem::wrong)?;
        let games = problems.iter().enumerate().map(|(index, problem)| {
            let title = problem.comment.clone().unwrap_or_else(|| format!("Position {}", index + 1));
            ReadGame::new(title, &Game::from_board(problem.board))
        });
        return Ok(games.collect());
    }
    let game = Game::from_text(text).map_err(Problem::wrong)?;
    Ok(vec![ReadGame::new("Game".to_owned(), &game)])
}
