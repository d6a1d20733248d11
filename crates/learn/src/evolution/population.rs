//! A population and how the next one is bred from it.

use outflank_engine::Chance;

use super::normal::normal;
use super::operators::{crossover, fresh, mutate, roulette, scaled};
use super::{Mutation, Recipe, Wheel};

/// A member: its genes, and for each a step size where mutation adapts itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub genes: Vec<f64>,
    /// Empty unless mutation is self-adaptive.
    pub steps: Vec<f64>,
}

/// The first population: every gene is fresh. A member is the same in all runs of a seed, however large the
/// population, and whatever its mutation.
pub(super) fn start(recipe: &Recipe, seed: u64) -> Vec<Member> {
    let member = |number| {
        let mut chance = Chance::stream(seed, "evolution start", number);
        let genes = (0..recipe.genome.genes()).map(|_| fresh(&mut chance)).collect();
        let steps = match recipe.mutation {
            Mutation::Fresh => Vec::new(),
            Mutation::SelfAdaptive => vec![recipe.step; recipe.genome.genes()],
        };
        Member { genes, steps }
    };
    (0..recipe.population as u64).map(member).collect()
}

/// The next population: the elites unchanged, and children of parents drawn by their fitness.
pub(super) fn next(recipe: &Recipe, parents: &[Member], fitness: &[f64], chance: &mut Chance) -> Vec<Member> {
    let mut next: Vec<Member> =
        best_first(fitness).into_iter().take(recipe.elites).map(|elite| parents[elite].clone()).collect();
    let sectors = match recipe.wheel {
        Wheel::Plain => fitness.to_vec(),
        Wheel::Scaled => scaled(fitness),
    };
    while next.len() < recipe.population {
        let [mut one, mut other] = [(); 2].map(|()| parents[roulette(&sectors, chance)].clone());
        if chance.happens(recipe.crossover_rate) {
            let cut = 1 + chance.below(one.genes.len() as u32 - 1) as usize;
            crossover(&mut one.genes, &mut other.genes, cut);
            if !one.steps.is_empty() {
                crossover(&mut one.steps, &mut other.steps, cut);
            }
        }
        for mut child in [one, other] {
            if next.len() < recipe.population {
                match recipe.mutation {
                    Mutation::Fresh => mutate(&mut child.genes, recipe.mutation_rate, chance),
                    Mutation::SelfAdaptive => adapt(&mut child, chance),
                }
                next.push(child);
            }
        }
    }
    next
}

/// Changes all step sizes, then all genes by steps of these sizes.
fn adapt(member: &mut Member, chance: &mut Chance) {
    let tau = 1.0 / (2.0 * (member.genes.len() as f64).sqrt()).sqrt();
    for (gene, step) in member.genes.iter_mut().zip(&mut member.steps) {
        *step *= libm::exp(tau * normal(chance));
        *gene += *step * normal(chance);
    }
}

/// The members by their fitness, the fittest first, equals in their order.
pub(super) fn best_first(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

/// How much the members of a population differ: 0 if all are alike, 1 if they are as different as fresh ones.
///
/// The standard deviation of a gene over the members, as the root of the mean square of all genes, relative
/// to that of genes drawn evenly from −1 to 1.
///
/// ```
/// use outflank_learn::evolution::diversity;
///
/// assert_eq!(diversity(&[&[0.5, 0.25], &[0.5, 0.25]]), 0.0);
/// // Deviations of 1 and 0: the root of (1² + 0²)/2, relative to 1/√3.
/// assert!((diversity(&[&[1.0, 0.2], &[-1.0, 0.2]]) - 1.5f64.sqrt()).abs() < 1e-12);
/// ```
pub fn diversity(genomes: &[&[f64]]) -> f64 {
    let members = genomes.len() as f64;
    let genes = genomes.first().map_or(0, |genome| genome.len());
    let variance = |gene: usize| {
        let mean = genomes.iter().map(|genome| genome[gene]).sum::<f64>() / members;
        genomes.iter().map(|genome| (genome[gene] - mean).powi(2)).sum::<f64>() / members
    };
    (3.0 * (0..genes).map(variance).sum::<f64>() / genes.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::Genome;

    fn recipe() -> Recipe {
        Recipe { population: 6, elites: 2, ..Recipe::default() }
    }

    #[test]
    fn without_variation_children_are_their_parents() {
        let recipe = Recipe { crossover_rate: 0.0, mutation_rate: 0.0, ..recipe() };
        let parents = start(&recipe, 1);
        let mut chance = Chance::stream(1, "breeding", 0);
        // Only the third has a sector of the wheel; elites are the best by fitness, equals in their order.
        let fitness = [0.0, 0.0, 0.4, 0.0, 0.0, 0.0];
        let next = next(&recipe, &parents, &fitness, &mut chance);
        let expected = [2, 0, 2, 2, 2, 2].map(|parent: usize| parents[parent].clone());
        assert_eq!(next, expected);
    }

    #[test]
    fn a_scaled_wheel_leaves_the_least_without_children() {
        let recipe =
            Recipe { crossover_rate: 0.0, mutation_rate: 0.0, elites: 0, wheel: Wheel::Scaled, ..recipe() };
        let parents = start(&recipe, 1);
        let mut chance = Chance::stream(1, "breeding", 0);
        let fitness = [0.75, 0.25, 0.25, 0.75, 0.25, 0.75];
        let next = next(&recipe, &parents, &fitness, &mut chance);
        let of_the_best = |child: &&Member| [0, 3, 5].iter().any(|&parent| **child == parents[parent]);
        assert_eq!(
            next.iter().filter(of_the_best).count(),
            6,
            "the plain wheel draws others once in four times"
        );
    }

    #[test]
    fn children_of_two_have_the_genes_of_both_on_either_side_of_a_cut() {
        let recipe = Recipe { crossover_rate: 1.0, mutation_rate: 0.0, elites: 0, ..recipe() };
        let parents = start(&recipe, 1);
        let mut chance = Chance::stream(1, "breeding", 0);
        for child in next(&recipe, &parents, &[0.5; 6], &mut chance) {
            let parent_of =
                |gene: usize| parents.iter().position(|parent| parent.genes[gene] == child.genes[gene]);
            let from: Vec<usize> = (0..64).map(|gene| parent_of(gene).expect("somebody's gene")).collect();
            let changes = from.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!(changes <= 1, "{from:?}");
        }
    }

    #[test]
    fn self_adaptive_steps_are_inherited_and_change() {
        let recipe = Recipe { mutation: Mutation::SelfAdaptive, genome: Genome::Mlp, ..recipe() };
        let parents = start(&recipe, 1);
        assert!(parents.iter().all(|parent| parent.steps == vec![0.05; 2_113]));
        let mut chance = Chance::stream(1, "breeding", 0);
        let children = next(&recipe, &parents, &[0.5; 6], &mut chance);
        let child = &children[5];
        // The logarithm of a step changes by τ = 1/√(2√2113) = 0.1043 on average.
        let squares = child.steps.iter().map(|step| (step / 0.05).ln().powi(2));
        let deviation = (squares.sum::<f64>() / 2_113.0).sqrt();
        assert!((deviation - 0.1043).abs() < 0.006, "{deviation}");
        // And genes by about as much as their steps.
        let moved = (0..2_113).map(|gene| {
            parents.iter().map(|parent| (parent.genes[gene] - child.genes[gene]).abs()).fold(2.0, f64::min)
        });
        assert!(moved.sum::<f64>() / 2_113.0 < 0.05);
        assert_eq!(children[0], parents[0], "an elite stays as it is");
    }
}
