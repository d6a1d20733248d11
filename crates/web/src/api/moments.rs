//! Moments of learning looked at closely: a game that a player plays against itself, and what changed between two players
//! on a fixed suite of endgames.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use outflank_arena::Entrant;
use outflank_arena::statistics::Interval;
use outflank_engine::Chance;
use outflank_lab::endgames::{self, Endgame, SuiteResult};
use outflank_rules::{Game, Square, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::past_passes;
use super::position::Frame;
use crate::Laboratory;
use crate::player_cache::{Pace, PlayerCache};
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Who is to play against itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelfPlayRequest {
    /// The player, in the grammar of players; `RUN@GAMES` is a run as it was on the way.
    #[schema(example = "td")]
    player: String,
    /// What decides everything random.
    #[serde(default)]
    #[schema(format = "uint32", minimum = 0)]
    seed: u32,
    /// Random moves before it takes over, 0 to 20: without them many players always play the same game.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 20)]
    random_plies: u32,
}

/// A game of a player against itself.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SelfPlay {
    /// All positions, from the start on.
    frames: Vec<Frame>,
    /// What the player thought of each of its moves, in its own unit and from its own side; null for random moves and for
    /// those who do not say.
    thoughts: Vec<Option<String>>,
    /// Whether it came to its end in the time that there is for it.
    is_over: bool,
}

/// A game takes no longer.
const LONGEST: Duration = Duration::from_secs(20);

/// Lets a player play a game against itself.
#[utoipa::path(
    post,
    path = "/api/self-play",
    request_body = SelfPlayRequest,
    responses(
        (status = 200, description = "The game", body = SelfPlay),
        (status = 422, description = "There is no such player", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn self_play(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(request): JsonBody<SelfPlayRequest>,
) -> Result<Json<SelfPlay>, Problem> {
    let SelfPlayRequest { player, seed, random_plies } = request;
    if random_plies > 20 {
        return Err(Problem::wrong(format!("random_plies is {random_plies}, expected 0 to 20")));
    }
    let queue = match PlayerCache::pace(&player)? {
        Pace::Quick => &laboratory.queues.quick,
        Pace::Long => &laboratory.queues.long,
    };
    let asked = Arc::clone(&laboratory);
    let work = move || played(&asked.player_cache.find(&player)?, seed, random_plies as usize);
    Ok(Json(queue.run(work).await??))
}

fn played(player: &Entrant, seed: u32, random_plies: usize) -> Result<SelfPlay, Problem> {
    let began = Instant::now();
    let mut game = Game::new();
    let mut seats = [player.seat(), player.seat()];
    for seat in &mut seats {
        seat.begin();
    }
    let (mut frames, mut thoughts) = (vec![Frame::of(&game)], Vec::new());
    let mut is_over = false;
    while began.elapsed() < LONGEST {
        let Turn::Play(moves) = game.turn() else {
            is_over = true;
            break;
        };
        let ply = thoughts.len();
        let mut chance = Chance::stream(seed.into(), "a game against itself", ply as u64);
        if ply < random_plies {
            let squares: Vec<Square> = moves.into_iter().collect();
            game.play(squares[chance.below(squares.len() as u32) as usize]).map_err(Problem::failed)?;
            thoughts.push(None);
        } else {
            let choice = seats[ply % 2].choose(&game, moves, &mut chance).map_err(Problem::failed)?;
            game.place(choice.placement);
            thoughts.push(choice.score.map(|score| score.to_string()));
        }
        game = past_passes(game);
        frames.push(Frame::of(&game));
    }
    Ok(SelfPlay { frames, thoughts, is_over })
}

/// Two players, as two moments of a run are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeRequest {
    #[schema(example = "td-1ply")]
    before: String,
    #[schema(example = "td:depth=1")]
    after: String,
}

/// What a player made of the suite.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuiteRow {
    player: String,
    /// What its moves gave away against best play, in discs on average; with its 95 % interval.
    mean_loss: f64,
    mean_loss_low: f64,
    mean_loss_high: f64,
    /// How often it found a best move, from 0 to 1.
    best_moves: f64,
    best_moves_low: f64,
    best_moves_high: f64,
}

impl SuiteRow {
    fn new(player: String, result: &SuiteResult) -> Self {
        let none = || (0.0, Interval { low: 0.0, high: 0.0 });
        let (mean_loss, loss) = result.mean_loss().unwrap_or_else(none);
        let (best_moves, found) = result.best_moves().unwrap_or_else(none);
        Self {
            player,
            mean_loss,
            mean_loss_low: loss.low.max(0.0),
            mean_loss_high: loss.high,
            best_moves,
            best_moves_low: found.low.max(0.0),
            best_moves_high: found.high.min(1.0),
        }
    }
}

/// A position in which the two moved differently.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedMove {
    position: Frame,
    /// The best moves.
    best: Vec<String>,
    before: String,
    /// Discs that the move gave away.
    before_loss: i32,
    after: String,
    after_loss: i32,
}

/// What changed from one player to the other.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Change {
    /// Positions of the suite, each with so many empty squares.
    positions: usize,
    empties: u32,
    before: SuiteRow,
    after: SuiteRow,
    /// Positions that only the second player plays right, and only the first.
    gained: usize,
    lost: usize,
    /// Where they differ the most, up to six.
    moves: Vec<ChangedMove>,
}

/// Compares two players on a fixed suite of endgames whose answers are exact.
#[utoipa::path(
    post,
    path = "/api/endgames/compare",
    request_body = ChangeRequest,
    responses(
        (status = 200, description = "What changed", body = Change),
        (status = 422, description = "There is no such player", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn compare(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(ChangeRequest { before, after }): JsonBody<ChangeRequest>,
) -> Result<Json<Change>, Problem> {
    let asked = Arc::clone(&laboratory);
    let work = move || {
        let players = [&before, &after].map(|name| asked.player_cache.find(name));
        let [first, second] = players;
        changed(&first?, &second?)
    };
    Ok(Json(laboratory.queues.long.run(work).await??))
}

fn changed(before: &Entrant, after: &Entrant) -> Result<Change, Problem> {
    let suite = endgames::suite();
    let [one, other] = [before, after].map(SuiteResult::of);
    let (one, other) = (one.map_err(Problem::failed)?, other.map_err(Problem::failed)?);
    let losses = || one.losses.iter().zip(&other.losses);
    let mut differing: Vec<usize> = (0..suite.len()).filter(|&n| one.chosen[n] != other.chosen[n]).collect();
    differing.sort_by_key(|&n| (-(one.losses[n] - other.losses[n]).abs(), n));
    let moved = |n: usize| {
        let endgame: &Endgame = &suite[n];
        let best = endgame.moves.iter().filter(|(square, _)| endgame.loss(*square) == Some(0));
        ChangedMove {
            position: Frame::of(&endgame.game),
            best: best.map(|(square, _)| square.to_string()).collect(),
            before: one.chosen[n].to_string(),
            before_loss: one.losses[n],
            after: other.chosen[n].to_string(),
            after_loss: other.losses[n],
        }
    };
    Ok(Change {
        positions: suite.len(),
        empties: endgames::EMPTIES,
        gained: losses().filter(|(one, other)| **one > 0 && **other == 0).count(),
        lost: losses().filter(|(one, other)| **one == 0 && **other > 0).count(),
        moves: differing.into_iter().take(6).map(moved).collect(),
        before: SuiteRow::new(before.name().to_owned(), &one),
        after: SuiteRow::new(after.name().to_owned(), &other),
    })
}
