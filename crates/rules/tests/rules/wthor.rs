//! Files of the WTHOR database, made by hand.

use outflank_rules::{Game, WthorError, read_wthor};

/// A file with these games, each a list of its moves as the format has them.
fn file(games: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 1];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0, 0xba, 0x07, 8, 0, 24, 0]);
    for moves in games {
        bytes.extend([3, 1, 2, 0, 0xff, 0xff, 40, 38]);
        bytes.extend(*moves);
        bytes.extend(vec![0; 60 - moves.len()]);
    }
    bytes
}

/// The shortest game there is: e6f4e3f6g5d6e7f5c5.
const SHORTEST: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

#[test]
fn games_are_read_with_their_numbers() {
    let wthor = read_wthor(&file(&[&[56, 64, 33], &SHORTEST, &[]])).expect("a file");
    assert_eq!((wthor.year, wthor.solved_empties), (1978, 24));
    let records: Vec<String> = wthor.games.iter().map(|game| game.record.to_string()).collect();
    assert_eq!(records, ["f5d6c3", "e6f4e3f6g5d6e7f5c5", ""]);
    let game = &wthor.games[0];
    assert_eq!((game.tournament, game.black, game.white), (259, 2, 65_535));
    assert_eq!((game.discs, game.best_discs), (40, 38));
    // Old files say nothing about the board and mean 8, and nothing about best play and mean 22 empties.
    let mut old = file(&[&[56]]);
    (old[12], old[14]) = (0, 0);
    assert_eq!(read_wthor(&old).expect("a file").solved_empties, 22);
    assert_eq!(read_wthor(&file(&[])).expect("an empty file").games, []);
}

#[test]
fn passes_are_left_out_in_the_file_and_played() {
    let text =
        include_str!("../playthroughs/passes.txt").lines().find_map(|line| line.strip_prefix("game: "));
    let game: Game = text.expect("a game").parse().expect("a game");
    assert_eq!(game.plies().len(), game.record().squares().len() + 6);
    let bytes: Vec<u8> = game
        .record()
        .squares()
        .iter()
        .map(|square| (10 * (square.row() + 1) + square.column() + 1) as u8)
        .collect();
    let wthor = read_wthor(&file(&[&bytes])).expect("a file");
    assert_eq!(wthor.games[0].record, game.record());
}

#[test]
fn damaged_files_are_refused() {
    let error = |bytes: &[u8]| read_wthor(bytes).expect_err("damaged").to_string();
    assert_eq!(error(b"WTHOR"), "5 bytes are not a WTHOR file: its header has 16");
    let whole = file(&[&[56, 64]]);
    assert_eq!(
        error(&whole[..whole.len() - 1]),
        "the header promises 1 games, which take 84 bytes, and there are 83: not a whole WTHOR file of games"
    );
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        error(&bytes)
    };
    assert!(with(7, 255).starts_with("the header promises 4278190081 games"));
    assert_eq!(with(12, 10), "a WTHOR file for boards of size 10: only 8 is known here");
    assert_eq!(with(13, 1), "a WTHOR file of problems, not of games");
    assert_eq!(with(25, 99), "game 1, move 2: 99 is not a square: expected 11 for a1 to 88 for h8");
    assert_eq!(with(25, 11), "game 1, move 2: a1 is not a legal move for White");
    assert_eq!(with(83, 11), "game 1, move 60: a move after the last one");
    let beyond = [&SHORTEST[..], &[11]].concat();
    assert_eq!(error(&file(&[&[56], &beyond])), "game 2, move 10: a1 after the end of the game");
    assert!(matches!(read_wthor(&[]), Err(WthorError::Header { length: 0 })));
}
