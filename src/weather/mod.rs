//! The weather: a mean wind that turns when the scenario says so, gusts drawn tick by tick, and the air.
//!
//! Its state knows nothing of turns to come: two battles that differ in a later turn have one weather until it starts.

mod turns;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use turns::{Turn, WeatherInput, Wind};

use crate::kernel::{Clock, Digest, Draws, Fight, Phase, Purpose, Vec2, blows_toward, stable_key};
use crate::record::ledger::{Event, Ledger};

crate::params! {
    /// Numbers of the gusts.
    pub struct WeatherParams in "fire" {
        /// Standard deviation along the mean wind, relative to it.
        gust_intensity,
        /// The same across it, relative to that along it.
        gust_across,
        /// Memory of a gust, s.
        gust_memory_s,
    }
}

/// The weather of the tick.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weather {
    from_deg: f32,
    m_s: f32,
    /// The gust along and across the mean wind, in standard deviations.
    gust: Vec2,
    /// The gust, m/s, in map directions.
    gust_m_s: Vec2,
    temperature_c: f32,
    humidity_pct: f32,
    curing_pct: f32,
}

impl Weather {
    /// The weather at the start, without a gust.
    pub fn new(input: &WeatherInput) -> Self {
        Self {
            from_deg: input.wind.from_deg,
            m_s: input.wind.m_s,
            gust: Vec2::ZERO,
            gust_m_s: Vec2::ZERO,
            temperature_c: input.temperature_c,
            humidity_pct: input.humidity_pct,
            curing_pct: input.curing_pct,
        }
    }

    /// Moves on to the clock's tick; turns that start are written to the ledger.
    pub fn step(
        &mut self,
        input: &WeatherInput,
        clock: &Clock,
        draws: &Draws,
        params: &WeatherParams,
        ledger: &mut Ledger,
    ) {
        for turn in input.starting(clock, clock.tick) {
            ledger.write(clock.tick, Vec2::ZERO, Event::WindTurns { id: turn.id.clone() });
        }
        let wind = input.wind_at(clock);
        (self.from_deg, self.m_s) = (wind.from_deg, wind.m_s);
        // Ornstein-Uhlenbeck, exact for a step of any length.
        let keep = libm::expf(-clock.dt_s / params.gust_memory_s.max(clock.dt_s));
        let fresh = (1.0 - keep * keep).sqrt();
        let mut stream = draws.stream(Purpose::Gust, stable_key("weather"), clock.tick);
        self.gust = self.gust * keep + Vec2::new(stream.normal(0, 0), stream.normal(0, 2)) * fresh;
        let along = blows_toward(self.from_deg);
        let sigma = params.gust_intensity * self.m_s;
        self.gust_m_s = (along * self.gust.x + along.perp() * (self.gust.y * params.gust_across)) * sigma;
    }

    /// The mean wind at 10 m, m/s: the direction it pushes in.
    pub fn mean_toward(&self) -> Vec2 {
        blows_toward(self.from_deg) * self.m_s
    }
    /// The wind at 10 m with its gust, m/s: the direction it pushes in.
    pub fn toward(&self) -> Vec2 {
        self.mean_toward() + self.gust_m_s
    }
    /// Where the mean wind comes from, degrees clockwise from north.
    pub fn from_deg(&self) -> f32 {
        self.from_deg
    }
    /// Speed of the mean wind at 10 m, m/s.
    pub fn speed_m_s(&self) -> f32 {
        self.m_s
    }
    /// Air temperature, C.
    pub fn temperature_c(&self) -> f32 {
        self.temperature_c
    }
    /// Relative humidity, %.
    pub fn humidity_pct(&self) -> f32 {
        self.humidity_pct
    }
    /// Share of the grass that is dead, %.
    pub fn curing_pct(&self) -> f32 {
        self.curing_pct
    }

    /// Digest of the state.
    pub fn digest(&self) -> u64 {
        let (g, m) = (self.gust, self.gust_m_s);
        Digest::new()
            .column(&[self.from_deg, self.m_s, g.x, g.y, m.x, m.y])
            .column(&[self.temperature_c, self.humidity_pct, self.curing_pct])
            .finish()
    }
    /// Are all numbers of the state finite?
    pub fn is_sound(&self) -> bool {
        self.toward().is_finite() && self.gust.is_finite() && self.temperature_c.is_finite()
    }
}

/// Steps the weather. Needs the resources [`Weather`], [`WeatherInput`], [`WeatherParams`], [`Clock`], [`Draws`] and
/// [`Ledger`].
pub struct WeatherPlugin;

impl Plugin for WeatherPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Fight, step_weather.in_set(Phase::Weather));
    }
}

fn step_weather(
    mut weather: ResMut<Weather>,
    input: Res<WeatherInput>,
    clock: Res<Clock>,
    draws: Res<Draws>,
    params: Res<WeatherParams>,
    mut ledger: ResMut<Ledger>,
) {
    weather.step(&input, &clock, &draws, &params, &mut ledger);
}

#[cfg(test)]
mod tests;
