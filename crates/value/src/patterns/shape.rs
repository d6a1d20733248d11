//! Shapes: a few squares of the board, and where else on the board they count as the same.

use std::fmt;

use outflank_rules::{Square, Squares, Symmetry};

/// The most squares of a shape: 3¹⁰ ways to fill them fit a lane of 16 bits.
pub const LONGEST: usize = 10;

/// Squares in an order, the first being the least digit, and all their images that share one table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    /// The first is the shape as it was named. All have the same length.
    images: Vec<Vec<Square>>,
    /// The ways to reorder the squares that lead to the same weight: turning and mirroring the board
    /// maps an image to itself.
    reorderings: Vec<Vec<usize>>,
    group: bool,
}

impl Shape {
    /// These squares and their images under the eight symmetries. Where several symmetries lead to the same set of
    /// squares one image stands for all, and configurations that are mirrored in it share a weight.
    ///
    /// ```
    /// use outflank_value::patterns::Shape;
    ///
    /// let edge = Shape::new("edge", &"a1 b1 c1 d1 e1 f1 g1 h1".split(' ').map(|s| s.parse().unwrap()).collect::<Vec<_>>())?;
    /// assert_eq!(edge.images().len(), 4);
    /// assert_eq!(edge.weights(), (3usize.pow(8) + 3usize.pow(4)) / 2);
    /// # Ok::<(), outflank_value::patterns::ShapeError>(())
    /// ```
    pub fn new(name: &str, squares: &[Square]) -> Result<Self, ShapeError> {
        check(name, squares)?;
        let set: Squares = squares.iter().copied().collect();
        let mut images: Vec<Vec<Square>> = Vec::new();
        let mut reorderings: Vec<Vec<usize>> = Vec::new();
        for symmetry in Symmetry::ALL {
            let image: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
            if symmetry.squares(set) == set {
                let place = |square: &Square| squares.iter().position(|other| other == square);
                let reordering: Vec<usize> =
                    image.iter().map(|square| place(square).expect("the same set")).collect();
                if !reorderings.contains(&reordering) {
                    reorderings.push(reordering);
                }
            }
            let set_of = |list: &[Square]| list.iter().copied().collect::<Squares>();
            if !images.iter().any(|other| set_of(other) == set_of(&image)) {
                images.push(image);
            }
        }
        Ok(Self { name: name.to_owned(), images, reorderings, group: false })
    }

    /// Lists of squares that share a table as they are, without symmetries: a group of the Othello League.
    pub fn group(name: &str, images: Vec<Vec<Square>>) -> Result<Self, ShapeError> {
        let length = images.first().map_or(0, Vec::len);
        for image in &images {
            check(name, image)?;
            if image.len() != length {
                return Err(ShapeError::Lengths { name: name.to_owned() });
            }
        }
        if length == 0 {
            return Err(ShapeError::Empty { name: name.to_owned() });
        }
        Ok(Self { name: name.to_owned(), reorderings: vec![(0..length).collect()], images, group: true })
    }

    /// Whether it is a group of lists as they are, not shared by the symmetries.
    pub fn is_group(&self) -> bool {
        self.group
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The squares as they were named.
    pub fn squares(&self) -> &[Square] {
        &self.images[0]
    }

    /// All places on the board.
    pub fn images(&self) -> &[Vec<Square>] {
        &self.images
    }

    /// How many ways there are to fill the squares.
    pub fn entries(&self) -> usize {
        3usize.pow(self.squares().len() as u32)
    }

    /// How many of them have a weight of their own.
    pub fn weights(&self) -> usize {
        (0..self.entries()).filter(|&index| self.least(index) == index).count()
    }

    /// The least index that shares its weight with this one.
    pub(super) fn least(&self, index: usize) -> usize {
        self.reorderings.iter().map(|places| reordered(index, places)).min().unwrap_or(index)
    }

    /// The index of the mirrored configuration, which has the same weight, unless there are several.
    pub(super) fn mirror(&self, index: usize) -> Option<u16> {
        match &self.reorderings[..] {
            [_] => Some(index as u16),
            [_, mirrored] => Some(reordered(index, mirrored) as u16),
            _ => None,
        }
    }

    /// Whether some configurations share a weight.
    pub(super) fn is_mirrored(&self) -> bool {
        self.reorderings.len() > 1
    }
}

/// The index of the configuration with the digit of each place moved to another.
fn reordered(mut index: usize, places: &[usize]) -> usize {
    let mut sum = 0;
    for &place in places {
        sum += index % 3 * 3usize.pow(place as u32);
        index /= 3;
    }
    sum
}

fn check(name: &str, squares: &[Square]) -> Result<(), ShapeError> {
    let name = || name.to_owned();
    if squares.is_empty() {
        return Err(ShapeError::Empty { name: name() });
    }
    if squares.len() > LONGEST {
        return Err(ShapeError::TooLong { name: name(), length: squares.len() });
    }
    for (place, square) in squares.iter().enumerate() {
        if squares[..place].contains(square) {
            return Err(ShapeError::Repeated { name: name(), square: *square });
        }
    }
    Ok(())
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Squares that are no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// There is no square.
    #[error("the shape “{name}” has no square")]
    Empty {
        /// The shape.
        name: String,
    },
    /// There are too many.
    #[error(
        "the shape “{name}” has {length} squares, at most {LONGEST} are possible: it would need 3^{length} entries"
    )]
    TooLong {
        /// The shape.
        name: String,
        /// Its squares.
        length: usize,
    },
    /// A square comes twice.
    #[error("{square} stands twice in the shape “{name}”")]
    Repeated {
        /// The shape.
        name: String,
        /// The square.
        square: Square,
    },
    /// Lists that should share a table have different lengths.
    #[error("the lists of the shape “{name}” have different lengths")]
    Lengths {
        /// The shape.
        name: String,
    },
    /// A word that should be a square is none.
    #[error("“{word}” in the shape “{name}” is no square of the board: a1 to h8 are")]
    OffTheBoard {
        /// The shape.
        name: String,
        /// The word.
        word: String,
    },
    /// Words that name no set of shapes.
    #[error("the shapes “{name}” are not known: expected {expected}")]
    Unknown {
        /// The words.
        name: String,
        /// What there is.
        expected: &'static str,
    },
    /// The shapes need more places than are computed side by side.
    #[error("the shapes stand at {places} places of the board, at most {most} are possible")]
    TooManyPlaces {
        /// How many places there are.
        places: usize,
        /// How many there may be.
        most: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(|word| word.parse().expect("a square")).collect()
    }

    #[test]
    fn mirrored_configurations_share_a_weight() {
        // a1 b1: the image under the transposition is a1 a2; no symmetry exchanges a1 and b1.
        let pair = Shape::new("pair", &squares("a1 b1")).expect("a shape");
        assert_eq!((pair.images().len(), pair.weights()), (8, 9));
        // d1 e1 are exchanged by mirroring the columns.
        let middle = Shape::new("middle", &squares("d1 e1")).expect("a shape");
        assert_eq!((middle.images().len(), middle.weights()), (4, 6));
        assert_eq!(middle.least(3), 1);
        // All eight symmetries keep the centre.
        let centre = Shape::new("centre", &squares("d4 e4 d5 e5")).expect("a shape");
        // By Burnside: (3⁴ + 2·3³ + 3·3² + 2·3) / 8 ways to colour the corners of a square.
        assert_eq!((centre.images().len(), centre.weights()), (1, 21));
    }

    #[test]
    fn bad_shapes_are_refused_by_name() {
        let error = |text: &str| Shape::new("mine", &squares(text)).expect_err("refused").to_string();
        assert_eq!(error("a1 b2 a1"), "a1 stands twice in the shape “mine”");
        let long: Vec<Square> = Square::all().take(20).collect();
        assert_eq!(
            Shape::new("long", &long).expect_err("refused").to_string(),
            "the shape “long” has 20 squares, at most 10 are possible: it would need 3^20 entries"
        );
    }
}
