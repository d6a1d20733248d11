//! `edgar`: trainings with one part left out at a time, and games on the way.

mod report;

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_arena::{Entrant, Style, openings};
use outflank_engine::Chance;
use outflank_learn::edgar::{Learner, Model, TIMES, Teacher};
use outflank_learn::{Learner as _, Recipe, Scale};
use outflank_rules::{GameRecord, Square};
use serde::{Deserialize, Serialize};

use super::variant::{Games, noisy_player, player, recipe};
use super::{Experiment, Page, Reading, Results, Variant};
use crate::claims::{Claim, Class, Data, Statistic, Threshold};
use crate::league;
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};

/// Edgars with one thing done differently: the name, what is different, and what is changed in the recipe.
const VARIANTS: [(&str, &str, &str); 14] = [
    (OURS, "the document, and our choices", ""),
    (CLIMBING, "with hill climbing over F", CLIMB),
    ("no-corner", "without G", "learn_corner=false"),
    ("no-flips", "without F", "flips_from=60"),
    ("flips-always", "F is 1 at all times", "flips_from=0"),
    ("timeless", "times are not told apart", "times=together"),
    ("corner-from-draw", "G rewarded for games won, like T", "corner_from=draw"),
    ("worth-from-usual", "T rewarded for games better than usual, like G", "worth_from=usual"),
    ("opened", "G only for corners newly opened", "gift=opened"),
    ("large-steps", "steps a hundred times as large", "rate=1.0"),
    (
        "alone-noisy",
        "taught by its noisy self alone",
        "share_noisy=1.0 share_random=0.0 share_most_flips=0.0 share_table=0.0",
    ),
    (
        "alone-random",
        "taught by random moves alone",
        "share_noisy=0.0 share_random=1.0 share_most_flips=0.0 share_table=0.0",
    ),
    (
        "alone-most-flips",
        "taught by most flips alone",
        "share_noisy=0.0 share_random=0.0 share_most_flips=1.0 share_table=0.0",
    ),
    (
        "alone-table",
        "taught by the fixed table alone",
        "share_noisy=0.0 share_random=0.0 share_most_flips=0.0 share_table=1.0",
    ),
];
/// Those that read the document in another way, ours first.
const READINGS: [&str; 5] = [OURS, "corner-from-draw", "worth-from-usual", "opened", "large-steps"];
const OURS: &str = "ours";
const CLIMBING: &str = "climbing";
/// 280 attempts at any scale: the number of games is filled in.
const CLIMB: &str = "climb_every=";

/// The score against SWH with random moves on both sides.
const LEAGUE: &str = "Othello League";

/// Who stands for the strong opponents that the document does not name.
const PANEL: [&str; 2] = ["korman:depth=3", "swh:depth=2"];

/// The players that need no learning, at one ply.
const YARDSTICKS: [&str; 8] =
    ["random", "greedy", "swh", "korman", "edgar-table", "norvig", "document-matrix", "four-features"];

/// Plies drawn at random before games with the panel and the yardsticks, which draw nothing themselves.
const DRAWN_PLIES: usize = 7;

/// How a teacher is called among the opponents.
fn teacher(teacher: Teacher) -> String {
    format!("teacher: {teacher}")
}

/// The experiments at some scale.
pub(super) struct Edgar {
    seed: u64,
    /// Games of a training.
    games: u64,
    /// Edgars of each variant.
    replicas: usize,
    /// Pairs of games against each opponent on the way.
    pairs: u64,
    /// Pairs of games against each opponent at the end.
    last_pairs: u64,
}

/// Points a game, by opponent.
type Measured = BTreeMap<String, f64>;

/// What is kept of a training.
#[derive(Serialize, Deserialize)]
struct Trained {
    /// What was measured after so many games of learning; the last is the end.
    curve: Vec<(u64, Measured)>,
    /// G at the end.
    corner: f64,
    /// T by time and square at the end, where it is to be seen.
    worth: Vec<Vec<f64>>,
    /// F by time and square at the end, where it is to be seen.
    flips: Vec<Vec<f64>>,
}

impl Trained {
    /// The score against an opponent at a point of the curve.
    fn score(&self, point: usize, opponent: &str) -> Option<f64> {
        self.curve.get(point)?.1.get(opponent).copied()
    }

    /// The mean score against the teachers that stay as they are: its noisy self grows with it.
    fn against_fixed_teachers(&self, point: usize) -> Option<f64> {
        use Teacher::{MostFlips, Random, Table};
        let scores = [Random, MostFlips, Table].map(|kind| self.score(point, &teacher(kind)));
        scores.into_iter().sum::<Option<f64>>().map(|sum| sum / 3.0)
    }

    /// The mean worth of some squares over all times from the twentieth disc on.
    fn worth_of(&self, squares: &[Square]) -> Option<f64> {
        let late = self.worth.get(20..)?;
        let values = late.iter().flat_map(|time| squares.iter().map(|square| time[square.index()]));
        Some(values.sum::<f64>() / (late.len() * squares.len()) as f64)
    }
}

/// The number of a score against the fixed teachers after so many games.
fn fixed_teachers(games: u64) -> String {
    format!("fixed teachers after {games}")
}

impl Edgar {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self { seed, games: 140, replicas: 2, pairs: 2, last_pairs: 4 },
            Scale::Quick => Self { seed, games: 14_000, replicas: 6, pairs: 50, last_pairs: 200 },
            Scale::Full => Self { seed, games: 70_000, replicas: 20, pairs: 100, last_pairs: 500 },
        }
    }

    /// All Edgars. Variants share seeds, so that they start alike and differ by what they are.
    fn variants(&self) -> Vec<Variant> {
        let variant = |(name, words, change): (&str, &str, &str)| {
            let change = match change {
                CLIMB => format!("{CLIMB}{}", (self.games / 280).max(1)),
                other => other.to_owned(),
            };
            Variant {
                name: name.to_owned(),
                words: words.to_owned(),
                recipe: recipe("edgar", &format!("games={} {change}", self.games)),
                replicas: self.replicas,
                seed: self.seed << 32,
            }
        };
        VARIANTS.map(variant).to_vec()
    }

    /// When games are played: after a tenth, a seventh, two sevenths … of all lessons, and before the first.
    fn points(&self) -> Vec<u64> {
        let mut points = vec![0, self.games / 70, self.games / 28];
        points.extend((1..=7).map(|seventh| seventh * self.games / 7));
        points.dedup();
        points
    }
}

impl Experiment for Edgar {
    fn tasks(&self, study: &mut Study<'static>) {
        for variant in self.variants() {
            for replica in 0..variant.replicas {
                let Recipe::Edgar(recipe) = variant.recipe.clone() else { continue };
                let training = TrainingTask {
                    key: variant.key("train", replica),
                    recipe,
                    learner_seed: variant.seed + replica as u64,
                    is_ours: variant.name == OURS,
                    is_seen: [OURS, CLIMBING].contains(&variant.name.as_str()),
                    points: self.points(),
                    seed: self.seed,
                    pairs: [self.pairs, self.last_pairs],
                };
                study.task(training.key.clone(), &[], move |context| training.run(context));
            }
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let beside = [Square::B2, Square::G2, Square::B7, Square::G7];
        let mut data = Data::default();
        for variant in self.variants() {
            let trained: Vec<Trained> = variant.results(done, "train")?;
            let mut add = |number: String, of: &dyn Fn(&Trained) -> Option<f64>| {
                data.add(&variant.name, number, trained.iter().filter_map(of));
            };
            let last = self.points().len() - 1;
            let opponents = Teacher::ALL.map(teacher).into_iter();
            let others = [LEAGUE].into_iter().chain(PANEL).chain(YARDSTICKS).map(str::to_owned);
            for opponent in opponents.chain(others) {
                add(opponent.clone(), &|trained| trained.score(last, &opponent));
            }
            for (point, games) in self.points().into_iter().enumerate() {
                add(fixed_teachers(games), &|trained| trained.against_fixed_teachers(point));
            }
            add("−G".to_owned(), &|trained| Some(-trained.corner));
            add("corners over X squares".to_owned(), &|trained| {
                Some(trained.worth_of(&corners)? - trained.worth_of(&beside)?)
            });
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        self.claims_under(OURS)
    }

    fn readings(&self, _: &Data) -> Vec<Reading> {
        let reading = |(name, words, _): &(&str, &str, &str)| Reading {
            words: (*words).to_owned(),
            extent: None,
            claims: self.claims_under(name),
            printed: Vec::new(),
        };
        VARIANTS.iter().filter(|(name, ..)| READINGS.contains(name)).map(reading).collect()
    }

    /// G with a baseline, which we added, and as the document's words have it.
    fn arms(&self) -> usize {
        2
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

impl Edgar {
    /// All claims about the Edgars of one variant. Only ours climbed.
    fn claims_under(&self, base: &str) -> Vec<Claim> {
        use Class::{Claimed, Implied};
        let even = Threshold::above(0.5);
        let more = Threshold::above(0.0);
        let mut claims = Vec::new();
        for kind in Teacher::ALL {
            let statement = format!("after {} games Edgar beats its teacher: {kind}", self.games);
            let score = Statistic::mean(base, teacher(kind));
            claims.push(Claim::new(Implied, statement, "").theirs("implied").of(score, even));
        }
        claims.push(
            Claim::new(Claimed, "Edgar beats most people, but not all", "")
                .theirs("“most but not all”")
                .untestable("No people were asked."),
        );
        let statement = "Edgar plays fairly well, a challenge for other automatic methods to beat";
        let mut challenge = Claim::new(Claimed, statement, "").theirs("“fairly well”, “a challenge”").because(
            "The methods of its time are not named. These are the ones at hand that look one ply ahead, as Edgar does.",
        );
        for opponent in YARDSTICKS {
            challenge = challenge.and(
                format!("score against {opponent}"),
                None,
                Statistic::mean(base, opponent),
                even,
            );
        }
        claims.push(challenge);
        claims.push(
            Claim::new(
                Claimed,
                "how Edgar did against players of 18 student projects, bred by genetic programming",
                "",
            )
            .theirs("“see the results”")
            .untestable("The programs of these projects and their results are gone."),
        );
        for opponent in PANEL {
            let statement = format!("Edgar scores more than half against {opponent}");
            let score = Statistic::mean(base, opponent);
            claims.push(Claim::new(Class::Ours, statement, "").theirs("—").of(score, even));
        }
        let (last, early) = (self.games, self.points()[3.min(self.points().len() - 1)]);
        for (name, number) in
            [("in the Othello League", LEAGUE), ("against its fixed teachers", &fixed_teachers(last))]
        {
            for (statement, class, theirs, one, other) in [
                (
                    "hill climbing over F makes Edgar play at least a little better",
                    Class::Wished,
                    "“no doubt”",
                    CLIMBING,
                    base,
                ),
                ("the value for giving a corner (G) helps", Implied, "implied", base, "no-corner"),
                ("the factors on flips (F) help", Implied, "implied", base, "no-flips"),
                ("telling the times of a game apart helps", Implied, "implied", base, "timeless"),
            ] {
                // Under other readings there is nobody without a part but without G, which none of them changes.
                if base != OURS && other != "no-corner" {
                    continue;
                }
                let lead = Statistic::paired(one, other, number);
                let claim =
                    Claim::new(class, format!("{statement}, {name}"), "").theirs(theirs).of(lead, more);
                claims.push(match class {
                    Class::Wished => claim.because(
                        "Climbing is judged by games against the teachers, which the others did not have: seven times as many \
                         games in all.",
                    ),
                    _ => claim,
                });
            }
            if base == OURS {
                let statement =
                    format!("the four teachers together teach better than any of them alone, {name}");
                let mut mix = Claim::new(Implied, statement, "").theirs("implied");
                for (alone, words, _) in VARIANTS.iter().filter(|(alone, ..)| alone.starts_with("alone-")) {
                    let lead = Statistic::paired(base, *alone, number);
                    mix = mix.and(format!("lead over those {words}"), None, lead, more);
                }
                claims.push(mix);
                let lead = Statistic::paired(base, "flips-always", number);
                let statement =
                    format!("counting flips late alone is better than counting them always, {name}");
                claims.push(Claim::new(Class::Ours, statement, "").theirs("—").of(lead, more));
            }
        }
        let mut implied = |statement: String, theirs: &str, statistic| {
            claims.push(Claim::new(Implied, statement, "").theirs(theirs).of(statistic, more));
        };
        implied(
            format!("the games after the first {early} still improve it, against its fixed teachers"),
            "70,000 games",
            Statistic::within(base, fixed_teachers(last), fixed_teachers(early)),
        );
        implied(
            "giving a corner is learned to be bad (−G)".to_owned(),
            "implied",
            Statistic::mean(base, "−G"),
        );
        let statement = "corners are learned to be worth more than the X squares beside them (from the twentieth disc on)";
        let lead = Statistic::mean(base, "corners over X squares");
        claims.push(Claim::new(Class::Ours, statement, "").theirs("—").of(lead, more));
        claims
    }
}

/// The training of one Edgar, with games on the way. Seconds, so that nothing needs to be kept in between.
struct TrainingTask {
    key: String,
    recipe: outflank_learn::edgar::Recipe,
    learner_seed: u64,
    is_ours: bool,
    is_seen: bool,
    points: Vec<u64>,
    seed: u64,
    pairs: [u64; 2],
}

impl TrainingTask {
    fn run(&self, context: &TaskContext<'_>) -> Result<Trained, TaskError> {
        let mut learner = Learner::new(self.recipe.clone(), self.learner_seed);
        let mut curve = Vec::new();
        for &lessons in &self.points {
            while learner.schedule().done < lessons {
                learner.learn(1);
                context.check_stop()?;
            }
            let model = Model::try_from(learner.model()).map_err(TaskError::failed)?;
            let is_end = learner.schedule().is_finished();
            curve.push((lessons, self.measure(context, &model, lessons, is_end)?));
            context.report_progress(lessons as f64 / self.recipe.games as f64);
        }
        let model = Model::try_from(learner.model()).map_err(TaskError::failed)?;
        let times = |squares: &dyn Fn(usize) -> [f64; 64]| match self.is_seen {
            true => (0..TIMES).map(|time| squares(time).to_vec()).collect(),
            false => Vec::new(),
        };
        Ok(Trained {
            curve,
            corner: model.corner(),
            worth: times(&|time| *model.worth(time)),
            flips: times(&|time| *model.flips(time)),
        })
    }

    /// Plays all that is due on the way or at the end.
    fn measure(
        &self,
        context: &TaskContext<'_>,
        model: &Model,
        lessons: u64,
        is_end: bool,
    ) -> Result<Measured, TaskError> {
        let entrant = |style: &Style| model.entrant("edgar", style).map_err(TaskError::failed);
        let edgar = entrant(&Style::plies(1))?;
        let pairs = self.pairs[usize::from(is_end)];
        // Games of their own for each Edgar and each occasion.
        let play =
            |first: &Entrant, second: &Entrant, opponent: &str, openings: &[GameRecord], pairs: u64| {
                let purpose = format!("{} {lessons} {opponent}", self.key);
                let seed = Chance::stream(self.seed, &purpose, 0).seed();
                Games { first, second, openings, pairs, seed }.score(context)
            };
        let mut measured = Measured::new();
        let known = Arc::new(model.clone());
        for kind in Teacher::ALL {
            let name = teacher(kind);
            let score = play(&edgar, &kind.entrant(&known, self.recipe.noise), &name, &[], pairs)?;
            measured.insert(name, score);
        }
        let noisy = entrant(&Style { epsilon: league::EPSILON, ..Style::plies(1) })?;
        let score = play(&noisy, &noisy_player("swh", league::EPSILON)?, LEAGUE, &[], 2 * pairs)?;
        measured.insert(LEAGUE.to_owned(), score);
        // The others cost more: on the way they are for one curve only.
        let others: Vec<&str> = match (is_end, self.is_ours) {
            (true, _) => PANEL.into_iter().chain(YARDSTICKS).collect(),
            (false, true) => PANEL.to_vec(),
            (false, false) => Vec::new(),
        };
        let starts = openings::drawn(pairs as usize, DRAWN_PLIES, self.seed);
        for name in others {
            measured.insert(name.to_owned(), play(&edgar, &player(name)?, name, &starts, pairs)?);
        }
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Edgar::new(Scale::Full, 1);
        assert_eq!(plan.points(), [0, 1_000, 2_500, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000]);
        let usual = Recipe::Edgar(outflank_learn::edgar::Recipe::default());
        for variant in plan.variants() {
            assert_eq!(variant.recipe == usual, variant.name == OURS, "{}", variant.name);
        }
        assert!(matches!(&plan.variants()[1].recipe, Recipe::Edgar(recipe) if recipe.climb_every == 250));
    }
}
