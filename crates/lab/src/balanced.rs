//! Near-balanced openings: drawn ones after which, by a search with the shipped pattern player, neither side is ahead.
//!
//! From a drawn opening the better side is often decided before the players move: both games of a pair then end alike and say
//! little. The list that comes with the program was made by the command in its first line; values are estimates
//! of one player, so the openings are near balance, not in it.

use std::sync::Arc;

use outflank_arena::on_threads;
use outflank_arena::openings::{self, MOST_DRAWN_PLIES, drawn_apart};
use outflank_engine::midgame::{Engine, Scaled};
use outflank_engine::{NoMemory, TableSize};
use outflank_learn::Model;
use outflank_rules::{Board, GameRecord};
use outflank_value::patterns::{PatternFile, PatternTables};

use crate::{PlayerFile, shipped};

/// The list that comes with the program.
const LIST: &str = include_str!("../balanced.txt");

/// Who values the openings.
const JUDGE: &str = "patterns";

/// A glance of so many plies comes first.
const GLANCE: u32 = 3;

/// Who is so many discs off at a glance will not be near balance at a closer look.
const SLACK: f64 = 4.0;

/// Openings that a thread looks at in one go.
const BATCH: usize = 50;

/// The openings that come with the program.
pub fn standard() -> Vec<GameRecord> {
    openings::read(LIST).expect("the list that comes with the program can be read")
}

/// What openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// How many, at the most.
    pub count: usize,
    /// Plies that are looked ahead; and one less, since either favours the side that moves last in it.
    pub depth: u32,
    /// Neither value is farther from 0 than so many discs.
    pub within: f64,
    /// What names the streams of chance.
    pub seed: u64,
}

impl Balance {
    /// Finds them among the drawn ones, in the order in which these are drawn: fewer than are wanted where there are
    /// not so many. How many are found is told after each batch, and `false` ends the search.
    pub fn find(
        &self,
        threads: usize,
        mut tell: impl FnMut(usize) -> bool,
    ) -> Result<Vec<GameRecord>, NoMemory> {
        let judge = judge();
        let drawn = drawn_apart(DRAWN, MOST_DRAWN_PLIES, self.seed);
        let mut found = Vec::new();
        for part in drawn.chunks(BATCH * threads.max(1)) {
            let batches: Vec<&[GameRecord]> = part.chunks(BATCH).collect();
            let looked = on_threads(threads, batches.len(), |batch| self.near(&judge, batches[batch]));
            for batch in looked {
                found.extend(batch?);
            }
            found.truncate(self.count);
            if !tell(found.len()) || found.len() == self.count {
                break;
            }
        }
        Ok(found)
    }

    /// Those that are near balance.
    fn near(&self, judge: &Judge, openings: &[GameRecord]) -> Result<Vec<GameRecord>, NoMemory> {
        let mut engine = Engine::new(judge.clone(), TableSize::mebibytes(4))?;
        let mut left: Vec<(&GameRecord, Board)> =
            openings.iter().map(|opening| (opening, opening.game().board())).collect();
        let bounds =
            [(GLANCE, self.within + SLACK), (self.depth - 1, self.within), (self.depth, self.within)];
        for (depth, most) in bounds {
            let boards: Vec<Board> = left.iter().map(|(_, board)| *board).collect();
            let mut values = engine.values(&boards, depth, 0).into_iter();
            left.retain(|_| values.next().is_some_and(|value| value.discs().abs() <= most));
        }
        Ok(left.into_iter().map(|(opening, _)| opening.clone()).collect())
    }

    /// A list as it is kept in a file.
    pub fn to_text(&self, found: &[GameRecord]) -> String {
        let Self { count, depth, within, seed } = self;
        let before = depth - 1;
        let content = player().content();
        let discs = if *within == 1.0 { "disc" } else { "discs" };
        let mut text = format!(
            "# outflank openings --balanced {count} --depth {depth} --within {within} --seed {seed}\n\
             # {MOST_DRAWN_PLIES} random plies; by {JUDGE} {content} worth at most {within} {discs} to either side, \
             looking {before} and {depth} plies ahead\n"
        );
        for opening in found {
            text += &format!("{opening}\n");
        }
        text
    }
}

/// More than there are after so few plies, up to symmetry.
const DRAWN: usize = 1 << 20;

type Judge = Scaled<PatternTables<256>>;

fn player() -> PlayerFile {
    let shipped = shipped::find(JUDGE).expect("it is shipped");
    PlayerFile::from_bytes(shipped.bytes).expect("a shipped player can be read")
}

/// The shipped player, whose unit is a disc.
fn judge() -> Judge {
    let Model::Patterns(model) = player().model else { unreachable!("it is of the system of its name") };
    let PatternFile { layout, weights, per_disc } = model.file();
    let tables = PatternTables::new(layout, weights, *per_disc).expect("no layout has more places");
    Scaled::new(Arc::new(tables), 1.0)
}
