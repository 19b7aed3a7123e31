//! Falls: over bodies on the ground, in collisions, on rough ground, by the current; and who is gone over on the way.

use super::following::LastFollowing;
use super::neighbours::Entry;
use super::params::MenParams;
use super::step::{Field, Step, Surroundings};
use super::table::NOBODY;
use crate::kernel::draws::within;
use crate::record::ledger::Cause;

/// A horse going over a body that lies on the ground, in one tick.
#[derive(Clone, Copy, Debug)]
pub struct Tread {
    /// Who lies there.
    pub down: u32,
    /// Who rides over him.
    pub by: u32,
    /// The part of the whole passage that falls in this tick.
    pub share: f32,
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

/// The way on which a body on the ground is gone over, from the moment that it lies under the middle of who goes, m.
///
/// What can happen in a passage is spread over this way, so that it depends neither on the tick nor on how often one who is
/// shoved to and fro in a press begins anew.
pub(super) fn crossing_m(p: &MenParams, mounted: bool) -> f32 {
    if mounted { p.half_length_horse_m } else { p.half_foot_m }
}

/// The part of the passage over a body, `along_m` ahead at the start of a tick, that falls in a tick in which the way `way_m`
/// is gone.
fn share_of_passage(along_m: f32, way_m: f32, crossing_m: f32) -> f32 {
    let (from, to) = (along_m.min(0.0), (along_m - way_m).max(-crossing_m));
    (from - to).max(0.0) / crossing_m
}

/// How many bodies on the ground he goes over in this tick, in whole passages; the living whom a horse goes over are noted
/// down.
pub(super) fn go_over(field: &Field, me: &Entry, speed: f32, around: &Surroundings, path: &mut Path) -> f32 {
    if !me.up() {
        return 0.0;
    }
    let (way_m, crossing_m) = (speed * field.dt_s, crossing_m(field.params, me.mounted()));
    let seen = around.lead_m > field.params.open_way_m;
    let mut passages = 0.0;
    for &(along_m, down) in &path.before {
        let share = share_of_passage(along_m, way_m, crossing_m);
        passages += share;
        if share > 0.0 && down != NOBODY && me.mounted() {
            path.treads.push(Tread { down, by: me.man, share, seen });
        }
    }
    passages
}

/// The chances to fall in this tick: by tripping, collision or rough ground; and by the current.
pub(super) fn fall_chances(
    field: &Field,
    me: &Entry,
    speed: f32,
    gone_over: f32,
    s: &Surroundings,
    swept_rate: f32,
) -> [f32; 2] {
    let p = field.params;
    let fast = (speed - p.jostle_m_s).max(0.0);
    let mut stays = 1.0;
    if fast > 0.0 && gone_over > 0.0 {
        let trip = p.trip_per_body * if s.lead_m > p.open_way_m { p.body_seen } else { 1.0 };
        stays *= libm::powf((1.0 - trip).max(0.0), gone_over);
    }
    stays *= s.collisions.stays(p);
    if me.mounted() && fast > 0.0 {
        stays *= 1.0 - p.fall_per_km_gallop * 1e-3 * speed * field.dt_s * (speed / p.gallop_horse_m_s);
    }
    [1.0 - stays, within(swept_rate, field.dt_s)]
}

/// The cause of a fall's harm.
pub fn fall_cause(step: &Step) -> Cause {
    if step.swept { Cause::Drowning } else { Cause::Fall }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_over_a_body_is_one_passage_in_ticks_of_any_length() {
        for crossing_m in [0.2, 1.2] {
            for (speed, dt_s) in [(5.4f32, 0.5f32), (5.4, 0.25), (5.4, 0.05), (1.8, 0.5), (0.1, 0.5), (3.6, 1.0)] {
                for phase in 0..10 {
                    let way = speed * dt_s;
                    let (mut along, mut sum) = (2.0 + way * phase as f32 / 10.0, 0.0);
                    while along > -2.0 {
                        sum += share_of_passage(along, way, crossing_m);
                        along -= way;
                    }
                    assert!((sum - 1.0).abs() < 1e-3, "{crossing_m} {speed} {dt_s} {phase}: {sum}");
                }
            }
        }
    }

    #[test]
    fn who_is_shoved_back_does_not_begin_a_passage_anew() {
        // On the spot over a body: forward by a step, shoved back by as much, a hundred times in as many short ticks.
        let sum: f32 = (0..100).map(|_| share_of_passage(0.05, 0.1, 1.2)).sum();
        assert!((sum - 100.0 * 0.05 / 1.2).abs() < 1e-3, "{sum}");
    }
}
