//! A whole game judged, move by move from its end, while somebody watches.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use outflank_lab::analysis::{Judged, NoOpinion};
use outflank_rules::Game;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::game_input::GameInput;
use super::position::Side;
use super::values::Value;
use crate::Laboratory;
use crate::analysts::JudgeRequest;
use crate::event_stream::StreamEvent;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Which game is to be judged, and by whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    game: GameInput,
    #[serde(default)]
    judge: JudgeRequest,
}

/// A move of the game, judged: the data of an event `move`.
#[derive(Debug, Serialize, ToSchema)]
struct JudgedMove {
    /// Which disc it was, the first being 1.
    number: usize,
    side: Side,
    played: Value,
    best: Value,
    /// What it gave away, in discs.
    loss: f64,
    /// What was expected for Black after it, in discs.
    black: f64,
    /// `good`, `slip` (two discs or more), `mistake` (six) or `blunder` (twelve).
    quality: &'static str,
}

impl JudgedMove {
    fn new(number: usize, judged: &Judged) -> Self {
        let tenths = |discs: f64| (discs * 10.0).round() / 10.0;
        Self {
            number,
            side: judged.side.into(),
            played: judged.played.into(),
            best: judged.best.into(),
            loss: tenths(judged.loss()),
            black: tenths(judged.discs_of_black()),
            quality: judged.quality().name(),
        }
    }
}

/// Judges a game. The answer is a stream of events: `move` for each move, the last one first, and `done` or
/// `problem` at the end.
#[utoipa::path(
    post,
    path = "/api/analysis",
    request_body = AnalysisRequest,
    responses(
        (status = 200, description = "Events", content_type = "text/event-stream", body = StreamEvent),
        (status = 422, description = "No game or no player", body = ProblemBody),
    )
)]
pub(crate) async fn analysis(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(AnalysisRequest { game, judge }): JsonBody<AnalysisRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let game = game.game()?;
    // Asked here, so that what is wrong is told at once.
    judge.check()?;
    let evaluator = judge.evaluator.clone();
    laboratory.query(move |laboratory| Ok(laboratory.player_cache.find(&evaluator).map(drop)?)).await?;
    let (events, listener) = mpsc::channel(8);
    tokio::spawn(async move {
        let ending = match judge_all(laboratory, game, judge, &events).await {
            Ok(()) => Event::default().event("done").data(""),
            Err(sentence) => Event::default().event("problem").data(sentence),
        };
        // Who left does not want to know.
        let _ = events.send(Ok(ending)).await;
    });
    Ok(Sse::new(ReceiverStream::new(listener)).keep_alive(KeepAlive::default()))
}

type Events = mpsc::Sender<Result<Event, Infallible>>;

/// Judges move by move, each with a place of its own in the queue: others come in between.
async fn judge_all(
    laboratory: Arc<Laboratory>,
    game: Game,
    judge: JudgeRequest,
    events: &Events,
) -> Result<(), String> {
    let queue = &laboratory.queues.long;
    let found = {
        let laboratory = Arc::clone(&laboratory);
        queue.run(move || laboratory.analysts.find(&laboratory.player_cache, &judge)).await
    };
    let mut analyst =
        found.map_err(|busy| busy.to_string())?.map_err(|problem| problem.sentence().to_owned())?;
    let gone = Arc::new(AtomicBool::new(false));
    let _guard = SetWhenDropped(Arc::clone(&gone));
    let total = game.record().squares().len();
    for number in (1..=total).rev() {
        let before = first_moves(&game, number - 1);
        let square = game.record().squares()[number - 1];
        let stop = Arc::clone(&gone);
        let work = move || {
            let judged = analyst.worths(&before, &stop);
            (judged.map(|worths| Judged::new(before.board().mover, square, &worths)), analyst)
        };
        let (judged, back) = tokio::select! {
            done = queue.run(work) => done.map_err(|busy| busy.to_string())?,
            () = events.closed() => return Ok(()),
        };
        analyst = back;
        let judged = judged.map_err(|error: NoOpinion| error.to_string())?;
        let Some(judged) = judged else { continue };
        let judged = JudgedMove::new(number, &judged);
        let event = Event::default().event("move").json_data(&judged);
        send(events, event.map_err(|error| error.to_string())?).await;
    }
    Ok(())
}

async fn send(events: &Events, event: Event) {
    // That nobody listens any more is noticed before the next move.
    let _ = events.send(Ok(event)).await;
}

/// The game as it stood after so many discs, past a pass that was forced then.
pub(super) fn first_moves(game: &Game, discs: usize) -> Game {
    let mut so_far = super::game_input::past_passes(Game::from_board(game.start()));
    for square in &game.record().squares()[..discs] {
        so_far.play(*square).expect("the moves of a game are legal");
        so_far = super::game_input::past_passes(so_far);
    }
    so_far
}

/// Stops the search of a page that was closed.
pub(super) struct SetWhenDropped(pub Arc<AtomicBool>);

impl Drop for SetWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Color;

    #[test]
    fn a_game_is_taken_up_to_any_move() {
        let game: Game = "f5d6c3d3".parse().expect("a game");
        let before = first_moves(&game, 2);
        assert_eq!((before.record().to_string().as_str(), before.board().mover), ("f5d6", Color::Black));
        assert_eq!(first_moves(&game, 0), Game::new());
    }
}
