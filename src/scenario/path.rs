//! Where in a battle something stands: `units[song-wei-horse].strength`. What checks complain about, and what
//! [`super::spans`] turns into a line of the file.

use std::fmt;

/// One step into a battle as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field of a struct.
    Field(&'static str),
    /// The n-th element of a list, or the n-th part of a variant without names.
    Index(usize),
    /// The element of a list with this id.
    Id(String),
}

/// A way from the top of a battle to one of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// The top.
    pub fn top() -> Self {
        Self::default()
    }
    fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
    /// Into a field.
    pub fn field(&self, name: &'static str) -> Self {
        self.then(Step::Field(name))
    }
    /// Into the n-th element.
    pub fn ix(&self, n: usize) -> Self {
        self.then(Step::Index(n))
    }
    /// Into the element with this id.
    pub fn id(&self, id: &str) -> Self {
        self.then(Step::Id(id.to_owned()))
    }
    /// What is left of `self` after `start`, if it starts so.
    pub fn after(&self, start: &Path) -> Option<&[Step]> {
        self.0.strip_prefix(start.0.as_slice())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if i == 0 => write!(f, "{name}")?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Index(n) => write!(f, "[{n}]")?,
                Step::Id(id) => write!(f, "[{}]", id.escape_debug())?,
            }
        }
        Ok(())
    }
}
