//! What results prove: scores, ratings and tests, as pure functions of counts.
//!
//! The unit of every contest is the colour-swapped pair: two games from one opening, colours exchanged. The
//! two games of a pair are not independent (an opening that favours black makes them differ), so every error
//! here comes from the spread between pairs. Single games have a sheet of their own, for contests without
//! pairs.
//!
//! - [`Pentanomial`], [`Trinomial`]: sheets of counted pairs, and of counted single games. What can be asked
//!   of both is in [`ScoreSheet`]: the score with its [`Interval`], Elo, likelihood of superiority.
//! - [`Sprt`]: is it better? The test that stops as soon as the results allow.
//! - [`Crosstable`]: who met whom; [`Crosstable::rate`] makes a [`RatingList`] of it.
//! - [`place`]: where a player stands among others whose ratings are fixed.
//! - [`mean_interval`], [`score_difference`], [`sign_test`]: small samples, two contests, matched results.
//! - [`normal_cdf`], [`student_quantile`] and relatives: the distributions beneath.
//!
//! ```
//! use outflank_arena::statistics::{Confidence, Pentanomial, ScoreSheet};
//! use outflank_rules::Outcome::{Draw, Loss, Win};
//!
//! let mut sheet = Pentanomial::default();
//! for pair in [(Win, Win), (Win, Loss), (Win, Draw), (Win, Win), (Loss, Win), (Win, Win)] {
//!     sheet.add(pair.0, pair.1);
//! }
//! assert_eq!(sheet.score(), Some(9.5 / 12.0));
//! let interval = sheet.interval(Confidence::default());
//! assert!(0.4 < interval.low && interval.high < 0.96);
//! ```

mod crosstable;
mod distribution;
mod elo;
mod interval;
mod placing;
mod rating;
mod root;
mod sample;
mod score;
mod sheet;
mod sprt;

pub use crosstable::{Crosstable, CrosstableError};
pub use distribution::{normal_cdf, normal_quantile, student_cdf, student_quantile};
pub use elo::{EloEstimate, elo_from_score, score_from_elo};
pub use interval::{Confidence, ConfidenceError, Interval};
pub use placing::place;
pub use rating::{Anchor, Prior, Rating, RatingError, RatingList, RatingOptions};
pub use sample::{MeanEstimate, mean_interval, score_difference, sign_test};
pub use score::ScoreSheet;
pub use sheet::{Pentanomial, Trinomial, Unit};
pub use sprt::{EloModel, Hypothesis, Sprt, SprtBounds, SprtError, SprtVerdict};
