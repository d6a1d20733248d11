//! What `patterns` learned, for people to see: which shapes matter when, and which configurations are worth the most.

use outflank_engine::Chance;
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Position, Turn, with_kernel};
use outflank_value::patterns::{Layout, PatternFile, PatternTables, Shape, mobility};

use crate::view::{Boards, Listing, View};

/// Games that are played to see what matters.
const GAMES: u64 = 60;

/// Of how many shapes configurations are shown.
const SHOWN: usize = 4;

/// What a network of patterns has learned.
pub(super) fn of(file: &PatternFile) -> View {
    let layout = &file.layout;
    let learned = file.weights.iter().filter(|&&weight| weight != 0).count();
    let view = View::new("What it learned").terms([
        ("shapes", format!("{} at {} places of the board", layout.shapes().len(), layout.lanes())),
        ("stages", layout.stages().count().to_string()),
        ("weights", format!("{}, of which {learned} are not 0", file.weights.len())),
        ("unit", format!("1/{} of a disc", file.per_disc)),
    ]);
    let spreads = match PatternTables::<64>::new(layout, &file.weights, file.per_disc) {
        Some(tables) => spread(&tables, file),
        None => PatternTables::<256>::new(layout, &file.weights, file.per_disc)
            .map_or_else(Vec::new, |tables| spread(&tables, file)),
    };
    view.with(contributions(layout, &spreads))
        .with(configurations(file, 1, "best-configurations", "The best configurations"))
        .with(configurations(file, -1, "worst-configurations", "The worst configurations"))
}

/// What a table adds to values in a stage: the sums of it and of its squares, and of how many positions.
#[derive(Clone, Copy, Default)]
struct Spread {
    sum: f64,
    squares: f64,
    count: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.count += 1.0;
    }

    /// The standard deviation.
    fn deviation(self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares / self.count.max(1.0) - mean * mean).max(0.0).sqrt()
    }
}

/// How much each table (the shapes, then the extra tables) adds to values by stages, over games that the network
/// plays against itself, one move in ten being random.
fn spread<const N: usize>(tables: &PatternTables<N>, file: &PatternFile) -> Vec<Vec<Spread>> {
    let (layout, patterns) = (&file.layout, tables.patterns());
    let all = layout.expanded(&file.weights);
    let in_discs = |units: i32| f64::from(units) / f64::from(file.per_disc);
    let count = layout.shapes().len() + layout.extras().len();
    let mut spreads = vec![vec![Spread::default(); layout.stages().count()]; count];
    with_kernel!(Available::best(), |kernel| {
        for game in 0..GAMES {
            let mut chance = Chance::stream(0, "patterns view", game);
            let mut position = Position::START;
            loop {
                let stage = layout.stage(position);
                let entries = &all[stage * layout.entries()..(stage + 1) * layout.entries()];
                let lanes = patterns.lanes(position);
                let mut looked_up = patterns.shape_entries(&lanes).map(|entry| i32::from(entries[entry]));
                for (shape, spread) in layout.shapes().iter().zip(&mut spreads) {
                    spread[stage].add(in_discs(looked_up.by_ref().take(shape.images().len()).sum()));
                }
                let mut extras = spreads[layout.shapes().len()..].iter_mut();
                patterns.extra_entries(position, mobility(kernel, position), |entry| {
                    let spread = extras.next().expect("one for each extra table");
                    spread[stage].add(in_discs(entries[entry].into()));
                });
                position = match kernel.turn(position) {
                    Turn::Over(_) => break,
                    Turn::Pass => position.passed(),
                    Turn::Play(moves) if chance.happens(0.1) => {
                        let drawn = kernel.placement(position, chance.pick(kernel, moves));
                        position.after(drawn.expect("one of the legal moves"))
                    }
                    Turn::Play(moves) => {
                        let left = |next: &Position| {
                            tables.units(&patterns.lanes(*next), *next, mobility(kernel, *next))
                        };
                        let nexts =
                            kernel.placements(position, moves).map(|placement| position.after(placement));
                        nexts.min_by_key(left).expect("there is a move")
                    }
                };
            }
        }
    });
    spreads
}

/// What every table adds, by stages.
fn contributions(layout: &Layout, spreads: &[Vec<Spread>]) -> Listing {
    let stages = layout.stages();
    let discs = (0..stages.count()).map(|stage| {
        let (first, last) = stages.discs(stage);
        format!("{first}–{last} discs")
    });
    let caption = format!(
        "How much each table moves values: the standard deviation in discs of what it adds, by the discs on the board, \
         over {GAMES} games against itself with a tenth of random moves"
    );
    let mut listing = Listing::new(caption, ["table".to_owned()].into_iter().chain(discs));
    let names =
        layout.shapes().iter().map(Shape::name).chain(layout.extras().iter().map(|extra| extra.name()));
    for (name, spread) in names.zip(spreads) {
        let cells = spread.iter().map(|spread| format!("{:.2}", spread.deviation()));
        listing = listing.row([name.to_owned()].into_iter().chain(cells));
    }
    listing
}

/// The configurations of the first shape with the largest weights of one sign in the middle of the game, as boards: own discs
/// are 1, the opponent's −1.
fn configurations(file: &PatternFile, sign: i32, name: &'static str, title: &str) -> Boards {
    let layout = &file.layout;
    let stage = layout.stages().count() / 2;
    let weights = &file.weights[stage * layout.weights()..(stage + 1) * layout.weights()];
    let (first, last) = layout.stages().discs(stage);
    let caption = format!(
        "Of each shape with its own table, how it is filled where it adds most to one side's value, with {first} to {last} \
         discs on the board: own discs 1, the opponent's −1, empty squares of the shape 0.1."
    );
    let mut boards = Boards::new(name, title, caption);
    for (place, shape) in layout.shapes().iter().enumerate().take(SHOWN) {
        let weight = |entry: usize| sign * i32::from(weights[layout.weight_of(layout.start(place) + entry)]);
        let best = (0..shape.entries()).max_by_key(|&entry| weight(entry)).unwrap_or(0);
        let discs = f64::from(sign * weight(best)) / f64::from(file.per_disc);
        boards = boards.board(format!("{} {discs:+.1}", shape.name()), drawn(shape, best));
    }
    boards
}

/// A configuration of a shape on the board.
fn drawn(shape: &Shape, mut entry: usize) -> [f64; 64] {
    let mut squares = [0.0; 64];
    for square in shape.squares() {
        squares[square.index()] = [-1.0, 0.1, 1.0][entry % 3];
        entry /= 3;
    }
    squares
}
