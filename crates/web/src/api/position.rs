//! A position of a game: what is to be seen of it, and what can be played.

use std::collections::BTreeMap;

use axum::Json;
use outflank_rules::openings::Book;
use outflank_rules::{Board, Color, Game, Ply, Square, Turn};
use serde::Serialize;
use utoipa::ToSchema;

use super::game_input::{GameInput, past_passes};
use crate::problem::{JsonBody, Problem, ProblemBody};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// A position of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Frame {
    /// The board the game started from, or null for the usual one.
    start: Option<String>,
    /// The moves so far, as a transcript without passes.
    moves: String,
    /// The squares a1 to h8: X is Black, O is White, - is empty.
    squares: String,
    /// Who is to move.
    mover: Side,
    /// Where the mover may play; empty when the game is over.
    legal: Vec<String>,
    /// What each of these moves would turn over.
    flips: BTreeMap<String, Vec<String>>,
    /// All discs that were placed, in order.
    played: Vec<Played>,
    /// The last of them.
    last: Option<LastMove>,
    /// Who had to pass after it, if anybody.
    passed: Option<Side>,
    /// The opening that was followed, if it has a name.
    opening: Option<String>,
    /// What the named opening that ends here is worth to Black, in discs.
    book: Option<f64>,
    /// Black's discs.
    black: u32,
    /// White's discs.
    white: u32,
    /// The result, when the game is over.
    result: Option<GameResult>,
}

/// A disc that was placed.
#[derive(Debug, Serialize, ToSchema)]
struct Played {
    side: Side,
    square: String,
}

/// The last disc that was placed.
#[derive(Debug, Serialize, ToSchema)]
struct LastMove {
    side: Side,
    square: String,
    /// The discs that it turned over.
    flips: Vec<String>,
}

/// How a game ended.
#[derive(Debug, Serialize, ToSchema)]
struct GameResult {
    /// Who won; null for a draw.
    winner: Option<Side>,
    /// By how many discs, the empty squares given to the winner.
    margin: i32,
}

impl Frame {
    /// The position at the end of a game that is past all passes.
    pub fn of(game: &Game) -> Self {
        let board = game.board();
        let count = |color| board.discs(color).count();
        let history: Vec<(Board, Ply)> = game.history().collect();
        let last = history.iter().rev().find_map(|(board, ply)| match ply {
            Ply::Place(placement) => Some(LastMove {
                side: board.mover.into(),
                square: placement.square().to_string(),
                flips: names(placement.flips()),
            }),
            Ply::Pass => None,
        });
        let placed = |(board, ply): &(Board, Ply)| {
            let square = ply.square()?.to_string();
            Some(Played { side: board.mover.into(), square })
        };
        let passed = match history.last() {
            Some((board, Ply::Pass)) => Some(board.mover.into()),
            _ => None,
        };
        let (legal, result) = match game.turn() {
            Turn::Play(moves) => (names(moves), None),
            Turn::Pass => (Vec::new(), None),
            Turn::Over(tally) => {
                let margin = tally.empties_to_winner().discs();
                let winner = match margin.signum() {
                    1 => Some(board.mover.into()),
                    -1 => Some((!board.mover).into()),
                    _ => None,
                };
                (Vec::new(), Some(GameResult { winner, margin: margin.abs() }))
            }
        };
        let position = board.position;
        let flips = legal.iter().filter_map(|name: &String| {
            let placement = position.placement(name.parse().ok()?)?;
            Some((name.clone(), names(placement.flips())))
        });
        let opening = Book::named().opening_of(game);
        let discs = history.iter().filter(|(_, ply)| ply.square().is_some()).count();
        Self {
            flips: flips.collect(),
            book: opening
                .filter(|opening| opening.line().squares().len() == discs)
                .and_then(|opening| opening.evaluation()),
            start: (game.start() != Board::START).then(|| game.start().to_string()),
            moves: game
                .plies()
                .iter()
                .filter_map(|ply| ply.square())
                .map(|square| square.to_string())
                .collect(),
            squares: board.to_string().chars().take(64).collect(),
            mover: board.mover.into(),
            legal,
            played: history.iter().filter_map(placed).collect(),
            last,
            passed,
            opening: opening.map(|opening| opening.name().to_owned()),
            black: count(Color::Black),
            white: count(Color::White),
            result,
        }
    }
}

/// Squares by their names.
pub(super) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The position after some moves.
#[utoipa::path(
    post,
    path = "/api/position",
    request_body = GameInput,
    responses(
        (status = 200, description = "The position", body = Frame),
        (status = 422, description = "A move is illegal or no move at all", body = ProblemBody),
    )
)]
pub(crate) async fn position(JsonBody(input): JsonBody<GameInput>) -> Result<Json<Frame>, Problem> {
    Ok(Json(Frame::of(&input.game()?)))
}

/// All positions of a game, from its start on.
#[utoipa::path(
    post,
    path = "/api/frames",
    request_body = GameInput,
    responses(
        (status = 200, description = "The positions, one more than moves", body = Vec<Frame>),
        (status = 422, description = "A move is illegal or no move at all", body = ProblemBody),
    )
)]
pub(crate) async fn frames(JsonBody(input): JsonBody<GameInput>) -> Result<Json<Vec<Frame>>, Problem> {
    let game = input.game()?;
    let mut so_far = past_passes(Game::from_board(game.start()));
    let mut frames = vec![Frame::of(&so_far)];
    for square in game.record().squares() {
        so_far.play(*square).map_err(Problem::failed)?;
        so_far = past_passes(so_far);
        frames.push(Frame::of(&so_far));
    }
    Ok(Json(frames))
}
