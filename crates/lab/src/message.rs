//! Messages for people, made of input that nobody chose.

/// A message on one line of bearable length. Messages quote their input, which may be a whole file and
/// may hold what a terminal would obey.
pub fn one_sentence(message: &str) -> String {
    const LONGEST: usize = 400;
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let safe: Vec<char> =
        line.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if safe.len() <= LONGEST {
        return safe.into_iter().collect();
    }
    let half = LONGEST / 2;
    let (head, tail) = (&safe[..half], &safe[safe.len() - half..]);
    head.iter().chain(&[' ', '…', ' ']).chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_short_harmless_line() {
        assert_eq!(one_sentence("not a\n  move:\tf5"), "not a move: f5");
        assert_eq!(one_sentence("\u{1b}[2J"), "\u{fffd}[2J");
        let long = one_sentence(&"é".repeat(100_000));
        assert_eq!(long.chars().count(), 403);
    }
}
