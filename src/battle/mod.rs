//! The battle: one Bevy world, one fixed tick. It takes a checked scenario and a seed and does no input or output; the
//! command line, batches, tests and viewers are its callers.

mod fork;
mod hash;
mod keyframe;
mod spawn;
mod state;

use bevy::app::{App, Plugins};
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, SingleThreadedExecutor};
use bevy::prelude::*;

pub use hash::{Fault, Hashes};
pub use state::State;

use crate::arms::ArmsPlugin;
use crate::command::CommandPlugin;
use crate::fire::FirePlugin;
use crate::kernel::{Clock, Draws, Fight, Phase, Tick, Workers};
use crate::men::MenPlugin;
use crate::mind::MindPlugin;
use crate::params::ParamError;
use crate::record::hashes::HashTrack;
use crate::record::ledger::Ledger;
use crate::scenario::Scenario;
use crate::weather::WeatherPlugin;

/// Length of a tick unless asked otherwise, s.
pub const TICK_S: f32 = 0.5;

/// How a battle is to be fought, apart from what is fought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The battle seed.
    pub seed: u64,
    /// Length of a tick, s.
    pub dt_s: f32,
    /// Threads; 0 for one a core. No result depends on it.
    pub threads: usize,
    /// Battle time between keyframes, s.
    pub keyframe_s: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, dt_s: TICK_S, threads: 1, keyframe_s: 20.0 }
    }
}

/// Why a battle can't be fought, or can't go on.
#[derive(Debug, thiserror::Error)]
pub enum BattleError {
    /// A parameter is missing from the data files.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The ground, the weather or the fire can't be built.
    #[error("{0}")]
    Build(String),
    /// Threads can't be started.
    #[error("no worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A number of the state is not finite: a fault of the engine.
    #[error("{0}")]
    Fault(Fault),
}

/// A battle being fought.
pub struct Battle {
    app: App,
    options: Options,
}

impl Battle {
    /// The battle at its start.
    ///
    /// # Errors
    /// What can't be built of the scenario, or threads that can't be started.
    pub fn new(scenario: Scenario, options: Options) -> Result<Self, BattleError> {
        let domains = (WeatherPlugin, FirePlugin, MenPlugin, CommandPlugin, ArmsPlugin, MindPlugin);
        Self::of_domains(scenario, options, domains)
    }

    /// A battle in which only some domains act: for the bench, which may put something simple in another's place.
    ///
    /// # Errors
    /// As [`Battle::new`].
    pub fn of_domains<M>(scenario: Scenario, options: Options, domains: impl Plugins<M>) -> Result<Self, BattleError> {
        let mut app = App::empty();
        app.init_schedule(Fight);
        app.insert_resource(Clock { tick: Tick(0), dt_s: options.dt_s })
            .insert_resource(Draws { seed: options.seed })
            .insert_resource(Workers::new(options.threads)?)
            .insert_resource(Ledger::default())
            .insert_resource(Hashes(HashTrack::new(scenario.units.len())))
            .insert_resource(Fault::default())
            .insert_resource(keyframe::Keyframes::every(options.keyframe_s));
        spawn::build(&mut app, scenario, options.seed)?;
        app.add_plugins(domains);
        app.edit_schedule(Fight, |schedule| {
            schedule
                .configure_sets(
                    (
                        Phase::Weather,
                        Phase::Fire,
                        Phase::Sense,
                        Phase::Command,
                        Phase::Bodies,
                        Phase::Arms,
                        Phase::Mind,
                        Phase::Record,
                    )
                        .chain(),
                )
                .set_build_settings(ScheduleBuildSettings {
                    ambiguity_detection: LogLevel::Error,
                    ..Default::default()
                })
                .set_executor(SingleThreadedExecutor::new());
        });
        app.add_systems(Fight, (hash::hash_state, keyframe::take_keyframe).chain().in_set(Phase::Record));
        Ok(Self { app, options })
    }

    /// Fights one tick.
    ///
    /// # Errors
    /// A number of the state that is not finite.
    pub fn step(&mut self) -> Result<(), BattleError> {
        let world = self.app.world_mut();
        let workers = world.resource::<Workers>().clone();
        workers.within(|| world.run_schedule(Fight));
        world.resource_mut::<Clock>().tick.0 += 1;
        match world.resource::<Fault>() {
            fault if fault.is_some() => Err(BattleError::Fault(fault.clone())),
            _ => Ok(()),
        }
    }

    /// Fights until the battle time `t_s`, or the scenario's end if that comes first.
    ///
    /// # Errors
    /// As [`Battle::step`].
    pub fn run_until(&mut self, t_s: f64) -> Result<(), BattleError> {
        let end = self.clock().tick_at(t_s.min(f64::from(self.scenario().raw.duration_s)));
        while self.clock().tick < end {
            self.step()?;
        }
        Ok(())
    }

    /// The clock: the ticks fought.
    pub fn clock(&self) -> Clock {
        *self.app.world().resource::<Clock>()
    }

    /// Has the scenario's duration been fought?
    pub fn is_over(&self) -> bool {
        self.clock().t_s() >= f64::from(self.scenario().raw.duration_s)
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        self.app.world().resource::<Scenario>()
    }

    /// How it is fought.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Threads that work on it.
    pub fn threads(&self) -> usize {
        self.resource::<Workers>().threads()
    }

    /// What has happened.
    pub fn ledger(&self) -> &Ledger {
        self.app.world().resource::<Ledger>()
    }

    /// The hashes so far.
    pub fn hashes(&self) -> &HashTrack {
        &self.app.world().resource::<Hashes>().0
    }

    /// A resource of the battle's world, for those who look at it.
    ///
    /// The domains' resources are there from the start of every battle; asking for another panics.
    pub fn resource<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    /// A column of the men, in the order of their indices.
    pub fn column<T: Component + Copy>(&self) -> Vec<T> {
        let world = self.app.world();
        let mut query = world.try_query_filtered::<&T, With<crate::men::table::Man>>();
        query.as_mut().map_or_else(Vec::new, |q| q.iter(world).copied().collect())
    }

    /// A column of the units, in the order of their indices.
    pub fn unit_column<T: Component + Clone>(&self) -> Vec<T> {
        let world = self.app.world();
        let mut query = world.try_query_filtered::<&T, With<crate::command::units::Unit>>();
        query.as_mut().map_or_else(Vec::new, |q| q.iter(world).cloned().collect())
    }
}
