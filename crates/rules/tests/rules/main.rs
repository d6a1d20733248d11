//! The rules, tested from outside.

mod formats;
mod games;
mod kernels;
mod naive;
mod notation;
mod openings;
mod perft;
mod perft_table;
mod playthroughs;
mod round_trips;
mod strategies;
mod symmetries;
mod wthor;
