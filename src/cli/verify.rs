//! `fenghuo verify RUN`: fights a run again and says whether it comes out the same.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::progress::Progress;
use super::run::broken;
use super::stop::Stop;
use super::{Exit, Failure, out};
use crate::answers::verify::{Verification, verify};
use crate::battle::Battle;
use crate::kernel::Tick;
use crate::kernel::time::hms;
use crate::record::runfile::{BuildStamp, RunFile};
use crate::scenario::Problem;

/// Fight a run again and compare each tick's hashes, the ledger, the men, the fire and the keyframes with its file.
///
/// Ends with 0 when all is the same and with 1 when it is not.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A run file.
    run: PathBuf,
    /// Refuse a run that another build fought.
    #[arg(long)]
    same_build: bool,
    /// Threads; 0 for one a core. No result depends on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct VerifyJson<'a> {
    schema: &'static str,
    run_file: &'a Path,
    #[serde(flatten)]
    answer: &'a Verification,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let run = RunFile::read(&args.run)?;
    let (theirs, ours) = (run.stamp.clone(), BuildStamp::this());
    if theirs != ours {
        let what = format!("fought by another build, {theirs}; this is {ours}");
        let problem = Problem::of_file(&args.run.to_string_lossy(), what, None);
        if args.same_build {
            return Err(problem.into());
        }
        out::warnings(&[problem]);
    }
    let stop = Stop::listen()?;
    let mut progress: Option<Progress> = None;
    let end = Tick(run.ticks);
    let mut go_on = |battle: &Battle| {
        progress.get_or_insert_with(|| Progress::new(battle, end, "verifying")).tick(battle);
        !stop.asked()
    };
    let name = args.run.to_string_lossy();
    let answer = verify(&run, args.threads, &mut go_on).map_err(|e| broken(&name, &e))?;
    if let Some(progress) = progress {
        progress.finish(run.clock());
    }
    let Some(answer) = answer else { return Ok(Exit::Interrupted) };
    if args.json {
        out::json(&VerifyJson { schema: "fenghuo.verify/1", run_file: &args.run, answer: &answer })?;
    } else {
        tell(&run, &answer)?;
    }
    Ok(if answer.same { Exit::Done } else { Exit::No })
}

fn tell(run: &RunFile, answer: &Verification) -> Result<(), Failure> {
    if answer.same {
        let (ticks, t, hash) = (answer.ticks, hms(run.clock().t_s()), run.hashes.total());
        return out::line(format_args!("the same: {ticks} ticks, to {t}, hash {hash:016x}"));
    }
    if answer.differ == ["scenario"] {
        return out::line("not the same: this build makes another battle of the scenario in the file");
    }
    let Some(first) = &answer.first else {
        return out::line(format_args!("not the same: {} differ, the domains' hashes agree", answer.differ.join(", ")));
    };
    out::line(format_args!(
        "not the same from tick {} ({}) on, first in: {}",
        first.tick,
        hms(first.t_s),
        first.domain
    ))?;
    out::line(format_args!("domains that differ after it: {}", first.domains.join(", ")))?;
    for unit in &first.units {
        out::line(format_args!("  unit {}: {}", unit.unit, unit.domains.join(", ")))?;
    }
    Ok(())
}
