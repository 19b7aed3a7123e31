//! A windy hour: 5 m cells, 30 km/h, a point fire in natural grass at 20 C and 30 % on one core; some 150,000 cells burn.
//! The front alone, as the battle steps it: every half second.

mod cpu_time;

use cpu_time::CpuTime;
use criterion::measurement::WallTime;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fenghuo::fire::shape::grass_length_to_breadth;
use fenghuo::fire::{Ellipse, Front, rate};
use fenghuo::ground::Grid;
use fenghuo::kernel::{Tick, Vec2};
use fenghuo::scenario::raw::Sward;

const WIND_M_S: f32 = 30.0 / 3.6;
const STEP_S: f32 = 0.5;
const STEPS: u32 = 7_200;

fn windy_hour(c: &mut Criterion<CpuTime>) {
    let rate = rate::csiro_m_s(Sward::Natural, WIND_M_S, rate::dead_moisture_pct(20.0, 30.0), 100.0);
    let ellipse = Ellipse::new(rate, grass_length_to_breadth(WIND_M_S), Vec2::X);
    let grid = Grid::covering(Vec2::new(6000.0, 2000.0), 5.0).expect("a grid");
    let lit = || {
        let mut front = Front::new(grid, |_| true);
        front.ignite(&ellipse, &[Vec2::new(400.0, 1000.0)], 8.0, Tick(0));
        front
    };
    let burn = |mut front: Front| {
        (0..STEPS).for_each(|i| {
            front.step(&ellipse, STEP_S, Tick(i + 1));
        });
        front
    };
    println!("{} cells burn in the hour", burn(lit()).burnt().len());
    let mut group = c.benchmark_group("fire");
    group.sample_size(10);
    group.bench_function("windy hour", |b| b.iter_batched(lit, burn, BatchSize::PerIteration));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime(WallTime));
    targets = windy_hour
}
criterion_main!(benches);
