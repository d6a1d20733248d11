//! What the games of the library did in a position.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_lab::{Collection, Explored, ExploredMove};
use outflank_rules::Game;
use outflank_rules::openings::Book;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::GameInput;
use super::game_search::{Among, Asked};
use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};

/// A position, by the moves that lead to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    moves: String,
    start: Option<String>,
    among: Option<Among>,
}

/// What the library knows of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Explorer {
    /// Whether the library is ready; if not, the games that come with the program are on their way.
    ready: bool,
    /// The opening that was followed, if it has a name.
    opening: Option<String>,
    /// Games that went on from here, by whatever way and in whatever orientation they came.
    games: u64,
    /// The moves they made, the most frequent first.
    moves: Vec<ExplorerMove>,
}

/// A move that games of the library made.
#[derive(Debug, Serialize, ToSchema)]
struct ExplorerMove {
    /// The square.
    square: String,
    games: u64,
    /// Black's score in those whose result is known, from 0 to 1.
    black_score: Option<f64>,
    /// Black's wins, draws and losses.
    black: [u64; 3],
    /// Black's average margin, the empty squares given to the winner.
    margin: Option<f64>,
    /// The first year and the last.
    years: Option<[i32; 2]>,
    /// Who played it most often.
    players: Vec<ExplorerPlayer>,
    /// What an engine thinks of it, where that was computed.
    value: Option<ExplorerValue>,
}

/// What an engine thinks of a move.
#[derive(Debug, Serialize, ToSchema)]
struct ExplorerValue {
    /// The margin it expects for the side that moves, in discs.
    discs: f64,
    /// How many plies it looked ahead; null for what is proven.
    plies: Option<u32>,
    /// Who that was.
    judge: String,
}

/// Somebody who made a move.
#[derive(Debug, Serialize, ToSchema)]
struct ExplorerPlayer {
    name: String,
    games: u64,
}

impl From<ExploredMove> for ExplorerMove {
    fn from(explored: ExploredMove) -> Self {
        Self {
            square: explored.square.to_string(),
            games: explored.games,
            black_score: explored.black_score(),
            black: explored.black,
            margin: explored.margin,
            years: explored.years.map(|(first, last)| [first, last]),
            players: explored
                .players
                .into_iter()
                .map(|(name, games)| ExplorerPlayer { name, games })
                .collect(),
            value: explored.value.map(|value| ExplorerValue {
                discs: (value.discs * 10.0).round() / 10.0,
                plies: value.plies,
                judge: value.judge,
            }),
        }
    }
}

/// What the games of the library did in a position: transpositions and symmetries are joined.
#[utoipa::path(
    get,
    path = "/api/explorer",
    params(
        ("moves" = Option<String>, Query, description = "The moves that lead to it, as in f5d6c3", example = "f5d6c3"),
        ("start" = Option<String>, Query, description = "The board they start from; the usual one if left out"),
        ("among" = inline(Option<Among>), Query, description = "Only games from there"),
    ),
    responses(
        (status = 200, description = "The moves that were made there", body = Explorer),
        (status = 400, description = "The request makes no sense", body = ProblemBody),
        (status = 422, description = "The moves are against the rules", body = ProblemBody),
    )
)]
pub(crate) async fn explore(
    State(laboratory): State<Arc<Laboratory>>,
    Asked(Question { moves, start, among }): Asked<Question>,
) -> Result<Json<Explorer>, Problem> {
    let game = GameInput { start, moves }.game()?;
    let among = among.map(Collection::from);
    let ready = laboratory.prepare_library().await;
    let explored = laboratory.query(move |laboratory| explored(laboratory, &game, among));
    let explored = Explorer { ready, ..explored.await? };
    Ok(Json(explored))
}

fn explored(laboratory: &Laboratory, game: &Game, among: Option<Collection>) -> Result<Explorer, Problem> {
    let Explored { games, moves } = laboratory.store.explore(game.board(), among)?;
    let opening = Book::named().opening_of(game).map(|opening| opening.name().to_owned());
    Ok(Explorer { ready: true, opening, games, moves: moves.into_iter().map(ExplorerMove::from).collect() })
}
