//! What is wrong with a card: by itself, and for the battle it is held against.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use miette::NamedSource;

use super::card::{Card, Expected};
use super::uses::{Use, Uses};
use crate::scenario::problem::suggest;
use crate::scenario::{Problem, Scenario};

type Source = Arc<NamedSource<String>>;

/// Gathers problems, each at the place of a quoted word in the text.
struct Findings<'a> {
    text: &'a Source,
    problems: Vec<Problem>,
}

impl Findings<'_> {
    /// Something is wrong with `word`, which stands after the quoted `anchor`.
    fn wrong(&mut self, anchor: &str, word: &str, what: impl Display, help: impl Into<Option<String>>) {
        let text = self.text.inner();
        let from = text.find(&format!("\"{anchor}\"")).unwrap_or(0);
        let quoted = format!("\"{word}\"");
        let found = text[from..].find(&quoted).map_or(from, |n| from + n);
        let span = found..(found + quoted.len()).min(text.len());
        self.problems.push(Problem::in_text(self.text, span, what.to_string(), help));
    }
}

/// All that is wrong with a card by itself.
pub fn card(card: &Card, text: &Source) -> Vec<Problem> {
    let mut found = Findings { text, problems: Vec::new() };
    let top = card.id.as_str();
    if card.format != 1 {
        found.wrong(top, top, format_args!("format {} is not known", card.format), "1".to_owned());
    }
    if card.sha256.len() != 64 || !card.sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        found.wrong(top, &card.sha256, "this is no SHA-256", "64 hexadecimal digits, lower case".to_owned());
    }
    let facts = card.facts.iter().map(|f| (&f.id, "", &f.words));
    let notes = card.derived.iter().map(|n| (&n.id, "D", &n.words));
    let claims = card.claims.iter().map(|c| (&c.id, "C", &c.words));
    let mut known = BTreeSet::new();
    for (id, letter, words) in facts.chain(notes).chain(claims) {
        let digits = id.strip_prefix(top).and_then(|r| r.strip_prefix('-')).and_then(|r| r.strip_prefix(letter));
        if !digits.is_some_and(|d| d.len() == 2 && d.bytes().all(|b| b.is_ascii_digit())) {
            let what = format!("`{}` is no id of this kind", id.escape_debug());
            found.wrong(id, id, what, format!("{top}-{letter}01 and so on"));
        }
        if !known.insert(id.as_str()) {
            found.wrong(id, id, format_args!("`{}` stands twice", id.escape_debug()), None);
        }
        if words.trim().is_empty() {
            found.wrong(id, id, format_args!("{} says nothing", id.escape_debug()), None);
        }
    }
    for fact in &card.facts {
        for f in &fact.figures {
            if !(f.low <= f.value && f.value <= f.high && f.low.is_finite() && f.high.is_finite()) {
                found.wrong(&fact.id, &f.of, "the value lies outside its own range", "low <= value <= high".to_owned());
            }
        }
    }
    for claim in &card.claims {
        if claim.figures.is_empty() {
            found.wrong(&claim.id, &claim.id, "nothing is measured", "give it a figure at least".to_owned());
        }
        if matches!(&claim.expected, Expected::No(why) if why.trim().is_empty()) {
            found.wrong(&claim.id, &claim.id, "it is not expected, and no reason is given", None);
        }
    }
    names(card, &mut found);
    found.problems
}

/// Every measure of a card with the quoted word it stands after, and how many named groups and moments it may use.
fn measures(card: &Card) -> impl Iterator<Item = (&str, &dyn Uses, usize, usize)> {
    let (groups, moments) = (card.groups.len(), card.moments.len());
    let named_groups = card.groups.iter().enumerate().map(|(n, (id, g))| (id.as_str(), g as &dyn Uses, n, 0));
    let named_moments = card.moments.iter().enumerate();
    let named_moments = named_moments.map(move |(n, (id, m))| (id.as_str(), m as &dyn Uses, groups, n));
    let claims = card.claims.iter().flat_map(move |c| {
        let tests = c.given.iter().chain([&c.holds]).map(|t| t as &dyn Uses);
        let numbers = c.figures.iter().map(|m| &m.number as &dyn Uses);
        tests.chain(numbers).map(move |m| (c.id.as_str(), m, groups, moments))
    });
    named_groups.chain(named_moments).chain(claims)
}

fn names(card: &Card, found: &mut Findings) {
    for list in [card.groups.iter().map(|g| &g.0).collect::<Vec<_>>(), card.moments.iter().map(|m| &m.0).collect()] {
        for (n, id) in list.iter().enumerate() {
            if list[..n].contains(id) {
                found.wrong(id, id, format_args!("`{}` is named twice", id.escape_debug()), None);
            }
        }
    }
    for (anchor, measure, groups, moments) in measures(card) {
        measure.uses(&mut |name| {
            let (kind, id, known): (_, _, Vec<&str>) = match name {
                Use::Group(id) => ("group", id, card.groups[..groups].iter().map(|g| g.0.as_str()).collect()),
                Use::Moment(id) => ("moment", id, card.moments[..moments].iter().map(|m| m.0.as_str()).collect()),
                Use::Now => {
                    let help = "it is the moment looked at, within Peak, Least and Reaches";
                    return found.wrong(anchor, anchor, "`Now` has no meaning here", help.to_owned());
                }
                Use::Nested => {
                    let what = "Peak, Least and Reaches can't stand within each other";
                    return found.wrong(anchor, anchor, what, "name the inner moment".to_owned());
                }
                _ => return,
            };
            if !known.contains(&id) {
                let what = format!("no {kind} `{}` is named before this", id.escape_debug());
                found.wrong(anchor, id, what, suggest(id, known));
            }
        });
    }
}

/// The names a card's measures use that aren't in a battle.
pub fn against(card: &Card, text: &Source, scenario: &Scenario) -> Vec<Problem> {
    let mut found = Findings { text, problems: Vec::new() };
    for (anchor, measure, ..) in measures(card) {
        measure.uses(&mut |name| {
            let (kind, id, known): (_, _, Vec<&str>) = match name {
                Use::Side(id) => ("side", id, scenario.sides.iter().map(|s| s.id.as_str()).collect()),
                Use::Unit(id) => ("unit", id, scenario.units.iter().map(|u| u.id.as_str()).collect()),
                Use::Person(id) => ("person", id, scenario.persons.iter().map(|p| p.id.as_str()).collect()),
                Use::Plan(id) => ("plan", id, scenario.plans.iter().map(|p| p.id.as_str()).collect()),
                Use::Place(id) => ("place", id, scenario.places.iter().map(|p| p.id.as_str()).collect()),
                Use::River(id) => ("river", id, scenario.raw.ground.rivers.iter().map(|r| r.id.as_str()).collect()),
                _ => return,
            };
            if !known.contains(&id) {
                let what = format!("{} has no {kind} `{}`", scenario.raw.id, id.escape_debug());
                found.wrong(anchor, id, what, suggest(id, known));
            }
        });
    }
    found.problems
}
