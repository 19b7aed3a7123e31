//! Fighting one battle for a command: progress, states saved on the way, and a clean end when somebody asks for it.

use std::path::{Path, PathBuf};

use super::progress::Progress;
use super::run::{broken, make_folder_of};
use super::stop::Stop;
use super::{Failure, out};
use crate::battle::Battle;
use crate::kernel::Tick;
use crate::kernel::time::hms;
use crate::record::runfile::Ended;
use crate::scenario::Problem;

/// A battle as it was left.
pub struct Fight {
    /// The battle.
    pub battle: Battle,
    /// Why it ended.
    pub ended: Ended,
    /// Wall time it took and battle time fought in it, s.
    pub took_s: (f64, f64),
    /// The states saved.
    pub states: Vec<PathBuf>,
}

/// Fights a battle to its end, to `until` or until somebody stops it; saves states at the times asked, beside the run's
/// file.
pub fn fight(
    mut battle: Battle,
    until: Option<f64>,
    save_at: &[f64],
    file: &Path,
    stop: &Stop,
) -> Result<Fight, Failure> {
    let id = battle.scenario().raw.id.clone();
    let clock = battle.clock();
    let duration_s = f64::from(battle.scenario().raw.duration_s);
    let end = clock.tick_at(until.map_or(duration_s, |t| t.min(duration_s)));
    let mut saves: Vec<(Tick, f64)> = save_at.iter().map(|t| (clock.tick_at(*t), *t)).collect();
    saves.sort_by_key(|(tick, _)| *tick);
    if let Some((_, t_s)) = saves.iter().find(|(tick, _)| *tick < clock.tick || *tick > end) {
        let what =
            format!("{} is not fought: this run goes from {} to {}", hms(*t_s), hms(clock.t_s()), hms(clock.at_s(end)));
        return Err(Problem::of_file("--save-at", what, None).into());
    }
    let (men, threads) = (battle.scenario().men(), battle.threads());
    let (from, to) = (hms(clock.t_s()), hms(clock.at_s(end)));
    out::note(format_args!("{id}: {men} men, seed {}, from {from} to {to}, {threads} threads", battle.options().seed));
    let mut states = Vec::new();
    let mut progress = Progress::new(&battle, end, "fighting");
    let mut ended = if end < clock.tick_at(duration_s) { Ended::Until } else { Ended::Full };
    loop {
        let now = battle.clock().tick;
        for (_, t_s) in saves.extract_if(.., |(tick, _)| *tick == now) {
            states.push(save(&battle, t_s, file)?);
        }
        if now >= end {
            break;
        }
        if stop.asked() {
            ended = Ended::Interrupted;
            break;
        }
        battle.step().map_err(|e| broken(&id, &e))?;
        progress.tick(&battle);
    }
    let took_s = progress.finish(battle.clock());
    for state in &states {
        out::note(format_args!("state saved in {}", state.display()));
    }
    Ok(Fight { battle, ended, took_s, states })
}

/// `RUN-at-Ts.fhs` beside `RUN.fhr`.
fn save(battle: &Battle, t_s: f64, run: &Path) -> Result<PathBuf, Failure> {
    let stem = run.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let file = run.with_file_name(format!("{stem}-at-{t_s}s.fhs"));
    make_folder_of(&file)?;
    battle.save().write(&file)?;
    Ok(file)
}
