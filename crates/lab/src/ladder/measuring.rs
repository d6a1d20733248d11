//! How anchors get their ratings: all at once in a league of neighbours, or one more by its place among the others.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_arena::openings::{DRAWN_PLIES, drawn_apart};
use outflank_arena::statistics::{
    Anchor as Held, Crosstable, Rating, RatingError, RatingOptions, ScoreSheet,
};
use outflank_arena::{Contest, Entrant, Standing, seconds_worked};
use outflank_engine::Chance;

use super::{Anchor, Ladder, Place};

/// Anchors meet those that are so many steps above them.
const STEPS: usize = 4;

/// How anchors are measured.
#[derive(Clone, Copy, Debug)]
pub struct Measuring {
    /// Pairs of games between neighbours.
    pub pairs: u64,
    /// What names the streams of chance.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

impl Ladder {
    /// Measures these players anew as anchors, the weakest first as far as one can tell: everyone meets those a few
    /// steps above. `None` if it was stopped.
    pub fn measure(
        players: &[Entrant],
        how: Measuring,
        program: &str,
        stop: &AtomicBool,
        mut tell: impl FnMut(&str, &str),
    ) -> Result<Option<Self>, RatingError> {
        let Measuring { pairs, seed, threads } = how;
        let openings = drawn_apart(pairs as usize, DRAWN_PLIES, seed);
        let mut table = Crosstable::new();
        let mut spent = vec![(0.0, 0); players.len()];
        for (weaker, one) in players.iter().enumerate() {
            for (stronger, other) in players.iter().enumerate().skip(weaker + 1).take(STEPS) {
                tell(one.name(), other.name());
                let began = seconds_worked();
                let seed = Chance::stream(seed, &format!("{} meets {}", one.name(), other.name()), 0).seed();
                let contest =
                    Contest { first: one, second: other, openings: &openings, pairs, seed, threads };
                let mut standing = Standing::default();
                contest.run_apart(0, stop, |pair| {
                    standing.add(&pair);
                    ControlFlow::Continue(())
                });
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                for player in [weaker, stronger] {
                    spent[player].0 += seconds_worked() - began;
                    spent[player].1 += 2 * standing.pairs.units();
                }
                table.add(one.name(), other.name(), standing.distinct).expect("two different players");
            }
        }
        let first = players.first().map(|player| player.name().to_owned()).unwrap_or_default();
        let options = RatingOptions { anchor: Held::Player(first, 0.0), ..RatingOptions::default() };
        let list = table.rate(&options)?;
        let rated = players.iter().zip(spent).filter_map(|(player, (seconds, games))| {
            let Rating { elo, interval, games: different, .. } = list.rating(player.name())?;
            let milliseconds = seconds * 1000.0 / games as f64;
            Some(Anchor::new(player, *elo, interval.width() / 2.0, *different, milliseconds))
        });
        let mut anchors: Vec<Anchor> = rated.collect();
        anchors.sort_by(|one, other| one.elo.total_cmp(&other.elo));
        // In the order in which they came: it decides who meets whom.
        let names: String = players.iter().map(|player| format!(" {}", player.name())).collect();
        let command = format!("outflank ladder --measure --pairs {pairs} --seed {seed}{names}");
        Ok(Some(Self { commands: vec![command], program: program.to_owned(), anchors }))
    }

    /// The ladder with one anchor more, placed among the others, which stay where they are.
    ///
    /// The reach of its interval is that of its place and of the anchors it met, taken together as independent errors.
    #[must_use]
    pub fn add(
        &self,
        player: &Entrant,
        place: &Place,
        milliseconds: f64,
        command: &str,
        program: &str,
    ) -> Self {
        let mut ladder = self.clone();
        let Some(estimate) = place.estimate else { return ladder };
        let games = |standing: &Standing| 2 * standing.distinct.units();
        let all: u64 = place.met.iter().map(|met| games(&met.standing)).sum();
        let mean: f64 =
            place.met.iter().map(|met| met.anchor.reach * games(&met.standing) as f64).sum::<f64>()
                / all.max(1) as f64;
        let reach = (estimate.interval.width() / 2.0).hypot(mean);
        let anchor = Anchor::new(player, estimate.elo, reach, all, milliseconds);
        ladder.anchors.retain(|known| known.player != anchor.player);
        ladder.anchors.push(anchor);
        ladder.anchors.sort_by(|one, other| one.elo.total_cmp(&other.elo));
        ladder.commands.push(command.to_owned());
        ladder.program = program.to_owned();
        ladder
    }
}

impl Anchor {
    fn new(player: &Entrant, elo: f64, reach: f64, games: u64, milliseconds: f64) -> Self {
        let tenth = |number: f64| (number * 10.0).round() / 10.0 + 0.0;
        Self {
            player: player.name().to_owned(),
            content: player.identity().content.clone(),
            style: player.identity().style.clone(),
            elo: tenth(elo),
            reach: tenth(reach),
            games,
            milliseconds: (milliseconds * 1000.0).round() / 1000.0,
        }
    }
}
