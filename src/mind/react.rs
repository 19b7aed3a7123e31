//! What a man makes of what he sees: the stunned pause, relief, crying out, breaking, rallying.

use super::fear::{Fading, Senses, heart, move_fear};
use super::params::MindParams;
use crate::kernel::Stream;
use crate::kernel::draws::within;
use crate::men::table::{Make, Man, Mind};
use crate::record::ledger::Heart;
use crate::scenario::raw::Cry;

/// He has seen the flames turn on him.
pub const SAW_ALARM: u8 = 1;
/// He has seen the flames that hunted him turn away.
pub const SAW_RELIEF: u8 = 2;

/// Dice of one man's mind, one stream for each purpose.
pub struct MindDice {
    /// Stunned pause.
    pub stun: Stream,
    /// Crying out.
    pub cry: Stream,
    /// Believing.
    pub believe: Stream,
    /// Rallying.
    pub rally: Stream,
}

/// Lets one man's mind work for a tick; returns what he cries, if he does.
pub fn react(
    p: &MindParams,
    man: &Man,
    make: &Make,
    mind: &mut Mind,
    s: &Senses,
    dice: &mut MindDice,
    fading: &Fading,
) -> Option<Cry> {
    let dt_s = fading.dt_s;
    let n = man.number;
    notice_flames(p, n, mind, s, dice);
    let heard = s.voices.iter().any(|v| *v > 0.0);
    let luck = if heard { dice.believe.uniform(n, 0) } else { 1.0 };
    move_fear(p, make, mind, s, luck, fading);

    let understands = mind.stun_s > 0.0 && mind.stun_s <= dt_s;
    mind.stun_s = (mind.stun_s - dt_s).max(0.0);
    if understands && mind.seen == SAW_ALARM {
        let shock = (p.surprise * (1.0 - s.flames_m / (2.0 * p.flames_reach_m)).max(0.0)).min(1.0 - mind.fear);
        mind.fear += shock;
        mind.parts.fire += shock;
    }
    mind.obey_s = (mind.obey_s - dt_s).max(0.0);
    let pressed = s.outlook.enemies > s.outlook.enemies_broken && s.outlook.nearest.is_some() || s.flux_kw_m2 > 2.5;
    mind.calm_s = if pressed || s.struck { 0.0 } else { mind.calm_s + dt_s };

    // A stunned man has not yet understood: he neither runs nor rallies nor cries.
    if mind.stun_s > 0.0 {
        return None;
    }
    let was = mind.heart;
    mind.heart = heart(p, make, was, mind.fear);
    if was == Heart::Broken as u8 && mind.fear < p.rally_fear && mind.calm_s > p.rally_calm_s {
        let led = s.mood.leader.max(s.appeal);
        let rate = p.rally_per_s + (p.rally_leader_per_s - p.rally_per_s) * led;
        if dice.rally.chance(n, 0, within(rate, dt_s)) {
            mind.heart = Heart::Shaken as u8;
        }
    }
    cry_out(p, n, mind, dice, dt_s)
}

/// Sees how the nearest flames stand to him, and understands a change after a pause.
fn notice_flames(p: &MindParams, n: u32, mind: &mut Mind, s: &Senses, dice: &mut MindDice) {
    if !s.flames_m.is_finite() {
        return;
    }
    let lean = s.flames_toward;
    // The wind has turned, not he: who has only passed to the other side of the flames is not surprised.
    let eighths = mind.wind.wrapping_sub(1).abs_diff(s.wind_from);
    let wind_turned = mind.wind > 0 && eighths.min(8u8.saturating_sub(eighths)) >= 3;
    let turned_on_him = wind_turned && mind.flames < 0.0 && lean > 0.3 && s.flames_m < 2.0 * p.flames_reach_m;
    let turned_away = wind_turned && mind.flames > 0.0 && lean < -0.3;
    if turned_on_him || turned_away {
        mind.stun_s = p.stun_min_s + dice.stun.uniform(n, 0) * (p.stun_max_s - p.stun_min_s);
        mind.seen = if turned_on_him { SAW_ALARM } else { SAW_RELIEF };
        if turned_away {
            mind.belief[Cry::FireTurned as usize] = 0.0;
            mind.anger = mind.anger.max(p.anger);
        }
    }
    if lean.abs() > 0.3 {
        mind.flames = lean;
        mind.wind = s.wind_from + 1;
    }
}

/// A frightened man cries what he has seen; a relieved one cheers; one who believes passes it on.
fn cry_out(p: &MindParams, n: u32, mind: &mut Mind, dice: &mut MindDice, dt_s: f32) -> Option<Cry> {
    let glad = mind.belief[Cry::Cheer as usize] > 0.5 && mind.cheered == 0 && mind.heart < Heart::Wavering as u8;
    let (cry, rate) = if mind.seen == SAW_RELIEF || glad {
        (Cry::Cheer, p.cheer_rate_per_s)
    } else if mind.fear < p.cry_fear {
        return None;
    } else if mind.seen == SAW_ALARM {
        (Cry::FireTurned, p.cry_rate_per_s)
    } else if mind.belief[Cry::FireTurned as usize] > 0.5 {
        (Cry::FireTurned, p.relay_rate_per_s)
    } else if mind.belief[Cry::Beaten as usize] > 0.5 {
        (Cry::Beaten, p.relay_rate_per_s)
    } else {
        return None;
    };
    if !dice.cry.chance(n, 0, within(rate, dt_s)) {
        return None;
    }
    if mind.seen == SAW_ALARM {
        // He believes what he has cried.
        mind.belief[Cry::FireTurned as usize] = 1.0;
    }
    if cry == Cry::Cheer {
        // Once is enough: a cheer runs through a crowd and dies out.
        mind.cheered = 1;
    }
    mind.seen = 0;
    Some(cry)
}
