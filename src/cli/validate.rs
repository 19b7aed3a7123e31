//! `fenghuo validate`: every check against a published number.

use serde::Serialize;

use super::lab::number;
use super::{Exit, Failure, out};
use crate::lab::validate::{Row, validate};
use crate::scenario::Problem;

/// Check the models against published numbers. Ends with 1 when any is farther off than allowed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the checks whose case contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct ValidateJson<'a> {
    schema: &'static str,
    passed: usize,
    failed: usize,
    rows: &'a [Row],
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rows = validate(&args.filter)?;
    if rows.is_empty() {
        let what = format!("no check has `{}` in its case", args.filter.escape_debug());
        let help = Some("`fenghuo validate` without a filter lists them all".to_owned());
        return Err(Problem::of_file("--filter", what, help).into());
    }
    let failed = rows.iter().filter(|r| !r.pass).count();
    let passed = rows.len() - failed;
    if args.json {
        out::json(&ValidateJson { schema: "fenghuo.validate/1", passed, failed, rows: &rows })?;
    } else {
        let mut table = out::table(&["case", "unit", "published", "ours", "error", "allowed", "pass"]);
        for row in &rows {
            let off = |x: f64| if row.error_is == "share" { format!("{:.2} %", x * 100.0) } else { number(x) };
            let pass = if row.pass { "yes" } else { "NO" };
            let (published, ours) = (number(row.published), number(row.ours));
            let cells = [&row.case, row.unit, &published, &ours, &off(row.error), &off(row.allowed), pass];
            table.add_row(cells);
        }
        out::line(table)?;
        out::line(format_args!("{passed} of {} checks pass", rows.len()))?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}
