//! A battle checked and resolved: ids are indices, figures are values, what it names is there. What a `Battle` is
//! built from; made only by [`super::check`].

use serde::{Deserialize, Serialize};

use super::raw;
use crate::kernel::{PersonIx, PlaceIx, SideIx, UnitIx, UnitKey};
use crate::params::ParamTable;

/// A checked battle. Sides, places, persons are in the order of their ids; units in the order of their keys.
#[derive(bevy::prelude::Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// The battle as written, overlays applied: what the ground, the weather and the fires are built from, and what a
    /// run file keeps.
    pub raw: raw::Battle,
    /// The ids of the overlays applied.
    pub overlays: Vec<String>,
    /// The parameters in force.
    pub params: ParamTable,
    /// The sides.
    pub sides: Vec<Side>,
    /// `relation[a][b]`, symmetric; a side is allied to itself.
    pub relations: Vec<Vec<raw::Relation>>,
    /// The units.
    pub units: Vec<Unit>,
    /// The named persons.
    pub persons: Vec<Person>,
    /// The places.
    pub places: Vec<Place>,
    /// The plans, in the order of their ids.
    pub plans: Vec<Plan>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: raw::Name,
    /// Where broken men run.
    pub refuge: PlaceIx,
    /// Languages, as a set of bits: bit i for the i-th language of the battle in alphabetical order.
    pub languages: u32,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Id.
    pub id: String,
    /// Stable hash of the id.
    pub key: UnitKey,
    /// Display name.
    pub name: raw::Name,
    /// Side.
    pub side: SideIx,
    /// Men at the start.
    pub strength: u32,
    /// The kind of troops.
    pub troops: Troops,
    /// The centre of the front rank, m.
    pub at: raw::Point,
    /// Facing, degrees.
    pub facing_deg: f32,
    /// Width of the front, m.
    pub frontage_m: f32,
    /// Who commands it, if anybody named does.
    pub commander: Option<PersonIx>,
}

/// A kind of troops: a row of `assets/troops.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troops {
    /// Id.
    pub id: String,
    /// Foot or horse.
    pub arm: raw::Arm,
    /// Fear at rest: 0 fearless to 0.5 ready to run.
    pub temper_fear: f32,
    /// Fear above which a man of the middle sort breaks.
    pub break_fear: f32,
    /// Spread (standard deviation) of the breaking point between men.
    pub break_spread: f32,
    /// Share of orders that are understood and carried.
    pub drill: f32,
    /// Skill with the blade: chance to strike relative to a trained man.
    pub blade_skill: f32,
    /// Skill with the missile weapon: chance to hit relative to a trained man.
    pub shot_skill: f32,
    /// Share of the men who carry a bow, with its arrows.
    pub share_bow: f32,
    /// Share of the men who carry a matchlock.
    pub share_matchlock: f32,
    /// Share who wear armour that turns arrows and blades (cotton with plates).
    pub share_armoured: f32,
    /// Speed of man or mount relative to the common one.
    pub speed: f32,
    /// Where the figures come from.
    pub source: String,
}

/// A named person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: raw::Name,
    /// His unit.
    pub unit: UnitIx,
    /// His number in it: persons take the first numbers of a unit, in the order of their ids.
    pub number: u32,
    /// The units he commands, in the order of their indices.
    pub commands: Vec<UnitIx>,
    /// How far his word steadies men, 0 to 1.
    pub authority: f32,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: raw::Name,
    /// Where, m.
    pub at: raw::Point,
    /// How near counts as there, m.
    pub radius_m: f32,
    /// Those who run leave the field by it.
    pub exit: bool,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Id.
    pub id: String,
    /// Who.
    pub by: PersonIx,
    /// When.
    pub when: Condition,
    /// What.
    pub actions: Vec<Action>,
}

/// [`raw::Condition`] with ids resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// From this time on, s.
    At(f32),
    /// Flames within, m.
    FireWithin(f32),
    /// Enemies within, m.
    EnemyWithin(f32),
    /// Share of enemies seen that run.
    EnemyBroken(f32),
    /// Share of friends seen that run.
    FriendsBroken(f32),
    /// Wind from, degrees.
    WindFrom(f32),
    /// A cry heard.
    Heard(raw::Cry),
    /// At a place.
    AtPlace(PlaceIx),
    /// A unit gives way.
    UnitGivesWay(UnitIx),
    /// A plan is done (its position in [`Scenario::plans`]).
    Done(usize),
    /// All.
    All(Vec<Condition>),
    /// Any.
    Any(Vec<Condition>),
    /// Not.
    Not(Box<Condition>),
    /// True for so long, s. The number counts the `For`s of the whole battle, for their clocks.
    For(f32, usize, Box<Condition>),
}

/// [`raw::Action`] with ids resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Orders.
    Order {
        /// To whom.
        to: Vec<UnitIx>,
        /// What.
        order: Order,
    },
    /// An appeal.
    Appeal {
        /// The words.
        words: String,
    },
}

/// [`raw::Order`] with ids resolved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Stand.
    Hold,
    /// March.
    March {
        /// To.
        to: PlaceIx,
        /// Pace.
        pace: raw::Pace,
    },
    /// Follow behind the fire.
    Follow {
        /// Toward.
        to: PlaceIx,
        /// Distance kept, m.
        behind_fire_m: f32,
        /// Pace.
        pace: raw::Pace,
    },
    /// Attack and pursue.
    Attack,
    /// Drive between.
    Between(UnitIx, UnitIx),
    /// Fall back fighting.
    Withdraw {
        /// To.
        to: PlaceIx,
    },
    /// Fall back to a friend.
    Join {
        /// To.
        unit: UnitIx,
    },
}

impl Condition {
    /// The numbers of its timed conditions, outer before inner, left to right.
    pub fn timers(&self) -> Vec<usize> {
        match self {
            Self::For(_, n, c) => std::iter::once(*n).chain(c.timers()).collect(),
            Self::Not(c) => c.timers(),
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::timers).collect(),
            _ => Vec::new(),
        }
    }
}

impl Scenario {
    /// How many timed conditions its plans have.
    pub fn timers(&self) -> usize {
        self.plans.iter().map(|p| p.when.timers().len()).sum()
    }
    /// Men at the start, all sides.
    pub fn men(&self) -> usize {
        self.units.iter().map(|u| u.strength as usize).sum()
    }
    /// The row of a unit's first man in the table of men.
    pub fn first_man(&self, unit: UnitIx) -> usize {
        self.units[..unit.at()].iter().map(|u| u.strength as usize).sum()
    }
    /// The row of a person in the table of men.
    pub fn man_of(&self, person: &Person) -> usize {
        self.first_man(person.unit) + person.number as usize
    }
    /// How two sides stand.
    pub fn relation(&self, a: SideIx, b: SideIx) -> raw::Relation {
        self.relations[a.at()][b.at()]
    }
}
