//! The ground against closed forms: domes, parabolas, shares and shapes.

use super::*;
use crate::scenario::raw::{Figure, Ford, Grass, Hill, Name, Patch, Relief, River, Shape};

/// A figure of a test.
fn figure(value: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: "test".into() }
}

fn name() -> Name {
    Name { latin: "test".into(), zh: String::new() }
}

/// Flat grassland.
fn meadow(x: f32, y: f32) -> raw::Ground {
    raw::Ground {
        size_m: (x, y),
        relief: Relief::default(),
        hills: vec![],
        grass: Grass { sward: Sward::Natural, bare_share: 0.0, seed: 0 },
        patches: vec![],
        rivers: vec![],
        places: vec![],
    }
}

fn river(line: Vec<(f32, f32)>, width: f32, depth: f32, fords: Vec<Ford>) -> River {
    River {
        id: "river".into(),
        name: name(),
        line,
        width_m: figure(width),
        depth_m: figure(depth),
        current_m_s: figure(1.2),
        fords,
    }
}

#[test]
fn a_hill_is_a_cosine_dome() {
    let mut raw = meadow(1000.0, 800.0);
    raw.hills.push(Hill {
        id: "h".into(),
        name: name(),
        at: (500.0, 400.0),
        radius_m: (300.0, 200.0),
        height_m: figure(40.0),
    });
    let ground = Ground::build(&raw).unwrap();
    assert!((ground.height(Vec2::new(500.0, 400.0)) - 40.0).abs() < 0.1);
    assert!((ground.height(Vec2::new(650.0, 400.0)) - 20.0).abs() < 0.05);
    assert!((ground.height(Vec2::new(500.0, 300.0)) - 20.0).abs() < 0.05);
    assert_eq!(ground.height(Vec2::new(100.0, 100.0)), 0.0);
    // Half way down, the slope is pi/2 x height / radius; it points to the top.
    let slope = ground.gradient(Vec2::new(650.0, 400.0));
    assert!((slope.x + core::f32::consts::FRAC_PI_2 * 40.0 / 300.0).abs() < 0.002 && slope.y.abs() < 0.002);
    let cell = ground.grid().nearest(Vec2::new(650.0, 400.0));
    assert_eq!(ground.cell_gradient(cell), ground.inner_gradient(cell));
    assert!((ground.cell_gradient(cell) - ground.gradient(ground.grid().centre(cell))).length() < 0.01);
    // Without its hill the ground is level.
    raw.hills.clear();
    assert_eq!(Ground::build(&raw).unwrap().gradient(Vec2::new(650.0, 400.0)), Vec2::ZERO);
}

#[test]
fn relief_stays_within_its_swell_and_is_part_of_the_ground_alone() {
    let mut raw = meadow(3000.0, 3000.0);
    raw.relief = Relief { swell_m: 12.0, wavelength_m: 600.0, seed: 5 };
    let ground = Ground::build(&raw).unwrap();
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for i in 0..ground.grid().len() {
        let h = ground.height(ground.grid().centre(i));
        (low, high) = (low.min(h), high.max(h));
    }
    assert!(low >= 0.0 && high <= 12.0 && high - low > 6.0, "{low} {high}");
    // A larger map has the same hills in the same places.
    raw.size_m = (3500.0, 4000.0);
    let larger = Ground::build(&raw).unwrap();
    for p in [Vec2::new(731.0, 922.0), Vec2::new(2100.0, 444.0)] {
        assert_eq!(ground.height(p), larger.height(p));
    }
}

#[test]
fn no_place_lies_outside_the_bounds_of_its_block() {
    let mut raw = meadow(437.0, 391.0);
    raw.relief = Relief { swell_m: 6.0, wavelength_m: 90.0, seed: 3 };
    let (at, radius_m, height_m) = ((200.0, 180.0), (80.0, 60.0), figure(30.0));
    raw.hills.push(Hill { id: "h".into(), name: name(), at, radius_m, height_m });
    let ground = Ground::build(&raw).unwrap();
    let mut widest: f32 = 0.0;
    for i in 0..20_000u32 {
        let strewn = |step: f64| (f64::from(i) * step).fract() as f32 * 500.0 - 30.0;
        let p = Vec2::new(strewn(0.754_877_666), strewn(0.569_840_291));
        let (low, high) = ground.height_bounds(p);
        let h = ground.height(p);
        assert!(low < h && h < high, "{p}: {low} {h} {high}");
        widest = widest.max(high - low);
    }
    assert!(widest < 30.0, "bounds that say nothing: {widest}");
}

#[test]
fn a_river_is_a_parabola_and_a_ford_is_shallow_on_its_frontage() {
    let mut raw = meadow(1000.0, 1000.0);
    let ford = Ford { id: "f".into(), at: (620.0, 480.0), width_m: figure(40.0), depth_m: figure(0.6) };
    raw.rivers.push(river(vec![(0.0, 502.5), (1000.0, 502.5)], 60.0, 2.0, vec![ford]));
    let ground = Ground::build(&raw).unwrap();
    assert!((ground.water_depth(Vec2::new(200.0, 502.5)) - 2.0).abs() < 1e-4);
    // 15 m off the middle of 30: three quarters of the depth, and of the current.
    assert!((ground.water_depth(Vec2::new(200.0, 517.5)) - 1.5).abs() < 1e-4);
    assert!((ground.current(Vec2::new(200.0, 517.5)) - Vec2::new(0.9, 0.0)).length() < 1e-4);
    assert_eq!(ground.water_depth(Vec2::new(200.0, 540.0)), 0.0);
    assert_eq!(ground.current(Vec2::new(200.0, 540.0)), Vec2::ZERO);
    assert!((ground.water_depth(Vec2::new(620.0, 502.5)) - 0.6).abs() < 1e-4);
    assert!((ground.water_depth(Vec2::new(650.0, 502.5)) - 2.0).abs() < 1e-4);
    let middle = ground.grid().nearest(Vec2::new(200.0, 502.5));
    assert_eq!((ground.sward(middle), ground.fuel(middle)), (Sward::Natural, Sward::Bare));
}

#[test]
fn a_stream_narrower_than_a_cell_stays_connected() {
    for end in [(1000.0, 1000.0), (1000.0, 310.0), (420.0, 1000.0)] {
        let mut raw = meadow(1000.0, 1000.0);
        raw.rivers.push(river(vec![(3.0, 1.0), end], 1.0, 0.4, vec![]));
        let ground = Ground::build(&raw).unwrap();
        let (nx, wet) = (ground.grid().nx(), ground.wet_cells());
        let mut reached = vec![wet[0]];
        let mut seen = 0;
        while seen < reached.len() {
            let at = ground.grid().column_row(reached[seen] as usize);
            seen += 1;
            for &w in wet {
                let to = (w as usize % nx, w as usize / nx);
                if at.0.abs_diff(to.0) <= 1 && at.1.abs_diff(to.1) <= 1 && !reached.contains(&w) {
                    reached.push(w);
                }
            }
        }
        assert_eq!(reached.len(), wet.len(), "{end:?}");
    }
}

#[test]
fn patches_lie_over_each_other_in_their_order_and_cover_their_area() {
    let mut raw = meadow(1000.0, 1000.0);
    let patch = |shape, sward| Patch { id: "p".into(), shape, sward, why: "test".into() };
    raw.patches = vec![
        patch(Shape::Rect((100.0, 100.0), (500.0, 300.0)), Sward::Grazed),
        patch(Shape::Disc((300.0, 200.0), 50.0), Sward::Bare),
        patch(Shape::Polygon(vec![(600.0, 600.0), (900.0, 600.0), (600.0, 900.0)]), Sward::EatenOut),
        patch(Shape::Strip(vec![(0.0, 952.0), (1000.0, 952.0)], 2.0), Sward::Bare),
    ];
    let ground = Ground::build(&raw).unwrap();
    let at = |x, y| ground.sward(ground.grid().nearest(Vec2::new(x, y)));
    assert_eq!(at(110.0, 110.0), Sward::Grazed);
    assert_eq!(at(300.0, 200.0), Sward::Bare);
    assert_eq!(at(620.0, 620.0), Sward::EatenOut);
    assert_eq!(at(890.0, 890.0), Sward::Natural);
    assert!((0..200).all(|i| at(2.5 + 5.0 * i as f32, 952.0) == Sward::Bare));
    let area = |s| (0..ground.grid().len()).filter(|&i| ground.sward(i) == s).count() as f32 * 25.0;
    assert!((area(Sward::Grazed) - (80_000.0 - 7_854.0)).abs() < 400.0);
    assert!((area(Sward::EatenOut) - 45_000.0).abs() < 1000.0);
}

#[test]
fn bare_spots_have_their_share() {
    for share in [0.02, 0.1, 0.35] {
        let mut raw = meadow(4000.0, 3000.0);
        raw.grass = Grass { sward: Sward::Grazed, bare_share: share, seed: 9 };
        let ground = Ground::build(&raw).unwrap();
        let n = ground.grid().len();
        let bare = (0..n).filter(|&i| ground.sward(i) == Sward::Bare).count() as f32 / n as f32;
        assert!((bare - share).abs() < 0.15 * share + 0.005, "{bare} for {share}");
    }
}

#[test]
fn a_ground_that_cannot_be_is_refused_with_its_bounds() {
    let mut wrong: Vec<raw::Ground> = (0..6).map(|_| meadow(1000.0, 1000.0)).collect();
    wrong[0].size_m = (1e9, 1000.0);
    wrong[1].size_m = (f32::NAN, 1000.0);
    wrong[2].rivers.push(river(vec![(0.0, 0.0)], 10.0, 1.0, vec![]));
    wrong[3].rivers.push(river(vec![(0.0, 0.0), (f32::INFINITY, 3.0)], 10.0, 1.0, vec![]));
    wrong[4].grass.bare_share = 0.9;
    wrong[5].rivers.push(river(vec![(0.0, 0.0), (900.0, 3.0)], f32::NAN, 1.0, vec![]));
    for raw in &wrong {
        let error = Ground::build(raw).unwrap_err();
        assert!(error.contains("would be right"), "{error}");
    }
}
