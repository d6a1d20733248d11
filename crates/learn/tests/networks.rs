//! `imitator` and `population` against slow references that are written differently: games are played move by
//! move, samples are listed one by one, and networks are ranked by counting who is ahead of whom.

use std::ops::ControlFlow;
use std::sync::Arc;

use outflank_arena::{Contest, Style};
use outflank_engine::players::{Lookahead, Noisy, Ties};
use outflank_engine::{Chance, Player};
use outflank_learn::linear4::Benchmark;
use outflank_learn::{Learner, Model, imitator, linear4, population};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Color, Game, Outcome, Symmetry, Turn};
use outflank_value::Evaluator;
use outflank_value::perceptron::tanh;

fn small() -> imitator::Recipe {
    imitator::Recipe {
        teacher_games: 60,
        batch: 5,
        imitation: 40,
        self_play: 30,
        ..imitator::Recipe::default()
    }
}

fn tiny() -> population::Recipe {
    population::Recipe {
        networks: 6,
        neurons: 9,
        descended: 2,
        survivors: 2,
        teacher_games: 20,
        imitation: 10,
        generations: 7,
        benchmark_every: 3,
        benchmark_pairs: 5,
        patience: 9,
        ..population::Recipe::default()
    }
}

fn learn_all(learner: &mut dyn Learner) {
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
}

fn network(learner: &dyn Learner) -> imitator::Model {
    imitator::Model::try_from(learner.model()).expect("a network")
}

/// All boards of a game with who is to move there, the last one too, by two players who are asked in turn.
fn boards(players: [&mut dyn Player; 2], chances: &mut [Chance]) -> Vec<Board> {
    let [black, white] = players;
    let mut game = Game::new();
    let mut boards = vec![game.board()];
    loop {
        match game.turn() {
            Turn::Over(_) => return boards,
            Turn::Pass => game.pass().expect("there is no move"),
            Turn::Play(moves) => {
                let (player, chance): (&mut dyn Player, _) = match game.board().mover {
                    Color::Black => (black, &mut chances[0]),
                    Color::White => (white, chances.last_mut().expect("one or two")),
                };
                let choice = player.choose(&game, moves, chance).expect("it can go on");
                game.play(choice.placement.square()).expect("legal");
            }
        }
        boards.push(game.board());
    }
}

/// The places of `count` things after they were shuffled: the last is exchanged first.
fn shuffled(count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut last = count;
    while last > 1 {
        last -= 1;
        let other = chance.below(last as u32 + 1) as usize;
        (places[last], places[other]) = (places[other], places[last]);
    }
    places
}

fn teach(network: &mut imitator::Model, samples: &[(Board, f32)], order: &[usize], rate: f64) {
    for &place in order {
        let (board, target) = samples[place];
        network.learn(Portable, board, target, rate as f32);
    }
}

/// The network and its copy after all lessons.
fn slow_imitator(recipe: &imitator::Recipe, seed: u64) -> [imitator::Model; 2] {
    let mut teacher = linear4::Learner::new(recipe.teacher(), seed);
    learn_all(&mut teacher);
    let Model::Linear4(teacher) = teacher.model() else { panic!("the teacher") };
    let mut weights = Chance::stream(seed, "imitator weights", 0);
    let mut network = imitator::Model::drawn(recipe.neurons, recipe.reach, || weights.unit());
    for lesson in 0..recipe.imitation {
        let mut views = Chance::stream(seed, "imitator views", lesson);
        let mut samples = Vec::new();
        for number in lesson * recipe.batch..(lesson + 1) * recipe.batch {
            let seat =
                || Noisy::new(Lookahead::new(Arc::new(teacher.clone()), 3, Ties::Drawn), recipe.epsilon);
            let mut chance = [Chance::stream(seed, "imitator watches", number)];
            let mut boards = boards([&mut seat(), &mut seat()], &mut chance);
            boards.pop();
            for board in boards {
                let value = tanh(teacher.evaluate(Portable, board).value() as f32);
                let view = Symmetry::ALL[views.below(8) as usize];
                let seen = Board { position: view.position(board.position), mover: board.mover };
                samples.push((seen, if board.mover == Color::White { -value } else { value }));
            }
        }
        let order = shuffled(samples.len(), &mut views);
        let rate = recipe.rate * (1.0 - 0.9 * lesson as f64 / recipe.imitation as f64);
        teach(&mut network, &samples, &order, rate);
    }
    let mut copy = network.clone();
    for lesson in 0..recipe.self_play {
        // Of the network, and of the copy.
        let mut samples = [Vec::new(), Vec::new()];
        for number in lesson * recipe.batch..(lesson + 1) * recipe.batch {
            let seat = |model: &imitator::Model| {
                Noisy::new(Lookahead::new(Arc::new(model.clone()), 1, Ties::Drawn), recipe.epsilon)
            };
            let (mut one, mut other) = (seat(&network), seat(&copy));
            let chance = |purpose| Chance::stream(seed, purpose, number);
            let (own, others) = (chance("imitator network"), chance("imitator copy"));
            // The network is Black in games with even numbers.
            let is_black = number % 2 == 0;
            let boards = match is_black {
                true => boards([&mut one, &mut other], &mut [own, others]),
                false => boards([&mut other, &mut one], &mut [others, own]),
            };
            let discs =
                |board: Board| (board.position.mover().count() + board.position.opponent().count()) as usize;
            let placed = discs(boards[boards.len() - 1]) - 4;
            let Turn::Over(tally) = boards[boards.len() - 1].turn() else { panic!("it is over") };
            let black = if boards[boards.len() - 1].mover == Color::Black { tally } else { -tally };
            let worth = 1.0 - recipe.tempo * placed as f64 / 60.0;
            let target = match black.outcome() {
                Outcome::Win => worth,
                Outcome::Draw => 0.0,
                Outcome::Loss => -worth,
            };
            for step in boards.windows(2) {
                // Passes leave the discs as they are.
                if discs(step[1]) > discs(step[0]) {
                    let by_network = (step[0].mover == Color::Black) == is_black;
                    samples[usize::from(!by_network)].push((step[1], target as f32));
                }
            }
        }
        let mut order = Chance::stream(seed, "imitator order", lesson);
        let orders = [0, 1].map(|who| shuffled(samples[who].len(), &mut order));
        let rate = recipe.self_play_rate * (1.0 - 0.9 * lesson as f64 / recipe.self_play as f64);
        teach(&mut network, &samples[0], &orders[0], rate);
        teach(&mut copy, &samples[1], &orders[1], rate);
    }
    [network, copy]
}

#[test]
fn an_imitator_agrees_with_the_reference() {
    for (imitation, self_play) in [(4, 0), (2, 4)] {
        let recipe =
            imitator::Recipe { teacher_games: 20, batch: 3, imitation, self_play, neurons: 11, ..small() };
        let mut learner = imitator::Learner::new(recipe.clone(), 13);
        learn_all(&mut learner);
        let [slow, copy] = slow_imitator(&recipe, 13);
        assert_eq!(network(&learner), slow);
        let kept = outflank_learn::Model::from_tensors("imitator", &learner.snapshot().under("copy"));
        assert_eq!(kept, Ok(Model::Imitator(copy)), "the copy learns from what it chose");
    }
}

/// The points of the first of two networks in two games, one with each colour.
fn points(one: &imitator::Model, other: &imitator::Model, seed: u64) -> f64 {
    let entrant = |model: &imitator::Model| Style::plies(1).entrant("network", model.clone());
    let (first, second) = (entrant(one), entrant(other));
    let mut points = 0.0;
    Contest { first: &first, second: &second, openings: &[], pairs: 1, seed, threads: 1 }.run(
        &false.into(),
        |pair| {
            points += pair.points_of_first();
            ControlFlow::Continue(())
        },
    );
    points
}

/// A population, bred slowly.
struct Slow {
    recipe: population::Recipe,
    seed: u64,
    generation: u64,
    networks: Vec<imitator::Model>,
    champion: imitator::Model,
    score: f64,
}

impl Slow {
    fn new(recipe: population::Recipe, seed: u64) -> Self {
        let mut first = imitator::Learner::new(recipe.first(), seed);
        learn_all(&mut first);
        let first = network(&first);
        let mut slow =
            Self { networks: Vec::new(), champion: first, score: 0.0, generation: 0, recipe, seed };
        for number in 0..slow.recipe.networks as u64 {
            let mut chance = Chance::stream(seed, "population draw", number);
            let drawn = if number == 0 {
                slow.champion.clone()
            } else if number < slow.recipe.descended as u64 {
                slow.mutated(&slow.champion, &mut chance)
            } else {
                imitator::Model::drawn(slow.recipe.neurons, slow.recipe.reach, || chance.unit())
            };
            slow.networks.push(drawn);
        }
        slow
    }

    fn mutated(&self, network: &imitator::Model, chance: &mut Chance) -> imitator::Model {
        let mut genes = Vec::new();
        for gene in network.genes() {
            let change = if chance.unit() < self.recipe.mutation {
                self.recipe.spread * (2.0 * chance.unit() - 1.0)
            } else {
                0.0
            };
            genes.push(if change == 0.0 { gene } else { gene + change });
        }
        imitator::Model::from_genes(&genes).expect("as many as before")
    }

    fn breed(&mut self) {
        let count = self.networks.len();
        let mut won = vec![0.0; count];
        for one in 0..count {
            for other in one + 1..count {
                let number = self.generation * (count * count) as u64 + (one * count + other) as u64;
                let seed = Chance::stream(self.seed, "population meeting", number).seed();
                let points = points(&self.networks[one], &self.networks[other], seed);
                won[one] += points;
                won[other] += 2.0 - points;
            }
        }
        // A network's rank is how many are ahead of it: with more points, or with as many and named before.
        let ahead = |one: usize| {
            (0..count)
                .filter(|&other| won[other] > won[one] || (won[other] == won[one] && other < one))
                .count()
        };
        let at_rank = |rank: usize| (0..count).find(|&one| ahead(one) == rank).expect("each rank once");
        self.generation += 1;
        if self.generation.is_multiple_of(self.recipe.benchmark_every)
            || self.generation == self.recipe.generations
        {
            self.measure(at_rank(0));
        }
        let mut next = Vec::new();
        for place in 0..count {
            let parent = &self.networks[at_rank(place % self.recipe.survivors)];
            let number = self.generation * count as u64 + place as u64;
            let mut chance = Chance::stream(self.seed, "population mutation", number);
            next.push(match place < self.recipe.survivors {
                true => parent.clone(),
                false => self.mutated(parent, &mut chance),
            });
        }
        self.networks = next;
    }

    fn measure(&mut self, best: usize) {
        let seed = Chance::stream(self.seed, "population benchmark", self.generation).seed();
        let first = Style::plies(1).entrant("best", self.networks[best].clone());
        let second = self.recipe.benchmark.entrant();
        let pairs = self.recipe.benchmark_pairs;
        let mut points = 0.0;
        Contest { first: &first, second: &second, openings: &[], pairs, seed, threads: 1 }.run(
            &false.into(),
            |pair| {
                points += pair.points_of_first();
                ControlFlow::Continue(())
            },
        );
        let score = points / (2 * pairs) as f64;
        if score > self.score {
            (self.score, self.champion) = (score, self.networks[best].clone());
        }
    }
}

#[test]
fn a_population_agrees_with_the_reference() {
    let recipe = population::Recipe { benchmark: Benchmark::Random, ..tiny() };
    let mut learner = population::Learner::new(recipe.clone(), 17);
    let mut slow = Slow::new(recipe.clone(), 17);
    for _ in 0..recipe.teacher_games + recipe.imitation {
        learner.learn(1);
    }
    assert_eq!(network(&learner), slow.champion, "before the first generation");
    for generation in 0..recipe.generations {
        learner.learn(2);
        slow.breed();
        let genes: Vec<f64> = slow.networks.iter().flat_map(|network| network.genes()).collect();
        let shape = [recipe.networks, imitator::Model::genes_of(recipe.neurons)];
        let kept = learner.snapshot();
        assert!(kept.values("networks", &shape) == Ok(genes.as_slice()), "generation {generation}");
        assert_eq!(network(&learner), slow.champion, "generation {generation}");
    }
    assert!(slow.score > 0.0);
}

#[test]
fn a_population_ends_when_nothing_improves() {
    // With no mutation and only the first network and its copies, nothing can improve.
    let recipe = population::Recipe {
        descended: 6,
        mutation: 0.0,
        generations: 50,
        benchmark_every: 1,
        patience: 2,
        benchmark: Benchmark::Random,
        ..tiny()
    };
    let mut learner = population::Learner::new(recipe, 1);
    learn_all(&mut learner);
    let done = learner.schedule().done - 30;
    assert!(done < 50, "it ended after {done} generations");
}

#[test]
fn the_network_comes_to_think_as_its_teacher() {
    let recipe = imitator::Recipe { teacher_games: 300, batch: 20, imitation: 100, self_play: 0, ..small() };
    let mut learner = imitator::Learner::new(recipe.clone(), 3);
    let mut teacher = linear4::Learner::new(recipe.teacher(), 3);
    learn_all(&mut teacher);
    let Model::Linear4(teacher) = teacher.model() else { panic!("the teacher") };
    (0..300).for_each(|_| learner.learn(1));
    let before = agreement(&network(&learner), &teacher);
    learn_all(&mut learner);
    let after = agreement(&network(&learner), &teacher);
    assert!(after > before + 0.2, "{before} before, {after} after");
}

/// The correlation of two evaluators over positions of random games.
fn agreement(one: &impl Evaluator, other: &impl Evaluator) -> f64 {
    let mut pairs = Vec::new();
    for game in 0..40 {
        let mut chance = outflank_engine::Chance::stream(game, "agreement", 0);
        let mut board = Board::START;
        loop {
            board = match board.turn() {
                Turn::Play(moves) => {
                    let square = chance.pick(Portable, moves);
                    board.after(board.position.placement(square).expect("legal"))
                }
                Turn::Pass => board.passed(),
                Turn::Over(_) => break,
            };
            pairs.push((one.evaluate(Portable, board).value(), other.evaluate(Portable, board).value()));
        }
    }
    let count = pairs.len() as f64;
    let mean = |value: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (a, b) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let product = mean(&|pair| (pair.0 - a) * (pair.1 - b));
    product / (mean(&|pair| (pair.0 - a).powi(2)) * mean(&|pair| (pair.1 - b).powi(2))).sqrt()
}
