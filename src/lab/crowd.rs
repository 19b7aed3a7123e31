//! A dense crowd that mills round its middle, with nothing acting but bodies: what `cargo bench` times.

use bevy::prelude::*;

use super::LabError;
use super::scene::{Ranks, Scene};
use crate::battle::Battle;
use crate::kernel::{Fight, Phase};
use crate::men::MenPlugin;
use crate::men::neighbours::{CELL_M, Neighbours};
use crate::men::table::{Intent, Man, Place, rows, rows_mut};

/// Men in the crowd.
pub const MEN: u32 = 10_000;
/// Distance between them, m: about 7 neighbours within 2.5 m.
const APART_M: f32 = 1.67;
/// How fast they want to walk, m/s.
const WALK_M_S: f32 = 1.34;
/// Side of the map, m.
const MAP_M: f32 = 400.0;

/// In place of command: everybody wants to go round the middle of the map.
struct Mill;

impl Plugin for Mill {
    fn build(&self, app: &mut App) {
        app.add_systems(Fight, mill.in_set(Phase::Command));
    }
}

fn mill(places: Query<&Place, With<Man>>, mut intents: Query<&mut Intent, With<Man>>) {
    for (intent, place) in rows_mut(&mut intents).iter_mut().zip(rows(&places)) {
        let way = (place.pos() - MAP_M / 2.0).perp().normalize_or_zero() * WALK_M_S;
        *intent = Intent { vx: way.x, vy: way.y, ..Intent::default() };
    }
}

fn scene() -> Result<Scene, LabError> {
    let mut scene = Scene::new("lab-crowd", (MAP_M, MAP_M), 1e4)?;
    scene.set(&[("men.file_foot_m", APART_M), ("men.rank_foot_m", APART_M)])?;
    let middle = MAP_M / 2.0;
    let side_m = 100.0 * APART_M;
    scene.troops("walker", |_| {}).place("middle", (middle, middle), 50.0).side("walkers", "middle").unit(Ranks {
        id: "crowd",
        side: "walkers",
        troops: "walker",
        men: MEN,
        at: (middle, middle + side_m / 2.0),
        facing_deg: 0.0,
        frontage_m: side_m - APART_M / 2.0,
    });
    Ok(scene)
}

/// The crowd with its bodies alone: sorted, looked at, stepped, and what befell them applied; and hashed.
///
/// # Errors
/// Shipped files that can't be read.
pub fn bodies() -> Result<Battle, LabError> {
    scene()?.build_of(crate::battle::TICK_S, 1, (MenPlugin, Mill))
}

/// Mean number of others within a distance of at most 3 m of a man.
pub fn neighbours(battle: &Battle, within_m: f32) -> f64 {
    let table = battle.resource::<Neighbours>();
    let mut walk = table.walk();
    let mut found = 0u64;
    for k in 0..table.entries().len() {
        walk.around(k, CELL_M, |_, _, d2| found += u64::from(d2 <= within_m * within_m));
    }
    found as f64 / table.entries().len().max(1) as f64
}

/// Mean speed, m/s.
pub fn speed_m_s(battle: &Battle) -> f64 {
    let places: Vec<Place> = battle.column();
    places.iter().map(|p| f64::from(p.speed)).sum::<f64>() / places.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crowd_is_as_dense_as_it_says_and_moves() {
        let mut battle = bodies().unwrap();
        battle.run_until(10.0).unwrap();
        let n = neighbours(&battle, 2.5);
        assert!((6.0..8.5).contains(&n), "{n}");
        assert!(speed_m_s(&battle) > 0.5);
        assert_eq!(battle.column::<Place>().len(), MEN as usize);
    }
}
