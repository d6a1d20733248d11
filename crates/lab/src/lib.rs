//! Recipes, runs and the store, checkpoints, studies, plots and reports.
