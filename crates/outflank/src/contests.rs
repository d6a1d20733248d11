//! What the commands share that let players meet: conditions of play, progress, games kept, scores told.

mod conditions;
mod library;
mod lines;
mod openings;
mod progress;
mod record;
mod score;

pub use conditions::{Amount, Conditions, ContestPlan, Prepared, threads};
pub use library::LibraryWriter;
pub use lines::Lines;
pub use openings::Openings;
pub use progress::Progress;
pub use record::Record;
pub use score::{ContestScore, Games, Timing, TimingChoice, elo, from_to, games, per_cent, per_cent_from_to};

use outflank_arena::NAMED;
use outflank_lab::shipped;

/// How players are named, for the help of commands that take them.
pub fn players_help() -> String {
    let named = NAMED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let learned = shipped::all().iter().map(|player| player.name).collect::<Vec<_>>().join(", ");
    format!(
        "\
Players:
  {named}
                      players that are built in
  {learned}
                      players that have learned, and come with the program
  weights.txt         a file of 64 weights, a1 to h8 by rows
  net.player:negation an n-tuple network of the Othello League; or :inversion
  my-run, my-run@2000 what a run has learned, in all or in so many games; and files exported from it
  gtp:COMMAND         an outside program that speaks GTP; nboard:COMMAND one that speaks NBoard
Options follow a colon: swh:depth=3,exact=12. They are depth (plies looked ahead, 1 if not given), nodes and time
(for each move), exact (empty squares from which the end is played exactly), epsilon (probability of
a random move), ties (drawn, or first). Those of programs stand before the colon: nboard,depth=8:ntest. They are
depth, time (seconds for a move that the program is told), limit (seconds after which a move is forfeited: 60, with
time twice that and two more at least), give-up (failures after which a contest is broken off, 10), epsilon."
    )
}
