//! Sums of points of leagues, and how sure they are.
//!
//! What varies from one replication to the next is who was trained, not who won a game between two
//! deterministic players. So players are what is drawn again in the bootstrap: every group anew, and the
//! same draw wherever a group appears. The spread of all such draws is worked out, not drawn: no verdict hangs
//! on the luck of a thousand draws.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, Interval};

use super::{Data, Estimate, LeagueTable, Points, Term};

/// A sum of points with its interval: Student's t on the spread of the bootstrap. None if one of the leagues was
/// not played.
pub(super) fn estimate(data: &Data, terms: &[Term], constant: f64) -> Option<Estimate> {
    let mut value = constant;
    let mut spread = Spread::default();
    for Term { factor, group, against } in terms {
        let league = data.league(group, against)?;
        value += factor * league.sum();
        let factor = if league.is_turned { -factor } else { *factor };
        spread.add(factor, league.rows, league.columns, league.points);
    }
    let fewest = spread.groups.values().map(Vec::len).min().unwrap_or(0);
    let reach = match fewest {
        0 | 1 => f64::INFINITY,
        _ => {
            // Drawing n of n players again understates their variance by (n − 1)/n.
            let freedom = fewest as f64 - 1.0;
            let error = (spread.square() * fewest as f64 / freedom).sqrt();
            Confidence::USUAL.student_reach(freedom) * error
        }
    };
    Some(Estimate::new(value, Interval::around(value, reach)).ok()?.over(fewest))
}

/// By how much the sums of rows lie further apart in some tables than in others, with its interval: Student's t on the
/// spread of leaving one player out after the other, as it is no sum. None if one of the leagues was not played.
// CITE: J. W. Tukey, Bias and confidence in not quite large samples (1958): the jackknife.
pub(super) fn variation(data: &Data, one: &[LeagueTable], other: &[LeagueTable]) -> Option<Estimate> {
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    for Term { group, against, .. } in one.iter().chain(other).flatten().flatten() {
        let league = data.league(group, against)?;
        let (rows, columns) = league.players();
        players.insert(group_of(league.rows), rows);
        players.insert(group_of(league.columns), columns);
    }
    let apart = |without: Option<(&str, usize)>| {
        let mean = |tables: &[LeagueTable]| {
            let spreads = tables.iter().map(|table| {
                let sums =
                    table.iter().map(|row| row.iter().map(|term| points_without(data, term, without)).sum());
                standard_deviation(&sums.collect::<Vec<f64>>())
            });
            spreads.sum::<f64>() / tables.len() as f64
        };
        mean(one) - mean(other)
    };
    let mut square = 0.0;
    for (&group, &count) in players.iter().filter(|(_, count)| **count > 1) {
        let without: Vec<f64> = (0..count).map(|player| apart(Some((group, player)))).collect();
        let mean = without.iter().sum::<f64>() / count as f64;
        let squares: f64 = without.iter().map(|value| (value - mean).powi(2)).sum();
        square += (count - 1) as f64 / count as f64 * squares;
    }
    // A single opponent is no group.
    let fewest = players.values().copied().filter(|count| *count > 1).min().unwrap_or(1);
    let reach = match fewest {
        0 | 1 => f64::INFINITY,
        _ => Confidence::USUAL.student_reach(fewest as f64 - 1.0) * square.sqrt(),
    };
    let value = apart(None);
    Some(Estimate::new(value, Interval::around(value, reach)).ok()?.over(fewest))
}

/// The points of a league, as many as if a player that is left out had been like the others.
fn points_without(data: &Data, term: &Term, without: Option<(&str, usize)>) -> f64 {
    let Term { factor, group, against } = term;
    let Some(league) = data.league(group, against) else { return 0.0 };
    let left_out =
        |side: &str| without.filter(|(group, _)| *group == group_of(side)).map(|(_, player)| player);
    let (row_out, column_out) = (left_out(league.rows), left_out(league.columns));
    let (mut sum, mut count) = (0.0, 0usize);
    for (_, points) in league.points.iter().enumerate().filter(|(row, _)| row_out != Some(*row)) {
        for (_, &points) in points.iter().enumerate().filter(|(column, _)| column_out != Some(*column)) {
            sum += league.seen(points);
            count += 1;
        }
    }
    let (rows, columns) = league.players();
    factor * sum * (rows * columns) as f64 / count.max(1) as f64
}

/// How far numbers lie apart, as an estimate from a sample.
pub(crate) fn standard_deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt()
}

/// The group of a side: its name without the depth.
fn group_of(side: &str) -> &str {
    side.split('@').next().unwrap_or(side)
}

/// How far the sum of a draw is from the sum of all, in parts that are not correlated.
// CITE: W. Hoeffding, A class of statistics with asymptotically normal distribution (1948): the decomposition.
#[derive(Default)]
struct Spread<'a> {
    /// For each group, what each of its players adds whenever it is drawn, above the mean.
    groups: BTreeMap<&'a str, Vec<f64>>,
    /// For each two groups, what is left for each two players; a group may meet itself.
    pairs: BTreeMap<(&'a str, &'a str), Points>,
    /// A player who is drawn twice meets itself twice as often: the mean of all draws is off by this.
    bias: f64,
}

impl<'a> Spread<'a> {
    fn add(&mut self, factor: f64, group: &'a str, against: &'a str, points: &Points) {
        let (group, against) = (group_of(group), group_of(against));
        let (rows, columns) = (points.len(), points.first().map_or(0, Vec::len));
        let all = points.iter().flatten().sum::<f64>() / (rows * columns) as f64;
        let row: Vec<f64> = points.iter().map(|row| row.iter().sum::<f64>() / columns as f64 - all).collect();
        let column: Vec<f64> = (0..columns)
            .map(|place| points.iter().map(|row| row[place]).sum::<f64>() / rows as f64 - all)
            .collect();
        if group == against {
            let mean = (0..rows).map(|place| points[place][place]).sum::<f64>() / rows as f64;
            self.bias += factor * rows as f64 * (mean - all);
            let others = (rows - 1) as f64;
            let own = |place: usize| points[place][place] - mean + others * (row[place] + column[place]);
            self.add_players(group, (0..rows).map(|place| factor * own(place)));
        } else {
            self.add_players(group, row.iter().map(|above| factor * columns as f64 * above));
            // A single opponent is no group: it is there whoever is drawn.
            if columns > 1 {
                self.add_players(against, column.iter().map(|above| factor * rows as f64 * above));
            }
        }
        let left = |one: usize, other: usize| factor * (points[one][other] - all - row[one] - column[other]);
        match group <= against {
            true => self.add_pairs((group, against), rows, columns, left),
            false => self.add_pairs((against, group), columns, rows, |one, other| left(other, one)),
        }
    }

    fn add_players(&mut self, group: &'a str, parts: impl Iterator<Item = f64>) {
        let parts: Vec<f64> = parts.collect();
        let sums = self.groups.entry(group).or_insert_with(|| vec![0.0; parts.len()]);
        sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    }

    fn add_pairs(
        &mut self,
        pair: (&'a str, &'a str),
        rows: usize,
        columns: usize,
        part: impl Fn(usize, usize) -> f64,
    ) {
        let sums = self.pairs.entry(pair).or_insert_with(|| vec![vec![0.0; columns]; rows]);
        for (one, row) in sums.iter_mut().enumerate() {
            row.iter_mut().enumerate().for_each(|(other, sum)| *sum += part(one, other));
        }
    }

    /// The mean square of how far a draw is off.
    fn square(&self) -> f64 {
        let squares = |parts: &[f64]| parts.iter().map(|part| part * part).sum::<f64>();
        let players: f64 = self.groups.values().map(|parts| squares(parts)).sum();
        let pairs = self.pairs.iter().map(|((one, other), left)| {
            if one != other {
                return left.iter().map(|row| squares(row)).sum::<f64>();
            }
            // Two different draws of one group: both orders, n(n − 1)/2 of them, each of mean square over n².
            let both = |one: usize, other: usize| (left[one][other] + left[other][one]).powi(2);
            let count = left.len() as f64;
            let sum: f64 =
                (0..left.len()).map(|one| (0..left.len()).map(|other| both(one, other)).sum::<f64>()).sum();
            (count - 1.0) / (2.0 * count) * sum
        });
        players + pairs.sum::<f64>() + self.bias * self.bias
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;

    fn term(factor: f64, group: &str, against: &str) -> Term {
        Term { factor, group: group.to_owned(), against: against.to_owned() }
    }

    #[test]
    fn both_sides_of_a_league_add_up() {
        let mut data = Data::default();
        data.add_league("a@1", "b@1", vec![vec![2.0, 1.0], vec![0.5, 2.0]]);
        let value = |one, other| estimate(&data, &[term(1.0, one, other)], 0.0).map(|found| found.value());
        assert_eq!(value("a@1", "b@1"), Some(5.5));
        assert_eq!(value("b@1", "a@1"), Some(2.5));
        assert_eq!(value("a@1", "c@1"), None);
    }

    #[test]
    fn the_interval_is_that_of_the_players_not_of_the_games() {
        // Ten players against SWH at one depth: the points are a sample of ten, and their sum has its t interval.
        let sample = [2.0, 0.0, 1.0, 1.5, 2.0, 0.5, 1.0, 1.0, 2.0, 0.0];
        let mut data = Data::default();
        data.add_league("a@1", "swh@1", sample.iter().map(|&points| vec![points]).collect());
        let found = estimate(&data, &[term(1.0, "a@1", "swh@1")], 0.0).expect("played");
        let variance: f64 = sample.iter().map(|points| (points - 1.1f64).powi(2)).sum::<f64>() / 9.0;
        let reach = found.interval().width() / 2.0;
        assert!((reach / (2.262_157 * (variance * 10.0).sqrt()) - 1.0).abs() < 1e-6, "{reach}");
        assert_eq!(found.value(), 11.0);
    }

    #[test]
    fn tables_that_vary_more_are_told_by_their_players() {
        // Two groups meet. In the first table every player of one beats every one of the other; in the second all draw.
        let mut data = Data::default();
        data.add_league("a@1", "b@1", vec![vec![2.0; 6]; 6]);
        data.add_league("c@1", "d@1", vec![vec![1.0; 6]; 6]);
        let table =
            |one: &str, other: &str| vec![vec![vec![term(1.0, one, other)], vec![term(1.0, other, one)]]];
        let (wide, even) = (table("a@1", "b@1"), table("c@1", "d@1"));
        // 72 and 0 points lie 72/√2 apart from their mean.
        let found = variation(&data, &wide, &even).expect("played");
        assert!((found.value() - 72.0 / 2f64.sqrt()).abs() < 1e-12, "{found}");
        assert!(found.interval().width() < 1e-9 && found.replicas() == Some(6), "{found}");
        assert_eq!(variation(&data, &wide, &table("a@2", "b@2")), None);

        // Of a linear statistic the jackknife over one group is Student's interval: the sums of two rows differ by
        // twice what the players have above the half.
        let sample = [2.0, 0.5, 1.0, 1.5, 2.0, 1.0];
        data.add_league("e@1", "swh@1", sample.iter().map(|&points| vec![points]).collect());
        let found = variation(&data, &table("e@1", "swh@1"), &table("c@1", "d@1")).expect("played");
        let expected =
            estimate(&data, &[term(2.0 / 2f64.sqrt(), "e@1", "swh@1")], -12.0 / 2f64.sqrt()).expect("played");
        assert!((found.value() - expected.value()).abs() < 1e-12, "{found} for {expected}");
        assert!(
            (found.interval().width() / expected.interval().width() - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    }

    #[test]
    fn what_is_worked_out_is_what_draws_come_to() {
        // Two leagues that share a group, and one of a group with itself, drawn 40,000 times.
        let mut chance = Chance::stream(3, "leagues", 0);
        let mut table = |rows: usize, columns: usize| -> Points {
            (0..rows).map(|_| (0..columns).map(|_| f64::from(chance.below(5)) / 2.0).collect()).collect()
        };
        let mut data = Data::default();
        data.add_league("a@1", "b@1", table(5, 5));
        data.add_league("c@2", "a@2", table(5, 5));
        data.add_league("a@1", "a@2", table(5, 5));
        let terms = [term(1.0, "a@1", "b@1"), term(2.0, "a@2", "c@2"), term(-1.0, "a@1", "a@2")];
        let found = estimate(&data, &terms, 0.0).expect("played");
        let (mut square, draws) = (0.0, 40_000);
        for index in 0..draws {
            let mut chance = Chance::stream(4, "draws", index);
            let mut draw = || -> Vec<usize> { (0..5).map(|_| chance.below(5) as usize).collect() };
            let (a, b, c) = (draw(), draw(), draw());
            let sum = |rows: &[usize], columns: &[usize], points: &Points| -> f64 {
                rows.iter().flat_map(|&row| columns.iter().map(move |&column| points[row][column])).sum()
            };
            let league = |one, other| data.league(one, other).expect("played").points;
            let value = sum(&a, &b, league("a@1", "b@1")) + 2.0 * (50.0 - sum(&c, &a, league("c@2", "a@2")))
                - sum(&a, &a, league("a@1", "a@2"));
            square += (value - found.value()).powi(2) / draws as f64;
        }
        let expected = Confidence::USUAL.student_reach(4.0) * (square * 5.0 / 4.0).sqrt();
        let reach = found.interval().width() / 2.0;
        assert!((reach / expected - 1.0).abs() < 0.02, "{reach} for {expected}");
    }
}
