//! The bench: small battles of the engine's own, reduced until a published number or a closed form applies. Whatever
//! moves, shoots, frightens or burns here is done by the domains' plugins, with parameters and troops that leave all but
//! one thing out; a closed form stands only beside it, as what is published.

pub mod column;
pub mod crowd;
pub mod duel;
pub mod heat;
pub mod panic;
pub mod rate;
pub mod scene;
pub mod spread;
pub mod validate;
pub mod wade;

use crate::battle::BattleError;
use crate::params::ParamError;
use crate::scenario::LoadError;

/// Why a bench has no answer.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The small scenario is not sound, since what was asked for can't be.
    #[error("{0}")]
    Scenario(#[from] LoadError),
    /// A parameter that isn't there.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The battle can't be built or fought.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// A value asked for is out of its range.
    #[error("{what} is {value}; {low} to {high} would be right")]
    Range {
        /// What it is.
        what: &'static str,
        /// The value given.
        value: f64,
        /// Lowest allowed.
        low: f64,
        /// Highest allowed.
        high: f64,
    },
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// Is a value asked for in its range? One that isn't finite never is.
///
/// # Errors
/// [`LabError::Range`].
pub fn in_range(what: &'static str, value: f64, low: f64, high: f64) -> Result<(), LabError> {
    if value >= low && value <= high { Ok(()) } else { Err(LabError::Range { what, value, low, high }) }
}

/// Mean and standard error of a sample; the error of fewer than two is 0.
pub fn mean_and_error(sample: &[f64]) -> (f64, f64) {
    let n = sample.len().max(1) as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, libm::sqrt(squares / (n - 1.0).max(1.0) / n))
}
