//! Times of day, and the time that a processor has worked.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_arena::seconds_worked;

/// A second in time, in UTC: written as `2026-11-05T14:03:59Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Seconds since the beginning of 1970.
    pub seconds: i64,
}

impl Moment {
    /// Now.
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { seconds: since.as_secs() as i64 }
    }

    /// The day, as in `2026-11-05`.
    pub fn date(self) -> String {
        self.to_string().split('T').next().unwrap_or_default().to_owned()
    }
}

impl fmt::Display for Moment {
    // CITE: Howard Hinnant, chrono-compatible low-level date algorithms: years begin in March, so that the
    // leap day is their last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds.div_euclid(86_400) + 719_468, self.seconds.rem_euclid(86_400));
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = year + era * 400 + late;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// Measures how long the processor works for the thread that asks, on all the threads that work for it.
pub(crate) struct Stopwatch {
    start: f64,
}

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Self {
        Self { start: seconds_worked() }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        seconds_worked() - self.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        let written = |seconds| Moment { seconds }.to_string();
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(written(1_234_567_890), "2009-02-13T23:31:30Z");
        assert_eq!(written(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(written(-1), "1969-12-31T23:59:59Z");
    }
}
