//! Weights as a file: a few lines that people can read, then the weights, compressed.
//!
//! ```text
//! outflank patterns
//! per-disc 16
//! stages 10
//! extras 0 1 2 3 4
//! shape a1 b1 a2 b2 c1 a3 c2 b3 c3
//! group a1 b1, h1 g1
//!
//! … zlib
//! ```
//!
//! Compressed is, for all weights, stage by stage, how much each differs from that of the stage before, with the sign in the
//! lowest bit: of all the low bytes, then the high bytes. What no stage has changed is 0 that way, which takes a third of
//! the room.

use std::fmt::Write;
use std::sync::Arc;

use outflank_rules::Square;

use super::{Extra, Layout, Shape, ShapeError, Stages};

const MAGIC: &str = "outflank patterns";

/// The longest description that is read, in bytes.
const LONGEST_HEADER: usize = 64 << 10;

/// The most weights of a file: 64 million bytes.
const MOST_WEIGHTS: usize = 32_000_000;

/// Weights of patterns, as they are kept in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternFile {
    /// How the weights are numbered.
    pub layout: Arc<Layout>,
    /// The weights, stage by stage.
    pub weights: Vec<i16>,
    /// How many units make a disc.
    pub per_disc: u16,
}

impl PatternFile {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text =
            format!("{MAGIC}\nper-disc {}\nstages {}\n", self.per_disc, self.layout.stages().count());
        text.push_str("extras");
        for &extra in self.layout.extras() {
            write!(text, " {}", extra as u8).expect("a string takes all");
        }
        text.push('\n');
        for shape in self.layout.shapes() {
            match shape.is_group() {
                false => writeln!(text, "shape {}", names(&shape.images()[..1])),
                true => writeln!(text, "group {}", names(shape.images())),
            }
            .expect("a string takes all");
        }
        text.push('\n');
        let per_stage = self.layout.weights();
        let before = |place: usize| place.checked_sub(per_stage).map_or(0, |before| self.weights[before]);
        let weights = self.weights.iter().enumerate();
        let bytes = weights.map(|(place, weight)| folded(weight.wrapping_sub(before(place))).to_le_bytes());
        let planes: Vec<u8> = bytes.clone().map(|[low, _]| low).chain(bytes.map(|[_, high]| high)).collect();
        let mut file = text.into_bytes();
        file.extend(miniz_oxide::deflate::compress_to_vec_zlib(&planes, 9));
        file
    }

    /// Adds to the value of every position what is given for its number of discs, in discs. Whether there is a table for
    /// that number; without one nothing changes.
    pub fn add_by_discs(&mut self, added: impl Fn(u32) -> f64) -> bool {
        let Some(start) = self.layout.start_of(Extra::Discs) else { return false };
        for discs in 4..=64 {
            let stage = self.layout.stages().of(discs) * self.layout.weights();
            let weight = &mut self.weights[stage + self.layout.weight_of(start + discs as usize)];
            let units = (added(discs) * f64::from(self.per_disc)).round_ties_even();
            *weight = weight.saturating_add(units as i16);
        }
        true
    }

    /// Reads a file. Memory is taken for weights only after their number is known to be possible.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PatternFileError> {
        let end = bytes.windows(2).take(LONGEST_HEADER).position(|pair| pair == b"\n\n");
        let end = end.ok_or(PatternFileError::Header)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| PatternFileError::Header)?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(PatternFileError::Header);
        }
        let mut number = |key: &'static str| {
            let line = lines.next().unwrap_or_default();
            let unexpected = || PatternFileError::Line { line: line.to_owned(), expected: key };
            let rest = line.strip_prefix(key).ok_or_else(unexpected)?;
            rest.split_whitespace()
                .map(|word| word.parse().map_err(|_| unexpected()))
                .collect::<Result<Vec<u16>, _>>()
        };
        let one = |numbers: Vec<u16>| numbers.first().copied().unwrap_or(0);
        let per_disc = one(number("per-disc")?);
        let stages = Stages::new(one(number("stages")?).into());
        let stages = stages.filter(|_| per_disc > 0).ok_or(PatternFileError::Header)?;
        let extras: Option<Vec<Extra>> =
            number("extras")?.into_iter().map(|place| Extra::ALL.get(usize::from(place)).copied()).collect();
        let shapes: Result<Vec<Shape>, PatternFileError> = lines.map(shape).collect();
        let layout = Layout::new(shapes?, &extras.ok_or(PatternFileError::Header)?, stages)?;
        let count = layout.weights() * stages.count();
        if count > MOST_WEIGHTS {
            return Err(PatternFileError::Weights { expected: count });
        }
        let planes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes[end + 2..], 2 * count);
        let planes = planes.ok().filter(|planes| planes.len() == 2 * count);
        let planes = planes.ok_or(PatternFileError::Weights { expected: count })?;
        let (low, high) = planes.split_at(count);
        let mut weights: Vec<i16> = Vec::with_capacity(count);
        for (place, (&low, &high)) in low.iter().zip(high).enumerate() {
            let before = place.checked_sub(layout.weights()).map_or(0, |before| weights[before]);
            weights.push(before.wrapping_add(unfolded(u16::from_le_bytes([low, high]))));
        }
        Ok(Self { layout: Arc::new(layout), weights, per_disc })
    }
}

/// A number with its sign in the lowest bit: small ones of both signs become small.
fn folded(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

/// The number that was folded.
fn unfolded(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// Lists of squares in words.
fn names(lists: &[Vec<Square>]) -> String {
    let list = |squares: &Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    lists.iter().map(list).collect::<Vec<_>>().join(", ")
}

/// The shape of a line.
fn shape(line: &str) -> Result<Shape, PatternFileError> {
    let unexpected = || PatternFileError::Line { line: line.to_owned(), expected: "a shape or a group" };
    let squares = |words: &str| {
        let square = |word: &str| {
            word.parse()
                .map_err(|_| ShapeError::OffTheBoard { name: words.to_owned(), word: word.to_owned() })
        };
        words.split_whitespace().map(square).collect::<Result<Vec<Square>, _>>()
    };
    match line.split_once(' ') {
        Some(("shape", words)) => {
            let squares = squares(words)?;
            Ok(Shape::new(&super::sets::name_of(&squares), &squares)?)
        }
        Some(("group", words)) => {
            let images = words.split(',').map(squares).collect::<Result<Vec<_>, _>>()?;
            Ok(Shape::group(&names(&images), images)?)
        }
        _ => Err(unexpected()),
    }
}

/// Bytes that are no weights of patterns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternFileError {
    /// The lines at the start are not those of such a file.
    #[error("this is no file of pattern weights: it does not begin with “{MAGIC}” and its description")]
    Header,
    /// A line says something else.
    #[error("“{line}” in a file of pattern weights, where {expected} should stand")]
    Line {
        /// The line.
        line: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// A shape is impossible.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The weights are not as many as the description says, or damaged.
    #[error("the weights of the patterns are damaged, or not the {expected} of their description")]
    Weights {
        /// How many there should be.
        expected: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    fn file() -> PatternFile {
        let mut all = shapes(&["corners"]).expect("shapes");
        let pair = |text: &str| text.split(' ').map(|word| word.parse().expect("a square")).collect();
        all.push(Shape::group("a1 b1, h1 g1", vec![pair("a1 b1"), pair("h1 g1")]).expect("a group"));
        let layout = Layout::new(all, &[Extra::Constant, Extra::OwnDiscs], Stages::new(3).expect("three"));
        let layout = Arc::new(layout.expect("a layout"));
        let weights = (0..3 * layout.weights()).map(|weight| (weight * 7919 % 65_536) as u16 as i16);
        PatternFile { weights: weights.collect(), layout, per_disc: 32 }
    }

    #[test]
    fn folding_keeps_small_numbers_small() {
        assert_eq!([0, -1, 1, -2, 2].map(folded), [0, 1, 2, 3, 4]);
        assert!((i16::MIN..=i16::MAX).all(|number| unfolded(folded(number)) == number));
    }

    #[test]
    fn what_is_written_is_read() {
        let file = file();
        let bytes = file.to_bytes();
        let read = PatternFile::from_bytes(&bytes).expect("a file");
        assert_eq!(read.weights, file.weights);
        assert_eq!(read.per_disc, 32);
        let images = |file: &PatternFile| -> Vec<Vec<Vec<Square>>> {
            file.layout.shapes().iter().map(|shape| shape.images().to_vec()).collect()
        };
        assert_eq!(images(&read), images(&file));
        assert_eq!(read.to_bytes(), bytes);
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        let bytes = file().to_bytes();
        let error = |bytes: &[u8]| PatternFile::from_bytes(bytes).expect_err("damaged").to_string();
        assert!(error(b"").starts_with("this is no file of pattern weights"));
        assert!(error(&bytes[..bytes.len() - 9]).starts_with("the weights of the patterns are damaged"));
        let text = |from: &str, to: &str| -> Vec<u8> {
            let start = String::from_utf8_lossy(
                &bytes[..bytes.windows(2).position(|p| p == b"\n\n").expect("a header")],
            );
            let mut changed = start.replacen(from, to, 1).into_bytes();
            changed.extend(&bytes[start.len()..]);
            changed
        };
        assert!(error(&text("shape a1", "shape z9")).contains("“z9”"));
        assert!(error(&text("stages 3", "stages 4")).contains("damaged"));
        assert!(error(&text("stages 3", "stages 400")).contains("no file of pattern weights"));
        assert!(error(&text("extras 2", "extras 9")).contains("no file of pattern weights"));
        assert!(error(&text("shape a1", "shape a1 a1")).contains("a1 stands twice"));
    }
}
