//! `evolution` against slow references that are written differently, and what it must not depend on.

use outflank_arena::statistics::ScoreSheet;
use outflank_arena::{Contest, Entrant, Seat, Style, play};
use outflank_engine::{Chance, Player};
use outflank_learn::evolution::{
    self, Fitness, Following, Genome, Mlp, Mutation, OpeningWeights, Openings, Optimizer, Pick, Recipe,
    SUB_BOARDS, Spatial, sub_boards,
};
use outflank_learn::{Learner, System};
use outflank_rules::kernel::{Available, Kernel, Portable};
use outflank_rules::openings::{Book, Weights};
use outflank_rules::{Board, Color, Game, Square, Turn, with_kernel};
use outflank_value::{Evaluator, PieceCounter};

/// Inputs as the document has them: 1 for Black, −1 for White, 0 for nobody.
fn inputs(board: Board) -> Vec<f64> {
    let input = |square| match board.disc(square) {
        Some(Color::Black) => 1.0,
        Some(Color::White) => -1.0,
        None => 0.0,
    };
    Square::all().map(input).collect()
}

/// A layer in double precision: rows of weights, the bias last in each.
fn layer(inputs: &[f64], genes: &[f64]) -> Vec<f64> {
    let row = |weights: &[f64]| {
        let (bias, weights) = weights.split_last().expect("a bias");
        bias + weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum::<f64>()
    };
    genes.chunks(inputs.len() + 1).map(row).collect()
}

fn active(sums: Vec<f64>) -> Vec<f64> {
    sums.into_iter().map(f64::tanh).collect()
}

/// The output for Black, layer by layer.
fn slow_perceptron(genes: &[f64], board: Board) -> f64 {
    let (hidden, output) = genes.split_at(32 * 65);
    layer(&active(layer(&inputs(board), hidden)), output)[0]
}

fn slow_spatial(genes: &[f64], board: Board) -> f64 {
    let inputs = inputs(board);
    let mut rest = genes;
    let parts: Vec<f64> = sub_boards()
        .flat_map(|squares| {
            let seen: Vec<f64> = squares.into_iter().map(|square| inputs[square.index()]).collect();
            let (own, others) = rest.split_at(seen.len() + 1);
            rest = others;
            active(layer(&seen, own))
        })
        .collect();
    let (hidden, output) = rest.split_at(32 * (SUB_BOARDS + 1));
    layer(&active(layer(&parts, hidden)), output)[0]
}

fn genes(genome: Genome, seed: u64) -> Vec<f64> {
    let mut chance = Chance::stream(seed, "genes", 0);
    (0..genome.genes()).map(|_| evolution::fresh(&mut chance)).collect()
}

/// Plays random games and compares the state kept along them with the one from nothing and with the reference,
/// for every kernel of this machine.
fn agrees<E: Evaluator>(evaluator: &E, reference: impl Fn(Board) -> f64)
where
    E::State: PartialEq + std::fmt::Debug,
{
    let mut worst = 0f64;
    for number in 0..6 {
        let mut chance = Chance::stream(number, "walk", 0);
        let mut board = Board::START;
        let mut state = evaluator.state(Portable, board);
        loop {
            let expected = if board.mover == Color::Black { reference(board) } else { -reference(board) };
            let kept = evaluator.value(Portable, state, board).value();
            worst = worst.max((kept - expected).abs());
            for kernel in Available::all() {
                let (from_nothing, same) = with_kernel!(kernel, |kernel| {
                    (evaluator.evaluate(kernel, board).value(), evaluator.value(kernel, state, board).value())
                });
                assert!((from_nothing - expected).abs() < 2e-3, "{from_nothing} for {expected}");
                assert_eq!(same.to_bits(), kept.to_bits(), "kernels must not differ");
            }
            match board.turn() {
                Turn::Over(_) => break,
                Turn::Pass => (state, board) = (evaluator.passed(Portable, state, board), board.passed()),
                Turn::Play(moves) => {
                    let placement =
                        Portable.placement(board.position, chance.pick(Portable, moves)).expect("legal");
                    let next = with_kernel!(|kernel| evaluator.after(kernel, state, board, placement));
                    assert_eq!(next, evaluator.after(Portable, state, board, placement));
                    (state, board) = (next, board.after(placement));
                }
            }
        }
    }
    // tanh may be off by 0.0001 in each of 32 neurons, with weights of up to 1.
    assert!(worst < 2e-3, "{worst}");
    assert!(worst > 0.0, "single precision is not double");
}

#[test]
fn perceptrons_agree_with_the_reference_along_games() {
    let mlp = genes(Genome::Mlp, 1);
    agrees(&Mlp::from_genes(&mlp).expect("as many genes"), |board| slow_perceptron(&mlp, board));
    let spatial = genes(Genome::SpatialMlp, 2);
    agrees(&Spatial::new(&spatial), |board| slow_spatial(&spatial, board));
}

#[test]
fn a_tiny_perceptron_by_hand() {
    // One neuron sees d3, one sees e5; all else is 0. After d3: Black has d3, d4, d5, e4, White e5.
    let mut genes = vec![0.0; Genome::Mlp.genes()];
    genes[Square::D3.index()] = 0.5;
    genes[64] = 0.1;
    genes[65 + Square::E5.index()] = 2.0;
    let output = 32 * 65;
    (genes[output], genes[output + 1], genes[output + 32]) = (1.0, -3.0, 0.25);
    let d3 = Board::START.position.placement(Square::D3).expect("legal");
    let value =
        Mlp::from_genes(&genes).expect("as many genes").evaluate(Portable, Board::START.after(d3)).value();
    // White is to move: −(tanh 0.6 − 3 tanh(−2) + 0.25) = −(0.537050 + 2.892083 + 0.25).
    assert!((value + 3.679_133).abs() < 1e-3, "{value}");
}

fn small(recipe: Recipe) -> Recipe {
    Recipe { population: 6, generations: 5, games: 20, ..recipe }
}

/// One recipe for everything that a run can do.
fn recipes() -> Vec<Recipe> {
    let base = Recipe::default;
    vec![
        small(base()),
        small(Recipe { genome: Genome::Mlp, ..base() }),
        small(Recipe { openings: Openings::Drawn, ..base() }),
        small(Recipe { openings: Openings::Best, opening_weights: OpeningWeights::Games, ..base() }),
        small(Recipe { openings: Openings::Drawn, opening_weights: OpeningWeights::Engine, ..base() }),
        small(Recipe { mutation: Mutation::SelfAdaptive, ..base() }),
        small(Recipe { fitness: Fitness::RoundRobin, ..base() }),
        small(Recipe { fitness: Fitness::Tournament, opponents: 3, ..base() }),
        small(Recipe { search: Optimizer::CmaEs, ..base() }),
        small(Recipe { search: Optimizer::CmaEs, genome: Genome::Mlp, ..base() }),
        small(Recipe { search: Optimizer::CmaEs, genome: Genome::Pairs, ..base() }),
        Recipe { genome: Genome::SpatialMlp, generations: 3, games: 4, ..small(base()) },
    ]
}

#[test]
fn what_was_kept_goes_on_to_the_same_bits_on_any_number_of_threads() {
    for recipe in recipes() {
        assert_eq!(recipe.check(), Ok(()));
        let mut whole = evolution::Learner::new(recipe.clone(), 3);
        let mut first = evolution::Learner::new(recipe.clone(), 3);
        (0..recipe.generations).for_each(|_| whole.learn(1));
        (0..2).for_each(|_| first.learn(2));
        let mut second = evolution::Learner::new(recipe.clone(), 3);
        second.restore(&first.snapshot()).expect("what was kept");
        assert_eq!(second.model(), first.model(), "{recipe:?}");
        (0..10).for_each(|_| second.learn(3));
        assert_eq!(second.snapshot(), whole.snapshot(), "bit for bit, and not past the end, for {recipe:?}");
        assert_eq!(second.model(), whole.model());
        assert_eq!(second.measurements(), whole.measurements());
        assert_eq!(second.games(), recipe.games_in_all());

        let mut other = evolution::Learner::new(recipe, 4);
        (0..5).for_each(|_| other.learn(1));
        assert_ne!(other.snapshot(), whole.snapshot(), "another seed is another run");
    }
}

/// The share of points against SWH, both with a tenth of the moves at random.
fn score(model: &evolution::Model) -> f64 {
    let style = Style { epsilon: 0.1, ..Style::default() };
    let (first, second) = (model.entrant("evolved", &style), style.entrant("swh", PieceCounter::swh()));
    let contest = Contest { first: &first, second: &second, openings: &[], pairs: 400, seed: 1, threads: 1 };
    contest.count(&false.into()).and_then(|sheet| sheet.score()).expect("games were played")
}

#[test]
fn both_searches_find_players_that_win_and_whose_opposite_loses() {
    for (search, least) in [(Optimizer::Genetic, 0.28), (Optimizer::CmaEs, 0.36)] {
        let recipe = Recipe { search, population: 30, generations: 25, games: 100, ..Recipe::default() };
        let mut learner = evolution::Learner::new(recipe.clone(), 5);
        learner.learn(2);
        let at_first = learner.measurements()[1].value;
        (1..recipe.generations).for_each(|_| learner.learn(2));
        let at_last = learner.measurements()[1].value;
        assert!(at_last > at_first + 0.05, "{search:?}: the mean went from {at_first} to {at_last}");

        let model = evolution::Model::try_from(learner.model()).expect("of this system");
        let opposite = model.genes().iter().map(|gene| -gene).collect();
        let (won, lost) = (score(&model), score(&evolution::Model::new(Genome::Wpc, opposite, None)));
        assert!(won > least, "{search:?}: {won}");
        assert!(lost < 0.2 && lost < won - 0.1, "{search:?}: {lost}");
    }
}

/// Plays games with both seats taken by one kind of player and hands them over.
fn games(entrant: &Entrant, count: u64) -> Vec<Game> {
    let game = |number| {
        let (mut black, mut white) = (entrant.seat(), entrant.seat());
        let seat = |player, purpose| Seat { player, chance: Chance::stream(7, purpose, number) };
        let (black, white): (&mut dyn Player, &mut dyn Player) = (&mut black, &mut white);
        play(Game::new(), seat(black, "black"), seat(white, "white")).game
    };
    (0..count).map(game).collect()
}

#[test]
fn players_follow_the_book_until_it_ends_and_never_err_in_it() {
    let model = |pick, weights| {
        evolution::Model::new(Genome::Wpc, genes(Genome::Wpc, 1), Some(Following { pick, weights }))
    };
    // Even a player that only makes random moves makes none of them in the book.
    let style = Style { epsilon: 1.0, ..Style::plies(1) };
    let book = Book::named();
    let steps_in_book = |game: &Game| {
        let mut so_far = Game::new();
        let moves = game.plies().iter().filter_map(|ply| ply.square());
        let in_book = moves.take_while(|&square| {
            let place = book.place_of(&so_far).filter(|&place| book.moves(place).next().is_some());
            let known = place.map(|place| book.follow(place, square));
            assert_ne!(known, Some(None), "{square} left the book where it went on");
            so_far.play(square).expect("legal");
            known.is_some()
        });
        in_book.count()
    };
    let drawn = games(&model(Pick::Drawn, Weights::Uniform).entrant("drawn", &style), 60);
    let lengths: Vec<usize> = drawn.iter().map(steps_in_book).collect();
    assert!(lengths.iter().all(|&length| length >= 3), "{lengths:?}");
    assert!(lengths.iter().any(|&length| length > 8), "{lengths:?}");
    let beginnings = |games: &[Game]| {
        let mut beginnings: Vec<_> =
            games.iter().map(|game| game.record().to_string()[..8].to_owned()).collect();
        beginnings.sort();
        beginnings.dedup();
        beginnings.len()
    };
    assert!(beginnings(&drawn) > 8);
    for weights in [Weights::Uniform, Weights::Database, Weights::Evaluation { temperature: 2.0 }] {
        let best = games(&model(Pick::Best, weights).entrant("best", &style), 20);
        assert_eq!(beginnings(&best), 1, "always the same opening: {weights:?}");
        assert!(best.iter().all(|game| steps_in_book(game) >= 3));
    }
}
