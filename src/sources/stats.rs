//! Shares and quantiles over runs, with what chance leaves open.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a share found in `k` of `n`: Wilson's score interval (E. B. Wilson, Journal of the American
/// Statistical Association 22, 1927, 209-212). The whole range for no trial.
pub fn wilson(k: usize, n: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n, p, z2) = (n as f64, k as f64 / n as f64, Z * Z);
    let middle = p + z2 / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

/// The quantile `q` (0 to 1) of ascending values, between the two nearest by proportion (Hyndman and Fan, The American
/// Statistician 50, 1996, 361-365, their type 7). None of no values.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let at = q.clamp(0.0, 1.0) * last as f64;
    let below = at.floor();
    let (a, b) = (ascending[below as usize], ascending[(below as usize + 1).min(last)]);
    Some(a + (b - a) * (at - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
    #[test]
    fn intervals_are_the_published_ones() {
        for (k, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (a, b) = wilson(k, n);
            assert!((a - low).abs() < 6e-5 && (b - high).abs() < 6e-5, "{k} of {n}: {a} to {b}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        let ((a, b), (c, d)) = (wilson(3, 10), wilson(7, 10));
        assert!((a + d - 1.0).abs() < 1e-12 && (b + c - 1.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_lie_between_the_values() {
        let values = [1.0, 2.0, 4.0, 8.0];
        let at = |q| quantile(&values, q).unwrap();
        assert_eq!([at(0.0), at(1.0 / 3.0), at(0.5), at(1.0)], [1.0, 2.0, 3.0, 8.0]);
        assert_eq!((quantile(&[], 0.5), quantile(&[7.0], 0.95)), (None, Some(7.0)));
    }
}
