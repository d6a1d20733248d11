//! Games that teach whoever was played against.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use outflank_lab::{Knowledge, PlayerFile, Pupil, RunId, write_atomically};
use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::GameInput;
use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// A game, and who is to learn from it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeachingRequest {
    /// The game, which must be over.
    game: GameInput,
    /// A player of winmeasure, without options. A run stays as it is: a copy of it learns.
    player: String,
    /// The side that the player had.
    side: PupilSide,
}

/// A side.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PupilSide {
    Black,
    White,
}

/// Who has learned.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeachingResult {
    /// The player that has learned from the game, by the name it can be played under.
    player: String,
    /// The games it has learned from by now.
    games: u64,
}

/// One file of a player at a time is read, taught or uploads along, and written.
pub(super) static WRITING: Mutex<()> = Mutex::new(());

/// Lets a finished game against a person teach the player, as its document has it.
#[utoipa::path(
    post,
    path = "/api/teach",
    request_body = TeachingRequest,
    responses(
        (status = 200, description = "It has learned", body = TeachingResult),
        (status = 422, description = "The game is not over, or the player does not learn that way", body = ProblemBody),
    )
)]
pub(crate) async fn teach(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(lesson): JsonBody<TeachingRequest>,
) -> Result<Json<TeachingResult>, Problem> {
    Ok(Json(laboratory.query(move |laboratory| lesson.given(laboratory)).await?))
}

impl TeachingRequest {
    fn given(self, laboratory: &Laboratory) -> Result<TeachingResult, Problem> {
        let game = self.game.game()?;
        if game.tally().is_none() {
            return Err(Problem::wrong("the game is not over"));
        }
        let side = match self.side {
            PupilSide::Black => Color::Black,
            PupilSide::White => Color::White,
        };
        let folder = laboratory.store.folder();
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let own: Option<RunId> = folder.player_files().into_iter().find(|name| name.as_str() == self.player);
        let name = match own {
            Some(name) => name,
            None => copy(laboratory, &self.player)?,
        };
        let path = folder.player_file(&name);
        let pupil = Pupil::find(&path.to_string_lossy()).map_err(Problem::wrong)?;
        pupil.teach(&game, side).map_err(Problem::failed)?;
        laboratory.forget_players();
        let games = learned(laboratory, name.as_str())?.provenance.games;
        Ok(TeachingResult { player: name.to_string(), games })
    }
}

/// A copy of a player for people to teach, under a name of its own.
fn copy(laboratory: &Laboratory, player: &str) -> Result<RunId, Problem> {
    let file = learned(laboratory, player)?;
    let system = file.model.system();
    if system != TEACHABLE {
        return Err(Problem::wrong(format!(
            "{system} does not learn from games against people; {TEACHABLE} does"
        )));
    }
    let folder = laboratory.store.folder();
    let plain = player.replace('@', ".");
    for number in 1.. {
        let name: RunId = format!("{plain}{TAUGHT}{number}").parse().map_err(Problem::wrong)?;
        let path = folder.player_file(&name);
        if path.exists() || laboratory.store.run(name.as_str())?.is_some() {
            continue;
        }
        let parent = path.parent().expect("it is in a folder");
        std::fs::create_dir_all(parent).map_err(Problem::failed)?;
        write_atomically(&path, &file.to_bytes()).map_err(Problem::failed)?;
        return Ok(name);
    }
    unreachable!("numbers do not run out")
}

/// What a player has learned.
fn learned(laboratory: &Laboratory, player: &str) -> Result<PlayerFile, Problem> {
    match laboratory.registry.find(player).map(|found| found.knowledge) {
        Ok(Knowledge::Learned(file)) => Ok(*file),
        _ => Err(Problem::wrong(format!("there is no player “{player}” who can be taught"))),
    }
}

/// What stands between the name of a player and the number of its copy.
pub(super) const TAUGHT: &str = ".taught";

/// The system that learns from single games.
pub(crate) const TEACHABLE: &str = outflank_learn::winmeasure::SYSTEM;
