//! CPU time of the thread, so that a busy machine does not spoil a bench: nanoseconds on a core by the scheduler's own
//! account, and wall time where there is none.

use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Measures CPU time of the calling thread.
pub struct CpuTime(pub WallTime);

/// A moment, on the scheduler's clock or the wall's.
pub enum Moment {
    Cpu(Duration),
    Wall(Instant),
}

/// Time this thread has spent on a core, by Linux.
fn on_core() -> Option<Duration> {
    // A yield brings the account up to date.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

impl Measurement for CpuTime {
    type Intermediate = Moment;
    type Value = Duration;

    fn start(&self) -> Moment {
        on_core().map_or_else(|| Moment::Wall(Instant::now()), Moment::Cpu)
    }
    fn end(&self, begun: Moment) -> Duration {
        match begun {
            Moment::Cpu(begun) => on_core().map_or(Duration::ZERO, |now| now.saturating_sub(begun)),
            Moment::Wall(begun) => begun.elapsed(),
        }
    }
    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }
    fn zero(&self) -> Duration {
        Duration::ZERO
    }
    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }
    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}
