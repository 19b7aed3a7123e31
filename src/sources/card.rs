//! A source card: what one text states (facts) and what a run can be held against (claims with their measures).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::NamedSource;
use serde::{Deserialize, Serialize};

use super::check;
use super::measure::{Group, Moment, Number, Test};
use crate::scenario::problem::suggest;
use crate::scenario::raw::Name;
use crate::scenario::{LoadError, Problem, Scenario, source};

/// Where cards are looked up by the id of their text.
pub const FOLDER: &str = "seeds";

/// A card as written in `seeds/`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Version of the format; 1.
    pub format: u32,
    /// Id of the text: `X1`.
    pub id: String,
    /// Name of the document's file.
    pub file: String,
    /// SHA-256 of the document, 64 hexadecimal digits.
    pub sha256: String,
    /// What the text tells, in our words.
    pub setting: String,
    /// The scenario that is fought for it.
    pub scenario: String,
    /// Names in both scripts, as the text has them.
    pub names: Vec<Name>,
    /// What the text states.
    pub facts: Vec<Fact>,
    /// What we derive from it: our arithmetic or reading, not the text's.
    pub derived: Vec<Note>,
    /// Groups named for the measures; a group may name those before it.
    #[serde(default)]
    pub groups: Vec<(String, Group)>,
    /// Moments named for the measures; a moment may name those before it, and any group.
    #[serde(default)]
    pub moments: Vec<(String, Moment)>,
    /// What can be held against a run.
    pub claims: Vec<Claim>,
}

/// What kind of thing a fact states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all(serialize = "snake_case"))]
pub enum Kind {
    /// Who and how many.
    Force,
    /// Ground and distances.
    Place,
    /// A rule of how things work.
    Mech,
    /// Something that happens at a moment.
    Event,
    /// Timing or order.
    Time,
    /// Morale or belief.
    Mind,
    /// An outcome or a count.
    Result,
}

impl Kind {
    /// The word used in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Force => "force",
            Self::Place => "place",
            Self::Mech => "mech",
            Self::Event => "event",
            Self::Time => "time",
            Self::Mind => "mind",
            Self::Result => "result",
        }
    }
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Id: `X1-04`.
    pub id: String,
    /// Kind.
    pub kind: Kind,
    /// In our words.
    pub words: String,
    /// The figures it states.
    #[serde(default)]
    pub figures: Vec<Stated>,
}

/// A figure that a text states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// Of what.
    pub of: String,
    /// The value taken.
    pub value: f64,
    /// Lowest value the words allow.
    pub low: f64,
    /// Highest value the words allow.
    pub high: f64,
    /// Its unit.
    pub unit: String,
}

/// A derived note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Id: `X1-D01`.
    pub id: String,
    /// In our words.
    pub words: String,
}

/// A claim and how it is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Id: `X1-C04`.
    pub id: String,
    /// In our words.
    pub words: String,
    /// The runs it speaks of: those of which this is true. Left out, all.
    #[serde(default)]
    pub given: Option<Test>,
    /// What must be true of them.
    pub holds: Test,
    /// How the words were turned into the measure: bands and readings with their reasons.
    pub reading: String,
    /// What is measured, the main figure first.
    pub figures: Vec<Measured>,
    /// Is it expected of a run?
    pub expected: Expected,
}

/// Is a claim expected to be true of most runs?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expected {
    /// Yes.
    Yes,
    /// No, for this reason.
    No(String),
}

/// A figure measured on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Of what.
    pub of: String,
    /// The number.
    pub number: Number,
    /// Its unit; may be empty.
    #[serde(default)]
    pub unit: String,
    /// What the text says of it, in our words; may be empty.
    #[serde(default)]
    pub text: String,
}

/// The file of a card given as a path, or as the id of its text.
///
/// # Errors
/// An id that has no card is answered with those that have.
pub fn card_file(given: &str) -> Result<PathBuf, LoadError> {
    if given.contains(['/', '\\', '.']) {
        return Ok(PathBuf::from(given));
    }
    let file = Path::new(FOLDER).join(format!("{}.ron", given.to_ascii_lowercase()));
    if file.is_file() {
        return Ok(file);
    }
    let help = if Path::new(FOLDER).is_dir() {
        suggest(given, card_ids().iter().map(String::as_str))
    } else {
        format!("there is no folder `{FOLDER}` here; go to where it is, or give a path")
    };
    let shown: String = given.chars().take(80).collect();
    Err(LoadError::Unreadable(Box::new(Problem::of_file("", format!("there is no card of a text `{shown}`"), help))))
}

/// The ids of the texts that have a card, sorted.
pub fn card_ids() -> Vec<String> {
    source::names_in(Path::new(FOLDER)).into_iter().map(|n| n.to_ascii_uppercase()).collect()
}

/// A card with the text it was read from, so that what is wrong can be shown at its line.
#[derive(Clone, Debug)]
pub struct CardFile {
    /// The card.
    pub card: Card,
    text: Arc<NamedSource<String>>,
}

impl CardFile {
    /// Reads and checks a card.
    ///
    /// # Errors
    /// What can't be read, or all that is wrong with it, each with its line.
    pub fn read(file: &Path) -> Result<Self, LoadError> {
        Self::parse(source::read(file)?)
    }

    /// [`CardFile::read`] from a text.
    ///
    /// # Errors
    /// As [`CardFile::read`].
    pub fn parse(text: Arc<NamedSource<String>>) -> Result<Self, LoadError> {
        let card: Card = source::parse(&text)?;
        verdict(check::card(&card, &text))?;
        Ok(Self { card, text })
    }

    /// Can its claims be measured on this battle: are the units, persons and places they name there?
    ///
    /// # Errors
    /// Each name that isn't there, with its line.
    pub fn fits(&self, scenario: &Scenario) -> Result<(), LoadError> {
        verdict(check::against(&self.card, &self.text, scenario))
    }
}

fn verdict(problems: Vec<Problem>) -> Result<(), LoadError> {
    if problems.is_empty() { Ok(()) } else { Err(LoadError::Wrong(problems)) }
}
