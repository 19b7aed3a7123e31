//! Smoke: the mass of particulates above each 25 m of ground, carried by the wind, mixed, fed by the fire. In flux form, so
//! that none is made or lost: what was emitted is aloft, has left the map, or has thinned away at the cloud's rim.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::fuel::{FireParams, Fuels};
use crate::ground::{Grid, Ground};
use crate::kernel::{Digest, Vec2};

/// Side of a smoke cell, m.
pub const SMOKE_CELL_M: f32 = 25.0;
/// The smoke moves on so often, s.
pub const SMOKE_STEP_S: f32 = 1.0;
/// Cells on a side of a block of which the thickest smoke is known.
const BLOCK: usize = 8;
/// Side of such a block, m.
const BLOCK_M: f32 = SMOKE_CELL_M * BLOCK as f32;
/// Part of a cell that wind and mixing may empty in a substep.
const COURANT: f64 = 0.8;
/// Most substeps of a step.
const MAX_SUBSTEPS: f64 = 64.0;

/// A rectangle of cells: first column and row, and the ones after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Span {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

/// The smoke of a battle.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Smoke {
    grid: Grid,
    /// Particulates, kg/m2, and the same after the step.
    mass: Vec<f64>,
    next: Vec<f64>,
    /// Outside this there is none.
    cloud: Span,
    /// Burnt cells whose smoke has risen.
    risen: usize,
    emitted_kg: f64,
    left_kg: f64,
    thinned_kg: f64,
    /// Extinction of a kg/m2 of column, m2/kg over m; least column worth following, kg/m2; depth that cuts a sight line.
    per_m: f32,
    least_kg_m2: f64,
    sight_depth: f32,
    /// Depth of the layer that it fills, m.
    layer_m: f32,
    /// Extinction of the thickest cell of each block of cells, 1/m.
    thickest: Vec<f32>,
    digest: u64,
}

impl Smoke {
    /// Clear air over a ground.
    ///
    /// # Errors
    /// A map too large for a grid.
    pub fn new(ground: &Ground, params: &FireParams) -> Result<Self, String> {
        let grid = Grid::covering(ground.size_m(), SMOKE_CELL_M)?;
        let per_m = params.smoke_m2_kg / params.smoke_depth_m;
        let mut smoke = Self {
            grid,
            mass: vec![0.0; grid.len()],
            next: vec![0.0; grid.len()],
            cloud: Span::default(),
            risen: 0,
            emitted_kg: 0.0,
            left_kg: 0.0,
            thinned_kg: 0.0,
            per_m,
            least_kg_m2: f64::from(params.smoke_least_per_m / per_m),
            sight_depth: params.sight_depth,
            layer_m: params.smoke_depth_m,
            thickest: Vec::new(),
            digest: 0,
        };
        smoke.take_stock();
        Ok(smoke)
    }

    /// Its cells.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
    /// Particulates above a cell, kg/m2.
    pub fn column_kg_m2(&self, cell: usize) -> f32 {
        self.mass[cell] as f32
    }
    /// Extinction in a cell along a level line, 1/m.
    pub fn cell_extinction(&self, cell: usize) -> f32 {
        self.column_kg_m2(cell) * self.per_m
    }
    /// Extinction at a place, 1/m.
    pub fn extinction_at(&self, p: Vec2) -> f32 {
        if self.cloud.x0 == self.cloud.x1 {
            return 0.0;
        }
        self.grid.at(p).map_or(0.0, |cell| self.cell_extinction(cell))
    }
    /// Particulates in the air that is breathed at a place, mg/m3.
    pub fn concentration_mg_m3(&self, p: Vec2, params: &FireParams) -> f32 {
        self.extinction_at(p) / params.smoke_m2_kg * 1e6
    }

    /// Optical depth of the smoke between two places on level ground; the same both ways.
    #[cfg(test)]
    pub fn optical_depth(&self, a: Vec2, b: Vec2) -> f32 {
        self.depth_up_to(a, b, f32::INFINITY, |_, _| true)
    }
    /// Can one be seen from the other through the smoke? (Koschmieder: contrast above 2 %.)
    pub fn sees(&self, a: Vec2, b: Vec2) -> bool {
        self.cannot_hide(a, b) || self.depth_up_to(a, b, self.sight_depth, |_, _| true) < self.sight_depth
    }
    /// The same for eyes `eye_m` above the ground, one of which may look over the smoke from a height: what of the line is
    /// above the layer that the smoke fills is clear.
    pub fn sees_over(&self, ground: &Ground, a: Vec2, b: Vec2, eye_m: f32) -> bool {
        if self.cannot_hide(a, b) {
            return true;
        }
        let (a, b) = from_west(a, b);
        let (low, rise) = (ground.height(a) + eye_m, ground.height(b) - ground.height(a));
        let inside = |at: Vec2, along: f32| {
            let line = low + rise * along;
            let (lowest, highest) = ground.height_bounds(at);
            let under = line - lowest <= self.layer_m;
            // What the bounds leave open the ground itself says.
            under || line - highest <= self.layer_m && line - ground.height(at) <= self.layer_m
        };
        self.depth_up_to(a, b, self.sight_depth, inside) < self.sight_depth
    }
    /// Optical depth of those parts of the line that are `inside` the layer (place, and share of the way from the more
    /// western end), or `enough` or more as soon as it is that.
    fn depth_up_to(&self, a: Vec2, b: Vec2, enough: f32, inside: impl Fn(Vec2, f32) -> bool) -> f32 {
        let (a, b) = from_west(a, b);
        if !self.may_cross(a, b) {
            return 0.0;
        }
        // Samples half a cell apart, each for its stretch.
        let d = b - a;
        let length = d.length();
        let n = libm::ceilf(length / (0.5 * SMOKE_CELL_M)).clamp(1.0, 4096.0);
        let mut sum = 0.0;
        let mut i = 0.0;
        while i < n {
            let along = (i + 0.5) / n;
            let at = a + d * along;
            i += 1.0;
            let Some(cell) = self.grid.at(at) else { continue };
            let extinction = self.cell_extinction(cell);
            if extinction > 0.0 {
                if inside(at, along) {
                    sum += extinction;
                    if sum * length / n >= enough {
                        break;
                    }
                }
            } else if self.thickest[self.block(at)] <= 0.0 {
                // Nothing until the line leaves this block.
                i = i.max((self.leaves_block(a, d, at) * n - 0.5).floor());
            }
        }
        sum * length / n
    }

    /// All particulates made, kg.
    pub fn emitted_kg(&self) -> f64 {
        self.emitted_kg
    }
    /// Those in the air over the map, kg.
    pub fn aloft_kg(&self) -> f64 {
        self.mass.iter().sum::<f64>() * f64::from(self.grid.cell_m2())
    }
    /// Those that left the map, kg.
    pub fn left_kg(&self) -> f64 {
        self.left_kg
    }
    /// Those too thin to follow, kg.
    pub fn thinned_kg(&self) -> f64 {
        self.thinned_kg
    }

    /// Digest of the state.
    pub fn digest(&self) -> u64 {
        self.digest
    }
    /// Is all the mass a number?
    pub fn is_sound(&self) -> bool {
        self.emitted_kg.is_finite() && self.left_kg.is_finite()
    }

    /// Moves on by `dt_s` before a wind in m/s, and takes in the smoke of the cells that burnt since the last step (`burnt`
    /// holds all that ever did).
    pub fn step(&mut self, ground: &Ground, burnt: &[u32], wind: Vec2, params: &FireParams, dt_s: f32) {
        if self.cloud == Span::default() && self.risen == burnt.len() {
            return;
        }
        let dx = f64::from(SMOKE_CELL_M);
        // Parts of a cell's smoke that pass to its neighbours in dt.
        let (u, v) = (f64::from(wind.x * dt_s) / dx, f64::from(wind.y * dt_s) / dx);
        let mixed = f64::from(params.smoke_mixing_m2_s * dt_s) / (dx * dx);
        let n = libm::ceil((u.abs() + v.abs() + 4.0 * mixed) / COURANT).clamp(1.0, MAX_SUBSTEPS);
        let part = |x: f64| (x.max(0.0) + mixed) / n;
        for _ in 0..n as u32 {
            self.carry(part(u), part(-u), part(v), part(-v));
        }
        self.rise(ground, burnt, params);
        self.trim();
        self.take_stock();
    }

    /// Smoke of what burnt rises into the air above it.
    fn rise(&mut self, ground: &Ground, burnt: &[u32], params: &FireParams) {
        let fuels = Fuels::new(params);
        let cell_m2 = f64::from(self.grid.cell_m2());
        for &cell in &burnt[self.risen.min(burnt.len())..] {
            let load = f64::from(fuels.of(ground.fuel(cell as usize)).load_kg_m2);
            let kg = load * f64::from(ground.grid().cell_m2()) * f64::from(params.smoke_g_kg) * 1e-3;
            let above = self.grid.nearest(ground.grid().centre(cell as usize));
            self.mass[above] += kg / cell_m2;
            self.emitted_kg += kg;
            let (x, y) = self.grid.column_row(above);
            self.cloud = self.cloud.with(x, y);
        }
        self.risen = burnt.len();
    }

    /// One substep: each cell passes these parts of its smoke to the east, west, north and south.
    fn carry(&mut self, east: f64, west: f64, north: f64, south: f64) {
        let (nx, ny) = (self.grid.nx(), self.grid.ny());
        let was = self.cloud;
        if was == Span::default() {
            return;
        }
        let grown = Span {
            x0: was.x0.saturating_sub(1),
            y0: was.y0.saturating_sub(1),
            x1: (was.x1 + 1).min(nx),
            y1: (was.y1 + 1).min(ny),
        };
        let keep = 1.0 - (east + west + north + south);
        let mut out = 0.0;
        for y in grown.y0..grown.y1 {
            for x in grown.x0..grown.x1 {
                let i = y * nx + x;
                let at = |inside: bool, i: usize| if inside { self.mass[i] } else { 0.0 };
                self.next[i] = keep * self.mass[i]
                    + east * at(x > 0, i.wrapping_sub(1))
                    + west * at(x + 1 < nx, i + 1)
                    + north * at(y > 0, i.wrapping_sub(nx))
                    + south * at(y + 1 < ny, i + nx);
            }
        }
        for y in grown.y0..grown.y1 {
            out += if grown.x0 == 0 { west * self.mass[y * nx] } else { 0.0 };
            out += if grown.x1 == nx { east * self.mass[y * nx + nx - 1] } else { 0.0 };
        }
        for x in grown.x0..grown.x1 {
            out += if grown.y0 == 0 { south * self.mass[x] } else { 0.0 };
            out += if grown.y1 == ny { north * self.mass[(ny - 1) * nx + x] } else { 0.0 };
        }
        self.left_kg += out * f64::from(self.grid.cell_m2());
        core::mem::swap(&mut self.mass, &mut self.next);
        self.cloud = grown;
    }

    /// Lets go of the rows and columns at the cloud's rim that are too thin to follow.
    fn trim(&mut self) {
        let nx = self.grid.nx();
        loop {
            let s = self.cloud;
            if s.x0 >= s.x1 || s.y0 >= s.y1 {
                self.cloud = Span::default();
                return;
            }
            let row = |y: usize| Span { y0: y, y1: y + 1, ..s };
            let column = |x: usize| Span { x0: x, x1: x + 1, ..s };
            let rims = [
                (row(s.y0), Span { y0: s.y0 + 1, ..s }),
                (row(s.y1 - 1), Span { y1: s.y1 - 1, ..s }),
                (column(s.x0), Span { x0: s.x0 + 1, ..s }),
                (column(s.x1 - 1), Span { x1: s.x1 - 1, ..s }),
            ];
            let thin = rims.into_iter().find(|(rim, _)| rim.cells(nx).all(|i| self.mass[i] < self.least_kg_m2));
            let Some((rim, rest)) = thin else { return };
            for i in rim.cells(nx) {
                self.thinned_kg += self.mass[i] * f64::from(self.grid.cell_m2());
                (self.mass[i], self.next[i]) = (0.0, 0.0);
            }
            self.cloud = rest;
        }
    }

    /// May the line between two places (`a` the more western) pass the cloud?
    fn may_cross(&self, a: Vec2, b: Vec2) -> bool {
        let s = self.cloud;
        let low = Vec2::new(s.x0 as f32, s.y0 as f32) * SMOKE_CELL_M;
        let high = Vec2::new(s.x1 as f32, s.y1 as f32) * SMOKE_CELL_M;
        b.x >= low.x && a.x <= high.x && a.y.max(b.y) >= low.y && a.y.min(b.y) <= high.y && s.x1 > s.x0
    }

    /// The block of a place on the map.
    fn block(&self, at: Vec2) -> usize {
        let [x, y] = at.to_array().map(|m| (m / BLOCK_M) as usize);
        y.min(blocks(self.grid.ny()) - 1) * blocks(self.grid.nx()) + x.min(blocks(self.grid.nx()) - 1)
    }

    /// How far along the line from `a` over `d` (`d.x` not negative) it leaves the block of a place on it, as a share of
    /// the line.
    fn leaves_block(&self, a: Vec2, d: Vec2, at: Vec2) -> f32 {
        let corner = (at / BLOCK_M).floor();
        let x = if d.x > 0.0 { ((corner.x + 1.0) * BLOCK_M - a.x) / d.x } else { f32::INFINITY };
        let y = match d.y {
            up if up > 0.0 => ((corner.y + 1.0) * BLOCK_M - a.y) / up,
            down if down < 0.0 => (corner.y * BLOCK_M - a.y) / down,
            _ => f32::INFINITY,
        };
        x.min(y)
    }

    /// Is all smoke about the line between two places too thin to hide one from the other? Nothing but a short cut: the sum
    /// along the line would say the same.
    fn cannot_hide(&self, a: Vec2, b: Vec2) -> bool {
        let block = |m: f32, cells: usize| ((m / BLOCK_M) as usize).min(blocks(cells) - 1);
        let (nx, ny) = (self.grid.nx(), self.grid.ny());
        let (low, high) = (a.min(b), a.max(b));
        let columns = block(low.x, nx)..block(high.x, nx) + 1;
        let mut thickest = 0.0_f32;
        for y in block(low.y, ny)..=block(high.y, ny) {
            for extinction in &self.thickest[y * blocks(nx)..][columns.clone()] {
                thickest = thickest.max(*extinction);
            }
        }
        // A sum of many samples is rounded often, but by far less than this.
        thickest * (b - a).length() * 1.01 < self.sight_depth
    }

    /// Works out what is kept beside the smoke itself: the thickest of each block, and the digest.
    fn take_stock(&mut self) {
        let (nx, ny) = (self.grid.nx(), self.grid.ny());
        self.thickest.clear();
        self.thickest.resize(blocks(nx) * blocks(ny), 0.0);
        for cell in self.cloud.cells(nx) {
            let (x, y) = self.grid.column_row(cell);
            let slot = &mut self.thickest[y / BLOCK * blocks(nx) + x / BLOCK];
            *slot = slot.max(self.mass[cell] as f32 * self.per_m);
        }
        self.digest = self.digest_now();
    }

    fn digest_now(&self) -> u64 {
        let mut digest = Digest::new();
        digest.column(&[self.emitted_kg, self.left_kg, self.thinned_kg]);
        for y in self.cloud.y0..self.cloud.y1 {
            digest.column(&self.mass[y * self.grid.nx() + self.cloud.x0..y * self.grid.nx() + self.cloud.x1]);
        }
        digest.finish()
    }
}

/// Blocks to so many cells in a row.
fn blocks(cells: usize) -> usize {
    cells.div_ceil(BLOCK)
}

/// Two places, the more western first: so that both see the same.
fn from_west(a: Vec2, b: Vec2) -> (Vec2, Vec2) {
    if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) }
}

impl Span {
    /// The smallest rectangle that holds this one and a cell.
    fn with(self, x: usize, y: usize) -> Self {
        if self == Self::default() {
            return Self { x0: x, y0: y, x1: x + 1, y1: y + 1 };
        }
        Self { x0: self.x0.min(x), y0: self.y0.min(y), x1: self.x1.max(x + 1), y1: self.y1.max(y + 1) }
    }
    fn cells(self, nx: usize) -> impl Iterator<Item = usize> {
        (self.y0..self.y1).flat_map(move |y| (self.x0..self.x1).map(move |x| y * nx + x))
    }
}

/// Smoke as it is saved: the cloud without the clear air around it.
#[derive(Serialize, Deserialize)]
struct Saved {
    grid: Grid,
    cloud: Span,
    mass: Vec<f64>,
    risen: usize,
    kg: [f64; 3],
    per_m: f32,
    least_kg_m2: f64,
    sight_depth: f32,
    layer_m: f32,
}

impl From<Smoke> for Saved {
    fn from(s: Smoke) -> Self {
        Self {
            grid: s.grid,
            cloud: s.cloud,
            mass: s.cloud.cells(s.grid.nx()).map(|i| s.mass[i]).collect(),
            risen: s.risen,
            kg: [s.emitted_kg, s.left_kg, s.thinned_kg],
            per_m: s.per_m,
            least_kg_m2: s.least_kg_m2,
            sight_depth: s.sight_depth,
            layer_m: s.layer_m,
        }
    }
}

impl TryFrom<Saved> for Smoke {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let (grid, s) = (saved.grid.checked()?, saved.cloud);
        let fits = s.x0 <= s.x1 && s.y0 <= s.y1 && s.x1 <= grid.nx() && s.y1 <= grid.ny();
        if !fits || (s.x1 - s.x0) * (s.y1 - s.y0) != saved.mass.len() {
            return Err(format!("a saved cloud of smoke, {s:?}, does not fit its map"));
        }
        let mut mass = vec![0.0; grid.len()];
        for (i, value) in s.cells(grid.nx()).zip(&saved.mass) {
            mass[i] = *value;
        }
        let [emitted_kg, left_kg, thinned_kg] = saved.kg;
        let mut smoke = Self {
            grid,
            next: vec![0.0; grid.len()],
            mass,
            cloud: s,
            risen: saved.risen,
            emitted_kg,
            left_kg,
            thinned_kg,
            per_m: saved.per_m,
            least_kg_m2: saved.least_kg_m2,
            sight_depth: saved.sight_depth,
            layer_m: saved.layer_m,
            thickest: Vec::new(),
            digest: 0,
        };
        smoke.take_stock();
        Ok(smoke)
    }
}
