//! The sheet a plot is drawn on, and the SVG document it becomes.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::markup::escape;
use super::palette::{self, INK, PAPER, Role};

/// Units of the drawing to a pixel: the backend knows whole units only, and curves want finer ones.
pub(super) const UNITS: i32 = 4;

/// The size of ordinary text, in pixels.
pub(super) const TEXT: i32 = 13;

pub(super) type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// What a plot says to those who do not see it.
pub(super) struct Words<'a> {
    pub(super) title: &'a str,
    pub(super) description: String,
}

/// Draws on an empty sheet of this many pixels.
pub(super) fn draw(words: &Words, size: (i32, i32), paint: impl FnOnce(&Sheet) -> Drawn) -> String {
    let (width, height) = size;
    let mut drawing = String::new();
    {
        let units = ((width * UNITS) as u32, (height * UNITS) as u32);
        let sheet = SVGBackend::with_string(&mut drawing, units).into_drawing_area();
        let drawn = sheet.fill(&PAPER.color()).and_then(|()| paint(&sheet)).and_then(|()| sheet.present());
        drawn.expect("a drawing into memory meets no error of a device");
    }
    // The backend's own first line knows neither pixels nor readers.
    let (_, content) = drawing.split_once('\n').expect("the backend ends the line of its opening tag");
    format!(
        "<svg class=\"plot\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {} {}\" style=\"min-width:{}px\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <style>{}</style>\n{content}",
        width * UNITS,
        height * UNITS,
        // On a narrow page it shrinks as long as its text is readable; from there on the page has to scroll.
        width * 4 / 5,
        escape(words.title),
        escape(&words.description),
        palette::style(),
    )
}

/// A drawing without its style sheet and without the style of its opening tag.
pub(super) fn without_styles(drawing: &str) -> String {
    let sheet = format!("<style>{}</style>\n", palette::style());
    let (tag, rest) = drawing.split_once('>').expect("a drawing has an opening tag");
    let (tag, _) = tag.split_once(" style=").expect("the style is the last attribute");
    format!("{tag}>{}", rest.replacen(&sheet, "", 1))
}

/// Text of a size in pixels.
pub(super) fn text_style(pixels: i32, role: &Role) -> TextStyle<'static> {
    // The backend divides by this factor of its own; multiplied beforehand, pixels are pixels.
    let size = f64::from(pixels * UNITS) * 1.24;
    FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal).color(&role.color())
}

/// Where the position of a text is, seen from the text.
#[derive(Clone, Copy)]
pub(super) enum Hold {
    Left,
    Centre,
    Right,
}

/// Writes text at a position in units, its middle line there.
pub(super) fn write(sheet: &Sheet, text: &str, at: (i32, i32), hold: Hold, style: TextStyle) -> Drawn {
    let side = match hold {
        Hold::Left => HPos::Left,
        Hold::Centre => HPos::Center,
        Hold::Right => HPos::Right,
    };
    sheet.draw(&Text::new(text.to_owned(), at, style.pos(Pos::new(side, VPos::Center))))
}

/// Says in place of a plot that there is nothing to plot.
pub(super) fn write_nothing(sheet: &Sheet) -> Drawn {
    let (width, height) = sheet.dim_in_pixel();
    let middle = (width as i32 / 2, height as i32 / 2);
    write(sheet, "nothing measured yet", middle, Hold::Centre, text_style(TEXT, &INK))
}

/// About how wide a text will be, in pixels: no font is known here.
pub(super) fn width_of(text: &str, pixels: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(pixels) * 0.56).ceil() as i32
}
