//! `value-matrix` against a slow reference that is written differently: boards as arrays of squares, sums
//! square by square, every game replayed from its list of moves.

use outflank_engine::Chance;
use outflank_learn::Learner as _;
use outflank_learn::value_matrix::{Credit, Learner, Mirrored, Model, Recipe};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Color, Outcome, Square, Turn};

/// The reference.
struct Slow {
    recipe: Recipe,
    seed: u64,
    games: u64,
    v: [f64; 64],
}

impl Slow {
    /// The value of a board for one side with a matrix.
    fn score(v: &[f64; 64], board: Board, side: Color) -> f64 {
        Square::all()
            .map(|square| match board.disc(square) {
                Some(color) if color == side => v[square.index()],
                Some(_) => -v[square.index()],
                None => 0.0,
            })
            .sum()
    }

    fn averaged(v: &[f64; 64]) -> [f64; 64] {
        std::array::from_fn(|index| {
            let (row, column) = (index / 8, index % 8);
            (v[row * 8 + column]
                + v[row * 8 + 7 - column]
                + v[(7 - row) * 8 + column]
                + v[(7 - row) * 8 + 7 - column])
                / 4.0
        })
    }

    fn learn(&mut self) {
        let epsilon = self.recipe.epsilon
            * self.recipe.epsilon_factor.powi((self.games / self.recipe.epsilon_every) as i32);
        let v = match self.recipe.mirrored {
            Mirrored::AtTheEnd => self.v,
            Mirrored::Throughout => Self::averaged(&self.v),
        };
        let mut chance = Chance::stream(self.seed, "value-matrix game", self.games);
        let mut board = Board::START;
        let mut played = Vec::new();
        let tally = loop {
            let moves = match board.turn() {
                Turn::Over(tally) => break if board.mover == Color::Black { tally } else { -tally },
                Turn::Pass => {
                    board = board.passed();
                    continue;
                }
                Turn::Play(moves) => moves,
            };
            let after = |square| board.after(board.position.placement(square).expect("legal"));
            let square = if chance.happens(epsilon) {
                chance.pick(Portable, moves)
            } else {
                let value = |square| Self::score(&v, after(square), board.mover);
                let best = moves.into_iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                let equals = moves.into_iter().filter(|&square| best - value(square) < 1e-6).collect();
                chance.pick(Portable, moves.among(equals).expect("the best is there"))
            };
            played.push((board.mover, square));
            board = after(square);
        };
        let for_black = match tally.outcome() {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        };
        for (mover, square) in played {
            match (mover, self.recipe.credit) {
                (Color::Black, _) => self.v[square.index()] += for_black,
                (Color::White, Credit::Both) => self.v[square.index()] -= for_black,
                (Color::White, Credit::Black) => {}
            }
        }
        self.games += 1;
    }
}

fn model(learner: &Learner) -> Model {
    Model::try_from(learner.model()).expect("of this system")
}

#[test]
fn every_choice_of_ours_agrees_with_the_reference() {
    let base = Recipe { games: 150, epsilon_every: 30, ..Recipe::default() };
    for recipe in [
        base.clone(),
        Recipe { credit: Credit::Both, ..base.clone() },
        Recipe { mirrored: Mirrored::Throughout, epsilon_factor: 0.5, ..base.clone() },
    ] {
        let mut fast = Learner::new(recipe.clone(), 11);
        let mut slow = Slow { recipe: recipe.clone(), seed: 11, games: 0, v: [0.0; 64] };
        for game in 0..recipe.games {
            fast.learn(1);
            slow.learn();
            assert_eq!(*model(&fast).weights(), Slow::averaged(&slow.v), "after game {game} with {recipe:?}");
        }
        assert_eq!(model(&fast), Learner::taught(recipe, 11));
    }
}
