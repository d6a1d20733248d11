//! Why one move is better than another: what differs on the board and on the way from there, in sentences and squares.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use outflank_engine::midgame::Engine;
use outflank_engine::{Level, Limits, TableSize, knowledge};
use outflank_lab::Knowledge;
use outflank_lab::analysis::Consequence;
use outflank_rules::{Game, Square, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::{GameInput, past_passes};
use super::position::names;
use crate::Laboratory;
use crate::analysts::JudgeRequest;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Two moves of a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    game: GameInput,
    /// The move that was made.
    #[schema(example = "d3")]
    played: String,
    /// The better one; the best that the judge finds if left out.
    #[serde(default)]
    better: Option<String>,
    #[serde(default)]
    judge: JudgeRequest,
}

/// What a move leads to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Consequences {
    square: String,
    /// The board after it, a1 to h8: X is Black, O is White, - is empty.
    squares: String,
    /// The play that is expected, the move first; passes are left out.
    line: Vec<String>,
    /// What it is worth to the side that makes it, in discs, and whether that is proved.
    discs: f64,
    exact: bool,
    /// Where the other side can play then, and where this side could.
    replies: Vec<String>,
    own_moves: Vec<String>,
    /// This side's discs that are safe for good, and those beside empty squares.
    stable: Vec<String>,
    frontier: Vec<String>,
    /// Corners that the other side can take at once.
    corners_open: Vec<String>,
    /// Regions of empty squares with an odd number of them.
    odd_regions: usize,
    /// What the judge's value is the sum of, where it is one.
    parts: Vec<JudgePart>,
}

/// What something adds to the judge's value of a move, in its own unit.
#[derive(Debug, Serialize, ToSchema)]
struct JudgePart {
    name: &'static str,
    value: f64,
}

/// Why one move is better than another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Why {
    /// What differs, what stands out most first. Where nothing does, what the search found.
    sentences: Vec<String>,
    played: Consequences,
    better: Consequences,
}

/// So much play is told.
const LINE: usize = 8;

/// The level at which the play that follows is looked for.
const LEVEL: u64 = 8;

/// How long each of the two searches may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why one move is better than another.
#[utoipa::path(
    post,
    path = "/api/why",
    request_body = WhyRequest,
    responses(
        (status = 200, description = "What differs", body = Why),
        (status = 422, description = "No game, no legal move, or no player", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn why(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(WhyRequest { game, played, better, judge }): JsonBody<WhyRequest>,
) -> Result<Json<Why>, Problem> {
    judge.check()?;
    let game = game.game()?;
    let square = |text: &str| -> Result<Square, Problem> {
        let square: Square = text.parse().map_err(Problem::wrong)?;
        match game.board().position.placement(square) {
            Some(_) => Ok(square),
            None => Err(Problem::wrong(format!("{square} is not a legal move for {}", game.board().mover))),
        }
    };
    let played = square(&played)?;
    let better = better.as_deref().map(square).transpose()?;
    let asked = Arc::clone(&laboratory);
    let work = move || compare(&asked, &game, played, better, &judge);
    Ok(Json(laboratory.queues.long.run(work).await??))
}

fn compare(
    laboratory: &Laboratory,
    game: &Game,
    played: Square,
    better: Option<Square>,
    judge: &JudgeRequest,
) -> Result<Why, Problem> {
    let mut analyst = laboratory.analysts.find(&laboratory.player_cache, judge)?;
    let worths = analyst.worths(game, &AtomicBool::new(false)).map_err(Problem::wrong)?;
    let worth = |square| worths.iter().copied().find(|worth| worth.square == square);
    let best = better.or_else(|| worths.first().map(|worth| worth.square)).unwrap_or(played);
    let mut guide = Guide::new()?;
    let side = game.board().mover;
    let lines = [played, best].map(|square| guide.line(game, square));
    let [Some(after_played), Some(after_best)] =
        [&lines[0], &lines[1]].map(|line| Consequence::of(game, line))
    else {
        return Err(Problem::wrong("a move is not legal"));
    };
    let mut sentences = after_played.against(&after_best, side);
    let (Some(worth_played), Some(worth_best)) = (worth(played), worth(best)) else {
        return Err(Problem::wrong("the judge has no opinion on these moves"));
    };
    if sentences.is_empty() && played != best {
        sentences.push(format!(
            "Nothing on the board shows it at once: it is the play that follows, {} after {played} and {} after {best}.",
            told(&lines[0]),
            told(&lines[1]),
        ));
    }
    let parts = parts_of(laboratory, &judge.evaluator, game);
    let consequences =
        |seen: &Consequence, line: &[Square], worth: outflank_lab::analysis::Worth| Consequences {
            square: seen.square.to_string(),
            squares: board_after(game, seen.square),
            line: line.iter().map(Square::to_string).collect(),
            discs: (worth.discs * 10.0).round() / 10.0,
            exact: worth.origin == outflank_lab::analysis::Origin::Exact,
            replies: names(seen.replies),
            own_moves: names(seen.own_moves),
            stable: names(seen.stable),
            frontier: names(seen.frontier),
            corners_open: names(seen.corners_open),
            odd_regions: seen.odd_regions.len(),
            parts: parts
                .iter()
                .filter(|(square, _)| *square == seen.square)
                .flat_map(|(_, parts)| parts.iter().map(|&(name, value)| JudgePart { name, value }))
                .collect(),
        };
    Ok(Why {
        sentences,
        played: consequences(&after_played, &lines[0], worth_played),
        better: consequences(&after_best, &lines[1], worth_best),
    })
}

fn board_after(game: &Game, square: Square) -> String {
    let mut game = game.clone();
    // A move that was looked at is legal.
    let _ = game.play(square);
    game.board().to_string().chars().take(64).collect()
}

fn told(line: &[Square]) -> String {
    line.iter().skip(1).map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// A move and what its parts add to the value.
type PartsOfMove = (Square, Vec<(&'static str, f64)>);

/// What the judge's values are sums of, for players that have learned such values.
fn parts_of(laboratory: &Laboratory, evaluator: &str, game: &Game) -> Vec<PartsOfMove> {
    let found = laboratory.registry.find(evaluator).ok();
    let explanation = found.and_then(|found| match &found.knowledge {
        Knowledge::Learned(player) => player.model.explain(game.board(), Some(1)),
        Knowledge::Text(_) => None,
    });
    let moves = explanation.map(|explanation| explanation.moves).unwrap_or_default();
    let parts = |part: &outflank_learn::Part| (part.name, (part.value * 1_000.0).round() / 1_000.0);
    moves.into_iter().map(|one| (one.square, one.parts.iter().map(parts).collect())).collect()
}

/// The engine, which says how play goes on.
struct Guide {
    engine: Engine<outflank_value::patterns::PatternTables<64>>,
}

impl Guide {
    fn new() -> Result<Self, Problem> {
        let engine = Engine::new(knowledge::judge(), TableSize::mebibytes(8)).map_err(Problem::failed)?;
        Ok(Self { engine: engine.with_probcut(knowledge::probcut()) })
    }

    /// A move and the play that the engine expects after it.
    fn line(&mut self, game: &Game, first: Square) -> Vec<Square> {
        let mut line = vec![first];
        let mut game = game.clone();
        if game.play(first).is_err() {
            return line;
        }
        while line.len() < LINE {
            game = past_passes(game);
            let Turn::Play(moves) = game.turn() else { break };
            let plan = Level::new(LEVEL).unwrap_or(Level::USUAL).plan();
            let limits = Limits { time: Some(PATIENCE / LINE as u32), ..Limits::default() };
            let thought = self.engine.think(game.board(), moves, &plan, &limits);
            let square = thought.best().placement.square();
            line.push(square);
            if game.play(square).is_err() {
                break;
            }
        }
        line
    }
}
