//! Leagues: everybody against everybody.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::Chance;
use outflank_rules::GameRecord;

use crate::{Contest, Entrant, Pair};

/// A league in which every two players meet once, in a contest of so many pairs.
///
/// The first player meets all others first: so whatever has been played connects everyone who has played,
/// and a league that is stopped can still be rated. The games of a meeting depend on the seed and
/// the names of the two alone, not on who else takes part.
#[derive(Clone, Copy, Debug)]
pub struct RoundRobin<'a> {
    /// Who takes part. No two may have the same name.
    pub players: &'a [Entrant],
    /// Where games start, as in a [`Contest`].
    pub openings: &'a [GameRecord],
    /// How many pairs each meeting has.
    pub pairs: u64,
    /// What names the streams of chance.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

impl RoundRobin<'_> {
    /// All meetings in the order in which they are played, as places in the list of players.
    pub fn meetings(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.players.len();
        (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
    }

    /// Plays the meetings and hands over their pairs in order, until all are played, `each` breaks off, or `stop`
    /// is set.
    pub fn run(&self, stop: &AtomicBool, each: impl FnMut((usize, usize), Pair) -> ControlFlow<()>) {
        self.run_after(0, stop, each);
    }

    /// The same without the first so many pairs, which were played at another time: a league that was broken off
    /// goes on to the same games.
    pub fn run_after(
        &self,
        played: u64,
        stop: &AtomicBool,
        mut each: impl FnMut((usize, usize), Pair) -> ControlFlow<()>,
    ) {
        let mut broken_off = false;
        for ((first, second), before) in self.meetings().zip((0..).step_by(self.pairs.max(1) as usize)) {
            if broken_off || stop.load(Ordering::Relaxed) {
                return;
            }
            let (one, other) = (&self.players[first], &self.players[second]);
            let name = format!("{} meets {}", one.name(), other.name());
            let contest = Contest {
                first: one,
                second: other,
                openings: self.openings,
                pairs: self.pairs,
                seed: Chance::stream(self.seed, &name, 0).seed(),
                threads: self.threads,
            };
            contest.run_apart(played.saturating_sub(before), stop, |pair| {
                let flow = each((first, second), pair);
                broken_off = flow.is_break();
                flow
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::players::Random;

    type Meeting = ((usize, usize), Pair);

    fn league(names: &[&str], threads: usize, most: usize) -> Vec<Meeting> {
        let players: Vec<Entrant> =
            names.iter().map(|name| Entrant::new(*name, || Box::new(Random::new()))).collect();
        let league = RoundRobin { players: &players, openings: &[], pairs: 4, seed: 3, threads };
        let mut seen = Vec::new();
        league.run(&AtomicBool::new(false), |meeting, pair| {
            seen.push((meeting, pair));
            if seen.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        seen
    }

    #[test]
    fn everybody_meets_everybody_and_threads_change_nothing() {
        let all = league(&["a", "b", "c"], 1, usize::MAX);
        let meetings: Vec<_> = all.iter().map(|(meeting, pair)| (*meeting, pair.number)).collect();
        let expected = [(0, 1), (0, 2), (1, 2)].map(|meeting| [0, 1, 2, 3].map(|pair| (meeting, pair)));
        assert_eq!(meetings, expected.concat());
        assert_eq!(league(&["a", "b", "c"], 3, usize::MAX), all);
        assert_eq!(league(&["a", "b", "c"], 2, 6), all[..6]);
        assert_ne!(all[0].1.games, all[4].1.games, "every meeting has games of its own");
    }

    #[test]
    fn what_was_broken_off_goes_on_to_the_same_games() {
        let players: Vec<Entrant> =
            ["a", "b", "c"].map(|name| Entrant::new(name, || Box::new(Random::new()))).into();
        let all = league(&["a", "b", "c"], 1, usize::MAX);
        for (played, threads) in [(0, 1), (3, 1), (4, 2), (6, 1), (7, 3), (11, 2), (12, 2)] {
            let league = RoundRobin { players: &players, openings: &[], pairs: 4, seed: 3, threads };
            let mut rest = Vec::new();
            league.run_after(played, &AtomicBool::new(false), |meeting, pair| {
                rest.push((meeting, pair));
                ControlFlow::Continue(())
            });
            assert_eq!(rest, all[played as usize..], "after {played} pairs on {threads} threads");
        }
    }

    #[test]
    fn the_company_does_not_change_a_meeting() {
        let games = |seen: Vec<Meeting>, wanted| -> Vec<Pair> {
            seen.into_iter().filter(|(meeting, _)| *meeting == wanted).map(|(_, pair)| pair).collect()
        };
        let alone = games(league(&["a", "b"], 1, usize::MAX), (0, 1));
        assert_eq!(games(league(&["x", "a", "y", "b"], 1, usize::MAX), (1, 3)), alone);
    }
}
