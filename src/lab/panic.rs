//! One panicked man among calm, unthreatened men: how many he carries with him.

use serde::Serialize;

use super::scene::{Ranks, Scene, rows_of, state_hash};
use super::{LabError, in_range};
use crate::men::table::Mind;
use crate::record::ledger::{Event, Heart};

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panic {
    /// Calm men at the start.
    pub calm: u32,
    /// Panicked men at the start.
    pub panicked: u32,
    /// Of the panicked, those who did run.
    pub ran: u32,
    /// Calm men who broke at any time.
    pub broke: u32,
    /// Highest fear among the calm at the end.
    pub highest_fear: f32,
    /// Hash of all states.
    pub state_hash: String,
}

/// Sets out calm men of the common sort with panicked ones in their midst, and nothing to fear anywhere. The panicked run
/// nowhere: their refuge is where they stand, so that all see them all the time.
///
/// # Errors
/// What can't be.
pub fn panic(calm: u32, panicked: u32, seconds: f32, dt_s: f32, seed: u64) -> Result<Panic, LabError> {
    in_range("--calm", f64::from(calm), 1.0, 20_000.0)?;
    in_range("--panicked", f64::from(panicked), 1.0, 20_000.0)?;
    in_range("--seconds", f64::from(seconds), 1.0, 36_000.0)?;
    in_range("--dt-s", f64::from(dt_s), 0.05, 2.0)?;
    let side_m = libm::ceilf(libm::sqrtf(calm as f32)) * 1.1;
    let half = 150.0 + side_m;
    let mut scene = Scene::new("lab-panic", (2.0 * half, 2.0 * half), seconds)?;
    // The fear and the courage of common foot; the panicked are as afraid at rest as troops can be, and break at less.
    scene
        .troops("calm-foot", |t| (t.temper_fear, t.break_fear, t.break_spread) = (0.15, 0.72, 0.08))
        .troops("panicked-foot", |t| (t.temper_fear, t.break_fear) = (0.5, 0.3))
        .place("here", (half, half), half)
        .side("foot", "here");
    let ranks =
        |id, troops, men, at, frontage_m| Ranks { id, side: "foot", troops, men, at, facing_deg: 0.0, frontage_m };
    scene.unit(ranks("calm", "calm-foot", calm, (half, half + side_m / 2.0), side_m * 0.9));
    scene.unit(ranks("panicked", "panicked-foot", panicked, (half + 0.4, half + 0.4), side_m * 0.9));
    let mut battle = scene.build(dt_s, seed)?;
    battle.run_until(f64::from(seconds))?;
    let (rows, wild) = (rows_of(&battle, "calm"), rows_of(&battle, "panicked"));
    let mut broke: Vec<usize> = battle
        .ledger()
        .entries
        .iter()
        .filter_map(|e| match e.event {
            Event::Heart { man, to: Heart::Broken, .. } => Some(man.at()),
            _ => None,
        })
        .collect();
    broke.sort_unstable();
    broke.dedup();
    let among = |rows: &core::ops::Range<usize>| broke.iter().filter(|m| rows.contains(m)).count() as u32;
    let highest_fear = battle.column::<Mind>()[rows.clone()].iter().map(|m| m.fear).fold(0.0, f32::max);
    Ok(Panic { calm, panicked, ran: among(&wild), broke: among(&rows), highest_fear, state_hash: state_hash(&battle) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_panicked_man_does_not_rout_a_hundred() {
        for dt_s in [0.5, 0.25] {
            for seed in 1..=3 {
                let outcome = panic(100, 1, 600.0, dt_s, seed).unwrap();
                assert_eq!(outcome.ran, 1, "he must run to begin with: {outcome:?}");
                assert!(outcome.broke <= 3, "tick {dt_s}, seed {seed}: {outcome:?}");
            }
        }
    }

    #[test]
    fn many_who_run_do_carry_others_away() {
        // Contagion is there: with three panicked to each calm man some of these break.
        assert!(panic(100, 300, 300.0, 0.5, 1).unwrap().broke > 3);
    }
}
