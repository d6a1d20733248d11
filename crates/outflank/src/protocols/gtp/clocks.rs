//! The time of both sides, as GTP tells it.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::Color;

/// What is known of the clocks.
#[derive(Debug, Default)]
pub struct Clocks {
    settings: Option<Settings>,
    sides: [Side; 2],
    thought: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    /// For each of the moves after the main time; nothing where there is none.
    each: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// What the other end said before this move.
    given: Option<Clock>,
    /// What was spent in this game, as far as we know.
    spent: Duration,
}

impl Clocks {
    /// A new game begins.
    pub fn begin(&mut self) {
        self.sides = [Side::default(); 2];
    }

    /// `time_settings MAIN BYO STONES`: main time, then so much for every so many moves. No stones and some time for them
    /// is no limit at all.
    pub fn set(&mut self, main: &str, byo: &str, stones: &str) -> Result<(), String> {
        let (main, byo, stones) = (seconds(main)?, seconds(byo)?, count(stones)?);
        let each = (stones > 0).then(|| byo / stones).filter(|each| !each.is_zero());
        let is_limited = stones > 0 || byo.is_zero();
        self.settings =
            (is_limited && (!main.is_zero() || each.is_some())).then_some(Settings { main, each });
        Ok(())
    }

    /// `time_left COLOR SECONDS STONES`.
    pub fn left(&mut self, color: Color, left: &str, stones: &str) -> Result<(), String> {
        let (left, stones) = (seconds(left)?, count(stones)?);
        let clock = if stones > 0 {
            Clock::Move(left / stones)
        } else {
            Clock::Game { left, increment: Duration::ZERO }
        };
        self.sides[color as usize].given = Some(clock);
        Ok(())
    }

    /// What a side has for its move.
    pub fn of(&self, color: Color) -> Option<Clock> {
        let Side { given, spent } = self.sides[color as usize];
        given.or_else(|| {
            let Settings { main, each } = self.settings?;
            let left = main.saturating_sub(spent);
            match each {
                Some(each) if left <= each => Some(Clock::Move(each)),
                each => Some(Clock::Game { left, increment: each.unwrap_or_default() }),
            }
        })
    }

    /// A side has thought.
    pub fn spend(&mut self, color: Color, took: Duration) {
        let side = &mut self.sides[color as usize];
        side.spent += took;
        side.given = None;
        self.thought += took;
    }

    /// The time that was thought, in all.
    pub fn thought(&self) -> Duration {
        self.thought
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e7).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "syntax error: expected seconds".to_owned())
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "syntax error: expected a number of moves".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_what_was_told_last() {
        let mut clocks = Clocks::default();
        let second = Duration::from_secs(1);
        assert_eq!(clocks.of(Color::Black), None);
        clocks.set("0", "3", "1").expect("settings");
        assert_eq!(clocks.of(Color::Black), Some(Clock::Move(3 * second)));
        clocks.set("60", "0", "0").expect("settings");
        clocks.spend(Color::Black, 10 * second);
        assert_eq!(
            clocks.of(Color::Black),
            Some(Clock::Game { left: 50 * second, increment: Duration::ZERO })
        );
        assert_eq!(
            clocks.of(Color::White),
            Some(Clock::Game { left: 60 * second, increment: Duration::ZERO })
        );
        clocks.left(Color::White, "20", "4").expect("time");
        assert_eq!(clocks.of(Color::White), Some(Clock::Move(5 * second)));
        clocks.set("0", "3", "0").expect("no limit");
        assert_eq!(clocks.of(Color::Black), None);
        for wrong in ["x", "-1", "NaN", "1e99"] {
            assert!(clocks.set(wrong, "0", "0").is_err(), "{wrong}");
        }
    }
}
