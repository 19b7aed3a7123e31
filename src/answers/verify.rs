//! Fighting a run again, to see whether it comes out as its file says: each tick's hashes, the ledger, the men, the fire and
//! the keyframes.

use serde::Serialize;

use super::diff::{Parting, diff};
use crate::battle::{Battle, BattleError, Options};
use crate::record::runfile::{BuildStamp, RunFile};
use crate::scenario::resolve;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// Did it come out as the file says?
    pub same: bool,
    /// Is this the build that fought it?
    pub same_build: bool,
    /// The build that fought it, and this one.
    pub builds: [BuildStamp; 2],
    /// Ticks fought again.
    pub ticks: u32,
    /// The first tick whose hashes differ.
    pub first: Option<Parting>,
    /// Parts of the file that differ.
    pub differ: Vec<&'static str>,
}

/// Fights a run again on so many threads; `go_on` is asked after each tick. None when it says no.
///
/// # Errors
/// A battle that can't be fought.
pub fn verify(
    run: &RunFile,
    threads: usize,
    mut go_on: impl FnMut(&Battle) -> bool,
) -> Result<Option<Verification>, BattleError> {
    let builds = [run.stamp.clone(), BuildStamp::this()];
    let mut answer = Verification {
        same: false,
        same_build: builds[0] == builds[1],
        builds,
        ticks: 0,
        first: None,
        differ: Vec::new(),
    };
    let s = &run.scenario;
    let resolved = resolve(s.raw.clone(), s.overlays.clone(), s.params.clone());
    if resolved.as_ref().ok() != Some(s) {
        answer.differ.push("scenario");
        return Ok(Some(answer));
    }
    let every = run.keyframes.get(1).map_or(Options::default().keyframe_s, |k| k.tick.0 as f32 * run.dt_s);
    let options = Options { seed: run.seed, dt_s: run.dt_s, threads, keyframe_s: every };
    let mut battle = Battle::new(s.clone(), options)?;
    while battle.clock().tick.0 < run.ticks {
        let tick = battle.clock().tick;
        battle.step()?;
        if battle.hashes().row(tick) != run.hashes.row(tick) || !same_units(run, &battle, tick) {
            break;
        }
        if !go_on(&battle) {
            return Ok(None);
        }
    }
    let again = battle.run_file(run.ended);
    answer.ticks = again.ticks;
    answer.first = diff(run, &again).first;
    if again.hashes == run.hashes {
        let parts = [
            ("ledger", again.ledger == run.ledger),
            ("men", again.men == run.men),
            ("fire", again.arrivals == run.arrivals),
            ("keyframes", again.keyframes == run.keyframes),
        ];
        answer.differ.extend(parts.iter().filter(|(_, same)| !same).map(|(part, _)| *part));
    } else {
        answer.differ.push("hashes");
    }
    answer.same = answer.differ.is_empty();
    Ok(Some(answer))
}

fn same_units(run: &RunFile, battle: &Battle, tick: crate::kernel::Tick) -> bool {
    let same = |u| battle.hashes().unit(tick, u) == run.hashes.unit(tick, u);
    (0..run.scenario.units.len()).map(crate::kernel::UnitIx::new).all(same)
}
