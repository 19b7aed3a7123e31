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

/// The voices a man hears, by kind: how many there are within the reach of one, and farther voices for as much as is left
/// of them.
pub type Voices = [f32; KINDS];

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
    uttered: Blocks<[Voices; SIDES]>,
    heard: Blocks<[Voices; SIDES]>,
}

impl Cries {
    /// Silence on a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        let silence = || Blocks::new(size_m, BLOCK_M);
        Self { voices: Vec::new(), uttered: silence(), heard: silence() }
    }

    /// The voices of a side heard at a place.
    pub fn heard(&self, at: Vec2, side: usize) -> &Voices {
        &self.heard.get(self.heard.index(at))[side]
    }

    /// Spreads the voices over the blocks within the reach of a shout, or of a cheer, which needs no words. Many voices
    /// together carry farther than one: what is heard of them falls with the square of the distance, so that n of them
    /// reach sqrt(n) times as far, up to `mass` times. A cry lasts a while, so as many voices are in the air at once as are
    /// raised in `lasts` ticks.
    pub fn spread(&mut self, shout_m: f32, cheer_m: f32, mass: f32, lasts: f32) {
        self.uttered.clear();
        self.heard.clear();
        for voice in &self.voices {
            let here = self.uttered.index(Vec2::from(voice.at));
            self.uttered.touch(here)[voice.side.at()][voice.cry as usize] += 1.0;
        }
        // Sums go in the order of the blocks, whoever cried first.
        self.uttered.sort();
        for &i in self.uttered.touched() {
            let from = self.uttered.centre(i as usize);
            for (side, kinds) in self.uttered.get(i as usize).iter().enumerate() {
                for (kind, &n) in kinds.iter().enumerate().filter(|(_, n)| **n > 0.0) {
                    let one_m = if kind == Cry::Cheer as usize { cheer_m } else { shout_m };
                    let all_m = one_m * (n * lasts).sqrt().clamp(1.0, mass);
                    for j in self.heard.around(i as usize, (all_m / BLOCK_M) as usize) {
                        let d = (self.heard.centre(j) - from).length();
                        if d <= all_m {
                            let left = one_m / d.max(one_m);
                            self.heard.touch(j)[side][kind] += n * left * left;
                        }
                    }
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(voices: usize, lasts: f32, at: f32) -> f32 {
        let mut cries = Cries::new(Vec2::new(1000.0, 100.0));
        cries.voices = vec![Voice { at: [45.0, 45.0], side: SideIx(0), cry: Cry::FireTurned }; voices];
        cries.spread(60.0, 300.0, 4.0, lasts);
        let there = Vec2::new(at, 45.0);
        assert_eq!(cries.heard(there, 1)[Cry::FireTurned as usize], 0.0, "the other side hears its own");
        cries.heard(there, 0)[Cry::FireTurned as usize]
    }

    #[test]
    fn one_voice_is_heard_as_far_as_a_shout_and_a_crowd_farther() {
        assert_eq!((heard(1, 1.0, 105.0), heard(1, 1.0, 135.0)), (1.0, 0.0));
        assert_eq!(heard(40, 1.0, 105.0), 40.0);
        // 180 m off: 40 (60/180)^2.
        assert!((heard(40, 1.0, 225.0) - 40.0 / 9.0).abs() < 1e-4);
        assert_eq!(heard(40, 5.0, 315.0), 0.0, "four times a shout is the end");
    }

    #[test]
    fn half_the_tick_makes_the_same_din() {
        // In half the time half as many raise their voices, and twice as many ticks' voices are in the air.
        for at in [195.0, 225.0, 255.0] {
            assert_eq!(heard(16, 5.0, at), 2.0 * heard(8, 10.0, at));
        }
    }
}
