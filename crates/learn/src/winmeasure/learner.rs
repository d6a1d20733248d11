//! How `winmeasure` learns: in bursts of games, after each of which the heuristics that were used get the final
//! disc difference.

use std::sync::atomic::AtomicBool;

use outflank_arena::{Ending, Seat, Trajectory, play, play_alone};
use outflank_engine::{Chance, Choice, Forfeit, Player, Stopped};
use outflank_rules::{Color, Game, Moves};

use super::heuristic::{HEURISTICS, Heuristic};
use super::model::Model;
use super::phases::Middle;
use super::player::Mind;
use super::{Recipe, Teacher, WeightedSquares};
use crate::stop::{given_up, look_at};
use crate::{BeginError, Gauge, Learned, Schedule, System, Tensor, Tensors, TensorsError};

/// A learner in a burst of games.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    model: Model,
    results: Wins,
    mind: Mind,
    paths: [Vec<usize>; 2],
}

/// How the games of a burst ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Games that the first player won.
    pub first: u64,
    /// Games that the second player won.
    pub second: u64,
}

impl Learner {
    /// A learner at the start that the recipe says.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self {
            seed,
            games: 0,
            model: recipe.model(),
            results: Wins::default(),
            mind: Mind::new(recipe.lookahead),
            paths: Default::default(),
            recipe,
        }
    }

    /// The table as it is now.
    pub fn table(&self) -> &Model {
        &self.model
    }

    /// How the games so far ended.
    pub fn results(&self) -> Wins {
        self.results
    }

    /// Plays a game, and notes by which heuristics Black and White moved.
    fn play(&mut self, stop: &AtomicBool) -> Trajectory {
        self.paths.iter_mut().for_each(Vec::clear);
        let mut pupil = Pupil { model: &self.model, mind: &mut self.mind, paths: &mut self.paths, stop };
        let chance = |purpose| Chance::stream(self.seed, purpose, self.games);
        match self.recipe.teacher {
            Teacher::Itself => {
                play_alone(Game::new(), Seat { player: &mut pupil, chance: chance("winmeasure game") })
            }
            Teacher::WeightedSquares => {
                let pupil = Seat { player: &mut pupil, chance: chance("winmeasure game") };
                let mut teacher = WeightedSquares::new();
                let teacher = Seat { player: &mut teacher, chance: chance("winmeasure teacher") };
                match self.games % 2 {
                    0 => play(Game::new(), pupil, teacher),
                    _ => play(Game::new(), teacher, pupil),
                }
            }
        }
    }

    /// Starts phases 2 and 3 anew. What was used stays noted.
    fn restart(&mut self) {
        for index in 0..HEURISTICS {
            let heuristic = Heuristic::new(index).expect("there are so many");
            if heuristic.phase() != Middle::Four {
                let measure = self.model.start.measure(heuristic);
                self.model.goodness.set(index, measure, self.model.uses(heuristic));
            }
        }
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, _: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let mut before = None;
        if self.games > 0 && self.games == self.recipe.restart_after {
            before = Some(self.model.clone());
            self.restart();
        }
        let Ending::Counted(tally) = self.play(stop).ending else {
            if let Some(before) = before {
                self.model = before;
            }
            return Err(Stopped);
        };
        let difference = i64::from(tally.raw().discs());
        self.model.goodness.credit(&self.paths[0], difference, self.recipe.credit);
        self.model.goodness.credit(&self.paths[1], -difference, self.recipe.credit);
        self.results.first += u64::from(difference > 0);
        self.results.second += u64::from(difference < 0);
        self.games += 1;
        Ok(())
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        let names = [("used-2", "top-2"), ("used-3", "top-3"), ("used-4", "top-4")];
        let of_phase = |(phase, (used, top)): (Middle, (&'static str, &'static str))| {
            let mut count = 0;
            let mut highest = i64::MIN;
            for heuristic in Heuristic::of_phase(phase).filter(|&heuristic| self.model.uses(heuristic) > 0) {
                count += 1;
                highest = highest.max(self.model.measure(heuristic));
            }
            let highest = (count > 0).then_some(Gauge { name: top, value: highest as f64 });
            [Gauge { name: used, value: f64::from(count) }].into_iter().chain(highest)
        };
        Middle::ALL.into_iter().zip(names).flat_map(of_phase).collect()
    }

    fn model(&self) -> crate::Model {
        crate::Model::Winmeasure(self.model.clone())
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        let model = Model::try_from(model)?;
        if !model.is_comparable(&self.model) {
            return Err(BeginError::Incomparable {
                reason: "its heuristics mean other moves: cuts, corner_weights, lookahead or plies differ",
            });
        }
        // Who is asked first, and how a draw is made, is up to the recipe.
        let Model { front_end, shift, start, .. } = self.model;
        self.model = Model { front_end, shift, start, ..model };
        Ok(())
    }

    /// Both sides of a game teach, as both sides of self-play do.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        for game in games {
            for side in Color::BOTH {
                self.model.teach_game(&game.game, side, self.recipe.credit);
            }
        }
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let results = [self.results.first as f64, self.results.second as f64];
        let games = Tensor::list([self.games as f64]);
        self.model.tensors().with("games", games).with("results", Tensor::list(results))
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(snapshot)?;
        let [first, second] = *snapshot.values("results", &[2])? else {
            unreachable!("the shape was checked")
        };
        self.games = snapshot.whole("games")?;
        self.results = Wins { first: first as u64, second: second as u64 };
        self.model = model;
        Ok(())
    }
}

/// The learner at the board, and its carbon copy if that plays the other side.
struct Pupil<'a> {
    model: &'a Model,
    mind: &'a mut Mind,
    /// The heuristics of Black's moves and of White's.
    paths: &'a mut [Vec<usize>; 2],
    stop: &'a AtomicBool,
}

impl Player for Pupil<'_> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        look_at(self.stop).map_err(given_up)?;
        let chosen = self.mind.choose_unless(self.stop, self.model, board.position, moves, chance);
        let chosen = chosen.map_err(given_up)?;
        if let Some(heuristic) = chosen.heuristic {
            self.paths[usize::from(board.mover == Color::White)].push(heuristic.index());
        }
        Ok(chosen.placement.into())
    }
}
