//! How well one number for each player tells who beats whom, and how much of it hangs on who was invited.

use outflank_arena::statistics::{
    Crosstable, Pentanomial, RatingList, RatingOptions, ScoreSheet, score_from_elo,
};

/// The test of a rating list against the results that it was made from.
pub(super) struct Fit {
    /// The sum of squares of how far each meeting is from what the ratings say, in standard errors.
    pub chi_squared: f64,
    /// Meetings, less the ratings that were fitted to them.
    pub freedom: usize,
}

/// How far the results are from the ratings. A list that tells everything has about as much as its freedom.
pub(super) fn fit(table: &Crosstable<Pentanomial>, ratings: &RatingList) -> Fit {
    let list = ratings.ratings();
    let (mut chi_squared, mut meetings) = (0.0, 0);
    for (place, one) in list.iter().enumerate() {
        for other in &list[place + 1..] {
            let sheet = table.between(&one.player, &other.player);
            let Some(score) = sheet.score() else { continue };
            // Of a clean sweep the spread says nothing: then that of the expected score.
            let expected = score_from_elo(one.elo - other.elo);
            let pairs = sheet.units() as f64;
            let least = (expected * (1.0 - expected) / (2.0 * pairs)).sqrt();
            let error = sheet.standard_error().unwrap_or(least).max(least);
            chi_squared += ((score - expected) / error).powi(2);
            meetings += 1;
        }
    }
    Fit { chi_squared, freedom: (meetings + 1usize).saturating_sub(list.len()) }
}

/// For each player of a list, in its order, how far its rating would reach with other opponents: 95 %, by leaving out
/// each of them in turn.
// CITE: the jackknife of Quenouille (1956) and Tukey (1958), over opponents.
pub(super) fn reach_over_opponents(table: &Crosstable<Pentanomial>, ratings: &RatingList) -> Vec<f64> {
    let names: Vec<&str> = ratings.ratings().iter().map(|rating| rating.player.as_str()).collect();
    // The ratings without one of the players, against the mean of those who are left.
    let without: Vec<Option<Vec<f64>>> = names
        .iter()
        .map(|&left_out| {
            let mut rest = Crosstable::new();
            for (place, one) in names.iter().enumerate().filter(|(_, name)| **name != left_out) {
                for other in names[place + 1..].iter().filter(|name| **name != left_out) {
                    rest.add(one, other, table.between(one, other)).ok()?;
                }
            }
            let list = rest.rate(&RatingOptions::default()).ok()?;
            Some(names.iter().map(|name| list.rating(name).map_or(f64::NAN, |rating| rating.elo)).collect())
        })
        .collect();
    let reach = |player: usize| {
        let others: Vec<usize> = (0..names.len()).filter(|&other| other != player).collect();
        let all: Vec<f64> = ratings.ratings().iter().map(|rating| rating.elo).collect();
        let values: Vec<f64> = others
            .iter()
            .filter_map(|&left_out| {
                // Both seen from the mean of those who are in both lists.
                let rest = without[left_out].as_ref()?;
                let mean =
                    others.iter().filter(|&&other| other != left_out).map(|&other| all[other]).sum::<f64>();
                let shift = (mean + all[player]) / (names.len() - 1) as f64;
                Some(rest[player] + shift)
            })
            .collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        1.96 * ((count - 1.0) / count * squares).sqrt()
    };
    (0..names.len()).map(reach).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 400 pairs of two players, so many of them won by the first and the others lost.
    fn pairs(won: u64) -> Pentanomial {
        Pentanomial { won_both: won, lost_both: 400 - won, ..Pentanomial::default() }
    }

    #[test]
    fn a_circle_fits_no_list_and_hangs_on_the_opponents() {
        let mut circle = Crosstable::new();
        let mut order = Crosstable::new();
        let names = ["a", "b", "c", "d"];
        for (place, one) in names.iter().enumerate() {
            for (next, other) in names.iter().enumerate().skip(place + 1) {
                // In order: 64 Elo from one to the next. In a circle: the last beats the first.
                let won = (400.0 * score_from_elo(64.0 * (next - place) as f64)).round() as u64;
                order.add(one, other, pairs(won)).expect("two players");
                let won = if (place, next) == (0, 3) { 400 - won } else { won };
                circle.add(one, other, pairs(won)).expect("two players");
            }
        }
        let of = |table: &Crosstable<Pentanomial>| {
            let list = table.rate(&RatingOptions::default()).expect("a list");
            (fit(table, &list), reach_over_opponents(table, &list))
        };
        let ((good, narrow), (bad, wide)) = (of(&order), of(&circle));
        assert_eq!((good.freedom, bad.freedom), (3, 3));
        assert!(
            good.chi_squared < 1.0 && bad.chi_squared > 100.0,
            "{} {}",
            good.chi_squared,
            bad.chi_squared
        );
        assert!(narrow.iter().all(|reach| *reach < 10.0), "{narrow:?}");
        assert!(wide.iter().any(|reach| *reach > 60.0), "{wide:?}");
    }
}
