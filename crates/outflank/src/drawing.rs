//! Boards as people see them, in letters and colours.

use anstyle::{AnsiColor, Effects, Style};
use outflank_rules::{Board, Color, Disc, Placement, Turn};

/// The board, with the last move marked and the discs that it turned over underlined. Letters and not pictures, so
/// that it can be read back.
pub fn drawn(board: Board, last: Option<Placement>) -> String {
    const BLACK: Style = AnsiColor::Cyan.on_default().bold();
    const WHITE: Style = AnsiColor::Yellow.on_default().bold();
    let mut drawing = String::new();
    let written = board.drawing().write_with(&mut drawing, |square, disc| {
        let (style, letter) = match disc {
            Disc::Of(Color::Black) => (BLACK, 'X'),
            Disc::Of(Color::White) => (WHITE, 'O'),
            Disc::Playable => (AnsiColor::Green.on_default(), '.'),
            Disc::None => (Style::new().dimmed(), '-'),
        };
        let effect = match last {
            Some(last) if last.square() == square => Effects::INVERT,
            Some(last) if last.flips().contains(square) => Effects::UNDERLINE,
            _ => Effects::new(),
        };
        let style = style | effect;
        format!("{style}{letter}{style:#}")
    });
    written.expect("a text takes everything");
    match (board.turn(), drawing.rsplit_once('\n')) {
        // Nobody is to move.
        (Turn::Over(_), Some((squares, _side))) => squares.to_owned(),
        _ => drawing,
    }
}
