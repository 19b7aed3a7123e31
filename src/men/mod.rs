//! Bodies: who stands where, how they move, collide, fall, wade, tire and burn. Bodies know nothing of why a man wants
//! to go where he goes: they read his [`table::Intent`].

pub mod bodies;
pub mod exposure;
pub mod footing;
pub mod formation;
pub mod neighbours;
pub mod params;
pub mod presence;
pub mod step;
pub mod table;
pub mod wounds;

use bevy::prelude::*;

use crate::kernel::{Fight, Phase};

/// The domain of bodies.
pub struct MenPlugin;

impl Plugin for MenPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<bodies::Steps>().init_resource::<wounds::Struck>().add_systems(
            Fight,
            (
                (forget_struck, neighbours::sort_neighbours, presence::count_presence, exposure::look_at_fire)
                    .chain()
                    .in_set(Phase::Sense),
                (bodies::step_all, bodies::apply_steps).chain().in_set(Phase::Bodies),
            ),
        );
    }
}

fn forget_struck(mut struck: ResMut<wounds::Struck>) {
    struck.0.clear();
}
