//! Leaders look about and decide: a plan is carried out once, when its condition is first true for its leader.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::appeals::Appeals;
use super::look::{Sight, View, view};
use super::orders::{Dispatches, Letter};
use super::params::CommandParams;
use super::units::{Standing, Tally, Unit, unit_rows};
use crate::fire::{Fire, Smoke};
use crate::ground::Ground;
use crate::kernel::{Clock, PersonIx, Tick, Workers};
use crate::men::presence::Presence;
use crate::men::table::{Body, Man, Mind, Place, rows};
use crate::mind::cries::Cries;
use crate::mind::params::MindParams;
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use crate::scenario::checked::{Action, Condition, Order};
use crate::scenario::raw::Cry;
use crate::weather::Weather;

/// What leaders remember.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// When each plan was carried out.
    pub done: Vec<Option<Tick>>,
    /// Since when each timed condition has been true.
    pub since: Vec<Option<Tick>>,
    /// How loud each cry of his own side has been in each person's ears over the last seconds; 1: he has heard it, and
    /// keeps it in mind.
    pub heard: Vec<[f32; 3]>,
}

/// Time over which many voices become one noise, s.
const HEARING_S: f32 = 10.0;

/// A leader at the moment he looks about.
struct Looker<'a> {
    scenario: &'a Scenario,
    fire: &'a Fire,
    sight: Sight<'a>,
    weather: &'a Weather,
    clock: &'a Clock,
    tallies: &'a [Tally],
    standings: &'a [Standing],
    places: &'a [Place],
    me: PersonIx,
    eye: Vec2,
    view: View,
}

/// All leaders look about, every few seconds, and carry out what is due.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn decide(
    (mut memory, mut dispatches, mut appeals, mut ledger): (
        ResMut<Memory>,
        ResMut<Dispatches>,
        ResMut<Appeals>,
        ResMut<Ledger>,
    ),
    (params, mind_params, scenario, clock): (Res<CommandParams>, Res<MindParams>, Res<Scenario>, Res<Clock>),
    (ground, fire, smoke, weather): (Res<Ground>, Res<Fire>, Res<Smoke>, Res<Weather>),
    (presence, cries, workers): (Res<Presence>, Res<Cries>, Res<Workers>),
    tallies: Query<&Tally, With<Unit>>,
    standings: Query<&Standing, With<Unit>>,
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    appeals.spoken.clear();
    appeals.voice_m = mind_params.shout_m;
    let (men, places, bodies, minds) = (rows(&men), rows(&places), rows(&bodies), rows(&minds));
    let here = |i: usize| bodies[i].able() && bodies[i].on_field();
    let able = |i: usize| here(i) && minds[i].heart < 3 && minds[i].stun_s <= 0.0;
    for (p, person) in scenario.persons.iter().enumerate() {
        let i = scenario.man_of(person);
        for cry in [Cry::FireTurned, Cry::Beaten, Cry::Cheer] {
            let heard = &mut memory.heard[p][cry as usize];
            if *heard >= 1.0 {
                continue;
            }
            let reach_m = if cry == Cry::Cheer { mind_params.cheer_m } else { mind_params.shout_m };
            let loud = if here(i) { cries.loudness(places[i].pos(), men[i].side, cry, reach_m) } else { 0.0 };
            *heard = *heard * libm::expf(-clock.dt_s / HEARING_S) + loud;
            if *heard < 1e-3 {
                *heard = 0.0;
            }
        }
    }
    if !clock.every(params.look_s) {
        return;
    }
    let (tallies, standings) = (unit_rows(&tallies), unit_rows(&standings));
    let sight = Sight { smoke: &smoke, ground: &ground, params: &params };
    let waits = |p: usize, k: usize| scenario.plans[k].by.at() == p && memory.done[k].is_none();
    let looks = |p: usize| {
        let i = scenario.man_of(&scenario.persons[p]);
        let waits = able(i) && (0..scenario.plans.len()).any(|k| waits(p, k));
        waits.then(|| view(&presence, &scenario, &sight, places[i].pos(), men[i].side))
    };
    let views = workers.pieces(scenario.persons.len(), 1, |range| looks(range.start));
    for (k, plan) in scenario.plans.iter().enumerate() {
        let person = &scenario.persons[plan.by.at()];
        let i = scenario.man_of(person);
        if memory.done[k].is_some() || !able(i) {
            continue;
        }
        let Some(view) = views[plan.by.at()] else { continue };
        let (eye, side) = (places[i].pos(), men[i].side);
        let looker = Looker {
            scenario: &scenario,
            fire: &fire,
            sight,
            weather: &weather,
            clock: &clock,
            tallies,
            standings,
            places,
            me: plan.by,
            eye,
            view,
        };
        if !looker.holds(&plan.when, &mut memory) {
            continue;
        }
        memory.done[k] = Some(clock.tick);
        ledger.write(clock.tick, eye, Event::Planned { by: plan.by, plan: plan.id.clone() });
        for action in &plan.actions {
            match action {
                Action::Appeal { words } => {
                    appeals.spoken.push((eye, side, person.authority));
                    let near = |m: usize| (places[m].pos() - eye).length() <= mind_params.shout_m;
                    let heard = (0..men.len()).filter(|&m| men[m].side == side && here(m) && near(m)).count();
                    let event = Event::Appealed { by: plan.by, words: words.clone(), heard: heard as u32 };
                    ledger.write(clock.tick, eye, event);
                }
                Action::Order { to, order } => {
                    for &unit in to {
                        let middle = tallies[unit.at()].middle;
                        let letter = Letter { plan: &plan.id, by: plan.by, from: eye, to: unit, order: *order };
                        dispatches.send(&params, &scenario, &mut ledger, clock.tick, letter, middle);
                    }
                }
            }
        }
    }
}

impl Looker<'_> {
    fn sees(&self, at: Vec2) -> bool {
        self.sight.reaches(self.eye, at)
    }

    /// Flames are seen far off by their smoke, so smoke does not hide them.
    fn flames_within(&self, at: Vec2, m: f32) -> bool {
        let grid = self.fire.front().grid();
        let near = |cell: u32| (grid.centre(cell as usize) - at).length_squared() <= m * m;
        self.fire.flames().all().iter().any(|flame| near(flame.cell))
    }

    fn holds(&self, condition: &Condition, memory: &mut Memory) -> bool {
        let share = |n: u32, of: u32| n as f32 / of.max(1) as f32;
        let own = &self.tallies[self.scenario.persons[self.me.at()].unit.at()];
        match condition {
            Condition::At(t_s) => self.clock.t_s() >= f64::from(*t_s),
            Condition::FireWithin(m) => [own.middle, self.eye].iter().any(|at| self.flames_within(*at, *m)),
            Condition::EnemyWithin(m) => self.view.enemies > 0 && self.view.enemy_m <= *m,
            Condition::EnemyBroken(s) => {
                self.view.enemies >= 100 && share(self.view.enemies_broken, self.view.enemies) >= *s
            }
            Condition::FriendsBroken(s) => share(self.view.friends_broken, self.view.friends) >= *s,
            Condition::WindFrom(deg) => {
                let wind = self.weather.mean_toward();
                let along = wind.dot(crate::kernel::blows_toward(*deg));
                wind.length() >= 2.0 && along >= 0.5 * wind.length()
            }
            Condition::Heard(cry) => memory.heard[self.me.at()][*cry as usize] >= 1.0,
            Condition::AtPlace(place) => {
                let place = &self.scenario.places[place.at()];
                (own.middle - Vec2::from(place.at)).length() <= place.radius_m
            }
            Condition::UnitGivesWay(unit) => {
                let (tally, standing) = (&self.tallies[unit.at()], &self.standings[unit.at()]);
                let falls_back = matches!(standing.order, Order::Withdraw { .. } | Order::Join { .. });
                let pressed = share(tally.broken, tally.alive) > 0.2 || share(tally.fighting, tally.alive) > 0.05;
                (falls_back || pressed) && self.sees(tally.middle)
            }
            Condition::Done(k) => {
                memory.done[*k].is_some() && {
                    let doer = self.scenario.plans[*k].by;
                    doer == self.me || {
                        let i = self.scenario.man_of(&self.scenario.persons[doer.at()]);
                        self.sees(self.places[i].pos())
                    }
                }
            }
            Condition::All(list) => list.iter().fold(true, |all, c| self.holds(c, memory) & all),
            Condition::Any(list) => list.iter().fold(false, |any, c| self.holds(c, memory) | any),
            Condition::Not(c) => !self.holds(c, memory),
            Condition::For(s, n, c) => {
                if !self.holds(c, memory) {
                    memory.since[*n] = None;
                    return false;
                }
                let since = *memory.since[*n].get_or_insert(self.clock.tick);
                self.clock.t_s() - self.clock.at_s(since) >= f64::from(*s)
            }
        }
    }
}
