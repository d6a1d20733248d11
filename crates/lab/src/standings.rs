//! How strong players are, by all the results that are kept: who met whom, and ratings from that.
//!
//! Players whom no chain of games connects cannot be compared: each group of those that are connected has
//! ratings of its own, the mean of the group being 0.

use outflank_arena::statistics::{Crosstable, Pentanomial, Rating, RatingError, RatingList, RatingOptions};

use crate::Meeting;

/// The table of all results, and the ratings of each group.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Who met whom, and how it went.
    pub table: Crosstable<Pentanomial>,
    /// The ratings, the largest group first.
    pub groups: Vec<RatingList>,
}

impl Standings {
    /// What these results say.
    pub fn of(meetings: &[Meeting]) -> Result<Self, RatingError> {
        // Whoever plays against itself rates nobody.
        let meetings: Vec<&Meeting> = meetings.iter().filter(|met| met.first != met.second).collect();
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
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let table_of = |wanted: &dyn Fn(&Meeting) -> bool| {
            let mut table = Crosstable::new();
            for met in meetings.iter().filter(|met| wanted(met)) {
                table.add(&met.first, &met.second, met.pairs).expect("nobody here is its own opponent");
            }
            table
        };
        let rate = |group: &Vec<&str>| {
            table_of(&|met| group.contains(&met.first.as_str())).rate(&RatingOptions::default())
        };
        Ok(Self { groups: groups.iter().map(rate).collect::<Result<_, _>>()?, table: table_of(&|_| true) })
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
        Meeting { first: first.to_owned(), second: second.to_owned(), pairs }
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
        let standings = Standings::of(&meetings).expect("rated");
        let players = |group: &RatingList| -> Vec<String> {
            group.ratings().iter().map(|rating| rating.player.clone()).collect()
        };
        assert_eq!(players(&standings.groups[0])[0], "a");
        assert_eq!(players(&standings.groups[0]).len(), 4);
        assert_eq!(players(&standings.groups[1]), ["x", "y"]);
        assert_eq!(standings.table.players().len(), 6);
        assert_eq!(standings.ratings_of("c").count(), 1);
        assert_eq!(standings.ratings_of("").count(), 0);
        assert!(Standings::of(&[]).expect("nothing").groups.is_empty());
    }
}
