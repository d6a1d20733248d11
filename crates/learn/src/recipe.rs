//! Values of recipes that are refused.

/// A value outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} is {value}, expected {expected}")]
pub struct RecipeError {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: String,
    /// What would be allowed.
    pub expected: String,
}

impl RecipeError {
    /// Passes a value that is within its range.
    pub fn unless<T: std::fmt::Display>(
        fits: bool,
        key: &'static str,
        value: T,
        expected: impl std::fmt::Display,
    ) -> Result<(), Self> {
        if fits {
            Ok(())
        } else {
            Err(Self { key, value: value.to_string(), expected: expected.to_string() })
        }
    }
}
