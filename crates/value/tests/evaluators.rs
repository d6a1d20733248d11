//! One suite for all evaluators: what is kept along a search must be what is computed from nothing.

#[path = "../../engine/tests/positions/mod.rs"]
mod positions;

use outflank_rules::kernel::{Kernel, Portable};
use outflank_rules::{Symmetry, Turn, with_kernel};
use outflank_value::{DiscDifference, Evaluator, FourFeatures, Linear, Network, PieceCounter, Reading};
use positions::boards;

fn conforms(name: &str, evaluator: &impl Evaluator) {
    for board in boards(200) {
        let state = evaluator.state(Portable, board);
        let value = evaluator.evaluate(Portable, board);
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());

        let fast = with_kernel!(|kernel| evaluator.evaluate(kernel, board));
        assert!(close(fast.value(), value.value()), "{name}: kernels disagree on {board}");

        let passed = evaluator.value(Portable, evaluator.passed(Portable, state, board), board.passed());
        let anew = evaluator.evaluate(Portable, board.passed());
        assert!(close(passed.value(), anew.value()), "{name}: a pass on {board}");

        if let Turn::Play(moves) = board.turn() {
            for placement in Portable.placements(board.position, moves) {
                let next = board.after(placement);
                let kept =
                    evaluator.value(Portable, evaluator.after(Portable, state, board, placement), next);
                let anew = evaluator.evaluate(Portable, next);
                assert!(close(kept.value(), anew.value()), "{name}: {} on {board}", placement.square());
            }
        }
    }
}

/// What holds for those that do not look at colours and are fair to both sides.
fn is_antisymmetric(name: &str, evaluator: &impl Evaluator) {
    for board in boards(100) {
        let (one, other) =
            (evaluator.evaluate(Portable, board), evaluator.evaluate(Portable, board.passed()));
        assert!((one.value() + other.value()).abs() < 1e-9, "{name}: {board}");
    }
}

fn is_symmetric(name: &str, evaluator: &impl Evaluator) {
    for board in boards(100) {
        let value = evaluator.evaluate(Portable, board).value();
        for symmetry in Symmetry::ALL {
            let turned = outflank_rules::Board { position: symmetry.position(board.position), ..board };
            let other = evaluator.evaluate(Portable, turned).value();
            assert!((other - value).abs() < 1e-9, "{name}: {symmetry:?} of {board}");
        }
    }
}

#[test]
fn piece_counters_conform() {
    for (name, counter) in [
        ("swh", PieceCounter::swh()),
        ("korman", PieceCounter::korman()),
        ("edgar-table", PieceCounter::edgar_table()),
        ("norvig", PieceCounter::norvig()),
    ] {
        conforms(name, &counter);
        is_antisymmetric(name, &counter);
        is_symmetric(name, &counter);
    }
    // As printed, this matrix is not symmetric about the diagonal.
    conforms("document-matrix", &PieceCounter::document_matrix());
    is_antisymmetric("document-matrix", &PieceCounter::document_matrix());
}

#[test]
fn plain_functions_conform() {
    conforms("discs", &DiscDifference);
    is_antisymmetric("discs", &DiscDifference);
    is_symmetric("discs", &DiscDifference);
    let features = FourFeatures { matrix: PieceCounter::document_matrix() };
    let features = Linear::new(features, vec![0.3, -1.0, 2.0, 0.7]);
    conforms("four features", &features);
    is_antisymmetric("four features", &features);
}

#[test]
fn networks_conform() {
    let weights: String = (0..27).map(|index| format!("{} ", (index * index % 11) as f64 - 4.5)).collect();
    let text = format!("1 3 2 0 9 18 63 54 45 {weights}");
    for reading in [Reading::Inversion, Reading::Negation] {
        conforms("network", &Network::from_text(&text, reading).expect("a network"));
    }
}
