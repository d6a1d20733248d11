//! Pairs, matches, leagues, ratings, statistics, openings, outside programs.

pub mod statistics;
