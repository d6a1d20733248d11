//! What a study trains and plays.

use std::fmt;

use crate::Scale;
use crate::td::{Exploration, Recipe};

/// Whether exploration stays the same or is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rate {
    /// ε stays at 0.1.
    Fixed,
    /// ε is multiplied by 0.9 every 500 games.
    Reduced,
}

/// Where the document is silent: our choice, or one of them made the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// All choices as they are by default.
    Ours,
    /// Exploratory moves are learned from, too.
    ExplorationUpdates,
    /// The bias stays 0.
    NoBias,
    /// A pass is a ply.
    PassIsPly,
    /// Of equal moves the first is taken while learning.
    FirstTie,
}

impl Variant {
    /// The choices that are made the other way, one at a time.
    pub const OTHERS: [Self; 4] = [Self::ExplorationUpdates, Self::NoBias, Self::PassIsPly, Self::FirstTie];

    /// What is different, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Ours => "our choices",
            Self::ExplorationUpdates => "exploratory moves are learned from, too",
            Self::NoBias => "the bias is not learned",
            Self::PassIsPly => "a pass uses up a ply",
            Self::FirstTie => "the first of equal moves is taken while learning",
        }
    }
}

/// Players that differ only in their seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    /// How they explored.
    pub rate: Rate,
    /// How far they looked ahead while learning.
    pub plies: u32,
    /// Which choices were made.
    pub variant: Variant,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = match self.rate {
            Rate::Fixed => "fixed",
            Rate::Reduced => "reduced",
        };
        write!(f, "{rate}-{}ply", self.plies)?;
        match self.variant {
            Variant::Ours => Ok(()),
            Variant::ExplorationUpdates => write!(f, "-exploration-updates"),
            Variant::NoBias => write!(f, "-no-bias"),
            Variant::PassIsPly => write!(f, "-pass-is-ply"),
            Variant::FirstTie => write!(f, "-first-tie"),
        }
    }
}

/// One training run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Training {
    /// The group of the player.
    pub group: Group,
    /// Its number in the group, the first being 0.
    pub replica: usize,
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.group, self.replica)
    }
}

/// Who a group meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opponent {
    /// The players of a group, playing at this depth.
    Group(Group, u32),
    /// The standard weighted heuristic at this depth.
    Swh(u32),
}

/// A league of every player of a group against every one of the opponents, two games each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Whose points are counted.
    pub group: Group,
    /// The depth at which the group plays.
    pub depth: u32,
    /// Who it meets.
    pub opponent: Opponent,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{} against ", self.group, self.depth)?;
        match self.opponent {
            Opponent::Group(group, depth) => write!(f, "{group}@{depth}"),
            Opponent::Swh(depth) => write!(f, "swh@{depth}"),
        }
    }
}

/// Everything a study does.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed of the whole study.
    pub seed: u64,
    /// Games of a training.
    pub games: u64,
    /// Players in a group.
    pub replicas: usize,
    /// The most plies that are trained and played.
    pub plies: u32,
    /// The most plies at which our choices are made the other way.
    pub variant_plies: u32,
}

impl Plan {
    /// The plan of a scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self { seed, games: 150, replicas: 3, plies: 2, variant_plies: 2 },
            Scale::Quick => Self { seed, games: 5_000, replicas: 10, plies: 5, variant_plies: 3 },
            Scale::Full => Self { seed, games: 50_000, replicas: 10, plies: 5, variant_plies: 3 },
        }
    }

    /// All groups of players.
    pub fn groups(&self) -> Vec<Group> {
        let group = |rate, variant| move |plies| Group { rate, plies, variant };
        let documents = [Rate::Fixed, Rate::Reduced]
            .into_iter()
            .flat_map(|rate| (1..=self.plies).map(group(rate, Variant::Ours)));
        let others = Variant::OTHERS
            .into_iter()
            .flat_map(|variant| (1..=self.variant_plies).map(group(Rate::Fixed, variant)));
        documents.chain(others).collect()
    }

    /// All trainings, the longest first, so that none is left over at the end.
    pub fn trainings(&self) -> Vec<Training> {
        let mut groups = self.groups();
        groups.sort_by_key(|group| std::cmp::Reverse(group.plies));
        let replicas = |group| (0..self.replicas).map(move |replica| Training { group, replica });
        groups.into_iter().flat_map(replicas).collect()
    }

    /// The recipe of a group.
    pub fn recipe(&self, group: Group) -> Recipe {
        // The schedules are those of the document, drawn together where there are fewer games.
        let every = (500 * self.games / 50_000).max(1);
        let mut recipe = Recipe {
            plies: group.plies,
            games: self.games,
            alpha_every: every,
            epsilon_every: every,
            epsilon_factor: if group.rate == Rate::Reduced { 0.9 } else { 1.0 },
            ..Recipe::default()
        };
        match group.variant {
            Variant::Ours => {}
            Variant::ExplorationUpdates => recipe.exploration = Exploration::Update,
            Variant::NoBias => recipe.learn_bias = false,
            Variant::PassIsPly => recipe.pass_is_ply = true,
            Variant::FirstTie => recipe.draw_ties = false,
        }
        recipe
    }

    /// The seed of a training: no two share one.
    pub fn seed_of(&self, training: Training) -> u64 {
        let place = self.groups().iter().position(|&group| group == training.group);
        let group = place.expect("a group of this plan") as u64;
        (self.seed << 32) + group * 1_000 + training.replica as u64
    }

    /// All leagues that the tables need, each once.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> =
            (0..15).flat_map(|table| self.cells_of(table)).flatten().flatten().collect();
        for variant in Variant::OTHERS {
            for depth in 1..=self.variant_plies {
                let table = Self::league(Rate::Fixed, variant, depth, self.variant_plies);
                cells.extend(table.into_iter().flatten().flatten());
            }
        }
        for cell in &mut cells {
            *cell = cell.either_way();
        }
        cells.sort();
        cells.dedup();
        cells
    }

    /// The leagues of a table, by rows and columns; the table's number counts from 0. The diagonal of
    /// a league among groups is empty.
    pub fn cells_of(&self, table: usize) -> Vec<Vec<Option<Cell>>> {
        let plies = || 1..=self.plies;
        let ours = |rate, plies| Group { rate, plies, variant: Variant::Ours };
        let build = |cell: &dyn Fn(u32, u32) -> Option<Cell>| {
            plies().map(|row| plies().map(|column| cell(row, column)).collect()).collect()
        };
        match table {
            // Everyone at the depth it was trained at.
            0 => build(&|row, column| {
                let opponent = Opponent::Group(ours(Rate::Fixed, column), column);
                (row != column).then(|| Cell { group: ours(Rate::Fixed, row), depth: row, opponent })
            }),
            // A group against itself at other depths.
            1 => build(&|row, column| {
                let group = ours(Rate::Fixed, row);
                let opponent = Opponent::Group(group, column);
                (row != column).then_some(Cell { group, depth: row, opponent })
            }),
            2..=6 => Self::league(Rate::Fixed, Variant::Ours, table as u32 - 1, self.plies),
            7..=11 => Self::league(Rate::Reduced, Variant::Ours, table as u32 - 6, self.plies),
            // Reduced against fixed exploration, the columns being the depth of play.
            12 => build(&|row, column| {
                let opponent = Opponent::Group(ours(Rate::Fixed, row), column);
                Some(Cell { group: ours(Rate::Reduced, row), depth: column, opponent })
            }),
            13 | 14 => build(&|row, column| {
                let rate = if table == 13 { Rate::Fixed } else { Rate::Reduced };
                Some(Cell { group: ours(rate, row), depth: column, opponent: Opponent::Swh(column) })
            }),
            _ => panic!("the document has fifteen tables"),
        }
    }

    /// All groups of one kind against each other at one depth of play.
    pub(super) fn league(rate: Rate, variant: Variant, depth: u32, plies: u32) -> Vec<Vec<Option<Cell>>> {
        if depth > plies {
            return vec![vec![None; plies as usize]; plies as usize];
        }
        let group = |plies| Group { rate, plies, variant };
        let cell = |row, column| {
            let opponent = Opponent::Group(group(column), depth);
            (row != column).then(|| Cell { group: group(row), depth, opponent })
        };
        (1..=plies).map(|row| (1..=plies).map(|column| cell(row, column)).collect()).collect()
    }
}

impl Cell {
    /// The same league seen by the other side, if that is a group.
    pub fn mirrored(self) -> Option<Self> {
        match self.opponent {
            Opponent::Group(group, depth) => {
                Some(Self { group, depth, opponent: Opponent::Group(self.group, self.depth) })
            }
            Opponent::Swh(_) => None,
        }
    }

    /// The one name of a league that can be seen from two sides.
    pub fn either_way(self) -> Self {
        self.mirrored().map_or(self, |other| other.min(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Plan::new(Scale::Full, 1);
        assert_eq!(plan.trainings().len(), 2 * 5 * 10 + 4 * 3 * 10);
        assert_eq!(plan.recipe(plan.groups()[0]), Recipe::default());
        let mut seeds: Vec<_> = plan.trainings().into_iter().map(|training| plan.seed_of(training)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), plan.trainings().len());

        // I: 10, II: 20, III–XII: 100, XIII: 25, XIV and XV: 50; our choices: 4 × 3 × 3.
        assert_eq!(plan.cells().len(), 10 + 20 + 100 + 25 + 50 + 36);
    }

    #[test]
    fn small_plans_leave_out_what_they_do_not_train() {
        let plan = Plan::new(Scale::Smoke, 1);
        let trained = plan.groups();
        for cell in plan.cells() {
            assert!(trained.contains(&cell.group), "{cell}");
            assert!(cell.depth <= 2);
            if let Opponent::Group(group, _) = cell.opponent {
                assert!(trained.contains(&group), "{cell}");
            }
        }
    }
}
