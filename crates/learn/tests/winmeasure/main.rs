//! `winmeasure`: ratings worked out by hand and by a slow reference, learning by hand, and what came of it.

mod learning;
mod ratings;
mod slow;
