//! The claims of the document and of its plans, with our verdicts.

use outflank_arena::statistics::MeanEstimate;
use outflank_learn::linear4::study::{Contender, Extension, Group};
use outflank_learn::linear4::{self, Benchmark, FEATURES, Opponent};

use super::{Results, Scores, mean};
use crate::league;
use crate::report::{Claim, Estimate, Finding, ReportError};
use crate::studies::linear4::Trained;

const RANDOM: Contender = Contender::Benchmark(Benchmark::Random);
const DISCS: Contender = Contender::Benchmark(Benchmark::Discs);
const DISCS_AHEAD: Contender = Contender::Benchmark(Benchmark::DiscsAhead);
const KORMAN: Contender = Contender::Benchmark(Benchmark::Korman);
const KORMAN_AHEAD: Contender = Contender::Benchmark(Benchmark::KormanAhead);

/// What a claim is judged by: the replicas of a meeting, or a number for each.
trait Sample {
    fn mean(&self) -> Option<MeanEstimate>;
}

impl Sample for Scores {
    fn mean(&self) -> Option<MeanEstimate> {
        self.mean()
    }
}

impl Sample for Vec<f64> {
    fn mean(&self) -> Option<MeanEstimate> {
        mean(self)
    }
}

/// A claim, judged by the mean of a sample.
fn judge(
    statement: &str,
    theirs: &str,
    claim: Claim,
    sample: &impl Sample,
    what: &str,
) -> Result<Finding, ReportError> {
    let Some(mean) = sample.mean() else {
        return Ok(Finding::unmeasured(statement, theirs, claim).because(what));
    };
    let ours = Estimate::new(mean.mean, mean.interval)?;
    Ok(Finding::new(statement, theirs, claim, ours).because(what))
}

/// The claims of the text and the figures.
pub(super) fn of_document(results: &Results) -> Result<Vec<Finding>, ReportError> {
    let mut findings = vec![
        judge(
            "random play wins about 5 % of its games against linear4 (section 7)",
            "0.05",
            Claim::between(0.025, 0.075),
            &results.wins(RANDOM, Contender::FINAL),
            "The share of games that random play wins; about 5 % is taken as 2.5 to 7.5 %.",
        )?,
        beats("linear4 dominates random play (7)", "well above 0.5", results, RANDOM)?,
        beats("linear4 beats greedy discs (7, Fig. 5)", "well above 0.5", results, DISCS)?,
        beats("linear4 beats discs at 3 plies (7, Fig. 5)", "well above 0.5", results, DISCS_AHEAD)?,
        beats("linear4 beats greedy Korman (7, Fig. 5)", "above 0.5", results, KORMAN)?,
        judge(
            "linear4 loses most of its games to Korman at 3 plies (7, Fig. 5)",
            "about 0.4",
            Claim::below(0.5),
            &results.scores(Contender::FINAL, KORMAN_AHEAD),
            "The score of linear4.",
        )?,
        judge(
            "it loses about 60 % of them (7)",
            "0.6",
            Claim::between(0.55, 0.65),
            &results.wins(KORMAN_AHEAD, Contender::FINAL),
            "The share of games that Korman at 3 plies wins; about 60 % is taken as 55 to 65 %.",
        )?,
        judge(
            "random play beats greedy discs (7)",
            "0.57",
            Claim::above(0.5),
            &results.scores(RANDOM, DISCS),
            "The score of random play. A player that takes the fewest discs would lose to it: perhaps a slip of sign.",
        )?,
        judge(
            "Korman's matrix and discs, both at 3 plies, are the best benchmarks (5, Fig. 3)",
            "—",
            Claim::above(0.0),
            &ahead_of_the_rest(
                results,
                &[KORMAN_AHEAD, DISCS_AHEAD],
                &[RANDOM, DISCS, DISCS_AHEAD, KORMAN, KORMAN_AHEAD],
            ),
            "By how much the weaker of the two is ahead of the best of the other three, all against all.",
        )?,
        judge(
            "linear4 stands out above all other strategies (abstract)",
            "—",
            Claim::above(0.0),
            &ahead_of_the_rest(
                results,
                &[Contender::FINAL],
                &[RANDOM, DISCS, DISCS_AHEAD, KORMAN, KORMAN_AHEAD, Contender::FINAL],
            ),
            "By how much its mean score is ahead of the best of the benchmarks', all against all.",
        )?,
        judge(
            "the training opponent matters (Fig. 4)",
            "—",
            Claim::above(0.0),
            &best_over_worst(results),
            "Best and worst opponent were named by one half of the replicas; the number is the difference between \
             their scores against the value matrix in the other half.",
        )?,
        judge(
            "learning makes the agent better (Fig. 6)",
            "—",
            Claim::above(0.0),
            &growth(results, 0.0, 0.05),
            "The score in the Othello League at the end, less that with the random weights of the start.",
        )?,
        judge(
            "learning converges (Fig. 6)",
            "—",
            Claim::between(-0.05, 0.05),
            &growth(results, 0.5, 0.75),
            "The score in the last quarter of the games, less that in the quarter before; 0.05 either way is taken as \
             none.",
        )?,
        judge(
            "the learned matrix is weak: greedy, it loses to Korman's (7)",
            "—",
            Claim::below(0.5),
            &results.scores(Contender::LearnedMatrix, KORMAN),
            "The score of the matrices that were learned here, 10,000 games each.",
        )?,
        judge(
            "the printed matrix is weak: greedy, it loses to Korman's (4.d, 7)",
            "—",
            Claim::below(0.5),
            &results.scores(Contender::ValueMatrix, KORMAN),
            "The score of the matrix that the document prints.",
        )?,
        judge(
            "a matrix learned this way prefers corners (4.d)",
            "0.80 (printed: 3.2 to 1.5)",
            Claim::above(0.0),
            &matrix_numbers(results, &[0]),
            "A corner, less the mean of all squares, in units of their mean size.",
        )?,
        judge(
            "it avoids the squares beside corners (4.d)",
            "printed: −0.10",
            Claim::below(0.0),
            &matrix_numbers(results, &[1, 8, 9]),
            "The mean of b1, a2 and b2, less the mean of all squares, in units of their mean size.",
        )?,
    ];
    for (place, (feature, section)) in FEATURES.into_iter().zip(["4.a", "4.b", "4.c", "4.d"]).enumerate() {
        findings.push(judge(
            &format!("the feature {feature} is good to have ({section})"),
            "—",
            Claim::above(0.0),
            &thetas(results, place),
            "Its learned weight. Frontier discs count against who has them, so that here too more is better.",
        )?);
    }
    if let Some(length) = results.length {
        findings.push(judge(
            "there are about 6 moves to choose from (3.a)",
            "6",
            Claim::between(5.5, 6.5),
            &length.branching.to_vec(),
            "The mean number of legal moves in random games.",
        )?);
        findings.push(judge(
            "a game has about 55 turns (3.a)",
            "55",
            Claim::between(52.5, 57.5),
            &length.turns.to_vec(),
            "Moves of both sides in random games.",
        )?);
    }
    Ok(findings)
}

/// What the document hopes of its plans.
pub(super) fn of_plans(results: &Results) -> Result<Vec<Finding>, ReportError> {
    let trained = |extension, plies| Contender::Trained(Group::Extension(extension), plies);
    let against = |extension| results.scores(trained(extension, 3), Contender::FINAL);
    let wins = |statement: &str, extension: Extension| {
        let what = "Its score against linear4, both at 3 plies.";
        judge(statement, "hoped for", Claim::above(0.5), &against(extension), what)
    };
    Ok(vec![
        judge(
            "a network comes to play at the level of linear4 by imitation (8.a)",
            "hoped for",
            Claim::above(0.45),
            &against(Extension::Imitation),
            "Its score against linear4, both at 3 plies; 0.45 is taken as the same level.",
        )?,
        wins("a network works even better after playing its copy (8.a)", Extension::SelfPlay)?,
        wins("a network works even better after generations of selection (8.a)", Extension::Population)?,
        wins("features chosen forwards make a better player (8.b)", Extension::Forward)?,
        wins("features chosen backwards make a better player (8.b)", Extension::Backward)?,
    ])
}

fn beats(
    statement: &str,
    theirs: &str,
    results: &Results,
    benchmark: Contender,
) -> Result<Finding, ReportError> {
    let scores = results.scores(Contender::FINAL, benchmark);
    judge(statement, theirs, Claim::above(0.5), &scores, "The score of linear4.")
}

/// In each replica, by how much the least of some is ahead of the best of the others, all meeting all.
fn ahead_of_the_rest(results: &Results, some: &[Contender], all: &[Contender]) -> Vec<f64> {
    let means: Vec<Vec<f64>> = all
        .iter()
        .map(|&one| {
            let others = all.iter().filter(|&&other| other != one);
            let scores: Vec<Vec<f64>> = others.map(|&other| results.scores(one, other).values()).collect();
            let replicas = scores.iter().map(Vec::len).min().unwrap_or(0);
            let mean = |replica: usize| {
                scores.iter().map(|scores| scores[replica]).sum::<f64>() / scores.len() as f64
            };
            (0..replicas).map(mean).collect()
        })
        .collect();
    let replicas = means.iter().map(Vec::len).min().unwrap_or(0);
    let lead = |replica: usize| {
        let of = |is_one: bool| {
            let chosen = all.iter().zip(&means).filter(move |(one, _)| some.contains(one) == is_one);
            chosen.map(move |(_, means)| means[replica])
        };
        of(true).fold(f64::INFINITY, f64::min) - of(false).fold(f64::NEG_INFINITY, f64::max)
    };
    (0..replicas).map(lead).collect()
}

/// The difference between the best and the worst training opponent, who were named by other replicas: whoever
/// names and measures with the same ones finds a difference where there is none.
fn best_over_worst(results: &Results) -> Vec<f64> {
    let scores: Vec<Vec<f64>> = Opponent::ALL
        .iter()
        .map(|&opponent| {
            let trained = Contender::Trained(Group::Against(opponent), 3);
            results.scores(trained, Contender::ValueMatrix).values()
        })
        .collect();
    let half = scores.iter().map(Vec::len).min().unwrap_or(0) / 2;
    let named = |scores: &&Vec<f64>| scores[..half].iter().sum::<f64>();
    let best = scores.iter().max_by(|a, b| named(a).total_cmp(&named(b)));
    let worst = scores.iter().min_by(|a, b| named(a).total_cmp(&named(b)));
    match (best, worst) {
        (Some(best), Some(worst)) => {
            best[half..].iter().zip(&worst[half..]).map(|(best, worst)| best - worst).collect()
        }
        _ => Vec::new(),
    }
}

fn final_agents(results: &Results) -> impl Iterator<Item = &Trained> {
    results.trained.get(&Group::FINAL).into_iter().flatten()
}

/// In each replica, the mean score of the last quarter of its curve, less the mean of a part of it.
fn growth(results: &Results, from: f64, to: f64) -> Vec<f64> {
    let mean = |points: &[f64]| points.iter().sum::<f64>() / points.len().max(1) as f64;
    let of_one = |trained: &Trained| {
        let points: Vec<f64> = trained
            .curve
            .iter()
            .filter(|(_, name, _)| name == league::CURVE)
            .map(|(_, _, score)| *score)
            .collect();
        let place = |part: f64| (part * points.len() as f64) as usize;
        let part = place(from)..place(to).max(place(from) + 1).min(points.len());
        mean(&points[place(0.75)..]) - mean(&points[part])
    };
    final_agents(results).map(of_one).collect()
}

fn models(results: &Results, group: Group) -> impl Iterator<Item = linear4::Model> {
    let trained = results.trained.get(&group).into_iter().flatten();
    trained.filter_map(|trained| linear4::Model::try_from(trained.model().ok()?).ok())
}

/// How many of the agents with a matrix of their own weigh it against itself.
pub(super) fn against_the_matrix(results: &Results) -> usize {
    models(results, Contender::LEARNED).filter(|model| model.theta()[3] < 0.0).count()
}

/// In each replica, one of the weights.
fn thetas(results: &Results, place: usize) -> Vec<f64> {
    models(results, Group::FINAL).map(|model| model.theta()[place]).collect()
}

/// In each replica, the mean of some squares of its matrix, less the mean of all, in units of their mean size.
fn matrix_numbers(results: &Results, squares: &[usize]) -> Vec<f64> {
    let of_one = |model: linear4::Model| {
        let weights = model.matrix().weights();
        let size = weights.iter().map(|weight| weight.abs()).sum::<f64>() / 64.0;
        let mean = weights.iter().sum::<f64>() / 64.0;
        let some = squares.iter().map(|&square| weights[square]).sum::<f64>() / squares.len() as f64;
        (some - mean) / size.max(f64::MIN_POSITIVE)
    };
    models(results, Contender::LEARNED).map(of_one).collect()
}
