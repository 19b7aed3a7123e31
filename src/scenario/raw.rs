//! A battle as written in RON: every field, nothing resolved. Unknown fields are refused.
//!
//! Distances in metres, x east, y north from the map's south-west corner; times in seconds from the start; directions
//! in degrees clockwise from north; a wind is always *from*.

use serde::{Deserialize, Serialize};

use super::checked::Troops;

/// A figure with its origin: a fact of a text, or an estimate with a range that says so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Figure {
    /// Stated by a text: the value and the id of the fact (`X1-04`), with the reading where the text leaves room.
    Fact {
        /// The value used.
        value: f32,
        /// The id of the fact.
        id: String,
        /// How the text's words were read, where that isn't plain.
        #[serde(default)]
        reading: Option<String>,
    },
    /// Not stated: our value, its range and the reason.
    Estimate {
        /// The value used.
        value: f32,
        /// Lowest value held possible.
        low: f32,
        /// Highest value held possible.
        high: f32,
        /// Why this value.
        why: String,
    },
}

impl Figure {
    /// The value used.
    pub fn value(&self) -> f32 {
        match self {
            Self::Fact { value, .. } | Self::Estimate { value, .. } => *value,
        }
    }
}

/// A name in both scripts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// Pinyin or English, for readers of Latin script.
    pub latin: String,
    /// The Chinese characters; may be empty.
    #[serde(default)]
    pub zh: String,
}

/// A point on the map, m.
pub type Point = (f32, f32);

/// A battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// Version of the format; 1.
    pub format: u32,
    /// Id of the battle: lower-case letters, digits and hyphens, as are all ids.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// What is fought here and what the text leaves open.
    pub about: String,
    /// The source text (`X1`), if the battle is taken from one.
    #[serde(default)]
    pub text: Option<String>,
    /// Battle time at which the run ends, s.
    pub duration_s: f32,
    /// The ground.
    pub ground: Ground,
    /// Wind, air and light, and their turns.
    pub weather: Weather,
    /// Grass fires that break out.
    #[serde(default)]
    pub fires: Vec<Ignition>,
    /// The sides.
    pub sides: Vec<Side>,
    /// How pairs of sides stand to each other; a pair not named is hostile.
    #[serde(default)]
    pub relations: Vec<(String, String, Relation)>,
    /// The units.
    pub units: Vec<Unit>,
    /// The named persons.
    #[serde(default)]
    pub persons: Vec<Person>,
    /// What leaders decide, and when.
    #[serde(default)]
    pub plans: Vec<Plan>,
    /// Kinds of troops of this battle; one with the id of a row of `assets/troops.ron` replaces it.
    #[serde(default)]
    pub troops: Vec<Troops>,
}

/// How two sides stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// They fight.
    Hostile,
    /// They help each other.
    Allied,
    /// They leave each other alone.
    Neutral,
}

/// The ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// East-west and north-south size of the map, m (200 to 12,000 each).
    pub size_m: (f32, f32),
    /// Rolling of the open ground.
    #[serde(default)]
    pub relief: Relief,
    /// Hills on top of it.
    #[serde(default)]
    pub hills: Vec<Hill>,
    /// What grows where nothing else is said.
    pub grass: Grass,
    /// Patches of other ground, later ones over earlier ones.
    #[serde(default)]
    pub patches: Vec<Patch>,
    /// Rivers and streams.
    #[serde(default)]
    pub rivers: Vec<River>,
    /// Named places, used as goals.
    #[serde(default)]
    pub places: Vec<Place>,
}

/// Rolling of the open ground, made by Perlin noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relief {
    /// Height of the swells, trough to crest, m.
    pub swell_m: f32,
    /// Distance from swell to swell, m.
    pub wavelength_m: f32,
    /// Seed of the noise: part of the ground, not of the battle's luck.
    pub seed: u32,
}

impl Default for Relief {
    fn default() -> Self {
        Self { swell_m: 0.0, wavelength_m: 800.0, seed: 1 }
    }
}

/// A hill: a smooth round or oval dome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hill {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// The top.
    pub at: Point,
    /// Half-widths east-west and north-south at the foot, m.
    pub radius_m: (f32, f32),
    /// Height of the top above the open ground, m.
    pub height_m: Figure,
}

/// The sward, in the classes of the CSIRO grassland fire model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sward {
    /// Undisturbed, tall grass.
    Natural,
    /// Grazed or cut.
    Grazed,
    /// Eaten out: very short, sparse.
    EatenOut,
    /// No fuel: trampled bare, road, camp ground.
    Bare,
}

/// What grows where nothing else is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grass {
    /// The class of the sward.
    pub sward: Sward,
    /// Share of the ground without fuel, scattered by noise (0 to 0.5).
    #[serde(default)]
    pub bare_share: f32,
    /// Seed of that noise.
    #[serde(default)]
    pub seed: u32,
}

/// A shape on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// South-west and north-east corner.
    Rect(Point, Point),
    /// Centre and radius, m.
    Disc(Point, f32),
    /// A simple polygon.
    Polygon(Vec<Point>),
    /// A line of points and its width, m.
    Strip(Vec<Point>, f32),
}

/// A patch of other ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// Id.
    pub id: String,
    /// Where.
    pub shape: Shape,
    /// What grows there.
    pub sward: Sward,
    /// Fact ids or the reason.
    pub why: String,
}

/// A river or stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// The middle line, downstream.
    pub line: Vec<Point>,
    /// Width from bank to bank, m.
    pub width_m: Figure,
    /// Depth in the middle, outside the fords, m; it shoals to the banks as a parabola.
    pub depth_m: Figure,
    /// Current in the middle, m/s.
    pub current_m_s: Figure,
    /// Fords: shallower stretches.
    #[serde(default)]
    pub fords: Vec<Ford>,
}

/// A ford.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ford {
    /// Id.
    pub id: String,
    /// A point of the river's middle line nearest to which the ford lies.
    pub at: Point,
    /// Frontage along the river, m.
    pub width_m: Figure,
    /// Depth in the middle, m.
    pub depth_m: Figure,
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// Where.
    pub at: Point,
    /// How near counts as there, m.
    pub radius_m: f32,
    /// The way goes on beyond the map's edge: those who run leave the field by it.
    #[serde(default)]
    pub exit: bool,
}

/// Wind, air and light.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// Where the wind comes from, degrees.
    pub wind_from_deg: f32,
    /// Mean wind at 10 m, m/s.
    pub wind_m_s: Figure,
    /// Air temperature, C.
    pub temperature_c: Figure,
    /// Relative humidity, %.
    pub humidity_pct: Figure,
    /// Share of the grass that is dead, %.
    pub curing_pct: Figure,
    /// Turns of the wind.
    #[serde(default)]
    pub events: Vec<WeatherEvent>,
}

/// A turn of the wind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherEvent {
    /// Id, so that overlays can name it.
    pub id: String,
    /// When it starts, s.
    pub at_s: Figure,
    /// What happens.
    pub turn: WindTurn,
    /// Fact ids or the reason.
    pub why: String,
}

/// What the wind does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WindTurn {
    /// Falls to calm, then rises from the new side, with no crosswind between.
    Reversal {
        /// The new direction, degrees.
        to_from_deg: f32,
        /// From the first slackening to the full new wind, s.
        over_s: f32,
        /// The new mean wind, m/s.
        wind_m_s: Figure,
    },
    /// The direction rotates the shorter way round.
    Veer {
        /// The new direction, degrees.
        to_from_deg: f32,
        /// How long it takes, s.
        over_s: f32,
        /// The new mean wind, m/s.
        wind_m_s: Figure,
    },
}

/// A grass fire that breaks out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignition {
    /// Id.
    pub id: String,
    /// When, s.
    pub at_s: Figure,
    /// Along which line; a single point is a point fire.
    pub line: Vec<Point>,
    /// Fact ids or the reason.
    pub why: String,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// Languages its men understand.
    pub languages: Vec<String>,
    /// The place its broken men run to.
    pub refuge: String,
}

/// Foot or horse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arm {
    /// On foot.
    Foot,
    /// Mounted.
    Horse,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// The side it fights for.
    pub side: String,
    /// Men (a rider and his horse are one).
    pub strength: Figure,
    /// The kind of troops: a row of `assets/troops.ron`.
    pub troops: String,
    /// The centre of its front rank.
    pub at: Point,
    /// Where it faces, degrees.
    pub facing_deg: f32,
    /// Width of its front, m; ranks follow from the strength and the spacing of its arm.
    pub frontage_m: f32,
    /// Fact ids or the reason for what is not a figure (place, kind).
    pub why: String,
}

/// A named person: a man of his unit, with a body like any other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// The unit in whose ranks he is.
    pub unit: String,
    /// Units that take orders from him; none for one who commands nobody.
    #[serde(default)]
    pub commands: Vec<String>,
    /// How far his word steadies men: 0 none, 1 a great captain.
    #[serde(default)]
    pub authority: f32,
    /// Fact ids or the reason.
    pub why: String,
}

/// What a leader decides, and when: an order given when its condition is first true for *him*.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Id.
    pub id: String,
    /// Who decides.
    pub by: String,
    /// When.
    pub when: Condition,
    /// What he does.
    #[serde(rename = "do")]
    pub actions: Vec<Action>,
    /// Fact ids or the reason.
    pub why: String,
}

/// When a plan is carried out, judged by what its leader sees, hears and knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// From this battle time on.
    At(Figure),
    /// He sees flames within this distance of the nearest man of his own unit, m.
    FireWithin(f32),
    /// He sees enemies within this distance, m.
    EnemyWithin(f32),
    /// Of the enemies he sees, at least this share runs (and he sees a hundred or more).
    EnemyBroken(f32),
    /// Of the men of his own side he sees, at least this share runs.
    FriendsBroken(f32),
    /// The mean wind he feels blows from this direction, within 60 degrees, at 2 m/s or more.
    WindFrom(f32),
    /// He has heard men cry this.
    Heard(Cry),
    /// His own unit's middle is within the place.
    AtPlace(String),
    /// He sees the unit fighting with blows or falling back.
    UnitGivesWay(String),
    /// A plan was carried out and he saw it, gave it or was told.
    Done(String),
    /// All of these.
    All(Vec<Condition>),
    /// Any of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// This has been true for so many seconds without a break.
    For(f32, Box<Condition>),
}

/// What men cry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cry {
    /// The fire is upon us, run.
    FireTurned = 0,
    /// We are beaten, run.
    Beaten = 1,
    /// Cheering: the danger is over, or they run.
    Cheer = 2,
}

/// What a leader does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Action {
    /// Sends an order to units under him. It travels by voice where they stand near, else by rider.
    Order {
        /// The units; empty for all under him.
        #[serde(default)]
        to: Vec<String>,
        /// The order.
        order: Order,
    },
    /// Calls on the men around him to stand. What it does depends on who hears and on what they see.
    Appeal {
        /// The words, for the account.
        words: String,
    },
}

/// An order to a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Order {
    /// Stand, face the enemy, shoot and fight what comes.
    Hold,
    /// March to a place in formation, through fordable water if need be.
    March {
        /// The place.
        to: String,
        /// How fast.
        pace: Pace,
    },
    /// Go after the enemy toward a place, never nearer to flames than a distance.
    Follow {
        /// The place.
        to: String,
        /// Distance kept from the flames, m.
        behind_fire_m: f32,
        /// How fast.
        pace: Pace,
    },
    /// Attack the nearest enemies and pursue them.
    Attack,
    /// Drive between two enemy units, then attack the nearer.
    Between(String, String),
    /// Fall back to a place, turning on enemies who come close.
    Withdraw {
        /// The place.
        to: String,
    },
    /// Fall back toward a friendly unit, turning on enemies who come close.
    Join {
        /// The unit.
        unit: String,
    },
}

/// How fast a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// A walk.
    Walk,
    /// A jog, or a trot.
    Trot,
    /// A run, or a gallop.
    Run,
}

/// An overlay: named changes of one battle, for a counterfactual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overlay {
    /// Version of the format; 1.
    pub format: u32,
    /// Id.
    pub id: String,
    /// The battle it changes.
    pub of: String,
    /// What is asked.
    pub about: String,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// One change. What it names must be there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// The wind does not turn so.
    DropWeather(String),
    /// A turn of the wind comes at another time, s.
    MoveWeather(String, Figure),
    /// Another mean wind from the start, m/s.
    Wind(Figure),
    /// Another curing of the grass, %.
    Curing(Figure),
    /// A fire does not break out.
    DropFire(String),
    /// A fire breaks out at another time, s.
    MoveFire(String, Figure),
    /// A leader does not do this.
    DropPlan(String),
    /// Another plan in place of the one with the same id.
    ReplacePlan(Plan),
    /// A plan more.
    AddPlan(Plan),
    /// A unit is not there.
    DropUnit(String),
    /// Another strength.
    Strength(String, Figure),
    /// Another place for a unit.
    MoveUnit(String, Point),
    /// A patch of other ground, over the others.
    AddPatch(Patch),
    /// A patch is not there.
    DropPatch(String),
    /// A river more.
    AddRiver(River),
    /// Another value of a parameter, by its path.
    Param(String, f32),
}
