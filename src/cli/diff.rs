//! `fenghuo diff RUN RUN`: where two runs part.

use std::path::PathBuf;

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::answers::diff::{Diff, diff};
use crate::answers::fields::{FieldParting, fields};
use crate::kernel::Tick;
use crate::kernel::time::hms;
use crate::record::hashes::{DOMAINS, Domain};
use crate::record::runfile::RunFile;
use crate::scenario::Problem;

/// Compare two runs: what was asked of them, and the first tick, domain and units in which their states part.
///
/// Ends with 0 when they never part (as far as both were fought) and with 1 when they do.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A run file.
    a: PathBuf,
    /// Another.
    b: PathBuf,
    /// Fight both again to the tick in which they part, and name the fields that differ, man by man.
    #[arg(long)]
    deep: bool,
    /// Threads for --deep; 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "deep")]
    threads: usize,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct DiffJson<'a> {
    schema: &'static str,
    runs: [&'a PathBuf; 2],
    identical: bool,
    #[serde(flatten)]
    diff: &'a Diff,
    fields: Option<&'a [FieldParting]>,
}

/// Units named in the account; `--json` has all.
const SHOWN: usize = 12;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let (a, b) = (RunFile::read(&args.a)?, RunFile::read(&args.b)?);
    let answer = diff(&a, &b);
    let parting = answer.first.as_ref().filter(|_| args.deep);
    let deep = parting.map(|first| fields(&a, &b, Tick(first.tick), args.threads)).transpose();
    let deep = deep.map_err(|e| Problem::of_file("--deep", e.to_string(), None))?;
    if args.json {
        let (runs, identical) = ([&args.a, &args.b], answer.identical());
        out::json(&DiffJson { schema: "fenghuo.diff/1", runs, identical, diff: &answer, fields: deep.as_deref() })?;
    } else {
        tell(&answer, a.clock().at_s(Tick(answer.ticks)))?;
        tell_fields(deep.as_deref().unwrap_or_default())?;
    }
    Ok(if answer.first.is_none() { Exit::Done } else { Exit::No })
}

/// Fields of the account: the first of each domain; `--json` has all.
const FIELDS: usize = 5;

fn tell_fields(list: &[FieldParting]) -> Result<(), Failure> {
    for domain in DOMAINS.map(Domain::word) {
        let of_domain: Vec<_> = list.iter().filter(|f| f.domain == domain).collect();
        for f in of_domain.iter().take(FIELDS) {
            let unit = f.unit.as_ref().map(|u| format!(" {u}")).unwrap_or_default();
            let man = f.man.map(|n| format!(" man {n}")).unwrap_or_default();
            let [a, b] = &f.values;
            out::line(format_args!("  {domain}{unit}{man}: {}: {a} | {b}", f.field))?;
        }
        if of_domain.len() > FIELDS {
            out::line(format_args!("  {domain}: and {} fields more", of_domain.len() - FIELDS))?;
        }
    }
    Ok(())
}

fn tell(answer: &Diff, end_s: f64) -> Result<(), Failure> {
    for asked in &answer.asked {
        let [a, b] = &asked.values;
        out::line(format_args!("asked differently: {}: {a} | {b}", asked.what))?;
    }
    let Some(first) = &answer.first else {
        return if answer.identical() {
            out::line(format_args!("identical: {} ticks, to {}", answer.ticks, hms(end_s)))
        } else {
            let [a, b] = answer.ticks_fought;
            let end = hms(end_s);
            out::line(format_args!("identical up to the end of the shorter run at {end} ({a} and {b} ticks)"))
        };
    };
    out::line(format_args!("they part in tick {} ({}), first in: {}", first.tick, hms(first.t_s), first.domain))?;
    out::line(format_args!("domains that differ after it: {}", first.domains.join(", ")))?;
    for unit in first.units.iter().take(SHOWN) {
        let domains = if unit.domains.is_empty() { "only in one run".into() } else { unit.domains.join(", ") };
        out::line(format_args!("  unit {}: {domains}", unit.unit))?;
    }
    if first.units.len() > SHOWN {
        out::line(format_args!("  and {} units more", first.units.len() - SHOWN))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples;

    #[test]
    fn the_exit_code_is_the_answer() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, ticks: u32, seed: u64| {
            let (path, mut run) = (dir.path().join(name), samples::run());
            run.hashes = crate::record::hashes::HashTrack::new(2);
            (0..ticks).for_each(|_| run.hashes.push([seed; 6], [[seed as u32; 3]; 2]));
            (run.ticks, run.seed) = (ticks, seed);
            run.write(&path).unwrap();
            path
        };
        let (a, longer, other) = (file("a", 40, 1), file("b", 50, 1), file("c", 40, 2));
        let exit = |b: &PathBuf| run(&Args { a: a.clone(), b: b.clone(), deep: false, threads: 0, json: true }).ok();
        assert_eq!([exit(&a), exit(&longer), exit(&other)], [Some(Exit::Done), Some(Exit::Done), Some(Exit::No)]);
        assert!(matches!(
            run(&Args { a, b: dir.path().into(), deep: false, threads: 0, json: false }),
            Err(Failure::Refused(_))
        ));
    }
}
