//! What a study evolves.

use std::fmt;

use crate::Scale;
use crate::evolution::{Fitness, Genome, Mutation, OpeningWeights, Openings, Recipe, Search};

/// A kind of evolution. Those of the document come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Experiment {
    /// A weighted piece counter, 50 members (Figure 10).
    Wpc,
    /// A perceptron, 50 members (Figure 11).
    Mlp,
    /// A weighted piece counter, 100 members (Figure 12).
    WpcLarge,
    /// A weighted piece counter that follows openings (Figure 13).
    Openings,
    /// The most probable opening instead of one that is drawn.
    BestOpening,
    /// Openings as probable as in games between people.
    OpeningsOfGames,
    /// Openings as probable as an engine thinks they are good.
    OpeningsOfEngine,
    /// Self-adaptive mutation.
    SelfAdaptive,
    /// Self-adaptive mutation of a perceptron.
    MlpSelfAdaptive,
    /// Fitness by playing all others.
    RoundRobin,
    /// Fitness by playing a few others.
    Tournament,
    /// A perceptron with a spatial layer.
    Spatial,
    /// A CMA-ES.
    CmaEs,
    /// A separable CMA-ES of a perceptron.
    MlpCmaEs,
}

impl Experiment {
    /// Those of the document.
    pub const OF_DOCUMENT: [Self; 4] = [Self::Wpc, Self::Mlp, Self::WpcLarge, Self::Openings];

    /// Those that it names as future work, and those beyond it.
    pub const OPTIONS: [Self; 10] = [
        Self::BestOpening,
        Self::OpeningsOfGames,
        Self::OpeningsOfEngine,
        Self::SelfAdaptive,
        Self::MlpSelfAdaptive,
        Self::RoundRobin,
        Self::Tournament,
        Self::Spatial,
        Self::CmaEs,
        Self::MlpCmaEs,
    ];

    /// The plain version of an option, from which it differs in nothing else.
    pub fn plain(self) -> Self {
        match self {
            Self::BestOpening | Self::OpeningsOfGames | Self::OpeningsOfEngine => Self::Openings,
            Self::MlpSelfAdaptive | Self::Spatial | Self::MlpCmaEs => Self::Mlp,
            Self::SelfAdaptive | Self::RoundRobin | Self::Tournament | Self::CmaEs => Self::Wpc,
            Self::Wpc | Self::Mlp | Self::WpcLarge | Self::Openings => self,
        }
    }

    /// What is evolved, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Wpc => "WPC, population 50",
            Self::Mlp => "MLP, population 50",
            Self::WpcLarge => "WPC, population 100",
            Self::Openings => "WPC with openings, population 50",
            Self::BestOpening => "the most probable opening move, not one that is drawn",
            Self::OpeningsOfGames => "openings as probable as in a database of games",
            Self::OpeningsOfEngine => "openings as probable as an engine thinks they are good",
            Self::SelfAdaptive => "WPC with self-adaptive mutation",
            Self::MlpSelfAdaptive => "MLP with self-adaptive mutation",
            Self::RoundRobin => "WPC by co-evolution, everybody against everybody",
            Self::Tournament => "WPC by co-evolution, against five drawn opponents",
            Self::Spatial => "MLP with a spatial layer",
            Self::CmaEs => "WPC by CMA-ES",
            Self::MlpCmaEs => "MLP by separable CMA-ES",
        }
    }

    /// Whether its members follow openings.
    pub fn has_openings(self) -> bool {
        self.plain() == Self::Openings
    }
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wpc => "wpc",
            Self::Mlp => "mlp",
            Self::WpcLarge => "wpc-large",
            Self::Openings => "openings",
            Self::BestOpening => "best-opening",
            Self::OpeningsOfGames => "openings-of-games",
            Self::OpeningsOfEngine => "openings-of-engine",
            Self::SelfAdaptive => "self-adaptive",
            Self::MlpSelfAdaptive => "mlp-self-adaptive",
            Self::RoundRobin => "round-robin",
            Self::Tournament => "tournament",
            Self::Spatial => "spatial",
            Self::CmaEs => "cma-es",
            Self::MlpCmaEs => "mlp-cma-es",
        })
    }
}

/// One run of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evolution {
    /// What is evolved.
    pub experiment: Experiment,
    /// Its number, the first being 0. Runs of one number share a seed, whatever the experiment.
    pub replica: usize,
}

/// Everything a study does.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The seed of the whole study.
    pub seed: u64,
    /// Members, where the document has 50.
    pub population: usize,
    /// Generations of an evolution.
    pub generations: u64,
    /// Games that decide the fitness of a member.
    pub games: u64,
    /// Pairs of games that a champion is measured by again.
    pub pairs: u64,
    /// Runs of each experiment of the document.
    pub replicas: usize,
    /// Runs of each option.
    pub option_replicas: usize,
}

impl Plan {
    /// The plan of a scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        let full = Self {
            seed,
            population: 50,
            generations: 100,
            games: 1_000,
            pairs: 10_000,
            replicas: 10,
            option_replicas: 5,
        };
        match scale {
            Scale::Full => full,
            Scale::Quick => Self {
                population: 20,
                generations: 40,
                games: 200,
                pairs: 1_000,
                replicas: 4,
                option_replicas: 3,
                ..full
            },
            Scale::Smoke => Self {
                population: 4,
                generations: 3,
                games: 6,
                pairs: 10,
                replicas: 2,
                option_replicas: 2,
                ..full
            },
        }
    }

    /// How often an experiment is run.
    pub fn replicas_of(&self, experiment: Experiment) -> usize {
        if experiment.plain() == experiment { self.replicas } else { self.option_replicas }
    }

    /// All runs, the longest first, so that none is left over at the end.
    pub fn evolutions(&self) -> Vec<Evolution> {
        let mut experiments: Vec<_> =
            Experiment::OF_DOCUMENT.into_iter().chain(Experiment::OPTIONS).collect();
        experiments.sort_by_key(|&experiment| {
            let recipe = self.recipe(experiment);
            std::cmp::Reverse(recipe.genome.genes() * recipe.population)
        });
        let runs = |experiment| {
            (0..self.replicas_of(experiment)).map(move |replica| Evolution { experiment, replica })
        };
        experiments.into_iter().flat_map(runs).collect()
    }

    /// The recipe of an experiment.
    pub fn recipe(&self, experiment: Experiment) -> Recipe {
        let mut recipe = Recipe {
            population: self.population,
            generations: self.generations,
            games: self.games,
            opponents: 5.min(self.population - 1),
            ..Recipe::default()
        };
        if experiment.plain() == Experiment::Openings {
            recipe.openings = Openings::Drawn;
        }
        if experiment.plain() == Experiment::Mlp {
            recipe.genome = Genome::Mlp;
        }
        match experiment {
            Experiment::Wpc | Experiment::Mlp | Experiment::Openings => {}
            Experiment::WpcLarge => recipe.population = 2 * self.population,
            Experiment::BestOpening => recipe.openings = Openings::Best,
            Experiment::OpeningsOfGames => recipe.opening_weights = OpeningWeights::Games,
            Experiment::OpeningsOfEngine => recipe.opening_weights = OpeningWeights::Engine,
            Experiment::SelfAdaptive | Experiment::MlpSelfAdaptive => {
                recipe.mutation = Mutation::SelfAdaptive;
            }
            Experiment::RoundRobin => recipe.fitness = Fitness::RoundRobin,
            Experiment::Tournament => recipe.fitness = Fitness::Tournament,
            Experiment::Spatial => recipe.genome = Genome::SpatialMlp,
            Experiment::CmaEs | Experiment::MlpCmaEs => recipe.search = Search::CmaEs,
        }
        recipe
    }

    /// The seed of a run: the same for all experiments, so that an option starts from the same members as its
    /// plain version and the two can be compared in pairs.
    pub fn seed_of(&self, evolution: Evolution) -> u64 {
        (self.seed << 32) + evolution.replica as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::System as _;

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Plan::new(Scale::Full, 1);
        assert_eq!(plan.evolutions().len(), 4 * 10 + 10 * 5);
        assert_eq!(plan.recipe(Experiment::Wpc), Recipe::default());
        assert_eq!(plan.recipe(Experiment::WpcLarge), Recipe { population: 100, ..Recipe::default() });
    }

    #[test]
    fn every_recipe_can_be_run_and_differs_from_its_plain_version() {
        for scale in [Scale::Smoke, Scale::Quick, Scale::Full] {
            let plan = Plan::new(scale, 1);
            for experiment in Experiment::OF_DOCUMENT.into_iter().chain(Experiment::OPTIONS) {
                assert_eq!(plan.recipe(experiment).check(), Ok(()), "{experiment}");
                let plain = plan.recipe(experiment.plain());
                assert_eq!(
                    plan.recipe(experiment) == plain,
                    experiment == experiment.plain(),
                    "{experiment}"
                );
            }
        }
    }
}
