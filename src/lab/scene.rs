//! A small battle built in code: an empty map, units on it, what is ordered, and the parameters that are reduced. It goes
//! through the same checks as a scenario file and is fought by the same engine.

use bevy::app::Plugins;

use super::LabError;
use crate::battle::{Battle, Options};
use crate::kernel::stable_key;
use crate::params::ParamTable;
use crate::scenario::checked::Troops;
use crate::scenario::raw::{
    self, Action, Arm, Condition, Figure, Grass, Ground, Name, Order, Person, Place, Plan, Point, Relief, Side, Sward,
    Unit, Weather,
};
use crate::scenario::{Scenario, resolve, shipped_params};

/// Why the numbers of a bench are what they are.
const WHY: &str = "bench";

/// A battle being laid out.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The battle as a scenario file would have it.
    pub raw: raw::Battle,
    /// The parameters, reduced.
    pub params: ParamTable,
}

/// A figure of the bench.
pub fn figure(value: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: WHY.into() }
}

fn name(id: &str) -> Name {
    Name { latin: id.into(), zh: String::new() }
}

/// A unit asked for.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<'a> {
    /// Id.
    pub id: &'a str,
    /// Id of its side.
    pub side: &'a str,
    /// Id of its troops.
    pub troops: &'a str,
    /// Men.
    pub men: u32,
    /// Middle of the front rank, m.
    pub at: Point,
    /// Facing, degrees.
    pub facing_deg: f32,
    /// Width of the front, m.
    pub frontage_m: f32,
}

impl Scene {
    /// A bare, flat map of this size in still, dry air, without anybody.
    ///
    /// # Errors
    /// Shipped parameters that can't be read.
    pub fn new(id: &str, size_m: Point, duration_s: f32) -> Result<Self, LabError> {
        let raw = raw::Battle {
            format: 1,
            id: id.into(),
            name: name(id),
            about: "a battle reduced for the bench".into(),
            text: None,
            duration_s,
            ground: Ground {
                size_m,
                relief: Relief::default(),
                hills: vec![],
                grass: Grass { sward: Sward::Bare, bare_share: 0.0, seed: 0 },
                patches: vec![],
                rivers: vec![],
                places: vec![],
            },
            weather: Weather {
                wind_from_deg: 270.0,
                wind_m_s: figure(0.0),
                temperature_c: figure(20.0),
                humidity_pct: figure(30.0),
                curing_pct: figure(100.0),
                events: vec![],
            },
            fires: vec![],
            sides: vec![],
            relations: vec![],
            units: vec![],
            persons: vec![],
            plans: vec![],
            troops: vec![],
        };
        Ok(Self { raw, params: shipped_params()? })
    }

    /// Sets parameters for this battle.
    ///
    /// # Errors
    /// One that isn't there, or a value that is no number.
    pub fn set(&mut self, values: &[(&str, f32)]) -> Result<&mut Self, LabError> {
        for (path, value) in values {
            self.params.set(path, *value)?;
        }
        Ok(self)
    }

    /// A trained man on foot without weapons, fearless, changed by `change`, under another id.
    pub fn troops(&mut self, id: &str, change: impl FnOnce(&mut Troops)) -> &mut Self {
        let mut row = Troops {
            id: id.into(),
            arm: Arm::Foot,
            temper_fear: 0.0,
            break_fear: 1.0,
            break_spread: 0.0,
            drill: 1.0,
            blade_skill: 1.0,
            shot_skill: 1.0,
            share_bow: 0.0,
            share_matchlock: 0.0,
            share_armoured: 0.0,
            speed: 1.0,
            source: "bench: one thing at a time".into(),
        };
        change(&mut row);
        self.raw.troops.push(row);
        self
    }

    /// A place.
    pub fn place(&mut self, id: &str, at: Point, radius_m: f32) -> &mut Self {
        self.raw.ground.places.push(Place { id: id.into(), name: name(id), at, radius_m, exit: false });
        self
    }

    /// A side whose broken men run to a place.
    pub fn side(&mut self, id: &str, refuge: &str) -> &mut Self {
        let languages = vec!["bench".into()];
        self.raw.sides.push(Side { id: id.into(), name: name(id), languages, refuge: refuge.into() });
        self
    }

    /// A unit.
    pub fn unit(&mut self, ranks: Ranks) -> &mut Self {
        self.raw.units.push(Unit {
            id: ranks.id.into(),
            name: name(ranks.id),
            side: ranks.side.into(),
            strength: figure(ranks.men as f32),
            troops: ranks.troops.into(),
            at: ranks.at,
            facing_deg: ranks.facing_deg,
            frontage_m: ranks.frontage_m,
            why: WHY.into(),
        });
        self
    }

    /// An order to a unit at the start, by its first man.
    pub fn order(&mut self, unit: &str, order: Order) -> &mut Self {
        let id = format!("captain-of-{unit}");
        self.raw.persons.push(Person {
            id: id.clone(),
            name: name(&id),
            unit: unit.into(),
            commands: vec![unit.into()],
            authority: 0.0,
            why: WHY.into(),
        });
        self.raw.plans.push(Plan {
            id: format!("order-to-{unit}"),
            by: id,
            when: Condition::At(figure(0.0)),
            actions: vec![Action::Order { to: vec![], order }],
            why: WHY.into(),
        });
        self
    }

    /// A fire at the start, along a line.
    pub fn fire(&mut self, line: Vec<Point>) -> &mut Self {
        self.raw.fires.push(raw::Ignition { id: "fire".into(), at_s: figure(0.0), line, why: WHY.into() });
        self
    }

    /// One watcher far from all that happens, since a battle needs somebody.
    pub fn watcher(&mut self, at: Point) -> &mut Self {
        self.place("watch", at, 1.0).side("watchers", "watch").troops("watcher", |_| {});
        self.unit(Ranks {
            id: "watcher",
            side: "watchers",
            troops: "watcher",
            men: 1,
            at,
            facing_deg: 0.0,
            frontage_m: 1.0,
        })
    }

    /// The battle, checked and built, on one thread.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn build(&self, dt_s: f32, seed: u64) -> Result<Battle, LabError> {
        Ok(Battle::new(self.checked()?, options(dt_s, seed))?)
    }

    /// The same with only some domains, or others in their place.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn build_of<M>(&self, dt_s: f32, seed: u64, domains: impl Plugins<M>) -> Result<Battle, LabError> {
        Ok(Battle::of_domains(self.checked()?, options(dt_s, seed), domains)?)
    }

    fn checked(&self) -> Result<Scenario, LabError> {
        Ok(resolve(self.raw.clone(), vec![], self.params.clone())?)
    }
}

/// One thread; and the bench looks at the state itself, so it needs no pictures.
fn options(dt_s: f32, seed: u64) -> Options {
    Options { seed, dt_s, threads: 1, keyframe_s: 1e9 }
}

/// The rows of a unit's men in the tables of men.
pub fn rows_of(battle: &Battle, unit: &str) -> core::ops::Range<usize> {
    let key = stable_key(unit);
    let units = &battle.scenario().units;
    let u = units.iter().position(|u| u.key == key).unwrap_or(units.len());
    let first = units[..u].iter().map(|u| u.strength as usize).sum();
    first..first + units.get(u).map_or(0, |u| u.strength as usize)
}

/// The hash of all the states a battle went through, as it is printed.
pub fn state_hash(battle: &Battle) -> String {
    format!("{:016x}", battle.hashes().total())
}
