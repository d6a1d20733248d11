//! The four lines through a square as small numbers, for counting what the last disc turns over.

use super::rays::RAYS;

/// The four lines through a square, in the order of [`RAYS`].
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// The squares of each line, without the square itself.
    pub squares: [u64; 4],
    /// How many squares of each line come before the square.
    pub places: [u8; 4],
}

/// The lines of all squares.
pub(super) static LINES: [Lines; 64] = {
    let mut lines = [Lines { squares: [0; 4], places: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let rays = &RAYS[square];
            lines[square].squares[lane] = rays.up[lane] | rays.down[lane];
            lines[square].places[lane] = rays.down[lane].count_ones() as u8;
            lane += 1;
        }
        square += 1;
    }
    lines
};

/// What a disc turns over on a line that it fills: by its place on the line, and by the mover's discs on
/// the rest of the line, squeezed together to seven bits. Lines shorter than eight squares look as if
/// they went on with the opponent's discs, which nothing bounds, so that these stay.
// CITE: counting the last flips by table, as in Edax (Richard Delorme) and before it in Zebra
// (Gunnar Andersson).
pub(super) static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut flips = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mover = 0u32;
        while mover < 128 {
            let before = mover & ((1 << place) - 1);
            let after = mover >> place;
            // The nearest disc on each side ends the run.
            if before != 0 {
                flips[place][mover as usize] += (place - 1) as u8 - before.ilog2() as u8;
            }
            if after != 0 {
                flips[place][mover as usize] += after.trailing_zeros() as u8;
            }
            mover += 1;
        }
        place += 1;
    }
    flips
};
