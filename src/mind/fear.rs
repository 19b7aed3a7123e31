//! How a man's fear moves in a tick, and in what parts.

use super::cries::Voices;
use super::mood::Mood;
use super::params::MindParams;
use crate::men::presence::Outlook;
use crate::men::table::{Make, Mind};
use crate::record::ledger::{FearParts, Heart};
use crate::scenario::raw::Cry;

/// All that a man's senses tell him in a tick.
#[derive(Clone, Copy, Debug)]
pub struct Senses<'a> {
    /// His own side around him.
    pub mood: &'a Mood,
    /// Share of his own unit's able men who run.
    pub comrades_broken: f32,
    /// How well he knows his own: the drill of his unit.
    pub cohesion: f32,
    /// Share of the friends in sight, near and far, who run.
    pub far_broken: f32,
    /// Enemies and friends in sight.
    pub outlook: &'a Outlook,
    /// Voices of his side, and of those whose language he knows.
    pub voices: &'a Voices,
    /// Flux on him, kW/m2.
    pub flux_kw_m2: f32,
    /// Distance to the nearest flames he sees, m.
    pub flames_m: f32,
    /// How they stand to him: cosine between the wind and the way from them to him.
    pub flames_toward: f32,
    /// Where the wind comes from, in eighths of a turn from north.
    pub wind_from: u8,
    /// Extinction of the smoke around him, 1/m.
    pub extinction_per_m: f32,
    /// He was struck in this tick.
    pub struck: bool,
    /// An appeal he hears: the authority of who speaks.
    pub appeal: f32,
}

/// What a tick of a certain length leaves of things that fade: the same for all men, so worked out once.
#[derive(Clone, Copy, Debug)]
pub struct Fading {
    /// Length of the tick, s.
    pub dt_s: f32,
    /// Share of the way to the mean of those around that is gone.
    contagion: f32,
    /// Share of the way to temper that is gone.
    calm: f32,
    /// What is left of a belief.
    belief: f32,
    /// What is left of anger.
    anger: f32,
}

impl Fading {
    /// For a tick of `dt_s`.
    pub fn new(p: &MindParams, dt_s: f32) -> Self {
        Self {
            dt_s,
            contagion: 1.0 - libm::expf(-p.contagion_per_s * dt_s),
            calm: 1.0 - libm::expf(-dt_s / p.calm_s),
            belief: libm::expf(-dt_s / p.cry_fades_s),
            anger: libm::expf(-dt_s / p.anger_fades_s),
        }
    }
}

/// Moves the fear of one man on by a tick; cries are believed or not by `luck` (uniform in 0..1).
#[expect(clippy::field_reassign_with_default, reason = "each part is worked out in its turn")]
pub fn move_fear(p: &MindParams, make: &Make, mind: &mut Mind, s: &Senses, luck: f32, fading: &Fading) {
    let dt_s = fading.dt_s;
    let share = |n: u32, of: u32| if n > 0 && of > 0 { n as f32 / of as f32 } else { 0.0 };
    let broken = share(s.mood.broken, s.mood.men);
    let mean = if s.mood.men > 0 { s.mood.fear / s.mood.men as f32 } else { mind.fear };
    let mut parts = FearParts::default();

    // Toward the mean of those around: normalised, two-sided, integrated exactly.
    parts.contagion = (mean - mind.fear) * fading.contagion;
    // A drilled man looks to his own unit, one among strangers to whoever is about or in sight.
    let own = p.own_counts * s.cohesion;
    let running = own * s.comrades_broken
        + (1.0 - own) * broken.max(s.far_broken)
        + p.giving_way_counts * share(s.mood.giving_way, s.mood.men);
    let push = (running - p.runners_from_share) / (p.runners_full_share - p.runners_from_share);
    // Each source frightens a man the less, the nearer his fear is to what that source alone can make of it.
    let fear = mind.fear;
    let adds = |per_s: f32, cap: f32| if per_s > 0.0 { per_s * ((cap - fear) / cap).max(0.0) * dt_s } else { 0.0 };
    parts.runners = adds(p.runners_per_s * push.clamp(0.0, 1.0), p.runners_cap);

    let heat = (s.flux_kw_m2 * 0.1).min(1.0) * p.heat_per_s;
    let near = (1.0 - s.flames_m / p.flames_reach_m).max(0.0);
    parts.fire = adds(heat + p.flames_per_s * near * s.flames_toward.max(0.0), p.fire_cap);
    // 3.912 / 60 m: the extinction at which what is 60 m off is lost to sight.
    parts.smoke = adds(p.smoke_per_s * (s.extinction_per_m / 0.065).min(1.0), p.smoke_cap);

    let holds_off = 1.0 - mind.anger * (1.0 - p.anger_fear);
    let threat = s.outlook.enemies - s.outlook.enemies_broken.min(s.outlook.enemies);
    let odds = (threat as f32 / (s.outlook.friends.max(1)) as f32).min(2.0);
    parts.enemy = adds(p.enemy_per_s * odds * holds_off, p.enemy_cap);
    parts.losses = p.losses * share(s.mood.struck, s.mood.men).min(1.0) + if s.struck { p.own_wound } else { 0.0 };

    let alarmed = adds(p.cry_per_s * alarm(mind), p.cry_cap);
    parts.cries = alarmed + hear(p, mind, s, luck);
    let cheer = mind.belief[Cry::Cheer as usize];
    let rest = -(mind.fear - make.temper_fear) * fading.calm;
    let appeal = p.appeal * s.appeal * (1.0 - broken);
    parts.heart = rest - (p.leader_per_s * s.mood.leader + p.cheer_relief * cheer / p.cry_fades_s) * dt_s - appeal;

    let before = mind.fear;
    let sum = parts.contagion
        + parts.runners
        + parts.fire
        + parts.smoke
        + parts.enemy
        + parts.losses
        + parts.cries
        + parts.heart;
    mind.fear = (before + sum).clamp(0.0, 1.0);
    // What the ends of the scale cut off is taken from calm coming back, so that the parts add up to the fear.
    parts.heart += mind.fear - (before + sum);
    add(&mut mind.parts, &parts);
    for belief in &mut mind.belief {
        *belief *= fading.belief;
        if *belief < 1e-4 {
            *belief = 0.0;
        }
    }
    mind.anger *= fading.anger;
    if mind.anger < 1e-4 {
        mind.anger = 0.0;
    }
}

/// The worse of the alarms he believes.
fn alarm(mind: &Mind) -> f32 {
    mind.belief[Cry::FireTurned as usize].max(mind.belief[Cry::Beaten as usize])
}

/// Takes in the cries heard: belief rises by a share of what is missing, once a tick, however many cry. Returns the
/// shock of alarm newly believed.
fn hear(p: &MindParams, mind: &mut Mind, s: &Senses, luck: f32) -> f32 {
    let mind_runs = mind.runs();
    let before = alarm(mind);
    // He who runs already listens to no alarm.
    let deaf = |kind: usize| mind_runs && kind != Cry::Cheer as usize;
    for (kind, &voices) in s.voices.iter().enumerate() {
        if voices <= 0.0 || deaf(kind) {
            continue;
        }
        let sees_it = match kind {
            k if k == Cry::FireTurned as usize => s.flames_m < p.flames_reach_m && s.flames_toward > 0.0,
            k if k == Cry::Beaten as usize => s.mood.broken * 2 > s.mood.men,
            _ => true,
        };
        let mut credit = 0.5;
        if !sees_it {
            let hidden = (s.extinction_per_m / 0.02).min(1.0);
            credit *= p.cry_refuted + (1.0 - p.cry_refuted) * hidden;
            credit += p.cry_in_smoke * hidden;
        }
        credit += p.cry_no_leader * (1.0 - s.mood.leader);
        // More voices make it likelier that one is heard and believed, with less and less added.
        let n = voices.min(20.0);
        let chance = credit.min(1.0) * n / (n + 2.0);
        if luck < chance {
            mind.belief[kind] += p.cry_believed * (1.0 - mind.belief[kind]);
        }
    }
    p.cry_shock * (alarm(mind) - before).max(0.0)
}

fn add(sum: &mut FearParts, parts: &FearParts) {
    let (sum, parts): (&mut [f32; 8], &[f32; 8]) = (bytemuck::cast_mut(sum), bytemuck::cast_ref(parts));
    for (s, p) in sum.iter_mut().zip(parts) {
        *s += p;
    }
}

/// The heart that goes with a fear, given what it was: limits are passed upward at once, downward only when fear has
/// fallen well below them. Breaking is left by rallying alone.
pub fn heart(p: &MindParams, make: &Make, was: u8, fear: f32) -> u8 {
    let limits = [p.shaken_fear, p.wavering_fear.min(make.break_fear - 0.05), make.break_fear];
    if was == Heart::Broken as u8 || fear > limits[2] {
        return Heart::Broken as u8;
    }
    let mut heart = was.min(Heart::Wavering as u8);
    while usize::from(heart) < 2 && fear > limits[usize::from(heart)] {
        heart += 1;
    }
    while heart > 0 && fear < limits[usize::from(heart) - 1] - p.hysteresis {
        heart -= 1;
    }
    heart
}
