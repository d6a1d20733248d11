//! The README promises what the program prints: every `$ outflank …` in its `console` blocks is run.

use crate::outflank;

const README: &str = include_str!("../../../../README.md");

#[test]
fn the_program_prints_what_the_readme_shows() {
    let mut examples = 0;
    for block in README.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block has an end");
        for example in block.split("$ outflank ").skip(1) {
            let (words, expected) = example.split_once('\n').expect("a line");
            let words: Vec<&str> = words.split(' ').collect();
            assert_eq!(outflank(&words).printed(), expected, "outflank {words:?}");
            examples += 1;
        }
    }
    assert!(examples >= 3, "only {examples} examples were found");
}
