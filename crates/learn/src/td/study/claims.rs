//! What the document claims, put so that a run can decide it.

use super::leagues::Draw;
use super::{Cell, Estimate, Leagues, Plan, Rate, TABLES, Variant};

/// A statement of the document, and the numbers that decide it: it holds if all of them do.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What is claimed, in our words.
    pub statement: String,
    /// Where: a table or section of the document.
    pub source: &'static str,
    /// The numbers.
    pub conditions: Vec<Condition>,
}

/// One number of a claim, which should be above zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// What it is.
    pub name: String,
    /// The document's own number, where the claim is about its tables.
    pub printed: Option<f64>,
    /// Ours.
    pub measured: Estimate,
}

/// All claims that the results of a plan can speak to.
pub fn claims(plan: &Plan, leagues: &Leagues) -> Vec<Claim> {
    let maker = Maker { plan, leagues };
    let mut claims = maker.depth_of_play();
    claims.extend(maker.best_in_league(Rate::Fixed, Variant::Ours));
    claims.extend(maker.best_in_league(Rate::Reduced, Variant::Ours));
    claims.extend(maker.reduced_against_fixed());
    claims.extend(maker.against_swh());
    claims.retain(|claim| !claim.conditions.is_empty());
    claims
}

/// The claims about leagues at one depth, for one of our choices made the other way.
pub fn claims_of_variant(plan: &Plan, leagues: &Leagues, variant: Variant) -> Vec<Claim> {
    let plan = Plan { plies: plan.variant_plies, ..plan.clone() };
    let mut claims = Maker { plan: &plan, leagues }.best_in_league(Rate::Fixed, variant);
    claims.retain(|claim| !claim.conditions.is_empty());
    claims
}

struct Maker<'a> {
    plan: &'a Plan,
    leagues: &'a Leagues,
}

impl Maker<'_> {
    /// Deeper play wins, with the function of any depth of training (I, II).
    fn depth_of_play(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (table, statement, source) in [
            (0, "trained and playing at more plies beats trained and playing at fewer", "Table I"),
            (1, "the same function plays better at more plies", "Table II"),
        ] {
            let cells = self.plan.cells_of(table);
            let mut conditions = Vec::new();
            for (row, columns) in cells.iter().enumerate() {
                for (column, cell) in columns.iter().enumerate() {
                    let Some(cell) = *cell else { continue };
                    // Table I says everything twice; II has a group of its own in every row.
                    if table == 0 && column > row {
                        continue;
                    }
                    let sign = if row > column { 1.0 } else { -1.0 };
                    let name = match table {
                        0 => format!("{}-ply over {}-ply", row + 1, column + 1),
                        _ => format!(
                            "trained at {}: playing at {} over {}",
                            row + 1,
                            row.max(column) + 1,
                            row.min(column) + 1
                        ),
                    };
                    let even = self.games_of_cell() / 2.0;
                    let printed = Some(sign * (TABLES[table].points[row][column] - 100.0));
                    conditions.extend(
                        self.condition(name, printed, |draw| Some(sign * (draw.points(cell)? - even))),
                    );
                }
            }
            claims.push(Claim { statement: statement.to_owned(), source, conditions });
        }
        claims
    }

    /// Who does best when all play at the same depth (III to XII), and in which order the others follow.
    fn best_in_league(&self, rate: Rate, variant: Variant) -> Vec<Claim> {
        let mut claims = Vec::new();
        for depth in 1..=self.plan.plies {
            let (table, source) = match rate {
                Rate::Fixed => (
                    1 + depth as usize,
                    ["Table III", "Table IV", "Table V", "Table VI", "Table VII"][depth as usize - 1],
                ),
                Rate::Reduced => (
                    6 + depth as usize,
                    ["Table VIII", "Table IX", "Table X", "Table XI", "Table XII"][depth as usize - 1],
                ),
            };
            let best = match (rate, depth) {
                (Rate::Fixed, 1) => 1,
                (Rate::Reduced, 1) => 3,
                _ => 2,
            };
            let with = if rate == Rate::Reduced { " (reduced ε)" } else { "" };
            let others = (1..=self.plan.plies).filter(|&plies| plies != best);
            claims.push(Claim {
                statement: format!("playing at {depth}, those trained at {best} do best{with}"),
                source,
                conditions: others
                    .flat_map(|other| self.lead(rate, variant, depth, table, best, other))
                    .collect(),
            });
            // At deeper play the document also gives the order behind the best.
            let order: &[(u32, u32)] = match (rate, depth) {
                (_, 1) => &[],
                (Rate::Reduced, 5) => &[(4, 3), (3, 5)],
                _ => &[(3, 4), (4, 5)],
            };
            if !order.is_empty() && rate == Rate::Fixed || depth == 5 {
                let words = if rate == Rate::Reduced { "4, 3 and 5" } else { "3, 4 and 5" };
                claims.push(Claim {
                    statement: format!(
                        "playing at {depth}, those trained at {words} follow in this order{with}"
                    ),
                    source,
                    conditions: order
                        .iter()
                        .flat_map(|&(better, worse)| self.lead(rate, variant, depth, table, better, worse))
                        .collect(),
                });
            }
        }
        claims
    }

    /// How many points more one group has in a league of all groups than another.
    fn lead(
        &self,
        rate: Rate,
        variant: Variant,
        depth: u32,
        table: usize,
        better: u32,
        worse: u32,
    ) -> Option<Condition> {
        if better.max(worse) > self.plan.plies {
            return None;
        }
        let league = Plan::league(rate, variant, depth, self.plan.plies);
        let total = |draw: &Draw<'_>, plies: u32| sum(draw, &league[plies as usize - 1]);
        let printed = (self.plan.plies == 5).then(|| {
            let sums = TABLES[table].true_sums();
            sums[better as usize - 1] - sums[worse as usize - 1]
        });
        self.condition(format!("{better}-ply-trained over {worse}-ply-trained"), printed, |draw| {
            Some(total(draw, better)? - total(draw, worse)?)
        })
    }

    /// Reduced exploration helps at 2, 3 and 5 plies of training, and hurts at 1 and 4 (XIII).
    fn reduced_against_fixed(&self) -> Vec<Claim> {
        let rows = self.plan.cells_of(12);
        let claim = |statement: &str, sign: f64, plies: &[u32]| Claim {
            statement: statement.to_owned(),
            source: "Table XIII",
            conditions: plies
                .iter()
                .filter(|&&plies| plies <= self.plan.plies)
                .flat_map(|&plies| {
                    let cells = &rows[plies as usize - 1];
                    let even = self.games_of_cell() * cells.len() as f64 / 2.0;
                    let printed = TABLES[12].true_sums()[plies as usize - 1] - 500.0;
                    let printed = (self.plan.plies == 5).then_some(sign * printed);
                    self.condition(format!("trained at {plies}"), printed, |draw| {
                        Some(sign * (sum(draw, cells)? - even))
                    })
                })
                .collect(),
        };
        vec![
            claim("reducing ε helps those trained at 2, 3 and 5", 1.0, &[2, 3, 5]),
            claim("reducing ε hurts those trained at 1 and 4", -1.0, &[1, 4]),
        ]
    }

    /// Who does best against the standard heuristic, over all depths of play (XIV, XV).
    fn against_swh(&self) -> Vec<Claim> {
        [(13, 3u32, "fixed", "Table XIV"), (14, 4, "reduced", "Table XV")]
            .into_iter()
            .map(|(table, best, rate, source)| {
                let rows = self.plan.cells_of(table);
                let others = (1..=self.plan.plies).filter(|&plies| plies != best && best <= self.plan.plies);
                let conditions = others
                    .flat_map(|other| {
                        let (of_best, of_other) = (&rows[best as usize - 1], &rows[other as usize - 1]);
                        let sums = TABLES[table].true_sums();
                        let printed = sums[best as usize - 1] - sums[other as usize - 1];
                        let name = format!("{best}-ply-trained over {other}-ply-trained");
                        self.condition(name, (self.plan.plies == 5).then_some(printed), |draw| {
                            Some(sum(draw, of_best)? - sum(draw, of_other)?)
                        })
                    })
                    .collect();
                let statement = format!("against SWH, those trained at {best} do best with {rate} ε");
                Claim { statement, source, conditions }
            })
            .collect()
    }

    /// The games of a league between two groups.
    fn games_of_cell(&self) -> f64 {
        2.0 * (self.plan.replicas * self.plan.replicas) as f64
    }

    fn condition(
        &self,
        name: String,
        printed: Option<f64>,
        statistic: impl Fn(&Draw<'_>) -> Option<f64>,
    ) -> Option<Condition> {
        Some(Condition { name, printed, measured: self.leagues.estimate(statistic)? })
    }
}

/// The points of a row of leagues.
fn sum(draw: &Draw<'_>, cells: &[Option<Cell>]) -> Option<f64> {
    cells.iter().flatten().map(|&cell| draw.points(cell)).sum()
}
