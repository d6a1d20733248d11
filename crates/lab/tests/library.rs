//! The library: games in, each once; found again by everything that is known of them; positions counted.

use std::collections::BTreeMap;

use outflank_engine::Chance;
use outflank_lab::{DataFolder, GameFilter, Imported, Store};
use outflank_rules::formats::{AnnotatedGame, Format, Tag, read_one};
use outflank_rules::{Board, Color, Game, Ply, Position, Square, Symmetry, Turn};

fn store() -> (tempfile::TempDir, Store) {
    let place = tempfile::tempdir().expect("a folder");
    let store = DataFolder::new(place.path()).open().expect("a store");
    (place, store)
}

/// A game of random moves, of which the first ones are always among few, so that games meet.
fn random_game(index: u64) -> AnnotatedGame {
    let mut chance = Chance::stream(7, "library", index);
    let mut game = Game::new();
    loop {
        match game.turn() {
            Turn::Play(moves) => {
                let few = if game.plies().len() < 6 { 2 } else { 20 };
                let squares: Vec<Square> = moves.into_iter().take(few).collect();
                game.play(squares[chance.below(squares.len() as u32) as usize]).expect("legal");
            }
            Turn::Pass => game.pass().expect("due"),
            Turn::Over(_) => break,
        }
    }
    // Somebody else may have turned the board.
    let way = Symmetry::OF_THE_START[(index % 4) as usize];
    let mut turned = Game::new();
    for ply in game.plies() {
        match ply {
            Ply::Place(placement) => drop(turned.play(way.square(placement.square())).expect("legal")),
            Ply::Pass => turned.pass().expect("due"),
        }
    }
    let mut game: AnnotatedGame = turned.into();
    game.tags.set(Tag::Black, format!("Player {}", index % 5));
    game.tags.set(Tag::White, format!("Żółw {}", index % 3));
    game.tags.set(Tag::Event, if index.is_multiple_of(2) { "Cup" } else { "50 % \\ off_" });
    game.tags.set(Tag::Date, (1990 + index % 10).to_string());
    game
}

/// What games did in a position, counted the slow way.
fn counted(games: &[AnnotatedGame], position: Position) -> BTreeMap<Square, (u64, i64)> {
    let mut moves = BTreeMap::new();
    let keeping: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|way| way.position(position) == position).collect();
    for game in games {
        for (board, ply) in game.game().history() {
            let way = Symmetry::ALL.into_iter().find(|way| way.position(board.position) == position);
            let (Some(way), Some(square)) = (way, ply.square()) else { continue };
            let square = way.square(square);
            let square = keeping.iter().map(|way| way.square(square)).min().expect("the identity at least");
            let entry: &mut (u64, i64) = moves.entry(square).or_default();
            entry.0 += 1;
            entry.1 += i64::from(game.counted().expect("over"));
        }
    }
    moves
}

fn agrees(store: &Store, games: &[AnnotatedGame], board: Board) {
    let explored = store.explore(board).expect("explored");
    let expected = counted(games, board.position);
    let keeping: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|way| way.position(board.position) == board.position).collect();
    assert_eq!(explored.games, expected.values().map(|(games, _)| games).sum::<u64>());
    assert_eq!(explored.moves.len(), expected.len());
    for found in &explored.moves {
        let square = keeping.iter().map(|way| way.square(found.square)).min().expect("one");
        let (games, margins) = expected[&square];
        assert_eq!(found.games, games);
        let margin = found.margin.expect("all are over");
        assert!((margin - margins as f64 / games as f64).abs() < 1e-9, "{margin}");
        assert_eq!(found.black.iter().sum::<u64>(), games);
    }
}

#[test]
fn positions_are_counted_by_every_way_and_orientation() {
    let (_place, store) = store();
    let games: Vec<AnnotatedGame> = (0..600).map(random_game).collect();
    let imported = store.import("test", "transcripts", games.iter().cloned()).expect("kept");
    assert_eq!(imported.added + imported.known, 600);
    // Without an index, with one, and with some games that came after it.
    for step in 0..3 {
        let mut boards = vec![Board::START];
        for game in games.iter().step_by(97) {
            boards.extend(game.game().history().map(|(board, _)| board).step_by(3).take(9));
        }
        let known: Vec<AnnotatedGame> =
            if step < 2 { games.clone() } else { (0..650).map(random_game).collect() };
        for board in boards.into_iter().filter(|board| matches!(board.turn(), Turn::Play(_))) {
            agrees(&store, &known, board);
        }
        match step {
            0 => store.index_library(true).expect("made"),
            1 => drop(store.import("more", "transcripts", (600..650).map(random_game)).expect("kept")),
            _ => {}
        }
    }
    let first = store.explore(Board::START).expect("explored");
    assert_eq!((first.moves.len(), first.moves[0].square), (1, Square::F5));
    let position = games[0].game().history().nth(30).expect("a long game").0.position;
    let filter =
        GameFilter { position: Some(Symmetry::TurnLeft.position(position)), ..GameFilter::default() };
    let through = store.find_games(&filter, 100, 0).expect("found");
    assert!(through.games.iter().any(|found| found.game.game().record() == games[0].game().record()));
}

#[test]
fn the_same_game_from_two_sources_is_one() {
    let (_place, store) = store();
    let mut game = random_game(1);
    assert_eq!(store.import("a", "ggf", [game.clone()]).expect("kept"), Imported { added: 1, known: 0 });
    // Turned, with the words of a name in another order.
    let mut turned = random_game(1);
    let way = Symmetry::HalfTurn;
    let mut again = Game::new();
    for ply in turned.game().plies() {
        match ply {
            Ply::Place(placement) => drop(again.play(way.square(placement.square())).expect("legal")),
            Ply::Pass => again.pass().expect("due"),
        }
    }
    turned.line.game = again;
    turned.tags.set(Tag::Black, "1 PLAYER");
    assert_eq!(store.import("b", "sgf", [turned]).expect("kept"), Imported { added: 0, known: 1 });
    // Nobody in particular, and then somebody else.
    let bare: AnnotatedGame = game.game().clone().into();
    assert_eq!(store.import("c", "transcripts", [bare]).expect("kept"), Imported { added: 0, known: 1 });
    game.tags.set(Tag::Black, "Somebody Else");
    assert_eq!(store.import("d", "ggf", [game]).expect("kept"), Imported { added: 1, known: 0 });
    assert_eq!(store.library_size().expect("counted"), 2);
    // What was not known is added.
    let (_place, store) = self::store();
    store.import("bare", "transcripts", [random_game(2).game().clone().into()]).expect("kept");
    store.import("named", "ggf", [random_game(2)]).expect("kept");
    let found = store.library_game(1).expect("asked").expect("there");
    assert_eq!(found.game.tags.get(&Tag::Black), Some("Player 2"));
    assert_eq!(found.source, "bare");
}

#[test]
fn games_are_found_by_everything_that_is_known() {
    let (_place, store) = store();
    store.import("tournament.wtb", "wthor", (0..60).map(random_game)).expect("kept");
    let count = |filter: GameFilter| store.find_games(&filter, 5, 0).expect("found").count;
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(count(GameFilter::default()), 60);
    assert_eq!(count(GameFilter { player: text("player 3"), ..GameFilter::default() }), 12);
    assert_eq!(count(GameFilter { player: text("%"), ..GameFilter::default() }), 0);
    assert_eq!(count(GameFilter { white: text("Żółw 0"), ..GameFilter::default() }), 20);
    assert_eq!(count(GameFilter { event: text("% \\ off_"), ..GameFilter::default() }), 30);
    assert_eq!(count(GameFilter { years: Some((1990, 1991)), ..GameFilter::default() }), 12);
    assert_eq!(count(GameFilter { text: text("tournament"), ..GameFilter::default() }), 60);
    assert_eq!(count(GameFilter { text: text("'; DROP TABLE library"), ..GameFilter::default() }), 0);
    let results: u64 =
        (0..3).map(|points| count(GameFilter { points: Some(points), ..GameFilter::default() })).sum();
    assert_eq!(results, 60);
    let found = store.find_games(&GameFilter::default(), 5, 58).expect("found");
    assert_eq!(found.games.iter().map(|game| game.id).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn everything_a_game_carries_comes_back() {
    let (_place, store) = store();
    let tree = "(;FF[4]GM[2]SZ[8]EV[Cup]DT[1999.05.01]PB[a]PW[b]RE[B+2]KM[6.5]C[remark]\
        (;B[f5]V[0.50];W[d6])(;B[e6]C[else]))";
    let game = read_one(tree).expect("a tree");
    store.import("tree.sgf", "sgf", [game.clone()]).expect("kept");
    let found = store.library_game(1).expect("asked").expect("there").game;
    // The name of the opening is ours.
    let named = tree.replace("RE[B+2]", "RE[B+2]ON[Perpendicular Opening]");
    assert_eq!(Format::Sgf.write(&found).expect("text").trim(), named);
    assert_eq!(found.line, game.line);
    // Those who played here are in it too.
    let shortest: Game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
    store.add_game("you", "swh", &shortest).expect("kept").expect("over");
    let filter = GameFilter { player: Some("you".to_owned()), ..GameFilter::default() };
    let found = store.find_games(&filter, 1, 0).expect("found");
    assert_eq!((found.count, found.games[0].game.margin()), (1, Some(64.0)));
    let mover = found.games[0].game.game().start().mover;
    assert_eq!(mover, Color::Black);
}
