//! The schedule of a tick and its phases, against which the domains order their systems.

use bevy::ecs::schedule::{ScheduleLabel, SystemSet};

/// One tick of battle.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight;

/// The phases of a tick, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Wind and light move on.
    Weather,
    /// Fire spreads, smoke drifts.
    Fire,
    /// Who stands where: sorted neighbours and the summaries that senses read.
    Sense,
    /// Leaders look and decide, orders travel, units take their posts.
    Command,
    /// Bodies move, collide, fall, wade, burn.
    Bodies,
    /// Shots and blows.
    Arms,
    /// Fear, cries, breaking and rallying, by what the tick has brought.
    Mind,
    /// Hashes and keyframes.
    Record,
}
