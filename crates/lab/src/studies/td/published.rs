//! The tables of the document, as printed, and where the print is wrong.
// CITE: Runarsson and Jonsson (2007), Tables I to XV.

/// A table as printed: rows and columns are plies 1 to 5, cells are points. The diagonal of a league among
/// five groups is empty and stands as 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The number of the table in the document.
    pub numeral: &'static str,
    /// The points of the row against the column.
    pub points: [[f64; 5]; 5],
    /// The sums of the rows, where the document prints them.
    pub sums: Option<[f64; 5]>,
}

impl Printed {
    /// The sums as the cells have it.
    pub fn true_sums(&self) -> [f64; 5] {
        self.points.map(|row| row.iter().sum())
    }

    /// The rows (0 for 1 ply) whose printed sum is not that of their cells.
    pub fn errata(&self) -> Vec<usize> {
        let sums = self.sums.unwrap_or(self.true_sums());
        (0..5).filter(|&row| sums[row] != self.true_sums()[row]).collect()
    }
}

/// All fifteen.
#[rustfmt::skip]
pub const TABLES: [Printed; 15] = [
    Printed { numeral: "I", points: [
        [  0.0,  33.5,  25.0,   9.5,  12.5],
        [166.5,   0.0,  81.0,  53.0,  26.5],
        [175.0, 119.0,   0.0,  92.5,  66.0],
        [190.5, 147.0, 107.5,   0.0,  78.5],
        [187.5, 173.5, 134.0, 121.5,   0.0],
    ], sums: Some([80.5, 327.0, 452.5, 523.5, 616.5]) },
    Printed { numeral: "II", points: [
        [  0.0,  45.0,  32.0,  16.5,   4.5],
        [173.0,   0.0,  53.0,  60.5,  27.0],
        [189.0, 138.5,   0.0,  68.5,  27.0],
        [195.0, 154.0, 149.5,   0.0,  76.5],
        [197.0, 176.5, 177.0, 139.0,   0.0],
    ], sums: None },
    Printed { numeral: "III", points: [
        [  0.0,  95.0, 103.0, 131.5, 148.5],
        [105.0,   0.0,  64.5,  96.0,  83.5],
        [ 97.0, 135.5,   0.0, 105.5, 117.5],
        [ 68.5, 104.0,  94.5,   0.0, 117.0],
        [ 51.5, 116.5,  82.5,  83.0,   0.0],
    ], sums: Some([478.0, 349.0, 455.0, 459.0, 333.5]) },
    Printed { numeral: "IV", points: [
        [  0.0,  68.0,  91.0,  94.5,  98.5],
        [132.0,   0.0, 131.0, 137.5, 112.5],
        [109.0,  69.0,   0.0, 123.5, 136.5],
        [105.5,  62.5,  76.5,   0.0,  99.0],
        [101.5,  87.5,  63.5, 101.0,   0.0],
    ], sums: Some([352.0, 513.0, 438.0, 343.5, 353.5]) },
    Printed { numeral: "V", points: [
        [  0.0,  65.5,  78.5, 113.0, 106.5],
        [134.5,   0.0,  98.0, 135.5, 119.0],
        [121.5, 102.0,   0.0, 120.5, 117.5],
        [ 87.0,  64.5,  79.5,   0.0, 102.0],
        [ 93.5,  81.0,  82.5,  98.0,   0.0],
    ], sums: Some([363.5, 487.0, 461.5, 333.0, 355.0]) },
    Printed { numeral: "VI", points: [
        [  0.0,  53.0,  42.0,  71.5,  90.0],
        [147.0,   0.0, 119.5, 119.5, 115.0],
        [158.0,  80.5,   0.0,  96.0, 133.5],
        [128.5,  80.5, 104.0,   0.0, 100.0],
        [110.0,  85.0,  66.5, 100.0,   0.0],
    ], sums: Some([256.5, 501.0, 468.0, 413.0, 361.0]) },
    Printed { numeral: "VII", points: [
        [  0.0,  57.5,  58.5,  93.0,  84.5],
        [142.5,   0.0, 116.5, 121.5, 121.5],
        [141.5,  83.5,   0.0, 104.0, 129.5],
        [107.0,  78.5,  96.0,   0.0, 111.0],
        [116.0,  78.5,  70.5,  89.0,   0.0],
    ], sums: Some([293.0, 502.0, 458.0, 392.5, 354.0]) },
    Printed { numeral: "VIII", points: [
        [  0.0, 122.0, 106.0, 147.5, 109.5],
        [ 78.0,   0.0,  56.5, 152.5,  96.0],
        [ 94.0, 143.5,   0.0, 151.0, 122.5],
        [ 52.5,  47.5,  49.0,   0.0,  69.0],
        [ 90.5, 104.0,  77.5, 131.0,   0.0],
    ], sums: Some([485.0, 383.0, 511.0, 218.0, 403.0]) },
    Printed { numeral: "IX", points: [
        [  0.0,  62.0,  65.0, 104.5,  85.5],
        [138.0,   0.0,  98.5, 154.5, 122.5],
        [135.0, 101.5,   0.0, 125.0, 112.5],
        [ 95.5,  45.5,  75.0,   0.0,  90.0],
        [114.5,  77.5,  87.5, 110.0,   0.0],
    ], sums: Some([317.0, 513.5, 474.0, 306.0, 389.5]) },
    Printed { numeral: "X", points: [
        [  0.0,  36.5,  75.5,  93.0,  87.0],
        [163.5,   0.0, 114.5, 143.5, 123.0],
        [124.5,  85.5,   0.0, 115.5, 121.0],
        [107.0,  56.5,  84.5,   0.0, 100.0],
        [113.0,  77.0,  79.0, 100.0,   0.0],
    ], sums: Some([292.0, 544.5, 446.5, 348.0, 369.0]) },
    Printed { numeral: "XI", points: [
        [  0.0,  20.5,  30.0,  43.5,  59.5],
        [179.5,   0.0, 110.0, 138.0, 128.0],
        [170.0,  90.0,   0.0,  97.0, 111.0],
        [156.5,  62.0, 103.0,   0.0, 126.5],
        [140.5,  72.0,  89.0,  73.5,   0.0],
    ], sums: Some([153.5, 555.5, 468.0, 448.0, 375.0]) },
    Printed { numeral: "XII", points: [
        [  0.0,  32.5,  57.0,  56.5,  59.5],
        [167.5,   0.0, 141.0, 106.0, 135.5],
        [143.0,  59.0,   0.0, 100.5, 125.0],
        [143.5,  94.0,  99.5,   0.0, 121.0],
        [140.5,  64.5,  75.0,  79.0,   0.0],
    ], sums: Some([205.5, 550.0, 427.5, 458.0, 359.0]) },
    Printed { numeral: "XIII", points: [
        [ 70.0,  62.0,  72.5,  66.5,  89.5],
        [ 83.0, 123.5, 103.5, 121.5, 142.0],
        [100.0, 110.0,  90.0, 105.0, 115.0],
        [ 39.0,  88.0,  80.0, 124.0, 117.0],
        [ 82.5, 115.5,  79.0, 126.5, 119.5],
    ], sums: Some([360.5, 573.5, 520.0, 448.0, 523.0]) },
    Printed { numeral: "XIV", points: [
        [10.0, 13.5, 15.0, 16.0, 16.0],
        [ 9.0, 14.5, 14.0, 19.0, 13.5],
        [12.0, 15.0, 15.0, 19.0, 16.0],
        [10.0,  6.0, 13.0, 12.0, 18.0],
        [ 7.0,  9.0, 14.5, 10.5, 10.0],
    ], sums: Some([70.5, 70.0, 77.0, 59.0, 51.0]) },
    Printed { numeral: "XV", points: [
        [ 5.0,  9.0, 13.0, 16.5,  6.0],
        [ 4.0, 15.0, 15.5, 14.0, 19.0],
        [ 4.5, 16.0,  9.0, 18.0, 18.0],
        [ 6.0, 17.0, 13.0, 17.5, 18.0],
        [ 0.0, 13.0, 16.5, 13.0, 18.0],
    ], sums: Some([49.5, 67.5, 65.5, 71.5, 60.5]) },
];

/// The pairs of cells (table, row, column) whose points do not add up to 200. In VII, 116 and 84.5 add up to
/// 200.5; with 84 the printed sum of the first row, 293, would be right.
pub const MISFITS: [(&str, usize, usize); 1] = [("VII", 5, 1)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_errata_are_all_there_are() {
        let found: Vec<_> = TABLES
            .iter()
            .flat_map(|table| table.errata().into_iter().map(|row| (table.numeral, row + 1)))
            .collect();
        assert_eq!(found, [("III", 3), ("III", 4), ("VI", 5), ("VII", 1), ("VII", 3)]);
        assert_eq!(TABLES[2].true_sums()[3], 384.0);
    }

    #[test]
    fn the_points_of_both_sides_add_up_but_once() {
        // Leagues among the five groups: what the row has not won, the column has.
        let mut wrong = Vec::new();
        for table in [0].into_iter().chain(2..12).map(|index| &TABLES[index]) {
            for row in 0..5 {
                for column in 0..row {
                    if table.points[row][column] + table.points[column][row] != 200.0 {
                        wrong.push((table.numeral, row + 1, column + 1));
                    }
                }
            }
        }
        assert_eq!(wrong, MISFITS);
    }
}
