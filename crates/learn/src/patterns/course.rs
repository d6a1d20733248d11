//! A lesson: some games with the same weights, and then what they teach, in order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Chance, Stopped};
use outflank_rules::kernel::Available;
use outflank_rules::with_kernel;
use outflank_value::patterns::{Layout, Patterns};

use super::ends::Ends;
use super::games::{Lesson, play};
use super::weights::{Coherence, Weights};
use super::{Recipe, Rule};
use crate::stop::look_at;

/// What is learned, whatever the number of places.
pub(super) trait Course: Send + Sync {
    /// Plays these games on so many threads and learns from them in order, unless it is stopped before the last
    /// has ended.
    fn learn(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        games: Range<u64>,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<(), Stopped>;

    /// How the weights are numbered.
    fn layout(&self) -> &Arc<Layout>;

    /// The weights, stage by stage.
    fn weights(&self) -> Vec<f32>;

    /// Takes over weights, stage by stage: as many as there are.
    fn set_weights(&mut self, weights: &[f32]);

    /// What temporal coherence keeps, if it is used.
    fn coherence(&self) -> Option<&[Coherence]>;

    /// The same, to be changed.
    fn coherence_mut(&mut self) -> Option<&mut [Coherence]>;

    /// The mean square of the errors of the last lesson, in square discs.
    fn mean_square_error(&self) -> f64;
}

/// A course for a recipe, whose layout must be possible.
pub(super) fn course(recipe: &Recipe) -> Box<dyn Course> {
    let layout = recipe.layout().expect("a recipe is checked before it is learned from");
    let coherent = recipe.rule == Rule::Coherence;
    match Patterns::<64>::new(layout.clone()) {
        Some(patterns) => Box::new(Of::new(Weights::new(patterns, coherent))),
        None => {
            let patterns = Patterns::<256>::new(layout).expect("no layout has more places");
            Box::new(Of::new(Weights::new(patterns, coherent)))
        }
    }
}

struct Of<const N: usize> {
    weights: Weights<N>,
    /// For each thread what solves ends; no answer depends on what it has solved before.
    ends: Vec<Ends>,
    error: f64,
}

impl<const N: usize> Of<N> {
    fn new(weights: Weights<N>) -> Self {
        Self { weights, ends: Vec::new(), error: 0.0 }
    }

    /// Plays some games and collects what they teach.
    fn play(
        weights: &Weights<N>,
        ends: &mut Ends,
        recipe: &Recipe,
        seed: u64,
        games: Range<u64>,
        stop: &AtomicBool,
    ) -> Vec<Lesson<N>> {
        let chances = games.map(|game| Chance::stream(seed, "patterns game", game));
        with_kernel!(Available::best(), |kernel| play(kernel, recipe, weights, ends, chances, stop))
    }
}

impl<const N: usize> Course for Of<N> {
    fn learn(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        games: Range<u64>,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<(), Stopped> {
        self.weights.use_one_stage(games.start < recipe.one_stage_games);
        let count = games.end - games.start;
        let parts = (threads as u64).clamp(1, count);
        // Each thread has games that follow each other, and all come back in their order.
        let bound = |part: u64| games.start + count * part / parts;
        while self.ends.len() < parts as usize {
            self.ends.push(Ends::new(recipe));
        }
        let weights = &self.weights;
        let work =
            self.ends.iter_mut().zip(0..parts).map(|(ends, part)| (ends, bound(part)..bound(part + 1)));
        let lessons: Vec<Vec<Lesson<N>>> = if parts == 1 {
            work.map(|(ends, range)| Self::play(weights, ends, recipe, seed, range, stop)).collect()
        } else {
            std::thread::scope(|scope| {
                let play =
                    |(ends, range)| scope.spawn(move || Self::play(weights, ends, recipe, seed, range, stop));
                let threads: Vec<_> = work.map(play).collect();
                threads.into_iter().map(|thread| thread.join().expect("a game does not panic")).collect()
            })
        };
        look_at(stop)?;
        let alpha = recipe.alpha_in(games.start) as f32;
        // Stages have weights of their own: learning them one after the other changes nothing, and keeps tables near.
        let mut of_stage = vec![Vec::new(); self.weights.layout().stages().count()];
        for lesson in lessons.iter().flatten() {
            of_stage[usize::from(lesson.seen.stage)].push(lesson);
        }
        let (mut squares, mut count) = (0.0, 0);
        for lesson in of_stage.into_iter().flatten() {
            let error = self.weights.learn(&lesson.seen, lesson.target, alpha);
            squares += f64::from(error) * f64::from(error);
            count += 1;
        }
        self.error = squares / f64::from(count.max(1));
        Ok(())
    }

    fn layout(&self) -> &Arc<Layout> {
        self.weights.layout()
    }

    fn weights(&self) -> Vec<f32> {
        self.weights.tied()
    }

    fn set_weights(&mut self, weights: &[f32]) {
        self.weights.set(weights);
    }

    fn coherence(&self) -> Option<&[Coherence]> {
        self.weights.coherence()
    }

    fn coherence_mut(&mut self) -> Option<&mut [Coherence]> {
        self.weights.coherence_mut()
    }

    fn mean_square_error(&self) -> f64 {
        self.error
    }
}
