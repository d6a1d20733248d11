//! Players by name, for requests: built in, shipped, learned or uploaded. A request opens no file, starts no program
//! and asks for no search without end.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_arena::{Entrant, PlayerSpec, Source, SpecError};
use outflank_engine::Level;
use outflank_lab::{NameError, PlayerRegistry, RunId};

/// A program that whoever opened the laboratory lets take part, under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    name: RunId,
    spec: String,
}

impl Engine {
    /// What it is called.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// How it is started, in the grammar of players.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The program, by the name that it has here.
    fn entrant(&self, registry: &PlayerRegistry) -> Result<Entrant, SpecError> {
        let program = self.spec.parse::<PlayerSpec>()?.entrant(registry)?;
        let identity = program.identity().clone();
        let gives_up = program.gives_up();
        let named = Entrant::new(self.name(), move || program.seat()).with_identity(identity);
        Ok(match gives_up {
            Some(failures) => named.giving_up(failures),
            None => named,
        })
    }
}

/// `NAME=gtp:COMMAND` or `NAME=nboard:COMMAND`.
impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let wrong = |reason: String| EngineError { text: text.to_owned(), reason };
        let (name, spec) =
            text.split_once('=').ok_or_else(|| wrong("expected NAME=gtp:COMMAND".to_owned()))?;
        let name: RunId = name.trim().parse().map_err(|error: NameError| wrong(error.reason.to_owned()))?;
        let parsed: PlayerSpec = spec.trim().parse().map_err(|error: SpecError| wrong(error.to_string()))?;
        match parsed.source() {
            Source::Program => Ok(Self { name, spec: spec.trim().to_owned() }),
            _ => Err(wrong("expected a program, as in gtp:gtp-rhino or nboard:ntest".to_owned())),
        }
    }
}

/// A text that names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{text}” names no engine: {reason}")]
pub struct EngineError {
    text: String,
    reason: String,
}

/// The players that requests may name.
pub(super) struct PlayerCache {
    registry: PlayerRegistry,
    engines: Vec<Engine>,
    /// Players that were made a moment ago: reading a run for every move of a game would be waste.
    recent: Mutex<HashMap<String, Recent>>,
}

struct Recent {
    entrant: Entrant,
    made: Instant,
}

/// So many players are kept, for so long: a run that goes on learning is soon asked for again.
const CAPACITY: usize = 64;
const FRESH: Duration = Duration::from_secs(2);

/// What a player on the web may spend on a move.
const DEEPEST: u32 = 10;
const HIGHEST: u32 = 12;
const LONGEST: Duration = Duration::from_secs(10);
const MOST_NODES: u64 = 50_000_000;
const MOST_EXACT: u32 = 20;
const MOST_SIMULATIONS: u32 = 10_000;

/// How long a player takes for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// A millisecond or so.
    Quick,
    /// It searches.
    Long,
}

impl Pace {
    fn of(spec: &PlayerSpec) -> Self {
        let style = spec.style();
        // Built in players look one ply ahead if nothing is said; learned ones have their own habits.
        let usual = if spec.source() == Source::BuiltIn { 1 } else { u32::MAX };
        let plies = spec.level().map_or(style.depth.unwrap_or(usual), Level::number);
        let shallow = plies <= 2;
        let searches = style.simulations.is_some()
            || style.nodes.is_some()
            || style.time.is_some()
            || style.exact.unwrap_or(0) > 8;
        if shallow && !searches { Self::Quick } else { Self::Long }
    }
}

impl PlayerCache {
    /// The players on a registry and those that are built in. The registry must not open files.
    pub fn new(registry: PlayerRegistry) -> Self {
        Self { registry, engines: Vec::new(), recent: Mutex::default() }
    }

    /// The same with some programs.
    #[must_use]
    pub fn with_engines(self, engines: Vec<Engine>) -> Self {
        Self { engines, ..self }
    }

    /// The programs that take part.
    pub fn engines(&self) -> &[Engine] {
        &self.engines
    }

    /// How long the player that a text names will take, if a request may name it. Nothing is looked up.
    pub fn pace(text: &str) -> Result<Pace, PlayerError> {
        allowed(text).map(|spec| Pace::of(&spec))
    }

    /// The player that a text names. It may have to be read: not for the threads that answer.
    pub fn find(&self, text: &str) -> Result<Entrant, PlayerError> {
        let text = text.trim();
        if let Some(engine) = self.engines.iter().find(|engine| engine.name() == text) {
            return Ok(engine.entrant(&self.registry)?);
        }
        if let Some(found) = self.recent().get(text)
            && found.made.elapsed() < FRESH
        {
            return Ok(found.entrant.clone());
        }
        // Not under the lock: others find their players meanwhile.
        let entrant = allowed(text)?.entrant(&self.registry)?;
        let mut recent = self.recent();
        if recent.len() >= CAPACITY {
            recent.retain(|_, one| one.made.elapsed() < FRESH);
        }
        if recent.len() < CAPACITY {
            recent.insert(text.to_owned(), Recent { entrant: entrant.clone(), made: Instant::now() });
        }
        Ok(entrant)
    }

    /// Forgets all players: one of them is another by now.
    pub fn clear(&self) {
        self.recent().clear();
    }

    fn recent(&self) -> MutexGuard<'_, HashMap<String, Recent>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The player that a text names, if a request may name it.
fn allowed(text: &str) -> Result<PlayerSpec, PlayerError> {
    let spec: PlayerSpec = text.trim().parse()?;
    if spec.source() == Source::Program {
        return Err(PlayerError::Program { spec: text.trim().to_owned() });
    }
    within_limits(&spec)?;
    Ok(spec)
}

/// Refuses a player that could take minutes for a move.
fn within_limits(spec: &PlayerSpec) -> Result<(), PlayerError> {
    let style = spec.style();
    let refuse = |option, most: &str| {
        Err(PlayerError::TooMuch { spec: spec.to_string(), option, most: most.to_owned() })
    };
    let limited = style.time.is_some() || style.nodes.is_some();
    if style.depth.unwrap_or(1) > DEEPEST && !limited {
        return refuse("depth", &format!("{DEEPEST} plies without a limit of time or nodes"));
    }
    if spec.level().is_some_and(|level| level.number() > HIGHEST) && !limited {
        return refuse("level", &format!("{HIGHEST} without a limit of time or nodes"));
    }
    if style.time.is_some_and(|time| time > LONGEST) {
        return refuse("time", &format!("{} seconds", LONGEST.as_secs()));
    }
    if style.time.is_none() && style.nodes.is_some_and(|nodes| nodes > MOST_NODES) {
        return refuse("nodes", &format!("{MOST_NODES}"));
    }
    if style.simulations.is_some_and(|simulations| simulations > MOST_SIMULATIONS) {
        return refuse("simulations", &format!("{MOST_SIMULATIONS} positions"));
    }
    if style.exact.unwrap_or(0) > MOST_EXACT {
        return refuse("exact", &format!("{MOST_EXACT} empty squares"));
    }
    Ok(())
}

/// A player that a request cannot have.
#[derive(Debug, thiserror::Error)]
pub(super) enum PlayerError {
    /// There is no such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It is a program.
    #[error("player “{spec}”: programs are not started from the browser")]
    Program { spec: String },
    /// It would take too long.
    #[error("player “{spec}”: {option} is at most {most} in the browser")]
    TooMuch { spec: String, option: &'static str, most: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_start_no_program_open_no_file_and_search_not_for_ever() {
        let player_cache = PlayerCache::new(PlayerRegistry::new(None).without_files());
        let refusal = |spec: &str| player_cache.find(spec).expect_err(spec).to_string();
        assert!(refusal("gtp:touch here").contains("programs are not started"));
        assert!(refusal("nboard,depth=2:ntest").contains("programs are not started"));
        assert!(refusal("Cargo.toml").contains("no player"), "a file that is there");
        assert!(refusal("swh:depth=11").contains("depth is at most 10 plies"));
        assert!(refusal("swh:time=11").contains("time is at most 10 seconds"));
        assert!(refusal("swh:nodes=99999999999").contains("nodes is at most"));
        assert!(refusal("swh:exact=21").contains("exact is at most 20"));
        assert!(refusal("swh:simulations=1000000").contains("simulations is at most 10000 positions"));
        assert!(
            refusal("outflank:level=13").contains("level is at most 12 without a limit of time or nodes")
        );
        assert!(refusal("outflank:level=30,depth=1").contains("level is at most 12"));
        assert!(refusal("outflank:level=30,time=11").contains("time is at most 10 seconds"));
        for allowed in ["outflank", "outflank:level=12", "outflank:level=30,time=1", "outflank:time=10"] {
            assert!(PlayerCache::pace(allowed).is_ok(), "{allowed}");
        }
        assert!(refusal("swh:depth=x").contains("whole number"));
    }

    #[test]
    fn engines_are_programs_under_names_of_their_own() {
        let engine: Engine = "rhino=gtp:gtp-rhino --level 3".parse().expect("an engine");
        assert_eq!((engine.name(), engine.spec()), ("rhino", "gtp:gtp-rhino --level 3"));
        for wrong in ["rhino", "td=gtp:x", "rhino=swh", "rhino=gtp:", "a b=gtp:x"] {
            assert!(wrong.parse::<Engine>().is_err(), "{wrong}");
        }
        let players = PlayerCache::new(PlayerRegistry::new(None).without_files()).with_engines(vec![engine]);
        // The program may not be there; that it is the one that is started is seen all the same.
        match players.find("rhino") {
            Ok(player) => assert_eq!(player.name(), "rhino"),
            Err(error) => assert!(format!("{error:?}").contains("gtp-rhino --level 3"), "{error:?}"),
        }
        assert!(players.find("gtp:gtp-rhino").is_err(), "a request starts nothing else");
    }

    #[test]
    fn searches_are_told_from_quick_moves() {
        let pace = |spec: &str| PlayerCache::pace(spec).expect(spec);
        for quick in [
            "random",
            "swh",
            "td:depth=1",
            "korman:depth=2",
            "greedy:exact=8,epsilon=0.1",
            "outflank:level=2",
            "outflank:depth=1",
        ] {
            assert_eq!(pace(quick), Pace::Quick, "{quick}");
        }
        for long in [
            "td",
            "swh:depth=3",
            "swh:depth=60,time=1",
            "swh:nodes=1000",
            "swh:exact=16",
            "swh:simulations=2",
            "outflank",
            "outflank:level=3",
            "outflank:level=3,depth=1",
            "outflank:time=0.1",
        ] {
            assert_eq!(pace(long), Pace::Long, "{long}");
        }
    }
}
