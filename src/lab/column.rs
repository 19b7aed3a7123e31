//! A column of men on the march, and what its closeness leaves of its speed, beside Weidmann's fundamental diagram.

use serde::Serialize;

use super::scene::{Ranks, Scene, rows_of, state_hash};
use super::{LabError, in_range};
use crate::battle::Battle;
use crate::men::table::{Near, Place};
use crate::scenario::raw::{Order, Pace};

/// Speed of calm walkers at a density, m/s (Weidmann 1993); nobody moves at 5.4 per m2.
pub fn weidmann_m_s(density_per_m2: f64) -> f64 {
    let crowding = 1.0 / density_per_m2 - 1.0 / 5.4;
    if density_per_m2 <= 0.0 { 1.34 } else { 1.34 * (1.0 - libm::exp(-1.913 * crowding)).max(0.0) }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Men.
    pub men: u32,
    /// Width of the lane, m.
    pub lane_m: f32,
    /// Way, m.
    pub distance_m: f32,
    /// Speed of a free man, m/s.
    pub walk_m_s: f32,
    /// Length of a tick, s.
    pub dt_s: f32,
    /// Seed.
    pub seed: u64,
}

/// A column's march.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct March {
    /// From the first step of the column's head until it has gone the whole way, s.
    pub duration_s: f64,
    /// Mean speed of the head over the way, m/s.
    pub head_m_s: f64,
    /// Mean speed of all men from a quarter to three quarters of that time, m/s.
    pub mean_m_s: f64,
    /// Mean density the men meet in that time, 1/m2.
    pub density_per_m2: f64,
    /// Speed of calm walkers at that density, m/s.
    pub weidmann_m_s: f64,
    /// Hash of all states.
    pub state_hash: String,
}

const SOUTH_M: f32 = 300.0;

/// A block of men that marches north, in a battle otherwise empty.
fn marching(men: u32, lane_m: f32, way_m: f32, walk_m_s: f32) -> Result<Scene, LabError> {
    let length = SOUTH_M + way_m + 100.0;
    let width = lane_m + 200.0;
    let mut scene = Scene::new("lab-column", (width, length.max(200.0)), 20_000.0)?;
    scene.set(&[("men.walk_foot_m_s", walk_m_s), ("men.speed_spread", 0.0)])?;
    scene.troops("marcher", |_| {}).place("goal", (width / 2.0, length - 20.0), 10.0).side("marchers", "goal");
    scene.unit(Ranks {
        id: "column",
        side: "marchers",
        troops: "marcher",
        men,
        at: (width / 2.0, SOUTH_M),
        facing_deg: 0.0,
        frontage_m: lane_m,
    });
    scene.order("column", Order::March { to: "goal".into(), pace: Pace::Walk });
    Ok(scene)
}

/// Lets a column walk.
///
/// # Errors
/// What can't be.
pub fn march(asked: &Asked) -> Result<March, LabError> {
    in_range("--men", f64::from(asked.men), 1.0, 20_000.0)?;
    in_range("--lane-m", f64::from(asked.lane_m), 0.5, 200.0)?;
    in_range("--distance-m", f64::from(asked.distance_m), 10.0, 5_000.0)?;
    in_range("--walk-m-s", f64::from(asked.walk_m_s), 0.2, 4.0)?;
    in_range("--dt-s", f64::from(asked.dt_s), 0.05, 2.0)?;
    let scene = marching(asked.men, asked.lane_m, asked.distance_m, asked.walk_m_s)?;
    let mut battle = scene.build(asked.dt_s, asked.seed)?;
    let head = |b: &Battle| b.column::<Place>().iter().map(|p| p.y).fold(0.0, f32::max);
    let limit_s = f64::from(20.0 * asked.distance_m / asked.walk_m_s + 60.0);
    let mut track: Vec<(f64, f64)> = Vec::new();
    let mut begun_s = None;
    while head(&battle) < SOUTH_M + asked.distance_m {
        if battle.clock().t_s() > limit_s {
            return Err(LabError::Other("the column does not get there".into()));
        }
        battle.step()?;
        if begun_s.is_none() && head(&battle) > SOUTH_M {
            begun_s = Some(battle.clock().t_s() - f64::from(asked.dt_s));
        }
        if begun_s.is_some() {
            track.push(speed_and_density(&battle, 0..asked.men as usize));
        }
    }
    let duration_s = battle.clock().t_s() - begun_s.unwrap_or(0.0);
    let (mean_m_s, density_per_m2) = mean(&track[track.len() / 4..(track.len() * 3).div_ceil(4)]);
    Ok(March {
        duration_s,
        head_m_s: f64::from(asked.distance_m) / duration_s,
        mean_m_s,
        density_per_m2,
        weidmann_m_s: weidmann_m_s(density_per_m2),
        state_hash: state_hash(&battle),
    })
}

fn speed_and_density(battle: &Battle, rows: core::ops::Range<usize>) -> (f64, f64) {
    let n = rows.len().max(1) as f64;
    let speed = battle.column::<Place>()[rows.clone()].iter().map(|p| f64::from(p.speed)).sum::<f64>();
    let density = battle.column::<Near>()[rows].iter().map(|near| f64::from(near.density)).sum::<f64>();
    (speed / n, density / n)
}

fn mean(track: &[(f64, f64)]) -> (f64, f64) {
    let n = track.len().max(1) as f64;
    (track.iter().map(|t| t.0).sum::<f64>() / n, track.iter().map(|t| t.1).sum::<f64>() / n)
}

/// Speed in a crowd.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crowd {
    /// Density at which the men were set out, 1/m2.
    pub density_per_m2: f64,
    /// Their mean speed, m/s.
    pub speed_m_s: f64,
    /// Flow over a metre of front, 1/(m s).
    pub flow_per_m_s: f64,
    /// Speed of calm walkers at that density, m/s.
    pub weidmann_m_s: f64,
    /// Hash of all states.
    pub state_hash: String,
}

/// Ranks and files of the crowd.
const RANKS: u32 = 90;
const FILES: u32 = 24;

/// How fast a crowd of this density walks: the inner men of a deep column, before the room that opens at its head has come
/// back to them. (It comes back at about a rank in 1.3 s.)
///
/// # Errors
/// What can't be.
pub fn crowd(density_per_m2: f32, dt_s: f32, seed: u64) -> Result<Crowd, LabError> {
    in_range("--density-per-m2", f64::from(density_per_m2), 0.2, 5.4)?;
    in_range("--dt-s", f64::from(dt_s), 0.05, 2.0)?;
    let apart = 1.0 / density_per_m2.sqrt();
    let mut scene = marching(RANKS * FILES, (FILES - 1) as f32 * apart + 0.5 * apart, 300.0, 1.34)?;
    scene.set(&[("men.file_foot_m", apart), ("men.rank_foot_m", apart)])?;
    let mut battle = scene.build(dt_s, seed)?;
    let rows = rows_of(&battle, "column");
    let (first, last) = (rows.start + (RANKS / 2 * FILES) as usize, rows.start + (RANKS * 2 / 3 * FILES) as usize);
    battle.run_until(15.0)?;
    let mut track = Vec::new();
    while battle.clock().t_s() < 30.0 {
        battle.step()?;
        track.push(speed_and_density(&battle, first..last));
    }
    let speed_m_s = mean(&track).0;
    let density = f64::from(density_per_m2);
    Ok(Crowd {
        density_per_m2: density,
        speed_m_s,
        flow_per_m_s: density * speed_m_s,
        weidmann_m_s: weidmann_m_s(density),
        state_hash: state_hash(&battle),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weidmanns_points() {
        for (density, speed) in [(1.0, 1.058), (2.0, 0.606), (3.0, 0.331), (4.0, 0.156), (5.4, 0.0)] {
            assert!((weidmann_m_s(density) - speed).abs() < 0.001, "{density}");
        }
    }

    #[test]
    fn one_man_walks_forty_metres_in_the_time_rimea_allows() {
        // RiMEA test 1: 40 m at 1.33 m/s in 26 to 34 s.
        let asked = Asked { men: 1, lane_m: 2.0, distance_m: 40.0, walk_m_s: 1.33, dt_s: 0.5, seed: 1 };
        let s = march(&asked).unwrap().duration_s;
        assert!((26.0..=34.0).contains(&s), "{s}");
    }
}
