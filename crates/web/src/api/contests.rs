//! Contests: who meets whom, how it went, and the ratings that follow.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_arena::games::GameLine;
use outflank_arena::statistics::{Confidence, Rating, RatingList, ScoreSheet};
use outflank_arena::{Ending, Entrant, Evidence, Identity, NAMED};
use outflank_engine::Chance;
use outflank_lab::ladder::{Anchor, Ladder};
use outflank_lab::{Entry, Meeting, Moment, NewContest, RatedPlayer, RunState, Standings, StoredContest};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::{IntoParams, ToSchema};

use crate::Laboratory;
use crate::contests::{ContestSnapshot, ContestStart, ContestState, OPENING_PLIES};
use crate::event_stream::StreamEvent;
use crate::jobs::JobRequest;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Who is to meet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewContestRequest {
    /// Two to twelve players in their grammar: everybody meets everybody.
    #[schema(example = json!(["swh", "td:depth=2"]), min_items = 2, max_items = 12)]
    players: Vec<String>,
    /// Pairs of games for every two, 1 to 1000: each opening is played with both colours.
    #[schema(minimum = 1, maximum = 1000)]
    pairs: u64,
    /// What decides everything random; drawn if nothing is said. The same seed is the same games.
    #[serde(default)]
    #[schema(format = "uint64", minimum = 0)]
    seed: Option<u64>,
}

/// Limits of a contest from the browser.
pub(crate) const MOST_PLAYERS: usize = 12;
pub(crate) const MOST_PAIRS: u64 = 1000;
const MOST_GAMES: u64 = 40_000;

impl NewContestRequest {
    /// The contest and its players, if all of it is within the limits.
    fn accepted(self, laboratory: &Laboratory) -> Result<(NewContest, Vec<Entrant>), Problem> {
        let count = self.players.len();
        if !(2..=MOST_PLAYERS).contains(&count) {
            return Err(Problem::wrong(format!("players are {count}, expected 2 to {MOST_PLAYERS}")));
        }
        if !(1..=MOST_PAIRS).contains(&self.pairs) {
            return Err(Problem::wrong(format!("pairs is {}, expected 1 to {MOST_PAIRS}", self.pairs)));
        }
        let games = (count * (count - 1)) as u64 * self.pairs;
        if games > MOST_GAMES {
            return Err(Problem::wrong(format!("these are {games} games, expected {MOST_GAMES} at most")));
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for player in &self.players {
            let entrant = laboratory.player_cache.find(&as_it_is_now(laboratory, player.trim())?)?;
            if let Some(other) = entrants.iter().find(|other| other.identity() == entrant.identity()) {
                let twice = match other.name() == entrant.name() {
                    true => format!("“{}” is there twice", entrant.name()),
                    false => format!("“{}” and “{}” are the same player", other.name(), entrant.name()),
                };
                return Err(Problem::wrong(twice));
            }
            entrants.push(entrant);
        }
        let new = NewContest {
            players: entrants.iter().map(|entrant| entrant.name().to_owned()).collect(),
            identities: entrants.iter().map(|entrant| entrant.identity().clone()).collect(),
            pairs: self.pairs,
            opening_plies: OPENING_PLIES,
            seed: self.seed.unwrap_or_else(drawn_seed),
            program: laboratory.program.clone(),
        };
        Ok((new, entrants))
    }
}

/// A player by a name that will stand for the same tomorrow: a run that may still learn is named with the games
/// it has learned from.
pub(super) fn as_it_is_now(laboratory: &Laboratory, player: &str) -> Result<String, Problem> {
    let (name, options) = match player.split_once(':') {
        Some((name, options)) => (name, format!(":{options}")),
        None => (player, String::new()),
    };
    Ok(match laboratory.store.run(name)? {
        Some(run) if run.state != RunState::Finished => {
            format!("{name}@{}{options}", run.games)
        }
        _ => player.to_owned(),
    })
}

/// A seed of few enough digits to be read and typed again.
fn drawn_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without chance from the system, the clock is chance enough for a game.
    if getrandom::fill(&mut bytes).is_err() {
        bytes = Moment::now().seconds.to_le_bytes();
    }
    Chance::stream(u64::from_le_bytes(bytes), "the seed of a contest", 0).seed() % 1_000_000_000
}

/// Begins a match or a round robin.
#[utoipa::path(
    post,
    path = "/api/contests",
    request_body = NewContestRequest,
    responses(
        (status = 200, description = "It has begun", body = ContestSnapshot),
        (status = 422, description = "There is no such player, or too much of something", body = ProblemBody),
        (status = 409, description = "As many contests as there can be are being played", body = ProblemBody),
    )
)]
pub(crate) async fn begin(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(request): JsonBody<NewContestRequest>,
) -> Result<Json<ContestSnapshot>, Problem> {
    let (new, players) = laboratory.query(|laboratory| request.accepted(laboratory)).await?;
    Ok(Json(laboratory.contests.begin(ContestStart::New(new), players).await?))
}

/// A contest in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContestRow {
    #[serde(flatten)]
    pub now: ContestSnapshot,
    /// The title that a person gave it.
    pub title: Option<String>,
    pub players: Vec<String>,
    /// Pairs of games for every two.
    pub pairs: u64,
    pub seed: u64,
    /// When it began.
    pub started: String,
}

/// How a contest stands: by the job that is going on here, or by the store.
pub(crate) fn row(laboratory: &Laboratory, contest: &StoredContest) -> ContestRow {
    let running = laboratory.contests.jobs.find(&contest.id.to_string());
    let now = match running {
        Some(job) => job.subscribe().borrow().clone(),
        None => ContestSnapshot {
            contest: contest.id,
            state: match contest.finished {
                Some(_) => ContestState::Finished,
                None if laboratory.store.folder().is_contest_locked(contest.id) => ContestState::Elsewhere,
                None => ContestState::Interrupted,
            },
            games: 2 * contest.played,
            total_games: 2 * contest.pairs_in_all(),
            games_per_second: 0.0,
            problem: None,
        },
    };
    ContestRow {
        now,
        title: laboratory.store.mark_of(&Entry::Contest(contest.id)).unwrap_or_default().0,
        players: contest.conditions.players.clone(),
        pairs: contest.conditions.pairs,
        seed: contest.conditions.seed,
        started: contest.started.to_string(),
    }
}

/// The most contests in a list: the newest.
const LISTED: u32 = 50;

/// The newest contests, the newest first.
pub(crate) fn newest(laboratory: &Laboratory) -> Result<Vec<ContestRow>, Problem> {
    let contests = laboratory.store.contests(LISTED)?;
    Ok(contests.iter().map(|contest| row(laboratory, contest)).collect())
}

/// The contest of a number.
pub(crate) fn find(laboratory: &Laboratory, id: i64) -> Result<StoredContest, Problem> {
    let contest = laboratory.store.contest(id)?;
    contest.ok_or_else(|| Problem::missing(format!("there is no contest {id}")))
}

/// The newest contests, the newest first.
#[utoipa::path(
    get,
    path = "/api/contests",
    responses((status = 200, description = "Up to 50 contests", body = Vec<ContestRow>))
)]
pub(crate) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
) -> Result<Json<Vec<ContestRow>>, Problem> {
    Ok(Json(laboratory.query(newest).await?))
}

/// How a contest stands.
#[utoipa::path(
    get,
    path = "/api/contests/{contest}",
    params(("contest" = i64, Path, description = "Its number")),
    responses(
        (status = 200, description = "How it stands", body = ContestRow),
        (status = 404, description = "There is no such contest", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Json<ContestRow>, Problem> {
    Ok(Json(laboratory.query(move |laboratory| Ok(row(laboratory, &find(laboratory, id)?))).await?))
}

/// Goes on with a contest that was interrupted: what is left of it is what it would have come to.
#[utoipa::path(
    post,
    path = "/api/contests/{contest}/resume",
    params(("contest" = i64, Path, description = "Its number")),
    responses(
        (status = 200, description = "It goes on", body = ContestSnapshot),
        (status = 404, description = "There is no such contest", body = ProblemBody),
        (status = 422, description = "It cannot go on to the same games", body = ProblemBody),
        (status = 409, description = "As many contests as there can be are being played", body = ProblemBody),
    )
)]
pub(crate) async fn resume(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<Json<ContestSnapshot>, Problem> {
    let (contest, players) = laboratory
        .query(move |laboratory| {
            let contest = find(laboratory, id)?;
            let players = players_again(laboratory, &contest)?;
            Ok((contest, players))
        })
        .await?;
    Ok(Json(laboratory.contests.begin(ContestStart::Rest(contest), players).await?))
}

/// The players of a contest that was interrupted, if they are still the same.
fn players_again(laboratory: &Laboratory, contest: &StoredContest) -> Result<Vec<Entrant>, Problem> {
    let StoredContest { id, conditions, finished, .. } = contest;
    if finished.is_some() {
        return Err(Problem::wrong(format!("contest {id} is finished: all games were played")));
    }
    if conditions.program != laboratory.program {
        // Searches may come to other moves by now.
        return Err(Problem::wrong(format!(
            "contest {id} was begun by {}, and {} may play other games; begin a new one",
            conditions.program, laboratory.program
        )));
    }
    let again = |(player, identity): (&String, &Identity)| {
        let entrant = laboratory.player_cache.find(player)?;
        // What older versions wrote down has labels alone.
        let is_known = !identity.content.starts_with("label:");
        if is_known && entrant.identity() != identity {
            return Err(Problem::wrong(format!("“{player}” is another player by now; begin a new contest")));
        }
        Ok(entrant)
    };
    conditions.players.iter().zip(&conditions.identities).map(again).collect()
}

/// Stops a contest that is played here. What was played counts.
#[utoipa::path(
    post,
    path = "/api/contests/{contest}/stop",
    params(("contest" = i64, Path, description = "Its number")),
    responses(
        (status = 204, description = "It stops"),
        (status = 409, description = "It is not being played here", body = ProblemBody),
    )
)]
pub(crate) async fn stop(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    match laboratory.contests.jobs.find(&id.to_string()) {
        Some(job) => job.request(JobRequest::Stop),
        None => {
            return Err(Problem::new(StatusCode::CONFLICT, format!("contest {id} is not being played here")));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// How a contest stands, now and whenever that changes, as server-sent events: until it is over.
#[utoipa::path(
    get,
    path = "/api/contests/{contest}/events",
    params(("contest" = i64, Path, description = "Its number")),
    responses(
        (status = 200, description = "Events, each with a ContestSnapshot as its data", body = StreamEvent, content_type = "text/event-stream"),
        (status = 404, description = "There is no such contest", body = ProblemBody),
    )
)]
pub(crate) async fn events(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Problem> {
    let receiver = match laboratory.contests.jobs.find(&id.to_string()) {
        Some(job) => job.subscribe(),
        // Told once, as the sender is gone.
        None => {
            let found =
                laboratory.query(move |laboratory| Ok(row(laboratory, &find(laboratory, id)?))).await?;
            watch::channel(found.now).1
        }
    };
    laboratory.event_streams.open(receiver, |now| now)
}

/// Which games of a contest.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Paging {
    /// After so many pairs.
    #[serde(default)]
    #[param(format = "uint32", minimum = 0)]
    pub from: u32,
}

/// A game of a contest.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContestGame {
    pub black: String,
    pub white: String,
    /// Black's margin, the empty squares to the winner; null where somebody gave up.
    pub margin: Option<i32>,
    /// Who gave up and why, if anybody did.
    pub forfeit: Option<String>,
    /// The moves from the usual start.
    pub moves: String,
}

impl From<GameLine> for ContestGame {
    fn from(line: GameLine) -> Self {
        let (margin, forfeit) = match &line.played.ending {
            Ending::Counted(tally) => (Some(tally.empties_to_winner().discs()), None),
            Ending::Forfeited { by, reason } => (None, Some(format!("{by}: {reason}"))),
        };
        let moves = line.played.game.record().to_string();
        Self { black: line.black, white: line.white, margin, forfeit, moves }
    }
}

/// Pairs in one answer.
pub(crate) const PART: u32 = 50;

/// Games of a contest, fifty pairs at a time.
#[utoipa::path(
    get,
    path = "/api/contests/{contest}/games",
    params(("contest" = i64, Path, description = "Its number"), Paging),
    responses(
        (status = 200, description = "The games", body = Vec<ContestGame>),
        (status = 404, description = "There is no such contest", body = ProblemBody),
    )
)]
pub(crate) async fn games(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Json<Vec<ContestGame>>, Problem> {
    let games = laboratory.query(move |laboratory| {
        find(laboratory, id)?;
        Ok(laboratory.store.contest_games(id, paging.from, PART)?)
    });
    Ok(Json(games.await?.into_iter().map(ContestGame::from).collect()))
}

/// A line of a rating list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingRow {
    pub player: String,
    pub elo: f64,
    /// The lower end of its 95 % interval, the anchors or the mean of its group taken as they are.
    pub low: f64,
    pub high: f64,
    pub games: u64,
    /// Points in a game.
    pub score: f64,
    /// Whether it is an anchor of the ladder, whose rating is fixed.
    pub is_anchor: bool,
}

impl From<&Rating> for RatingRow {
    fn from(Rating { player, elo, interval, games, score }: &Rating) -> Self {
        let (low, high) = (interval.low, interval.high);
        Self { player: player.clone(), elo: *elo, low, high, games: *games, score: *score, is_anchor: false }
    }
}

/// Ratings, and what they rest on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatingTable {
    /// Groups of players whom games connect, each with the strongest first. The group with anchors of the ladder comes
    /// first and is on its scale; the mean of any other is 0.
    pub groups: Vec<Vec<RatingRow>>,
    /// Who met whom.
    pub meetings: Vec<MeetingRow>,
    /// The fixed scale that comes with the program, the weakest first.
    pub ladder: Vec<LadderRow>,
}

/// A step of the ladder.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LadderRow {
    pub player: String,
    /// Its rating, that of the random player being 0.
    pub elo: f64,
    /// Its 95 % interval reaches so far to both sides.
    pub reach: f64,
    /// Different games that the rating rests on.
    pub games: u64,
}

impl From<&Anchor> for LadderRow {
    fn from(Anchor { player, elo, reach, games, .. }: &Anchor) -> Self {
        Self { player: player.clone(), elo: *elo, reach: *reach, games: *games }
    }
}

/// What two players made of their games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeetingRow {
    pub first: String,
    pub second: String,
    pub games: u64,
    /// How many of them are different, turned and mirrored as one likes.
    pub distinct_games: u64,
    /// Pairs of two new games: what the score and its interval rest on.
    pub distinct_pairs: u64,
    /// Points of the first in a game.
    pub score: f64,
    pub low: f64,
    pub high: f64,
    /// What is to be said before a score that rests on less than it seems to.
    pub caution: Option<String>,
}

/// What all contests say, or one of them.
pub(crate) fn standings(laboratory: &Laboratory, contest: Option<i64>) -> Result<Standings, Problem> {
    Standings::kept(&laboratory.store, contest).map_err(Problem::failed)
}

/// The ratings of a player as it is now, with all options it played with; and of a run as it was on the way.
pub(crate) fn ratings_of<'a>(
    laboratory: &Laboratory,
    standings: &'a Standings,
    name: &str,
) -> Result<Vec<&'a Rating>, Problem> {
    let content = match NAMED.iter().any(|(known, _)| *known == name) {
        true => format!("built-in:{name}"),
        false => match laboratory.registry.find(name) {
            Ok(found) => found.knowledge.content(),
            Err(_) => format!("label:{name}"),
        },
    };
    let on_the_way = format!("{name}@");
    let is_its_own = |known: &RatedPlayer| {
        let rest = known.identity.content.strip_prefix(&content);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
            || known.label.starts_with(&on_the_way)
    };
    let players = laboratory.store.rated_players()?;
    let own: Vec<&str> =
        players.iter().filter(|known| is_its_own(known)).map(|known| known.label.as_str()).collect();
    let ratings = standings.groups.iter().flat_map(|group| group.ratings());
    Ok(ratings.filter(|rating| own.contains(&rating.player.as_str())).collect())
}

/// The ratings of all players, from all contests that were played here.
#[utoipa::path(
    get,
    path = "/api/ratings",
    responses((status = 200, description = "The ratings with their 95 % intervals", body = RatingTable))
)]
pub(crate) async fn ratings(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<RatingTable>, Problem> {
    let rated = laboratory.query(|laboratory| {
        let standings = standings(laboratory, None)?;
        let row = |rating: &Rating| RatingRow {
            is_anchor: standings.anchor(&rating.player).is_some(),
            ..RatingRow::from(rating)
        };
        let rows = |list: &RatingList| list.ratings().iter().map(row).collect();
        let met = |met: &Meeting| {
            let interval = met.distinct.interval(Confidence::USUAL);
            let evidence = met.evidence();
            let Evidence { games, distinct_games, distinct_pairs } = evidence;
            MeetingRow {
                first: met.first.clone(),
                second: met.second.clone(),
                games,
                distinct_games,
                distinct_pairs,
                score: met.distinct.score().unwrap_or(0.5),
                low: interval.low,
                high: interval.high,
                caution: evidence.caution(),
            }
        };
        Ok(RatingTable {
            groups: standings.groups.iter().map(rows).collect(),
            meetings: standings.meetings.iter().map(met).collect(),
            ladder: Ladder::standard().anchors.iter().map(LadderRow::from).collect(),
        })
    });
    Ok(Json(rated.await?))
}
