//! Cries: what is shouted, by whom, and how many voices a man hears. A cry is an act of a frightened or relieved man who
//! has seen something, or who believes what he heard.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::kernel::{Blocks, SideIx, Vec2};
use crate::men::presence::SIDES;
use crate::scenario::raw::Cry;

/// Kinds of cry.
pub const KINDS: usize = 3;

/// Side of a block of hearing, m.
const BLOCK_M: f32 = 30.0;

/// The voices a man hears, by kind.
pub type Voices = [u16; KINDS];

/// Who cries in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Voice {
    /// Where, m.
    pub at: [f32; 2],
    /// Side of the crier.
    pub side: SideIx,
    /// What.
    pub cry: Cry,
}

/// The voices of the last tick, by block and side; part of the state, since they are heard in the next tick.
#[derive(Resource)]
pub struct Cries {
    /// All voices of the last tick, in the order of the criers' indices.
    pub voices: Vec<Voice>,
    heard: Blocks<[Voices; SIDES]>,
}

impl Cries {
    /// Silence on a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        Self { voices: Vec::new(), heard: Blocks::new(size_m, BLOCK_M) }
    }

    /// The voices of a side heard at a place.
    pub fn heard(&self, at: Vec2, side: usize) -> &Voices {
        &self.heard.get(self.heard.index(at))[side]
    }

    /// Spreads the voices over the blocks within the reach of a shout, or of a cheer, which needs no words.
    pub fn spread(&mut self, shout_m: f32, cheer_m: f32) {
        self.heard.clear();
        for voice in &self.voices {
            let reach = (if voice.cry == Cry::Cheer { cheer_m } else { shout_m } / BLOCK_M) as usize;
            let here = self.heard.index(Vec2::from(voice.at));
            for j in self.heard.around(here, reach) {
                let count = &mut self.heard.touch(j)[voice.side.at()][voice.cry as usize];
                *count = count.saturating_add(1);
            }
        }
    }

    /// How far the voices crying `cry` on `side` carry together to a listener, as loudness at his ear relative to one
    /// shout at its full reach: the sum of (reach / distance)^2 over the voices. At 1 and more he hears it.
    pub fn loudness(&self, at: Vec2, side: SideIx, cry: Cry, shout_m: f32) -> f32 {
        let mut sum = 0.0;
        for voice in self.voices.iter().filter(|v| v.side == side && v.cry == cry) {
            let d2 = (Vec2::from(voice.at) - at).length_squared().max(1.0);
            sum += shout_m * shout_m / d2;
        }
        sum
    }
}
