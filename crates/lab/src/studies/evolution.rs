//! The study of `evolution`: runs of all experiments, champions measured again, and the report.

mod report;
mod results;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::statistics::{Pentanomial, ScoreSheet};
use outflank_arena::{Contest, Style};
use outflank_engine::Chance;
use outflank_learn::evolution::study::{Evolution, Evolved, Experiment, Plan, Scored};
use outflank_learn::evolution::{CURVES, Genome, Model};
use outflank_learn::{Recipe, Scale};
use outflank_value::PieceCounter;

use crate::Store;
use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Desk, Study, TaskError};

/// The experiments of the document at some scale.
pub struct Evolutions {
    plan: Plan,
}

impl Evolutions {
    /// The experiments at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self { plan: Plan::new(scale, seed) }
    }
}

impl Replication for Evolutions {
    fn study(&self, name: &str, program: &str) -> Study<'static> {
        let mut study = Study::new(name, program);
        for evolution in self.plan.evolutions() {
            let (plan, key) = (self.plan.clone(), evolved_key(evolution));
            study.task(key.clone(), &[], move |desk| evolve(desk, &plan, evolution));
            let plan = self.plan.clone();
            study.task(scored_key(evolution), &[&key.clone()], move |desk| {
                score(desk, &plan, evolution, &desk.input(&key)?)
            });
        }
        study
    }

    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        let (results, cost) = results::read(&self.plan, study, store)?;
        report::report(&self.plan, &results, &cost, provenance)
    }
}

/// The key of what came out of a run.
fn evolved_key(Evolution { experiment, replica }: Evolution) -> String {
    format!("evolve/{experiment}/{replica}")
}

/// The key of its champion's score in fresh games.
fn scored_key(Evolution { experiment, replica }: Evolution) -> String {
    format!("champion/{experiment}/{replica}")
}

/// Players that no champion was bred against.
fn strangers() -> [PieceCounter; 3] {
    [PieceCounter::korman(), PieceCounter::norvig(), PieceCounter::edgar_table()]
}

fn evolve(desk: &Desk<'_>, plan: &Plan, evolution: Evolution) -> Result<Evolved, TaskError> {
    let recipe = Recipe::Evolution(plan.recipe(evolution.experiment));
    let taught = desk.train(None, &recipe, plan.seed_of(evolution), None)?;
    let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
    let curve = |name: &str| {
        let points = taught.curve.iter().filter(|point| point.name == name);
        points.map(|point| point.value).collect::<Vec<f64>>()
    };
    let [best, mean, diversity] = CURVES.map(curve);
    Ok(Evolved { genes: model.genes().to_vec(), best, mean, diversity })
}

/// Measures a champion in fresh games, under the conditions of its evolution but for colours, which come in pairs.
fn score(desk: &Desk<'_>, plan: &Plan, evolution: Evolution, run: &Evolved) -> Result<Scored, TaskError> {
    let recipe = plan.recipe(evolution.experiment);
    let seed = Chance::stream(plan.seed_of(evolution), &scored_key(evolution), 0).seed();
    let points = |following, opponent: PieceCounter, pairs| {
        let model = Model::new(recipe.genome, run.genes.clone(), following);
        let style = Style { epsilon: recipe.epsilon, ..Style::plies(1) };
        let (first, second) = (model.entrant("champion", &style), style.entrant("opponent", opponent));
        let contest = Contest { first: &first, second: &second, openings: &[], pairs, seed, threads: 1 };
        let mut sheet = Pentanomial::default();
        contest.run(desk.stop(), |pair| {
            let [one, other] = pair.outcomes();
            sheet.add(one, other);
            ControlFlow::Continue(())
        });
        if desk.stop().load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        Ok(sheet.score().unwrap_or(0.5))
    };
    let other_way = match recipe.following() {
        Some(_) => None,
        None => plan.recipe(Experiment::Openings).following(),
    };
    let otherwise = match recipe.genome {
        Genome::Wpc => Some(points(other_way, PieceCounter::swh(), plan.pairs)?),
        Genome::Mlp | Genome::SpatialMlp => None,
    };
    let as_evolved = points(recipe.following(), PieceCounter::swh(), plan.pairs)?;
    let mut elsewhere = 0.0;
    for stranger in strangers() {
        elsewhere +=
            points(recipe.following(), stranger, (plan.pairs / 5).max(1))? / strangers().len() as f64;
    }
    Ok(Scored { as_evolved, otherwise, elsewhere })
}
