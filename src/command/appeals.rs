//! Appeals: a leader's words to the men within his voice, in the tick in which he speaks.

use bevy::prelude::*;

use crate::kernel::{SideIx, Vec2};

/// The appeals of this tick.
#[derive(Resource, Default)]
pub struct Appeals {
    /// Where, whose, and with what authority.
    pub spoken: Vec<(Vec2, SideIx, f32)>,
    /// Reach of a voice, m.
    pub voice_m: f32,
}

impl Appeals {
    /// The greatest authority that speaks to a man of `side` at a place; 0 for none.
    pub fn heard(&self, at: Vec2, side: SideIx) -> f32 {
        let near = |from: Vec2| (from - at).length_squared() <= self.voice_m * self.voice_m;
        self.spoken.iter().filter(|(from, s, _)| *s == side && near(*from)).fold(0.0, |best, (_, _, a)| a.max(best))
    }
}
