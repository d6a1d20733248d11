//! `evolution`: players found by selection and variation instead of being taught.
//!
//! A population of genomes plays against the standard heuristic, and those that win more have more
//! offspring. Named by the document as future work and built here as options: opening probabilities from
//! games and from an engine, a spatial layer, self-adaptive mutation, fitness by playing each other. Beyond
//! it: a covariance matrix adaptation in place of the genetic algorithm.
// CITE: Kim and Cho, Evolutionary Othello players boosted by opening knowledge (2006).

mod book;
mod cma;
mod eigen;
mod fitness;
mod genome;
mod learner;
mod mlp;
mod model;
mod normal;
mod operators;
mod pairs;
mod population;
mod recipe;
mod spatial;
mod view;

pub use book::{Following, Pick};
pub use cma::{Cma, Spread};
pub use genome::Genome;
pub use learner::{CURVES, Learner};
pub use mlp::Mlp;
pub use model::{Model, Neuron};
pub use operators::{crossover, fresh, roulette, scaled, sector};
pub use population::diversity;
pub use recipe::{EliteFitness, Fitness, Mutation, OpeningWeights, Openings, Optimizer, Recipe, Wheel};
pub use spatial::{SUB_BOARDS, Spatial, sub_boards};

/// The name of the system.
pub const SYSTEM: &str = "evolution";
