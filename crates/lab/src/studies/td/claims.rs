//! What the document claims about its tables.

use super::published::TABLES;
use super::{Cell, FIXED, REDUCED, Td, league_of};
use crate::claims::{Claim, Class, Statistic, Term, Threshold};

/// The names of the tables.
fn table_name(table: usize) -> String {
    format!("Table {}", TABLES[table].numeral)
}

/// A row of leagues, each times a factor.
fn terms(factor: f64, cells: &[Option<Cell>]) -> impl Iterator<Item = Term> {
    cells.iter().flatten().map(move |Cell(one, other)| Term {
        factor,
        group: one.to_string(),
        against: other.to_string(),
    })
}

/// The points of a row of leagues, and how many of them are even.
pub(super) fn sum(cells: &[Option<Cell>]) -> Statistic {
    Statistic::Points(terms(1.0, cells).collect(), 0.0)
}

impl Td {
    pub(super) fn all_claims(&self) -> Vec<Claim> {
        let mut claims = self.depth_of_play();
        for rate in [FIXED, REDUCED] {
            claims.extend(self.best_in_league(rate, 0, self.plies));
        }
        claims.extend(self.reduced_against_fixed());
        claims.extend(self.against_swh());
        claims
    }

    /// The games of a league between two groups.
    fn games_of_cell(&self) -> f64 {
        2.0 * (self.replicas * self.replicas) as f64
    }

    /// A number of the document, which has five plies.
    fn printed(&self, plies: u32, number: f64) -> Option<f64> {
        (plies == 5).then_some(number)
    }

    /// Deeper play wins, with the function of any depth of training (I, II).
    fn depth_of_play(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (table, statement) in [
            "trained and playing at more plies beats trained and playing at fewer",
            "the same function plays better at more plies",
        ]
        .into_iter()
        .enumerate()
        {
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            for (row, columns) in self.cells_of(table).iter().enumerate() {
                for (column, cell) in columns.iter().enumerate() {
                    // Table I says everything twice; II has a group of its own in every row.
                    if cell.is_none() || table == 0 && column > row {
                        continue;
                    }
                    let sign = if row > column { 1.0 } else { -1.0 };
                    let (deep, flat) = (row.max(column) + 1, row.min(column) + 1);
                    let name = match table {
                        0 => format!("{deep}-ply over {flat}-ply"),
                        _ => format!("trained at {}: playing at {deep} over {flat}", row + 1),
                    };
                    let printed = sign * (TABLES[table].points[row][column] - 100.0);
                    let even = self.games_of_cell() / 2.0;
                    let lead = Statistic::Points(terms(sign, &[*cell]).collect(), -sign * even);
                    claim = claim.and(name, Some(printed), lead, Threshold::above(0.0));
                }
            }
            claims.push(claim);
        }
        claims
    }

    /// Who does best when all play at the same depth (III to XII), and in which order the others follow.
    pub(super) fn best_in_league(&self, rate: usize, reading: usize, plies: u32) -> Vec<Claim> {
        let mut claims = Vec::new();
        for depth in 1..=plies {
            let table = depth as usize + if rate == FIXED { 1 } else { 6 };
            let best = match (rate, depth) {
                (FIXED, 1) => 1,
                (REDUCED, 1) => 3,
                _ => 2,
            };
            let with = if rate == REDUCED { " (reduced ε)" } else { "" };
            let others: Vec<(u32, u32)> =
                (1..=plies).filter(|&other| other != best).map(|other| (best, other)).collect();
            // At deeper play the document also gives the order behind the best.
            let order: &[(u32, u32)] = match (rate, depth) {
                (FIXED, 2..) => &[(3, 4), (4, 5)],
                (REDUCED, 5) => &[(4, 3), (3, 5)],
                _ => &[],
            };
            let words = if rate == REDUCED { "4, 3 and 5" } else { "3, 4 and 5" };
            for (statement, leads) in [
                (format!("playing at {depth}, those trained at {best} do best{with}"), others.as_slice()),
                (format!("playing at {depth}, those trained at {words} follow in this order{with}"), order),
            ] {
                let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
                let leads: Vec<_> =
                    leads.iter().filter(|(better, worse)| *better.max(worse) <= plies).collect();
                for &&(better, worse) in &leads {
                    let league = league_of(rate, reading, depth, plies);
                    let row = |trained: u32| &league[trained as usize - 1];
                    let lead = terms(1.0, row(better)).chain(terms(-1.0, row(worse))).collect();
                    let sums = TABLES[table].true_sums();
                    let printed = sums[better as usize - 1] - sums[worse as usize - 1];
                    claim = claim.and(
                        format!("{better}-ply-trained over {worse}-ply-trained"),
                        self.printed(plies, printed),
                        Statistic::Points(lead, 0.0),
                        Threshold::above(0.0),
                    );
                }
                if !leads.is_empty() {
                    claims.push(claim);
                }
            }
        }
        claims
    }

    /// Reduced exploration helps at 2, 3 and 5 plies of training, and hurts at 1 and 4 (XIII).
    fn reduced_against_fixed(&self) -> Vec<Claim> {
        let rows = self.cells_of(12);
        let claim = |statement, sign: f64, trained: &[u32]| {
            let mut claim = Claim::new(Class::Claimed, statement, table_name(12));
            for &plies in trained.iter().filter(|&&plies| plies <= self.plies) {
                let cells = &rows[plies as usize - 1];
                let even = self.games_of_cell() * cells.len() as f64 / 2.0;
                let printed = sign * (TABLES[12].true_sums()[plies as usize - 1] - 500.0);
                claim = claim.and(
                    format!("trained at {plies}"),
                    self.printed(self.plies, printed),
                    Statistic::Points(terms(sign, cells).collect(), -sign * even),
                    Threshold::above(0.0),
                );
            }
            claim
        };
        vec![
            claim("reducing ε helps those trained at 2, 3 and 5", 1.0, &[2, 3, 5]),
            claim("reducing ε hurts those trained at 1 and 4", -1.0, &[1, 4]),
        ]
    }

    /// Who does best against the standard heuristic, over all depths of play (XIV, XV).
    fn against_swh(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (table, best, rate) in [(13, 3, "fixed"), (14, 4, "reduced")] {
            if best > self.plies {
                continue;
            }
            let rows = self.cells_of(table);
            let sums = TABLES[table].true_sums();
            let place = |plies: u32| plies as usize - 1;
            let statement = format!("against SWH, those trained at {best} do best with {rate} ε");
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            for other in (1..=self.plies).filter(|&plies| plies != best) {
                let lead = terms(1.0, &rows[place(best)]).chain(terms(-1.0, &rows[place(other)]));
                claim = claim.and(
                    format!("{best}-ply-trained over {other}-ply-trained"),
                    self.printed(self.plies, sums[place(best)] - sums[place(other)]),
                    Statistic::Points(lead.collect(), 0.0),
                    Threshold::above(0.0),
                );
            }
            claims.push(claim);
        }
        claims
    }
}
