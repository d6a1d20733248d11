//! Patterns as features: which entry of each table is looked up in a position.

use std::fmt;
use std::sync::Arc;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement, Position};

use super::lanes::Powers;
use super::layout::MOVES;
use super::{Extra, Lanes, Layout};
use crate::Features;

/// The features of a layout with at most `N` places: of each table, the entry that stands on the board.
#[derive(Clone, PartialEq, Eq)]
pub struct Patterns<const N: usize> {
    layout: Arc<Layout>,
    powers: Arc<Powers<N>>,
    /// Where the table of each place begins.
    starts: [u32; N],
    lanes: usize,
}

impl<const N: usize> Patterns<N> {
    /// The features of a layout, unless it has more than `N` places.
    pub fn new(layout: Arc<Layout>) -> Option<Self> {
        let lanes = layout.lanes();
        if lanes > N {
            return None;
        }
        let mut starts = [0; N];
        let tables = layout.shapes.iter().zip(&layout.starts);
        let of_images = tables.flat_map(|(shape, &start)| shape.images().iter().map(move |_| start));
        for (lane, start) in starts.iter_mut().zip(of_images) {
            *lane = start;
        }
        let powers = Arc::new(Powers::new(&layout));
        Some(Self { layout, powers, starts, lanes })
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Where the table of each place begins within a stage.
    #[inline(always)]
    pub fn starts(&self) -> &[u32] {
        &self.starts[..self.lanes]
    }

    /// The lanes of a position, from nothing.
    #[inline(always)]
    pub fn lanes(&self, position: Position) -> Lanes<N> {
        self.powers.of(position)
    }

    /// The lanes after a move.
    #[inline(always)]
    pub fn lanes_after(&self, lanes: Lanes<N>, placement: Placement) -> Lanes<N> {
        self.powers.after(lanes, placement)
    }

    /// The lanes after a pass.
    #[inline(always)]
    pub fn lanes_passed(&self, lanes: Lanes<N>) -> Lanes<N> {
        self.powers.turned(lanes)
    }

    /// The entries that the shapes look up within a stage, place by place.
    #[inline(always)]
    pub fn shape_entries<'a>(&'a self, lanes: &'a Lanes<N>) -> impl Iterator<Item = usize> + 'a {
        self.starts().iter().zip(&lanes.0).map(|(&start, &lane)| start as usize + usize::from(lane))
    }

    /// Calls `each` with the entries that the extra tables look up within a stage.
    #[inline(always)]
    pub fn extra_entries(&self, position: Position, [own, other]: [u32; 2], mut each: impl FnMut(usize)) {
        let starts = &self.layout.extra_starts;
        for (extra, count) in [
            (Extra::OwnMobility, own),
            (Extra::OpponentMobility, other),
            (Extra::OwnDiscs, position.mover().count()),
            (Extra::OpponentDiscs, position.opponent().count()),
            (Extra::Constant, 0),
            (Extra::Discs, position.occupied().count()),
        ] {
            if let Some(start) = starts[extra as usize] {
                each(start as usize + (count as usize).min(extra.entries() - 1));
            }
        }
        let moves = |count: u32| (count as usize).min(MOVES - 1);
        if let Some(start) = starts[Extra::Moves as usize] {
            each(start as usize + moves(own) * MOVES + moves(other));
        }
        if let Some(start) = starts[Extra::DiscsAndMoves as usize] {
            each(start as usize + position.opponent().count() as usize * MOVES + moves(own));
        }
    }

    /// The sum over one stage's entries, in f32. Eight sums run side by side, always in the same order.
    #[inline(always)]
    pub fn sum_f32(&self, stage: &[f32], lanes: &Lanes<N>, position: Position, mobility: [u32; 2]) -> f32 {
        let mut sums = [0.0f32; 8];
        let (starts, indices) = (self.starts(), &lanes.0[..self.lanes]);
        let (blocks, rest) = starts.as_chunks::<8>();
        let (index_blocks, index_rest) = indices.as_chunks::<8>();
        for (starts, indices) in blocks.iter().zip(index_blocks) {
            for place in 0..8 {
                sums[place] += stage[starts[place] as usize + usize::from(indices[place])];
            }
        }
        for (place, (&start, &index)) in rest.iter().zip(index_rest).enumerate() {
            sums[place] += stage[start as usize + usize::from(index)];
        }
        let mut place = 0;
        self.extra_entries(position, mobility, |entry| {
            sums[place & 7] += stage[entry];
            place += 1;
        });
        let [a, b, c, d, e, f, g, h] = sums;
        ((a + b) + (c + d)) + ((e + f) + (g + h))
    }

    /// The sum over one stage's entries, in whole numbers.
    #[inline(always)]
    pub fn sum_i16(&self, stage: &[i16], lanes: &Lanes<N>, position: Position, mobility: [u32; 2]) -> i32 {
        let mut sum = 0;
        for (&start, &index) in self.starts().iter().zip(&lanes.0) {
            sum += i32::from(stage[start as usize + usize::from(index)]);
        }
        self.extra_entries(position, mobility, |entry| sum += i32::from(stage[entry]));
        sum
    }
}

/// How many moves each side has, or would have: the mover first.
#[inline(always)]
pub fn mobility<K: Kernel>(kernel: K, position: Position) -> [u32; 2] {
    [kernel.moves(position).count(), kernel.moves(position.passed()).count()]
}

impl<const N: usize> Features for Patterns<N> {
    type State = Lanes<N>;

    fn count(&self) -> usize {
        self.layout.weights() * self.layout.stages().count()
    }

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> Lanes<N> {
        self.lanes(board.position)
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, lanes: Lanes<N>, _: Board, placement: Placement) -> Lanes<N> {
        self.lanes_after(lanes, placement)
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, lanes: Lanes<N>, _: Board) -> Lanes<N> {
        self.lanes_passed(lanes)
    }

    #[inline(always)]
    fn active<K: Kernel>(&self, kernel: K, lanes: &Lanes<N>, board: Board, mut each: impl FnMut(usize, f64)) {
        let first = self.layout.stage(board.position) * self.layout.weights();
        let mut entry = |entry: usize| each(first + self.layout.weight_of(entry), 1.0);
        self.shape_entries(lanes).for_each(&mut entry);
        self.extra_entries(board.position, mobility(kernel, board.position), entry);
    }
}

impl<const N: usize> fmt::Debug for Patterns<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patterns")
            .field("shapes", &self.layout.shapes.len())
            .field("lanes", &self.lanes)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Stages, shapes};
    use super::*;
    use crate::{Evaluator, Linear};
    use outflank_engine::Chance;
    use outflank_rules::kernel::Portable;
    use outflank_rules::{Color, Square, Symmetry, Turn};

    /// The index of a place, square by square.
    fn index(squares: &[Square], position: Position) -> usize {
        let digit = |square: &Square| match () {
            _ if position.mover().contains(*square) => 2,
            _ if position.opponent().contains(*square) => 0,
            _ => 1,
        };
        squares.iter().rev().fold(0, |sum, square| sum * 3 + digit(square))
    }

    /// Calls `visit` with the positions of random games, and the lanes that were kept along the way.
    fn along_games<const N: usize>(patterns: &Patterns<N>, mut visit: impl FnMut(Position, Lanes<N>)) {
        for game in 0..20 {
            let mut chance = Chance::stream(5, "patterns", game);
            let mut position = Position::START;
            let mut lanes = patterns.lanes(position);
            loop {
                visit(position, lanes);
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Pass => {
                        position = position.passed();
                        lanes = patterns.lanes_passed(lanes);
                    }
                    Turn::Play(moves) => {
                        let square = chance.pick(Portable, moves);
                        let placement = position.placement(square).expect("legal");
                        lanes = patterns.lanes_after(lanes, placement);
                        position = position.after(placement);
                    }
                }
            }
        }
    }

    fn layout(words: &[&str], stages: usize) -> Arc<Layout> {
        let stages = Stages::new(stages).expect("a possible number");
        Arc::new(Layout::new(shapes(words).expect("shapes"), &Extra::ALL, stages).expect("a layout"))
    }

    #[test]
    fn what_is_kept_is_what_stands_on_the_board() {
        fn check<const N: usize>(words: &[&str]) {
            let layout = layout(words, 2);
            let patterns = Patterns::<N>::new(Arc::clone(&layout)).expect("it fits");
            along_games(&patterns, |position, lanes| {
                assert_eq!(lanes, patterns.lanes(position));
                let images = layout.shapes().iter().flat_map(|shape| shape.images());
                for (image, &lane) in images.zip(lanes.indices()) {
                    assert_eq!(usize::from(lane), index(image, position));
                }
            });
        }
        check::<64>(&["edax"]);
        check::<256>(&["lines 3", "a1 h8 d4"]);
        assert!(Patterns::<64>::new(layout(&["lines 3"], 1)).is_none());
    }

    #[test]
    fn symmetric_positions_have_the_same_value() {
        let layout = layout(&["edax", "rectangles 2x2"], 5);
        let patterns = Patterns::<256>::new(layout).expect("it fits");
        let weights: Vec<f64> = (0..patterns.count()).map(|weight| (weight * 7919 % 1000) as f64).collect();
        let linear = Linear::new(patterns.clone(), weights);
        let value = |position| linear.evaluate(Portable, Board { position, mover: Color::Black }).value();
        along_games(&patterns, |position, _| {
            for symmetry in Symmetry::ALL {
                assert_eq!(value(symmetry.position(position)), value(position));
            }
        });
    }

    #[test]
    fn the_fast_sums_are_the_sum_of_what_is_active() {
        let layout = layout(&["edax"], 3);
        let patterns = Patterns::<64>::new(Arc::clone(&layout)).expect("it fits");
        let weights: Vec<i16> =
            (0..patterns.count()).map(|weight| (weight * 31 % 2001) as i16 - 1000).collect();
        let entries = layout.expanded(&weights);
        let floats: Vec<f32> = entries.iter().map(|&weight| f32::from(weight)).collect();
        let linear = Linear::new(patterns.clone(), weights);
        along_games(&patterns, |position, lanes| {
            let board = Board { position, mover: Color::White };
            let plain = linear.value(Portable, lanes, board).value();
            let stage = layout.stage(position) * layout.entries();
            let stage = stage..stage + layout.entries();
            let mobility = mobility(Portable, position);
            let whole = patterns.sum_i16(&entries[stage.clone()], &lanes, position, mobility);
            assert_eq!(f64::from(whole), plain);
            assert_eq!(f64::from(patterns.sum_f32(&floats[stage], &lanes, position, mobility)), plain);
        });
    }
}
