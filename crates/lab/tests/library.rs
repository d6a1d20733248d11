//! The library: games in, each once; found again by everything that is known of them; positions counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use outflank_arena::{Ending, Played};
use outflank_engine::Chance;
use outflank_lab::analysis::{Origin, Worth};
use outflank_lab::{Collection, DataFolder, GameFilter, Imported, PlayedGame, Store};
use outflank_rules::formats::{AnnotatedGame, Format, Games, Tag, WthorNames, WthorWriter, read_one};
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
    let explored = store.explore(board, None).expect("explored");
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

/// The games of a text, all of them sound.
fn read_all(bytes: &[u8], format: Format) -> Vec<AnnotatedGame> {
    let games = Games::with_format(bytes, format).expect("read");
    games.map(|game| game.expect("sound")).collect()
}

#[test]
fn a_thousand_games_go_through_every_format_and_come_back() {
    let (_place, store) = store();
    let chosen: Vec<AnnotatedGame> = (0..1_000).map(random_game).collect();
    store.import("test", "transcripts", &chosen).expect("kept");
    let numbers = store.find_numbers(&GameFilter::default()).expect("found");
    assert_eq!(numbers.len(), 1_000);
    let kept: Vec<AnnotatedGame> =
        numbers.iter().map(|id| store.library_game(*id).expect("asked").expect("there").game).collect();
    let moves = |game: &AnnotatedGame| game.game().record().squares().to_vec();
    assert!(kept.iter().map(moves).eq(chosen.iter().map(moves)), "the store keeps moves as they are");
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Wthor) {
        let text: String = kept.iter().map(|game| format.write(game).expect("text")).collect();
        let again = read_all(text.as_bytes(), format);
        assert_eq!(again.len(), kept.len(), "{format}");
        for (game, again) in kept.iter().zip(&again) {
            assert_eq!(game.game().board(), again.game().board(), "{format}");
            if format.has_moves() {
                assert_eq!(moves(game), moves(again), "{format}");
            }
            if matches!(format, Format::Ggf | Format::Sgf | Format::Pgn) {
                for tag in [Tag::Black, Tag::White, Tag::Date] {
                    assert_eq!(game.tags.get(&tag), again.tags.get(&tag), "{format}");
                }
                assert_eq!(game.margin(), again.margin(), "{format}");
            }
        }
        let text_again: String = again.iter().map(|game| format.write(game).expect("text")).collect();
        assert!(text == text_again, "{format} writes what it has read");
    }
    let mut writer = WthorWriter::new();
    kept.iter().for_each(|game| writer.add(game).expect("it fits"));
    let day = (2026, 11, 16);
    let names = WthorNames::default().with_players(&writer.players(day)).expect("names");
    let names = names.with_tournaments(&writer.tournaments(day)).expect("names");
    let bytes = writer.games(day);
    let games = Games::open(bytes.as_slice()).expect("a file").with_names(Arc::new(names));
    assert_eq!(games.promised(), Some(1_000));
    for (game, again) in kept.iter().zip(games) {
        let again = again.expect("sound");
        // The database turns games so that they begin with f5.
        let same =
            |way: &Symmetry| moves(game).into_iter().map(|square| way.square(square)).eq(moves(&again));
        assert!(Symmetry::OF_THE_START.iter().any(same));
        assert_eq!(
            (game.tags.get(&Tag::Black), game.margin()),
            (again.tags.get(&Tag::Black), again.margin())
        );
    }
}

#[test]
fn collections_are_counted_apart_and_values_stand_beside_them() {
    let (_place, store) = store();
    let games: Vec<AnnotatedGame> = (0..300).map(random_game).collect();
    store.import("a file", "ggf", &games[..200]).expect("kept");
    let played = games[200..].iter().map(|game| Played {
        game: game.game().clone(),
        ending: Ending::Counted(game.game().board().mover.signed(game.game().tally().expect("over"))),
    });
    let played: Vec<Played> = played.collect();
    let here = played.iter().map(|played| PlayedGame { black: "a", white: "b", played });
    assert_eq!(store.keep_played("Match", here).expect("kept").added, 100);
    for _ in 0..2 {
        let count = |among| store.explore(Board::START, among).expect("explored").games;
        assert_eq!(count(None), 300);
        assert_eq!((count(Some(Collection::Imported)), count(Some(Collection::Played))), (200, 100));
        assert_eq!(count(Some(Collection::Shipped)), 0);
        store.index_library(true).expect("made");
    }
    // A value is found again on a board that is turned, and only better ones take its place.
    let board = |moves: &str| moves.parse::<Game>().expect("a game").board();
    let worth = |square, discs, origin| Worth { square, discs, origin, error: 0.0 };
    let square = store.explore(board("f5"), None).expect("explored").moves[0].square;
    let (deep, shallow) = (Origin::Plies(6), Origin::Plies(3));
    store.keep_values(board("f5"), "x", &[worth(square, 2.5, deep)]).expect("kept");
    store.keep_values(board("f5"), "y", &[worth(square, -9.0, shallow)]).expect("kept");
    let values = |moves| {
        let explored = store.explore(board(moves), None).expect("explored");
        explored.moves.into_iter().filter_map(|explored| explored.value).collect::<Vec<_>>()
    };
    for moves in ["f5", "d3", "c4", "e6"] {
        let [value] = &values(moves)[..] else { panic!("one value") };
        assert_eq!((value.discs, value.plies, value.judge.as_str()), (2.5, Some(6), "x"), "{moves}");
    }
    store
        .keep_values(
            board("d3"),
            "z",
            &[worth(
                Symmetry::OF_THE_START
                    .into_iter()
                    .find(|way| way.square(Square::F5) == "d3".parse().expect("a square"))
                    .expect("one")
                    .square(square),
                4.0,
                Origin::Exact,
            )],
        )
        .expect("kept");
    assert_eq!(values("f5")[0].plies, None);
    // What came from a source goes with it.
    assert_eq!(store.forget_source("a file").expect("gone"), Some(200));
    assert_eq!(store.explore(Board::START, None).expect("explored").games, 100);
    assert_eq!(store.forget_source("nobody").expect("asked"), None);
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
    let first = store.explore(Board::START, None).expect("explored");
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
    store.import("bare", "transcripts", [AnnotatedGame::new(random_game(2).game().clone())]).expect("kept");
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
