//! Named openings and books of them.

use std::collections::{HashMap, HashSet};

use outflank_rules::openings::{Book, Kind, Opening, Place, Weights, WeightsError};
use outflank_rules::{Color, Game, GameRecord, Square, Symmetry};

fn game(text: &str) -> Game {
    text.parse().expect(text)
}

/// A line in another orientation.
fn turned(line: &GameRecord, symmetry: Symmetry) -> Game {
    let mut game = Game::new();
    for &square in line.squares() {
        game.play(symmetry.square(square)).expect("legal in every orientation of the start");
    }
    game
}

#[test]
fn there_are_99_named_openings_of_three_kinds() {
    let book = Book::named();
    assert_eq!(book.openings().len(), 99);
    let kinds = |kind| book.openings().iter().filter(|opening| opening.kind() == Some(kind)).count();
    assert_eq!([Kind::Diagonal, Kind::Parallel, Kind::Perpendicular].map(kinds), [59, 1, 39]);
    // Everything that can be known of them is, and the lengths are those of the catalogue.
    assert!(
        book.openings().iter().all(|opening| opening.games().is_some() && opening.evaluation().is_some())
    );
    let length = |opening: &Opening| opening.line().squares().len();
    assert_eq!(book.openings().iter().map(length).min(), Some(2));
    assert_eq!(book.openings().iter().map(length).max(), Some(18));
}

#[test]
fn lines_of_one_position_have_one_name() {
    let mut names = HashMap::new();
    for opening in Book::named().openings() {
        let end = opening.line().game().board().position.canonical();
        let first = *names.entry(end).or_insert(opening.name());
        assert_eq!(first, opening.name(), "{}", opening.line());
    }
    // 28 of the diagonal lines are another order of the moves of 28 others.
    assert_eq!(names.len(), 99 - 28);
}

#[test]
fn all_396_lines_can_be_followed_to_their_ends() {
    let book = Book::named();
    assert_eq!(book.lines(), 396);
    let mut seen = HashSet::new();
    for opening in book.openings() {
        for symmetry in Symmetry::OF_THE_START {
            let game = turned(opening.line(), symmetry);
            assert!(seen.insert(game.record()), "{} twice", game.record());
            let place = book.place_of(&game).expect("in the book");
            let mut matching = book.matching(place);
            assert!(matching.any(|(found, way)| found == opening && way == symmetry), "{}", game.record());
            assert_eq!(book.opening_of(&game).map(Opening::name), Some(opening.name()));
        }
    }
    assert_eq!(seen.len(), 396);
}

/// The tree against the list of lines, looked through from the beginning for every place.
#[test]
fn places_know_what_the_lines_say() {
    let book = Book::named();
    let lines: Vec<Vec<Square>> = book
        .openings()
        .iter()
        .flat_map(|opening| Symmetry::OF_THE_START.map(|way| turned(opening.line(), way)))
        .map(|game| game.record().squares().to_vec())
        .collect();
    let mut places = vec![(Place::START, Vec::new())];
    let mut looked_at = 0;
    while let Some((place, moves)) = places.pop() {
        let through: Vec<_> = lines.iter().filter(|line| line.starts_with(&moves)).collect();
        assert_eq!(book.matching(place).count(), through.len());
        for square in Square::all() {
            let on = through.iter().filter(|line| line.get(moves.len()) == Some(&square)).count();
            let known = book.moves(place).find(|&(known, _)| known == square).map_or(0, |(_, lines)| lines);
            assert_eq!(known, on, "{square} after {moves:?}");
            let next = book.follow(place, square);
            assert_eq!(next.is_some(), on > 0);
            places.extend(next.map(|next| (next, [&moves[..], &[square]].concat())));
        }
        looked_at += 1;
    }
    let beginnings: HashSet<&[Square]> =
        lines.iter().flat_map(|line| (0..=line.len()).map(|length| &line[..length])).collect();
    assert_eq!(looked_at, beginnings.len());
}

#[test]
fn a_game_is_named_after_the_last_named_position() {
    let name = |text: &str| Book::named().opening_of(&game(text)).map(Opening::name);
    assert_eq!(name(""), None);
    assert_eq!(name("f5"), None);
    assert_eq!(name("f5d6"), Some("Perpendicular Opening"));
    assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
    // In another orientation, and on to where nobody gave it a name.
    assert_eq!(name("d3c5f6f5e6"), Some("Tiger"));
    assert_eq!(name("f5d6c3d3c4f4c5b3c2e6"), Some("Tamenori"));
    assert_eq!(name("f5d6c3d3c4f4c5b3c2e6b5"), Some("Tamenori"));
    // By another order of moves.
    assert_eq!(name("f5f6e6f4c3"), name("f5f6e6d6c3"));
    assert!(name("f5f6e6f4c3").is_some_and(|name| name.starts_with("Buffalo")));
    // From a board without its moves.
    let board = game("f5d6c3d3c4").board();
    assert_eq!(name(&board.to_string()), Some("Tiger"));
    // Far beyond every line.
    let whole =
        include_str!("../playthroughs/ordinary.txt").lines().find_map(|line| line.strip_prefix("game: "));
    assert_eq!(name(whole.expect("a game")), name("e6f6f5f4e3"));
}

#[test]
fn a_game_out_of_the_book_has_no_place_in_it() {
    let book = Book::named();
    assert_eq!(book.place_of(&game("")), Some(Place::START));
    assert!(book.place_of(&game("f5d6c3d3c4")).is_some());
    assert_eq!(book.place_of(&game("f5d6c3d3c4b5")), None);
    assert_eq!(book.place_of(&game("f5f4d3")), None);
    let elsewhere = Game::from_board(game("f5d6").board());
    assert_eq!(book.place_of(&elsewhere), None);
}

const TWO: &str =
    "# mine\nTiger\tf5d6c3d3c4\t30\t-2\nPerpendicular\te6f4\t100\t+0.5\nRose\tf5d6c5f4e3c6d3f6e6d7\t10\t3\n";

#[test]
fn books_are_read_as_they_are_written() {
    for text in [TWO, "A\tf5\n", "A\tf5d6\t-\t0.25", "  Ä b \t F5 d6 \t 7 \r\n"] {
        let book = Book::read(text).expect(text);
        let again = Book::read(&book.to_string()).expect("our own text");
        assert_eq!(book.openings(), again.openings());
    }
    let named = Book::named();
    assert_eq!(Book::read(&named.to_string()).expect("our own text").openings(), named.openings());
    let opening = Book::read("A\tf5").expect("a book").openings()[0].clone();
    assert_eq!((opening.kind(), opening.games(), opening.evaluation()), (None, None, None));
}

#[test]
fn errors_name_the_line_and_the_move() {
    let error = |text: &str| Book::read(text).expect_err(text).to_string();
    assert_eq!(
        error("# x\nTiger\tf5d6\nSnake\tf5a1"),
        "line 3: a1 is not a legal move for White, at character 3 of “f5a1”"
    );
    assert_eq!(
        error("Tiger\tf5d6\n\nLion\td3c5"),
        "line 3: the same moves as in line 1, perhaps turned or mirrored"
    );
    assert_eq!(
        error("f5d6"),
        "line 1: 1 fields between tabs, expected a name and moves, and perhaps games and an evaluation"
    );
    assert!(error("a\tf5\t1\t2\t3").starts_with("line 1: 5 fields between tabs"));
    assert_eq!(
        error("a\t"),
        "line 1: 1 fields between tabs, expected a name and moves, and perhaps games and an evaluation"
    );
    assert_eq!(error("a\t\t1"), "line 1: an opening without a move");
    assert_eq!(error("a\x1b[2J\tf5"), "line 1: “a\\u{1b}[2J” is no name for an opening");
    assert_eq!(error("a\tf5\t-1"), "line 1: “-1” where a number of games should stand");
    assert_eq!(error("a\tf5\t1\tinf"), "line 1: “inf” where an evaluation should stand");
    assert_eq!(error("a\te6f4e3f6g5d6e7f5c5"), "line 1: the game is over, and an opening has to go on");
    assert!(error("").starts_with("line 1: no opening up to here"));
}

#[test]
fn games_that_follow_an_opening_are_counted() {
    let games: Vec<GameRecord> =
        ["f5d6c3d3c4", "e6f4c3c4d3c2", "f5d6c3", "f5f6e6d6c3", "f5f6e6f4c3", "f5d6c4"]
            .map(|text| text.parse().expect(text))
            .to_vec();
    let text = "Perpendicular\tf5d6\nTiger\tf5d6c3d3c4\nBuffalo\tf5f6e6f4c3\nTwin\tf5f6e6d6c3\nNobody\tf5f4";
    let book = Book::read(text).expect("a book").counted(&games);
    let counts: Vec<_> = book.openings().iter().map(|opening| opening.games().expect("counted")).collect();
    assert_eq!(counts, [4, 2, 2, 2, 0]);
}

/// The probabilities of the moves that follow on a game.
fn shares(book: &Book, weights: Weights, owner: Color, after: &str) -> Vec<(String, f64)> {
    let repertoire = book.repertoire(weights, owner).expect("weights");
    let place = repertoire.place_of(&game(after)).expect("in the book");
    repertoire.moves(place).map(|(square, share)| (square.to_string(), share)).collect()
}

#[test]
fn lines_are_drawn_by_their_weights() {
    let book = Book::read(TWO).expect("a book");
    let near = |weights, owner, expected: [(&str, f64); 2]| {
        let found = shares(&book, weights, owner, "f5d6");
        assert_eq!(found.len(), 2);
        for ((square, share), (expected_square, expected)) in found.into_iter().zip(expected) {
            assert_eq!(square, expected_square);
            assert!((share - expected).abs() < 1e-12, "{square}: {share}, expected {expected}");
        }
    };
    near(Weights::Uniform, Color::Black, [("c3", 0.5), ("c5", 0.5)]);
    near(Weights::Database, Color::Black, [("c3", 0.75), ("c5", 0.25)]);
    // e^(-2/2.5) against e^(3/2.5), and the other way round for White.
    let rose = 1.0 / (1.0 + (-2.0f64).exp());
    let weights = Weights::Evaluation { temperature: 2.5 };
    near(weights, Color::Black, [("c3", 1.0 - rose), ("c5", rose)]);
    near(weights, Color::White, [("c3", rose), ("c5", 1.0 - rose)]);
    let cold = Weights::Evaluation { temperature: 1e-300 };
    near(cold, Color::White, [("c3", 1.0), ("c5", 0.0)]);

    // At the start all four orientations are equally likely, whatever the weights.
    for weights in [Weights::Uniform, Weights::Database, weights] {
        for (square, share) in shares(&book, weights, Color::White, "") {
            assert!((share - 0.25).abs() < 1e-12, "{square}: {share}");
        }
    }
}

#[test]
fn a_number_from_0_to_1_stands_for_a_move() {
    let book = Book::named();
    for weights in [Weights::Uniform, Weights::Database, Weights::Evaluation { temperature: 10.0 }] {
        let repertoire = book.repertoire(weights, Color::Black).expect("weights");
        for opening in book.openings() {
            let place = repertoire.place_of(&opening.line().game()).expect("in the book");
            let moves: Vec<_> = repertoire.moves(place).collect();
            let total: f64 = moves.iter().map(|(_, share)| share).sum();
            assert!(moves.is_empty() || (total - 1.0).abs() < 1e-12);
            let mut before = 0.0;
            for &(square, share) in moves.iter().filter(|(_, share)| *share > 1e-9) {
                assert_eq!(repertoire.choose(place, before + share / 2.0), Some(square));
                before += share;
            }
            let last = repertoire.choose(place, 1.0 - f64::EPSILON / 2.0);
            assert_eq!(last.is_none(), moves.is_empty());
            let most = moves.iter().map(|&(_, share)| share).fold(0.0, f64::max);
            let favourite = repertoire.favourite(place);
            assert_eq!(favourite, moves.iter().find(|(_, share)| *share == most).map(|&(square, _)| square));
        }
    }
}

#[test]
fn games_of_a_database_flow_through_the_book() {
    // 100 games reach Diagonal, 60 go on to Cow and 25 of these to Chimney, 10 to Snake.
    let book = Book::read(
        "Diagonal\tf5f6\t100\nCow\tf5f6e6f4e3\t60\nChimney\tf5f6e6f4e3d6\t25\nSnake\tf5f6e6f4g6\t10\nX\tf5f6e6f4g7\t0",
    )
    .expect("a book");
    let found = shares(&book, Weights::Database, Color::Black, "f5f6e6f4");
    let expected = [("e3", 60.0 / 70.0), ("g6", 10.0 / 70.0), ("g7", 0.0)];
    for ((square, share), (expected_square, expected)) in found.into_iter().zip(expected) {
        assert_eq!(square, expected_square);
        assert!((share - expected).abs() < 1e-12, "{square}: {share}");
    }
}

#[test]
fn weights_that_are_not_in_the_book_are_missed() {
    let book = Book::read("A\tf5d6\t1\nB\tf5f6").expect("a book");
    let error = |weights| book.repertoire(weights, Color::Black).expect_err("not there").to_string();
    assert_eq!(error(Weights::Database), "the opening “B” has no number of games in its book");
    assert_eq!(
        error(Weights::Evaluation { temperature: 1.0 }),
        "the opening “A” has no evaluation in its book"
    );
    let frozen = Book::named().repertoire(Weights::Evaluation { temperature: 0.0 }, Color::Black);
    assert_eq!(frozen.err(), Some(WeightsError::Temperature { temperature: 0.0 }));
}
