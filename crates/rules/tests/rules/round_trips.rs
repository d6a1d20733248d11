//! What every text must do to a parser: be read and written back to the same value, or be refused with an
//! error that can be shown. The fuzz targets are these functions too.

use outflank_rules::formats::{AnnotatedGame, Format, Games, ReadError, detect};
use outflank_rules::openings::{Book, Opening};
use outflank_rules::{Board, GameRecord, ObfProblem, Square, read_obf, read_wthor};

/// A square is its own name, in lower case.
pub fn square(text: &str) {
    match text.parse::<Square>() {
        Ok(square) => assert_eq!(square.to_string(), text.to_ascii_lowercase()),
        Err(error) => assert_eq!(error.input, text),
    }
}

/// A board on one line.
pub fn board(text: &str) {
    match text.parse::<Board>() {
        Ok(board) => {
            let line = board.to_string();
            assert_eq!(line.len(), 66);
            assert_eq!(line.parse(), Ok(board));
        }
        Err(error) => assert!(error.to_string().contains(text)),
    }
}

/// A picture of a board, which is also a line.
pub fn drawing(text: &str) {
    match Board::from_drawing(text) {
        Ok(board) => {
            assert_eq!(Board::from_drawing(&board.drawing().to_string()), Ok(board));
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A transcript, with or without a board before it.
pub fn record(text: &str) {
    match text.parse::<GameRecord>() {
        Ok(record) => {
            assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
            let game = record.game();
            assert_eq!(game.record(), record);
            let discs = game.start().position.occupied().count() as usize + record.squares().len();
            assert_eq!(game.board().position.occupied().count() as usize, discs);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A line of a suite of endgames, or a whole one.
pub fn obf(text: &str) {
    match text.parse::<ObfProblem>() {
        Ok(problem) => assert_eq!(problem.to_string().parse(), Ok(problem)),
        Err(error) => assert_eq!(error.input, text),
    }
    match read_obf(text) {
        Ok(problems) => assert!(problems.len() <= text.lines().count()),
        Err(error) => assert!(error.line >= 1 && !error.to_string().is_empty()),
    }
}

/// A book of openings, each of which is in it.
pub fn book(text: &str) {
    match Book::read(text) {
        Ok(book) => {
            let again = Book::read(&book.to_string()).expect("our own text");
            assert_eq!(again.openings(), book.openings());
            for opening in book.openings() {
                let game = opening.line().game();
                let place = book.place_of(&game).expect("in the book");
                assert!(book.matching(place).any(|(found, _)| found == opening));
                let named = book.opening_of(&game).map(Opening::line).expect("named");
                assert_eq!(named.squares().len(), opening.line().squares().len());
            }
        }
        Err(error) => assert!(error.line >= 1 && !error.to_string().is_empty()),
    }
}

/// A file of the WTHOR database.
pub fn wthor(bytes: &[u8]) {
    match read_wthor(bytes) {
        Ok(wthor) => {
            assert_eq!(bytes.len(), 16 + 68 * wthor.games.len());
            for (game, bytes) in wthor.games.iter().zip(bytes[16..].chunks(68)) {
                let moves = bytes[8..].iter().take_while(|&&byte| byte != 0);
                assert!(
                    game.record
                        .squares()
                        .iter()
                        .map(|square| 10 * square.row() + square.column() + 11)
                        .eq(moves.map(|&byte| usize::from(byte)))
                );
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Games in a format: what is written of one is read as one game, and written the same again.
fn games(bytes: &[u8], format: Format) {
    let Ok(games) = Games::with_format(bytes, format) else { return };
    for game in games.take(100) {
        match game {
            Ok(game) => written(&game, format),
            Err(ReadError::Format(error)) => {
                assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
            }
            Err(ReadError::Stream(error)) => panic!("memory can be read: {error}"),
        }
    }
}

/// A game in a format, read again.
pub fn written(game: &AnnotatedGame, format: Format) {
    let text = format.write(game).expect("a format of text");
    let games: Vec<_> = Games::with_format(text.as_bytes(), format).expect("memory can be read").collect();
    // A game without moves and tags is an empty line.
    if games.is_empty() {
        assert!(text.trim().is_empty());
        return;
    }
    assert_eq!(games.len(), 1, "{text}");
    let again = games[0].as_ref().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.fault, None, "{text}");
    assert_eq!(again.game().board(), game.game().board(), "{text}");
    if format.has_moves() {
        assert_eq!(again.game().record(), game.game().record(), "{text}");
    }
    assert_eq!(format.write(again).expect("a format of text"), text);
}

/// GGF.
pub fn ggf(bytes: &[u8]) {
    games(bytes, Format::Ggf);
}

/// SGF.
pub fn sgf(bytes: &[u8]) {
    games(bytes, Format::Sgf);
}

/// PGN.
pub fn pgn(bytes: &[u8]) {
    games(bytes, Format::Pgn);
}

/// Transcripts, in all three spellings.
pub fn transcripts(bytes: &[u8]) {
    for format in [Format::Transcripts, Format::Edax, Format::NBoard] {
        games(bytes, format);
    }
}

/// Boards, drawn or not, with scores or without.
pub fn boards(bytes: &[u8]) {
    for format in [Format::Boards, Format::Drawings, Format::Obf] {
        games(bytes, format);
    }
}

/// A file of which nothing is known.
pub fn anything(bytes: &[u8]) {
    match detect(&bytes[..bytes.len().min(1 << 16)]) {
        Ok(Format::Wthor) => {
            if let Ok(games) = Games::open(bytes) {
                assert!(games.take(1000).count() <= bytes.len());
            }
        }
        Ok(format) => games(bytes, format),
        Err(refusal) => assert!(refusal.guesses.len() <= 3 && !refusal.to_string().is_empty()),
    }
}
