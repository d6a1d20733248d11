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
    /// The options with which it looks no further than its own move, as in `depth=1`; none if empty.
    pub one_ply: &'static str,
    /// The options with which it plays at its own strength, as in `depth=5`; none if empty.
    pub natural: &'static str,
}

/// Lists players by name, each with its options at one ply and at its own strength.
macro_rules! shipped {
    ($($name:literal $one_ply:literal $natural:literal;)*) => {
        &[$(Shipped {
            name: $name,
            bytes: include_bytes!(concat!("../players/", $name, ".player")),
            one_ply: $one_ply,
            natural: $natural,
        }),*]
    };
}

const PLAYERS: &[Shipped] = shipped![
    "td"           ""        "depth=5";
    "edgar"        ""        "";
    "value-matrix" ""        "";
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

    #[test]
    fn all_can_be_read_and_made_again() {
        for Shipped { name, bytes, .. } in all() {
            let player = PlayerFile::from_bytes(bytes).expect("a player file");
            let recipe = recipes::read(player.model.system(), &player.provenance.recipe, &[]);
            assert!(recipe.is_ok(), "{name}: {recipe:?}");
        }
    }
}
