//! The ground: heights, sward and water of the map in cells of 5 m, made once from the scenario and never changed.
//!
//! Knows nothing of fire or men: what burns and who wades ask it.

pub mod grid;
mod limits;
mod relief;
mod sward;
mod water;

use std::sync::Arc;

use bevy::prelude::Resource;

pub use grid::Grid;

use crate::kernel::Vec2;
use crate::scenario::raw::{self, Sward};

/// Side of a ground cell, m.
pub const CELL_M: f32 = 5.0;

/// Side of a block of ground whose lowest and highest points are known, in cells.
const BLOCK: usize = 10;
/// Interpolation may go beyond the heights it goes between by less than this, m.
const ROUNDING_M: f32 = 0.01;

/// The ground of a battle. Cheap to clone: the columns are shared.
#[derive(Resource, Clone, Debug)]
pub struct Ground {
    grid: Grid,
    size: Vec2,
    height: Arc<[f32]>,
    /// Of each block, heights that no place in it lies below and above.
    bounds: Arc<[(f32, f32)]>,
    steepest_deg: f32,
    /// Nowhere higher than elsewhere.
    level: bool,
    sward: Arc<[Sward]>,
    depth: Arc<[f32]>,
    /// The wet cells in the order of their numbers, and their currents.
    wet: Arc<[u32]>,
    current: Arc<[Vec2]>,
}

impl Ground {
    /// Makes the ground of a scenario.
    ///
    /// # Errors
    /// What is wrong, and within which bounds it would be right: sizes and numbers no ground is made of. References
    /// between ids are the scenario check's matter.
    pub fn build(raw: &raw::Ground) -> Result<Self, String> {
        limits::check(raw)?;
        let size = Vec2::from(raw.size_m);
        let grid = Grid::covering(size, CELL_M)?;
        let mut depth = vec![0.0; grid.len()];
        let wet = water::wet_cells(&grid, &raw.rivers);
        for w in &wet {
            depth[w.cell as usize] = w.depth_m;
        }
        let height = relief::heights(&grid, &raw.relief, &raw.hills);
        let mut ground = Self {
            grid,
            size,
            bounds: bounds(&grid, &height).into(),
            level: height.iter().all(|h| Some(h) == height.first()),
            height: height.into(),
            steepest_deg: 0.0,
            sward: sward::swards(&grid, &raw.grass, &raw.patches).into(),
            depth: depth.into(),
            wet: wet.iter().map(|w| w.cell).collect(),
            current: wet.iter().map(|w| w.current).collect(),
        };
        let steepest = (0..grid.len()).map(|cell| ground.cell_gradient(cell).length()).fold(0.0, f32::max);
        ground.steepest_deg = libm::atanf(steepest).to_degrees();
        Ok(ground)
    }

    /// Its cells.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
    /// East-west and north-south size, m.
    pub fn size_m(&self) -> Vec2 {
        self.size
    }
    /// Does a place lie on the map?
    pub fn inside(&self, p: Vec2) -> bool {
        p.x >= 0.0 && p.y >= 0.0 && p.x <= self.size.x && p.y <= self.size.y
    }

    /// Height, m: bilinear between the middles of the cells.
    pub fn height(&self, p: Vec2) -> f32 {
        let (h, t) = self.corners(p);
        let (south, north) = (h[0] + (h[1] - h[0]) * t.x, h[2] + (h[3] - h[2]) * t.x);
        south + (north - south) * t.y
    }

    /// Heights that the ground about a place does not lie below and above, m: to answer at a glance what most often needs no
    /// closer look.
    pub fn height_bounds(&self, p: Vec2) -> (f32, f32) {
        // Whose block a place on a border is does not matter: both know of the cells on either side.
        let block = p * (1.0 / (CELL_M * BLOCK as f32));
        let (across, up) = (blocks(self.grid.nx()), blocks(self.grid.ny()));
        self.bounds[(block.y as usize).min(up - 1) * across + (block.x as usize).min(across - 1)]
    }

    /// Slope of the ground, m of rise per m: its length is the tangent of the steepest slope, it points uphill.
    pub fn gradient(&self, p: Vec2) -> Vec2 {
        if self.level {
            return Vec2::ZERO;
        }
        let (h, t) = self.corners(p);
        let east = (h[1] - h[0]) * (1.0 - t.y) + (h[3] - h[2]) * t.y;
        let north = (h[2] - h[0]) * (1.0 - t.x) + (h[3] - h[1]) * t.x;
        Vec2::new(east, north) / self.grid.cell_m()
    }

    /// Slope at the middle of a cell, by central differences.
    pub fn cell_gradient(&self, cell: usize) -> Vec2 {
        let (nx, ny) = (self.grid.nx(), self.grid.ny());
        let (x, y) = self.grid.column_row(cell);
        let (w, e) = (x.saturating_sub(1), (x + 1).min(nx - 1));
        let (s, n) = (y.saturating_sub(1), (y + 1).min(ny - 1));
        let east = (self.height[y * nx + e] - self.height[y * nx + w]) / (e - w).max(1) as f32;
        let north = (self.height[n * nx + x] - self.height[s * nx + x]) / (n - s).max(1) as f32;
        Vec2::new(east, north) / self.grid.cell_m()
    }

    /// [`Self::cell_gradient`] for a cell that is known not to lie at the map's edge: what fire asks for along its front.
    pub fn inner_gradient(&self, cell: usize) -> Vec2 {
        let (nx, h) = (self.grid.nx(), &self.height);
        Vec2::new(h[cell + 1] - h[cell - 1], h[cell + nx] - h[cell - nx]) / (2.0 * self.grid.cell_m())
    }

    /// The steepest slope of the map, degrees.
    pub fn steepest_deg(&self) -> f32 {
        self.steepest_deg
    }

    /// Depth of the water, m: that of the cell; 0 on dry ground.
    pub fn water_depth(&self, p: Vec2) -> f32 {
        if self.wet.is_empty() {
            return 0.0;
        }
        self.depth[self.grid.nearest(p)]
    }
    /// Depth of the water in a cell, m.
    pub fn cell_depth(&self, cell: usize) -> f32 {
        self.depth[cell]
    }
    /// The current, m/s; none on dry ground.
    pub fn current(&self, p: Vec2) -> Vec2 {
        self.wet.binary_search(&(self.grid.nearest(p) as u32)).map_or(Vec2::ZERO, |i| self.current[i])
    }
    /// The wet cells, in the order of their numbers.
    pub fn wet_cells(&self) -> &[u32] {
        &self.wet
    }

    /// What grows in a cell, water or not.
    pub fn sward(&self, cell: usize) -> Sward {
        self.sward[cell]
    }
    /// What can burn in a cell: its sward, or nothing where there is water.
    pub fn fuel(&self, cell: usize) -> Sward {
        if self.depth[cell] > 0.0 { Sward::Bare } else { self.sward[cell] }
    }

    /// Heights of the four cell middles around a place (south-west, south-east, north-west, north-east), and where
    /// between them it lies, 0 to 1.
    fn corners(&self, p: Vec2) -> ([f32; 4], Vec2) {
        let (nx, ny) = (self.grid.nx(), self.grid.ny());
        let last = Vec2::new((nx - 1) as f32, (ny - 1) as f32);
        let g = (p / self.grid.cell_m() - 0.5).clamp(Vec2::ZERO, last);
        let (x, y) = ((g.x as usize).min(nx.saturating_sub(2)), (g.y as usize).min(ny.saturating_sub(2)));
        let (e, n) = ((x + 1).min(nx - 1), (y + 1).min(ny - 1));
        let h = |x: usize, y: usize| self.height[y * nx + x];
        ([h(x, y), h(e, y), h(x, n), h(e, n)], g - Vec2::new(x as f32, y as f32))
    }
}

/// Blocks to so many cells in a row.
fn blocks(cells: usize) -> usize {
    cells.div_ceil(BLOCK)
}

/// The bounds of each block: of its cells and those around it, between which heights are interpolated.
fn bounds(grid: &Grid, height: &[f32]) -> Vec<(f32, f32)> {
    let around = |block: usize, cells: usize| (block * BLOCK).saturating_sub(1)..((block + 1) * BLOCK + 1).min(cells);
    let (across, up) = (blocks(grid.nx()), blocks(grid.ny()));
    let of_block = |i: usize| {
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for y in around(i / across, grid.ny()) {
            for h in &height[y * grid.nx()..][around(i % across, grid.nx())] {
                (low, high) = (low.min(*h), high.max(*h));
            }
        }
        (low - ROUNDING_M, high + ROUNDING_M)
    };
    (0..across * up).map(of_block).collect()
}

#[cfg(test)]
mod tests;
