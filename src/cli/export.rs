//! `fenghuo export RUN`: a run as flat tables for other programs.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::kernel::time::parse_time;
use crate::record::export::{write_ledger, write_tracks, write_units};
use crate::record::runfile::RunFile;
use crate::scenario::Problem;

/// Write a run as tables: the ledger and the men's tracks as Parquet, the units as CSV.
///
/// `docs/run-data.md` says what each column holds.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("tables").args(["ledger", "tracks", "units"]).required(true).multiple(true)))]
pub struct Args {
    /// A run file.
    run: PathBuf,
    /// All that happened, one row for each entry.
    #[arg(long, value_name = "F.parquet")]
    ledger: Option<PathBuf>,
    /// Where each man was, one row for each man and keyframe.
    #[arg(long, value_name = "F.parquet")]
    tracks: Option<PathBuf>,
    /// Take keyframes at least so far apart in battle time, as `30` or `2min`.
    #[arg(long, value_name = "T", value_parser = parse_time, requires = "tracks")]
    every: Option<f64>,
    /// What became of each unit.
    #[arg(long, value_name = "F.csv")]
    units: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct ExportJson<'a> {
    schema: &'static str,
    written: Vec<Written<'a>>,
}

#[derive(Serialize)]
struct Written<'a> {
    table: &'static str,
    file: &'a Path,
    rows: usize,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let run = RunFile::read(&args.run)?;
    let mut written = Vec::new();
    let mut write = |table, file: &'_ Option<PathBuf>, by: &dyn Fn(&Path) -> std::io::Result<usize>| {
        let Some(file) = file else { return Ok(()) };
        let failed = |e: std::io::Error| Problem::of_file(&file.to_string_lossy(), e.to_string(), None);
        let rows = by(file).map_err(failed)?;
        written.push((table, file.clone(), rows));
        Ok::<(), Problem>(())
    };
    write("ledger", &args.ledger, &|f| write_ledger(&run, f))?;
    write("tracks", &args.tracks, &|f| write_tracks(&run, f, args.every))?;
    write("units", &args.units, &|f| write_units(&run, f))?;
    if args.json {
        let written = written.iter().map(|(table, file, rows)| Written { table, file, rows: *rows }).collect();
        out::json(&ExportJson { schema: "fenghuo.export/1", written })?;
    } else {
        for (table, file, rows) in written {
            out::line(format_args!("{table}: {rows} rows in {}", file.display()))?;
        }
    }
    Ok(Exit::Done)
}
