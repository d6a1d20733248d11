//! The document's experiments: what is trained, and who meets whom.
//!
//! Everything is done several times over, each time from another seed: a replica has its own random
//! weights and its own openings, and the same number stands for the same seed in every group. What
//! varies between replicas is what the intervals show. Nothing here runs anything.

use std::fmt;

use super::{Benchmark, Ends, Matrix, Opponent, Recipe, Side};
use crate::selection::Direction;
use crate::{Recipe as AnyRecipe, Scale, imitator, population, selection};

/// Players that differ only in their seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// `linear4` as the document has it, trained against this opponent. The final agent is the one trained
    /// against copies.
    Against(Opponent),
    /// The final agent with one of our choices made the other way.
    Otherwise(Choice),
    /// A planned extension.
    Extension(Extension),
}

/// A choice of ours, made the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// A matrix that was learned by the document's method, in place of the one that it prints.
    LearnedMatrix,
    /// Korman's matrix.
    KormanMatrix,
    /// A finished game is worth its margin, not its outcome.
    Margin,
    /// One ply of look-ahead while learning.
    OnePly,
    /// The learner always has Black.
    Black,
}

/// An extension that the document plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extension {
    /// `imitator` after its imitation.
    Imitation,
    /// `imitator` after its games against the copy.
    SelfPlay,
    /// `population`.
    Population,
    /// `selection`, forwards.
    Forward,
    /// `selection`, backwards.
    Backward,
}

impl Choice {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::LearnedMatrix, Self::KormanMatrix, Self::Margin, Self::OnePly, Self::Black];

    /// What is different, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::LearnedMatrix => "a matrix learned anew",
            Self::KormanMatrix => "Korman's matrix",
            Self::Margin => "a finished game is worth its margin",
            Self::OnePly => "one ply ahead while learning",
            Self::Black => "the learner is always Black",
        }
    }
}

impl Extension {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Imitation, Self::SelfPlay, Self::Population, Self::Forward, Self::Backward];

    /// What it is, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Imitation => "imitator, after imitation",
            Self::SelfPlay => "imitator, after self-play",
            Self::Population => "population",
            Self::Forward => "selection, forwards",
            Self::Backward => "selection, backwards",
        }
    }
}

impl Group {
    /// The agent that the document ends with.
    pub const FINAL: Self = Self::Against(Opponent::Copy);
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Against(opponent) => return write!(f, "against-{}", opponent.name()),
            Self::Otherwise(Choice::LearnedMatrix) => "learned-matrix",
            Self::Otherwise(Choice::KormanMatrix) => "korman-matrix",
            Self::Otherwise(Choice::Margin) => "margin",
            Self::Otherwise(Choice::OnePly) => "one-ply",
            Self::Otherwise(Choice::Black) => "black",
            Self::Extension(Extension::Imitation) => "imitation",
            Self::Extension(Extension::SelfPlay) => "self-play",
            Self::Extension(Extension::Population) => "population",
            Self::Extension(Extension::Forward) => "forward",
            Self::Extension(Extension::Backward) => "backward",
        })
    }
}

/// Who can meet whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contender {
    /// A trained player that looks so many plies ahead.
    Trained(Group, u32),
    /// A benchmark.
    Benchmark(Benchmark),
    /// The value matrix that the document prints, greedy.
    ValueMatrix,
    /// A value matrix that was learned by its method, greedy.
    LearnedMatrix,
}

impl Contender {
    /// The final agent as it plays.
    pub const FINAL: Self = Self::Trained(Group::FINAL, 3);

    /// The group that learns its matrices.
    pub const LEARNED: Group = Group::Otherwise(Choice::LearnedMatrix);

    /// The benchmarks of the document's third figure.
    pub fn benchmarks() -> impl Iterator<Item = Self> + Clone {
        Benchmark::ALL.into_iter().map(Self::Benchmark).chain([Self::ValueMatrix])
    }

    /// The group whose trainings it needs.
    pub fn group(self) -> Option<Group> {
        match self {
            Self::Trained(group, _) => Some(group),
            Self::LearnedMatrix => Some(Self::LEARNED),
            Self::Benchmark(_) | Self::ValueMatrix => None,
        }
    }

    /// What it is, in words.
    pub fn describe(self) -> String {
        match self {
            Self::Trained(Group::Against(Opponent::Copy), 3) => "linear4".to_owned(),
            Self::Trained(Group::Against(opponent), _) => format!("trained against {}", opponent.name()),
            Self::Trained(Group::Otherwise(choice), _) => choice.describe().to_owned(),
            Self::Trained(Group::Extension(extension), plies) => {
                format!("{}, {plies} {}", extension.describe(), if plies == 1 { "ply" } else { "plies" })
            }
            Self::Benchmark(benchmark) => benchmark.describe().to_owned(),
            Self::ValueMatrix => "value matrix, greedy".to_owned(),
            Self::LearnedMatrix => "learned matrix, greedy".to_owned(),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trained(group, plies) => write!(f, "{group}@{plies}"),
            Self::Benchmark(benchmark) => f.write_str(benchmark.name()),
            Self::ValueMatrix => f.write_str("value-matrix"),
            Self::LearnedMatrix => f.write_str("learned-matrix"),
        }
    }
}

/// Two who meet, replica by replica. The results are those of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meeting {
    /// Whose points are counted.
    pub first: Contender,
    /// Its opponent.
    pub second: Contender,
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.first, self.second)
    }
}

/// Everything a study does.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed of the whole study.
    pub seed: u64,
    /// Players in a group of `linear4`.
    pub replicas: usize,
    /// Players in a group of an extension.
    pub extension_replicas: usize,
    /// Pairs of games that each replica plays in a meeting.
    pub pairs: u64,
    /// Random plies before each pair: without them two players of fixed habits play one game again and again.
    pub opening_plies: u32,
    linear4: Recipe,
    imitator: imitator::Recipe,
    population: population::Recipe,
    selection: selection::Recipe,
}

impl Plan {
    /// The plan of a scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        let full = Self {
            seed,
            replicas: 10,
            extension_replicas: 5,
            pairs: 100,
            opening_plies: 6,
            linear4: Recipe::default(),
            imitator: imitator::Recipe::default(),
            population: population::Recipe::default(),
            selection: selection::Recipe::default(),
        };
        match scale {
            Scale::Full => full,
            Scale::Quick => full.reduced(4, 40, |full| full / 5),
            Scale::Smoke => full.reduced(2, 2, |full| (full / 200).max(3)),
        }
    }

    /// A plan in which everything is done less often.
    fn reduced(mut self, replicas: usize, pairs: u64, less: fn(u64) -> u64) -> Self {
        (self.replicas, self.extension_replicas, self.pairs) = (replicas, 2, pairs);
        self.linear4.games = less(self.linear4.games);
        self.linear4.alpha_every = less(self.linear4.alpha_every).max(1);
        self.linear4.matrix_games = less(self.linear4.matrix_games);
        self.imitator.imitation = less(self.imitator.imitation);
        self.imitator.self_play = less(self.imitator.self_play);
        self.imitator.batch = less(self.imitator.batch).max(5);
        self.population.networks = less(self.population.networks as u64).max(6) as usize;
        self.population.descended = 2;
        self.population.survivors = (self.population.networks / 5).max(1);
        self.population.generations = less(self.population.generations);
        self.population.benchmark_pairs = less(self.population.benchmark_pairs);
        self.selection.lessons = less(self.selection.lessons);
        self.selection.batch = less(self.selection.batch).max(10);
        self
    }

    /// All groups that are trained: the longest trainings first, so that none is left over at the end.
    pub fn groups(&self) -> Vec<Group> {
        let extensions = [
            Extension::Population,
            Extension::SelfPlay,
            Extension::Imitation,
            Extension::Forward,
            Extension::Backward,
        ];
        let extensions = extensions.into_iter().map(Group::Extension);
        let trained = Opponent::ALL.into_iter().map(Group::Against);
        extensions.chain(trained).chain(Choice::ALL.map(Group::Otherwise)).collect()
    }

    /// Games of a training of `linear4`.
    pub fn games(&self) -> u64 {
        self.linear4.games
    }

    /// How many players a group has.
    pub fn replicas_of(&self, group: Group) -> usize {
        match group {
            Group::Extension(_) => self.extension_replicas,
            _ => self.replicas,
        }
    }

    /// The recipe of a group.
    pub fn recipe(&self, group: Group) -> AnyRecipe {
        let imitator = imitator::Recipe { teacher_games: self.linear4.games, ..self.imitator.clone() };
        let selection = |direction| selection::Recipe {
            direction,
            teacher_games: self.linear4.games,
            ..self.selection.clone()
        };
        match group {
            Group::Against(opponent) => AnyRecipe::Linear4(Recipe { opponent, ..self.linear4.clone() }),
            Group::Otherwise(choice) => {
                let mut recipe = self.linear4.clone();
                match choice {
                    Choice::LearnedMatrix => recipe.matrix = Matrix::Learned,
                    Choice::KormanMatrix => recipe.matrix = Matrix::Korman,
                    Choice::Margin => recipe.ends = Ends::Margin,
                    Choice::OnePly => recipe.plies = 1,
                    Choice::Black => recipe.side = Side::Black,
                }
                AnyRecipe::Linear4(recipe)
            }
            Group::Extension(Extension::Imitation) => {
                AnyRecipe::Imitator(imitator::Recipe { self_play: 0, ..imitator })
            }
            Group::Extension(Extension::SelfPlay) => AnyRecipe::Imitator(imitator),
            Group::Extension(Extension::Population) => AnyRecipe::Population(population::Recipe {
                teacher_games: imitator.teacher_games,
                imitation: imitator.imitation,
                ..self.population.clone()
            }),
            Group::Extension(Extension::Forward) => AnyRecipe::Selection(selection(Direction::Forward)),
            Group::Extension(Extension::Backward) => AnyRecipe::Selection(selection(Direction::Backward)),
        }
    }

    /// The seed of a replica, the same in all groups.
    pub fn seed_of(&self, replica: usize) -> u64 {
        (self.seed << 32) + replica as u64
    }

    /// All meetings, each once.
    pub fn meetings(&self) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        let mut meet = |first, second| meetings.push(Meeting { first, second });
        // The third figure: the benchmarks among each other.
        let benchmarks: Vec<Contender> = Contender::benchmarks().collect();
        for (place, &first) in benchmarks.iter().enumerate() {
            benchmarks[place + 1..].iter().for_each(|&second| meet(first, second));
        }
        // The fourth: training opponents. The fifth: the final agent. And our choices the other way.
        for opponent in Opponent::ALL {
            meet(Contender::Trained(Group::Against(opponent), 3), Contender::ValueMatrix);
        }
        for choice in Choice::ALL {
            for benchmark in Benchmark::ALL {
                meet(Contender::Trained(Group::Otherwise(choice), 3), Contender::Benchmark(benchmark));
            }
        }
        for opponent in Opponent::ALL {
            for benchmark in Benchmark::ALL {
                meet(Contender::Trained(Group::Against(opponent), 3), Contender::Benchmark(benchmark));
            }
        }
        // How weak the matrix is.
        for benchmark in [Benchmark::Random, Benchmark::Korman] {
            meet(Contender::LearnedMatrix, Contender::Benchmark(benchmark));
        }
        // The extensions against the final agent at the same depth, and against the benchmarks.
        for extension in Extension::ALL {
            let group = Group::Extension(extension);
            for plies in [1, 3] {
                meet(Contender::Trained(group, plies), Contender::Trained(Group::FINAL, plies));
            }
            for benchmark in Benchmark::ALL {
                meet(Contender::Trained(group, 3), Contender::Benchmark(benchmark));
            }
        }
        meetings
    }

    /// How many replicas play a meeting.
    pub fn replicas_in(&self, meeting: Meeting) -> usize {
        let of =
            |contender: Contender| contender.group().map_or(self.replicas, |group| self.replicas_of(group));
        of(meeting.first).min(of(meeting.second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_recipe_is_sound_and_every_meeting_has_its_players() {
        for scale in [Scale::Smoke, Scale::Quick, Scale::Full] {
            let plan = Plan::new(scale, 1);
            let groups = plan.groups();
            for &group in &groups {
                assert_eq!(plan.recipe(group).check(), Ok(()), "{group} at {scale:?}");
            }
            let meetings = plan.meetings();
            let names: BTreeSet<String> = meetings.iter().map(Meeting::to_string).collect();
            assert_eq!(names.len(), meetings.len(), "each once");
            for meeting in meetings {
                for contender in [meeting.first, meeting.second] {
                    assert!(contender.group().is_none_or(|group| groups.contains(&group)), "{meeting}");
                }
            }
        }
    }

    #[test]
    fn the_full_plan_is_that_of_the_recipes() {
        let plan = Plan::new(Scale::Full, 1);
        assert_eq!(plan.recipe(Group::FINAL), AnyRecipe::Linear4(Recipe::default()));
        let population = plan.recipe(Group::Extension(Extension::Population));
        assert_eq!(population, AnyRecipe::Population(population::Recipe::default()));
        // 15 among the benchmarks, 7 and 35 of training opponents, 25 of choices, 2 of the matrix, 35 of extensions.
        assert_eq!(plan.meetings().len(), 15 + 7 + 35 + 25 + 2 + 35);
    }
}
