//! Fitness: points per game, against the standard heuristic or each other.
//!
//! Meetings are played on several threads. Everything random in one comes from a stream named by its number, so
//! that it does not matter who plays it, nor when.

use std::sync::atomic::AtomicBool;

use outflank_arena::{Entrant, Seat, Style, on_threads, play_unless};
use outflank_engine::{Chance, Player, Stopped};
use outflank_rules::{Color, Game};
use outflank_value::PieceCounter;

use super::{Fitness, Recipe};
use crate::stop::{is_set, look_at};

/// Some games between a member and somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meeting {
    member: usize,
    opponent: Opponent,
    games: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    Swh,
    /// A member that is only met: nothing of it counts for its own fitness.
    Drawn(usize),
    /// A member whose points count as well.
    Equal(usize),
}

/// How a generation plays.
pub(super) struct Trial<'a> {
    pub recipe: &'a Recipe,
    pub seed: u64,
    pub generation: u64,
    pub threads: usize,
}

impl Trial<'_> {
    /// How a member, and its opponent, plays: one ply ahead, with a random move now and then.
    pub fn style(&self) -> Style {
        Style { epsilon: self.recipe.epsilon, ..Style::plies(1) }
    }

    /// The points per game of every member.
    pub fn fitness(&self, members: &[Entrant], stop: &AtomicBool) -> Result<Vec<f64>, Stopped> {
        let swh = self.style().entrant("swh", PieceCounter::swh());
        let meetings = meetings(self.recipe, self.seed, self.generation);
        let points = on_threads(self.threads, meetings.len(), |number| {
            let meeting = &meetings[number];
            let opponent = match meeting.opponent {
                Opponent::Swh => &swh,
                Opponent::Drawn(member) | Opponent::Equal(member) => &members[member],
            };
            // A generation never has so many meetings that two of them could share a number.
            let chance =
                Chance::stream(self.seed, "evolution meeting", self.generation << 32 | number as u64);
            points(&members[meeting.member], opponent, meeting.games, chance, stop)
        });
        look_at(stop)?;
        let (mut won, mut played) = (vec![0.0; members.len()], vec![0.0; members.len()]);
        for (meeting, points) in meetings.iter().zip(points) {
            let points = points?;
            let games = meeting.games as f64;
            won[meeting.member] += points;
            played[meeting.member] += games;
            if let Opponent::Equal(member) = meeting.opponent {
                won[member] += games - points;
                played[member] += games;
            }
        }
        Ok(won.iter().zip(played).map(|(won, played)| won / played).collect())
    }
}

/// How many games a generation plays.
pub(super) fn games_of_generation(recipe: &Recipe) -> u64 {
    meetings(recipe, 0, 0).iter().map(|meeting| meeting.games).sum()
}

/// Everything that a generation plays.
fn meetings(recipe: &Recipe, seed: u64, generation: u64) -> Vec<Meeting> {
    let members = 0..recipe.population;
    let others = recipe.population as u64 - 1;
    match recipe.fitness {
        Fitness::Swh => {
            members.map(|member| Meeting { member, opponent: Opponent::Swh, games: recipe.games }).collect()
        }
        // A game counts for two, so that each plays twice as many in the same number of all.
        Fitness::RoundRobin => {
            let games = (2 * recipe.games / others).max(1);
            let meets = |member| (member + 1..recipe.population).map(move |other| (member, other));
            let meeting = |(member, other)| Meeting { member, opponent: Opponent::Equal(other), games };
            members.flat_map(meets).map(meeting).collect()
        }
        Fitness::Tournament => {
            let games = (recipe.games / recipe.opponents as u64).max(1);
            let mut chance = Chance::stream(seed, "evolution tournament", generation);
            let mut meets = |member: usize| {
                let mut others: Vec<usize> =
                    (0..recipe.population).filter(|&other| other != member).collect();
                for place in 0..recipe.opponents {
                    let drawn = place + chance.below((others.len() - place) as u32) as usize;
                    others.swap(place, drawn);
                }
                others.truncate(recipe.opponents);
                others
            };
            let meeting = |member, other| Meeting { member, opponent: Opponent::Drawn(other), games };
            members
                .flat_map(|member| meets(member).into_iter().map(move |other| meeting(member, other)))
                .collect()
        }
    }
}

/// The points of the first player over some games, colours at random.
fn points(
    first: &Entrant,
    second: &Entrant,
    games: u64,
    mut chance: Chance,
    stop: &AtomicBool,
) -> Result<f64, Stopped> {
    look_at(stop)?;
    let (mut first, mut second) = (first.seat(), second.seat());
    let one_game = |_| {
        let color = if chance.happens(0.5) { Color::Black } else { Color::White };
        let mut seat = |player| Seat { player, chance: Chance::stream(chance.seed(), "seat", 0) };
        let players: [&mut dyn Player; 2] = [&mut first, &mut second];
        let [own, other] = players.map(&mut seat);
        let (black, white) = if color == Color::Black { (own, other) } else { (other, own) };
        let played = play_unless(|| is_set(stop), Game::new(), black, white).ok_or(Stopped)?;
        Ok(played.ending.outcome(color).points())
    };
    (0..games).map(one_game).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_plays_as_many_games_whoever_it_meets() {
        let recipe = |fitness| Recipe { fitness, ..Recipe::default() };
        assert_eq!(games_of_generation(&recipe(Fitness::Swh)), 50_000);
        // 1,225 pairs of members, 40 games each.
        assert_eq!(games_of_generation(&recipe(Fitness::RoundRobin)), 49_000);
        assert_eq!(games_of_generation(&recipe(Fitness::Tournament)), 50_000);
    }

    #[test]
    fn everybody_meets_everybody_else_or_a_few_who_are_drawn_anew() {
        let recipe = Recipe { fitness: Fitness::RoundRobin, population: 4, games: 30, ..Recipe::default() };
        let met: Vec<_> =
            meetings(&recipe, 1, 1).iter().map(|meeting| (meeting.member, meeting.opponent)).collect();
        let expected = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        assert_eq!(met, expected.map(|(one, other)| (one, Opponent::Equal(other))));
        // Twice thirty games, with each of three.
        assert!(meetings(&recipe, 1, 1).iter().all(|meeting| meeting.games == 20));

        let recipe = Recipe { fitness: Fitness::Tournament, ..Recipe::default() };
        let drawn = |generation| meetings(&recipe, 1, generation);
        assert_ne!(drawn(0), drawn(1));
        for member in 0..50 {
            let mut met: Vec<_> = drawn(0)
                .into_iter()
                .filter(|meeting| meeting.member == member)
                .map(|meeting| match meeting.opponent {
                    Opponent::Drawn(other) => other,
                    other => panic!("{other:?} in a tournament"),
                })
                .collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), 5, "five different opponents");
            assert!(!met.contains(&member), "nobody meets itself");
        }
    }

    #[test]
    fn equals_share_the_points() {
        let recipe = Recipe { fitness: Fitness::RoundRobin, population: 2, games: 200, ..Recipe::default() };
        let trial = Trial { recipe: &recipe, seed: 3, generation: 0, threads: 2 };
        let swh = trial.style().entrant("swh", PieceCounter::swh());
        let opposite = PieceCounter::new(PieceCounter::swh().weights().map(|weight| -weight));
        let members = [swh, trial.style().entrant("opposite", opposite)];
        let fitness = trial.fitness(&members, &AtomicBool::new(false)).expect("nothing stops it");
        assert!((fitness[0] + fitness[1] - 1.0).abs() < 1e-12);
        assert!(fitness[0] > 0.7, "{fitness:?}");
    }
}
