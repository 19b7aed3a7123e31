//! Blows: men in reach of an enemy strike at him, seldom where lines face each other, often where one side runs.

use super::params::ArmsParams;
use super::shoot::wound_by;
use crate::kernel::draws::within;
use crate::kernel::{ManIx, Stream};
use crate::men::table::{Body, Make, Mind, NOBODY, Near, Place};
use crate::men::wounds::Harm;
use crate::record::ledger::{Cause, Heart};

/// The tables fighters read.
pub struct Melee<'a> {
    /// Parameters.
    pub params: &'a ArmsParams,
    /// Places.
    pub places: &'a [Place],
    /// Bodies.
    pub bodies: &'a [Body],
    /// Minds.
    pub minds: &'a [Mind],
    /// Who is near whom.
    pub nears: &'a [Near],
    /// Makes.
    pub makes: &'a [Make],
    /// Length of a tick, s.
    pub dt_s: f32,
}

impl Melee<'_> {
    /// The harm that man `i` does with his blade in this tick.
    pub fn strike(&self, i: usize, number: u32, skill: f32, dice: &mut Stream) -> Option<Harm> {
        let p = self.params;
        let (body, mind, near) = (&self.bodies[i], &self.minds[i], &self.nears[i]);
        let reach = if body.on_horse() { p.blow_reach_horse_m } else { p.blow_reach_foot_m };
        if near.enemy == NOBODY || near.enemy_m > reach || !body.up() || mind.stun_s > 0.0 {
            return None;
        }
        let spirit = match mind.heart {
            h if h == Heart::Steady as u8 => 1.0,
            h if h == Heart::Shaken as u8 => p.blow_shaken,
            h if h == Heart::Wavering as u8 => p.blow_wavering,
            _ => return None,
        };
        let e = near.enemy as usize;
        if !self.bodies[e].alive() {
            return None;
        }
        let from_enemy = (self.places[i].pos() - self.places[e].pos()).normalize_or_zero();
        let behind = from_enemy.dot(self.places[e].heading()) < -0.3;
        let runs = self.minds[e].runs();
        let hemmed = self.nears[e].enemies > self.nears[e].friends + 1;
        let share = if runs || hemmed { p.blow_share_rout } else { p.blow_share_lines };
        let back = if behind { p.blow_back } else { 1.0 };
        let seat = if body.on_horse() && !self.bodies[e].on_horse() { p.blow_mounted } else { 1.0 };
        let anger = 1.0 + (p.blow_angry - 1.0) * mind.anger;
        let armour = if self.makes[e].armoured == 1 { p.blow_armour } else { 1.0 };
        let rate = p.blow_per_man_min / 60.0 * share * back * seat * anger * spirit * skill * armour;
        if !dice.chance(number, 0, within(rate, self.dt_s)) {
            return None;
        }
        let wound = wound_by(dice.uniform(number, 1), p.blow_dead, p.blow_out);
        let distance_m = near.enemy_m.max(0.0);
        Some(Harm { man: ManIx(near.enemy), wound, cause: Cause::Blade, by: Some(ManIx(i as u32)), distance_m })
    }
}
