//! Digests of state: xxh3 over the bytes of plain columns. NaN in state is an error, caught where the columns are hashed.

use bytemuck::Pod;
use xxhash_rust::xxh3::Xxh3;

/// A running 64-bit digest.
#[derive(Default)]
pub struct Digest(Xxh3);

impl Digest {
    /// An empty digest.
    pub fn new() -> Self {
        Self::default()
    }
    /// Takes in a column of plain values.
    pub fn column<T: Pod>(&mut self, values: &[T]) -> &mut Self {
        self.0.update(bytemuck::cast_slice(values));
        self
    }
    /// Takes in one plain value.
    pub fn value<T: Pod>(&mut self, value: T) -> &mut Self {
        self.0.update(bytemuck::bytes_of(&value));
        self
    }
    /// Takes in bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(bytes);
        self
    }
    /// The digest of what was taken in.
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}

/// Mixes two words into one (order matters).
pub fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.rotate_left(23) ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}
