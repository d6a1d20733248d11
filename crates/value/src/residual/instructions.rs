//! Which instructions of the processor the network is computed with.
//!
//! As with the kernels of the rules, a token can only be had from the processor that was asked, and the choice is made
//! once, around a whole evaluation or a whole shard of training: everything inside is compiled for it.

use super::lanes::Lanes;
#[cfg(not(target_arch = "x86_64"))]
use super::lanes::Plain;
#[cfg(target_arch = "x86_64")]
use super::lanes::{OfAvx2, OfAvx512, OfSse2};

/// Work that is compiled once for each kind of lanes. `run` must be `#[inline(always)]`, and all that it calls.
pub(super) trait Work<T> {
    /// Does the work.
    fn run<L: Lanes>(self) -> T;
}

/// A set of instructions that this processor has. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instructions {
    /// Sixteen numbers at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// Eight numbers at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// What every processor of this kind has: four numbers at a time (SSE2) on x86-64.
    Portable,
}

/// The proof that this processor has AVX-512.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

/// The proof that this processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Instructions {
    /// The fastest that this processor has. The processor is asked once.
    #[inline]
    pub fn best() -> Self {
        Self::all().next().unwrap_or(Self::Portable)
    }

    /// All that this processor has, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl"))
                .then_some(Self::Avx512(Avx512(()))),
            is_x86_feature_detected!("avx2").then_some(Self::Avx2(Avx2(()))),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let special: [Option<Self>; 0] = [];
        special.into_iter().flatten().chain([Self::Portable])
    }

    /// What they are called in reports.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Does `work` inside a function that may use these instructions throughout.
    #[inline(always)]
    pub(super) fn enter<T>(self, work: impl Work<T>) -> T {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => {
                #[target_feature(enable = "avx512f,avx512vl")]
                fn with_instructions<T>(work: impl Work<T>) -> T {
                    work.run::<OfAvx512>()
                }
                // SAFETY: the token exists only where the processor was found to have the instructions.
                unsafe { with_instructions(work) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => {
                #[target_feature(enable = "avx2")]
                fn with_instructions<T>(work: impl Work<T>) -> T {
                    work.run::<OfAvx2>()
                }
                // SAFETY: the token exists only where the processor was found to have the instructions.
                unsafe { with_instructions(work) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Portable => work.run::<OfSse2>(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Portable => work.run::<Plain>(),
        }
    }
}
