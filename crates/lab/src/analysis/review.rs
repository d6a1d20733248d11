//! A whole game, move by move: what each was worth, what it gave away, and what would have been better.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::Chance;
use outflank_rules::{Game, Ply, Square, Turn};

use super::{Analyst, Judged, NoOpinion, Origin, Quality};

/// So many moves of a better line are told.
const LINE: usize = 6;

/// A move of a game that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// How many plies came before it, passes counted.
    pub ply: usize,
    /// How many squares were empty before it.
    pub empties: u32,
    /// What it was worth, beside the best one.
    pub judged: Judged,
    /// Where it gave something away: the best move and what would have followed.
    pub better: Vec<Square>,
}

/// A game that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Its moves; fewer than were played if it was stopped.
    pub moves: Vec<ReviewedMove>,
}

/// The three parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// 41 empty squares or more.
    Opening,
    /// 21 to 40.
    Midgame,
    /// 20 or fewer.
    Endgame,
}

impl Phase {
    /// All three, from the start.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Midgame, Self::Endgame];

    /// The phase with so many empty squares before the move.
    pub fn of(empties: u32) -> Self {
        match empties {
            41.. => Self::Opening,
            21..=40 => Self::Midgame,
            _ => Self::Endgame,
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Midgame => "midgame",
            Self::Endgame => "endgame",
        }
    }
}

impl Analyst {
    /// Judges every move of a game, until it is told to stop.
    pub fn review(&mut self, game: &Game, stop: &AtomicBool) -> Result<Review, NoOpinion> {
        let mut moves = Vec::new();
        let mut so_far = Game::from_board(game.start());
        for (ply, (board, played)) in game.history().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Ply::Place(placement) = played else {
                so_far.pass_forced();
                continue;
            };
            let worths = self.worths(&so_far, stop)?;
            if let Some(judged) = Judged::new(board.mover, placement.square(), &worths) {
                let better = match judged.quality() {
                    Quality::Good => Vec::new(),
                    _ => self.line(&so_far, judged.best.square, stop)?,
                };
                moves.push(ReviewedMove { ply, empties: board.position.empties().count(), judged, better });
            }
            so_far.place(placement);
        }
        Ok(Review { moves })
    }

    /// A move and what would follow it if both sides did what is thought best here.
    fn line(&mut self, game: &Game, first: Square, stop: &AtomicBool) -> Result<Vec<Square>, NoOpinion> {
        let mut game = game.clone();
        let mut line = Vec::with_capacity(LINE);
        let mut next = Some(first);
        while let Some(square) = next.take() {
            if game.play(square).is_err() {
                break;
            }
            line.push(square);
            if line.len() == LINE {
                break;
            }
            if game.turn() == Turn::Pass {
                game.pass_forced();
            }
            let Turn::Play(moves) = game.turn() else { break };
            next = match game.board().position.empties().count() <= self.exact_from {
                true => self.worths(&game, stop)?.first().map(|worth| worth.square),
                false => {
                    let mut chance = Chance::stream(0, "analysis", 0);
                    self.player.choose(&game, moves, &mut chance).ok().map(|choice| choice.placement.square())
                }
            };
        }
        Ok(line)
    }
}

/// Where a worth comes from, in words.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact => f.pad("exact"),
            Self::Plies(plies) => f.pad(&format!("depth {plies}")),
        }
    }
}
