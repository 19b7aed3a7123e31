//! The moving fire front: a narrow-band level set.
//!
//! `phi` is the distance to the front in m, negative on burnt ground, and falls by `phi_t + V(n) |grad phi| = 0`, where
//! `V(n)` is the speed of a front with the normal `n`. Gradients are taken from the side the fire comes from (that of the
//! ellipse's own velocity, not of the normal), of second order by van Leer's limiter; time goes by Heun's method. Unlike
//! rules that jump from cell to cell, this has no preferred directions, and since only `phi` holds history, a wind that
//! turns acts at once. Measured against exact ellipses: minmod loses 3 cells of the head at a length-to-breadth ratio of 5,
//! the harmonic limiter half a cell.
//!
//! Only the cells near the front are worked on. `phi` never rises: what has burnt can't burn again. Cells without fuel are
//! walls: no gradient is taken across them, so fire passes neither them nor between two that touch at a corner.

use serde::{Deserialize, Serialize};

use super::shape::Ellipse;
use crate::ground::Grid;
use crate::kernel::{Tick, Vec2, Workers, digest::mix};

/// Half-width of the band in which `phi` is kept, cells.
pub(super) const BAND: f32 = 2.5;
/// Distance at which the front takes a cell's neighbours into the band, cells.
const NEAR: f32 = 1.5;
/// `phi` of a cell without fuel.
pub(super) const WALL: f32 = 1e9;
/// Part of a cell the fastest front may cross in a substep.
const CFL: f32 = 0.4;
/// Arrival of a cell that hasn't burnt.
pub(super) const NEVER: u32 = u32::MAX;
/// Rows and columns at the map's edge that carry no fuel, so that stencils need no bounds.
const MARGIN: usize = 2;
/// Cells that a thread works on at a time.
pub(super) const PIECE: usize = 512;
/// Most substeps of a step.
const MAX_SUBSTEPS: f32 = 64.0;

/// How fast a front runs, where and in which direction.
pub trait Spread: Sync {
    /// The ellipse of the fire in a cell, on level ground.
    fn ellipse(&self, cell: usize) -> &Ellipse;
    /// What the slope makes of the speed of a front with this unit normal.
    fn slope_factor(&self, cell: usize, normal: Vec2) -> f32;
    /// No front is faster, m/s.
    fn fastest_m_s(&self) -> f32;
}

/// One ellipse everywhere, on level ground.
impl Spread for Ellipse {
    fn ellipse(&self, _: usize) -> &Ellipse {
        self
    }
    fn slope_factor(&self, _: usize, _: Vec2) -> f32 {
        1.0
    }
    fn fastest_m_s(&self) -> f32 {
        self.head_m_s()
    }
}

/// A cell that has just caught fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caught {
    /// The cell.
    pub cell: usize,
    /// Speed at which the front ran there, m/s.
    pub speed_m_s: f32,
    /// The way it went, a unit vector; zero where the fire was set.
    pub normal: Vec2,
}

/// How a cell's `phi` falls in a substep.
#[derive(Clone, Copy, Debug)]
struct Fall {
    from: f32,
    rate: f32,
    slope: f32,
}

/// The front and the burnt ground behind it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "super::saved::SavedFront", into = "super::saved::SavedFront")]
pub struct Front {
    pub(super) grid: Grid,
    /// Distance to the front, m.
    pub(super) phi: Vec<f32>,
    /// The tick at which each cell burnt.
    pub(super) arrival: Vec<u32>,
    /// Cells still worked on, in the order of their numbers.
    pub(super) active: Vec<u32>,
    /// Cells that are or were worked on.
    pub(super) touched: Vec<bool>,
    /// All that burnt, in the order in which it did.
    pub(super) burnt: Vec<u32>,
    /// Digest of what left the band and of what burnt.
    pub(super) past: u64,
    falls: Vec<Fall>,
}

impl Front {
    /// Unburnt ground that has fuel where `has_fuel` says so.
    pub fn new(grid: Grid, has_fuel: impl Fn(usize) -> bool) -> Self {
        let far = BAND * grid.cell_m();
        let phi = (0..grid.len()).map(|i| if within(&grid, i) && has_fuel(i) { far } else { WALL }).collect();
        let (arrival, touched) = (vec![NEVER; grid.len()], vec![false; grid.len()]);
        Self { grid, phi, arrival, active: vec![], touched, burnt: vec![], past: 0, falls: vec![] }
    }

    /// Its cells.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
    /// The tick at which a cell burnt.
    pub fn arrival(&self, cell: usize) -> Option<Tick> {
        (self.arrival[cell] != NEVER).then(|| Tick(self.arrival[cell]))
    }
    /// Has a cell burnt?
    pub fn is_burnt(&self, cell: usize) -> bool {
        self.arrival[cell] != NEVER
    }
    /// Could a cell still burn?
    pub fn can_burn(&self, cell: usize) -> bool {
        !self.is_burnt(cell) && self.phi[cell] < WALL
    }
    /// Is there ground beside a burnt cell to which its fire can pass?
    pub fn is_edge(&self, cell: usize) -> bool {
        let nx = self.grid.nx();
        self.is_burnt(cell) && [cell - 1, cell + 1, cell - nx, cell + nx].into_iter().any(|n| self.can_burn(n))
    }
    /// All cells that burnt, in the order in which they did.
    pub fn burnt(&self) -> &[u32] {
        &self.burnt
    }
    /// Distance from a cell's middle to the front, m, negative on burnt ground, within three cells of it; none where there
    /// is no fuel.
    pub fn distance_m(&self, cell: usize) -> Option<f32> {
        (self.phi[cell] < WALL).then(|| self.phi[cell])
    }
    /// Burnt area, m2, by the position of the front within the cells.
    pub fn area_m2(&self) -> f64 {
        let dx = self.grid.cell_m();
        let part = |phi: f32| f64::from((0.5 - phi / dx).clamp(0.0, 1.0));
        let cells: f64 = self.phi.iter().filter(|p| **p < WALL).map(|p| part(*p)).sum();
        cells * f64::from(self.grid.cell_m2())
    }
    /// Cells worked on now.
    pub fn active_cells(&self) -> usize {
        self.active.len()
    }

    /// Sets fire along a line, over `radius_m` to both sides and ends; gives the cells that burn at once.
    pub fn ignite(&mut self, spread: &impl Spread, line: &[Vec2], radius_m: f32, tick: Tick) -> Vec<Caught> {
        let far = BAND * self.grid.cell_m();
        let phi = &mut self.phi;
        let mut lit = Vec::new();
        for i in 0..line.len().saturating_sub(1).max(1).min(line.len()) {
            let (a, b) = (line[i], line[(i + 1).min(line.len() - 1)]);
            self.grid.near_segment(a, b, radius_m + far, |cell, distance, _| {
                if phi[cell] < WALL && distance - radius_m < phi[cell] {
                    phi[cell] = (distance - radius_m).max(-far);
                    lit.push(cell as u32);
                }
            });
        }
        self.activate(lit);
        self.record(tick, |front, cell| front.local_run(spread, cell))
    }

    /// Moves the front on by `dt_s`; gives the cells that caught fire, which burnt at `tick`.
    pub fn step(&mut self, spread: &impl Spread, dt_s: f32, tick: Tick, workers: &Workers) -> Vec<Caught> {
        let fastest = spread.fastest_m_s();
        if self.active.is_empty() || fastest <= 0.0 {
            return Vec::new();
        }
        let n = libm::ceilf(fastest * dt_s / (CFL * self.grid.cell_m())).clamp(1.0, MAX_SUBSTEPS);
        for _ in 0..n as u32 {
            self.substep(spread, dt_s / n, workers);
        }
        let caught = self.record(tick, |front, cell| front.local_run(spread, cell));
        self.retire();
        caught
    }

    /// Digest of the front and of all that burnt; costs as much as the band is long.
    pub fn digest(&self) -> u64 {
        let mut digest = crate::kernel::Digest::new();
        digest.value(self.past).column(&self.active);
        for &cell in &self.active {
            digest.value(self.phi[cell as usize]);
        }
        digest.finish()
    }
    /// Is `phi` a number all along the front?
    pub fn is_sound(&self) -> bool {
        self.active.iter().all(|&c| self.phi[c as usize].is_finite())
    }

    /// Heun's method. The first stage is written into `phi`, the second corrects it; both take the slope of the first.
    fn substep(&mut self, spread: &impl Spread, dt: f32, workers: &Workers) {
        let (far, near) = (BAND * self.grid.cell_m(), NEAR * self.grid.cell_m());
        let mut falls = core::mem::take(&mut self.falls);
        falls.clear();
        let first = workers.pieces(self.active.len(), PIECE, |range| {
            let fall = |&c: &u32| {
                let (level, normal) = self.level_rate(spread, c as usize);
                let slope = spread.slope_factor(c as usize, normal);
                Fall { from: self.phi[c as usize], rate: level * slope, slope }
            };
            self.active[range].iter().map(fall).collect::<Vec<_>>()
        });
        first.iter().for_each(|piece| falls.extend_from_slice(piece));
        for (&cell, fall) in self.active.iter().zip(&falls) {
            self.phi[cell as usize] = (fall.from - dt * fall.rate).max(-far);
        }
        let second = workers.pieces(self.active.len(), PIECE, |range| {
            let rate = |&c: &u32| self.level_rate(spread, c as usize).0;
            self.active[range].iter().map(rate).collect::<Vec<_>>()
        });
        for (fall, rate) in falls.iter_mut().zip(second.iter().flatten()) {
            fall.rate = 0.5 * (fall.rate + fall.slope * rate);
        }
        let mut neared = Vec::new();
        for (&cell, fall) in self.active.iter().zip(&falls) {
            let new = (fall.from - dt * fall.rate).max(-far);
            self.phi[cell as usize] = new;
            if fall.from >= near && new < near {
                neared.push(cell);
            }
        }
        self.falls = falls;
        self.activate(neared);
        self.deepen();
    }

    /// Takes the neighbours of cells that the front comes near (and the cells themselves) into the band.
    fn activate(&mut self, neared: Vec<u32>) {
        if neared.is_empty() {
            return;
        }
        let (nx, far) = (self.grid.nx(), BAND * self.grid.cell_m());
        let first = self.active.len();
        for cell in neared.into_iter().map(|c| c as usize) {
            for near in [cell, cell - 1, cell + 1, cell - nx, cell + nx] {
                if !self.touched[near] && self.phi[near] < WALL {
                    self.touched[near] = true;
                    self.active.push(near as u32);
                }
            }
        }
        let new: Vec<f32> = self.active[first..].iter().map(|&c| self.beside(c as usize, 1.0).min(far)).collect();
        for (&cell, phi) in self.active[first..].iter().zip(new) {
            let phi_here = &mut self.phi[cell as usize];
            *phi_here = phi_here.min(phi);
        }
        self.active.sort();
    }

    /// Deepens `phi` on burnt ground to the distance from the front. The equation alone would leave it as shallow as the
    /// first burning patch was small, and a shallow profile smears.
    fn deepen(&mut self) {
        let (nx, far) = (self.grid.nx(), BAND * self.grid.cell_m());
        for &c in &self.active {
            let cell = c as usize;
            let open = |i: usize| self.phi[i] > 0.0 && self.phi[i] < WALL;
            if self.phi[cell] > 0.0 || [cell - 1, cell + 1, cell - nx, cell + nx].into_iter().any(open) {
                continue;
            }
            let depth = self.beside(cell, -1.0);
            self.phi[cell] = self.phi[cell].min(-depth.min(far));
        }
    }

    /// Distance to the front (`side` 1: ahead of it, -1: behind it) of a cell as its neighbours have it: the first-order
    /// solution of `|grad phi| = 1`.
    fn beside(&self, cell: usize, side: f32) -> f32 {
        let dx = self.grid.cell_m();
        let value = |i: usize| if self.phi[i] < WALL { side * self.phi[i] } else { WALL };
        let nx = self.grid.nx();
        let (a, b) = (value(cell - 1).min(value(cell + 1)), value(cell - nx).min(value(cell + nx)));
        let apart = a - b;
        if apart.abs() >= dx { a.min(b) + dx } else { 0.5 * (a + b + (2.0 * dx * dx - apart * apart).sqrt()) }
    }

    /// Writes down the cells that the front has passed.
    fn record(&mut self, tick: Tick, ran: impl Fn(&Self, usize) -> (f32, Vec2)) -> Vec<Caught> {
        let mut caught = Vec::new();
        for &c in &self.active {
            let cell = c as usize;
            if self.phi[cell] <= 0.0 && self.arrival[cell] == NEVER {
                self.arrival[cell] = tick.0;
                self.burnt.push(c);
                self.past = mix(self.past, u64::from(c) << 32 | u64::from(tick.0));
                let (speed_m_s, normal) = ran(self, cell);
                caught.push(Caught { cell, speed_m_s, normal });
            }
        }
        caught
    }

    /// Lets go of burnt cells that no unburnt cell can feel any more.
    fn retire(&mut self) {
        let mut active = core::mem::take(&mut self.active);
        let far = BAND * self.grid.cell_m();
        active.retain(|&c| {
            let phi = self.phi[c as usize];
            let keep = phi > -far;
            if !keep {
                self.past = mix(self.past, u64::from(c) << 32 | u64::from(phi.to_bits()));
            }
            keep
        });
        self.active = active;
    }

    /// How fast `phi` falls in a cell on level ground, m/s: `V(n) |grad phi|`; and the normal `n`.
    #[inline]
    fn level_rate(&self, spread: &impl Spread, cell: usize) -> (f32, Vec2) {
        let nx = self.grid.nx();
        let west_east = self.one_sided(cell, 1);
        let south_north = self.one_sided(cell, nx);
        let ellipse = spread.ellipse(cell);
        let central = Vec2::new(west_east.0 + west_east.1, south_north.0 + south_north.1).normalize_or_zero();
        let velocity = ellipse.velocity(central);
        let p = Vec2::new(upwind(west_east, velocity.x), upwind(south_north, velocity.y));
        let steepness = p.length();
        if steepness <= 0.0 {
            return (0.0, p);
        }
        let normal = p / steepness;
        ((ellipse.speed_m_s(normal) * steepness).max(0.0), normal)
    }

    /// Speed of the front in a cell it passes, m/s, and its direction.
    fn local_run(&self, spread: &impl Spread, cell: usize) -> (f32, Vec2) {
        let (w, e) = self.one_sided(cell, 1);
        let (s, n) = self.one_sided(cell, self.grid.nx());
        let normal = Vec2::new(w + e, s + n).normalize_or_zero();
        (spread.ellipse(cell).speed_m_s(normal) * spread.slope_factor(cell, normal), normal)
    }

    /// Slopes of `phi` from behind and from ahead along one axis, of second order where four cells allow it.
    #[inline]
    fn one_sided(&self, cell: usize, stride: usize) -> (f32, f32) {
        let dx = self.grid.cell_m();
        let here = self.phi[cell];
        let at = |i: usize, instead: f32| if self.phi[i] < WALL { self.phi[i] } else { instead };
        let behind = at(cell - stride, here);
        let ahead = at(cell + stride, here);
        // Curvature here and at the two neighbours; behind a wall there is none.
        let curve = ahead - 2.0 * here + behind;
        let beyond = |near: usize, far: usize, value: f32| {
            if self.phi[near] < WALL && self.phi[far] < WALL { here - 2.0 * value + self.phi[far] } else { 0.0 }
        };
        let curve_behind = beyond(cell - stride, cell - 2 * stride, behind);
        let curve_ahead = beyond(cell + stride, cell + 2 * stride, ahead);
        (
            (here - behind + 0.5 * limited(curve, curve_behind)) / dx,
            (ahead - here - 0.5 * limited(curve, curve_ahead)) / dx,
        )
    }
}

/// The slope from the side the fire comes from. On a ridge between two fronts that is the steeper side.
#[inline]
fn upwind((behind, ahead): (f32, f32), velocity: f32) -> f32 {
    if behind > 0.0 && ahead < 0.0 {
        return if behind > -ahead { behind } else { ahead };
    }
    if velocity > 0.0 { behind } else { ahead }
}

/// Van Leer's limiter: the harmonic mean of two numbers of one sign, else 0.
#[inline]
fn limited(a: f32, b: f32) -> f32 {
    let product = a * b;
    if product > 0.0 { 2.0 * product / (a + b) } else { 0.0 }
}

/// Does a cell lie inside the margin?
pub(super) fn within(grid: &Grid, cell: usize) -> bool {
    let (x, y) = grid.column_row(cell);
    x >= MARGIN && y >= MARGIN && x + MARGIN < grid.nx() && y + MARGIN < grid.ny()
}
