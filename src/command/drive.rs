//! How a unit's station moves under its order.

use bevy::prelude::*;

use super::params::CommandParams;
use super::units::{Drill, Standing, Tally, Unit, unit_rows, unit_rows_mut};
use crate::fire::{Fire, Smoke};
use crate::ground::Ground;
use crate::kernel::{Clock, Workers};
use crate::men::formation::{Formation, Station};
use crate::men::params::MenParams;
use crate::men::presence::Presence;
use crate::scenario::Scenario;
use crate::scenario::checked::Order;
use crate::scenario::raw::{Arm, Pace};

use super::look::{Sight, View, view};

/// Puts the station's middle on the middle of the men, facing as it did.
pub fn gather(station: &mut Station, formation: &Formation, middle: Vec2) {
    station.front = (middle + Vec2::from(station.facing) * (formation.depth_m() * 0.5)).into();
}

/// The middle of a station, m.
fn middle_of(station: &Station, formation: &Formation) -> Vec2 {
    Vec2::from(station.front) - Vec2::from(station.facing) * (formation.depth_m() * 0.5)
}

/// Speed of an arm at a pace, m/s.
pub fn pace_speed(p: &MenParams, arm: Arm, pace: Pace) -> f32 {
    match (arm, pace) {
        (Arm::Foot, Pace::Walk) => p.walk_foot_m_s,
        (Arm::Foot, Pace::Trot) => p.jog_foot_m_s,
        (Arm::Foot, Pace::Run) => p.run_foot_m_s,
        (Arm::Horse, Pace::Walk) => p.walk_horse_m_s,
        (Arm::Horse, Pace::Trot) => p.trot_horse_m_s,
        (Arm::Horse, Pace::Run) => p.gallop_horse_m_s,
    }
}

/// The pace at which a unit's men move now, by its order and the enemy.
pub fn pace_of(p: &CommandParams, order: &Order, loose: bool, enemy_m: f32) -> Pace {
    match order {
        Order::Hold => Pace::Walk,
        Order::March { pace, .. } | Order::Follow { pace, .. } => *pace,
        Order::Attack | Order::Between(..) if enemy_m < p.charge_m || loose => Pace::Run,
        Order::Attack | Order::Between(..) => Pace::Trot,
        Order::Withdraw { .. } | Order::Join { .. } if enemy_m < p.pressed_m => Pace::Trot,
        Order::Withdraw { .. } | Order::Join { .. } => Pace::Walk,
    }
}

/// Moves every station on.
pub fn drive_units(
    (params, men_params, scenario, clock): (Res<CommandParams>, Res<MenParams>, Res<Scenario>, Res<Clock>),
    (ground, fire, smoke, presence): (Res<Ground>, Res<Fire>, Res<Smoke>, Res<Presence>),
    workers: Res<Workers>,
    tallies: Query<&Tally, With<Unit>>,
    drills: Query<&Drill, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
    mut stations: Query<&mut Station, With<Unit>>,
) {
    let (tallies, drills) = (unit_rows(&tallies), unit_rows(&drills));
    let (standings, stations) = (unit_rows_mut(&mut standings), unit_rows_mut(&mut stations));
    let p = &*params;
    let sight = Sight { smoke: &smoke, ground: &ground, params: p };
    let looks = look_about(&workers, &clock, &scenario, &presence, &sight, tallies, standings);
    for (u, unit) in scenario.units.iter().enumerate() {
        let (tally, formation, standing, station) = (&tallies[u], &drills[u].0, &mut standings[u], &mut stations[u]);
        if tally.steady == 0 {
            continue;
        }
        if standing.gives_way && !standing.loose {
            gather(station, formation, tally.middle);
            continue;
        }
        let outlook = presence.outlook(tally.middle, unit.side.at());
        let enemy_m = outlook.nearest.map_or(f32::INFINITY, |at| (at - tally.middle).length());
        let (goal, arrive_m) = match standing.order {
            Order::Hold => continue,
            Order::March { to, .. } | Order::Withdraw { to } | Order::Follow { to, .. } => {
                let place = &scenario.places[to.at()];
                (Vec2::from(place.at), place.radius_m * 0.5)
            }
            Order::Join { unit: other } => (tallies[other.at()].middle, 40.0),
            Order::Between(a, b) => {
                let between = (tallies[a.at()].middle + tallies[b.at()].middle) * 0.5;
                if (tally.middle - between).length() < p.between_m {
                    standing.order = Order::Attack;
                }
                (between, 1.0)
            }
            Order::Attack => {
                if let Some(view) = looks[u] {
                    standing.enemy_at = (view.enemies > 0).then_some(view.enemy_at.into());
                    // Against men who run the ranks are let go, and closed again where the men are before others who hold.
                    let parts = if standing.loose { 3 } else { 2 };
                    let lets_go = view.enemies > 0 && view.enemies_broken * parts > view.enemies;
                    if std::mem::replace(&mut standing.loose, lets_go) && !lets_go {
                        gather(station, formation, tally.middle);
                    }
                }
                match outlook.nearest.or(standing.enemy_at.map(Vec2::from)) {
                    Some(at) => (at, 1.0),
                    None => continue,
                }
            }
        };
        // A crowd has no station on the way: each man makes for his post at the goal.
        let here = middle_of(station, formation);
        let from = if standing.loose { tally.middle } else { here };
        if (goal - from).length() <= arrive_m {
            if matches!(standing.order, Order::March { .. } | Order::Withdraw { .. } | Order::Follow { .. }) {
                standing.order = Order::Hold;
                standing.loose = false;
            }
            continue;
        }
        let goal = standing.by_way_of.map_or(goal, Vec2::from);
        let way = goal - from;
        let distance = way.length();
        if distance < 0.1 {
            continue;
        }
        let ahead = way / distance;
        if standing.loose {
            station.face(formation, ahead);
            gather(station, formation, goal);
            continue;
        }
        if Vec2::from(station.facing).dot(ahead) < 0.985 {
            let old = Vec2::from(station.facing);
            // To go back every man turns round where he stands. Then, as to go aside, the line wheels, and slowly: its outer
            // file walks.
            let turn = 1.0 - libm::expf(-clock.dt_s / (1.0 + unit.frontage_m / 40.0));
            let old = if old.dot(ahead) < 0.0 { -old } else { old };
            let middle = here;
            station.face(formation, old);
            station.face(formation, (old + (ahead - old) * turn).normalize_or(ahead));
            gather(station, formation, middle);
        }
        let speed = pace_speed(&men_params, unit.troops.arm, pace_of(p, &standing.order, standing.loose, enemy_m))
            * unit.troops.speed;
        let waits = (1.0 - (tally.straggle_m / p.straggle_m - 1.0).clamp(0.0, 1.0)).max(0.1);
        let mut step = (speed * waits * clock.dt_s).min(distance);
        // Who follows a fire stays behind it; others lead their men through a line that can be leapt over.
        let (keep_m, thin_m) = match standing.order {
            Order::Follow { behind_fire_m, .. } => (behind_fire_m, 0.0),
            _ => (p.off_flames_m, men_params.thin_flames_m),
        };
        if near_flames(&fire, station, formation, ahead, keep_m, thin_m) {
            step = 0.0;
        }
        station.front = (Vec2::from(station.front) + ahead * step).into();
    }
}

/// What the officers of units that attack see: they look about every few seconds, and at once when the order has come.
fn look_about(
    workers: &Workers,
    clock: &Clock,
    scenario: &Scenario,
    presence: &Presence,
    sight: &Sight,
    tallies: &[Tally],
    standings: &[Standing],
) -> Vec<Option<View>> {
    let due = |u: usize| {
        let standing = &standings[u];
        let looks = clock.every(sight.params.look_s) || clock.tick == standing.since;
        looks && standing.order == Order::Attack && tallies[u].steady > 0
    };
    let look = |u: usize| due(u).then(|| view(presence, scenario, sight, tallies[u].middle, scenario.units[u].side));
    if !(0..standings.len()).any(due) {
        return vec![None; standings.len()];
    }
    workers.pieces(standings.len(), 1, |range| look(range.start))
}

/// Are there flames deeper than `thin_m` within `keep_m` ahead of the front?
fn near_flames(fire: &Fire, station: &Station, formation: &Formation, ahead: Vec2, keep_m: f32, thin_m: f32) -> bool {
    let facing = Vec2::from(station.facing);
    let right = Vec2::new(facing.y, -facing.x);
    let half = (formation.files - 1) as f32 * 0.5 * formation.file_m;
    [-1.0, -0.5, 0.0, 0.5, 1.0].iter().any(|k| {
        let at = Vec2::from(station.front) + right * (half * k);
        fire.nearest_flame(at)
            .is_some_and(|f| f.depth_m > thin_m && f.distance_m < keep_m && (f.at - at).dot(ahead) > 0.0)
    })
}
