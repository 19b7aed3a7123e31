//! The whole state of a battle: saved at any tick, loaded and run on, it gives the same future bit for bit.

use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::keyframe::Keyframes;
use super::{Battle, BattleError, Hashes, Options};
use crate::command::orders::Dispatches;
use crate::command::plans::Memory;
use crate::command::units::{Standing, Unit, unit_rows_mut};
use crate::fire::{Fire, Smoke};
use crate::kernel::Clock;
use crate::men::formation::Station;
use crate::men::table::{Body, Hand, Man, Mind, Near, Place, rows_mut};
use crate::mind::cries::{Cries, Voice};
use crate::record::container::{self, FileError, STATE};
use crate::record::hashes::HashTrack;
use crate::record::keyframe::Keyframe;
use crate::record::ledger::Ledger;
use crate::record::runfile::{Arrivals, BuildStamp, Ended, Roster, RunFile};
use crate::scenario::Scenario;
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
        container::read(path, STATE)
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
        let frame = |body: &Body, mind: &Mind| {
            let Body { wound, mounted, posture, .. } = *body;
            crate::record::keyframe::Figure { heart: mind.heart, wound, mounted: mounted == 1, down: posture != 0 }
                .pack()
        };
        let (places, bodies): (Vec<Place>, Vec<Body>) = (self.column(), self.column());
        let minds: Vec<Mind> = self.column();
        let men = Roster {
            x_m: places.iter().map(|p| p.x).collect(),
            y_m: places.iter().map(|p| p.y).collect(),
            state: bodies.iter().zip(&minds).map(|(b, m)| frame(b, m)).collect(),
            fear: minds.iter().map(|m| m.fear).collect(),
            felled_by: bodies.iter().map(|b| b.first_cause).collect(),
            killed_by: bodies.iter().map(|b| b.final_cause).collect(),
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

/// The leaders' memory for another version of the scenario: plans are known by their ids; plans that are new have not
/// been carried out.
fn remember(memory: &Memory, old: &Scenario, new: &Scenario) -> Memory {
    let same_plans = old.plans == new.plans;
    let done = new
        .plans
        .iter()
        .map(|plan| {
            let before = old.plans.iter().position(|p| p.id == plan.id)?;
            memory.done.get(before).copied().flatten()
        })
        .collect();
    let since = if same_plans { memory.since.clone() } else { vec![None; super::spawn::all_timers(new)] };
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
