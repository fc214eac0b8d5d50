//! Symmetric, positive definite matrices: solving and inverting by Cholesky decomposition.

/// A symmetric, positive definite matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    pub(super) fn scaled(mut self, factor: f64) -> Matrix {
        for cell in &mut self.cells {
            *cell *= factor;
        }
        self
    }

    /// The Cholesky factor: the lower triangular matrix whose product with its transpose is this one.
    fn cholesky(&self) -> Matrix {
        let mut lower = Matrix::zero(self.size);
        for i in 0..self.size {
            for j in 0..=i {
                let done: f64 = (0..j).map(|k| lower.at(i, k) * lower.at(j, k)).sum();
                let rest = self.at(i, j) - done;
                *lower.at_mut(i, j) =
                    if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / lower.at(j, j) };
            }
        }
        lower
    }

    /// Solves the linear system with this right-hand side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.cholesky().substitute(right)
    }

    /// Solves by forward and backward substitution, given the Cholesky factor.
    fn substitute(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..self.size {
            let done: f64 = (0..i).map(|k| self.at(i, k) * x[k]).sum();
            x[i] = (x[i] - done) / self.at(i, i);
        }
        for i in (0..self.size).rev() {
            let done: f64 = (i + 1..self.size).map(|k| self.at(k, i) * x[k]).sum();
            x[i] = (x[i] - done) / self.at(i, i);
        }
        x
    }

    pub(super) fn inverse(&self) -> Matrix {
        let lower = self.cholesky();
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in lower.substitute(&unit).into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { size: 3, cells: rows.concat() }
    }

    #[test]
    fn the_factor_is_the_known_one() {
        let factor = matrix([[4.0, 12.0, -16.0], [12.0, 37.0, -43.0], [-16.0, -43.0, 98.0]]).cholesky();
        assert_eq!(factor.cells, [2.0, 0.0, 0.0, 6.0, 1.0, 0.0, -8.0, 5.0, 3.0]);
    }

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let matrix = matrix([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]]);
        let inverse = matrix.inverse();
        for row in 0..3 {
            for column in 0..3 {
                let cell: f64 = (0..3).map(|k| matrix.at(row, k) * inverse.at(k, column)).sum();
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((cell - expected).abs() < 1e-12, "{row} {column}: {cell}");
            }
        }
        let x = matrix.solve(&[1.0, 2.0, 3.0]);
        let right = |row: usize| (0..3).map(|k| matrix.at(row, k) * x[k]).sum::<f64>();
        assert!((right(0) - 1.0).abs() < 1e-12 && (right(1) - 2.0).abs() < 1e-12);
    }
}
