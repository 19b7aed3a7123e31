//! What the fire does to each man where he stands: heat on him and the flames he sees. Made anew once a tick; flames far
//! off are looked up once for all who stand in a block.

use bevy::prelude::*;

use super::presence::Presence;
use super::table::{Body, Man, Place, rows, rows_mut};
use crate::fire::{Fire, Seen};
use crate::kernel::{Blocks, Workers};

/// The fire as one man meets it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// Heat on him, kW/m2.
    pub flux_kw_m2: f32,
    /// Flames touch him.
    pub contact: bool,
    /// Distance to the nearest flames he can see, m; infinite for none.
    pub flames_m: f32,
    /// Depth of those flames, m: a thin line can be crossed.
    pub depth_m: f32,
    /// The way from the nearest flames to him, a unit vector (zero for none).
    pub off: Vec2,
    /// Across their strip to his side, a unit vector, and his distance from its middle line, m: known for flames close by.
    pub across: Vec2,
    /// That distance, m.
    pub across_m: f32,
    /// How they stand to him: cosine between the wind and that way; positive, they lean at him.
    pub toward: f32,
}

impl Default for Exposure {
    fn default() -> Self {
        Self {
            flux_kw_m2: 0.0,
            contact: false,
            flames_m: f32::INFINITY,
            depth_m: 0.0,
            off: Vec2::ZERO,
            across: Vec2::ZERO,
            across_m: 0.0,
            toward: 0.0,
        }
    }
}

/// Flames nearer than this are looked up for each man by himself, m.
const NEAR_M: f32 = 60.0;

/// Blocks that a thread looks up at a time.
const PIECE: usize = 64;

/// The nearest flames of each occupied block.
#[derive(Resource)]
pub struct FireView(Blocks<Option<Seen>>);

impl FireView {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        Self(Blocks::new(size_m, super::presence::BLOCK_M))
    }
}

/// Looks at the fire for everybody.
pub fn look_at_fire(
    mut view: ResMut<FireView>,
    (fire, presence, workers): (Res<Fire>, Res<Presence>, Res<Workers>),
    weather: Res<crate::weather::Weather>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    mut exposures: Query<&mut Exposure, With<Man>>,
) {
    let (places, bodies, exposures) = (rows(&places), rows(&bodies), rows_mut(&mut exposures));
    let view = &mut view.0;
    view.clear();
    if !fire.burns() {
        exposures.fill(Exposure::default());
        return;
    }
    let centres: Vec<Vec2> = presence.occupied().map(|(centre, _)| centre).collect();
    let seen = workers.pieces(centres.len(), PIECE, |range| {
        centres[range].iter().map(|centre| fire.nearest_flame(*centre)).collect::<Vec<_>>()
    });
    for (centre, seen) in centres.iter().zip(seen.into_iter().flatten()) {
        *view.touch(view.index(*centre)) = seen;
    }
    let (view, wind) = (&*view, weather.toward().normalize_or_zero());
    workers.chunks_mut(exposures, |start, chunk| {
        for (k, exposure) in chunk.iter_mut().enumerate() {
            let at = places[start + k].pos();
            *exposure = Exposure::default();
            if !(bodies[start + k].alive() && bodies[start + k].on_field()) {
                continue;
            }
            let index = view.index(at);
            // Where only the fallen lie nobody has looked yet.
            let seen = if view.is_touched(index) { *view.get(index) } else { fire.nearest_flame(at) };
            let Some(mut flame) = seen else { continue };
            let (way, mut distance) = (at - flame.at, (at - flame.at).length());
            exposure.off = way.normalize_or_zero();
            if distance < NEAR_M {
                if let Some(seen) = fire.nearest_flame(at) {
                    (flame, distance) = (seen, seen.distance_m);
                    (exposure.off, exposure.across, exposure.across_m) = (seen.off, seen.across, seen.across_m);
                }
                let heat = fire.heat_at(at);
                (exposure.flux_kw_m2, exposure.contact) = (heat.flux_kw_m2, heat.contact);
            }
            exposure.flames_m = distance;
            exposure.depth_m = flame.depth_m;
            exposure.toward = exposure.off.dot(wind);
        }
    });
}
