//! A card held against one run: for each claim, whether it holds, and what was measured.

use serde::{Deserialize, Serialize};

use super::card::{Card, Claim};
use super::evidence::Evidence;
use super::groups::Mask;
use crate::kernel::Tick;
use crate::record::runfile::RunFile;

/// What becomes of a claim on one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The run is not one the claim speaks of.
    NotGiven,
    /// It is true.
    Holds,
    /// It is not true.
    Fails,
    /// The run is one it speaks of, and what it measures is not there; it counts as not true.
    Undefined,
}

/// A claim on one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The claim.
    pub claim: String,
    /// What becomes of it.
    pub outcome: Outcome,
    /// Its figures, in the order of the card; none for what is undefined, or not given.
    pub figures: Vec<Option<f64>>,
}

/// What a measure is worked out in: the run, what the card has named, and the moment looked at.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub evidence: &'a Evidence<'a>,
    pub named: &'a Named,
    pub now: Option<Tick>,
}

/// The groups and moments a card has named, worked out once for a run.
#[derive(Default)]
pub(super) struct Named {
    pub groups: Vec<(String, Option<Mask>)>,
    pub moments: Vec<(String, Option<Tick>)>,
}

impl Scope<'_> {
    /// The same at another moment.
    pub fn at(&self, tick: Tick) -> Self {
        Self { now: Some(tick), ..*self }
    }

    pub fn named_group(&self, id: &str) -> Option<Mask> {
        self.named.groups.iter().find(|(name, _)| name == id)?.1.clone()
    }

    pub fn named_moment(&self, id: &str) -> Option<Tick> {
        self.named.moments.iter().find(|(name, _)| name == id)?.1
    }
}

/// Works out what a card names. Groups come first, then moments; each may use what stands before it.
pub(super) fn name_all(card: &Card, evidence: &Evidence) -> Named {
    let mut named = Named::default();
    for (id, group) in &card.groups {
        let men = Scope { evidence, named: &named, now: None }.group(group);
        named.groups.push((id.clone(), men));
    }
    for (id, moment) in &card.moments {
        let tick = Scope { evidence, named: &named, now: None }.moment(moment);
        named.moments.push((id.clone(), tick));
    }
    named
}

/// Holds a card against a run. The card must fit the run's scenario ([`super::CardFile::fits`]); of a name that isn't
/// there everything is undefined or nobody.
pub fn judge(card: &Card, run: &RunFile) -> Vec<Verdict> {
    let evidence = Evidence::new(run);
    let named = name_all(card, &evidence);
    let scope = Scope { evidence: &evidence, named: &named, now: None };
    card.claims.iter().map(|claim| one(&scope, claim)).collect()
}

fn one(scope: &Scope, claim: &Claim) -> Verdict {
    let given = claim.given.as_ref().is_none_or(|g| scope.test(g) == Some(true));
    let outcome = match given.then(|| scope.test(&claim.holds)) {
        None => Outcome::NotGiven,
        Some(Some(true)) => Outcome::Holds,
        Some(Some(false)) => Outcome::Fails,
        Some(None) => Outcome::Undefined,
    };
    let figure = |m: &super::card::Measured| if given { scope.number(&m.number) } else { None };
    Verdict { claim: claim.id.clone(), outcome, figures: claim.figures.iter().map(figure).collect() }
}
