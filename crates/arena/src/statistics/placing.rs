//! Where one player stands among others whose ratings are fixed.

use super::rating::ELO_PER_LOGIT;
use super::score::{largest_variance_ratio, squares_about};
use super::{Confidence, EloEstimate, Interval, ScoreSheet, score_from_elo};

/// The rating that explains a player's results best, against opponents of known ratings: the model of Bradley and
/// Terry with a virtual draw against everyone it met, so that the winner of everything stays at a finite distance.
///
/// Errors come from the spread between units, as in a rating list; the ratings of the opponents are taken as they are.
/// `None` where nothing was played.
pub fn place<S: ScoreSheet>(results: &[(f64, S)], confidence: Confidence) -> Option<EloEstimate> {
    let games = |sheet: &S| (sheet.units() * S::UNIT.games()) as f64;
    let met: Vec<&(f64, S)> = results.iter().filter(|(_, sheet)| sheet.units() > 0).collect();
    if met.is_empty() {
        return None;
    }
    // One draw in all, in proportion to the games.
    let all: f64 = met.iter().map(|(_, sheet)| games(sheet)).sum();
    let (lowest, highest) = met
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (elo, _)| (low.min(*elo), high.max(*elo)));
    let surplus = |elo: f64| -> f64 {
        let terms = met.iter().map(|(opponent, sheet)| {
            let (games, draws) = (games(sheet), games(sheet) / all);
            let points = sheet.score().unwrap_or(0.5) * games + draws / 2.0;
            (games + draws) * score_from_elo(elo - opponent) - points
        });
        terms.sum()
    };
    let elo = super::root::increasing(lowest - 4000.0, highest + 4000.0, surplus);
    let (mut information, mut seen, mut largest) = (0.0, 0.0, 0.0);
    for (opponent, sheet) in &met {
        let expected = score_from_elo(elo - opponent);
        let variance = expected * (1.0 - expected);
        information += (games(sheet) + games(sheet) / all) * variance;
        seen += squares_about(expected, sheet);
        largest += sheet.units() as f64 * variance;
    }
    let dispersion = S::UNIT.games() as f64 * largest_variance_ratio(seen, largest);
    let error = (dispersion / information).sqrt() * ELO_PER_LOGIT;
    Some(EloEstimate { elo, interval: Interval::around(elo, error * confidence.normal_reach()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Crosstable, Pentanomial, Trinomial, elo_from_score};

    #[test]
    fn one_opponent_is_the_score_against_it() {
        let games = Trinomial { wins: 3000, draws: 0, losses: 1000 };
        let placed = place(&[(200.0, games)], Confidence::USUAL).expect("played");
        assert!((placed.elo - 200.0 - elo_from_score(0.75)).abs() < 0.1, "{placed:?}");
        let reach = placed.interval.high - placed.elo;
        // 1.96 · 400/ln 10 / √(4000 · ¾ · ¼)
        assert!((reach - 12.43).abs() < 0.05, "{reach}");
        assert!(place::<Trinomial>(&[(0.0, Trinomial::default())], Confidence::USUAL).is_none());
        let swept = place(&[(0.0, Trinomial { wins: 20, draws: 0, losses: 0 })], Confidence::USUAL);
        assert!(swept.is_some_and(|placed| placed.elo > 300.0 && placed.elo < 2000.0), "{swept:?}");
    }

    /// As in a list of two in which the other one is held fixed.
    #[test]
    fn pairs_are_weighed_as_in_a_rating_list() {
        let pairs =
            Pentanomial { lost_both: 20, shared: 70, won_both: 60, won_and_drew: 5, ..Default::default() };
        let mut table = Crosstable::new();
        table.add("new", "old", pairs).expect("two");
        let anchor = crate::statistics::Anchor::Player("old".to_owned(), 100.0);
        let options = crate::statistics::RatingOptions { anchor, ..Default::default() };
        let rated = table.rate(&options).expect("rated").rating("new").expect("listed").clone();
        let placed = place(&[(100.0, pairs)], Confidence::USUAL).expect("played");
        assert!((placed.elo - rated.elo).abs() < 0.5, "{} {}", placed.elo, rated.elo);
        assert!((placed.interval.width() / rated.interval.width() - 1.0).abs() < 0.02);
    }
}
