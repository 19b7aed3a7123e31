//! Habits: what the officers of a unit do of themselves, whatever its order. For now one: a body of men on whom the flames
//! come gives way before them, until they are far off, out, or lean the other way.

use bevy::prelude::*;

use super::params::CommandParams;
use super::units::{Standing, Tally, Unit, unit_rows, unit_rows_mut};
use crate::kernel::{Clock, UnitIx};
use crate::men::exposure::Exposure;
use crate::men::params::MenParams;
use crate::men::table::{Body, Man, rows};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;

/// Units on whom the flames come give way; those they have left take up their order again.
pub fn give_way(
    (params, scenario, clock, mut ledger): (Res<CommandParams>, Res<Scenario>, Res<Clock>, ResMut<Ledger>),
    men_params: Res<MenParams>,
    tallies: Query<&Tally, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
    bodies: Query<&Body, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
) {
    let (bodies, exposures, tallies) = (rows(&bodies), rows(&exposures), unit_rows(&tallies));
    let standings = unit_rows_mut(&mut standings);
    let mut start = 0;
    for (u, unit) in scenario.units.iter().enumerate() {
        let men = start..start + unit.strength as usize;
        start = men.end;
        let (mut near, mut within) = (0u32, 0u32);
        for i in men {
            let fire = &exposures[i];
            if bodies[i].up() && fire.toward > 0.3 && fire.depth_m > men_params.thin_flames_m {
                near += u32::from(fire.flames_m < params.give_way_m);
                within += u32::from(fire.flames_m < 2.0 * params.give_way_m);
            }
        }
        let standing = &mut standings[u];
        if !standing.gives_way && near * 10 > tallies[u].steady.max(1) {
            standing.gives_way = true;
            ledger.write(clock.tick, tallies[u].middle, Event::GaveWay { unit: UnitIx::new(u) });
        } else if standing.gives_way && within == 0 {
            standing.gives_way = false;
        }
    }
}
