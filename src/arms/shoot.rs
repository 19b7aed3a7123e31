//! Shooting: who shoots at whom, and what it does.

use super::params::ArmsParams;
use crate::kernel::{ManIx, Stream};
use crate::men::exposure::Exposure;
use crate::men::presence::Presence;
use crate::men::table::{Body, Hand, Make, Man, Mind, Missile, Place};
use crate::men::wounds::Harm;
use crate::record::ledger::{Cause, Heart, Wound};
use crate::scenario::raw::Relation;

/// The tables shooters read.
pub struct Range<'a> {
    /// Parameters.
    pub params: &'a ArmsParams,
    /// Who is where.
    pub presence: &'a Presence,
    /// Who is whose enemy.
    pub relations: &'a [Vec<Relation>],
    /// Flames near powder.
    pub exposures: &'a [Exposure],
    /// Places.
    pub places: &'a [Place],
    /// Makes.
    pub makes: &'a [Make],
}

/// Dice of shooters of one unit.
pub struct ShotDice {
    /// Whom he aims at.
    pub aim: Stream,
    /// What the shot does.
    pub hit: Stream,
    /// Whether the powder takes.
    pub misfire: Stream,
}

/// Hit and penetration at a distance, by points (distance m, share).
fn at_distance(points: &[(f32, f32)], d: f32) -> f32 {
    let mut last = points[0];
    if d <= last.0 {
        return last.1;
    }
    for &(x, y) in &points[1..] {
        if d <= x {
            return last.1 + (y - last.1) * (d - last.0) / (x - last.0);
        }
        last = (x, y);
    }
    last.1
}

impl Range<'_> {
    /// Lets a man shoot if he can; returns the harm done.
    #[expect(clippy::too_many_arguments, reason = "the columns of the shooter")]
    pub fn shoot(
        &self,
        i: usize,
        man: &Man,
        make: &Make,
        body: &Body,
        mind: &Mind,
        hand: &mut Hand,
        skill: f32,
        dice: &mut ShotDice,
    ) -> Option<Harm> {
        let p = self.params;
        let bow = make.missile == Missile::Bow as u8;
        let place = &self.places[i];
        let still = if bow { body.on_horse() || place.speed < 1.0 } else { place.speed < 0.3 };
        let ready = body.up() && mind.heart != Heart::Broken as u8 && mind.stun_s <= 0.0 && still;
        if !ready || hand.shots == 0 || hand.ready_s > 0.0 {
            return None;
        }
        let at = place.pos();
        let outlook = self.presence.outlook(at, man.side.at());
        let middle = outlook.nearest?;
        let range_m = if bow { p.bow_range_m } else { p.gun_range_m };
        if (middle - at).length() > range_m {
            return None;
        }
        let targets = self.presence.members(middle, usize::from(outlook.nearest_side));
        if targets.is_empty() {
            return None;
        }
        let n = man.number;
        let pick = ((u64::from(dice.aim.word(n, 0)) * targets.len() as u64) >> 32) as usize;
        let target = targets[pick] as usize;
        let distance_m = (self.places[target].pos() - at).length();
        let rate = if bow {
            p.bow_shots_per_min * if body.on_horse() { p.bow_mounted } else { 1.0 }
        } else {
            p.gun_shots_per_min
        };
        let lane = self.presence.clear_lane(at, middle, man.side.at(), self.relations, p.lane_width_m);
        let flat = dice.aim.chance(n, 2, lane);
        // Over the heads of those in front an arrow flies in an arc, at the whole body and no man in it; a ball does not.
        if !(flat || bow && distance_m >= p.bow_arc_from_m) {
            hand.ready_s += p.masked_wait_s;
            return None;
        }
        // A fifth more or less between shots, so that volleys fray.
        let pause_s = 60.0 / rate * (0.8 + 0.4 * dice.aim.uniform(n, 1));
        if !bow && let Some(harm) = self.powder(i, n, hand, pause_s, dice) {
            return harm;
        }
        hand.ready_s += pause_s;
        hand.shots -= 1;
        hand.fired = hand.fired.saturating_add(1);
        let crowd = (targets.len() as f32 / 30.0).min(1.0);
        let moving = if place.speed > 3.0 { p.gallop_aim } else { 1.0 };
        let hit = if bow && !flat {
            p.bow_block_100 * crowd
        } else if bow {
            let single = at_distance(&[(20.0, p.bow_hit_20), (50.0, p.bow_hit_50), (100.0, p.bow_hit_100)], distance_m);
            let block =
                at_distance(&[(20.0, p.bow_hit_20), (50.0, p.bow_block_50), (100.0, p.bow_block_100)], distance_m);
            single + (block - single).max(0.0) * crowd
        } else {
            at_distance(&[(50.0, p.gun_hit_50), (100.0, p.gun_hit_100), (150.0, p.gun_hit_150)], distance_m)
        };
        let armoured = self.makes[target].armoured == 1;
        let through = match (bow, armoured) {
            (true, false) => {
                at_distance(&[(20.0, p.bow_cotton_20), (50.0, p.bow_cotton_50), (100.0, p.bow_cotton_100)], distance_m)
            }
            (true, true) => {
                at_distance(&[(20.0, p.bow_plate_20), (50.0, p.bow_plate_50), (100.0, p.bow_plate_100)], distance_m)
            }
            (false, _) => p.gun_through,
        };
        let steady = if mind.heart == Heart::Wavering as u8 { p.blow_wavering } else { 1.0 };
        if !dice.hit.chance(n, 0, hit * skill * moving * steady) || !dice.hit.chance(n, 1, through) {
            return None;
        }
        let wound = wound_by(dice.hit.uniform(n, 2), p.shot_dead, p.shot_out);
        let cause = if bow { Cause::Arrow } else { Cause::Ball };
        Some(Harm { man: ManIx(target as u32), wound, cause, by: Some(ManIx(i as u32)), distance_m })
    }

    /// Powder near flames: a man refuses to load, or it goes off in his face; or it simply does not take. `None`: it
    /// fires.
    fn powder(&self, i: usize, n: u32, hand: &mut Hand, pause_s: f32, dice: &mut ShotDice) -> Option<Option<Harm>> {
        let p = self.params;
        let flames_m = self.exposures[i].flames_m;
        let nearness = ((p.gun_shy_from_m - flames_m) / (p.gun_shy_from_m - p.gun_shy_full_m)).clamp(0.0, 1.0);
        if dice.misfire.chance(n, 0, nearness * p.gun_refusal) {
            hand.ready_s += pause_s;
            hand.refused = hand.refused.saturating_add(1);
            return Some(None);
        }
        if flames_m < p.gun_shy_full_m && dice.misfire.chance(n, 1, p.gun_accident) {
            hand.ready_s += pause_s;
            hand.shots -= 1;
            let man = ManIx(i as u32);
            return Some(Some(Harm { man, wound: Wound::Out, cause: Cause::OwnSide, by: Some(man), distance_m: 0.0 }));
        }
        if dice.misfire.chance(n, 2, p.gun_misfire) {
            hand.ready_s += pause_s;
            hand.shots -= 1;
            return Some(None);
        }
        hand.fired_near = hand.fired_near.saturating_add(u16::from(flames_m < p.gun_shy_from_m));
        None
    }
}

/// The wound by luck: dead below `dead`, out below `dead + out`, else hurt.
pub fn wound_by(luck: f32, dead: f32, out: f32) -> Wound {
    if luck < dead {
        Wound::Dead
    } else if luck < dead + out {
        Wound::Out
    } else {
        Wound::Hurt
    }
}
