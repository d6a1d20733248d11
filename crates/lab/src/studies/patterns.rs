//! `patterns`: how few games it takes to beat the best piece counter, which shapes are worth their weights, and what each
//! part of the learner is worth.

mod report;

use std::collections::BTreeMap;

use outflank_arena::{Entrant, Style, openings};
use outflank_engine::Chance;
use outflank_learn::{Learner, Recipe, Scale};
use serde::{Deserialize, Serialize};

use super::variant::{Games, claims_of_parts, noisy_player, player, recipe};
use super::{Experiment, Page, Results, Variant};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};
use crate::league;
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};

/// Plain tuples, one stage, no tables beside: what the documents have.
const PLAIN: &str =
    "stages=1 one_stage_games=0 mobility=false disc_counts=false greedy_share=0 random_share=0";

/// Networks that learn as the documents' do, and ours for few games: name, words, shapes, changes. A # stands for the number
/// of the replica.
const EARLY: [(&str, &str, &str, &str); 2] = [
    (LUCAS, "30 random walks of 6, TD(0), outcome", "walks 30 6 #", LUCAS_CHANGES),
    (FEW, "ours for few games: pairs of squares, tables of moves and discs", "lines 2", FEW_CHANGES),
];
const LUCAS: &str = "lucas";
const LUCAS_CHANGES: &str =
    "lambda=0 target=outcome epsilon=0.1 random_plies=0 batch=1 alpha=0.3 alpha_end=0.3";
const FEW: &str = "few-games";
const FEW_CHANGES: &str =
    "mobility=true disc_counts=true passes=10 batch_share=0.1 extra_rate=5 alpha=0.3 alpha_end=0.1";

/// Systematic short tuples, and as many weights in random longer ones: name and shapes of both.
const SHAPES: [[(&str, &str); 2]; 3] = [
    [("all-2", "lines 2"), ("random-10x3", "walks 10 3 #")],
    [("all-3", "lines 3"), ("random-8x4", "walks 8 4 #")],
    [("all-4", "lines 4"), ("random-7x5", "walks 7 5 #")],
];

/// For the League alone: bred against its opponent, or taught by games with it.
const BRED: &str = "bred";
const BRED_CHANGES: &str = "genome=pairs search=cma-es";
const TAUGHT: [(&str, &str, &str); 2] = [
    ("taught-pairs", "pairs, taught by games with swh", LEAGUE_CHANGES),
    ("taught-ours", "ours, taught by games with swh", LEAGUE_CHANGES),
];
const LEAGUE_CHANGES: &str =
    "league_share=1 greedy_share=0 random_share=0 random_plies=0 exploration=through";

/// Ours with one thing done differently: name, words, changes.
const PARTS: [(&str, &str, &str); 15] = [
    (OURS, "ours", ""),
    ("lambda-0", "returns look one move ahead (λ = 0)", "lambda=0"),
    ("lambda-1", "returns look at the end only (λ = 1)", "lambda=1"),
    ("coherence", "temporal coherence", "rule=coherence"),
    ("one-stage", "one stage", "stages=1 one_stage_games=0"),
    ("all-stages", "all stages from the first game on", "one_stage_games=0"),
    ("no-mobility", "without tables of moves", "mobility=false"),
    ("no-discs", "without tables of discs", "disc_counts=false"),
    ("pairs", "with tables of two counts taken together", "pairs=true"),
    ("no-opponents", "only against itself", "greedy_share=0 random_share=0"),
    ("outcome", "who won instead of the margin", "target=outcome"),
    ("through", "returns run through random moves", "exploration=through"),
    ("standard-start", "no random moves at the start", "random_plies=0"),
    ("exact", "the last 8 squares solved", "exact=8"),
    ("averaged", "weights averaged over the last 30 %", "average=0.3"),
];
const OURS: &str = "ours";

/// The score against SWH with random moves on both sides.
const LEAGUE: &str = "Othello League";
/// The best piece counter that was published, and the strongest of this program's that is no network of patterns.
const OTHERS: [&str; 2] = ["lr06", "selection:depth=1"];

/// Random plies before games with these, which draw nothing themselves.
const DRAWN_PLIES: usize = 6;

/// After so many games a network for few games is measured, as far as it learns.
const EARLY_POINTS: [u64; 7] = [100, 200, 300, 500, 1_000, 2_000, 5_000];

/// The experiments at some scale.
pub(super) struct Patterns {
    seed: u64,
    /// Games of a training for few games, of one of shapes, of one with parts.
    early_games: u64,
    games: u64,
    /// How networks are bred, and how many populations.
    breeding: &'static str,
    populations: usize,
    /// Networks of each other kind.
    replicas: usize,
    /// Pairs of games against each opponent.
    pairs: u64,
}

/// Points a game, by opponent.
type Measured = BTreeMap<String, f64>;

/// What is kept of a training.
#[derive(Serialize, Deserialize)]
struct Trained {
    /// How many weights there are.
    weights: usize,
    /// What was measured after so many games of learning; the last is the end.
    curve: Vec<(u64, Measured)>,
}

/// The number of a score after so many games.
fn after(opponent: &str, games: u64) -> String {
    format!("{opponent} after {games}")
}

impl Patterns {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self {
                seed,
                early_games: 20,
                games: 30,
                breeding: "population=4 games=5 generations=2",
                populations: 2,
                replicas: 2,
                pairs: 2,
            },
            Scale::Quick => Self {
                seed,
                early_games: 500,
                games: 5_000,
                breeding: "population=20 games=100 generations=20",
                populations: 2,
                replicas: 5,
                pairs: 100,
            },
            Scale::Full => Self {
                seed,
                early_games: 5_000,
                games: 30_000,
                breeding: "population=40 games=250 generations=100",
                populations: 3,
                replicas: 10,
                pairs: 500,
            },
        }
    }

    /// Networks of the same number share their seeds, so that they differ by what they are.
    fn variant(&self, name: &str, words: &str, changes: &str) -> Variant {
        Variant {
            name: name.to_owned(),
            words: words.to_owned(),
            recipe: recipe("patterns", changes),
            replicas: self.replicas,
            seed: self.seed << 32,
        }
    }

    /// Networks as the documents have them, by shapes.
    fn plain(&self, name: &str, words: &str, shapes: &str, changes: &str, games: u64) -> Variant {
        let mut variant = self.variant(name, words, &format!("{PLAIN} {changes} games={games}"));
        if let Recipe::Patterns(recipe) = &mut variant.recipe {
            shapes.clone_into(&mut recipe.shapes);
        }
        variant
    }

    fn early(&self) -> Vec<Variant> {
        let plain =
            |(name, words, shapes, changes)| self.plain(name, words, shapes, changes, self.early_games);
        EARLY.map(plain).to_vec()
    }

    fn shapes(&self) -> Vec<Variant> {
        let plain = |(name, shapes): (&str, &str)| {
            self.plain(name, &format!("{name}: {}", shapes.trim_end_matches(" #")), shapes, "", self.games)
        };
        SHAPES.into_iter().flatten().map(plain).collect()
    }

    /// Those that are made for the League.
    fn for_the_league(&self) -> Vec<Variant> {
        let bred = Variant {
            recipe: recipe("evolution", &format!("{BRED_CHANGES} {}", self.breeding)),
            replicas: self.populations,
            ..self.variant(BRED, "pairs, bred against swh by a CMA-ES", "")
        };
        let [(pairs, words, changes), (ours, our_words, our_changes)] = TAUGHT;
        let pairs = self.plain(pairs, words, "lines 2", changes, self.games);
        let ours = self.variant(ours, our_words, &format!("{} {our_changes}", self.usual()));
        vec![bred, pairs, ours]
    }

    /// The first tenth is learned with one stage.
    fn usual(&self) -> String {
        format!("games={} one_stage_games={}", self.games, self.games / 10)
    }

    fn parts(&self) -> Vec<Variant> {
        let usual = self.usual();
        PARTS.map(|(name, words, changes)| self.variant(name, words, &format!("{usual} {changes}"))).to_vec()
    }

    fn variants(&self) -> Vec<Variant> {
        [self.early(), self.shapes(), self.for_the_league(), self.parts()].concat()
    }

    /// When games are played with a network that learns from so many.
    fn points(&self, games: u64) -> Vec<u64> {
        let early = EARLY_POINTS.into_iter().filter(|&point| point < games && games == self.early_games);
        early.chain([games]).collect()
    }
}

impl Experiment for Patterns {
    fn tasks(&self, study: &mut Study<'static>) {
        for variant in self.variants() {
            for replica in 0..variant.replicas {
                let mut recipe = variant.recipe.clone();
                if let Recipe::Patterns(recipe) = &mut recipe {
                    recipe.shapes = recipe.shapes.replace('#', &(replica + 1).to_string());
                }
                let games = match &recipe {
                    Recipe::Evolution(recipe) => recipe.games_in_all(),
                    recipe => recipe.lessons(),
                };
                let training = TrainingTask {
                    key: variant.key("train", replica),
                    points: self.points(games),
                    recipe,
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
            for opponent in [LEAGUE].into_iter().chain(OTHERS) {
                let last = |trained: &Trained| trained.curve.last()?.1.get(opponent).copied();
                data.add(&variant.name, opponent, trained.iter().filter_map(last));
            }
            for point in self
                .early()
                .iter()
                .any(|early| early.name == variant.name)
                .then_some(EARLY_POINTS)
                .into_iter()
                .flatten()
            {
                let there = |trained: &Trained| {
                    trained.curve.iter().find(|(games, _)| *games == point)?.1.get(OTHERS[0]).copied()
                };
                data.add(&variant.name, after(OTHERS[0], point), trained.iter().filter_map(there));
            }
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        use Class::{Claimed, Implied, Ours};
        let (even, more) = (Threshold::above(0.5), Threshold::above(0.0));
        let mut claims = vec![
            Claim::new(
                Claimed,
                "a network of n-tuples beats the best piece counter after 500 games of self-play",
                "Lucas 2008",
            )
            .theirs("after 500 games")
            .of(Statistic::mean(LUCAS, after(OTHERS[0], 500)), even),
            Claim::new(
                Claimed,
                "bred against SWH, 288 weights of systematic pairs reach 95.9 % in the Othello League",
                "Jaśkowski 2014",
            )
            .theirs("95.9 %")
            .of(Statistic::mean(BRED, LEAGUE), Threshold::above(0.95))
            .because(
                "Weights of pairs that are mirror images of each other are one here, so that there are 264. How many games \
                 theirs was bred with is not at hand; ours had what the table says.",
            ),
            Claim::new(
                Claimed,
                "Co-CMA-ES with 4-tuples and squares has 81.8 % against 19 published players after 3.2·10⁸ games",
                "Jaśkowski and Szubert 2015",
            )
            .theirs("81.8 %")
            .untestable(
                "The published players are not part of this program. Whoever has their files can play them: \
                 outflank match patterns FILE:inversion.",
            ),
        ];
        let mut systematic = Claim::new(
            Implied,
            "systematic short tuples do better than random longer ones of as many weights, in the Othello League, also by \
             temporal differences",
            "Jaśkowski 2014, who bred them",
        )
        .theirs("systematic");
        for [(short, _), (random, _)] in SHAPES {
            let lead = Statistic::paired(short, random, LEAGUE);
            systematic = systematic.and(format!("{short} over {random}"), None, lead, more);
        }
        claims.push(systematic);
        claims.push(
            Claim::new(
                Ours,
                "taught by games with swh, pairs do better in the Othello League than bred against it with far more games",
                "",
            )
            .theirs("—")
            .of(Statistic::apart(TAUGHT[0].0, BRED, LEAGUE), more),
        );
        for games in [200, 300] {
            let statement =
                format!("our recipe for few games beats the best piece counter after {games} games");
            let score = Statistic::mean(FEW, after(OTHERS[0], games));
            claims.push(Claim::new(Ours, statement, "").theirs("—").of(score, even));
        }
        claims.extend(claims_of_parts(&PARTS, OURS, [LEAGUE, OTHERS[1]], more));
        claims
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// The training of one network, with games on the way. Seconds, so that nothing needs to be kept in between.
struct TrainingTask {
    key: String,
    recipe: Recipe,
    learner_seed: u64,
    points: Vec<u64>,
    seed: u64,
    pairs: u64,
}

impl TrainingTask {
    fn run(&self, context: &TaskContext<'_>) -> Result<Trained, TaskError> {
        let weights = match &self.recipe {
            Recipe::Patterns(recipe) => recipe.layout().map_err(TaskError::failed)?.weights() * recipe.stages,
            Recipe::Evolution(recipe) => recipe.genome.genes(),
            other => return Err(TaskError::failed(format!("{} has no network", other.system()))),
        };
        let mut learner = self.recipe.learner(self.learner_seed);
        let mut curve = Vec::new();
        for &point in &self.points {
            while learner.games() < point {
                learner.learn(1);
                context.check_stop()?;
            }
            curve.push((point, self.measure(context, &*learner, point)?));
            context.report_progress(point as f64 / self.points[self.points.len() - 1] as f64);
        }
        Ok(Trained { weights, curve })
    }

    /// Plays with what was learned so far, at one ply.
    fn measure(
        &self,
        context: &TaskContext<'_>,
        learner: &dyn Learner,
        point: u64,
    ) -> Result<Measured, TaskError> {
        let model = learner.model();
        let entrant = |style: &Style| model.entrant("patterns", style).map_err(TaskError::failed);
        // Games of their own for each network and each occasion.
        let play = |first: &Entrant, second: &Entrant, opponent: &str, openings: &[_], pairs: u64| {
            let seed = Chance::stream(self.seed, &format!("{} {point} {opponent}", self.key), 0).seed();
            Games { first, second, openings, pairs, seed }.score(context)
        };
        let noisy = entrant(&Style { epsilon: league::EPSILON, ..Style::plies(1) })?;
        let score = play(&noisy, &noisy_player("swh", league::EPSILON)?, LEAGUE, &[], 2 * self.pairs)?;
        let mut measured = Measured::from([(LEAGUE.to_owned(), score)]);
        let (plain, starts) =
            (entrant(&Style::plies(1))?, openings::drawn(self.pairs as usize, DRAWN_PLIES, self.seed));
        for name in OTHERS {
            measured.insert(name.to_owned(), play(&plain, &player(name)?, name, &starts, self.pairs)?);
        }
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_plan_has_every_part_once() {
        let plan = Patterns::new(Scale::Full, 1);
        let variants = plan.variants();
        assert_eq!(variants.len(), 2 + 6 + 3 + 15);
        let mut recipes: Vec<String> =
            variants.iter().map(|variant| format!("{:?}", variant.recipe)).collect();
        recipes.sort();
        recipes.dedup();
        assert_eq!(recipes.len(), variants.len(), "no two are the same");
        assert_eq!(plan.points(plan.early_games), EARLY_POINTS);
        assert_eq!(plan.points(plan.games), [30_000]);
    }
}
