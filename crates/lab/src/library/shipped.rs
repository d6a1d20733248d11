//! The games that come with the program: some ten thousand of its own strongest players, from near-balanced openings.
//!
//! ```text
//! # how they were made
//! games 10000
//! player outflank:level=5
//! player outflank:level=6
//!
//! bits: for each game the two players, and of every move which of the legal ones it is
//! ```
//!
//! A move among n takes as many bits as n - 1 has; one that is forced takes none, passes neither, and the end of a game
//! follows from the rules. So a game has some 25 bytes.

use outflank_rules::formats::{AnnotatedGame, Tag, Tags};
use outflank_rules::{Game, Turn};

/// The file that comes with the program.
const FILE: &[u8] = include_bytes!("../../games.packed");

/// What people call them.
pub const SOURCE: &str = "Games of Outflank";

/// All of them.
pub fn all() -> Vec<AnnotatedGame> {
    let packed = PackedGames::from_bytes(FILE).expect("what comes with the program can be read");
    let PackedGames { players, games, .. } = packed;
    let annotated = |packed: PackedGame| {
        let tags = Tags::default()
            .with(Tag::Event, SOURCE)
            .with(Tag::Black, players[packed.black].as_str())
            .with(Tag::White, players[packed.white].as_str());
        AnnotatedGame { tags, ..packed.game.into() }
    };
    games.into_iter().map(annotated).collect()
}

/// Games in little room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedGames {
    /// Lines that say how they were made.
    pub remarks: Vec<String>,
    /// Who plays in them.
    pub players: Vec<String>,
    /// The games, all of them from the usual start and to their end.
    pub games: Vec<PackedGame>,
}

/// A game in little room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    /// Which of the players had Black.
    pub black: usize,
    /// Which had White.
    pub white: usize,
    /// The game.
    pub game: Game,
}

impl PackedGames {
    /// The games as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = String::new();
        for remark in &self.remarks {
            bytes += &format!("# {remark}\n");
        }
        bytes += &format!("games {}\n", self.games.len());
        for player in &self.players {
            bytes += &format!("player {player}\n");
        }
        bytes += "\n";
        let mut bits = BitWriter { bytes: bytes.into_bytes(), room: 0 };
        for PackedGame { black, white, game } in &self.games {
            bits.write(*black, self.players.len());
            bits.write(*white, self.players.len());
            for (board, ply) in game.history() {
                if let (Turn::Play(moves), Some(square)) = (board.turn(), ply.square()) {
                    let index = moves.into_iter().position(|legal| legal == square);
                    bits.write(index.unwrap_or(0), moves.count() as usize);
                }
            }
        }
        bits.bytes
    }

    /// Reads a file; `None` if it is none, or cut off.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let head = bytes.windows(2).position(|two| two == b"\n\n")?;
        let (mut read, mut count) = (Self::default(), 0usize);
        for line in str::from_utf8(&bytes[..head]).ok()?.lines() {
            match line.split_once(' ')? {
                ("#", remark) => read.remarks.push(remark.to_owned()),
                ("games", number) => count = number.parse().ok()?,
                ("player", name) => read.players.push(name.to_owned()),
                _ => return None,
            }
        }
        let mut bits = BitReader { bytes: &bytes[head + 2..], at: 0 };
        for _ in 0..count {
            let players = read.players.len();
            let (black, white) = (bits.read(players)?, bits.read(players)?);
            let mut game = Game::new();
            loop {
                match game.turn() {
                    Turn::Play(moves) => {
                        let index = bits.read(moves.count() as usize)?;
                        game.play(moves.into_iter().nth(index)?).ok()?;
                    }
                    Turn::Pass => game.pass_forced(),
                    Turn::Over(_) => break,
                }
            }
            read.games.push(PackedGame { black, white, game });
        }
        Some(read)
    }
}

/// How many bits a choice among so many takes.
fn width(among: usize) -> u32 {
    usize::BITS - among.saturating_sub(1).leading_zeros()
}

struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the last byte that are free.
    room: u32,
}

impl BitWriter {
    fn write(&mut self, choice: usize, among: usize) {
        for bit in (0..width(among)).rev() {
            if self.room == 0 {
                self.bytes.push(0);
                self.room = 8;
            }
            self.room -= 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((choice >> bit & 1) as u8) << self.room;
            }
        }
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    fn read(&mut self, among: usize) -> Option<usize> {
        let mut choice = 0;
        for _ in 0..width(among) {
            let byte = self.bytes.get(self.at / 8)?;
            choice = choice << 1 | usize::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        (choice < among).then_some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn some_ten_thousand_games_come_along_in_less_than_a_mebibyte() {
        assert!(FILE.len() <= 1 << 20, "{}", FILE.len());
        let games = all();
        assert!((9_000..12_000).contains(&games.len()), "{}", games.len());
        assert!(games.iter().all(|game| game.game().tally().is_some()));
        let different: HashSet<String> = games.iter().map(|game| game.game().record().to_string()).collect();
        assert!(different.len() * 10 > games.len() * 9, "{} of {}", different.len(), games.len());
    }

    #[test]
    fn packing_and_unpacking_are_opposites() {
        let packed = PackedGames::from_bytes(FILE).expect("games");
        assert!(packed.to_bytes() == FILE);
        assert!(PackedGames::from_bytes(&FILE[..FILE.len() - 1]).is_none(), "cut off");
        assert!(PackedGames::from_bytes(b"games 1\nplayer a\n\n").is_none());
        assert!(PackedGames::from_bytes(b"hello\n\n").is_none());
    }
}
