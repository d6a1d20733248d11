//! `winmeasure`: tables taught in many ways, and a panel in the role of the author.

mod claims;
mod report;

use outflank_arena::{Seat, Style};
use outflank_engine::Chance;
use outflank_learn::winmeasure::{self, FrontEnd, Habits, Middle, Model, Summary};
use outflank_learn::{Model as AnyModel, Recipe, Scale};
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

/// Ways of teaching a table: the name, the words, how many games in parts of the usual number, and what is changed.
/// The first are the document's, then come those that its author wished for, then our choices made the other way,
/// one at a time.
const VARIANTS: [(&str, &str, Span, &str); 23] = [
    // But for a single game: every heuristic is as good as any other.
    (UNTAUGHT, "untaught", Span::One, ""),
    ("pre-weighted-untaught", "pre-weighted and untaught", Span::One, PRE_WEIGHTED),
    (SELF_TAUGHT, "self-taught", Span::All, ""),
    (LONGER, "self-taught, a fifth more games", Span::Fifths(6), ""),
    ("squares-taught", "taught by weighted squares", Span::All, "teacher=weighted-squares"),
    ("pre-weighted-short", "pre-weighted, a fifth of the games", Span::Fifths(1), PRE_WEIGHTED),
    ("pre-weighted", "pre-weighted", Span::All, PRE_WEIGHTED),
    (PLAYED_FIRST, "25 games against a practised player first", Span::All, ""),
    ("front-end", "corner front end", Span::All, "front_end=corners"),
    ("restarted", "phases 2 and 3 started anew half-way", Span::All, RESTART),
    ("reply", "rated after the most aggressive reply", Span::All, "plies=2"),
    ("farther-ahead", "look-ahead of 10 while learning", Span::All, "lookahead=10"),
    ("outer-cuts", "levels cut at 5, 20, 80, 95 %", Span::All, "cuts=outer"),
    ("even-cuts", "levels cut at 20, 40, 60, 80 %", Span::All, "cuts=even"),
    ("changed-cuts", "levels cut among changes that are not zero", Span::All, "cuts=changed"),
    ("shift-always", "measures shifted always", Span::All, "shift=always"),
    ("shift-floor", "measures below 1 count as 1, no shift", Span::All, "shift=floor"),
    ("bare-corners", "corner strength counts corners alone", Span::All, "corner_weights=[50,0,0,0,0]"),
    (
        "heavy-corners",
        "what surrounds corners counts threefold",
        Span::All,
        "corner_weights=[50,-36,-18,12,9]",
    ),
    ("each-use", "the difference added for each use", Span::All, "credit=each-use"),
    ("edge-apart", "a plain move to an edge told apart from none", Span::All, "cuts=edge-apart"),
    ("apart-floor", "levels cut by hand, measures below 1 count as 1", Span::All, "cuts=apart shift=floor"),
    ("commonest-cuts", "levels cut by hand around the commonest change", Span::All, "cuts=commonest"),
];
const UNTAUGHT: &str = "untaught";
const SELF_TAUGHT: &str = "self-taught";
const LONGER: &str = "self-taught-longer";
const PLAYED_FIRST: &str = "played-first";
const PRE_WEIGHTED: &str = "start=pre-weighted";
/// Half of the games: the number is filled in.
const RESTART: &str = "restart_after=";
/// Our choices made the other way begin here.
const CHOICES: usize = 12;

/// How long a table is taught.
#[derive(Clone, Copy)]
enum Span {
    One,
    Fifths(u64),
    All,
}

/// How a table is made to play against the panel: the name, the words, and the look-ahead, if it is another.
const SETTINGS: [(&str, &str, Option<u32>); 5] = [
    (AS_TAUGHT, "as taught", None),
    ("lookahead-10", "look-ahead of 10", Some(10)),
    ("lookahead-12", "look-ahead of 12", Some(12)),
    ("lookahead-14", "look-ahead of 14", Some(14)),
    (WITH_FRONT_END, "with the corner front end", None),
];
const AS_TAUGHT: &str = "as-taught";
const WITH_FRONT_END: &str = "front-end";

/// How the tables of a variant are made to play.
fn settings(variant: &str) -> &'static [(&'static str, &'static str, Option<u32>)] {
    if variant == LONGER { &SETTINGS } else { &SETTINGS[..1] }
}

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
}

/// What is kept of a table.
#[derive(Serialize, Deserialize)]
struct Taught {
    /// What is in it.
    summary: Summary,
    /// What its player does.
    habits: Habits,
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

impl WinMeasure {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let (games, replicas, pairs, deep_pairs, watched_pairs) = match scale {
            Scale::Smoke => (50, 2, 2, 1, 2),
            Scale::Quick => (5_000, 5, 50, 10, 50),
            Scale::Full => (50_000, 10, 200, 40, 200),
        };
        Self { seed, games, replicas, pairs, deep_pairs, watched_pairs }
    }

    /// All ways of teaching. No two tables share a seed.
    fn variants(&self) -> Vec<Variant> {
        let variant = |(place, (name, words, span, change)): (u64, (&str, &str, Span, &str))| {
            let games = match span {
                Span::One => 1,
                Span::Fifths(parts) => self.games / 5 * parts,
                Span::All => self.games,
            };
            let change = match change {
                RESTART => format!("{RESTART}{}", self.games / 2),
                other => other.to_owned(),
            };
            Variant {
                name: name.to_owned(),
                words: words.to_owned(),
                recipe: recipe("winmeasure", &format!("games={games} {change}")),
                replicas: self.replicas,
                seed: (self.seed << 32) + place * 1_000,
            }
        };
        (0..).zip(VARIANTS).map(variant).collect()
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
            add("second player wins", &|taught| Some(taught.second_wins));
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
        let reading = |(name, words, ..): (&str, &str, Span, &str)| Reading {
            words: words.to_owned(),
            claims: self.claims_under(name, data),
            printed: self.printed_under(name),
        };
        [VARIANTS[2]].into_iter().chain(VARIANTS.into_iter().skip(CHOICES)).map(reading).collect()
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
        let taught = match variant.name.as_str() {
            PLAYED_FIRST => {
                let model = AnyModel::Winmeasure(played_first(recipe, seed)?);
                context.train_from(model, &variant.recipe, seed, measured)?
            }
            _ => context.train(None, &variant.recipe, seed, measured)?,
        };
        let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
        let itself = model.entrant("winmeasure", &Style::default()).map_err(TaskError::failed)?;
        let mut habits = Habits::default();
        let (mut second, mut decided) = (0.0, 0.0);
        let watched = Chance::stream(seed, "watched", 0).seed();
        Games { first: &itself, second: &itself, openings: &[], pairs: self.watched_pairs, seed: watched }
            .play(context, |pair| {
                for game in pair.games.iter().map(|played| &played.game) {
                    habits.watch(game, Some(&model));
                    let discs = |color| game.board().discs(color).count();
                    decided += f64::from(u8::from(discs(Color::White) != discs(Color::Black)));
                    second += f64::from(u8::from(discs(Color::White) > discs(Color::Black)));
                }
            })?;
        let mut scores = Vec::new();
        for &(setting, _, exact) in settings(&variant.name) {
            scores.push((setting.to_owned(), self.against_panel(context, &model, setting, exact, seed)?));
        }
        let point = |point: &CurvePoint| (point.games, point.name.clone(), point.value);
        Ok(Taught {
            summary: Summary::of(&model),
            habits,
            second_wins: if decided > 0.0 { second / decided } else { 0.5 },
            scores,
            curve: taught.curve.iter().map(point).collect(),
        })
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
        let mut model = model.clone();
        if setting == WITH_FRONT_END {
            model.front_end = FrontEnd::Corners;
        }
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
        assert_eq!(variants[2].recipe, Recipe::Winmeasure(winmeasure::Recipe::default()));
        assert_eq!([games(3), games(5)], [60_000, 10_000]);
        for (place, one) in variants.iter().enumerate() {
            for other in &variants[place + 1..] {
                let same_recipe = one.name == SELF_TAUGHT && other.name == PLAYED_FIRST;
                assert_eq!(one.recipe == other.recipe, same_recipe, "{} and {}", one.name, other.name);
            }
        }
    }
}
