//! The report on the study of `linear4`.

mod claims;
mod extensions;
mod figures;

use outflank_learn::linear4::Benchmark;
use outflank_learn::linear4::study::{Choice, Contender, Group, Plan};

use super::results::{Results, Scores, mean};
use crate::recipes;
use crate::report::{Cell, Column, Definition, Estimate, Report, ReportError, Section, Table, Verdict};
use crate::studies::Provenance;

/// Writes the report on what is there.
pub(super) fn report(plan: &Plan, results: &Results, provenance: &Provenance) -> Result<Report, ReportError> {
    let (claims, plans) = (claims::of_document(results)?, claims::of_plans(results)?);
    let count = |verdict| claims.iter().chain(&plans).filter(|finding| finding.verdict() == verdict).count();
    let lead = format!(
        "Fry, Zheng and Li weigh four features of a position, learn the weights against frozen copies, and play with \
         minimax. Their agent was trained again {} times, each time from other random weights, and met their benchmark \
         agents. What they planned and did not build was built: a network that imitates the agent, a population of \
         networks, and a search for better features. Of {} claims and plans, {} are replicated, {} are not, and {} are \
         undecided at this size.",
        plan.replicas,
        claims.len() + plans.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    Ok(Report::new("linear4: four features, weighted by reinforcement")
        .lead(lead)
        .section(
            Section::new("Claims")
                .paragraph(format!(
                    "Scores are points a game, a draw being half. Each number is the mean of {} replicas, each with a \
                     training of its own and {} pairs of games; intervals are for 95 % (Student's t over replicas): they \
                     say where the mean of another {} would lie, and are never narrower than the games alone allow. Every pair starts after {} random plies, which is our \
                     choice: the document does not say how games between two players of fixed habits came to differ.",
                    plan.replicas, plan.pairs, plan.replicas, plan.opening_plies,
                ))
                .claims(claims),
        )
        .section(figures::benchmarks(results)?)
        .section(figures::opponents(results)?)
        .section(figures::final_agent(results)?)
        .section(figures::learning(results)?)
        .section(choices(results)?)
        .section(extensions::section(plan, results, plans)?)
        .section(cost(results)?)
        .section(provenance_section(plan, provenance)))
}

/// A score and its interval, or a dash.
fn score(results: &Results, first: Contender, second: Contender) -> Result<Cell, ReportError> {
    match results.scores(first, second).mean() {
        Some(mean) => Ok(Estimate::new(mean.mean, mean.interval)?.to_string().into()),
        None => Ok("—".into()),
    }
}

/// What our choices change.
fn choices(results: &Results) -> Result<Section, ReportError> {
    let columns = Benchmark::ALL.map(|benchmark| Column::right(benchmark.describe()));
    let mut table = Table::new(
        "The score of the final agent, and with one of our choices made the other way",
        [Column::left("choice")].into_iter().chain(columns),
    );
    let ours = [("our choices", Group::FINAL)];
    let others = Choice::ALL.map(|choice| (choice.describe(), Group::Otherwise(choice)));
    for (words, group) in ours.into_iter().chain(others) {
        let mut cells = vec![Cell::from(words)];
        for benchmark in Benchmark::ALL {
            cells.push(score(results, Contender::Trained(group, 3), Contender::Benchmark(benchmark))?);
        }
        table = table.row(cells)?;
    }
    Ok(Section::new("What hangs on our choices")
        .paragraph(format!(
            "The document does not say how many games its agent learned from, how far it looked ahead, what its rates \
             were, what a finished game was worth, which colour it had, or in what unit its features were. Here: 5,000 \
             games, 3 plies, a step size of 0.02 that falls by 15 % every 250 games, a tenth of the moves at random, 1 \
             for a won game, both colours in turn, and the matrix score divided by the sum of the matrix so that all \
             four features lie within ±100 and are taken in parts of 100. The matrix is the one that the document prints; \
             a matrix learned anew from 10,000 games, as it describes, is the second line of the table. There the learner may \
             come to weigh the matrix against itself, since the copy that it plays against makes the same mistake: in {} of {} \
             replicas the matrix ended with a negative weight. Its line for the \
             update, θ := α(v′ − v)f, has lost the θ that is added to.",
            claims::against_the_matrix(results),
            results.trained.get(&Contender::LEARNED).map_or(0, Vec::len),
        ))
        .table(table))
}

/// What it cost.
fn cost(results: &Results) -> Result<Section, ReportError> {
    let columns = [Column::left("training"), Column::right("seconds for a player")];
    let mut table = Table::new("The cost of learning on one core", columns);
    for (group, seconds) in &results.training_seconds {
        table =
            table.row([Contender::Trained(*group, 3).describe().into(), format!("{seconds:.1}").into()])?;
    }
    Ok(Section::new("Cost")
        .paragraph(format!(
            "All trainings and games took {:.0} minutes of processor time.",
            results.cpu_seconds / 60.0
        ))
        .table(table))
}

fn provenance_section(plan: &Plan, provenance: &Provenance) -> Section {
    provenance
        .section([
            Definition::new("replicas", format!("{}, of extensions {}", plan.replicas, plan.extension_replicas)),
            Definition::new(
                "document",
                "K. Fry, F. Zheng and X. Li, CS 229 Final Project: Using Reinforcement Learning to Play Othello, 2016",
            ),
        ])
        .paragraph("The recipe of the final agent; the others differ from it as named.")
        .code(recipes::write(&plan.recipe(Group::FINAL)))
}
