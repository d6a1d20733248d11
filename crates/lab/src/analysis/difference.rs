//! Why one move is better than another: what differs between the boards they lead to, and on the way from there.
//!
//! Nothing here weighs: it counts, and tells what stands out. What moves are worth is for those who search.

use outflank_rules::{Board, Color, Game, Square, Squares, Turn};

use super::Shape;

/// What a move leads to, seen by the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// The move.
    pub square: Square,
    /// Where the other side can play then.
    pub replies: Squares,
    /// Where the side that moved could play then.
    pub own_moves: Squares,
    /// Corners among the replies.
    pub corners_open: Squares,
    /// Discs of the side that moved that are safe for good.
    pub stable: Squares,
    /// Its discs beside empty squares.
    pub frontier: Squares,
    /// Regions with an odd number of empty squares.
    pub odd_regions: Vec<Squares>,
    /// Empty squares.
    pub empties: u32,
    /// Corners that the other side takes in the play that is expected, and those that this side takes.
    pub corners_lost: Squares,
    /// Corners that this side takes in it.
    pub corners_won: Squares,
}

impl Consequence {
    /// Looks at a legal move of a game and the play that is expected to follow it, the move itself first.
    pub fn of(game: &Game, line: &[Square]) -> Option<Self> {
        let (&square, rest) = line.split_first()?;
        let side = game.board().mover;
        let mut game = game.clone();
        game.play(square).ok()?;
        let board: Board = game.board();
        let shape = Shape::of(board);
        let replies = shape.moves(!side);
        let mut corners = [Squares::NONE; 2];
        let won = |color: Color| usize::from(color == side);
        corners[won(side)] = square.set() & Squares::CORNERS;
        for &next in rest {
            if game.turn() == Turn::Pass {
                game.pass_forced();
            }
            let mover = game.board().mover;
            if game.play(next).is_err() {
                break;
            }
            corners[won(mover)] = corners[won(mover)] | next.set() & Squares::CORNERS;
        }
        Some(Self {
            square,
            replies,
            own_moves: shape.moves(side),
            corners_open: replies & Squares::CORNERS,
            stable: shape.stable(side),
            frontier: shape.frontier(side),
            odd_regions: shape.odd_regions().collect(),
            empties: board.position.empties().count(),
            corners_lost: corners[0],
            corners_won: corners[1],
        })
    }

    /// What differs between this move and a better one, in sentences, what stands out most first.
    pub fn against(&self, better: &Self, side: Color) -> Vec<String> {
        let (worse, other) = (self, !side);
        let (played, best) = (worse.square, better.square);
        // Each with how much it stands out.
        let mut told: Vec<(u32, String)> = Vec::new();
        let given = worse.corners_open.without(better.corners_open);
        if !given.is_empty() {
            let words = match better.corners_open.is_empty() {
                true => format!("after {best} no corner is open"),
                false => format!("after {best} it cannot"),
            };
            told.push((
                100 * given.count(),
                format!("After {played} {other} can take {} at once; {words}.", named(given)),
            ));
        }
        let lost = worse.corners_lost.without(better.corners_lost).without(given);
        if !lost.is_empty() {
            told.push((
                80 * lost.count(),
                format!(
                    "In the play that follows {played}, {other} takes {}; after {best} not.",
                    named(lost)
                ),
            ));
        }
        let won = better.corners_won.without(worse.corners_won);
        if !won.is_empty() {
            told.push((
                80 * won.count(),
                format!("{best} leads to {} for {side}; {played} does not.", named(won)),
            ));
        }
        if next_to_open_corner(played, worse) && !next_to_open_corner(best, better) {
            told.push((
                50,
                format!("{played} stands next to an empty corner, which it may cost; {best} does not."),
            ));
        }
        let more = |a: u32, b: u32| a.saturating_sub(b);
        let (replies, fewer) = (worse.replies.count(), better.replies.count());
        if more(replies, fewer) >= 2 {
            told.push((
                8 * more(replies, fewer),
                format!("{played} leaves {other} {}, {best} {fewer}.", moves(replies)),
            ));
        }
        let (own, best_own) = (worse.own_moves.count(), better.own_moves.count());
        if more(best_own, own) >= 2 {
            told.push((
                7 * more(best_own, own),
                format!(
                    "Then {side} itself could choose among {}, after {best} among {best_own}.",
                    moves(own)
                ),
            ));
        }
        let (safe, best_safe) = (worse.stable.count(), better.stable.count());
        if more(best_safe, safe) >= 1 {
            told.push((
                10 * more(best_safe, safe),
                format!(
                    "{best} makes {} of {side} safe for good, {played} {}.",
                    discs(best_safe),
                    number(safe)
                ),
            ));
        }
        let (open, best_open) = (worse.frontier.count(), better.frontier.count());
        if more(open, best_open) >= 2 {
            told.push((
                4 * more(open, best_open),
                format!(
                    "{played} leaves {} of {side} beside empty squares, {best} {best_open}.",
                    discs(open)
                ),
            ));
        }
        let (odd, best_odd) = (worse.odd_regions.len(), better.odd_regions.len());
        if worse.empties <= 20 && odd > best_odd {
            told.push((
                20,
                format!(
                    "{played} leaves {} with an odd number of empty squares, {best} {}: {other} plays into one of them first and may \
                     have the last move there.",
                    regions(odd),
                    number(best_odd as u32)
                ),
            ));
        }
        told.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        told.into_iter().map(|(_, sentence)| sentence).collect()
    }
}

/// Whether a square is a neighbour of a corner that is empty after the move.
fn next_to_open_corner(square: Square, after: &Consequence) -> bool {
    let corner = square.set().spread() & Squares::CORNERS;
    let is_corner = !(square.set() & Squares::CORNERS).is_empty();
    // A corner that can be taken is empty; one that this side holds is safe.
    !is_corner && !corner.is_empty() && (corner & after.stable).is_empty() && {
        let taken = after.corners_lost | after.corners_open;
        !(corner & taken).is_empty()
    }
}

fn named(squares: Squares) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    match names.as_slice() {
        [one] => format!("the corner {one}"),
        many => format!("the corners {}", many.join(" and ")),
    }
}

fn counted(count: u32, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

fn moves(count: u32) -> String {
    counted(count, "move", "moves")
}

fn discs(count: u32) -> String {
    counted(count, "disc", "discs")
}

fn regions(count: usize) -> String {
    counted(count as u32, "region", "regions")
}

fn number(count: u32) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_that_is_given_is_told_first() {
        // Black's b2 takes the diagonal up to e5 and opens a1 for White, whose f6 stands behind; h5 takes a row.
        let mut squares = ['-'; 64];
        squares[Square::E5.index()] = 'X';
        for white in [Square::C3, Square::D4, Square::F5, Square::G5, Square::F6] {
            squares[white.index()] = 'O';
        }
        let board: Board = format!("{} X", squares.into_iter().collect::<String>()).parse().expect("a board");
        let game = Game::from_board(board);
        let worse = Consequence::of(&game, &[Square::B2]).expect("legal");
        let better = Consequence::of(&game, &[Square::H5]).expect("legal");
        assert_eq!(worse.corners_open, Square::A1.set());
        let sentences = worse.against(&better, Color::Black);
        assert_eq!(
            sentences.first().map(String::as_str),
            Some("After b2 White can take the corner a1 at once; after h5 no corner is open."),
            "{sentences:?}"
        );
        assert!(better.against(&better, Color::Black).is_empty(), "nothing differs from itself");
    }

    #[test]
    fn corners_on_the_way_are_seen() {
        let game: Game = "f5d6c3".parse().expect("a game");
        assert!(Consequence::of(&game, &[]).is_none());
        assert!(Consequence::of(&game, &[Square::A1]).is_none(), "not legal");
        let seen = Consequence::of(&game, &[Square::D3, Square::C4]).expect("legal");
        assert!(seen.corners_lost.is_empty() && seen.empties == 56);
        assert!(!seen.replies.is_empty());
    }
}
