//! Drills: positions in which a better move is looked for, and the deck of those that somebody got wrong.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use outflank_engine::Chance;
use outflank_lab::analysis::{Judged, Worth};
use outflank_lab::deck::{DrillAnswer, Memory};
use outflank_lab::{Drill, GameFilter, LibraryGame, Moment};
use outflank_rules::formats::Tag;
use outflank_rules::{Board, Game, Square};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::analysis::first_moves;
use super::game_input::GameInput;
use super::position::Side;
use super::values::Value;
use crate::Laboratory;
use crate::analysts::JudgeRequest;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// A position of the deck.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrillRow {
    id: i64,
    /// The board, 64 squares and the side to move.
    start: String,
    /// Who looks for a move.
    mover: Side,
    /// Where it came from, in words.
    origin: String,
    /// The move that was made there, if that is known.
    played: Option<String>,
    /// How often it was asked, and answered rightly.
    answers: usize,
    right: usize,
    /// When it is due, in seconds from now; 0 if it is.
    due_in: i64,
    /// The days after which it will be remembered with 90 %.
    stability: f64,
}

impl DrillRow {
    fn new(drill: &Drill, now: i64) -> Self {
        Self {
            id: drill.id,
            start: drill.board.to_string(),
            mover: drill.board.mover.into(),
            origin: drill.origin.clone(),
            played: drill.played.map(|square| square.to_string()),
            answers: drill.answers.len(),
            right: drill.answers.iter().filter(|answer| answer.is_right).count(),
            due_in: (drill.memory.due - now).max(0),
            stability: (drill.memory.stability * 10.0).round() / 10.0,
        }
    }
}

/// The deck.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deck {
    /// How many are due now.
    due: usize,
    /// All of them, the next one first.
    drills: Vec<DrillRow>,
}

/// The deck, the next drill first.
#[utoipa::path(
    get,
    path = "/api/drills",
    responses((status = 200, description = "The deck", body = Deck))
)]
pub(crate) async fn list(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<Deck>, Problem> {
    let drills = laboratory.query(|laboratory| Ok(laboratory.store.drills()?)).await?;
    let now = Moment::now().seconds;
    let drills: Vec<DrillRow> = drills.iter().map(|drill| DrillRow::new(drill, now)).collect();
    Ok(Json(Deck { due: drills.iter().filter(|drill| drill.due_in == 0).count(), drills }))
}

/// Takes a drill out of the deck.
#[utoipa::path(
    delete,
    path = "/api/drills/{id}",
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "There is none of this number", body = ProblemBody),
    )
)]
pub(crate) async fn forget(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    match laboratory.write(move |_, store| store.forget_drill(id)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::missing(format!("there is no drill number {id}"))),
    }
}

/// An answer to a drill.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// The position.
    game: GameInput,
    /// The answer.
    #[schema(example = "d3")]
    square: String,
    /// Where the position came from, in words.
    #[serde(default)]
    #[schema(max_length = 200)]
    origin: String,
    /// The move that was made there, if that is known.
    #[serde(default)]
    played: Option<String>,
    #[serde(default)]
    judge: JudgeRequest,
}

/// What an answer is worth.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerVerdict {
    /// Whether it gives away less than two discs.
    right: bool,
    /// What it gives away, in discs.
    loss: f64,
    /// All moves, the best first.
    values: Vec<Value>,
    /// When it is asked again, in seconds; null if it is not in the deck.
    due_in: Option<i64>,
}

/// Judges an answer. A wrong one goes into the deck, and whatever is in the deck is scheduled by it.
#[utoipa::path(
    post,
    path = "/api/drills/answers",
    request_body = AnswerRequest,
    responses(
        (status = 200, description = "What it is worth", body = AnswerVerdict),
        (status = 422, description = "No game, no legal move, or no player", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn answer(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(AnswerRequest { game, square, origin, played, judge }): JsonBody<AnswerRequest>,
) -> Result<Json<AnswerVerdict>, Problem> {
    if origin.chars().count() > 200 {
        return Err(Problem::wrong("where it came from has 200 letters at most"));
    }
    let game = game.game()?;
    let square: Square = square.parse().map_err(Problem::wrong)?;
    let played: Option<Square> = played.map(|square| square.parse()).transpose().map_err(Problem::wrong)?;
    let board = game.board();
    if board.position.placement(square).is_none() {
        return Err(Problem::wrong(format!("{square} is not a legal move for {}", board.mover)));
    }
    let asked = Arc::clone(&laboratory);
    let work = move || worths(&asked, &game, &judge);
    let worths = laboratory.queues.long.run(work).await??;
    let judged = Judged::new(board.mover, square, &worths)
        .ok_or_else(|| Problem::wrong("the judge has no opinion on this move"))?;
    let is_right = judged.loss() < 2.0;
    let answer = DrillAnswer { answered: Moment::now().seconds, is_right };
    let due = laboratory
        .write(move |_, store| {
            let Some(id) = store.answer_drill(board, &origin, played, square, answer)? else {
                return Ok(None);
            };
            let drill = store.drills()?.into_iter().find(|drill| drill.id == id);
            Ok(drill.map(|Drill { memory: Memory { due, .. }, .. }| due))
        })
        .await?;
    Ok(Json(AnswerVerdict {
        right: is_right,
        loss: (judged.loss() * 10.0).round() / 10.0,
        values: worths.into_iter().map(Value::from).collect(),
        due_in: due.map(|due| (due - answer.answered).max(0)),
    }))
}

fn worths(laboratory: &Laboratory, game: &Game, judge: &JudgeRequest) -> Result<Vec<Worth>, Problem> {
    let mut analyst = laboratory.analysts.find(&laboratory.player_cache, judge)?;
    analyst.worths(game, &AtomicBool::new(false)).map_err(Problem::wrong)
}

/// Where a new drill is to come from.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DrillSource {
    /// The middle of games of the library.
    Library,
    /// Their ends, which are solved.
    Endgames,
}

/// Which drill is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrillRequest {
    from: DrillSource,
    /// What decides which one.
    #[serde(default)]
    #[schema(format = "uint32", minimum = 0)]
    seed: u32,
}

/// A position in which one move is clearly best.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewDrill {
    /// The board it is asked on, 64 squares and the side to move.
    start: String,
    mover: Side,
    /// The game it is from, in words.
    origin: String,
    /// The game of the library.
    game: i64,
    /// What was played there.
    played: Option<String>,
    /// Whether the end was solved.
    exact: bool,
}

/// So many positions are tried until one has a clearly best move.
const TRIES: u64 = 24;

/// What the best move is better by than the next one, in discs.
const CLEARLY: f64 = 3.0;

/// Draws a position from a game of the library in which one move is clearly best.
#[utoipa::path(
    post,
    path = "/api/drills",
    request_body = DrillRequest,
    responses(
        (status = 200, description = "The position", body = NewDrill),
        (status = 404, description = "None was found", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn draw(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(DrillRequest { from, seed }): JsonBody<DrillRequest>,
) -> Result<Json<NewDrill>, Problem> {
    if !laboratory.prepare_library().await {
        return Err(Problem::busy("the library is being made ready; try again in a moment"));
    }
    let numbers =
        laboratory.query(|laboratory| Ok(laboratory.store.find_numbers(&GameFilter::default())?)).await?;
    for index in 0..TRIES {
        if numbers.is_empty() {
            break;
        }
        let mut chance = Chance::stream(seed.into(), "a drill", index);
        let id = numbers[chance.below(numbers.len() as u32) as usize];
        let (empties, judge) = match from {
            DrillSource::Library => {
                (18 + chance.below(26), JudgeRequest { plies: 6, exact: 0, ..JudgeRequest::default() })
            }
            DrillSource::Endgames => {
                (8 + chance.below(6), JudgeRequest { plies: 2, exact: 16, ..JudgeRequest::default() })
            }
        };
        let Some(found) = laboratory.query(move |laboratory| Ok(laboratory.store.library_game(id)?)).await?
        else {
            continue;
        };
        let Some((position, played)) = with_empties(found.game.game(), empties) else { continue };
        let asked = Arc::clone(&laboratory);
        let board = position.board();
        let worths = laboratory.queues.long.run(move || worths(&asked, &position, &judge)).await??;
        let [first, second, ..] = worths.as_slice() else { continue };
        if first.discs - second.discs < CLEARLY || first.discs.abs() > 40.0 {
            continue;
        }
        return Ok(Json(NewDrill {
            start: board.to_string(),
            mover: board.mover.into(),
            origin: words(&found),
            game: id,
            played: played.map(|square| square.to_string()),
            exact: matches!(from, DrillSource::Endgames),
        }));
    }
    Err(Problem::missing("no position with a clearly best move was found; try again"))
}

/// A game as it stood with so many empty squares, and what was played then.
fn with_empties(game: &Game, empties: u32) -> Option<(Game, Option<Square>)> {
    let start: Board = game.start();
    let discs = start.position.empties().count().checked_sub(empties)? as usize;
    let squares = game.record().squares().to_vec();
    if squares.len() < discs {
        return None;
    }
    Some((first_moves(game, discs), squares.get(discs).copied()))
}

fn words(found: &LibraryGame) -> String {
    let tag = |tag| found.game.tags.get(&tag).map(str::to_owned);
    let names = format!(
        "{} – {}",
        tag(Tag::Black).unwrap_or_else(|| "?".into()),
        tag(Tag::White).unwrap_or_else(|| "?".into())
    );
    match tag(Tag::Date) {
        Some(date) => format!("{names}, {date}"),
        None => names,
    }
}
