//! What `patterns` learns: weights for patterns, rounded to parts of a disc.

use std::sync::{Arc, OnceLock};

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Portable;
use outflank_value::patterns::{
    Layout, LeagueError, PatternFile, PatternFileError, PatternTables, Shape, mobility,
};

use super::Recipe;
use super::own_games::play;
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError, Values};

/// How many units make a disc: what rounding adds to a value is about an eighth of a disc.
pub(super) const PER_DISC: u16 = 16;

/// So many weights are few: their units are as fine as the largest of them allows, which costs no room.
const FEW: usize = 20_000;

/// How many units make a disc for these weights.
fn units_for(weights: &[f32]) -> u16 {
    if weights.len() > FEW {
        return PER_DISC;
    }
    let largest = weights.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    let fits = |units: &u16| largest * f32::from(*units) <= f32::from(i16::MAX);
    (4..16).rev().map(|power| 1 << power).find(fits).unwrap_or(PER_DISC)
}

/// Weights in discs as whole numbers of units.
pub(super) fn rounded(weights: &[f32], per_disc: u16) -> Vec<i16> {
    weights.iter().map(|&weight| libm::roundf(weight * f32::from(per_disc)) as i16).collect()
}

/// Weights of patterns, as whole numbers.
#[derive(Clone, Debug)]
pub struct Model {
    file: Arc<PatternFile>,
    /// The bytes of the file, once somebody asked for them: to pack a million weights takes longer than to play a game.
    bytes: Arc<OnceLock<Arc<[u8]>>>,
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Model {
    /// A model of these weights.
    pub fn new(file: PatternFile) -> Self {
        Self { file: Arc::new(file), bytes: Arc::default() }
    }

    /// A model of weights in discs, stage by stage, rounded. Those of configurations that were never met are 0 and stay so.
    pub(super) fn rounded(layout: Arc<Layout>, weights: &[f32]) -> Self {
        let per_disc = units_for(weights);
        Self::new(PatternFile { layout, weights: rounded(weights, per_disc), per_disc })
    }

    /// A network of the Othello League, read for a player that exchanges the colours when it is White. The League knows no
    /// discs: what makes one is measured in games of the network against itself.
    pub fn from_league(text: &str) -> Result<Self, LeagueError> {
        let file = PatternFile::from_league(text)?;
        let margins = match PatternTables::<64>::new(&file.layout, &file.weights, file.per_disc) {
            Some(tables) => Margins::in_games(&tables),
            None => PatternTables::<256>::new(&file.layout, &file.weights, file.per_disc)
                .map_or_else(Margins::default, |tables| Margins::in_games(&tables)),
        };
        let units = margins.units_of_a_disc().unwrap_or(file.per_disc.into());
        // As fine as a file can tell.
        let per_disc = units.clamp(1.0, f64::from(u16::MAX));
        let weight = |weight: &i16| libm::round(f64::from(*weight) * per_disc / units) as i16;
        let weights = file.weights.iter().map(weight).collect();
        Ok(Self::new(PatternFile { per_disc: libm::round(per_disc) as u16, weights, ..file }))
    }

    /// The weights and how they are numbered.
    pub fn file(&self) -> &PatternFile {
        &self.file
    }

    /// How the weights are numbered.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.file.layout
    }

    /// The weights in discs for a learner of this recipe: of the same shapes, with the same tables or the first of them, and
    /// as many stages or one. The weights of a table that is new are 0.
    pub(super) fn weights_for(&self, recipe: &Recipe) -> Option<Vec<f32>> {
        let (wanted, found) = (recipe.layout().ok()?, self.layout());
        let images = |layout: &Layout| {
            layout.shapes().iter().map(Shape::images).map(<[_]>::to_vec).collect::<Vec<_>>()
        };
        if images(&wanted) != images(found) || !wanted.extras().starts_with(found.extras()) {
            return None;
        }
        let discs = |weight: &i16| f32::from(*weight) / f32::from(self.file.per_disc);
        let stages = self.file.weights.chunks(found.weights()).flat_map(|stage| {
            let mut stage: Vec<f32> = stage.iter().map(discs).collect();
            stage.resize(wanted.weights(), 0.0);
            stage
        });
        match (wanted.stages().count(), found.stages().count()) {
            (wanted, found) if wanted == found => Some(stages.collect()),
            (wanted, 1) => Some(stages.collect::<Vec<_>>().repeat(wanted)),
            _ => None,
        }
    }
}

/// What values go with which margins.
#[derive(Default)]
struct Margins {
    /// The sums of value × margin and of value × value, in units and discs.
    products: f64,
    squares: f64,
}

impl Margins {
    /// Games that are played to compare them.
    const GAMES: u64 = 200;

    fn in_games<const N: usize>(tables: &PatternTables<N>) -> Self {
        let mut margins = Self::default();
        play(tables, "patterns margins", Self::GAMES, |line, margin| {
            let mut margin = f64::from(margin.discs());
            for &position in line.iter().rev() {
                let lanes = tables.patterns().lanes(position);
                let units = f64::from(tables.units(&lanes, position, mobility(Portable, position)));
                margins.products += units * margin;
                margins.squares += units * units;
                margin = -margin;
            }
        });
        margins
    }

    /// How many units make a disc, by least squares; None where values say nothing.
    fn units_of_a_disc(&self) -> Option<f64> {
        (self.products > 0.0).then(|| self.squares / self.products)
    }
}

impl Learned for Model {
    /// The bytes of its file, one tensor.
    fn tensors(&self) -> Tensors {
        let bytes = self.bytes.get_or_init(|| self.file.to_bytes().into());
        Tensors::new().with("network", Tensor::list(Values::Bytes(Arc::clone(bytes))))
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let bytes = tensors.bytes("network")?;
        let content = |error: PatternFileError| TensorsError::Content {
            name: "network".to_owned(),
            reason: error.to_string(),
        };
        let file = Arc::new(PatternFile::from_bytes(bytes).map_err(content)?);
        Ok(Self { file, bytes: Arc::new(OnceLock::from(Arc::clone(bytes))) })
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        let PatternFile { layout, weights, per_disc } = &*self.file;
        Ok(match PatternTables::<64>::new(layout, weights, *per_disc) {
            Some(tables) => style.entrant(name, tables),
            None => {
                let tables = PatternTables::<256>::new(layout, weights, *per_disc);
                style.entrant(name, tables.expect("no layout has more places"))
            }
        })
    }

    fn opposite(&self) -> Self {
        let PatternFile { layout, weights, per_disc } = &*self.file;
        let weights = weights.iter().map(|weight| weight.saturating_neg()).collect();
        Self::new(PatternFile { layout: Arc::clone(layout), weights, per_disc: *per_disc })
    }

    fn view(&self) -> View {
        super::view::of(&self.file)
    }
}

taken_from_any!(Model, super::SYSTEM);
