//! Sets of shapes by name, as they stand in a recipe.

use outflank_rules::Square;

use super::{LONGEST, Shape, ShapeError};

/// What the words of a set can be.
const EXPECTED: &str = "“edax”, “corners”, “lines N”, “rectangles WxH”, “walks COUNT STEPS SEED”, squares such as “a1 b1 a2” or a “group” \
     of lists such as “group a1 b1 / h1 g1”";

/// The shapes of a recipe, from words such as `edax`, `lines 4`, `rectangles 2x2`, `walks 30 6 1` and `a1 b1 a2 b2`.
///
/// - `edax`: the classical 12 shapes with 46 images: corners, edges, lines and diagonals.
/// - `corners`: the corner 3×3, the edge with both X-squares, lines and diagonals of eight: a smaller set.
/// - `lines N`: all straight lines of N squares, in rows, columns and diagonals.
/// - `rectangles WxH`: all rectangles of this size, in both directions.
/// - `walks COUNT STEPS SEED`: so many random walks to neighbouring squares, each with so many steps.
/// - some squares: just these.
/// - `group` and lists of squares with `/` between: a table that these share, as in a network of the Othello League.
///
/// What is symmetric to a shape belongs to it: `lines 4` has fewer shapes than there are lines. A group is as it is.
pub fn shapes(words: &[impl AsRef<str>]) -> Result<Vec<Shape>, ShapeError> {
    let mut all = Vec::new();
    for words in words {
        all.extend(set(words.as_ref().trim())?);
    }
    Ok(all)
}

fn set(words: &str) -> Result<Vec<Shape>, ShapeError> {
    let unknown = || ShapeError::Unknown { name: words.to_owned(), expected: EXPECTED };
    if let Some(lists) = words.strip_prefix("group ") {
        let images = lists.split('/').map(squares).collect::<Result<_, _>>()?;
        return Ok(vec![Shape::group(words, images)?]);
    }
    let mut parts = words.split_whitespace();
    match (parts.next().ok_or_else(unknown)?, parts.next(), parts.next(), parts.next(), parts.next()) {
        ("edax", None, ..) => listed(EDAX),
        ("corners", None, ..) => listed(CORNERS),
        ("lines", Some(length), None, ..) => lines(words, length.parse().map_err(|_| unknown())?),
        ("rectangles", Some(size), None, ..) => {
            let (width, height) = size.split_once('x').ok_or_else(unknown)?;
            rectangles(words, width.parse().map_err(|_| unknown())?, height.parse().map_err(|_| unknown())?)
        }
        ("walks", Some(count), Some(steps), Some(seed), None) => walks(
            words,
            count.parse().map_err(|_| unknown())?,
            steps.parse().map_err(|_| unknown())?,
            seed.parse().map_err(|_| unknown())?,
        ),
        (first, ..) if first.chars().next().is_some_and(char::is_alphabetic) && first.len() > 2 => {
            Err(unknown())
        }
        _ => Ok(vec![Shape::new(words, &squares(words)?)?]),
    }
}

/// Squares by name.
fn squares(words: &str) -> Result<Vec<Square>, ShapeError> {
    let square = |word: &str| {
        word.parse().map_err(|_| ShapeError::OffTheBoard { name: words.to_owned(), word: word.to_owned() })
    };
    words.split_whitespace().map(square).collect()
}

/// What a shape is called: as in one of the sets here if it is listed there, else by its squares.
pub fn name_of(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    let words = names.join(" ");
    let mut listed = EDAX.iter().chain(CORNERS);
    listed.find(|(_, listed)| *listed == words).map_or(words, |(name, _)| (*name).to_owned())
}

/// The words that stand for a shape in a recipe.
pub fn words_of(shape: &Shape) -> String {
    let list = |image: &Vec<Square>| image.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    match shape.is_group() {
        false => list(&shape.images()[0]),
        true => format!("group {}", shape.images().iter().map(list).collect::<Vec<_>>().join(" / ")),
    }
}

fn listed(list: &[(&str, &str)]) -> Result<Vec<Shape>, ShapeError> {
    list.iter().map(|(name, words)| Shape::new(name, &squares(words)?)).collect()
}

/// The twelve shapes of a strong classical program.
// CITE: the pattern set of Edax (Delorme), after Buro's Logistello: facts about squares, no code.
const EDAX: &[(&str, &str)] = &[
    ("corner 3x3", "a1 b1 a2 b2 c1 a3 c2 b3 c3"),
    ("corner angle", "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1"),
    ("edge with X-squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    ("edge blocks", "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1"),
    ("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    ("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    ("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    ("diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ("diagonal 7", "b1 c2 d3 e4 f5 g6 h7"),
    ("diagonal 6", "c1 d2 e3 f4 g5 h6"),
    ("diagonal 5", "d1 e2 f3 g4 h5"),
    ("diagonal 4", "a4 b3 c2 d1"),
];

const CORNERS: &[(&str, &str)] = &[
    ("corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3"),
    ("edge", "a1 b1 c1 d1 e1 f1 g1 h1"),
    ("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    ("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    ("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    ("diagonal 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    ("diagonal 7", "b1 c2 d3 e4 f5 g6 h7"),
    ("diagonal 6", "c1 d2 e3 f4 g5 h6"),
    ("diagonal 5", "d1 e2 f3 g4 h5"),
    ("diagonal 4", "a4 b3 c2 d1"),
];

/// The shapes among some lists of squares: one for all that are symmetric to each other.
fn different(name: &str, lists: impl Iterator<Item = Vec<Square>>) -> Result<Vec<Shape>, ShapeError> {
    let mut shapes: Vec<Shape> = Vec::new();
    for list in lists {
        let same_set = |image: &Vec<Square>| list.iter().all(|square| image.contains(square));
        if !shapes.iter().any(|shape| shape.images().iter().any(same_set)) {
            let names: Vec<String> = list.iter().map(Square::to_string).collect();
            shapes.push(Shape::new(&names.join(" "), &list)?);
        }
    }
    match shapes.is_empty() {
        true => {
            Err(ShapeError::Unknown { name: name.to_owned(), expected: "at least one that fits the board" })
        }
        false => Ok(shapes),
    }
}

fn lines(name: &str, length: usize) -> Result<Vec<Shape>, ShapeError> {
    if !(1..=8).contains(&length) {
        return Err(ShapeError::Unknown { name: name.to_owned(), expected: "lines of 1 to 8 squares" });
    }
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let starts = Square::all().flat_map(|start| directions.map(|direction| (start, direction)));
    let line = |(start, (right, down)): (Square, (isize, isize))| {
        let square = |step: usize| {
            let along = |from: usize, by: isize| usize::try_from(from as isize + by * step as isize).ok();
            Square::at(along(start.column(), right)?, along(start.row(), down)?)
        };
        (0..length).map(square).collect::<Option<Vec<Square>>>()
    };
    different(name, starts.filter_map(line))
}

fn rectangles(name: &str, width: usize, height: usize) -> Result<Vec<Shape>, ShapeError> {
    if width == 0 || height == 0 || width > 8 || height > 8 || width * height > LONGEST {
        return Err(ShapeError::TooLong { name: name.to_owned(), length: width.saturating_mul(height) });
    }
    let at = |corner: Square| {
        let square = |place: usize| Square::at(corner.column() + place % width, corner.row() + place / width);
        (0..width * height).map(square).collect::<Option<Vec<Square>>>()
    };
    different(name, Square::all().filter_map(at))
}

/// Random walks: from a random square so many steps to random neighbours; the squares that were visited are the shape.
// CITE: Lucas, Learning to play Othello with n-tuple systems (2008).
fn walks(name: &str, count: usize, steps: usize, seed: u64) -> Result<Vec<Shape>, ShapeError> {
    if !(1..=64).contains(&count) || !(1..LONGEST).contains(&steps) {
        return Err(ShapeError::Unknown { name: name.to_owned(), expected: "1 to 64 walks of 1 to 9 steps" });
    }
    // SplitMix64: the draws need no quality beyond that, and this crate draws nothing else.
    let mut state = seed;
    let mut below = move |limit: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ mixed >> 31) * limit as u128) >> 64) as usize
    };
    let mut shapes = Vec::new();
    for walk in 1..=count {
        let mut here = Square::new(below(64)).expect("one of 64");
        let mut visited = vec![here];
        for _ in 0..steps {
            let neighbours: Vec<Square> = here.set().spread().without(here.set()).into_iter().collect();
            here = neighbours[below(neighbours.len())];
            if !visited.contains(&here) {
                visited.push(here);
            }
        }
        shapes.push(Shape::new(&format!("walk {walk}"), &visited)?);
    }
    Ok(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(words: &str) -> (usize, usize, usize) {
        let shapes = shapes(&[words]).expect(words);
        let images = shapes.iter().map(|shape| shape.images().len()).sum();
        (shapes.len(), images, shapes.iter().map(Shape::weights).sum())
    }

    #[test]
    fn the_sets_have_the_sizes_of_the_literature() {
        assert_eq!(sizes("edax"), (12, 46, 114_363));
        // 8·7·2 pairs in rows and columns, 7·7·2 in diagonals.
        assert_eq!(sizes("lines 2").1, 2 * 56 + 2 * 49);
        assert_eq!(sizes("lines 4").1, 2 * 40 + 2 * 25);
        assert_eq!(sizes("rectangles 2x2").1, 49);
        assert_eq!(sizes("lines 1").1, 64);
        assert_eq!(sizes("a1 b1 a2 b2").1, 4);
        let (count, ..) = sizes("walks 30 6 1");
        assert_eq!(count, 30);
        assert_eq!(shapes(&["walks 3 6 7"]), shapes(&["walks 3 6 7"]));
        assert_ne!(shapes(&["walks 3 6 7"]), shapes(&["walks 3 6 8"]));
    }

    #[test]
    fn words_of_shapes_make_them_again() {
        let words = ["edax", "lines 3", "group a1 b1 / h1 g1 / c3 d4", "a1 b1 a2 b2"];
        let all = shapes(&words).expect("shapes");
        let again: Vec<String> = all.iter().map(words_of).collect();
        let again = shapes(&again).expect("the same shapes");
        assert!(all.iter().zip(&again).all(|(one, other)| one.images() == other.images()));
        assert_eq!(all.len(), again.len());
        assert!(again.iter().any(|shape| shape.is_group() && shape.images().len() == 3));
    }

    #[test]
    fn unknown_words_are_handed_back() {
        let error = |words: &str| shapes(&[words]).expect_err(words).to_string();
        assert!(error("logistello").starts_with("the shapes “logistello” are not known: expected “edax”"));
        assert_eq!(error("a1 b9"), "“b9” in the shape “a1 b9” is no square of the board: a1 to h8 are");
        assert!(error("lines 9").ends_with("expected lines of 1 to 8 squares"));
        assert!(error("rectangles 5x4").contains("has 20 squares, at most 10"));
        assert!(error("rectangles 18446744073709551615x2").contains("at most 10"));
        assert!(error("walks 3 6").contains("not known"));
        assert!(error("group a1 b1 / c1").ends_with("have different lengths"));
        assert!(error("group a1 / i1").starts_with("“i1” in the shape"));
        assert!(error("").contains("not known"));
    }
}
