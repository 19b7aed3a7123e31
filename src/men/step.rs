//! One step of every body: the neighbour pass, the move, and what happens on the way.
//!
//! A first-order velocity model: a man turns toward where he wants to go, giving way to those beside him, at the speed
//! that the man in front allows (collision-free speed model, Tordeux, Chraibi and Seyfried 2016), within what his
//! acceleration and brakes can do in a tick. Those who could not brake in time overlap: they collide, are pushed apart, and
//! may fall.

use super::collision::Collisions;
use super::exposure::Exposure;
use super::falls::{Path, crossing_m, fall_chances, go_over};
use super::following::{Following, headway_s};
use super::footing;
use super::neighbours::{CELL_M, Entry, Walk};
use super::params::MenParams;
use super::table::{Body, Intent, Make, Man, NOBODY, Near, Place};
use crate::fire::{Fire, Smoke};
use crate::ground::Ground;
use crate::kernel::{Draws, Purpose, Stream, Tick, UnitKey, Vec2};
use crate::scenario::Scenario;
use crate::scenario::raw::Relation;

/// What all bodies read while they step.
pub struct Field<'a> {
    /// Parameters.
    pub params: &'a MenParams,
    /// The ground.
    pub ground: &'a Ground,
    /// The fire.
    pub fire: &'a Fire,
    /// The smoke.
    pub smoke: &'a Smoke,
    /// Who is hostile to whom, keys of units.
    pub scenario: &'a Scenario,
    /// Draws.
    pub draws: Draws,
    /// The tick.
    pub tick: Tick,
    /// Its length, s.
    pub dt_s: f32,
}

/// A man's step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Whose.
    pub man: u32,
    /// Where he is after it.
    pub place: Place,
    /// What is near him.
    pub near: Near,
    /// His breath after it.
    pub breath: f32,
    /// Heat taken in.
    pub burn_dose: f32,
    /// Choking after it.
    pub choke: f32,
    /// In the water after it.
    pub wet: bool,
    /// He falls.
    pub falls: bool,
    /// Over whom, or into whom ([`NOBODY`]: over nothing).
    pub over: u32,
    /// His speed before he fell, m/s.
    pub fell_at_m_s: f32,
    /// He falls because his footing in the water is gone.
    pub swept: bool,
}

impl Step {
    /// No step, and nobody's.
    pub const NONE: Self = Self {
        man: NOBODY,
        place: Place { x: 0.0, y: 0.0, hx: 0.0, hy: 0.0, speed: 0.0 },
        near: Near { density: 0.0, enemy_m: 0.0, enemy: NOBODY, enemies: 0, friends: 0 },
        breath: 0.0,
        burn_dose: 0.0,
        choke: 0.0,
        wet: false,
        falls: false,
        over: NOBODY,
        fell_at_m_s: 0.0,
        swept: false,
    };
}

/// Draw streams of the unit at hand: men who stand together mostly belong together.
pub struct UnitDraws {
    draws: Draws,
    tick: Tick,
    purpose: Purpose,
    current: Option<(UnitKey, Stream)>,
}

impl UnitDraws {
    /// Streams for one purpose and tick.
    pub fn new(draws: Draws, purpose: Purpose, tick: Tick) -> Self {
        Self { draws, tick, purpose, current: None }
    }
    /// The stream of a unit.
    pub fn of(&mut self, unit: UnitKey) -> &mut Stream {
        if self.current.as_ref().is_none_or(|(key, _)| *key != unit) {
            self.current = None;
        }
        &mut self.current.get_or_insert_with(|| (unit, self.draws.stream(self.purpose, unit, self.tick))).1
    }
}

/// What the neighbours do to a man.
pub(super) struct Surroundings {
    pub(super) away: Vec2,
    pub(super) push: Vec2,
    pub(super) allowed_m_s: f32,
    pub(super) room: f32,
    /// Bodies he ran into, or that ran into him.
    pub(super) collisions: Collisions,
    /// Clear way to the next in his lane, m.
    pub(super) lead_m: f32,
    pub(super) near: Near,
}

impl Surroundings {
    /// Of one who does not look around.
    fn still(near: Near) -> Self {
        Self {
            away: Vec2::ZERO,
            push: Vec2::ZERO,
            allowed_m_s: f32::INFINITY,
            room: 0.0,
            collisions: Collisions::default(),
            lead_m: f32::INFINITY,
            near,
        }
    }
}

/// Steps the body of a living man, at `k` of the sorted table.
#[expect(clippy::too_many_arguments, reason = "the columns a step reads")]
pub fn step(
    field: &Field,
    walk: &mut Walk,
    entry: &Entry,
    k: usize,
    man: &Man,
    make: &Make,
    body: &Body,
    intent: &Intent,
    exposure: &Exposure,
    near: &Near,
    falls: &mut UnitDraws,
    path: &mut Path,
) -> Step {
    let p = field.params;
    let here = entry.pos();
    let wanted = if entry.up() { Vec2::new(intent.vx, intent.vy) } else { Vec2::ZERO };
    let wanted_m_s = wanted.length();
    let heading = Vec2::new(entry.hx, entry.hy);
    let moves = wanted_m_s > 1e-3;
    let ahead = if moves { wanted / wanted_m_s } else { heading };
    path.before.clear();
    let around = if rests(field, entry, man, moves, near) {
        Surroundings::still(*near)
    } else {
        let following = path.following.of(p, entry.mounted(), intent.pressing, field.dt_s);
        let before = &mut path.before;
        let mut s = look_around(field, walk, entry, k, man, ahead, wanted_m_s * make.speed, following, before);
        look_ahead(field, walk, entry, ahead, intent.pressing, following, &mut s);
        s
    };

    let depth = field.ground.water_depth(here);
    let extinction = field.smoke.extinction_at(here);
    let speed = if entry.up() {
        let able = able_speed(field, make, body, here, ahead, wanted_m_s, depth, extinction);
        let (gain, brake) = if entry.mounted() {
            (p.gain_horse_m_s2, p.brake_horse_m_s2)
        } else {
            (p.gain_foot_m_s2, p.brake_foot_m_s2)
        };
        // He turns before he goes: across his heading nobody makes way.
        let able = able * heading.dot(ahead).max(0.0);
        let left = around.collisions.speed_after(entry.speed);
        able.min(around.allowed_m_s).clamp((left - brake * field.dt_s).max(0.0), left + gain * field.dt_s)
    } else {
        0.0
    };

    let turn_s = if entry.mounted() { p.turn_horse_s } else { p.turn_foot_s };
    // He who stands keeps his front; only he who goes gives way.
    let aim = match (moves, entry.up()) {
        (true, _) => ahead + around.away * p.give_way,
        (false, true) => Vec2::new(intent.fx, intent.fy),
        (false, false) => heading,
    };
    let turned = heading + (aim.normalize_or(heading) - heading) * (field.dt_s / (field.dt_s + turn_s));
    let heading = turned.normalize_or(ahead);
    let mut push = around.push;
    let push_m = push.length();
    if push_m > 0.5 {
        push *= 0.5 / push_m;
    }
    let mut there = stay_on_map(field.ground, here + heading * (speed * field.dt_s) + push);
    let mut speed = speed;
    // Nobody walks into deep flames of his own will; one whom they have reached may run through.
    if exposure.flames_m < 15.0
        && exposure.depth_m > p.thin_flames_m
        && field.fire.is_flaming(there)
        && !field.fire.is_flaming(here)
    {
        there = here;
        speed = 0.0;
    }

    let swept_rate = if depth > 0.0 {
        let limit = if entry.mounted() { p.footing_horse_m2_s } else { p.footing_foot_m2_s };
        p.footing_loss_per_s * (depth * field.ground.current(here).length() / limit - 1.0).max(0.0)
    } else {
        0.0
    };
    let gone_over = go_over(field, entry, speed, &around, path);
    let chances = fall_chances(field, entry, speed, gone_over, &around, swept_rate);
    let (falls_now, swept) = if entry.up() && chances.iter().any(|c| *c > 0.0) {
        let stream = falls.of(field.scenario.units[man.unit.at()].key);
        (stream.chance(man.number, 0, chances[0]), stream.chance(man.number, 1, chances[1]))
    } else {
        (false, false)
    };

    Step {
        man: entry.man,
        place: Place { x: there.x, y: there.y, hx: heading.x, hy: heading.y, speed },
        near: around.near,
        breath: footing::breathe(p, body, speed, field.dt_s),
        burn_dose: warm(p, body.burn_dose, exposure.flux_kw_m2, field.dt_s),
        choke: choke(p, body.choke, extinction, field.dt_s),
        wet: depth > 0.15,
        falls: falls_now || swept,
        over: around.collisions.with(),
        fell_at_m_s: entry.speed.max(speed),
        swept,
    }
}

/// A man who stands and has no enemy by him looks around in one tick of four, each in his turn.
fn rests(field: &Field, entry: &Entry, man: &Man, moves: bool, near: &Near) -> bool {
    let stands = entry.up() && !moves && entry.speed <= 0.0 && near.enemy == NOBODY;
    stands && !(field.tick.0.wrapping_add(man.number)).is_multiple_of(4)
}

/// Nobody leaves the map.
fn stay_on_map(ground: &Ground, at: Vec2) -> Vec2 {
    at.clamp(Vec2::splat(0.5), ground.size_m() - 0.5)
}

/// The speed that ground, water, smoke, wounds and breath leave of the speed wanted.
#[expect(clippy::too_many_arguments, reason = "the things that slow a man")]
fn able_speed(
    field: &Field,
    make: &Make,
    body: &Body,
    here: Vec2,
    ahead: Vec2,
    wanted: f32,
    depth: f32,
    extinction: f32,
) -> f32 {
    // Most men stand most of the time: what would slow them need not be looked up.
    if wanted == 0.0 {
        return 0.0;
    }
    let p = field.params;
    let water = if depth <= 0.0 {
        1.0
    } else if body.on_horse() {
        footing::wading_horse(p, depth)
    } else {
        footing::wading_foot(depth)
    };
    // In deep water a horse walks or swims, whatever its rider wants; so the factor acts on a walk from half a metre on.
    let gait = if body.on_horse() && depth > 0.5 { wanted.min(p.walk_horse_m_s / p.wade_horse_belly) } else { wanted };
    let ash = match field.fire.burnt_age_s(here) {
        Some(age) if age < p.ash_hot_s => p.ash_speed,
        _ => 1.0,
    };
    let hurt = if body.wound > 0 { p.hurt_speed } else { 1.0 };
    let slope = footing::on_slope(p, field.ground.gradient(here).dot(ahead));
    let smoke = footing::in_smoke(p, extinction, body.choke);
    footing::by_breath(p, body, gait * make.speed) * water * ash * hurt * slope * smoke
}

#[inline]
#[expect(clippy::too_many_arguments, reason = "the hot loop takes what it reads")]
fn look_around(
    field: &Field,
    walk: &mut Walk,
    me: &Entry,
    k: usize,
    man: &Man,
    ahead: Vec2,
    most_m_s: f32,
    following: Following,
    before: &mut Vec<(f32, u32)>,
) -> Surroundings {
    let p = field.params;
    let relations = &field.scenario.relations[man.side.at()];
    // The half-axis of a horse at the cosine `along` to its spine: within 0.06 m of an ellipse's, for less work.
    let half = |mounted: bool, along: f32| {
        if mounted {
            let c2 = along * along;
            p.half_width_horse_m + (p.half_length_horse_m - p.half_width_horse_m) * (c2 * c2 * c2)
        } else {
            p.half_foot_m
        }
    };
    let wide = |mounted: bool| if mounted { p.half_width_horse_m } else { p.half_foot_m };
    let per_give_way = 1.0 / p.give_way_m;
    let gain = if me.mounted() { p.gain_horse_m_s2 } else { p.gain_foot_m_s2 };
    let most_step_m = (me.speed + gain * field.dt_s) * field.dt_s;
    let my_weight = if me.mounted() { p.horse_as_men } else { 1.0 };
    let (crossing_m, half_crossing_m) = (crossing_m(p, me.mounted()), wide(me.mounted()) + p.half_foot_m);
    let mut s = Surroundings::still(Near::default());
    // A man on foot heeds comrades on foot within 2 m, and farther only those who could slow him: nothing is lost.
    let heeds = if me.mounted() { f32::INFINITY } else { 2.0f32.max(most_m_s * p.headway_s + 2.0 * p.half_foot_m) };
    walk.around(k, heeds.min(CELL_M), |n, Vec2 { x: dx, y: dy }, d2| {
        let along = ahead.x * dx + ahead.y * dy;
        let across = (ahead.x * dy - ahead.y * dx).abs();
        if !n.up() {
            // It lies in the way he goes, no farther than this tick can take him, or still under him.
            let along = me.hx * dx + me.hy * dy;
            let across = (me.hx * dy - me.hy * dx).abs();
            if along > -crossing_m && along <= most_step_m && across < half_crossing_m {
                before.push((along, if n.alive() { n.man } else { NOBODY }));
            }
            return;
        }
        let d = d2.sqrt();
        // Two bodies on one spot are told apart by their index, so that they part.
        let u = if d > 1e-3 {
            Vec2::new(dx, dy) * (1.0 / d)
        } else {
            Vec2::new(if n.man > me.man { 1.0 } else { -1.0 }, 0.0)
        };
        let mine = me.hx * u.x + me.hy * u.y;
        let theirs = n.hx * u.x + n.hy * u.y;
        let gap = d - half(me.mounted(), mine) - half(n.mounted(), theirs);
        let clear = gap.max(0.0);
        // What follows is worked out for every neighbour and chosen from, which is cheaper than to guess which applies.
        let room = if n.mounted() { p.horse_as_men } else { 1.0 };
        s.room += if d2 < 4.0 { room } else { 0.0 };
        let relation = relations[n.side()];
        s.near.friends += u16::from((relation == Relation::Allied) & (gap < 1.5));
        if relation == Relation::Hostile {
            if gap < s.near.enemy_m {
                s.near.enemy_m = gap;
                s.near.enemy = n.man;
            }
            s.near.enemies += u16::from(gap < 1.5);
        }
        let leads = n.speed * (ahead.x * n.hx + ahead.y * n.hy).max(0.0);
        let behind = following.speed(leads, clear);
        let in_lane = (along > 0.0) & (across < wide(me.mounted()) + wide(n.mounted()));
        s.allowed_m_s = s.allowed_m_s.min(if in_lane { behind } else { f32::INFINITY });
        s.lead_m = s.lead_m.min(if in_lane { clear } else { f32::INFINITY });
        let w = (1.0 - clear * per_give_way).max(0.0);
        s.away -= u * (w * w);
        if gap < 0.0 {
            let their_weight = if n.mounted() { p.horse_as_men } else { 1.0 };
            let share = their_weight / (my_weight + their_weight);
            s.push += u * (gap * share);
            let closing = me.speed * mine - n.speed * theirs;
            s.collisions.meet(p, n.man, gap, closing, share, mine, field.dt_s);
        }
    });
    // Within 2 m: the disc's area, and himself.
    s.near.density = (s.room + my_weight) / (core::f32::consts::PI * 4.0);
    s
}

/// A rider at speed looks farther than about him: as far as he needs to pull up behind who rides or stands before him.
fn look_ahead(
    field: &Field,
    walk: &Walk,
    me: &Entry,
    ahead: Vec2,
    pressing: f32,
    following: Following,
    s: &mut Surroundings,
) {
    let p = field.params;
    if !me.mounted() || !me.up() || me.speed < p.jostle_m_s {
        return;
    }
    let to_m = 2.0 * p.half_length_horse_m + me.speed * headway_s(p, pressing);
    walk.table().in_lane(me.pos(), ahead, CELL_M, to_m, 2.0 * p.half_width_horse_m, |n, along| {
        let theirs = if n.mounted() { p.half_length_horse_m } else { p.half_foot_m };
        let clear = (along - p.half_length_horse_m - theirs).max(0.0);
        let leads = n.speed * (ahead.x * n.hx + ahead.y * n.hy).max(0.0);
        s.allowed_m_s = s.allowed_m_s.min(following.speed(leads, clear));
        s.lead_m = s.lead_m.min(clear);
    });
}

/// Heat taken in: dose of q^(4/3) dt above the floor, fading.
fn warm(p: &MenParams, dose: f32, flux: f32, dt_s: f32) -> f32 {
    if flux <= p.heat_floor_kw_m2 && dose <= 0.0 {
        return 0.0;
    }
    let faded = dose * libm::expf(-dt_s / p.heat_fade_s);
    let faded = if faded < 0.01 { 0.0 } else { faded };
    if flux > p.heat_floor_kw_m2 { faded + libm::powf(flux, 4.0 / 3.0) * dt_s } else { faded }
}

/// Choking: gathers in smoke thicker than the limit, clears in clean air.
fn choke(p: &MenParams, choke: f32, extinction: f32, dt_s: f32) -> f32 {
    let over = (extinction / p.choke_from_per_m - 1.0).clamp(0.0, 4.0);
    if over > 0.0 { (choke + over * dt_s / p.choke_in_s).min(1.0) } else { (choke - dt_s / p.choke_out_s).max(0.0) }
}
