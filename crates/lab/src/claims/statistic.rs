//! How a number and its interval follow from the data: always for 95 %, and over replicas, not over games.

use outflank_arena::statistics::{Confidence, Interval, MeanEstimate, ScoreSheet, Trinomial, mean_interval};

use super::{Data, Estimate, leagues};

/// A number with its interval, as data.
#[derive(Clone, Debug, PartialEq)]
pub enum Statistic {
    /// The mean of a number over the replicas of a group (Student's t).
    Mean(Sample),
    /// By how much a number is higher in one group than in another, replica by replica of the same seed.
    Paired(Sample, Sample),
    /// The same for groups that share no seeds.
    Apart(Sample, Sample),
    /// Points a game of one player against another, from the games that each replica won, drew and lost.
    Score(Sample),
    /// The share of games that it wins.
    Wins(Sample),
    /// The mean of numbers that were worked out from several samples, one for each replica.
    Values(Vec<f64>),
    /// A sum of points of leagues, each times a factor, and a constant.
    Points(Vec<Term>, f64),
    /// By how much the sums of rows lie further apart in some tables than in others: standard deviations, mean over the
    /// tables of each kind.
    Variation(Vec<LeagueTable>, Vec<LeagueTable>),
}

/// The rows of a table, each a sum of points of leagues.
pub type LeagueTable = Vec<Vec<Term>>;

/// A group and one of its numbers; or two players that met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample(String, String);

/// The points of a group in a league against another, times a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The factor.
    pub factor: f64,
    /// The group, with the depth at which it plays behind an @.
    pub group: String,
    /// Its opponents, in the same way.
    pub against: String,
}

fn sample(group: impl Into<String>, number: impl Into<String>) -> Sample {
    Sample(group.into(), number.into())
}

impl Statistic {
    /// The mean of a number of a group.
    pub fn mean(group: impl Into<String>, number: impl Into<String>) -> Self {
        Self::Mean(sample(group, number))
    }

    /// How much higher a number is in one group than in another, which shares its seeds.
    pub fn paired(one: impl Into<String>, other: impl Into<String>, number: &str) -> Self {
        Self::Paired(sample(one, number), sample(other, number))
    }

    /// How much higher one number is than another of the same replicas.
    pub fn within(group: &str, one: impl Into<String>, other: impl Into<String>) -> Self {
        Self::Paired(sample(group, one), sample(group, other))
    }

    /// How much higher a number is in one group than in another with seeds of its own.
    pub fn apart(one: impl Into<String>, other: impl Into<String>, number: &str) -> Self {
        Self::Apart(sample(one, number), sample(other, number))
    }

    /// Points a game of one player against another.
    pub fn score(first: impl Into<String>, second: impl Into<String>) -> Self {
        Self::Score(sample(first, second))
    }

    /// The share of games that one player wins against another.
    pub fn wins(first: impl Into<String>, second: impl Into<String>) -> Self {
        Self::Wins(sample(first, second))
    }

    /// The number and its interval; none if something that it needs was not measured.
    pub fn estimate(&self, data: &Data) -> Option<Estimate> {
        let of = |Sample(group, number): &Sample| data.sample(group, number);
        match self {
            Self::Mean(sample) => mean(of(sample)),
            Self::Paired(one, other) => {
                let differences: Vec<f64> =
                    of(one).iter().zip(of(other)).map(|(one, other)| one - other).collect();
                mean(&differences)
            }
            Self::Apart(one, other) => apart(of(one), of(other)),
            Self::Score(Sample(first, second)) => score(&data.tallies(first, second)),
            Self::Wins(Sample(first, second)) => {
                score(&data.tallies(first, second).iter().map(without_draws).collect::<Vec<_>>())
            }
            Self::Values(values) => mean(values),
            Self::Points(terms, constant) => leagues::estimate(data, terms, *constant),
            Self::Variation(one, other) => leagues::variation(data, one, other),
        }
    }
}

/// The mean of a sample, as an estimate of the mean of all such replicas.
pub(crate) fn mean(sample: &[f64]) -> Option<Estimate> {
    let MeanEstimate { mean, interval } = mean_interval(sample, Confidence::USUAL)?;
    Some(Estimate::new(mean, interval).ok()?.over(sample.len()))
}

/// By how much the mean of one group exceeds that of another.
fn apart(one: &[f64], other: &[f64]) -> Option<Estimate> {
    let (first, second) = (mean_interval(one, Confidence::USUAL)?, mean_interval(other, Confidence::USUAL)?);
    // Each side with its own degrees of freedom: wider than Welch's interval, never narrower.
    let reach = (first.interval.width() / 2.0).hypot(second.interval.width() / 2.0);
    let value = first.mean - second.mean;
    Some(Estimate::new(value, Interval::around(value, reach)).ok()?.over(one.len().min(other.len())))
}

/// The mean score of replicas that won, drew and lost so many games. A few may agree by chance: so the interval is
/// never narrower than the games alone allow.
fn score(tallies: &[[f64; 3]]) -> Option<Estimate> {
    let MeanEstimate { mean, interval } = mean_interval(&scores(tallies), Confidence::USUAL)?;
    let total = |place: usize| tallies.iter().map(|tally| tally[place] as u64).sum();
    let games = Trinomial { wins: total(0), draws: total(1), losses: total(2) };
    let by_games = games.interval(Confidence::USUAL);
    let interval = Interval {
        low: interval.low.min(by_games.low).max(0.0),
        high: interval.high.max(by_games.high).min(1.0),
    };
    Some(Estimate::new(mean, interval).ok()?.over(tallies.len()))
}

/// The same games where only a win counts.
fn without_draws([wins, draws, losses]: &[f64; 3]) -> [f64; 3] {
    [*wins, 0.0, draws + losses]
}

/// Points a game of each replica.
fn scores(tallies: &[[f64; 3]]) -> Vec<f64> {
    tallies
        .iter()
        .map(|[wins, draws, losses]| (wins + draws / 2.0) / (wins + draws + losses).max(1.0))
        .collect()
}

/// What replicas won, drew and lost, as numbers of the group “first against second”.
const TALLY: [&str; 3] = ["won", "drawn", "lost"];

impl Data {
    /// Takes in the games that each replica won, drew and lost.
    pub fn add_tallies(&mut self, first: &str, second: &str, tallies: &[[u64; 3]]) {
        for (place, number) in TALLY.iter().enumerate() {
            let values = tallies.iter().map(|tally| tally[place] as f64);
            self.add(format!("{first} against {second}"), *number, values);
        }
    }

    /// The same seen by the first, from whichever side they were played.
    fn tallies(&self, first: &str, second: &str) -> Vec<[f64; 3]> {
        let of = |group: &str, places: [usize; 3]| -> Vec<[f64; 3]> {
            let [won, drawn, lost] = places.map(|place| self.sample(group, TALLY[place]));
            won.iter().zip(drawn).zip(lost).map(|((won, drawn), lost)| [*won, *drawn, *lost]).collect()
        };
        let as_played = of(&format!("{first} against {second}"), [0, 1, 2]);
        if as_played.is_empty() { of(&format!("{second} against {first}"), [2, 1, 0]) } else { as_played }
    }

    /// The share of games that each replica of one player wins against another.
    pub fn win_shares(&self, first: &str, second: &str) -> Vec<f64> {
        scores(&self.tallies(first, second).iter().map(without_draws).collect::<Vec<_>>())
    }

    /// The scores of the replicas of one player against another.
    pub fn scores(&self, first: &str, second: &str) -> Vec<f64> {
        scores(&self.tallies(first, second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_statistic_by_hand() {
        let mut data = Data::default();
        data.add("a", "x", [1.0, 2.0, 3.0]);
        data.add("b", "x", [0.5, 1.5, 2.5]);
        let value = |statistic: Statistic| statistic.estimate(&data).expect("measured");
        assert_eq!(value(Statistic::mean("a", "x")).value(), 2.0);
        let paired = value(Statistic::paired("a", "b", "x"));
        assert_eq!((paired.value(), paired.interval().width()), (0.5, 0.0));
        let apart = value(Statistic::apart("a", "b", "x"));
        // Two intervals of ± 4.303/√3 each.
        assert!((apart.interval().width() / 2.0 - 4.3027 * (2.0f64 / 3.0).sqrt()).abs() < 1e-3);
        assert_eq!(Statistic::mean("a", "y").estimate(&data), None);
    }

    #[test]
    fn games_are_seen_from_both_sides() {
        let mut data = Data::default();
        data.add_tallies("a", "b", &[[6, 2, 2], [7, 0, 3]]);
        assert_eq!(data.scores("a", "b"), [0.7, 0.7]);
        assert_eq!(data.scores("b", "a"), [0.3, 0.3].map(|score: f64| score));
        let score = Statistic::score("a", "b").estimate(&data).expect("played");
        assert!(score.interval().width() > 0.2, "two replicas that agree are still twenty games: {score}");
        let wins = Statistic::wins("b", "a").estimate(&data).expect("played");
        assert_eq!(wins.value(), 0.25);
        assert_eq!(data.win_shares("b", "a"), [0.2, 0.3]);
    }
}
