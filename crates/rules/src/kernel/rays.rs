//! The squares that can be seen from a square, in each of the eight directions.

/// The eight rays of a square. Each lane of `up` and `down` is one line through the square: row,
/// falling diagonal, column, rising diagonal; bits grow along `up` and shrink along `down`.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Rays {
    pub up: [u64; 4],
    pub down: [u64; 4],
}

/// How many bits one step takes along each lane.
pub(super) const STEPS: [u32; 4] = [1, 9, 8, 7];

/// The rays of all squares.
pub(super) static RAYS: [Rays; 64] = {
    // The same lanes as (column, row) steps.
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (1, 1), (0, 1), (-1, 1)];
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (dx, dy) = DIRECTIONS[lane];
            rays[square].up[lane] = ray(square as i32, dx, dy);
            rays[square].down[lane] = ray(square as i32, -dx, -dy);
            lane += 1;
        }
        square += 1;
    }
    rays
};

const fn ray(square: i32, dx: i32, dy: i32) -> u64 {
    let (mut column, mut row) = (square % 8 + dx, square / 8 + dy);
    let mut bits = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        bits |= 1 << (row * 8 + column);
        column += dx;
        row += dy;
    }
    bits
}
