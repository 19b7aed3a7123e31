//! Ctrl-C: the first asks the battle to end after the tick being fought, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Exit, Failure};
use crate::scenario::Problem;

/// Has somebody asked us to stop?
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens from now on.
    ///
    /// # Errors
    /// A system that lets nobody listen.
    pub fn listen() -> Result<Self, Failure> {
        let stop = Self::default();
        let asked = Arc::clone(&stop.0);
        ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
                std::process::exit(Exit::Interrupted as i32);
            }
        })
        .map_err(|e| Problem::of_file("", format!("can't listen for Ctrl-C: {e}"), None))?;
        Ok(stop)
    }

    /// Has it been asked?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
