//! Ways off the field: where a place at the edge of the map leads beyond it.

use crate::kernel::Vec2;

/// How near the edge of the map a man is off the field, m: a galloping horse's tick.
const EDGE_M: f32 = 5.0;

/// The part of the map's edge that lies within a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// The middle of the part, m.
    middle: Vec2,
    /// Along the edge, a unit vector.
    along: Vec2,
    /// From the edge into the map, a unit vector.
    inward: Vec2,
    /// Half of the part's length, m.
    half_m: f32,
}

impl Exit {
    /// Of a place on a map of this size, m; none if the place does not reach the edge.
    pub fn new(at: Vec2, radius_m: f32, size_m: Vec2) -> Option<Self> {
        let (edge_m, inward) = nearest_edge(at, size_m);
        let half_m = (radius_m * radius_m - edge_m * edge_m).max(0.0).sqrt();
        let along = Vec2::new(inward.y.abs(), inward.x.abs());
        // No farther than the corners of the map.
        let (low, high) = (along.dot(at) - half_m, along.dot(at) + half_m);
        let (low, high) = (low.max(0.0), high.min(along.dot(size_m)));
        let middle = at - inward * edge_m + along * ((low + high) * 0.5 - along.dot(at));
        (radius_m > edge_m).then_some(Self { middle, along, inward, half_m: (high - low) * 0.5 })
    }

    /// Is a man at this place off the field?
    pub fn is_passed(&self, at: Vec2) -> bool {
        let way = at - self.middle;
        way.dot(self.inward) <= EDGE_M && way.dot(self.along).abs() <= self.half_m
    }

    /// A point of it: from -1, its western or southern end, to 1.
    pub fn point(&self, share: f32) -> Vec2 {
        self.middle + self.along * (self.half_m * share)
    }
}

/// How far the nearest edge of the map is, m, and the unit vector from it into the map.
pub fn nearest_edge(at: Vec2, size_m: Vec2) -> (f32, Vec2) {
    let edges = [(at.x, Vec2::X), (size_m.x - at.x, -Vec2::X), (at.y, Vec2::Y), (size_m.y - at.y, -Vec2::Y)];
    edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((at.x, Vec2::X))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Vec2 = Vec2::new(1000.0, 600.0);

    #[test]
    fn an_exit_is_the_edge_within_its_place() {
        // 30 m from the edge with a radius of 50 m: 40 m of the edge to either side, whichever edge it is.
        for (at, middle, inside) in [
            (Vec2::new(500.0, 30.0), Vec2::new(500.0, 0.0), Vec2::Y),
            (Vec2::new(500.0, 570.0), Vec2::new(500.0, 600.0), -Vec2::Y),
            (Vec2::new(30.0, 300.0), Vec2::new(0.0, 300.0), Vec2::X),
            (Vec2::new(970.0, 300.0), Vec2::new(1000.0, 300.0), -Vec2::X),
        ] {
            let exit = Exit::new(at, 50.0, MAP).unwrap();
            let along = Vec2::new(inside.y.abs(), inside.x.abs());
            assert_eq!((exit.point(-1.0), exit.point(1.0)), (middle - along * 40.0, middle + along * 40.0));
            assert!(exit.is_passed(middle) && exit.is_passed(middle + along * 39.0 + inside * 4.0));
            assert!(!exit.is_passed(middle + along * 41.0) && !exit.is_passed(middle + inside * 6.0));
        }
        assert_eq!(Exit::new(Vec2::new(500.0, 60.0), 50.0, MAP), None);
    }

    #[test]
    fn an_exit_ends_at_the_corner_of_the_map() {
        let exit = Exit::new(Vec2::new(35.0, 30.0), 50.0, MAP).unwrap();
        assert_eq!((exit.point(-1.0), exit.point(1.0)), (Vec2::ZERO, Vec2::new(75.0, 0.0)));
    }
}
