//! Claims counted over many runs.

use serde::Serialize;

use super::card::{Card, Expected};
use super::stats::{quantile, wilson};
use super::verdict::{Outcome, Verdict};

/// Fewer runs of which a claim speaks than this say nothing of it.
pub const LEAST_RUNS: usize = 5;

/// A claim over many runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// The claim.
    pub claim: String,
    /// Runs fought.
    pub runs: usize,
    /// Runs of which it speaks.
    pub given: usize,
    /// Of those, runs in which it holds.
    pub holds: usize,
    /// Of those, runs in which what it measures was not there (counted as not holding).
    pub undefined: usize,
    /// The 95 % interval of the share in which it holds.
    pub interval: (f64, f64),
    /// Is it expected?
    pub expected: bool,
    /// What is to be said of it.
    pub answer: Answer,
    /// Its figures.
    pub figures: Vec<Spread>,
}

/// What many runs say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It holds in at least half of the runs of which it speaks.
    Yes,
    /// It holds in fewer.
    No,
    /// It speaks of too few runs.
    NotTestable,
}

/// A figure over the runs in which it is defined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of what.
    pub of: String,
    /// Its unit.
    pub unit: String,
    /// What the text says of it.
    pub text: String,
    /// In how many runs it is defined.
    pub runs: usize,
    /// The median.
    pub median: Option<f64>,
    /// The 5 % quantile.
    pub p05: Option<f64>,
    /// The 95 % quantile.
    pub p95: Option<f64>,
}

/// Counts a card's claims over the verdicts of runs.
pub fn tally(card: &Card, runs: &[Vec<Verdict>]) -> Vec<Tally> {
    let claims = card.claims.iter().enumerate();
    claims
        .map(|(c, claim)| {
            let verdicts: Vec<&Verdict> = runs.iter().filter_map(|r| r.get(c)).collect();
            let count = |outcome| verdicts.iter().filter(|v| v.outcome == outcome).count();
            let given = verdicts.len() - count(Outcome::NotGiven);
            let holds = count(Outcome::Holds);
            // A claim that speaks of all runs can be told from few, if no more were fought.
            let least = if claim.given.is_some() { LEAST_RUNS } else { 1 };
            let answer = match given {
                m if m < least => Answer::NotTestable,
                m if 2 * holds >= m => Answer::Yes,
                _ => Answer::No,
            };
            let spread = |(f, measured): (usize, &super::card::Measured)| {
                let defined = verdicts.iter().filter_map(|v| v.figures.get(f).copied().flatten());
                let mut values: Vec<f64> = defined.collect();
                values.sort_by(f64::total_cmp);
                Spread {
                    of: measured.of.clone(),
                    unit: measured.unit.clone(),
                    text: measured.text.clone(),
                    runs: values.len(),
                    median: quantile(&values, 0.5),
                    p05: quantile(&values, 0.05),
                    p95: quantile(&values, 0.95),
                }
            };
            Tally {
                claim: claim.id.clone(),
                runs: verdicts.len(),
                given,
                holds,
                undefined: count(Outcome::Undefined),
                interval: wilson(holds, given),
                expected: claim.expected == Expected::Yes,
                answer,
                figures: claim.figures.iter().enumerate().map(spread).collect(),
            }
        })
        .collect()
}

/// Is an expected claim answered with no?
pub fn any_missed(tallies: &[Tally]) -> bool {
    tallies.iter().any(|t| t.expected && t.answer == Answer::No)
}
