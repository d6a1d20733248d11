//! Tree search: a few positions looked at well, where one evaluation is dear or a policy is known.
//!
//! Each simulation goes down the tree to a position that was not looked at yet, asks an [`Advisor`] what it is worth and
//! which moves are promising there, and carries the value back up. Every evaluator is an advisor ([`Sighted`]): its one-ply values stand for
//! a policy. Values are −1 to 1, for the mover of the position beside them.
//!
//! [`Rule::Gumbel`] is made for small budgets: at the root it halves the moves that are still considered, below it keeps
//! visits in proportion to an improved policy. [`Rule::Puct`] is the usual rule. Neither asks the clock: the same budget
//! gives the same tree.
// CITE: Danihelka, Guez, Schrittwieser and Silver, Policy improvement by planning with Gumbel (2022), and mctx; Silver et
// al., Mastering the game of Go without human knowledge (2017); Schrittwieser et al., MuZero (2020), for scaling values by
// the least and the largest that were met.

mod advisor;
mod choosing;
mod outlook;
mod search;

pub use advisor::{Advice, Advisor, Sighted};
pub use outlook::{Branch, Outlook};
pub use search::{Budget, Noise, Rule, Tree};
