//! The ledger: all that befell men, units and leaders, in the order it happened, each with its cause.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::kernel::{ManIx, PersonIx, Tick, UnitIx};
use crate::scenario::raw::Cry;

/// What hurt, felled or killed a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cause {
    /// Burnt by flames or their heat.
    Fire = 1,
    /// Choked by smoke.
    Smoke = 2,
    /// Ridden down, trodden on, crushed.
    Trample = 3,
    /// Hurt by the fall itself: thrown from a horse, or by a collision.
    Fall = 4,
    /// An arrow.
    Arrow = 5,
    /// A musket ball.
    Ball = 6,
    /// A wall gun.
    Gun = 7,
    /// A mine.
    Mine = 8,
    /// A blade.
    Blade = 9,
    /// Drowned.
    Drowning = 10,
    /// His own side's hand, or his own powder.
    OwnSide = 11,
}

/// All causes, in the order they are reported.
pub const CAUSES: [Cause; 11] = [
    Cause::Fall,
    Cause::Trample,
    Cause::Fire,
    Cause::Smoke,
    Cause::Drowning,
    Cause::Blade,
    Cause::Arrow,
    Cause::Ball,
    Cause::Gun,
    Cause::Mine,
    Cause::OwnSide,
];

impl Cause {
    /// The cause with this number, if there is one.
    pub fn from_u8(n: u8) -> Option<Self> {
        CAUSES.into_iter().find(|c| *c as u8 == n)
    }
    /// The word used in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Smoke => "smoke",
            Self::Trample => "trample",
            Self::Fall => "fall",
            Self::Arrow => "arrow",
            Self::Ball => "ball",
            Self::Gun => "gun",
            Self::Mine => "mine",
            Self::Blade => "blade",
            Self::Drowning => "drowning",
            Self::OwnSide => "own_side",
        }
    }
    /// Was it an enemy's weapon?
    pub fn is_weapon(self) -> bool {
        matches!(self, Self::Arrow | Self::Ball | Self::Gun | Self::Mine | Self::Blade)
    }
}

/// How badly a man is hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Wound {
    /// Whole.
    None = 0,
    /// Hurt, but he moves and fights, worse.
    Hurt = 1,
    /// Out: he lies where he fell.
    Out = 2,
    /// Dead.
    Dead = 3,
}

impl Wound {
    /// The wound with this number; numbers beyond the last stand for it.
    pub fn from_u8(n: u8) -> Self {
        [Self::None, Self::Hurt, Self::Out].get(usize::from(n)).copied().unwrap_or(Self::Dead)
    }
    /// The word used in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Hurt => "hurt",
            Self::Out => "out",
            Self::Dead => "dead",
        }
    }
}

/// The parts of a change of a man's fear: what each pushed or pulled, as fear gathered since his last change of state.
/// They add up, with his temper at the start, to his fear at the change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct FearParts {
    /// The fear of the men around him.
    pub contagion: f32,
    /// Comrades seen running.
    pub runners: f32,
    /// Heat, and flames that come on.
    pub fire: f32,
    /// Smoke, and what can't be seen in it.
    pub smoke: f32,
    /// Enemies close by.
    pub enemy: f32,
    /// Comrades falling around him, and his own wounds.
    pub losses: f32,
    /// Cries heard and believed.
    pub cries: f32,
    /// Leaders, cheering, anger, and calm coming back (negative: they take fear away).
    pub heart: f32,
}

/// States of a man's mind, steadiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Heart {
    /// Does what he is told and fights.
    Steady = 0,
    /// Fights, but looks over his shoulder.
    Shaken = 1,
    /// Does as little as he can; cries out.
    Wavering = 2,
    /// Runs.
    Broken = 3,
}

impl Heart {
    /// The state with this number; numbers beyond the last stand for it.
    pub fn from_u8(n: u8) -> Self {
        [Self::Steady, Self::Shaken, Self::Wavering].get(usize::from(n)).copied().unwrap_or(Self::Broken)
    }
    /// The word used in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Shaken => "shaken",
            Self::Wavering => "wavering",
            Self::Broken => "broken",
        }
    }
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The wind begins to turn (the weather event's id).
    WindTurns {
        /// Id of the weather event.
        id: String,
    },
    /// A fire breaks out.
    FireLit {
        /// Id of the ignition.
        id: String,
    },
    /// The last flame has gone out.
    FireOut,
    /// A man is hurt; `wound` is his state after it.
    Hurt {
        /// Whom.
        man: ManIx,
        /// His state after it.
        wound: Wound,
        /// What did it.
        cause: Cause,
        /// By whose hand, if anybody's.
        by: Option<ManIx>,
        /// From how far, m (shots and blows).
        distance_m: f32,
    },
    /// A man falls (and may get up).
    Fell {
        /// Who.
        man: ManIx,
        /// Over or into whom, if anybody.
        over: Option<ManIx>,
        /// Speed at which he was going, m/s.
        speed_m_s: f32,
        /// Standing people and horses near him, per m2.
        density_per_m2: f32,
    },
    /// A man gets up again, or is picked up by another.
    Rose {
        /// Who.
        man: ManIx,
        /// Who took him up, if anybody did.
        by: Option<ManIx>,
    },
    /// A man's heart changes.
    Heart {
        /// Whose.
        man: ManIx,
        /// From.
        from: Heart,
        /// To.
        to: Heart,
        /// His fear at that moment.
        fear: f32,
        /// The parts it is made of.
        parts: FearParts,
    },
    /// A man cries out.
    Cried {
        /// Who.
        man: ManIx,
        /// What.
        cry: Cry,
    },
    /// More than half of a unit's living men run, for the first time since it last held.
    UnitBroke {
        /// Which.
        unit: UnitIx,
    },
    /// Fewer than a quarter of a broken unit's living men still run.
    UnitRallied {
        /// Which.
        unit: UnitIx,
    },
    /// A unit's officers lead it away from flames that come on, without an order.
    GaveWay {
        /// Which.
        unit: UnitIx,
    },
    /// A unit's first man enters the water.
    EnteredWater {
        /// Which.
        unit: UnitIx,
    },
    /// A leader carries out a plan.
    Planned {
        /// Who.
        by: PersonIx,
        /// The plan's id.
        plan: String,
    },
    /// A leader calls on his men.
    Appealed {
        /// Who.
        by: PersonIx,
        /// The words.
        words: String,
        /// How many living men of his side heard him.
        heard: u32,
    },
    /// An order sets out.
    OrderSent {
        /// Its number in this battle.
        order: u32,
        /// Who sent it.
        by: PersonIx,
        /// To whom.
        to: UnitIx,
        /// What it says.
        text: String,
        /// By rider, or by voice.
        rider: bool,
    },
    /// An order arrives and is understood.
    OrderReceived {
        /// Its number.
        order: u32,
        /// By whom.
        to: UnitIx,
    },
    /// An order is lost: its rider fell, or it was not understood.
    OrderLost {
        /// Its number.
        order: u32,
        /// For whom it was.
        to: UnitIx,
        /// Why.
        why: String,
    },
    /// First blows between two units.
    Contact {
        /// The unit that struck first.
        unit: UnitIx,
        /// The unit struck.
        with: UnitIx,
    },
    /// A man who runs leaves the field.
    Left {
        /// Who.
        man: ManIx,
    },
}

impl Event {
    /// The word for its kind, used in tables and files.
    pub fn word(&self) -> &'static str {
        match self {
            Self::WindTurns { .. } => "wind_turns",
            Self::FireLit { .. } => "fire_lit",
            Self::FireOut => "fire_out",
            Self::Hurt { .. } => "hurt",
            Self::Fell { .. } => "fell",
            Self::Rose { .. } => "rose",
            Self::Heart { .. } => "heart",
            Self::Cried { .. } => "cried",
            Self::UnitBroke { .. } => "unit_broke",
            Self::UnitRallied { .. } => "unit_rallied",
            Self::GaveWay { .. } => "gave_way",
            Self::EnteredWater { .. } => "entered_water",
            Self::Planned { .. } => "planned",
            Self::Appealed { .. } => "appealed",
            Self::OrderSent { .. } => "order_sent",
            Self::OrderReceived { .. } => "order_received",
            Self::OrderLost { .. } => "order_lost",
            Self::Contact { .. } => "contact",
            Self::Left { .. } => "left",
        }
    }
}

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub tick: Tick,
    /// Where, m (0, 0 for what has no place).
    pub x_m: f32,
    /// Where, m.
    pub y_m: f32,
    /// What.
    pub event: Event,
}

/// The ledger of a battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// All entries, in the order they happened.
    pub entries: Vec<Entry>,
}

impl Ledger {
    /// Writes a line.
    pub fn write(&mut self, tick: Tick, at: crate::kernel::Vec2, event: Event) {
        self.entries.push(Entry { tick, x_m: at.x, y_m: at.y, event });
    }
}
