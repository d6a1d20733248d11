//! Intervals and tests in simulated contests, where the truth is known: do they err as often as they say?

use outflank_arena::statistics::{
    Confidence, Crosstable, EloModel, Hypothesis, Pentanomial, RatingOptions, ScoreSheet, Sprt, SprtBounds,
    SprtVerdict, elo_from_score, score_from_elo,
};
use outflank_rules::Outcome;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How likely a pair is worth 0, ½, 1, 1½ and 2 points.
type Law = [f64; 5];

fn mean(law: &Law) -> f64 {
    law.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(probability, score)| probability * score).sum()
}

fn add_pair(sheet: &mut Pentanomial, law: &Law, rng: &mut impl Rng) {
    use Outcome::{Draw, Loss, Win};
    let mut left: f64 = rng.random();
    let place = law.iter().position(|probability| {
        left -= probability;
        left < 0.0
    });
    let (one, other) = [(Loss, Loss), (Loss, Draw), (Win, Loss), (Win, Draw), (Win, Win)][place.unwrap_or(4)];
    sheet.add(one, other);
}

fn play(pairs: usize, law: &Law, rng: &mut impl Rng) -> Pentanomial {
    let mut sheet = Pentanomial::default();
    for _ in 0..pairs {
        add_pair(&mut sheet, law, rng);
    }
    sheet
}

/// A pair between players this far apart, from an opening that helps one colour by as much as it likes.
fn pair_law(advantage: f64, opening: f64) -> Law {
    let (black, white) = (score_from_elo(advantage + opening), score_from_elo(advantage - opening));
    let both = black * white;
    let none = (1.0 - black) * (1.0 - white);
    [none, 0.0, 1.0 - both - none, 0.0, both]
}

#[test]
fn score_intervals_cover_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1987);
    for law in [
        [0.25, 0.0, 0.5, 0.0, 0.25],
        [0.1, 0.02, 0.76, 0.02, 0.1],
        [0.1, 0.05, 0.3, 0.05, 0.5],
        [0.04, 0.02, 0.28, 0.02, 0.64],
        [0.02, 0.01, 0.14, 0.01, 0.82],
        [0.05, 0.0, 0.0, 0.0, 0.95],
        [0.01, 0.1, 0.5, 0.29, 0.1],
    ] {
        for pairs in [50, 100, 400] {
            let trials = 4000;
            let covered = (0..trials)
                .filter(|_| play(pairs, &law, &mut rng).interval(Confidence::USUAL).contains(mean(&law)))
                .count();
            let share = covered as f64 / f64::from(trials);
            assert!((0.93..=0.97).contains(&share), "{law:?}, {pairs} pairs: {share}");
        }
        // Short contests: a lattice of few results cannot do as well, but nothing collapses.
        for pairs in [5, 10, 20] {
            let trials = 4000;
            let covered = (0..trials)
                .filter(|_| play(pairs, &law, &mut rng).interval(Confidence::USUAL).contains(mean(&law)))
                .count();
            let share = covered as f64 / f64::from(trials);
            assert!(share >= 0.90, "{law:?}, {pairs} pairs: {share}");
        }
    }
}

#[test]
fn rating_intervals_cover_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1952);
    for (truth, opening) in [
        ([0.0, 0.0, 0.0, 0.0, 0.0], 0.0),
        ([-200.0, -100.0, 0.0, 100.0, 200.0], 0.0),
        ([-200.0, -100.0, 0.0, 100.0, 200.0], 300.0),
    ] {
        let names = ["a", "b", "c", "d", "e"];
        // With an opening advantage a player's expected score is no longer that of its Elo: the truth that
        // ratings approach is that of endless play.
        let rate = |pairs: usize, rng: &mut Xoshiro256PlusPlus| {
            let mut table = Crosstable::new();
            for first in 0..5 {
                for second in 0..first {
                    let law = pair_law(truth[first] - truth[second], opening);
                    table.add(names[first], names[second], play(pairs, &law, rng)).unwrap();
                }
            }
            table.rate(&RatingOptions::default()).unwrap()
        };
        let endless = rate(100_000, &mut rng);
        let (mut ratings, mut differences) = (0, 0);
        let trials = 1000;
        for _ in 0..trials {
            let list = rate(30, &mut rng);
            for name in names {
                let true_elo = endless.rating(name).unwrap().elo;
                ratings += u32::from(list.rating(name).unwrap().interval.contains(true_elo));
            }
            let difference = list.difference("a", "b", Confidence::USUAL).unwrap();
            let true_difference = endless.difference("a", "b", Confidence::USUAL).unwrap().elo;
            differences += u32::from(difference.interval.contains(true_difference));
        }
        let share = f64::from(ratings) / f64::from(5 * trials);
        assert!((0.93..=0.97).contains(&share), "{truth:?}, openings {opening}: {share}");
        let share = f64::from(differences) / f64::from(trials);
        assert!((0.93..=0.97).contains(&share), "differences, {truth:?}, openings {opening}: {share}");
    }
}

#[test]
fn sequential_tests_err_as_seldom_as_agreed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1947);
    let law = |elo: f64| pair_law(elo, 150.0);
    for (truth, wrong) in [(0.0, Hypothesis::H1), (60.0, Hypothesis::H0)] {
        let law = law(truth);
        let elo = elo_from_score(mean(&law));
        // The hypotheses, so that the truth is exactly the one that is not wrong.
        let bounds = match wrong {
            Hypothesis::H1 => SprtBounds::usual(elo, elo + 60.0, EloModel::Logistic),
            Hypothesis::H0 => SprtBounds::usual(elo - 60.0, elo, EloModel::Logistic),
        };
        let test = Sprt::new(bounds).unwrap();
        let trials = 1000;
        let mut errors = 0;
        for _ in 0..trials {
            let mut sheet = Pentanomial::default();
            let verdict = loop {
                add_pair(&mut sheet, &law, &mut rng);
                match test.verdict(&sheet) {
                    SprtVerdict::Accepted(hypothesis) => break hypothesis,
                    SprtVerdict::Undecided => {}
                }
            };
            errors += u32::from(verdict == wrong);
        }
        let share = f64::from(errors) / f64::from(trials);
        assert!((0.02..=0.065).contains(&share), "truth {truth}: {share}");
    }
}
