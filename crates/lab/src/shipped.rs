//! Players that come with the program, under the names of the systems that learned them.
//!
//! Each file holds the recipe and the seed that made it, so that anyone can make it again with `outflank
//! learn`.

/// A player that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name of its system.
    pub name: &'static str,
    /// Its player file.
    pub bytes: &'static [u8],
    /// The options with which it plays at its own strength, as in `depth=5`; none if empty.
    pub natural: &'static str,
}

const PLAYERS: &[Shipped] = &[
    Shipped { name: "td", bytes: include_bytes!("../players/td.player"), natural: "depth=5" },
    Shipped { name: "edgar", bytes: include_bytes!("../players/edgar.player"), natural: "" },
    Shipped { name: "value-matrix", bytes: include_bytes!("../players/value-matrix.player"), natural: "" },
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
