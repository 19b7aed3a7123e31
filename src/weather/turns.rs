//! Turns of the mean wind: from the scenario's list, as a pure function of battle time. So no state holds what is yet
//! to come.

use bevy::prelude::Resource;

use crate::kernel::{Clock, Tick};
use crate::scenario::raw;

/// The mean wind at 10 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Where it comes from, degrees clockwise from north.
    pub from_deg: f32,
    /// Speed, m/s.
    pub m_s: f32,
}

/// A turn of the wind.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Id of the weather event.
    pub id: String,
    /// When it starts, s.
    pub at_s: f32,
    /// How long it takes, s.
    pub over_s: f32,
    /// The wind it ends in.
    pub to: Wind,
    /// Falls to calm and rises anew, or rotates.
    pub reversal: bool,
}

/// What the scenario says of the weather.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct WeatherInput {
    /// The wind at the start.
    pub wind: Wind,
    /// Air temperature, C.
    pub temperature_c: f32,
    /// Relative humidity, %.
    pub humidity_pct: f32,
    /// Share of the grass that is dead, %.
    pub curing_pct: f32,
    /// The turns, in the order in which they start (then of their ids).
    pub turns: Vec<Turn>,
}

impl WeatherInput {
    /// Reads a scenario's weather.
    ///
    /// # Errors
    /// A number that no weather has.
    pub fn build(raw: &raw::Weather) -> Result<Self, String> {
        let mut turns = Vec::with_capacity(raw.events.len());
        for event in &raw.events {
            let (raw::WindTurn::Reversal { to_from_deg, over_s, wind_m_s }
            | raw::WindTurn::Veer { to_from_deg, over_s, wind_m_s }) = &event.turn;
            let name = |field: &str| format!("weather event `{}`: {field}", event.id);
            turns.push(Turn {
                id: event.id.clone(),
                at_s: number(&name("at_s"), event.at_s.value(), 0.0, 1e6)?,
                over_s: number(&name("over_s"), *over_s, 0.0, 1e5)?,
                to: wind(&event.id, *to_from_deg, wind_m_s.value())?,
                reversal: matches!(event.turn, raw::WindTurn::Reversal { .. }),
            });
        }
        turns.sort_by(|a, b| a.at_s.total_cmp(&b.at_s).then_with(|| a.id.cmp(&b.id)));
        Ok(Self {
            wind: wind("at the start", raw.wind_from_deg, raw.wind_m_s.value())?,
            temperature_c: number("weather.temperature_c", raw.temperature_c.value(), -40.0, 60.0)?,
            humidity_pct: number("weather.humidity_pct", raw.humidity_pct.value(), 0.0, 100.0)?,
            curing_pct: number("weather.curing_pct", raw.curing_pct.value(), 0.0, 100.0)?,
            turns,
        })
    }

    /// The mean wind in a tick. A turn takes over from the wind there is when it starts, another turn under way or not.
    pub fn wind_at(&self, clock: &Clock) -> Wind {
        let now = clock.tick;
        let mut wind = self.wind;
        for (i, turn) in self.turns.iter().enumerate() {
            let start = clock.tick_at(f64::from(turn.at_s));
            if start > now {
                break;
            }
            let next = self.turns.get(i + 1).map_or(now, |n| clock.tick_at(f64::from(n.at_s)));
            let ran_s = f64::from(next.min(now).0 - start.0) * f64::from(clock.dt_s);
            wind = turn.after(wind, ran_s as f32);
        }
        wind
    }

    /// The turns that start in a tick.
    pub fn starting(&self, clock: &Clock, tick: Tick) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(move |t| clock.tick_at(f64::from(t.at_s)) == tick)
    }
}

impl Turn {
    /// The wind this turn makes of `old` after `ran_s` seconds.
    fn after(&self, old: Wind, ran_s: f32) -> Wind {
        if ran_s >= self.over_s {
            return self.to;
        }
        let part = ran_s / self.over_s;
        if !self.reversal {
            let s = smoothstep(part);
            let around = (self.to.from_deg - old.from_deg + 540.0).rem_euclid(360.0) - 180.0;
            return Wind {
                from_deg: (old.from_deg + around * s).rem_euclid(360.0),
                m_s: old.m_s + (self.to.m_s - old.m_s) * s,
            };
        }
        if part < 0.5 {
            Wind { m_s: old.m_s * (1.0 - smoothstep(2.0 * part)), ..old }
        } else {
            Wind { m_s: self.to.m_s * smoothstep(2.0 * part - 1.0), ..self.to }
        }
    }
}

/// 0 at 0, 1 at 1, level at both ends.
fn smoothstep(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

fn wind(of: &str, from_deg: f32, m_s: f32) -> Result<Wind, String> {
    Ok(Wind {
        from_deg: number(&format!("wind {of}: from_deg"), from_deg, -360.0, 360.0)?.rem_euclid(360.0),
        m_s: number(&format!("wind {of}: wind_m_s"), m_s, 0.0, 40.0)?,
    })
}

fn number(name: &str, value: f32, low: f32, high: f32) -> Result<f32, String> {
    if value >= low && value <= high {
        return Ok(value);
    }
    Err(format!("{name} is {value}; {low} to {high} would be right"))
}
