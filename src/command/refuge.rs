//! Where each man runs to when he runs, and how he leaves the field there.

use bevy::prelude::*;

use crate::kernel::{Clock, ManIx, SideIx, bearing};
use crate::men::table::{Body, GONE, Man, Mind, NOBODY, Near, Place, rows, rows_mut};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use crate::scenario::checked::Unit;
use crate::scenario::exit::Exit;

/// Part of a refuge's radius over which men spread.
const SPREAD: f32 = 0.8;

/// Where each man runs to. Fixed by the scenario.
#[derive(Resource)]
pub struct Refuges {
    /// The spot in his side's refuge that each man makes for, by his row in the table of men, m.
    spots: Vec<Vec2>,
    /// By side, the way off the field there, if there is one.
    exits: Vec<Option<Exit>>,
}

impl Refuges {
    /// Of a scenario.
    pub fn of_scenario(scenario: &Scenario) -> Self {
        let size_m = Vec2::from(scenario.raw.ground.size_m);
        let refuge = |side: SideIx| &scenario.places[scenario.sides[side.at()].refuge.at()];
        let exit = |s| {
            Some(refuge(SideIx::new(s))).filter(|p| p.exit).and_then(|p| Exit::new(p.at.into(), p.radius_m, size_m))
        };
        let exits: Vec<_> = (0..scenario.sides.len()).map(exit).collect();
        let spots = |unit: &Unit| {
            let (refuge, exit, key) = (refuge(unit.side), exits[unit.side.at()], unit.key.0);
            let spot = move |number| match (spot(key, number) * SPREAD, exit) {
                (spread, None) => Vec2::from(refuge.at) + spread * refuge.radius_m,
                (spread, Some(exit)) => exit.point(spread.x),
            };
            (0..unit.strength).map(spot)
        };
        Self { spots: scenario.units.iter().flat_map(spots).collect(), exits }
    }

    /// The spot of a man, m.
    pub fn of(&self, man: usize) -> Vec2 {
        self.spots[man]
    }
}

/// Men who run and have come to the way off the field are gone, and with them whoever they carry.
pub fn leave_field(
    (refuges, clock, mut ledger): (Res<Refuges>, Res<Clock>, ResMut<Ledger>),
    men: Query<&Man, With<Man>>,
    minds: Query<&Mind, With<Man>>,
    mut places: Query<&mut Place, With<Man>>,
    mut bodies: Query<&mut Body, With<Man>>,
    mut nears: Query<&mut Near, With<Man>>,
) {
    if refuges.exits.iter().all(Option::is_none) {
        return;
    }
    let (men, minds, places, bodies) = (rows(&men), rows(&minds), rows_mut(&mut places), rows_mut(&mut bodies));
    let nears = rows_mut(&mut nears);
    for i in 0..men.len() {
        let Some(exit) = &refuges.exits[men[i].side.at()] else { continue };
        if !(bodies[i].up() && minds[i].runs() && exit.is_passed(places[i].pos())) {
            continue;
        }
        let carried = std::mem::replace(&mut bodies[i].link, NOBODY);
        for m in std::iter::once(i).chain((carried != NOBODY).then_some(carried as usize)) {
            (bodies[m].posture, bodies[m].link) = (GONE, NOBODY);
            places[m].speed = 0.0;
            nears[m] = Near::default();
            ledger.write(clock.tick, places[m].pos(), Event::Left { man: ManIx::new(m) });
        }
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
