//! Parity: who will make the last move in a region. The regions are the four quadrants of the board,
//! which is crude, quick, and right often enough to be the best single hint where few squares are left.

use outflank_rules::{Square, Squares};

/// The quadrants of the board that have an odd number of these empty squares. Whoever plays into one of
/// them may hope for the last move there.
#[inline(always)]
pub(super) fn odd_quadrants(empties: Squares) -> Squares {
    // The exclusive or of each quadrant gathers in its first square…
    let mut bits = empties.bits();
    bits ^= bits >> 1;
    bits ^= bits >> 2;
    bits ^= bits >> 8;
    bits ^= bits >> 16;
    // …and is spread over the quadrant again.
    Squares::from_bits((bits & 0x0000_0011_0000_0011) * 0x0f0f_0f0f)
}

/// The `N` empty squares, those of odd quadrants first. There must be as many.
#[inline(always)]
pub(super) fn odd_first<const N: usize>(empties: Squares) -> [Square; N] {
    debug_assert_eq!(empties.count() as usize, N);
    let odd = odd_quadrants(empties);
    let (mut rest, mut later) = (empties & odd, empties.without(odd));
    std::array::from_fn(|_| {
        if rest.is_empty() {
            rest = std::mem::take(&mut later);
        }
        let square = rest.first().expect("as many squares as asked for");
        rest = rest.without(square.set());
        square
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quadrant(square: Square) -> (usize, usize) {
        (square.column() / 4, square.row() / 4)
    }

    #[test]
    fn odd_quadrants_are_counted_right() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1000 {
            bits = bits.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let empties = Squares::from_bits(bits & bits.rotate_left(23));
            let expected = Square::all().filter(|&square| {
                empties.into_iter().filter(|&empty| quadrant(empty) == quadrant(square)).count() % 2 == 1
            });
            assert_eq!(odd_quadrants(empties), expected.collect());
        }
    }

    #[test]
    fn squares_of_odd_quadrants_come_first() {
        let empties = [Square::A1, Square::B1, Square::H1, Square::A8].into_iter().collect();
        assert_eq!(odd_first::<4>(empties), [Square::H1, Square::A8, Square::A1, Square::B1]);
    }
}
