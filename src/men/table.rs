//! The table of men. Every man (a rider and his horse are one) is an entity with the same components, so all lie in one
//! Bevy table; they are spawned in the order (unit key, number in the unit), never despawned and never change their
//! components, so a man's row is his [`ManIx`] for the whole battle. Systems take the columns as slices.

use bevy::ecs::change_detection::ContiguousMut;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use crate::kernel::{SideIx, UnitIx};
use crate::record::ledger::Heart;

/// No man: the value of a link that points to nobody.
pub const NOBODY: u32 = u32::MAX;

/// Who a man is. Never changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Man {
    /// His unit.
    pub unit: UnitIx,
    /// His side.
    pub side: SideIx,
    /// 1 if he started on horseback.
    pub rider: u8,
    /// His number in his unit.
    pub number: u32,
}

/// How a man is made: drawn once, at the start. Never changes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Make {
    /// Speed of man or mount relative to the common one.
    pub speed: f32,
    /// Fear above which he breaks.
    pub break_fear: f32,
    /// Fear he has at rest.
    pub temper_fear: f32,
    /// Luck with burns: he dies of a dose that kills this share of men (0 to 1).
    pub burn_luck: f32,
    /// 1 if armoured.
    pub armoured: u8,
    /// A [`Missile`] weapon as a number.
    pub missile: u8,
    /// Padding, always 0.
    pub pad: [u8; 2],
}

/// The missile weapon a man carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Missile {
    /// None.
    None = 0,
    /// A bow.
    Bow = 1,
    /// A matchlock.
    Matchlock = 2,
}

/// Where a man is and how he moves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Place {
    /// East, m.
    pub x: f32,
    /// North, m.
    pub y: f32,
    /// Heading, a unit vector: east.
    pub hx: f32,
    /// Heading: north.
    pub hy: f32,
    /// Speed along the heading, m/s.
    pub speed: f32,
}

impl Place {
    /// Where, m.
    pub fn pos(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
    /// Heading, a unit vector.
    pub fn heading(&self) -> Vec2 {
        Vec2::new(self.hx, self.hy)
    }
}

/// The state of a man's body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Body {
    /// On horseback now: 0 on foot, 1 mounted.
    pub mounted: u8,
    /// [`UP`], [`DOWN`], [`CARRIED`] or [`GONE`].
    pub posture: u8,
    /// [`crate::record::ledger::Wound`] as a number.
    pub wound: u8,
    /// First cause that put him out or killed him ([`crate::record::ledger::Cause`]), 0 for none.
    pub first_cause: u8,
    /// Final cause of his death, 0 for none.
    pub final_cause: u8,
    /// 1 while in water deeper than a hand.
    pub wet: u8,
    /// Padding, always 0.
    pub pad: [u8; 2],
    /// Breath left for going faster than he can keep up: 1 fresh, 0 spent.
    pub breath: f32,
    /// Heat taken in and not yet faded, (kW/m2)^(4/3) s.
    pub burn_dose: f32,
    /// Choking: irritant taken in and not yet coughed out, 0 to 1.
    pub choke: f32,
    /// Time until he can try to get up, s.
    pub down_s: f32,
    /// The man he carries, or who carries him ([`NOBODY`] for none).
    pub link: u32,
}

/// Up on his feet or in the saddle.
pub const UP: u8 = 0;
/// On the ground.
pub const DOWN: u8 = 1;
/// On another man's horse.
pub const CARRIED: u8 = 2;
/// He has left the field.
pub const GONE: u8 = 3;

impl Body {
    /// Alive.
    pub fn alive(&self) -> bool {
        self.wound < 3
    }
    /// Alive and not put out of the fight.
    pub fn able(&self) -> bool {
        self.wound < 2
    }
    /// Still on the field, dead or alive.
    pub fn on_field(&self) -> bool {
        self.posture != GONE
    }
    /// Able and on his feet or in the saddle.
    pub fn up(&self) -> bool {
        self.able() && self.posture == UP
    }
    /// Mounted now.
    pub fn on_horse(&self) -> bool {
        self.mounted == 1
    }
}

/// A man's missiles and the time until his hand is ready again.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Hand {
    /// Arrows or charges left.
    pub shots: u32,
    /// Time until he can shoot again, s; below zero, by no more than a tick, when he has been ready for a part of it.
    pub ready_s: f32,
    /// Shots he has let off.
    pub fired: u16,
    /// Of these, shots of powder with flames so near that some refuse.
    pub fired_near: u16,
    /// How often he refused to load for flames near by.
    pub refused: u16,
    /// Padding, always 0.
    pub pad: u16,
}

/// The state of a man's mind.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
#[repr(C)]
pub struct Mind {
    /// Fear, 0 to 1.
    pub fear: f32,
    /// Stunned by surprise for so long, s.
    pub stun_s: f32,
    /// What he has heard cried and still believes, by [`crate::scenario::raw::Cry`]: 0 nothing, 1 wholly.
    pub belief: [f32; 3],
    /// Anger and shame at having been chased, 0 to 1.
    pub anger: f32,
    /// How the nearest flames last stood to him: -1 leaning away, 1 leaning at him, 0 none seen.
    pub flames: f32,
    /// Time since he was last in contact or heat, s.
    pub calm_s: f32,
    /// Time before he obeys a new order, s.
    pub obey_s: f32,
    /// [`crate::record::ledger::Heart`] as a number.
    pub heart: u8,
    /// 1 once he has seen the flames turn on him or off him and not yet cried it.
    pub seen: u8,
    /// The wind when he last looked at the flames: where from, in eighths of a turn from north, plus 1; 0: not yet.
    pub wind: u8,
    /// 1 once he has cheered.
    pub cheered: u8,
    /// The parts of his fear gathered since his heart last changed.
    pub parts: crate::record::ledger::FearParts,
}

impl Mind {
    /// Has he broken, and runs?
    pub fn runs(&self) -> bool {
        self.heart == Heart::Broken as u8
    }
}

/// What a man wants to do this tick: made anew each tick from the state, so not part of it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Intent {
    /// Velocity he wants, m/s east.
    pub vx: f32,
    /// Velocity he wants, m/s north.
    pub vy: f32,
    /// The way he wants to face when he stands, a unit vector: east.
    pub fx: f32,
    /// The same: north.
    pub fy: f32,
    /// 1 if he presses on without care for those in front.
    pub pressing: f32,
}

/// What is near a man, found by the neighbour pass and read until the next: so it is saved with the state.
#[derive(Component, Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Near {
    /// Men and horses (counted as the room they take of men) standing within 2 m, per m2.
    pub density: f32,
    /// Distance from hide to hide to the nearest enemy who is up, m (infinite: none within 3 m).
    pub enemy_m: f32,
    /// That enemy.
    pub enemy: u32,
    /// How many enemies are up within reach of blows.
    pub enemies: u16,
    /// How many friends are up within the same distance.
    pub friends: u16,
}

impl Default for Near {
    fn default() -> Self {
        Self { density: 0.0, enemy_m: f32::INFINITY, enemy: NOBODY, enemies: 0, friends: 0 }
    }
}

/// A column of men as a slice, in the order of their indices.
pub fn rows<'a, T: Component>(column: &'a Query<&T, With<Man>>) -> &'a [T] {
    column.contiguous_iter().ok().and_then(|mut chunks| chunks.next()).unwrap_or(&[])
}

/// A column of men as a mutable slice.
pub fn rows_mut<'a, T: Component<Mutability = Mutable>>(column: &'a mut Query<&mut T, With<Man>>) -> &'a mut [T] {
    match column.contiguous_iter_mut().ok().and_then(|mut chunks| chunks.next()) {
        Some(chunk) => ContiguousMut::bypass_change_detection_split(chunk).0,
        None => &mut [],
    }
}
