//! Named random draws (ChaCha8). A draw's value depends on the battle seed, its purpose, the tick, the unit's key and
//! the number of the man (or cell, or gun) and on nothing else: not on who drew before, not on the thread, not on the
//! other units. So two runs that differ in one cause are identical until that cause acts.

use bevy::prelude::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::ids::UnitKey;
use super::time::Tick;

/// What a draw is for. The number is part of the draw's name: never reuse or renumber one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Purpose {
    /// Gusts of the wind.
    Gust = 0x0101,
    /// Constitution of a man at the start: fitness, courage, skill.
    Constitution = 0x0301,
    /// A fall in the crowd.
    Fall = 0x0302,
    /// Being trodden on.
    Trample = 0x0303,
    /// Getting up again.
    Rise = 0x0304,
    /// Losing one's footing in the water, and drowning.
    Water = 0x0305,
    /// Length of a man's delay before he does what he was told.
    Obey = 0x0306,
    /// Burns: who dies of a dose.
    Burn = 0x0307,
    /// A horse that bolts.
    Bolt = 0x0308,
    /// A rider who picks a fallen comrade up.
    PickUp = 0x0309,
    /// Choice of a target.
    Aim = 0x0401,
    /// Whether a shot hits, goes through armour and what it does.
    Hit = 0x0402,
    /// Whether a weapon fires at all.
    Misfire = 0x0403,
    /// Blows in close combat.
    Blow = 0x0404,
    /// Length of the stunned pause.
    Stun = 0x0501,
    /// Whether a frightened man cries out.
    Cry = 0x0502,
    /// Whether a cry is believed.
    Believe = 0x0503,
    /// Whether a broken man comes to his senses.
    Rally = 0x0504,
    /// Whether an order is understood.
    Understand = 0x0601,
    /// The fate of a rider with a message.
    Rider = 0x0602,
}

/// The source of all draws of a battle: its seed.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Draws {
    /// The battle seed.
    pub seed: u64,
}

impl Draws {
    /// The stream of one unit (or of the weather, with a key of its own) for one purpose and tick. Words are taken by
    /// the subject's number.
    pub fn stream(&self, purpose: Purpose, unit: UnitKey, tick: Tick) -> Stream {
        let mut key = [0u8; 32];
        key[0..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&unit.0.to_le_bytes());
        key[16..20].copy_from_slice(&tick.0.to_le_bytes());
        key[20..22].copy_from_slice(&(purpose as u16).to_le_bytes());
        key[22..32].copy_from_slice(b"fenghuo.v1");
        Stream { key, block: u64::MAX, words: [0; BLOCK] }
    }
}

/// Words drawn at a time: four ChaCha blocks, what the generator makes in one go.
const BLOCK: usize = 64;

/// Words of one (purpose, unit, tick), addressed by the subject's number and a draw index.
///
/// Numbers that lie close together share one filled block, so walking through a unit costs about a nanosecond a word.
pub struct Stream {
    key: [u8; 32],
    block: u64,
    words: [u32; BLOCK],
}

/// Draws a subject may take from one stream.
pub const DRAWS_PER_SUBJECT: u32 = 4;

impl Stream {
    /// The `draw`-th word (below [`DRAWS_PER_SUBJECT`]) of subject `number`.
    pub fn word(&mut self, number: u32, draw: u32) -> u32 {
        debug_assert!(draw < DRAWS_PER_SUBJECT, "draw index {draw} is not below {DRAWS_PER_SUBJECT}");
        let position = u64::from(number) * u64::from(DRAWS_PER_SUBJECT) + u64::from(draw);
        let block = position / BLOCK as u64;
        if block != self.block {
            let mut rng = ChaCha8Rng::from_seed(self.key);
            rng.set_word_pos(u128::from(block) * BLOCK as u128);
            rng.fill_bytes(bytemuck::cast_slice_mut(&mut self.words));
            self.words.iter_mut().for_each(|word| *word = u32::from_le(*word));
            self.block = block;
        }
        self.words[(position % BLOCK as u64) as usize]
    }

    /// Uniform in [0, 1), 24 bits.
    pub fn uniform(&mut self, number: u32, draw: u32) -> f32 {
        (self.word(number, draw) >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// True with probability `p` (never for `p <= 0`, always for `p >= 1`).
    pub fn chance(&mut self, number: u32, draw: u32, p: f32) -> bool {
        p > 0.0 && self.uniform(number, draw) < p
    }

    /// Standard normal, from the draws `draw` and `draw + 1` (Box-Muller).
    pub fn normal(&mut self, number: u32, draw: u32) -> f32 {
        let u = 1.0 - self.uniform(number, draw);
        let v = self.uniform(number, draw + 1);
        libm::sqrtf(-2.0 * libm::logf(u)) * libm::cosf(core::f32::consts::TAU * v)
    }
}

/// The chance that a hazard of `rate_per_s` strikes within `dt_s`: `1 - exp(-rate dt)`.
pub fn within(rate_per_s: f32, dt_s: f32) -> f32 {
    if rate_per_s <= 0.0 { 0.0 } else { 1.0 - libm::expf(-rate_per_s * dt_s) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::ids::stable_key;

    fn stream(seed: u64, purpose: Purpose, unit: &str, tick: u32) -> Stream {
        Draws { seed }.stream(purpose, stable_key(unit), Tick(tick))
    }

    #[test]
    fn a_draw_depends_on_its_name_alone() {
        let reference = stream(7, Purpose::Fall, "a", 3).word(900, 1);
        let mut walked = stream(7, Purpose::Fall, "a", 3);
        for number in 0..2000 {
            let word = walked.word(number, 1);
            if number == 900 {
                assert_eq!(word, reference);
            }
        }
        assert_eq!(walked.word(900, 1), reference, "going back gives the same word");
        for mut other in [
            stream(8, Purpose::Fall, "a", 3),
            stream(7, Purpose::Rise, "a", 3),
            stream(7, Purpose::Fall, "b", 3),
            stream(7, Purpose::Fall, "a", 4),
        ] {
            assert_ne!(other.word(900, 1), reference);
        }
    }

    #[test]
    fn uniforms_and_normals_have_their_moments() {
        let mut s = stream(1, Purpose::Constitution, "m", 0);
        let n = 40_000u32;
        let (mut u, mut z, mut zz) = (0.0f64, 0.0f64, 0.0f64);
        for i in 0..n {
            u += f64::from(s.uniform(i, 0));
            let x = f64::from(s.normal(i, 2));
            z += x;
            zz += x * x;
        }
        let n = f64::from(n);
        // Five standard errors: 0.29/200 and 1/200.
        assert!((u / n - 0.5).abs() < 0.0073);
        assert!((z / n).abs() < 0.025 && (zz / n - 1.0).abs() < 0.036);
    }
}
