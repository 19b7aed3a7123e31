//! One man, or one rider, wading through a river: what each depth leaves of his speed.

use serde::Serialize;

use super::LabError;
use super::scene::{Ranks, Scene, figure, state_hash};
use crate::ground::Ground;
use crate::men::table::{Intent, Make, Place};
use crate::scenario::raw::{Arm, Name, Order, Pace, River};

/// Speed in water.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wade {
    /// Depth, m.
    pub depth_m: f32,
    /// Share of the speed on dry ground.
    pub share: f32,
}

/// A wade through a river.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// At each depth asked for.
    pub points: Vec<Wade>,
    /// Hash of all states.
    pub state_hash: String,
}

/// Depth of the river in its middle, m.
const MIDDLE_M: f32 = 1.2;

/// Lets one man (or rider) walk into a wide, still river, and notes his speed against the one he wants at the first place of
/// each depth. The depths must rise, and be less than 1.2 m.
///
/// # Errors
/// What can't be.
pub fn wade(arm: Arm, depths_m: &[f32], dt_s: f32) -> Result<Crossing, LabError> {
    let mut scene = Scene::new("lab-wade", (200.0, 2300.0), 20_000.0)?;
    scene.raw.ground.rivers.push(River {
        id: "river".into(),
        name: Name { latin: "river".into(), zh: String::new() },
        line: vec![(-50.0, 1150.0), (250.0, 1150.0)],
        width_m: figure(2000.0),
        depth_m: figure(MIDDLE_M),
        current_m_s: figure(0.0),
        fords: vec![],
    });
    scene.troops("wader", |t| t.arm = arm).place("far-bank", (100.0, 2250.0), 10.0).side("waders", "far-bank");
    scene.unit(Ranks {
        id: "man",
        side: "waders",
        troops: "wader",
        men: 1,
        at: (100.0, 140.0),
        facing_deg: 0.0,
        frontage_m: 1.0,
    });
    scene.order("man", Order::March { to: "far-bank".into(), pace: Pace::Walk });
    let mut battle = scene.build(dt_s, 1)?;
    let mut points = Vec::new();
    while points.len() < depths_m.len() && !battle.is_over() {
        let before = battle.column::<Place>()[0].pos();
        battle.step()?;
        let depth_m = battle.resource::<Ground>().water_depth(before);
        if depth_m >= depths_m[points.len()] {
            let (place, intent) = (battle.column::<Place>()[0], battle.column::<Intent>()[0]);
            let wanted = (intent.vx * intent.vx + intent.vy * intent.vy).sqrt() * battle.column::<Make>()[0].speed;
            points.push(Wade { depth_m, share: place.speed / wanted });
        }
    }
    if points.len() < depths_m.len() {
        return Err(LabError::Other("the man does not reach water that deep".into()));
    }
    Ok(Crossing { points, state_hash: state_hash(&battle) })
}
