//! A fixed suite of endgames with exact answers: how well a player finds its way at the end, in discs.
//!
//! The positions are from games that come with the program, so the suite is the same everywhere; every legal move of each is
//! solved. A player is asked for its move: what that gives away against best play is its error.

use std::sync::LazyLock;

use outflank_arena::Entrant;
use outflank_arena::statistics::{Confidence, Interval, mean_interval};
use outflank_engine::endgame::{Solver, Verdict};
use outflank_engine::{Chance, Forfeit, Limits, TableSize};
use outflank_rules::{Board, Game, Square, Turn};

use crate::library::shipped;

/// The name of the curve that a run has of it.
pub const CURVE: &str = "discs lost in solved ends";

/// How many positions there are.
const POSITIONS: usize = 200;

/// Empty squares of each.
pub const EMPTIES: u32 = 12;

/// Every so many of the games that come with the program one gives a position.
const STEP: usize = 45;

/// A position with what all its moves are worth.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The game up to there.
    pub game: Game,
    /// The moves with their exact margins for the mover, the best first.
    pub moves: Vec<(Square, i32)>,
}

impl Endgame {
    /// The position.
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// How many discs a move gives away.
    pub fn loss(&self, square: Square) -> Option<i32> {
        let best = self.moves.first()?.1;
        self.moves.iter().find(|(known, _)| *known == square).map(|(_, margin)| best - margin)
    }
}

/// The suite, solved when it is first asked for: about a second.
pub fn suite() -> &'static [Endgame] {
    static SUITE: LazyLock<Vec<Endgame>> = LazyLock::new(|| {
        let mut solver = Solver::new(TableSize::mebibytes(16));
        let games = shipped::all().into_iter().step_by(STEP).map(|annotated| annotated.game().clone());
        games.filter_map(|game| endgame(&game, &mut solver)).take(POSITIONS).collect()
    });
    &SUITE
}

/// The position of a game with so many empty squares, if there is a choice in it.
fn endgame(game: &Game, solver: &mut Solver) -> Option<Endgame> {
    let mut so_far = Game::from_board(game.start());
    for square in game.record().squares() {
        pass_if_forced(&mut so_far);
        if so_far.board().position.empties().count() <= EMPTIES {
            break;
        }
        so_far.play(*square).ok()?;
    }
    pass_if_forced(&mut so_far);
    let Turn::Play(moves) = so_far.turn() else { return None };
    if moves.into_iter().count() < 2 {
        return None;
    }
    let scored = solver.score_moves(so_far.board().position, &Limits::default());
    let exact = |verdict: Verdict| match verdict {
        Verdict::Exact(margin) => Some(margin.discs()),
        _ => None,
    };
    let mut moves: Vec<(Square, i32)> =
        scored.moves.iter().map(|one| Some((one.square, exact(one.verdict)?))).collect::<Option<_>>()?;
    moves.sort_by_key(|(square, margin)| (-margin, square.to_string()));
    Some(Endgame { game: so_far, moves })
}

fn pass_if_forced(game: &mut Game) {
    if game.turn() == Turn::Pass {
        game.pass_forced();
    }
}

/// What a player made of the suite.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteResult {
    /// What each of its moves gave away, in discs, in the order of the suite.
    pub losses: Vec<i32>,
    /// Its moves.
    pub chosen: Vec<Square>,
}

impl SuiteResult {
    /// Asks a player for all its moves.
    pub fn of(player: &Entrant) -> Result<Self, Forfeit> {
        let mut seat = player.seat();
        let (mut losses, mut chosen) = (Vec::new(), Vec::new());
        for (number, endgame) in suite().iter().enumerate() {
            let Turn::Play(moves) = endgame.game.turn() else { continue };
            seat.begin();
            let mut chance = Chance::stream(1, "the suite of endgames", number as u64);
            let square = seat.choose(&endgame.game, moves, &mut chance)?.placement.square();
            losses.push(endgame.loss(square).unwrap_or_default());
            chosen.push(square);
        }
        Ok(Self { losses, chosen })
    }

    /// The mean of what its moves gave away, in discs, with its 95 % interval.
    pub fn mean_loss(&self) -> Option<(f64, Interval)> {
        let losses: Vec<f64> = self.losses.iter().map(|&loss| f64::from(loss)).collect();
        let mean = mean_interval(&losses, Confidence::USUAL)?;
        Some((mean.mean, mean.interval))
    }

    /// How often it found a best move, with the 95 % interval.
    pub fn best_moves(&self) -> Option<(f64, Interval)> {
        let found: Vec<f64> = self.losses.iter().map(|&loss| if loss == 0 { 1.0 } else { 0.0 }).collect();
        let mean = mean_interval(&found, Confidence::USUAL)?;
        Some((mean.mean, mean.interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::PlayerSpec;

    fn result(player: &str) -> SuiteResult {
        let spec: PlayerSpec = player.parse().expect(player);
        let entrant = spec.entrant(&crate::PlayerRegistry::new(None)).expect(player);
        SuiteResult::of(&entrant).expect("it moves")
    }

    #[test]
    fn the_suite_is_the_same_everywhere_and_who_solves_loses_nothing() {
        let all = suite();
        assert_eq!(all.len(), POSITIONS);
        assert!(all.iter().all(|one| one.board().position.empties().count() <= EMPTIES));
        assert!(all.iter().all(|one| one.moves.windows(2).all(|two| two[0].1 >= two[1].1)));
        let solver = result("swh:exact=12");
        assert_eq!(solver.mean_loss().map(|(mean, _)| mean), Some(0.0));
        assert_eq!(solver.best_moves().map(|(share, _)| share), Some(1.0));
        let (random, swh) = (result("random"), result("swh:depth=3"));
        let mean = |result: &SuiteResult| result.mean_loss().expect("moves").0;
        assert!(mean(&swh) + 1.0 < mean(&random), "{} and {}", mean(&swh), mean(&random));
        let found = |result: &SuiteResult| result.best_moves().expect("moves").0;
        assert!(found(&swh) > found(&random), "{} and {}", found(&swh), found(&random));
    }
}
