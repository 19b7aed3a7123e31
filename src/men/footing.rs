//! What the ground, the water, the smoke and a man's own breath leave of his speed.

use super::params::MenParams;
use super::table::Body;

/// Share of dry-ground speed left at a depth of water, for a man on foot.
///
/// Points of the reference table: 1 / .62 / .50 / .42 / .30 at 0 / .35 / .60 / .90 / 1.1 m (measured at .35 m: -38.6 %).
pub fn wading_foot(depth_m: f32) -> f32 {
    const POINTS: [(f32, f32); 5] = [(0.0, 1.0), (0.35, 0.62), (0.6, 0.5), (0.9, 0.42), (1.1, 0.3)];
    piecewise(&POINTS, depth_m)
}

/// Share of dry-ground speed left at a depth of water, for a horse: falls to the belly-depth value at 1.0 m, and to
/// half of that afloat at 1.4 m.
pub fn wading_horse(params: &MenParams, depth_m: f32) -> f32 {
    let belly = params.wade_horse_belly;
    piecewise(&[(0.0, 1.0), (1.0, belly), (1.4, belly * 0.5)], depth_m)
}

fn piecewise(points: &[(f32, f32)], x: f32) -> f32 {
    let mut last = points[0];
    for &(px, py) in points {
        if x <= px {
            let span = px - last.0;
            return if span > 0.0 { last.1 + (py - last.1) * (x - last.0) / span } else { py };
        }
        last = (px, py);
    }
    last.1
}

/// Share of speed left in smoke of this extinction: 1 - (0.057/0.706) K, never below a tenth; and a choking man's loss.
pub fn in_smoke(params: &MenParams, extinction_per_m: f32, choke: f32) -> f32 {
    let dark = (1.0 - params.smoke_slows_m * extinction_per_m).max(0.1);
    dark * (1.0 - (1.0 - params.choke_speed) * choke)
}

/// Share of speed left going along a slope (rise over run along the way; downhill is not gained).
pub fn on_slope(params: &MenParams, rise: f32) -> f32 {
    1.0 / (1.0 + params.slope_slows * rise.max(0.0))
}

/// The fastest a man can go with the breath he has, m/s, wanting to go at `wanted`.
pub fn by_breath(params: &MenParams, body: &Body, wanted: f32) -> f32 {
    let steady = steady_speed(params, body);
    if wanted <= steady {
        return wanted;
    }
    // The last tenth of breath fades out the speed above the steady one, so that nobody stops as if at a wall.
    steady + (wanted - steady) * (body.breath * 10.0).min(1.0)
}

/// Breath after `dt_s` at `speed`: spent in proportion to the excess over the steady speed (critical-speed model),
/// recovered exponentially below it.
pub fn breathe(params: &MenParams, body: &Body, speed: f32, dt_s: f32) -> f32 {
    let steady = steady_speed(params, body);
    let reserve = if body.on_horse() { params.reserve_horse_m } else { params.reserve_foot_m };
    if speed > steady {
        (body.breath - (speed - steady) * dt_s / reserve).max(0.0)
    } else {
        body.breath + (1.0 - body.breath) * (1.0 - speed / steady) * (dt_s / params.recovery_s).min(1.0)
    }
}

fn steady_speed(params: &MenParams, body: &Body) -> f32 {
    if body.on_horse() { params.steady_horse_m_s } else { params.steady_foot_m_s }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wading_table_is_met_at_its_points_and_between() {
        for (depth, share) in [(0.0, 1.0), (0.35, 0.62), (0.6, 0.5), (0.9, 0.42), (1.1, 0.3), (3.0, 0.3)] {
            assert!((wading_foot(depth) - share).abs() < 1e-6, "{depth}");
        }
        assert!((wading_foot(0.475) - 0.56).abs() < 1e-5);
    }
}
