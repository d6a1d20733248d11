//! The kernel for processors with AVX2 and BMI2 (2013 and later): four lines of the board at a time.

use std::arch::x86_64::*;

use super::lines::{LAST_FLIPS, LINES};
use super::rays::{RAYS, STEPS};
use super::{Kernel, Work};
use crate::{Position, Square, Squares};

/// The proof that this processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if the processor can run it.
    #[inline]
    pub fn detect() -> Option<Self> {
        let there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        there.then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    const NAME: &str = "avx2";

    #[inline(always)]
    fn moves(self, position: Position) -> Squares {
        // SAFETY: `self` exists only where `detect` found the instructions.
        Squares::from_bits(unsafe { moves(position.mover().bits(), position.opponent().bits()) })
            & position.empties()
    }

    #[inline(always)]
    fn flips(self, position: Position, square: Square) -> Squares {
        debug_assert!(position.empties().contains(square));
        // SAFETY: `self` exists only where `detect` found the instructions.
        Squares::from_bits(unsafe { flips(position.mover().bits(), position.opponent().bits(), square) })
    }

    #[inline(always)]
    fn last_flips(self, mover: Squares, square: Square) -> u32 {
        let (mover, lines) = (mover.bits(), &LINES[square.index()]);
        // SAFETY: `self` exists only where `detect` found the instructions.
        let on_line = |lane: usize| unsafe { _pext_u64(mover, lines.squares[lane]) as u8 };
        let flips =
            |lane: usize| u32::from(LAST_FLIPS[(lines.places[lane] & 7) as usize][on_line(lane) as usize]);
        flips(0) + flips(1) + flips(2) + flips(3)
    }

    #[inline(always)]
    fn nth(self, squares: Squares, n: u32) -> Square {
        debug_assert!(n < squares.count());
        // SAFETY: `self` exists only where `detect` found the instructions.
        Square::lowest(unsafe { _pdep_u64(1 << (n & 63), squares.bits()) })
    }

    #[inline(always)]
    fn extract(self, squares: Squares, mask: Squares) -> u64 {
        // SAFETY: `self` exists only where `detect` found the instructions.
        unsafe { _pext_u64(squares.bits(), mask.bits()) }
    }

    #[inline(always)]
    fn prefetch<T>(self, soon: &T) {
        // SAFETY: fetching ahead reads nothing that the program sees; the address is that of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(soon).cast()) }
    }

    #[inline(always)]
    fn enter<T>(self, work: impl Work<T>) -> T {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_instructions<T>(work: impl Work<T>) -> T {
            work.run()
        }
        // SAFETY: `self` exists only where `detect` found the instructions.
        unsafe { with_instructions(work) }
    }
}

/// The or of all four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn join(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// The same fill as the portable kernel's, the four lines in one register. Squares with discs are not
/// yet taken away.
#[inline]
#[target_feature(enable = "avx2")]
fn moves(mover: u64, opponent: u64) -> u64 {
    let step = _mm256_setr_epi64x(STEPS[0].into(), STEPS[1].into(), STEPS[2].into(), STEPS[3].into());
    let two_steps = _mm256_add_epi64(step, step);
    let inner = 0x7e7e_7e7e_7e7e_7e7e;
    let mover = _mm256_set1_epi64x(mover as i64);
    let between =
        _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), _mm256_setr_epi64x(inner, inner, -1, inner));

    let mut up = _mm256_and_si256(between, _mm256_sllv_epi64(mover, step));
    let mut down = _mm256_and_si256(between, _mm256_srlv_epi64(mover, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(between, _mm256_sllv_epi64(between, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    }
    join(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)))
}

/// Carries along the growing rays as in the portable kernel; along the shrinking ones, where AVX2 has
/// no leading-zero count, everything behind the first foreign square is wiped out.
// CITE: the shape of Toshihiko Okuhara's AVX2 flip in edax-reversi-AVX.
#[inline]
#[target_feature(enable = "avx2")]
fn flips(mover: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    // SAFETY: `Rays` is two aligned arrays of 32 bytes each.
    let (ray_up, ray_down) =
        unsafe { (_mm256_load_si256(rays.up.as_ptr().cast()), _mm256_load_si256(rays.down.as_ptr().cast())) };
    let mover = _mm256_set1_epi64x(mover as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();
    let ones = _mm256_cmpeq_epi64(zero, zero);

    // Subtracting all ones adds one.
    let carried = _mm256_sub_epi64(_mm256_or_si256(opponent, _mm256_xor_si256(ray_up, ones)), ones);
    let end_up = _mm256_and_si256(_mm256_and_si256(carried, ray_up), mover);
    // end − 1 where there is an end: cmpeq gives −1 where there is none, which undoes the +(−1).
    let below = _mm256_add_epi64(end_up, _mm256_xor_si256(_mm256_cmpeq_epi64(end_up, zero), ones));
    let flips_up = _mm256_and_si256(below, ray_up);

    let step = _mm256_setr_epi64x(STEPS[0].into(), STEPS[1].into(), STEPS[2].into(), STEPS[3].into());
    let two_steps = _mm256_add_epi64(step, step);
    let mut behind = _mm256_srlv_epi64(_mm256_andnot_si256(opponent, ray_down), step);
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, step));
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, two_steps));
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(two_steps, two_steps)));
    let end_down = _mm256_andnot_si256(behind, _mm256_and_si256(ray_down, mover));
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end_down, end_down));
    let flips_down = _mm256_and_si256(above, ray_down);

    join(_mm256_or_si256(flips_up, flips_down))
}
