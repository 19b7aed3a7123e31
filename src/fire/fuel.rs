//! What burns: the parameters of fire and smoke, the fuel of each sward, and how fast grassland burns in today's weather.

use serde::{Deserialize, Serialize};

use super::front::Spread;
use super::rate;
use super::shape::{Ellipse, grass_length_to_breadth};
use crate::ground::Ground;
use crate::kernel::Vec2;
use crate::scenario::raw::Sward;
use crate::weather::Weather;

crate::params! {
    /// Numbers of fire and smoke.
    pub struct FireParams in "fire" {
        /// Fuel load of natural grass, kg/m2.
        fuel_natural_kg_m2,
        /// Fuel load of grazed grass, kg/m2.
        fuel_grazed_kg_m2,
        /// Fuel load of eaten-out grass, kg/m2.
        fuel_eaten_out_kg_m2,
        /// Growth of the rate of spread with slope, 1/degree.
        slope_per_deg,
        /// Slope beyond which it grows no more, degrees.
        slope_most_deg,
        /// Fastest fire, m/s.
        rate_most_m_s,
        /// Radius of the patch a fire starts with, m.
        kindled_radius_m,
        /// How long a place flames, s.
        residence_s,
        /// Heat of combustion, kJ/kg.
        heat_yield_kj_kg,
        /// Flame height at 1 m/s in natural grass, m.
        height_natural_m,
        /// Flame height at 1 m/s in grazed grass, m.
        height_grazed_m,
        /// Flame temperature, K.
        flame_k,
        /// Flame emissivity.
        flame_emissivity,
        /// Heat on what flames touch, kW/m2.
        contact_kw_m2,
        /// Least flux that does harm, kW/m2.
        least_flux_kw_m2,
        /// Lean of flames.
        lean,
        /// Particulates made, g/kg of fuel.
        smoke_g_kg,
        /// Depth of the smoke, m.
        smoke_depth_m,
        /// Extinction by smoke, m2/kg.
        smoke_m2_kg,
        /// Mixing of smoke, m2/s.
        smoke_mixing_m2_s,
        /// Extinction of smoke too thin to follow, 1/m.
        smoke_least_per_m,
        /// Optical depth that cuts a sight line.
        sight_depth,
    }
}

/// The fuel of a sward.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fuel {
    /// Dry grass, kg/m2.
    pub load_kg_m2: f32,
    /// Flame height when the fire runs at 1 m/s, m.
    pub height_m: f32,
}

/// The fuels of all swards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fuels([Fuel; 4]);

impl Fuels {
    /// By the parameters.
    pub fn new(p: &FireParams) -> Self {
        let fuel = |load_kg_m2, height_m| Fuel { load_kg_m2, height_m };
        Self([
            fuel(p.fuel_natural_kg_m2, p.height_natural_m),
            fuel(p.fuel_grazed_kg_m2, p.height_grazed_m),
            fuel(p.fuel_eaten_out_kg_m2, p.height_grazed_m),
            fuel(0.0, 0.0),
        ])
    }
    /// That of one sward.
    pub fn of(&self, sward: Sward) -> Fuel {
        self.0[sward as usize]
    }
}

/// Grassland in the weather of a tick, as the front sees it. Driven by the mean wind: the model's rates and shapes are fitted
/// to mean winds and hold the gusts already.
pub struct Grassland<'a> {
    ground: &'a Ground,
    /// The ellipse of each sward.
    ellipses: [Ellipse; 4],
    slope_per_deg: f32,
    /// Steepest slope that counts, degrees.
    most_deg: f32,
    fastest_m_s: f32,
}

impl<'a> Grassland<'a> {
    /// The grassland of a battle.
    pub fn new(ground: &'a Ground, weather: &Weather, p: &FireParams) -> Self {
        let u10 = weather.speed_m_s();
        let moisture = rate::dead_moisture_pct(weather.temperature_c(), weather.humidity_pct());
        let ellipse = |sward| {
            let rate = rate::csiro_m_s(sward, u10, moisture, weather.curing_pct()).min(p.rate_most_m_s);
            Ellipse::new(rate, grass_length_to_breadth(u10), weather.mean_toward())
        };
        let ellipses = [Sward::Natural, Sward::Grazed, Sward::EatenOut, Sward::Bare].map(ellipse);
        let most_deg = ground.steepest_deg().min(p.slope_most_deg);
        let fastest = ellipses.iter().map(Ellipse::head_m_s).fold(0.0, f32::max);
        let fastest_m_s = fastest * rate::slope_factor(p.slope_per_deg, most_deg);
        Self { ground, ellipses, slope_per_deg: p.slope_per_deg, most_deg, fastest_m_s }
    }
}

impl Spread for Grassland<'_> {
    fn ellipse(&self, cell: usize) -> &Ellipse {
        &self.ellipses[self.ground.sward(cell) as usize]
    }
    fn slope_factor(&self, cell: usize, normal: Vec2) -> f32 {
        if self.most_deg <= 0.0 {
            return 1.0;
        }
        let degrees = libm::atanf(self.ground.inner_gradient(cell).dot(normal)).to_degrees();
        rate::slope_factor(self.slope_per_deg, degrees.clamp(-self.most_deg, self.most_deg))
    }
    fn fastest_m_s(&self) -> f32 {
        self.fastest_m_s
    }
}
