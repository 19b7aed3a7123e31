//! A windy hour: 5 m cells, 30 km/h, a point fire in natural grass at 20 C and 30 % on one core; some 150,000 cells burn.
//! The front alone: by the longest step its Courant number allows in one go, and by the battle's tick.

mod cpu_time;

use cpu_time::CpuTime;
use criterion::measurement::WallTime;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fenghuo::fire::shape::grass_length_to_breadth;
use fenghuo::fire::{Ellipse, Front, rate};
use fenghuo::ground::Grid;
use fenghuo::kernel::{Tick, Vec2, Workers};
use fenghuo::scenario::raw::Sward;

const WIND_M_S: f32 = 30.0 / 3.6;
const HOUR_S: f32 = 3600.0;
/// A step of 1.25 s takes the fastest part of this front across 0.35 of a cell; the tick is half a second.
const STEPS_S: [f32; 2] = [1.25, 0.5];

fn windy_hour(c: &mut Criterion<CpuTime>) {
    let rate = rate::csiro_m_s(Sward::Natural, WIND_M_S, rate::dead_moisture_pct(20.0, 30.0), 100.0);
    let ellipse = Ellipse::new(rate, grass_length_to_breadth(WIND_M_S), Vec2::X);
    let grid = Grid::covering(Vec2::new(6000.0, 2000.0), 5.0).expect("a grid");
    let lit = || {
        let mut front = Front::new(grid, |_| true);
        front.ignite(&ellipse, &[Vec2::new(400.0, 1000.0)], 8.0, Tick(0));
        front
    };
    let burn = |mut front: Front, step_s: f32| {
        (0..(HOUR_S / step_s) as u32).for_each(|i| {
            front.step(&ellipse, step_s, Tick(i + 1), &Workers::alone());
        });
        front
    };
    let mut group = c.benchmark_group("fire");
    group.sample_size(10);
    for step_s in STEPS_S {
        println!("{} cells burn in the hour", burn(lit(), step_s).burnt().len());
        group.bench_function(format!("windy hour, steps of {step_s} s"), |b| {
            b.iter_batched(lit, |front| burn(front, step_s), BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime(WallTime));
    targets = windy_hour
}
criterion_main!(benches);
