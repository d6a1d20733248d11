//! README and guide show what the program prints: every `$ outflank …` in a `console` block is run.

use crate::outflank;

const README: &str = include_str!("../../../../README.md");
const RESULTS: &str = include_str!("../../../../docs/results.md");
const GUIDE: &str = include_str!("../../../../docs/guide.md");

#[test]
fn the_program_prints_what_the_documents_show() {
    let mut examples = 0;
    for block in [README, GUIDE].iter().flat_map(|page| page.split("```console\n").skip(1)) {
        let (block, _) = block.split_once("```").expect("a block has an end");
        for example in block.split("$ outflank ").skip(1) {
            let (words, expected) = example.split_once('\n').expect("a line");
            let words: Vec<&str> = words.split(' ').collect();
            assert_eq!(outflank(&words).printed(), expected, "outflank {words:?}");
            examples += 1;
        }
    }
    assert!(examples >= 5, "only {examples} examples were found");
}

/// A README that is read to its end.
#[test]
fn the_readme_is_short() {
    let words = README.split_whitespace().count();
    assert!((600..=900).contains(&words), "{words} words");
    // Every second part between fences is code.
    let prose = README.split("```").step_by(2).flat_map(|text| text.split("\n\n"));
    for paragraph in prose.filter(|paragraph| !paragraph.trim_start().starts_with(['|', '-'])) {
        let words = paragraph.split_whitespace().count();
        assert!(words <= 60, "{words} words: {paragraph}");
    }
}

/// The table of who is best is that of the report.
#[test]
fn the_results_rank_as_the_league_does() {
    let report = include_str!("../../../../docs/studies/league/report.md").replace('\\', "");
    let [one_ply, natural] = ["one ply", "its own strength"].map(|division| {
        let start = report.find(&format!("## Everybody at {division}")).expect("a division");
        &report[start..]
    });
    let has = |section: &str, player: &str, rest: &str| {
        section.lines().any(|line| {
            let mut cells = line.split(" | ");
            let is_player = |cell: &str| cell.split(':').next() == Some(player);
            // With its place or, in the Othello League, without.
            (cells.next().is_some_and(|cell| is_player(cell.trim_start_matches("| ")))
                || cells.next().is_some_and(is_player))
                && line.contains(rest)
        })
    };
    let (_, table) = RESULTS.split_once("| player | everybody at 1 ply |").expect("the table");
    let rows: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() >= 10);
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let &[player, alone, own, league] = cells.as_slice() else { panic!("{row}") };
        let player = player.trim_matches('`');
        // “+12 ± 8” here is “+12 | +8 to +16, ± 8” there; a dash stands for who did not take part.
        let has_rating = |section: &str, cell: &str| {
            let mut words = cell.split(' ');
            let (rating, error) = (words.next().expect("a rating"), words.nth(1).expect("half an interval"));
            let ending = format!(", ± {error} |");
            section.lines().any(|line| line.contains(&ending) && has(line, player, &format!("| {rating} |")))
        };
        assert!(has_rating(natural, own), "{row}");
        assert_eq!(alone == "–", player == "winmeasure", "{row}");
        if alone != "–" {
            assert!(has_rating(one_ply, alone), "{row}");
            assert!(has(one_ply, player, &format!("| {} |", league.trim_end_matches(" %"))), "{row}");
        }
    }
}
