//! Battle time: a fixed tick, counted from the start of the battle.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// A count of ticks since the start of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
pub struct Tick(pub u32);

/// The battle clock: the tick being fought and its length.
#[derive(Resource, Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// The tick being fought; after a step, the number of ticks fought.
    pub tick: Tick,
    /// Length of a tick, s.
    pub dt_s: f32,
}

impl Clock {
    /// Battle time at the start of the tick, s.
    pub fn t_s(&self) -> f64 {
        self.at_s(self.tick)
    }
    /// Battle time at the start of `tick`, s.
    pub fn at_s(&self, tick: Tick) -> f64 {
        f64::from(tick.0) * f64::from(self.dt_s)
    }
    /// The first tick whose start is at or after `t_s`.
    pub fn tick_at(&self, t_s: f64) -> Tick {
        Tick(libm::ceil(t_s / f64::from(self.dt_s) - 1e-9).max(0.0) as u32)
    }
    /// True on the ticks that start a period of `period_s` (at least one tick long), counted from tick 0.
    pub fn every(&self, period_s: f32) -> bool {
        let n = libm::roundf(period_s / self.dt_s).max(1.0) as u32;
        self.tick.0.is_multiple_of(n)
    }
}

/// `h:mm:ss` for people.
pub fn hms(t_s: f64) -> String {
    let s = libm::round(t_s.max(0.0)) as u64;
    format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
}

/// Reads a battle time: `2460`, `2460s`, `41min`, `1h` or `0:41:00`.
///
/// # Errors
/// The text that says what was expected.
pub fn parse_time(text: &str) -> Result<f64, String> {
    let bad = || format!("`{text}` is no battle time; write 2460, 2460s, 41min or 0:41:00");
    let number = |s: &str| s.trim().parse::<f64>().ok().filter(|v| v.is_finite() && *v >= 0.0);
    if text.contains(':') {
        let parts: Vec<_> = text.split(':').map(number).collect::<Option<_>>().ok_or_else(bad)?;
        return match parts.as_slice() {
            [h, m, s] if *m < 60.0 && *s < 60.0 => Ok(h * 3600.0 + m * 60.0 + s),
            [m, s] if *s < 60.0 => Ok(m * 60.0 + s),
            _ => Err(bad()),
        };
    }
    for (suffix, scale) in [("min", 60.0), ("h", 3600.0), ("s", 1.0), ("", 1.0)] {
        if let Some(v) = text.strip_suffix(suffix).and_then(number) {
            return Ok(v * scale);
        }
    }
    Err(bad())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_form() {
        for text in ["2460", "2460s", "41min", "0:41:00", "41:00"] {
            assert_eq!(parse_time(text), Ok(2460.0), "{text}");
        }
        for text in ["", "-3", "1:99:00", "noon", "NaN", "inf"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        assert_eq!(hms(2460.4), "0:41:00");
    }
}
