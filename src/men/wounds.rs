//! What harm does to a man: the one place where wounds are given, whatever gave them.

use bevy::prelude::*;

use super::table::{Body, CARRIED, DOWN, NOBODY, Place, UP};
use crate::kernel::{ManIx, Tick};
use crate::record::ledger::{Cause, Event, Ledger, Wound};

/// Men struck in this tick, for those who see it. Emptied at the start of each tick.
#[derive(Resource, Default)]
pub struct Struck(pub Vec<ManIx>);

/// Harm to a man.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// Whom.
    pub man: ManIx,
    /// How badly.
    pub wound: Wound,
    /// What did it.
    pub cause: Cause,
    /// By whose hand.
    pub by: Option<ManIx>,
    /// From how far, m.
    pub distance_m: f32,
}

/// What harm writes to.
pub struct Victims<'a> {
    /// Bodies.
    pub bodies: &'a mut [Body],
    /// Places.
    pub places: &'a mut [Place],
    /// The ledger.
    pub ledger: &'a mut Ledger,
    /// Struck men.
    pub struck: &'a mut Vec<ManIx>,
    /// Now.
    pub tick: Tick,
}

impl Victims<'_> {
    /// Gives a wound. A man already hurt who is hurt again is out; the dead can't be hurt.
    pub fn harm(&mut self, harm: Harm) {
        let i = harm.man.at();
        let old = self.bodies[i].wound;
        if old >= Wound::Dead as u8 {
            return;
        }
        let again = old == Wound::Hurt as u8 && harm.wound == Wound::Hurt;
        let wound = if again { Wound::Out } else { harm.wound };
        if wound as u8 <= old {
            return;
        }
        let body = &mut self.bodies[i];
        body.wound = wound as u8;
        if wound >= Wound::Out {
            if body.first_cause == 0 {
                body.first_cause = harm.cause as u8;
            }
            if wound == Wound::Dead {
                body.final_cause = harm.cause as u8;
            }
            self.lay_down(i, 0.0);
            self.bodies[i].mounted = 0;
        }
        let at = self.places[i].pos();
        let Harm { man, cause, by, distance_m, .. } = harm;
        self.ledger.write(self.tick, at, Event::Hurt { man, wound, cause, by, distance_m });
        self.struck.push(man);
    }

    /// Lays a man on the ground for at least `down_s`; two who share a horse part.
    pub fn lay_down(&mut self, i: usize, down_s: f32) {
        let other = std::mem::replace(&mut self.bodies[i].link, NOBODY);
        if let Some(partner) = self.bodies.get_mut(other as usize) {
            partner.link = NOBODY;
            if partner.posture == CARRIED {
                partner.posture = DOWN;
                partner.down_s = partner.down_s.max(down_s);
            } else if self.bodies[i].posture == CARRIED {
                // The rider goes on alone.
                self.bodies[other as usize].posture = UP;
            }
        }
        self.bodies[i].posture = DOWN;
        self.bodies[i].down_s = down_s;
        self.places[i].speed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;

    #[test]
    fn a_second_hurt_puts_a_man_out_and_the_first_cause_stays() {
        let mut bodies = [Body { link: NOBODY, ..Body::zeroed() }];
        let mut places = [Place::zeroed()];
        let mut ledger = Ledger::default();
        let mut struck = Vec::new();
        let mut victims = Victims {
            bodies: &mut bodies,
            places: &mut places,
            ledger: &mut ledger,
            struck: &mut struck,
            tick: Tick(1),
        };
        let hit = |wound, cause| Harm { man: ManIx(0), wound, cause, by: None, distance_m: 0.0 };
        victims.harm(hit(Wound::Hurt, Cause::Arrow));
        victims.harm(hit(Wound::Hurt, Cause::Trample));
        victims.harm(hit(Wound::Dead, Cause::Fire));
        victims.harm(hit(Wound::Dead, Cause::Blade));
        assert_eq!((bodies[0].first_cause, bodies[0].final_cause), (Cause::Trample as u8, Cause::Fire as u8));
        assert_eq!(ledger.entries.len(), 3, "the dead are not hurt again");
    }
}
