//! Gathers what is wrong with a battle, each problem at its line: in the scenario's file, or in the overlay that put it
//! there.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use miette::NamedSource;

use super::path::Path;
use super::problem::{LoadError, Problem};
use super::raw::Figure;
use super::spans::SpanMap;

/// After so many problems the rest is not listed.
const MOST: usize = 100;

/// Problems found so far, and the texts the battle was read from.
#[derive(Default)]
pub struct Report {
    /// The scenario's text first, then those of the overlays.
    sources: Vec<Arc<NamedSource<String>>>,
    /// Parts of the battle that an overlay wrote: the part, the number of the text, the place in it.
    written: Vec<(Path, usize, Path)>,
    problems: Vec<Problem>,
    /// What doesn't stop the battle but should be said.
    pub warnings: Vec<Problem>,
}

impl Report {
    /// Adds a text; the first is the scenario's. Returns its number.
    pub fn add_source(&mut self, source: &Arc<NamedSource<String>>) -> usize {
        self.sources.push(Arc::clone(source));
        self.sources.len() - 1
    }

    /// From now on the part `path` of the battle is what stands at `place` in the text with the number `source`.
    pub fn written_at(&mut self, path: Path, source: usize, place: Path) {
        self.written.push((path, source, place));
    }

    /// A part of the battle is wrong.
    pub fn wrong(&mut self, path: &Path, what: impl Display, help: impl Into<Option<String>>) {
        let problem = self.problem(path, what.to_string(), help.into());
        self.push(problem);
    }

    /// A part of one text is wrong.
    pub fn wrong_in(&mut self, source: usize, place: &Path, what: impl Display, help: impl Into<Option<String>>) {
        let problem = self.problem_in(source, place, what.to_string(), help.into());
        self.push(problem);
    }

    /// A part of the battle is odd.
    pub fn warn(&mut self, path: &Path, what: impl Display, help: impl Into<Option<String>>) {
        let problem = self.problem(path, what.to_string(), help.into());
        self.warnings.push(problem);
    }

    /// A part of one text is odd.
    pub fn warn_in(&mut self, source: usize, place: &Path, what: impl Display, help: impl Into<Option<String>>) {
        let problem = self.problem_in(source, place, what.to_string(), help.into());
        self.warnings.push(problem);
    }

    /// A problem that has no place in a text.
    pub fn push(&mut self, problem: Problem) {
        if self.problems.len() < MOST {
            self.problems.push(problem);
        }
    }

    /// A number must lie in a range; one that isn't finite never does.
    pub fn range(&mut self, path: &Path, value: f32, range: RangeInclusive<f32>, unit: &str) -> bool {
        let ok = range.contains(&value);
        if !ok {
            let help = format!("{} to {} {unit}", range.start(), range.end());
            self.wrong(path, format_args!("`{path}` is {value}, out of its range"), help.trim_end().to_owned());
        }
        ok
    }

    /// A figure must lie in a range and have an origin.
    pub fn figure(&mut self, path: &Path, figure: &Figure, range: RangeInclusive<f32>, unit: &str) -> bool {
        let ok = self.range(&path.field("value"), figure.value(), range, unit);
        match figure {
            Figure::Fact { id, .. } => {
                if !is_fact_id(id) {
                    let help = "a fact is named like X1-04, X1-C01 or X1-D01".to_owned();
                    self.wrong(&path.field("id"), format_args!("`{}` is no fact id", id.escape_debug()), help);
                }
            }
            Figure::Estimate { value, low, high, why } => {
                if ok && !(low <= value && value <= high && low.is_finite() && high.is_finite()) {
                    let what = format!("the estimate {value} lies outside its own range, low {low} to high {high}");
                    self.wrong(path, what, "low <= value <= high".to_owned());
                }
                self.reason(&path.field("why"), why);
            }
        }
        ok
    }

    /// A reason must be given.
    pub fn reason(&mut self, path: &Path, why: &str) {
        if why.trim().is_empty() {
            self.wrong(path, format_args!("`{path}` is empty"), "give the fact ids or the reason".to_owned());
        }
    }

    /// A list must not be longer than this.
    pub fn at_most(&mut self, path: &Path, len: usize, most: usize) {
        if len > most {
            self.wrong(path, format_args!("`{path}` has {len} entries"), format!("{most} at most"));
        }
    }

    /// Is nothing wrong so far?
    pub fn is_good(&self) -> bool {
        self.problems.is_empty()
    }

    /// The problems, if there are any, as an error.
    ///
    /// # Errors
    /// All problems so far, in the order of their lines.
    pub fn verdict(&mut self) -> Result<(), LoadError> {
        if self.is_good() {
            return Ok(());
        }
        let mut problems = std::mem::take(&mut self.problems);
        problems.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        problems.dedup_by(|a, b| a.line == b.line && a.column == b.column && a.what == b.what && a.file == b.file);
        Err(LoadError::Wrong(problems))
    }

    fn problem(&self, path: &Path, what: String, help: Option<String>) -> Problem {
        let written = self.written.iter().rev().find_map(|(part, source, place)| {
            let rest = path.after(part)?;
            let mut full = place.clone();
            full.0.extend_from_slice(rest);
            Some((*source, full))
        });
        match written {
            Some((source, place)) => self.problem_in(source, &place, what, help),
            None => self.problem_in(0, path, what, help),
        }
    }

    fn problem_in(&self, source: usize, place: &Path, what: String, help: Option<String>) -> Problem {
        match self.sources.get(source) {
            Some(text) => Problem::in_text(text, SpanMap::scan(text.inner()).find_path(place), what, help),
            None => Problem::of_file("", what, help),
        }
    }
}

/// Is this shaped like a fact's id: `X1-04`, `J1-C02`, `S1-D11`?
fn is_fact_id(id: &str) -> bool {
    let Some((text, number)) = id.split_once('-') else { return false };
    let digits = number.trim_start_matches(['C', 'D']);
    is_text_id(text)
        && number.len() - digits.len() <= 1
        && (2..=3).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Is this shaped like a source text's id: `X1`?
pub fn is_text_id(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z', b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fact_ids_have_their_shape() {
        for good in ["X1-04", "X1-C01", "J1-D11", "S1-99"] {
            assert!(is_fact_id(good), "{good}");
        }
        for bad in ["", "X1", "X1-", "X1-4", "x1-04", "X1-CC01", "X1-04a", "X12-04", "X1-CD1"] {
            assert!(!is_fact_id(bad), "{bad}");
        }
    }
}
