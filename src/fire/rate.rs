//! How fast grass burns: the CSIRO grassland model (Cheney, Gould and Catchpole 1998; Cruz et al. 2015), and Byram's
//! intensity and the flames that follow from it. The battle uses this model; [`super::rothermel`] stands beside it.

use crate::scenario::raw::Sward;

/// Moisture of dead grass, % of its dry weight (McArthur 1966), at least 5 %.
pub fn dead_moisture_pct(temperature_c: f32, humidity_pct: f32) -> f32 {
    (9.58 - 0.205 * temperature_c + 0.138 * humidity_pct).max(5.0)
}

/// Rate of spread of the head on level ground, m/s, by the mean wind at 10 m, the moisture of the dead grass and the share
/// of the grass that is dead.
pub fn csiro_m_s(sward: Sward, u10_m_s: f32, moisture_pct: f32, curing_pct: f32) -> f32 {
    // Still air, slope and value at 5 km/h, slope of the power law above: R in km/h, U in km/h.
    let (still, low, knee, high) = match sward {
        Sward::Natural => (0.054, 0.269, 1.4, 0.838),
        Sward::Grazed => (0.054, 0.209, 1.1, 0.715),
        Sward::EatenOut => (0.027, 0.1045, 0.55, 0.3575),
        Sward::Bare => return 0.0,
    };
    let u = (u10_m_s * 3.6).max(0.0);
    let dry = if u < 5.0 { still + low * u } else { knee + high * libm::powf(u - 5.0, 0.844) };
    dry * moisture_factor(moisture_pct, u) * curing_factor(curing_pct) / 3.6
}

/// What moisture leaves of the rate of spread; nothing beyond the moisture of extinction (20 % in light winds, 24 % above).
fn moisture_factor(moisture_pct: f32, u_km_h: f32) -> f32 {
    let m = moisture_pct.max(0.0);
    let factor = if m < 12.0 {
        libm::expf(-0.108 * m)
    } else if u_km_h <= 10.0 {
        0.684 - 0.0342 * m
    } else {
        0.547 - 0.0228 * m
    };
    factor.max(0.0)
}

/// What green grass leaves of the rate of spread (Cruz et al. 2015); nothing below a fifth dead.
fn curing_factor(curing_pct: f32) -> f32 {
    if curing_pct < 20.0 { 0.0 } else { 1.036 / (1.0 + 103.989 * libm::expf(-0.0996 * (curing_pct - 20.0))) }
}

/// What a slope of `degrees` along the way of the fire makes of its speed: exp(k degrees) uphill (McArthur; k = 0.069 doubles
/// it in 10 degrees); downhill k/(2k-1) of the same, which falls to a half (Sullivan et al. 2014).
pub fn slope_factor(per_deg: f32, degrees: f32) -> f32 {
    let up = libm::expf(per_deg * degrees.abs());
    if degrees >= 0.0 { up } else { up / (2.0 * up - 1.0) }
}

/// Byram's fireline intensity, kW/m, by heat yield, fuel burnt and rate of spread.
pub fn intensity_kw_m(heat_kj_kg: f32, fuel_kg_m2: f32, rate_m_s: f32) -> f32 {
    heat_kj_kg * fuel_kg_m2 * rate_m_s
}

/// Length of the flames by the fireline intensity, m (Byram 1959).
pub fn flame_length_m(intensity_kw_m: f32) -> f32 {
    0.0775 * libm::powf(intensity_kw_m.max(0.0), 0.46)
}

/// Height of the flames by the rate of spread, m; `at_1_m_s` is 2.66 in natural, 1.12 in grazed grass (CSIRO).
pub fn flame_height_m(at_1_m_s: f32, rate_m_s: f32) -> f32 {
    at_1_m_s * libm::powf(rate_m_s.max(0.0), 0.295)
}

/// Height of flames of this length that lean before the wind, m: `H = L cos A` with `tan A = lean U / sqrt(g H)` (Albini
/// 1981), solved for H.
pub fn leaning_height_m(length_m: f32, wind_m_s: f32, lean: f32) -> f32 {
    let c = lean * lean * wind_m_s * wind_m_s / 9.81;
    0.5 * ((c * c + 4.0 * length_m * length_m).sqrt() - c)
}

/// Depth of the flaming strip, m.
pub fn flame_depth_m(rate_m_s: f32, residence_s: f32) -> f32 {
    rate_m_s * residence_s
}

#[cfg(test)]
mod tests {
    use super::*;

    fn km_h(sward: Sward, t: f32, rh: f32, u_km_h: f32, curing: f32) -> f32 {
        csiro_m_s(sward, u_km_h / 3.6, dead_moisture_pct(t, rh), curing) * 3.6
    }

    #[test]
    fn the_published_rates_come_out() {
        use Sward::{Grazed, Natural};
        for (sward, t, rh, u, curing, rate) in [
            (Natural, 20.0, 30.0, 10.0, 100.0, 1.649),
            (Natural, 20.0, 30.0, 20.0, 100.0, 3.410),
            (Natural, 20.0, 30.0, 30.0, 100.0, 4.982),
            (Grazed, 20.0, 30.0, 30.0, 100.0, 4.217),
            (Natural, 20.0, 30.0, 20.0, 80.0, 2.795),
            (Natural, 15.0, 50.0, 20.0, 100.0, 2.326),
            (Natural, 35.0, 10.0, 50.0, 100.0, 12.951),
        ] {
            let got = km_h(sward, t, rh, u, curing);
            assert!((got / rate - 1.0).abs() < 1e-3, "{sward:?} {u}: {got} for {rate}");
        }
    }

    #[test]
    fn no_sward_jumps_where_its_two_lines_meet() {
        for sward in [Sward::Natural, Sward::Grazed, Sward::EatenOut] {
            let (below, above) = (km_h(sward, 20.0, 30.0, 4.999, 100.0), km_h(sward, 20.0, 30.0, 5.001, 100.0));
            assert!((below / above - 1.0).abs() < 0.01, "{sward:?}: {below} {above}");
        }
        let (natural, grazed, eaten) = (Sward::Natural, Sward::Grazed, Sward::EatenOut);
        for u in [0.0, 3.0, 20.0] {
            let rate = |s| km_h(s, 20.0, 30.0, u, 100.0);
            assert!(rate(natural) >= rate(grazed) && rate(grazed) > rate(eaten) && rate(eaten) > 0.0);
        }
    }

    #[test]
    fn wet_green_or_bare_ground_does_not_burn() {
        assert_eq!(csiro_m_s(Sward::Natural, 8.0, 24.1, 100.0), 0.0);
        assert_eq!(csiro_m_s(Sward::Natural, 1.0, 20.1, 100.0), 0.0);
        assert_eq!(csiro_m_s(Sward::Natural, 8.0, 8.0, 19.0), 0.0);
        assert_eq!(csiro_m_s(Sward::Bare, 8.0, 8.0, 100.0), 0.0);
    }

    #[test]
    fn ten_degrees_double_the_speed_uphill() {
        assert!((slope_factor(0.069, 10.0) - 1.994).abs() < 1e-3);
        assert_eq!(slope_factor(0.069, 0.0), 1.0);
        assert!(slope_factor(0.069, -10.0) > 0.5 && slope_factor(0.069, -10.0) < 1.0);
    }

    #[test]
    fn byram_and_the_flames() {
        // Rothermel's FM1 at 10 mph burns with 288.59 kW/m: flames of 1.049 m.
        assert!((flame_length_m(288.59) - 1.049).abs() < 1e-3);
        assert!((intensity_kw_m(18600.0, 0.5, 1.0) - 9300.0).abs() < 1e-3);
        assert!((flame_height_m(2.66, 1.0) - 2.66).abs() < 1e-6 && flame_height_m(2.66, 0.0) == 0.0);
        assert_eq!(flame_depth_m(0.5, 15.0), 7.5);
        assert_eq!(leaning_height_m(2.0, 0.0, 1.22), 2.0);
        let (h, tan) = (leaning_height_m(2.0, 5.0, 1.22), |h: f32| 1.22 * 5.0 / (9.81 * h).sqrt());
        assert!((h - 2.0 / (1.0 + tan(h) * tan(h)).sqrt()).abs() < 1e-5);
    }
}
