//! Moves that programs answer, checked by our own rules.

use outflank_rules::{Board, Placement, Square};

use super::fault::{Fault, cut_short};

/// The move that a word stands for, which must be legal on the board. `said` is the whole answer.
pub(super) fn check(word: &str, board: Board, asked: &str, said: &str) -> Result<Placement, Fault> {
    let said = cut_short(said);
    match word.to_ascii_lowercase().as_str() {
        "pass" | "pa" => Err(Fault::Passed { said }),
        "resign" => Err(Fault::Resigned),
        word => match word.parse::<Square>() {
            Ok(square) => board.position.placement(square).ok_or(Fault::Illegal { square, said }),
            Err(_) => Err(Fault::NotAMove { asked: asked.to_owned(), said }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_legal_moves_come_through() {
        let told = |word: &str| check(word, Board::START, "go", &format!("=== {word}"));
        for word in ["f5", "F5"] {
            assert_eq!(told(word).expect("legal").square(), Square::F5);
        }
        let wrong = |word: &str| told(word).expect_err(word).to_string();
        assert_eq!(wrong("A1"), "it played a1, which is illegal (its answer: “=== A1”)");
        assert_eq!(wrong("PASS"), "it passed with moves to make (its answer: “=== PASS”)");
        assert_eq!(wrong("i9"), "it answered “=== i9” to “go”, which is not a move");
        assert_eq!(wrong(""), "it answered “===” to “go”, which is not a move");
        assert_eq!(wrong("Resign"), "it resigned");
    }
}
