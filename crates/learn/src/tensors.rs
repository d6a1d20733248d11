//! Named arrays of numbers: the form in which models and learners are kept.

use std::collections::BTreeMap;
use std::sync::Arc;

/// An array of numbers with a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The size along each axis.
    pub shape: Vec<usize>,
    /// The values, the last axis running fastest. As many as the shape says.
    pub values: Values,
}

/// Numbers in double or in single precision. Those in single precision are shared: large models have millions of
/// them, which play and files read where they lie.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// 64 bits each.
    Double(Vec<f64>),
    /// 32 bits each.
    Single(Arc<[f32]>),
    /// Plain bytes, whatever they mean: a file within the file.
    Bytes(Arc<[u8]>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Double(values) => values.len(),
            Self::Single(values) => values.len(),
            Self::Bytes(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them in double precision.
    pub fn to_vec(&self) -> Vec<f64> {
        match self {
            Self::Double(values) => values.clone(),
            Self::Single(values) => values.iter().copied().map(f64::from).collect(),
            Self::Bytes(values) => values.iter().copied().map(f64::from).collect(),
        }
    }

    /// Their type in words.
    fn precision(&self) -> &'static str {
        match self {
            Self::Double(_) => "double",
            Self::Single(_) => "single",
            Self::Bytes(_) => "byte",
        }
    }

    /// Whether all of them can be counted with.
    fn are_bounded(&self) -> bool {
        match self {
            Self::Double(values) => values.iter().all(|value| value.abs() <= LARGEST),
            Self::Single(values) => values.iter().all(|value| value.abs() <= LARGEST as f32),
            Self::Bytes(_) => true,
        }
    }
}

impl From<Vec<f64>> for Values {
    fn from(values: Vec<f64>) -> Self {
        Self::Double(values)
    }
}

impl From<&[f64]> for Values {
    fn from(values: &[f64]) -> Self {
        Self::Double(values.to_vec())
    }
}

impl<const COUNT: usize> From<[f64; COUNT]> for Values {
    fn from(values: [f64; COUNT]) -> Self {
        Self::Double(values.to_vec())
    }
}

impl From<Arc<[f32]>> for Values {
    fn from(values: Arc<[f32]>) -> Self {
        Self::Single(values)
    }
}

impl Tensor {
    /// A tensor of these values, unless their number does not fit the shape.
    pub fn new(shape: impl Into<Vec<usize>>, values: impl Into<Values>) -> Option<Self> {
        let (shape, values) = (shape.into(), values.into());
        let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
        (count == values.len()).then_some(Self { shape, values })
    }

    /// A tensor of values whose number is known to fit the shape.
    pub fn shaped(shape: impl Into<Vec<usize>>, values: impl Into<Values>) -> Self {
        Self::new(shape, values).expect("as many values as the shape says")
    }

    /// A list of values.
    pub fn list(values: impl Into<Values>) -> Self {
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

    /// The values of a tensor of a known shape, in double precision.
    pub fn values(&self, name: &str, shape: &[usize]) -> Result<&[f64], TensorsError> {
        match self.of_shape(name, shape)? {
            Values::Double(values) => Ok(values),
            other => Err(TensorsError::Precision {
                name: name.to_owned(),
                found: other.precision(),
                expected: "double",
            }),
        }
    }

    /// The values of a tensor of a known shape, in single precision: shared, not copied.
    pub fn singles(&self, name: &str, shape: &[usize]) -> Result<&Arc<[f32]>, TensorsError> {
        match self.of_shape(name, shape)? {
            Values::Single(values) => Ok(values),
            other => Err(TensorsError::Precision {
                name: name.to_owned(),
                found: other.precision(),
                expected: "single",
            }),
        }
    }

    /// The bytes of a tensor with one axis, however long it is.
    pub fn bytes(&self, name: &str) -> Result<&Arc<[u8]>, TensorsError> {
        let length = self.0.get(name).map_or(0, |tensor| tensor.values.len());
        match self.of_shape(name, &[length])? {
            Values::Bytes(values) => Ok(values),
            other => Err(TensorsError::Precision {
                name: name.to_owned(),
                found: other.precision(),
                expected: "byte",
            }),
        }
    }

    fn of_shape(&self, name: &str, shape: &[usize]) -> Result<&Values, TensorsError> {
        let tensor = self.0.get(name).ok_or_else(|| TensorsError::Missing { name: name.to_owned() })?;
        if tensor.shape != shape {
            return Err(TensorsError::Shape {
                name: name.to_owned(),
                found: tensor.shape.clone(),
                expected: shape.to_vec(),
            });
        }
        match tensor.values.are_bounded() {
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
    /// A tensor has numbers of another type.
    #[error("the tensor “{name}” is in {found} precision, expected {expected}")]
    Precision {
        /// Its name.
        name: String,
        /// What it is in.
        found: &'static str,
        /// What it should be in.
        expected: &'static str,
    },
    /// A tensor has a value that nothing can be counted with.
    #[error("the tensor “{name}” has values that are undefined or beyond ±{LARGEST:e}")]
    OutOfRange {
        /// Its name.
        name: String,
    },
    /// A tensor of bytes holds something else.
    #[error("the tensor “{name}”: {reason}")]
    Content {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
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

    #[test]
    fn single_precision_is_shared_and_not_taken_for_double() {
        let weights: Arc<[f32]> = Arc::new([0.5, -1.5]);
        let tensors = Tensors::new().with("weights", Tensor::list(Arc::clone(&weights)));
        assert!(Arc::ptr_eq(tensors.singles("weights", &[2]).expect("there"), &weights));
        let error = tensors.values("weights", &[2]).expect_err("another type").to_string();
        assert_eq!(error, "the tensor “weights” is in single precision, expected double");
        assert!(tensors.singles("weights", &[1, 2]).is_err(), "another shape");
        let endless: Arc<[f32]> = Arc::new([f32::INFINITY]);
        assert!(Tensors::new().with("weights", Tensor::list(endless)).singles("weights", &[1]).is_err());
        assert_eq!(Tensor::new([2, 2], vec![0.0; 3]), None);
    }
}
