//! Evaluators, search, the exact endgame, and the players that need no learning.

pub mod endgame;
