//! Named arrays of numbers: the form in which models and learners are kept.

use std::collections::BTreeMap;

/// An array of numbers with a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The size along each axis.
    pub shape: Vec<usize>,
    /// The values, the last axis running fastest. As many as the shape says.
    pub values: Vec<f64>,
}

impl Tensor {
    /// A tensor of these values, unless their number does not fit the shape.
    pub fn new(shape: Vec<usize>, values: Vec<f64>) -> Option<Self> {
        let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
        (count == values.len()).then_some(Self { shape, values })
    }

    /// A list of values.
    pub fn list(values: impl Into<Vec<f64>>) -> Self {
        let values = values.into();
        Self { shape: vec![values.len()], values }
    }
}

/// Tensors by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensors(BTreeMap<String, Tensor>);

impl Tensors {
    /// No tensors.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more.
    #[must_use]
    pub fn with(mut self, name: &str, tensor: Tensor) -> Self {
        self.0.insert(name.to_owned(), tensor);
        self
    }

    /// Adds a tensor, in place of one of the same name.
    pub fn insert(&mut self, name: &str, tensor: Tensor) {
        self.0.insert(name.to_owned(), tensor);
    }

    /// The same with all of those, under names that begin with a word and a dot.
    #[must_use]
    pub fn with_all(mut self, word: &str, tensors: Self) -> Self {
        self.0.extend(tensors.0.into_iter().map(|(name, tensor)| (format!("{word}.{name}"), tensor)));
        self
    }

    /// Those whose names begin with a word and a dot, under the rest of their names.
    pub fn under(&self, word: &str) -> Self {
        let rest = |name: &str| Some(name.strip_prefix(word)?.strip_prefix('.')?.to_owned());
        Self(self.0.iter().filter_map(|(name, tensor)| Some((rest(name)?, tensor.clone()))).collect())
    }

    /// All tensors in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.0.iter().map(|(name, tensor)| (name.as_str(), tensor))
    }

    /// The shape of a tensor, if it is there.
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        self.0.get(name).map(|tensor| tensor.shape.as_slice())
    }

    /// The values of a tensor of a known shape.
    pub fn values(&self, name: &str, shape: &[usize]) -> Result<&[f64], TensorsError> {
        let tensor = self.0.get(name).ok_or_else(|| TensorsError::Missing { name: name.to_owned() })?;
        if tensor.shape != shape {
            return Err(TensorsError::Shape {
                name: name.to_owned(),
                found: tensor.shape.clone(),
                expected: shape.to_vec(),
            });
        }
        match tensor.values.iter().all(|value| value.abs() <= LARGEST) {
            true => Ok(&tensor.values),
            false => Err(TensorsError::OutOfRange { name: name.to_owned() }),
        }
    }

    /// The values of a tensor with one axis, however long it is.
    pub fn list(&self, name: &str) -> Result<&[f64], TensorsError> {
        let length = self.0.get(name).map_or(0, |tensor| tensor.values.len());
        self.values(name, &[length])
    }

    /// A single whole number.
    pub fn whole(&self, name: &str) -> Result<u64, TensorsError> {
        let value = self.values(name, &[1])?[0];
        if value >= 0.0 && value.fract() == 0.0 && value < 9e15 {
            Ok(value as u64)
        } else {
            Err(TensorsError::NotWhole { name: name.to_owned(), value })
        }
    }
}

/// The largest value that is read: all counts are below, and sums and products of weights stay finite, also in
/// single precision.
const LARGEST: f64 = 1e16;

/// Tensors that are not those of the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TensorsError {
    /// A tensor is missing.
    #[error("there is no tensor “{name}”")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A tensor has another shape.
    #[error("the tensor “{name}” has the shape {found:?}, expected {expected:?}")]
    Shape {
        /// Its name.
        name: String,
        /// The shape it has.
        found: Vec<usize>,
        /// The shape it should have.
        expected: Vec<usize>,
    },
    /// A tensor has a value that nothing can be counted with.
    #[error("the tensor “{name}” has values that are undefined or beyond ±{LARGEST:e}")]
    OutOfRange {
        /// Its name.
        name: String,
    },
    /// A count is no whole number.
    #[error("the tensor “{name}” is {value}, expected a whole number")]
    NotWhole {
        /// Its name.
        name: String,
        /// What it is.
        value: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_under_a_word_is_found_there() {
        let inner = Tensors::new().with("weights", Tensor::list([1.0])).with("games", Tensor::list([2.0]));
        let all = Tensors::new().with("games", Tensor::list([3.0])).with_all("teacher", inner.clone());
        assert_eq!(all.under("teacher"), inner);
        assert_eq!(all.whole("games"), Ok(3));
        assert_eq!(all.whole("teacher.games"), Ok(2));
        assert_eq!(all.under("teach"), Tensors::new());
    }
}
