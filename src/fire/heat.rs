//! Heat: which cells flame, and what their flames do to whoever stands near.
//!
//! A cell flames for the residence time after the front came, and as long as fire can still pass from it to a neighbour: a
//! slow back or flank burns at the edge of the burnt ground until it moves on. Flames stand over their depth (rate of spread
//! times residence, at most the cell) and lean before the wind, over burnt ground too: so a wind that turns burns men who
//! thought themselves safe there.

use serde::{Deserialize, Serialize};

use super::front::{Caught, Front};
use super::fuel::{FireParams, Fuels};
use super::nearest::Nearest;
use super::rate;
use crate::ground::{Grid, Ground};
use crate::kernel::{Clock, Digest, Tick, Vec2};
use crate::scenario::raw::Sward;

/// Stefan and Boltzmann's constant, kW/(m2 K4).
const SIGMA: f32 = 5.670_374e-11;
/// Free fall, m/s2.
const GRAVITY: f32 = 9.81;
/// How far flames are looked for, m.
pub const SEEN_M: f32 = 200.0;
/// Height of a man, m.
const BODY_M: f32 = 1.7;
/// Flames are never lower than stubble, m.
const LOWEST_M: f32 = 0.05;

/// A flaming cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flame {
    /// The cell.
    pub cell: u32,
    /// When the front came.
    pub since: Tick,
    /// Speed at which it came, m/s.
    pub speed_m_s: f32,
    /// Height of the flames, m.
    pub height_m: f32,
    /// Their length, m.
    pub length_m: f32,
    /// The way the front went, a unit vector: the flaming strip lies across it.
    pub normal: [f32; 2],
}

/// Heat at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// Radiant flux, or that of the flames where they touch, kW/m2; 0 below the least that does harm.
    pub flux_kw_m2: f32,
    /// Do flames touch?
    pub contact: bool,
    /// Distance to the nearest flame, m; infinite where none is near enough to matter.
    pub nearest_m: f32,
}

impl Heat {
    /// No fire near.
    pub const NONE: Self = Self { flux_kw_m2: 0.0, contact: false, nearest_m: f32::INFINITY };
}

/// Flames as they are seen from a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The middle of their cell.
    pub at: Vec2,
    /// Distance to them, m.
    pub distance_m: f32,
    /// Depth of the flaming strip in their cell, m: at most the cell.
    pub depth_m: f32,
    /// Away from them, a unit vector: from the nearest point of the strip, or where they touch by the shortest way out.
    pub off: Vec2,
    /// Across the strip to this side, a unit vector.
    pub across: Vec2,
    /// Distance from the middle line of the strip, m.
    pub across_m: f32,
}

/// What a flame does to its surroundings in this tick. Its flaming strip is a rectangle in its cell.
#[derive(Clone, Copy, Debug)]
struct Source {
    /// The middle of its cell.
    at: Vec2,
    /// Across the strip: the way the front went.
    normal: Vec2,
    /// Half the strip's depth along `normal`, and half its length across it, m.
    half: Vec2,
    /// Height, m.
    height_m: f32,
    /// How far beyond the strip it touches the ground before the wind, m.
    reach_m: f32,
}

impl Source {
    /// The strip of a flame that is `depth_m` deep in a cell of `2 x half_cell_m`. A strip that fills most of its cell is
    /// taken as the cell; a thinner one lies across the way of the front, as long as the cell lets it.
    fn strip(depth_m: f32, normal: Vec2, half_cell_m: f32) -> (Vec2, Vec2) {
        let half_m = (0.5 * depth_m).min(half_cell_m);
        if half_m > 0.8 * half_cell_m || normal == Vec2::ZERO {
            return (Vec2::X, Vec2::splat(half_m));
        }
        let n = normal.abs();
        let fits =
            |along: f32, across: f32| if across > 1e-3 { (half_cell_m - half_m * along) / across } else { half_cell_m };
        (normal, Vec2::new(half_m, fits(n.x, n.y).min(fits(n.y, n.x))))
    }
    /// A vector along and across the strip.
    fn turned(&self, d: Vec2) -> Vec2 {
        Vec2::new(d.dot(self.normal), self.normal.perp_dot(d))
    }
    /// How the flames are seen from `d` from the middle of the cell.
    fn seen(&self, d: Vec2) -> Seen {
        let turned = self.turned(d);
        let beyond = turned - turned.clamp(-self.half, self.half);
        let across = self.normal * if turned.x < 0.0 { -1.0 } else { 1.0 };
        let off = if beyond != Vec2::ZERO {
            (self.normal * beyond.x + self.normal.perp() * beyond.y).normalize_or(across)
        } else if self.half.x < self.half.y {
            across
        } else {
            d.normalize_or_zero()
        };
        let (distance_m, depth_m) = (beyond.length(), 2.0 * self.half.x);
        Seen { at: self.at, distance_m, depth_m, off, across, across_m: turned.x.abs() }
    }
    /// Distance from the strip of what is at `d` from the middle of the cell, m.
    fn distance_m(&self, d: Vec2) -> f32 {
        (self.turned(d).abs() - self.half).max(Vec2::ZERO).length()
    }
    /// Do its flames touch what stands at `d` from the middle? They lean before the wind, and sweep as far as they reach.
    fn leans_over(&self, d: Vec2, wind: Vec2) -> bool {
        let (d, w) = (self.turned(d), self.turned(wind));
        // Where along the lean, 0 to the reach, the strip has to be moved to lie under him.
        let (mut from, mut to) = (0.0f32, self.reach_m);
        for (d, w, half) in [(d.x, w.x, self.half.x), (d.y, w.y, self.half.y)] {
            if w.abs() < 1e-6 {
                if d.abs() > half {
                    return false;
                }
                continue;
            }
            let (a, b) = ((d - half) / w, (d + half) / w);
            (from, to) = (from.max(a.min(b)), to.min(a.max(b)));
        }
        from <= to
    }
}

/// The laws of heat, which don't change in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Laws {
    /// Flux close to a wide wall of flame: half of eps sigma T^4, kW/m2.
    wall_kw_m2: f32,
    contact_kw_m2: f32,
    least_kw_m2: f32,
    lean: f32,
    residence_s: f32,
    heat_kj_kg: f32,
    fuels: Fuels,
}

impl Laws {
    /// The flame of a cell that has just caught fire.
    fn flame(&self, caught: &Caught, sward: Sward, since: Tick) -> Flame {
        let (cell, normal) = (caught.cell as u32, caught.normal.to_array());
        let mut flame = Flame { cell, since, speed_m_s: 0.0, height_m: LOWEST_M, length_m: LOWEST_M, normal };
        self.slow(&mut flame, sward, caught.speed_m_s);
        flame
    }
    /// Gives a flame the height and length that go with its speed.
    fn slow(&self, flame: &mut Flame, sward: Sward, speed_m_s: f32) {
        let fuel = self.fuels.of(sward);
        flame.speed_m_s = speed_m_s;
        flame.height_m = rate::flame_height_m(fuel.height_m, speed_m_s).max(LOWEST_M);
        flame.length_m = rate::flame_length_m(rate::intensity_kw_m(self.heat_kj_kg, fuel.load_kg_m2, speed_m_s));
    }
    /// Flux at `distance_m` from a wide wall of flame of this height: wall x h / sqrt(h^2 + x^2).
    fn flux(&self, height_m: f32, distance_m: f32) -> f32 {
        self.wall_kw_m2 * height_m / (height_m * height_m + distance_m * distance_m).sqrt()
    }
    /// Distance at which a wall of this height gives this flux, m.
    fn distance(&self, height_m: f32, flux_kw_m2: f32) -> f32 {
        let ratio = self.wall_kw_m2 / flux_kw_m2;
        height_m * (ratio * ratio - 1.0).max(0.0).sqrt()
    }
}

/// All flames.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Flames {
    flames: Vec<Flame>,
    laws: Laws,
    /// The wind that leans them, with its gust, m/s.
    wind: Vec2,
    /// Where to look for them: made from the above in every tick, and after loading.
    #[serde(skip)]
    index: Index,
}

#[derive(Clone, Debug, Default)]
struct Index {
    sources: Nearest<Source>,
    /// Height of the tallest flame, m.
    tallest_m: f32,
    /// Greatest distance from the middle of a cell at which its flames touch, m.
    touch_m: f32,
    /// Direction of the wind.
    wind: Vec2,
}

impl Flames {
    /// None yet.
    pub fn new(params: &FireParams) -> Self {
        let t2 = params.flame_k * params.flame_k;
        let laws = Laws {
            wall_kw_m2: 0.5 * params.flame_emissivity * SIGMA * t2 * t2,
            contact_kw_m2: params.contact_kw_m2,
            least_kw_m2: params.least_flux_kw_m2,
            lean: params.lean,
            residence_s: params.residence_s,
            heat_kj_kg: params.heat_yield_kj_kg,
            fuels: Fuels::new(params),
        };
        Self { flames: vec![], laws, wind: Vec2::ZERO, index: Index::default() }
    }

    /// The flaming cells, in the order in which they caught fire.
    pub fn all(&self) -> &[Flame] {
        &self.flames
    }

    /// Lights the cells that caught fire and lets those go out that are done. Edges of burnt ground burn on only while the
    /// fire is `alive`: while grass like this, in this air, burns at all.
    pub(super) fn step(&mut self, ground: &Ground, front: &Front, caught: &[Caught], alive: bool, clock: &Clock) {
        self.flames.extend(caught.iter().map(|c| self.laws.flame(c, ground.fuel(c.cell), clock.tick)));
        let (laws, cell_m) = (&self.laws, ground.grid().cell_m());
        self.flames.retain_mut(|f| {
            let age_s = clock.tick.0.saturating_sub(f.since.0) as f32 * clock.dt_s;
            if age_s < laws.residence_s {
                return true;
            }
            // A front that has stayed in its cell for so long is that slow by now, and its flames are as low.
            if cell_m / age_s < f.speed_m_s {
                laws.slow(f, ground.fuel(f.cell as usize), cell_m / age_s);
            }
            alive && front.is_edge(f.cell as usize)
        });
    }

    /// Leans the flames before a wind, and makes the index that answers questions about them.
    pub(super) fn lean(&mut self, grid: &Grid, wind: Vec2) {
        self.wind = wind;
        self.reindex(grid);
    }

    /// Makes the index anew.
    pub(super) fn reindex(&mut self, grid: &Grid) {
        let (laws, wind_m_s) = (self.laws, self.wind.length());
        let half_cell_m = grid.cell_m() / 2.0;
        let (mut tallest_m, mut touch_m) = (0.0f32, 0.0f32);
        let sources = self.flames.iter().map(|f| {
            // tan A = 1.22 U / sqrt(g H) (Albini 1981).
            let tan = laws.lean * wind_m_s / (GRAVITY * f.height_m).sqrt();
            let depth_m = rate::flame_depth_m(f.speed_m_s, laws.residence_s);
            let (normal, half) = Source::strip(depth_m, Vec2::from(f.normal), half_cell_m);
            let source = Source {
                at: grid.centre(f.cell as usize),
                normal,
                half,
                height_m: f.height_m,
                reach_m: f.length_m * tan / (1.0 + tan * tan).sqrt(),
            };
            tallest_m = tallest_m.max(f.height_m);
            touch_m = touch_m.max(source.reach_m + 2.0 * half_cell_m);
            source
        });
        self.index.sources.rebuild(grid.size_m(), half_cell_m, sources, |s| s.at);
        let wind = self.wind.normalize_or_zero();
        self.index = Index { tallest_m, touch_m, wind, ..core::mem::take(&mut self.index) };
    }

    /// Heat at a place.
    pub fn heat_at(&self, p: Vec2) -> Heat {
        let (laws, index) = (&self.laws, &self.index);
        let worth = |flux: f32| laws.distance(index.tallest_m, flux).max(index.touch_m);
        let mut heat = Heat::NONE;
        // The height of the tallest flames that touch: they heat as much of a body as stands in them.
        let mut touching_m = 0.0f32;
        index.sources.search(p, worth(laws.least_kw_m2), |s| {
            let d = p - s.at;
            let distance = s.distance_m(d);
            heat.nearest_m = heat.nearest_m.min(distance);
            if s.leans_over(d, index.wind) {
                heat.contact = true;
                touching_m = touching_m.max(s.height_m);
            }
            heat.flux_kw_m2 = heat.flux_kw_m2.max(laws.flux(s.height_m, distance));
            if heat.contact { index.touch_m } else { worth(heat.flux_kw_m2) }
        });
        if heat.contact {
            heat.flux_kw_m2 = heat.flux_kw_m2.max(laws.contact_kw_m2 * touching_m.min(BODY_M) / BODY_M);
        } else if heat.flux_kw_m2 < laws.least_kw_m2 {
            heat.flux_kw_m2 = 0.0;
        }
        heat
    }

    /// The nearest flames within [`SEEN_M`].
    pub fn nearest(&self, p: Vec2) -> Option<Seen> {
        let mut best: Option<Seen> = None;
        self.index.sources.search(p, SEEN_M, |s| {
            let distance_m = s.distance_m(p - s.at);
            if distance_m <= SEEN_M && best.is_none_or(|b| distance_m < b.distance_m) {
                best = Some(s.seen(p - s.at));
            }
            best.map_or(SEEN_M, |b| b.distance_m)
        });
        best
    }

    /// Does the cell with this middle flame?
    pub(super) fn in_cell(&self, centre: Vec2) -> bool {
        let mut found = false;
        self.index.sources.search(centre, 0.0, |s| {
            found |= s.at == centre;
            0.0
        });
        found
    }

    /// Cosine between the wind and the way from the nearest flame to a place: positive where flames lean toward it; 0 where no
    /// flame is within [`SEEN_M`], or no wind.
    pub fn toward(&self, p: Vec2) -> f32 {
        self.nearest(p).map_or(0.0, |seen| (p - seen.at).normalize_or_zero().dot(self.index.wind))
    }

    /// Digest of the state.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.column(&[self.wind.x, self.wind.y]);
        for f in &self.flames {
            digest.value([f.cell, f.since.0, f.speed_m_s.to_bits(), f.height_m.to_bits(), f.length_m.to_bits()]);
            digest.value(f.normal.map(f32::to_bits));
        }
        digest.finish()
    }
    /// Are all flames' speeds numbers?
    pub fn is_sound(&self) -> bool {
        self.wind.is_finite() && self.flames.iter().all(|f| (f.speed_m_s + f.normal[0] + f.normal[1]).is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::ParamTable;

    impl Flames {
        /// [`Flames::heat_at`] without its shortcuts.
        pub(in crate::fire) fn heat_by_all(&self, p: Vec2) -> Heat {
            let mut all = Flames { index: Index::default(), ..self.clone() };
            let (mut heat, mut touching_m) = (Heat::NONE, 0.0f32);
            for flame in &self.flames {
                all.flames = vec![*flame];
                all.reindex(&Grid::covering(Vec2::splat(600.0), 5.0).unwrap());
                all.index.sources.search(p, f32::INFINITY, |s| {
                    let d = p - s.at;
                    let distance = s.distance_m(d);
                    heat.nearest_m = heat.nearest_m.min(distance);
                    if s.leans_over(d, all.index.wind) {
                        heat.contact = true;
                        touching_m = touching_m.max(s.height_m);
                    }
                    heat.flux_kw_m2 = heat.flux_kw_m2.max(self.laws.flux(s.height_m, distance));
                    f32::INFINITY
                });
            }
            heat.flux_kw_m2 = match heat {
                Heat { contact: true, flux_kw_m2, .. } => {
                    flux_kw_m2.max(self.laws.contact_kw_m2 * touching_m.min(BODY_M) / BODY_M)
                }
                Heat { flux_kw_m2, .. } if flux_kw_m2 < self.laws.least_kw_m2 => 0.0,
                Heat { flux_kw_m2, .. } => flux_kw_m2,
            };
            heat
        }
    }

    #[test]
    fn a_thin_strip_lies_across_the_way_of_the_front_and_leans_from_there() {
        // A flank that ran east, 1 m deep, in a wind from the south: it leans along itself, and who stands 1 m east of it is
        // not touched; the same strip in a wind from the west touches him.
        let (normal, half) = Source::strip(1.0, Vec2::X, 2.5);
        let source = Source { at: Vec2::ZERO, normal, half, height_m: 1.0, reach_m: 2.0 };
        assert_eq!(half, Vec2::new(0.5, 2.5));
        let east = Vec2::new(1.0, 0.0);
        assert!(!source.leans_over(east, Vec2::Y) && source.leans_over(east, Vec2::X));
        assert!(source.leans_over(Vec2::new(0.3, 4.0), Vec2::Y) && !source.leans_over(Vec2::new(0.3, 4.0), -Vec2::Y));
        assert!(source.leans_over(Vec2::new(0.4, -2.4), Vec2::ZERO) && !source.leans_over(east, Vec2::ZERO));
        assert!((source.distance_m(Vec2::new(3.5, 2.0)) - 3.0).abs() < 1e-6);
        // Slanting, it stays in its cell; deep, it is the cell.
        let (normal, half) = Source::strip(1.0, Vec2::ONE.normalize(), 2.5);
        let corner = normal * half.x + normal.perp() * half.y;
        assert!(corner.abs().max_element() <= 2.5 + 1e-5 && half.y > 2.5, "{corner}");
        assert_eq!(Source::strip(9.0, Vec2::ONE.normalize(), 2.5), (Vec2::X, Vec2::splat(2.5)));
    }

    #[test]
    fn the_way_off_a_strip_is_the_shortest_one() {
        let strip = Source { at: Vec2::ZERO, normal: Vec2::X, half: Vec2::new(0.5, 2.5), height_m: 1.0, reach_m: 0.0 };
        for (at, distance_m, off, across) in [
            (Vec2::new(3.5, 2.0), 3.0, Vec2::X, Vec2::X),
            (Vec2::new(-3.5, -2.0), 3.0, -Vec2::X, -Vec2::X),
            (Vec2::new(0.2, 4.5), 2.0, Vec2::Y, Vec2::X),
            // Within it, far from its middle: still across, not along it.
            (Vec2::new(-0.2, 2.4), 0.0, -Vec2::X, -Vec2::X),
        ] {
            let seen = strip.seen(at);
            assert_eq!((seen.distance_m, seen.off, seen.across, seen.depth_m), (distance_m, off, across, 1.0), "{at}");
            assert_eq!(seen.across_m, at.x.abs());
        }
    }

    #[test]
    fn a_wall_of_flame_radiates_as_computed() {
        // h = 3 m, 1100 K, eps 0.6: 12.8 kW/m2 at 5 m, 7.2 at 10, 3.7 at 20.
        let laws = Flames::new(&FireParams::read(&ParamTable::shipped().unwrap()).unwrap()).laws;
        for (x, q) in [(5.0, 12.8), (10.0, 7.2), (20.0, 3.7)] {
            assert!((laws.flux(3.0, x) - q).abs() < 0.06, "{x} m: {}", laws.flux(3.0, x));
            assert!((laws.distance(3.0, laws.flux(3.0, x)) - x).abs() < 1e-3);
        }
    }
}
