//! Arms: bows, matchlocks, blades. Arms give wounds through the one door for wounds and touch nothing else of a man but
//! his own hand.

pub mod blows;
pub mod params;
pub mod shoot;

use bevy::prelude::*;

use crate::command::units::{Standing, Unit, unit_rows_mut};
use crate::kernel::{Clock, Draws, Fight, Phase, Purpose, Workers};
use crate::men::exposure::Exposure;
use crate::men::presence::Presence;
use crate::men::table::{Body, Hand, Make, Man, Mind, Missile, Near, Place, rows, rows_mut};
use crate::men::wounds::{Harm, Struck, Victims};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use blows::Melee;
use params::ArmsParams;
use shoot::{Range, ShotDice};

/// The domain of arms.
pub struct ArmsPlugin;

impl Plugin for ArmsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Fight, use_arms.in_set(Phase::Arms));
    }
}

/// Everybody who can, shoots and strikes, from what stood at the start of the phase; then the harm is done in the order
/// of those who do it.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn use_arms(
    (params, scenario, presence): (Res<ArmsParams>, Res<Scenario>, Res<Presence>),
    (draws, clock, workers): (Res<Draws>, Res<Clock>, Res<Workers>),
    (mut ledger, mut struck): (ResMut<Ledger>, ResMut<Struck>),
    mut standings: Query<&mut Standing, With<Unit>>,
    men: Query<&Man, With<Man>>,
    makes: Query<&Make, With<Man>>,
    minds: Query<&Mind, With<Man>>,
    nears: Query<&Near, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
    mut places: Query<&mut Place, With<Man>>,
    mut bodies: Query<&mut Body, With<Man>>,
    mut hands: Query<&mut Hand, With<Man>>,
) {
    let (men, makes, minds, nears) = (rows(&men), rows(&makes), rows(&minds), rows(&nears));
    let (places, bodies, hands) = (rows_mut(&mut places), rows_mut(&mut bodies), rows_mut(&mut hands));
    let harms: Vec<Vec<Harm>> = {
        let (places, bodies) = (&*places, &*bodies);
        let (exposures, relations) = (rows(&exposures), &scenario.relations[..]);
        let range = Range { params: &params, presence: &presence, relations, exposures, places, makes };
        let melee = Melee { params: &params, places, bodies, minds, nears, makes, dt_s: clock.dt_s };
        workers.chunks_mut(hands, |start, chunk| {
            let mut out = Vec::new();
            let mut dice: Option<(crate::kernel::UnitIx, ShotDice, crate::kernel::Stream)> = None;
            for (k, hand) in chunk.iter_mut().enumerate() {
                let i = start + k;
                let man = &men[i];
                // What a tick goes beyond his being ready counts toward the next shot: so the rate is that of any tick.
                hand.ready_s = (hand.ready_s - clock.dt_s).max(-clock.dt_s);
                let shoots = makes[i].missile != Missile::None as u8 && hand.shots > 0 && hand.ready_s <= 0.0;
                let strikes = nears[i].enemy_m < 2.0;
                if !(shoots || strikes) || !bodies[i].up() {
                    continue;
                }
                let troops = &scenario.units[man.unit.at()].troops;
                if dice.as_ref().is_none_or(|(unit, ..)| *unit != man.unit) {
                    let of = |purpose| draws.stream(purpose, scenario.units[man.unit.at()].key, clock.tick);
                    let shot = ShotDice { aim: of(Purpose::Aim), hit: of(Purpose::Hit), misfire: of(Purpose::Misfire) };
                    dice = Some((man.unit, shot, of(Purpose::Blow)));
                }
                let Some((_, shot, blow)) = dice.as_mut() else { continue };
                if strikes {
                    out.extend(melee.strike(i, man.number, troops.blade_skill, blow));
                } else {
                    let skill = troops.shot_skill;
                    out.extend(range.shoot(i, man, &makes[i], &bodies[i], &minds[i], hand, skill, shot));
                }
            }
            out
        })
    };
    let standings = unit_rows_mut(&mut standings);
    let mut victims = Victims { bodies, places, ledger: &mut ledger, struck: &mut struck.0, tick: clock.tick };
    for harm in harms.into_iter().flatten() {
        if harm.cause == crate::record::ledger::Cause::Blade
            && let Some(by) = harm.by
        {
            let (a, b) = (men[by.at()].unit, men[harm.man.at()].unit);
            if !std::mem::replace(&mut standings[a.at()].fought, true) {
                let at = victims.places[by.at()].pos();
                victims.ledger.write(clock.tick, at, Event::Contact { unit: a, with: b });
            }
        }
        victims.harm(harm);
    }
}

#[cfg(test)]
mod tests;
