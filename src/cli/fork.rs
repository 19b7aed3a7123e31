//! Going on from a saved state, and forking from it with overlays.

use std::path::Path;

use super::run::broken;
use super::{Failure, out};
use crate::battle::{Battle, Options, State};

/// The battle of a saved state, with overlays laid over its scenario.
pub fn resume(file: &Path, with: &[String], options: Options) -> Result<Battle, Failure> {
    let state = State::read(file)?;
    let name = file.to_string_lossy();
    if with.is_empty() {
        let scenario = state.scenario.clone();
        return Battle::resume(state, scenario, options).map_err(|e| broken(&name, &e));
    }
    let (scenario, warnings) = state.fork(with)?;
    out::warnings(&warnings);
    Battle::resume(state, scenario, options).map_err(|e| broken(&name, &e))
}
