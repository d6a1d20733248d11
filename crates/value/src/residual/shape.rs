//! How large a network is, and where which of its weights lies.

use std::ops::Range;

use super::Sight;
use super::kernel::TAPS;

/// Planes of each head, policy and value.
pub(super) const HEAD: usize = 8;
/// Planes of both heads.
pub(super) const HEADS: usize = 2 * HEAD;
/// Numbers of a head.
pub(super) const HEAD_INPUTS: usize = 64 * HEAD;
/// Neurons between the value's planes and the value.
pub(super) const HIDDEN: usize = 32;

/// Numbers that are kept for each square within a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channels {
    /// 16 of them.
    Sixteen,
    /// 32 of them.
    ThirtyTwo,
    /// 64 of them.
    SixtyFour,
}

impl Channels {
    /// How many there are.
    pub const fn count(self) -> usize {
        match self {
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
            Self::SixtyFour => 64,
        }
    }

    /// So many of them, if networks can have so many.
    pub fn of_count(count: usize) -> Option<Self> {
        [Self::Sixteen, Self::ThirtyTwo, Self::SixtyFour]
            .into_iter()
            .find(|channels| channels.count() == count)
    }
}

/// How a network treats the eight symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// It sees the board as it is.
    AsItIs,
    /// It sees the board turned to the one orientation that all eight have in common, so that its values are the same
    /// for all.
    Canonical,
}

/// How large a network is, and what it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What it is shown.
    pub sight: Sight,
    /// How it treats symmetries.
    pub orientation: Orientation,
    /// Residual blocks, of two convolutions each.
    pub blocks: usize,
    /// Numbers for each square within it.
    pub channels: Channels,
}

/// Some weights that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What they are called.
    pub name: String,
    /// The size along each axis, the last running fastest.
    pub sizes: Vec<usize>,
    /// Where they lie among all.
    pub range: Range<usize>,
}

impl Shape {
    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.value_bias() + 1
    }

    /// Where the first convolution begins: its weights, then its biases.
    pub(super) const fn stem(&self) -> usize {
        0
    }

    /// Where a convolution of the blocks begins, the first being 0.
    pub(super) const fn convolution(&self, number: usize) -> usize {
        let channels = self.channels.count();
        (TAPS * self.sight.planes() + 1) * channels + number * (TAPS * channels + 1) * channels
    }

    /// Where the weights of both heads begin, and then their biases.
    pub(super) const fn heads(&self) -> usize {
        self.convolution(2 * self.blocks)
    }

    /// Where the weights from the policy's planes to the squares begin, and then their biases.
    pub(super) const fn policy(&self) -> usize {
        self.heads() + (self.channels.count() + 1) * HEADS
    }

    /// Where the weights from the value's planes to its neurons begin, and then their biases.
    pub(super) const fn hidden(&self) -> usize {
        self.policy() + (HEAD_INPUTS + 1) * 64
    }

    /// Where the weights from these neurons to the value begin.
    pub(super) const fn value(&self) -> usize {
        self.hidden() + (HEAD_INPUTS + 1) * HIDDEN
    }

    /// Where the bias of the value lies.
    pub(super) const fn value_bias(&self) -> usize {
        self.value() + HIDDEN
    }

    /// The weights whose signs decide the sign of the value: those that lead to it, and its bias.
    pub fn sign_of_value(&self) -> Range<usize> {
        self.value()..self.weights()
    }

    /// All weights by name, in their order.
    pub fn parts(&self) -> Vec<Part> {
        let (planes, channels) = (self.sight.planes(), self.channels.count());
        let mut parts = Vec::new();
        let mut add = |name: &str, weights: &[usize], biases: usize| {
            for (kind, sizes) in [("weights", weights), ("biases", &[biases][..])] {
                let start = parts.last().map_or(0, |part: &Part| part.range.end);
                let range = start..start + sizes.iter().product::<usize>();
                parts.push(Part { name: format!("{name}.{kind}"), sizes: sizes.to_vec(), range });
            }
        };
        add("stem", &[3, 3, planes, channels], channels);
        for block in 0..self.blocks {
            add(&format!("block{block}.first"), &[3, 3, channels, channels], channels);
            add(&format!("block{block}.second"), &[3, 3, channels, channels], channels);
        }
        add("heads", &[channels, HEADS], HEADS);
        add("policy", &[64, HEAD, 64], 64);
        add("hidden", &[64, HEAD, HIDDEN], HIDDEN);
        add("value", &[HIDDEN], 1);
        parts
    }

    /// Weights drawn for a beginning, by a function that draws from a normal distribution: each layer keeps the spread of what
    /// goes through it, and every block begins by passing on what it gets.
    // CITE: He et al., Delving deep into rectifiers (2015); Zhang et al., Fixup initialization (2019).
    pub fn drawn(&self, mut normal: impl FnMut() -> f64) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        for part in self.parts().iter().filter(|part| part.name.ends_with("weights")) {
            let inputs: usize = match part.sizes.as_slice() {
                [inputs] => *inputs,
                sizes => sizes[..sizes.len() - 1].iter().product(),
            };
            let scale = match part.name.as_str() {
                "policy.weights" | "value.weights" => 0.1,
                name if name.contains("second") => 0.2,
                _ => 1.0,
            };
            // What is shown is mostly 0.
            let spread = scale * (2.0 / inputs as f64).sqrt();
            weights[part.range.clone()].fill_with(|| (spread * normal()) as f32);
        }
        weights
    }
}

/// Does work whose type has the planes and channels of a shape as constants, under these two names.
macro_rules! of_size {
    ($shape:expr, <$planes:ident, $channels:ident> $work:expr) => {
        $crate::residual::shape::of_size!(
            $shape, $planes, $channels, $work,
            Discs Sixteen 3 16, Discs ThirtyTwo 3 32, Discs SixtyFour 3 64,
            Moves Sixteen 5 16, Moves ThirtyTwo 5 32, Moves SixtyFour 5 64
        )
    };
    ($shape:expr, $planes:ident, $channels:ident, $work:expr, $($sight:ident $size:ident $p:literal $c:literal),+) => {
        match ($shape.sight, $shape.channels) {
            $(($crate::residual::Sight::$sight, $crate::residual::Channels::$size) => {
                const $planes: usize = $p;
                const $channels: usize = $c;
                $work
            })+
        }
    };
}
pub(super) use of_size;
