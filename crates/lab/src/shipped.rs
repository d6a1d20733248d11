//! Players that come with the program, under the names of the systems that learned them.
//!
//! Each file holds the recipe and the seed that made it, so that anyone can make it again with `outflank
//! learn`.

/// A player that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name of its system; of its best player, if there are more.
    pub name: &'static str,
    /// Its player file.
    pub bytes: &'static [u8],
    /// How many plies it looks ahead where nobody says otherwise: as its document has it, or as it is at its best.
    pub plies: u32,
}

/// Lists players by name, each with the plies that it looks ahead.
macro_rules! shipped {
    ($($name:literal $plies:literal,)*) => {
        &[$(Shipped {
            name: $name,
            bytes: include_bytes!(concat!("../players/", $name, ".player")),
            plies: $plies,
        }),*]
    };
}

#[rustfmt::skip]
const PLAYERS: &[Shipped] = shipped![
    "td" 5,
    "td-1ply" 1,
    "evolution" 1,
    "winmeasure" 1,
    "edgar" 1,
    "value-matrix" 1,
    "linear4" 3,
    "imitator" 3,
    "deep" 1,
    "patterns" 1,
    "population" 3,
    "selection" 3,
];

/// All shipped players.
pub fn all() -> &'static [Shipped] {
    PLAYERS
}

/// The shipped player of this name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    PLAYERS.iter().find(|player| player.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlayerFile, recipes};

    fn opened(player: &Shipped) -> (PlayerFile, outflank_learn::Recipe) {
        let file = PlayerFile::from_bytes(player.bytes).expect("a player file");
        let recipe = recipes::read(file.model.system(), &file.provenance.recipe, &[]);
        (file, recipe.unwrap_or_else(|error| panic!("{}: {error}", player.name)))
    }

    #[test]
    fn every_system_has_one_and_all_can_be_read() {
        let systems: Vec<&str> = all().iter().map(|player| opened(player).0.model.system()).collect();
        for system in outflank_learn::Recipe::SYSTEMS {
            assert!(systems.contains(system), "{system}");
            assert!(find(system).is_some_and(|best| opened(best).0.model.system() == *system), "{system}");
        }
    }

    /// It is made in two runs, and its file tells of the second only.
    #[test]
    fn the_recipes_beside_patterns_are_its_own() {
        let (file, recipe) = opened(find("patterns").expect("shipped"));
        let read = |text: &str| match recipes::read_named(text, &[]).expect("a recipe") {
            outflank_learn::Recipe::Patterns(recipe) => recipe,
            other => panic!("{other:?}"),
        };
        let first = read(include_str!("../players/patterns-1.toml"));
        let second = read(include_str!("../players/patterns-2.toml"));
        assert_eq!(recipe, outflank_learn::Recipe::Patterns(second.clone()));
        assert_eq!(first.layout(), second.layout());
        assert_eq!(file.provenance.games, first.games + second.games);
        assert!(file.provenance.games <= 2_500_000 && file.provenance.seed == 1);
    }

    /// Those that take seconds; the others take minutes to an hour.
    #[test]
    fn the_same_numbers_come_out_again() {
        for name in ["edgar", "linear4", "td-1ply", "value-matrix", "winmeasure"] {
            let (file, recipe) = opened(find(name).expect("shipped"));
            let mut learner = recipe.learner(file.provenance.seed);
            for _ in 0..learner.schedule().total {
                learner.learn(1);
            }
            assert_eq!(learner.games(), file.provenance.games, "{name}");
            assert!(learner.model().tensors() == file.model.tensors(), "{name} came out otherwise");
        }
    }
}
