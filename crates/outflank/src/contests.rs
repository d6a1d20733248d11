//! What the commands share that let players meet: conditions of play, progress, games kept, scores told.

mod conditions;
mod library;
mod lines;
mod openings;
mod progress;
mod record;
mod score;

pub use conditions::{Amount, Conditions, ContestPlan, Prepared};
pub use library::LibraryWriter;
pub use lines::Lines;
pub use openings::Openings;
pub use progress::Progress;
pub use record::Record;
pub use score::{ContestScore, Games, Timing, TimingChoice, elo, from_to, games, per_cent, per_cent_from_to};

/// How players are named, for the help of commands that take them.
pub fn players_help() -> &'static str {
    "\
Players:
  NAME                a built-in or shipped player; `outflank players` lists them
  weights.txt         a file of 64 weights, a1 to h8 by rows
  net.player:negation an n-tuple network of the Othello League; or :inversion
  my-run, my-run@2000 a run, or a run after 2,000 games; also files exported from it
  gtp:COMMAND         an external engine that speaks GTP; nboard:COMMAND for NBoard

Options follow a colon: swh:depth=3,exact=12
  depth    plies of search; each player has its own default
  nodes    nodes per move
  time     seconds per move
  exact    empties from which the endgame is played exactly
  epsilon  probability of a random move
  ties     drawn (at random) or first: the choice among equal moves
  level    1 to 30, for outflank
  simulations, tree
           tree search, for deep and ONNX networks

Options of external engines precede the colon: nboard,depth=8:ntest
  depth    plies per move
  time     seconds per move that the engine is given
  limit    seconds after which a move forfeits the game [default: 60; with time, twice that plus two]
  give-up  failures after which the contest ends [default: 10]
  epsilon  probability of a random move"
}
