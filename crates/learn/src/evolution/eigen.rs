//! The eigenvalues and eigenvectors of a symmetric matrix.

/// A symmetric matrix taken apart: its eigenvalues, and for each a row with its eigenvector, of length 1.
pub(super) struct Eigen {
    pub values: Vec<f64>,
    pub vectors: Vec<Vec<f64>>,
}

impl Eigen {
    /// Takes a symmetric matrix apart, by turning it in one plane after the other until nothing is left
    /// beside the diagonal. Plain arithmetic in a fixed order: the same bits everywhere.
    // CITE: Jacobi's method with cyclic sweeps, as in Golub and Van Loan, Matrix Computations, section 8.5.
    pub fn of(matrix: &[Vec<f64>]) -> Self {
        let size = matrix.len();
        let mut matrix = matrix.to_vec();
        let mut vectors: Vec<Vec<f64>> = (0..size)
            .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
            .collect();
        let scale: f64 = matrix.iter().flatten().map(|value| value * value).sum();
        // Convergence is quadratic: a handful of sweeps is enough for any matrix, and 30 for none too few.
        for _ in 0..30 {
            let beside = |row: usize| matrix[row][row + 1..].iter().map(|value| value * value).sum::<f64>();
            if (0..size).map(beside).sum::<f64>() <= 1e-26 * scale {
                break;
            }
            for p in 0..size {
                for q in p + 1..size {
                    turn(&mut matrix, &mut vectors, p, q);
                }
            }
        }
        Self { values: (0..size).map(|place| matrix[place][place]).collect(), vectors }
    }
}

/// Turns the plane of two axes so that their entry beside the diagonal becomes 0.
fn turn(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let slope = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = slope.signum() / (slope.abs() + (slope * slope + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let rotate = |a: &mut f64, b: &mut f64| (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    for row in matrix.iter_mut() {
        let (left, right) = row.split_at_mut(q);
        rotate(&mut left[p], &mut right[0]);
    }
    for rows in [matrix, vectors] {
        let (above, below) = rows.split_at_mut(q);
        for (a, b) in above[p].iter_mut().zip(&mut below[0]) {
            rotate(a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;

    #[test]
    fn a_matrix_by_hand() {
        // (2 1; 1 2) stretches (1, 1) by 3 and (1, −1) by 1.
        let eigen = Eigen::of(&[vec![2.0, 1.0], vec![1.0, 2.0]]);
        let mut values = eigen.values.clone();
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 3.0).abs() < 1e-14, "{values:?}");
        for (value, vector) in eigen.values.iter().zip(&eigen.vectors) {
            assert!((vector[0] * vector[1] - if *value > 2.0 { 0.5 } else { -0.5 }).abs() < 1e-14);
        }
    }

    #[test]
    fn put_together_again_it_is_the_matrix() {
        let mut chance = Chance::stream(1, "matrix", 0);
        let size = 40;
        let draws: Vec<f64> = (0..size * size).map(|_| chance.unit() - 0.5).collect();
        let entry = |row: usize, column: usize| draws[size * row.max(column) + row.min(column)];
        let matrix: Vec<Vec<f64>> =
            (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect();
        let Eigen { values, vectors } = Eigen::of(&matrix);
        for row in 0..size {
            for column in 0..size {
                let part = |k: usize| values[k] * vectors[k][row] * vectors[k][column];
                let whole: f64 = (0..size).map(part).sum();
                assert!((whole - entry(row, column)).abs() < 1e-12);
                let product: f64 = (0..size).map(|k| vectors[row][k] * vectors[column][k]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }
}
