//! The front against exact ellipses and a turned wind, and walls that must hold.

use super::front::*;
use super::shape::Ellipse;
use crate::ground::Grid;
use crate::kernel::{Tick, Vec2, Workers, bearing};

/// Radius of the burning patch the tests begin with, m.
const START_M: f32 = 8.0;

fn meadow(size: f32, cell: f32) -> Front {
    Front::new(Grid::covering(Vec2::splat(size), cell).unwrap(), |_| true)
}

/// Burns for `t_s` with each ellipse in turn.
fn burn(front: &mut Front, dt: f32, winds: &[(Ellipse, f32)]) {
    let mut tick = 0;
    for (ellipse, t_s) in winds {
        for _ in 0..(t_s / dt).round() as u32 {
            tick += 1;
            front.step(ellipse, dt, Tick(tick), &Workers::alone());
        }
    }
}

/// A fire that starts at a point.
fn burn_from(size: f32, cell: f32, at: Vec2, dt: f32, winds: &[(Ellipse, f32)]) -> Front {
    let mut front = meadow(size, cell);
    front.ignite(&winds[0].0, &[at], START_M, Tick(0));
    burn(&mut front, dt, winds);
    front
}

/// Exact distance of the front from the start along the normal at `angle`: the support function.
fn support(start: f32, winds: &[(Ellipse, f32)], angle: f64) -> f64 {
    let n = Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32);
    f64::from(start) + winds.iter().map(|(e, t)| f64::from(e.speed_m_s(n) * t)).sum::<f64>()
}

/// Exact area, m2: half the integral of `h^2 - h'^2`.
fn exact_area(start: f32, winds: &[(Ellipse, f32)]) -> f64 {
    let n = 3600;
    let step = core::f64::consts::TAU / f64::from(n);
    (0..n)
        .map(|i| {
            let angle = f64::from(i) * step;
            let h = support(start, winds, angle);
            let slope = (support(start, winds, angle + 1e-3) - support(start, winds, angle - 1e-3)) / 2e-3;
            0.5 * (h * h - slope * slope) * step
        })
        .sum()
}

/// How far the front reaches from `at` along `toward`, m.
fn reach(front: &Front, at: Vec2, toward: Vec2) -> f32 {
    let grid = front.grid();
    let beyond = |&c: &u32| {
        let inner = front.distance_m(c as usize)?.max(-grid.cell_m());
        Some((grid.centre(c as usize) - at).dot(toward) - inner)
    };
    front.burnt().iter().filter_map(beyond).fold(0.0, f32::max)
}

#[test]
fn ellipses_come_out_whatever_the_wind() {
    let (at, t_s, cell) = (Vec2::splat(402.5), 320.0, 5.0);
    for lb in [1.0, 2.0, 3.0, 5.0] {
        for i in 0..16 {
            let toward = bearing(22.5 * i as f32);
            let ellipse = Ellipse::new(1.0, lb, toward);
            let front = burn_from(805.0, cell, at, 2.0, &[(ellipse, t_s)]);
            let area = front.area_m2() / exact_area(START_M, &[(ellipse, t_s)]);
            assert!((area - 1.0).abs() < 0.02, "LB {lb}, wind {i}: area {area}");
            for (part, direction, speed) in [
                ("head", toward, ellipse.head_m_s()),
                ("back", -toward, ellipse.back_m_s()),
                ("flank", toward.perp(), ellipse.speed_m_s(toward.perp())),
            ] {
                let off = (reach(&front, at, direction) - START_M - speed * t_s) / cell;
                assert!(off.abs() < 1.5, "LB {lb}, wind {i}: {part} off by {off} cells");
            }
        }
    }
}

#[test]
fn a_wind_that_turns_acts_at_once() {
    let (east, north) = (Ellipse::new(1.0, 3.0, Vec2::X), Ellipse::new(1.0, 3.0, Vec2::Y));
    let (straight, turned) = ([(east, 1800.0), (east, 600.0)], [(east, 1800.0), (north, 600.0)]);
    // The reference's figures, in hectares, check the exact solution; the exact solution, with its start, the front.
    assert!((exact_area(0.0, &straight[..1]) / 1e4 - 89.89).abs() < 0.02);
    assert!((exact_area(0.0, &straight) / 1e4 - 159.81).abs() < 0.02);
    assert!((exact_area(0.0, &turned) / 1e4 - 216.52).abs() < 0.02);
    let at = Vec2::new(400.0, 500.0);
    let front = burn_from(2700.0, 5.0, at, 2.0, &turned);
    assert!((front.area_m2() / exact_area(START_M, &turned) - 1.0).abs() < 0.01);
    for (toward, exact) in [(Vec2::X, 1902.9), (Vec2::Y, 908.8), (-Vec2::X, 155.9), (-Vec2::Y, 326.5)] {
        let off = reach(&front, at, toward) - START_M - exact;
        assert!(off.abs() < 5.0, "{toward}: off by {off} m");
    }
}

#[test]
fn half_the_cell_or_half_the_step_change_little() {
    let wind = [(Ellipse::new(1.0, 3.0, bearing(67.0)), 400.0)];
    let area = |cell, dt| burn_from(1000.0, cell, Vec2::splat(500.0), dt, &wind).area_m2();
    let plain = area(5.0, 2.0);
    for (cell, dt) in [(5.0, 1.0), (5.0, 0.5), (2.5, 1.0)] {
        let ratio = area(cell, dt) / plain;
        assert!((ratio - 1.0).abs() < 0.01, "{cell} m, {dt} s: {ratio}");
    }
}

#[test]
fn without_wind_it_is_a_circle() {
    let still = Ellipse::new(0.5, 4.0, Vec2::ZERO);
    let at = Vec2::splat(252.5);
    let front = burn_from(505.0, 5.0, at, 2.0, &[(still, 300.0)]);
    for i in 0..16 {
        let r = reach(&front, at, bearing(22.5 * i as f32));
        assert!((r - START_M - 150.0).abs() < 1.5, "{r}");
    }
}

#[test]
fn a_slow_fire_is_not_lost_in_small_steps() {
    let slow = Ellipse::new(0.004, 1.0, Vec2::X);
    let front = burn_from(150.0, 5.0, Vec2::splat(77.5), 0.05, &[(slow, 1500.0)]);
    assert!((reach(&front, Vec2::splat(77.5), Vec2::X) - START_M - 6.0).abs() < 0.5);
}

/// A map with walls of one cell, by what `is_wall` says of column and row.
fn walled(size: f32, is_wall: impl Fn(usize, usize) -> bool) -> Front {
    let grid = Grid::covering(Vec2::splat(size), 5.0).unwrap();
    Front::new(grid, |cell| {
        let (x, y) = grid.column_row(cell);
        !is_wall(x, y)
    })
}

#[test]
fn walls_of_one_cell_hold_corner_to_corner_too() {
    let n = 60;
    let size = n as f32 * 5.0;
    type Line = fn(usize, usize) -> bool;
    let walls: [Line; 4] = [|x, y| x == y, |x, y| x + y == 60, |x, _| x == 30, |x, y| x / 2 == y];
    for (i, is_wall) in walls.into_iter().enumerate() {
        for b in 0..8 {
            let ellipse = Ellipse::new(1.0, 2.0, bearing(45.0 * b as f32));
            let mut front = walled(size, is_wall);
            let start = if i == 2 { Vec2::new(60.0, 150.0) } else { Vec2::new(180.0, 40.0) };
            front.ignite(&ellipse, &[start], START_M, Tick(0));
            burn(&mut front, 2.0, &[(ellipse, 900.0)]);
            let grid = *front.grid();
            // The side on which it started, found by a flood through shared sides.
            let mut side = vec![false; grid.len()];
            let mut queue = vec![grid.nearest(start)];
            while let Some(cell) = queue.pop() {
                let (x, y) = grid.column_row(cell);
                if !side[cell] && !is_wall(x, y) && front.distance_m(cell).is_some() {
                    side[cell] = true;
                    queue.extend([cell - 1, cell + 1, cell - n, cell + n]);
                }
            }
            let burnt = front.burnt();
            assert!(burnt.len() > 200, "wall {i}: the fire ran");
            assert!(burnt.iter().all(|&c| side[c as usize]), "wall {i}, wind {b}: it leaked");
        }
    }
}

#[test]
fn burnt_ground_stays_burnt_and_phi_never_rises() {
    let mut front = walled(400.0, |x, y| (x * 7 + y * 13) % 29 == 0);
    let ellipse = |b: f32| Ellipse::new(1.2, 2.5, bearing(b));
    front.ignite(&ellipse(0.0), &[Vec2::new(150.0, 200.0), Vec2::new(240.0, 210.0)], START_M, Tick(0));
    let mut before: Vec<f32> = (0..front.grid().len()).filter_map(|c| front.distance_m(c)).collect();
    for tick in 1..200 {
        front.step(&ellipse(tick as f32 * 11.0), 1.0, Tick(tick), &Workers::alone());
        let now: Vec<f32> = (0..front.grid().len()).filter_map(|c| front.distance_m(c)).collect();
        assert!(now.iter().zip(&before).all(|(n, b)| n <= b));
        assert!(front.is_sound());
        before = now;
    }
    let mut cells = front.burnt().to_vec();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), front.burnt().len(), "no cell burns twice");
    assert!(front.ignite(&ellipse(0.0), &[Vec2::splat(200.0)], START_M, Tick(300)).is_empty());
}

#[test]
fn work_follows_the_front_and_ends_with_it() {
    let ellipse = Ellipse::new(1.0, 2.0, Vec2::X);
    let small = burn_from(600.0, 5.0, Vec2::splat(300.0), 2.0, &[(ellipse, 200.0)]);
    let large = burn_from(4000.0, 5.0, Vec2::splat(300.0), 2.0, &[(ellipse, 200.0)]);
    assert_eq!(small.active_cells(), large.active_cells());
    let ended = burn_from(200.0, 5.0, Vec2::splat(100.0), 2.0, &[(ellipse, 2000.0)]);
    assert_eq!((ended.active_cells(), ended.burnt().len()), (0, 36 * 36));
}

#[test]
fn a_saved_front_burns_on_the_same() {
    let mut front = walled(500.0, |x, y| x == 40 && y > 20);
    let ellipse = |tick: u32| Ellipse::new(0.8, 3.0, bearing(tick as f32));
    front.ignite(&ellipse(0), &[Vec2::new(150.0, 60.0), Vec2::new(150.0, 440.0)], START_M, Tick(0));
    for tick in 1..150 {
        front.step(&ellipse(tick), 1.0, Tick(tick), &Workers::alone());
    }
    let bytes = postcard::to_allocvec(&front).unwrap();
    assert!(bytes.len() < 12 * front.burnt().len() + 12 * front.active_cells() + 2000, "{}", bytes.len());
    let mut twin: Front = postcard::from_bytes(&bytes).unwrap();
    // The twin is worked on by two threads.
    let (one, two) = (Workers::alone(), Workers::new(2).unwrap());
    for tick in 150..300 {
        let caught = front.step(&ellipse(tick), 1.0, Tick(tick), &one);
        assert_eq!(caught, twin.step(&ellipse(tick), 1.0, Tick(tick), &two));
        assert_eq!(front.digest(), twin.digest());
    }
    assert!(front.active_cells() > PIECE, "both threads had something to do");
    assert_eq!(front.burnt(), twin.burnt());
    assert_eq!(front.area_m2(), twin.area_m2());
}

#[test]
fn a_damaged_save_is_refused_not_believed() {
    let front = burn_from(200.0, 5.0, Vec2::splat(100.0), 1.0, &[(Ellipse::new(1.0, 2.0, Vec2::X), 20.0)]);
    let bytes = postcard::to_allocvec(&front).unwrap();
    for i in 0..bytes.len() {
        for flip in [1u8, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[i] ^= flip;
            // It may be refused, or read as another fire that can burn on.
            if let Ok(mut read) = postcard::from_bytes::<Front>(&damaged) {
                read.step(&Ellipse::new(1.0, 2.0, Vec2::X), 1.0, Tick(30), &Workers::alone());
            }
        }
        assert!(postcard::from_bytes::<Front>(&bytes[..i]).is_err());
    }
}
