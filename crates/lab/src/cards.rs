//! The cards of the learning systems: what a person is told before letting one learn, and three presets of its recipe.
//!
//! A card is text beside its system ([`CardText`](outflank_learn::CardText)). What is measured of the presets, how long
//! they take and how strong they become, is a second text, which `outflank systems SYSTEM --measure` prints.

mod measuring;

use std::sync::LazyLock;

use outflank_learn::Recipe;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::recipes::{self, Change, RecipeTextError};
use crate::{PlayerFile, shipped};

pub use measuring::Measuring;

/// What people are told about a system.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its one name.
    pub system: &'static str,
    /// What it is, in a few words.
    pub title: String,
    /// How it learns, in a paragraph.
    pub about: String,
    /// Where the idea comes from.
    pub document: String,
    /// The study that runs the experiments of the document again, if there is one.
    pub study: Option<String>,
    /// Keys whose product the time of a run follows, all else being equal.
    cost: Vec<String>,
    /// The presets, the smallest first.
    pub presets: Vec<Preset>,
    /// How the presets were measured, if they were.
    pub measured: Option<Measurements>,
}

/// A recipe with a name.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Which.
    pub size: PresetSize,
    /// The name that people read.
    pub title: &'static str,
    /// The recipe.
    pub recipe: Recipe,
    /// The seed, where another would come to another player than the one that is shipped.
    pub seed: Option<u64>,
    /// The player that is shipped and came out of it, if one did.
    pub player: Option<&'static str>,
    /// How many plies that player looks ahead, if more than one; others play as they do by themselves.
    pub plies: Option<u32>,
    /// What was measured of it.
    pub measured: Option<MeasuredPreset>,
}

/// How large a preset is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PresetSize {
    /// Some seconds.
    Taste,
    /// As large as in the document.
    Document,
    /// What brought our strongest player of the system.
    Best,
}

impl PresetSize {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Taste, Self::Document, Self::Best];

    /// What it is called in files and addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Taste => "taste",
            Self::Document => "document",
            Self::Best => "best",
        }
    }

    /// The name that people read: a recipe of our own is not called published.
    fn title(self, is_published: bool) -> &'static str {
        match self {
            Self::Taste => "Demo",
            Self::Document if is_published => "As published",
            Self::Document => "Default",
            Self::Best => "Best",
        }
    }
}

/// What was measured of the presets of a system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurements {
    /// The command that measures it again.
    pub command: String,
    /// The version and commit that did.
    pub program: String,
    /// When.
    pub date: String,
    /// The smallest preset.
    pub taste: Option<MeasuredPreset>,
    /// That of the document.
    pub document: Option<MeasuredPreset>,
    /// Our best.
    pub best: Option<MeasuredPreset>,
}

impl Measurements {
    /// The text of the file in which it is kept.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("numbers and words")
    }

    fn of(&self, size: PresetSize) -> Option<&MeasuredPreset> {
        match size {
            PresetSize::Taste => self.taste.as_ref(),
            PresetSize::Document => self.document.as_ref(),
            PresetSize::Best => self.best.as_ref(),
        }
    }
}

/// What was measured of a preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredPreset {
    /// Games of the whole run.
    pub games: u64,
    /// The part of the run that was learned to find out how long it takes: 1 where it was learned to its end.
    pub part: f64,
    /// Seconds of one processor for the whole run; where only a part was learned, in proportion.
    pub seconds: f64,
    /// The place on the ladder of what came out.
    pub rating: Option<MeasuredRating>,
}

/// A place on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredRating {
    /// In Elo, the random player having 0.
    pub elo: f64,
    /// The lower end of its 95 % interval, the anchors taken as they are.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Different games that it rests on.
    pub games: u64,
}

/// The text of a card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    about: String,
    document: String,
    /// Whether a paper describes the system: it may only have planned it.
    #[serde(default = "yes")]
    published: bool,
    study: Option<String>,
    #[serde(default)]
    cost: Vec<String>,
    taste: Table,
    document_size: Table,
    best: Best,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Best {
    player: String,
}

/// A card that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// It is not TOML, or has other keys.
    #[error("the card of {system}: {reason}")]
    Text {
        /// The system.
        system: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A preset is no recipe of the system.
    #[error("the card of {system}: {error}")]
    Recipe {
        /// The system.
        system: String,
        /// What is wrong with it.
        error: RecipeTextError,
    },
}

impl Card {
    /// The cards of all systems, in their order. A system without a card is shown by its name.
    pub fn all() -> &'static [Self] {
        static CARDS: LazyLock<Vec<Card>> = LazyLock::new(|| {
            let card = |&system: &&'static str| Card::read(system).unwrap_or_else(|_| Card::plain(system));
            Recipe::SYSTEMS.iter().map(card).collect()
        });
        &CARDS
    }

    /// The card of a system.
    pub fn of(system: &str) -> Option<&'static Self> {
        Self::all().iter().find(|card| card.system == system)
    }

    /// Reads the card of a system.
    pub fn read(system: &'static str) -> Result<Self, CardError> {
        let wrong = |reason: String| CardError::Text { system: system.to_owned(), reason };
        let text = Recipe::card_of(system).ok_or_else(|| wrong("there is none".to_owned()))?;
        let written: Written =
            toml::from_str(text.about).map_err(|error| wrong(error.message().to_owned()))?;
        let measured: Option<Measurements> = match text.measured.trim() {
            "" => None,
            measured => Some(toml::from_str(measured).map_err(|error| wrong(error.message().to_owned()))?),
        };
        let recipe = |table: &Table| {
            let text = toml::to_string(table).map_err(|error| wrong(error.to_string()))?;
            let read = recipes::read(system, &text, &[]);
            read.map_err(|error| CardError::Recipe { system: system.to_owned(), error })
        };
        let player = shipped::find(&written.best.player)
            .ok_or_else(|| wrong(format!("there is no player {}", written.best.player)))?;
        let file = PlayerFile::from_bytes(player.bytes).map_err(|error| wrong(error.to_string()))?;
        let best = recipes::read(system, &file.provenance.recipe, &[])
            .map_err(|error| CardError::Recipe { system: system.to_owned(), error })?;
        let of = |size| measured.as_ref().and_then(|measured| measured.of(size)).cloned();
        let title = |size: PresetSize| size.title(written.published);
        let preset = |size, recipe| Preset {
            size,
            title: title(size),
            recipe,
            seed: None,
            player: None,
            plies: None,
            measured: of(size),
        };
        let presets = vec![
            preset(PresetSize::Taste, recipe(&written.taste)?),
            preset(PresetSize::Document, recipe(&written.document_size)?),
            Preset {
                seed: Some(file.provenance.seed),
                player: Some(player.name),
                plies: (player.plies > 1).then_some(player.plies),
                ..preset(PresetSize::Best, best)
            },
        ];
        let Written { title, about, document, study, cost, .. } = written;
        Ok(Self { system, title, about, document, study, cost, presets, measured })
    }

    /// What is told of a system that nobody wrote a card for.
    fn plain(system: &'static str) -> Self {
        let preset = |size: PresetSize, recipe: Option<Recipe>| {
            let (title, recipe) = (size.title(false), recipe?);
            Some(Preset { size, title, recipe, seed: None, player: None, plies: None, measured: None })
        };
        let presets = [
            preset(PresetSize::Taste, Recipe::trial_of(system)),
            preset(PresetSize::Document, Recipe::default_of(system)),
        ];
        Self {
            system,
            title: system.to_owned(),
            about: String::new(),
            document: String::new(),
            study: None,
            cost: Vec::new(),
            presets: presets.into_iter().flatten().collect(),
            measured: None,
        }
    }

    /// The preset of a size.
    pub fn preset(&self, size: PresetSize) -> Option<&Preset> {
        self.presets.iter().find(|preset| preset.size == size)
    }

    /// The most that was reached, and the preset that it was reached with.
    pub fn reach(&self) -> Option<(&Preset, &MeasuredRating)> {
        let rated =
            |preset: &'_ Preset| preset.measured.as_ref().is_some_and(|measured| measured.rating.is_some());
        let elo = |preset: &Preset| {
            let rating = preset.measured.as_ref().and_then(|measured| measured.rating.as_ref());
            rating.map_or(f64::NEG_INFINITY, |rating| rating.elo)
        };
        let best = self
            .presets
            .iter()
            .filter(|preset| rated(preset))
            .max_by(|one, other| elo(one).total_cmp(&elo(other)))?;
        Some((best, best.measured.as_ref()?.rating.as_ref()?))
    }

    /// About how many seconds of one processor a run of a recipe takes: known where it differs from a preset that was
    /// measured in nothing but how much of the same is done.
    pub fn estimate(&self, recipe: &Recipe) -> Option<f64> {
        let values = table(recipe);
        self.presets.iter().rev().find_map(|preset| {
            let measured = preset.measured.as_ref()?;
            let known = table(&preset.recipe);
            let is_cost = |key: &str| self.cost.iter().any(|cost| cost == key);
            let is_alike = values.iter().all(|(key, value)| is_cost(key) || known.get(key) == Some(value));
            let amount = |table: &Table| -> f64 {
                self.cost.iter().filter_map(|key| table.get(key).and_then(number)).product()
            };
            is_alike.then(|| measured.seconds * amount(&values) / amount(&known).max(1.0))
        })
    }
}

impl Preset {
    /// The keys in which it differs from the usual recipe, with their values as a [`Change`] has them.
    pub fn changes(&self) -> Vec<(String, String)> {
        let usual = Recipe::default_of(self.recipe.system()).map(|recipe| table(&recipe)).unwrap_or_default();
        let differs = |(key, value): &(&String, &Value)| usual.get(key.as_str()) != Some(*value);
        let text = |(key, value): (&String, &Value)| (key.clone(), Change::text_of(value));
        table(&self.recipe).iter().filter(differs).map(text).collect()
    }
}

fn table(recipe: &Recipe) -> Table {
    Table::try_from(recipe).expect("a recipe is a flat table")
}

fn number(value: &Value) -> Option<f64> {
    value.as_integer().map(|whole| whole as f64).or_else(|| value.as_float())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_a_card_with_three_presets() {
        for system in Recipe::SYSTEMS {
            let card = Card::read(system).unwrap_or_else(|error| panic!("{error}"));
            assert!(card.about.len() > 100 && card.about.ends_with('.'), "{system}");
            assert!(!card.document.is_empty(), "{system}");
            assert_eq!(card.presets.len(), 3, "{system}");
            for preset in &card.presets {
                assert_eq!(preset.recipe.system(), *system);
                // What stands in a form comes back as the same recipe.
                let changes: Vec<Change> = preset
                    .changes()
                    .iter()
                    .map(|(key, value)| format!("{key}={value}").parse().expect("a change"))
                    .collect();
                assert_eq!(recipes::read(system, "", &changes).as_ref(), Ok(&preset.recipe), "{system}");
            }
            assert_eq!(Card::of(system).map(|card| card.title.as_str()), Some(card.title.as_str()));
        }
    }

    #[test]
    fn what_was_measured_is_what_the_presets_are() {
        for card in Card::all().iter().filter(|card| card.measured.is_some()) {
            for preset in &card.presets {
                let Some(measured) = &preset.measured else { continue };
                let system = card.system;
                assert!(measured.seconds > 0.0 && measured.part > 0.0 && measured.part <= 1.0, "{system}");
                if let Some(MeasuredRating { elo, low, high, games }) = measured.rating {
                    assert!(low < elo && elo < high && games >= 200, "{system} {:?}", preset.size);
                }
            }
            // A taste is a matter of seconds.
            let taste = card.preset(PresetSize::Taste).and_then(|preset| preset.measured.as_ref());
            assert!(taste.is_some_and(|taste| taste.seconds < 15.0 && taste.part == 1.0), "{}", card.system);
        }
    }

    #[test]
    fn twice_the_games_take_twice_the_time() {
        let measured = MeasuredPreset { games: 50_000, part: 1.0, seconds: 3.0, rating: None };
        let mut card = Card::read("td").expect("a card");
        for preset in &mut card.presets {
            preset.measured = (preset.size == PresetSize::Document).then(|| measured.clone());
        }
        let recipe = |text: &str| recipes::read("td", text, &[]).expect("a recipe");
        assert_eq!(card.estimate(&recipe("games = 100000")), Some(6.0));
        assert_eq!(card.estimate(&recipe("plies = 3")), None, "another search costs what nobody measured");
    }
}
