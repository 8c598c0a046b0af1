//! The maximum of a smooth concave function of a few variables, by Newton's method; steps are halved until
//! the value increases. The same input takes the same steps on every machine.

/// A function at a point: its value, its gradient, and the negative of its second derivatives (row by
/// row), which is positive definite.
pub(super) struct LocalModel {
    pub(super) value: f64,
    pub(super) gradient: Vec<f64>,
    pub(super) curvature: Vec<f64>,
}

impl LocalModel {
    /// A zero model of `n` variables.
    pub(super) fn zero(n: usize) -> Self {
        LocalModel { value: 0.0, gradient: vec![0.0; n], curvature: vec![0.0; n * n] }
    }

    /// Adds `weight` times a log-F(1, 1) prior on variable `i`: equal to half a win and half a loss
    /// against an opponent of strength 0. It keeps estimates finite for an entrant that won everything.
    pub(super) fn add_prior(&mut self, i: usize, x: f64, weight: f64) {
        let n = self.gradient.len();
        let p = 1.0 / (1.0 + libm::exp(-x));
        // ln(1 + e^x), without overflow.
        let softplus = x.max(0.0) + libm::log1p(libm::exp(-x.abs()));
        self.value += weight * (x / 2.0 - softplus);
        self.gradient[i] += weight * (0.5 - p);
        self.curvature[i * n + i] += weight * p * (1.0 - p);
    }
}

/// Maximum number of steps; these problems take far fewer than a few dozen.
const MOST_STEPS: usize = 200;

/// The position of the maximum, from `start`.
pub(super) fn maximise(start: Vec<f64>, at: impl Fn(&[f64]) -> LocalModel) -> Vec<f64> {
    let mut x = start;
    let mut here = at(&x);
    for _ in 0..MOST_STEPS {
        let Some(step) = solve(&here.curvature, &here.gradient) else { break };
        let mut scale = 1.0;
        let next = loop {
            let next: Vec<f64> = x.iter().zip(&step).map(|(x, s)| x + scale * s).collect();
            let there = at(&next);
            if there.value >= here.value || scale < 1e-9 {
                here = there;
                break next;
            }
            scale /= 2.0;
        };
        let moved = x.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        x = next;
        if moved < 1e-11 {
            break;
        }
    }
    x
}

/// The lower triangular Cholesky factor of a matrix; `None` unless it is positive definite.
fn cholesky(a: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
            let rest = a[i * n + j] - dot;
            if i == j {
                if rest <= 0.0 || !rest.is_finite() {
                    return None;
                }
                l[i * n + i] = rest.sqrt();
            } else {
                l[i * n + j] = rest / l[j * n + j];
            }
        }
    }
    Some(l)
}

/// Solves `a x = b` for a positive definite `a`.
fn solve(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let l = cholesky(a, n)?;
    let mut x = b.to_vec();
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| l[i * n + k] * x[k]).sum();
        x[i] = (x[i] - dot) / l[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
        x[i] = (x[i] - dot) / l[i * n + i];
    }
    Some(x)
}

/// The inverse of a positive definite matrix, row by row.
pub(super) fn inverse(a: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut result = vec![0.0; n * n];
    for column in 0..n {
        let mut unit = vec![0.0; n];
        unit[column] = 1.0;
        for (row, value) in solve(a, &unit)?.into_iter().enumerate() {
            result[row * n + column] = value;
        }
    }
    Some(result)
}

/// `a b` of two square matrices.
pub(super) fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let mut result = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            result[i * n + j] = (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
        }
    }
    result
}

/// The first `n` of the `size` variables as deviations from their mean: their covariance.
pub(super) fn centred(covariance: &[f64], size: usize, n: usize) -> Vec<f64> {
    let at = |i: usize, j: usize| covariance[i * size + j];
    let row = |i: usize| (0..n).map(|j| at(i, j)).sum::<f64>() / n as f64;
    let rows: Vec<f64> = (0..n).map(row).collect();
    let all = rows.iter().sum::<f64>() / n as f64;
    let mut result = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            result[i * n + j] = at(i, j) - rows[i] - rows[j] + all;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_equations_and_inverts_matrices() {
        let a = [4.0, 2.0, 2.0, 3.0];
        let x = solve(&a, &[8.0, 8.0]).expect("positive definite");
        assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
        let inverse = inverse(&a, 2).expect("positive definite");
        for (found, expected) in product(&a, &inverse, 2).iter().zip([1.0, 0.0, 0.0, 1.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert_eq!(solve(&[1.0, 2.0, 2.0, 1.0], &[1.0, 1.0]), None);
    }

    #[test]
    fn maximises_a_concave_function() {
        // The log-likelihood of 30 successes in 40 trials, as a function of the logit.
        let top = maximise(vec![0.0], |x| {
            let p = 1.0 / (1.0 + libm::exp(-x[0]));
            LocalModel {
                value: 30.0 * libm::log(p) + 10.0 * libm::log(1.0 - p),
                gradient: vec![30.0 - 40.0 * p],
                curvature: vec![40.0 * p * (1.0 - p)],
            }
        });
        assert!((top[0] - libm::log(3.0)).abs() < 1e-10);
    }
}
