//! The text format of the Othello League: the number of groups, then for each group the length of its
//! tuples, their number, their squares, and the weights that they share. Braces are decoration.

use std::sync::Arc;

use outflank_rules::Square;

use super::Tuple;

/// The longest tuple that is read: 3¹² is half a million weights.
pub(super) const LONGEST: usize = 12;

/// Lists of squares, and the weights that they share.
type Group = (Vec<Vec<Square>>, Arc<[f64]>);

/// Reads all tuples of all groups.
pub(super) fn read(text: &str) -> Result<Vec<Tuple>, NetworkError> {
    let of_group = |(lists, weights): Group| {
        lists.into_iter().map(move |squares| Tuple { squares, weights: Arc::clone(&weights) })
    };
    Ok(groups(text)?.into_iter().flat_map(of_group).collect())
}

/// Reads all groups.
pub(crate) fn groups(text: &str) -> Result<Vec<Group>, NetworkError> {
    let mut numbers = Numbers::new(text);
    let count = numbers.whole("the number of groups", 1, 10_000)?;
    let mut groups = Vec::new();
    for group in 1..=count {
        let length = numbers.whole("the length of a tuple", 1, LONGEST)?;
        let count = numbers.whole("the number of tuples in a group", 1, 64)?;
        let mut lists = Vec::with_capacity(count);
        for _ in 0..count {
            let mut squares: Vec<Square> = Vec::with_capacity(length);
            for _ in 0..length {
                let index = numbers.whole("a square", 0, 63)?;
                let square = Square::new(index).expect("checked to be a square");
                if squares.contains(&square) {
                    return Err(NetworkError::Repeated { square, group });
                }
                squares.push(square);
            }
            lists.push(squares);
        }
        let weights: Arc<[f64]> =
            (0..3usize.pow(length as u32)).map(|_| numbers.weight()).collect::<Result<_, _>>()?;
        groups.push((lists, weights));
    }
    numbers.finish()?;
    Ok(groups)
}

/// The words of a file, counted.
struct Numbers<'a> {
    words: Box<dyn Iterator<Item = &'a str> + 'a>,
    place: usize,
}

impl<'a> Numbers<'a> {
    fn new(text: &'a str) -> Self {
        let decoration = |character: char| character.is_whitespace() || matches!(character, '{' | '}' | ',');
        Self { words: Box::new(text.split(decoration).filter(|word| !word.is_empty())), place: 0 }
    }

    fn word(&mut self, wanted: &'static str) -> Result<&'a str, NetworkError> {
        self.place += 1;
        self.words.next().ok_or(NetworkError::Ends { wanted, place: self.place })
    }

    fn whole(&mut self, wanted: &'static str, least: usize, most: usize) -> Result<usize, NetworkError> {
        let word = self.word(wanted)?;
        match word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(NetworkError::Unexpected { word: word.to_owned(), place: self.place, wanted }),
        }
    }

    fn weight(&mut self) -> Result<f64, NetworkError> {
        let word = self.word("a weight")?;
        match word.parse() {
            Ok(weight) if f64::is_finite(weight) => Ok(weight),
            _ => {
                Err(NetworkError::Unexpected { word: word.to_owned(), place: self.place, wanted: "a weight" })
            }
        }
    }

    fn finish(mut self) -> Result<(), NetworkError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(NetworkError::Unexpected {
                word: word.to_owned(),
                place: self.place + 1,
                wanted: "the end",
            }),
        }
    }
}

/// A text that is not an n-tuple network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The text ends too early.
    #[error("the network ends where number {place}, {wanted}, should stand")]
    Ends {
        /// What should come.
        wanted: &'static str,
        /// Which number it would be, the first being 1.
        place: usize,
    },
    /// Something else stands there.
    #[error("“{word}” where {wanted} should stand, number {place} of the network")]
    Unexpected {
        /// What stands there.
        word: String,
        /// Which number it is, the first being 1.
        place: usize,
        /// What should stand there.
        wanted: &'static str,
    },
    /// A tuple has a square twice.
    #[error("{square} stands twice in a tuple of group {group}")]
    Repeated {
        /// The square.
        square: Square,
        /// The group, the first being 1.
        group: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_do_not_matter() {
        let braced = read("{ 1 { 1 2 { 0 } { 63 } { 1.5 -2 3e-003 } } }").expect("a network");
        assert_eq!(read("1\n 1 2\n 0\n 63\n 1.5 -2 0.003"), Ok(braced.clone()));
        assert_eq!(braced.len(), 2);
        assert_eq!(braced[1].squares, [Square::H8]);
        assert_eq!(braced[1].weights[2], 0.003);
    }

    #[test]
    fn errors_say_which_number() {
        let error = |text: &str| read(text).expect_err(text).to_string();
        assert_eq!(error(""), "the network ends where number 1, the number of groups, should stand");
        assert_eq!(error("1 1 1 64"), "“64” where a square should stand, number 4 of the network");
        assert_eq!(error("1 13"), "“13” where the length of a tuple should stand, number 2 of the network");
        assert_eq!(error("1 1 1 0 1 2"), "the network ends where number 7, a weight, should stand");
        assert_eq!(error("1 1 1 0 1 2 inf"), "“inf” where a weight should stand, number 7 of the network");
        assert_eq!(error("1 1 1 0 1 2 3 4"), "“4” where the end should stand, number 8 of the network");
        assert_eq!(error("1 2 1 5 5"), "f1 stands twice in a tuple of group 1");
    }
}
