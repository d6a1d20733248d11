//! Interior stability: which of the mover's discs inside the edges are safe, by a rule of thumb.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Squares};

use super::lines::{Line, Lines};

/// The 36 squares that are not on an edge.
pub(super) const INTERIOR: Squares = Squares::from_bits(0x007e_7e7e_7e7e_7e00);

/// The interior squares in the order in which they are looked at: an inward spiral. Along row 2 from b, down column
/// g, back along row 7, up column b; then the same one ring further in, and in the end the four in the middle.
pub(super) const SPIRAL: [u8; 36] = {
    let mut spiral = [0; 36];
    let mut next = 0;
    let mut ring = 1;
    while ring < 4 {
        let (low, high) = (ring, 7 - ring);
        let side = high - low;
        let mut step = 0;
        while step < 4 * side {
            let along = step % side;
            let (column, row) = match step / side {
                0 => (low + along, low),
                1 => (high, low + along),
                2 => (high - along, high),
                _ => (low, high - along),
            };
            spiral[next] = (8 * row + column) as u8;
            next += 1;
            step += 1;
        }
        ring += 1;
    }
    spiral
};

/// Goes on marking stable discs of the mover, where those on edges and around corners are marked already.
///
/// In the order of the spiral, an own disc is marked if in each of the four directions through it one of the two
/// neighbours is marked, or else if it is stable on its row, its column and both stretched diagonals.
#[inline(always)]
pub(super) fn mark<K: Kernel>(kernel: K, lines: &Lines, position: Position, marked: Squares) -> Squares {
    let own = (position.mover() & INTERIOR).bits();
    let mut marked = marked.bits();
    let by_lines = stable_on_all_lines(kernel, lines, position);

    // Neighbours help only where there are some: if all that can be marked by lines were marked at once and still
    // nothing followed, nothing follows in the order of the spiral either.
    let all = marked | by_lines;
    if all == 0 || supported(all) & own & !all == 0 {
        return Squares::from_bits(all);
    }
    for square in SPIRAL {
        let bit = 1u64 << square;
        if own & bit != 0 && marked & bit == 0 && (by_lines & bit != 0 || supported(marked) & bit != 0) {
            marked |= bit;
        }
    }
    Squares::from_bits(marked)
}

/// The interior squares that have a marked neighbour in each of the four directions. Rows do not run into
/// each other, for the squares on edges are left out.
#[inline(always)]
fn supported(marked: u64) -> u64 {
    let beside = |step: u32| marked << step | marked >> step;
    beside(1) & beside(8) & beside(7) & beside(9) & INTERIOR.bits()
}

/// The mover's interior discs that are stable on their row, their column and both stretched diagonals.
#[inline(always)]
fn stable_on_all_lines<K: Kernel>(kernel: K, lines: &Lines, position: Position) -> u64 {
    // In most positions no row has a stable disc, and that is the end of it.
    let mut stable = 0;
    for row in 1..7 {
        let line = Line {
            own: (position.mover().bits() >> (8 * row)) as u8,
            other: (position.opponent().bits() >> (8 * row)) as u8,
        };
        stable |= u64::from(lines.own_stable(line)) << (8 * row);
    }
    stable &= INTERIOR.bits();
    for through in &THROUGH {
        if stable == 0 {
            return 0;
        }
        let mut on_lines = 0;
        for course in through {
            if stable & course.squares == 0 {
                continue;
            }
            let squares = Squares::from_bits(course.squares);
            let line = Line {
                own: kernel.extract(position.mover(), squares) as u8,
                other: kernel.extract(position.opponent(), squares) as u8,
            };
            let mut safe = lines.own_stable_on_diagonal(course.length, line);
            while safe != 0 {
                on_lines |= 1u64 << (course.first + course.step * safe.trailing_zeros());
                safe &= safe - 1;
            }
        }
        stable &= on_lines;
    }
    stable
}

/// A line of squares: a column, or a diagonal that crosses the interior.
#[derive(Clone, Copy)]
struct Course {
    squares: u64,
    length: usize,
    first: u32,
    step: u32,
}

/// The columns, the diagonals that go down to the right, and those that go down to the left. There are eleven of
/// each kind that cross the interior in more than a corner; columns are filled up with ones that have no squares.
const THROUGH: [[Course; 11]; 3] = [courses(0, 1), courses(1, 1), courses(-1, 1)];

const fn courses(right: i32, down: i32) -> [Course; 11] {
    let mut courses = [Course { squares: 0, length: 8, first: 0, step: (8 * down + right) as u32 }; 11];
    let mut number = 0;
    while number < 11 {
        // Where the line begins: on the upper edge, or beside it on the left or right one.
        let (column, row) = match right {
            0 => (number + 1, 0),
            1 => {
                if number <= 5 {
                    (number, 0)
                } else {
                    (0, number - 5)
                }
            }
            _ => {
                if number <= 5 {
                    (7 - number, 0)
                } else {
                    (7, number - 5)
                }
            }
        };
        let (mut x, mut y, mut length) = (column, row, 0);
        courses[number as usize].first = (8 * row + column) as u32;
        while x >= 0 && x < 8 && y < 8 && !(right == 0 && column > 6) {
            courses[number as usize].squares |= 1 << (8 * y + x);
            (x, y, length) = (x + right, y + down, length + 1);
        }
        courses[number as usize].length = if length == 0 { 8 } else { length };
        number += 1;
    }
    courses
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Square;

    #[test]
    fn the_spiral_is_that_of_the_document() {
        let names: Vec<String> = SPIRAL
            .iter()
            .map(|&square| Square::new(square.into()).expect("on the board").to_string())
            .collect();
        assert_eq!(
            names.join(" "),
            "b2 c2 d2 e2 f2 g2 g3 g4 g5 g6 g7 f7 e7 d7 c7 b7 b6 b5 b4 b3 \
             c3 d3 e3 f3 f4 f5 f6 e6 d6 c6 c5 c4 d4 e4 e5 d5"
        );
    }

    #[test]
    fn every_interior_square_is_on_one_line_of_each_kind() {
        for through in THROUGH {
            let mut seen = 0;
            for course in through {
                assert_eq!(seen & course.squares, 0);
                seen |= course.squares;
                assert!(course.squares == 0 || course.squares.count_ones() as usize == course.length);
            }
            assert_eq!(seen & INTERIOR.bits(), INTERIOR.bits());
        }
    }
}
