//! An index of places by blocks of 25 m, for "what is nearest?" and "is anything near?": asked by every man in every tick,
//! and nearly always answered no. Blocks are anchored to the map.

use crate::kernel::Vec2;

/// Side of a block, m: five ground cells, so that a cell lies in one block.
pub const BLOCK_M: f32 = 25.0;
/// Rings of blocks around a thing within which it can be found: 200 m and more.
const RINGS: u8 = 9;
/// Farther than [`RINGS`] from anything.
const FAR: u8 = u8::MAX;

/// The things of one block: where they begin, how many they are, and the rectangle they lie in.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    n: u32,
    low: Vec2,
    high: Vec2,
}

/// Things by block.
#[derive(Clone, Debug)]
pub struct Nearest<T> {
    nx: usize,
    ny: usize,
    /// The things in the order of their blocks.
    items: Vec<T>,
    spans: Vec<Span>,
    /// How many rings of blocks from the nearest block that holds anything.
    rings: Vec<u8>,
    /// Blocks that aren't [`FAR`]; the first `holding` of them are those that hold something.
    near: Vec<u32>,
    holding: usize,
}

impl<T> Default for Nearest<T> {
    fn default() -> Self {
        Self { nx: 0, ny: 0, items: vec![], spans: vec![], rings: vec![], near: vec![], holding: 0 }
    }
}

impl<T: Copy> Nearest<T> {
    /// Puts in `things`, which lie `half_m` to each side of their middles on a map of `size_m`, in place of what was there.
    pub fn rebuild(&mut self, size_m: Vec2, half_m: f32, things: impl Iterator<Item = T>, at: impl Fn(&T) -> Vec2) {
        let blocks = |m: f32| libm::ceilf(m / BLOCK_M).max(1.0) as usize;
        let (nx, ny) = (blocks(size_m.x), blocks(size_m.y));
        if (nx, ny) != (self.nx, self.ny) {
            (self.nx, self.ny, self.spans, self.rings) = (nx, ny, vec![Span::default(); nx * ny], vec![FAR; nx * ny]);
            self.near.clear();
            self.holding = 0;
        }
        for &block in &self.near[..self.holding] {
            self.spans[block as usize] = Span::default();
        }
        // Counting sort: how many in each block, where each block begins, then each thing into its block.
        let things: Vec<T> = things.collect();
        let mut holding = Vec::with_capacity(self.holding);
        for thing in &things {
            let (block, middle) = (self.block(at(thing)), at(thing));
            let span = &mut self.spans[block];
            if span.n == 0 {
                *span = Span { start: 0, n: 0, low: middle, high: middle };
                holding.push(block as u32);
            }
            span.n += 1;
            (span.low, span.high) = (span.low.min(middle - half_m), span.high.max(middle + half_m));
        }
        // Rings change only where other blocks than before hold something.
        if holding.len() != self.holding || holding.iter().any(|block| self.rings[*block as usize] != 0) {
            for &block in &self.near {
                self.rings[block as usize] = FAR;
            }
            self.holding = holding.len();
            self.near = holding;
            self.count_rings();
        }
        let mut end = 0;
        for &block in &self.near[..self.holding] {
            end += self.spans[block as usize].n;
            self.spans[block as usize].start = end;
        }
        self.items.clone_from(&things);
        for thing in things.into_iter().rev() {
            let block = self.block(at(&thing));
            self.spans[block].start -= 1;
            self.items[self.spans[block].start as usize] = thing;
        }
    }

    /// Spreads the rings outward from the blocks that hold something.
    fn count_rings(&mut self) {
        for &block in &self.near {
            self.rings[block as usize] = 0;
        }
        let mut next = 0;
        while next < self.near.len() {
            let block = self.near[next] as usize;
            next += 1;
            let ring = self.rings[block] + 1;
            if ring > RINGS {
                continue;
            }
            let (x, y) = (block % self.nx, block / self.nx);
            for row in y.saturating_sub(1)..=(y + 1).min(self.ny - 1) {
                for column in x.saturating_sub(1)..=(x + 1).min(self.nx - 1) {
                    let beside = row * self.nx + column;
                    if self.rings[beside] == FAR {
                        self.rings[beside] = ring;
                        self.near.push(beside as u32);
                    }
                }
            }
        }
    }

    /// Visits the things around a place, nearer blocks first, as long as a block may lie within `reach_m`; `visit` says how
    /// far it is still worth looking, m.
    pub fn search(&self, p: Vec2, reach_m: f32, mut visit: impl FnMut(&T) -> f32) {
        if self.near.is_empty() {
            return;
        }
        let block = self.block(p);
        let first = self.rings[block];
        if first == FAR {
            return;
        }
        let (x, y) = (block % self.nx, block / self.nx);
        // Distance to the side of the place's own block that is nearest.
        let inner = p.clamp(Vec2::ZERO, Vec2::new(self.nx as f32, self.ny as f32) * BLOCK_M);
        let corner = Vec2::new(x as f32, y as f32) * BLOCK_M;
        let low = inner - corner;
        let margin = low.min_element().min(BLOCK_M - low.max_element()).max(0.0);
        let mut reach_m = reach_m;
        for ring in usize::from(first)..=usize::from(RINGS) {
            if ring > 0 && (ring - 1) as f32 * BLOCK_M + margin > reach_m {
                return;
            }
            let rows = y.saturating_sub(ring)..=(y + ring).min(self.ny - 1);
            for row in rows {
                let step = if row.abs_diff(y) == ring { 1 } else { (2 * ring).max(1) };
                for column in (x as isize - ring as isize..=(x + ring) as isize).step_by(step) {
                    if column < 0 || column as usize >= self.nx {
                        continue;
                    }
                    let span = &self.spans[row * self.nx + column as usize];
                    if span.n == 0 || p.distance_squared(p.clamp(span.low, span.high)) > reach_m * reach_m {
                        continue;
                    }
                    for item in &self.items[span.start as usize..(span.start + span.n) as usize] {
                        reach_m = reach_m.min(visit(item));
                    }
                }
            }
        }
    }

    fn block(&self, p: Vec2) -> usize {
        let x = ((p.x / BLOCK_M) as usize).min(self.nx.saturating_sub(1));
        let y = ((p.y / BLOCK_M) as usize).min(self.ny.saturating_sub(1));
        y * self.nx + x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Draws, Purpose, Tick, stable_key};

    #[test]
    fn the_nearest_is_what_a_search_of_all_finds() {
        let mut draw = Draws { seed: 4 }.stream(Purpose::Aim, stable_key("nearest"), Tick(0));
        let mut place = |i: u32, size: f32| Vec2::new(draw.uniform(i, 0) * size, draw.uniform(i, 1) * size);
        let mut index = Nearest::default();
        // One after the other in the same index; the third moves things but little, within the blocks they are in.
        for (things, moved_m) in [(1, 0.0), (40, 0.0), (40, 0.01), (40, 60.0), (0, 0.0), (3, 0.0)] {
            let all: Vec<Vec2> = (0..things).map(|i| place(i, 900.0) + moved_m).collect();
            index.rebuild(Vec2::splat(1500.0), 0.0, all.iter().copied(), |p| *p);
            for i in 0..400 {
                let p = place(1000 + i, 1600.0) - 50.0;
                let mut found = f32::INFINITY;
                index.search(p, 200.0, |q| {
                    found = found.min((*q - p).length());
                    found
                });
                let truth = all.iter().map(|q| (*q - p).length()).fold(f32::INFINITY, f32::min);
                assert!(if truth <= 200.0 { found == truth } else { found >= truth }, "{p} {found} {truth}");
            }
        }
    }
}
