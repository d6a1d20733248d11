//! What a terminal offers: its size, and colours or none.

use anstyle::{Ansi256Color, AnsiColor, Style};

/// Whether colours may be used. Whoever prints decides: only that end knows what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Letters alone.
    Plain,
    /// With ANSI codes for colours.
    Colour,
}

/// The room and the ink for a plot in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Letters in a line.
    pub columns: usize,
    /// Lines, axes and legend not counted.
    pub rows: usize,
    /// Colours or none.
    pub ink: Ink,
}

impl Ink {
    /// The text in a style, or as it is.
    pub(super) fn paint(self, text: &str, style: Style) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colour => format!("{style}{text}{style:#}"),
        }
    }
}

/// The glyphs and styles of series, in order: told apart without colours too.
pub(super) fn series(index: usize) -> (char, Style) {
    const MARKS: [(char, AnsiColor); 6] = [
        ('●', AnsiColor::Blue),
        ('×', AnsiColor::Yellow),
        ('○', AnsiColor::Green),
        ('+', AnsiColor::Magenta),
        ('◆', AnsiColor::Cyan),
        ('□', AnsiColor::Red),
    ];
    let (mark, colour) = MARKS[index % MARKS.len()];
    (mark, colour.on_default())
}

/// The cell of a board whose value is this share (−1 to 1) of the largest one. Text and background are both
/// set, so that the cell is readable whatever the colours of the terminal.
pub(super) fn cell(share: f64) -> Style {
    // From almost white to blue, and to orange, in the 6×6×6 cube of 256 colours.
    const ABOVE: [u8; 6] = [255, 195, 153, 117, 75, 39];
    const BELOW: [u8; 6] = [255, 230, 223, 216, 209, 208];
    let step = (share.abs() * 5.0).round().clamp(0.0, 5.0) as usize;
    let background = if share >= 0.0 { ABOVE[step] } else { BELOW[step] };
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Ansi256Color(background).into()))
}
