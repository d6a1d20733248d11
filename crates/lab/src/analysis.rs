//! What the moves of a position are worth, in discs, and what a game would have been with better ones.
//!
//! Near the end of the game everything is exact. Before, a player that searches is asked, and its scores are turned into
//! discs by a [`Scale`]: those of the engine are discs, those of others are in a unit of their own that was measured in
//! games. Every worth says which of the two it is, and how far off it usually is; nothing here pretends that an estimate
//! is more.

mod deepening;
mod difference;
mod judge;
mod judged;
mod review;
mod scale;
mod shape;

pub use deepening::{Deepening, Look, Prospect, Unanswered};
pub use difference::Consequence;
pub use judge::{Judge, JudgeError};
pub use judged::{Judged, Quality};
pub use review::{Phase, Review, ReviewedMove};
pub use scale::Scale;
pub use shape::Shape;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_arena::Entrant;
use outflank_engine::endgame::{Solver, Verdict};
use outflank_engine::{Chance, Limits, Player, TableSize};
use outflank_rules::{Game, Placement, Square, Turn};

/// Where a worth comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Both sides play their best to the last square.
    Exact,
    /// A search of so many plies, the move itself included.
    Plies(u32),
}

/// A move and what it is worth to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Where the disc goes.
    pub square: Square,
    /// The expected margin of the game, the empty squares given to the winner.
    pub discs: f64,
    /// How that is known.
    pub origin: Origin,
    /// The usual error, the root of the mean square in discs: 0 where it is exact.
    pub error: f64,
}

impl Worth {
    /// A worth that is known for certain.
    pub fn exact(square: Square, discs: f64) -> Self {
        Self { square, discs, origin: Origin::Exact, error: 0.0 }
    }
}

/// Somebody who judges positions.
pub struct Analyst {
    player: Box<dyn Player>,
    depth: u32,
    scale: Scale,
    exact_from: u32,
    patience: Duration,
    solver: Solver,
    /// The same player at one depth after the other, where the time is given and not the depth.
    deeper: Vec<Entrant>,
}

impl Analyst {
    /// Judges with a player that looks `depth` plies ahead and whose scores have this scale.
    pub fn new(player: &Entrant, depth: u32, scale: Scale) -> Self {
        Self {
            player: player.seat(),
            depth,
            scale,
            exact_from: 16,
            patience: Duration::from_secs(2),
            solver: Solver::new(TableSize::mebibytes(16)),
            deeper: Vec::new(),
        }
    }

    /// The same, looking deeper and deeper as long as its patience lasts: the players look 1, 2, 3 … plies ahead.
    #[must_use]
    pub fn deepening(self, players: Vec<Entrant>) -> Self {
        Self { deeper: players, ..self }
    }

    /// The same, with an exact result from so many empty squares on if it is found in this time.
    pub fn exact(self, from: u32, patience: Duration) -> Self {
        Self { exact_from: from, patience, ..self }
    }

    /// What turns the player's scores into discs.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// The worth of all moves on the board of a game, the best first; none where there is no move.
    pub fn worths(&mut self, game: &Game, stop: &AtomicBool) -> Result<Vec<Worth>, NoOpinion> {
        let position = game.board().position;
        if position.empties().count() <= self.exact_from
            && let Some(exact) = solved(&mut self.solver, game, self.patience, stop)
        {
            return Ok(exact);
        }
        if self.deeper.is_empty() {
            let worths = self.estimates(game, || false)?;
            return Ok(worths.unwrap_or_default());
        }
        let (began, deeper) = (Instant::now(), std::mem::take(&mut self.deeper));
        let mut worths = Vec::new();
        for (depth, player) in (1..).zip(&deeper).take(position.empties().count().max(2) as usize - 1) {
            (self.player, self.depth) = (player.seat(), depth);
            let patience = self.patience;
            // One ply is looked at in any case.
            let is_late = || depth > 1 && (began.elapsed() >= patience || stop.load(Ordering::Relaxed));
            match self.estimates(game, is_late)? {
                Some(deepest) => worths = deepest,
                None => break,
            }
        }
        self.deeper = deeper;
        Ok(worths)
    }

    /// The worth of all moves by a search, the best first, unless it has become too late.
    fn estimates(
        &mut self,
        game: &Game,
        is_late: impl Fn() -> bool,
    ) -> Result<Option<Vec<Worth>>, NoOpinion> {
        let Turn::Play(moves) = game.turn() else { return Ok(Some(Vec::new())) };
        let position = game.board().position;
        let mut worths = Vec::new();
        for placement in moves.into_iter().filter_map(|square| position.placement(square)) {
            if is_late() {
                return Ok(None);
            }
            worths.push(self.estimated(game, placement)?);
        }
        worths.sort_by(|a, b| b.discs.total_cmp(&a.discs));
        Ok(Some(worths))
    }

    /// What the player thinks of a move: the opposite of what it thinks of the best reply.
    fn estimated(&mut self, game: &Game, placement: Placement) -> Result<Worth, NoOpinion> {
        let square = placement.square();
        let mut next = game.clone();
        next.place(placement);
        let sign = match next.turn() {
            Turn::Over(tally) => {
                let discs = f64::from(-tally.empties_to_winner().discs());
                return Ok(Worth::exact(square, discs));
            }
            Turn::Pass => {
                next.pass_forced();
                1.0
            }
            Turn::Play(_) => -1.0,
        };
        let Turn::Play(replies) = next.turn() else { unreachable!("somebody has a move") };
        // Nothing is left to chance but the choice among equals, whose score is the same.
        let mut chance = Chance::stream(0, "analysis", 0);
        let choice = self.player.choose(&next, replies, &mut chance).ok();
        let score = choice.and_then(|choice| choice.score).ok_or(NoOpinion)?;
        let empties = next.board().position.empties().count();
        Ok(Worth {
            square,
            discs: sign * self.scale.discs(score, empties),
            origin: Origin::Plies(self.depth + 1),
            error: self.scale.error(empties, self.depth),
        })
    }
}

/// The exact worth of all moves, the best first, unless time runs out.
pub fn solved(solver: &mut Solver, game: &Game, patience: Duration, stop: &AtomicBool) -> Option<Vec<Worth>> {
    let limits = Limits { time: Some(patience), stop: Some(stop), ..Limits::default() };
    let scored = solver.score_moves(game.board().position, &limits);
    let worth = |verdict, square| match verdict {
        Verdict::Exact(margin) => Some(Worth::exact(square, f64::from(margin.discs()))),
        Verdict::Outcome(_) | Verdict::Stopped(_) => None,
    };
    scored.moves.iter().map(|scored| worth(scored.verdict, scored.square)).collect()
}

/// The player does not say what its moves are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this player has no opinion on what a move is worth")]
pub struct NoOpinion;

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::{PlayerSpec, Style};
    use outflank_value::PieceCounter;

    fn analyst(depth: u32) -> Analyst {
        let entrant = |depth| Style::plies(depth).entrant("swh", PieceCounter::swh());
        let scale = Scale::measure(&entrant(1), &entrant(depth), 40).expect("it has scores");
        Analyst::new(&entrant(depth), depth, scale)
    }

    /// A game of swh against itself, cut after so many plies.
    fn game(plies: usize) -> Game {
        let entrant = Style::plies(2).entrant("swh", PieceCounter::swh());
        let mut player = entrant.seat();
        let seat = outflank_arena::Seat { player: &mut *player, chance: Chance::stream(3, "test", 0) };
        let mut game = outflank_arena::play_alone(Game::new(), seat).game;
        while game.plies().len() > plies {
            game.undo();
        }
        game
    }

    #[test]
    fn near_the_end_all_is_exact_and_the_best_move_leads_to_it() {
        let mut analyst = analyst(1);
        let mut game = game(49);
        let go_on = AtomicBool::new(false);
        let first = analyst.worths(&game, &go_on).expect("worths");
        assert!(first.iter().all(|worth| worth.origin == Origin::Exact));
        assert!(first.is_sorted_by(|a, b| a.discs >= b.discs));
        let (expected, mover) = (first[0].discs, game.board().mover);
        while game.tally().is_none() {
            match analyst.worths(&game, &go_on).expect("worths").first() {
                Some(best) => drop(game.play(best.square).expect("legal")),
                None => game.pass().expect("forced"),
            }
        }
        let tally = game.tally().expect("over");
        let margin = f64::from(tally.empties_to_winner().discs());
        assert_eq!(expected, if game.board().mover == mover { margin } else { -margin });
    }

    #[test]
    fn before_it_is_what_the_search_says() {
        let game = game(20);
        let mut analyst = analyst(2);
        let worths = analyst.worths(&game, &AtomicBool::new(false)).expect("worths");
        let Turn::Play(moves) = game.turn() else { panic!("moves") };
        assert_eq!(worths.len() as u32, moves.count());
        assert!(worths.iter().all(|worth| worth.origin == Origin::Plies(3) && worth.discs.abs() <= 64.0));
        // The best of them is what a search one ply deeper plays.
        let mut deeper = Style::plies(3).entrant("swh", PieceCounter::swh()).seat();
        let choice = deeper.choose(&game, moves, &mut Chance::stream(0, "test", 0)).expect("a move");
        let chosen = worths.iter().find(|worth| worth.square == choice.placement.square()).expect("listed");
        assert!((worths[0].discs - chosen.discs).abs() < 1e-6);
    }

    #[test]
    fn who_has_no_opinion_says_so() {
        let random: PlayerSpec = "random".parse().expect("a player");
        let entrant = random.entrant(&crate::PlayerRegistry::new(None)).expect("built in");
        assert_eq!(Scale::measure(&entrant, &entrant, 10).err(), Some(NoOpinion));
    }
}
