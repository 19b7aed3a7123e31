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
    /// Across the strip of flames close by to his side of it, a unit vector (zero for flames far off).
    pub across: Vec2,
    /// His distance from the middle line of that strip, m.
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
pub struct FireView {
    nearest: Blocks<Option<Seen>>,
    /// Nobody is exposed to anything.
    is_clear: bool,
}

impl FireView {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        Self { nearest: Blocks::new(size_m, super::presence::BLOCK_M), is_clear: false }
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
    let was_clear = std::mem::replace(&mut view.is_clear, !fire.burns());
    if !fire.burns() {
        if !was_clear {
            exposures.fill(Exposure::default());
        }
        return;
    }
    let view = &mut view.nearest;
    view.clear();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::scene::{Ranks, Scene, figure};
    use crate::scenario::raw::{Patch, Shape, Sward};

    #[test]
    fn when_the_last_flame_is_out_nobody_is_exposed() {
        let mut scene = Scene::new("embers", (300.0, 300.0), 900.0).unwrap();
        let shape = Shape::Rect((100.0, 100.0), (160.0, 160.0));
        scene.raw.ground.patches.push(Patch { id: "meadow".into(), shape, sward: Sward::Natural, why: "test".into() });
        scene.raw.weather.wind_m_s = figure(5.0);
        scene.place("home", (20.0, 20.0), 5.0).side("men", "home").troops("men", |_| {});
        let at = (130.0, 175.0);
        scene.unit(Ranks { id: "men", side: "men", troops: "men", men: 20, at, facing_deg: 0.0, frontage_m: 10.0 });
        scene.fire(vec![(105.0, 105.0), (105.0, 155.0)]);
        let mut battle = scene.build(0.5, 1).unwrap();
        battle.run_until(20.0).unwrap();
        assert!(battle.column::<Exposure>().iter().all(|e| e.flames_m.is_finite()));
        battle.run_until(900.0).unwrap();
        assert!(!battle.resource::<Fire>().burns());
        assert!(battle.column::<Exposure>().iter().all(|e| *e == Exposure::default()));
    }
}
