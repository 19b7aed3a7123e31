//! Where something is, in words: the nearest named place or hill with distance and direction, and the side of the river.

use serde::Serialize;

use crate::kernel::{Vec2, bearing_of};
use crate::scenario::Scenario;
use crate::scenario::raw::{Name, River};

/// From how far off a river is still worth naming, m.
const RIVERSIDE_M: f32 = 400.0;

/// Where something is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Whereabouts {
    /// East, m.
    pub x_m: f32,
    /// North, m.
    pub y_m: f32,
    /// The nearest named place or hill, if the battle has any.
    pub near: Option<Near>,
    /// The river, if it is close.
    pub river: Option<Riverside>,
}

/// How something lies to a named place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Near {
    /// The place.
    pub place: Name,
    /// From its middle, m.
    pub distance_m: f32,
    /// From it, degrees clockwise from north.
    pub bearing_deg: f32,
    /// Within it.
    pub inside: bool,
}

/// How something lies to a river.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Riverside {
    /// The river.
    pub river: Name,
    /// From its middle line, m.
    pub distance_m: f32,
    /// From it, degrees clockwise from north.
    pub bearing_deg: f32,
    /// Between its banks.
    pub inside: bool,
}

/// Where a point lies.
pub fn whereabouts(scenario: &Scenario, at: Vec2) -> Whereabouts {
    let places = scenario.places.iter().map(|p| (&p.name, Vec2::from(p.at), p.radius_m));
    let hills = scenario.raw.ground.hills.iter();
    let hills = hills.map(|h| (&h.name, Vec2::from(h.at), h.radius_m.0.min(h.radius_m.1)));
    let near = places.chain(hills).map(|(name, middle, radius_m)| {
        let away = at - middle;
        let distance_m = away.length();
        Near { place: name.clone(), distance_m, bearing_deg: bearing_of(away), inside: distance_m <= radius_m }
    });
    let near = near.min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
    let rivers = scenario.raw.ground.rivers.iter().filter_map(|r| riverside(r, at));
    let river = rivers.min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
    Whereabouts { x_m: at.x, y_m: at.y, near, river: river.filter(|r| r.distance_m <= RIVERSIDE_M) }
}

fn riverside(river: &River, at: Vec2) -> Option<Riverside> {
    let nearest = river.line.windows(2).map(|w| {
        let (a, b) = (Vec2::from(w[0]), Vec2::from(w[1]));
        let along = b - a;
        let t = (at - a).dot(along) / along.length_squared().max(1e-6);
        at - (a + along * t.clamp(0.0, 1.0))
    });
    let away = nearest.min_by(|a, b| a.length().total_cmp(&b.length()))?;
    let distance_m = away.length();
    let inside = distance_m <= river.width_m.value() * 0.5;
    Some(Riverside { river: river.name.clone(), distance_m, bearing_deg: bearing_of(away), inside })
}

/// The compass point of a direction.
pub fn compass(bearing_deg: f32) -> &'static str {
    const POINTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    POINTS[libm::roundf(bearing_deg / 45.0) as usize % POINTS.len()]
}

/// A name in both scripts.
pub fn both(name: &Name) -> String {
    if name.zh.is_empty() { name.latin.clone() } else { format!("{} {}", name.latin, name.zh) }
}

impl std::fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.near {
            Some(near) if near.inside => write!(f, "at {}", both(&near.place))?,
            Some(near) => {
                let tens = libm::roundf(near.distance_m / 10.0) * 10.0;
                write!(f, "{tens} m {} of {}", compass(near.bearing_deg), both(&near.place))?;
            }
            None => write!(f, "at {:.0}, {:.0} m", self.x_m, self.y_m)?,
        }
        match &self.river {
            Some(r) if r.inside => write!(f, ", in the {}", both(&r.river)),
            Some(r) => write!(f, ", {} of the {}", compass(r.bearing_deg), both(&r.river)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples;

    #[test]
    fn places_and_riversides_are_named() {
        let scenario = samples::scenario();
        let say = |x, y| whereabouts(&scenario, Vec2::new(x, y)).to_string();
        // The camp is at (50, 250) with a radius of 20 m, the hill at (300, 220), the river along y = 60, 40 m wide.
        assert_eq!(say(55.0, 255.0), "at Camp 营, N of the Xiaoling River 小凌河");
        assert_eq!(say(300.0, 110.0), "110 m S of Hill 山, N of the Xiaoling River 小凌河");
        assert_eq!(say(300.0, 45.0), "180 m S of Hill 山, in the Xiaoling River 小凌河");
        assert_eq!(say(320.0, 10.0), "210 m S of Hill 山, S of the Xiaoling River 小凌河");
    }

    #[test]
    fn the_compass_goes_round() {
        assert_eq!([0.0, 44.0, 90.0, 180.0, 270.0, 338.0, 359.9].map(compass), ["N", "NE", "E", "S", "W", "N", "N"]);
    }
}
