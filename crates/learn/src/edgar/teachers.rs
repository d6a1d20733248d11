//! Whom Edgar learns from: four simple players.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use outflank_arena::Entrant;
use outflank_engine::Player;
use outflank_engine::players::{Noisy, Random, Ties};
use outflank_value::PieceCounter;

use super::{Edgar, Gift, Model};

/// The four kinds of opponents in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Teacher {
    /// Edgar as it is, with some random moves.
    Noisy,
    /// Random moves.
    Random,
    /// As many discs turned over as possible.
    MostFlips,
    /// A fixed table of what a move to each square is worth, at any time; flips do not count.
    Table,
}

impl Teacher {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Noisy, Self::Random, Self::MostFlips, Self::Table];

    /// The teacher at a board, with what its noisy self knows. All but the random one are Edgars.
    pub fn player<'a>(
        self,
        edgar: impl Deref<Target = Model> + Send + 'a,
        noise: f64,
    ) -> Box<dyn Player + 'a> {
        match self {
            Self::Noisy => Box::new(Noisy::new(Edgar::new(edgar, Ties::Drawn), noise)),
            Self::Random => Box::new(Random::new()),
            Self::MostFlips => Box::new(Edgar::new(&*MOST_FLIPS, Ties::Drawn)),
            Self::Table => Box::new(Edgar::new(&*TABLE, Ties::Drawn)),
        }
    }

    /// The teacher for any number of boards.
    pub fn entrant(self, edgar: &Arc<Model>, noise: f64) -> Entrant {
        let edgar = Arc::clone(edgar);
        Entrant::new(self.to_string(), move || self.player(Arc::clone(&edgar), noise))
    }
}

impl fmt::Display for Teacher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Noisy => "itself with noise",
            Self::Random => "random",
            Self::MostFlips => "most flips",
            Self::Table => "fixed table",
        })
    }
}

static MOST_FLIPS: LazyLock<Model> = LazyLock::new(|| Model::new(0, 1.0, Gift::LeftOpen));
static TABLE: LazyLock<Model> = LazyLock::new(|| Model::timeless(*PieceCounter::edgar_table().weights()));

#[cfg(test)]
mod tests {
    use super::super::TIMES;
    use super::*;
    use outflank_engine::Chance;
    use outflank_rules::{Board, Game, Square, Turn};

    fn chosen(teacher: Teacher, drawing: &str) -> Square {
        let game = Game::from_board(Board::from_drawing(drawing).expect("a board"));
        let Turn::Play(moves) = game.turn() else { panic!("there is a move") };
        let model = Model::new(TIMES, 0.0, Gift::LeftOpen);
        let mut chance = Chance::stream(0, "teachers", 0);
        let choice = teacher.player(&model, 0.0).choose(&game, moves, &mut chance).expect("a move");
        choice.placement.square()
    }

    #[test]
    fn teachers_do_what_their_names_say() {
        // a1 turns over b1, h4 five discs, d6 one.
        let drawing = "
            1 - O X - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - X O O O O O -
            5 - - - O - - - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            X to move";
        assert_eq!(chosen(Teacher::MostFlips, drawing), Square::H4);
        assert_eq!(chosen(Teacher::Table, drawing), Square::A1);
    }
}
