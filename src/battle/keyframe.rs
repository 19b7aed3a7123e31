//! Taking keyframes.

use bevy::prelude::*;

use crate::fire::Smoke;
use crate::kernel::Clock;
use crate::men::table::{Body, CARRIED, DOWN, Man, Mind, Place, rows};
use crate::record::keyframe::{Figure, Keyframe};
use crate::weather::Weather;

/// Steps of extinction in a keyframe, in 1/m.
const SHADES_PER_M: f32 = 500.0;

/// The keyframes so far.
#[derive(Resource)]
pub struct Keyframes {
    /// Battle time between them, s.
    pub every_s: f32,
    /// By time.
    pub frames: Vec<Keyframe>,
}

impl Keyframes {
    /// One every so many seconds.
    pub fn every(every_s: f32) -> Self {
        Self { every_s, frames: Vec::new() }
    }
}

/// A man as a keyframe shows him.
pub fn figure(body: &Body, mind: &Mind) -> Figure {
    let (down, gone) = (matches!(body.posture, DOWN | CARRIED), !body.on_field());
    Figure { heart: mind.heart, wound: body.wound, mounted: body.on_horse(), down, gone }
}

/// Takes one when it is time.
pub fn take_keyframe(
    mut keyframes: ResMut<Keyframes>,
    (clock, weather, smoke): (Res<Clock>, Res<Weather>, Res<Smoke>),
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    if !clock.every(keyframes.every_s) {
        return;
    }
    let (places, bodies, minds) = (rows(&places), rows(&bodies), rows(&minds));
    let quarter = |m: f32| (m * 4.0) as u16;
    let grid = smoke.grid();
    let shade = |cell| (smoke.cell_extinction(cell) * SHADES_PER_M).min(255.0) as u8;
    let frame = Keyframe {
        tick: clock.tick,
        x_q: places.iter().map(|p| quarter(p.x)).collect(),
        y_q: places.iter().map(|p| quarter(p.y)).collect(),
        state: bodies.iter().zip(minds).map(|(body, mind)| figure(body, mind).pack()).collect(),
        wind_from_deg: weather.from_deg(),
        wind_m_s: weather.speed_m_s(),
        smoke_nx: grid.nx() as u32,
        smoke_cell_m: grid.cell_m(),
        smoke: (0..grid.len()).map(shade).collect(),
    };
    keyframes.frames.push(frame);
}
