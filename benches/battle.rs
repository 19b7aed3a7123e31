//! The battle at the Xiaoling River, on one core: a tick amid the rout. A man-update is one man over one tick, whether he
//! runs, lies or looks on; a man-second is one man over one second of battle.

mod cpu_time;

use cpu_time::CpuTime;
use criterion::measurement::WallTime;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fenghuo::battle::{Battle, Options};
use fenghuo::scenario;

/// When the rout is on, s.
const ROUT_S: f64 = 2640.0;
/// Ticks fought in a sample: two minutes.
const TICKS: u32 = 240;

fn battle(c: &mut Criterion<CpuTime>) {
    let loaded = scenario::load("xiaoling-wind-turns", &[], &[]).expect("the scenario is shipped");
    let men = loaded.scenario.men() as u64;
    let mut battle = Battle::new(loaded.scenario, Options::default()).expect("it can be fought");
    battle.run_until(ROUT_S).expect("it is fought");
    let state = battle.save();
    let dt_s = battle.options().dt_s;
    let resumed = || Battle::resume(state.clone(), state.scenario.clone(), Options::default()).expect("it goes on");
    let mut group = c.benchmark_group("battle");
    group.sample_size(10);
    for (name, elements) in [
        ("man-updates", men * u64::from(TICKS)),
        ("man-seconds", (men as f64 * f64::from(TICKS) * f64::from(dt_s)) as u64),
    ] {
        group.throughput(Throughput::Elements(elements));
        group.bench_function(name, |b| {
            b.iter_batched(
                resumed,
                |mut battle| {
                    (0..TICKS).for_each(|_| battle.step().expect("a tick"));
                    battle
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime(WallTime));
    targets = battle
}
criterion_main!(benches);
