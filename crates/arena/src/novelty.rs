//! Which games are new, and how much a contest rests on.

use std::collections::HashSet;

/// The games of two players that were seen, by their fingerprints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenGames {
    /// By the colour of the first player.
    seen: [HashSet<u64>; 2],
}

impl SeenGames {
    /// Takes the two games of a pair, and tells of each whether it is new.
    pub fn add(&mut self, [as_black, as_white]: [u64; 2]) -> [bool; 2] {
        [self.seen[0].insert(as_black), self.seen[1].insert(as_white)]
    }

    /// How many different games there were.
    pub fn count(&self) -> u64 {
        self.seen.iter().map(|games| games.len() as u64).sum()
    }
}

/// What a score rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// All games that were played.
    pub games: u64,
    /// How many of them are different.
    pub distinct_games: u64,
    /// The pairs of two games that were new: what score and interval are computed from.
    pub distinct_pairs: u64,
}

/// Fewer pairs than this are few.
const FEW: u64 = 25;

impl Evidence {
    /// What is to be said before a score that rests on less than it seems to.
    ///
    /// ```
    /// use outflank_arena::Evidence;
    ///
    /// let repeated = Evidence { games: 1000, distinct_games: 2, distinct_pairs: 1 };
    /// let told = "only 2 of 1000 games are different: repeats carry no weight, and all below rests on 1 pair";
    /// assert_eq!(repeated.caution().as_deref(), Some(told));
    /// assert_eq!(Evidence { games: 1000, distinct_games: 990, distinct_pairs: 490 }.caution(), None);
    /// ```
    pub fn caution(&self) -> Option<String> {
        let Self { games, distinct_games, distinct_pairs: pairs } = *self;
        let repeats = self.is_repetition();
        (repeats || self.is_little()).then(|| {
            let told = format!("{distinct_games} of {games} games are different");
            let pairs = if pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") };
            if repeats {
                format!("only {told}: repeats carry no weight, and all below rests on {pairs}")
            } else {
                format!("{told}: all below rests on {pairs}")
            }
        })
    }

    /// Whether there are few pairs, if any.
    pub fn is_little(&self) -> bool {
        self.games > 0 && self.distinct_pairs < FEW
    }

    /// Whether most of it repeats itself. A few repeats among many games change nothing.
    pub fn is_repetition(&self) -> bool {
        2 * self.distinct_pairs < self.games / 2
    }
}

/// What is to be said before the scores of some meetings, each with the names of the two. Those that repeat themselves
/// are told one by one; many that are short alike are one remark.
pub fn cautions<'a>(meetings: impl IntoIterator<Item = (&'a str, &'a str, Evidence)>) -> Vec<String> {
    let meetings: Vec<_> = meetings.into_iter().collect();
    let is_short = |evidence: &Evidence| evidence.is_little() && !evidence.is_repetition();
    let short: Vec<u64> = meetings
        .iter()
        .filter(|(.., evidence)| is_short(evidence))
        .map(|(.., evidence)| evidence.distinct_pairs)
        .collect();
    let told = meetings.iter().filter(|(.., evidence)| short.len() == 1 || !is_short(evidence));
    let mut told: Vec<String> = told
        .filter_map(|(first, second, evidence)| {
            Some(format!("{first} against {second}: {}", evidence.caution()?))
        })
        .collect();
    if let (true, Some(fewest)) = (short.len() > 1, short.iter().min()) {
        let (all, short) = (meetings.len(), short.len());
        told.push(format!("{short} of {all} meetings rest on few pairs, the shortest on {fewest}"));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_meetings_are_told_once_and_repeats_each() {
        let evidence = |games, pairs| Evidence { games, distinct_games: 2 * pairs, distinct_pairs: pairs };
        let (short, long, repeats) = (evidence(20, 10), evidence(200, 100), evidence(200, 30));
        let told = cautions([("a", "b", short), ("a", "c", long), ("b", "c", evidence(8, 4))]);
        assert_eq!(told, ["2 of 3 meetings rest on few pairs, the shortest on 4"]);
        let told = cautions([("a", "b", short), ("a", "c", repeats)]);
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("a against b: 20 of 20 games are different"), "{told:?}");
        assert!(told[1].starts_with("a against c: only 60 of 200 games are different"), "{told:?}");
        assert!(cautions([("a", "c", long)]).is_empty());
    }
}
