//! What `patterns` learned, for people to see: which shapes matter when, and which configurations are worth the most.

use outflank_rules::kernel::Portable;
use outflank_value::patterns::{Layout, PatternFile, PatternTables, Shape, mobility};

use super::own_games::play;
use crate::view::{Boards, Listing, View};

/// Games that are played to see what matters.
const GAMES: u64 = 200;

/// Of how many shapes configurations are shown, and how many of each.
const SHOWN: usize = 4;
const EACH: usize = 3;

/// A configuration is shown if it was met so often in these games.
const MET: u32 = 5;

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
    let seen = match PatternTables::<64>::new(layout, &file.weights, file.per_disc) {
        Some(tables) => Seen::in_games(&tables, file),
        None => PatternTables::<256>::new(layout, &file.weights, file.per_disc)
            .map_or_else(Seen::default, |tables| Seen::in_games(&tables, file)),
    };
    let mut view = view.with(contributions(layout, &seen.spreads));
    for (sign, name, title) in [
        (1, "best-configurations", "The best configurations"),
        (-1, "worst-configurations", "The worst configurations"),
    ] {
        let boards = configurations(file, &seen, sign, name, title);
        if !boards.boards.is_empty() {
            view = view.with(boards);
        }
    }
    view
}

/// What is seen of a network in its games against itself.
#[derive(Default)]
struct Seen {
    /// What each table (the shapes, then the extra tables) adds, by stages.
    spreads: Vec<Vec<Spread>>,
    /// How often each weight of the stage in the middle was looked up.
    met: Vec<u32>,
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

impl Seen {
    fn in_games<const N: usize>(tables: &PatternTables<N>, file: &PatternFile) -> Self {
        let (layout, patterns) = (&file.layout, tables.patterns());
        let all = layout.expanded(&file.weights);
        let in_discs = |units: i32| f64::from(units) / f64::from(file.per_disc);
        let count = layout.shapes().len() + layout.extras().len();
        let mut spreads = vec![vec![Spread::default(); layout.stages().count()]; count];
        let mut met = vec![0; layout.weights()];
        play(tables, "patterns view", GAMES, |line, _| {
            for &position in line {
                let stage = layout.stage(position);
                let entries = &all[stage * layout.entries()..(stage + 1) * layout.entries()];
                let lanes = patterns.lanes(position);
                if stage == middle(layout) {
                    patterns.shape_entries(&lanes).for_each(|entry| met[layout.weight_of(entry)] += 1);
                }
                let mut looked_up = patterns.shape_entries(&lanes).map(|entry| i32::from(entries[entry]));
                for (shape, spread) in layout.shapes().iter().zip(&mut spreads) {
                    spread[stage].add(in_discs(looked_up.by_ref().take(shape.images().len()).sum()));
                }
                let mut extras = spreads[layout.shapes().len()..].iter_mut();
                patterns.extra_entries(position, mobility(Portable, position), |entry| {
                    let spread = extras.next().expect("one for each extra table");
                    spread[stage].add(in_discs(entries[entry].into()));
                });
            }
        });
        Self { spreads, met }
    }
}

/// The stage in the middle of the game.
fn middle(layout: &Layout) -> usize {
    layout.stages().count() / 2
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

/// The configurations with the largest weights of one sign in the middle of the game, of the shapes that move values most, as
/// boards: own discs are 1, the opponent's −1.
fn configurations(file: &PatternFile, seen: &Seen, sign: i32, name: &'static str, title: &str) -> Boards {
    let layout = &file.layout;
    let stage = middle(layout);
    let weights = &file.weights[stage * layout.weights()..(stage + 1) * layout.weights()];
    let (first, last) = layout.stages().discs(stage);
    let caption = format!(
        "How the {SHOWN} shapes that move values most are filled where they add most to one side's value, in discs, with \
         {first} to {last} discs on the board: own discs 1, the opponent's −1, empty squares of the shape 0.1. Of what was \
         met at least {MET} times in {GAMES} games against itself."
    );
    let moves_values =
        |place: &usize| seen.spreads.get(*place).map_or(0.0, |spread| spread[stage].deviation());
    let mut places: Vec<usize> = (0..layout.shapes().len()).collect();
    places.sort_by(|one, other| moves_values(other).total_cmp(&moves_values(one)));
    let mut boards = Boards::new(name, title, caption);
    for &place in places.iter().take(SHOWN) {
        let shape = &layout.shapes()[place];
        let weight = |entry: usize| layout.weight_of(layout.start(place) + entry);
        let is_first =
            |entry: &usize| layout.members(weight(*entry))[0] as usize == layout.start(place) + entry;
        let is_met = |entry: &usize| seen.met.get(weight(*entry)).is_some_and(|&times| times >= MET);
        let mut entries: Vec<usize> = (0..shape.entries()).filter(is_first).filter(is_met).collect();
        entries.sort_by_key(|&entry| -sign * i32::from(weights[weight(entry)]));
        for entry in entries.into_iter().take(EACH) {
            let discs = f64::from(weights[weight(entry)]) / f64::from(file.per_disc);
            boards = boards.board(format!("{} {discs:+.1}", shape.name()), drawn(shape, entry));
        }
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
