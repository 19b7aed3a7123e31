//! What every room stands on: ids, time, named draws, digests and worker threads. Knows nothing of battles.

pub mod blocks;
pub mod digest;
pub mod draws;
pub mod ids;
pub mod schedule;
pub mod time;
pub mod workers;

pub use blocks::Blocks;
pub use digest::Digest;
pub use draws::{Draws, Purpose, Stream};
pub use ids::{ManIx, PersonIx, PlaceIx, SideIx, UnitIx, UnitKey, stable_key};
pub use schedule::{Fight, Phase};
pub use time::{Clock, Tick};
pub use workers::Workers;

/// A place or a displacement on the map, in metres: x east, y north.
pub type Vec2 = bevy::math::Vec2;

/// The unit vector a wind blowing *from* `from_deg` (clockwise from north) pushes along.
///
/// A wind from 180 (south) pushes to the north: `(0, 1)`.
pub fn blows_toward(from_deg: f32) -> Vec2 {
    let a = from_deg.to_radians();
    Vec2::new(-libm::sinf(a), -libm::cosf(a))
}

/// The unit vector that looks toward the compass bearing `deg` (clockwise from north).
pub fn bearing(deg: f32) -> Vec2 {
    let a = deg.to_radians();
    Vec2::new(libm::sinf(a), libm::cosf(a))
}

/// The compass bearing in degrees, 0 to 360, in which `v` points.
pub fn bearing_of(v: Vec2) -> f32 {
    let deg = libm::atan2f(v.x, v.y).to_degrees();
    if deg < 0.0 { deg + 360.0 } else { deg }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wind_is_always_from() {
        assert!((blows_toward(180.0) - Vec2::new(0.0, 1.0)).length() < 1e-6);
        assert!((blows_toward(270.0) - Vec2::new(1.0, 0.0)).length() < 1e-6);
        assert!((bearing(90.0) - Vec2::new(1.0, 0.0)).length() < 1e-6);
        assert!((bearing_of(Vec2::new(-1.0, 0.0)) - 270.0).abs() < 1e-3);
    }
}
