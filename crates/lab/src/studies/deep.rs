//! `deep`: what a network that finds its own features is worth, game for game and second for second, and what each part of its
//! learner adds.

mod report;

use std::collections::BTreeMap;

use outflank_arena::{Entrant, Style, openings};
use outflank_engine::Chance;
use outflank_learn::{Learner, Scale};
use serde::{Deserialize, Serialize};

use super::variant::{Games, claims_of_parts, player, recipe};
use super::{Experiment, Page, Results, Variant};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};

/// Ours with one thing done differently: name, words, changes; # stands for half of the games.
const PARTS: [(&str, &str, &str); 6] = [
    (OURS, "ours: 2 blocks of 16, discs alone, one ply", ""),
    (SEARCH, "the second half with a search of 16 simulations (Gumbel)", "search_games=# simulations=16"),
    ("imitation", "the first half imitates the engine", "imitation_games=#"),
    ("canonical", "symmetries by construction: one orientation for all eight", "symmetries=canonical"),
    ("deeper", "4 blocks", "blocks=4"),
    ("no-policy", "without a policy", "policy_weight=0"),
];
const OURS: &str = "ours";
const SEARCH: &str = "search";

/// What others learn: name, words, system, changes, and how many times as many games they have.
const RIVALS: [(&str, &str, &str, &str, u64); 3] = [
    (SAME_GAMES, "patterns, as many games", "patterns", "one_stage_games=0", 1),
    (
        SAME_SECONDS,
        "patterns, as many seconds of the processor",
        "patterns",
        "one_stage_games=0",
        GAMES_A_GAME,
    ),
    (FEATURES, "linear4 at one ply, as many games", "linear4", "plies=1", 1),
];
const SAME_GAMES: &str = "patterns-games";
const SAME_SECONDS: &str = "patterns-seconds";
const FEATURES: &str = "linear4-games";

/// How many games of `patterns` take as long as one of `deep` with 2 blocks of 16: see docs/performance.md. A fixed number, so that
/// the same seed gives the same study on every machine.
const GAMES_A_GAME: u64 = 100;

/// Who is played against at one ply, from drawn openings.
const OTHERS: [&str; 7] = [
    "random",
    "greedy",
    "swh",
    "linear4:depth=1",
    "imitator:depth=1",
    "selection:depth=1",
    "patterns:depth=1",
];
/// The number by which parts are compared: the strongest of hand-made features.
const YARDSTICK: &str = "selection:depth=1";
/// A match of a search with the policy against three plies.
const WITH_SEARCH: &str = "selection at 3 plies, with 64 simulations";

/// Random plies before games.
const DRAWN_PLIES: usize = 6;

/// The experiments at some scale.
pub(super) struct Deep {
    seed: u64,
    games: u64,
    /// Networks of each kind.
    replicas: usize,
    /// Pairs of games against each opponent.
    pairs: u64,
}

/// Points a game, by opponent.
type Measured = BTreeMap<String, f64>;

/// What is kept of a training.
#[derive(Serialize, Deserialize)]
struct Trained {
    /// What was measured after so many games of learning; the last is the end.
    curve: Vec<(u64, Measured)>,
}

impl Deep {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self { seed, games: 8, replicas: 2, pairs: 1 },
            Scale::Quick => Self { seed, games: 1_500, replicas: 3, pairs: 50 },
            Scale::Full => Self { seed, games: 2_500, replicas: 5, pairs: 50 },
        }
    }

    /// Networks of the same number share their seeds, so that they differ by what they are.
    fn variant(&self, name: &str, words: &str, system: &str, changes: &str, games: u64) -> Variant {
        Variant {
            name: name.to_owned(),
            words: words.to_owned(),
            recipe: recipe(system, &format!("games={games} {changes}")),
            replicas: self.replicas,
            seed: self.seed << 32,
        }
    }

    fn parts(&self) -> Vec<Variant> {
        let half = (self.games / 2).to_string();
        let variant = |(name, words, changes): (&str, &str, &str)| {
            self.variant(name, words, "deep", &changes.replace('#', &half), self.games)
        };
        PARTS.map(variant).to_vec()
    }

    fn rivals(&self) -> Vec<Variant> {
        let variant = |(name, words, system, changes, times)| {
            self.variant(name, words, system, changes, self.games * times)
        };
        RIVALS.map(variant).to_vec()
    }

    fn variants(&self) -> Vec<Variant> {
        [self.parts(), self.rivals()].concat()
    }
}

impl Experiment for Deep {
    fn tasks(&self, study: &mut Study<'static>) {
        for variant in self.variants() {
            for replica in 0..variant.replicas {
                let training = TrainingTask {
                    key: variant.key("train", replica),
                    recipe: variant.recipe.clone(),
                    learner_seed: variant.seed + replica as u64,
                    seed: self.seed,
                    pairs: self.pairs,
                };
                study.task(training.key.clone(), &[], move |context| training.run(context));
            }
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for variant in self.variants() {
            let trained: Vec<Trained> = variant.results(done, "train")?;
            for opponent in OTHERS.into_iter().chain([WITH_SEARCH]) {
                let last = |trained: &Trained| trained.curve.last()?.1.get(opponent).copied();
                data.add(&variant.name, opponent, trained.iter().filter_map(last));
            }
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        use Class::{Ours, Wished};
        let (even, more) = (Threshold::above(0.5), Threshold::above(0.0));
        let mut claims = vec![
            Claim::new(
                Wished,
                "a network that comes up with its own features does better than the hand-made ones: against linear4, at one ply",
                "Fry, Zheng and Li, 8.c",
            )
            .theirs("hoped for")
            .of(Statistic::mean(OURS, "linear4:depth=1"), even),
            Claim::new(
                Wished,
                "the same against the best of the hand-made features that were chosen one by one (selection), at one ply",
                "Fry, Zheng and Li, 8.c",
            )
            .theirs("hoped for")
            .of(Statistic::mean(OURS, YARDSTICK), even),
            Claim::new(Ours, "game for game it learns faster than patterns, by the score against selection", "")
                .theirs("—")
                .of(Statistic::paired(OURS, SAME_GAMES, YARDSTICK), more),
            Claim::new(
                Ours,
                "second for second of the processor patterns learn faster, by the score against selection",
                "",
            )
            .theirs("—")
            .of(Statistic::paired(SAME_SECONDS, OURS, YARDSTICK), more),
            Claim::new(Ours, "game for game it learns faster than linear4, by the score against selection", "")
                .theirs("—")
                .of(Statistic::paired(OURS, FEATURES, YARDSTICK), more),
        ];
        claims.extend(claims_of_parts(&PARTS, OURS, [YARDSTICK, WITH_SEARCH], more));
        claims
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// The training of one network, with games on the way.
struct TrainingTask {
    key: String,
    recipe: outflank_learn::Recipe,
    learner_seed: u64,
    seed: u64,
    pairs: u64,
}

impl TrainingTask {
    fn run(&self, context: &TaskContext<'_>) -> Result<Trained, TaskError> {
        let mut learner = self.recipe.learner(self.learner_seed);
        let all = learner.schedule().total;
        let mut curve = Vec::new();
        for part in [4, 2, 1] {
            while learner.schedule().done < all / part && !learner.schedule().is_finished() {
                learner.learn(1);
                context.check_stop()?;
            }
            curve.push((learner.games(), self.measure(context, &*learner, part)?));
            context.report_progress(1.0 / part as f64);
        }
        Ok(Trained { curve })
    }

    /// Plays with what was learned so far.
    fn measure(
        &self,
        context: &TaskContext<'_>,
        learner: &dyn Learner,
        part: u64,
    ) -> Result<Measured, TaskError> {
        let model = learner.model();
        let entrant = |style: &Style| model.entrant(model.system(), style).map_err(TaskError::failed);
        let starts = openings::drawn(self.pairs as usize, DRAWN_PLIES, self.seed);
        // Games of their own for each network and each occasion.
        let play = |first: &Entrant, second: &Entrant, opponent: &str| {
            let seed = Chance::stream(self.seed, &format!("{} {part} {opponent}", self.key), 0).seed();
            Games { first, second, openings: &starts, pairs: self.pairs, seed }.score(context)
        };
        let plain = entrant(&Style::plies(1))?;
        let mut measured = Measured::new();
        for name in OTHERS {
            measured.insert(name.to_owned(), play(&plain, &player(name)?, name)?);
        }
        if part == 1 && model.system() == "deep" {
            let searching = entrant(&Style { simulations: Some(64), ..Style::default() })?;
            let score = play(&searching, &player("selection:depth=3")?, WITH_SEARCH)?;
            measured.insert(WITH_SEARCH.to_owned(), score);
        }
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_plan_has_every_part_once() {
        let plan = Deep::new(Scale::Full, 1);
        let variants = plan.variants();
        assert_eq!(variants.len(), PARTS.len() + RIVALS.len());
        let mut recipes: Vec<String> =
            variants.iter().map(|variant| format!("{:?}", variant.recipe)).collect();
        recipes.sort();
        recipes.dedup();
        assert_eq!(recipes.len(), variants.len(), "no two are the same");
        for variant in &variants {
            assert_eq!(variant.recipe.check(), Ok(()), "{}", variant.name);
        }
    }
}
