//! Clocks that are kept, for players of ours and for outside programs alike: who uses more time than there is
//! forfeits the game.
//!
//! A program that does not answer is ended when its time is up. A player of ours cannot be broken off in the middle
//! of a thought: it is found out when it has made its move.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use outflank_engine::{Chance, Choice, Clock, Forfeit, Player};
use outflank_rules::{Game, Moves};

use crate::Entrant;

/// How much later than its time a move may come, since machines have other things to do.
pub const MARGIN: Duration = Duration::from_millis(200);

/// The time that both players of a game have, as it is written: `60+1` for 60 seconds and one more for each move,
/// `60` for 60 seconds alone.
///
/// ```
/// use outflank_arena::TimeControl;
///
/// let control: TimeControl = "60+0.5".parse()?;
/// assert_eq!(control.to_string(), "60+0.5");
/// assert!("60+-1".parse::<TimeControl>().is_err());
/// assert_eq!(TimeControl::for_each_move("1.5")?.to_string(), "1.5 a move");
/// # Ok::<(), outflank_arena::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl(Clock);

impl TimeControl {
    /// So many seconds for every move.
    pub fn for_each_move(seconds: &str) -> Result<Self, TimeControlError> {
        let time = self::seconds(seconds).filter(|time| !time.is_zero());
        Ok(Self(Clock::Move(time.ok_or_else(|| TimeControlError { text: seconds.to_owned() })?)))
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let left = seconds(time).filter(|time| !time.is_zero());
        let clock = left.zip(seconds(increment)).map(|(left, increment)| Clock::Game { left, increment });
        clock.map(Self).ok_or_else(|| TimeControlError { text: text.to_owned() })
    }
}

/// Seconds from none to a day.
fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Clock::Move(time) => write!(f, "{} a move", time.as_secs_f64()),
            Clock::Game { left, increment } if increment.is_zero() => write!(f, "{}", left.as_secs_f64()),
            Clock::Game { left, increment } => {
                write!(f, "{}+{}", left.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{text}” is no time: expected seconds as in 60, up to a day, for a clock with 60+1 what each move adds"
)]
pub struct TimeControlError {
    /// The text as it came in.
    pub text: String,
}

impl Entrant {
    /// The same player with a clock beside it.
    #[must_use]
    pub fn with_clock(&self, control: TimeControl) -> Self {
        let player = self.clone();
        self.seated(move || Box::new(Clocked { player: player.seat(), control: control.0, clock: control.0 }))
    }
}

/// A player with a clock beside it.
struct Clocked {
    player: Box<dyn Player>,
    /// The clock as it is at the beginning of a game.
    control: Clock,
    clock: Clock,
}

impl Player for Clocked {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        self.player.look_at_clock(self.clock);
        let began = Instant::now();
        let choice = self.player.choose(game, moves, chance)?;
        self.clock = after_move(self.clock, began.elapsed())?;
        Ok(choice)
    }

    fn begin(&mut self) {
        self.clock = self.control;
        self.player.begin();
    }
}

/// The clock after a move that took some time.
fn after_move(clock: Clock, used: Duration) -> Result<Clock, Forfeit> {
    let (Clock::Move(had) | Clock::Game { left: had, .. }) = clock;
    if used > had + MARGIN {
        let reason =
            format!("out of time: {:.2} s used, {:.2} s left", used.as_secs_f64(), had.as_secs_f64());
        return Err(Forfeit { reason });
    }
    Ok(match clock {
        Clock::Move(_) => clock,
        Clock::Game { left, increment } => {
            Clock::Game { left: left.saturating_sub(used) + increment, increment }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Seat, play};
    use outflank_engine::players::Random;
    use outflank_rules::Color;

    /// A random player that takes its time at one of its moves.
    struct Slow {
        moves: u32,
        slow: u32,
        takes: Duration,
    }

    impl Player for Slow {
        fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
            self.moves += 1;
            if self.moves == self.slow {
                std::thread::sleep(self.takes);
            }
            Random::new().choose(game, moves, chance)
        }
    }

    fn forfeit(control: TimeControl, slow: u32, takes: u64) -> Option<String> {
        let takes = Duration::from_millis(takes);
        let entrant = Entrant::new("slow", move || Box::new(Slow { moves: 0, slow, takes }));
        let [mut black, mut white] = [entrant.with_clock(control).seat(), entrant.seat()];
        let played = play(
            Game::new(),
            Seat { player: &mut black, chance: Chance::stream(1, "black", 0) },
            Seat { player: &mut white, chance: Chance::stream(1, "white", 0) },
        );
        match played.ending {
            Ending::Counted(_) => None,
            Ending::Forfeited { by, reason } => {
                assert_eq!(by, Color::Black);
                Some(reason)
            }
        }
    }

    /// On a loaded machine every move may take longer than it should: the limits are far away on either side.
    #[test]
    fn a_player_that_uses_too_much_time_forfeits() {
        let control = |text: &str| TimeControl::for_each_move(text).expect("a time");
        assert_eq!(forfeit(control("600"), 3, 300), None);
        let reason = forfeit(control("0.001"), 3, 300).expect("too slow");
        assert!(reason.starts_with("out of time: ") && reason.ends_with(" s used, 0.00 s left"), "{reason}");
        assert!(forfeit("0.001".parse().expect("a clock"), 3, 300).is_some());
    }

    #[test]
    fn moves_are_charged_to_the_clock_of_the_game_and_the_increment_is_added() {
        let milliseconds = Duration::from_millis;
        let after = |text: &str, moves: &[u64]| {
            let TimeControl(clock) = text.parse().expect("a clock");
            moves.iter().try_fold(clock, |clock, used| after_move(clock, milliseconds(*used)))
        };
        let left = |clock: Result<Clock, Forfeit>| match clock.expect("in time") {
            Clock::Game { left, .. } => left,
            clock => panic!("{clock:?}"),
        };
        assert_eq!(left(after("1", &[300, 300])), milliseconds(400));
        assert_eq!(left(after("1+0.2", &[300, 300])), milliseconds(800));
        // The margin is granted once; the clock is then at zero.
        assert_eq!(left(after("0.1", &[300])), Duration::ZERO);
        assert_eq!(left(after("0.1+0.2", &[100, 100, 450])), milliseconds(200));
        let reason = after("0.1", &[50, 450]).expect_err("too slow").reason;
        assert_eq!(reason, "out of time: 0.45 s used, 0.05 s left");
        let TimeControl(for_move) = TimeControl::for_each_move("0.1").expect("a time");
        assert_eq!(after_move(for_move, milliseconds(300)), Ok(for_move));
        let reason = after_move(for_move, milliseconds(301)).expect_err("too slow").reason;
        assert_eq!(reason, "out of time: 0.30 s used, 0.10 s left");
    }

    #[test]
    fn wrong_times_are_refused() {
        for text in ["", "x", "-1", "0", "60+", "60+x", "1e9", "NaN", "inf", "+1", "60+1+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        assert!(TimeControl::for_each_move("0").is_err());
    }
}
