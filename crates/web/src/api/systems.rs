//! The systems that learn: what people are told about them, their presets, and the keys of their recipes.

use axum::Json;
use outflank_lab::cards::{Card, MeasuredRating, Preset, PresetSize};
use outflank_lab::recipes;
use outflank_learn::schema::{Key, Kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A system that learns, with its presets and the keys of its recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct System {
    /// Its name.
    pub system: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it learns, in a paragraph.
    pub about: &'static str,
    /// Where the idea comes from.
    pub document: &'static str,
    /// The study that runs the experiments of the document again, if there is one.
    pub study: Option<&'static str>,
    /// Recipes to begin with, the smallest first.
    pub presets: Vec<SystemPreset>,
    /// The keys of its recipe, in order.
    pub fields: Vec<RecipeField>,
}

/// A recipe to begin with.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SystemPreset {
    pub size: PresetName,
    /// What people read.
    pub title: &'static str,
    /// The keys in which it differs from the usual recipe, with their values as text.
    pub recipe: Vec<PresetKey>,
    /// The seed, where another would come to another player than the one that is shipped.
    pub seed: Option<u64>,
    /// The player that is shipped and came out of it.
    pub player: Option<&'static str>,
    /// Games of the whole run, if it was measured.
    pub games: Option<u64>,
    /// Seconds of one processor for the whole run, if they were measured.
    pub seconds: Option<f64>,
    /// The part of the run that was learned to find that out.
    pub part: Option<f64>,
    /// The place on the ladder of what came out, if it was measured.
    pub place: Option<PlaceInterval>,
}

/// A key of a preset.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PresetKey {
    pub key: String,
    pub value: String,
}

/// How large a preset is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PresetName {
    /// Some seconds.
    Taste,
    /// As large as in the document.
    Document,
    /// What brought our strongest player of the system.
    Best,
}

impl From<PresetName> for PresetSize {
    fn from(name: PresetName) -> Self {
        match name {
            PresetName::Taste => Self::Taste,
            PresetName::Document => Self::Document,
            PresetName::Best => Self::Best,
        }
    }
}

impl From<PresetSize> for PresetName {
    fn from(size: PresetSize) -> Self {
        match size {
            PresetSize::Taste => Self::Taste,
            PresetSize::Document => Self::Document,
            PresetSize::Best => Self::Best,
        }
    }
}

/// A place on the ladder, in Elo, the random player having 0; with its 95 % interval, the anchors taken as they are.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct PlaceInterval {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
    /// Different games that it rests on.
    pub games: u64,
}

impl From<&MeasuredRating> for PlaceInterval {
    fn from(rating: &MeasuredRating) -> Self {
        Self { elo: rating.elo, low: rating.low, high: rating.high, games: rating.games }
    }
}

impl From<&'static Preset> for SystemPreset {
    fn from(preset: &'static Preset) -> Self {
        let measured = preset.measured.as_ref();
        Self {
            size: preset.size.into(),
            title: preset.title,
            recipe: preset.changes().into_iter().map(|(key, value)| PresetKey { key, value }).collect(),
            seed: preset.seed,
            player: preset.player,
            games: measured.map(|measured| measured.games),
            seconds: measured.map(|measured| measured.seconds),
            part: measured.map(|measured| measured.part),
            place: measured.and_then(|measured| measured.rating.as_ref()).map(PlaceInterval::from),
        }
    }
}

/// A key of a recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecipeField {
    pub key: String,
    /// What it means.
    pub about: String,
    /// The value that it has if nothing is said.
    pub usual: String,
    /// What may stand there, in words.
    pub expected: String,
    pub kind: RecipeFieldKind,
    /// The words that may stand there, for a word.
    pub words: Vec<String>,
    /// The lowest number that may stand there; some keys want more than that.
    pub low: Option<f64>,
    /// The highest number that may stand there.
    pub high: Option<f64>,
    /// What the number counts.
    pub unit: Option<&'static str>,
}

/// What may stand for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RecipeFieldKind {
    Whole,
    Number,
    YesOrNo,
    Word,
}

/// The keys of a system's recipe.
pub(crate) fn fields(system: &str) -> Vec<RecipeField> {
    let field = |field: recipes::Field| {
        let recipes::Field { key: Key { name, about, kind }, usual } = field;
        let expected = recipes::allowed(&kind);
        let (kind, words, range) = match &kind {
            Kind::Whole(range) => (RecipeFieldKind::Whole, &[][..], Some(*range)),
            Kind::Number(range) => (RecipeFieldKind::Number, &[][..], Some(*range)),
            Kind::YesOrNo => (RecipeFieldKind::YesOrNo, &[][..], None),
            Kind::Word(words) => (RecipeFieldKind::Word, *words, None),
            Kind::Text => (RecipeFieldKind::Word, &[][..], None),
        };
        RecipeField {
            key: name.to_owned(),
            about,
            usual,
            expected,
            kind,
            words: words.iter().map(|&word| word.to_owned()).collect(),
            low: range.map(|range| range.low),
            high: range.map(|range| range.high).filter(|high| high.is_finite()),
            unit: range.map(|range| range.unit).filter(|unit| !unit.is_empty()),
        }
    };
    recipes::fields(system).into_iter().flatten().map(field).collect()
}

/// The systems that learn, and what decides their runs.
#[utoipa::path(
    get,
    path = "/api/systems",
    responses((status = 200, description = "The systems", body = Vec<System>))
)]
pub(crate) async fn systems() -> Json<Vec<System>> {
    let system = |card: &'static Card| System {
        system: card.system,
        title: &card.title,
        about: &card.about,
        document: &card.document,
        study: card.study.as_deref(),
        presets: card.presets.iter().map(SystemPreset::from).collect(),
        fields: fields(card.system),
    };
    Json(Card::all().iter().map(system).collect())
}
