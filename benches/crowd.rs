//! A dense crowd: 10,000 men on the move, each with about 7 neighbours within 2.5 m; the bodies' domain complete, hashes
//! included. A man-update is one man over one tick; on one core.

mod cpu_time;

use std::hint::black_box;

use cpu_time::CpuTime;
use criterion::measurement::WallTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fenghuo::lab::crowd::{MEN, bodies, neighbours, speed_m_s};

fn crowd(c: &mut Criterion<CpuTime>) {
    let mut battle = bodies().expect("the crowd can be set out");
    battle.run_until(20.0).expect("twenty seconds");
    let (near, speed) = (neighbours(&battle, 2.5), speed_m_s(&battle));
    println!("{MEN} men, {near:.2} neighbours within 2.5 m, mean speed {speed:.2} m/s");
    let mut group = c.benchmark_group("crowd");
    group.throughput(Throughput::Elements(u64::from(MEN)));
    group.bench_function("man-updates", |b| b.iter(|| black_box(battle.step()).is_ok()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime(WallTime));
    targets = crowd
}
criterion_main!(benches);
