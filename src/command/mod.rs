//! Command: units and their stations, leaders who look and decide, orders that travel, and the steps men want to take.
//! A leader knows only what he sees, hears or is told.

pub mod appeals;
pub mod drive;
pub mod habits;
pub mod look;
pub mod orders;
pub mod params;
pub mod plans;
pub mod refuge;
pub mod route;
pub mod steer;
pub mod units;

use bevy::prelude::*;

use crate::kernel::{Fight, Phase};

/// The domain of command.
pub struct CommandPlugin;

impl Plugin for CommandPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Fight, refuge::leave_field.in_set(Phase::Sense).before(crate::men::find_everybody))
            .add_systems(
                Fight,
                (
                    units::tally_units,
                    habits::give_way,
                    plans::decide,
                    orders::carry_orders,
                    route::find_routes,
                    drive::drive_units,
                    steer::steer,
                )
                    .chain()
                    .in_set(Phase::Command),
            );
    }
}
