//! Habits: what the officers of a unit do of themselves, whatever its order. For now one: a body of men on whom the flames
//! come over ground that can burn gives way before them, until they are far off, out, or lean the other way.

use bevy::prelude::*;

use super::params::CommandParams;
use super::units::{Standing, Tally, Unit, unit_rows, unit_rows_mut};
use crate::fire::Fire;
use crate::ground::Ground;
use crate::kernel::{Clock, UnitIx};
use crate::men::exposure::Exposure;
use crate::men::params::MenParams;
use crate::men::table::{Body, Man, Place, rows};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use crate::scenario::raw::Sward;

/// Units on whom the flames come give way; those they have left take up their order again.
pub fn give_way(
    (params, scenario, clock, mut ledger): (Res<CommandParams>, Res<Scenario>, Res<Clock>, ResMut<Ledger>),
    (men_params, ground, fire): (Res<MenParams>, Res<Ground>, Res<Fire>),
    tallies: Query<&Tally, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
) {
    let (places, bodies, exposures, tallies) = (rows(&places), rows(&bodies), rows(&exposures), unit_rows(&tallies));
    let standings = unit_rows_mut(&mut standings);
    let grid = fire.front().grid();
    let can_burn = |at| grid.at(at).is_some_and(|c| ground.fuel(c) != Sward::Bare) && fire.burnt_age_s(at).is_none();
    let mut start = 0;
    for (u, unit) in scenario.units.iter().enumerate() {
        let men = start..start + unit.strength as usize;
        start = men.end;
        let (mut near, mut within) = (0u32, 0u32);
        for i in men {
            let seen = &exposures[i];
            let comes_on = seen.toward > 0.3 && seen.depth_m > men_params.thin_flames_m;
            if comes_on && bodies[i].up() && can_burn(places[i].pos()) {
                near += u32::from(seen.flames_m < params.give_way_m);
                within += u32::from(seen.flames_m < 2.0 * params.give_way_m);
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
