//! What `patterns` learns: weights for patterns, rounded to parts of a disc.

use std::sync::Arc;

use outflank_arena::{Entrant, Style, StyleError};
use outflank_value::patterns::{Layout, PatternFile, PatternFileError, PatternTables, Shape};

use super::Recipe;
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError, Values};

/// How many units make a disc: what rounding adds to a value is about an eighth of a disc.
pub(super) const PER_DISC: u16 = 16;

/// Weights in discs as whole numbers of units.
pub(super) fn rounded(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|&weight| libm::roundf(weight * f32::from(PER_DISC)) as i16).collect()
}

/// Weights of patterns, as whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(Arc<PatternFile>);

impl Model {
    /// A model of these weights.
    pub fn new(file: PatternFile) -> Self {
        Self(Arc::new(file))
    }

    /// A model of weights in discs, stage by stage, rounded. Those of configurations that were never met are 0 and stay so.
    pub(super) fn rounded(layout: Arc<Layout>, weights: &[f32]) -> Self {
        Self::new(PatternFile { layout, weights: rounded(weights), per_disc: PER_DISC })
    }

    /// The weights and how they are numbered.
    pub fn file(&self) -> &PatternFile {
        &self.0
    }

    /// How the weights are numbered.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.0.layout
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
        let discs = |weight: &i16| f32::from(*weight) / f32::from(self.0.per_disc);
        let stages = self.0.weights.chunks(found.weights()).flat_map(|stage| {
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

impl Learned for Model {
    /// The bytes of its file, one tensor.
    fn tensors(&self) -> Tensors {
        Tensors::new().with("network", Tensor::list(Values::Bytes(self.0.to_bytes().into())))
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let file = PatternFile::from_bytes(tensors.bytes("network")?);
        let content = |error: PatternFileError| TensorsError::Content {
            name: "network".to_owned(),
            reason: error.to_string(),
        };
        file.map(Self::new).map_err(content)
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        let PatternFile { layout, weights, per_disc } = &*self.0;
        Ok(match PatternTables::<64>::new(layout, weights, *per_disc) {
            Some(tables) => style.entrant(name, tables),
            None => {
                let tables = PatternTables::<256>::new(layout, weights, *per_disc);
                style.entrant(name, tables.expect("no layout has more places"))
            }
        })
    }

    fn opposite(&self) -> Self {
        let PatternFile { layout, weights, per_disc } = &*self.0;
        let weights = weights.iter().map(|weight| weight.saturating_neg()).collect();
        Self::new(PatternFile { layout: Arc::clone(layout), weights, per_disc: *per_disc })
    }

    fn view(&self) -> View {
        super::view::of(&self.0)
    }
}

taken_from_any!(Model, super::SYSTEM);
