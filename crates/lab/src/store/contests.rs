//! Contests: matches and leagues, kept pair by pair as they were played.

use std::collections::HashMap;

use outflank_arena::games::GameLine;
use outflank_arena::statistics::{Pentanomial, ScoreSheet};
use outflank_arena::{Entrant, Evidence, Identity, Pair, SeenGames};
use outflank_rules::Outcome;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::entries::not_archived;
use super::{Store, StoreError, library};
use crate::Moment;

/// What decides the games of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewContest {
    /// Who takes part, in the grammar of players: everybody meets everybody.
    pub players: Vec<String>,
    /// What each of them is, whatever it is called.
    pub identities: Vec<Identity>,
    /// Pairs of games for every two.
    pub pairs: u64,
    /// Random plies before the players take over, 0 for the usual start.
    pub opening_plies: u32,
    /// What names the streams of chance.
    pub seed: u64,
    /// The program that plays it: version and commit.
    pub program: String,
}

/// A contest as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredContest {
    /// Its number, counted from 1.
    pub id: i64,
    /// What decides its games.
    pub conditions: NewContest,
    /// When it began.
    pub started: Moment,
    /// When all of its games were played, if they were.
    pub finished: Option<Moment>,
    /// Pairs that were played.
    pub played: u64,
}

impl StoredContest {
    /// Pairs in all.
    pub fn pairs_in_all(&self) -> u64 {
        let players = self.conditions.players.len() as u64;
        players * players.saturating_sub(1) / 2 * self.conditions.pairs
    }
}

/// A pair with the names of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestPair {
    /// Who had Black in its first game.
    pub first: String,
    /// Who had White in it.
    pub second: String,
    /// The two games.
    pub pair: Pair,
}

impl ContestPair {
    /// A pair of two players.
    pub fn new(first: &Entrant, second: &Entrant, pair: Pair) -> Self {
        Self { first: first.name().to_owned(), second: second.name().to_owned(), pair }
    }

    /// The two games as lines of text.
    fn lines(&self) -> String {
        let [one, other] = self.pair.games.clone();
        let (first, second) = (&self.first, &self.second);
        let lines = [(first, second, one), (second, first, other)].map(|(black, white, played)| {
            GameLine { black: black.clone(), white: white.clone(), played }.to_string()
        });
        lines.join("\n")
    }
}

/// All that two players made of their pairs, in all contests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Whose points are counted, by its label.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// All pairs.
    pub pairs: Pentanomial,
    /// The pairs of two games that were not seen before: what scores, intervals and ratings are computed from.
    pub distinct: Pentanomial,
    /// How many of the games are different.
    pub distinct_games: u64,
}

impl Meeting {
    /// What the score rests on.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            games: self.pairs.units() * Pentanomial::UNIT.games(),
            distinct_games: self.distinct_games,
            distinct_pairs: self.distinct.units(),
        }
    }
}

/// A player that has results: who it is, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPlayer {
    /// What decides its moves.
    pub identity: Identity,
    /// Its label in the newest contest; with the beginning of its content's name where another player has the same.
    pub label: String,
}

impl Store {
    /// Adds a contest and returns its number.
    pub fn add_contest(&self, new: &NewContest) -> Result<i64, StoreError> {
        let players = serde_json::to_string(&new.players).expect("a list of names");
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO contests (players, pairs, opening_plies, seed, program, started)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    players,
                    new.pairs as i64,
                    new.opening_plies,
                    new.seed.to_string(),
                    new.program,
                    Moment::now().seconds
                ],
            )?;
            let id = transaction.last_insert_rowid();
            for (label, Identity { content, style }) in new.players.iter().zip(&new.identities) {
                transaction.execute(
                    "INSERT INTO contest_players VALUES (?1, ?2, ?3, ?4)",
                    params![id, label, content, style],
                )?;
            }
            Ok(id)
        })
    }

    /// Adds pairs that were played, all of them or none.
    pub fn add_pairs(&self, contest: i64, pairs: &[ContestPair]) -> Result<(), StoreError> {
        self.write(|transaction| {
            let mut statement =
                transaction.prepare_cached("INSERT INTO pairs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            let mut derived =
                transaction.prepare_cached("INSERT INTO fingerprints VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for pair in pairs {
                let [as_black, as_white] = pair.pair.outcomes().map(half_points);
                let number = pair.pair.number as i64;
                statement.execute(params![
                    contest,
                    pair.first,
                    pair.second,
                    number,
                    as_black,
                    as_white,
                    pair.lines()
                ])?;
                let [as_black, as_white] = pair.pair.fingerprints().map(u64::cast_signed);
                derived.execute(params![contest, pair.first, pair.second, number, as_black, as_white])?;
            }
            library::keep_pairs(transaction, contest, pairs)
        })
    }

    /// Notes that all games of a contest were played.
    pub fn finish_contest(&self, contest: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let now = Moment::now().seconds;
            transaction.execute("INSERT INTO contest_finishes VALUES (?1, ?2)", params![contest, now])?;
            Ok(())
        })
    }

    /// The newest contests that are not archived, so many at most, the newest first.
    pub fn contests(&self, most: u32) -> Result<Vec<StoredContest>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{SELECT} WHERE {} ORDER BY id DESC LIMIT ?1",
                not_archived("contest")
            ))?;
            let contests = statement.query_map([most], |row| contest_of(connection, row))?;
            Ok(contests.collect::<Result<_, _>>()?)
        })
    }

    /// The contest with this number, if there is one.
    pub fn contest(&self, id: i64) -> Result<Option<StoredContest>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
            Ok(statement.query_row([id], |row| contest_of(connection, row)).optional()?)
        })
    }

    /// Games of a contest in the order of its pairs, some of them: each a line with its players, its result
    /// and its moves.
    pub fn contest_games(&self, contest: i64, from: u32, pairs: u32) -> Result<Vec<GameLine>, StoreError> {
        let sql =
            "SELECT games FROM pairs WHERE contest = ?1 ORDER BY first, second, number LIMIT ?3 OFFSET ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let texts = statement.query_map(params![contest, from, pairs], |row| row.get::<_, String>(0))?;
            let mut games = Vec::new();
            for text in texts {
                // What cannot be read was written by another version, and is passed over.
                games.extend(text?.lines().filter_map(|line| line.parse::<GameLine>().ok()));
            }
            Ok(games)
        })
    }

    /// Games between two players, whatever they were called then, of one contest or of all that are not archived: some of
    /// them, in the order in which they were played.
    pub fn games_between(
        &self,
        contest: Option<i64>,
        one: &Identity,
        other: &Identity,
        from: u32,
        pairs: u32,
    ) -> Result<Vec<GameLine>, StoreError> {
        let sql = "SELECT games FROM pairs
                   JOIN contest_players AS one ON one.contest = pairs.contest AND one.label = pairs.first
                   JOIN contest_players AS other ON other.contest = pairs.contest AND other.label = pairs.second
                   LEFT JOIN marks ON kind = 'contest' AND marks.id = CAST(pairs.contest AS TEXT)
                   WHERE ((one.content = ?1 AND one.style = ?2 AND other.content = ?3 AND other.style = ?4)
                       OR (one.content = ?3 AND one.style = ?4 AND other.content = ?1 AND other.style = ?2))
                     AND (pairs.contest = ?5 OR (?5 IS NULL AND archived IS NULL))
                   ORDER BY pairs.contest, pairs.rowid LIMIT ?7 OFFSET ?6";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let wanted = params![one.content, one.style, other.content, other.style, contest, from, pairs];
            let texts = statement.query_map(wanted, |row| row.get::<_, String>(0))?;
            let mut games = Vec::new();
            for text in texts {
                games.extend(text?.lines().filter_map(|line| line.parse::<GameLine>().ok()));
            }
            Ok(games)
        })
    }

    /// All players that have results, each once, however often its label changed.
    pub fn rated_players(&self) -> Result<Vec<RatedPlayer>, StoreError> {
        let sql = "SELECT content, style, label, max(contest) FROM contest_players
                   GROUP BY content, style ORDER BY max(contest)";
        let mut players: Vec<RatedPlayer> = self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| {
                let identity = Identity { content: row.get(0)?, style: row.get(1)? };
                Ok(RatedPlayer { identity, label: row.get(2)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })?;
        let labels: Vec<String> = players.iter().map(|player| player.label.clone()).collect();
        for player in &mut players {
            if labels.iter().filter(|label| **label == player.label).count() > 1 {
                let content: String = player.identity.content.chars().take(6).collect();
                player.label = format!("{}#{content}", player.label);
            }
        }
        Ok(players)
    }

    /// What every two players made of all their pairs; of one contest, if it is named. A player is who it is and not
    /// what it is called: results of one label that belonged to two players are not added up. Games that were seen
    /// before carry no weight, whichever contest they were in. What is archived does not count.
    pub fn meetings(&self, contest: Option<i64>) -> Result<Vec<Meeting>, StoreError> {
        let players = self.rated_players()?;
        let numbers: HashMap<&Identity, usize> =
            players.iter().enumerate().map(|(number, player)| (&player.identity, number)).collect();
        let who = "SELECT rowid, content, style FROM contest_players";
        let what = "SELECT one.rowid, other.rowid, pairs.as_black, pairs.as_white, seen.as_black, seen.as_white,
                           CASE WHEN seen.as_black IS NULL THEN games END, opening_plies
                    FROM pairs JOIN contests ON contests.id = pairs.contest
                    JOIN contest_players AS one ON one.contest = pairs.contest AND one.label = pairs.first
                    JOIN contest_players AS other ON other.contest = pairs.contest AND other.label = pairs.second
                    LEFT JOIN fingerprints AS seen ON seen.contest = pairs.contest AND seen.first = pairs.first
                         AND seen.second = pairs.second AND seen.number = pairs.number
                    LEFT JOIN marks ON kind = 'contest' AND marks.id = CAST(pairs.contest AS TEXT)
                    WHERE pairs.contest = ?1 OR (?1 IS NULL AND archived IS NULL)
                    ORDER BY pairs.contest, pairs.rowid";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(who)?;
            let mut seats: HashMap<i64, usize> = HashMap::new();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let identity = Identity { content: row.get(1)?, style: row.get(2)? };
                if let Some(number) = numbers.get(&identity) {
                    seats.insert(row.get(0)?, *number);
                }
            }
            let mut statement = connection.prepare_cached(what)?;
            let mut rows = statement.query(params![contest])?;
            // In the order in which they met for the first time.
            let mut meetings: Vec<(Meeting, SeenGames)> = Vec::new();
            let mut known: HashMap<(usize, usize), usize> = HashMap::new();
            while let Some(row) = rows.next()? {
                let (Some(&first), Some(&second)) = (seats.get(&row.get(0)?), seats.get(&row.get(1)?)) else {
                    continue;
                };
                let outcomes = [outcome(row.get(2)?), outcome(row.get(3)?)];
                let fingerprints = fingerprints_of(row)?;
                let is_turned = known.contains_key(&(second, first));
                let key = if is_turned { (second, first) } else { (first, second) };
                let number = *known.entry(key).or_insert_with(|| {
                    meetings.push((Meeting::between(&players[key.0], &players[key.1]), SeenGames::default()));
                    meetings.len() - 1
                });
                let (meeting, seen) = &mut meetings[number];
                // Who was second in this contest, and is first in the list, had Black in the other game.
                let (outcomes, fingerprints) = match is_turned {
                    true => (
                        [outcomes[1], outcomes[0]].map(|outcome| -outcome),
                        [fingerprints[1], fingerprints[0]],
                    ),
                    false => (outcomes, fingerprints),
                };
                meeting.pairs.add(outcomes[0], outcomes[1]);
                if seen.add(fingerprints) == [true, true] {
                    meeting.distinct.add(outcomes[0], outcomes[1]);
                }
                meeting.distinct_games = seen.count();
            }
            Ok(meetings.into_iter().map(|(meeting, _)| meeting).collect())
        })
    }
}

impl Meeting {
    /// Before any game.
    fn between(first: &RatedPlayer, second: &RatedPlayer) -> Self {
        Self {
            first: first.label.clone(),
            second: second.label.clone(),
            pairs: Pentanomial::default(),
            distinct: Pentanomial::default(),
            distinct_games: 0,
        }
    }
}

/// What tells the games of a pair from others: as it is kept, or from the games.
fn fingerprints_of(row: &Row<'_>) -> rusqlite::Result<[u64; 2]> {
    if let (Some(as_black), Some(as_white)) = (row.get::<_, Option<i64>>(4)?, row.get::<_, Option<i64>>(5)?) {
        return Ok([as_black, as_white].map(i64::cast_unsigned));
    }
    let text: Option<String> = row.get(6)?;
    let text = text.unwrap_or_default();
    let games: Vec<_> = text.lines().filter_map(|line| line.parse::<GameLine>().ok()).collect();
    Ok(match <[GameLine; 2]>::try_from(games) {
        Ok(games) => {
            let opening = row.get::<_, u32>(7)? as usize;
            Pair { number: 0, opening, games: games.map(|line| line.played) }.fingerprints()
        }
        // What another version wrote is at least the same where its text is.
        Err(_) => {
            let hash = u64::from_str_radix(&crate::content_hash(&[text.as_bytes()])[..16], 16).unwrap_or(0);
            [hash; 2]
        }
    })
}

fn half_points(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

fn outcome(half_points: i64) -> Outcome {
    match half_points {
        0 => Outcome::Loss,
        1 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

const SELECT: &str = "
    SELECT id, players, pairs, opening_plies, seed, program, started, finished,
           (SELECT count(*) FROM pairs WHERE pairs.contest = id)
    FROM contests LEFT JOIN contest_finishes ON contest_finishes.contest = id";

fn contest_of(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<StoredContest> {
    let (players, seed): (String, String) = (row.get(1)?, row.get(4)?);
    let unreadable = |column| rusqlite::Error::IntegralValueOutOfRange(column, 0);
    let players: Vec<String> = serde_json::from_str(&players).map_err(|_| unreadable(1))?;
    let id: i64 = row.get(0)?;
    let mut known = connection
        .prepare_cached("SELECT content, style FROM contest_players WHERE contest = ?1 AND label = ?2")?;
    let mut identities = Vec::new();
    for label in &players {
        let identity = known
            .query_row(params![id, label], |row| Ok(Identity { content: row.get(0)?, style: row.get(1)? }));
        let unknown = || Identity { content: format!("label:{label}"), style: String::new() };
        identities.push(identity.optional()?.unwrap_or_else(unknown));
    }
    Ok(StoredContest {
        id,
        conditions: NewContest {
            players,
            identities,
            pairs: row.get::<_, i64>(2)? as u64,
            opening_plies: row.get(3)?,
            seed: seed.parse().map_err(|_| unreadable(4))?,
            program: row.get(5)?,
        },
        started: Moment { seconds: row.get(6)? },
        finished: row.get::<_, Option<i64>>(7)?.map(|seconds| Moment { seconds }),
        played: row.get::<_, i64>(8)? as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;
    use outflank_arena::statistics::ScoreSheet;
    use outflank_arena::{RoundRobin, openings};
    use outflank_engine::players::Random;
    use std::ops::ControlFlow;

    fn played(store: &Store, seed: u64) -> i64 {
        let players: Vec<Entrant> =
            ["a", "b", "c"].map(|name| Entrant::new(name, || Box::new(Random::new()))).into();
        let new = NewContest {
            players: players.iter().map(|player| player.name().to_owned()).collect(),
            identities: players.iter().map(|player| player.identity().clone()).collect(),
            pairs: 5,
            opening_plies: 4,
            seed,
            program: "test".to_owned(),
        };
        let id = store.add_contest(&new).expect("added");
        let openings = openings::drawn(5, 4, seed);
        let league = RoundRobin { players: &players, openings: &openings, pairs: 5, seed, threads: 1 };
        league.run(&false.into(), |(first, second), pair| {
            let pair = ContestPair::new(&players[first], &players[second], pair);
            store.add_pairs(id, &[pair]).expect("added");
            ControlFlow::Continue(())
        });
        id
    }

    #[test]
    fn what_was_played_is_kept_and_counted_once() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let id = played(&store, 1);
        let contest = store.contest(id).expect("asked").expect("there");
        assert_eq!((contest.played, contest.pairs_in_all(), contest.finished), (15, 15, None));
        store.finish_contest(id).expect("noted");
        assert!(store.contests(9).expect("asked")[0].finished.is_some());
        let games = store.contest_games(id, 0, 100).expect("asked");
        assert_eq!((games.len(), games[0].black.as_str(), games[1].black.as_str()), (30, "a", "b"));
        assert_eq!(store.contest_games(id, 14, 5).expect("asked").len(), 2);

        let once = store.meetings(None).expect("asked");
        let names: Vec<_> = once.iter().map(|met| (met.first.as_str(), met.second.as_str())).collect();
        assert_eq!(names, [("a", "b"), ("a", "c"), ("b", "c")]);
        let evidence =
            |games, distinct_games, distinct_pairs| Evidence { games, distinct_games, distinct_pairs };
        assert!(once.iter().all(|met| met.evidence() == evidence(10, 10, 5) && met.pairs == met.distinct));
        let again = played(&store, 1);
        let twice = store.meetings(None).expect("asked");
        assert!(twice.iter().all(|met| met.evidence() == evidence(20, 10, 5)), "the same games: {twice:?}");
        assert!(twice.iter().zip(&once).all(|(twice, once)| twice.distinct == once.distinct));
        assert_eq!(store.meetings(Some(again)).expect("asked"), once);
        played(&store, 2);
        let more = store.meetings(None).expect("asked");
        assert!(more.iter().all(|met| met.evidence() == evidence(30, 20, 10)), "{more:?}");
        // What older versions wrote has no fingerprints: they are found in the games.
        store.write(|transaction| Ok(transaction.execute("DELETE FROM fingerprints", [])?)).expect("gone");
        assert_eq!(store.meetings(None).expect("asked"), more);
    }

    #[test]
    fn who_sits_where_does_not_make_games_new() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let [one, other] = ["swh:ties=first", "korman:ties=first"].map(|name| {
            let spec: outflank_arena::PlayerSpec = name.parse().expect(name);
            spec.entrant(&crate::PlayerRegistry::new(None)).expect(name)
        });
        let openings = openings::drawn_apart(4, 6, 1);
        for (seed, players) in [(1, [&one, &other]), (2, [&other, &one])] {
            let new = NewContest {
                players: players.map(|player| player.name().to_owned()).into(),
                identities: players.map(|player| player.identity().clone()).into(),
                pairs: 4,
                opening_plies: 6,
                seed,
                program: "test".to_owned(),
            };
            let id = store.add_contest(&new).expect("added");
            let players = players.map(Clone::clone);
            let league = RoundRobin { players: &players, openings: &openings, pairs: 4, seed, threads: 1 };
            league.run(&false.into(), |(first, second), pair| {
                let pair = ContestPair::new(&players[first], &players[second], pair);
                store.add_pairs(id, &[pair]).expect("added");
                ControlFlow::Continue(())
            });
        }
        let [met] = &store.meetings(None).expect("asked")[..] else { panic!("one meeting") };
        assert_eq!((met.first.as_str(), met.pairs.units()), ("swh:ties=first", 8));
        assert_eq!((met.distinct.units(), met.distinct_games), (4, 8), "played twice with seats exchanged");
        assert_eq!(met.pairs.score(), met.distinct.score());
    }
}
