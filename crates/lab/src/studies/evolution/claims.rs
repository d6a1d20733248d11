//! What the document claims, in points of 1,000 games, as it counts.

use outflank_value::PieceCounter;

use super::regions::separation;
use super::{MLP, OPENINGS, Printed, WPC, WPC_LARGE};
use crate::claims::{Claim, Class, Statistic, Threshold};

/// What the document calls the same, in points of 1,000 games.
const SAME: f64 = 50.0;

/// The luck of the difference between two fitnesses that are won in 1,000 games each, 95 % of the time.
const LUCK: f64 = 44.0;

/// All claims, by the runs whose names end like this.
pub(super) fn under(suffix: &str) -> Vec<Claim> {
    let [wpc, mlp_group, wpc_large, openings] =
        [WPC, MLP, WPC_LARGE, OPENINGS].map(|name| format!("{name}{suffix}"));
    let [wpc, mlp_group, wpc_large, openings] = [&wpc, &mlp_group, &wpc_large, &openings].map(String::as_str);
    let mean = |group: &str, number: &str| Statistic::mean(group, number);
    let with = |number: &str| Statistic::paired(openings, wpc, number);
    let mlp = |number: &str| Statistic::paired(mlp_group, wpc, number);
    let large = |number: &str| Statistic::paired(wpc_large, wpc, number);
    let rise = |one: &str, other: &str| Statistic::within(wpc, one, other);
    let about = Threshold::about;
    let same = Threshold::between(-SAME, SAME);
    let (above, below) = (Threshold::above(0.0), Threshold::below(0.0));
    // The statement, where it stands, the document's number or words, what of ours is compared, and where it has to
    // lie.
    let rows = [
        (
            "the best WPC of 50 reaches about 450",
            "Figure 10",
            "450",
            "highest fitness of a run",
            mean(wpc, "highest"),
            about(450.0),
        ),
        (
            "the best MLP reaches about 400",
            "Figure 11",
            "400",
            "highest fitness of a run",
            mean(mlp_group, "highest"),
            about(400.0),
        ),
        (
            "the best WPC of 100 reaches about 500",
            "Figure 12",
            "500",
            "highest fitness of a run",
            mean(wpc_large, "highest"),
            about(500.0),
        ),
        (
            "the best WPC with openings reaches about 540",
            "Figure 13",
            "540",
            "highest fitness of a run",
            mean(openings, "highest"),
            about(540.0),
        ),
        (
            "the best WPC of 50 has converged by generation 21",
            "Figure 10",
            "converges",
            "rise of the best from generations 17–26 to 91–100",
            rise("best 91–100", "best 17–26"),
            Threshold::below(SAME),
        ),
        (
            "the best WPC of 50 rises until generation 21",
            "Figure 10",
            "gradually increased",
            "rise of the best from the first generation to 17–26",
            rise("best 17–26", "best 1"),
            above,
        ),
        (
            "the mean of the WPC goes on rising after that",
            "Figure 10",
            "increasing continuously",
            "rise of the mean from generations 17–26 to 91–100",
            rise("mean 91–100", "mean 17–26"),
            above,
        ),
        (
            "the best WPC of a generation can be much worse than that of the one before",
            "Figure 10",
            "sudden decrease",
            "largest fall of the best from one generation to the next",
            mean(wpc, "largest fall"),
            Threshold::above(LUCK),
        ),
        (
            "the best MLP of a generation can be much worse than that of the one before",
            "Figure 11",
            "sudden decrease",
            "largest fall of the best from one generation to the next",
            mean(mlp_group, "largest fall"),
            Threshold::above(LUCK),
        ),
        (
            "whoever was lucky in one generation shows less afterwards, WPC",
            "Figure 10",
            "lucky individual",
            "highest fitness of a run, less that of its champion in fresh games",
            Statistic::within(wpc, "highest", "fresh"),
            above,
        ),
        (
            "whoever was lucky in one generation shows less afterwards, MLP",
            "Figure 11",
            "lucky individual",
            "highest fitness of a run, less that of its champion in fresh games",
            Statistic::within(mlp_group, "highest", "fresh"),
            above,
        ),
        (
            "the standard heuristic is strong beside random weights",
            "section 4",
            "still strong",
            "mean of the first generation",
            mean(wpc, "mean 1"),
            Threshold::below(500.0),
        ),
        (
            "an MLP stays below a WPC",
            "Figure 11",
            "−50",
            "MLP minus WPC, highest fitness",
            mlp("highest"),
            below,
        ),
        (
            "an MLP stays below a WPC, in fresh games",
            "Figure 11",
            "—",
            "MLP minus WPC, champions in fresh games",
            mlp("fresh"),
            below,
        ),
        (
            "the mean of the MLP rises less than that of the WPC",
            "Figure 11",
            "smaller",
            "MLP minus WPC, rise of the mean",
            mlp("rise of the mean"),
            below,
        ),
        (
            "a population of 100 reaches more than one of 50",
            "Figure 12",
            "+50",
            "100 minus 50, highest fitness",
            large("highest"),
            above,
        ),
        (
            "a population of 100 reaches more than one of 50, in fresh games",
            "Figure 12",
            "—",
            "100 minus 50, champions in fresh games",
            large("fresh"),
            above,
        ),
        (
            "openings raise the highest fitness",
            "Figures 13, 14",
            "+90",
            "with minus without openings, highest fitness",
            with("highest"),
            above,
        ),
        (
            "openings give some member a high gain at once",
            "Figure 14",
            "high performance gain",
            "with minus without, best of the first generation",
            with("best 1"),
            above,
        ),
        (
            "openings make evolution faster",
            "abstract",
            "accelerate",
            "with minus without, best over generations 17–26",
            with("best 17–26"),
            above,
        ),
        (
            "those that evolved with openings exploit them",
            "section 5",
            "exploit",
            "champions of that evolution in fresh games, playing with openings minus without",
            Statistic::within(openings, "fresh", "otherwise"),
            above,
        ),
        (
            "openings raise the best during the whole evolution",
            "Figure 14",
            "better during evolution",
            "with minus without, best over all generations",
            with("best 1–100"),
            above,
        ),
        (
            "openings raise the champion, in fresh games",
            "Figure 14",
            "—",
            "with minus without, champions in fresh games",
            with("fresh"),
            above,
        ),
        (
            "with openings, the best of the first generation has about 400",
            "Figure 13",
            "400",
            "best of the first generation",
            mean(openings, "best 1"),
            about(400.0),
        ),
        (
            "with openings, the best settles at about 500 in the end",
            "Figure 13",
            "500",
            "best over generations 91–100",
            mean(openings, "best 91–100"),
            about(500.0),
        ),
        (
            "with openings, the best falls back in generations 21–45",
            "Figure 13",
            "degradation",
            "best over generations 21–45, less that of 11–20",
            Statistic::within(openings, "best 21–45", "best 11–20"),
            below,
        ),
        (
            "with openings, the highest fitness comes at about generation 51",
            "Figure 13",
            "51",
            "generation of the highest fitness",
            mean(openings, "generation of the highest"),
            about(51.0),
        ),
        (
            "for the MLP, the highest fitness comes at about generation 51",
            "Figure 11",
            "51",
            "generation of the highest fitness",
            mean(mlp_group, "generation of the highest"),
            about(51.0),
        ),
        (
            "with openings, the mean of the first generation is about 200",
            "Figure 15",
            "200",
            "mean of the first generation",
            mean(openings, "mean 1"),
            about(200.0),
        ),
        (
            "the means of the first generations do not differ",
            "Figure 15",
            "not quite different",
            "with minus without, mean of the first generation",
            with("mean 1"),
            same,
        ),
        (
            "openings raise the mean in the first half",
            "Figure 15",
            "larger",
            "with minus without, mean over generations 1–50",
            with("mean 1–50"),
            above,
        ),
        (
            "the means converge to the same value",
            "Figure 15",
            "the same",
            "with minus without, mean over generations 91–100",
            with("mean 91–100"),
            same,
        ),
        (
            "without openings, weights confuse safe and dangerous squares more than the standard heuristic",
            "Figure 16",
            "big confusion",
            "separation in standard deviations",
            mean(wpc, "separation"),
            Threshold::below(separation(PieceCounter::swh().weights())),
        ),
        (
            "without openings, the centre weighs much",
            "Figure 16",
            "big",
            "centre in standard deviations, above the board",
            mean(wpc, "centre"),
            above,
        ),
        (
            "with openings, weights separate safe from dangerous squares near the corners more clearly",
            "Figures 16, 17",
            "relatively clear",
            "with minus without, separation in standard deviations",
            with("separation"),
            above,
        ),
        (
            "with openings, weights care less for the centre",
            "Figures 16, 17",
            "not big",
            "with minus without, centre in standard deviations",
            with("centre"),
            below,
        ),
    ];
    let claim = |(statement, source, theirs, number, statistic, threshold): (
        &str,
        &str,
        &str,
        &str,
        _,
        _,
    )| {
        // What is measured again in fresh games is our question.
        let class = if theirs == "—" { Class::Ours } else { Class::Claimed };
        Claim::new(class, statement, source)
                .theirs(theirs)
                .of(statistic, threshold)
                .because(match number.starts_with("largest fall") {
                    true => format!(
                        "Ours: {number}; {LUCK} is the luck of two fitnesses, which the largest of many falls passes by luck \
                         alone. The document, too, blames the random moves."
                    ),
                    false => format!("Ours: {number}."),
                })
    };
    let ranks = [("500", "about the 40th rank"), ("550", "about rank 12")].map(|(points, rank)| {
        Claim::new(Class::Claimed, format!("{points} points are {rank} of the CEC competition"), "section 4")
            .theirs(rank)
            .untestable("The list of that competition is gone.")
    });
    rows.into_iter().map(claim).chain(ranks).collect()
}

/// What the document hopes for and did not try, and what we asked: an option against its plain version, champions in fresh
/// games.
pub(super) fn beyond() -> Vec<Claim> {
    let better = Threshold::above(0.0);
    let same = Threshold::between(-SAME, SAME);
    let claim = |class, statement: &str, option: &str, plain: &str, threshold| {
        Claim::new(class, statement, if class == Class::Wished { "sections 4, 5" } else { "" })
            .theirs("—")
            .of(Statistic::paired(option, plain, "fresh"), threshold)
            .because("Champions in fresh games, run by run of the same seed.")
    };
    let wished =
        |(statement, option, plain, threshold)| claim(Class::Wished, statement, option, plain, threshold);
    let wishes = [
        ("a spatial layer makes the MLP better", "spatial", MLP, better),
        ("self-adaptive mutation makes the MLP better", "mlp-self-adaptive", MLP, better),
        ("self-adaptive mutation makes the WPC better", "self-adaptive", WPC, better),
        ("an MLP with a spatial layer is better than a WPC", "spatial", WPC, better),
        ("openings make an MLP with a spatial layer better", "spatial-openings", "spatial", better),
        ("co-evolution, everybody against everybody, makes the WPC better", "round-robin", WPC, better),
        ("co-evolution against drawn opponents makes the WPC better", "tournament", WPC, better),
        ("more generations make the WPC of 100 better", "longer", WPC_LARGE, better),
        ("more games for each fitness make the WPC better", "more-games", WPC, better),
        ("an MLP with self-adaptive mutation is better than a WPC", "mlp-self-adaptive", WPC, better),
    ];
    let asked = [
        // The document finds these interesting, and does not say what it expects.
        ("taking the most probable opening is as good as drawing one", "best-opening", OPENINGS, same),
        ("openings as probable as in games of people are better", "openings-of-games", OPENINGS, better),
        (
            "openings as probable as a program finds them good are better",
            "openings-of-engine",
            OPENINGS,
            better,
        ),
        ("a CMA-ES finds a better WPC than the genetic search", "cma-es", WPC, better),
        ("a CMA-ES finds a better MLP than the genetic search", "mlp-cma-es", MLP, better),
    ];
    let asked = asked
        .map(|(statement, option, plain, threshold)| claim(Class::Ours, statement, option, plain, threshold));
    let crossed = Claim::new(Class::Ours, "openings help those that evolved without them", "")
        .theirs("—")
        .of(Statistic::within(WPC, "otherwise", "fresh"), better)
        .because("Champions in fresh games, playing with openings minus without.");
    let steadier = Claim::new(Class::Claimed, "the best falls because of random moves: more games, smaller falls", "Figure 10")
        .theirs("because of the random move")
        .of(Statistic::paired("more-games", WPC, "largest fall"), Threshold::below(0.0))
        .because("The largest fall from one generation to the next, with four times as many games, less that of the plain runs.");
    let not_run = [
        "openings as probable as in games of a program against itself",
        "co-evolution of the MLP",
        "a spatial layer and self-adaptive mutation together",
    ]
    .map(|statement| {
        Claim::new(Class::Wished, statement, "sections 4, 5")
            .theirs("future work")
            .untestable("It was not run: others of its kind were.")
    });
    let rest = asked.into_iter().chain([crossed, steadier]).chain(not_run);
    wishes.map(wished).into_iter().chain(rest).collect()
}

/// The numbers of the document, each of a single run, and ours.
pub(super) fn printed(suffix: &str) -> Vec<Printed> {
    let of = |(name, group, number, theirs): (&str, &str, &str, f64)| Printed {
        name: name.to_owned(),
        theirs,
        ours: Statistic::mean(format!("{group}{suffix}"), number),
        replicas: 1.0,
    };
    let numbers = [
        ("best WPC of 50", WPC, "highest", 450.0),
        ("best MLP", MLP, "highest", 400.0),
        ("best WPC of 100", WPC_LARGE, "highest", 500.0),
        ("best with openings", OPENINGS, "highest", 540.0),
        ("first best with openings", OPENINGS, "best 1", 400.0),
        ("first mean with openings", OPENINGS, "mean 1", 200.0),
        ("last best with openings", OPENINGS, "best 91–100", 500.0),
    ];
    numbers.into_iter().map(of).collect()
}
