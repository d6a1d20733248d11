//! The positions to solve: files of OBF, a position that was typed, or either piped in.

use std::path::Path;

use anyhow::Context;
use outflank_rules::Obf;

use crate::failure::WrongInput;
use crate::reading;

/// Reads what the words of the command line stand for.
pub fn read(words: &[String]) -> anyhow::Result<Vec<Obf>> {
    if words.iter().any(|word| is_file(word)) {
        let mut problems = Vec::new();
        for path in words {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
            let read = Obf::read_all(&text);
            problems.extend(read.map_err(|error| WrongInput::new(format_args!("{path}: {error}")))?);
        }
        return found(problems, &words.join(", "));
    }
    let text = reading::text(words)?;
    match reading::parse(&text) {
        Ok(game) => Ok(vec![Obf { board: game.board(), scores: Vec::new() }]),
        // Scores tell a problem from a game, and several boards a list of them from a board.
        Err(_) if text.contains(';') || text.trim().lines().count() > 1 => {
            found(Obf::read_all(&text).map_err(WrongInput::new)?, "standard input")
        }
        Err(error) => Err(error.into()),
    }
}

/// Boards have dots and dashes, too: what is there or is called OBF is a file.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    path.is_file() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obf"))
}

fn found(problems: Vec<Obf>, place: &str) -> anyhow::Result<Vec<Obf>> {
    if problems.is_empty() {
        return Err(WrongInput::new(format_args!("no position in {place}")).into());
    }
    Ok(problems)
}
