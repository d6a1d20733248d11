//! Games through every format and back, and files as they are found in the wild.

use std::sync::Arc;

use outflank_rules::formats::{
    AnnotatedGame, Format, Games, Line, Mark, ReadError, Sign, Tag, Tags, Variation, WthorNames, WthorWriter,
    read_one,
};
use outflank_rules::{Board, Game, Margin, Square, Symmetry};
use proptest::prelude::*;

use crate::round_trips;
use crate::strategies::{game, game_from_anywhere};

fn word() -> impl Strategy<Value = String> {
    // Brackets, quotation marks, backslashes, line ends and letters of other people: everything that formats escape.
    r#"[a-zA-Z0-9 \]\[()"\\{};:/\n\tżé.%#*+-]{0,20}"#
}

fn tags() -> impl Strategy<Value = Tags> {
    let named: Vec<Tag> = Tag::NAMED.into_iter().map(|(tag, _)| tag).collect();
    let tag = prop_oneof![prop::sample::select(named), "[A-Z]{1,4}".prop_map(Tag::Other)];
    prop::collection::vec((tag, word()), 0..8).prop_map(|pairs| {
        let mut tags = Tags::default();
        for (tag, value) in pairs {
            // A kind of game other than ours would be refused, as it should be.
            if tag != Tag::Kind {
                tags.set(tag, value);
            }
        }
        tags
    })
}

/// A game with notes and variations anywhere.
fn annotated() -> impl Strategy<Value = AnnotatedGame> {
    let note = (0usize..64, word(), -64.0..64.0f64, prop::sample::select((0..64).collect::<Vec<usize>>()));
    let notes = prop::collection::vec(note, 0..6);
    let variations = prop::collection::vec((0usize..64, 0usize..8), 0..4);
    let games = prop_oneof![game(), game_from_anywhere()];
    (games, tags(), notes, variations).prop_map(|(game, tags, notes, variations)| {
        let mut line = Line::new(game);
        let plies = line.game.plies().len();
        for (at, comment, value, square) in notes {
            let note = line.note(at % (plies + 1));
            note.comment = comment;
            if at % (plies + 1) > 0 {
                (note.value, note.seconds) = (Some((value * 100.0).round() / 100.0), Some(1.25));
            }
            let square = Square::new(square).expect("one of 64");
            note.marks.push(Mark { square, sign: Sign::Label("a]b".to_owned()) });
            note.scores.push((square, Margin::new(4).expect("a margin")));
        }
        for (at, length) in variations {
            let at = if plies == 0 { 0 } else { at % plies };
            let mut other = Game::from_board(line.board_at(at));
            for _ in 0..length {
                match other.turn() {
                    outflank_rules::Turn::Play(moves) => drop(other.play(moves.first()).expect("legal")),
                    outflank_rules::Turn::Pass => other.pass().expect("due"),
                    outflank_rules::Turn::Over(_) => break,
                }
            }
            if plies > 0 {
                line.variations.push(Variation { at, line: Line::new(other) });
            }
        }
        AnnotatedGame { tags, line, fault: None }
    })
}

proptest! {
    #[test]
    fn every_format_of_text_reads_what_it_writes(game in annotated()) {
        for format in Format::ALL {
            if format != Format::Wthor {
                // What a format cannot carry is gone after the first writing; what it can stays for ever.
                let text = format.write(&game).expect("a format of text");
                if let Some(Ok(once)) = Games::with_format(text.as_bytes(), format).expect("read").next() {
                    round_trips::written(&once, format);
                    prop_assert_eq!(once.game().board(), game.game().board());
                }
            }
        }
    }

    #[test]
    fn trees_keep_everything(game in annotated()) {
        let text = Format::Sgf.write(&game).expect("text");
        let again = Games::with_format(text.as_bytes(), Format::Sgf).expect("read").next().expect("one").expect("sound");
        prop_assert_eq!(again.line.variations.len(), game.line.variations.len());
        for (plies, note) in &game.line.notes {
            if !note.comment.trim().is_empty() {
                prop_assert_eq!(&again.line.notes[plies].comment, &note.comment);
            }
            prop_assert_eq!(&again.line.notes[plies].marks, &note.marks);
            prop_assert_eq!(again.line.notes[plies].value, note.value);
        }
    }

    #[test]
    fn names_survive_where_they_can(black in "[A-Za-zé]{1,12}( [A-Za-z]{1,6})?", year in 1800i32..2199) {
        let mut game: AnnotatedGame = "f5d6c3d3".parse::<Game>().expect("a game").into();
        game.tags.set(Tag::Black, black.as_str());
        game.tags.set(Tag::Date, year.to_string());
        game.tags.set(Tag::Result, "34-30");
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let again = read_one(&format.write(&game).expect("text")).expect("a game");
            prop_assert_eq!(again.tags.get(&Tag::Black), Some(black.as_str()));
            prop_assert_eq!((again.tags.year(), again.margin()), (Some(year), Some(4.0)));
        }
        let mut writer = WthorWriter::new();
        writer.add(&game).expect("it fits");
        let day = (2026, 11, 16);
        let names = WthorNames::default().with_players(&writer.players(day)).expect("players");
        let names = names.with_tournaments(&writer.tournaments(day)).expect("tournaments");
        let bytes = writer.games(day);
        let mut games = Games::open(bytes.as_slice()).expect("a file").with_names(Arc::new(names));
        prop_assert_eq!(games.promised(), Some(1));
        let again = games.next().expect("one").expect("sound");
        prop_assert_eq!(again.tags.get(&Tag::Black), Some(black.as_str()));
        prop_assert_eq!((again.tags.year(), again.margin()), (Some(year), Some(4.0)));
    }

    #[test]
    fn games_of_the_database_begin_with_f5(game in game()) {
        let annotated = AnnotatedGame { tags: Tags::default().with(Tag::Result, "40-24"), ..game.clone().into() };
        let mut writer = WthorWriter::new();
        if writer.add(&annotated).is_err() {
            prop_assert!(game.plies().is_empty());
            return Ok(());
        }
        let bytes = writer.games((2026, 1, 1));
        let again = Games::open(bytes.as_slice()).expect("a file").next().expect("one").expect("sound");
        prop_assert_eq!(again.game().record().squares()[0], Square::F5);
        let turned = Symmetry::OF_THE_START.into_iter().any(|way| {
            again.game().record().squares().iter().map(|square| way.square(*square)).eq(game.record().squares().iter().copied())
        });
        prop_assert!(turned);
        round_trips::wthor(&bytes);
    }

    #[test]
    fn nothing_makes_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        round_trips::anything(&bytes);
        round_trips::ggf(&bytes);
        round_trips::sgf(&bytes);
        round_trips::pgn(&bytes);
        round_trips::transcripts(&bytes);
        round_trips::boards(&bytes);
    }

    #[test]
    fn nor_does_text_that_looks_like_games(text in r#"([ \n()\[\];:"{}0-9*+/.$%#-]|B\[f5\]|W\[d6\]|GM\[2\]|GM\[Othello\]|f5|d6|c3|1\.|pass|X|O|\(;|;\)){0,60}"#) {
        round_trips::anything(text.as_bytes());
        round_trips::ggf(text.as_bytes());
        round_trips::sgf(text.as_bytes());
        round_trips::pgn(text.as_bytes());
        round_trips::transcripts(text.as_bytes());
        round_trips::boards(text.as_bytes());
    }
}

/// The games of a text, and what could not be read.
fn read_all(text: &str) -> (Format, Vec<AnnotatedGame>, Vec<String>) {
    let games = Games::open(text.as_bytes()).expect(text);
    let (format, mut read, mut wrong) = (games.format(), Vec::new(), Vec::new());
    for game in games {
        match game {
            Ok(game) => read.push(game),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    (format, read, wrong)
}

#[test]
fn files_of_many_games_are_read_one_by_one() {
    let (_, games, wrong) = read_all("f5d6c4d3\nf5f4g3g6\nzz\n\nf5f6d3c5\n");
    assert_eq!(
        (games.len(), wrong),
        (3, vec!["line 3, column 1: expected a move such as f5, or pass, found “zz”".to_owned()])
    );
    let (_, games, _) = read_all("1. f5 d6\n2. c3 d3\n\n1. f5 f6\n2. e6 f4\n");
    assert_eq!(games.iter().map(|game| game.game().plies().len()).collect::<Vec<_>>(), [4, 4]);
    let (format, games, wrong) =
        read_all("(;GM[Othello]B[f5];)(;GM[Othello]TY[10];)\n(;GM[Othello]B[e6]W[f4];)");
    assert_eq!((format, games.len(), wrong.len()), (Format::Ggf, 2, 1));
    assert!(
        wrong[0].starts_with("line 1, column 37: Othello of type “10” is not played here"),
        "{}",
        wrong[0]
    );
    let (format, games, _) = read_all("[Event \"1\"]\n\n1. f5 d6 *\n\n[Event \"2\"]\n1. f5 {[\n[x} f6 *");
    assert_eq!((format, games.len(), games[1].game().plies().len()), (Format::Pgn, 2, 2));
    let board = Board::START.to_string();
    let (format, games, _) = read_all(&format!("{board}\n{board}\n"));
    assert_eq!((format, games.len()), (Format::Boards, 2));
    let rows: String =
        board.as_bytes()[..64].chunks(8).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    let (format, games, _) = read_all(&format!("{rows}O\n{rows}"));
    assert_eq!((format, games.len(), games[0].game().start()), (Format::Boards, 2, Board::START.passed()));
    let digits: String = rows.replace('-', "1").replace('X', "0").replace('O', "2");
    let (format, games, wrong) = read_all(&format!("{digits}\n{digits}"));
    assert_eq!((format, games.len(), wrong.len()), (Format::Boards, 2, 0));
    assert_eq!(games[1].game().start(), Board::START);
    let drawing = Board::START.drawing().to_string();
    let (format, games, _) = read_all(&format!("{drawing}\n\n{drawing}\n"));
    assert_eq!((format, games.len()), (Format::Drawings, 2));
}

#[test]
fn a_file_that_is_cut_off_gives_what_is_there() {
    let mut writer = WthorWriter::new();
    for moves in ["f5d6c3d3", "f5f6e6f4"] {
        let mut game: AnnotatedGame = moves.parse::<Game>().expect("a game").into();
        game.tags.set(Tag::Result, "33-31");
        writer.add(&game).expect("it fits");
    }
    let bytes = writer.games((2026, 11, 16));
    let games: Vec<_> = Games::open(&bytes[..bytes.len() - 1]).expect("a file").collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_ok());
    let Err(ReadError::Format(error)) = &games[1] else { panic!("cut off") };
    assert_eq!(error.problem.to_string(), "the file is cut off: 1 of 2 games are missing");
}

/// Pieces of bytes as one stream.
struct Stream<I> {
    parts: I,
    rest: &'static [u8],
}

impl<I: Iterator<Item = &'static [u8]>> std::io::Read for Stream<I> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.parts.next().unwrap_or_default();
        }
        self.rest.read(buffer)
    }
}

#[test]
fn large_files_are_streamed() {
    // A stream that makes games as they are asked for, a million of them.
    let million = (0..1_000_000u32).map(|_| b"f5d6c3d3\n".as_slice());
    let stream = Stream { parts: million, rest: &[] };
    let games = Games::open(stream).expect("transcripts");
    assert_eq!(games.filter(Result::is_ok).count(), 1_000_000);
    // One game that never ends is refused, and takes no more than its share of memory.
    let long = format!("(;GM[Othello]CO[{}];)(;GM[Othello]B[f5];)", "x".repeat(3 << 20));
    let games: Vec<_> = Games::open(long.as_bytes()).expect("GGF").collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].as_ref().expect_err("too long").to_string().contains("larger than is read here"));
    assert!(games[1].is_ok());
}

#[test]
fn one_game_is_one_game() {
    let refusal = |text: &str| read_one(text).expect_err(text).to_string();
    assert_eq!(refusal("f5d6\nf5f6"), "there is more than one game in these transcripts");
    assert_eq!(refusal("f5a1"), "read as transcripts: line 1, column 3: a1 is not a legal move for White");
    assert_eq!(refusal(" "), "there is no game and no position in it");
    assert_eq!(read_one("f5").expect("a game").game().plies().len(), 1);
}
