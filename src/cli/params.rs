//! `fenghuo params [PATH]`: the numbers of the models and where they come from.

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::params::Param;
use crate::scenario::problem::suggest;
use crate::scenario::{Problem, shipped_params};

/// List the parameters of the models: value, range, unit and source of each.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The start of their paths, as `fire` or `men.file_foot_m`; without it all.
    path: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct ParamsJson<'a> {
    schema: &'static str,
    params: Vec<&'a Param>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let table = shipped_params()?;
    let start = args.path.as_deref().unwrap_or("");
    let rows: Vec<&Param> = table.rows().filter(|p| p.path.starts_with(start)).collect();
    if rows.is_empty() && !start.is_empty() {
        let help = suggest(start, table.rows().map(|p| p.path.as_str()));
        return Err(Problem::of_file("", format!("no parameter's path starts with `{start}`"), help).into());
    }
    if args.json {
        out::json(&ParamsJson { schema: "fenghuo.params/1", params: rows })?;
    } else if let [row] = rows.as_slice() {
        out::line(format_args!("{} = {} {}  ({} to {})", row.path, row.best, row.unit, row.low, row.high))?;
        out::line(format_args!("{}\nsource: {}", row.about, row.source))?;
    } else {
        let mut shown = out::table(&["path", "value", "range", "unit", "source"]);
        for row in rows {
            let range = format!("{} to {}", row.low, row.high);
            shown.add_row([&row.path, &row.best.to_string(), &range, &row.unit, &row.source]);
        }
        out::line(shown)?;
    }
    Ok(Exit::Done)
}
