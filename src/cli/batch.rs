//! `run --runs N --csv`: many seeds of one battle, one battle on each thread, a row of measures for each.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::run::broken;
use super::stop::Stop;
use super::{Exit, Failure};
use crate::answers::account::measures;
use crate::battle::{Battle, Options};
use crate::kernel::Tick;
use crate::record::runfile::Ended;
use crate::scenario::{Problem, Scenario};

type Row = Vec<(String, String)>;

/// Fights the seeds and prints their rows in the order of the seeds, each as soon as those before it are done.
pub fn run(
    scenario: &Scenario,
    options: Options,
    runs: u32,
    threads: usize,
    until: Option<f64>,
) -> Result<Exit, Failure> {
    let stop = Stop::listen()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| Problem::of_file("", format!("no worker threads: {e}"), None))?;
    let bar = progress(runs);
    let mut out = csv::Writer::from_writer(std::io::stdout());
    let mut head_written = false;
    let seeds: Vec<u64> = (0..u64::from(runs)).map(|i| options.seed.wrapping_add(i)).collect();
    // A wave of battles at a time, so that rows come while later seeds are still to be fought.
    for wave in seeds.chunks(pool.current_num_threads()) {
        let fought: Vec<Result<Option<Row>, Failure>> = pool.install(|| {
            wave.par_iter().map(|seed| fight(scenario, Options { seed: *seed, ..options }, until, &stop)).collect()
        });
        for row in fought {
            let Some(row) = row? else { return Ok(Exit::Interrupted) };
            if !head_written {
                out.write_record(row.iter().map(|(name, _)| name)).map_err(std::io::Error::other)?;
                head_written = true;
            }
            out.write_record(row.iter().map(|(_, value)| value)).map_err(std::io::Error::other)?;
            out.flush()?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(Exit::Done)
}

fn progress(runs: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(runs));
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos} of {len} battles, {eta} left") {
        bar.set_style(style);
    }
    bar.tick();
    bar
}

/// Fights one seed; no row when somebody stopped it.
fn fight(scenario: &Scenario, options: Options, until: Option<f64>, stop: &Stop) -> Result<Option<Row>, Failure> {
    let failed = |e| broken(&format!("{}, seed {}", scenario.raw.id, options.seed), &e);
    let mut battle = Battle::new(scenario.clone(), options).map_err(failed)?;
    let duration_s = f64::from(scenario.raw.duration_s);
    let full: Tick = battle.clock().tick_at(duration_s);
    let end = until.map_or(full, |t| battle.clock().tick_at(t.min(duration_s)));
    while battle.clock().tick < end {
        if stop.asked() {
            return Ok(None);
        }
        battle.step().map_err(failed)?;
    }
    let ended = if end < full { Ended::Until } else { Ended::Full };
    if !std::io::stderr().is_terminal() {
        // Where stderr is closed there is nobody to tell.
        let _ = writeln!(std::io::stderr().lock(), "seed {} fought", options.seed);
    }
    Ok(Some(measures(&battle.run_file(ended))))
}
