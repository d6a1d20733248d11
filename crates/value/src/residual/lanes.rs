//! Sixteen numbers, of which one operation changes all: written down for each set of instructions.
//!
//! A compiler left alone makes vectors of plain loops in one build and not in the next; here it has no choice. Products and
//! sums are rounded one by one, never fused, so that all sets give the same bits.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// How many there are.
pub(super) const LANES: usize = 16;

/// Sixteen numbers. The types are named by [`Instructions::enter`](super::Instructions) alone, each after the processor was
/// asked: that makes their operations safe.
pub(super) trait Lanes: Copy {
    /// These numbers.
    fn load(numbers: &[f32; LANES]) -> Self;

    /// The same number everywhere.
    fn splat(number: f32) -> Self;

    /// Puts them down.
    fn store(self, numbers: &mut [f32; LANES]);

    /// These and the products of two others, each rounded.
    fn add_product(self, a: Self, b: Self) -> Self;
}

/// For processors of which nothing is known.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(super) struct Plain([f32; LANES]);

#[cfg(not(target_arch = "x86_64"))]
impl Lanes for Plain {
    #[inline(always)]
    fn load(numbers: &[f32; LANES]) -> Self {
        Self(*numbers)
    }

    #[inline(always)]
    fn splat(number: f32) -> Self {
        Self([number; LANES])
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32; LANES]) {
        *numbers = self.0;
    }

    #[inline(always)]
    fn add_product(mut self, a: Self, b: Self) -> Self {
        for lane in 0..LANES {
            self.0[lane] += a.0[lane] * b.0[lane];
        }
        self
    }
}

/// Implements lanes by registers of so many numbers, with the functions that load, spread, store, add and multiply. Each part
/// is written out: there is nothing left to be inlined or not.
#[cfg(target_arch = "x86_64")]
macro_rules! lanes {
    ($name:ident, $register:ty, $width:literal, [$($part:literal)*],
     $load:ident, $splat:ident, $store:ident, $add:ident, $multiply:ident) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name([$register; LANES / $width]);

        impl Lanes for $name {
            #[inline(always)]
            fn load(numbers: &[f32; LANES]) -> Self {
                // SAFETY: the processor was asked; each load stays within the sixteen numbers.
                unsafe { Self([$($load(numbers.as_ptr().add($part * $width))),*]) }
            }

            #[inline(always)]
            fn splat(number: f32) -> Self {
                // SAFETY: the processor was asked.
                Self([unsafe { $splat(number) }; LANES / $width])
            }

            #[inline(always)]
            fn store(self, numbers: &mut [f32; LANES]) {
                // SAFETY: the processor was asked; each store stays within the sixteen numbers.
                unsafe { $($store(numbers.as_mut_ptr().add($part * $width), self.0[$part]);)* }
            }

            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                // SAFETY: the processor was asked.
                unsafe { Self([$($add(self.0[$part], $multiply(a.0[$part], b.0[$part]))),*]) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
lanes!(
    OfSse2, __m128, 4, [0 1 2 3], _mm_loadu_ps, _mm_set1_ps, _mm_storeu_ps, _mm_add_ps, _mm_mul_ps
);
#[cfg(target_arch = "x86_64")]
lanes!(
    OfAvx2, __m256, 8, [0 1], _mm256_loadu_ps, _mm256_set1_ps, _mm256_storeu_ps, _mm256_add_ps, _mm256_mul_ps
);
#[cfg(target_arch = "x86_64")]
lanes!(
    OfAvx512,
    __m512,
    16,
    [0],
    _mm512_loadu_ps,
    _mm512_set1_ps,
    _mm512_storeu_ps,
    _mm512_add_ps,
    _mm512_mul_ps
);
