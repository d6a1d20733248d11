//! SGF, the Smart Game Format, for Othello: `GM[2]`.
//!
//! ```text
//! (;FF[4]GM[2]SZ[8]PB[us]PW[them]RE[B+2];B[f5];W[d6]C[perpendicular](;B[c3])(;B[c5]))
//! ```
//!
//! Points are read as a letter and a digit, as Edax writes them, or as two letters, as the format has them for Go. What
//! has no meaning here is kept by its name and written again.

mod reading;
mod writing;

pub(super) use reading::read;
pub(super) use writing::write;

use super::annotated::Sign;
use super::tags::Tag;

/// The names of what is known about a game. Those with an X are ours.
const NAMES: [(&str, Tag); 14] = [
    ("EV", Tag::Event),
    ("PC", Tag::Place),
    ("DT", Tag::Date),
    ("RO", Tag::Round),
    ("PB", Tag::Black),
    ("PW", Tag::White),
    ("BR", Tag::BlackRating),
    ("WR", Tag::WhiteRating),
    ("TM", Tag::Clock),
    ("RE", Tag::Result),
    ("ON", Tag::Opening),
    ("XKIND", Tag::Kind),
    ("XBEST", Tag::BestDiscs),
    ("XFROM", Tag::BestFrom),
];

/// The names of signs on squares.
const SIGNS: [(&str, Sign); 5] = [
    ("CR", Sign::Circle),
    ("MA", Sign::Cross),
    ("SQ", Sign::Square),
    ("TR", Sign::Triangle),
    ("SL", Sign::Selected),
];

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "(;FF[4]GM[2]SZ[8]EV[Cup]PB[a\\]b]PW[w]RE[B+2]C[two\nlines \\\\];B[f5]CR[f4]LB[d6:A][f6:B]\
        (;W[d6]V[-0.50]XTIME[1.25](;B[c3];W[d3])(;B[c5]C[else]))(;W[f6]N[diagonal])(;W[f4]))";

    #[test]
    fn a_tree_comes_back_as_it_was() {
        let game = read(TREE, 1).expect("a tree");
        assert_eq!(game.game().record().to_string(), "f5d6c3d3");
        assert_eq!(game.tags.get(&Tag::Black), Some("a]b"));
        assert_eq!(game.line.notes[&2].value, Some(0.5));
        assert_eq!(game.line.variations.len(), 3);
        assert_eq!(write(&game), TREE);
    }

    #[test]
    fn a_main_line_that_stops_is_not_gone_on_with_by_a_variation() {
        let game = read("(;GM[2];B[f5](;W[d3];B[c3])(;W[f6](;B[a1])(;B[f7])))", 1).expect("a tree");
        assert_eq!(game.game().record().to_string(), "f5");
        assert!(game.fault.is_some());
        assert_eq!(game.line.variations[0].line.game.plies().len(), 1);
        let text = write(&game);
        assert_eq!(text, "(;FF[4]GM[2]SZ[8]RE[?];B[f5](;)(;W[f6](;)(;B[f7])))");
        let again = read(&text, 1).expect("a tree");
        assert_eq!(again.line, game.line);
        assert_eq!(write(&again), text);
    }

    #[test]
    fn points_come_in_two_spellings_and_boards_are_set_up() {
        let game = read("(;GM[2];B[fe];W[fd])", 1).expect("a game");
        assert_eq!(game.game().record().to_string(), "f5f4");
        let text = "(;FF[4]GM[2]SZ[8]RE[W+62]AB[b1][h8]AW[a1:a1]PL[W];W[c1])";
        let game = read(text, 1).expect("a game");
        assert_eq!(game.game().plies().len(), 1);
        assert_eq!(write(&game), text.replace("[a1:a1]", "[a1]"));
        let empty = "(;FF[4]GM[2]SZ[8]RE[0]AE[a1:h8]PL[B])";
        assert_eq!(write(&read(empty, 1).expect("a board")), empty);
    }

    #[test]
    fn others_are_refused_by_name_and_place() {
        let refusal = |text: &str| read(text, 1).expect_err(text).to_string();
        assert_eq!(
            refusal("(;FF[4]GM[1]SZ[19])"),
            "line 1, column 8: Go is not played here: only Othello on 8 × 8 squares"
        );
        assert!(refusal("(;GM[2]SZ[10])").contains("Othello on a board of size 10"));
        assert!(refusal("(;FF[4])").contains("expected GM[2] for Othello"));
        assert!(refusal("(;GM[2]\n;B[f5").starts_with("line 2, column 2: expected “]” after this property"));
        assert!(refusal("(;GM[2];B[f5]").ends_with("expected a node, a variation or “)”, found the end"));
        assert!(refusal(&"(;".repeat(1000)).contains("trees within trees"));
        let game = read("(;GM[2];B[f5];W[a1];B[d3])", 1).expect("the beginning of a game");
        assert_eq!((game.game().plies().len(), game.fault.is_some()), (1, true));
    }
}
