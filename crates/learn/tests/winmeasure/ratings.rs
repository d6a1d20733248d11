//! The six ratings on drawn boards, by hand, and on random ones by the reference.

use outflank_engine::Chance;
use outflank_learn::winmeasure::{CornerWeights, Feature, Ratings, rate, stable_discs};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Position, Squares, Symmetry, Turn, with_kernel};

use super::slow::SlowBoard;

/// The ratings of a drawn board for X.
fn ratings(drawing: &str) -> Ratings {
    rate(Portable, position(drawing), &CornerWeights::default())
}

fn rating(drawing: &str, feature: Feature) -> i32 {
    ratings(drawing)[feature as usize]
}

fn position(drawing: &str) -> Position {
    Board::from_drawing(drawing).expect("a board").position
}

/// The stable discs of X, by name.
fn stable(drawing: &str) -> String {
    format!("{:?}", stable_discs(Portable, position(drawing)))
}

#[test]
fn the_start_is_even() {
    // Empty beside d4: c3 d3 e3 c4 c5; beside e5: f4 f5 d6 e6 f6. Of these ten, d3, c4, f5 and e6 are moves.
    assert_eq!(ratings(&Board::START.drawing().to_string()), [0, 0, 0, 0, 2 * 4 + 6, 0]);
}

#[test]
fn an_empty_and_a_full_board() {
    let empty = "1 - - - - - - - -\n".to_owned()
        + &(2..=8).map(|row| format!("{row} - - - - - - - -\n")).collect::<String>();
    assert_eq!(ratings(&empty), [0; 6]);
    // All own: four corners; four triangles of 36; four edges of 8 stable discs; 36 interior squares.
    let full = empty.replace('-', "X");
    assert_eq!(ratings(&full), [4 * 50, 4 * 36, 4 * 80, 36, 0, 64]);
    let other = empty.replace('-', "O");
    assert_eq!(ratings(&other), [-4 * 50, 0, -4 * 80, 0, 0, -64]);
}

#[test]
fn corners_are_strong_or_in_danger() {
    let drawing = "
          a b c d e f g h
        1 X O - - - - X -   a1: taken, b1 and b2 do not count: 50
        2 O O - - - - X -   h1: empty, own C and X square: −6 − 12
        3 - - - - - - - -
        4 - - - X O - - -
        5 - - - O X - - -
        6 - - X - - - - X   a8: empty, own c6: 3. h8: empty, own h6: 4, the opponent's g7: 12
        7 - - - - - - O -
        8 - - - - - - - -   ";
    assert_eq!(rating(drawing, Feature::CornerStrength), 50 - 6 - 12 + 3 + 4 + 12);
    // Nothing but a1 hangs on a corner: b1 is not own.
    assert_eq!(rating(drawing, Feature::CornerStability), 1);
}

#[test]
fn triangles_hang_on_corners() {
    let drawing = "
          a b c d e f g h
        1 X X X - - - - -   a1; b1 a2; then of c1 b2 a3 the two from above; a3 is empty,
        2 X X - - - - - -   so the next diagonal is not looked at: 1 + 2 + 2
        3 - - - - - - - -
        4 X - - X O - - -
        5 - - - O X - - -
        6 - - - - - - - O
        7 - - - - - - X X   h8; h7, and not g8: 1 + 1. g7 stands on the next diagonal: no more
        8 - - - - - - - X   ";
    assert_eq!(rating(drawing, Feature::CornerStability), 5 + 2);
    assert_eq!(stable(drawing), "{a1, b1, c1, a2, b2, h7, h8}");
}

#[test]
fn both_ends_of_a_diagonal_count() {
    let drawing = "
          a b c d e f g h
        1 X X X X - - - -   a1; b1 a2; c1 b2 a3; then of d1 c2 b3 a4: d1 from above, b3 and a4 from below
        2 X X - - - - - -
        3 X X - - - - - -
        4 X - - X O - - -
        5 - - - O X - - -
        6 - - - - - - - -
        7 - - - - - - - -
        8 - - - - - - - -   ";
    assert_eq!(rating(drawing, Feature::CornerStability), 1 + 2 + 3 + 3);
}

#[test]
fn edges_are_rated_by_their_lines() {
    let drawing = "
          a b c d e f g h
        1 X X X - - O - -   row 1: three stable, f semistable of the other's: 30 − 3
        2 - - - - - - - -   column a: a1 stable, a4 and a5 unstable: 10 + 1 − 1
        3 - - - - - - - -
        4 X - - X O - - -
        5 O - - O X - - -
        6 - - - - - - - O   column h: h6 semistable, h8 stable: −3 − 10
        7 - - - - - - - -
        8 - - - - - - - O   row 8: h8 stable: −10   ";
    assert_eq!(rating(drawing, Feature::EdgeStability), 27 + 10 - 13 - 10);
}

#[test]
fn inside_by_full_lines() {
    let drawing = "
          a b c d e f g h
        1 - - - - - - - -   Row 2 and column b are full. b2 is on the diagonal a3–c1, whose ends are empty,
        2 O X X X X X X O   and so is c2 on a4–d1. Nothing inside is stable, though row 2 is.
        3 - O - - - - - -
        4 - O - - - - - -
        5 - O - - - - - -
        6 - O - - - - - -
        7 - O - - - - - -
        8 - O - - - - - -   ";
    assert_eq!(rating(drawing, Feature::InteriorStability), 0);

    let drawing = "
          a b c d e f g h
        1 O O O O O O O O   Everything is full but h8: all lines are safe but those that end on h8, and of these only
        2 O X X X X X X O   the diagonal has own discs inside. O on h8 would turn over b2 to g7, and a disc of ours
        3 O X X X X X X O   there nothing: six of 36 are in danger.
        4 O X X X X X X O
        5 O X X X X X X O
        6 O X X X X X X O
        7 O X X X X X X O
        8 O O O O O O O -   ";
    assert_eq!(rating(drawing, Feature::InteriorStability), 30);
    assert!(
        !stable(drawing).contains("b2") && !stable(drawing).contains("g7") && stable(drawing).contains("c2")
    );
}

#[test]
fn inside_by_a_stretched_diagonal() {
    // g2 stands on a full row, a full column, the long diagonal h1–a8 and the short one f1–h3. The corner h1 is ours,
    // so nothing on the long diagonal can come behind g2.
    let drawing = "
          a b c d e f g h
        1 - - - - - O X X
        2 O O O O O O X O
        3 - - - - - - O -
        4 - - - - - - O -
        5 - - - - - - O -
        6 - - - - - - O -
        7 - - - - - - O -
        8 - - - - - - O -   ";
    // f1 is O: stretched it is OOOOOO, g2 and h3, which is empty: O on h3 turns g2 over.
    assert_eq!(rating(drawing, Feature::InteriorStability), 0);
    // With O on h3 as well it is full.
    assert_eq!(
        rating(&drawing.replace("3 - - - - - - O -", "3 - - - - - - O O"), Feature::InteriorStability),
        1
    );
    // With X on f1 and h3 empty, OXXXXXX… the other side of g2 is ours for good.
    let own = drawing.replace("1 - - - - - O X X", "1 - - - - - X X X");
    assert_eq!(rating(&own, Feature::InteriorStability), 1);
    // With f1 and h3 both empty there is no telling.
    let open = drawing.replace("1 - - - - - O X X", "1 - - - - - - X X");
    assert_eq!(rating(&open, Feature::InteriorStability), 0);
}

#[test]
fn inside_by_neighbours_only() {
    // b2 has stable neighbours in all four directions: a2, b1, a1, and c1 or a3. Its row and column are far from full.
    // That is corner stability, too, so look at c2: b2 to the left, c1 above, b1 and d1 on the diagonals.
    let drawing = "
          a b c d e f g h
        1 X X X X X - - -
        2 X X X - - - - -
        3 X - - - - - - -
        4 - - - - - - - -
        5 - - - - - - - -
        6 - - - - - - - -
        7 - - - - - - - -
        8 - - - - - - - -   ";
    // a1; b1 a2; c1 b2 a3 by the corner; then of d1 c2 b3 a4 the first two.
    assert_eq!(rating(drawing, Feature::CornerStability), 6 + 2);
    assert_eq!(rating(drawing, Feature::InteriorStability), 2);
    // d2 is beyond what the corner counts (its diagonal is not looked at), but has c2, d1, and on the diagonals c1 and e1.
    let more = drawing.replace("2 X X X -", "2 X X X X");
    assert_eq!(rating(&more, Feature::CornerStability), 8);
    assert_eq!(rating(&more, Feature::InteriorStability), 3);
    assert!(stable(&more).contains("d2"));
    // Turned and mirrored it is the same: whichever neighbours are marked, and all three by the corner or its marks.
    for symmetry in Symmetry::ALL {
        let turned = rate(Portable, symmetry.position(position(&more)), &CornerWeights::default());
        assert_eq!(turned[Feature::InteriorStability as usize], 3, "{symmetry:?}");
    }
    // On a full edge c2 leans on d1, which does not hang on a corner.
    let edge = drawing.replace("X X X X X - - -", "X X X X X X X O").replace("3 X", "3 -");
    assert_eq!(rating(&edge, Feature::InteriorStability), 2);
    // Without e1 nothing is on that diagonal, for c3 is empty; without d1 nothing is above, and c2 falls, too.
    assert_eq!(rating(&more.replace("X X X X X - - -", "X X X X - - - -"), Feature::InteriorStability), 2);
    assert_eq!(rating(&more.replace("X X X X X - - -", "X X X - X - - -"), Feature::InteriorStability), 1);
}

#[test]
fn the_order_of_the_spiral_matters() {
    // The spiral comes to b3 last in its ring, by which time all that supports it is marked; c3 after that.
    let drawing = "
          a b c d e f g h
        1 X X X X - - - -
        2 X X X X - - - -
        3 X X X X - - - -
        4 X X X X - - - -
        5 X X - - - - - -
        6 X - - - - - - -
        7 - - - - - - - -
        8 - - - - - - - -   ";
    let mut slow = SlowBoard::new(position(drawing));
    assert_eq!(ratings(drawing), slow.ratings(&CornerWeights::default()));
    // d1 c2 b3 a4 is full; of the next diagonal (e1 empty) a5, b4, c3 and d2 count from the left edge.
    assert_eq!(rating(drawing, Feature::CornerStability), 1 + 2 + 3 + 4 + 4);
}

#[test]
fn mobility_counts_now_and_later() {
    let drawing = "
          a b c d e f g h
        1 - - - - - - - -
        2 - - - - - - - -
        3 - - - - - - - -
        4 - - - O O X - -   X plays c4, which turns over d4 and e4. Around d4 and e4: c3 d3 e3 f3 c5 d5 e5 f5, not c4.
        5 - - - - - - - -
        6 - - - - - - - -
        7 - - - - - - - -
        8 - - - - - - - -   ";
    assert_eq!(rating(drawing, Feature::Mobility), 2 + 8);
    assert_eq!(rating(drawing, Feature::SquareAdvantage), 1 - 2);
}

/// Boards from all over the game, in random play.
fn random_boards(games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(|game| {
        let mut chance = Chance::stream(game, "boards to rate", 0);
        let mut position = Position::START;
        let mut positions = Vec::new();
        loop {
            positions.push(position);
            position = match position.turn() {
                Turn::Play(moves) => {
                    let square = chance.pick(Portable, moves);
                    position.after(position.placement(square).expect("a legal move"))
                }
                Turn::Pass => position.passed(),
                Turn::Over(_) => break,
            };
        }
        positions
    })
}

/// Boards full of discs at random, where much is stable.
fn dense_boards(count: u64) -> impl Iterator<Item = Position> {
    (0..count).map(|number| {
        let mut chance = Chance::stream(number, "dense boards", 0);
        let (own, empty) = (chance.seed() | chance.seed(), chance.seed() & chance.seed() & chance.seed());
        let discs = Squares::from_bits(!empty);
        Position::new(Squares::from_bits(own) & discs, discs.without(Squares::from_bits(own))).expect("apart")
    })
}

#[test]
fn random_boards_are_rated_like_the_reference_does() {
    let weights = CornerWeights::default();
    let mut seen = [0; 6];
    for position in random_boards(12).chain(dense_boards(400)) {
        let expected = SlowBoard::new(position).ratings(&weights);
        assert_eq!(rate(Portable, position, &weights), expected, "{position:?}");
        let best = with_kernel!(|kernel| rate(kernel, position, &weights));
        assert_eq!(best, expected, "{position:?}");
        for (seen, rating) in seen.iter_mut().zip(expected) {
            *seen += i32::from(rating != 0);
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn turned_boards_rate_alike_but_for_the_spiral() {
    let weights = CornerWeights::default();
    for position in random_boards(20) {
        for symmetry in Symmetry::ALL {
            let turned = rate(Portable, symmetry.position(position), &weights);
            let straight = rate(Portable, position, &weights);
            for feature in Feature::ALL.into_iter().filter(|&feature| feature != Feature::InteriorStability) {
                assert_eq!(turned[feature as usize], straight[feature as usize], "{feature:?}");
            }
        }
        let own = rate(Portable, position, &weights);
        let others = rate(Portable, position.passed(), &weights);
        for feature in [Feature::CornerStrength, Feature::EdgeStability, Feature::SquareAdvantage] {
            assert_eq!(own[feature as usize], -others[feature as usize], "{feature:?}");
        }
    }
}
