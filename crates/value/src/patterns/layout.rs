//! How shapes, extra tables and stages become numbered features.

use std::sync::Arc;

use outflank_rules::Position;

use super::{Shape, ShapeError};

/// The most places that are computed side by side.
pub const MOST_LANES: usize = 256;

/// The numbers of moves that are told apart: no position has more than 33.
pub(super) const MOVES: usize = 34;

/// A table beside those of the shapes, with an entry for each number that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extra {
    /// How many moves the mover has.
    OwnMobility,
    /// How many moves the opponent would have.
    OpponentMobility,
    /// How many discs the mover has.
    OwnDiscs,
    /// How many discs the opponent has.
    OpponentDiscs,
    /// Always the same: what the right to move is worth.
    Constant,
    /// How many discs there are: what the right to move is worth at each ply, since it matters who moves last.
    Discs,
    /// How many moves the mover has and how many the opponent would have, taken together.
    Moves,
    /// How many discs the opponent has and how many moves the mover, taken together: whoever has few discs left may lose them
    /// all.
    DiscsAndMoves,
}

impl Extra {
    /// All of them, in the order in which they are numbered.
    pub const ALL: [Self; 8] = [
        Self::OwnMobility,
        Self::OpponentMobility,
        Self::OwnDiscs,
        Self::OpponentDiscs,
        Self::Constant,
        Self::Discs,
        Self::Moves,
        Self::DiscsAndMoves,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OwnMobility => "own mobility",
            Self::OpponentMobility => "opponent mobility",
            Self::OwnDiscs => "own discs",
            Self::OpponentDiscs => "opponent discs",
            Self::Constant => "constant",
            Self::Discs => "discs",
            Self::Moves => "moves of both",
            Self::DiscsAndMoves => "opponent discs and own moves",
        }
    }

    /// How many entries its table has.
    pub const fn entries(self) -> usize {
        match self {
            Self::OwnMobility | Self::OpponentMobility => MOVES,
            Self::OwnDiscs | Self::OpponentDiscs | Self::Discs => 65,
            Self::Constant => 1,
            Self::Moves => MOVES * MOVES,
            Self::DiscsAndMoves => 65 * MOVES,
        }
    }
}

/// Parts of the game by the number of discs, each with weights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(u8);

impl Stages {
    /// The whole game as one.
    pub const ONE: Self = Self(1);

    /// The most there can be: one for each number of discs from 4 to 64.
    pub const MOST: usize = 61;

    /// So many stages of about the same length, 1 to 61.
    pub fn new(count: usize) -> Option<Self> {
        (1..=Self::MOST).contains(&count).then_some(Self(count as u8))
    }

    /// How many there are.
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The stage of a position with so many discs.
    #[inline(always)]
    pub const fn of(self, discs: u32) -> usize {
        let past = discs.saturating_sub(4) as usize;
        let past = if past > 60 { 60 } else { past };
        past * self.0 as usize / 61
    }

    /// The numbers of discs of a stage, the first and the last.
    pub fn discs(self, stage: usize) -> (u32, u32) {
        let of = |discs: &u32| self.of(*discs) == stage;
        let first = (4..=64).find(of).unwrap_or(4);
        (first, (4..=64).rev().find(of).unwrap_or(64))
    }
}

/// Shapes, extra tables and stages, and where the entries of each table stand.
///
/// There are two numberings. *Entries* are what is looked up in play: a table of 3ᵏ for a shape of k squares. *Weights*
/// are what is learned and kept: entries that are mirror images of each other are one weight. A stage has all entries
/// (or weights) of one part of the game, and the stages follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) shapes: Vec<Shape>,
    pub(super) extras: Vec<Extra>,
    pub(super) stages: Stages,
    /// Where the table of each shape begins within a stage.
    pub(super) starts: Vec<u32>,
    /// Where the extra tables begin, and None for those that are not there.
    pub(super) extra_starts: [Option<u32>; Extra::ALL.len()],
    /// The entries of a stage.
    pub(super) entries: usize,
    /// The weight of each entry of a stage.
    pub(super) weight_of: Arc<[u32]>,
    /// The mirror image of each entry of the shapes, counted from the start of its table, if none has several.
    pub(super) mirrors: Option<Arc<[u16]>>,
    /// The entries of each weight of a stage, one list after the other.
    pub(super) members: Arc<[u32]>,
    /// Where the list of each weight begins, and the end.
    pub(super) member_starts: Arc<[u32]>,
}

impl Layout {
    /// A layout of these shapes, extra tables and stages.
    pub fn new(shapes: Vec<Shape>, extras: &[Extra], stages: Stages) -> Result<Self, ShapeError> {
        let places: usize = shapes.iter().map(|shape| shape.images().len()).sum();
        if places > MOST_LANES {
            return Err(ShapeError::TooManyPlaces { places, most: MOST_LANES });
        }
        let mut extras = extras.to_vec();
        extras.sort_unstable();
        extras.dedup();
        let mut starts = Vec::new();
        let mut weight_of: Vec<u32> = Vec::new();
        let mut weights = 0;
        for shape in &shapes {
            let start = weight_of.len();
            starts.push(start as u32);
            for index in 0..shape.entries() {
                let least = if shape.is_mirrored() { shape.least(index) } else { index };
                if least == index {
                    weight_of.push(weights);
                    weights += 1;
                } else {
                    weight_of.push(weight_of[start + least]);
                }
            }
        }
        let mut extra_starts = [None; Extra::ALL.len()];
        for &extra in &extras {
            extra_starts[extra as usize] = Some(weight_of.len() as u32);
            for _ in 0..extra.entries() {
                weight_of.push(weights);
                weights += 1;
            }
        }
        // Sorted by weight, the entries of each follow each other, the least first.
        let mut members: Vec<u32> = (0..weight_of.len() as u32).collect();
        members.sort_by_key(|&entry| weight_of[entry as usize]);
        let mut member_starts = vec![0; weights as usize + 1];
        for &weight in &weight_of {
            member_starts[weight as usize + 1] += 1;
        }
        for weight in 0..weights as usize {
            member_starts[weight + 1] += member_starts[weight];
        }
        let of_shape = |shape: &Shape| (0..shape.entries()).map(|index| shape.mirror(index)).collect();
        let mirrors = shapes.iter().map(of_shape).collect::<Option<Vec<Vec<u16>>>>();
        Ok(Self {
            shapes,
            extras,
            stages,
            mirrors: mirrors.map(|mirrors| mirrors.concat().into()),
            starts,
            extra_starts,
            entries: weight_of.len(),
            weight_of: weight_of.into(),
            members: members.into(),
            member_starts: member_starts.into(),
        })
    }

    /// The shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The extra tables, in the order in which they are numbered.
    pub fn extras(&self) -> &[Extra] {
        &self.extras
    }

    /// The stages.
    pub fn stages(&self) -> Stages {
        self.stages
    }

    /// The places of all shapes on the board.
    pub fn lanes(&self) -> usize {
        self.shapes.iter().map(|shape| shape.images().len()).sum()
    }

    /// The entries of one stage.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The weights of one stage.
    pub fn weights(&self) -> usize {
        self.member_starts.len() - 1
    }

    /// Where the entries of a shape begin within a stage.
    pub fn start(&self, shape: usize) -> usize {
        self.starts[shape] as usize
    }

    /// Where the entries of an extra table begin within a stage, if it is there.
    pub fn start_of(&self, extra: Extra) -> Option<usize> {
        self.extra_starts[extra as usize].map(|start| start as usize)
    }

    /// The weight of an entry of a stage.
    #[inline(always)]
    pub fn weight_of(&self, entry: usize) -> usize {
        self.weight_of[entry] as usize
    }

    /// The entries of a weight of a stage: one, or several that are mirror images of each other.
    #[inline(always)]
    pub fn members(&self, weight: usize) -> &[u32] {
        &self.members[self.member_starts[weight] as usize..self.member_starts[weight + 1] as usize]
    }

    /// The mirror image of each entry of the shapes, counted from the start of its table: itself, or the other entry
    /// of its weight. None if a shape has a weight of more than two entries.
    #[inline(always)]
    pub fn mirrors(&self) -> Option<&[u16]> {
        self.mirrors.as_deref()
    }

    /// The stage of a position.
    #[inline(always)]
    pub fn stage(&self, position: Position) -> usize {
        self.stages.of(position.occupied().count())
    }

    /// Weights by entries, stage by stage, from weights by weights.
    pub fn expanded<W: Copy>(&self, weights: &[W]) -> Vec<W> {
        let stages = weights.chunks(self.weights().max(1));
        stages.flat_map(|stage| self.weight_of.iter().map(|&weight| stage[weight as usize])).collect()
    }

    /// Weights by weights, stage by stage, from weights by entries.
    pub fn tied<W: Copy>(&self, entries: &[W]) -> Vec<W> {
        let first = |weight: usize| self.members[self.member_starts[weight] as usize] as usize;
        let stages = entries.chunks(self.entries.max(1));
        stages.flat_map(|stage| (0..self.weights()).map(move |weight| stage[first(weight)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;

    #[test]
    fn stages_divide_the_game() {
        for count in 1..=Stages::MOST {
            let stages = Stages::new(count).expect("a possible number");
            let of: Vec<usize> = (4..=64).map(|discs| stages.of(discs)).collect();
            assert_eq!((of[0], of[60]), (0, count - 1));
            assert!(of.windows(2).all(|pair| pair[1] - pair[0] <= 1));
            assert_eq!(stages.discs(0).0, 4);
            assert_eq!(stages.discs(count - 1).1, 64);
        }
        assert_eq!(Stages::new(0), None);
        assert_eq!(Stages::new(62), None);
        // A board may have fewer discs than the start.
        assert_eq!(Stages::new(10).expect("ten").of(0), 0);
    }

    #[test]
    fn entries_and_weights_turn_into_each_other() {
        let stages = Stages::new(3).expect("three");
        let layout = Layout::new(shapes(&["edax"]).expect("shapes"), &Extra::ALL, stages).expect("a layout");
        assert_eq!(layout.weights(), 114_363 + 2 * 34 + 3 * 65 + 1 + 34 * 34 + 65 * 34);
        let weights: Vec<u32> = (0..3 * layout.weights() as u32).collect();
        let expanded = layout.expanded(&weights);
        assert_eq!(expanded.len(), 3 * layout.entries());
        assert_eq!(layout.tied(&expanded), weights);
        for weight in 0..layout.weights() {
            assert!(layout.members(weight).iter().all(|&entry| layout.weight_of(entry as usize) == weight));
        }
        let mirrors = layout.mirrors().expect("no shape has several mirror images");
        for (place, shape) in layout.shapes().iter().enumerate() {
            let start = layout.start(place);
            for (index, &mirror) in mirrors.iter().enumerate().skip(start).take(shape.entries()) {
                let mut pair = [index as u32, start as u32 + u32::from(mirror)].to_vec();
                pair.sort_unstable();
                pair.dedup();
                assert_eq!(layout.members(layout.weight_of(index)), pair);
            }
        }
        let squares = shapes(&["d4 e4 d5 e5"]).expect("a shape");
        assert_eq!(Layout::new(squares, &[], stages).expect("a layout").mirrors(), None);
    }

    #[test]
    fn too_many_places_are_refused() {
        let stages = Stages::new(1).expect("one");
        let all = shapes(&["lines 2", "lines 3"]).expect("shapes");
        let error = Layout::new(all, &[], stages).expect_err("too many").to_string();
        assert_eq!(error, "the shapes stand at 378 places of the board, at most 256 are possible");
    }
}
