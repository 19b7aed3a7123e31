//! `fenghuo run`: fights a battle and tells what happened.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::fight::{Fight, fight};
use super::stop::Stop;
use super::{Exit, Failure, batch, fork, out};
use crate::answers::account::{Account, account};
use crate::battle::{Battle, BattleError, Options, TICK_S};
use crate::kernel::time::{hms, parse_time};
use crate::record::runfile::{Ended, RunFile};
use crate::scenario::{Problem, load};

/// Where runs are kept unless -o says otherwise.
const FOLDER: &str = "runs";

/// Fight a battle and tell what happened: who had the better of it, the course, the units, the persons, the losses.
///
/// The run is kept in `runs/` (or where -o says) for `report`, `map`, `diff`, `export` and `verify`. Ctrl-C ends it after
/// the tick being fought and keeps what was fought.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario, as a path or a name.
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    scenario: Option<String>,
    /// The seed of the battle's luck.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "from")]
    seed: u64,
    /// Overlays to lay over the scenario, as paths or names.
    #[arg(long, value_name = "OVERLAY")]
    with: Vec<String>,
    /// Parameters to change, as in `fire.residence_s=8`.
    #[arg(long, value_name = "PATH=VALUE", conflicts_with = "from")]
    set: Vec<String>,
    /// Stop at this battle time, as `2460`, `41min` or `0:41:00`; without it the scenario's duration is fought.
    #[arg(long, value_name = "T", value_parser = parse_time)]
    until: Option<f64>,
    /// Threads; 0 for one a core. No result depends on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Save the whole state at this battle time, to go on or to fork from.
    #[arg(long, value_name = "T", value_parser = parse_time)]
    save_at: Vec<f64>,
    /// Go on from a saved state; with overlays, fork from it.
    #[arg(long, value_name = "STATE")]
    from: Option<PathBuf>,
    /// Where to keep the run.
    #[arg(short, long, value_name = "RUN.fhr")]
    output: Option<PathBuf>,
    /// Length of a tick, s.
    #[arg(long, value_name = "S", default_value_t = TICK_S, value_parser = tick, conflicts_with = "from")]
    tick: f32,
    /// Fight so many battles, with the seeds from --seed on, one on each thread; no run is kept.
    #[arg(long, value_name = "N", requires = "csv", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["from", "save_at", "output", "json"])]
    runs: Option<u32>,
    /// Print one row of measures for each seed.
    #[arg(long, requires = "runs")]
    csv: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn tick(text: &str) -> Result<f32, String> {
    let s = text.parse().ok().filter(|s: &f32| (0.05..=2.0).contains(s));
    s.ok_or_else(|| "a tick is 0.05 to 2 s long".into())
}

#[derive(Serialize)]
struct RunJson<'a> {
    schema: &'static str,
    run_file: &'a Path,
    state_files: &'a [PathBuf],
    #[serde(flatten)]
    account: &'a Account,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.threads > 1024 {
        return Err(Problem::of_file("--threads", "more than 1024 threads", "0 takes one a core".to_owned()).into());
    }
    if let Some(runs) = args.runs {
        let loaded = load(&args.scenario.clone().unwrap_or_default(), &args.with, &args.set)?;
        out::warnings(&loaded.warnings);
        let options = Options { seed: args.seed, dt_s: args.tick, threads: 1, keyframe_s: f32::MAX };
        return batch::run(&loaded.scenario, options, runs, args.threads, args.until);
    }
    let battle = begin(args)?;
    let file = args.output.clone().unwrap_or_else(|| default_file(&battle, !args.set.is_empty()));
    let fight = fight(battle, args.until, &args.save_at, &file, &Stop::listen()?)?;
    let run = fight.battle.run_file(fight.ended);
    keep(&run, &file)?;
    tell_wall(&fight, &file);
    let account = account(&run);
    if args.json {
        let state_files = &fight.states;
        out::json(&RunJson { schema: "fenghuo.run/1", run_file: &file, state_files, account: &account })?;
    } else {
        out::line(crate::answers::account::tell(&account, out::width()))?;
    }
    Ok(if fight.ended == Ended::Interrupted { Exit::Interrupted } else { Exit::Done })
}

/// The battle that is asked for, at its start or at that of its saved state.
fn begin(args: &Args) -> Result<Battle, Failure> {
    let options = Options { seed: args.seed, dt_s: args.tick, threads: args.threads, ..Options::default() };
    if let Some(state) = &args.from {
        return fork::resume(state, &args.with, options);
    }
    let name = args.scenario.clone().unwrap_or_default();
    let loaded = load(&name, &args.with, &args.set)?;
    out::warnings(&loaded.warnings);
    Battle::new(loaded.scenario, options).map_err(|e| broken(&name, &e))
}

/// A battle that can't be fought, or can't go on.
pub fn broken(name: &str, error: &BattleError) -> Failure {
    Problem::of_file(name, error.to_string(), None).into()
}

/// `runs/SCENARIO[+OVERLAY...][+set]-SEED.fhr`.
fn default_file(battle: &Battle, set: bool) -> PathBuf {
    let s = battle.scenario();
    let mut name = s.raw.id.clone();
    for overlay in s.overlays.iter().map(String::as_str).chain(set.then_some("set")) {
        name += "+";
        name += overlay;
    }
    Path::new(FOLDER).join(format!("{name}-{}.fhr", battle.options().seed))
}

fn keep(run: &RunFile, file: &Path) -> Result<(), Failure> {
    make_folder_of(file)?;
    Ok(run.write(file)?)
}

/// Makes the folder a file is to lie in.
pub fn make_folder_of(file: &Path) -> Result<(), Failure> {
    let Some(folder) = file.parent().filter(|p| !p.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|e| Problem::of_file(&folder.to_string_lossy(), format!("can't be made: {e}"), None).into())
}

fn tell_wall(fight: &Fight, file: &Path) {
    let (wall_s, fought_s) = fight.took_s;
    let speed = fought_s / wall_s.max(1e-3);
    out::note(format_args!(
        "fought {} in {wall_s:.1} s, {speed:.1} times real time; kept in {}",
        hms(fought_s),
        file.display()
    ));
}
