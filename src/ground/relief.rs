//! Heights: the rolling of the open ground, by octaves of Perlin noise, and hills on top of it.

use noise::{NoiseFn, Perlin};

use super::grid::Grid;
use crate::kernel::Vec2;
use crate::scenario::raw;

/// Octaves of the relief, each of half the height and half the wavelength of the one before. Part of the meaning of a
/// scenario's `relief`, as is the lattice of half a wavelength: Perlin noise has its crests about two lattice steps apart.
const OCTAVES: u32 = 3;

/// Heights at the middles of the cells, m. Octaves are summed here: the ready-made sums of the `noise` crate use the
/// platform's power function.
pub fn heights(grid: &Grid, relief: &raw::Relief, hills: &[raw::Hill]) -> Vec<f32> {
    let mut heights = vec![0.0f32; grid.len()];
    if relief.swell_m > 0.0 {
        let perlin = Perlin::new(relief.seed);
        let total = (0..OCTAVES).map(|o| 1.0 / f64::from(1u32 << o)).sum::<f64>();
        let lattice = f64::from(relief.wavelength_m) / 2.0;
        for (cell, height) in heights.iter_mut().enumerate() {
            let p = grid.centre(cell);
            let (x, y) = (f64::from(p.x) / lattice, f64::from(p.y) / lattice);
            let sum: f64 = (0..OCTAVES)
                .map(|o| {
                    let k = f64::from(1u32 << o);
                    perlin.get([x * k, y * k]) / k
                })
                .sum();
            *height = (0.5 + 0.5 * sum / total) as f32 * relief.swell_m;
        }
    }
    for hill in hills {
        raise(grid, &mut heights, hill);
    }
    heights
}

/// A dome: half a cosine from the top to the foot.
fn raise(grid: &Grid, heights: &mut [f32], hill: &raw::Hill) {
    let (top, radius) = (Vec2::from(hill.at), Vec2::from(hill.radius_m));
    for row in 0..grid.ny() {
        let y = (row as f32 + 0.5) * grid.cell_m();
        if (y - top.y).abs() >= radius.y {
            continue;
        }
        for column in 0..grid.nx() {
            let x = (column as f32 + 0.5) * grid.cell_m();
            let r = ((Vec2::new(x, y) - top) / radius).length();
            if r < 1.0 {
                heights[row * grid.nx() + column] +=
                    hill.height_m.value() * 0.5 * (1.0 + libm::cosf(core::f32::consts::PI * r));
            }
        }
    }
}
