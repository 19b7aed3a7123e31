//! Where each man runs to when he runs.

use bevy::prelude::*;

use crate::kernel::bearing;
use crate::scenario::Scenario;
use crate::scenario::checked::Unit;

/// Part of a refuge's radius over which men spread.
const SPREAD: f32 = 0.8;

/// The spot in his side's refuge that each man makes for, by his row in the table of men. Fixed by the scenario.
#[derive(Resource)]
pub struct Refuges(Vec<Vec2>);

impl Refuges {
    /// Of a scenario.
    pub fn of_scenario(scenario: &Scenario) -> Self {
        let spots = |unit: &Unit| {
            let refuge = &scenario.places[scenario.sides[unit.side.at()].refuge.at()];
            let (at, radius_m, key) = (Vec2::from(refuge.at), refuge.radius_m, unit.key.0);
            (0..unit.strength).map(move |number| at + spot(key, number) * (radius_m * SPREAD)).collect::<Vec<_>>()
        };
        Self(scenario.units.iter().flat_map(spots).collect())
    }

    /// The spot of a man, m.
    pub fn of(&self, man: usize) -> Vec2 {
        self.0[man]
    }
}

/// A spot of his own in the unit disc, spread evenly by the golden angle, or all would jam at its edge.
fn spot(unit: u64, number: u32) -> Vec2 {
    let turn = (number as f32 * 0.618_034 + (unit % 64) as f32 / 64.0).fract();
    let out = (number as f32 * 0.754_878).fract().sqrt();
    bearing(turn * 360.0) * out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spots_of_a_unit_fill_the_disc_evenly() {
        let spots: Vec<Vec2> = (0..4000).map(|n| spot(7, n)).collect();
        assert!(spots.iter().all(|s| s.length() <= 1.0));
        for quadrant in 0..4 {
            let (east, north) = (quadrant % 2 == 0, quadrant / 2 == 0);
            let inside = spots.iter().filter(|s| (s.x > 0.0) == east && (s.y > 0.0) == north);
            let (inner, all) = (inside.clone().filter(|s| s.length_squared() < 0.5).count(), inside.count());
            assert!((950..1050).contains(&all) && (450..550).contains(&inner), "{all} {inner}");
        }
    }
}
