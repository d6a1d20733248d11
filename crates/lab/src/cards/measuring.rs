//! How long the presets of a system take, and how strong they become.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_arena::{Entrant, PlayerSpec, Style};
use outflank_learn::{Model, Recipe};

use super::{Card, MeasuredPreset, MeasuredRating, Measurements, Preset, PresetSize};
use crate::clock::Stopwatch;
use crate::ladder::{Anchor, Ladder, Placing};
use crate::{Moment, PlayerRegistry};

/// How presets are measured.
#[derive(Clone, Copy, Debug)]
pub struct Measuring<'a> {
    /// The anchors of the ladder, in order.
    pub anchors: &'a [Entrant],
    /// Learning is broken off after so many seconds of the processor: longer runs are measured in proportion.
    pub limit: f64,
    /// What names the streams of chance where a preset has no seed of its own.
    pub seed: u64,
    /// Set to stop.
    pub stop: &'a AtomicBool,
}

impl Measuring<'_> {
    /// What there is to say of all presets of a card, or `None` if it was stopped. `each` is told before a preset.
    pub fn measure(
        &self,
        card: &Card,
        program: &str,
        mut each: impl FnMut(PresetSize),
    ) -> Option<Measurements> {
        let mut measured = PresetSize::ALL.map(|size| (size, None));
        for (size, place) in &mut measured {
            each(*size);
            if let Some(preset) = card.preset(*size) {
                *place = Some(self.preset(preset)?);
            }
        }
        let [taste, document, best] = measured.map(|(_, measured)| measured);
        Some(Measurements {
            command: format!("outflank systems {} --measure --limit {}", card.system, self.limit),
            program: program.to_owned(),
            date: Moment::now().date(),
            taste,
            document,
            best,
        })
    }

    fn preset(&self, preset: &Preset) -> Option<MeasuredPreset> {
        let learned = self.learn(&preset.recipe, preset.seed.unwrap_or(self.seed))?;
        let Learned { games, part, seconds, model } = learned;
        // What is shipped came out of this recipe; what was learned by half is not what the preset comes to.
        let entrant = match preset.player {
            Some(player) => shipped_entrant(player),
            None if part == 1.0 => model.entrant("preset", &Style::default()).ok(),
            None => None,
        };
        let rating = entrant.and_then(|entrant| self.rate(&entrant));
        (!self.stop.load(Ordering::Relaxed)).then_some(MeasuredPreset { games, part, seconds, rating })
    }

    fn learn(&self, recipe: &Recipe, seed: u64) -> Option<Learned> {
        let clock = Stopwatch::start();
        let mut learner = recipe.learner(seed);
        let mut seconds = 0.0;
        while !learner.schedule().is_finished() && seconds < self.limit {
            learner.learn_unless(self.stop, 1).ok()?;
            seconds = clock.seconds();
        }
        let schedule = learner.schedule();
        let games = learner.games();
        let all = match learner.games_in_all() {
            _ if schedule.is_finished() => games,
            Some(all) => all,
            None => (games as f64 / schedule.done as f64 * schedule.total as f64).round() as u64,
        };
        let part = if schedule.is_finished() { 1.0 } else { games as f64 / all.max(1) as f64 };
        let part = (part * 1e4).round().max(1.0) / 1e4;
        let seconds = (seconds / part * 100.0).round() / 100.0;
        Some(Learned { games: all, part, seconds: seconds.max(0.01), model: learner.model() })
    }

    fn rate(&self, player: &Entrant) -> Option<MeasuredRating> {
        // An anchor has its place already.
        if let Some(&Anchor { elo, reach, games, .. }) = Ladder::standard().anchor(player.identity()) {
            return Some(MeasuredRating { elo, low: elo - reach, high: elo + reach, games });
        }
        let how = Placing { within: 30.0, limit: Duration::from_secs(600), seed: self.seed, threads: 1 };
        let place = Ladder::standard().place(player, self.anchors, &how, self.stop, |_| {});
        let estimate = place.estimate?;
        let rounded = |elo: f64| (elo * 10.0).round() / 10.0;
        Some(MeasuredRating {
            elo: rounded(estimate.elo),
            low: rounded(estimate.interval.low),
            high: rounded(estimate.interval.high),
            games: place.games().1,
        })
    }
}

/// A player that is shipped, as far as it looks ahead by itself.
fn shipped_entrant(name: &str) -> Option<Entrant> {
    let spec: PlayerSpec = name.parse().ok()?;
    spec.entrant(&PlayerRegistry::new(None).without_files()).ok()
}

/// What came of learning.
struct Learned {
    games: u64,
    part: f64,
    seconds: f64,
    model: Model,
}
