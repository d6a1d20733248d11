//! What a network has learned, for people to see: what its first layer looks for, which discs its values hang on, what it
//! would play beside what the engine thinks, and how its value changes through a game.

use outflank_engine::midgame::{Engine, Line, Plan};
use outflank_engine::tree::{Budget, Noise, Rule, Tree};
use outflank_engine::{Limits, TableSize, knowledge};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Color, Moves, Position, Turn, with_kernel};
use outflank_value::patterns::PatternTables;
use outflank_value::residual::{Orientation, ResidualNetwork, Sight};

use crate::view::{Block, Boards, Lines, Listing, View};

/// So many filters are shown, those with the largest weights.
const FILTERS: usize = 8;
/// With so many discs on the board it is asked what matters.
const MOMENTS: [u32; 3] = [14, 30, 46];
/// How far the engine looks ahead beside it.
const PLIES: u32 = 6;
/// Simulations of its own search.
const SIMULATIONS: u32 = 64;

/// What a network has learned.
pub(super) fn of(network: &ResidualNetwork) -> View {
    let shape = network.shape();
    let game = own_game(network);
    let moments = MOMENTS.map(|discs| {
        let reached = |board: &&Board| board.position.occupied().count() >= discs && has_moves(board);
        *game.iter().find(reached).unwrap_or(&Board::START)
    });
    let mut view = View::new("What it learned").terms([
        ("network", format!("{} residual blocks of {} channels", shape.blocks, shape.channels.count())),
        (
            "sees",
            match shape.sight {
                Sight::Discs => "the discs of both sides, and where the board ends".to_owned(),
                Sight::Moves => "the discs and the legal moves of both sides".to_owned(),
            },
        ),
        (
            "symmetries",
            match shape.orientation {
                Orientation::AsItIs => {
                    "as it learned them: values differ a little when the board is turned".to_owned()
                }
                Orientation::Canonical => "all eight are seen as one".to_owned(),
            },
        ),
        ("weights", shape.weights().to_string()),
    ]);
    view = view.with(filters(network)).with(occlusion(network, &moments));
    if let Some(listing) = choices(network, moments[1]) {
        view = view.with(listing);
    }
    view.with(through_a_game(network, &game))
}

fn has_moves(board: &Board) -> bool {
    matches!(board.turn(), Turn::Play(_))
}

/// The boards of a game that it plays against itself at one ply.
fn own_game(network: &ResidualNetwork) -> Vec<Board> {
    let (mut board, mut boards) = (Board::START, Vec::with_capacity(64));
    with_kernel!(Available::best(), |kernel| loop {
        boards.push(board);
        board = match kernel.turn(board.position) {
            Turn::Over(_) => break,
            Turn::Pass => board.passed(),
            Turn::Play(moves) => {
                let left = |next: &Board| network.value_of(next.position);
                let nexts = kernel.placements(board.position, moves).map(|placement| board.after(placement));
                nexts.min_by(|one, other| left(one).total_cmp(&left(other))).expect("there is a move")
            }
        };
    });
    boards
}

/// The filters of the first layer, each on a board: top left what it makes of own discs around a square, top right of the
/// opponent's, bottom left of the board itself.
fn filters(network: &ResidualNetwork) -> Boards {
    let shape = network.shape();
    let (planes, channels) = (shape.sight.planes(), shape.channels.count());
    let weight = |tap: usize, plane: usize, channel: usize| {
        f64::from(network.weights()[(tap * planes + plane) * channels + channel])
    };
    let size = |channel: usize| -> f64 {
        (0..9).flat_map(|tap| (0..2).map(move |plane| weight(tap, plane, channel).powi(2))).sum()
    };
    let mut by_size: Vec<usize> = (0..channels).collect();
    by_size.sort_by(|&one, &other| size(other).total_cmp(&size(one)));
    let caption = "What the first layer looks for around a square: each board has three filters of 3 × 3, own discs at the \
                   top left, the opponent's at the top right, the board itself at the bottom left.";
    let mut boards = Boards::new("filters", "First-layer filters", caption);
    for &channel in by_size.iter().take(FILTERS) {
        let mut squares = [0.0; 64];
        for (plane, (row, column)) in [(0, 0), (0, 5), (5, 0)].into_iter().enumerate() {
            for tap in 0..9 {
                squares[(row + tap / 3) * 8 + column + tap % 3] = weight(tap, plane, channel);
            }
        }
        boards = boards.board(format!("channel {}", channel + 1), squares);
    }
    boards
}

/// How much a value changes when a disc is taken away.
fn occlusion(network: &ResidualNetwork, moments: &[Board]) -> Boards {
    let caption = "By how many discs the value of a position falls for its mover when the disc on a square is taken away: what \
                   the network looks at. The positions are of a game against itself.";
    let mut boards = Boards::new("occlusion", "What its values hang on", caption);
    for board in moments {
        let position = board.position;
        let value = network.value_of(position);
        let mut squares = [0.0; 64];
        for square in position.occupied() {
            let (own, other) =
                (position.mover().without(square.set()), position.opponent().without(square.set()));
            if let Some(without) = Position::new(own, other) {
                squares[square.index()] = 64.0 * f64::from(value - network.value_of(without));
            }
        }
        let mover = match board.mover {
            Color::Black => "Black",
            Color::White => "White",
        };
        let discs = position.occupied().count();
        boards = boards.board(format!("{discs} discs, {mover} to move: {:+.1}", 64.0 * value), squares);
    }
    boards
}

/// What the engine thinks of all moves of a board, in discs.
fn engines_lines(
    engine: &mut Engine<PatternTables<64>>,
    board: Board,
    moves: Moves,
    plies: u32,
) -> Vec<Line> {
    let plan = Plan { lines: moves.count() as usize, exact: 12, ..Plan::plies(plies) };
    engine.think(board, moves, &plan, &Limits::default()).lines
}

/// The moves of a position: policy, search, and the engine beside them.
fn choices(network: &ResidualNetwork, board: Board) -> Option<Listing> {
    let Turn::Play(moves) = board.turn() else { return None };
    let mut engine = Engine::new(knowledge::judge(), TableSize::mebibytes(1)).ok()?;
    let lines = engines_lines(&mut engine, board, moves, PLIES);
    let budget = Budget::simulations(SIMULATIONS);
    let outlook = with_kernel!(|kernel| {
        Tree::new(Rule::Gumbel).search(kernel, network, board, moves, &budget, Noise::Silent)
    });
    let caption = format!(
        "The moves on {}, by the engine's values at {PLIES} plies: how likely each is by the policy, what it leaves at one ply, and how \
         often a tree search of {SIMULATIONS} simulations went there and what it found, in discs",
        board
    );
    let columns = ["move", "engine", "policy", "one ply", "visits", "after search"];
    let mut listing = Listing::new(caption, columns);
    for line in lines {
        let after = -network.value_of(board.position.after(line.placement));
        let branch =
            outlook.branches.iter().find(|branch| branch.placement.square() == line.placement.square())?;
        listing = listing.row([
            line.placement.square().to_string(),
            format!("{:+.1}", line.value.discs()),
            format!("{:.0} %", 100.0 * branch.prior),
            format!("{:+.1}", 64.0 * after),
            branch.visits.to_string(),
            branch.value.map_or_else(|| "—".to_owned(), |value| format!("{:+.1}", 64.0 * value)),
        ]);
    }
    Some(listing)
}

/// How its value changes through a game against itself, with the engine's beside it.
fn through_a_game(network: &ResidualNetwork, game: &[Board]) -> Block {
    let sign = |board: &Board| if board.mover == Color::Black { 1.0 } else { -1.0 };
    let own = game
        .iter()
        .enumerate()
        .map(|(ply, board)| (ply as f64, sign(board) * 64.0 * f64::from(network.value_of(board.position))));
    let mut lines = vec![("the network".to_owned(), own.collect())];
    if let Ok(mut engine) = Engine::new(knowledge::judge(), TableSize::mebibytes(1)) {
        let of_engine = game.iter().enumerate().filter_map(|(ply, board)| {
            let Turn::Play(moves) = board.turn() else { return None };
            let plan = Plan { exact: 12, ..Plan::plies(4) };
            let value = engine.think(*board, moves, &plan, &Limits::default()).best().value.discs();
            Some((ply as f64, sign(board) * value))
        });
        lines.push(("the engine".to_owned(), of_engine.collect()));
    }
    Block::Lines(Lines {
        name: "through-a-game",
        title: "A game against itself".to_owned(),
        caption: "What the network expects Black to win by, ply by ply, in a game that it plays against itself at one ply; and \
                  what the engine thinks at 4 plies, exact from 12 empty squares on."
            .to_owned(),
        axes: ["ply", "discs for Black"],
        lines,
    })
}
