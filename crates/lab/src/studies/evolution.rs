//! `evolution`: players bred against a heuristic, with openings and without, and champions measured again.

mod claims;
mod regions;
mod report;

use outflank_arena::Style;
use outflank_arena::statistics::{Pentanomial, ScoreSheet};
use outflank_engine::Chance;
use outflank_learn::evolution::{self, CURVES, Following, Genome, Model};
use outflank_learn::{Recipe, Scale};
use outflank_value::PieceCounter;
use serde::{Deserialize, Serialize};

use super::variant::{Games, recipe};
use super::{Experiment, Page, Printed, Reading, Results, Variant};
use crate::claims::{Claim, Data};
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use regions::{centre, separation};

/// What is evolved: the name, the words, the plain version from which it differs in nothing else (itself for those
/// of the document), and what is changed.
const EXPERIMENTS: [(&str, &str, &str, &str); 27] = [
    (WPC, "WPC, population 50", WPC, ""),
    (MLP, "MLP, population 50", MLP, "genome=mlp"),
    (WPC_LARGE, "WPC, population 100", WPC_LARGE, "population=@twice"),
    (OPENINGS, "WPC with openings, population 50", OPENINGS, "openings=drawn"),
    ("best-opening", "the most probable opening move, not one that is drawn", OPENINGS, "openings=best"),
    (
        "openings-of-games",
        "openings as probable as in a database of games",
        OPENINGS,
        "openings=drawn opening_weights=games",
    ),
    (
        "openings-of-engine",
        "openings as probable as an engine thinks they are good",
        OPENINGS,
        "openings=drawn opening_weights=engine",
    ),
    ("self-adaptive", "WPC with self-adaptive mutation", WPC, "mutation=self-adaptive"),
    ("mlp-self-adaptive", "MLP with self-adaptive mutation", MLP, "genome=mlp mutation=self-adaptive"),
    ("round-robin", "WPC by co-evolution, everybody against everybody", WPC, "fitness=round-robin"),
    ("tournament", "WPC by co-evolution, against five drawn opponents", WPC, "fitness=tournament"),
    ("spatial", "MLP with a spatial layer", MLP, "genome=spatial-mlp"),
    ("cma-es", "WPC by CMA-ES", WPC, "search=cma-es"),
    ("mlp-cma-es", "MLP by separable CMA-ES", MLP, "genome=mlp search=cma-es"),
    ("wpc-per-member", "WPC, mutation per member", WPC, "mutation_rate=0.00015625"),
    ("mlp-per-member", "MLP, mutation per member", MLP, "genome=mlp mutation_rate=0.000004732608"),
    (
        "wpc-large-per-member",
        "WPC of 100, mutation per member",
        WPC_LARGE,
        "population=@twice mutation_rate=0.00015625",
    ),
    (
        "openings-per-member",
        "WPC with openings, mutation per member",
        OPENINGS,
        "openings=drawn mutation_rate=0.00015625",
    ),
    ("wpc-five-elites", "WPC, five elites", WPC, "elites=@elites"),
    ("openings-five-elites", "WPC with openings, five elites", OPENINGS, "openings=drawn elites=@elites"),
    ("wpc-kept-elite", "WPC, the elite keeps its fitness", WPC, "elite_fitness=kept"),
    (
        "openings-kept-elite",
        "WPC with openings, the elite keeps its fitness",
        OPENINGS,
        "openings=drawn elite_fitness=kept",
    ),
    ("wpc-scaled-wheel", "WPC, scaled roulette wheel", WPC, "wheel=scaled"),
    (
        "openings-scaled-wheel",
        "WPC with openings, scaled roulette wheel",
        OPENINGS,
        "openings=drawn wheel=scaled",
    ),
    ("spatial-openings", "MLP with a spatial layer and openings", MLP, "genome=spatial-mlp openings=drawn"),
    ("more-games", "WPC, four times as many games for each fitness", WPC, "games=@more"),
    ("longer", "WPC of 100, twice as many generations", WPC_LARGE, "population=@twice generations=@longer"),
];
const WPC: &str = "wpc";
const MLP: &str = "mlp";
const WPC_LARGE: &str = "wpc-large";
const OPENINGS: &str = "openings";
/// Twice the population: the number is filled in.
const TWICE: &str = "@twice";

/// The ways to read the document where it is silent: what stands behind the names of the runs, and the words.
const READINGS: [(&str, &str); 5] = [
    ("", "mutation 0.01 for each gene by itself; one elite, measured again"),
    ("-per-member", "mutation 0.01 for a member: one gene of one in a hundred"),
    ("-five-elites", "five elites, measured again"),
    ("-kept-elite", "one elite, which keeps the fitness that it had"),
    ("-scaled-wheel", "roulette wheel scaled so that the best is drawn twice as often as the mean"),
];

/// The experiments at some scale.
pub(super) struct Evolutions {
    seed: u64,
    /// Members, where the document has 50.
    population: usize,
    generations: u64,
    /// Games that decide the fitness of a member.
    games: u64,
    /// Pairs of games that a champion is measured by again.
    pairs: u64,
    /// Runs of each experiment of the document.
    replicas: usize,
    /// Runs of each option.
    option_replicas: usize,
}

/// What is kept of a run. Fitness is in points per game.
#[derive(Serialize, Deserialize)]
struct Evolved {
    /// The genes of the champion: the best of the last generation.
    genes: Vec<f64>,
    /// The highest fitness of each generation.
    best: Vec<f64>,
    /// The mean fitness of each generation.
    mean: Vec<f64>,
    /// The diversity of each generation.
    diversity: Vec<f64>,
}

impl Evolved {
    /// The weights of the champion, if it is a piece counter.
    fn weights(&self) -> Option<&[f64; 64]> {
        self.genes.as_slice().try_into().ok()
    }
}

/// A champion measured again in fresh games. Points per game.
#[derive(Serialize, Deserialize)]
struct Scored {
    /// As it was evolved, with its openings or without.
    as_evolved: f64,
    /// With the plain openings, if it was evolved without, and the other way round. Only for piece counters.
    otherwise: Option<f64>,
    /// As it was evolved, against players that it never met: the mean of the scores.
    elsewhere: f64,
}

impl Evolutions {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let (population, generations, games, pairs, replicas, option_replicas) = match scale {
            Scale::Full => (50, 100, 1_000, 10_000, 10, 5),
            Scale::Quick => (20, 40, 200, 1_000, 4, 3),
            Scale::Smoke => (4, 3, 6, 10, 2, 2),
        };
        Self { seed, population, generations, games, pairs, replicas, option_replicas }
    }

    /// All experiments. Runs of one number share a seed, whatever the experiment: an option starts from the same
    /// members as its plain version, and the two can be compared in pairs.
    fn variants(&self) -> Vec<Variant> {
        let usual = format!(
            "population={} generations={} games={} opponents={}",
            self.population,
            self.generations,
            self.games,
            5.min(self.population - 1)
        );
        let variant = |(name, words, plain, change): (&str, &str, &str, &str)| {
            let change = change.replace(TWICE, &(2 * self.population).to_string());
            // A tenth of the members, as five are of fifty.
            let change = change.replace("@elites", &(self.population / 10).max(2).to_string());
            let change = change.replace("@more", &(4 * self.games).to_string());
            let change = change.replace("@longer", &(2 * self.generations).to_string());
            Variant {
                name: name.to_owned(),
                words: words.to_owned(),
                recipe: recipe("evolution", &format!("{usual} {change}")),
                replicas: if name == plain { self.replicas } else { self.option_replicas },
                seed: self.seed << 32,
            }
        };
        EXPERIMENTS.map(variant).to_vec()
    }
}

fn of(variant: &Variant) -> &evolution::Recipe {
    match &variant.recipe {
        Recipe::Evolution(recipe) => recipe,
        other => unreachable!("a recipe of {}", other.system()),
    }
}

/// The runs of an experiment whose champion was measured again.
fn runs(done: &Done, variant: &Variant) -> Result<Vec<(Evolved, Scored)>, StudyError> {
    let (evolved, scored) = (variant.keys("evolve"), variant.keys("champion"));
    let both =
        evolved.iter().zip(&scored).map(|(evolved, scored)| Ok(done.find(evolved)?.zip(done.find(scored)?)));
    both.filter_map(Result::transpose).collect()
}

impl Experiment for Evolutions {
    fn tasks(&self, study: &mut Study<'static>) {
        let mut variants = self.variants();
        // What the document did, then its readings, then options, the quick ones first: whoever stops early has a report
        // without the last.
        variants.sort_by_key(|variant| {
            let is_plain = [WPC, MLP, WPC_LARGE, OPENINGS].contains(&variant.name.as_str());
            let is_reading = READINGS[1..].iter().any(|(suffix, _)| variant.name.ends_with(suffix));
            let cost = of(variant).genome.genes() as u64 * of(variant).games_in_all();
            (!is_plain, !is_reading, cost)
        });
        let book = variants.iter().find(|variant| variant.name == OPENINGS).and_then(|it| of(it).following());
        for variant in variants {
            for replica in 0..variant.replicas {
                let (recipe, seed) = (variant.recipe.clone(), variant.seed + replica as u64);
                let key = variant.key("evolve", replica);
                study.task(key.clone(), &[], move |context| evolve(context, &recipe, seed));
                let champion = Champion {
                    recipe: of(&variant).clone(),
                    seed: Chance::stream(seed, &variant.key("champion", replica), 0).seed(),
                    pairs: self.pairs,
                    book,
                };
                study.task(variant.key("champion", replica), &[&key.clone()], move |context| {
                    champion.score(context, &context.input(&key)?)
                });
            }
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for variant in self.variants() {
            let runs = runs(done, &variant)?;
            let mut add = |number: &str, of: &dyn Fn(&Evolved, &Scored) -> Option<f64>| {
                data.add(&variant.name, number, runs.iter().filter_map(|(run, scored)| of(run, scored)));
            };
            let points = |value: f64| Some(1000.0 * value);
            add("highest", &|run, _| points(highest(&run.best)));
            add("generation of the highest", &|run, _| {
                // In hundredths of the run, as shorter ones are stretched.
                let place = run.best.iter().position(|best| *best == highest(&run.best))?;
                Some(100.0 * (place + 1) as f64 / run.best.len() as f64)
            });
            add("largest fall", &|run, _| points(largest_fall(&run.best)));
            add("last", &|run, _| points(run.best.last().copied().unwrap_or(0.0)));
            add("fresh", &|_, scored| points(scored.as_evolved));
            add("otherwise", &|_, scored| points(scored.otherwise?));
            add("strangers", &|_, scored| points(scored.elsewhere));
            for part @ (name, ..) in [BEST_FIRST, BEST_BEFORE, BEST_EARLY, BEST_DIP, BEST_LATE, BEST_ALL] {
                add(name, &|run, _| points(over(&run.best, part)));
            }
            for part @ (name, ..) in [MEAN_FIRST, MEAN_EARLY, MEAN_HALF, MEAN_LATE] {
                add(name, &|run, _| points(over(&run.mean, part)));
            }
            add("rise of the mean", &|run, _| {
                points(over(&run.mean, MEAN_LATE) - over(&run.mean, MEAN_FIRST))
            });
            add("separation", &|run, _| run.weights().map(separation));
            add("centre", &|run, _| run.weights().map(centre));
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        claims::under("").into_iter().chain(claims::beyond()).collect()
    }

    fn readings(&self, _: &Data) -> Vec<Reading> {
        let reading = |(suffix, words): (&str, &str)| Reading {
            words: words.to_owned(),
            extent: match suffix {
                "" => None,
                "-per-member" => Some("five times each"),
                _ => Some("five times, for WPC of 50 with openings and without"),
            },
            claims: claims::under(suffix),
            printed: claims::printed(suffix),
        };
        READINGS.into_iter().map(reading).collect()
    }

    /// What a rate of mutation is for: a gene, or a member.
    fn arms(&self) -> usize {
        2
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// The highest fitness of all generations.
fn highest(best: &[f64]) -> f64 {
    best.iter().copied().fold(0.0, f64::max)
}

/// By how much the best fell from one generation to the next where it fell the most.
fn largest_fall(best: &[f64]) -> f64 {
    best.windows(2).map(|pair| pair[0] - pair[1]).fold(0.0, f64::max)
}

/// A part of a run, in generations counted from 1 of 100, by name.
type Part = (&'static str, usize, usize);

const BEST_FIRST: Part = ("best 1", 1, 1);
const BEST_BEFORE: Part = ("best 11–20", 11, 20);
const BEST_DIP: Part = ("best 21–45", 21, 45);
const BEST_EARLY: Part = ("best 17–26", 17, 26);
const BEST_LATE: Part = ("best 91–100", 91, 100);
const BEST_ALL: Part = ("best 1–100", 1, 100);
const MEAN_FIRST: Part = ("mean 1", 1, 1);
const MEAN_EARLY: Part = ("mean 17–26", 17, 26);
const MEAN_HALF: Part = ("mean 1–50", 1, 50);
const MEAN_LATE: Part = ("mean 91–100", 91, 100);

/// The mean over a part of a run; shorter runs than 100 generations are stretched.
fn over(curve: &[f64], (_, first, last): Part) -> f64 {
    let place = |generation: usize| generation * curve.len() / 100;
    let from = place(first - 1).min(curve.len().saturating_sub(1));
    let to = place(last).max(from + 1).min(curve.len());
    curve[from..to].iter().sum::<f64>() / (to - from).max(1) as f64
}

fn evolve(context: &TaskContext<'_>, recipe: &Recipe, seed: u64) -> Result<Evolved, TaskError> {
    let taught = context.train(None, recipe, seed, None)?;
    let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
    let curve = |name: &str| {
        let points = taught.curve.iter().filter(|point| point.name == name);
        points.map(|point| point.value).collect::<Vec<f64>>()
    };
    let [best, mean, diversity] = CURVES.map(curve);
    Ok(Evolved { genes: model.genes().to_vec(), best, mean, diversity })
}

/// A champion to be measured in fresh games, under the conditions of its evolution but for colours, which come in
/// pairs.
struct Champion {
    recipe: evolution::Recipe,
    seed: u64,
    pairs: u64,
    /// The openings of whoever follows them.
    book: Option<Following>,
}

impl Champion {
    fn score(&self, context: &TaskContext<'_>, run: &Evolved) -> Result<Scored, TaskError> {
        let points = |following, opponent: PieceCounter, pairs| {
            let model = Model::new(self.recipe.genome, run.genes.clone(), following);
            let style = Style { epsilon: self.recipe.epsilon, ..Style::plies(1) };
            let (first, second) = (model.entrant("champion", &style), style.entrant("opponent", opponent));
            let mut sheet = Pentanomial::default();
            let games = Games { first: &first, second: &second, openings: &[], pairs, seed: self.seed };
            games.play(context, |pair| {
                let [one, other] = pair.outcomes();
                sheet.add(one, other);
            })?;
            Ok::<f64, TaskError>(sheet.score().unwrap_or(0.5))
        };
        let following = self.recipe.following();
        let otherwise = match self.recipe.genome {
            Genome::Wpc => {
                let other_way = if following.is_some() { None } else { self.book };
                Some(points(other_way, PieceCounter::swh(), self.pairs)?)
            }
            Genome::Mlp | Genome::SpatialMlp | Genome::Pairs => None,
        };
        let as_evolved = points(following, PieceCounter::swh(), self.pairs)?;
        // Players that no champion was bred against.
        let strangers = [PieceCounter::korman(), PieceCounter::norvig(), PieceCounter::edgar_table()];
        let count = strangers.len() as f64;
        let mut elsewhere = 0.0;
        for stranger in strangers {
            elsewhere += points(following, stranger, (self.pairs / 5).max(1))? / count;
        }
        Ok(Scored { as_evolved, otherwise, elsewhere })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Evolutions::new(Scale::Full, 1);
        let variants = plan.variants();
        assert_eq!(variants.iter().map(|variant| variant.replicas).sum::<usize>(), 4 * 10 + 23 * 5);
        assert_eq!(*of(&variants[0]), evolution::Recipe::default());
        assert_eq!(*of(&variants[2]), evolution::Recipe { population: 100, ..evolution::Recipe::default() });
    }

    #[test]
    fn every_option_differs_from_its_plain_version() {
        for scale in [Scale::Smoke, Scale::Quick, Scale::Full] {
            let variants = Evolutions::new(scale, 1).variants();
            for (variant, (name, _, plain, _)) in variants.iter().zip(EXPERIMENTS) {
                let plain = variants.iter().find(|known| known.name == plain).expect("there");
                assert_eq!(variant.recipe == plain.recipe, variant.name == plain.name, "{name}");
            }
        }
    }

    #[test]
    fn parts_of_a_run() {
        let curve: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(over(&curve, BEST_FIRST), 1.0);
        assert_eq!(over(&curve, BEST_LATE), 95.5);
        assert_eq!(over(&curve, BEST_ALL), 50.5);
        assert_eq!(over(&[7.0, 8.0, 9.0], BEST_LATE), 9.0);
        assert_eq!(over(&[7.0], BEST_EARLY), 7.0);
        assert_eq!(largest_fall(&[7.0, 9.0, 8.5, 8.75, 6.75]), 2.0);
        assert_eq!(largest_fall(&[7.0, 9.0]), 0.0);
    }
}
