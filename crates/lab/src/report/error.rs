//! What keeps a report from being written.

use super::{EstimateError, RowError};
use crate::plot::PlotError;
use crate::study::StudyError;

/// A report that cannot be written: a bug here, or results that are not numbers.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The results of the study cannot be read.
    #[error(transparent)]
    Results(#[from] StudyError),
    /// A row does not fit its table.
    #[error(transparent)]
    Row(#[from] RowError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// An estimate makes no sense.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}
