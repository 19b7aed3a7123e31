//! Keyframes: what is needed to draw the battle at a moment, and no more.

use serde::{Deserialize, Serialize};

use crate::kernel::Tick;

/// The men and the smoke at one tick. Columns are in the order of the men's indices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyframe {
    /// When.
    pub tick: Tick,
    /// Places, in quarters of a metre from the south-west corner.
    pub x_q: Vec<u16>,
    /// Places, in quarters of a metre.
    pub y_q: Vec<u16>,
    /// State of each man: see [`Figure`].
    pub state: Vec<u8>,
    /// Mean wind: where from, degrees, and how fast, m/s.
    pub wind_from_deg: f32,
    /// Mean wind, m/s.
    pub wind_m_s: f32,
    /// Width of the smoke grid, cells.
    pub smoke_nx: u32,
    /// Size of a smoke cell, m.
    pub smoke_cell_m: f32,
    /// Extinction of the smoke along a level line, per metre in steps of 1/500, by cell, row by row from the south.
    pub smoke: Vec<u8>,
}

/// What a man looks like in a keyframe: packed fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// [`super::ledger::Heart`] as a number.
    pub heart: u8,
    /// [`super::ledger::Wound`] as a number.
    pub wound: u8,
    /// On horseback now.
    pub mounted: bool,
    /// Lying on the ground, or on another's horse.
    pub down: bool,
    /// Gone from the field.
    pub gone: bool,
}

impl Figure {
    /// Into one byte.
    pub fn pack(self) -> u8 {
        self.heart | self.wound << 2 | u8::from(self.mounted) << 4 | u8::from(self.down) << 5 | u8::from(self.gone) << 6
    }
    /// Out of one byte.
    pub fn unpack(b: u8) -> Self {
        let flag = |bit: u8| b >> bit & 1 == 1;
        Self { heart: b & 3, wound: b >> 2 & 3, mounted: flag(4), down: flag(5), gone: flag(6) }
    }
}
