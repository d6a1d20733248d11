//! What the moves of a position are worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use outflank_lab::analysis::{Origin, Worth};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::GameInput;
use crate::Laboratory;
use crate::analysts::JudgeRequest;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// How long an answer waits until it is written down.
const KEEPING: Duration = Duration::from_millis(300);

/// Which moves are to be valued, and by whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesRequest {
    game: GameInput,
    #[serde(default)]
    judge: JudgeRequest,
}

/// A move and its worth to the side that plays it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Value {
    square: String,
    /// The expected margin of the game, the empty squares given to the winner.
    discs: f64,
    /// How many plies were searched, the move itself included; null if the result is exact.
    plies: Option<u32>,
    /// The usual error, the root of the mean square in discs: 0 if the result is exact.
    error: f64,
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Self {
        let plies = match worth.origin {
            Origin::Exact => None,
            Origin::Plies(plies) => Some(plies),
        };
        // More digits would promise more than there is.
        let [discs, error] = [worth.discs, worth.error].map(|number| (number * 10.0).round() / 10.0);
        Self { square: worth.square.to_string(), discs, plies, error }
    }
}

/// The worth of all moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Values {
    /// The moves, the best first.
    values: Vec<Value>,
    /// In how many games of the judge its unit was turned into discs; null for the engine, whose unit is the disc and
    /// whose errors were measured on solved positions.
    games: Option<u32>,
}

/// What all legal moves are worth.
#[utoipa::path(
    post,
    path = "/api/values",
    request_body = ValuesRequest,
    responses(
        (status = 200, description = "The moves and their worth", body = Values),
        (status = 422, description = "No game, no player, or one without opinions", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn values(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(ValuesRequest { game, judge }): JsonBody<ValuesRequest>,
) -> Result<Json<Values>, Problem> {
    let game = game.game()?;
    let (board, name) = (game.board(), judge.evaluator.clone());
    let work = {
        let laboratory = Arc::clone(&laboratory);
        move || -> Result<_, Problem> {
            let mut analyst = laboratory.analysts.find(&laboratory.player_cache, &judge)?;
            let worths = analyst.worths(&game, &AtomicBool::new(false)).map_err(Problem::wrong)?;
            let values = Values {
                values: worths.iter().copied().map(Value::from).collect(),
                games: analyst.scale().games(),
            };
            Ok((values, worths))
        }
    };
    let (values, worths) = laboratory.queues.long.run(work).await??;
    // The explorer shows it beside what games made of the moves; nobody waits for that long.
    let kept = tokio::spawn(async move {
        let kept = laboratory.write(move |_, store| store.keep_values(board, &name, &worths));
        let _ = kept.await;
    });
    let _ = tokio::time::timeout(KEEPING, kept).await;
    Ok(Json(values))
}
