//! Reading the files of battles: where a name is looked up, how much is read, and the RON in it.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::NamedSource;
use serde::de::DeserializeOwned;

use super::problem::{LoadError, Problem, near, suggest};
use super::spans::SpanMap;

/// The largest file read, bytes.
pub const LARGEST_FILE: u64 = 4 << 20;
/// The deepest nesting of brackets read.
const DEEPEST: usize = 64;
/// Where scenarios are looked up by name.
pub const FOLDER: &str = "scenarios";

/// Is this a path, not a name?
fn is_path(text: &str) -> bool {
    text.contains(['/', '\\', '.'])
}

/// The file of a scenario given as a path or as a name.
///
/// # Errors
/// A name that isn't there is answered with those that are.
pub fn scenario_file(given: &str) -> Result<PathBuf, LoadError> {
    if is_path(given) {
        return Ok(PathBuf::from(given));
    }
    named(Path::new(FOLDER), given, "scenario")
}

/// The file of an overlay given as a path, or as a name among those of a scenario's file: `NAME.ron` has its overlays
/// in the folder `NAME` beside it.
///
/// # Errors
/// A name that isn't there is answered with those that are.
pub fn overlay_file(scenario: &Path, given: &str) -> Result<PathBuf, LoadError> {
    if is_path(given) {
        return Ok(PathBuf::from(given));
    }
    named(&scenario.with_extension(""), given, "overlay")
}

fn named(folder: &Path, name: &str, kind: &str) -> Result<PathBuf, LoadError> {
    let file = folder.join(format!("{name}.ron"));
    if file.exists() {
        return Ok(file);
    }
    let help = if folder.is_dir() {
        suggest(name, names_in(folder).iter().map(String::as_str))
    } else {
        format!("there is no folder `{}` here; go to where it is, or give a path", folder.display())
    };
    let shown = name.chars().take(80).collect::<String>();
    let problem = Problem::of_file("", format!("there is no {kind} `{shown}`"), help);
    Err(LoadError::Unreadable(Box::new(problem)))
}

/// The names of the RON files in a folder, sorted; none if it can't be read.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "ron") && p.is_file())
        .filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Reads a text file whole, if it is one and not too large.
///
/// # Errors
/// No such file, no plain file, too large, no text, empty.
pub fn read(file: &Path) -> Result<Arc<NamedSource<String>>, LoadError> {
    let name = file.display().to_string();
    let unreadable = |what: String, help: &str| {
        LoadError::Unreadable(Box::new(Problem::of_file(&name, what, (!help.is_empty()).then(|| help.to_owned()))))
    };
    let system = |e: std::io::Error| unreadable(format!("can't be read: {e}"), "");
    // A pipe or a device could block or never end; look before opening.
    let meta = std::fs::metadata(file).map_err(system)?;
    if !meta.is_file() {
        return Err(unreadable("is no plain file".into(), "a RON file is wanted"));
    }
    let too_large = || {
        let what = format!("is too large ({} bytes)", meta.len());
        unreadable(what, &format!("at most {LARGEST_FILE} bytes are read"))
    };
    if meta.len() > LARGEST_FILE {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file).map_err(system)?;
    opened.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(system)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(too_large());
    }
    text(&name, bytes)
}

/// Bytes as a text with a name.
///
/// # Errors
/// No text, or an empty one.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Arc<NamedSource<String>>, LoadError> {
    let unreadable = |what: String| {
        let help = "a RON file is wanted: UTF-8 text that starts with `(`".to_owned();
        LoadError::Unreadable(Box::new(Problem::of_file(name, what, help)))
    };
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(unreadable(format!("is too large ({} bytes; at most {LARGEST_FILE} are read)", bytes.len())));
    }
    if bytes.contains(&0) {
        return Err(unreadable("is a binary file".into()));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| unreadable(format!("is no UTF-8 text (byte {} is wrong)", e.utf8_error().valid_up_to())))?;
    let text = text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned);
    if text.trim().is_empty() {
        return Err(unreadable("is empty".into()));
    }
    Ok(Arc::new(NamedSource::new(name, text)))
}

/// Reads RON into a type.
///
/// # Errors
/// What RON or the type refuses, at its place.
pub fn parse<T: DeserializeOwned>(source: &Arc<NamedSource<String>>) -> Result<T, LoadError> {
    let options = ron::Options::default()
        .with_recursion_limit(DEEPEST)
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(source.inner()).map_err(|e| explain(source, &e).into())
}

/// Puts what the RON reader says into words, with the nearest name.
fn explain(source: &Arc<NamedSource<String>>, error: &ron::error::SpannedError) -> Problem {
    use ron::Error as E;
    let text = source.inner();
    let mut span = span_of(text, error);
    let rest = text.get(span.end..).unwrap_or("").trim_start();
    let of = |outer: &Option<String>| outer.as_ref().map(|o| format!(" of `{o}`")).unwrap_or_default();
    let (what, help) = match &error.code {
        E::NoSuchStructField { expected, found, outer } => {
            (format!("there is no field `{found}`{}", of(outer)), Some(choices(found, expected, "its fields")))
        }
        E::NoSuchEnumVariant { expected, found, outer } => (
            format!("there is no {} `{found}`", outer.as_deref().unwrap_or("kind")),
            Some(choices(found, expected, "one of")),
        ),
        E::MissingStructField { field, outer } => {
            // The reader stands before the closing bracket; what lacks the field is shown where it begins.
            span = SpanMap::scan(text).around(span.end);
            (format!("the field `{field}`{} is missing", of(outer)), None)
        }
        E::DuplicateStructField { field, outer } => (format!("the field `{field}`{} stands twice", of(outer)), None),
        E::ExceededRecursionLimit => ("brackets are nested too deeply".into(), Some(format!("at most {DEEPEST} deep"))),
        E::Eof => ("the file ends too early".into(), Some("a bracket or a string is not closed".into())),
        E::IntegerOutOfBounds => ("the number is too large or negative where it can't be".into(), None),
        E::ExpectedIdentifier | E::SuggestRawIdentifier(_) | E::InvalidIdentifier(_) if starts_number(rest) => (
            "a bare number can't stand here".into(),
            Some(
                "where a figure is wanted, write Fact(value: 5, id: \"X1-04\") or \
                 Estimate(value: 5, low: 4, high: 6, why: \"the reason\")"
                    .into(),
            ),
        ),
        other => (lower_first(&other.to_string()), None),
    };
    Problem::in_text(source, span, what, help)
}

fn starts_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
}

/// The nearest of the names that fit, and all of them.
fn choices(found: &str, fit: &[&'static str], lead: &str) -> String {
    let all = format!("{lead}: {}", fit.join(", "));
    near(found, fit.iter().copied()).map_or(all.clone(), |n| format!("did you mean `{n}`? {all}"))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The bytes an error is about: its last line's part, if it runs over several.
fn span_of(text: &str, error: &ron::error::SpannedError) -> Range<usize> {
    let (start, end) = (offset(text, &error.span.start), offset(text, &error.span.end));
    let part = text.get(start..end).unwrap_or("");
    let start = part.trim_end().rfind('\n').map_or(start, |n| start + n + 1);
    let blank = text.get(start..end).map_or(0, |p| p.len() - p.trim_start().len());
    start + blank..end
}

fn offset(text: &str, at: &ron::error::Position) -> usize {
    let line: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(line..).unwrap_or("");
    line + rest.char_indices().nth(at.col.saturating_sub(1)).map_or(rest.len(), |(i, _)| i)
}
