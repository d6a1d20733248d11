//! How `imitator` learns, in three stages: its teacher learns, it imitates the teacher, it plays its copy.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Seat, Step, Trajectory, play, play_alone};
use outflank_engine::plain::Minimax;
use outflank_engine::players::{Lookahead, Noisy, Ties};
use outflank_engine::{Chance, Stopped};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Color, Game, Outcome, Symmetry, with_kernel};
use outflank_value::Score;
use outflank_value::perceptron::tanh;

use super::{Model, Recipe, with_neurons};
use crate::stop::{Stoppable, look_at};
use crate::{BeginError, Gauge, Learned, Schedule, System, Tensor, Tensors, TensorsError, linear4};

/// A perceptron at school.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    teacher: linear4::Learner,
    /// Lessons of imitation.
    imitated: u64,
    /// Lessons against the copy.
    played: u64,
    network: Model,
    /// The copy, which learns as well. The same as the network before the first such lesson.
    copy: Model,
    /// The squared error of the last positions, the most recent counting most.
    error: f64,
}

impl Learner {
    /// A network with random weights, and a teacher that knows nothing yet.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let mut chance = Chance::stream(seed, "imitator weights", 0);
        let network = Model::drawn(recipe.neurons, recipe.reach, || chance.unit());
        Self {
            teacher: linear4::Learner::new(recipe.teacher(), seed),
            imitated: 0,
            played: 0,
            copy: network.clone(),
            network,
            error: 0.0,
            recipe,
            seed,
        }
    }

    /// The network so far.
    pub(crate) fn network(&self) -> &Model {
        &self.network
    }

    /// Watches the teacher play against itself and learns what it thinks of every position, each seen from a
    /// side of the board that is drawn: the teacher's values hardly depend on it.
    fn imitate(&mut self, stop: &AtomicBool) -> Result<(), Stopped> {
        let teacher = Arc::new(self.teacher.learned().clone());
        let player = Lookahead::new(Arc::clone(&teacher), linear4::Model::PLIES, Ties::Drawn);
        let mut player = Stoppable::new(Noisy::new(player, self.recipe.epsilon), stop);
        let mut views = Chance::stream(self.seed, "imitator views", self.imitated);
        let mut samples = Vec::new();
        for number in 0..self.recipe.batch {
            let number = self.imitated * self.recipe.batch + number;
            let chance = Chance::stream(self.seed, "imitator watches", number);
            let Trajectory { game, .. } = play_alone(Game::new(), Seat { player: &mut player, chance });
            with_kernel!(Available::best(), |kernel| {
                for (board, _) in game.history() {
                    look_at(stop)?;
                    let score = Minimax::new(kernel, &*teacher).value(board, self.recipe.target_plies);
                    let view = Symmetry::ALL[views.below(Symmetry::ALL.len() as u32) as usize];
                    samples.push(Sample {
                        board: Board { position: view.position(board.position), ..board },
                        target: board.mover.signed(tanh(target_of(score))),
                    });
                }
                Ok(())
            })?;
        }
        shuffle(&mut samples, &mut views);
        let rate = self.recipe.rate_in(self.imitated);
        look_at(stop)?;
        let (mut network, mut error) = (self.network.clone(), self.error);
        learn_from(&mut network, &samples, rate, &mut error, stop)?;
        (self.copy, self.network, self.error) = (network.clone(), network, error);
        self.imitated += 1;
        Ok(())
    }

    /// Plays games against the copy, after which both learn from the positions that they chose.
    fn play_copy(&mut self, stop: &AtomicBool) -> Result<(), Stopped> {
        let seated = |network: &Model| {
            let player = Lookahead::new(Arc::new(network.clone()), 1, Ties::Drawn);
            Stoppable::new(Noisy::new(player, self.recipe.epsilon), stop)
        };
        let (mut network, mut copy) = (seated(&self.network), seated(&self.copy));
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for number in 0..self.recipe.batch {
            let number = self.played * self.recipe.batch + number;
            let chance = |purpose| Chance::stream(self.seed, purpose, number);
            let one = Seat { player: &mut network, chance: chance("imitator network") };
            let other = Seat { player: &mut copy, chance: chance("imitator copy") };
            let color = if number.is_multiple_of(2) { Color::Black } else { Color::White };
            let played = match color {
                Color::Black => play(Game::new(), one, other),
                Color::White => play(Game::new(), other, one),
            };
            look_at(stop)?;
            for (mover, sample) in chosen_in(&played, self.recipe.tempo) {
                if mover == color { own.push(sample) } else { others.push(sample) }
            }
        }
        let mut order = Chance::stream(self.seed, "imitator order", self.played);
        shuffle(&mut own, &mut order);
        shuffle(&mut others, &mut order);
        let rate = self.recipe.self_play_rate_in(self.played);
        let (mut network, mut copy, mut error) = (self.network.clone(), self.copy.clone(), self.error);
        learn_from(&mut copy, &others, rate, &mut error, stop)?;
        learn_from(&mut network, &own, rate, &mut error, stop)?;
        (self.network, self.copy, self.error) = (network, copy, error);
        self.played += 1;
        Ok(())
    }
}

/// A board and what it should be worth to Black.
struct Sample {
    board: Board,
    target: f32,
}

/// The boards that the moves of a game led to, with who made them and what the game was worth.
fn chosen_in(game: &Trajectory, tempo: f64) -> impl Iterator<Item = (Color, Sample)> {
    let target = worth_for_black(game, tempo) as f32;
    game.steps.iter().map(move |Step { board, choice }| {
        (board.mover, Sample { board: board.after(choice.placement), target })
    })
}

/// Learns from samples in their order. Stopped, the network has learned from some of them.
fn learn_from(
    network: &mut Model,
    samples: &[Sample],
    rate: f64,
    mean_error: &mut f64,
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    with_kernel!(Available::best(), |kernel| kernel.enter(|| {
        for sample in samples {
            look_at(stop)?;
            let error = f64::from(network.learn(kernel, sample.board, sample.target, rate as f32));
            *mean_error += 0.001 * (error * error - *mean_error);
        }
        Ok(())
    }))
}

/// Puts samples into an order that is drawn.
// CITE: Fisher and Yates, Statistical tables (1938), as given by Durstenfeld (1964).
fn shuffle(samples: &mut [Sample], chance: &mut Chance) {
    for last in (1..samples.len()).rev() {
        samples.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// What a finished game is worth to Black: the sooner it is won, the more.
fn worth_for_black(played: &Trajectory, tempo: f64) -> f64 {
    let placed = played.game.plies().iter().filter(|ply| ply.square().is_some()).count();
    let worth = 1.0 - tempo * placed as f64 / 60.0;
    match played.ending.outcome(Color::Black) {
        Outcome::Win => worth,
        Outcome::Draw => 0.0,
        Outcome::Loss => -worth,
    }
}

/// A value of the teacher's, a won game being worth 1.
fn target_of(score: Score) -> f32 {
    match score.decided() {
        Some(margin) => margin.discs().signum() as f32,
        None => score.value() as f32,
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        let done = self.teacher.schedule().done + self.imitated + self.played;
        Schedule { done, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if !self.teacher.schedule().is_finished() {
            self.teacher.learn_unless(stop, threads)
        } else if self.imitated < self.recipe.imitation {
            self.imitate(stop)
        } else if self.played < self.recipe.self_play {
            self.play_copy(stop)
        } else {
            Ok(())
        }
    }

    fn games(&self) -> u64 {
        self.teacher.games() + self.recipe.batch * (self.imitated + self.played)
    }

    fn games_in_all(&self) -> Option<u64> {
        let lessons = self.recipe.imitation.saturating_add(self.recipe.self_play);
        Some(self.recipe.teacher_games.saturating_add(self.recipe.batch.saturating_mul(lessons)))
    }

    fn gauges(&self) -> Vec<Gauge> {
        let rate = if self.imitated < self.recipe.imitation {
            self.recipe.rate_in(self.imitated)
        } else {
            self.recipe.self_play_rate_in(self.played)
        };
        let error = Gauge { name: "squared error", value: self.error };
        let has_error = self.imitated + self.played > 0;
        [Gauge { name: "rate", value: rate }].into_iter().chain(has_error.then_some(error)).collect()
    }

    fn model(&self) -> crate::Model {
        crate::Model::Imitator(self.network.clone())
    }

    /// The boards that the moves of both sides led to are learned from, as in games against the copy.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        let samples = games.iter().flat_map(|game| chosen_in(game, self.recipe.tempo));
        let mut samples: Vec<Sample> = samples.map(|(_, sample)| sample).collect();
        shuffle(&mut samples, &mut Chance::stream(self.seed, "imitator stored games", 0));
        let never = AtomicBool::new(false);
        learn_from(&mut self.network, &samples, self.recipe.self_play_rate, &mut self.error, &never)
            .expect("nothing stops it");
        self.copy = self.network.clone();
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let progress = [self.imitated as f64, self.played as f64, self.error];
        Tensors::new()
            .with("progress", Tensor::list(progress))
            .with_all("teacher", self.teacher.snapshot())
            .with_all("network", self.network.tensors())
            .with_all("copy", self.copy.tensors())
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let [imitated, played, error] =
            snapshot.values("progress", &[3])?.try_into().expect("the shape was checked");
        let network = with_neurons(self.recipe.neurons, &snapshot.under("network"))?;
        let copy = with_neurons(self.recipe.neurons, &snapshot.under("copy"))?;
        self.teacher.restore(&snapshot.under("teacher"))?;
        (self.imitated, self.played, self.error) = (imitated as u64, played as u64, error);
        (self.network, self.copy) = (network, copy);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::Ending;
    use outflank_rules::GameRecord;

    #[test]
    fn quick_wins_are_worth_more() {
        // The shortest game there is: Black wins all in nine moves, so 1 − 0.5 × 9 / 60.
        let game = "e6f4e3f6g5d6e7f5c5".parse::<GameRecord>().expect("a game").game();
        let won = Trajectory::of_game(game).expect("it is over");
        let Ending::Counted(tally) = won.ending else { panic!("it was played to its end") };
        assert!((worth_for_black(&won, 0.5) - 0.925).abs() < 1e-12);
        assert_eq!(worth_for_black(&won, 0.0), 1.0);
        let lost = Trajectory { ending: Ending::Counted(-tally), ..won };
        assert!((worth_for_black(&lost, 0.5) + 0.925).abs() < 1e-12);
    }
}
