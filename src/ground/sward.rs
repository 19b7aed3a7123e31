//! What grows where: patches painted in their order, then bare spots scattered by noise.

use noise::{NoiseFn, Perlin};

use super::grid::Grid;
use crate::kernel::Vec2;
use crate::scenario::raw::{Grass, Patch, Point, Shape, Sward};

/// Step of the lattice of the noise that scatters bare spots, m: spots are two or three cells wide.
const SPOT_M: f64 = 16.0;
/// Samples from which the noise level that a share of the ground exceeds is read.
const SAMPLES: u32 = 16_384;

/// The sward of every cell.
pub fn swards(grid: &Grid, grass: &Grass, patches: &[Patch]) -> Vec<Sward> {
    let mut swards = vec![grass.sward; grid.len()];
    for patch in patches {
        paint(grid, &patch.shape, |cell| swards[cell] = patch.sward);
    }
    if grass.bare_share > 0.0 {
        scatter(grid, grass, &mut swards);
    }
    swards
}

/// Makes the cells bare where the noise is above the level that `bare_share` of it exceeds.
fn scatter(grid: &Grid, grass: &Grass, swards: &mut [Sward]) {
    let perlin = Perlin::new(grass.seed);
    let noise = |x: f64, y: f64| perlin.get([x / SPOT_M, y / SPOT_M]);
    // The level is read at places that don't depend on the size of the map: odd steps that fall evenly within the lattice.
    let mut levels: Vec<f64> =
        (0..SAMPLES).map(|i| noise(f64::from(i % 128) * 37.3, f64::from(i / 128) * 41.9)).collect();
    levels.sort_by(f64::total_cmp);
    let rank = (f64::from(SAMPLES) * (1.0 - f64::from(grass.bare_share))) as usize;
    let level = levels[rank.min(levels.len() - 1)];
    for (cell, sward) in swards.iter_mut().enumerate() {
        let p = grid.centre(cell);
        if noise(f64::from(p.x), f64::from(p.y)) > level {
            *sward = Sward::Bare;
        }
    }
}

/// Visits the cells whose middle lies in a shape. A strip is never thinner than a cell, so that a road stays whole.
fn paint(grid: &Grid, shape: &Shape, mut visit: impl FnMut(usize)) {
    match shape {
        Shape::Rect(a, b) => {
            polygon(grid, &[*a, (b.0, a.1), *b, (a.0, b.1)], visit);
        }
        Shape::Disc(at, radius) => {
            grid.near_segment(Vec2::from(*at), Vec2::from(*at), *radius, |cell, _, _| visit(cell));
        }
        Shape::Polygon(points) => polygon(grid, points, visit),
        Shape::Strip(points, width) => {
            let reach = (width / 2.0).max(grid.cell_m() / 2.0);
            for pair in points.windows(2) {
                grid.near_segment(Vec2::from(pair[0]), Vec2::from(pair[1]), reach, |cell, _, _| visit(cell));
            }
        }
    }
}

/// Fills a polygon row by row, by the even-odd rule.
fn polygon(grid: &Grid, points: &[Point], mut visit: impl FnMut(usize)) {
    let mut crossings: Vec<f32> = Vec::new();
    for row in 0..grid.ny() {
        let y = (row as f32 + 0.5) * grid.cell_m();
        crossings.clear();
        for (i, a) in points.iter().enumerate() {
            let b = points[(i + 1) % points.len()];
            if (a.1 > y) != (b.1 > y) {
                crossings.push(a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0));
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            // Cells whose middle lies between the two crossings.
            let first = libm::ceilf(pair[0] / grid.cell_m() - 0.5).max(0.0) as usize;
            let end = (libm::ceilf(pair[1] / grid.cell_m() - 0.5).max(0.0) as usize).min(grid.nx());
            (first..end).for_each(|column| visit(row * grid.nx() + column));
        }
    }
}
