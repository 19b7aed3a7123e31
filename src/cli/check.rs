//! `fenghuo check FILE`: is a scenario or an overlay sound?

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::scenario::problem::ProblemJson;
use crate::scenario::{LoadError, Loaded, Problem, check_file};

/// Check a scenario or an overlay: each thing wrong with its line, and what would be right.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, or the name of a scenario in `scenarios/`. An overlay is checked on the scenario it changes.
    file: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    schema: &'static str,
    file: &'a str,
    ok: bool,
    scenario: Option<&'a str>,
    overlays: &'a [String],
    units: usize,
    men: usize,
    problems: Vec<ProblemJson<'a>>,
    warnings: Vec<ProblemJson<'a>>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let result = check_file(&args.file);
    if args.json {
        out::json(&object(args, &result))?;
    } else {
        tell(&result)?;
    }
    Ok(match result {
        Ok(_) => Exit::Done,
        Err(LoadError::Wrong(_)) => Exit::No,
        Err(LoadError::Unreadable(_)) => Exit::Refused,
    })
}

fn tell(result: &Result<Loaded, LoadError>) -> Result<(), Failure> {
    match result {
        Ok(loaded) => {
            out::warnings(&loaded.warnings);
            let s = &loaded.scenario;
            let over = if s.overlays.is_empty() { String::new() } else { format!(" with {}", s.overlays.join(", ")) };
            out::line(format_args!("{}{over} is sound: {} units, {} men", s.raw.id, s.units.len(), s.men()))
        }
        Err(error) => {
            out::problems(error.problems());
            if let LoadError::Wrong(list) = error {
                let things = if list.len() == 1 { "thing is" } else { "things are" };
                out::line(format_args!("{} {things} wrong", list.len()))?;
            }
            Ok(())
        }
    }
}

fn object<'a>(args: &'a Args, result: &'a Result<Loaded, LoadError>) -> CheckJson<'a> {
    let loaded = result.as_ref().ok();
    let json = |list: &'a [Problem]| list.iter().map(Problem::json).collect();
    CheckJson {
        schema: "fenghuo.check/1",
        file: &args.file,
        ok: loaded.is_some(),
        scenario: loaded.map(|l| l.scenario.raw.id.as_str()),
        overlays: loaded.map_or(&[], |l| &l.scenario.overlays),
        units: loaded.map_or(0, |l| l.scenario.units.len()),
        men: loaded.map_or(0, |l| l.scenario.men()),
        problems: result.as_ref().err().map_or_else(Vec::new, |e| json(e.problems())),
        warnings: loaded.map_or_else(Vec::new, |l| json(&l.warnings)),
    }
}
