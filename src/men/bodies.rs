//! The tick of the bodies: all step at once from the places of the last tick, then what befell them is applied in the
//! order of their indices.

use bevy::prelude::*;

use super::exposure::Exposure;
use super::falls::{Path, Tread, fall_cause};
use super::neighbours::{Entry, Neighbours};
use super::params::MenParams;
use super::step::{Field, Step, UnitDraws, step};
use super::table::{Body, CARRIED, DOWN, Intent, Make, Man, NOBODY, Near, Place, UP, rows, rows_mut};
use super::wounds::{Harm, Struck, Victims};
use crate::fire::{Fire, Smoke};
use crate::ground::Ground;
use crate::kernel::draws::within;
use crate::kernel::workers::CHUNK;
use crate::kernel::{Clock, Draws, ManIx, Purpose, Stream, Workers};
use crate::record::ledger::{Cause, Event, Ledger, Wound};
use crate::scenario::Scenario;
use crate::scenario::raw::Relation;

/// Steps made in this tick. Scratch.
#[derive(Resource, Default)]
pub struct Steps {
    /// In the order of the sorted table; those of the dead are [`Step::NONE`].
    steps: Vec<Step>,
    treads: Vec<Tread>,
}

/// Every body takes its step, from what stood where at the start of the tick.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn step_all(
    mut out: ResMut<Steps>,
    table: Res<Neighbours>,
    workers: Res<Workers>,
    (params, ground, fire, smoke): (Res<MenParams>, Res<Ground>, Res<Fire>, Res<Smoke>),
    (scenario, draws, clock): (Res<Scenario>, Res<Draws>, Res<Clock>),
    men: Query<&Man, With<Man>>,
    makes: Query<&Make, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    intents: Query<&Intent, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
    nears: Query<&Near, With<Man>>,
) {
    let (men, makes, bodies, intents) = (rows(&men), rows(&makes), rows(&bodies), rows(&intents));
    let (exposures, nears) = (rows(&exposures), rows(&nears));
    let field = Field {
        params: &params,
        ground: &ground,
        fire: &fire,
        smoke: &smoke,
        scenario: &scenario,
        draws: *draws,
        tick: clock.tick,
        dt_s: clock.dt_s,
    };
    let entries = table.entries();
    let Steps { steps, treads } = &mut *out;
    steps.resize(entries.len(), Step::NONE);
    let trodden = workers.chunks_mut(steps, |start, chunk| {
        let mut walk = table.walk();
        let mut falls = UnitDraws::new(field.draws, Purpose::Fall, field.tick);
        let mut path = Path::default();
        for (k, out) in (start..).zip(chunk) {
            if (k - start).is_multiple_of(FETCHED) {
                let next = &entries[k..entries.len().min(k + FETCHED)];
                fetch(next, |i| {
                    // A word of each row; two of the exposure, which is longer than half a cache line.
                    let (fire, fit) = (&exposures[i], bodies[i].breath);
                    (men[i].number, [makes[i].speed, fit, intents[i].vx, fire.flux_kw_m2, fire.toward])
                });
            }
            let e = &entries[k];
            let i = e.man as usize;
            // The dead lie where they fell.
            *out = if e.alive() {
                let (man, make, body) = (&men[i], &makes[i], &bodies[i]);
                let (intent, exposure, near) = (&intents[i], &exposures[i], &nears[i]);
                step(&field, &mut walk, e, k, man, make, body, intent, exposure, near, &mut falls, &mut path)
            } else {
                Step::NONE
            };
        }
        path.treads
    });
    treads.clear();
    treads.extend(trodden.into_iter().flatten());
    treads.sort_unstable_by_key(|t| (t.down, t.by));
}

/// Bodies whose rows are fetched together.
const FETCHED: usize = 16;

/// Reads something of the rows of those who step next. Neighbours lie far apart in the table of men, so each row keeps its
/// reader waiting; rows asked for together come together, and are at hand when their man steps.
#[inline]
fn fetch(next: &[Entry], words: impl Fn(usize) -> (u32, [f32; 5])) {
    let read = |sum: u32, e: &Entry| {
        let (number, others) = words(e.man as usize);
        others.iter().fold(sum ^ number, |sum, word| sum ^ word.to_bits())
    };
    core::hint::black_box(next.iter().fold(0, read));
}

/// Writes the steps back, and gives the falls, treads, burns and drownings their effect.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn apply_steps(
    steps: Res<Steps>,
    (params, ground, fire, scenario): (Res<MenParams>, Res<Ground>, Res<Fire>, Res<Scenario>),
    (table, workers): (Res<Neighbours>, Res<Workers>),
    (draws, clock): (Res<Draws>, Res<Clock>),
    (mut ledger, mut struck): (ResMut<Ledger>, ResMut<Struck>),
    men: Query<&Man, With<Man>>,
    makes: Query<&Make, With<Man>>,
    mut places: Query<&mut Place, With<Man>>,
    mut bodies: Query<&mut Body, With<Man>>,
    mut nears: Query<&mut Near, With<Man>>,
) {
    let (men, makes) = (rows(&men), rows(&makes));
    let (places, bodies, nears) = (rows_mut(&mut places), rows_mut(&mut bodies), rows_mut(&mut nears));
    let p = &*params;
    let step_of = |i: usize| table.slot(i).map(|slot| &steps.steps[slot]).filter(|s| s.man == i as u32);
    let mut parts = Part::of(places, bodies, nears);
    workers.each_mut(&mut parts, |_, part| part.take(p, step_of));
    let (faces_harm, carried): (Vec<_>, Vec<_>) = parts.into_iter().map(|p| (p.faces_harm, p.carried)).unzip();
    carry_along(places, bodies, carried.into_iter().flatten());
    let mut victims = Victims { bodies, places, ledger: &mut ledger, struck: &mut struck.0, tick: clock.tick };
    let mut dice = Dice::new(&draws, &clock);
    for s in faces_harm.into_iter().flatten().filter_map(step_of) {
        let m = s.man;
        let (man, make) = (&men[m as usize], &makes[m as usize]);
        let unit = scenario.units[man.unit.at()].key;
        if s.falls && victims.bodies[m as usize].up() {
            fall(p, &mut victims, &mut dice, unit, man, s);
        }
        burn(p, &mut victims, make, s);
        if victims.bodies[m as usize].posture == DOWN && victims.bodies[m as usize].alive() {
            let depth = ground.water_depth(s.place.pos());
            drown(p, &mut victims, &mut dice, unit, man, s, depth, clock.dt_s);
            crush(p, &mut victims, &mut dice, unit, man, s, clock.dt_s);
            rise(p, &mut victims, man, s, clock.dt_s, fire.is_flaming(s.place.pos()));
        }
    }
    trample(p, &mut victims, &mut dice, &scenario, men, &steps.treads);
}

/// Part of the columns that steps are written to, and what was found on the way.
struct Part<'a> {
    start: usize,
    places: &'a mut [Place],
    bodies: &'a mut [Body],
    nears: &'a mut [Near],
    /// Who may come to harm by his step, in the order of the rows.
    faces_harm: Vec<usize>,
    /// Who is on another's horse.
    carried: Vec<usize>,
}

impl<'a> Part<'a> {
    /// The columns in parts.
    fn of(places: &'a mut [Place], bodies: &'a mut [Body], nears: &'a mut [Near]) -> Vec<Self> {
        let columns = places.chunks_mut(CHUNK).zip(bodies.chunks_mut(CHUNK)).zip(nears.chunks_mut(CHUNK));
        let part = |(k, ((places, bodies), nears))| Self {
            start: k * CHUNK,
            places,
            bodies,
            nears,
            faces_harm: Vec::new(),
            carried: Vec::new(),
        };
        columns.enumerate().map(part).collect()
    }

    /// Takes over the steps of its men.
    fn take<'s>(&mut self, p: &MenParams, step_of: impl Fn(usize) -> Option<&'s Step>) {
        let men = self.places.iter_mut().zip(&mut *self.bodies).zip(&mut *self.nears);
        for (i, ((place, body), near)) in (self.start..).zip(men) {
            if body.posture == CARRIED {
                self.carried.push(i);
            }
            let Some(s) = step_of(i) else { continue };
            *near = s.near;
            if body.posture == UP {
                *place = s.place;
            } else {
                // He who lies is only shoved.
                (place.x, place.y) = (s.place.x, s.place.y);
            }
            body.breath = s.breath;
            body.burn_dose = s.burn_dose;
            body.choke = s.choke;
            body.wet = u8::from(s.wet);
            let burning = s.burn_dose > p.heat_hurt_dose;
            if body.alive() && (s.falls || body.posture != UP || burning) {
                self.faces_harm.push(i);
            }
        }
    }
}

/// Men on another's horse are where it is.
fn carry_along(places: &mut [Place], bodies: &[Body], carried: impl Iterator<Item = usize>) {
    for i in carried {
        if let Some(horse) = places.get(bodies[i].link as usize).copied() {
            places[i] = horse;
        }
    }
}

/// The streams that harm draws from.
struct Dice {
    trample: UnitDraws,
    rise: UnitDraws,
    water: UnitDraws,
    pick_up: UnitDraws,
}

impl Dice {
    fn new(draws: &Draws, clock: &Clock) -> Self {
        let of = |purpose| UnitDraws::new(*draws, purpose, clock.tick);
        Self {
            trample: of(Purpose::Trample),
            rise: of(Purpose::Rise),
            water: of(Purpose::Water),
            pick_up: of(Purpose::PickUp),
        }
    }
}

/// A man falls: he is hurt the more, the faster he went; a rider may lose his horse.
fn fall(p: &MenParams, victims: &mut Victims, dice: &mut Dice, unit: crate::kernel::UnitKey, man: &Man, s: &Step) {
    let i = s.man as usize;
    let mounted = victims.bodies[i].on_horse();
    let dice: &mut Stream = dice.rise.of(unit);
    let down_s = p.down_min_s + dice.uniform(man.number, 0) * (p.down_max_s - p.down_min_s);
    let (at, speed) = (s.place.pos(), s.fell_at_m_s);
    let over = (s.over != NOBODY).then_some(ManIx(s.over));
    let density_per_m2 = s.near.density;
    victims.ledger.write(victims.tick, at, Event::Fell { man: ManIx(s.man), over, speed_m_s: speed, density_per_m2 });
    victims.lay_down(i, down_s);
    if mounted {
        if dice.chance(man.number, 1, p.horse_lost) {
            victims.bodies[i].mounted = 0;
        }
        let force = (speed / p.gallop_horse_m_s) * (speed / p.gallop_horse_m_s);
        let luck = dice.uniform(man.number, 2);
        let wound = if luck < p.fall_out * force {
            Wound::Out
        } else if luck < (p.fall_out + p.fall_hurt) * force {
            Wound::Hurt
        } else {
            return;
        };
        let cause = fall_cause(s);
        victims.harm(Harm { man: ManIx(s.man), wound, cause, by: over, distance_m: 0.0 });
    }
}

/// Burns by the dose taken in: hurt, out, dead, each man at his own luck.
fn burn(p: &MenParams, victims: &mut Victims, make: &Make, s: &Step) {
    if s.burn_dose <= p.heat_hurt_dose {
        return;
    }
    let wound = if s.burn_dose >= lethal_dose(p, make.burn_luck) {
        Wound::Dead
    } else if s.burn_dose >= p.heat_out_dose {
        Wound::Out
    } else {
        Wound::Hurt
    };
    if wound as u8 > victims.bodies[s.man as usize].wound {
        victims.harm(Harm { man: ManIx(s.man), wound, cause: Cause::Fire, by: None, distance_m: 0.0 });
    }
}

/// The dose that kills a share `luck` of men: the inverse of the probit `a + b ln(dose)` (Eisenberg), with the normal
/// quantile by Tukey's lambda approximation (error below 0.01 of a standard deviation between 1 and 99 %).
pub fn lethal_dose(p: &MenParams, luck: f32) -> f32 {
    let u = luck.clamp(0.005, 0.995);
    let quantile = 4.91 * (libm::powf(u, 0.14) - libm::powf(1.0 - u, 0.14));
    libm::expf((quantile + 5.0 - p.heat_probit_a) / p.heat_probit_b)
}

#[expect(clippy::too_many_arguments, reason = "what a drowning depends on")]
fn drown(
    p: &MenParams,
    victims: &mut Victims,
    dice: &mut Dice,
    unit: crate::kernel::UnitKey,
    man: &Man,
    s: &Step,
    depth_m: f32,
    dt_s: f32,
) {
    if depth_m < p.drown_depth_m {
        return;
    }
    let rate = if s.near.density > p.rise_density_per_m2 { p.drown_packed_per_s } else { p.drown_per_s };
    if dice.water.of(unit).chance(man.number, 2, within(rate, dt_s)) {
        let man = ManIx(s.man);
        victims.harm(Harm { man, wound: Wound::Dead, cause: Cause::Drowning, by: None, distance_m: 0.0 });
    }
}

/// A dense crowd hurts a man it stands on.
fn crush(
    p: &MenParams,
    victims: &mut Victims,
    dice: &mut Dice,
    unit: crate::kernel::UnitKey,
    man: &Man,
    s: &Step,
    dt_s: f32,
) {
    if s.near.density <= p.trample_foot_density_per_m2 {
        return;
    }
    if dice.water.of(unit).chance(man.number, 3, within(p.trample_foot_per_s, dt_s)) {
        let man = ManIx(s.man);
        victims.harm(Harm { man, wound: Wound::Hurt, cause: Cause::Trample, by: None, distance_m: 0.0 });
    }
}

/// Gets up when his time on the ground is over and there is room.
fn rise(p: &MenParams, victims: &mut Victims, man: &Man, s: &Step, dt_s: f32, flaming: bool) {
    let i = s.man as usize;
    let body = &mut victims.bodies[i];
    body.down_s = (body.down_s - dt_s).max(0.0);
    let soon = body.down_s <= 0.0 || flaming && body.down_s < p.down_min_s;
    if body.able() && soon && s.near.density <= p.rise_density_per_m2 {
        body.posture = UP;
        debug_assert!(body.mounted <= man.rider);
        victims.ledger.write(victims.tick, s.place.pos(), Event::Rose { man: ManIx(s.man), by: None });
    }
}

/// What rides over those who lie: a friend may take one up; horses may injure him. The chances of all that go over him in a
/// tick are taken together, and who did it is drawn among them.
fn trample(p: &MenParams, victims: &mut Victims, dice: &mut Dice, scenario: &Scenario, men: &[Man], treads: &[Tread]) {
    for passing in treads.chunk_by(|a, b| a.down == b.down) {
        let down = passing[0].down as usize;
        if victims.bodies[down].posture != DOWN || !victims.bodies[down].alive() {
            continue;
        }
        let man = &men[down];
        let unit = scenario.units[man.unit.at()].key;
        if victims.bodies[down].wound < Wound::Out as u8 {
            let person = scenario.persons.iter().any(|q| q.unit == man.unit && q.number == man.number);
            let takes_up = if person { p.pick_up_person } else { p.pick_up };
            let free = |t: &Tread| {
                let rider = &victims.bodies[t.by as usize];
                scenario.relation(men[t.by as usize].side, man.side) == Relation::Allied
                    && rider.up()
                    && rider.link == NOBODY
            };
            let chance = |t: &Tread| if free(t) { (takes_up, t.share) } else { (0.0, 0.0) };
            let stream = dice.pick_up.of(unit);
            if let Some(by) = one_of(passing, chance, stream, man.number) {
                victims.bodies[down].posture = CARRIED;
                victims.bodies[down].link = by;
                victims.bodies[down].mounted = 0;
                victims.bodies[by as usize].link = down as u32;
                let event = Event::Rose { man: ManIx(down as u32), by: Some(ManIx(by)) };
                victims.ledger.write(victims.tick, victims.places[down].pos(), event);
                continue;
            }
        }
        let chance = |t: &Tread| (p.trample_per_horse * if t.seen { p.body_seen } else { 1.0 }, t.share);
        let stream = dice.trample.of(unit);
        if let Some(by) = one_of(passing, chance, stream, man.number) {
            let luck = stream.uniform(man.number, 2);
            let wound = if luck < p.trample_out * p.trample_dead {
                Wound::Dead
            } else if luck < p.trample_out {
                Wound::Out
            } else {
                Wound::Hurt
            };
            let (man, by) = (ManIx(down as u32), Some(ManIx(by)));
            victims.harm(Harm { man, wound, cause: Cause::Trample, by, distance_m: 0.0 });
        }
    }
}

/// Which rider, if any, does in this tick what each does with a chance for a whole passage, of which a share falls in this
/// tick (`chance` gives both). Takes the draws 0 and 1 of the man who lies there.
fn one_of(passing: &[Tread], chance: impl Fn(&Tread) -> (f32, f32), stream: &mut Stream, number: u32) -> Option<u32> {
    // A hazard in e-foldings: such add up, whoever they come from and over how many ticks.
    let hazard = |t: &Tread| {
        let (whole, share) = chance(t);
        -libm::log1pf(-whole.min(0.999)) * share
    };
    let total: f32 = passing.iter().map(hazard).sum();
    if !stream.chance(number, 0, within(total, 1.0)) {
        return None;
    }
    let mut left = stream.uniform(number, 1) * total;
    let done = passing.iter().find(|t| {
        left -= hazard(t);
        left < 0.0
    });
    done.or_else(|| passing.iter().rev().find(|t| hazard(t) > 0.0)).map(|t| t.by)
}
