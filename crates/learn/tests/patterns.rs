//! `patterns`: its learning compared with a slow one written differently, an update worked out by hand, and what must hold
//! of every run.

use std::collections::{BTreeSet, HashMap};

use outflank_arena::{Contest, Style};
use outflank_engine::Chance;
use outflank_learn::patterns::{Exploration, Learner, Model, Recipe, Rule, Target};
use outflank_learn::{Learned, Learner as _, System, Tensors};
use outflank_rules::kernel::Portable;
use outflank_rules::{Position, Square, Symmetry, Turn};
use outflank_value::patterns::PatternFile;

/// Small shapes with every kind of symmetry.
fn small() -> Recipe {
    Recipe {
        shapes: "a1 b1 c1, c1 d1 e1 f1, d4 e4 d5 e5, lines 2".to_owned(),
        stages: 3,
        one_stage_games: 0,
        alpha_end: 0.01,
        games: 40,
        batch: 1,
        greedy_share: 0.0,
        random_share: 0.0,
        ..Recipe::default()
    }
}

/// What a configuration is, as words: the stage, the shape, what stands there.
type Key = (usize, String, String);

/// Weights in a map from words, in double precision.
struct Slow {
    recipe: Recipe,
    shapes: Vec<Vec<Square>>,
    weights: HashMap<Key, f64>,
}

impl Slow {
    fn new(recipe: &Recipe) -> Self {
        let words =
            outflank_value::patterns::shapes(&recipe.shapes.split(',').collect::<Vec<_>>()).expect("shapes");
        let shapes = words.iter().map(|shape| shape.squares().to_vec()).collect();
        Self { recipe: recipe.clone(), shapes, weights: HashMap::new() }
    }

    /// All configurations on a board, each as often as it is there.
    fn keys(&self, position: Position) -> Vec<Key> {
        let stage = (position.occupied().count() as usize - 4) * self.recipe.stages / 61;
        let letter = |square: &Square| match () {
            _ if position.mover().contains(*square) => 'm',
            _ if position.opponent().contains(*square) => 'o',
            _ => '-',
        };
        let mut keys = Vec::new();
        for shape in &self.shapes {
            let name: String = shape.iter().map(Square::to_string).collect();
            // For each place on the board, the least of all readings that a symmetry leads to.
            let mut places: HashMap<BTreeSet<usize>, String> = HashMap::new();
            for symmetry in Symmetry::ALL {
                let image: Vec<Square> = shape.iter().map(|&square| symmetry.square(square)).collect();
                let reading: String = image.iter().map(letter).collect();
                let place = places.entry(image.iter().map(|square| square.index()).collect());
                place.and_modify(|least| *least = reading.clone().min(least.clone())).or_insert(reading);
            }
            keys.extend(places.into_values().map(|reading| (stage, name.clone(), reading)));
        }
        let mut count = |name: &str, count: u32| keys.push((stage, name.to_owned(), count.to_string()));
        if self.recipe.mobility {
            count("own moves", position.moves().count());
            count("other moves", position.passed().moves().count());
        }
        if self.recipe.disc_counts {
            count("own discs", position.mover().count());
            count("other discs", position.opponent().count());
        }
        if self.recipe.plies {
            count("all discs", position.occupied().count());
        }
        if self.recipe.pairs {
            let (own, other) = (position.moves().count(), position.passed().moves().count());
            count(&format!("own moves {own} with other moves"), other);
            count(&format!("other discs {} with own moves", position.opponent().count()), own);
        }
        count("constant", 0);
        keys
    }

    fn value(&self, position: Position) -> f64 {
        self.keys(position).iter().map(|key| self.weights.get(key).copied().unwrap_or(0.0)).sum()
    }

    fn end(&self, position: Position) -> Option<f64> {
        let Turn::Over(tally) = position.turn() else { return None };
        let margin = f64::from(tally.empties_to_winner().discs());
        let outcome = 32.0 * f64::from(i8::from(margin > 0.0) - i8::from(margin < 0.0));
        Some(if self.recipe.target == Target::Margin { margin } else { outcome })
    }

    /// Plays a game and learns from it, unless two moves are so nearly equal that rounding decides: then None.
    fn learn(&mut self, seed: u64, game: u64) -> Option<()> {
        let mut chance = Chance::stream(seed, "patterns game", game);
        let mut position = Position::START;
        let draw = |position: Position, chance: &mut Chance| match position.turn() {
            Turn::Play(moves) => {
                position.after(position.placement(chance.pick(Portable, moves)).expect("legal"))
            }
            _ => position.passed(),
        };
        for _ in 0..chance.below(self.recipe.random_plies + 1) {
            if let Turn::Over(_) = position.turn() {
                position = Position::START;
                break;
            }
            position = draw(position, &mut chance);
        }
        chance.unit();
        chance.below(2);
        let mut line: Vec<(Position, f64, bool)> = Vec::new();
        let end = loop {
            match position.turn() {
                Turn::Over(_) => break self.end(position).expect("over"),
                Turn::Pass => {
                    line.push((position, -self.value(position.passed()), false));
                    position = position.passed();
                }
                Turn::Play(moves) => {
                    let nexts: Vec<Position> = moves
                        .into_iter()
                        .map(|square| position.after(position.placement(square).expect("legal")))
                        .collect();
                    let worth = |next: Position| -self.end(next).unwrap_or_else(|| self.value(next));
                    let mut best = (nexts[0], worth(nexts[0]));
                    for &next in &nexts[1..] {
                        if worth(next) > best.1 {
                            best = (next, worth(next));
                        }
                    }
                    let near = |&&next: &&Position| next != best.0 && (worth(next) - best.1).abs() < 1e-4;
                    if best.1 != 0.0 && nexts.iter().find(near).is_some() {
                        return None;
                    }
                    let explores = chance.happens(self.recipe.epsilon);
                    let next = if explores { draw(position, &mut chance) } else { best.0 };
                    line.push((position, best.1, next != best.0));
                    position = next;
                }
            }
        };
        let mut updates = vec![(position, end)];
        let mut after = end;
        for &(position, best, other) in line.iter().rev() {
            let lambda = self.recipe.lambda;
            after = match self.recipe.exploration {
                Exploration::Cut if other => best,
                _ => (1.0 - lambda) * best + lambda * -after,
            };
            updates.push((position, after));
        }
        let alpha = self.recipe.alpha
            * (self.recipe.alpha_end / self.recipe.alpha).powf(game as f64 / self.recipe.games as f64);
        for (position, target) in updates {
            let mut counts: HashMap<Key, f64> = HashMap::new();
            self.keys(position).into_iter().for_each(|key| *counts.entry(key).or_default() += 1.0);
            // The tables of counts have names with a blank or are the constant; their weights move further.
            let rate = |(_, name, _): &Key| match name.contains(' ') || name == "constant" {
                true => self.recipe.extra_rate,
                false => 1.0,
            };
            let squares: f64 = counts.iter().map(|(key, count)| rate(key) * count * count).sum();
            let step = alpha * (target - self.value(position)) / squares;
            for (key, count) in counts {
                let rate = rate(&key);
                *self.weights.entry(key).or_default() += rate * step * count;
            }
        }
        Some(())
    }
}

/// The values of positions by the weights of a learner, in discs.
fn values(recipe: &Recipe, learner: &Learner) -> impl Fn(Position) -> f64 {
    let layout = recipe.layout().expect("a layout");
    let patterns = outflank_value::patterns::Patterns::<256>::new(layout).expect("it fits");
    let linear = outflank_value::Linear::new(patterns, learner.weights());
    move |position| {
        let board = outflank_rules::Board { position, mover: outflank_rules::Color::Black };
        outflank_value::Evaluator::evaluate(&linear, Portable, board).value()
    }
}

/// Games in which moves are seldom worth the same.
fn varied() -> Recipe {
    Recipe { shapes: "a1 b1 c1, c1 d1 e1 f1, d4 e4 d5 e5, corners".to_owned(), random_plies: 30, ..small() }
}

fn agrees(recipe: Recipe) {
    let mut compared = 0;
    for seed in 0..200 {
        let mut fast = Learner::new(recipe.clone(), seed);
        let mut slow = Slow::new(&recipe);
        for game in 0..6 {
            if slow.learn(seed, game).is_none() {
                break;
            }
            fast.learn(1);
            compared += game.min(1);
            let value = values(&recipe, &fast);
            let mut chance = Chance::stream(game, "test", 0);
            let mut position = Position::START;
            while let Turn::Play(moves) = position.turn() {
                let (one, other) = (value(position), slow.value(position));
                let context = || format!("seed {seed}, game {game}: {one} and {other} at {position:?}");
                assert!((one - other).abs() < 1e-2, "{}", context());
                position = position.after(position.placement(chance.pick(Portable, moves)).expect("legal"));
            }
        }
        if compared >= 4 {
            return;
        }
    }
    panic!("only {compared} games after the first were decided by more than rounding");
}

#[test]
fn learning_agrees_with_a_slow_reference() {
    agrees(varied());
    agrees(Recipe { exploration: Exploration::Through, lambda: 0.5, target: Target::Outcome, ..varied() });
    agrees(Recipe { lambda: 0.0, mobility: false, disc_counts: false, epsilon: 0.4, ..varied() });
    agrees(Recipe { extra_rate: 5.0, plies: true, ..varied() });
    agrees(Recipe { pairs: true, lambda: 0.6, ..varied() });
}

#[test]
fn one_step_by_hand() {
    // One table of one weight: the constant; shapes of one square add weights for its three fillings. After one game
    // with λ = 1 that ends with the margin m, the last position moves by α (m − 0).
    let recipe = Recipe {
        shapes: "a1".to_owned(),
        stages: 1,
        mobility: false,
        disc_counts: false,
        alpha: 0.5,
        alpha_end: 0.5,
        lambda: 1.0,
        epsilon: 0.0,
        random_plies: 0,
        games: 1,
        ..small()
    };
    let mut learner = Learner::new(recipe.clone(), 1);
    learner.learn(1);
    // All moves look alike at first, so the first is made: the game that ends 19 to 45 in the tour of the rules.
    let mut weights = [0.0f64; 4];
    let mut position = Position::START;
    let mut line = vec![position];
    while !matches!(position.turn(), Turn::Over(_)) {
        position = match position.turn() {
            Turn::Play(moves) => position.after(position.placement(moves.first()).expect("legal")),
            _ => position.passed(),
        };
        line.push(position);
    }
    let margin = f64::from(position.tally().empties_to_winner().discs());
    let mut target = margin;
    for position in line.iter().rev() {
        // Four corners: opponent's, empty, own, and the constant.
        let corners =
            |set: outflank_rules::Squares| f64::from((set & outflank_rules::Squares::CORNERS).count());
        let counts =
            [corners(position.opponent()), corners(position.empties()), corners(position.mover()), 1.0];
        let value: f64 = weights.iter().zip(counts).map(|(weight, count)| weight * count).sum();
        let squares: f64 = counts.iter().map(|count| count * count).sum();
        let step = 0.5 * (target - value) / squares;
        weights.iter_mut().zip(counts).for_each(|(weight, count)| *weight += step * count);
        target = -target;
    }
    for (learned, by_hand) in learner.weights().iter().zip(weights) {
        assert!((f64::from(*learned) - by_hand).abs() < 1e-3, "{learned} and {by_hand}");
    }
}

/// Recipes that take every way through the learner.
fn all_ways() -> Vec<Recipe> {
    let mixed = Recipe {
        greedy_share: 0.2,
        random_share: 0.2,
        counter_share: 0.2,
        league_share: 0.2,
        batch: 8,
        batch_share: 0.5,
        ..small()
    };
    vec![
        small(),
        Recipe { exact: 6, rule: Rule::Coherence, pairs: true, ..mixed.clone() },
        Recipe { one_stage_games: 15, passes: 3, average: 0.5, ..mixed.clone() },
        Recipe { label_depth: 2, exact: 4, round_games: 15, play_depth: 1, ..mixed.clone() },
        Recipe { label_depth: 2, label_mean: true, round_games: 15, play_depth: 1, ..mixed },
    ]
}

#[test]
fn what_was_kept_goes_on_to_the_same_bits_on_any_number_of_threads() {
    for recipe in all_ways() {
        let mut whole = Learner::new(recipe.clone(), 3);
        let mut parts = Learner::new(recipe.clone(), 3);
        while !whole.schedule().is_finished() {
            whole.learn(1);
            parts.learn(3);
            let kept = parts.snapshot();
            parts = Learner::new(recipe.clone(), 3);
            parts.restore(&kept).expect("kept by itself");
        }
        assert_eq!(whole.snapshot(), parts.snapshot());
        assert_eq!(whole.games(), 40);
        assert_eq!(
            recipe.model_in(&whole.snapshot()).map(outflank_learn::Model::Patterns),
            Ok(whole.model())
        );
    }
}

#[test]
fn rounds_that_are_labelled_elsewhere_come_to_the_same_bits() {
    let never = &false.into();
    let labels = Recipe { label_depth: 2, exact: 4, round_games: 15, play_depth: 1, average: 0.5, ..small() };
    for recipe in
        [labels.clone(), Recipe { one_stage_games: 20, batch: 8, batch_share: 0.5, passes: 2, ..labels }]
    {
        let mut whole = Learner::new(recipe.clone(), 3);
        while !whole.schedule().is_finished() {
            whole.learn(2);
        }
        let mut apart = Learner::new(recipe.clone(), 3);
        assert_eq!(apart.learn_round(&[]).expect_err("no games").expected, 15);
        while let Some(round) = apart.round() {
            let kept = apart.snapshot();
            let label = |games, threads| {
                // Each part by somebody who knows what was kept, and nothing else.
                let mut helper = Learner::new(recipe.clone(), 3);
                helper.restore(&kept).expect("kept by itself");
                helper.label(games, never, threads).expect("nothing stops it")
            };
            let middle = round.start + 4;
            let labelled = [label(round.start..middle, 1), label(middle..round.end, 3)].concat();
            assert!(labelled.iter().all(|game| game.len() > 15), "half of the positions of each game");
            apart.learn_round(&labelled).expect("all of them");
        }
        assert_eq!(apart.snapshot(), whole.snapshot());
        assert_eq!(Learner::new(recipe, 3).label(0..15, &true.into(), 1), Err(outflank_engine::Stopped));
    }
    assert_eq!(Learner::new(small(), 3).round(), None);
}

#[test]
fn averaged_weights_are_the_means_of_those_along_the_way() {
    let recipe = Recipe { games: 40, batch: 8, batch_share: 0.5, ..small() };
    let mut last = Learner::new(recipe.clone(), 3);
    let mut averaged = Learner::new(Recipe { average: 0.5, ..recipe }, 3);
    let mut along: Vec<Vec<f32>> = Vec::new();
    while !last.schedule().is_finished() {
        last.learn(1);
        averaged.learn(1);
        if last.games() > 20 {
            along.push(last.weights());
        }
    }
    assert!(along.len() > 2);
    for (place, mean) in averaged.weights().into_iter().enumerate() {
        let sum: f32 = along.iter().map(|weights| weights[place]).sum();
        assert!((mean - sum / along.len() as f32).abs() < 1e-4, "{mean} at {place}");
    }
    assert_ne!(averaged.weights(), last.weights());
}

#[test]
fn it_learns_to_win_and_its_opposite_to_lose() {
    wins(Recipe { games: 400, stages: 1, alpha: 0.4, ..small() });
}

#[test]
fn it_learns_to_win_from_the_labels_of_its_own_search() {
    let labels = Recipe { label_depth: 2, play_depth: 1, exact: 6, round_games: 100, ..small() };
    wins(Recipe { games: 400, stages: 1, alpha: 0.2, batch: 16, ..labels.clone() });
    wins(Recipe { games: 400, stages: 1, alpha: 0.2, batch: 16, label_mean: true, ..labels });
}

/// What is learned beats chance, and turned round it loses to chance.
fn wins(recipe: Recipe) {
    let mut learner = Learner::new(recipe, 1);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    let model = Model::try_from(learner.model()).expect("of patterns");
    let opposite = Model::new(PatternFile {
        weights: model.file().weights.iter().map(|weight| -weight).collect(),
        ..model.file().clone()
    });
    let style = Style::plies(1);
    let seat = |model: &Model| model.entrant("player", &style).expect("it plays");
    let random = outflank_arena::Entrant::new("random", || Box::new(outflank_engine::players::Random::new()));
    let points = |first: &outflank_arena::Entrant| {
        let mut points = 0.0;
        let contest = Contest { first, second: &random, openings: &[], pairs: 50, seed: 1, threads: 1 };
        contest.run(&false.into(), |pair| {
            points += pair.points_of_first();
            std::ops::ControlFlow::Continue(())
        });
        points
    };
    let (won, lost) = (points(&seat(&model)), points(&seat(&opposite)));
    assert!(won > 80.0, "{won} points of 100");
    assert!(lost < 40.0, "{lost} points of 100");
}

#[test]
fn models_come_back_and_are_begun_from() {
    let mut learner = Learner::new(small(), 2);
    (0..20).for_each(|_| learner.learn(1));
    let model = Model::try_from(learner.model()).expect("of patterns");
    assert_eq!(Model::from_tensors(&model.tensors()), Ok(model.clone()));
    assert!(Model::from_tensors(&Tensors::new()).is_err());
    let mut other = Learner::new(small(), 9);
    other.begin_from(learner.model()).expect("the same shapes");
    assert_eq!(other.model(), learner.model());
    let mut different = Learner::new(Recipe { mobility: false, ..small() }, 9);
    assert!(different.begin_from(learner.model()).is_err());
    // A table more: the same values, until it learns.
    let more = Recipe { plies: true, ..small() };
    let mut wider = Learner::new(more.clone(), 9);
    wider.begin_from(learner.model()).expect("the same tables and one more");
    let after = "f5d6c3d3".parse::<outflank_rules::Game>().expect("a game").board().position;
    assert_eq!(values(&more, &wider)(after), values(&small(), &other)(after));
    wider.learn(1);
    assert_ne!(values(&more, &wider)(after), values(&small(), &other)(after));
    assert!(!model.view().blocks.is_empty());
}

/// A network of the League that likes many discs, in weights of its own unit.
fn many_discs(unit: f64) -> String {
    let lists: String = (0..64).map(|square| format!("{{ {square} }} ")).collect();
    format!("{{ 1 {{ 1 64 {lists} {{ {} 0 {unit} }} }} }}", -unit)
}

#[test]
fn networks_of_the_league_go_on_to_learn() {
    // Whatever the unit of the file, a disc is a disc: what ends by many discs was worth many.
    let models = [0.001, 1.0, 5000.0].map(|unit| Model::from_league(&many_discs(unit)).expect("a network"));
    assert!(models.iter().all(|model| *model == models[0]));
    let recipe = Recipe { games: 20, batch: 1, ..Recipe::continuing(&models[0]) };
    assert_eq!(recipe.check(), Ok(()));
    let mut learner = Learner::new(recipe.clone(), 1);
    learner.begin_from(outflank_learn::Model::Patterns(models[0].clone())).expect("its own shapes");
    let after = "f5d6c3d3c4".parse::<outflank_rules::Game>().expect("a game").board().position;
    let discs = after.mover().count() as f64 - after.opponent().count() as f64;
    let value = values(&recipe, &learner)(after);
    assert!(discs != 0.0 && value * discs > 0.0, "{value} where there are {discs} more");
    // Nothing is lost where it begins: many weights are far smaller than a disc.
    let begun = Model::try_from(learner.model()).expect("of patterns");
    let discs = |model: &Model| {
        let per_disc = f64::from(model.file().per_disc);
        model.file().weights[..3].iter().map(|&weight| f64::from(weight) / per_disc).collect::<Vec<_>>()
    };
    let off = discs(&begun).into_iter().zip(discs(&models[0])).map(|(one, other)| (one - other).abs());
    assert!(off.fold(0.0, f64::max) < 1e-3);
    let before = learner.weights();
    (0..20).for_each(|_| learner.learn(1));
    assert_ne!(learner.weights(), before);
    let learned = Model::try_from(learner.model()).expect("of patterns");
    let again = PatternFile::from_league(&learned.file().to_league().expect("one stage")).expect("our own");
    assert_eq!(again.layout.shapes()[0].images(), learned.layout().shapes()[0].images());
    let wider = Recipe { mobility: true, ..recipe };
    Learner::new(wider, 1)
        .begin_from(outflank_learn::Model::Patterns(models[0].clone()))
        .expect("a table more");
}

#[test]
fn bad_recipes_are_refused_by_name() {
    let error = |recipe: Recipe| recipe.check().expect_err("refused").to_string();
    assert_eq!(small().check(), Ok(()));
    assert_eq!(Recipe::default().check(), Ok(()));
    let shapes = |words: &str| Recipe { shapes: words.to_owned(), ..small() };
    assert!(error(shapes("a1 b9")).contains("“b9”"));
    assert!(error(shapes("rectangles 5x4")).contains("3^20 entries"));
    assert!(error(shapes("logistello")).contains("“logistello”"));
    assert!(error(Recipe { stages: 0, ..small() }).starts_with("stages is 0"));
    assert!(error(Recipe { lambda: 1.5, ..small() }).starts_with("lambda is 1.5"));
    assert!(error(Recipe { alpha: f64::NAN, ..small() }).starts_with("alpha is NaN"));
    assert!(error(Recipe { greedy_share: 0.7, counter_share: 0.7, ..small() }).starts_with("counter_share"));
    assert!(error(Recipe { exact: 30, ..small() }).starts_with("exact is 30"));
}
