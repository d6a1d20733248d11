//! Comparing speeds inside one run: contenders take turns, round after round, and the best round of each
//! counts. What else the machine does then hits all of them, and a ratio means something where a time
//! does not.

use std::ops::ControlFlow;
use std::time::Instant;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use outflank_arena::{Contest, Style};
use outflank_value::PieceCounter;

/// Why a contender is in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not every bench has all of them")]
pub enum Role {
    /// What the ratios are about.
    Ours,
    /// Somebody else's, to be beaten.
    Peer,
    /// Ours too, shown beside.
    Extra,
}

/// Several ways of doing the same work, to be timed against each other.
pub struct Comparison<'a> {
    title: String,
    unit: &'static str,
    contenders: Vec<Contender<'a>>,
}

struct Contender<'a> {
    name: String,
    role: Role,
    work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Comparison<'a> {
    /// A comparison without contenders yet. The unit is what is counted, in the plural.
    pub fn new(title: impl Into<String>, unit: &'static str) -> Self {
        Self { title: title.into(), unit, contenders: Vec::new() }
    }

    /// Adds a contender. `work` does one round and tells how many units that was.
    pub fn add(&mut self, role: Role, name: impl Into<String>, work: impl FnMut() -> u64 + 'a) {
        self.contenders.push(Contender { name: name.into(), role, work: Box::new(work) });
    }

    /// Adds games of the standard heuristic with itself, one ply ahead with a tenth of random moves: what learners are
    /// measured by.
    #[allow(dead_code, reason = "not every bench has learners")]
    pub fn add_playing(&mut self) {
        self.add(Role::Peer, "SWH against SWH, 1 ply, 10 % random moves", || {
            let swh = Style { epsilon: 0.1, ..Style::plies(1) }.entrant("swh", PieceCounter::swh());
            let contest =
                Contest { first: &swh, second: &swh, openings: &[], pairs: 4_000, seed: 1, threads: 1 };
            let mut games = 0;
            contest.run(&false.into(), |_| {
                games += 2;
                ControlFlow::Continue(())
            });
            games
        });
    }

    /// Times everybody: one round to warm up, then these.
    pub fn run(mut self, rounds: u32) -> Results {
        let mut rates = vec![0f64; self.contenders.len()];
        for round in 0..=rounds {
            for (contender, rate) in self.contenders.iter_mut().zip(&mut rates) {
                let start = Instant::now();
                let units = (contender.work)();
                let measured = units as f64 / start.elapsed().as_secs_f64();
                if round > 0 {
                    *rate = rate.max(measured);
                }
            }
        }
        let rows = self.contenders.into_iter().zip(rates);
        Results {
            title: self.title,
            unit: self.unit,
            rows: rows.map(|(Contender { name, role, .. }, rate)| Row { name, role, rate }).collect(),
        }
    }
}

/// The best rounds of all contenders.
pub struct Results {
    title: String,
    unit: &'static str,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    role: Role,
    /// Units in a second.
    rate: f64,
}

impl Results {
    /// What was compared.
    #[allow(dead_code, reason = "a bench of one bar needs no titles")]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The fastest contender in a role.
    fn best(&self, role: Role) -> &Row {
        let rows = self.rows.iter().filter(|row| row.role == role);
        rows.max_by(|a, b| a.rate.total_cmp(&b.rate)).expect("a comparison has ours and a peer")
    }

    /// How many times as fast as the fastest peer ours is.
    pub fn ratio(&self) -> f64 {
        self.best(Role::Ours).rate / self.best(Role::Peer).rate
    }

    /// Prints a table with everybody's speed, and as a multiple of the fastest peer's.
    pub fn print(&self) {
        let peer = self.best(Role::Peer);
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        table.set_header([self.title.clone(), format!("{} a second", self.unit), format!("× {}", peer.name)]);
        for row in &self.rows {
            table.add_row([row.name.clone(), readable(row.rate), format!("{:.2}", row.rate / peer.rate)]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        println!("{table}\n");
    }
}

/// A number with three or more digits that mean something.
fn readable(rate: f64) -> String {
    match rate {
        1e7.. => format!("{:.1} M", rate / 1e6),
        1e4.. => format!("{:.1} k", rate / 1e3),
        _ => format!("{rate:.1}"),
    }
}
