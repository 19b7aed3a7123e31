//! Units: entities in the order of their keys, each with its station, its order and a tally of its men.

use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::kernel::{Clock, Tick, UnitIx, Workers};
use crate::men::formation::{Formation, Station};
use crate::men::table::{Body, Man, Mind, Near, Place, rows};
use crate::record::ledger::{Event, Ledger};
use crate::record::muster::Muster;
use crate::scenario::Scenario;
use crate::scenario::checked::Order;

/// A unit. Units, like men, lie in one table in the order of their index.
#[derive(Component, Clone, Copy, Debug)]
pub struct Unit {
    /// Its index.
    pub ix: UnitIx,
}

/// The formation a unit takes up.
#[derive(Component, Clone, Copy, Debug)]
pub struct Drill(pub Formation);

/// What a unit was told and how it goes about it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The order in force.
    pub order: Order,
    /// Since when.
    pub since: Tick,
    /// How many orders it has received.
    pub orders: u32,
    /// It goes as a crowd, each man at his own speed, not in its ranks.
    pub loose: bool,
    /// More than half of its living men run (and it has not held again since).
    pub broken: bool,
    /// Its first man has been in the water.
    pub wetted: bool,
    /// Its officers lead it away from flames that come on.
    pub gives_way: bool,
    /// It has struck a blow.
    pub fought: bool,
    /// Where its officers last saw the nearest enemies, m.
    pub enemy_at: Option<[f32; 2]>,
    /// Where its way round flames turns next, m.
    pub by_way_of: Option<[f32; 2]>,
}

/// The men of a unit, added up anew each tick.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Alive.
    pub alive: u32,
    /// Up and not running.
    pub steady: u32,
    /// Able and running, or gone from the field.
    pub broken: u32,
    /// In reach of an enemy.
    pub fighting: u32,
    /// In the water.
    pub wet: u32,
    /// The middle of those who hold; where nobody does, of all the able who are left on the field, m.
    pub middle: Vec2,
    /// Mean distance of steady men from their posts, m.
    pub straggle_m: f32,
}

impl Tally {
    /// Share of the able who run.
    pub fn share_broken(&self) -> f32 {
        self.broken as f32 / (self.broken + self.steady).max(1) as f32
    }
}

/// A column of units as a slice.
pub fn unit_rows<'a, T: Component>(column: &'a Query<&T, With<Unit>>) -> &'a [T] {
    column.contiguous_iter().ok().and_then(|mut chunks| chunks.next()).unwrap_or(&[])
}

/// A column of units as a mutable slice.
pub fn unit_rows_mut<'a, T: Component<Mutability = Mutable>>(column: &'a mut Query<&mut T, With<Unit>>) -> &'a mut [T] {
    match column.contiguous_iter_mut().ok().and_then(|mut chunks| chunks.next()) {
        Some(chunk) => ContiguousMut::bypass_change_detection_split(chunk).0,
        None => &mut [],
    }
}

/// Adds up each unit's men, and notes which units break, hold again, or enter the water.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn tally_units(
    (scenario, clock, workers, mut ledger): (Res<Scenario>, Res<Clock>, Res<Workers>, ResMut<Ledger>),
    mut tallies: Query<&mut Tally, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
    stations: Query<&Station, With<Unit>>,
    drills: Query<&Drill, With<Unit>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
    nears: Query<&Near, With<Man>>,
) {
    let (tallies, standings) = (unit_rows_mut(&mut tallies), unit_rows_mut(&mut standings));
    let (stations, drills) = (unit_rows(&stations), unit_rows(&drills));
    let (places, bodies, minds, nears) = (rows(&places), rows(&bodies), rows(&minds), rows(&nears));
    let muster = Muster::new(&scenario);
    let sums = workers.pieces(scenario.units.len(), 1, |range| {
        let (u, men) = (range.start, muster.men(UnitIx::new(range.start)));
        let columns = (&places[men.clone()], &bodies[men.clone()], &minds[men.clone()], &nears[men]);
        tally(&stations[u], &drills[u], columns)
    });
    for (u, (tally, able)) in sums.into_iter().enumerate() {
        let (ix, standing) = (UnitIx::new(u), &mut standings[u]);
        if !standing.broken && tally.broken * 2 > able {
            standing.broken = true;
            ledger.write(clock.tick, tally.middle, Event::UnitBroke { unit: ix });
        } else if standing.broken && tally.broken * 4 < able {
            standing.broken = false;
            ledger.write(clock.tick, tally.middle, Event::UnitRallied { unit: ix });
        }
        if !standing.wetted && tally.wet > 0 {
            standing.wetted = true;
            ledger.write(clock.tick, tally.middle, Event::EnteredWater { unit: ix });
        }
        tallies[u] = tally;
    }
}

/// The men of a unit added up; and how many are able.
fn tally(
    station: &Station,
    drill: &Drill,
    (places, bodies, minds, nears): (&[Place], &[Body], &[Mind], &[Near]),
) -> (Tally, u32) {
    let mut tally = Tally::default();
    let (mut able, mut here, mut lag) = (0u32, 0u32, 0.0);
    let (mut sum, mut steady_sum) = (Vec2::ZERO, Vec2::ZERO);
    for (number, (((place, body), mind), near)) in (0..).zip(places.iter().zip(bodies).zip(minds).zip(nears)) {
        tally.alive += u32::from(body.alive());
        if !body.able() {
            continue;
        }
        able += 1;
        if !body.on_field() {
            tally.broken += 1;
            continue;
        }
        here += 1;
        sum += place.pos();
        tally.wet += u32::from(body.wet == 1);
        if mind.runs() {
            tally.broken += 1;
        } else if body.up() {
            tally.steady += 1;
            steady_sum += place.pos();
            tally.fighting += u32::from(near.enemy_m < 1.5);
            lag += (station.place(&drill.0, number) - place.pos()).length();
        }
    }
    // The unit is where its colours are: with those who hold, while there are any.
    tally.middle = match (tally.steady, here) {
        (0, 0) => Vec2::from(station.front),
        (0, n) => sum / n as f32,
        (n, _) => steady_sum / n as f32,
    };
    tally.straggle_m = lag / tally.steady.max(1) as f32;
    (tally, able)
}
