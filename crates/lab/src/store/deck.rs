//! The deck: positions in which somebody answered wrongly, and all answers to them. When each is asked again follows from
//! the answers.

use outflank_rules::{Board, Square};
use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};
use crate::deck::{DrillAnswer, Memory};

/// A position of the deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Drill {
    /// Its number.
    pub id: i64,
    /// The board, whose mover looks for a move.
    pub board: Board,
    /// Where it came from, in words.
    pub origin: String,
    /// The move that was played there, if that is known.
    pub played: Option<Square>,
    /// All answers, the first one first.
    pub answers: Vec<DrillAnswer>,
    /// When it is due, and how well it is known.
    pub memory: Memory,
}

impl Store {
    /// All drills, the next one first.
    pub fn drills(&self) -> Result<Vec<Drill>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT drills.id, board, origin, played, answered, is_right FROM drills
                 JOIN drill_answers ON drill = drills.id ORDER BY drills.id, answered, drill_answers.rowid",
            )?;
            let mut drills: Vec<Drill> = Vec::new();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let id: i64 = row.get(0)?;
                let answer = DrillAnswer { answered: row.get(4)?, is_right: row.get(5)? };
                if let Some(last) = drills.last_mut().filter(|last| last.id == id) {
                    last.answers.push(answer);
                    continue;
                }
                let (board, played): (String, Option<String>) = (row.get(1)?, row.get(3)?);
                // What cannot be read is passed over: nothing can be asked about it.
                let Ok(board) = board.parse() else { continue };
                let memory = Memory { stability: 0.0, difficulty: 0.0, due: 0 };
                let played = played.and_then(|square| square.parse().ok());
                drills.push(Drill { id, board, origin: row.get(2)?, played, answers: vec![answer], memory });
            }
            for drill in &mut drills {
                drill.memory = Memory::of(&drill.answers).unwrap_or(drill.memory);
            }
            drills.sort_by_key(|drill| drill.memory.due);
            Ok(drills)
        })
    }

    /// Keeps an answer. A right one to a board that is not in the deck is not kept: there is nothing to be repeated. The
    /// number of the drill, if there is one.
    pub fn answer_drill(
        &self,
        board: Board,
        origin: &str,
        played: Option<Square>,
        square: Square,
        answer: DrillAnswer,
    ) -> Result<Option<i64>, StoreError> {
        self.write(|transaction| {
            let text = board.to_string();
            let known = "SELECT id FROM drills WHERE board = ?1";
            let known: Option<i64> = transaction.query_row(known, [&text], |row| row.get(0)).optional()?;
            let id = match known {
                Some(id) => id,
                None if answer.is_right => return Ok(None),
                None => {
                    transaction.execute(
                        "INSERT INTO drills (board, origin, played, added) VALUES (?1, ?2, ?3, ?4)",
                        params![text, origin, played.map(|square| square.to_string()), answer.answered],
                    )?;
                    transaction.last_insert_rowid()
                }
            };
            transaction.execute(
                "INSERT INTO drill_answers (drill, answered, square, is_right) VALUES (?1, ?2, ?3, ?4)",
                params![id, answer.answered, square.to_string(), answer.is_right],
            )?;
            Ok(Some(id))
        })
    }

    /// Takes a drill out of the deck, with its answers. Whether there was one.
    pub fn forget_drill(&self, id: i64) -> Result<bool, StoreError> {
        self.write(|transaction| {
            transaction.execute("DELETE FROM drill_answers WHERE drill = ?1", [id])?;
            Ok(transaction.execute("DELETE FROM drills WHERE id = ?1", [id])? > 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;

    #[test]
    fn wrong_answers_make_the_deck_and_all_answers_move_it() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let answer = |answered, is_right| DrillAnswer { answered, is_right };
        let board = Board::START;
        let at_first = store.answer_drill(board, "a game", None, Square::D3, answer(0, true)).expect("kept");
        assert_eq!((at_first, store.drills().expect("read").len()), (None, 0), "nothing to repeat");
        let id = store
            .answer_drill(board, "a game", Some(Square::C4), Square::C4, answer(100, false))
            .expect("kept")
            .expect("a drill");
        let drill = &store.drills().expect("read")[0];
        assert_eq!((drill.id, drill.board, drill.played), (id, board, Some(Square::C4)));
        assert_eq!(drill.memory.due, 700);
        store.answer_drill(board, "elsewhere", None, Square::D3, answer(800, true)).expect("kept");
        let drill = &store.drills().expect("read")[0];
        assert_eq!((drill.answers.len(), drill.origin.as_str()), (2, "a game"));
        assert!(drill.memory.due > 800 + 3_600);
        assert!(store.forget_drill(id).expect("gone") && !store.forget_drill(id).expect("not twice"));
        assert!(store.drills().expect("read").is_empty());
    }
}
