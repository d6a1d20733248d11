//! The report on the study of `evolution`.

mod claims;
mod curves;
mod options;
mod scores;

use outflank_learn::Recipe;
use outflank_learn::evolution::study::{Experiment, Plan, Results};

use super::results::Cost;
use crate::recipes;
use crate::report::{Column, Definition, Report, ReportError, Section, Table, Verdict};
use crate::studies::Provenance;

/// Writes the report on what is there.
pub(super) fn report(
    plan: &Plan,
    results: &Results,
    cost: &Cost,
    provenance: &Provenance,
) -> Result<Report, ReportError> {
    let claims = claims::findings(results)?;
    let count = |verdict| claims.iter().filter(|finding| finding.verdict() == verdict).count();
    let lead = format!(
        "Kim and Cho evolved Othello players by playing against a standard heuristic, and found that they become better \
         if they follow named openings. The document ran each experiment once; here each of its four was run {} times, \
         with {} generations and {} games for each fitness, and the options that it names as future work were tried. Of \
         {} claims, {} are replicated, {} are not, and {} are undecided at this size.",
        plan.replicas,
        plan.generations,
        plan.games,
        claims.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    let report = Report::new("evolution: players that are bred, and what openings do for them")
        .lead(lead)
        .section(
            Section::new("Claims")
                .paragraph(
                    "Fitness is in points of 1,000 games, a draw being half a point. Numbers are means over runs that \
                     differ in their seeds, with 95 % intervals of the mean (Student's t); differences are taken run by \
                     run of the same seed. Where the document says “about”, ours has to lie within 31 points, the luck \
                     of 1,000 games. Shorter runs than 100 generations are stretched.",
                )
                .claims(claims),
        )
        .section(curves::section(results)?)
        .section(scores::section(plan, results)?)
        .section(options::section(plan, results)?)
        .section(choices())
        .section(cost_section(plan, cost)?);
    let recipe = recipes::write(&Recipe::Evolution(plan.recipe(Experiment::Wpc)));
    let runs = format!(
        "{} of each experiment of the document, {} of each option",
        plan.replicas, plan.option_replicas
    );
    Ok(report.section(
        provenance
            .section([
                Definition::new("runs", runs),
                Definition::new(
                    "document",
                    "K.-J. Kim and S.-B. Cho, Evolutionary Othello players boosted by opening knowledge, 2006",
                ),
            ])
            .paragraph("The recipe of the first experiment; the others differ from it as named.")
            .code(recipe),
    ))
}

/// Where the document is silent.
fn choices() -> Section {
    let choice = Definition::new;
    Section::new("Our choices")
        .paragraph("Where the document is silent, these are ours; all are keys of the recipe or stated in its documentation.")
        .definitions([
            choice("elites", "One, which plays its games again in every generation: that is why the best can fall."),
            choice("mutation", "The rate is for each gene by itself."),
            choice("mlp", "tanh in the hidden layer; White looks for the smallest output, as in Figure 7; genes go neuron by neuron."),
            choice("equal moves", "Moves within 0.000001 of the best are drawn at random."),
            choice("openings", "Drawn among the openings that match and go on. Games: as often as they were played in the WTHOR database. \
                    Engine: e times as probable for two discs more, seen by the player."),
            choice("spatial layer", "91 neurons, one for each square part of the board from 3×3 to 8×8, before the 32 of the MLP."),
            choice("self-adaptive mutation", "Steps start at 0.05, τ = 1/√(2√n), in place of fresh genes."),
            choice("co-evolution", "Fitness is the share of points against the others; as many games in all as against the heuristic, \
                    so in a round robin 40 for each pair of members."),
            choice("CMA-ES", "Starts at 0 with σ = 0.5, with the same population, generations and games; separable for the MLP. \
                    Its champion is the mean of the last distribution."),
            choice("separation and centre", "Safe near a corner: itself and the edge squares two from it; dangerous: the three next to it. \
                    Centre: the sixteen squares in the middle. In standard deviations of the 64 weights."),
        ])
}

/// What it cost.
fn cost_section(plan: &Plan, cost: &Cost) -> Result<Section, ReportError> {
    let columns =
        [Column::left("experiment"), Column::right("seconds for a run"), Column::right("games a second")];
    let mut table = Table::new("The cost of a run on one core", columns);
    for (experiment, seconds) in &cost.seconds {
        let games = plan.recipe(*experiment).games_in_all() as f64;
        table = table.row([
            experiment.describe().into(),
            format!("{seconds:.1}").into(),
            format!("{:.0}", games / seconds).into(),
        ])?;
    }
    Ok(Section::new("Cost")
        .paragraph(format!("Everything took {:.0} minutes of processor time.", cost.cpu_seconds / 60.0))
        .table(table))
}
