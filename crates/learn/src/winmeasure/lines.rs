//! Stability along a line of eight squares, for all 3⁸ lines.
//!
//! Of a disc on a line, only moves onto the line are considered. It is unstable if the very next one can turn
//! it over, semistable if only several can, stable if none ever will. A move onto the line may turn over
//! nothing on it: it then turns over something elsewhere, which a line cannot see.

use std::sync::LazyLock;

/// How safe a disc is on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// The next move can turn it over.
    Unstable,
    /// Not the next move, but several.
    Semistable,
    /// Nothing can turn it over.
    Stable,
}

/// A line of discs: bit n is square n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The discs of the side whose view it is.
    pub own: u8,
    /// The other side's.
    pub other: u8,
}

/// The number of a line among all 3⁸, from the bits of each side.
const TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        // The lowest disc counts one, and the rest three times what it counts one square lower.
        ternary[bits] = 3 * ternary[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    ternary
};

impl Line {
    /// Its number among all 3⁸ lines.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(TERNARY[usize::from(self.own)] + 2 * TERNARY[usize::from(self.other)])
    }

    fn of_index(mut index: usize) -> Self {
        let mut line = Self { own: 0, other: 0 };
        for square in 0..8 {
            match index % 3 {
                1 => line.own |= 1 << square,
                2 => line.other |= 1 << square,
                _ => {}
            }
            index /= 3;
        }
        line
    }

    fn empties(self) -> u8 {
        !(self.own | self.other)
    }

    /// The same line as the other side sees it.
    fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The line after an own disc is placed on an empty square, and what that turns over.
    fn placed(self, square: u32) -> (Self, u8) {
        let mut flips = 0;
        for up in [true, false] {
            let mut run = 0;
            let mut at = 1u8 << square;
            loop {
                at = if up { at << 1 } else { at >> 1 };
                if at & self.other != 0 {
                    run |= at;
                } else {
                    flips |= if at & self.own != 0 { run } else { 0 };
                    break;
                }
            }
        }
        (Self { own: self.own | flips | 1 << square, other: self.other & !flips }, flips)
    }
}

/// What is known of every line.
pub struct Lines {
    /// By the number of a line: the discs of either side that are stable.
    stable: Box<[u8; LINES]>,
    /// By the number of a line: the discs of either side that the next move can turn over.
    unstable: Box<[u8; LINES]>,
    /// By the number of a line: 10·A + 3·B + C of stable, semistable and unstable discs, own minus other's.
    rating: Box<[i8; LINES]>,
    /// By the length of a diagonal and its number: own stable discs, none if it cannot be stretched to eight.
    diagonals: [Box<[u8]>; 9],
}

/// All lines of eight squares.
const LINES: usize = 6561;

impl Lines {
    /// The tables, worked out once.
    pub fn get() -> &'static Self {
        static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);
        &LINES
    }

    /// Works the tables out by dynamic programming: lines with fewer empty squares first, for moves only
    /// ever lead to those.
    fn new() -> Self {
        let mut stable = Box::new([0u8; LINES]);
        let mut unstable = Box::new([0u8; LINES]);
        let mut order: Vec<usize> = (0..LINES).collect();
        order.sort_by_key(|&index| Line::of_index(index).empties().count_ones());
        for index in order {
            let line = Line::of_index(index);
            let (mut flipped, mut safe) = (0, line.own | line.other);
            for square in (0..8).filter(|square| line.empties() >> square & 1 != 0) {
                let (own, flips) = line.placed(square);
                let (other, other_flips) = line.turned().placed(square);
                flipped |= flips | other_flips;
                safe &= stable[own.index()] & stable[other.turned().index()];
            }
            stable[index] = safe & !flipped;
            unstable[index] = flipped;
        }
        let rating = Box::new(std::array::from_fn(|index| {
            let line = Line::of_index(index);
            let worth = |discs: u8| {
                let count = |mask: u8| (discs & mask).count_ones() as i8;
                let (a, c) = (count(stable[index]), count(unstable[index]));
                10 * a + 3 * (discs.count_ones() as i8 - a - c) + c
            };
            worth(line.own) - worth(line.other)
        }));
        let diagonals = std::array::from_fn(|length| stretched(length, &stable));
        Self { stable, unstable, rating, diagonals }
    }

    /// How safe the disc on a square of a line is, if there is one.
    pub fn stability(&self, line: Line, square: u32) -> Option<Stability> {
        let has = |mask: u8| mask >> square & 1 != 0;
        if !has(line.own | line.other) {
            None
        } else if has(self.stable[line.index()]) {
            Some(Stability::Stable)
        } else if has(self.unstable[line.index()]) {
            Some(Stability::Unstable)
        } else {
            Some(Stability::Semistable)
        }
    }

    /// The own discs of a line that are stable.
    #[inline(always)]
    pub(super) fn own_stable(&self, line: Line) -> u8 {
        self.stable[line.index()] & line.own
    }

    /// 10·A + 3·B + C, the rating of an edge.
    #[inline(always)]
    pub(super) fn rating(&self, line: Line) -> i32 {
        i32::from(self.rating[line.index()])
    }

    /// The own discs of a diagonal of this length that are stable once it is stretched.
    #[inline(always)]
    pub(super) fn own_stable_on_diagonal(&self, length: usize, line: Line) -> u8 {
        self.diagonals[length][line.index()]
    }
}

/// The own stable discs of every line of a length, stretched to eight squares: beyond an end that is
/// occupied, discs of the same side are added. With both ends empty there is no telling, and none is stable.
/// With both ends occupied it does not matter which is stretched: discs at the end of a line never turn.
fn stretched(length: usize, stable: &[u8; LINES]) -> Box<[u8]> {
    if length < 3 {
        return Box::new([]);
    }
    let padding = 8 - length;
    let squares = (1u16 << length) - 1;
    let own_stable = |line: Line| stable[line.index()] & line.own;
    (0..3usize.pow(length as u32))
        .map(|index| {
            let line = Line::of_index(index);
            let beyond = |bit: u8| line_end(line, bit);
            let pad = ((1u16 << padding) - 1) as u8;
            match (beyond(0), beyond(length as u8 - 1)) {
                _ if padding == 0 => own_stable(line),
                (Some(side), _) => {
                    // The new squares are below: everything moves up.
                    let (own, other) = side.pad(pad);
                    let line = Line { own: line.own << padding | own, other: line.other << padding | other };
                    own_stable(line) >> padding
                }
                (None, Some(side)) => {
                    let (own, other) = side.pad(pad << (length as u32 % 8));
                    let line = Line { own: line.own | own, other: line.other | other };
                    own_stable(line) & squares as u8
                }
                (None, None) => 0,
            }
        })
        .collect()
}

/// Whose disc is at an end of a line.
#[derive(Clone, Copy)]
enum End {
    Own,
    Other,
}

impl End {
    /// These squares as discs of the side: own and other's.
    fn pad(self, squares: u8) -> (u8, u8) {
        match self {
            Self::Own => (squares, 0),
            Self::Other => (0, squares),
        }
    }
}

fn line_end(line: Line, square: u8) -> Option<End> {
    match (line.own >> square & 1, line.other >> square & 1) {
        (1, _) => Some(End::Own),
        (_, 1) => Some(End::Other),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        let bits =
            |disc| text.chars().enumerate().filter(|&(_, c)| c == disc).fold(0, |bits, (n, _)| bits | 1 << n);
        Line { own: bits('X'), other: bits('O') }
    }

    /// S, s, u for the discs of a line.
    fn drawn(text: &str) -> String {
        (0..8)
            .map(|square| match Lines::get().stability(line(text), square) {
                Some(Stability::Stable) => 'S',
                Some(Stability::Semistable) => 's',
                Some(Stability::Unstable) => 'u',
                None => '-',
            })
            .collect()
    }

    #[test]
    fn lines_worked_out_by_hand() {
        for (line, expected) in [
            // Nothing there, and nothing left to do.
            ("--------", "--------"),
            ("XOXOOXXO", "SSSSSSSS"),
            // A corner and what hangs on it.
            ("X-------", "S-------"),
            ("XXX-----", "SSS-----"),
            // The corner is safe. X on c turns b over at once.
            ("XO------", "Su------"),
            // X on a turns b over, and so does O the X of the mirrored line.
            ("-OX-----", "-uu-----"),
            ("-XXO----", "-uuu----"),
            // A disc alone: no neighbour to turn it over with, but two moves do it: O on a, then O on c.
            ("-X------", "-s------"),
            ("---X----", "---s----"),
            // All full but one square: X on c turns d and e over; a and b are X anyway.
            ("XX-OOXOX", "SS-uuSSS"),
            // O on h turns g over; the others stand behind f, which is O for good.
            ("XXXXXOX-", "SSSSSSu-"),
            ("OXXXXXXO", "SSSSSSSS"),
            // The O on a is safe, and O on c turns b over at once.
            ("OX------", "Su------"),
            // O on c, which turns over nothing here, and then O on e: d can be had by two moves.
            ("XX-X----", "SS-s----"),
        ] {
            assert_eq!(drawn(line), expected, "{line}");
        }
    }

    #[test]
    fn an_edge_is_rated_by_hand() {
        let rating = |text| Lines::get().rating(line(text));
        assert_eq!(rating("--------"), 0);
        // Five stable and one unstable of ours, one stable of the other's.
        assert_eq!(rating("XXXXXOX-"), 5 * 10 + 1 - 10);
        assert_eq!(rating("XO------"), 10 - 1);
        assert_eq!(rating("---X----"), 3);
        assert_eq!(rating("---O----"), -3);
        assert_eq!(rating("XXXXXXXX"), 80);
    }

    #[test]
    fn diagonals_are_stretched_by_hand() {
        let stable = |text: &str| Lines::get().own_stable_on_diagonal(text.len(), line(text));
        // The lower end is own: XXXXX added below. All three are safe, the line is full.
        assert_eq!(stable("XXX"), 0b111);
        // Both ends empty: no telling.
        assert_eq!(stable("-X-"), 0);
        assert_eq!(stable("-XX-"), 0);
        // The upper end is the other's: -XO becomes -XOOOOOO, and O on the empty square turns X over.
        assert_eq!(stable("-XO"), 0);
        // -XX becomes -XXXXXXX: nothing of the other's can ever stand above.
        assert_eq!(stable("-XX"), 0b110);
        assert_eq!(stable("XX-"), 0b011);
        assert_eq!(stable("OX-"), 0, "O on the empty square turns it over");
        assert_eq!(stable("OXO"), 0b010, "full");
        // The long diagonals are lines as they are.
        assert_eq!(stable("-XX-----"), 0);
        assert_eq!(stable("XX------"), 0b11);
    }
}
