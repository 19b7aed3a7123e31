//! `fenghuo new NAME`: a small battle to start from.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::scenario::{ID_RULE, NoId, Problem, is_id, source};

/// Write a small commented battle, scenarios/NAME.ron, to start from.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The battle's id: lower-case letters, digits and hyphens.
    name: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct NewJson<'a> {
    schema: &'static str,
    file: &'a str,
}

const TEMPLATE: &str = include_str!("../../assets/new-scenario.ron");

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if !is_id(&args.name) {
        return Err(Problem::of_file("", NoId(&args.name).to_string(), ID_RULE.to_owned()).into());
    }
    let text = TEMPLATE.replace("NAME", &args.name);
    let folder = Path::new(source::FOLDER);
    let file = folder.join(format!("{}.ron", args.name));
    let shown = file.display().to_string();
    let system = |e: std::io::Error| Problem::of_file(&shown, e.to_string(), None);
    std::fs::create_dir_all(folder).map_err(system)?;
    // Whole or not at all, and never over a file that is there.
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(system)?;
    temporary.write_all(text.as_bytes()).map_err(system)?;
    temporary.persist_noclobber(&file).map_err(|e| match e.error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Problem::of_file(&shown, "is there already", "nothing was written; take another name".to_owned())
        }
        _ => system(e.error),
    })?;
    if args.json {
        out::json(&NewJson { schema: "fenghuo.new/1", file: &shown })?;
    } else {
        out::line(format_args!("{shown} is written: check it with `fenghuo check {}`", args.name))?;
    }
    Ok(Exit::Done)
}
