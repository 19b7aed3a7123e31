//! The front against exact ellipses, a turned wind, and walls.

use super::front::*;
use super::shape::Ellipse;
use crate::ground::Grid;
use crate::kernel::{Tick, Vec2, bearing};

/// Radius of the burning patch the tests begin with, m.
const START_M: f32 = 8.0;

fn meadow(size: f32, cell: f32) -> Front {
    Front::new(Grid::covering(Vec2::splat(size), cell).unwrap(), |_| true)
}

/// Burns from a point for `t_s` with each ellipse in turn.
fn burn(front: &mut Front, at: Vec2, dt: f32, winds: &[(Ellipse, f32)]) {
    front.ignite(&winds[0].0, &[at], START_M, Tick(0));
    let mut tick = 0;
    for (ellipse, t_s) in winds {
        for _ in 0..(t_s / dt).round() as u32 {
            tick += 1;
            front.step(ellipse, dt, Tick(tick));
        }
    }
}

/// Exact distance of the front from the origin along the normal at `angle`.
fn support(winds: &[(Ellipse, f32)], angle: f64) -> f64 {
    let n = Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32);
    f64::from(START_M) + winds.iter().map(|(e, t)| f64::from(e.speed_m_s(n) * t)).sum::<f64>()
}

/// Exact area: half the integral of `h^2 - h'^2`.
fn exact_area(winds: &[(Ellipse, f32)]) -> f64 {
    let n = 3600;
    let step = core::f64::consts::TAU / f64::from(n);
    (0..n)
        .map(|i| {
            let angle = f64::from(i) * step;
            let h = support(winds, angle);
            let slope = (support(winds, angle + 1e-3) - support(winds, angle - 1e-3)) / 2e-3;
            0.5 * (h * h - slope * slope) * step
        })
        .sum()
}

/// Furthest reach of the front from `at` along `toward`, m, by the cells' distances to the front.
fn reach(front: &Front, at: Vec2, toward: Vec2) -> f32 {
    let grid = front.grid();
    let inner =
        |&c: &u32| front.distance_m(c as usize).map(|d| (grid.centre(c as usize) - at).dot(toward) - d.max(-5.0));
    front.burnt().iter().filter_map(inner).fold(0.0, f32::max)
}

#[test]
fn ellipses_from_sixteen_winds() {
    for lb in [1.0, 2.0, 3.0, 5.0] {
        for i in 0..16 {
            let toward = bearing(22.5 * i as f32);
            let winds = [(Ellipse::new(1.0, lb, toward), 900.0)];
            let (size, at) = (2200.0, Vec2::splat(1100.0));
            let mut front = meadow(size, 5.0);
            burn(&mut front, at, 0.5, &winds);
            let area = front.area_m2() / exact_area(&winds);
            let head = reach(&front, at, toward) - (900.0 + START_M);
            println!("LB {lb} wind {i}: area {area:.4} head {head:.2} m");
        }
    }
}
