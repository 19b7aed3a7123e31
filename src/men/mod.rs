//! Bodies: who stands where, how they move, collide, fall, wade, tire and burn. Bodies know nothing of why a man wants
//! to go where he goes: they read his [`table::Intent`].

pub mod bodies;
pub mod collision;
pub mod exposure;
pub mod falls;
pub mod following;
pub mod footing;
pub mod formation;
pub mod neighbours;
pub mod params;
pub mod presence;
mod side_rows;
pub mod step;
pub mod table;
pub mod wounds;

use bevy::prelude::*;

use crate::fire::Smoke;
use crate::kernel::{Fight, Phase, Workers};
use crate::scenario::Scenario;
use neighbours::Neighbours;
use params::MenParams;
use presence::{Columns, Presence};
use table::{Body, Man, Mind, Place, rows};

/// The domain of bodies.
pub struct MenPlugin;

impl Plugin for MenPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<bodies::Steps>().init_resource::<wounds::Struck>().add_systems(
            Fight,
            (
                (forget_struck, find_everybody, exposure::look_at_fire).chain().in_set(Phase::Sense),
                (bodies::step_all, bodies::apply_steps).chain().in_set(Phase::Bodies),
            ),
        );
    }
}

fn forget_struck(mut struck: ResMut<wounds::Struck>) {
    struck.0.clear();
}

/// Who stands where at the start of the tick: beside whom, and how many in each block.
pub fn find_everybody(
    (mut neighbours, mut presence): (ResMut<Neighbours>, ResMut<Presence>),
    (scenario, smoke, params, workers): (Res<Scenario>, Res<Smoke>, Res<MenParams>, Res<Workers>),
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    let men = Columns { men: rows(&men), places: rows(&places), bodies: rows(&bodies), minds: rows(&minds) };
    workers.both(
        || neighbours.sort(men.men, men.places, men.bodies),
        || presence.count(&workers, &scenario, &smoke, &params, &men),
    );
}
