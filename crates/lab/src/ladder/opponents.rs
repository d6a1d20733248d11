//! Everybody whose place on the ladder was measured, as one list from the weakest to the strongest: a dial to choose an
//! opponent by.

use std::sync::LazyLock;

use serde::Deserialize;

use super::Ladder;

/// The places of players that are no anchors.
const PLACED: &str = include_str!("../../ladder-placed.toml");

/// A player and how strong it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    /// The player, in the grammar of players.
    pub player: String,
    /// Its place, if it was measured.
    pub rating: Option<OpponentRating>,
}

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpponentRating {
    /// The random player has 0.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The games that it rests on.
    pub games: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    players: Vec<PlacedPlayer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedPlayer {
    player: String,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: Option<u64>,
    /// How it is measured again.
    #[serde(rename = "command")]
    _command: Option<String>,
}

/// All of them, the weakest first; those that were not measured come last.
pub fn opponents() -> &'static [Opponent] {
    static ALL: LazyLock<Vec<Opponent>> = LazyLock::new(|| {
        let ladder = Ladder::standard();
        let anchors = ladder.anchors.iter().map(|anchor| Opponent {
            player: anchor.player.clone(),
            rating: Some(OpponentRating {
                elo: anchor.elo,
                low: anchor.elo - anchor.reach,
                high: anchor.elo + anchor.reach,
                games: anchor.games,
            }),
        });
        let placed: Placed =
            toml::from_str(PLACED).expect("the list that comes with the program can be read");
        let placed = placed.players.into_iter().map(|placed| {
            let PlacedPlayer { player, elo, low, high, games, .. } = placed;
            let rating = elo
                .zip(low)
                .zip(high)
                .zip(games)
                .map(|(((elo, low), high), games)| OpponentRating { elo, low, high, games });
            Opponent { player, rating }
        });
        let mut all: Vec<Opponent> = anchors.chain(placed).collect();
        let order = |opponent: &Opponent| opponent.rating.map_or(f64::INFINITY, |rating| rating.elo);
        all.sort_by(|one, other| order(one).total_cmp(&order(other)));
        all
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::PlayerSpec;

    #[test]
    fn the_dial_goes_from_random_to_the_strongest_with_intervals() {
        let all = opponents();
        assert_eq!(all.first().map(|first| first.player.as_str()), Some("random"));
        assert!(all.iter().any(|opponent| opponent.player == "outflank:level=3"));
        for opponent in all {
            let spec: PlayerSpec = opponent.player.parse().expect("a player");
            assert!(spec.entrant(&crate::PlayerRegistry::new(None)).is_ok(), "{}", opponent.player);
            if let Some(OpponentRating { elo, low, high, games, .. }) = opponent.rating {
                assert!(low <= elo && elo <= high && games >= 100, "{}", opponent.player);
            }
        }
        let rated: Vec<f64> = all.iter().filter_map(|opponent| Some(opponent.rating?.elo)).collect();
        assert!(rated.is_sorted() && rated.len() >= 15);
        assert!(all[..rated.len()].iter().all(|opponent| opponent.rating.is_some()), "the others come last");
    }
}
