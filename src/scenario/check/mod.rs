//! Checks of a battle as written: that its numbers are possible, that men stand where men can, that plans can be
//! carried out. What names something that isn't there is found by [`super::resolve`].

mod ground;
mod ids;
mod numbers;
mod plans;

use std::collections::BTreeMap;

use super::checked::Troops;
use super::geometry::Spacing;
use super::raw::Battle;
use super::report::Report;

pub use ids::{ID_RULE, NoId, ids, is_id};
pub use numbers::all as numbers;

/// Most men in a unit.
pub const MOST_IN_UNIT: u32 = 200_000;
/// Most men in a battle.
pub const MOST_MEN: u32 = 400_000;

/// Ground, water and plans.
pub fn sense(battle: &Battle, troops: &BTreeMap<String, Troops>, spacing: &Spacing, report: &mut Report) {
    ground::fords(battle, report);
    ground::exits(battle, report);
    ground::units(battle, troops, spacing, report);
    plans::commands(battle, report);
    plans::never(battle, report);
    plans::crossings(battle, troops, report);
}
