//! Players that come with the program, under the names of the systems that learned them.
//!
//! Each file holds the recipe and the seed that made it, so that anyone can make it again with `outflank
//! learn`.

/// The shipped players: name and content of the file.
const PLAYERS: &[(&str, &[u8])] = &[("td", include_bytes!("../players/td.player"))];

/// The names of all shipped players.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLAYERS.iter().map(|(name, _)| *name)
}

/// The file of a shipped player.
pub fn find(name: &str) -> Option<&'static [u8]> {
    PLAYERS.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlayerFile, recipes};

    #[test]
    fn all_can_be_read_and_made_again() {
        for name in names() {
            let player = PlayerFile::from_bytes(find(name).expect("listed")).expect("a player file");
            let recipe = recipes::read(player.model.system(), &player.provenance.recipe, &[]);
            assert!(recipe.is_ok(), "{name}: {recipe:?}");
        }
    }
}
