//! Networks in the text format of the Othello League, to be continued here and used elsewhere.
//!
//! The League's function values what Black leaves behind; here the side to move is valued. White as the mover sees the
//! same discs with the digits of both sides exchanged, and the opposite value.

use std::fmt::Write;
use std::sync::Arc;

use super::{Extra, Layout, PatternFile, Shape, ShapeError, Stages};
use crate::NetworkError;
use crate::network::groups;

/// How many units make a disc in what is read: the League knows no discs, and the largest weight becomes 30.
const PER_DISC: u16 = 1024;
const LARGEST: f64 = 30.0;

impl PatternFile {
    /// Reads a network of the Othello League, for a player that exchanges the colours when it is White. It has one stage;
    /// its weights are scaled, since only their order matters to a player that looks one ply ahead.
    pub fn from_league(text: &str) -> Result<Self, LeagueError> {
        let groups = groups(text)?;
        let weights = groups.iter().flat_map(|(_, weights)| weights.iter());
        let largest = weights.fold(0.0f64, |largest, weight| largest.max(weight.abs()));
        let scale = if largest > 0.0 { LARGEST * f64::from(PER_DISC) / largest } else { 0.0 };
        let mut shapes = Vec::new();
        let mut all = Vec::new();
        for (number, (lists, weights)) in groups.iter().enumerate() {
            // The League's first square is the greatest digit, here it is the least.
            let images = lists.iter().map(|list| list.iter().rev().copied().collect()).collect();
            shapes.push(Shape::group(&format!("group {}", number + 1), images)?);
            all.extend(weights.iter().rev().map(|weight| (-weight * scale).round() as i16));
        }
        let layout = Arc::new(Layout::new(shapes, &[], Stages::ONE)?);
        Ok(Self { layout, weights: all, per_disc: PER_DISC })
    }

    /// The network as a text of the Othello League, in discs, for a player that exchanges the colours when it is White. What
    /// is worth the same after every move is left out: it changes no choice.
    pub fn to_league(&self) -> Result<String, NoLeagueError> {
        match self.layout.stages().count() {
            1 => {}
            stages => return Err(NoLeagueError::Stages { stages }),
        }
        if let Some(extra) = self.layout.extras().iter().find(|&&extra| extra != Extra::Constant) {
            return Err(NoLeagueError::Table { name: extra.name() });
        }
        Ok(self.written())
    }

    fn written(&self) -> String {
        let mut text = format!("{{ {}\n", self.layout.shapes().len());
        for (place, shape) in self.layout.shapes().iter().enumerate() {
            write!(text, "  {{ {} {}\n   ", shape.squares().len(), shape.images().len())
                .expect("a string takes all");
            for image in shape.images() {
                let list: Vec<String> = image.iter().rev().map(|square| square.index().to_string()).collect();
                write!(text, " {{ {} }}", list.join(" ")).expect("a string takes all");
            }
            text.push_str("\n    {");
            let start = self.layout.start(place);
            for entry in (0..shape.entries()).rev() {
                let weight = f64::from(self.weights[self.layout.weight_of(start + entry)]);
                write!(text, " {}", -weight / f64::from(self.per_disc)).expect("a string takes all");
            }
            text.push_str(" }\n  }\n");
        }
        text.push_str("}\n");
        text
    }
}

/// A network that the format of the League has no place for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLeagueError {
    /// It has several stages.
    #[error("a network of the Othello League has one stage of the game, and this one has {stages}")]
    Stages {
        /// How many.
        stages: usize,
    },
    /// It has a table beside those of its shapes.
    #[error("a network of the Othello League looks at squares only, and this one has a table of {name}")]
    Table {
        /// Of what.
        name: &'static str,
    },
}

/// A text that is no network which can be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeagueError {
    /// It is no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Its tuples are too long or too many.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

#[cfg(test)]
mod tests {
    use super::super::{PatternTables, shapes};
    use super::*;
    use crate::{Evaluator, Network, Reading};
    use outflank_engine::Chance;
    use outflank_rules::kernel::Portable;
    use outflank_rules::{Board, Turn};

    fn along_a_game(mut visit: impl FnMut(Board)) {
        let mut chance = Chance::stream(2, "league", 0);
        let mut board = Board::START;
        while let Turn::Play(moves) = board.turn() {
            visit(board);
            let square = chance.pick(Portable, moves);
            board = board.after(board.position.placement(square).expect("legal"));
        }
    }

    #[test]
    fn a_network_of_the_league_has_the_same_values_here() {
        let weights: String =
            (0..27).map(|index| format!("{} ", (index * index % 11) as f64 - 4.5)).collect();
        let text = format!("1 3 2 0 9 18 63 54 46 {weights}");
        let network = Network::from_text(&text, Reading::Inversion).expect("a network");
        let file = PatternFile::from_league(&text).expect("a network");
        let tables = PatternTables::<64>::new(&file.layout, &file.weights, file.per_disc).expect("it fits");
        // The largest weight is 4.5, and 30 here.
        along_a_game(|board| {
            let (one, other) = (network.evaluate(Portable, board), tables.evaluate(Portable, board));
            assert!((one.value() * 30.0 / 4.5 - other.value()).abs() < 0.01, "{board}");
        });
        let again = PatternFile::from_league(&file.to_league().expect("one stage")).expect("our own");
        assert_eq!(again.weights, file.weights);
    }

    #[test]
    fn our_shapes_play_the_same_in_the_league() {
        let layout = Layout::new(shapes(&["a1 b1 c1", "d1 e1"]).expect("shapes"), &[], Stages::ONE);
        let layout = Arc::new(layout.expect("a layout"));
        let weights = (0..layout.weights()).map(|weight| (weight * 37 % 101) as i16 - 50).collect();
        let file = PatternFile { layout, weights, per_disc: 16 };
        let network = Network::from_text(&file.to_league().expect("one stage"), Reading::Inversion);
        let network = network.expect("a network");
        let tables = PatternTables::<64>::new(&file.layout, &file.weights, 16).expect("it fits");
        along_a_game(|board| {
            let (one, other) = (network.evaluate(Portable, board), tables.evaluate(Portable, board));
            assert!((one.value() - other.value()).abs() < 1e-9, "{board}");
        });
    }

    #[test]
    fn what_the_league_does_not_know_is_refused_by_name() {
        let refused = |extras: &[Extra], stages: usize| {
            let stages = Stages::new(stages).expect("a possible number");
            let layout =
                Arc::new(Layout::new(shapes(&["d1 e1"]).expect("shapes"), extras, stages).expect("one"));
            let weights = vec![1; layout.weights() * stages.count()];
            PatternFile { layout, weights, per_disc: 16 }.to_league().map_err(|error| error.to_string())
        };
        assert!(refused(&[Extra::Constant], 1).is_ok());
        assert!(refused(&[], 4).expect_err("four stages").ends_with("this one has 4"));
        assert!(refused(&[Extra::OwnDiscs], 1).expect_err("a table").ends_with("a table of own discs"));
    }

    #[test]
    fn too_few_weights_are_refused_by_name() {
        let error = |text: &str| PatternFile::from_league(text).expect_err("refused").to_string();
        assert_eq!(error("1 1 1 0 1 2"), "the network ends where number 7, a weight, should stand");
        let long: String = (0..12).map(|square| format!("{square} ")).collect();
        assert!(error(&format!("1 12 1 {long}")).starts_with("the network ends where number 16"));
    }
}
