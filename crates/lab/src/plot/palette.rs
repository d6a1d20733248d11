//! The colours of plots, in light and in dark.
//!
//! A plot is drawn in the light colours, which every program that shows SVG understands. The style that goes
//! with it recognises them and replaces them by CSS variables, so that the same file suits a dark page, and
//! a page with a theme of its own can set the variables: `main .plot { --plot-ink: … }`.

use std::fmt::Write as _;

use plotters::style::RGBColor;

/// A colour by what it is for: the variable's name, the light and the dark value.
pub(super) struct Role {
    name: &'static str,
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

impl Role {
    /// The colour to draw with.
    pub(super) const fn color(&self) -> RGBColor {
        RGBColor(self.light.0, self.light.1, self.light.2)
    }
}

/// Behind everything.
pub(super) const PAPER: Role = Role { name: "paper", light: (0xff, 0xff, 0xff), dark: (0x11, 0x15, 0x1b) };
/// Text that is to be read first.
pub(super) const INK: Role = Role { name: "ink", light: (0x1f, 0x23, 0x28), dark: (0xe6, 0xed, 0xf3) };
/// Axes, reference lines and their text.
pub(super) const MUTED: Role = Role { name: "muted", light: (0x59, 0x63, 0x6e), dark: (0x9d, 0xa7, 0xb3) };
/// Lines that only guide the eye.
pub(super) const GRID: Role = Role { name: "grid", light: (0xdc, 0xe1, 0xe6), dark: (0x2b, 0x32, 0x3b) };
/// Above nought on a board.
pub(super) const ABOVE: Role = Role { name: "above", light: (0x6c, 0xb0, 0xe6), dark: (0x1f, 0x62, 0xa8) };
/// Below nought on a board.
pub(super) const BELOW: Role = Role { name: "below", light: (0xf2, 0x92, 0x4a), dark: (0xa8, 0x4a, 0x0c) };

/// The series of a plot, in order.
// CITE: Okabe and Ito, "Color Universal Design" (2008), and Tol, "Colour Schemes" (2021): kept apart by
// people with any of the usual colour deficiencies. Only those are taken that also stand out from white.
pub(super) const SERIES: [Role; 6] = [
    Role { name: "series-1", light: (0x00, 0x72, 0xb2), dark: (0x56, 0xb4, 0xe9) },
    Role { name: "series-2", light: (0xd5, 0x5e, 0x00), dark: (0xff, 0x8c, 0x42) },
    Role { name: "series-3", light: (0x00, 0x8f, 0x68), dark: (0x2b, 0xc9, 0x9a) },
    Role { name: "series-4", light: (0xaa, 0x44, 0x99), dark: (0xe0, 0x8b, 0xd0) },
    Role { name: "series-5", light: (0x99, 0x77, 0x00), dark: (0xe6, 0xc2, 0x29) },
    Role { name: "series-6", light: (0x50, 0x50, 0x50), dark: (0xb8, 0xbe, 0xc6) },
];

/// The style sheet that turns the light colours into variables.
pub(super) fn style() -> String {
    let roles = || [&PAPER, &INK, &MUTED, &GRID, &ABOVE, &BELOW].into_iter().chain(&SERIES);
    let hex = |(red, green, blue): (u8, u8, u8)| format!("#{red:02X}{green:02X}{blue:02X}");
    let variables = |value: fn(&Role) -> (u8, u8, u8)| {
        roles().map(|role| format!("--plot-{}:{}", role.name, hex(value(role)))).collect::<Vec<_>>().join(";")
    };
    let mut css = String::from(".plot{max-width:100%;height:auto}\n");
    css.push_str(".plot text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\n");
    let _ = writeln!(css, ".plot{{{}}}", variables(|role| role.light));
    let dark = variables(|role| role.dark);
    let _ = writeln!(css, "@media screen and (prefers-color-scheme:dark){{.plot{{{dark}}}}}");
    for role in roles() {
        let (name, light) = (role.name, hex(role.light));
        for paint in ["fill", "stroke"] {
            let _ = writeln!(css, ".plot [{paint}='{light}']{{{paint}:var(--plot-{name})}}");
        }
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as the accessibility guidelines of the web (WCAG 2) define them.
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let luminance = |(red, green, blue): (u8, u8, u8)| {
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_lines_stand_out_in_light_and_dark() {
        for (text, behind) in [(&INK, &PAPER), (&MUTED, &PAPER), (&INK, &ABOVE), (&INK, &BELOW)] {
            assert!(contrast(text.light, behind.light) >= 4.5, "{} on {}", text.name, behind.name);
            assert!(contrast(text.dark, behind.dark) >= 4.5, "{} on {} in dark", text.name, behind.name);
        }
        for line in &SERIES {
            assert!(contrast(line.light, PAPER.light) >= 3.0, "{}", line.name);
            assert!(contrast(line.dark, PAPER.dark) >= 3.0, "{} in dark", line.name);
        }
    }

    #[test]
    fn every_role_is_recognised_by_its_light_colour() {
        let mut lights: Vec<_> = [&PAPER, &INK, &MUTED, &GRID, &ABOVE, &BELOW].map(|role| role.light).into();
        lights.extend(SERIES.iter().map(|role| role.light));
        let all = lights.len();
        lights.sort();
        lights.dedup();
        assert_eq!(lights.len(), all);
    }
}
