//! The NBoard protocol, version 2: the side that answers.
//!
//! Nothing is acknowledged but a ping: its pong says that everything before it is done with, so a search that goes on is
//! stopped as soon as a ping comes in. A hint or an analysis ends with any command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use outflank_arena::Entrant;
use outflank_engine::Clock;
use outflank_lab::analysis::{Analyst, Origin, Worth};
use outflank_rules::formats::{AnnotatedGame, Tag, read_one};
use outflank_rules::{Color, Game, Ply, Square, Turn};

use super::{Mind, unless_interrupted};

/// The lines that have come in and were not obeyed yet.
#[derive(Debug, Default)]
pub struct Waiting {
    all: AtomicUsize,
    /// Those that no search outlasts: pings, games, the end.
    urgent: AtomicUsize,
}

impl Waiting {
    /// A line has come in.
    pub fn add(&self, line: &str) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.urgent.fetch_add(usize::from(is_urgent(line)), Ordering::Relaxed);
    }

    /// A line is about to be obeyed.
    pub fn take(&self, line: &str) {
        self.all.fetch_sub(1, Ordering::Relaxed);
        self.urgent.fetch_sub(usize::from(is_urgent(line)), Ordering::Relaxed);
    }
}

fn is_urgent(line: &str) -> bool {
    ["ping", "quit", "set game"].iter().any(|urgent| line.trim_start().starts_with(urgent))
}

/// A conversation.
pub struct NBoard {
    name: String,
    entrant: Entrant,
    /// Who thinks; not there while a search that was left behind has it.
    mind: Option<Mind>,
    /// The same player at another depth, where it has none of its own.
    at_depth: Box<dyn Fn(u32) -> Option<Entrant>>,
    analyst: Box<dyn FnMut() -> Result<Analyst, String>>,
    game: AnnotatedGame,
    /// Kept up to date by whoever reads the lines.
    waiting: Arc<Waiting>,
    seed: u64,
}

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the next line.
    Line,
    /// It is over.
    End,
}

impl NBoard {
    /// A conversation with a player. Whoever reads the lines counts those that are waiting.
    pub fn new(
        entrant: Entrant,
        seed: u64,
        at_depth: impl Fn(u32) -> Option<Entrant> + 'static,
        analyst: impl FnMut() -> Result<Analyst, String> + 'static,
        waiting: Arc<Waiting>,
    ) -> Self {
        let name = entrant.name().split([':', ' ']).next().unwrap_or_default().to_owned();
        Self {
            name,
            mind: None,
            entrant,
            at_depth: Box::new(at_depth),
            analyst: Box::new(analyst),
            game: AnnotatedGame::default(),
            waiting,
            seed,
        }
    }

    /// Obeys a line; everything that is said goes through `say`, a line each.
    pub fn obey(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> Next {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "quit" => return Next::End,
            "ping" => say(&format!("pong {rest}")),
            "nboard" => {}
            "set" => self.set(rest, say),
            "move" => self.play(rest),
            "hint" => self.hint(rest.parse().unwrap_or(1), say),
            "go" => self.go(say),
            "learn" => say("learned"),
            "analyze" => self.analyze(say),
            // Version 1 sent the moves alone. Everything else is passed over, as everybody does.
            bare if bare.len() == 2 && rest.is_empty() => self.play(bare),
            _ => {}
        }
        Next::Line
    }

    fn set(&mut self, what: &str, say: &mut dyn FnMut(&str)) {
        let (key, value) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        match key {
            "depth" => {
                let depth = value.trim().parse().unwrap_or(1u32).clamp(1, 60);
                let mut name = format!("Outflank-{}", self.name);
                if let Some(entrant) = (self.at_depth)(depth) {
                    self.mind = None;
                    name.push_str(&depth.to_string());
                    self.entrant = entrant;
                }
                say(&format!("set myname {name}"));
            }
            // A game that cannot be read leaves the old one: the next move would be against it anyway.
            "game" => {
                if let Ok(game) = read_one(value) {
                    self.game = game;
                    if let Some(mind) = &mut self.mind {
                        mind.begin();
                    }
                } else {
                    say("status this game cannot be read");
                }
            }
            _ => {}
        }
    }

    /// Appends `F5/0.30/1.20`.
    fn play(&mut self, written: &str) {
        let mut parts = written.split('/');
        let word = parts.next().unwrap_or_default().trim();
        let game = &mut self.game.line.game;
        match word.get(..2).and_then(|square| square.parse::<Square>().ok()) {
            Some(square) => {
                if game.turn() == Turn::Pass {
                    game.pass_forced();
                }
                if game.play(square).is_err() {
                    return;
                }
            }
            None if game.turn() == Turn::Pass => game.pass_forced(),
            None => return,
        }
        let seconds =
            parts.nth(1).and_then(|text| text.parse().ok()).filter(|seconds: &f64| seconds.is_finite());
        self.game.line.last_note().seconds = seconds;
    }

    /// Chooses a move, without playing it.
    fn go(&mut self, say: &mut dyn FnMut(&str)) {
        let game = self.game.game().clone();
        match game.turn() {
            Turn::Over(_) => say("status the game is over"),
            Turn::Pass => say("=== PA"),
            Turn::Play(moves) => {
                say(&format!("status {} is thinking", self.name));
                let clock = clock(&self.game, game.board().mover);
                let mut mind = self.mind.take().unwrap_or_else(|| Mind::new(&self.entrant, self.seed));
                let waiting = Arc::clone(&self.waiting);
                let chosen = unless_interrupted(
                    move || waiting.urgent.load(Ordering::Relaxed) > 0,
                    move || {
                        let chosen = mind.choose(&game, moves, clock);
                        (mind, chosen)
                    },
                );
                // Somebody wants something else, and nothing more is said of this.
                let Some((mind, chosen)) = chosen else { return say("status") };
                self.mind = Some(mind);
                match chosen {
                    Ok((choice, took)) => {
                        let square = choice.placement.square().to_string().to_ascii_uppercase();
                        // The scores of players have units of their own; only what is decided is in discs.
                        let value = choice.score.and_then(|score| score.decided());
                        let value = value
                            .map(|margin| format!("{:.2}", f64::from(margin.discs())))
                            .unwrap_or_default();
                        say(&format!("=== {square}/{value}/{:.3}", took.as_secs_f64()));
                        say("status");
                    }
                    Err(reason) => say(&format!("status {reason}")),
                }
            }
        }
    }

    /// What the best moves are worth.
    fn hint(&mut self, count: usize, say: &mut dyn FnMut(&str)) {
        if self.game.game().turn() == Turn::Pass {
            return say("search PA 0 0 1");
        }
        say("status Analyzing");
        match self.worths(&self.game.game().clone()) {
            Ok(worths) => {
                for worth in worths.iter().take(count.max(1)) {
                    let square = worth.square.to_string().to_ascii_uppercase();
                    let depth = match worth.origin {
                        Origin::Exact => "100%".to_owned(),
                        Origin::Plies(plies) => plies.to_string(),
                    };
                    say(&format!("search {square} {:+.2} 0 {depth}", worth.discs));
                }
                say("status");
            }
            Err(reason) => say(&format!("status {reason}")),
        }
    }

    /// What the moves of a position are worth; none if another command came in before that was known.
    fn worths(&mut self, game: &Game) -> Result<Vec<Worth>, String> {
        let (mut analyst, game) = ((self.analyst)()?, game.clone());
        let (stop, waiting) = (Arc::new(AtomicBool::new(false)), Arc::clone(&self.waiting));
        let is_interrupted = {
            let stop = Arc::clone(&stop);
            move || {
                let is_interrupted = waiting.all.load(Ordering::Relaxed) > 0;
                stop.store(is_interrupted, Ordering::Relaxed);
                is_interrupted
            }
        };
        let worths = unless_interrupted(is_interrupted, move || analyst.worths(&game, &stop));
        worths.unwrap_or(Ok(Vec::new())).map_err(|error| error.to_string())
    }

    /// What every position of the game is worth to its mover, from the end to the start.
    fn analyze(&mut self, say: &mut dyn FnMut(&str)) {
        let mut game = self.game.game().clone();
        while self.waiting.all.load(Ordering::Relaxed) == 0 {
            let value = match game.turn() {
                Turn::Over(tally) => Ok(Some(f64::from(tally.empties_to_winner().discs()))),
                Turn::Pass => {
                    let mut next = game.clone();
                    next.pass_forced();
                    self.worths(&next).map(|worths| Some(-worths.first()?.discs))
                }
                Turn::Play(_) => self.worths(&game).map(|worths| Some(worths.first()?.discs)),
            };
            let value = match value {
                Ok(value) => value,
                Err(reason) => return say(&format!("status {reason}")),
            };
            if let Some(value) = value {
                say(&format!("analysis {} {value:+.2}", game.plies().len()));
            }
            if game.undo().is_none() {
                break;
            }
        }
        say("status");
    }
}

/// What a side has on its clock: the time of the game without what its moves took.
fn clock(game: &AnnotatedGame, color: Color) -> Option<Clock> {
    let own = Tag::Other(if color == Color::Black { "TB" } else { "TW" }.to_owned());
    let text = game.tags.get(&own).or_else(|| game.tags.get(&Tag::Clock))?;
    let mut parts = text.split('/');
    let main = duration(parts.next()?)?;
    let increment = parts.next().and_then(duration).unwrap_or_default();
    if main.is_zero() && increment.is_zero() {
        return None;
    }
    let (mut spent, mut moves) = (0.0, 0);
    for (index, (board, ply)) in game.game().history().enumerate() {
        if board.mover == color {
            moves += u32::from(matches!(ply, Ply::Place(_)));
            spent += game.line.notes.get(&(index + 1)).and_then(|note| note.seconds).unwrap_or(0.0).max(0.0);
        }
    }
    let spent = Duration::try_from_secs_f64(spent).unwrap_or(main);
    let left = (main + increment.saturating_mul(moves)).saturating_sub(spent);
    Some(Clock::Game { left: left.max(Duration::from_millis(50)), increment })
}

/// Reads `[[D.]H:]MM:SS`.
fn duration(text: &str) -> Option<Duration> {
    let text = text.split(',').next()?.trim();
    if text.is_empty() {
        return Some(Duration::ZERO);
    }
    let (days, rest) = text.split_once('.').unwrap_or(("0", text));
    let mut seconds = 0u64;
    for part in rest.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
    }
    let days: u64 = days.trim().parse().ok()?;
    Some(Duration::from_secs(seconds.checked_add(days.checked_mul(86_400)?)?.min(10_000_000)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::Style;
    use outflank_lab::analysis::Scale;
    use outflank_value::PieceCounter;

    fn player(depth: u32) -> Entrant {
        Style::plies(depth).entrant("swh", PieceCounter::swh())
    }

    fn conversation() -> NBoard {
        let scale = Scale::measure(&player(1), &player(2), 20).expect("it has scores");
        let analyst = move || Ok(Analyst::new(&player(2), 2, scale.clone()));
        NBoard::new(player(2), 1, |depth| Some(player(depth.min(3))), analyst, Arc::default())
    }

    fn say(nboard: &mut NBoard, line: &str) -> Vec<String> {
        let mut said = Vec::new();
        nboard.obey(line, &mut |text| said.push(text.to_owned()));
        said
    }

    const GAME: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[05:00]TY[8]BO[8 ---------------------------O*------\
        *O--------------------------- *]B[F5//2.0]W[D6];)";

    #[test]
    fn a_session_goes_as_the_protocol_has_it() {
        let mut nboard = conversation();
        assert!(say(&mut nboard, "nboard 2").is_empty());
        assert_eq!(say(&mut nboard, "set depth 2"), ["set myname Outflank-swh2"]);
        assert!(say(&mut nboard, GAME).is_empty());
        assert_eq!(say(&mut nboard, "ping 7"), ["pong 7"]);
        let left = clock(&nboard.game, Color::Black);
        assert_eq!(left, Some(Clock::Game { left: Duration::from_secs(298), increment: Duration::ZERO }));
        let go = say(&mut nboard, "go");
        assert!(go.iter().any(|line| line.starts_with("=== ")), "{go:?}");
        assert_eq!(nboard.game.game().plies().len(), 2, "the move is not played");
        let hint = say(&mut nboard, "hint 2");
        assert_eq!(hint.iter().filter(|line| line.starts_with("search ")).count(), 2, "{hint:?}");
        assert!(say(&mut nboard, "move C3/0.35/1.2").is_empty());
        assert_eq!(nboard.game.game().plies().len(), 3);
        assert!(say(&mut nboard, "d3").is_empty());
        assert_eq!(nboard.game.game().plies().len(), 4);
        assert_eq!(say(&mut nboard, "learn"), ["learned"]);
        assert!(say(&mut nboard, "nonsense of all sorts").is_empty());
        let analysis = say(&mut nboard, "analyze");
        assert_eq!(analysis.iter().filter(|line| line.starts_with("analysis ")).count(), 5, "{analysis:?}");
        assert_eq!(nboard.obey("quit", &mut |_| {}), Next::End);
    }

    /// A player that thinks for ever.
    struct Ponderer;

    impl outflank_engine::Player for Ponderer {
        fn choose(
            &mut self,
            _: &Game,
            _: outflank_rules::Moves,
            _: &mut outflank_engine::Chance,
        ) -> Result<outflank_engine::Choice, outflank_engine::Forfeit> {
            loop {
                std::thread::sleep(Duration::from_secs(3600));
            }
        }
    }

    #[test]
    fn a_search_ends_when_something_else_is_wanted() {
        let ponderer = || Entrant::new("ponderer", || Box::new(Ponderer));
        let scale = Scale::measure(&player(1), &player(2), 20).expect("it has scores");
        let analyst = move || Ok(Analyst::new(&ponderer(), 2, scale.clone()).exact(0, Duration::ZERO));
        let waiting = Arc::new(Waiting::default());
        let mut nboard = NBoard::new(ponderer(), 1, |_| Some(player(2)), analyst, Arc::clone(&waiting));
        // An answer to go outlasts a move, but no ping; a hint outlasts nothing.
        for (command, news) in [("go", "ping 3"), ("hint 1", "move F5"), ("analyze", "ping 4")] {
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(100));
                    waiting.add(news);
                });
                let said = say(&mut nboard, command);
                assert!(said.iter().all(|line| line.starts_with("status")), "{command}: {said:?}");
            });
            waiting.take(news);
        }
        assert_eq!(say(&mut nboard, "ping 5"), ["pong 5"]);
        // What was left behind disturbs nobody: the next search has a player of its own.
        say(&mut nboard, "set depth 2");
        waiting.add("move D6");
        let go = say(&mut nboard, "go");
        assert!(go.iter().any(|line| line.starts_with("=== ")), "{go:?}");
    }

    #[test]
    fn passes_and_ends_are_told() {
        let mut nboard = conversation();
        let board = format!("XO-{} O", "-".repeat(61));
        say(&mut nboard, &format!("set game (;GM[Othello]BO[8 {board}];)"));
        assert_eq!(say(&mut nboard, "go"), ["=== PA"]);
        say(&mut nboard, "move PA");
        let go = say(&mut nboard, "go");
        assert!(go.iter().any(|line| line.starts_with("=== C1/")), "{go:?}");
        say(&mut nboard, "move C1");
        assert_eq!(say(&mut nboard, "go"), ["status the game is over"]);
    }

    #[test]
    fn clocks_have_days_hours_minutes_and_seconds() {
        for (text, seconds) in
            [("05:00", 300), ("1:02:05", 3725), ("1.00:00:10", 86_410), ("15:00", 900), ("", 0)]
        {
            assert_eq!(duration(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(duration("soon"), None);
    }
}
