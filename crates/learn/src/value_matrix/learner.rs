//! How `value-matrix` learns: self-play with random moves now and then, and a count for each square.

use std::sync::atomic::AtomicBool;

use outflank_arena::{Ending, Played, Trajectory, play_observed};
use outflank_engine::plain::Minimax;
use outflank_engine::{Chance, Stopped};
use outflank_rules::{Color, Game, Outcome, Square, with_kernel};
use outflank_value::PieceCounter;

use super::{Credit, Mirrored, Model, Recipe, White};
use crate::stop::is_set;
use crate::{BeginError, Gauge, Schedule, System, Tensor, Tensors, TensorsError};

/// Self-play with counts of won and lost games.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    /// For each square the games won minus the games lost by who played there.
    counts: [f64; 64],
}

impl Learner {
    /// A learner that knows nothing: all counts are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, games: 0, counts: [0.0; 64] }
    }

    /// All that a recipe teaches, at once: the default takes a fraction of a second.
    ///
    /// ```
    /// use outflank_learn::value_matrix::{Learner, Recipe};
    /// use outflank_rules::Square;
    ///
    /// let model = Learner::taught(Recipe { games: 2_000, ..Recipe::default() }, 1);
    /// assert!(model.counter().weight(Square::A1) > 0.0);
    /// ```
    pub fn taught(recipe: Recipe, seed: u64) -> Model {
        let mut learner = Self::new(recipe, seed);
        let never = AtomicBool::new(false);
        (0..learner.recipe.games).for_each(|_| learner.play(&never).expect("nothing stops it"));
        learner.learned()
    }

    /// The matrix so far.
    fn learned(&self) -> Model {
        Model::from_counts(&self.counts)
    }

    /// Plays a game and counts it.
    fn play(&mut self, stop: &AtomicBool) -> Result<(), Stopped> {
        let weights = match self.recipe.mirrored {
            Mirrored::AtTheEnd => self.counts,
            Mirrored::Throughout => *self.learned().weights(),
        };
        let counter = PieceCounter::new(weights);
        let (white, epsilon) = (self.recipe.white, self.recipe.epsilon_in(self.games));
        let chance = |purpose| Chance::stream(self.seed, purpose, self.games);
        let (mut own, mut others) = (chance("value-matrix game"), chance("value-matrix White"));
        let played = with_kernel!(|kernel| play_observed(
            kernel,
            || is_set(stop),
            Game::new(),
            &mut (),
            |(), game, moves| {
                let board = game.board();
                if white == White::Random && board.mover == Color::White {
                    return Ok(others.draw(kernel, board.position, moves).into());
                }
                let explores = own.happens(epsilon);
                let best = || Minimax::new(kernel, &counter).best_moves(board, moves, 1).moves;
                let choices = if explores { moves } else { best() };
                Ok(own.draw(kernel, board.position, choices).into())
            },
            |(), _| ()
        ));
        let Played { game, ending } = played.ok_or(Stopped)?;
        let moves = game.history().filter_map(|(board, ply)| Some((board.mover, ply.square()?)));
        count(&mut self.counts, moves, &ending, self.recipe.credit);
        self.games += 1;
        Ok(())
    }
}

/// Adds 1 to every square on which the winner placed a disc and takes 1 from the loser's, as far as they
/// are counted.
fn count(
    counts: &mut [f64; 64],
    moves: impl Iterator<Item = (Color, Square)>,
    ending: &Ending,
    credit: Credit,
) {
    debug_assert!(matches!(ending, Ending::Counted(_)), "nobody here gives up");
    for (mover, square) in moves {
        if credit == Credit::Both || mover == Color::Black {
            counts[square.index()] += match ending.outcome(mover) {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.0,
                Outcome::Loss => -1.0,
            };
        }
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, _: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() { Ok(()) } else { self.play(stop) }
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![
            Gauge { name: "epsilon", value: self.recipe.epsilon_in(self.games) },
            Gauge { name: "corner", value: self.learned().quadrant()[0] },
        ]
    }

    fn model(&self) -> crate::Model {
        crate::Model::ValueMatrix(self.learned())
    }

    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        for Trajectory { steps, ending, .. } in games {
            let moves = steps.iter().map(|step| (step.board.mover, step.choice.placement.square()));
            count(&mut self.counts, moves, ending, self.recipe.credit);
        }
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let counts = Tensor::shaped([8, 8], self.counts.to_vec());
        Tensors::new().with("counts", counts).with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let counts = snapshot.values("counts", &[8, 8])?;
        let games = snapshot.whole("games")?;
        self.counts = counts.try_into().expect("the shape was checked");
        self.games = games;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::GameRecord;

    /// The shortest game there is: Black wins everything in nine moves.
    //   a b c d e f g h
    // 3 - - - - X - - -
    // 4 - - - X X X - -
    // 5 - - X X X X X -
    // 6 - - - X X X - -
    // 7 - - - - X - - -
    fn shortest() -> Trajectory {
        let game = "e6f4e3f6g5d6e7f5c5".parse::<GameRecord>().expect("a game").game();
        Trajectory::of_game(game).expect("it is over")
    }

    #[test]
    fn against_random_moves_black_wins_and_all_squares_are_good() {
        // Who wins most games counts most squares up; in self-play Black loses as often as it wins, or more.
        let taught = |white| Learner::taught(Recipe { white, games: 3_000, ..Recipe::default() }, 1);
        let below = |model: &Model| model.quadrant().iter().filter(|value| **value < 0.0).count();
        assert_eq!(below(&taught(White::Random)), 0);
        assert!(below(&taught(White::Learner)) > 4);
    }

    #[test]
    fn one_game_by_hand() {
        // Black: e6 e3 g5 e7 c5. White: f4 f6 d6 f5.
        let [black, white] = [
            [Square::E6, Square::E3, Square::G5, Square::E7, Square::C5].as_slice(),
            [Square::F4, Square::F6, Square::D6, Square::F5].as_slice(),
        ];
        for (credit, loss) in [(Credit::Black, 0.0), (Credit::Both, -1.0)] {
            let mut learner = Learner::new(Recipe { credit, ..Recipe::default() }, 0);
            crate::Learner::learn_from(&mut learner, &[shortest()]).expect("it learns from games");
            for square in Square::all() {
                let expected = match square {
                    _ if black.contains(&square) => 1.0,
                    _ if white.contains(&square) => loss,
                    _ => 0.0,
                };
                assert_eq!(learner.counts[square.index()], expected, "{square} {credit:?}");
            }
        }
    }
}
