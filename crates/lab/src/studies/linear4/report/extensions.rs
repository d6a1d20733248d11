//! What the document planned and did not build.

use outflank_learn::linear4::Benchmark;
use outflank_learn::linear4::study::{Contender, Extension, Group, Plan};
use outflank_learn::selection::{self, Feature};

use super::figures::rows;
use super::{Results, mean, score};
use crate::recipes;
use crate::report::{Cell, Column, Estimate, Figure, Finding, ReportError, Section, Table};

pub(super) fn section(plan: &Plan, results: &Results, plans: Vec<Finding>) -> Result<Section, ReportError> {
    let trained = |extension, plies| Contender::Trained(Group::Extension(extension), plies);
    let meetings = Extension::ALL.into_iter().flat_map(|extension| {
        [1, 3].map(|plies| {
            let one = trained(extension, plies);
            (one.describe(), one, Contender::Trained(Group::FINAL, plies))
        })
    });
    let plot = rows("Score against linear4 at the same depth", results, meetings)?;

    let columns = Benchmark::ALL.map(|benchmark| Column::right(benchmark.describe()));
    let mut table = Table::new(
        "The score of the extensions at 3 plies against the benchmarks",
        [Column::left("")].into_iter().chain(columns),
    );
    let linear4 = [("linear4", Contender::FINAL)];
    let extensions = Extension::ALL.map(|extension| (extension.describe(), trained(extension, 3)));
    for (words, one) in linear4.into_iter().chain(extensions) {
        let mut cells = vec![Cell::from(words)];
        for benchmark in Benchmark::ALL {
            cells.push(score(results, one, Contender::Benchmark(benchmark))?);
        }
        table = table.row(cells)?;
    }
    Ok(Section::new("Extensions")
        .paragraph(format!(
            "A network with 43 hidden neurons is shown the positions of games of linear4 with its values and then plays \
             its copy, a quick win being worth more. A population of networks, some of them descended from the first, plays \
             all against all; the best stay and are mutated, until a benchmark shows no improvement. And features are \
             chosen one by one, forwards and backwards, by how well they predict who wins. Each was done {} times; their \
             systems are imitator, population and selection.",
            plan.extension_replicas
        ))
        .claims(plans)
        .figure(Figure::new(
            "extensions",
            "The score of each extension against linear4 at the same depth: mean of the replicas and 95 % interval.",
            plot,
        ))
        .table(table)
        .table(chosen(results)?)
        .paragraph("The recipes of the extensions.")
        .code(
            [Extension::SelfPlay, Extension::Population, Extension::Forward]
                .map(|extension| recipes::write(&plan.recipe(Group::Extension(extension))))
                .join("\n"),
        ))
}

/// Which features were chosen how often, and their weights.
fn chosen(results: &Results) -> Result<Table, ReportError> {
    let columns = ["feature", "forwards", "weight", "backwards", "weight"];
    let columns = columns
        .iter()
        .enumerate()
        .map(|(place, heading)| if place == 0 { Column::left(*heading) } else { Column::right(*heading) });
    let mut table =
        Table::new("The features: in how many replicas they were chosen, and their weights", columns);
    let models = |extension| -> Vec<selection::Model> {
        let trained = results.trained.get(&Group::Extension(extension)).into_iter().flatten();
        trained.filter_map(|trained| selection::Model::try_from(trained.model().ok()?).ok()).collect()
    };
    let both = [models(Extension::Forward), models(Extension::Backward)];
    for feature in Feature::ALL {
        let mut cells = vec![Cell::from(feature.name())];
        for models in &both {
            let weights: Vec<f64> = models
                .iter()
                .filter_map(|model| model.weights().find(|(chosen, _)| *chosen == feature))
                .map(|(_, weight)| weight)
                .collect();
            cells.push(format!("{} of {}", weights.len(), models.len()).into());
            cells.push(match mean(&weights) {
                Some(mean) => Estimate::new(mean.mean, mean.interval)?.to_string().into(),
                None => "—".into(),
            });
        }
        table = table.row(cells)?;
    }
    Ok(table)
}
