//! Text on its way into SVG or HTML: nothing in it is taken for markup.

/// The text with the five characters escaped that mean something in XML and in quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The text in one line that can be shown anywhere. Control characters become spaces: in the name of a player
/// say, one of them would make a whole SVG unreadable, or speak to the terminal.
pub(crate) fn one_line(text: impl Into<String>) -> String {
    let text = text.into();
    if text.contains(is_unfit) { text.replace(is_unfit, " ") } else { text }
}

/// Whether the character does something other than be seen, or is forbidden in XML even when escaped.
pub(crate) fn is_unfit(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape(r#"<a b="c" d='e'>&"#), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
        assert_eq!(one_line("a\u{0}\u{1b}[1m\u{ffff}b\n"), "a  [1m b ");
    }
}
