//! The games of a contest as they are written down while it is played: one a line, and as PGN.
//!
//! The file of games begins with all that decides them, so that a contest that was broken off, or killed, goes on to
//! the games that it would have come to.

use std::path::Path;

use anyhow::Context;
use outflank_arena::games::{GameLine, Pgn};
use outflank_arena::{Entrant, Pair};
use outflank_rules::GameRecord;

use super::lines::{HEAD, Lines};
use super::{ContestPlan, LibraryWriter};
use crate::data::PROGRAM;
use crate::failure::WrongInput;
use crate::reading;

/// What comes before the plan, in a remark.
const PLAN: &str = "# contest ";

/// Where games go, if anywhere.
#[derive(Default)]
pub struct Record {
    games: Option<Lines>,
    pgn: Option<Lines>,
    library: Option<LibraryWriter>,
    /// The pairs that were played before.
    pub before: Vec<Pair>,
}

impl Record {
    /// New files. One that is there already is left alone: games are facts, and somebody's.
    pub fn begin(games: Option<&Path>, pgn: Option<&Path>, plan: &ContestPlan) -> anyhow::Result<Self> {
        let mut record = Self {
            games: games.map(Lines::create).transpose()?,
            pgn: pgn.map(Lines::create).transpose()?,
            library: None,
            before: Vec::new(),
        };
        if let Some(games) = &mut record.games {
            let plan = serde_json::to_string(plan).context("the plan as JSON")?;
            games.write(&format!("{PLAN}{plan}\n{HEAD}"))?;
            games.finish()?;
        }
        Ok(record)
    }

    /// What decides the games of a file, if it can go on.
    pub fn plan_of(path: &Path, command: &str) -> Result<ContestPlan, WrongInput> {
        let text = reading::text_file("the games in ", path)?;
        let refused = |reason: String| WrongInput::new(format_args!("{}: {reason}", path.display()));
        let head = text.lines().next().and_then(|line| line.strip_prefix(PLAN));
        let head = head.ok_or_else(|| refused("it does not begin with what decides its games".to_owned()))?;
        let plan: ContestPlan = serde_json::from_str(head).map_err(|error| refused(error.to_string()))?;
        if plan.command != command {
            return Err(refused(format!("it is a {}; go on with outflank {0} --resume", plan.command)));
        }
        if plan.program != PROGRAM {
            // Players that come with the program may be others by now.
            let begun = &plan.program;
            return Err(refused(format!("it was begun by {begun}, and {PROGRAM} may play other games")));
        }
        Ok(plan)
    }

    /// Opens the file of a contest to go on with it, at the end of its last whole pair.
    pub fn go_on(
        path: &Path,
        pgn: Option<&Path>,
        plan: &ContestPlan,
        openings: &[GameRecord],
    ) -> anyhow::Result<Self> {
        let refused = |reason: String| WrongInput::new(format_args!("{}: {reason}", path.display()));
        let text = reading::text_file("the games in ", path)?;
        let (games, whole) = whole_pairs(&text).map_err(refused)?;
        let before = pairs(&games, plan, openings).map_err(refused)?;
        let mut record = Self {
            games: Some(Lines::cut(path, whole)?),
            pgn: pgn.map(Lines::create).transpose()?,
            library: None,
            before,
        };
        // All games are in the PGN, those from before, too.
        if let Some(pgn) = &mut record.pgn {
            for (index, game) in games.iter().enumerate() {
                pgn.write(&Pgn { game, round: index as u64 / 2 + 1 }.to_string())?;
            }
        }
        Ok(record)
    }

    /// Writes the two games of a pair, at once: whoever is killed has lost nothing that was played.
    pub fn add(&mut self, first: &Entrant, second: &Entrant, round: u64, pair: &Pair) -> anyhow::Result<()> {
        if let Some(library) = &mut self.library {
            library.add(first, second, pair);
        }
        if self.games.is_none() && self.pgn.is_none() {
            return Ok(());
        }
        let [one, other] = pair.games.clone();
        for (black, white, played) in [(first, second, one), (second, first, other)] {
            let game = GameLine { black: black.name().to_owned(), white: white.name().to_owned(), played };
            if let Some(games) = &mut self.games {
                games.write(&format!("{game}\n"))?;
            }
            if let Some(pgn) = &mut self.pgn {
                pgn.write(&Pgn { game: &game, round }.to_string())?;
            }
        }
        self.arrive()
    }

    /// Keeps the games in the library, too.
    pub fn keep_in(&mut self, library: LibraryWriter) {
        self.library = Some(library);
    }

    /// Makes sure that everything has arrived, and is in the library.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if let Some(library) = &mut self.library {
            library.flush();
        }
        self.arrive()
    }

    fn arrive(&mut self) -> anyhow::Result<()> {
        [&mut self.games, &mut self.pgn].into_iter().flatten().try_for_each(Lines::finish)
    }
}

/// The games of all whole pairs in a file, and how many bytes they end after. What was cut off in the middle of a pair
/// is not among them.
fn whole_pairs(text: &str) -> Result<(Vec<GameLine>, usize), String> {
    let (mut games, mut end, mut whole) = (Vec::new(), 0, 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        let content = line.trim_end_matches(['\n', '\r']);
        if !line.ends_with('\n') {
            break;
        }
        if !content.starts_with('#') && !content.is_empty() {
            games.push(content.parse().map_err(|error| format!("line {}: {error}", index + 1))?);
        }
        if games.len() % 2 == 0 {
            whole = end;
        }
    }
    games.truncate(games.len() / 2 * 2);
    Ok((games, whole))
}

/// The pairs of games, if they are the first ones of a contest.
fn pairs(games: &[GameLine], plan: &ContestPlan, openings: &[GameRecord]) -> Result<Vec<Pair>, String> {
    let players = &plan.players;
    let meetings = (0..players.len()).flat_map(|one| (one + 1..players.len()).map(move |other| (one, other)));
    let expected = meetings.flat_map(|meeting| (0..plan.pairs).map(move |number| (meeting, number)));
    let mut pairs = Vec::new();
    let mut expected = expected.into_iter();
    for games in games.chunks_exact(2) {
        let line = 2 * pairs.len() + 1;
        let ((one, other), number) = expected.next().ok_or("there are more games than it has")?;
        let opening = match openings {
            [] => Vec::new(),
            openings => openings[(number % openings.len() as u64) as usize].game().plies().to_vec(),
        };
        for (game, black, white) in [(&games[0], one, other), (&games[1], other, one)] {
            let is_next = game.black == players[black]
                && game.white == players[white]
                && game.played.game.plies().starts_with(&opening);
            if !is_next {
                return Err(format!("game {line} or the next is not of this contest"));
            }
        }
        let games = [games[0].played.clone(), games[1].played.clone()];
        pairs.push(Pair { number, opening: opening.len(), games });
    }
    Ok(pairs)
}
