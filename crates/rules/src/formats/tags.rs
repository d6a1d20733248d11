//! What is known about a game beside its moves: who, when, where, and how it is said to have ended.

use std::fmt;

use crate::Outcome;

/// Something that is known about a game, under one name in all formats.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// The tournament, the match, the contest.
    Event,
    /// The town, the server.
    Place,
    /// When it was played, as it is written: a year, a date, seconds since 1970.
    Date,
    /// The round of the event.
    Round,
    /// Who had Black.
    Black,
    /// Who had White.
    White,
    /// What Black's strength was said to be.
    BlackRating,
    /// What White's strength was said to be.
    WhiteRating,
    /// The clocks.
    Clock,
    /// The kind of game on the server it was played on, as in `8` or `8kr20`.
    Kind,
    /// How it ended, as it is written; [`StatedResult::read`] tells what it means.
    Result,
    /// Black's discs if both sides had played their best from [`Tag::BestFrom`] empty squares on.
    BestDiscs,
    /// How many squares were empty where best play begins.
    BestFrom,
    /// A line of openings that has a name.
    Opening,
    /// Whatever else a format has.
    Other(String),
}

impl Tag {
    /// The names that people and PGN use.
    pub const NAMED: [(Self, &'static str); 14] = [
        (Self::Event, "Event"),
        (Self::Place, "Site"),
        (Self::Date, "Date"),
        (Self::Round, "Round"),
        (Self::Black, "Black"),
        (Self::White, "White"),
        (Self::BlackRating, "BlackElo"),
        (Self::WhiteRating, "WhiteElo"),
        (Self::Clock, "TimeControl"),
        (Self::Kind, "GameType"),
        (Self::Result, "Result"),
        (Self::BestDiscs, "TheoreticalScore"),
        (Self::BestFrom, "TheoreticalEmpties"),
        (Self::Opening, "Opening"),
    ];

    /// The tag of a name, in any case.
    pub fn named(name: &str) -> Self {
        let known = Self::NAMED.into_iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        known.map_or_else(|| Self::Other(name.to_owned()), |(tag, _)| tag)
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Self::NAMED.iter().find(|(tag, _)| tag == self).map(|(_, name)| *name);
        f.pad(match self {
            Self::Other(name) => name,
            _ => known.unwrap_or_default(),
        })
    }
}

/// The tags of a game in the order in which they came, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(Tag, String)>);

impl Tags {
    /// What is known under a tag.
    pub fn get(&self, tag: &Tag) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == tag).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; the first place it had stays its place.
    pub fn set(&mut self, tag: Tag, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| *known == tag) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((tag, value.into())),
        }
    }

    /// The same with one more tag.
    #[must_use]
    pub fn with(mut self, tag: Tag, value: impl Into<String>) -> Self {
        self.set(tag, value);
        self
    }

    /// All tags.
    pub fn iter(&self) -> impl Iterator<Item = (&Tag, &str)> {
        self.0.iter().map(|(tag, value)| (tag, value.as_str()))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The year of [`Tag::Date`], if it has one.
    pub fn year(&self) -> Option<i32> {
        year_of(self.get(&Tag::Date)?)
    }

    /// What [`Tag::Result`] says.
    pub fn result(&self) -> Option<StatedResult> {
        StatedResult::read(self.get(&Tag::Result)?)
    }
}

/// The year in a date: the first number of four digits that can be one; or seconds since 1970.
fn year_of(date: &str) -> Option<i32> {
    let numbers = date.split(|character: char| !character.is_ascii_digit());
    let year = numbers.filter(|word| word.len() == 4).filter_map(|word| word.parse().ok());
    let found = year.into_iter().find(|year| (1800..2200).contains(year));
    found.or_else(|| {
        let seconds: i64 =
            date.trim().parse().ok().filter(|seconds| (100_000_000..5_000_000_000).contains(seconds))?;
        // Years of 365.2425 days: right but for some hours around New Year.
        Some(1970 + (seconds / 31_556_952) as i32)
    })
}

/// How a game is said to have ended, seen by Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedResult {
    /// By so many discs, or what an agreement or a komi made of them.
    Margin(f64),
    /// Only who won.
    Outcome(Outcome),
}

impl StatedResult {
    /// Reads a result in any of the notations in use: `+12.000:r`, `B+12`, `W+4`, `B+R`, `0`, `1-0`, `1/2-1/2`,
    /// `34-30`. `None` for `?`, `*`, `Void` and everything else.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        match text {
            "1-0" => return Some(Self::Outcome(Outcome::Win)),
            "0-1" => return Some(Self::Outcome(Outcome::Loss)),
            "1/2-1/2" | "Draw" | "draw" => return Some(Self::Outcome(Outcome::Draw)),
            _ => {}
        }
        for (letter, sign, outcome) in [("B+", 1.0, Outcome::Win), ("W+", -1.0, Outcome::Loss)] {
            if let Some(by) = text.strip_prefix(letter) {
                return Some(match number(by) {
                    Some(discs) => Self::Margin(sign * discs),
                    None => Self::Outcome(outcome),
                });
            }
        }
        if let Some((black, white)) = text.split_once('-')
            && let (Ok(black), Ok(white)) = (black.trim().parse::<u8>(), white.trim().parse::<u8>())
            && black <= 64
            && white <= 64
        {
            return Some(Self::Margin(f64::from(black) - f64::from(white)));
        }
        let margin = text.split(':').next().unwrap_or_default();
        number(margin).map(Self::Margin)
    }

    /// Who won.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Outcome(outcome) => outcome,
            Self::Margin(margin) if margin > 0.0 => Outcome::Win,
            Self::Margin(margin) if margin < 0.0 => Outcome::Loss,
            Self::Margin(_) => Outcome::Draw,
        }
    }
}

/// A decimal number without an exponent, below a milliard: more is neither discs nor seconds, and could not be written
/// with two digits and read again.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = |character: char| character.is_ascii_digit() || matches!(character, '.' | '-' | '+');
    if text.len() > 24 || !text.chars().all(plain) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.abs() < 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_notation() {
        let margin = |text: &str| match StatedResult::read(text) {
            Some(StatedResult::Margin(margin)) => Some(margin),
            _ => None,
        };
        for (text, discs) in
            [("+12.000", 12.0), ("-2.00:r", -2.0), ("B+12", 12.0), ("W+4", -4.0), ("0", 0.0), ("34-30", 4.0)]
        {
            assert_eq!(margin(text), Some(discs), "{text}");
        }
        for (text, outcome) in [
            ("1-0", Outcome::Win),
            ("0-1", Outcome::Loss),
            ("1/2-1/2", Outcome::Draw),
            ("W+R", Outcome::Loss),
        ] {
            assert_eq!(StatedResult::read(text), Some(StatedResult::Outcome(outcome)), "{text}");
        }
        for text in ["?", "*", "Void", "", "1e9", "NaN", "inf", "65-0", "+"] {
            assert_eq!(StatedResult::read(text), None, "{text}");
        }
    }

    #[test]
    fn years_are_found_in_every_date() {
        for (date, year) in [
            ("2003.12.15_12:33:18.MST", 2003),
            ("947375357", 2000),
            ("2014-02-21 20:52:27 GMT", 2014),
            ("1977", 1977),
            ("21/02/1999", 1999),
        ] {
            assert_eq!(Tags::default().with(Tag::Date, date).year(), Some(year), "{date}");
        }
        assert_eq!(Tags::default().with(Tag::Date, "????.??.??").year(), None);
    }
}
