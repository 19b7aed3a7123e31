//! How a man follows the one before him.

use super::params::MenParams;

/// How a man follows the one before him: at `share` of that one's speed and the clear way divided by a headway, the
/// collision-free speed model. Taken over a whole tick with the front man's speed held, so that nobody runs into another
/// because a tick is long: the way made good is that of the exact solution.
#[derive(Clone, Copy, Default)]
pub struct Following {
    /// Of the front man's speed.
    per_lead: f32,
    /// Of the clear way, 1/s.
    per_clear: f32,
}

impl Following {
    /// Of a man on foot or on horseback who presses on so much (0 to 1), over a tick.
    pub fn new(p: &MenParams, mounted: bool, pressing: f32, dt_s: f32) -> Self {
        let share = if mounted { p.headway_follow_horse } else { p.headway_follow };
        let headway = headway_s(p, pressing);
        let per_clear = (1.0 - libm::expf(-dt_s / headway)) / dt_s;
        Self { per_lead: 1.0 - per_clear * headway * (1.0 - share), per_clear }
    }
    /// The speed, m/s, behind one who goes at `leads` m/s with `clear` m between.
    #[inline]
    pub fn speed(self, leads: f32, clear: f32) -> f32 {
        self.per_lead * leads + self.per_clear * clear
    }
}

/// How the last man follows, since most men follow like the one before them in the table: for one battle's parameters and
/// tick.
#[derive(Default)]
pub struct LastFollowing {
    mounted: bool,
    pressing: Option<f32>,
    following: Following,
}

impl LastFollowing {
    /// [`Following::new`].
    pub fn of(&mut self, p: &MenParams, mounted: bool, pressing: f32, dt_s: f32) -> Following {
        if self.mounted != mounted || self.pressing != Some(pressing) {
            *self = Self { mounted, pressing: Some(pressing), following: Following::new(p, mounted, pressing, dt_s) };
        }
        self.following
    }
}

/// The time headway of a man who presses on so much, s.
pub fn headway_s(p: &MenParams, pressing: f32) -> f32 {
    p.headway_s * (1.0 - pressing * (1.0 - p.headway_pressing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamTable;

    fn shipped() -> MenParams {
        MenParams::read(&ParamTable::shipped().unwrap()).unwrap()
    }

    /// The clear way left after a time behind one who goes at `leads` m/s, by ticks of `dt_s`.
    fn clear_after(t_s: f32, dt_s: f32, mounted: bool, pressing: f32, leads: f32) -> f32 {
        let p = shipped();
        let following = Following::new(&p, mounted, pressing, dt_s);
        let mut clear = 6.0;
        for _ in 0..(t_s / dt_s) as u32 {
            clear += (leads - following.speed(leads, clear)) * dt_s;
            assert!(clear > 0.0, "ran into him: {clear}");
        }
        clear
    }

    #[test]
    fn the_way_to_the_next_man_closes_alike_in_ticks_of_any_length() {
        for (mounted, pressing) in [(false, 0.0), (false, 1.0), (true, 0.0), (true, 1.0)] {
            for leads in [0.0, 0.7, 3.0] {
                let fine = clear_after(4.0, 0.01, mounted, pressing, leads);
                for dt_s in [0.25, 0.5, 2.0] {
                    let coarse = clear_after(4.0, dt_s, mounted, pressing, leads);
                    assert!((coarse - fine).abs() < 2e-3, "{mounted} {pressing} {leads} {dt_s}: {coarse}, {fine}");
                }
            }
        }
    }
}
