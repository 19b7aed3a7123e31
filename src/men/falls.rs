//! Falls: over bodies on the ground, in collisions, on rough ground, by the current; and who is gone over on the way.

use super::following::LastFollowing;
use super::neighbours::Entry;
use super::params::MenParams;
use super::step::{Field, Step, Surroundings};
use super::table::NOBODY;
use crate::kernel::draws::within;
use crate::record::ledger::Cause;

/// The closing speed at which a collision has the chance of the parameter `men.fall_per_collision`, m/s.
const COLLISION_AT_M_S: f32 = 5.0;

/// One body going over another that lies on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tread {
    /// Who lies there.
    pub down: u32,
    /// Who goes over him.
    pub by: u32,
    /// On horseback.
    pub mounted: bool,
    /// With the way before him open, so that he could see the body in time.
    pub seen: bool,
}

/// What a thread gathers while it steps bodies.
#[derive(Default)]
pub struct Path {
    /// Who went over whom, so far.
    pub treads: Vec<Tread>,
    /// Bodies on the ground before the man being stepped: how far ahead, m, and who, if he lives ([`NOBODY`]: he does not).
    pub(super) before: Vec<(f32, u32)>,
    /// How the last man stepped follows.
    pub(super) following: LastFollowing,
}

/// How many bodies on the ground he goes over in this tick, of those before him; the living are noted down.
pub(super) fn pass_over(field: &Field, me: &Entry, speed: f32, around: &Surroundings, path: &mut Path) -> u32 {
    let way_m = speed * field.dt_s;
    let seen = around.lead_m > field.params.open_way_m;
    let mut passed = 0;
    for &(_, down) in path.before.iter().filter(|(along, _)| *along <= way_m) {
        passed += 1;
        if down != NOBODY && me.up() {
            path.treads.push(Tread { down, by: me.man, mounted: me.mounted(), seen });
        }
    }
    passed
}

/// The chances to fall in this tick: by tripping, collision or rough ground; and by the current.
pub(super) fn fall_chances(
    field: &Field,
    me: &Entry,
    speed: f32,
    bodies_passed: u32,
    s: &Surroundings,
    swept_rate: f32,
) -> [f32; 2] {
    let p = field.params;
    let fast = (speed - p.jostle_m_s).max(0.0);
    let mut stays = 1.0;
    if fast > 0.0 {
        let trip = p.trip_per_body * if s.lead_m > p.open_way_m { p.body_seen } else { 1.0 };
        for _ in 0..bodies_passed {
            stays *= 1.0 - trip;
        }
    }
    stays *= 1.0 - collision(p, s.hit_m_s, s.hit_mounted, field.dt_s);
    if me.mounted() && fast > 0.0 {
        stays *= 1.0 - p.fall_per_km_gallop * 1e-3 * speed * field.dt_s * (speed / p.gallop_horse_m_s);
    }
    [1.0 - stays, within(swept_rate, field.dt_s)]
}

/// The chance to fall, in a tick, of one who touches a body and closes with it at `closing_m_s`.
///
/// A collision's chance goes with the square of the closing speed. It is spread over the time that braking takes, each tick
/// having the part of the square that it uses up: so the whole does not depend on the tick.
fn collision(p: &MenParams, closing_m_s: f32, mounted: bool, dt_s: f32) -> f32 {
    if closing_m_s <= p.jostle_m_s {
        return 0.0;
    }
    let brake = if mounted { p.brake_horse_m_s2 } else { p.brake_foot_m_s2 };
    let left = (closing_m_s - brake * dt_s).max(p.jostle_m_s);
    let used = (closing_m_s * closing_m_s - left * left) / (COLLISION_AT_M_S * COLLISION_AT_M_S);
    1.0 - libm::powf((1.0 - p.fall_per_collision).max(0.0), used)
}

/// The cause of a fall's harm.
pub fn fall_cause(step: &Step) -> Cause {
    if step.swept { Cause::Drowning } else { Cause::Fall }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamTable;

    fn shipped() -> MenParams {
        MenParams::read(&ParamTable::shipped().unwrap()).unwrap()
    }

    /// The chance to fall in a whole collision at a closing speed that braking brings down, by ticks of `dt_s`.
    fn whole_collision(closing_m_s: f32, mounted: bool, dt_s: f32) -> f32 {
        let p = shipped();
        let brake = if mounted { p.brake_horse_m_s2 } else { p.brake_foot_m_s2 };
        let (mut left, mut stays) = (closing_m_s, 1.0);
        while left > 0.0 {
            stays *= 1.0 - collision(&p, left, mounted, dt_s);
            left -= brake * dt_s;
        }
        1.0 - stays
    }

    #[test]
    fn a_collision_is_as_dangerous_in_ticks_of_any_length() {
        for mounted in [false, true] {
            for closing in [1.5, 2.5, 4.0, 5.0, 7.0] {
                let fine = whole_collision(closing, mounted, 0.01);
                for dt_s in [0.25, 0.5] {
                    let coarse = whole_collision(closing, mounted, dt_s);
                    assert!((coarse - fine).abs() < 1e-3 * fine + 1e-6, "{mounted} {closing} {dt_s}: {coarse}, {fine}");
                }
                assert_eq!(fine > 0.0, closing > 2.0, "below the speed at which bodies jostle nobody falls");
            }
        }
    }
}
