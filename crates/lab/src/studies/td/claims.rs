//! What the document claims about its tables.

use std::ops::Range;

use super::published::TABLES;
use super::{
    BESIDE_CORNERS, CORNERS, Cell, Cells, Extent, FIXED, Group, Printed, REDUCED, Side, Td, WAYS, league_of,
};
use crate::claims::{Claim, Class, LeagueTable, Statistic, Term, Threshold, standard_deviation};

/// The names of the tables.
fn table_name(table: usize) -> String {
    format!("Table {}", TABLES[table].numeral)
}

/// The first table at 2 plies of play.
fn first_table(rate: usize) -> usize {
    if rate == FIXED { 3 } else { 8 }
}

/// What those trained at some depth have in the document over the leagues at 2 to 5 plies.
fn sum_over_all(rate: usize, trained: u32) -> f64 {
    let first = first_table(rate);
    TABLES[first..first + 4].iter().map(|table| table.true_sums()[trained as usize - 1]).sum()
}

/// The claim, or our question where the document says it in general and its own table does not show it.
fn asked_unless(is_printed: bool, claim: Claim) -> Claim {
    if is_printed { claim } else { claim.of_class(Class::Ours) }
}

impl Td {
    /// All claims, by what is run under a reading.
    pub(super) fn claims_under(&self, reading: usize) -> Vec<Claim> {
        let mut claims = self.depth_of_play(reading);
        claims.extend(self.best_over_all(FIXED, reading));
        claims.extend(self.order_over_all(reading));
        claims.extend(self.head_to_head(reading));
        claims.extend(self.best_in_league(FIXED, reading));
        claims.extend(self.worst_at_one_ply(reading));
        claims.extend(self.worst_is_one_ply(reading));
        if WAYS[reading].extent == Extent::Whole {
            claims.extend(self.best_over_all(REDUCED, reading));
            claims.extend(self.best_in_league(REDUCED, reading));
            claims.push(self.variation(reading));
            claims.extend(self.reduced_against_fixed(reading));
            claims.extend(self.no_catching_up(reading));
            claims.extend(self.against_swh(reading));
            claims.extend(self.reduced_against_swh(reading));
            claims.extend(self.of_weights(reading));
            claims.push(
                Claim::new(
                    Class::Wished,
                    "a function of ten weights, alike by symmetry, does as well",
                    "section V",
                )
                .theirs("wished for")
                .untestable("It was not run: every function here has a weight for each square."),
            );
        }
        claims
    }

    /// Every number of some tables, by what is run under a reading.
    pub(super) fn printed_under(&self, reading: usize, tables: Range<usize>) -> Vec<Printed> {
        let mut printed = Vec::new();
        for table in tables.filter(|_| self.plies == 5) {
            let theirs = &TABLES[table];
            for (row, cells) in self.cells_of(table, reading).iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    // What a league has below its diagonal it has above.
                    let is_seen = column < row && (2..12).contains(&table) || table == 0 && column > row;
                    if cell.is_some() && !is_seen {
                        printed.push(Printed {
                            name: format!("{} {}–{}", theirs.numeral, row + 1, column + 1),
                            theirs: theirs.points[row][column],
                            ours: self.sum(&[*cell]),
                            replicas: 10.0,
                        });
                    }
                }
            }
        }
        printed
    }

    /// A row of leagues, each times a factor. Points are those of ten players on each side, as in the document, however
    /// many there are: a league has 200, one against SWH 20.
    fn terms(&self, factor: f64, cells: &[Option<Cell>]) -> impl Iterator<Item = Term> {
        let part = |side: Side| match side {
            Side::Group(..) => 10.0 / self.players(side) as f64,
            Side::Swh(_) => 1.0,
        };
        cells.iter().flatten().map(move |&Cell(one, other)| Term {
            factor: factor * part(one) * part(other),
            group: one.to_string(),
            against: other.to_string(),
        })
    }

    /// The points of a row of leagues.
    pub(super) fn sum(&self, cells: &[Option<Cell>]) -> Statistic {
        Statistic::Points(self.terms(1.0, cells).collect(), 0.0)
    }

    /// How many points one row of leagues has more than another.
    fn lead(&self, one: &[Option<Cell>], other: &[Option<Cell>]) -> Statistic {
        Statistic::Points(self.terms(1.0, one).chain(self.terms(-1.0, other)).collect(), 0.0)
    }

    /// “The worst performance is exhibited at 1-ply, unless the intention is to actually play at 1-ply.”
    fn worst_is_one_ply(&self, reading: usize) -> Vec<Claim> {
        let plies = self.plies_of(reading);
        let claim = |depth: u32| {
            let table = depth as usize + 1;
            let statement = format!("playing at {depth}, those trained at 1 do worst");
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            let league = league_of(FIXED, reading, depth, plies);
            let sums = TABLES[table].true_sums();
            for other in 2..=plies as usize {
                claim = claim.and(
                    format!("{other}-ply-trained over 1-ply-trained"),
                    self.printed(plies, sums[other - 1] - sums[0]),
                    self.lead(&league[other - 1], &league[0]),
                    Threshold::above(0.0),
                );
            }
            claim
        };
        let is_printed = |table: usize| {
            let sums = TABLES[table].true_sums();
            sums[1..].iter().all(|sum| *sum > sums[0])
        };
        (2..=plies).map(|depth| asked_unless(is_printed(depth as usize + 1), claim(depth))).collect()
    }

    /// “In this league the 2-ply and 5-ply players perform worst”, of all at 1 ply.
    fn worst_at_one_ply(&self, reading: usize) -> Option<Claim> {
        let plies = self.plies_of(reading);
        let league = league_of(FIXED, reading, 1, plies);
        let sums = TABLES[2].true_sums();
        let statement = "playing at 1, those trained at 2 and 5 do worst";
        let mut claim = Claim::new(Class::Claimed, statement, table_name(2));
        for (better, worse) in [(1, 2), (3, 2), (4, 2), (1, 5), (3, 5), (4, 5)] {
            claim = claim.and(
                format!("{better}-ply-trained over {worse}-ply-trained"),
                self.printed(plies, sums[better - 1] - sums[worse - 1]),
                self.lead(league.get(better - 1)?, league.get(worse - 1)?),
                Threshold::above(0.0),
            );
        }
        Some(claim)
    }

    /// “The overall best result is clearly for the players trained at only 2-ply”: the leagues at 2 plies and more taken
    /// together.
    pub(super) fn best_over_all(&self, rate: usize, reading: usize) -> Option<Claim> {
        let plies = self.plies_of(reading);
        let rows = |trained| self.over_all(rate, reading, trained);
        let first = first_table(rate);
        let sum = |trained: u32| sum_over_all(rate, trained);
        let with = if rate == REDUCED { " (reduced ε)" } else { "" };
        let statement = format!("playing at 2 to 5, taken together, those trained at 2 do best{with}");
        let source = format!("Tables {} to {}", TABLES[first].numeral, TABLES[first + 3].numeral);
        let mut claim = Claim::new(Class::Claimed, statement, source);
        for other in (1..=plies).filter(|&other| other != 2) {
            claim = claim.and(
                format!("2-ply-trained over {other}-ply-trained"),
                self.printed(plies, sum(2) - sum(other)),
                self.lead(&rows(2), &rows(other)),
                Threshold::above(0.0),
            );
        }
        (plies > 2).then_some(claim)
    }

    /// All leagues of those trained at some depth, at 2 plies of play and more.
    fn over_all(&self, rate: usize, reading: usize, trained: u32) -> Vec<Option<Cell>> {
        let plies = self.plies_of(reading);
        let of = |depth| league_of(rate, reading, depth, plies).swap_remove(trained as usize - 1);
        (2..=plies).flat_map(of).collect()
    }

    /// “… followed by 3-ply, 4-ply and 5-ply, in that order. The worst performance is exhibited at 1-ply”: the same leagues.
    fn order_over_all(&self, reading: usize) -> Option<Claim> {
        let plies = self.plies_of(reading);
        if plies < 5 {
            return None;
        }
        let statement = "playing at 2 to 5, taken together, those trained at 3, 4 and 5 follow in this order, and 1 is last";
        let mut claim = Claim::new(Class::Claimed, statement, "Tables IV to VII");
        for (better, worse) in [(3, 4), (4, 5), (5, 1)] {
            let [one, other] = [better, worse].map(|trained| self.over_all(FIXED, reading, trained));
            claim = claim.and(
                format!("{better}-ply-trained over {worse}-ply-trained"),
                self.printed(plies, sum_over_all(FIXED, better) - sum_over_all(FIXED, worse)),
                self.lead(&one, &other),
                Threshold::above(0.0),
            );
        }
        Some(claim)
    }

    /// What the document says of two groups that meet at some depth of play.
    fn head_to_head(&self, reading: usize) -> Vec<Claim> {
        let plies = self.plies_of(reading);
        // The depth of play, and who is ahead of whom.
        let mut lower = Vec::new();
        let mut own = Vec::new();
        for depth in 1..=plies {
            for trained in 1..=depth {
                for deeper in trained + 1..=plies {
                    if depth > 2 && (2..depth).contains(&trained) {
                        lower.push((depth, trained, deeper));
                    }
                    if trained == depth {
                        own.push((depth, trained, deeper));
                    }
                }
            }
        }
        let rows = [
            (
                "a function learned at 2 plies plays better at 4 than one learned at 4",
                "sections I, IV",
                vec![(4, 2, 4)],
            ),
            (
                "trained at fewer plies than they play at, but more than 1, they beat those trained at more",
                "section V",
                lower,
            ),
            (
                "those trained at more plies than they play at should not: who trained at the depth beats them",
                "IV",
                own,
            ),
        ];
        let claim = |(statement, source, meetings): (&str, &str, Vec<(u32, u32, u32)>)| {
            let mut claim = Claim::new(Class::Claimed, statement, source);
            for &(depth, one, other) in &meetings {
                let cell = league_of(FIXED, reading, depth, plies)
                    .get(one as usize - 1)
                    .and_then(|row| row.get(other as usize - 1).copied().flatten())?;
                let printed = TABLES[depth as usize + 1].points[one as usize - 1][other as usize - 1] - 100.0;
                claim = claim.and(
                    format!("playing at {depth}, {one}-ply-trained over {other}-ply-trained"),
                    self.printed(plies, printed),
                    Statistic::Points(self.terms(1.0, &[Some(cell)]).collect(), -100.0),
                    Threshold::above(0.0),
                );
            }
            (!meetings.is_empty()).then_some(claim)
        };
        rows.into_iter().filter_map(claim).collect()
    }

    /// “Reducing ε … did not help confirm this suspicion”, that exploration hinders those who look far ahead.
    fn no_catching_up(&self, reading: usize) -> Option<Claim> {
        let statement =
            "reducing ε does not let those trained at more plies catch up with those trained at 2";
        let mut claim = Claim::new(Class::Claimed, statement, "Tables IV to VII, IX to XII");
        for deeper in 3..=self.plies {
            let lead = |rate, sign: f64| {
                let [one, other] = [2, deeper].map(|trained| self.over_all(rate, reading, trained));
                let terms: Vec<Term> = self.terms(sign, &one).chain(self.terms(-sign, &other)).collect();
                terms
            };
            let printed = |rate| sum_over_all(rate, 2) - sum_over_all(rate, deeper);
            claim = claim.and(
                format!("lead over {deeper}-ply-trained, reduced minus fixed ε"),
                self.printed(self.plies, printed(REDUCED) - printed(FIXED)),
                Statistic::Points(lead(REDUCED, 1.0).into_iter().chain(lead(FIXED, -1.0)).collect(), 0.0),
                Threshold::above(0.0),
            );
        }
        (self.plies > 2).then_some(claim)
    }

    /// What the text says of the weights.
    fn of_weights(&self, reading: usize) -> Vec<Claim> {
        let rows = [
            (
                "corners are valued the highest",
                CORNERS,
                Threshold::above(0.0),
                "less that of the best of all other squares",
            ),
            (
                "the squares next to corners are to be avoided",
                BESIDE_CORNERS,
                Threshold::below(0.0),
                "less that of all other squares but corners",
            ),
        ];
        let claim = |(statement, number, threshold, less): (&str, &str, _, &str)| {
            let mut claim = Claim::new(Class::Claimed, statement, "section I")
                .because(format!("The mean weight after the last game, {less}."));
            for plies in 1..=self.plies {
                let group = Group { rate: FIXED, plies, reading }.to_string();
                claim =
                    claim.and(format!("trained at {plies}"), None, Statistic::mean(group, number), threshold);
            }
            claim
        };
        rows.into_iter().map(claim).collect()
    }

    /// “In general there seems to be a greater variation in the number of games won”: how far the sums of a league lie apart,
    /// with reduced ε and with fixed.
    fn variation(&self, reading: usize) -> Claim {
        let leagues = |rate| -> Vec<LeagueTable> {
            let rows = |cells: Cells| cells.iter().map(|row| self.terms(1.0, row).collect()).collect();
            (1..=self.plies).map(|depth| rows(league_of(rate, reading, depth, self.plies))).collect()
        };
        let printed = |first: usize| {
            TABLES[first..first + 5].iter().map(|table| standard_deviation(&table.true_sums())).sum::<f64>()
                / 5.0
        };
        Claim::new(Class::Claimed, "the numbers of games won vary more with reduced ε", "section IV-D").and(
            "standard deviation of the sums of a league, mean over all depths of play, reduced minus fixed",
            // To a tenth, as the document has halves.
            self.printed(self.plies, (10.0 * (printed(7) - printed(2))).round() / 10.0),
            Statistic::Variation(leagues(REDUCED), leagues(FIXED)),
            Threshold::above(0.0),
        )
    }

    /// A number of the document, which has five plies.
    fn printed(&self, plies: u32, number: f64) -> Option<f64> {
        (plies == 5).then_some(number)
    }

    /// Deeper play wins, with the function of any depth of training (I, II).
    fn depth_of_play(&self, reading: usize) -> Vec<Claim> {
        let mut claims = Vec::new();
        if WAYS[reading].extent != Extent::Whole {
            return claims;
        }
        for (table, statement) in [
            "trained and playing at more plies beats trained and playing at fewer",
            "the same function plays better at more plies",
        ]
        .into_iter()
        .enumerate()
        {
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            for (row, columns) in self.cells_of(table, reading).iter().enumerate() {
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
                    let lead = Statistic::Points(self.terms(sign, &[*cell]).collect(), -sign * 100.0);
                    claim = claim.and(name, Some(printed), lead, Threshold::above(0.0));
                }
            }
            claims.push(claim);
        }
        for (table, statement) in [
            (0, "those trained and playing at 5 win the fewer, the deeper their opponents train and play"),
            (1, "those trained at 5 win the fewer against themselves, the deeper these play"),
        ] {
            let cells = self.cells_of(table, reading);
            let Some(row) = cells.get(4) else { continue };
            let printed = TABLES[table].points[4];
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            for column in 0..3 {
                claim = claim.and(
                    format!("against {} less against {} plies", column + 1, column + 2),
                    Some(printed[column] - printed[column + 1]),
                    self.lead(&row[column..=column], &row[column + 1..=column + 1]),
                    Threshold::above(0.0),
                );
            }
            claims.push(claim);
        }
        claims
    }

    /// Who does best when all play at the same depth (III to XII), and in which order the others follow.
    fn best_in_league(&self, rate: usize, reading: usize) -> Vec<Claim> {
        let plies = self.plies_of(reading);
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
            let (order, words): (&[(u32, u32)], _) = match (rate, depth) {
                (FIXED, 2..) => (&[(3, 4), (4, 5)], "3, 4 and 5 follow in this order"),
                (REDUCED, 5) => (&[(4, 3), (3, 5), (5, 1)], "4, 3, 5 and 1 follow in this order"),
                (REDUCED, 1) => (&[(1, 2), (1, 4), (1, 5)], "1 follow next"),
                _ => (&[], ""),
            };
            for (statement, leads) in [
                (format!("playing at {depth}, those trained at {best} do best{with}"), others.as_slice()),
                (format!("playing at {depth}, those trained at {words}{with}"), order),
            ] {
                let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
                let leads: Vec<_> =
                    leads.iter().filter(|(better, worse)| *better.max(worse) <= plies).collect();
                for &&(better, worse) in &leads {
                    let league = league_of(rate, reading, depth, plies);
                    let row = |trained: u32| &league[trained as usize - 1];
                    let sums = TABLES[table].true_sums();
                    let printed = sums[better as usize - 1] - sums[worse as usize - 1];
                    claim = claim.and(
                        format!("{better}-ply-trained over {worse}-ply-trained"),
                        self.printed(plies, printed),
                        self.lead(row(better), row(worse)),
                        Threshold::above(0.0),
                    );
                }
                let sums = TABLES[table].true_sums();
                let is_printed = leads
                    .iter()
                    .all(|(better, worse)| sums[*better as usize - 1] > sums[*worse as usize - 1]);
                if !leads.is_empty() {
                    claims.push(asked_unless(is_printed, claim));
                }
            }
        }
        claims
    }

    /// Reduced exploration helps at 2, 3 and 5 plies of training, and hurts at 1 and 4 (XIII).
    fn reduced_against_fixed(&self, reading: usize) -> Vec<Claim> {
        let rows = self.cells_of(12, reading);
        let claim = |statement, sign: f64, trained: &[u32]| {
            let mut claim = Claim::new(Class::Claimed, statement, table_name(12));
            for &plies in trained.iter().filter(|&&plies| plies <= self.plies) {
                let cells = &rows[plies as usize - 1];
                let even = 100.0 * cells.len() as f64;
                let printed = sign * (TABLES[12].true_sums()[plies as usize - 1] - 500.0);
                claim = claim.and(
                    format!("trained at {plies}"),
                    self.printed(self.plies, printed),
                    Statistic::Points(self.terms(sign, cells).collect(), -sign * even),
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

    /// Who does best against the standard heuristic, over all depths of play (XIV, XV), and who follows.
    fn against_swh(&self, reading: usize) -> Vec<Claim> {
        let best = |best: u32| -> Vec<(u32, u32)> {
            (1..=self.plies).filter(|&plies| plies != best).map(|plies| (best, plies)).collect()
        };
        let rows = [
            (13, "against SWH, those trained at 3 do best with fixed ε", best(3)),
            (
                13,
                "against SWH, those trained at 2 and 1 follow, the deeper ones are last",
                vec![(2, 4), (2, 5), (1, 4), (1, 5)],
            ),
            (14, "against SWH, those trained at 4 do best with reduced ε", best(4)),
        ];
        let mut claims = Vec::new();
        for (table, statement, leads) in rows {
            if leads.iter().any(|&(better, worse)| better.max(worse) > self.plies) {
                continue;
            }
            let rows = self.cells_of(table, reading);
            let sums = TABLES[table].true_sums();
            let place = |plies: u32| plies as usize - 1;
            let mut claim = Claim::new(Class::Claimed, statement, table_name(table));
            for (better, worse) in leads {
                claim = claim.and(
                    format!("{better}-ply-trained over {worse}-ply-trained"),
                    self.printed(self.plies, sums[place(better)] - sums[place(worse)]),
                    self.lead(&rows[place(better)], &rows[place(worse)]),
                    Threshold::above(0.0),
                );
            }
            claims.push(claim);
        }
        claims
    }

    /// “All players perform significantly worse when playing at 1-ply, but significantly better at higher ply, with the
    /// exception of players trained at 1-ply”: reduced ε (XV) against fixed (XIV), both against the standard heuristic.
    fn reduced_against_swh(&self, reading: usize) -> Vec<Claim> {
        let [fixed, reduced] = [13, 14].map(|table| self.cells_of(table, reading));
        let claim = |statement: &str, trained: &[usize], depths: Range<usize>, threshold| {
            let mut claim = Claim::new(Class::Claimed, statement, "Tables XIV, XV");
            for plies in trained.iter().filter(|&&plies| plies <= self.plies as usize) {
                let depths = depths.start..depths.end.min(self.plies as usize);
                let sum = |table: usize| TABLES[table].points[plies - 1][depths.clone()].iter().sum::<f64>();
                claim = claim.and(
                    format!("trained at {plies}, reduced minus fixed ε"),
                    self.printed(self.plies, sum(14) - sum(13)),
                    self.lead(&reduced[plies - 1][depths.clone()], &fixed[plies - 1][depths.clone()]),
                    threshold,
                );
            }
            claim
        };
        let (more, less) = (Threshold::above(0.0), Threshold::below(0.0));
        vec![
            claim("playing at 1 against SWH, all are worse with reduced ε", &[1, 2, 3, 4, 5], 0..1, less),
            claim(
                "playing at 2 to 5 against SWH, those trained at 2 to 5 are better with reduced ε",
                &[2, 3, 4, 5],
                1..5,
                more,
            ),
            claim(
                "playing at 2 to 5 against SWH, those trained at 1 are not better with reduced ε",
                &[1],
                1..5,
                less,
            ),
        ]
    }
}
