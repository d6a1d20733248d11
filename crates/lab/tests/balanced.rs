//! Near-balanced openings: the list that is shipped, and how such lists are made.

use std::collections::HashSet;
use std::sync::Arc;

use outflank_arena::openings::{self, MOST_DRAWN_PLIES, drawn_apart};
use outflank_engine::TableSize;
use outflank_engine::midgame::{Engine, Scaled};
use outflank_lab::balanced::{self, Balance};
use outflank_lab::{PlayerFile, shipped};
use outflank_learn::Model;
use outflank_rules::Board;
use outflank_value::patterns::{PatternFile, PatternTables};

/// The player that values them.
fn judge() -> Scaled<PatternTables<256>> {
    let file = PlayerFile::from_bytes(shipped::find("patterns").expect("shipped").bytes).expect("a player");
    let Model::Patterns(model) = file.model else { panic!("another system") };
    let PatternFile { layout, weights, per_disc } = model.file();
    Scaled::new(Arc::new(PatternTables::new(layout, weights, *per_disc).expect("tables")), 1.0)
}

#[test]
fn the_list_has_different_openings_near_balance() {
    let list = balanced::standard();
    assert!(list.len() >= 500, "{}", list.len());
    let boards: HashSet<_> = list.iter().map(|opening| opening.game().board().position.canonical()).collect();
    assert_eq!(boards.len(), list.len(), "no two the same, turned and mirrored as one likes");
    assert!(list.iter().all(|opening| opening.squares().len() == MOST_DRAWN_PLIES));
}

#[test]
fn what_is_found_is_near_balance_and_threads_change_nothing() {
    let balance = Balance { count: 12, depth: 4, within: 0.5, seed: 3 };
    let found = balance.find(2, |_| true).expect("memory");
    assert_eq!(found.len(), 12);
    assert_eq!(found, balance.find(1, |_| true).expect("memory"));
    let boards: Vec<Board> = found.iter().map(|opening| opening.game().board()).collect();
    let judge = judge();
    let mut engine = Engine::new(judge, TableSize::mebibytes(4)).expect("memory");
    for depth in [3, 4] {
        assert!(engine.values(&boards, depth, 0).iter().all(|value| value.discs().abs() <= 0.5));
    }
    let all: Vec<Board> =
        drawn_apart(50, MOST_DRAWN_PLIES, 3).iter().map(|opening| opening.game().board()).collect();
    let off = engine.values(&all, 4, 0).iter().filter(|value| value.discs().abs() > 0.5).count();
    assert!(off > 30, "{off} of 50 drawn ones are farther off");
    let text = balance.to_text(&found);
    assert!(
        text.starts_with("# outflank openings --balanced 12 --depth 4 --within 0.5 --seed 3\n# 8 random")
    );
    assert_eq!(openings::read(&text).expect("a list"), found);
    let first = balance.find(1, |_| false).expect("memory");
    assert!(first.len() < found.len() && found.starts_with(&first), "stopped after one batch");
}
