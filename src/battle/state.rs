//! The whole state of a battle: saved at any tick, loaded and run on, it gives the same future bit for bit.

use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::keyframe::{Keyframes, figure};
use super::{Battle, BattleError, Hashes, Options};
use crate::command::orders::Dispatches;
use crate::command::plans::Memory;
use crate::command::units::{Standing, Unit, unit_rows_mut};
use crate::fire::{Fire, Smoke};
use crate::kernel::Clock;
use crate::men::formation::Station;
use crate::men::table::{Body, Hand, Man, Mind, NOBODY, Near, Place, rows_mut};
use crate::mind::cries::{Cries, Voice};
use crate::record::container::{self, Fault, FileError, STATE};
use crate::record::hashes::HashTrack;
use crate::record::keyframe::Keyframe;
use crate::record::ledger::Ledger;
use crate::record::runfile::{Arrivals, BuildStamp, Ended, Roster, RunFile};
use crate::record::sound;
use crate::scenario::{Scenario, resolve};
use crate::weather::Weather;

/// A saved battle: what is fought, the state of every domain, and what the account needs of the time before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// The build that saved it.
    pub stamp: BuildStamp,
    /// What is fought.
    #[serde(with = "crate::record::as_ron")]
    pub scenario: Scenario,
    /// The battle seed.
    pub seed: u64,
    /// The clock.
    pub clock: Clock,
    weather: Weather,
    fire: Fire,
    smoke: Smoke,
    #[serde(with = "crate::record::columns")]
    places: Vec<Place>,
    #[serde(with = "crate::record::columns")]
    bodies: Vec<Body>,
    #[serde(with = "crate::record::columns")]
    hands: Vec<Hand>,
    #[serde(with = "crate::record::columns")]
    minds: Vec<Mind>,
    #[serde(with = "crate::record::columns")]
    nears: Vec<Near>,
    stations: Vec<Station>,
    standings: Vec<Standing>,
    voices: Vec<Voice>,
    dispatches: Dispatches,
    memory: Memory,
    ledger: Ledger,
    hashes: HashTrack,
    #[serde(with = "crate::record::frames")]
    keyframes: Vec<Keyframe>,
}

impl State {
    /// Writes it, aside and renamed.
    ///
    /// # Errors
    /// The file system's, or a state too large for a file.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        container::write(path, STATE, self)
    }

    /// Reads one.
    ///
    /// # Errors
    /// The file system's, or what is wrong with the file.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let state: Self = container::read(path, STATE)?;
        let refuse = |what| FileError::Fault { path: path.into(), fault: Fault::Content(what) };
        state.check().map_err(refuse)?;
        Ok(state)
    }

    /// Says what is wrong with a state, if anything is: a file may be sealed with the right checksum and still refer to
    /// what isn't there.
    fn check(&self) -> Result<(), String> {
        let hold = |sound: bool, what: &str| if sound { Ok(()) } else { Err(what.to_owned()) };
        let s = &self.scenario;
        // All checks of a scenario, and that nothing was changed behind its text.
        let resolved = resolve(s.raw.clone(), s.overlays.clone(), s.params.clone()).map_err(|e| e.to_string())?;
        hold(resolved == *s, "this build makes another battle of the scenario in it")?;
        let (men, ticks) = (s.men(), self.clock.tick.0);
        hold(self.clock.dt_s.is_finite() && self.clock.dt_s > 0.0, "the length of its tick is no positive number")?;
        hold(self.hashes.is_whole(), "its hashes are incomplete")?;
        hold(self.hashes.ticks() == ticks, "it has not one row of hashes for each tick")?;
        hold(self.hashes.units() == s.units.len(), "its hashes are of other units")?;
        let rows = [self.places.len(), self.bodies.len(), self.hands.len(), self.minds.len(), self.nears.len()];
        hold(rows.iter().all(|n| *n == men), "it holds another number of men")?;
        let units = [self.stations.len(), self.standings.len()];
        hold(units.iter().all(|n| *n == s.units.len()), "it holds another number of units")?;
        let there = |man: u32| man == NOBODY || (man as usize) < men;
        let linked = self.bodies.iter().all(|b| there(b.link)) && self.nears.iter().all(|n| there(n.enemy));
        hold(linked, "a man is linked to nobody's index")?;
        let finite = self.places.iter().all(|p| (p.x + p.y + p.hx + p.hy + p.speed).is_finite());
        hold(finite, "a man is nowhere")?;
        let ways = self.standings.iter().flat_map(|x| [x.by_way_of, x.enemy_at]).flatten();
        hold(ways.flatten().all(f32::is_finite), "a unit goes nowhere")?;
        let orders = self.standings.iter().map(|x| &x.order).chain(self.dispatches.under_way.iter().map(|d| &d.order));
        orders.into_iter().try_for_each(|o| sound::order(o, s))?;
        let letters = &self.dispatches.under_way;
        hold(letters.iter().all(|d| d.to.at() < s.units.len() && d.by.at() < s.persons.len()), "an order is nobody's")?;
        hold(self.voices.iter().all(|v| v.side.at() < s.sides.len()), "somebody of no side cries")?;
        let m = &self.memory;
        let remembered =
            m.done.len() == s.plans.len() && m.since.len() == s.timers() && m.heard.len() == s.persons.len();
        hold(remembered, "its leaders remember another battle")?;
        sound::keyframes(&self.keyframes, ticks, men)?;
        sound::ledger(&self.ledger, s, ticks)
    }

    /// What leaders remember.
    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }
}

impl Battle {
    /// The whole state.
    pub fn save(&self) -> State {
        State {
            stamp: BuildStamp::this(),
            scenario: self.scenario().clone(),
            seed: self.options.seed,
            clock: self.clock(),
            weather: *self.resource::<Weather>(),
            fire: self.resource::<Fire>().clone(),
            smoke: self.resource::<Smoke>().clone(),
            places: self.column(),
            bodies: self.column(),
            hands: self.column(),
            minds: self.column(),
            nears: self.column(),
            stations: self.unit_column(),
            standings: self.unit_column(),
            voices: self.resource::<Cries>().voices.clone(),
            dispatches: self.resource::<Dispatches>().clone(),
            memory: self.resource::<Memory>().clone(),
            ledger: self.ledger().clone(),
            hashes: self.hashes().clone(),
            keyframes: self.resource::<Keyframes>().frames.clone(),
        }
    }

    /// Goes on from a saved state, with the scenario it holds or another (a fork).
    ///
    /// # Errors
    /// As [`Battle::new`], or a state that doesn't fit the scenario.
    pub fn resume(state: State, scenario: Scenario, options: Options) -> Result<Self, BattleError> {
        let options = Options { seed: state.seed, dt_s: state.clock.dt_s, ..options };
        let fits = state.scenario.men() == scenario.men()
            && [state.places.len(), state.bodies.len(), state.hands.len(), state.minds.len(), state.nears.len()]
                .iter()
                .all(|n| *n == scenario.men())
            && [state.stations.len(), state.standings.len()].iter().all(|n| *n == scenario.units.len())
            && state.memory.heard.len() == scenario.persons.len();
        if !fits {
            return Err(BattleError::Build("the saved state does not fit this scenario".into()));
        }
        let memory = remember(&state.memory, &state.scenario, &scenario);
        let mut battle = Self::new(scenario, options)?;
        let same_ground = battle.resource::<Fire>().front().grid() == state.fire.front().grid()
            && battle.resource::<Smoke>().grid() == state.smoke.grid();
        if !same_ground {
            return Err(BattleError::Build("the saved fire is not of this ground".into()));
        }
        let world = battle.app.world_mut();
        world.insert_resource(state.clock);
        world.insert_resource(state.weather);
        world.insert_resource(state.fire);
        world.insert_resource(state.smoke);
        world.insert_resource(state.dispatches);
        world.insert_resource(memory);
        world.insert_resource(state.ledger);
        world.insert_resource(Hashes(state.hashes));
        world.resource_mut::<Cries>().voices = state.voices;
        world.resource_mut::<Keyframes>().frames = state.keyframes;
        put(world, &state.places);
        put(world, &state.bodies);
        put(world, &state.hands);
        put(world, &state.minds);
        put(world, &state.nears);
        put_units(world, &state.stations);
        put_units(world, &state.standings);
        Ok(battle)
    }

    /// The run file of what has been fought.
    pub fn run_file(&self, ended: Ended) -> RunFile {
        let (places, bodies): (Vec<Place>, Vec<Body>) = (self.column(), self.column());
        let hands: Vec<Hand> = self.column();
        let minds: Vec<Mind> = self.column();
        let men = Roster {
            x_m: places.iter().map(|p| p.x).collect(),
            y_m: places.iter().map(|p| p.y).collect(),
            state: bodies.iter().zip(&minds).map(|(b, m)| figure(b, m).pack()).collect(),
            fear: minds.iter().map(|m| m.fear).collect(),
            felled_by: bodies.iter().map(|b| b.first_cause).collect(),
            killed_by: bodies.iter().map(|b| b.final_cause).collect(),
            fired: hands.iter().map(|h| h.fired).collect(),
            fired_near: hands.iter().map(|h| h.fired_near).collect(),
            refused: hands.iter().map(|h| h.refused).collect(),
        };
        let front = self.resource::<Fire>().front();
        let grid = front.grid();
        let mut cells = front.burnt().to_vec();
        cells.sort_unstable();
        let ticks = cells.iter().map(|&c| front.arrival(c as usize).map_or(0, |t| t.0)).collect();
        RunFile {
            stamp: BuildStamp::this(),
            scenario: self.scenario().clone(),
            seed: self.options.seed,
            dt_s: self.options.dt_s,
            ticks: self.clock().tick.0,
            ended,
            hashes: self.hashes().clone(),
            keyframes: self.resource::<Keyframes>().frames.clone(),
            arrivals: Arrivals { nx: grid.nx() as u32, ny: grid.ny() as u32, cell_m: grid.cell_m(), cells, ticks },
            men,
            ledger: self.ledger().clone(),
        }
    }
}

/// The leaders' memory for another version of the scenario: plans are known by their ids. A plan that is new or is another
/// one now has not been carried out; the timers of one that is unchanged run on.
fn remember(memory: &Memory, old: &Scenario, new: &Scenario) -> Memory {
    let written = |s: &Scenario, id: &str| s.raw.plans.iter().find(|p| p.id == id).cloned();
    let mut since = vec![None; new.timers()];
    let mut done = Vec::with_capacity(new.plans.len());
    for plan in &new.plans {
        let before = old.plans.iter().position(|p| p.id == plan.id);
        done.push(before.and_then(|k| memory.done.get(k).copied().flatten()));
        let unchanged = before.filter(|_| written(old, &plan.id) == written(new, &plan.id));
        let timers = unchanged.map(|k| old.plans[k].when.timers()).unwrap_or_default();
        for (to, from) in plan.when.timers().into_iter().zip(timers) {
            if let (Some(slot), Some(value)) = (since.get_mut(to), memory.since.get(from)) {
                *slot = *value;
            }
        }
    }
    Memory { done, since, heard: memory.heard.clone() }
}

fn put<T: Component<Mutability = bevy::ecs::component::Mutable> + Copy>(world: &mut World, column: &[T]) {
    let mut state = world.query_filtered::<&mut T, With<Man>>();
    let mut query = state.query_mut(world);
    rows_mut(&mut query).copy_from_slice(column);
}

fn put_units<T: Component<Mutability = bevy::ecs::component::Mutable> + Copy>(world: &mut World, column: &[T]) {
    let mut state = world.query_filtered::<&mut T, With<Unit>>();
    let mut query = state.query_mut(world);
    unit_rows_mut(&mut query).copy_from_slice(column);
}
