//! Printing: tables, one JSON object, problems with the line they are about.

use std::io::{IsTerminal, Write};

use comfy_table::{ContentArrangement, Table, presets};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;

use super::Failure;
use crate::scenario::problem::ProblemJson;
use crate::scenario::{Problem, raw};

/// Writes a line to stdout.
///
/// # Errors
/// The system's; a closed pipe ends the program quietly.
pub fn line(text: impl std::fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

/// Writes one JSON object to stdout.
///
/// # Errors
/// The system's.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::other)?;
    line(text)
}

/// Width of tables where the environment doesn't say how wide the terminal is, characters.
const WIDTH: u16 = 140;

/// Width of tables, characters.
pub fn width() -> u16 {
    std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(WIDTH)
}

/// A table with a head.
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    let width = width();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table.set_header(head.iter().map(|h| h.to_uppercase()));
    table
}

/// A name for a table: pinyin, and the characters beside it where there are any.
pub fn name(name: &raw::Name) -> String {
    if name.zh.is_empty() { name.latin.clone() } else { format!("{} {}", name.latin, name.zh) }
}

/// The problem with its line underlined, as a text.
pub fn render(problem: &Problem) -> String {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let mut text = String::new();
    match GraphicalReportHandler::new_themed(theme).with_width(110).render_report(&mut text, problem) {
        Ok(()) => text,
        Err(_) => problem.to_string(),
    }
}

/// Prints problems to stderr. Where stderr is closed there is nobody to tell.
pub fn problems(list: &[Problem]) {
    for problem in list {
        let _ = writeln!(std::io::stderr().lock(), "{}", render(problem).trim_end());
    }
}

/// Prints warnings to stderr, a line each.
pub fn warnings(list: &[Problem]) {
    for warning in list {
        let _ = writeln!(std::io::stderr().lock(), "warning: {}", warning.one_line());
    }
}

/// Says something beside the answer, on stderr. Where stderr is closed there is nobody to tell.
pub fn note(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    schema: &'static str,
    problems: Vec<ProblemJson<'a>>,
}

/// Prints why a command can't answer: on stderr, or as the JSON object that was asked for.
pub fn failure(failure: &Failure, as_json: bool) {
    let list = match failure {
        Failure::Load(error) => error.problems(),
        Failure::Refused(problem) => std::slice::from_ref(problem),
        Failure::OutputClosed => return,
    };
    if as_json {
        let object = ErrorJson { schema: "fenghuo.error/1", problems: list.iter().map(Problem::json).collect() };
        let _ = json(&object);
    } else {
        problems(list);
    }
}
