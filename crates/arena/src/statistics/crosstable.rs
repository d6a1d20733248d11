//! Who met whom, and how it went.

use super::ScoreSheet;

/// The results of every player against every other: what a rating list is made from.
///
/// Players are known by name and enter with their first result. The sheets decide what counts as independent:
/// [`Pentanomial`](super::Pentanomial) for pairs, [`Trinomial`](super::Trinomial) for single games.
#[derive(Clone, Debug, Default)]
pub struct Crosstable<S> {
    players: Vec<String>,
    /// One sheet for every two that met, seen by the one who entered first.
    meetings: Vec<Meeting<S>>,
}

/// All results between two players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting<S> {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) sheet: S,
}

impl<S: ScoreSheet> Crosstable<S> {
    /// A table without players.
    pub fn new() -> Self {
        Self { players: Vec::new(), meetings: Vec::new() }
    }

    /// Adds results, seen by the first of the two players. An empty sheet enters the players only.
    pub fn add(&mut self, first: &str, second: &str, sheet: S) -> Result<(), CrosstableError> {
        if first == second {
            return Err(CrosstableError { player: first.to_owned() });
        }
        let (first, second) = (self.enter(first), self.enter(second));
        let (sheet, first, second) =
            if first < second { (sheet, first, second) } else { (-sheet, second, first) };
        if sheet.units() == 0 {
            return Ok(());
        }
        match self.meetings.iter_mut().find(|meeting| (meeting.first, meeting.second) == (first, second)) {
            Some(meeting) => meeting.sheet += sheet,
            None => self.meetings.push(Meeting { first, second, sheet }),
        }
        Ok(())
    }

    /// The players, in the order of their entry.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The results of the first of two players against the second; empty where they did not meet.
    pub fn between(&self, first: &str, second: &str) -> S {
        let (Some(first), Some(second)) = (self.number(first), self.number(second)) else {
            return S::default();
        };
        let met =
            |meeting: &&Meeting<S>| (meeting.first, meeting.second) == (first.min(second), first.max(second));
        match self.meetings.iter().find(met) {
            Some(meeting) if first < second => meeting.sheet,
            Some(meeting) => -meeting.sheet,
            None => S::default(),
        }
    }

    pub(super) fn meetings(&self) -> &[Meeting<S>] {
        &self.meetings
    }

    /// Where a player stands in the order of entry.
    pub(super) fn number(&self, player: &str) -> Option<usize> {
        self.players.iter().position(|name| name == player)
    }

    fn enter(&mut self, player: &str) -> usize {
        self.number(player).unwrap_or_else(|| {
            self.players.push(player.to_owned());
            self.players.len() - 1
        })
    }

    /// The players that can be reached from the first one along `steps`, which go from a player to another.
    fn reached(&self, steps: &[(usize, usize)]) -> Vec<bool> {
        let mut reached = vec![false; self.players.len()];
        let mut waiting = vec![0];
        while let Some(player) = waiting.pop() {
            if !std::mem::replace(&mut reached[player], true) {
                waiting.extend(steps.iter().filter(|step| step.0 == player).map(|step| step.1));
            }
        }
        reached
    }

    /// The names of the players that are marked, and of those that are not.
    fn parted(&self, marks: &[bool]) -> Option<(Vec<String>, Vec<String>)> {
        let (marked, rest): (Vec<_>, Vec<_>) = self.players.iter().zip(marks).partition(|(_, mark)| **mark);
        let names = |part: Vec<(&String, _)>| part.into_iter().map(|(name, _)| name.clone()).collect();
        (!rest.is_empty()).then(|| (names(marked), names(rest)))
    }

    /// Players, the first one among them, that no chain of results connects with the others. Those that are held at
    /// known ratings are connected with each other without any.
    pub(super) fn island(&self, held: &[usize]) -> Option<(Vec<String>, Vec<String>)> {
        let met = self.meetings.iter().map(|meeting| (meeting.first, meeting.second));
        let known = held.windows(2).map(|two| (two[0], two[1]));
        let steps: Vec<_> = met.chain(known).flat_map(|(one, other)| [(one, other), (other, one)]).collect();
        self.parted(&self.reached(&steps))
    }

    /// Players who scored every point there was against all others: winners, then losers.
    ///
    /// No finite ratings explain such results best.
    // CITE: L. R. Ford, Solution of a ranking problem from binary comparisons (1957).
    /// Those that are held at known ratings need no points from each other.
    pub(super) fn clean_sweep(&self, held: &[usize]) -> Option<(Vec<String>, Vec<String>)> {
        // From whoever scored to whom they scored against.
        let scored = self.meetings.iter().flat_map(|meeting| {
            let score = meeting.sheet.score().unwrap_or(0.5);
            let won = (score > 0.0).then_some((meeting.first, meeting.second));
            let lost = (score < 1.0).then_some((meeting.second, meeting.first));
            [won, lost].into_iter().flatten()
        });
        let known = held.windows(2).flat_map(|two| [(two[0], two[1]), (two[1], two[0])]);
        let scored: Vec<_> = scored.chain(known).collect();
        let suffered: Vec<_> = scored.iter().map(|&(winner, loser)| (loser, winner)).collect();
        // Those whom the first player cannot reach never lost a point to the rest; those who cannot reach it
        // never took one.
        let unreached = self.parted(&self.reached(&scored)).map(|(losers, winners)| (winners, losers));
        unreached.or_else(|| self.parted(&self.reached(&suffered)))
    }
}

/// A result of a player against itself, which rates nobody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{player}” cannot be its own opponent")]
pub struct CrosstableError {
    /// The player named twice.
    pub player: String,
}
