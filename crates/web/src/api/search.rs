//! A position searched while somebody watches: deeper and deeper, several lines, until it is enough.
//!
//! The search is done in slices, each with a place of its own in the queue, so that others come in between. What it
//! has found out stays in its table from one slice to the next.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use outflank_engine::endgame::Solver;
use outflank_engine::midgame::{self, Engine, Plan};
use outflank_engine::{Level, Limits, TableSize, knowledge};
use outflank_lab::analysis::{self, NoOpinion, Origin, Prospect, Unanswered, Worth};
use outflank_rules::{Board, Game, Moves, Square, Turn};
use outflank_value::patterns::PatternTables;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::analysis::SetWhenDropped;
use super::game_input::GameInput;
use crate::Laboratory;
use crate::analysts::{JudgeRequest, USUAL_EVALUATOR};
use crate::event_stream::StreamEvent;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// What is to be searched, by whom, and how long.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchRequest {
    game: GameInput,
    /// A player that scores its moves, in the grammar of players without a depth.
    #[serde(default = "usual_evaluator")]
    #[schema(example = "outflank")]
    evaluator: String,
    /// How many of the best moves are wanted; all if left out.
    #[serde(default = "all_lines")]
    #[schema(minimum = 1, maximum = 64)]
    lines: u32,
    /// How long it searches, in seconds.
    #[serde(default = "usual_seconds")]
    #[schema(minimum = 1, maximum = 60)]
    seconds: u32,
    /// No more plies than these.
    #[serde(default = "most_plies")]
    #[schema(minimum = 1, maximum = 30)]
    plies: u32,
    /// From how many empty squares on the end is solved.
    #[serde(default = "usual_exact")]
    #[schema(minimum = 0, maximum = 26)]
    exact: u32,
}

fn usual_evaluator() -> String {
    USUAL_EVALUATOR.to_owned()
}

fn all_lines() -> u32 {
    64
}

fn usual_seconds() -> u32 {
    10
}

fn most_plies() -> u32 {
    30
}

fn usual_exact() -> u32 {
    20
}

impl SearchRequest {
    fn check(&self) -> Result<(), Problem> {
        let ranges = [
            ("lines", self.lines, 1, 64),
            ("seconds", self.seconds, 1, 60),
            ("plies", self.plies, 1, 30),
            ("exact", self.exact, 0, 26),
        ];
        match ranges.into_iter().find(|(_, number, least, most)| !(least..=most).contains(&number)) {
            Some((name, _, least, most)) => Err(Problem::wrong(format!("{name} are {least} to {most}"))),
            None => JudgeRequest { evaluator: self.evaluator.clone(), ..JudgeRequest::default() }.check(),
        }
    }
}

/// What was found so far: the data of an event `depth`.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SearchStep {
    /// `searched` is an estimate, `end` the end of the game with cuts that are not quite sure, `exact` the end, proved.
    origin: &'static str,
    /// How many plies were searched; null at the end of the game.
    plies: Option<u32>,
    /// The moves, the best first.
    lines: Vec<SearchLine>,
    /// Positions looked at; null where that is not counted.
    nodes: Option<u64>,
    /// The time it has searched. What turns the unit of a judge into discs is measured before, and not counted.
    seconds: f64,
    /// In how many games of the judge its unit was turned into discs; null for the engine, whose unit is the disc.
    games: Option<u32>,
}

/// A move and the play that is expected after it.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SearchLine {
    square: String,
    /// The margin that is expected, for the side that moves, in discs.
    discs: f64,
    /// The usual error of that in discs; null where it is not known, 0 where it is proved.
    error: Option<f64>,
    /// The best play as far as it is remembered, this move first; passes are left out.
    line: Vec<String>,
}

/// Searches a position. The answer is a stream of events: `depth` for each depth that is finished, and `done` or `problem`
/// at the end. Who stops reading stops the search.
#[utoipa::path(
    post,
    path = "/api/search",
    request_body = SearchRequest,
    responses(
        (status = 200, description = "Events", content_type = "text/event-stream", body = StreamEvent),
        (status = 422, description = "No game, no player, or the game is over", body = ProblemBody),
        (status = 503, description = "Too many are searching", body = ProblemBody),
    )
)]
pub(crate) async fn search(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(request): JsonBody<SearchRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    request.check()?;
    let game = request.game.game()?;
    let Turn::Play(moves) = game.turn() else { return Err(Problem::wrong("the game is over")) };
    let place = Arc::clone(&laboratory.watched_searches).try_acquire_owned();
    let place =
        place.map_err(|_| Problem::busy("too many positions are searched already; try again in a moment"))?;
    let evaluator = request.evaluator.clone();
    laboratory.query(move |laboratory| Ok(laboratory.player_cache.find(&evaluator).map(drop)?)).await?;
    let (events, listener) = mpsc::channel(8);
    tokio::spawn(async move {
        let _place = place;
        let watched = Watched { laboratory, game, moves, events: events.clone(), request };
        let ending = match watched.run().await {
            Ok(()) => Event::default().event("done").data(""),
            Err(sentence) => Event::default().event("problem").data(sentence),
        };
        // Who left does not want to know.
        let _ = events.send(Ok(ending)).await;
    });
    Ok(Sse::new(ReceiverStream::new(listener)).keep_alive(KeepAlive::default()))
}

/// A search that somebody watches.
struct Watched {
    laboratory: Arc<Laboratory>,
    game: Game,
    moves: Moves,
    events: mpsc::Sender<Result<Event, Infallible>>,
    request: SearchRequest,
}

/// The first slice takes so long, at most; later ones take longer, so that what is started over is little.
const FIRST_SLICE: Duration = Duration::from_millis(250);
const LONGEST_SLICE: Duration = Duration::from_secs(2);

/// With so many plies the end is looked at, if it is near enough.
const BEFORE_THE_END: u32 = 8;

/// Players other than the engine: with so many plies the end is looked at, from so many empty squares on, for so long.
const BEFORE_A_PROOF: u32 = 6;
const SOLVED_FOR_PLAYERS: u32 = 18;
const PATIENCE: Duration = Duration::from_secs(3);

impl Watched {
    async fn run(self) -> Result<(), String> {
        match self.request.evaluator == USUAL_EVALUATOR {
            true => self.with_the_engine().await,
            false => self.with_a_player().await,
        }
    }

    fn empties(&self) -> u32 {
        self.game.board().position.empties().count()
    }

    /// The depths to be searched, one after the other; 0 stands for the end of the game.
    fn depths(&self) -> Vec<u32> {
        let empties = self.empties();
        let ends = empties <= self.request.exact;
        let deepest = self.request.plies.min(empties.saturating_sub(1)).max(1);
        let deepest = if ends { deepest.min(BEFORE_THE_END) } else { deepest };
        (1..=deepest).chain(ends.then_some(0)).collect()
    }

    async fn with_the_engine(self) -> Result<(), String> {
        let engine =
            Engine::new(knowledge::judge(), TableSize::mebibytes(16)).map_err(|error| error.to_string())?;
        let mut engine = engine.with_probcut(knowledge::probcut());
        let gone = Arc::new(AtomicBool::new(false));
        let _guard = SetWhenDropped(Arc::clone(&gone));
        let (mut nodes, mut spent, mut slice) = (0, Duration::ZERO, FIRST_SLICE);
        let whole = Duration::from_secs(self.request.seconds.into());
        let mut last: Option<SearchStep> = None;
        'depths: for depth in self.depths() {
            loop {
                let left = whole.saturating_sub(spent);
                if left.is_zero() {
                    break 'depths;
                }
                let task = Task {
                    board: self.game.board(),
                    moves: self.moves,
                    plan: self.plan(depth),
                    time: slice.min(left),
                };
                let flag = Arc::clone(&gone);
                let work = move || {
                    let began = Instant::now();
                    let thought = task.think(&mut engine, &flag);
                    (thought, began.elapsed(), engine)
                };
                let (thought, took, back) = tokio::select! {
                    done = self.laboratory.queues.long.run(work) => done.map_err(|busy| busy.to_string())?,
                    () = self.events.closed() => return Ok(()),
                };
                engine = back;
                nodes += thought.nodes;
                spent += took;
                let step = self.step(&thought, nodes, spent);
                let is_done = match depth {
                    0 => step.origin == "exact",
                    depth => step.plies.is_none_or(|plies| plies >= depth),
                };
                let is_news = last.as_ref().is_none_or(|last| rank(&step) > rank(last));
                if is_news || is_done {
                    self.tell(&step).await?;
                    last = Some(step);
                }
                if is_done {
                    break;
                }
                slice = (slice * 2).min(LONGEST_SLICE);
            }
        }
        if let Some(step) = last {
            self.keep(&step).await;
        }
        Ok(())
    }

    fn plan(&self, depth: u32) -> Plan {
        let lines = self.request.lines as usize;
        let level = |depth: u32| Level::new(depth.into()).unwrap_or(Level::MOST).plan();
        match depth {
            0 => {
                let end = self.empties();
                Plan { lines, exact: end, to_the_end: end, ..level(BEFORE_THE_END) }
            }
            depth => Plan { depth, lines, exact: 0, to_the_end: 0, ..level(depth) },
        }
    }

    /// What a thought says, for people.
    fn step(&self, thought: &midgame::Thought, nodes: u64, spent: Duration) -> SearchStep {
        let empties = self.empties() - 1;
        let (origin, plies) = match thought.best().origin {
            midgame::Origin::Searched { plies, .. } => ("searched", Some(plies)),
            midgame::Origin::End { .. } => ("end", None),
            midgame::Origin::Exact(_) => ("exact", None),
        };
        let lines = thought.lines.iter().map(|line| SearchLine {
            square: line.placement.square().to_string(),
            discs: tenths(line.value.discs()),
            error: match line.origin {
                midgame::Origin::Searched { plies, .. } => {
                    Some(tenths(knowledge::errors().usual(empties, plies.saturating_sub(1))))
                }
                midgame::Origin::End { .. } => None,
                midgame::Origin::Exact(_) => Some(0.0),
            },
            line: line.squares.iter().map(Square::to_string).collect(),
        });
        SearchStep {
            origin,
            plies,
            lines: lines.collect(),
            nodes: Some(nodes),
            seconds: hundredths(spent),
            games: None,
        }
    }

    /// Any other player, by its own search: depth after depth, and the end where it is near.
    async fn with_a_player(self) -> Result<(), String> {
        let gone = Arc::new(AtomicBool::new(false));
        let _guard = SetWhenDropped(Arc::clone(&gone));
        let whole = Duration::from_secs(self.request.seconds.into());
        let name = self.request.evaluator.clone();
        let find =
            move |laboratory: &Laboratory| laboratory.analysts.deepening(&laboratory.player_cache, &name);
        let judge = self.laboratory.query(find).await.map_err(|problem| problem.sentence().to_owned())?;
        let (mut spent, mut slice, mut look) = (Duration::ZERO, FIRST_SLICE, judge.look(&self.game));
        'depths: for depth in self.depths_of_player(judge.deepest()) {
            loop {
                let left = whole.saturating_sub(spent);
                if left.is_zero() {
                    break 'depths;
                }
                let (asked, game, stop) = (judge.clone(), self.game.clone(), Arc::clone(&gone));
                let work = move || {
                    let mut began = Instant::now();
                    let is_over =
                        |began: Instant, time| began.elapsed() >= time || stop.load(Ordering::Relaxed);
                    let found = match depth {
                        0 => solved(&game, left.min(PATIENCE), &stop),
                        depth => {
                            // What the unit of a judge means in discs is found out before it is asked. For the first depths that is
                            // waited for, since nothing can be said without it.
                            let patience = if depth <= 2 { Duration::MAX } else { whole };
                            let measured = asked.measure(depth, &|| is_over(began, patience));
                            if measured.is_ok() {
                                began = Instant::now();
                            }
                            measured.and_then(|()| look.prospects(depth, &|| is_over(began, slice.min(left))))
                        }
                    };
                    (found, began.elapsed(), look)
                };
                let (found, took, back) = tokio::select! {
                    done = self.laboratory.queues.long.run(work) => done.map_err(|busy| busy.to_string())?,
                    () = self.events.closed() => return Ok(()),
                };
                look = back;
                spent += took;
                match found {
                    Ok(prospects) => {
                        self.tell(&self.step_of_player(&prospects, depth, spent, judge.games())).await?;
                        break;
                    }
                    // The end is proved at once or not at all.
                    Err(Unanswered::Late) if depth == 0 => break 'depths,
                    Err(Unanswered::Late) => slice = (slice * 2).min(LONGEST_SLICE),
                    Err(Unanswered::NoOpinion) => return Err(NoOpinion.to_string()),
                }
            }
        }
        Ok(())
    }

    /// The depths that a player other than the engine searches: before the end fewer of them, since it is slower.
    fn depths_of_player(&self, deepest: Option<u32>) -> Vec<u32> {
        let empties = self.empties();
        let ends = empties <= self.request.exact.min(SOLVED_FOR_PLAYERS);
        let most = self.request.plies.min(empties).min(deepest.unwrap_or(u32::MAX)).max(1);
        let most = if ends { most.min(BEFORE_A_PROOF) } else { most };
        (1..=most).chain(ends.then_some(0)).collect()
    }

    fn step_of_player(&self, prospects: &[Prospect], depth: u32, spent: Duration, games: u32) -> SearchStep {
        let is_exact = prospects.iter().all(|prospect| prospect.worth.origin == Origin::Exact);
        let lines =
            prospects.iter().take(self.request.lines as usize).map(|Prospect { worth, line }| SearchLine {
                square: worth.square.to_string(),
                discs: tenths(worth.discs),
                error: Some(tenths(worth.error)),
                line: line.iter().map(Square::to_string).collect(),
            });
        SearchStep {
            origin: if is_exact { "exact" } else { "searched" },
            plies: (!is_exact).then_some(depth),
            lines: lines.collect(),
            nodes: None,
            seconds: hundredths(spent),
            games: Some(games),
        }
    }

    async fn tell(&self, step: &SearchStep) -> Result<(), String> {
        let event = Event::default().event("depth").json_data(step).map_err(|error| error.to_string())?;
        // That nobody listens any more is noticed before the next slice.
        let _ = self.events.send(Ok(event)).await;
        Ok(())
    }

    /// Keeps what was found for the explorer; nobody waits for that.
    async fn keep(&self, step: &SearchStep) {
        let origin = match (step.origin, step.plies) {
            ("exact", _) => Origin::Exact,
            (_, Some(plies)) => Origin::Plies(plies),
            (_, None) => return,
        };
        let worths: Vec<Worth> = step
            .lines
            .iter()
            .filter_map(|line| {
                let square = line.square.parse().ok()?;
                Some(Worth { square, discs: line.discs, origin, error: line.error.unwrap_or_default() })
            })
            .collect();
        let (laboratory, board) = (Arc::clone(&self.laboratory), self.game.board());
        tokio::spawn(async move {
            let kept = laboratory.write(move |_, store| store.keep_values(board, USUAL_EVALUATOR, &worths));
            let _ = kept.await;
        });
    }
}

/// What the moves are worth in the end, if it is found in time.
fn solved(game: &Game, patience: Duration, stop: &AtomicBool) -> Result<Vec<Prospect>, Unanswered> {
    let mut solver = Solver::new(TableSize::mebibytes(16));
    let worths = analysis::solved(&mut solver, game, patience, stop).ok_or(Unanswered::Late)?;
    Ok(worths.into_iter().map(|worth| Prospect { worth, line: vec![worth.square] }).collect())
}

/// One slice of a search.
struct Task {
    board: Board,
    moves: Moves,
    plan: Plan,
    time: Duration,
}

impl Task {
    fn think(&self, engine: &mut Engine<PatternTables<64>>, stop: &AtomicBool) -> midgame::Thought {
        let limits = Limits { time: Some(self.time), stop: Some(stop), ..Limits::default() };
        engine.think(self.board, self.moves, &self.plan, &limits)
    }
}

/// How much a step tells: a proof more than any search, a deep search more than a shallow one.
fn rank(step: &SearchStep) -> u32 {
    match step.origin {
        "exact" => 1_000,
        "end" => 500,
        _ => step.plies.unwrap_or(0),
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn hundredths(time: Duration) -> f64 {
    (time.as_secs_f64() * 100.0).round() / 100.0
}
