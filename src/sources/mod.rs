//! What the texts state, and how true a battle comes to it: source cards with facts and claims, the measures that judge
//! a run, and the counts over many runs. `docs/sources-cards.md` describes the cards.

pub mod card;
mod check;
pub mod coverage;
mod evidence;
pub mod fight;
mod groups;
pub mod measure;
mod moments;
mod numbers;
pub mod scale;
pub mod stats;
pub mod tally;
mod uses;
pub mod verdict;

pub use card::{Card, CardFile, card_file};
pub use verdict::{Outcome, Verdict, judge};

#[cfg(test)]
mod claims_tests;
#[cfg(test)]
mod story;
#[cfg(test)]
mod tests;
