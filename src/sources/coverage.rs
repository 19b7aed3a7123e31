//! Which facts the scenarios cite, in figures, reasons or comments, and which none does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::card::Card;
use crate::scenario::raw::Battle;
use crate::scenario::{LoadError, source};

/// The ids cited in a text: `X1-04`, `X1-C01`, `X1-D03`.
pub fn cited(text: &str) -> BTreeSet<String> {
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    let id = |w: &&str| {
        let Some((text, number)) = w.split_once('-') else { return false };
        let digits = number.strip_prefix(['C', 'D']).unwrap_or(number);
        matches!(text.as_bytes(), [b'A'..=b'Z', b'0'..=b'9'])
            && digits.len() == 2
            && digits.bytes().all(|b| b.is_ascii_digit())
    };
    text.split(word).filter(id).map(str::to_owned).collect()
}

/// What the scenarios of a folder cite: for each id, the scenarios that do.
///
/// # Errors
/// A file that can't be read, or is no scenario.
pub fn citations(folder: &Path) -> Result<BTreeMap<String, Vec<String>>, LoadError> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in source::names_in(folder) {
        let text = source::read(&folder.join(format!("{name}.ron")))?;
        let battle: Battle = source::parse(&text)?;
        for id in cited(text.inner()) {
            all.entry(id).or_default().push(battle.id.clone());
        }
    }
    Ok(all)
}

/// The ids of a card's facts that are not cited.
pub fn uncited<'a>(card: &'a Card, citations: &BTreeMap<String, Vec<String>>) -> Vec<&'a str> {
    card.facts.iter().map(|f| f.id.as_str()).filter(|id| !citations.contains_key(*id)).collect()
}

/// The cited ids of a card's text that the card does not have.
pub fn unknown<'a>(card: &Card, citations: &'a BTreeMap<String, Vec<String>>) -> Vec<&'a str> {
    let facts = card.facts.iter().map(|f| &f.id);
    let all: BTreeSet<&String> =
        facts.chain(card.derived.iter().map(|n| &n.id)).chain(card.claims.iter().map(|c| &c.id)).collect();
    let of_text = |id: &&String| id.strip_prefix(&card.id).is_some_and(|rest| rest.starts_with('-'));
    citations.keys().filter(of_text).filter(|id| !all.contains(id)).map(String::as_str).collect()
}
