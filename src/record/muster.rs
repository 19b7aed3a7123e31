//! Which unit and number a man index stands for: men lie in the order (unit, number), so a unit's men are a range.

use crate::kernel::{ManIx, UnitIx};
use crate::scenario::Scenario;

/// Where each unit's men begin among all men: they lie in the order (unit, number).
#[derive(Clone, Debug)]
pub struct Muster {
    starts: Vec<u32>,
}

impl Muster {
    /// Of a battle.
    pub fn new(scenario: &Scenario) -> Self {
        let mut next = 0u32;
        let mut starts = vec![0];
        for unit in &scenario.units {
            next = next.saturating_add(unit.strength);
            starts.push(next);
        }
        Self { starts }
    }
    /// A man's unit and his number in it; nobody's for an index beyond the men.
    pub fn of(&self, man: ManIx) -> Option<(UnitIx, u32)> {
        let unit = self.starts.partition_point(|s| *s <= man.0).checked_sub(1)?;
        (unit + 1 < self.starts.len()).then(|| (UnitIx::new(unit), man.0 - self.starts[unit]))
    }
    /// The indices of a unit's men.
    pub fn men(&self, unit: UnitIx) -> std::ops::Range<usize> {
        match self.starts.get(unit.at()..unit.at() + 2) {
            Some([a, b]) => *a as usize..*b as usize,
            _ => 0..0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_and_units_find_each_other() {
        // The second unit is empty.
        let muster = Muster { starts: vec![0, 3, 3, 5] };
        let of: Vec<_> = (0..6).map(|m| muster.of(ManIx(m)).map(|(u, n)| (u.0, n))).collect();
        assert_eq!(of, [Some((0, 0)), Some((0, 1)), Some((0, 2)), Some((2, 0)), Some((2, 1)), None]);
        assert_eq!((muster.men(UnitIx(0)), muster.men(UnitIx(1)), muster.men(UnitIx(9))), (0..3, 3..3, 0..0));
    }
}
