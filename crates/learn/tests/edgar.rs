//! `edgar` against a slow reference that is written differently: T and F by name of square and time, boards
//! as arrays of squares, corners by trying all legal replies.

use std::collections::HashMap;

use outflank_arena::statistics::ScoreSheet;
use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_learn::Learner as _;
use outflank_learn::edgar::{Gift, Learner, MeasuredFrom, Model, Recipe, Times};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Color, Moves, Square, Squares, Turn};
use outflank_value::PieceCounter;

/// The reference.
struct Slow {
    recipe: Recipe,
    seed: u64,
    games: u64,
    t: HashMap<(Square, u32), f64>,
    g: f64,
    usual: [f64; 4],
}

/// Who is to move in the reference.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Edgar,
    Random,
    MostFlips,
    Table,
}

impl Slow {
    fn new(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, games: 0, t: HashMap::new(), g: 0.0, usual: [0.0; 4] }
    }

    fn time(board: Board) -> u32 {
        Square::all().filter(|&square| board.disc(square).is_some()).count() as u32 - 4
    }

    fn corners(board: Board) -> Squares {
        board.position.moves() & [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect()
    }

    fn gives_corner(&self, board: Board, square: Square) -> bool {
        let after = Self::corners(board.after(board.position.placement(square).expect("legal")));
        match self.recipe.gift {
            Gift::LeftOpen => !after.is_empty(),
            Gift::Opened => after.into_iter().any(|corner| !Self::corners(board.passed()).contains(corner)),
        }
    }

    fn value(&self, kind: Kind, board: Board, square: Square) -> f64 {
        let flips = f64::from(board.position.placement(square).expect("legal").flips().count());
        let time = Self::time(board);
        match kind {
            Kind::Random => 0.0,
            Kind::MostFlips => flips,
            Kind::Table => PieceCounter::edgar_table().weight(square),
            Kind::Edgar => {
                let t = self.t.get(&(square, time)).copied().unwrap_or(0.0);
                let f = if u64::from(time) >= self.recipe.flips_from { 1.0 } else { 0.0 };
                let g = if self.gives_corner(board, square) { self.g } else { 0.0 };
                t + flips * f + g
            }
        }
    }

    fn choose(
        &self,
        kind: Kind,
        noise: Option<f64>,
        board: Board,
        moves: Moves,
        chance: &mut Chance,
    ) -> Square {
        if noise.is_some_and(|noise| chance.happens(noise)) || kind == Kind::Random {
            return chance.pick(Portable, moves);
        }
        let value = |square| self.value(kind, board, square);
        let best = moves.into_iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let equals = moves.into_iter().filter(|&square| best - value(square) < 1e-6).collect();
        chance.pick(Portable, moves.among(equals).expect("the best is there"))
    }

    fn learn(&mut self) {
        let [mut draw, mut own, mut other] = ["edgar teacher", "edgar game", "edgar opponent"]
            .map(|purpose| Chance::stream(self.seed, purpose, self.games));
        let shares = [
            self.recipe.share_noisy,
            self.recipe.share_random,
            self.recipe.share_most_flips,
            self.recipe.share_table,
        ];
        let at = draw.unit() * shares.iter().sum::<f64>();
        let teacher = (0..4).find(|&kind| at < shares[..=kind].iter().sum()).expect("one of them");
        let color = if self.games.is_multiple_of(2) { Color::Black } else { Color::White };
        let mut board = Board::START;
        let mut made = Vec::new();
        let black = loop {
            let moves = match board.turn() {
                Turn::Over(tally) => break if board.mover == Color::Black { tally } else { -tally },
                Turn::Pass => {
                    board = board.passed();
                    continue;
                }
                Turn::Play(moves) => moves,
            };
            let square = if board.mover == color {
                let square = self.choose(Kind::Edgar, Some(self.recipe.epsilon), board, moves, &mut own);
                made.push((square, Self::time(board), self.gives_corner(board, square)));
                square
            } else {
                let (kind, noise) = [
                    (Kind::Edgar, Some(self.recipe.noise)),
                    (Kind::Random, None),
                    (Kind::MostFlips, None),
                    (Kind::Table, None),
                ][teacher];
                self.choose(kind, noise, board, moves, &mut other)
            };
            board = board.after(board.position.placement(square).expect("legal"));
        };
        let discs = f64::from(if color == Color::Black { black.raw() } else { (-black).raw() }.discs());
        let reward = |from| match from {
            MeasuredFrom::Draw => self.recipe.rate * discs / 64.0,
            MeasuredFrom::Usual => self.recipe.rate * (discs - self.usual[teacher]) / 64.0,
        };
        let (for_t, for_g) = (reward(self.recipe.worth_from), reward(self.recipe.corner_from));
        for (square, time, gives) in made {
            let rewarded = if self.recipe.times == Times::Apart { time..=time } else { 0..=59 };
            for time in rewarded {
                *self.t.entry((square, time)).or_default() += for_t;
            }
            if gives && self.recipe.learn_corner {
                self.g += for_g;
            }
        }
        self.usual[teacher] = 0.99 * self.usual[teacher] + 0.01 * discs;
        self.games += 1;
    }
}

fn model(learner: &Learner) -> Model {
    Model::try_from(learner.model()).expect("of this system")
}

fn agrees(recipe: Recipe) {
    let mut fast = Learner::new(recipe.clone(), 11);
    let mut slow = Slow::new(recipe.clone(), 11);
    for game in 0..recipe.games {
        fast.learn(1);
        slow.learn();
        let model = model(&fast);
        let mut apart = (model.corner() - slow.g).abs();
        for square in Square::all() {
            for time in 0..60 {
                let t = slow.t.get(&(square, time)).copied().unwrap_or(0.0);
                apart = apart.max((model.worth(time as usize)[square.index()] - t).abs());
            }
        }
        assert!(apart < 1e-9, "{apart} apart after game {game} with {recipe:?}");
    }
    assert_eq!(slow.g != 0.0, recipe.learn_corner, "corners were given");
}

#[test]
fn every_choice_agrees_with_the_reference() {
    let base = Recipe { games: 150, rate: 1.0, ..Recipe::default() };
    agrees(base.clone());
    agrees(Recipe { learn_corner: false, ..base.clone() });
    agrees(Recipe { gift: Gift::Opened, ..base.clone() });
    agrees(Recipe { times: Times::Together, ..base.clone() });
    agrees(Recipe { worth_from: MeasuredFrom::Usual, corner_from: MeasuredFrom::Draw, ..base.clone() });
    agrees(Recipe { flips_from: 20, epsilon: 0.2, noise: 0.5, ..base.clone() });
    agrees(Recipe { share_noisy: 3.0, share_random: 0.0, share_most_flips: 0.5, ..base });
}

fn score(first: &Entrant, second: &Entrant, pairs: u64) -> f64 {
    let contest = Contest { first, second, openings: &[], pairs, seed: 1, threads: 1 };
    contest.count(&false.into()).and_then(|sheet| sheet.score()).expect("games were played")
}

#[test]
fn it_learns_to_win_and_from_outcomes_turned_around_to_lose() {
    let random = Entrant::new("random", || Box::new(Random::new()));
    // Without F, which is given and not learned.
    let taught = |rate| {
        let recipe = Recipe { games: 10_000, rate, flips_from: 60, ..Recipe::default() };
        let mut learner = Learner::new(recipe, 5);
        (0..10_000).for_each(|_| learner.learn(1));
        score(&model(&learner).entrant("edgar", &Style::default()).expect("one ply"), &random, 300)
    };
    let (good, bad) = (taught(0.01), taught(-0.01));
    assert!(good > 0.85, "{good}");
    assert!(bad < 0.2, "{bad}");
}

#[test]
fn it_does_not_search() {
    let model = Model::new(48, 1.0, Gift::LeftOpen);
    let refusal = model.entrant("edgar", &Style::plies(3)).expect_err("three plies").to_string();
    assert!(refusal.contains("depth=3"), "{refusal}");
}
