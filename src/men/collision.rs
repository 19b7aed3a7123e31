//! Collisions: two bodies that run into each other share their momentum along the line between them, and may fall.

use super::params::MenParams;
use super::table::NOBODY;

/// The closing speed at which a collision of equals has the chance of the parameter `men.fall_per_collision`, m/s.
const COLLISION_AT_M_S: f32 = 5.0;

/// The collisions of one body in one tick.
#[derive(Clone, Copy, Debug)]
pub struct Collisions {
    /// The hardest blow: the speed along the line between the two that it takes from him, m/s, and with whom.
    hardest_m_s: f32,
    with: u32,
    /// What that blow takes from his own speed; below zero it drives him on, m/s.
    slows_m_s: f32,
    /// The sum of the squares of the blows, in those of a collision of equals at [`COLLISION_AT_M_S`].
    strain: f32,
}

impl Default for Collisions {
    fn default() -> Self {
        Self { hardest_m_s: 0.0, with: NOBODY, slows_m_s: 0.0, strain: 0.0 }
    }
}

impl Collisions {
    /// Two bodies touch, `gap_m` (below zero) between them, and close at `closing_m_s`. It is a collision if they touch since
    /// the last tick and don't merely jostle; so a collision is counted once, however long the tick.
    ///
    /// They part without rebound: along the line between them both go on at one speed, of which each loses or gains by the
    /// `share` that the other has of their common weight. `mine` is the cosine of his heading to the other.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "what a collision depends on")]
    pub fn meet(&mut self, p: &MenParams, with: u32, gap_m: f32, closing_m_s: f32, share: f32, mine: f32, dt_s: f32) {
        if closing_m_s <= p.jostle_m_s || gap_m + closing_m_s * dt_s < 0.0 {
            return;
        }
        let blow_m_s = closing_m_s * share;
        let of_equals = blow_m_s / (0.5 * COLLISION_AT_M_S);
        self.strain += of_equals * of_equals;
        if blow_m_s > self.hardest_m_s {
            (self.hardest_m_s, self.with, self.slows_m_s) = (blow_m_s, with, blow_m_s * mine);
        }
    }

    /// With whom he collided hardest ([`NOBODY`]: he did not).
    pub fn with(&self) -> u32 {
        self.with
    }

    /// The speed that is left of `speed_m_s`, m/s.
    pub fn speed_after(&self, speed_m_s: f32) -> f32 {
        (speed_m_s - self.slows_m_s).max(0.0)
    }

    /// The chance that he stays up: a blow's chance to fell him goes with its square.
    pub fn stays(&self, p: &MenParams) -> f32 {
        if self.strain > 0.0 { libm::powf((1.0 - p.fall_per_collision).max(0.0), self.strain) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamTable;

    fn shipped() -> MenParams {
        MenParams::read(&ParamTable::shipped().unwrap()).unwrap()
    }

    /// Two bodies on a line, the first behind the second or before it, until they part: the chance of each to stay up, and
    /// their speeds at the end. Speeds are along the line.
    fn run_into(mut speeds: [f32; 2], weights: [f32; 2], phase: f32, dt_s: f32) -> ([f32; 2], [f32; 2]) {
        let p = shipped();
        let mut gap = 1.0 + phase * (speeds[0] - speeds[1]) * dt_s;
        let mut stays = [1.0, 1.0];
        for _ in 0..(3.0 / dt_s) as u32 {
            let closing = speeds[0] - speeds[1];
            let mut pushed = 0.0;
            if gap < 0.0 {
                pushed = -gap;
                for (i, sign) in [(0, 1.0), (1, -1.0)] {
                    let mut c = Collisions::default();
                    c.meet(&p, 7, gap, closing, weights[1 - i] / (weights[0] + weights[1]), sign, dt_s);
                    stays[i] *= c.stays(&p);
                    speeds[i] -= c.slows_m_s;
                }
            }
            gap += (speeds[1] - speeds[0]) * dt_s + pushed;
        }
        (stays, speeds)
    }

    #[test]
    fn a_collision_happens_once_in_ticks_of_any_length_and_keeps_the_momentum() {
        let p = shipped();
        for (speeds, weights) in [
            ([5.0, 0.0], [7.0, 7.0]),
            ([5.0, 1.0], [7.0, 7.0]),
            ([3.0, -3.0], [7.0, 7.0]),
            ([5.0, 0.0], [7.0, 1.0]),
            ([5.0, 0.0], [1.0, 7.0]),
        ] {
            let whole = weights[0] + weights[1];
            let common = (speeds[0] * weights[0] + speeds[1] * weights[1]) / whole;
            for dt_s in [1.0, 0.5, 0.25, 0.05] {
                for phase in [0.05, 0.3, 0.55, 0.8] {
                    let (stays, after) = run_into(speeds, weights, phase, dt_s);
                    for i in 0..2 {
                        let blow = (speeds[i] - common).abs() / 2.5;
                        let once = libm::powf(1.0 - p.fall_per_collision, blow * blow);
                        assert!((stays[i] - once).abs() < 1e-4, "{speeds:?} {dt_s} {phase}: {}, {once}", stays[i]);
                        assert!((after[i] - common).abs() < 1e-4, "{speeds:?} {dt_s} {phase}: {after:?}, {common}");
                    }
                }
            }
        }
    }

    #[test]
    fn who_is_ridden_down_falls_more_than_who_rides() {
        let (stays, _) = run_into([5.0, 0.0], [7.0, 1.0], 0.5, 0.5);
        assert!(1.0 - stays[1] > 20.0 * (1.0 - stays[0]) && stays[0] < 1.0, "{stays:?}");
    }

    #[test]
    fn who_only_jostles_does_not_collide() {
        let (stays, speeds) = run_into([1.9, 0.0], [1.0, 1.0], 0.5, 0.5);
        assert_eq!((stays, speeds), ([1.0, 1.0], [1.9, 0.0]));
    }
}
