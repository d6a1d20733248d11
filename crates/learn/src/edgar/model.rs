//! What Edgar knows: T, F and G.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_engine::plain::TOLERANCE;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Color, Game, Moves, Ply, Position, Square, Squares, with_kernel};

use super::Times;
use super::corners::{Gift, gives_corner};
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError};

/// The times of a game: the number of discs placed so far, 0 to 59.
pub const TIMES: usize = 60;

/// A number for each time and square.
type Table = Box<[[f64; 64]; TIMES]>;

/// The three parts of a move's value: T\[time, square\], flips × F\[time, square\], and G if it gives a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    worth: Table,
    flips: Table,
    corner: f64,
    gift: Gift,
}

/// The time of a position: how many discs have been placed. Boards with fewer discs than the start have
/// the time of the start.
#[inline(always)]
pub fn time_of(position: Position) -> usize {
    (TIMES - 1).min(TIMES.saturating_sub(position.empties().count() as usize))
}

impl Model {
    /// A model that knows nothing, but that flips count this much from a time on.
    pub fn new(flips_from: usize, factor: f64, gift: Gift) -> Self {
        let factor_at = |time| if time >= flips_from { [factor; 64] } else { [0.0; 64] };
        Self {
            worth: Box::new([[0.0; 64]; TIMES]),
            flips: Box::new(std::array::from_fn(factor_at)),
            corner: 0.0,
            gift,
        }
    }

    /// A model for which a square is worth the same at all times, and flips count nothing.
    pub fn timeless(weights: [f64; 64]) -> Self {
        Self { worth: Box::new([weights; TIMES]), ..Self::new(TIMES, 0.0, Gift::LeftOpen) }
    }

    /// T at a time: what a move to each square is worth, a1 to h8 by rows.
    pub fn worth(&self, time: usize) -> &[f64; 64] {
        &self.worth[time]
    }

    /// F at a time: what each disc turned over is worth by the square of the move.
    pub fn flips(&self, time: usize) -> &[f64; 64] {
        &self.flips[time]
    }

    /// G: what giving a corner is worth.
    pub fn corner(&self) -> f64 {
        self.corner
    }

    /// Adds to F at some times on some squares.
    pub(super) fn change_flips(&mut self, times: std::ops::Range<usize>, squares: Squares, by: f64) {
        for factors in &mut self.flips[times] {
            squares.into_iter().for_each(|square| factors[square.index()] += by);
        }
    }

    /// The best of some moves, all that are equally good, and what they are worth.
    #[inline(always)]
    pub(super) fn best_moves<K: Kernel>(&self, kernel: K, position: Position, moves: Moves) -> (Moves, f64) {
        let time = time_of(position);
        let (worth, factors) = (&self.worth[time], &self.flips[time]);
        let asks_for_corners = self.corner != 0.0;
        let open_before =
            if asks_for_corners { self.gift.open_before(kernel, position) } else { Squares::NONE };
        let (mut best, mut highest) = (Squares::NONE, f64::NEG_INFINITY);
        for placement in kernel.placements(position, moves) {
            let square = placement.square().index();
            let mut value = worth[square] + f64::from(placement.flips().count()) * factors[square];
            if asks_for_corners && gives_corner(kernel, position, placement, open_before) {
                value += self.corner;
            }
            if value > highest + TOLERANCE {
                (best, highest) = (placement.square().set(), value);
            } else if value >= highest - TOLERANCE {
                best |= placement.square().set();
            }
        }
        (moves.among(best).expect("the best is one of them"), highest)
    }

    /// Rewards or punishes every move that one side made in a game: T by `step` at the move's own square and
    /// time (or at all times), and G by `corner_step` for each move that gave a corner.
    pub(super) fn credit(&mut self, game: &Game, side: Color, times: Times, step: f64, corner_step: f64) {
        with_kernel!(|kernel| for (board, ply) in game.history() {
            let Ply::Place(placement) = ply else { continue };
            if board.mover != side {
                continue;
            }
            let time = time_of(board.position);
            let rewarded = match times {
                Times::Apart => time..time + 1,
                Times::Together => 0..TIMES,
            };
            for worth in &mut self.worth[rewarded] {
                worth[placement.square().index()] += step;
            }
            let before = self.gift.open_before(kernel, board.position);
            if corner_step != 0.0 && gives_corner(kernel, board.position, placement, before) {
                self.corner += corner_step;
            }
        })
    }

    /// The mean worth of some squares through the game, one number for each time.
    pub fn through_the_game(&self, squares: &[Square]) -> [f64; TIMES] {
        std::array::from_fn(|time| {
            squares.iter().map(|square| self.worth[time][square.index()]).sum::<f64>() / squares.len() as f64
        })
    }
}

/// Time, row, column.
const SHAPE: [usize; 3] = [TIMES, 8, 8];

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let table = |table: &Table| Tensor::shaped(SHAPE.to_vec(), table.as_flattened().to_vec());
        Tensors::new()
            .with("worth", table(&self.worth))
            .with("flips", table(&self.flips))
            .with("corner", Tensor::list([self.corner]))
            .with("opened", Tensor::list([if self.gift == Gift::Opened { 1.0 } else { 0.0 }]))
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let table = |name| {
            let (times, _) = tensors.values(name, &SHAPE)?.as_chunks();
            Ok::<Table, TensorsError>(times.to_vec().try_into().expect("the shape was checked"))
        };
        Ok(Self {
            worth: table("worth")?,
            flips: table("flips")?,
            corner: tensors.values("corner", &[1])?[0],
            gift: if tensors.whole("opened")? == 0 { Gift::LeftOpen } else { Gift::Opened },
        })
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        self.entrant(name, style)
    }

    fn opposite(&self) -> Self {
        let negated = |table: &Table| Box::new(table.map(|squares| squares.map(|value| -value)));
        Self {
            worth: negated(&self.worth),
            flips: negated(&self.flips),
            corner: -self.corner,
            gift: self.gift,
        }
    }

    fn view(&self) -> View {
        super::view::of(self)
    }
}

taken_from_any!(Model, super::SYSTEM);

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::kernel::Portable;
    use outflank_rules::{Board, GameRecord, Turn};

    /// The best moves on this board, at time 1, and what they are worth. b2 turns over c3 and gives a1; f6 turns
    /// over e5; d7 turns over d5 and d6.
    fn best(model: &Model) -> (String, f64) {
        let board = Board::from_drawing(
            "
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - O - - - - -
            4 - - - X - - - -
            5 - - - O O - - -
            6 - - - O - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            X to move",
        )
        .expect("a board");
        assert_eq!(time_of(board.position), 1);
        let Turn::Play(moves) = board.turn() else { panic!("there is a move") };
        let (moves, value) = model.best_moves(Portable, board.position, moves);
        (moves.to_string(), value)
    }

    #[test]
    fn a_move_is_worth_its_square_its_flips_and_the_corner_it_gives() {
        let is = |moves: &str, value| (moves.to_owned(), value);
        let mut model = Model::new(TIMES, 0.0, Gift::LeftOpen);
        assert_eq!(best(&model), is("b2 f6 d7", 0.0), "all are equal to who knows nothing");
        model.worth[1][Square::F6.index()] = 0.5;
        assert_eq!(best(&model), is("f6", 0.5));
        model.worth[2][Square::B2.index()] = 9.0;
        assert_eq!(best(&model), is("f6", 0.5), "another time is none of its concern");
        model.flips[1] = [0.5; 64];
        assert_eq!(best(&model), is("f6 d7", 1.0), "0.5 + 1 × 0.5 and 2 × 0.5");
        model.corner = 0.75;
        assert_eq!(best(&model), is("b2", 1.25), "1 × 0.5 and the corner");
        assert_eq!(best(&model.opposite()), is("f6 d7", -1.0), "b2 is down to −1.25");
        model.gift = Gift::Opened;
        assert_eq!(best(&model), is("b2", 1.25), "a1 was closed before");
    }

    #[test]
    fn one_game_is_credited_by_hand() {
        // The shortest game: Black plays e6 e3 g5 e7 c5 at the times 0 2 4 6 8 and wins by 13.
        let game = "e6f4e3f6g5d6e7f5c5".parse::<GameRecord>().expect("a game").game();
        let mut model = Model::new(TIMES, 0.0, Gift::LeftOpen);
        model.credit(&game, Color::Black, Times::Apart, 13.0 / 64.0, 0.5);
        let mut expected = Model::new(TIMES, 0.0, Gift::LeftOpen);
        for (time, square) in
            [(0, Square::E6), (2, Square::E3), (4, Square::G5), (6, Square::E7), (8, Square::C5)]
        {
            expected.worth[time][square.index()] = 13.0 / 64.0;
        }
        assert_eq!(model, expected, "no corner was near");
        model.credit(&game, Color::White, Times::Apart, -13.0 / 64.0, 0.5);
        assert_eq!(model.worth[7][Square::F5.index()], -13.0 / 64.0);
        assert_eq!(model.worth[8][Square::C5.index()], 13.0 / 64.0);

        let mut timeless = Model::new(TIMES, 0.0, Gift::LeftOpen);
        timeless.credit(&game, Color::Black, Times::Together, 0.25, 0.0);
        for time in 0..TIMES {
            let played = Square::all().filter(|square| timeless.worth[time][square.index()] == 0.25);
            assert_eq!(played.map(|square| square.to_string()).collect::<String>(), "e3c5g5e6e7");
        }
    }

    #[test]
    fn tensors_bring_everything_back() {
        let mut model = Model::new(48, 1.0, Gift::Opened);
        (model.worth[3][5], model.corner) = (0.25, -2.0);
        assert_eq!(Model::from_tensors(&model.tensors()), Ok(model));
    }
}
