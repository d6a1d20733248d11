//! Recipes, runs and the store, checkpoints, studies, plots and reports.

pub mod plot;
pub mod report;
