//! The claims of the document and of its plans.

use outflank_learn::linear4::{FEATURES, Opponent};

use super::{FINAL, FROM_RANDOM, LEARNED, LINEAR4, PRINTED, Printed};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};

const RANDOM: &str = "random";
const DISCS: &str = "discs";
const DISCS_AHEAD: &str = "discs-ahead";
const KORMAN: &str = "korman";
const KORMAN_AHEAD: &str = "korman-ahead";

pub(super) fn all(data: &Data) -> Vec<Claim> {
    of_document(data, FINAL).into_iter().chain(of_plans(data)).collect()
}

/// The document's claims about its agent, by a group that was taught in another way.
pub(super) fn under(group: &str, data: &Data) -> Vec<Claim> {
    of_document(data, group)
}

/// The numbers of the document that hang on how it is read, and ours.
pub(super) fn printed(group: &str) -> Vec<Printed> {
    let agent = format!("{group}@3");
    [("games that random play wins", 0.05, RANDOM), ("games that Korman at 3 plies wins", 0.6, KORMAN_AHEAD)]
        .into_iter()
        .map(|(name, theirs, who)| Printed {
            name: name.to_owned(),
            theirs,
            ours: Statistic::wins(who, &*agent),
            replicas: 1.0,
        })
        .collect()
}

/// The claims of the text and the figures.
fn of_document(data: &Data, group: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let agent = &format!("{group}@3");
    // Whose matrices were learned in the way that is read here.
    let matrices = if group == FROM_RANDOM { FROM_RANDOM } else { LEARNED };
    let mut add = |class, statement: &str, source: &str, theirs: &str, statistic, threshold, why: &str| {
        claims
            .push(Claim::new(class, statement, source).theirs(theirs).of(statistic, threshold).because(why));
    };
    add(
        Class::Claimed,
        "random play wins about 5 % of its games against linear4",
        "section 7",
        "0.05",
        Statistic::wins(RANDOM, agent),
        Threshold::about(0.05),
        "The share of games that random play wins.",
    );
    let strong = "The score of linear4. What such a word means is ours: three points of four.";
    for (statement, theirs, benchmark, bar, why) in [
        ("linear4 dominates random play", "“dominated”, “extremely well”", RANDOM, 0.75, strong),
        ("linear4 beats greedy discs handily", "“handily”, “extremely well”", DISCS, 0.75, strong),
        ("linear4 beats discs at 3 plies handily", "“handily”, “extremely well”", DISCS_AHEAD, 0.75, strong),
        ("linear4 beats greedy Korman", "“well”", KORMAN, 0.5, "The score of linear4."),
    ] {
        let score = Statistic::score(agent, benchmark);
        add(Class::Claimed, statement, "7, Fig. 5", theirs, score, Threshold::above(bar), why);
    }
    add(
        Class::Claimed,
        "linear4 loses most of its games to Korman at 3 plies",
        "7, Fig. 5",
        "“failed to win most”",
        Statistic::score(agent, KORMAN_AHEAD),
        Threshold::below(0.5),
        "The score of linear4.",
    );
    add(
        Class::Claimed,
        "it loses about 60 % of them",
        "7",
        "0.6",
        Statistic::wins(KORMAN_AHEAD, agent),
        Threshold::about(0.6),
        "The share of games that Korman at 3 plies wins.",
    );
    add(
        Class::Claimed,
        "random play wins about 57 % of its games against greedy discs",
        "7",
        "0.57",
        Statistic::wins(RANDOM, DISCS),
        Threshold::about(0.57),
        "The share of games that random play wins. Which of the agents that count discs is meant is not said. A player that \
         takes the fewest discs would lose to it: perhaps a slip of sign.",
    );
    let best = [RANDOM, DISCS, DISCS_AHEAD, KORMAN, KORMAN_AHEAD];
    add(
        Class::Claimed,
        "Korman's matrix and discs, both at 3 plies, are the best benchmarks",
        "5, Fig. 3",
        "—",
        Statistic::Values(ahead_of_the_rest(data, &[KORMAN_AHEAD, DISCS_AHEAD], &best)),
        Threshold::above(0.0),
        "By how much the weaker of the two is ahead of the best of the other three in games won, all against all.",
    );
    let with_linear4 = [RANDOM, DISCS, DISCS_AHEAD, KORMAN, KORMAN_AHEAD, agent.as_str()];
    add(
        Class::Claimed,
        "linear4 stands out above all other strategies",
        "abstract",
        "—",
        Statistic::Values(ahead_of_the_rest(data, &[agent.as_str()], &with_linear4)),
        Threshold::above(0.0),
        "By how much its mean share of won games is ahead of the best of the benchmarks', all against all.",
    );
    add(
        Class::Implied,
        "the training opponent matters",
        "Fig. 4",
        "—",
        Statistic::Values(best_over_worst(data)),
        Threshold::above(0.0),
        "Best and worst opponent were named by one half of the replicas; the number is the difference between their \
         scores against the value matrix in the other half.",
    );
    add(
        Class::Implied,
        "learning makes the agent better",
        "Fig. 6",
        "—",
        Statistic::mean(group, "learned"),
        Threshold::above(0.0),
        "The score in the Othello League at the end, less that with the random weights of the start.",
    );
    add(
        Class::Claimed,
        "learning converges",
        "Fig. 6",
        "“until convergence”",
        Statistic::mean(group, "learned late"),
        Threshold::no_difference(),
        "The score in the last quarter of the games, less that in the quarter before.",
    );
    add(
        Class::Implied,
        "the learned matrix is weak: greedy, it loses to Korman's",
        "7",
        "—",
        Statistic::score(matrices, KORMAN),
        Threshold::below(0.5),
        "The score of the matrices that were learned here, 10,000 games each.",
    );
    add(
        Class::Implied,
        "the printed matrix is weak: greedy, it loses to Korman's",
        "4.d, 7",
        "—",
        Statistic::score(PRINTED, KORMAN),
        Threshold::below(0.5),
        "The score of the matrix that the document prints.",
    );
    add(
        Class::Implied,
        "a matrix learned this way prefers corners",
        "4.d",
        "1.12",
        Statistic::mean(matrices, "matrix: corner"),
        Threshold::above(0.0),
        "A corner, less the mean of all squares, in units of their mean size.",
    );
    add(
        Class::Implied,
        "it avoids the squares beside corners",
        "4.d",
        "−0.07",
        Statistic::mean(matrices, "matrix: beside a corner"),
        Threshold::below(0.0),
        "The mean of b1, a2 and b2, less the mean of all squares, in units of their mean size.",
    );
    add(
        Class::Implied,
        "it counts no square against its owner",
        "4.d",
        "0.09",
        Statistic::mean(matrices, "matrix: least"),
        Threshold::above(0.0),
        "The least of the sixty squares that are played to, in units of their mean size.",
    );
    add(
        Class::Implied,
        "it is like the one that is printed",
        "4.d",
        "1",
        Statistic::mean(matrices, "matrix: likeness"),
        Threshold::above(0.0),
        "The correlation with the printed matrix over the fifteen squares of a quadrant that are played to.",
    );
    for (feature, section) in FEATURES.into_iter().zip(["4.a", "4.b", "4.c", "4.d"]) {
        add(
            Class::Implied,
            &format!("the feature {feature} is good to have"),
            section,
            "—",
            Statistic::mean(group, format!("θ of {feature}")),
            Threshold::above(0.0),
            "Its learned weight. Frontier discs count against who has them, so that here too more is better.",
        );
    }
    add(
        Class::Implied,
        "there are about 6 moves to choose from",
        "3.a",
        "6",
        Statistic::mean("random games", "legal moves"),
        Threshold::about(6.0),
        "The document assumes it. The mean number of legal moves in random games.",
    );
    add(
        Class::Implied,
        "a game has about 55 turns",
        "3.a",
        "55",
        Statistic::mean("random games", "turns"),
        Threshold::about(55.0),
        "The document assumes it. Moves of both sides in random games.",
    );
    add(
        Class::Implied,
        "counting discs loses because they are flipped later: looking ahead makes discs harder to beat",
        "7",
        "implied",
        Statistic::Values(difference(data, (agent, DISCS), (agent, DISCS_AHEAD))),
        Threshold::above(0.0),
        "The score of linear4 against greedy discs, less that against discs at 3 plies.",
    );
    claims.push(
        Claim::new(Class::Implied, "the same evaluation plays better at 3 plies than greedily", "3.a")
            .theirs("“more accurate”")
            .and("Korman's matrix", None, Statistic::score(KORMAN_AHEAD, KORMAN), Threshold::above(0.5))
            .and("discs", None, Statistic::score(DISCS_AHEAD, DISCS), Threshold::above(0.5)),
    );
    let statement = "no other training opponent makes a better agent than a copy";
    let mut copy = Claim::new(Class::Implied, statement, "4.e, Fig. 4").theirs("chosen").because(
        "Scores against the printed matrix, greedy; better is by more than 5 points of 100. Whether Figure 4 means this matrix \
         or Korman's is not said.",
    );
    for other in Opponent::ALL.into_iter().filter(|opponent| *opponent != Opponent::Copy) {
        let other = other.name();
        let lead = difference(data, (LINEAR4, PRINTED), (&format!("against-{other}@3"), PRINTED));
        copy = copy.and(format!("copy over {other}"), None, Statistic::Values(lead), Threshold::above(-0.05));
    }
    claims.push(copy);
    claims.push(
        Claim::new(Class::Wished, "with Korman's matrix linear4 does better against Korman at 3 plies", "7")
            .theirs("believed")
            .of(
                Statistic::Values(difference(
                    data,
                    ("korman-matrix@3", KORMAN_AHEAD),
                    (LINEAR4, KORMAN_AHEAD),
                )),
                Threshold::above(0.0),
            )
            .because("The difference of scores, replica by replica. The document blames its matrix."),
    );
    claims
}

/// What the document hopes of its plans.
fn of_plans(data: &Data) -> Vec<Claim> {
    let wish =
        |statement: &str, source: &str| Claim::new(Class::Wished, statement, source).theirs("hoped for");
    let better = "Its score against linear4, both at 3 plies.";
    let against_linear4 = [
        ("a network comes to play at the level of linear4 by imitation", "8.a", "imitation@3", 0.45),
        ("a network works even better than the linear function", "8.a", "self-play@3", 0.5),
        ("features chosen forwards make a better player", "8.b", "forward@3", 0.5),
        ("features chosen backwards make a better player", "8.b", "backward@3", 0.5),
    ]
    .map(|(statement, source, who, bar)| {
        let same = "; within 5 points of 100 is taken as the same level";
        let why = format!("{}{}.", better.trim_end_matches('.'), if bar < 0.5 { same } else { "" });
        wish(statement, source).of(Statistic::score(who, LINEAR4), Threshold::above(bar)).because(why)
    });
    let lead =
        |who, benchmark| Statistic::Values(difference(data, (who, benchmark), ("imitation@3", benchmark)));
    let copies = wish("playing its copy makes the network better than the original one", "8.a")
        .of(lead("self-play@3", LINEAR4), Threshold::above(0.0))
        .because("The difference of their scores against linear4, all at 3 plies, replica by replica.");
    let selected = wish("generations of selection make the network really better, by a benchmark", "8.a")
        .and("against random play", None, lead("population@3", RANDOM), Threshold::above(0.0))
        .and("against greedy discs", None, lead("population@3", DISCS), Threshold::above(0.0))
        .because("The score of the best of the population, less that of a network after imitation, replica by replica.");
    let selected_more = Claim::new(Class::Ours, "a population of networks comes to beat linear4", "")
        .theirs("—")
        .of(Statistic::score("population@3", LINEAR4), Threshold::above(0.5))
        .because(better);
    let deep = wish("a deep network that comes up with its own features improves on linear4", "8.c")
        .untestable("It has a study of its own, deep, with the verdict.");
    against_linear4.into_iter().chain([copies, selected, selected_more, deep]).collect()
}

/// In each replica, by how much one score is higher than another.
fn difference(data: &Data, one: (&str, &str), other: (&str, &str)) -> Vec<f64> {
    let (one, other) = (data.scores(one.0, one.1), data.scores(other.0, other.1));
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// In each replica, by how much the least of some is ahead of the best of the others, all meeting all.
fn ahead_of_the_rest(data: &Data, some: &[&str], all: &[&str]) -> Vec<f64> {
    let means: Vec<Vec<f64>> = all
        .iter()
        .map(|&one| {
            let others = all.iter().filter(|&&other| other != one);
            let scores: Vec<Vec<f64>> = others.map(|other| data.win_shares(one, other)).collect();
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
fn best_over_worst(data: &Data) -> Vec<f64> {
    let scores =
        Opponent::ALL.map(|opponent| data.scores(&format!("against-{}@3", opponent.name()), PRINTED));
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
