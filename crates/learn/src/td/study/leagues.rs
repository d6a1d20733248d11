//! The results of the leagues, and how sure they are.
//!
//! What varies from one replication to the next is who was trained, not who won a game between two
//! deterministic players. So players are what is drawn again in the bootstrap: every group anew, and the
//! same draw wherever a group appears.

use std::collections::{BTreeMap, BTreeSet};

use outflank_arena::statistics::{Confidence, Interval};
use outflank_engine::Chance;

use super::{Cell, Group, Opponent};

/// The points of each player of a group (rows) against each opponent (columns) over two games.
pub type Points = Vec<Vec<f64>>;

/// The results of all leagues.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leagues {
    cells: BTreeMap<Cell, Points>,
}

/// A number and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What was measured.
    pub value: f64,
    /// Where it would lie in most replications.
    pub interval: Interval,
}

/// How often the players are drawn again.
const DRAWS: u64 = 1_000;

impl Leagues {
    /// Takes in the result of a league.
    pub fn insert(&mut self, cell: Cell, points: Points) {
        self.cells.insert(cell, points);
    }

    /// The points of a group over a whole league.
    pub fn points(&self, cell: Cell) -> Option<f64> {
        Draw { leagues: self, picks: None }.points(cell)
    }

    /// A number computed from leagues, with its interval: Student's t on the spread of the bootstrap.
    /// None if one of the leagues was not played.
    pub fn estimate(&self, statistic: impl Fn(&Draw<'_>) -> Option<f64>) -> Option<Estimate> {
        let value = statistic(&Draw { leagues: self, picks: None })?;
        let players = self.players();
        let mut square_sum = 0.0;
        for index in 0..DRAWS {
            let mut chance = Chance::stream(0, "td study bootstrap", index);
            let picks = players
                .iter()
                .map(|(&group, &count)| {
                    (group, (0..count).map(|_| chance.below(count as u32) as usize).collect())
                })
                .collect();
            square_sum += (statistic(&Draw { leagues: self, picks: Some(&picks) })? - value).powi(2);
        }
        let fewest = players.values().copied().min().unwrap_or(0);
        if fewest < 2 {
            return Some(Estimate { value, interval: Interval::around(value, f64::INFINITY) });
        }
        // Drawing n of n players again understates their variance by (n − 1)/n.
        let freedom = fewest as f64 - 1.0;
        let error = (square_sum / DRAWS as f64 * fewest as f64 / freedom).sqrt();
        let reach = Confidence::USUAL.student_reach(freedom) * error;
        Some(Estimate { value, interval: Interval::around(value, reach) })
    }

    /// The groups and how many players each has.
    fn players(&self) -> BTreeMap<Group, usize> {
        let rows = self.cells.iter().map(|(cell, points)| (cell.group, points.len()));
        let columns = self.cells.iter().filter_map(|(cell, points)| match cell.opponent {
            Opponent::Group(group, _) => Some((group, points.first().map_or(0, Vec::len))),
            Opponent::Swh(_) => None,
        });
        rows.chain(columns).collect()
    }

    /// All leagues that were played.
    pub fn played(&self) -> BTreeSet<Cell> {
        self.cells.keys().copied().collect()
    }
}

/// The leagues with all players once, or with a draw of them.
pub struct Draw<'a> {
    leagues: &'a Leagues,
    picks: Option<&'a BTreeMap<Group, Vec<usize>>>,
}

impl Draw<'_> {
    /// The points of a group over a whole league.
    pub fn points(&self, cell: Cell) -> Option<f64> {
        if let Some(points) = self.leagues.cells.get(&cell) {
            return Some(self.sum(cell, points));
        }
        let mirrored = cell.mirrored()?;
        let points = self.leagues.cells.get(&mirrored)?;
        let games = 2.0 * points.len() as f64 * points.first().map_or(0, Vec::len) as f64;
        Some(games - self.sum(mirrored, points))
    }

    fn sum(&self, cell: Cell, points: &Points) -> f64 {
        let Some(picks) = self.picks else { return points.iter().flatten().sum() };
        let rows = &picks[&cell.group];
        match cell.opponent {
            Opponent::Group(group, _) => {
                let columns = &picks[&group];
                rows.iter().map(|&row| columns.iter().map(|&column| points[row][column]).sum::<f64>()).sum()
            }
            Opponent::Swh(_) => rows.iter().map(|&row| points[row].iter().sum::<f64>()).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Rate, Variant};
    use super::*;

    fn group(plies: u32) -> Group {
        Group { rate: Rate::Fixed, plies, variant: Variant::Ours }
    }

    fn cell(row: u32, column: u32) -> Cell {
        Cell { group: group(row), depth: 1, opponent: Opponent::Group(group(column), 1) }
    }

    #[test]
    fn both_sides_of_a_league_add_up() {
        let mut leagues = Leagues::default();
        leagues.insert(cell(1, 2), vec![vec![2.0, 1.0], vec![0.5, 2.0]]);
        assert_eq!(leagues.points(cell(1, 2)), Some(5.5));
        assert_eq!(leagues.points(cell(2, 1)), Some(2.5));
        assert_eq!(leagues.points(cell(1, 3)), None);
    }

    #[test]
    fn the_interval_is_that_of_the_players_not_of_the_games() {
        // Ten players against SWH at one depth: the points are a sample of ten, and the bootstrap of
        // their sum must give the t interval of that sample.
        let sample = [2.0, 0.0, 1.0, 1.5, 2.0, 0.5, 1.0, 1.0, 2.0, 0.0];
        let cell = Cell { group: group(1), depth: 1, opponent: Opponent::Swh(1) };
        let mut leagues = Leagues::default();
        leagues.insert(cell, sample.iter().map(|&points| vec![points]).collect());
        let estimate = leagues.estimate(|draw| draw.points(cell)).expect("played");
        assert_eq!(estimate.value, 11.0);
        let mean = 1.1;
        let variance: f64 = sample.iter().map(|points| (points - mean) * (points - mean)).sum::<f64>() / 9.0;
        let expected = 2.262 * (variance * 10.0).sqrt();
        let reach = estimate.interval.width() / 2.0;
        assert!((reach / expected - 1.0).abs() < 0.1, "{reach} for {expected}");
    }
}
