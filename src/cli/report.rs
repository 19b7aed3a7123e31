//! `fenghuo report RUN`: the account of a battle from its run file.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::answers::account::{Account, account, tell};
use crate::record::runfile::RunFile;

/// Tell what happened in a run: who had the better of it, the course, the units, the persons, the losses.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A run file.
    run: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    schema: &'static str,
    run_file: &'a Path,
    #[serde(flatten)]
    account: &'a Account,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let account = account(&RunFile::read(&args.run)?);
    if args.json {
        out::json(&ReportJson { schema: "fenghuo.report/1", run_file: &args.run, account: &account })?;
    } else {
        out::line(tell(&account, out::width()))?;
    }
    Ok(Exit::Done)
}
