//! The track of state hashes: after each tick one hash for each domain, and a short one for each unit in the domains
//! whose state belongs to units. Two runs are compared, and a run is verified, by these.

use serde::{Deserialize, Serialize};

use crate::kernel::{Tick, UnitIx};

/// The domains of a battle's state, in the order in which they act within a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Domain {
    /// Wind and light.
    Weather = 0,
    /// Flames, fuel, smoke.
    Fire = 1,
    /// Places, speeds, wounds, fatigue.
    Bodies = 2,
    /// Weapons, ammunition, aims.
    Arms = 3,
    /// Fear, belief.
    Minds = 4,
    /// Plans, orders, messages.
    Command = 5,
}

/// All domains, in that order.
pub const DOMAINS: [Domain; 6] =
    [Domain::Weather, Domain::Fire, Domain::Bodies, Domain::Arms, Domain::Minds, Domain::Command];

/// The domains that are hashed unit by unit too, in that order.
pub const UNIT_DOMAINS: [Domain; 3] = [Domain::Bodies, Domain::Arms, Domain::Minds];

impl Domain {
    /// The word used in answers and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Weather => "weather",
            Self::Fire => "fire",
            Self::Bodies => "bodies",
            Self::Arms => "arms",
            Self::Minds => "minds",
            Self::Command => "command",
        }
    }
}

/// The hashes of a run. Row `i` is the state after tick `i` was fought, so there are as many rows as ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashTrack {
    /// Units in each row.
    units: u32,
    /// Six for each tick.
    #[serde(with = "super::columns")]
    domains: Vec<u64>,
    /// Three for each tick and unit.
    #[serde(with = "super::columns")]
    by_unit: Vec<u32>,
}

impl HashTrack {
    /// An empty track for a battle of so many units.
    pub fn new(units: usize) -> Self {
        Self { units: units as u32, domains: Vec::new(), by_unit: Vec::new() }
    }

    /// Adds the row of the tick just fought: a hash for each of [`DOMAINS`], and for each unit one for each of
    /// [`UNIT_DOMAINS`] (units that are missing count as 0, those too many are left out).
    pub fn push(&mut self, domains: [u64; 6], units: impl IntoIterator<Item = [u32; 3]>) {
        self.domains.extend(domains);
        let row = units.into_iter().chain(std::iter::repeat([0; 3])).take(self.units as usize);
        self.by_unit.extend(row.flatten());
    }

    /// Ticks hashed.
    pub fn ticks(&self) -> u32 {
        (self.domains.len() / DOMAINS.len()) as u32
    }

    /// Units in each row.
    pub fn units(&self) -> usize {
        self.units as usize
    }

    /// The domains' hashes after `tick`.
    pub fn row(&self, tick: Tick) -> Option<[u64; 6]> {
        let at = tick.0 as usize * DOMAINS.len();
        self.domains.get(at..at + DOMAINS.len())?.try_into().ok()
    }

    /// A unit's hashes after `tick`.
    pub fn unit(&self, tick: Tick, unit: UnitIx) -> Option<[u32; 3]> {
        if unit.at() >= self.units() {
            return None;
        }
        let at = (tick.0 as usize * self.units() + unit.at()) * UNIT_DOMAINS.len();
        self.by_unit.get(at..at + UNIT_DOMAINS.len())?.try_into().ok()
    }

    /// One hash for the whole run: what is printed at its end, and what golden values fix.
    pub fn total(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(&self.domains))
    }

    /// Do the columns fit each other?
    pub(crate) fn is_whole(&self) -> bool {
        self.domains.len().is_multiple_of(DOMAINS.len())
            && self.by_unit.len() as u64 == u64::from(self.ticks()) * u64::from(self.units) * UNIT_DOMAINS.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_again() {
        let mut track = HashTrack::new(2);
        track.push([1, 2, 3, 4, 5, 6], [[10, 11, 12], [20, 21, 22]]);
        track.push([7; 6], [[30; 3]]);
        assert!(track.is_whole());
        assert_eq!(track.ticks(), 2);
        assert_eq!(track.row(Tick(0)), Some([1, 2, 3, 4, 5, 6]));
        assert_eq!(track.row(Tick(2)), None);
        assert_eq!(track.unit(Tick(0), UnitIx(1)), Some([20, 21, 22]));
        assert_eq!(track.unit(Tick(1), UnitIx(1)), Some([0; 3]));
        assert_eq!(track.unit(Tick(0), UnitIx(2)), None, "not the next tick's first unit");
    }
}
