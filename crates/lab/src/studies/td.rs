//! `td`: players taught at 1 to 5 plies, fifteen tables of leagues, and the same under other readings.

mod claims;
mod published;
mod report;

use std::fmt;

use outflank_arena::{Entrant, Style};
use outflank_engine::Chance;
use outflank_learn::Scale;
use outflank_learn::td::Model;
use outflank_value::PieceCounter;
use serde::{Deserialize, Serialize};

use super::variant::{Games, player, recipe};
use super::{Experiment, Page, Printed, Reading, Results, Variant};
use crate::claims::{Claim, Data, Points};
use crate::report::{ReportError, Section};
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use crate::{LeaguePlan, league};

/// Whether exploration stays the same or is reduced: the name and what is changed.
const RATES: [(&str, &str); 2] = [("fixed", ""), ("reduced", "epsilon_factor=0.9")];
const FIXED: usize = 0;
const REDUCED: usize = 1;

/// A way to read the document.
struct Way {
    /// What stands behind the name of a group.
    suffix: &'static str,
    words: &'static str,
    change: &'static str,
    extent: Extent,
}

/// How much of the document is run under a reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All tables.
    Whole,
    /// The leagues with fixed ε, III to VII.
    Leagues,
    /// The same up to fewer plies: what is learned hardly hangs on it.
    FewPlies,
}

/// The first, and then one thing read in another way at a time. Who comes later has seeds of its own: new ones go to
/// the end.
const WAYS: &[Way] = &[
    Way {
        suffix: "",
        words: "target: search, the value backed up from n plies ahead",
        change: "",
        extent: Extent::Whole,
    },
    Way {
        suffix: "-exploration-updates",
        words: "target: search; before an exploratory move the position moves towards the best one, which is not played",
        change: "exploration=update",
        extent: Extent::FewPlies,
    },
    Way {
        suffix: "-no-bias",
        words: "target: search; the bias is not learned",
        change: "learn_bias=false",
        extent: Extent::FewPlies,
    },
    Way {
        suffix: "-pass-is-ply",
        words: "target: search; a pass uses up a ply",
        change: "pass_is_ply=true",
        extent: Extent::FewPlies,
    },
    Way {
        suffix: "-first-tie",
        words: "target: search; the first of equal moves is taken while learning",
        change: "draw_ties=false",
        extent: Extent::FewPlies,
    },
    Way {
        suffix: "-one-step",
        words: "target: one move on; the n-ply search only picks the move",
        change: "target=step",
        extent: Extent::Whole,
    },
    Way {
        suffix: "-happened",
        words: "target: search; exploratory moves are backed up as they happened",
        change: "exploration=happened",
        extent: Extent::Leagues,
    },
    Way {
        suffix: "-one-step-happened",
        words: "target: one move on; exploratory moves are backed up as they happened",
        change: "target=step exploration=happened",
        extent: Extent::Leagues,
    },
    Way {
        suffix: "-steps",
        words: "target: the position n moves on, as they were played",
        change: "target=steps",
        extent: Extent::Leagues,
    },
    Way {
        suffix: "-leaf",
        words: "target: TDLeaf, the ends of expected lines are learned",
        change: "target=leaf",
        extent: Extent::Leagues,
    },
];

/// The reading by which claims are judged: the one that comes nearest to the document's own tables. It was chosen after
/// looking; the matrix has all others.
const HEADLINE: usize = 5;

/// The other one that is run whole: what the document's words have it move towards.
const SEARCH: usize = 0;

/// Players that differ only in their seeds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    /// One of the [`RATES`].
    rate: usize,
    /// How far they looked ahead while learning.
    plies: u32,
    /// One of the [`WAYS`].
    reading: usize,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}ply{}", RATES[self.rate].0, self.plies, WAYS[self.reading].suffix)
    }
}

/// A group, or the standard heuristic, at the depth at which it plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Group(Group, u32),
    Swh(u32),
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group(group, depth) => write!(f, "{group}@{depth}"),
            Self::Swh(depth) => write!(f, "swh@{depth}"),
        }
    }
}

/// A league of every player of a group against every one of the opponents, two games each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell(Side, Side);

impl Cell {
    /// The one name of a league that can be seen from two sides.
    fn either_way(self) -> Self {
        if self.1 < self.0 { Self(self.1, self.0) } else { self }
    }

    fn key(self) -> String {
        format!("play/{} against {}", self.0, self.1)
    }

    /// When it can be played: as soon as both sides are taught.
    fn turn(self) -> (Batch, u32) {
        let of = |side| match side {
            Side::Group(group, _) => group.turn(),
            Side::Swh(_) => (Batch::Judged, 1),
        };
        of(self.0).max(of(self.1))
    }
}

/// The rows and columns of a table. The diagonal of a league among groups is empty.
type Cells = Vec<Vec<Option<Cell>>>;

/// The experiments at some scale.
pub(super) struct Td {
    seed: u64,
    /// Games of a training.
    games: u64,
    /// Players in a group, under the reading by which claims are judged.
    replicas: usize,
    /// Players in a group under every other reading: enough to see how far it is from the document, which has ten.
    reading_replicas: usize,
    /// The same where they look far ahead and only the leagues are run: as few as decide anything.
    deep_replicas: usize,
    /// The most plies that are trained and played.
    plies: u32,
    /// The most plies under readings on which little hangs; more are far.
    few_plies: u32,
}

/// What is kept of a training.
#[derive(Serialize, Deserialize)]
struct Trained {
    /// The weights, a1 to h8 by rows.
    weights: Vec<f64>,
    bias: f64,
    /// Games learned, and the score in the Othello League after them.
    curve: Vec<(u64, f64)>,
}

/// The weight of corners above that of the best other square, and of squares beside them above that of all others.
const CORNERS: &str = "corners over the best other square";
const BESIDE_CORNERS: &str = "beside corners over all others";

impl Trained {
    /// The mean weight of the corners less the highest of the others, and the mean weight of the squares next to corners
    /// less that of all that are neither.
    fn corners(&self) -> (f64, f64) {
        let from_edge = |place: usize| place.min(7 - place);
        let of = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<f64> {
            let squares = (0..64).filter(|square| {
                let (row, column) = (from_edge(square / 8), from_edge(square % 8));
                wanted(row.min(column), row.max(column))
            });
            squares.filter_map(|square| self.weights.get(square).copied()).collect()
        };
        let mean = |weights: Vec<f64>| weights.iter().sum::<f64>() / weights.len().max(1) as f64;
        let best = of(&|_, far| far > 0).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let beside = mean(of(&|_, far| far == 1));
        (mean(of(&|_, far| far == 0)) - best, beside - mean(of(&|_, far| far > 1)))
    }
}

/// The key of the number of legal moves.
const BRANCHING: &str = "branching";

impl Td {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let full = Self {
            seed,
            games: 50_000,
            replicas: 20,
            reading_replicas: 10,
            deep_replicas: 5,
            plies: 5,
            few_plies: 3,
        };
        match scale {
            Scale::Smoke => {
                // Of each kind another number, as at full size.
                Self { games: 150, replicas: 3, reading_replicas: 2, deep_replicas: 1, plies: 2, ..full }
            }
            Scale::Quick => Self { games: 5_000, replicas: 10, ..full },
            Scale::Full => full,
        }
    }

    /// How many players a group has.
    fn replicas_of(&self, group: Group) -> usize {
        match WAYS[group.reading].extent {
            _ if group.reading == HEADLINE => self.replicas,
            Extent::Leagues if group.plies > self.few_plies => self.deep_replicas,
            _ => self.reading_replicas,
        }
    }

    /// How many players a side of a league has.
    fn players(&self, side: Side) -> usize {
        match side {
            Side::Group(group, _) => self.replicas_of(group),
            Side::Swh(_) => 1,
        }
    }

    /// All groups of players.
    fn groups(&self) -> Vec<Group> {
        let of = |rate, reading, most| (1..=most).map(move |plies| Group { rate, plies, reading });
        let all = WAYS.iter().enumerate().flat_map(|(reading, way)| {
            let reduced = if way.extent == Extent::Whole { self.plies } else { 0 };
            of(FIXED, reading, self.plies_of(reading)).chain(of(REDUCED, reading, reduced))
        });
        all.collect()
    }

    /// All groups as they are taught.
    fn variants(&self) -> Vec<(Group, Variant)> {
        // The schedules are those of the document, drawn together where there are fewer games.
        let every = (500 * self.games / 50_000).max(1);
        let variant = |(place, group): (u64, Group)| {
            let changes = format!(
                "plies={} games={} alpha_every={every} epsilon_every={every} {} {}",
                group.plies, self.games, RATES[group.rate].1, WAYS[group.reading].change
            );
            let variant = Variant {
                name: group.to_string(),
                words: group.to_string(),
                recipe: recipe("td", &changes),
                replicas: self.replicas_of(group),
                seed: (self.seed << 32) + place * 1_000,
            };
            (group, variant)
        };
        (0..).zip(self.groups()).map(variant).collect()
    }

    /// All leagues that the tables need, each once.
    fn cells(&self) -> Vec<Cell> {
        let tables =
            (0..WAYS.len()).flat_map(|reading| (0..15).map(move |table| self.cells_of(table, reading)));
        let mut cells: Vec<Cell> = tables.flatten().flatten().flatten().map(Cell::either_way).collect();
        cells.sort();
        cells.dedup();
        cells
    }

    /// The most plies that are run under a reading.
    fn plies_of(&self, reading: usize) -> u32 {
        match WAYS[reading].extent {
            Extent::Whole | Extent::Leagues => self.plies,
            Extent::FewPlies => self.plies.min(self.few_plies),
        }
    }

    /// The leagues of a table, whose number counts from 0, as far as they are run under a reading.
    fn cells_of(&self, table: usize, reading: usize) -> Cells {
        let side = |rate, plies, depth| Side::Group(Group { rate, plies, reading }, depth);
        if WAYS[reading].extent != Extent::Whole && !(2..=6).contains(&table) {
            return Vec::new();
        }
        let build = |cell: &dyn Fn(u32, u32) -> Cell, has_diagonal: bool| {
            let cell = |row, column| (has_diagonal || row != column).then(|| cell(row, column));
            (1..=self.plies).map(|row| (1..=self.plies).map(|column| cell(row, column)).collect()).collect()
        };
        match table {
            // Everyone at the depth it was trained at.
            0 => build(&|row, column| Cell(side(FIXED, row, row), side(FIXED, column, column)), false),
            // A group against itself at other depths.
            1 => build(&|row, column| Cell(side(FIXED, row, row), side(FIXED, row, column)), false),
            2..=6 => league_of(FIXED, reading, table as u32 - 1, self.plies_of(reading)),
            7..=11 => league_of(REDUCED, reading, table as u32 - 6, self.plies),
            // Reduced against fixed exploration, the columns being the depth of play.
            12 => build(&|row, column| Cell(side(REDUCED, row, column), side(FIXED, row, column)), true),
            _ => {
                let rate = if table == 13 { FIXED } else { REDUCED };
                build(&|row, column| Cell(side(rate, row, column), Side::Swh(column)), true)
            }
        }
    }
}

/// All groups of one kind against each other at one depth of play.
fn league_of(rate: usize, reading: usize, depth: u32, plies: u32) -> Cells {
    if depth > plies {
        return Vec::new();
    }
    let side = |plies| Side::Group(Group { rate, plies, reading }, depth);
    let cell = |row, column| (row != column).then(|| Cell(side(row), side(column)));
    (1..=plies).map(|row| (1..=plies).map(|column| cell(row, column)).collect()).collect()
}

/// The tasks of the study, in the order in which they are done: whoever stops early has a report without the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Batch {
    /// The reading by which claims are judged.
    Judged,
    /// What is run under all others.
    Others,
    /// Reduced ε under another one.
    OthersReduced,
}

impl Batch {
    const ALL: [Self; 3] = [Self::Judged, Self::Others, Self::OthersReduced];
}

impl Group {
    /// When it is taught.
    fn turn(self) -> (Batch, u32) {
        let batch = match self.rate {
            _ if self.reading == HEADLINE => Batch::Judged,
            REDUCED => Batch::OthersReduced,
            _ => Batch::Others,
        };
        (batch, self.plies)
    }
}

impl Td {
    /// Adds the trainings of a group.
    fn train(&self, study: &mut Study<'static>, variant: &Variant) {
        // Twenty points make a curve; ten players at each make it smooth.
        let measured = LeaguePlan { every: (self.games / 20).max(1), pairs: 100 };
        for replica in 0..variant.replicas {
            let (recipe, seed) = (variant.recipe.clone(), variant.seed + replica as u64);
            study.task(variant.key("train", replica), &[], move |context| {
                let taught = context.train(None, &recipe, seed, Some(measured))?;
                let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
                let points = taught.curve.iter().filter(|point| point.name == league::CURVE);
                let curve = points.map(|point| (point.games, point.value)).collect();
                Ok(Trained { weights: model.weights().to_vec(), bias: model.bias(), curve })
            });
        }
    }

    /// Adds a league.
    fn play(&self, study: &mut Study<'static>, cell: Cell, variants: &[(Group, Variant)]) {
        let keys = |side: Side| match side {
            Side::Group(group, _) => variants
                .iter()
                .find(|(known, _)| *known == group)
                .map_or(Vec::new(), |(_, it)| it.keys("train")),
            Side::Swh(_) => Vec::new(),
        };
        let sides = [keys(cell.0), keys(cell.1)];
        let mut needs = sides.concat();
        needs.sort();
        needs.dedup();
        let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
        let seed = self.seed;
        study.task(cell.key(), &needs, move |context| play(context, cell, &sides, seed));
    }
}

impl Experiment for Td {
    fn tasks(&self, study: &mut Study<'static>) {
        let seed = self.seed;
        study.task(BRANCHING, &[], move |context| branching(context, seed));
        let (variants, mut cells) = (self.variants(), self.cells());
        // Few plies first: what is cheap is there soon. Leagues follow as soon as both sides are taught.
        for turn in Batch::ALL.into_iter().flat_map(|batch| (1..=self.plies).map(move |plies| (batch, plies)))
        {
            let now = variants.iter().filter(|(group, _)| group.turn() == turn);
            now.for_each(|(_, variant)| self.train(study, variant));
            for cell in cells.extract_if(.., |cell| cell.turn() <= turn) {
                self.play(study, cell, &variants);
            }
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for cell in self.cells() {
            if let Some(points) = done.find::<Points>(&cell.key())? {
                data.add_league(cell.0.to_string(), cell.1.to_string(), points);
            }
        }
        // What the text says of weights.
        for (group, variant) in self.variants() {
            if group.rate == FIXED && WAYS[group.reading].extent == Extent::Whole {
                let players: Vec<Trained> = variant.results(done, "train")?;
                data.add(&variant.name, CORNERS, players.iter().map(|player| player.corners().0));
                data.add(&variant.name, BESIDE_CORNERS, players.iter().map(|player| player.corners().1));
            }
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        self.claims_under(HEADLINE)
    }

    fn readings(&self, _: &Data) -> Vec<Reading> {
        let order = [HEADLINE].into_iter().chain((0..WAYS.len()).filter(|reading| *reading != HEADLINE));
        let reading = |reading: usize| Reading {
            words: WAYS[reading].words.to_owned(),
            extent: match WAYS[reading].extent {
                Extent::Whole => None,
                Extent::Leagues => Some("for Tables III to VII"),
                Extent::FewPlies => Some("for Tables III to V, up to 3 plies"),
            },
            claims: self.claims_under(reading),
            printed: self.printed_under(reading, 0..15),
        };
        order.map(reading).collect()
    }

    fn arms(&self) -> usize {
        2
    }

    fn main(&self, data: &Data) -> Result<Option<Section>, ReportError> {
        self.main_finding(data).map(Some)
    }

    fn sections(&self, data: &Data) -> Result<Vec<Section>, ReportError> {
        Ok(vec![self.tables(data)?])
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// Plays a league: two games between every two.
fn play(
    context: &TaskContext<'_>,
    cell: Cell,
    keys: &[Vec<String>; 2],
    seed: u64,
) -> Result<Points, TaskError> {
    let seats = |side: Side, keys: &[String]| -> Result<Vec<Entrant>, TaskError> {
        let (Side::Group(_, depth) | Side::Swh(depth)) = side;
        let seat = |key: &String| {
            let Trained { weights, bias, .. } = context.input(key)?;
            let weights = <[f64; 64]>::try_from(weights.as_slice()).map_err(TaskError::failed)?;
            let model: Model = Model::new(weights, bias);
            Ok(Style::plies(depth).entrant(key, model))
        };
        match side {
            Side::Group(..) => keys.iter().map(seat).collect(),
            Side::Swh(_) => Ok(vec![Style::plies(depth).entrant("swh", PieceCounter::swh())]),
        }
    };
    let (rows, columns) = (seats(cell.0, &keys[0])?, seats(cell.1, &keys[1])?);
    let mut points = vec![vec![0.0; columns.len()]; rows.len()];
    for (row, first) in rows.iter().enumerate() {
        for (column, second) in columns.iter().enumerate() {
            let game = (row * columns.len() + column) as u64;
            let seed = Chance::stream(seed, &cell.key(), game).seed();
            Games { first, second, openings: &[], pairs: 1, seed }
                .play(context, |pair| points[row][column] = pair.points_of_first())?;
            context.report_progress((game + 1) as f64 / (rows.len() * columns.len()) as f64);
        }
    }
    Ok(points)
}

/// The mean number of legal moves in games of SWH against itself with a tenth of the moves at random.
fn branching(context: &TaskContext<'_>, seed: u64) -> Result<f64, TaskError> {
    let swh = player("swh:epsilon=0.1")?;
    let (mut moves, mut turns) = (0, 0);
    Games { first: &swh, second: &swh, openings: &[], pairs: 500, seed }.play(context, |pair| {
        for game in &pair.games {
            for (board, ply) in game.game.history() {
                if ply.square().is_some() {
                    moves += u64::from(board.position.moves().count());
                    turns += 1;
                }
            }
        }
    })?;
    Ok(moves as f64 / f64::from(turns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_learn::{Recipe, td};

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Td::new(Scale::Full, 1);
        let variants = plan.variants();
        assert_eq!(variants[0].1.recipe, Recipe::Td(td::Recipe::default()));
        let mut seeds: Vec<u64> = variants.iter().map(|(_, variant)| variant.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4 * 5 + 4 * 5 + 4 * 3);
        // I: 10, II: 20, III–XII: 100, XIII: 25, XIV and XV: 50, under two readings; III–VII under four others, 3 × 3 of
        // them under the last four.
        assert_eq!(plan.cells().len(), 2 * (10 + 20 + 100 + 25 + 50) + 4 * 50 + 4 * 9);
    }

    #[test]
    fn small_plans_play_only_whom_they_train() {
        let plan = Td::new(Scale::Smoke, 1);
        let trained = plan.groups();
        for Cell(one, other) in plan.cells() {
            for side in [one, other] {
                assert!(
                    matches!(side, Side::Group(group, 1..=2) if trained.contains(&group))
                        || matches!(side, Side::Swh(1..=2)),
                    "{side}"
                );
            }
        }
    }
}
