//! The lowest layers: grass, relief, contours, water, burnt ground, smoke and flames.

use super::canvas::Canvas;
use super::frame::Frame;
use super::palette::{self, mix};
use super::scene::{Burn, Burns, MapScene, Smoke};
use crate::ground::Ground;
use crate::kernel::Vec2;

/// Relief is drawn steeper than it is, or gentle swells would not show.
const STEEPER: f32 = 5.0;
/// Depth drawn as deepest, m.
const DEEPEST_M: f32 = 1.8;
/// Length of the line of sight through smoke from above, m: the depth of a low plume.
const PLUME_M: f32 = 15.0;

/// Draws them.
pub fn paint(canvas: &mut Canvas, scene: &MapScene, frame: &Frame) {
    let contour_m = contour_interval(&scene.ground);
    let (top, end) = frame.rows();
    for y in top..end {
        for x in 0..frame.width_px() {
            canvas.put(x as i32, y as i32, pixel(scene, frame, x, y, contour_m));
        }
    }
    flames(canvas, &scene.burn, frame);
}

fn pixel(scene: &MapScene, frame: &Frame, x: u32, y: u32, contour_m: f32) -> palette::Rgb {
    let (ground, p) = (&scene.ground, frame.to_m(x, y));
    let mut colour = palette::sward(ground.sward(ground.grid().nearest(p)));
    if burn_at(&scene.burn, p) == Burn::Burnt {
        colour = mix(colour, palette::BURNT, 0.85);
    }
    let step = |h: f32| (h / contour_m).floor();
    let height = step(ground.height(p));
    if height != step(ground.height(frame.to_m(x + 1, y))) || height != step(ground.height(frame.to_m(x, y + 1))) {
        colour = mix(colour, palette::HILL, 0.3);
    }
    colour = shade(colour, ground.gradient(p));
    let depth = bilinear(ground.grid().nx(), ground.grid().ny(), ground.grid().cell_m(), p, |c| ground.cell_depth(c));
    if depth > 0.0 {
        let water = mix(palette::SHALLOW, palette::DEEP, depth / DEEPEST_M);
        colour = mix(colour, water, depth / 0.15);
    }
    mix(colour, palette::SMOKE, 0.9 * haze(&scene.smoke, p))
}

/// Shading by a lamp in the north-west, half way up: brightness relative to level ground.
fn shade(colour: palette::Rgb, slope: Vec2) -> palette::Rgb {
    let s = slope * STEEPER;
    let light = (1.0 + s.x - s.y) / (1.0 + s.length_squared()).sqrt();
    if light < 1.0 {
        mix(colour, [40, 36, 60], (1.0 - light) * 0.6)
    } else {
        mix(colour, [255; 3], (light - 1.0) * 0.6)
    }
}

/// The smallest of 2, 5, 10, 20 ... m that gives no more than ten contours.
fn contour_interval(ground: &Ground) -> f32 {
    let heights = (0..ground.grid().len()).map(|c| ground.height(ground.grid().centre(c)));
    let (low, high) = heights.fold((f32::MAX, f32::MIN), |(l, h), z| (l.min(z), h.max(z)));
    [2.0, 5.0, 10.0, 20.0, 50.0].into_iter().find(|i| high - low <= 10.0 * i).unwrap_or(100.0)
}

fn burn_at(burn: &Burns, p: Vec2) -> Burn {
    if burn.nx == 0 || p.x < 0.0 || p.y < 0.0 {
        return Burn::Unburnt;
    }
    let (x, y) = ((p.x / burn.cell_m) as usize, (p.y / burn.cell_m) as usize);
    if x >= burn.nx { Burn::Unburnt } else { burn.cells.get(y * burn.nx + x).copied().unwrap_or_default() }
}

fn flames(canvas: &mut Canvas, burn: &Burns, frame: &Frame) {
    let flaming = || burn.cells.iter().enumerate().filter(|(_, b)| **b == Burn::Flaming).map(|(i, _)| i);
    // Discs that just cover their cells; a line of fire one cell deep is seen at any scale.
    let core = (burn.cell_m * frame.px_per_m() * core::f32::consts::FRAC_1_SQRT_2).max(1.2 * frame.unit());
    for (grow, colour) in [(1.3 * frame.unit(), palette::EMBER), (0.0, palette::FLAME)] {
        for cell in flaming() {
            let middle = |i: usize| (i as f32 + 0.5) * burn.cell_m;
            let p = (middle(cell % burn.nx.max(1)), middle(cell / burn.nx.max(1)));
            if frame.shows(p, core + grow) {
                let (x, y) = frame.to_px(p);
                canvas.disc(x, y, core + grow, colour);
            }
        }
    }
}

/// How much of the ground the smoke hides, 0 to 1.
fn haze(smoke: &Smoke, p: Vec2) -> f32 {
    if smoke.nx == 0 || smoke.per_m.len() < smoke.nx {
        return 0.0;
    }
    let per_m = bilinear(smoke.nx, smoke.per_m.len() / smoke.nx, smoke.cell_m, p, |c| smoke.per_m[c]);
    1.0 - libm::expf(-per_m * PLUME_M)
}

/// The value at a place between the middles of cells.
fn bilinear(nx: usize, ny: usize, cell_m: f32, p: Vec2, value: impl Fn(usize) -> f32) -> f32 {
    let last = Vec2::new((nx - 1) as f32, (ny - 1) as f32);
    let g = (p / cell_m - 0.5).clamp(Vec2::ZERO, last);
    let (x, y) = (g.x as usize, g.y as usize);
    let (e, n) = ((x + 1).min(nx - 1), (y + 1).min(ny - 1));
    let t = g - Vec2::new(x as f32, y as f32);
    let row = |y: usize| {
        let (a, b) = (value(y * nx + x), value(y * nx + e));
        a + (b - a) * t.x
    };
    row(y) + (row(n) - row(y)) * t.y
}
