//! Hashes of the state after each tick, by domain and by unit; and the watch for numbers that are not finite.

use bevy::prelude::*;

use crate::command::orders::Dispatches;
use crate::command::plans::Memory;
use crate::command::units::{Standing, Unit, unit_rows};
use crate::fire::{Fire, Smoke};
use crate::kernel::{Clock, Digest, ManIx, Tick, UnitIx, Workers, digest::mix};
use crate::men::formation::Station;
use crate::men::table::{Body, Hand, Man, Mind, NOBODY, Near, Place, rows};
use crate::mind::cries::Cries;
use crate::record::hashes::HashTrack;
use crate::record::muster::Muster;
use crate::scenario::Scenario;
use crate::weather::Weather;

/// The hashes of the battle so far.
#[derive(Resource)]
pub struct Hashes(pub HashTrack);

/// A number of the state that is not finite: where it was first seen.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fault {
    /// What and where; empty for none.
    what: String,
    tick: Tick,
}

impl Fault {
    /// Is there one?
    pub fn is_some(&self) -> bool {
        !self.what.is_empty()
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the state holds a number that is not finite at tick {}: {}; please report it",
            self.tick.0, self.what
        )
    }
}

/// Hashes what the tick has left.
#[expect(clippy::too_many_arguments, reason = "the whole state")]
pub fn hash_state(
    (mut hashes, mut fault, workers): (ResMut<Hashes>, ResMut<Fault>, Res<Workers>),
    (scenario, clock, weather): (Res<Scenario>, Res<Clock>, Res<Weather>),
    (fire, smoke, cries): (Res<Fire>, Res<Smoke>, Res<Cries>),
    (dispatches, memory): (Res<Dispatches>, Res<Memory>),
    stations: Query<&Station, With<Unit>>,
    standings: Query<&Standing, With<Unit>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    nears: Query<&Near, With<Man>>,
    hands: Query<&Hand, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    let (places, bodies, nears) = (rows(&places), rows(&bodies), rows(&nears));
    let (hands, minds) = (rows(&hands), rows(&minds));
    let muster = Muster::new(&scenario);
    let units = workers.pieces(scenario.units.len(), 1, |range| {
        let men = muster.men(UnitIx::new(range.start));
        let (places, bodies, nears) = (&places[men.clone()], &bodies[men.clone()], &nears[men.clone()]);
        let (hands, minds) = (&hands[men.clone()], &minds[men]);
        let sound = places.iter().all(|p| (p.x + p.y + p.speed + p.hx + p.hy).is_finite())
            && bodies.iter().all(|b| (b.breath + b.burn_dose + b.choke + b.down_s).is_finite())
            && hands.iter().all(|h| h.ready_s.is_finite())
            && minds.iter().all(|m| (m.fear + m.stun_s + m.anger + m.flames + m.calm_s + m.obey_s).is_finite());
        let body = body_digest(&scenario, &muster, places, bodies, nears);
        (body, Digest::new().column(hands).finish(), Digest::new().column(minds).finish(), sound)
    });
    let mut by_unit = Vec::with_capacity(units.len());
    let (mut all_bodies, mut all_arms, mut all_minds) = (0, 0, 0);
    for (unit, (body, hand, mind, sound)) in scenario.units.iter().zip(units) {
        all_bodies = mix(all_bodies, body);
        all_arms = mix(all_arms, hand);
        all_minds = mix(all_minds, mind);
        by_unit.push([body as u32, hand as u32, mind as u32]);
        if !sound && !fault.is_some() {
            *fault = Fault { what: format!("a man of {}", unit.id), tick: clock.tick };
        }
    }
    if !weather.is_sound() && !fault.is_some() {
        *fault = Fault { what: "the wind".into(), tick: clock.tick };
    }
    for voice in &cries.voices {
        let word = Digest::new().column(&voice.at).value(voice.side.0).value(voice.cry as u8).finish();
        all_minds = mix(all_minds, word);
    }
    let command = command_digest(&scenario, unit_rows(&stations), unit_rows(&standings), &dispatches, &memory);
    let burning = mix(fire.digest(), smoke.digest());
    hashes.0.push([weather.digest(), burning, all_bodies, all_arms, all_minds, command], by_unit);
}

/// Places, bodies and surroundings of a unit. A link to another man goes in by his unit's key and his number, not by his
/// index: that depends on who else is in the battle.
fn body_digest(scenario: &Scenario, muster: &Muster, places: &[Place], bodies: &[Body], nears: &[Near]) -> u64 {
    let name = |man: u32| match muster.of(ManIx(man)) {
        Some((unit, number)) => mix(scenario.units[unit.at()].key.0, number.into()) as u32,
        None => man,
    };
    let mut digest = Digest::new();
    digest.column(places);
    if bodies.iter().all(|b| b.link == NOBODY) {
        digest.column(bodies);
    } else {
        digest.column(&bodies.iter().map(|b| Body { link: name(b.link), ..*b }).collect::<Vec<_>>());
    }
    if nears.iter().all(|n| n.enemy == NOBODY) {
        digest.column(nears);
    } else {
        digest.column(&nears.iter().map(|n| Near { enemy: name(n.enemy), ..*n }).collect::<Vec<_>>());
    }
    digest.finish()
}

/// Stations are plain; orders are hashed by their encoding. Of memories only what has happened goes in, by the ids of the
/// plans: two battles that differ in a plan are the same until it is carried out.
fn command_digest(
    scenario: &Scenario,
    stations: &[Station],
    standings: &[Standing],
    dispatches: &Dispatches,
    memory: &Memory,
) -> u64 {
    let mut digest = Digest::new();
    // Encoding into memory cannot fail; if it ever did, the digest would still be of something fixed.
    let encoded = postcard::to_allocvec(&(stations, standings, dispatches, &memory.heard)).unwrap_or_default();
    digest.bytes(&encoded);
    for (plan, done) in scenario.plans.iter().zip(&memory.done) {
        if let Some(tick) = done {
            digest.bytes(plan.id.as_bytes()).value(tick.0);
        }
        for (i, timer) in plan.when.timers().into_iter().enumerate() {
            if let Some(Some(tick)) = memory.since.get(timer) {
                digest.bytes(plan.id.as_bytes()).value(i as u32).value(tick.0);
            }
        }
    }
    digest.finish()
}
