//! The ratings once more, written differently: boards as arrays of letters, squares as (row, column) from 1 to 8 as in
//! the document, stability of a disc by trying all orders of play on its line.

use std::collections::HashMap;

use outflank_learn::winmeasure::CornerWeights;
use outflank_rules::{Position, Square};

/// A board as letters: `X` for the side that is rated, `O` for the other, `.` for nothing.
pub struct SlowBoard {
    letters: [[char; 8]; 8],
    known: HashMap<(Vec<char>, usize), bool>,
}

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl SlowBoard {
    pub fn new(position: Position) -> Self {
        let mut letters = [['.'; 8]; 8];
        for square in Square::all() {
            let letter = if position.mover().contains(square) {
                'X'
            } else if position.opponent().contains(square) {
                'O'
            } else {
                '.'
            };
            letters[square.row()][square.column()] = letter;
        }
        Self { letters, known: HashMap::new() }
    }

    /// The letter on a square, rows and columns from 1 to 8.
    fn at(&self, row: i32, column: i32) -> Option<char> {
        ((1..=8).contains(&row) && (1..=8).contains(&column))
            .then(|| self.letters[row as usize - 1][column as usize - 1])
    }

    /// The six ratings.
    pub fn ratings(&mut self, weights: &CornerWeights) -> [i32; 6] {
        let mut stable = [[false; 9]; 9];
        let corner = self.corner_stability(&mut stable);
        let edge = self.edge_stability(&mut stable);
        let interior = self.interior_stability(&mut stable);
        [
            self.corner_strength(weights),
            corner,
            edge,
            interior,
            self.mobility('X'),
            self.discs('X') - self.discs('O'),
        ]
    }

    fn discs(&self, letter: char) -> i32 {
        self.letters.iter().flatten().filter(|&&found| found == letter).count() as i32
    }

    fn corner_strength(&self, weights: &CornerWeights) -> i32 {
        let mut sum = 0;
        for (row, down) in [(1, 1), (8, -1)] {
            for (column, right) in [(1, 1), (8, -1)] {
                let worth = |rows: i32, columns: i32, weight: i32| match self
                    .at(row + rows * down, column + columns * right)
                {
                    Some('X') => weight,
                    Some('O') => -weight,
                    _ => 0,
                };
                sum += worth(0, 0, weights.corner);
                if self.at(row, column) == Some('.') {
                    sum += worth(1, 1, weights.x) + worth(2, 2, weights.inner);
                    sum += worth(0, 1, weights.c) + worth(1, 0, weights.c);
                    sum += worth(0, 2, weights.a) + worth(2, 0, weights.a);
                }
            }
        }
        sum
    }

    fn corner_stability(&self, stable: &mut [[bool; 9]; 9]) -> i32 {
        let mut sum = 0;
        for (row, down) in [(1, 1), (8, -1)] {
            for (column, right) in [(1, 1), (8, -1)] {
                for length in 1..=8 {
                    let squares: Vec<(i32, i32)> = (0..length)
                        .map(|step| (row + down * (length - 1 - step), column + right * step))
                        .collect();
                    let own = |&(row, column): &(i32, i32)| self.at(row, column) == Some('X');
                    let from_one: Vec<_> = squares.iter().copied().take_while(own).collect();
                    let from_other: Vec<_> = squares.iter().rev().copied().take_while(own).collect();
                    let is_full = from_one.len() == squares.len();
                    let counted = if is_full { from_one } else { [from_one, from_other].concat() };
                    sum += counted.len() as i32;
                    for (row, column) in counted {
                        stable[row as usize][column as usize] = true;
                    }
                    if !is_full {
                        break;
                    }
                }
            }
        }
        sum
    }

    fn edge_stability(&mut self, stable: &mut [[bool; 9]; 9]) -> i32 {
        let along = |fixed: i32, is_row: bool| -> Vec<(i32, i32)> {
            (1..=8).map(|step| if is_row { (fixed, step) } else { (step, fixed) }).collect()
        };
        let mut sum = 0;
        for edge in [along(1, true), along(8, true), along(1, false), along(8, false)] {
            let line: Vec<char> = edge.iter().map(|&(row, column)| self.at(row, column).unwrap()).collect();
            for (place, &(row, column)) in edge.iter().enumerate() {
                let worth = if line[place] == '.' {
                    0
                } else if self.is_stable(&line, place) {
                    10
                } else if is_capturable_at_once(&line, place) {
                    1
                } else {
                    3
                };
                sum += if line[place] == 'X' { worth } else { -worth };
                if line[place] == 'X' && worth == 10 {
                    stable[row as usize][column as usize] = true;
                }
            }
        }
        sum
    }

    fn interior_stability(&mut self, stable: &mut [[bool; 9]; 9]) -> i32 {
        // Row 2's positions 2 to 6, column 7's positions 2 to 6, and so on.
        let mut spiral: Vec<(i32, i32)> = Vec::new();
        spiral.extend((2..=6).map(|n| (2, n)));
        spiral.extend((2..=6).map(|n| (n, 7)));
        spiral.extend((3..=7).rev().map(|n| (7, n)));
        spiral.extend((3..=7).rev().map(|n| (n, 2)));
        spiral.extend((3..=5).map(|n| (3, n)));
        spiral.extend((3..=5).map(|n| (n, 6)));
        spiral.extend((4..=6).rev().map(|n| (6, n)));
        spiral.extend((4..=6).rev().map(|n| (n, 3)));
        spiral.extend([(4, 4), (4, 5), (5, 5), (5, 4)]);
        assert_eq!(spiral.len(), 36);
        for &(row, column) in &spiral {
            if self.at(row, column) != Some('X') {
                continue;
            }
            let is_marked =
                |rows: i32, columns: i32| stable[(row + rows) as usize][(column + columns) as usize];
            let by_neighbours = [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .all(|&(rows, columns)| is_marked(rows, columns) || is_marked(-rows, -columns));
            if by_neighbours || self.is_stable_on_lines(row, column) {
                stable[row as usize][column as usize] = true;
            }
        }
        spiral.iter().filter(|&&(row, column)| stable[row as usize][column as usize]).count() as i32
    }

    fn is_stable_on_lines(&mut self, row: i32, column: i32) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().all(|(rows, columns)| {
            let mut start = (row, column);
            while self.at(start.0 - rows, start.1 - columns).is_some() {
                start = (start.0 - rows, start.1 - columns);
            }
            let mut line = Vec::new();
            let mut place = 0;
            let mut here = start;
            while let Some(letter) = self.at(here.0, here.1) {
                if here == (row, column) {
                    place = line.len();
                }
                line.push(letter);
                here = (here.0 + rows, here.1 + columns);
            }
            // Stretched at the far end here, at the near end only if the far one is empty: the other way round than
            // in what is tested.
            while line.len() < 8 {
                let (first, last) = (line[0], *line.last().unwrap());
                if last != '.' {
                    line.push(last);
                } else if first != '.' {
                    line.insert(0, first);
                    place += 1;
                } else {
                    return false;
                }
            }
            self.is_stable(&line, place)
        })
    }

    /// Whether no order of play onto a line can turn over a disc.
    fn is_stable(&mut self, line: &[char], place: usize) -> bool {
        let key = (line.to_vec(), place);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut answer = true;
        'all: for square in (0..8).filter(|&square| line[square] == '.') {
            for letter in ['X', 'O'] {
                let after = played(line, square, letter);
                if after[place] != line[place] || !self.is_stable(&after, place) {
                    answer = false;
                    break 'all;
                }
            }
        }
        self.known.insert(key, answer);
        answer
    }

    fn can_play(&self, row: i32, column: i32, letter: char) -> bool {
        let other = if letter == 'X' { 'O' } else { 'X' };
        self.at(row, column) == Some('.')
            && DIRECTIONS.iter().any(|&(rows, columns)| {
                let mut steps = 1;
                while self.at(row + rows * steps, column + columns * steps) == Some(other) {
                    steps += 1;
                }
                steps > 1 && self.at(row + rows * steps, column + columns * steps) == Some(letter)
            })
    }

    pub fn mobility(&self, letter: char) -> i32 {
        let other = if letter == 'X' { 'O' } else { 'X' };
        let mut sum = 0;
        for row in 1..=8 {
            for column in 1..=8 {
                if self.at(row, column) != Some('.') {
                    continue;
                }
                let beside =
                    |&(rows, columns): &(i32, i32)| self.at(row + rows, column + columns) == Some(other);
                if self.can_play(row, column, letter) {
                    sum += 2;
                } else if DIRECTIONS.iter().any(beside) {
                    sum += 1;
                }
            }
        }
        sum
    }
}

/// A line after a disc was placed on an empty square.
fn played(line: &[char], square: usize, letter: char) -> Vec<char> {
    let mut after = line.to_vec();
    after[square] = letter;
    for step in [-1i32, 1] {
        let mut run = Vec::new();
        let mut here = square as i32 + step;
        while (0..8).contains(&here) {
            let found = line[here as usize];
            if found == '.' {
                break;
            }
            if found == letter {
                for &place in &run {
                    after[place] = letter;
                }
                break;
            }
            run.push(here as usize);
            here += step;
        }
    }
    after
}

fn is_capturable_at_once(line: &[char], place: usize) -> bool {
    (0..8)
        .filter(|&square| line[square] == '.')
        .any(|square| ['X', 'O'].iter().any(|&letter| played(line, square, letter)[place] != line[place]))
}
