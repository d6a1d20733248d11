//! What is written is read again, however it is spelled; and no text makes a parser panic.

use outflank_rules::{Board, Color, Disc, Game, GameRecord, Ply, Square};
use proptest::prelude::*;
use proptest::sample::select;

use crate::round_trips;
use crate::strategies::{board, game, game_from_anywhere};

/// Nothing, or white space of some kind.
fn blank() -> impl Strategy<Value = String> {
    "[ \t\n\r]{0,3}"
}

/// One character for each of the squares and the side, in any spelling, with blanks anywhere.
fn spelled(board: Board) -> impl Strategy<Value = String> {
    let letters = |disc| match disc {
        Some(Color::Black) => &['X', 'x', '*', 'B', 'b'][..],
        Some(Color::White) => &['O', 'o', 'W', 'w'][..],
        None => &['-', '.'][..],
    };
    let squares: Vec<_> =
        Square::all().map(|square| (select(letters(board.disc(square))), blank())).collect();
    let side = select(letters(Some(board.mover)));
    (blank(), squares, side, blank()).prop_map(|(before, squares, side, after)| {
        let squares: String = squares.into_iter().map(|(letter, blank)| format!("{letter}{blank}")).collect();
        format!("{before}{squares}{side}{after}")
    })
}

/// The plies of a game in any spelling: case, blanks, numbers, passes written or not.
fn written(game: &Game) -> impl Strategy<Value = String> + use<> {
    let plies: Vec<_> = game
        .plies()
        .iter()
        .enumerate()
        .map(|(index, &ply)| {
            let names = match ply {
                Ply::Place(placement) => {
                    let name = placement.square().to_string();
                    vec![name.to_uppercase(), name]
                }
                Ply::Pass => ["pass", "Pass", "PA", "pa", "ps", "PS", "--", ""].map(str::to_owned).to_vec(),
            };
            let numbers = vec![String::new(), format!("{}.", index + 1), format!("{}. ", index / 2 + 1)];
            (select(numbers), select(names), blank())
        })
        .collect();
    (blank(), plies).prop_map(|(before, plies)| {
        let plies = plies.into_iter().map(|(number, name, blank)| format!("{number}{name}{blank}"));
        before + &plies.collect::<String>()
    })
}

fn with_board_spelled() -> impl Strategy<Value = (Board, String)> {
    board().prop_flat_map(|board| (Just(board), spelled(board)))
}

fn with_game_written(game: impl Strategy<Value = Game>) -> impl Strategy<Value = (Game, String)> {
    game.prop_flat_map(|game| (Just(game.clone()), written(&game)))
}

/// Texts that are nearly something: pieces of all notations in any order.
fn rubble() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[a-i][0-9]",
        "[-.XxOo*BbWw]{1,64}",
        "[-XO]{64} [XO]",
        "pass|pa|ps|--",
        "[0-9]{1,2}[.]",
        "[1-9]( [-XO*]){8}\n",
        "(X|O|Black|White|Red|é) to move\n",
        "[ \t\n]",
        "\\PC{1,3}",
    ];
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

/// Runs every parser on a text.
fn try_all(text: &str) {
    round_trips::square(text);
    round_trips::board(text);
    round_trips::drawing(text);
    round_trips::record(text);
    round_trips::obf(text);
    round_trips::book(text);
    round_trips::wthor(text.as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn boards_in_every_spelling((board, text) in with_board_spelled()) {
        prop_assert_eq!(text.parse(), Ok(board));
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn boards_without_a_side_are_blacks_to_move(board in board()) {
        let board = Board { mover: Color::Black, position: board.position };
        prop_assert_eq!(board.to_string()[..64].parse(), Ok(board));
    }

    #[test]
    fn drawings(board in board(), margin in "[ \t]{0,4}", beside in "( [^\\s0-9][^\n]{0,10})?") {
        let picture = board.drawing().to_string();
        prop_assert_eq!(Board::from_drawing(&picture), Ok(board));
        // Indented, with the talk of other programs beside the rows.
        let around: String = picture
            .lines()
            .map(|line| match line.ends_with(|last: char| last.is_ascii_digit()) {
                true => format!("{margin}{line}{beside}\r\n"),
                false => format!("{margin}{line}\r\n"),
            })
            .collect();
        prop_assert_eq!(Board::from_drawing(&around), Ok(board));
    }

    #[test]
    fn drawings_show_every_square_once(board in board()) {
        let mut seen = Vec::new();
        let mut picture = String::new();
        let drawn = board.drawing().write_with(&mut picture, |square, disc| {
            seen.push(square);
            let moves = board.position.moves();
            assert_eq!(disc == Disc::Playable, moves.contains(square));
            assert_eq!(matches!(disc, Disc::Of(_)), board.disc(square).is_some());
            square.to_string()
        });
        prop_assert!(drawn.is_ok());
        prop_assert_eq!(seen, Square::all().collect::<Vec<_>>());
    }

    #[test]
    fn transcripts_in_every_spelling((game, text) in with_game_written(game())) {
        let record = game.record();
        prop_assert_eq!(text.parse::<GameRecord>(), Ok(record.clone()));
        prop_assert_eq!(record.to_string().parse::<GameRecord>(), Ok(record.clone()));
        prop_assert_eq!(record.to_string().len(), 2 * record.squares().len());
    }

    #[test]
    fn records_from_any_board((game, text) in with_game_written(game_from_anywhere())) {
        let record = game.record();
        prop_assert_eq!(record.to_string().parse::<GameRecord>(), Ok(record.clone()));
        let with_board = format!("{} {text}", game.start());
        prop_assert_eq!(with_board.parse::<GameRecord>(), Ok(record.clone()));
        let read = Game::read_transcript(game.start(), &text);
        prop_assert_eq!(read.map(|game| game.record()), Ok(record));
    }

    #[test]
    fn any_text_is_read_back_or_refused(text in any::<String>()) {
        try_all(&text);
    }

    #[test]
    fn rubble_is_read_back_or_refused(text in rubble()) {
        try_all(&text);
    }

    #[test]
    fn errors_point_into_the_text(record in game().prop_map(|game| game.record()), noise in "\\PC{1,8}") {
        let text = format!("{record}{noise}");
        if let Err(error) = Game::read_transcript(Board::START, &text) {
            prop_assert!(text.is_char_boundary(error.at));
            prop_assert!(error.at >= 2 * record.squares().len());
            prop_assert_eq!(error.input, text);
        }
    }
}
