//! The list of all systems, and what follows from it alone: a [`Recipe`] and a [`Model`] for each.
//!
//! To add a system: its folder, with a `Recipe` that is a [`System`] and a `Model` that is [`Learned`]; and a line
//! in the list at the end of this file.

use std::any::Any;

use serde::{Deserialize, Serialize};

use crate::schema::{Described as _, Key};
use crate::*;

macro_rules! systems {
    ($($(#[$about:meta])* $variant:ident: $system:ident),* $(,)?) => {
        /// The recipe of any system: everything that decides a run but its seed.
        ///
        /// In TOML: a table with the key `system` and the keys of that system; unknown keys are refused, missing
        /// ones have defaults.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "system", rename_all = "kebab-case")]
        pub enum Recipe {
            $($(#[$about])* $variant($system::Recipe),)*
        }

        impl Recipe {
            /// The names of all systems.
            pub const SYSTEMS: &[&str] = &[$($system::Recipe::NAME),*];

            /// The recipe of a system with everything left at its default.
            pub fn default_of(system: &str) -> Option<Self> {
                match system {
                    $($system::Recipe::NAME => Some(Self::$variant($system::Recipe::default())),)*
                    _ => None,
                }
            }

            /// The keys of a system's recipe, in their order.
            pub fn keys(system: &str) -> Option<Vec<Key>> {
                match system {
                    $($system::Recipe::NAME => Some($system::Recipe::keys()),)*
                    _ => None,
                }
            }

            /// The recipe of a system that is learned in a moment.
            pub fn trial_of(system: &str) -> Option<Self> {
                match system {
                    $($system::Recipe::NAME => Some(Self::$variant($system::Recipe::trial())),)*
                    _ => None,
                }
            }

            /// The card of a system, as text.
            pub fn card_of(system: &str) -> Option<CardText> {
                match system {
                    $($system::Recipe::NAME => Some($system::Recipe::CARD),)*
                    _ => None,
                }
            }

            /// The system, by its one name.
            pub fn system(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $system::Recipe::NAME,)*
                }
            }

            /// Whether players that it makes can look further ahead than their own moves.
            pub fn looks_ahead(&self) -> bool {
                match self {
                    $(Self::$variant(_) => $system::Recipe::LOOKS_AHEAD,)*
                }
            }

            /// Refuses values outside their ranges.
            pub fn check(&self) -> Result<(), RecipeError> {
                match self {
                    $(Self::$variant(recipe) => System::check(recipe),)*
                }
            }

            /// How many lessons there are, at most.
            pub fn lessons(&self) -> u64 {
                match self {
                    $(Self::$variant(recipe) => System::lessons(recipe),)*
                }
            }

            /// A learner that has learned nothing yet. The recipe must be one that [`check`](Self::check)
            /// accepts.
            pub fn learner(&self, seed: u64) -> Box<dyn Learner> {
                match self {
                    $(Self::$variant(recipe) => Box::new(System::learner(recipe, seed)),)*
                }
            }

            /// The model in what a learner of this recipe kept, without the learner.
            pub fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
                Ok(match self {
                    $(Self::$variant(recipe) => Model::$variant(recipe.model_in(snapshot)?),)*
                })
            }
        }

        /// What one of the systems has learned.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant, reason = "there are few of them, and none is in a hot place")]
        pub enum Model {
            $($(#[$about])* $variant($system::Model),)*
        }

        impl Model {
            /// A model from its numbers.
            pub fn from_tensors(system: &str, tensors: &Tensors) -> Result<Self, ModelError> {
                Ok(match system {
                    $($system::Recipe::NAME => Self::$variant(Learned::from_tensors(tensors)?),)*
                    _ => return Err(ModelError::System { system: system.to_owned() }),
                })
            }

            /// The system that learned it, by its one name.
            pub fn system(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $system::Recipe::NAME,)*
                }
            }

            /// The same turned around: what was good is bad.
            pub fn opposite(&self) -> Self {
                match self {
                    $(Self::$variant(model) => Self::$variant(model.opposite()),)*
                }
            }

            /// What was learned, whichever system it was.
            pub fn learned(&self) -> &dyn Learned {
                match self {
                    $(Self::$variant(model) => model,)*
                }
            }

            /// What was learned, as the type that the system has for it.
            pub(crate) fn into_any(self) -> Box<dyn Any> {
                match self {
                    $(Self::$variant(model) => Box::new(model),)*
                }
            }
        }
    };
}

systems! {
    /// A network of convolutions that finds its own features.
    Deep: deep,
    /// What a move is worth by its square and its time in the game.
    Edgar: edgar,
    /// A genome that is bred from those that win.
    Evolution: evolution,
    /// A network that imitates `linear4`, then learns against its copy.
    Imitator: imitator,
    /// Four features, weighted.
    Linear4: linear4,
    /// Patterns of squares, learned by temporal differences.
    Patterns: patterns,
    /// Networks in a round robin, whose best are mutated.
    Population: population,
    /// Features chosen one by one.
    Selection: selection,
    /// A weighted piece counter learned by temporal differences.
    Td: td,
    /// A matrix of square values.
    ValueMatrix: value_matrix,
    /// Heuristics with win measures.
    Winmeasure: winmeasure,
}
