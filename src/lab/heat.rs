//! The fire of a battle itself: how fast its head runs, what its flames radiate, what becomes of its smoke.

use serde::Serialize;

use super::scene::{Scene, figure, state_hash};
use super::{LabError, in_range};
use crate::battle::Battle;
use crate::fire::{Fire, FireParams, Smoke, rate};
use crate::kernel::Vec2;
use crate::scenario::raw::Sward;

/// Length of a tick on this bench, s.
const DT_S: f32 = 0.5;

/// Heat before a wide wall of flames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wall {
    /// Distance from the flames, m.
    pub distance_m: f32,
    /// Height of the flames, m.
    pub height_m: f32,
    /// Radiant flux, kW/m2 (0 below the least that does harm).
    pub flux_kw_m2: f32,
    /// Half of eps sigma T^4 times `h / sqrt(h^2 + x^2)`, kW/m2.
    pub published_kw_m2: f64,
    /// Hash of all states.
    pub state_hash: String,
}

/// Lights a long line of grass in still air, with the flame height asked for, and asks for the heat at a distance from it.
///
/// # Errors
/// What can't be.
pub fn wall(height_m: f32, distance_m: f32) -> Result<Wall, LabError> {
    in_range("--height-m", f64::from(height_m), 0.1, 20.0)?;
    in_range("--distance-m", f64::from(distance_m), 0.1, 150.0)?;
    let mut scene = Scene::new("lab-heat", (1000.0, 400.0), 60.0)?;
    scene.raw.ground.grass.sward = Sward::Natural;
    scene.watcher((20.0, 20.0)).fire(vec![(100.0, 200.0), (900.0, 200.0)]);
    let speed = rate::csiro_m_s(Sward::Natural, 0.0, rate::dead_moisture_pct(20.0, 30.0), 100.0);
    scene.set(&[("fire.height_natural_m", height_m / rate::flame_height_m(1.0, speed))])?;
    let mut battle = scene.build(DT_S, 1)?;
    battle.step()?;
    let fire = battle.resource::<Fire>();
    // From a place that the heat surely reaches to one at the distance asked for.
    let near = Vec2::new(502.5, 210.0);
    let gap = fire.nearest_flame(near).map_or(0.0, |seen| seen.distance_m);
    let heat = fire.heat_at(near + Vec2::new(0.0, distance_m - gap));
    let p = FireParams::read(&scene.params)?;
    let (h, x, t) = (f64::from(height_m), f64::from(distance_m), f64::from(p.flame_k));
    let surface = 5.670_374e-11 * f64::from(p.flame_emissivity) * t * t * t * t;
    Ok(Wall {
        distance_m,
        height_m,
        flux_kw_m2: heat.flux_kw_m2,
        published_kw_m2: 0.5 * surface * h / libm::sqrt(h * h + x * x),
        state_hash: state_hash(&battle),
    })
}

/// A fire on a meadow, in the wind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meadow {
    /// Rate of spread of the head in the last half of the time, km/h.
    pub head_km_h: f64,
    /// Particulates made, kg.
    pub emitted_kg: f64,
    /// What is aloft, has left the map or thinned away, relative to what was made.
    pub share_kept: f64,
    /// Distance at which things vanish in the smoke, along the wind from the middle of the fire, m.
    pub visibility_m: f64,
    /// The distance over which the extinction adds up to the sight depth, m.
    pub koschmieder_m: f64,
    /// Hash of all states.
    pub state_hash: String,
}

/// Burns natural grass at 20 C and 30 % from a point, in a west wind, for `seconds`.
///
/// # Errors
/// What can't be.
pub fn meadow(wind_km_h: f32, seconds: f32) -> Result<Meadow, LabError> {
    in_range("--wind-kmh", f64::from(wind_km_h), 0.0, 60.0)?;
    in_range("--seconds", f64::from(seconds), 60.0, 900.0)?;
    let mut scene = Scene::new("lab-meadow", (3000.0, 800.0), seconds)?;
    scene.raw.ground.grass.sward = Sward::Natural;
    scene.raw.weather.wind_m_s = figure(wind_km_h / 3.6);
    scene.watcher((2990.0, 20.0)).fire(vec![(302.5, 402.5)]);
    let mut battle = scene.build(DT_S, 1)?;
    let half = f64::from(seconds) / 2.0;
    battle.run_until(half)?;
    let before = head_m(&battle);
    battle.run_until(2.0 * half)?;
    let after = head_m(&battle);
    let smoke = battle.resource::<Smoke>();
    let kept = smoke.aloft_kg() + smoke.left_kg() + smoke.thinned_kg();
    let (visibility_m, koschmieder_m) = sight(smoke, f64::from(FireParams::read(&scene.params)?.sight_depth));
    Ok(Meadow {
        head_km_h: (after - before) / half * 3.6,
        emitted_kg: smoke.emitted_kg(),
        share_kept: kept / smoke.emitted_kg(),
        visibility_m,
        koschmieder_m,
        state_hash: state_hash(&battle),
    })
}

/// How far east the fire has come, m.
fn head_m(battle: &Battle) -> f64 {
    let front = battle.resource::<Fire>().front();
    let cell_m = front.grid().cell_m();
    let east = |&c: &u32| {
        let inside = (-front.distance_m(c as usize)?).min(cell_m);
        Some(front.grid().centre(c as usize).x + inside)
    };
    f64::from(front.burnt().iter().filter_map(east).fold(0.0, f32::max))
}

/// From the thickest smoke to the east: where the battle says that nothing is seen any more, and where the sum of the
/// extinction over fine steps says so, m.
fn sight(smoke: &Smoke, depth: f64) -> (f64, f64) {
    const STEP_M: f64 = 0.5;
    let grid = smoke.grid();
    let thickest = (0..grid.len()).max_by(|a, b| smoke.column_kg_m2(*a).total_cmp(&smoke.column_kg_m2(*b)));
    let from = grid.centre(thickest.unwrap_or(0));
    let at = |m: f64| from + Vec2::new(m as f32, 0.0);
    let most = f64::from(grid.size_m().x - from.x);
    let mut seen = STEP_M;
    while seen < most && smoke.sees(from, at(seen)) {
        seen += STEP_M;
    }
    let (mut sum, mut summed) = (0.0, 0.0);
    while summed < most && sum < depth {
        sum += f64::from(smoke.extinction_at(at(summed + STEP_M / 2.0))) * STEP_M;
        summed += STEP_M;
    }
    (seen, summed)
}
