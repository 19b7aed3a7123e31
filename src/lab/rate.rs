//! How fast grass burns, by either model, with the shape and the flames that go with it: the functions the fire uses,
//! asked for one set of conditions.

use serde::Serialize;

use super::{LabError, in_range};
use crate::fire::rothermel::{self, Conditions, FuelModel};
use crate::fire::shape::grass_length_to_breadth;
use crate::fire::{Ellipse, FireParams, rate};
use crate::kernel::Vec2;
use crate::scenario::raw::Sward;

/// The head of a fire, its other sides and its flames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Rate of spread of the head, m/min.
    pub ros_m_min: f64,
    /// Rate of spread of the back, m/min.
    pub ros_back_m_min: f64,
    /// Rate of spread of the flanks, m/min.
    pub ros_flank_m_min: f64,
    /// Length to breadth of the fire.
    pub length_to_breadth: f64,
    /// Fireline intensity of the head, kW/m.
    pub intensity_kw_m: f64,
    /// Flame length of the head, m.
    pub flame_length_m: f64,
    /// Flame height of the head, m.
    pub flame_height_m: f64,
    /// How long a place flames, s.
    pub residence_s: f64,
}

/// Conditions of the CSIRO grassland model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pasture {
    /// The sward.
    pub sward: Sward,
    /// Wind at 10 m, km/h.
    pub wind_km_h: f64,
    /// Air temperature, C.
    pub temp_c: f64,
    /// Relative humidity, %.
    pub rh_pct: f64,
    /// Share of the grass that is dead, %.
    pub curing_pct: f64,
    /// Slope along the wind, uphill positive, degrees.
    pub slope_deg: f64,
    /// Fuel load, kg/m2; that of the sward's parameter where none is given.
    pub load_kg_m2: Option<f64>,
}

/// The fire of the CSIRO grassland model.
///
/// # Errors
/// Conditions that can't be.
pub fn csiro(p: &FireParams, at: &Pasture) -> Result<Rate, LabError> {
    in_range("--wind-kmh", at.wind_km_h, 0.0, 200.0)?;
    in_range("--temp-c", at.temp_c, -40.0, 60.0)?;
    in_range("--rh", at.rh_pct, 0.0, 100.0)?;
    in_range("--curing", at.curing_pct, 0.0, 100.0)?;
    in_range("--slope-deg", at.slope_deg, -45.0, 45.0)?;
    in_range("--load-kg-m2", at.load_kg_m2.unwrap_or(0.0), 0.0, 10.0)?;
    let wind_m_s = at.wind_km_h as f32 / 3.6;
    let moisture = rate::dead_moisture_pct(at.temp_c as f32, at.rh_pct as f32);
    let level = rate::csiro_m_s(at.sward, wind_m_s, moisture, at.curing_pct as f32);
    let head = level * rate::slope_factor(p.slope_per_deg, at.slope_deg as f32);
    let length_to_breadth = grass_length_to_breadth(wind_m_s);
    let (load, height) = match at.sward {
        Sward::Natural => (p.fuel_natural_kg_m2, p.height_natural_m),
        Sward::Grazed => (p.fuel_grazed_kg_m2, p.height_grazed_m),
        Sward::EatenOut => (p.fuel_eaten_out_kg_m2, p.height_grazed_m),
        Sward::Bare => (0.0, 0.0),
    };
    let load = at.load_kg_m2.map_or(load, |l| l as f32);
    let intensity = rate::intensity_kw_m(p.heat_yield_kj_kg, load, head);
    let flames = [rate::flame_length_m(intensity), rate::flame_height_m(height, head)].map(f64::from);
    Ok(shaped(f64::from(head), f64::from(length_to_breadth), f64::from(intensity), flames, f64::from(p.residence_s)))
}

/// The fire of Rothermel's model. Its flames have a length; their height is what the lean (Albini 1981) leaves of it.
///
/// # Errors
/// Conditions that can't be.
pub fn rothermel(p: &FireParams, fuel: &FuelModel, air: &Conditions) -> Result<Rate, LabError> {
    in_range("--wind-20ft-mph", air.wind_20ft_mph, 0.0, 120.0)?;
    in_range("--m1", air.dead_moisture, 0.0, 3.0)?;
    in_range("--mherb", air.herb_moisture, 0.0, 5.0)?;
    in_range("--slope-tan", air.slope, 0.0, 2.0)?;
    let head = rothermel::head(fuel, air);
    let height = rate::leaning_height_m(head.flame_length_m as f32, head.midflame_m_s as f32, p.lean);
    let flames = [head.flame_length_m, f64::from(height)];
    Ok(shaped(head.rate_m_min / 60.0, head.length_to_breadth, head.intensity_kw_m, flames, head.residence_s))
}

fn shaped(head_m_s: f64, lb: f64, intensity_kw_m: f64, flames: [f64; 2], residence_s: f64) -> Rate {
    // The ratios of the ellipse, from one of unit speed, so that the head keeps its digits.
    let unit = Ellipse::new(1.0, lb as f32, Vec2::X);
    let ros_m_min = head_m_s * 60.0;
    Rate {
        ros_m_min,
        ros_back_m_min: ros_m_min * f64::from(unit.back_m_s()),
        ros_flank_m_min: ros_m_min * f64::from(unit.flank_m_s()),
        length_to_breadth: lb,
        intensity_kw_m,
        flame_length_m: flames[0],
        flame_height_m: flames[1],
        residence_s,
    }
}

/// The fuel models by name.
pub const MODELS: [(&str, FuelModel); 5] = [
    ("FM1", rothermel::FM1),
    ("FM3", rothermel::FM3),
    ("GR1", rothermel::GR1),
    ("GR2", rothermel::GR2),
    ("GR4", rothermel::GR4),
];
