//! `linear4` and the extensions that its document plans: trainings, and meetings replica by replica.
//!
//! Everything is done several times over, each time from another seed: a replica has its own random weights and its
//! own openings, and the same number stands for the same seed in every group.

mod claims;
mod matrices;
mod report;

use outflank_arena::{Entrant, Seat, Style, play_alone};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_learn::linear4::{self, Benchmark, FEATURES, Opponent};
use outflank_learn::{Model, Scale, Tensor, Tensors, imitator, population, selection};
use outflank_rules::{Game, GameRecord, Outcome};
use outflank_value::PieceCounter;
use serde::{Deserialize, Serialize};

use super::variant::{Games, recipe};
use super::{Experiment, Page, Printed, Reading, Results, Variant};
use crate::claims::{Claim, Data};
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use crate::{LeaguePlan, league};
use matrices::{least, likeness, preference};

/// The agent that the document ends with: trained against copies; and as it plays.
const FINAL: &str = "against-copy";
const LINEAR4: &str = "against-copy@3";

/// The group that learns its matrices, and such a matrix alone, greedy.
const LEARNED: &str = "learned-matrix";
/// The group that learns its matrices against random moves.
const FROM_RANDOM: &str = "learned-from-random";
/// Those that learn with each of the three matrices that the document may mean.
const ARMS: [&str; 3] = [FINAL, LEARNED, FROM_RANDOM];
/// The value matrix that the document prints, greedy.
const PRINTED: &str = "value-matrix";

/// The final agent with one of our choices made the other way: name, words, what is changed.
const CHOICES: [(&str, &str, &str); 6] = [
    (LEARNED, "a matrix learned anew by self-play", "matrix=learned"),
    (FROM_RANDOM, "a matrix learned anew against random moves for White", "matrix=learned-from-random"),
    ("korman-matrix", "Korman's matrix", "matrix=korman"),
    ("margin", "a finished game is worth its margin", "ends=margin"),
    ("one-ply", "one ply ahead while learning", "plies=1"),
    ("black", "the learner is always Black", "side=black"),
];

/// What the document plans: name, words, system, what is changed.
const EXTENSIONS: [(&str, &str, &str, &str); 5] = [
    ("imitation", "imitator, after imitation", "imitator", "self_play=0"),
    ("self-play", "imitator, after self-play", "imitator", ""),
    ("population", "population", "population", ""),
    ("forward", "selection, forwards", "selection", "direction=forward"),
    ("backward", "selection, backwards", "selection", "direction=backward"),
];

/// All benchmarks by name and words, those of the document's third figure.
fn benchmarks() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let known = Benchmark::ALL.into_iter().map(|benchmark| (benchmark.name(), benchmark.describe()));
    known.chain([(PRINTED, "value matrix, greedy")])
}

/// The group behind somebody who meets others, if it has learned.
fn group_of(contender: &str) -> Option<&str> {
    match contender {
        LEARNED | FROM_RANDOM => Some(contender),
        other => other.split_once('@').map(|(group, _)| group),
    }
}

/// The experiments at some scale.
#[derive(Clone)]
pub(super) struct Linear4 {
    scale: Scale,
    seed: u64,
    /// Players in a group of `linear4`.
    replicas: usize,
    /// Players in a group of an extension.
    extension_replicas: usize,
    /// Pairs of games that each replica plays in a meeting.
    pairs: u64,
}

/// Random plies before each pair: without them two players of fixed habits play one game again and again.
const OPENING_PLIES: u32 = 6;

/// What is kept of a training.
#[derive(Serialize, Deserialize)]
struct Trained {
    system: String,
    /// Name, shape and values of everything that was learned.
    tensors: Vec<(String, Vec<usize>, Vec<f64>)>,
    /// Games learned, what was measured then, and how much it was.
    curve: Vec<(u64, String, f64)>,
}

impl Trained {
    fn new(model: &Model, curve: Vec<(u64, String, f64)>) -> Self {
        let tensor =
            |(name, tensor): (&str, &Tensor)| (name.to_owned(), tensor.shape.clone(), tensor.values.to_vec());
        Self {
            system: model.system().to_owned(),
            tensors: model.tensors().iter().map(tensor).collect(),
            curve,
        }
    }

    fn model(&self) -> Result<Model, TaskError> {
        let mut tensors = Tensors::new();
        for (name, shape, values) in &self.tensors {
            tensors.insert(name, Tensor::shaped(shape.clone(), values.clone()));
        }
        Model::from_tensors(&self.system, &tensors).map_err(TaskError::failed)
    }

    fn linear4(&self) -> Option<linear4::Model> {
        linear4::Model::try_from(self.model().ok()?).ok()
    }
}

/// Games won, drawn and lost by one replica of the first player of a meeting.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Outcomes {
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The key of how long games are and how many moves there are to choose from.
const LENGTH: &str = "length";

impl Linear4 {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let (replicas, extension_replicas, pairs) = match scale {
            Scale::Full => (10, 5, 100),
            Scale::Quick => (4, 2, 40),
            Scale::Smoke => (2, 2, 2),
        };
        Self { scale, seed, replicas, extension_replicas, pairs }
    }

    /// Less than at full size, by the scale.
    fn less(&self, full: u64) -> u64 {
        match self.scale {
            Scale::Full => full,
            Scale::Quick => full / 5,
            Scale::Smoke => (full / 200).max(3),
        }
    }

    /// Games of a training of `linear4`.
    fn games(&self) -> u64 {
        self.less(linear4::Recipe::default().games)
    }

    /// What a scale changes in the recipes of a system.
    fn sizes(&self, system: &str) -> String {
        let games = self.games();
        let imitation = self.less(imitator::Recipe::default().imitation);
        match (self.scale, system) {
            (Scale::Full, _) => String::new(),
            (_, "linear4") => {
                let usual = linear4::Recipe::default();
                format!(
                    "games={games} alpha_every={} matrix_games={}",
                    self.less(usual.alpha_every).max(1),
                    self.less(usual.matrix_games)
                )
            }
            (_, "imitator") => {
                let usual = imitator::Recipe::default();
                format!(
                    "teacher_games={games} imitation={imitation} self_play={} batch={}",
                    self.less(usual.self_play),
                    self.less(usual.batch).max(5)
                )
            }
            (_, "population") => {
                let usual = population::Recipe::default();
                let networks = self.less(usual.networks as u64).max(6);
                format!(
                    "teacher_games={games} imitation={imitation} networks={networks} descended=2 survivors={} \
                     generations={} benchmark_pairs={}",
                    (networks / 5).max(1),
                    self.less(usual.generations),
                    self.less(usual.benchmark_pairs)
                )
            }
            _ => {
                let usual = selection::Recipe::default();
                format!(
                    "teacher_games={games} lessons={} batch={}",
                    self.less(usual.lessons),
                    self.less(usual.batch).max(10)
                )
            }
        }
    }

    /// All groups that are trained: those by training opponent, with choices made the other way, extensions.
    fn variants(&self) -> Vec<Variant> {
        let variant = |name: &str, words: &str, system: &str, change: &str| Variant {
            name: name.to_owned(),
            words: words.to_owned(),
            recipe: recipe(system, &format!("{} {change}", self.sizes(system))),
            replicas: if system == "linear4" { self.replicas } else { self.extension_replicas },
            seed: self.seed << 32,
        };
        let opponents = Opponent::ALL.map(|opponent| {
            let name = opponent.name();
            let words = match opponent {
                Opponent::Copy => "linear4".to_owned(),
                _ => format!("trained against {name}"),
            };
            variant(&format!("against-{name}"), &words, "linear4", &format!("opponent={name}"))
        });
        let choices = CHOICES.map(|(name, words, change)| variant(name, words, "linear4", change));
        let extensions = EXTENSIONS.map(|(name, words, system, change)| variant(name, words, system, change));
        opponents.into_iter().chain(choices).chain(extensions).collect()
    }

    /// All meetings, each once. The results are those of the first.
    fn meetings(&self) -> Vec<(String, String)> {
        let mut meetings = Vec::new();
        let mut meet = |first: &str, second: &str| meetings.push((first.to_owned(), second.to_owned()));
        // The third figure: the benchmarks among each other.
        for (place, (first, _)) in benchmarks().enumerate() {
            benchmarks().skip(place + 1).for_each(|(second, _)| meet(first, second));
        }
        let known = || Benchmark::ALL.into_iter().map(Benchmark::name);
        // The fourth: training opponents. The fifth: the final agent. And our choices the other way.
        for opponent in Opponent::ALL {
            let trained = format!("against-{}@3", opponent.name());
            meet(&trained, PRINTED);
            known().for_each(|benchmark| meet(&trained, benchmark));
        }
        for (choice, ..) in CHOICES {
            known().for_each(|benchmark| meet(&format!("{choice}@3"), benchmark));
        }
        // How weak the matrix is.
        for matrices in [LEARNED, FROM_RANDOM] {
            for benchmark in [Benchmark::Random, Benchmark::Korman] {
                meet(matrices, benchmark.name());
            }
        }
        // The extensions against the final agent at the same depth, and against the benchmarks.
        for (extension, ..) in EXTENSIONS {
            for plies in [1, 3] {
                meet(&format!("{extension}@{plies}"), &format!("{FINAL}@{plies}"));
            }
            known().for_each(|benchmark| meet(&format!("{extension}@3"), benchmark));
        }
        meetings
    }
}

/// The key of a meeting.
fn meeting_key(first: &str, second: &str) -> String {
    format!("play/{first} against {second}")
}

impl Experiment for Linear4 {
    fn tasks(&self, study: &mut Study<'static>) {
        let variants = self.variants();
        // Twenty points make a curve. Only that of the final agent is in the document, whichever matrix it had.
        let measured = LeaguePlan { every: (self.games() / 20).max(1), pairs: self.pairs };
        // Extensions take the longest: first, so that none is left over at the end.
        for variant in variants.iter().rev() {
            for replica in 0..variant.replicas {
                let (recipe, seed) = (variant.recipe.clone(), variant.seed + replica as u64);
                let measured = ARMS.contains(&variant.name.as_str()).then_some(measured);
                study.task(variant.key("train", replica), &[], move |context| {
                    let taught = context.train(None, &recipe, seed, measured)?;
                    let curve = taught.curve.into_iter().map(|point| (point.games, point.name, point.value));
                    Ok(Trained::new(&taught.model, curve.collect()))
                });
            }
        }
        for (first, second) in self.meetings() {
            let groups = [&first, &second].into_iter().filter_map(|contender| group_of(contender));
            let groups: Vec<&Variant> =
                groups.filter_map(|name| variants.iter().find(|variant| variant.name == name)).collect();
            let replicas = groups.iter().map(|group| group.replicas).min().unwrap_or(self.replicas);
            let mut needs: Vec<String> = groups
                .iter()
                .flat_map(|group| (0..replicas).map(|replica| group.key("train", replica)))
                .collect();
            needs.sort();
            needs.dedup();
            let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
            let plan = self.clone();
            study.task(meeting_key(&first, &second), &needs, move |context| {
                plan.meet(context, &first, &second, replicas)
            });
        }
        let seed = self.seed;
        study.task(LENGTH, &[], move |_| Ok(length(seed)));
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for (first, second) in self.meetings() {
            if let Some(tallies) = done.find::<Vec<Outcomes>>(&meeting_key(&first, &second))? {
                let tallies: Vec<[u64; 3]> =
                    tallies.iter().map(|tally| [tally.wins, tally.draws, tally.losses]).collect();
                data.add_tallies(&first, &second, &tallies);
            }
        }
        for variant in self.variants().iter().filter(|variant| ARMS.contains(&variant.name.as_str())) {
            let trained: Vec<Trained> = variant.results(done, "train")?;
            let models: Vec<linear4::Model> = trained.iter().filter_map(Trained::linear4).collect();
            for (place, feature) in FEATURES.into_iter().enumerate() {
                data.add(
                    &variant.name,
                    format!("θ of {feature}"),
                    models.iter().map(|model| model.theta()[place]),
                );
            }
            for (number, squares) in [("corner", &[0][..]), ("beside a corner", &[1, 8, 9])] {
                let values = models.iter().map(|model| preference(model.matrix().weights(), squares));
                data.add(&variant.name, format!("matrix: {number}"), values);
            }
            data.add(
                &variant.name,
                "matrix: least",
                models.iter().map(|model| least(model.matrix().weights())),
            );
            let likeness = models.iter().map(|model| likeness(model.matrix().weights()));
            data.add(&variant.name, "matrix: likeness", likeness);
            let curves: Vec<Vec<f64>> = trained.iter().map(scores_while_learning).collect();
            data.add(&variant.name, "learned", curves.iter().map(|curve| growth(curve, 0.0, 0.05)));
            data.add(&variant.name, "learned late", curves.iter().map(|curve| growth(curve, 0.5, 0.75)));
        }
        if let Some(Length { branching, turns }) = done.find(LENGTH)? {
            data.add("random games", "legal moves", branching);
            data.add("random games", "turns", turns);
        }
        Ok(data)
    }

    fn claims(&self, data: &Data) -> Vec<Claim> {
        claims::all(data)
    }

    fn readings(&self, data: &Data) -> Vec<Reading> {
        let printed = [(FINAL, "the matrix as the document prints it")];
        let others = CHOICES.map(|(name, words, _)| (name, words));
        let reading = |(name, words): (&str, &str)| Reading {
            words: words.to_owned(),
            extent: None,
            claims: claims::under(name, data),
            printed: claims::printed(name),
        };
        printed.into_iter().chain(others).map(reading).collect()
    }

    /// Three matrices: as it is printed, and learned anew in two ways.
    fn arms(&self) -> usize {
        3
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

fn scores_while_learning(trained: &Trained) -> Vec<f64> {
    let points = trained.curve.iter().filter(|(_, name, _)| name == league::CURVE);
    points.map(|(_, _, score)| *score).collect()
}

/// The mean score of the last quarter of a curve, less the mean of a part of it.
fn growth(points: &[f64], from: f64, to: f64) -> f64 {
    let mean = |points: &[f64]| points.iter().sum::<f64>() / points.len().max(1) as f64;
    let place = |part: f64| (part * points.len() as f64) as usize;
    let part = place(from)..place(to).max(place(from) + 1).min(points.len());
    mean(&points[place(0.75)..]) - mean(&points[part])
}

impl Linear4 {
    /// Plays a meeting, replica by replica.
    fn meet(
        &self,
        context: &TaskContext<'_>,
        first: &str,
        second: &str,
        replicas: usize,
    ) -> Result<Vec<Outcomes>, TaskError> {
        let mut tallies = Vec::with_capacity(replicas);
        for replica in 0..replicas {
            let seats = (seat(context, first, replica)?, seat(context, second, replica)?);
            let seed = (self.seed << 32) + replica as u64;
            let openings: Vec<GameRecord> = (0..self.pairs)
                .map(|pair| opening(Chance::stream(seed, "linear4 study opening", pair)))
                .collect();
            let seed = Chance::stream(seed, &meeting_key(first, second), 0).seed();
            let games =
                Games { first: &seats.0, second: &seats.1, openings: &openings, pairs: self.pairs, seed };
            let mut tally = Outcomes::default();
            games.play(context, |pair| {
                for outcome in pair.outcomes() {
                    match outcome {
                        Outcome::Win => tally.wins += 1,
                        Outcome::Draw => tally.draws += 1,
                        Outcome::Loss => tally.losses += 1,
                    }
                }
            })?;
            tallies.push(tally);
            context.report_progress((replica + 1) as f64 / replicas as f64);
        }
        Ok(tallies)
    }
}

/// Somebody of some replica who meets others.
fn seat(context: &TaskContext<'_>, name: &str, replica: usize) -> Result<Entrant, TaskError> {
    let trained = |group: &str| context.input::<Trained>(&format!("train/{group}/{replica}"))?.model();
    if let Some((group, plies)) = name.split_once('@') {
        let plies = plies.parse().map_err(TaskError::failed)?;
        return trained(group)?.entrant(name, &Style::plies(plies)).map_err(TaskError::failed);
    }
    Ok(match name {
        PRINTED => Style::plies(1).entrant(name, PieceCounter::document_matrix()),
        LEARNED | FROM_RANDOM => {
            let model = linear4::Model::try_from(trained(name)?).map_err(TaskError::failed)?;
            Style::plies(1).entrant(name, model.matrix().clone())
        }
        _ => {
            let known = Benchmark::ALL.into_iter().find(|benchmark| benchmark.name() == name);
            known.ok_or_else(|| TaskError::failed(format!("nobody is called {name}")))?.entrant()
        }
    })
}

/// Some random plies.
fn opening(mut chance: Chance) -> GameRecord {
    let mut game = Game::new();
    for _ in 0..OPENING_PLIES {
        let moves = game.board().position.moves().into_iter().collect::<Vec<_>>();
        let square = moves[chance.below(moves.len() as u32) as usize];
        game.play(square).expect("nobody has to pass so early");
    }
    game.record()
}

/// Moves to choose from and moves in a game, in games of random moves.
#[derive(Serialize, Deserialize)]
struct Length {
    /// The mean number of legal moves, block by block of games.
    branching: [f64; 10],
    /// The mean number of moves of both sides in a game, block by block.
    turns: [f64; 10],
}

/// Random games, a hundred in a block.
fn length(seed: u64) -> Length {
    let mut length = Length { branching: [0.0; 10], turns: [0.0; 10] };
    for block in 0..10 {
        let (mut moves, mut turns) = (0, 0);
        for number in 0..100 {
            let chance = Chance::stream(seed, "linear4 study length", block as u64 * 100 + number);
            let played = play_alone(Game::new(), Seat { player: &mut Random::new(), chance });
            for (board, ply) in played.game.history() {
                if ply.square().is_some() {
                    moves += board.position.moves().count();
                    turns += 1;
                }
            }
        }
        length.branching[block] = f64::from(moves) / f64::from(turns);
        length.turns[block] = f64::from(turns) / 100.0;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_learn::Recipe;
    use std::collections::BTreeSet;

    #[test]
    fn every_meeting_has_its_players() {
        for scale in [Scale::Smoke, Scale::Quick, Scale::Full] {
            let plan = Linear4::new(scale, 1);
            let variants = plan.variants();
            let meetings = plan.meetings();
            assert_eq!(meetings.iter().collect::<BTreeSet<_>>().len(), meetings.len(), "each once");
            for (first, second) in meetings {
                for group in [group_of(&first), group_of(&second)].into_iter().flatten() {
                    assert!(variants.iter().any(|variant| variant.name == group), "{group}");
                }
            }
        }
    }

    #[test]
    fn the_full_plan_is_that_of_the_recipes() {
        let plan = Linear4::new(Scale::Full, 1);
        let of = |name: &str| {
            plan.variants().into_iter().find(|variant| variant.name == name).expect("there").recipe
        };
        assert_eq!(of(FINAL), Recipe::Linear4(linear4::Recipe::default()));
        assert_eq!(of("population"), Recipe::Population(population::Recipe::default()));
        // 15 among the benchmarks, 7 and 35 of training opponents, 30 of choices, 4 of matrices, 35 of extensions.
        assert_eq!(plan.meetings().len(), 15 + 7 + 35 + 30 + 4 + 35);
        let smoke = Linear4::new(Scale::Smoke, 1);
        let (Recipe::Imitator(imitator), Recipe::Population(population)) =
            (smoke.variants()[14].recipe.clone(), smoke.variants()[15].recipe.clone())
        else {
            panic!("the extensions come last")
        };
        assert_eq!(
            (imitator.teacher_games, imitator.imitation),
            (population.teacher_games, population.imitation)
        );
    }
}
