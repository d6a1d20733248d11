//! Boards of numbers, coloured by size and sign: what a player thinks each square is worth.

mod svg;
mod terminal;

use outflank_rules::Square;
use serde::{Deserialize, Serialize, Serializer};

use super::markup::one_line;
use super::numbers::{Numbers, readable};
use super::reading::WrittenHeatMap;
use super::{PlotError, drawable};

/// One board of numbers, or several beside each other on one scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WrittenHeatMap")]
pub struct HeatMap {
    title: String,
    boards: Vec<Values>,
    /// The least that the strongest colour stands for: the largest value of a larger picture.
    #[serde(skip)]
    reach: f64,
}

/// The numbers of one board, a1 to h8 by rows, as [`Square::index`] counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Values {
    name: String,
    #[serde(serialize_with = "squares_data")]
    squares: [f64; 64],
}

/// The most boards that are drawn with all their numbers.
const FEW: usize = 12;

impl HeatMap {
    /// A plot without boards.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: one_line(title), boards: Vec::new(), reach: 0.0 }
    }

    /// What the plot shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// With another board, which shares the colours of the others: equal colour, equal value.
    pub fn board(mut self, name: impl Into<String>, squares: [f64; 64]) -> Result<Self, PlotError> {
        let name = one_line(name);
        for value in squares {
            drawable(&name, value)?;
        }
        self.boards.push(Values { name, squares });
        Ok(self)
    }

    /// The names of the boards, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.boards.iter().map(|board| board.name.as_str())
    }

    /// One of the boards alone, in the colours that it has among the others.
    pub fn only(&self, index: usize) -> Option<Self> {
        let board = self.boards.get(index)?.clone();
        Some(Self { title: self.title.clone(), boards: vec![board], reach: self.largest() })
    }

    /// Whether there are so many boards that they are drawn in small, without their numbers.
    fn are_many(&self) -> bool {
        self.boards.len() > FEW
    }

    /// The largest value on any board, by size.
    fn largest(&self) -> f64 {
        self.boards
            .iter()
            .flat_map(|board| board.squares)
            .fold(self.reach, |largest, value| largest.max(value.abs()))
    }

    /// The value as a share of the largest, −1 to 1.
    fn share(&self, value: f64) -> f64 {
        let largest = self.largest();
        if largest > 0.0 { value / largest } else { 0.0 }
    }

    /// How the values are written: whole numbers as such, others with three digits for the largest.
    fn numbers(&self) -> Numbers {
        let largest = self.largest();
        let whole = self.boards.iter().flat_map(|board| board.squares).all(|value| value.fract() == 0.0);
        if whole && largest < 1e4 { Numbers::telling_apart(1.0, 1.0) } else { Numbers::up_to(largest) }
    }

    /// What the picture shows, in words: each board with its lowest and highest square.
    fn description(&self) -> String {
        let mut text = "Boards of 64 numbers; blue is above nought, orange below.".to_owned();
        for board in &self.boards {
            let value = |square: &Square| board.squares[square.index()];
            let by_value = |a: &Square, b: &Square| value(a).total_cmp(&value(b));
            if let (Some(low), Some(high)) = (Square::all().min_by(by_value), Square::all().max_by(by_value))
            {
                let (lowest, highest) = (readable(value(&low)), readable(value(&high)));
                text += &format!(" {}: from {lowest} on {low} to {highest} on {high}.", board.name);
            }
        }
        text
    }
}

fn squares_data<S: Serializer>(squares: &[f64; 64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_alone_keeps_its_colours() {
        let map = HeatMap::new("t").board("weak", [0.5; 64]).and_then(|map| map.board("strong", [2.0; 64]));
        let map = map.expect("numbers");
        assert_eq!(map.names().collect::<Vec<_>>(), ["weak", "strong"]);
        let weak = map.only(0).expect("there");
        assert_eq!(weak.share(0.5), 0.25);
        assert!(weak.to_svg().contains("weak") && !weak.to_svg().contains("strong"));
        assert_eq!(map.only(2), None);
    }
}
