//! The positions to solve: files of OBF, a position that was typed, or either piped in.

use std::path::Path;

use outflank_rules::{ObfAnswer, ObfProblem, read_obf};

use crate::failure::WrongInput;
use crate::reading;

/// Reads what the words of the command line stand for.
pub fn read(words: &[String]) -> anyhow::Result<Vec<ObfProblem>> {
    if words.iter().any(|word| is_file(word)) {
        let mut problems = Vec::new();
        for path in words {
            let text = reading::text_file("", Path::new(path))?;
            let read = read_obf(&text);
            problems.extend(read.map_err(|error| WrongInput::new(format_args!("{path}: {error}")))?);
        }
        return found(problems, &words.join(", "));
    }
    let text = reading::list(words)?;
    match reading::parse(&text) {
        Ok(game) => Ok(vec![ObfProblem { board: game.board(), answer: ObfAnswer::Open, comment: None }]),
        // Scores tell a problem from a game, and several boards a list of them from a board.
        Err(_) if text.contains(';') || text.trim().lines().count() > 1 => {
            found(read_obf(&text).map_err(WrongInput::new)?, "standard input")
        }
        Err(error) => Err(error.into()),
    }
}

/// Boards have dots and dashes, too: what is there or is called OBF is a file.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    path.is_file() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obf"))
}

fn found(problems: Vec<ObfProblem>, place: &str) -> anyhow::Result<Vec<ObfProblem>> {
    if problems.is_empty() {
        return Err(WrongInput::new(format_args!("no position in {place}")).into());
    }
    Ok(problems)
}
