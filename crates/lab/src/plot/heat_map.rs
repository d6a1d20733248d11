//! Boards of numbers, coloured by size and sign: what a player thinks each square is worth.

mod svg;
mod terminal;

use outflank_rules::Square;
use serde::{Deserialize, Serialize};

use super::markup::one_line;
use super::numbers::{Numbers, readable};
use super::{PlotError, checked_when_read, drawable};

/// One board of numbers, or several beside each other on one scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct HeatMap {
    title: String,
    boards: Vec<Values>,
    #[serde(default, skip_serializing_if = "Shading::is_even")]
    shading: Shading,
    /// The least that the strongest colour stands for: the largest value of a larger picture.
    #[serde(skip)]
    reach: f64,
}

/// How strong the colour of a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shading {
    /// As strong as the value is large.
    #[default]
    Even,
    /// By its square root, so that small values can be seen beside large ones. The numbers stay as they are.
    Root,
}

impl Shading {
    fn is_even(&self) -> bool {
        *self == Self::Even
    }
}

/// The numbers of one board, a1 to h8 by rows, as [`Square::index`] counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Values {
    name: String,
    #[serde(with = "squares_data")]
    squares: [f64; 64],
}

checked_when_read!(HeatMap);

/// The most boards that are drawn with all their numbers.
const FEW: usize = 12;

impl HeatMap {
    /// A plot without boards.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: one_line(title), boards: Vec::new(), shading: Shading::Even, reach: 0.0 }
    }

    /// What the plot shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// With colours that follow the values in another way.
    pub fn shaded(self, shading: Shading) -> Self {
        Self { shading, ..self }
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

    fn checked(self) -> Result<Self, PlotError> {
        let empty = Self::new(self.title).shaded(self.shading);
        self.boards.into_iter().try_fold(empty, |map, board| map.board(board.name, board.squares))
    }

    /// The names of the boards, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.boards.iter().map(|board| board.name.as_str())
    }

    /// One of the boards alone, in the colours that it has among the others.
    pub fn only(&self, index: usize) -> Option<Self> {
        let board = self.boards.get(index)?.clone();
        Some(Self {
            title: self.title.clone(),
            boards: vec![board],
            shading: self.shading,
            reach: self.largest(),
        })
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

    /// How strong the colour of a value is, −1 to 1: its share of the largest, or the root of that.
    fn share(&self, value: f64) -> f64 {
        let largest = self.largest();
        let share = if largest > 0.0 { value / largest } else { 0.0 };
        match self.shading {
            Shading::Even => share,
            Shading::Root => share.abs().sqrt().copysign(share),
        }
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

/// The numbers of a board as a list.
mod squares_data {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(squares: &[f64; 64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(squares)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f64; 64], D::Error> {
        let wrong = |squares: Vec<f64>| D::Error::custom(format!("{} squares, expected 64", squares.len()));
        Vec::deserialize(deserializer)?.try_into().map_err(wrong)
    }
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

    #[test]
    fn roots_are_in_the_colours_and_not_in_the_numbers() {
        let map = HeatMap::new("t").board("one", [16.0; 64]).and_then(|map| map.board("two", [-1.0; 64]));
        let map = map.expect("numbers").shaded(Shading::Root);
        assert_eq!((map.share(16.0), map.share(-1.0)), (1.0, -0.25));
        let alone = map.only(1).expect("there");
        assert_eq!(alone.share(-1.0), -0.25, "also on a board alone");
        assert!(alone.to_svg().contains("\n−1\n"), "{}", alone.to_svg());
        let json = serde_json::to_string(&map).expect("JSON");
        assert!(json.contains("\"shading\":\"root\""), "{json}");
        assert_eq!(serde_json::from_str::<HeatMap>(&json).expect("read again"), map);
    }
}
