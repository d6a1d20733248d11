//! How strong players are, by all the results that are kept: who met whom, and ratings from that.
//!
//! Players that are anchors of the ladder keep their ratings on it, and those whom games connect with them are rated
//! on its scale. Players whom no chain of games connects cannot be compared: each group without an anchor has ratings of
//! its own, its mean being 0.

use outflank_arena::cautions;
use outflank_arena::statistics::{
    Anchor, Crosstable, Pentanomial, Rating, RatingError, RatingList, RatingOptions,
};

use crate::ladder::Ladder;
use crate::{Meeting, Store, StoreError};

/// The table of all results, and the ratings of each group.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Who met whom, and how it went.
    pub table: Crosstable<Pentanomial>,
    /// The ratings: the group on the scale of the ladder first, if there is one, then the largest.
    pub groups: Vec<RatingList>,
    /// The anchors among the players, with their ratings.
    pub anchors: Vec<(String, f64)>,
    /// The results one by one, with what they rest on.
    pub meetings: Vec<Meeting>,
}

/// Results that cannot be rated.
#[derive(Debug, thiserror::Error)]
pub enum StandingsError {
    /// They cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They make no list.
    #[error(transparent)]
    Rating(#[from] RatingError),
}

impl Standings {
    /// What the results of a store say, all of them or those of one contest.
    pub fn kept(store: &Store, contest: Option<i64>) -> Result<Self, StandingsError> {
        let ladder = Ladder::standard();
        let anchor = |player: crate::RatedPlayer| {
            let elo = ladder.anchor(&player.identity)?.elo;
            Some((player.label, elo))
        };
        let anchors: Vec<_> = store.rated_players()?.into_iter().filter_map(anchor).collect();
        Ok(Self::of(store.meetings(contest)?, &anchors)?)
    }

    /// What these results say, with some players of known strength.
    pub fn of(all: Vec<Meeting>, anchors: &[(String, f64)]) -> Result<Self, RatingError> {
        // Whoever plays against itself rates nobody.
        let meetings: Vec<&Meeting> = all.iter().filter(|met| met.first != met.second).collect();
        let is_anchor = |name: &str| anchors.iter().any(|(anchor, _)| anchor == name);
        let mut groups: Vec<Vec<&str>> = Vec::new();
        for met in &meetings {
            let (joined, mut apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group: &Vec<&str>| {
                group.iter().any(|name| *name == met.first || *name == met.second)
            });
            let mut group = joined.concat();
            for name in [met.first.as_str(), met.second.as_str()] {
                if !group.contains(&name) {
                    group.push(name);
                }
            }
            apart.push(group);
            groups = apart;
        }
        let has_anchor = |group: &Vec<&str>| group.iter().any(|name| is_anchor(name));
        let (on_ladder, mut groups): (Vec<_>, Vec<_>) = groups.into_iter().partition(has_anchor);
        if !on_ladder.is_empty() {
            groups.push(on_ladder.concat());
        }
        groups.sort_by_key(|group| std::cmp::Reverse((has_anchor(group), group.len())));
        let table_of = |wanted: &dyn Fn(&Meeting) -> bool| {
            let mut table = Crosstable::new();
            for met in meetings.iter().filter(|met| wanted(met)) {
                table.add(&met.first, &met.second, met.distinct).expect("nobody here is its own opponent");
            }
            table
        };
        let rate = |group: &Vec<&str>| {
            let anchor = match has_anchor(group) {
                true => Anchor::Players(anchors.to_vec()),
                false => Anchor::default(),
            };
            let options = RatingOptions { anchor, ..RatingOptions::default() };
            table_of(&|met| group.contains(&met.first.as_str())).rate(&options)
        };
        let table = table_of(&|_| true);
        let anchors = anchors.iter().filter(|(name, _)| table.players().contains(name)).cloned().collect();
        let groups = groups.iter().map(rate).collect::<Result<_, _>>()?;
        Ok(Self { groups, table, anchors, meetings: all })
    }

    /// What is to be said before all scores.
    pub fn cautions(&self) -> Vec<String> {
        cautions(self.meetings.iter().map(|met| (&*met.first, &*met.second, met.evidence())))
    }

    /// All games, and how many of them are different.
    pub fn games(&self) -> (u64, u64) {
        self.meetings.iter().map(Meeting::evidence).fold((0, 0), |(games, distinct), evidence| {
            (games + evidence.games, distinct + evidence.distinct_games)
        })
    }

    /// The rating of an anchor, if this player is one.
    pub fn anchor(&self, player: &str) -> Option<f64> {
        self.anchors.iter().find(|(name, _)| name == player).map(|(_, elo)| *elo)
    }

    /// Whether a group is on the scale of the ladder.
    pub fn is_on_ladder(&self, group: &RatingList) -> bool {
        group.ratings().iter().any(|rating| self.anchor(&rating.player).is_some())
    }

    /// The ratings of a player with all its options, by its name.
    pub fn ratings_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Rating> {
        let is_it = move |rating: &&Rating| {
            let options = rating.player.strip_prefix(name);
            options.is_some_and(|options| options.is_empty() || options.starts_with([':', '@']))
        };
        self.groups.iter().flat_map(|group| group.ratings()).filter(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Outcome::{Loss, Win};

    fn met(first: &str, second: &str, won: u64) -> Meeting {
        let mut pairs = Pentanomial::default();
        for pair in 0..10 {
            pairs.add(Win, if pair < won { Win } else { Loss });
        }
        let (first, second) = (first.to_owned(), second.to_owned());
        Meeting { first, second, pairs, distinct: pairs, distinct_games: 20 }
    }

    fn players(group: &RatingList) -> Vec<String> {
        group.ratings().iter().map(|rating| rating.player.clone()).collect()
    }

    #[test]
    fn groups_that_never_met_are_rated_apart() {
        let meetings = [
            met("x", "y", 3),
            met("a", "b", 9),
            met("c:depth=2", "d", 5),
            met("b", "d", 1),
            met("a", "a", 2),
        ];
        let standings = Standings::of(meetings.to_vec(), &[]).expect("rated");
        assert_eq!(players(&standings.groups[0])[0], "a");
        assert_eq!(players(&standings.groups[0]).len(), 4);
        assert_eq!(players(&standings.groups[1]), ["x", "y"]);
        assert_eq!(standings.table.players().len(), 6);
        assert_eq!(standings.ratings_of("c").count(), 1);
        assert_eq!(standings.ratings_of("").count(), 0);
        assert!(Standings::of(Vec::new(), &[]).expect("nothing").groups.is_empty());
    }

    #[test]
    fn anchors_keep_their_ratings_and_join_groups() {
        let meetings = [met("a", "b", 5), met("b", "c", 5), met("x", "y", 5), met("p", "q", 0)];
        let anchors = [("a", 900.0), ("x", 100.0), ("elsewhere", 5.0)];
        let anchors: Vec<_> = anchors.into_iter().map(|(name, elo)| (name.to_owned(), elo)).collect();
        let standings = Standings::of(meetings.to_vec(), &anchors).expect("rated");
        let group = &standings.groups[0];
        assert!(standings.is_on_ladder(group) && !standings.is_on_ladder(&standings.groups[1]));
        assert_eq!(players(group), ["a", "b", "c", "x", "y"]);
        // One game each: neither is ahead.
        assert_eq!(players(&standings.groups[1]), ["p", "q"]);
        let elo = |name: &str| group.rating(name).expect(name).elo;
        assert_eq!((elo("a"), elo("x")), (900.0, 100.0));
        // Three of four points, with a virtual draw or so.
        assert!((elo("a") - elo("b") - 185.0).abs() < 15.0, "{}", elo("b"));
        assert!((elo("x") - elo("y") - 185.0).abs() < 15.0, "{}", elo("y"));
        assert_eq!(standings.anchor("a"), Some(900.0));
        assert_eq!((standings.anchor("b"), standings.anchor("elsewhere")), (None, None));
    }
}
