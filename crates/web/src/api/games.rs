//! Games of the library, and those that are only looked at.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use outflank_lab::{Found, LibraryGame};
use outflank_rules::formats::{AnnotatedGame, Format, Games, Tag};
use outflank_rules::{Board, Game, Margin, Square};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::game_input::GameInput;
use super::game_search::{Asked, GameSearch};
use super::tree::GameTree;
use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// The largest file of games, in bytes: a year of the largest database has a third of it.
const LARGEST: usize = 1 << 20;

/// So many games of a file are handed out.
const MOST: usize = 200;

/// So many things that are wrong in a file are told.
const FAULTS: usize = 10;

/// So many games are listed at once.
const LISTED: u64 = 50;

/// A game of the library.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRow {
    pub id: i64,
    /// The title that a person gave it.
    pub title: Option<String>,
    pub black: Option<String>,
    pub white: Option<String>,
    /// The tournament, the match, the contest.
    pub event: Option<String>,
    /// When it was played, as far as that is known.
    pub date: Option<String>,
    /// Black's margin, the empty squares given to the winner, if it is known.
    pub margin: Option<f64>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// Black's discs in best play, where the source says it.
    pub best_discs: Option<u8>,
    /// With how many empty squares that best play begins.
    pub best_from: Option<u8>,
    /// Where it is from: "imported", "played" or "shipped".
    pub among: &'static str,
    /// Where it came from first, by name.
    pub source: String,
    /// The board it started from; null for the usual one.
    pub start: Option<String>,
    pub moves: String,
    /// What was wrong in its source after the last of the moves.
    pub fault: Option<String>,
}

impl From<&LibraryGame> for GameRow {
    fn from(kept: &LibraryGame) -> Self {
        let game = kept.game.game();
        let tag = |tag| kept.game.tags.get(&tag).map(str::to_owned);
        Self {
            id: kept.id,
            title: kept.title.clone(),
            black: tag(Tag::Black),
            white: tag(Tag::White),
            event: tag(Tag::Event),
            date: tag(Tag::Date),
            margin: kept.game.margin(),
            opening: tag(Tag::Opening),
            best_discs: tag(Tag::BestDiscs).and_then(|discs| discs.parse().ok()),
            best_from: tag(Tag::BestFrom).and_then(|empties| empties.parse().ok()),
            among: kept.collection.name(),
            source: kept.source.clone(),
            start: (game.start() != Board::START).then(|| game.start().to_string()),
            moves: moves(game),
            fault: kept.fault.clone(),
        }
    }
}

/// A game of the library with everything that is known of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WholeGame {
    #[serde(flatten)]
    pub row: GameRow,
    /// The game as SGF, with its remarks and variations.
    pub sgf: String,
    /// Its variations and remarks, if it has any.
    pub tree: Option<GameTree>,
}

/// Games that were found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundGames {
    /// Whether the library is ready; if not, the games that come with the program are on their way.
    ready: bool,
    /// How many there are in all.
    count: u64,
    /// Some of them, 50 at most, the newest first.
    games: Vec<GameRow>,
}

fn moves(game: &Game) -> String {
    game.record().squares().iter().map(|square| square.to_string()).collect()
}

/// Finds games of the library.
#[utoipa::path(
    get,
    path = "/api/games",
    params(GameSearch),
    responses(
        (status = 200, description = "The games, the newest first", body = FoundGames),
        (status = 400, description = "The address cannot be read", body = ProblemBody),
        (status = 422, description = "A condition makes no sense", body = ProblemBody),
    )
)]
pub(crate) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
    Asked(search): Asked<GameSearch>,
) -> Result<Json<FoundGames>, Problem> {
    let filter = search.filter()?;
    let ready = laboratory.prepare_library().await;
    let found = laboratory.query(move |laboratory| {
        let Found { count, games } = laboratory.store.find_games(&filter, LISTED, search.from())?;
        Ok(FoundGames { ready, count, games: games.iter().map(GameRow::from).collect() })
    });
    Ok(Json(found.await?))
}

/// The game of the library with a number.
pub(crate) fn find(laboratory: &Laboratory, id: i64) -> Result<LibraryGame, Problem> {
    let game = laboratory.store.library_game(id)?;
    game.ok_or_else(|| Problem::missing(format!("there is no game number {id}")))
}

/// A game of the library.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    responses(
        (status = 200, description = "The game", body = WholeGame),
        (status = 404, description = "There is none of this number", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Json<WholeGame>, Problem> {
    let found = laboratory.query(move |laboratory| {
        let kept = find(laboratory, id)?;
        let sgf = Format::Sgf.write(&kept.game).unwrap_or_default();
        let tree = Some(GameTree::from(&kept.game)).filter(GameTree::has_more);
        Ok(WholeGame { row: GameRow::from(&kept), sgf, tree })
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
    /// What the file is: "transcripts", "ggf", "sgf", "pgn", "wthor", "boards", "drawings", "obf", "edax" or "nboard".
    format: &'static str,
    games: Vec<ReadGame>,
    /// How many more there are, which are left off.
    left_off: usize,
    /// How many games could not be read.
    refused: usize,
    /// The first of these, each with its line and column.
    faults: Vec<String>,
}

/// A game of a file.
#[derive(Debug, Serialize, ToSchema)]
struct ReadGame {
    /// What the file says about it, in a few words.
    title: String,
    /// Who had Black, if that is known.
    black: Option<String>,
    /// Who had White, if that is known.
    white: Option<String>,
    /// The tournament, the match, the contest.
    event: Option<String>,
    /// When it was played, as it is written.
    date: Option<String>,
    /// Black's margin, the empty squares given to the winner, if the game is over or it is stated.
    margin: Option<f64>,
    /// The board it started from; null for the usual one.
    start: Option<String>,
    moves: String,
    /// Its variations and remarks, if it has any.
    tree: Option<GameTree>,
    /// What the file says its moves are worth on the last board, to the side to move.
    scores: Vec<FileScore>,
    /// What is wrong after the last of the moves, if the file goes on with something else.
    fault: Option<String>,
}

/// What a file says a move is worth.
#[derive(Debug, Serialize, ToSchema)]
struct FileScore {
    square: String,
    discs: i32,
}

impl From<&(Square, Margin)> for FileScore {
    fn from((square, margin): &(Square, Margin)) -> Self {
        Self { square: square.to_string(), discs: margin.discs() }
    }
}

impl ReadGame {
    fn new(read: &AnnotatedGame, number: usize) -> Self {
        let game = read.game();
        let tag = |tag| read.tags.get(&tag).map(str::to_owned);
        Self {
            title: title(read, number),
            black: tag(Tag::Black),
            white: tag(Tag::White),
            event: tag(Tag::Event),
            date: tag(Tag::Date),
            margin: read.margin(),
            start: (game.start() != Board::START).then(|| game.start().to_string()),
            moves: moves(game),
            tree: Some(GameTree::from(read)).filter(GameTree::has_more),
            scores: read
                .line
                .notes
                .get(&game.plies().len())
                .map(|note| note.scores.iter().map(FileScore::from).collect())
                .unwrap_or_default(),
            fault: read.fault.as_ref().map(ToString::to_string),
        }
    }
}

/// A few words for a game: who played, when; or what a position is called.
fn title(read: &AnnotatedGame, number: usize) -> String {
    let tag = |tag| read.tags.get(&tag);
    if let (Some(black), Some(white)) = (tag(Tag::Black), tag(Tag::White)) {
        let date = tag(Tag::Date).map(|date| format!(", {date}")).unwrap_or_default();
        return format!("{black} – {white}{date}");
    }
    let remark =
        read.line.notes.get(&0).map(|note| note.comment.as_str()).filter(|comment| !comment.is_empty());
    match (tag(Tag::Opening), remark) {
        (Some(name), _) | (None, Some(name)) => name.chars().take(80).collect(),
        (None, None) if read.game().plies().is_empty() => format!("Position {number}"),
        (None, None) => format!("Game {number}"),
    }
}

/// The route that takes files, which may be larger than other bodies.
pub(crate) fn upload() -> OpenApiRouter<Arc<Laboratory>> {
    OpenApiRouter::new().routes(routes!(read)).layer(DefaultBodyLimit::max(LARGEST))
}

/// Reads games and positions in any format that is in use; which one it is, is found out.
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
    Ok(Json(laboratory.query(move |_| games_in(&body)).await?))
}

/// The games in some bytes.
fn games_in(bytes: &[u8]) -> Result<ReadGames, Problem> {
    let games = Games::open(bytes).map_err(Problem::wrong)?;
    let mut read = ReadGames {
        format: games.format().name(),
        games: Vec::new(),
        left_off: 0,
        refused: 0,
        faults: Vec::new(),
    };
    for (index, game) in games.enumerate() {
        match game {
            Ok(game) if read.games.len() < MOST => read.games.push(ReadGame::new(&game, index + 1)),
            Ok(_) => read.left_off += 1,
            Err(error) => {
                read.refused += 1;
                if read.faults.len() < FAULTS {
                    read.faults.push(error.to_string());
                }
            }
        }
    }
    match read.faults.first() {
        Some(fault) if read.games.is_empty() => {
            Err(Problem::wrong(format!("read as {}: {fault}", read.format)))
        }
        _ => Ok(read),
    }
}
