//! What is wrong with a file, where, and what would be right; and how a file that can't be used is answered.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use serde::Serialize;

/// Something wrong, or worth a warning, in a scenario or an overlay.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The file's name as given; empty when the battle came from no file.
    pub file: String,
    /// The line, counted from 1; 0 when no line can be named.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub help: Option<String>,
    source: Option<(Arc<NamedSource<String>>, Range<usize>)>,
}

/// A [`Problem`] in `--json`.
#[derive(Debug, Serialize)]
pub struct ProblemJson<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, if one can be named.
    pub line: Option<usize>,
    /// The column, if one can be named.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: &'a str,
    /// What would be right.
    pub help: Option<&'a str>,
}

impl Problem {
    /// A problem of a whole file.
    pub fn of_file(file: &str, what: impl Into<String>, help: impl Into<Option<String>>) -> Self {
        Self { file: file.into(), line: 0, column: 0, what: what.into(), help: help.into(), source: None }
    }

    /// A problem of a part of a text.
    pub fn in_text(
        source: &Arc<NamedSource<String>>,
        span: Range<usize>,
        what: impl Into<String>,
        help: impl Into<Option<String>>,
    ) -> Self {
        let before = source.inner().get(..span.start).unwrap_or("");
        Self {
            file: source.name().into(),
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().unwrap_or("").chars().count() + 1,
            what: what.into(),
            help: help.into(),
            source: Some((Arc::clone(source), span)),
        }
    }

    /// `file:line:column: `, as far as they are known.
    pub fn place(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => String::new(),
            (file, 0) => format!("{file}: "),
            (file, line) => format!("{file}:{line}:{}: ", self.column),
        }
    }

    /// All of it in one line.
    pub fn one_line(&self) -> String {
        let help = self.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        format!("{}{}{help}", self.place(), self.what)
    }

    /// As it is written in `--json`.
    pub fn json(&self) -> ProblemJson<'_> {
        let known = |n: usize| (n > 0).then_some(n);
        ProblemJson {
            file: &self.file,
            line: known(self.line),
            column: known(self.column),
            what: &self.what,
            help: self.help.as_deref(),
        }
    }
}

/// What is wrong, after the file's name if there is no text to show the place in.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.source.is_none() {
            f.write_str(&self.place())?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|(s, _)| s.as_ref() as &dyn SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span) = self.source.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline(span.clone()))))
    }
}

/// Why a scenario can't be used.
#[derive(Clone, Debug)]
pub enum LoadError {
    /// There is nothing to read: no such file, no text, too much of it.
    Unreadable(Box<Problem>),
    /// It was read, and this is wrong with it.
    Wrong(Vec<Problem>),
}

impl LoadError {
    /// All that is wrong.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Unreadable(problem) => std::slice::from_ref(problem),
            Self::Wrong(problems) => problems,
        }
    }
}

impl From<Problem> for LoadError {
    fn from(problem: Problem) -> Self {
        Self::Wrong(vec![problem])
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems().iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            f.write_str(&problem.one_line())?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

impl Diagnostic for LoadError {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.problems().iter().map(|p| p as &dyn Diagnostic)))
    }
}

/// The known name nearest to `name`, if one is near.
pub fn near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name of a megabyte is near to nothing, and the distance would take long.
    let short = (name.len() <= 200).then_some(known)?;
    let (distance, best) = short.into_iter().map(|k| (strsim::damerau_levenshtein(k, name), k)).min()?;
    (distance <= 2.max(best.chars().count() / 3)).then_some(best)
}

/// What to say of a name that isn't there: the nearest one, or those there are.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match (near(name, known.iter().copied()), known.as_slice()) {
        (Some(k), _) => format!("did you mean `{k}`?"),
        (None, []) => "there is none".into(),
        (None, [only]) => format!("there is {only}"),
        (None, [first @ .., _]) if first.len() >= 12 => {
            format!("there are {} and {} more", first[..12].join(", "), known.len() - 12)
        }
        (None, all) => format!("there are {}", all.join(", ")),
    }
}
