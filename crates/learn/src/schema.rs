//! The keys of recipes: one description of each, from which forms, help and checks come.

use serde::de::{self, DeserializeOwned, Visitor};

use crate::RecipeError;

/// A key of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a sentence or two.
    pub about: String,
    /// What may stand there.
    pub kind: Kind,
}

/// What may stand for a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole(Range),
    /// Any number.
    Number(Range),
    /// `true` or `false`.
    YesOrNo,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Some text that the system reads.
    Text,
}

impl Kind {
    /// What is expected, as the end of a sentence.
    pub fn expected(&self) -> String {
        match self {
            Self::Whole(range) => format!("a whole number, {range}"),
            Self::Number(range) => format!("a number, {range}"),
            Self::YesOrNo => "true or false".to_owned(),
            Self::Word([]) => "a word".to_owned(),
            Self::Word([only]) => format!("“{only}”"),
            Self::Word([words @ .., last]) => format!("{} or {last}", words.join(", ")),
            Self::Text => "a text".to_owned(),
        }
    }

    /// The kind of a type, with the range that its numbers have.
    pub(crate) fn of<T: DeserializeOwned>(range: Range) -> Self {
        match shape::<T>() {
            Shape::Whole => Self::Whole(range),
            Shape::Number => Self::Number(range),
            Shape::YesOrNo => Self::YesOrNo,
            Shape::Word(words) => Self::Word(words),
            Shape::Other => Self::Text,
        }
    }
}

/// The numbers that may stand for a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
    /// Whether the lowest itself is too low.
    pub above: bool,
    /// What is counted or measured; nothing for mere numbers.
    pub unit: &'static str,
}

impl Range {
    /// Probabilities.
    pub const PROBABILITY: Self = Self::new(0.0, 1.0);

    /// From one number to another, both included.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high, above: false, unit: "" }
    }

    /// Above one number, and up to another.
    pub const fn above(low: f64, high: f64) -> Self {
        Self { low, high, above: true, unit: "" }
    }

    /// From a number on.
    pub const fn from(low: f64) -> Self {
        Self::new(low, f64::INFINITY)
    }

    /// The same, counting something.
    pub const fn of(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: f64) -> bool {
        (if self.above { value > self.low } else { value >= self.low }) && value <= self.high
    }

    /// Passes a value of a key that is in it.
    pub(crate) fn check(&self, key: &'static str, value: f64) -> Result<(), RecipeError> {
        RecipeError::unless(self.contains(value), key, value, self)
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = (Digits(self.low), Digits(self.high));
        if self.above {
            write!(f, "above {low}, at most {high}")
        } else if self.high.is_infinite() {
            write!(f, "{low} or more")
        } else if self.high == self.low + 1.0 && self.low > 0.0 {
            write!(f, "{low} or {high}")
        } else {
            write!(f, "{low} to {high}")
        }
    }
}

/// A number with its thousands apart.
struct Digits(f64);

impl std::fmt::Display for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.0.to_string();
        let whole = text.split('.').next().unwrap_or_default();
        if self.0.fract() != 0.0 || whole.len() < 5 {
            return f.write_str(&text);
        }
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// Declares a recipe: each key with its explanation, its type, its default and, for numbers, its range.
macro_rules! recipe {
    (
        $(#[$attribute:meta])*
        pub struct Recipe {
            $($(#[doc = $about:literal])+ pub $name:ident: $type:ty = $default:expr $(, $range:expr)?;)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Recipe {
            $($(#[doc = $about])+ pub $name: $type,)*
        }

        impl Default for Recipe {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $crate::schema::Described for Recipe {
            fn keys() -> Vec<$crate::schema::Key> {
                // Ranges are for numbers: others have one that nobody asks for.
                vec![$($crate::schema::Key {
                    name: stringify!($name),
                    about: concat!($($about),+).trim().to_owned(),
                    kind: $crate::schema::Kind::of::<$type>(
                        [$($range,)? $crate::schema::Range::from(0.0)][0],
                    ),
                },)*]
            }

            fn check_ranges(&self) -> Result<(), $crate::RecipeError> {
                $($(<$crate::schema::Range>::check(&$range, stringify!($name), self.$name as f64)?;)?)*
                Ok(())
            }
        }
    };
}
pub(crate) use recipe;

/// A recipe whose keys are described.
pub trait Described {
    /// The keys, in their order.
    fn keys() -> Vec<Key>;

    /// Refuses numbers outside their ranges.
    fn check_ranges(&self) -> Result<(), RecipeError>;
}

/// What a type looks like to somebody who writes it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Whole,
    Number,
    YesOrNo,
    Word(&'static [&'static str]),
    Other,
}

/// The shape of a type, found out by asking it to be read: it tells the reader what it hopes to find.
fn shape<T: DeserializeOwned>() -> Shape {
    let mut shape = Shape::Other;
    // It is given nothing, and so the reading always fails.
    let _ = T::deserialize(Asked(&mut shape));
    shape
}

struct Asked<'a>(&'a mut Shape);

#[derive(Debug)]
struct Probed;

impl std::fmt::Display for Probed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing is read here")
    }
}

impl std::error::Error for Probed {}

impl de::Error for Probed {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! asked {
    ($($method:ident => $shape:expr),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Probed> {
            *self.0 = $shape;
            Err(Probed)
        })*
    };
}

impl<'de> de::Deserializer<'de> for Asked<'_> {
    type Error = Probed;

    asked!(
        deserialize_u8 => Shape::Whole,
        deserialize_u16 => Shape::Whole,
        deserialize_u32 => Shape::Whole,
        deserialize_u64 => Shape::Whole,
        deserialize_i8 => Shape::Whole,
        deserialize_i16 => Shape::Whole,
        deserialize_i32 => Shape::Whole,
        deserialize_i64 => Shape::Whole,
        deserialize_f32 => Shape::Number,
        deserialize_f64 => Shape::Number,
        deserialize_bool => Shape::YesOrNo,
        deserialize_any => Shape::Other,
    );

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Probed> {
        *self.0 = Shape::Word(words);
        Err(Probed)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Pace {
        Slow,
        VeryFast,
    }

    #[test]
    fn types_say_what_they_hope_to_find() {
        assert_eq!(Kind::of::<u32>(Range::new(1.0, 8.0)), Kind::Whole(Range::new(1.0, 8.0)));
        assert_eq!(Kind::of::<f64>(Range::PROBABILITY), Kind::Number(Range::PROBABILITY));
        assert_eq!(Kind::of::<bool>(Range::PROBABILITY), Kind::YesOrNo);
        assert_eq!(Kind::of::<Pace>(Range::PROBABILITY), Kind::Word(&["slow", "very-fast"]));
        assert_eq!(Kind::of::<Vec<u8>>(Range::PROBABILITY), Kind::Text);
        assert_eq!(Kind::of::<Pace>(Range::PROBABILITY).expected(), "slow or very-fast");
        assert!(matches!((Pace::Slow, Pace::VeryFast), (Pace::Slow, Pace::VeryFast)));
    }

    #[test]
    fn ranges_read_as_people_say_them() {
        let said = |range: Range| range.to_string();
        assert_eq!(said(Range::new(1.0, 1e9)), "1 to 1,000,000,000");
        assert_eq!(said(Range::new(1.0, 100_000.0)), "1 to 100,000");
        assert_eq!(said(Range::new(1.0, 2.0)), "1 or 2");
        assert_eq!(said(Range::PROBABILITY), "0 to 1");
        assert_eq!(said(Range::above(0.0, 1000.0)), "above 0, at most 1000");
        assert_eq!(said(Range::from(1.0)), "1 or more");
        assert!(Range::above(0.0, 1.0).contains(1.0) && !Range::above(0.0, 1.0).contains(0.0));
        assert!(!Range::PROBABILITY.contains(f64::NAN) && !Range::PROBABILITY.contains(1.5));
        let error = Range::new(1.0, 8.0).check("plies", 9.0).expect_err("too many");
        assert_eq!(error.to_string(), "plies is 9, expected 1 to 8");
    }
}
