//! A lesson: some games with the same weights, and then what they teach, in order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Chance, Stopped};
use outflank_rules::with_kernel;
use outflank_value::patterns::{Layout, PatternTables, Patterns};

use super::ends::Ends;
use super::games::{Lesson, play};
use super::labels::{Label, Tutor};
use super::model::{PER_DISC, rounded};
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

    /// Plays and labels games of the round in which a game is, on so many threads, and learns nothing: for each game its
    /// labels. The learner must be at that game.
    fn label(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        at: u64,
        games: Range<u64>,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<Vec<Vec<Label>>, Stopped>;

    /// Learns from the labels of games that follow each other, the first being this one, as if they had been found here.
    fn learn_labels(&mut self, recipe: &Recipe, game: u64, games: &[Vec<Label>]);

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

    /// The weights of the tutor of this round, if there is one, in units.
    fn tutor(&self) -> Option<&[i16]>;

    /// Takes over the weights of a tutor.
    fn set_tutor(&mut self, weights: Vec<i16>);

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
    /// The weights that label positions in this round.
    tutor: Option<Vec<i16>>,
    /// One for each thread.
    workers: Vec<Worker<N>>,
    error: f64,
}

/// What a thread works with; no answer depends on what it was asked before.
enum Worker<const N: usize> {
    Returns(Ends),
    Labels(Box<Tutor<N>>),
}

impl<const N: usize> Of<N> {
    fn new(weights: Weights<N>) -> Self {
        Self { weights, tutor: None, workers: Vec::new(), error: 0.0 }
    }

    /// Makes sure that there are workers for so many threads, and in a new round a new tutor.
    fn prepare(&mut self, recipe: &Recipe, game: u64, threads: usize) {
        if recipe.label_depth == 0 {
            self.workers.resize_with(threads.max(self.workers.len()), || Worker::Returns(Ends::new(recipe)));
            return;
        }
        if game.is_multiple_of(recipe.round_games) || self.tutor.is_none() {
            self.set_tutor(rounded(&self.weights.tied(), PER_DISC));
        }
        if self.workers.len() < threads {
            let weights = self.tutor.as_deref().unwrap_or_default();
            let tables =
                PatternTables::new(self.weights.layout(), weights, PER_DISC).expect("as many weights");
            self.workers.resize_with(threads, || Worker::Labels(Box::new(Tutor::new(tables.clone()))));
        }
    }

    /// Plays some games and collects what they teach.
    fn play(
        weights: &Weights<N>,
        worker: &mut Worker<N>,
        recipe: &Recipe,
        chances: impl Iterator<Item = Chance>,
        stop: &AtomicBool,
    ) -> Vec<Lesson<N>> {
        match worker {
            Worker::Returns(ends) => {
                with_kernel!(|kernel| play(kernel, recipe, weights, ends, chances, stop))
            }
            Worker::Labels(tutor) => with_kernel!(|kernel| {
                let games = tutor.labels(kernel, recipe, chances, stop);
                games.into_iter().flatten().map(|label| label.lesson(kernel, weights)).collect()
            }),
        }
    }

    /// Has the workers do something with games, each with some that follow each other; what they bring comes back in order.
    fn on_threads<T: Send>(
        &mut self,
        games: Range<u64>,
        threads: usize,
        work: impl Fn(&Weights<N>, &mut Worker<N>, Range<u64>) -> Vec<T> + Sync,
    ) -> Vec<Vec<T>> {
        let (count, parts) = (games.end - games.start, parts(&games, threads) as u64);
        let bound = |part: u64| games.start + count * part / parts;
        let (weights, work) = (&self.weights, &work);
        let shares = self.workers.iter_mut().zip(0..parts);
        let shares = shares.map(|(worker, part)| (worker, bound(part)..bound(part + 1)));
        if parts == 1 {
            return shares.map(|(worker, range)| work(weights, worker, range)).collect();
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                shares.map(|(worker, range)| scope.spawn(move || work(weights, worker, range))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a game does not panic")).collect()
        })
    }

    /// Learns lessons of games of which this is the first.
    fn take(&mut self, recipe: &Recipe, game: u64, lessons: &[Vec<Lesson<N>>]) {
        let (alpha, extra_rate) = (recipe.alpha_in(game) as f32, recipe.extra_rate as f32);
        // Stages have weights of their own: learning them one after the other changes nothing, and keeps tables near.
        let mut of_stage = vec![Vec::new(); self.weights.layout().stages().count()];
        for lesson in lessons.iter().flatten() {
            of_stage[usize::from(lesson.seen.stage)].push(lesson);
        }
        let (mut squares, mut count) = (0.0, 0);
        with_kernel!(|_kernel| for _ in 0..recipe.passes {
            for lesson in of_stage.iter().flatten() {
                let error = self.weights.learn(&lesson.seen, lesson.target, alpha, extra_rate);
                squares += f64::from(error) * f64::from(error);
                count += 1;
            }
        });
        self.error = squares / f64::from(count.max(1));
    }
}

/// How many threads there is work for.
fn parts(games: &Range<u64>, threads: usize) -> usize {
    threads.min((games.end - games.start) as usize).max(1)
}

/// The streams of chance of games.
fn chances(seed: u64, games: Range<u64>) -> impl Iterator<Item = Chance> {
    games.map(move |game| Chance::stream(seed, "patterns game", game))
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
        self.prepare(recipe, games.start, parts(&games, threads));
        let lessons = self.on_threads(games.clone(), threads, |weights, worker, games| {
            Self::play(weights, worker, recipe, chances(seed, games), stop)
        });
        look_at(stop)?;
        self.take(recipe, games.start, &lessons);
        Ok(())
    }

    fn label(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        at: u64,
        games: Range<u64>,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<Vec<Vec<Label>>, Stopped> {
        self.prepare(recipe, at, parts(&games, threads));
        let labels = self.on_threads(games, threads, |_, worker, games| match worker {
            Worker::Labels(tutor) => {
                with_kernel!(|kernel| tutor.labels(kernel, recipe, chances(seed, games), stop))
            }
            Worker::Returns(_) => Vec::new(),
        });
        look_at(stop)?;
        Ok(labels.into_iter().flatten().collect())
    }

    fn learn_labels(&mut self, recipe: &Recipe, game: u64, games: &[Vec<Label>]) {
        self.weights.use_one_stage(game < recipe.one_stage_games);
        self.prepare(recipe, game, 0);
        let weights = &self.weights;
        let lessons: Vec<Lesson<N>> = with_kernel!(|kernel| {
            games.iter().flatten().map(|label| label.lesson(kernel, weights)).collect()
        });
        self.take(recipe, game, &[lessons]);
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

    fn tutor(&self) -> Option<&[i16]> {
        self.tutor.as_deref()
    }

    fn set_tutor(&mut self, weights: Vec<i16>) {
        self.tutor = Some(weights);
        self.workers.clear();
    }

    fn mean_square_error(&self) -> f64 {
        self.error
    }
}
