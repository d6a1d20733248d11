//! `winmeasure`: tables taught in many ways, and a panel in the role of the author.

mod claims;
mod report;

use outflank_arena::{Seat, Style};
use outflank_engine::Chance;
use outflank_learn::winmeasure::{self, FrontEnd, Habits, Middle, Model, Summary};
use outflank_learn::{Model as AnyModel, Recipe, Scale, nim};
use outflank_rules::{Color, Game};
use serde::{Deserialize, Serialize};

use super::variant::{Games, player, recipe};
use super::{Experiment, Page, Printed, Reading, Results, Variant};
use crate::claims::{Claim, Data};
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use crate::{CurvePoint, LeaguePlan};

/// The panel in the role of the author, in the grammar of players: the practised players that a table meets.
const PANEL: [&str; 3] = ["korman:depth=3", "swh:depth=2", "edgar"];

/// A way of teaching a table: the name, the words, how many games in parts of the usual number, and what is changed.
type Teaching = (&'static str, &'static str, Span, &'static str);

/// The first are the document's, then come those that its author wished for.
const TEACHINGS: [Teaching; 10] = [
    (SELF_TAUGHT, "self-taught", Span::All, ""),
    (LONGER, "self-taught, a fifth more games", Span::Fifths(6), ""),
    (SQUARES_TAUGHT, "taught by weighted squares", Span::All, "teacher=weighted-squares"),
    (PRE_WEIGHTED_SHORT, "pre-weighted, a fifth of the games", Span::Fifths(1), "start=pre-weighted"),
    (PRE_WEIGHTED, "pre-weighted", Span::All, "start=pre-weighted"),
    (PLAYED_FIRST, "25 games against a practised player first", Span::All, ""),
    ("front-end", "corner front end", Span::All, "front_end=corners"),
    ("restarted", "phases 2 and 3 started anew half-way", Span::All, RESTART),
    ("reply", "rated after the most aggressive reply", Span::All, "plies=2"),
    ("farther-ahead", "look-ahead of 10 while learning", Span::All, "lookahead=10"),
];
const SELF_TAUGHT: &str = "self-taught";
const LONGER: &str = "longer";
const SQUARES_TAUGHT: &str = "squares-taught";
const PRE_WEIGHTED: &str = "pre-weighted";
const PRE_WEIGHTED_SHORT: &str = "pre-weighted-short";
const PLAYED_FIRST: &str = "played-first";
/// Half of the games: the number is filled in.
const RESTART: &str = "restart_after=";
/// So many ways of teaching are the document's.
const DOCUMENTED: usize = 6;

/// A way to read the document where it is silent.
struct Way {
    /// What stands behind the names of tables.
    suffix: &'static str,
    words: &'static str,
    change: &'static str,
    /// Whether tables were taught in all ways of the document, or by themselves alone.
    is_whole: bool,
}

/// The readings. The first is the one by which claims are judged: a reviewer had tried thirty on a table or two each,
/// and of these it alone puts three or four heuristics of VeryHigh on top, has phase 4 grow fastest and makes
/// self-teaching help. It was chosen by that search, before this study was run; the matrix has what it misses.
const WAYS: [Way; 16] = [
    Way::whole(
        "",
        "levels cut by hand around the commonest change; calibrated on the document's numbers",
        "cuts=commonest",
    ),
    Way::whole("-quantiles", "levels cut at 10, 30, 70 and 90 % of random play", ""),
    Way::whole(
        "-apart-floor",
        "levels cut by hand, nothing told apart from a little; measures below 1 count as 1",
        "cuts=apart shift=floor",
    ),
    Way::alone("-apart", "levels cut by hand, nothing told apart from a little", "cuts=apart"),
    Way::alone(
        "-floor",
        "by hand around the commonest change; measures below 1 count as 1",
        "cuts=commonest shift=floor",
    ),
    Way::alone("-quantiles-floor", "at 10, 30, 70 and 90 %; measures below 1 count as 1", "shift=floor"),
    Way::alone("-quantiles-always", "at 10, 30, 70 and 90 %; measures shifted always", "shift=always"),
    Way::alone("-outer", "levels cut at 5, 20, 80 and 95 % of random play", "cuts=outer"),
    Way::alone("-even", "levels cut at 20, 40, 60 and 80 % of random play", "cuts=even"),
    Way::alone("-changed", "at 10, 30, 70 and 90 % of the changes that are not zero", "cuts=changed"),
    Way::alone("-practised", "at 10, 30, 70 and 90 % of play by weighted squares", "cuts=practised"),
    Way::alone(
        "-edge-apart",
        "at 10, 30, 70 and 90 %, a plain move to an edge told apart from none",
        "cuts=edge-apart",
    ),
    Way::alone("-edge-floor", "the same; measures below 1 count as 1", "cuts=edge-apart shift=floor"),
    Way::alone(
        "-each-use",
        "by hand around the commonest change; the difference added for each use",
        "cuts=commonest credit=each-use",
    ),
    Way::alone(
        "-bare-corners",
        "by hand around the commonest change; corner strength counts corners alone",
        "cuts=commonest corner_weights=[50,0,0,0,0]",
    ),
    Way::alone(
        HEAVY_CORNERS,
        "by hand around the commonest change; what surrounds corners counts threefold",
        "cuts=commonest corner_weights=[50,-36,-18,12,9]",
    ),
];
const HEAVY_CORNERS: &str = "-heavy-corners";

impl Way {
    const fn whole(suffix: &'static str, words: &'static str, change: &'static str) -> Self {
        Self { suffix, words, change, is_whole: true }
    }

    const fn alone(suffix: &'static str, words: &'static str, change: &'static str) -> Self {
        Self { suffix, words, change, is_whole: false }
    }

    /// How tables were taught under it.
    fn teachings(&self) -> &'static [Teaching] {
        match (self.suffix, self.is_whole) {
            ("", _) => &TEACHINGS,
            (_, true) => &TEACHINGS[..DOCUMENTED],
            (_, false) => &TEACHINGS[..1],
        }
    }
}

/// How long a table is taught.
#[derive(Clone, Copy)]
enum Span {
    Fifths(u64),
    All,
}

/// How a table is made to play against the panel: the name, the words, and the look-ahead, if it is another.
type Setting = (&'static str, &'static str, Option<u32>);

const SETTINGS: [Setting; 7] = [
    (AS_TAUGHT, "as taught", None),
    (UNTAUGHT, "before its first game", None),
    (LATE_ONLY, "with what it learned of phase 4 alone", None),
    ("lookahead-10", "look-ahead of 10", Some(10)),
    ("lookahead-12", "look-ahead of 12", Some(12)),
    ("lookahead-14", "look-ahead of 14", Some(14)),
    (WITH_FRONT_END, "with the corner front end", None),
];
const AS_TAUGHT: &str = "as-taught";
const UNTAUGHT: &str = "untaught";
const LATE_ONLY: &str = "phase-4-alone";
const WITH_FRONT_END: &str = "front-end";

/// How the tables of a variant are made to play.
fn settings(variant: &str) -> &'static [Setting] {
    if variant.starts_with(LONGER) { &SETTINGS } else { &SETTINGS[..3] }
}

/// NIM, the first thing that the algorithm learned: the name, the words, the teacher.
const NIM: [(&str, &str, nim::Teacher); 2] = [
    ("nim-teacher", "against a semi-skilled teacher", nim::Teacher::SemiSkilled),
    ("nim-itself", "against a carbon copy of itself", nim::Teacher::Itself),
];
/// The number by which it is judged.
const RIGHT_MOVES: &str = "right moves";

/// The experiments at some scale.
#[derive(Clone)]
pub(super) struct WinMeasure {
    seed: u64,
    /// Games of a burst: 50,000 in the document.
    games: u64,
    /// Tables of each kind, taught with seeds of their own.
    replicas: usize,
    /// Pairs of games against each member of the panel.
    pairs: u64,
    /// The same where the look-ahead is 12 or more.
    deep_pairs: u64,
    /// Pairs of games of a table against itself, in which its habits are watched.
    watched_pairs: u64,
    /// Games of NIM.
    nim_games: u64,
}

/// What is kept of a table.
#[derive(Serialize, Deserialize)]
struct Taught {
    /// What is in it.
    summary: Summary,
    /// What its player does.
    habits: Habits,
    /// What it did before its first game: empty squares in the corner blocks.
    untaught_blocks: f64,
    /// The share of the second player's wins among the decided games against itself, after it was taught.
    second_wins: f64,
    /// How it plays, and its score against each member of the panel.
    scores: Vec<(String, Vec<f64>)>,
    /// What was measured while it learned: games, name, value.
    curve: Vec<(u64, String, f64)>,
}

/// The key of the habits of a practised player, and its group in the data.
const HABITS: &str = "habits/korman";
const PRACTISED: &str = "korman:depth=3";

/// Games against a practised player with which a table can begin.
const GAMES_FIRST: u64 = 25;

/// The number of what an untaught table leaves empty.
const UNTAUGHT_BLOCKS: &str = "empty corner blocks, untaught";

impl WinMeasure {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let (games, replicas, pairs, deep_pairs, watched_pairs, nim_games) = match scale {
            Scale::Smoke => (50, 2, 2, 1, 2, 100),
            Scale::Quick => (5_000, 5, 50, 10, 50, 10_000),
            Scale::Full => (50_000, 10, 200, 40, 200, 10_000),
        };
        Self { seed, games, replicas, pairs, deep_pairs, watched_pairs, nim_games }
    }

    fn nim_key(&self, name: &str, replica: usize) -> String {
        format!("{name}/{} games/{replica}", self.nim_games)
    }

    /// All ways of teaching under all readings. No two tables share a seed.
    fn variants(&self) -> Vec<Variant> {
        let all = WAYS.iter().flat_map(|way| way.teachings().iter().map(move |teaching| (way, *teaching)));
        let variant = |(place, (way, (name, words, span, change))): (u64, (&Way, Teaching))| {
            let games = match span {
                Span::Fifths(parts) => self.games / 5 * parts,
                Span::All => self.games,
            };
            let change = match change {
                RESTART => format!("{RESTART}{}", self.games / 2),
                other => other.to_owned(),
            };
            let words =
                if way.suffix.is_empty() { words.to_owned() } else { format!("{words}; {}", way.words) };
            Variant {
                name: format!("{name}{}", way.suffix),
                words,
                recipe: recipe("winmeasure", &format!("games={games} {} {change}", way.change)),
                replicas: self.replicas,
                seed: (self.seed << 32) + place * 1_000,
            }
        };
        (0..).zip(all).map(variant).collect()
    }
}

impl Experiment for WinMeasure {
    fn tasks(&self, study: &mut Study<'static>) {
        for variant in self.variants() {
            for replica in 0..variant.replicas {
                let (plan, variant) = (self.clone(), variant.clone());
                study.task(variant.key("teach", replica), &[], move |context| {
                    plan.teach(context, &variant, variant.seed + replica as u64)
                });
            }
        }
        for (name, _, teacher) in NIM {
            for replica in 0..self.replicas {
                let (seed, games) = (self.seed, self.nim_games);
                study.task(self.nim_key(name, replica), &[], move |context| {
                    learn_nim(context, nim::Learner::new(teacher, (seed << 32) + replica as u64), games)
                });
            }
        }
        let plan = self.clone();
        study.task(HABITS, &[], move |context| {
            let korman = player(PANEL[0])?;
            let mut habits = Habits::default();
            let (pairs, seed) = (plan.watched_pairs, plan.seed);
            let games = Games { first: &korman, second: &korman, openings: &[], pairs, seed };
            games.play(context, |pair| {
                pair.games.iter().for_each(|played| habits.watch(&played.game, None))
            })?;
            Ok(habits)
        });
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for variant in self.variants() {
            let taught: Vec<Taught> = variant.results(done, "teach")?;
            let mut add = |number: &str, of: &dyn Fn(&Taught) -> Option<f64>| {
                data.add(&variant.name, number, taught.iter().filter_map(of));
            };
            for (place, (setting, ..)) in settings(&variant.name).iter().enumerate() {
                for (member, name) in PANEL.iter().enumerate() {
                    let number = format!("{setting} against {name}");
                    add(&number, &|taught| taught.scores.get(place)?.1.get(member).copied());
                }
                add(setting, &|taught| {
                    let scores = &taught.scores.get(place)?.1;
                    Some(scores.iter().sum::<f64>() / scores.len() as f64)
                });
            }
            let summary = |of: &dyn Fn(&Summary) -> f64, taught: &Taught| Some(of(&taught.summary));
            for phase in Middle::ALL {
                let number = format!("used in phase {}", phase.number());
                add(&number, &|taught| summary(&|it| it.used[phase as usize] as f64, taught));
            }
            add("share used", &|taught| {
                summary(&|it| it.used.iter().sum::<usize>() as f64 / 46_875.0, taught)
            });
            add("nearly all VeryHigh", &|taught| summary(&|it| it.nearly_all_very_high as f64, taught));
            for phase in [Middle::Two, Middle::Three] {
                let number = format!("phase 4 over {}", phase.number());
                add(&number, &|taught| {
                    summary(&|it| it.height(Middle::Four) / it.height(phase).max(1.0), taught)
                });
            }
            add("mobility over others", &|taught| summary(&mobility, taught));
            add("measure beside corners", &|taught| Some(taught.habits.risky_measures.mean()));
            add("other measures", &|taught| Some(taught.habits.other_measures.mean()));
            add("corners taken", &|taught| Some(taught.habits.takes_corner.mean()));
            add("corners given", &|taught| Some(taught.habits.gives_corner.mean()));
            add("empty corner blocks", &|taught| Some(taught.habits.corner_blocks.mean()));
            add(UNTAUGHT_BLOCKS, &|taught| Some(taught.untaught_blocks));
            add("second player wins", &|taught| Some(taught.second_wins));
        }
        for (name, ..) in NIM {
            let learned =
                done.each::<NimCurve>((0..self.replicas).map(|replica| self.nim_key(name, replica)))?;
            data.add(name, RIGHT_MOVES, learned.iter().filter_map(|curve| Some(curve.last()?.1)));
        }
        if let Some(habits) = done.find::<Habits>(HABITS)? {
            data.add(PRACTISED, "corners taken", [habits.takes_corner.mean()]);
            data.add(PRACTISED, "corners given", [habits.gives_corner.mean()]);
        }
        Ok(data)
    }

    fn claims(&self, data: &Data) -> Vec<Claim> {
        self.all_claims(data)
    }

    fn readings(&self, data: &Data) -> Vec<Reading> {
        let reading = |way: &Way| Reading {
            words: way.words.to_owned(),
            extent: (!way.is_whole).then_some("for self-taught tables"),
            claims: self.claims_under(way.suffix, data),
            printed: self.printed_under(way.suffix),
        };
        WAYS.iter().map(reading).collect()
    }

    fn arms(&self) -> usize {
        WAYS.iter().take_while(|way| way.is_whole).count()
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// How closely measures go with the level of mobility (absolute correlation), minus the mean of the other features.
fn mobility(summary: &Summary) -> f64 {
    let effects = summary.effects.map(f64::abs);
    let mobility = effects[winmeasure::Feature::Mobility as usize];
    mobility - (effects.iter().sum::<f64>() - mobility) / 5.0
}

impl WinMeasure {
    /// Teaches a table, looks into it, watches it, and has it play the panel.
    fn teach(&self, context: &TaskContext<'_>, variant: &Variant, seed: u64) -> Result<Taught, TaskError> {
        let Recipe::Winmeasure(recipe) = &variant.recipe else {
            return Err(TaskError::failed("not a recipe of winmeasure"));
        };
        // Every tenth of a burst; few games each, for the score against SWH is shown beside and decides nothing.
        let measured = Some(LeaguePlan { every: (self.games / 10).max(1), pairs: 50 });
        let taught = if variant.name.starts_with(PLAYED_FIRST) {
            let model = AnyModel::Winmeasure(played_first(recipe, seed)?);
            context.train_from(model, &variant.recipe, seed, measured)?
        } else {
            context.train(None, &variant.recipe, seed, measured)?
        };
        let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
        let (mut habits, mut untaught_habits) = (Habits::default(), Habits::default());
        let (mut second, mut decided) = (0.0, 0.0);
        self.watch(context, &model, seed, |game| {
            habits.watch(game, Some(&model));
            let discs = |color| game.board().discs(color).count();
            decided += f64::from(u8::from(discs(Color::White) != discs(Color::Black)));
            second += f64::from(u8::from(discs(Color::White) > discs(Color::Black)));
        })?;
        // Before its first game every heuristic is as good as any other, but for pre-weights; the levels are the same.
        let untaught = recipe.model();
        self.watch(context, &untaught, seed, |game| untaught_habits.watch(game, None))?;
        let mut scores = Vec::new();
        for &(setting, _, exact) in settings(&variant.name) {
            let model = match setting {
                UNTAUGHT => untaught.clone(),
                LATE_ONLY => model.clone().with_measures(|heuristic, measure| match heuristic.phase() {
                    Middle::Four => measure,
                    Middle::Two | Middle::Three => untaught.measure(heuristic),
                }),
                WITH_FRONT_END => {
                    let mut model = model.clone();
                    model.front_end = FrontEnd::Corners;
                    model
                }
                _ => model.clone(),
            };
            scores.push((setting.to_owned(), self.against_panel(context, &model, setting, exact, seed)?));
        }
        let point = |point: &CurvePoint| (point.games, point.name.clone(), point.value);
        Ok(Taught {
            summary: Summary::of(&model),
            habits,
            untaught_blocks: untaught_habits.corner_blocks.mean(),
            second_wins: if decided > 0.0 { second / decided } else { 0.5 },
            scores,
            curve: taught.curve.iter().map(point).collect(),
        })
    }

    /// Watches games of a table with itself.
    fn watch(
        &self,
        context: &TaskContext<'_>,
        model: &Model,
        seed: u64,
        mut watch: impl FnMut(&Game),
    ) -> Result<(), TaskError> {
        let itself = &model.entrant("winmeasure", &Style::default()).map_err(TaskError::failed)?;
        let (pairs, seed) = (self.watched_pairs, Chance::stream(seed, "watched", 0).seed());
        let games = Games { first: itself, second: itself, openings: &[], pairs, seed };
        games.play(context, |pair| pair.games.iter().for_each(|played| watch(&played.game)))
    }

    /// The scores of a table against each member of the panel.
    fn against_panel(
        &self,
        context: &TaskContext<'_>,
        model: &Model,
        setting: &str,
        exact: Option<u32>,
        seed: u64,
    ) -> Result<Vec<f64>, TaskError> {
        let style = Style { exact, ..Style::default() };
        let first = &model.entrant("winmeasure", &style).map_err(TaskError::failed)?;
        let pairs = if exact.is_some_and(|empties| empties >= 12) { self.deep_pairs } else { self.pairs };
        let score = |(number, member): (u64, &str)| {
            let seed = Chance::stream(seed, &format!("panel {setting}"), number).seed();
            Games { first, second: &player(member)?, openings: &[], pairs, seed }.score(context)
        };
        (0..).zip(PANEL).map(score).collect()
    }
}

/// Games of NIM learned, and the share of right moves after them.
type NimCurve = Vec<(u64, f64)>;

/// Learns NIM, measured at twenty points on the way.
fn learn_nim(
    context: &TaskContext<'_>,
    mut learner: nim::Learner,
    games: u64,
) -> Result<NimCurve, TaskError> {
    let mut curve = vec![(0, learner.share_of_right_moves())];
    for part in 1..=20 {
        context.check_stop()?;
        learner.learn(games / 20);
        curve.push((part * games / 20, learner.share_of_right_moves()));
    }
    Ok(curve)
}

/// A table after some games against a practised player, whose moves teach as those of the table do.
fn played_first(recipe: &winmeasure::Recipe, seed: u64) -> Result<Model, TaskError> {
    let (mut model, practised) = (recipe.model(), &player(PANEL[0])?);
    for number in 0..GAMES_FIRST {
        let learner = model.entrant("winmeasure", &Style::default()).map_err(TaskError::failed)?;
        let (black, white) = if number % 2 == 0 { (&learner, practised) } else { (practised, &learner) };
        let chance = |purpose| Chance::stream(seed, purpose, number);
        let played = outflank_arena::play(
            Game::new(),
            Seat { player: &mut *black.seat(), chance: chance("played first, Black") },
            Seat { player: &mut *white.seat(), chance: chance("played first, White") },
        );
        for side in Color::BOTH {
            model.teach_game(&played.game, side, recipe.credit);
        }
    }
    Ok(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_another_recipe() {
        let variants = WinMeasure::new(Scale::Full, 1).variants();
        let games = |place: usize| match &variants[place].recipe {
            Recipe::Winmeasure(recipe) => recipe.games,
            _ => 0,
        };
        assert_eq!([games(0), games(1), games(3)], [50_000, 60_000, 10_000]);
        let document = variants.iter().find(|variant| variant.name == "self-taught-quantiles");
        assert_eq!(document.expect("it is there").recipe, Recipe::Winmeasure(winmeasure::Recipe::default()));
        for (place, one) in variants.iter().enumerate() {
            for other in &variants[place + 1..] {
                let same = other.name.replace(PLAYED_FIRST, SELF_TAUGHT) == one.name;
                assert_eq!(one.recipe == other.recipe, same, "{} and {}", one.name, other.name);
            }
        }
    }
}
