//! Plane geometry on the battle as written: rivers, banks and the ground a unit takes up.

use super::raw::{Arm, Ford, Point, River};
use crate::kernel::{Vec2, bearing};

crate::params! {
    /// The room a man takes in the ranks.
    pub struct Spacing in "men" {
        /// Front of a file of foot, m.
        file_foot_m,
        /// Depth of a rank of foot, m.
        rank_foot_m,
        /// Front of a file of horse, m.
        file_horse_m,
        /// Depth of a rank of horse, m.
        rank_horse_m,
    }
}

/// The formation a unit stands in at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Men side by side.
    pub files: u32,
    /// Men behind each other.
    pub ranks: u32,
    /// Front, m.
    pub width_m: f32,
    /// From the front rank to the rear, m.
    pub depth_m: f32,
}

/// Files and ranks of a unit, and the ground they take up. The outermost files stand on the ends of the frontage.
pub fn footprint(strength: u32, arm: Arm, frontage_m: f32, spacing: &Spacing) -> Footprint {
    let (file_m, rank_m) = match arm {
        Arm::Foot => (spacing.file_foot_m, spacing.rank_foot_m),
        Arm::Horse => (spacing.file_horse_m, spacing.rank_horse_m),
    };
    let strength = strength.max(1);
    let files = ((frontage_m / file_m) as u32).saturating_add(1).min(strength);
    let ranks = strength.div_ceil(files);
    Footprint { files, ranks, width_m: files as f32 * file_m, depth_m: ranks as f32 * rank_m }
}

/// A rectangle that faces somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The middle of the front.
    pub front: Vec2,
    /// Unit vector to the front.
    pub ahead: Vec2,
    /// Width of the front, m.
    pub width_m: f32,
    /// Depth, m.
    pub depth_m: f32,
}

impl Block {
    /// Where a formation stands.
    pub fn new(at: Point, facing_deg: f32, size: Footprint) -> Self {
        Self { front: at.into(), ahead: bearing(facing_deg), width_m: size.width_m, depth_m: size.depth_m }
    }
    fn right(&self) -> Vec2 {
        Vec2::new(self.ahead.y, -self.ahead.x)
    }
    /// The point at `across` (-0.5 left to 0.5 right) and `back` (0 front to 1 rear).
    pub fn point(&self, across: f32, back: f32) -> Vec2 {
        self.front + self.right() * (across * self.width_m) - self.ahead * (back * self.depth_m)
    }
    /// The four corners.
    pub fn corners(&self) -> [Vec2; 4] {
        [self.point(-0.5, 0.0), self.point(0.5, 0.0), self.point(0.5, 1.0), self.point(-0.5, 1.0)]
    }
    /// Do the two share ground? By the separating axes of two rectangles.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.corners(), other.corners());
        let apart = |axis: Vec2| {
            let reach = |c: &[Vec2; 4]| {
                c.iter().map(|p| p.dot(axis)).fold((f32::MAX, f32::MIN), |(lo, hi), d| (lo.min(d), hi.max(d)))
            };
            let ((a0, a1), (b0, b1)) = (reach(&a), reach(&b));
            a1 <= b0 || b1 <= a0
        };
        ![self.ahead, self.right(), other.ahead, other.right()].into_iter().any(apart)
    }
}

/// The point of a line nearest to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// How far the place is from it, m.
    pub distance_m: f32,
    /// How far along the line it lies, m.
    pub along_m: f32,
    /// The point.
    pub at: Vec2,
    /// The direction of the line there.
    pub direction: Vec2,
}

/// The point of the line nearest to `p`; none for a line without length.
pub fn nearest(line: &[Point], p: Vec2) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    let mut along = 0.0;
    for (a, b) in line.iter().zip(line.iter().skip(1)) {
        let (a, b) = (Vec2::from(*a), Vec2::from(*b));
        let length = (b - a).length();
        if length > 0.0 {
            let direction = (b - a) / length;
            let t = (p - a).dot(direction).clamp(0.0, length);
            let at = a + direction * t;
            let found = Nearest { distance_m: (p - at).length(), along_m: along + t, at, direction };
            if best.is_none_or(|b| found.distance_m < b.distance_m) {
                best = Some(found);
            }
        }
        along += length;
    }
    best
}

/// Depth of the water at a place, m: a parabola from bank to bank, with the depth of the ford within its frontage.
pub fn depth_at(rivers: &[River], p: Vec2) -> f32 {
    rivers.iter().map(|r| river_depth_at(r, p)).fold(0.0, f32::max)
}

fn river_depth_at(river: &River, p: Vec2) -> f32 {
    let width = river.width_m.value();
    let Some(here) = nearest(&river.line, p) else { return 0.0 };
    let off = 2.0 * here.distance_m / width;
    if off >= 1.0 {
        return 0.0;
    }
    let at_ford = |ford: &&Ford| {
        nearest(&river.line, ford.at.into())
            .is_some_and(|f| (f.along_m - here.along_m).abs() <= 0.5 * ford.width_m.value())
    };
    let middle = river.fords.iter().find(at_ford).map_or(river.depth_m.value(), |f| f.depth_m.value());
    middle * (1.0 - off * off)
}

/// How often the straight way from `a` to `b` crosses the line; odd when they lie on different banks.
pub fn crossings(line: &[Point], a: Vec2, b: Vec2) -> usize {
    let side = |p: Vec2| (b - a).perp_dot(p - a) >= 0.0;
    line.iter()
        .zip(line.iter().skip(1))
        .filter(|(p, q)| {
            let (p, q) = (Vec2::from(**p), Vec2::from(**q));
            side(p) != side(q) && ((q - p).perp_dot(a - p) >= 0.0) != ((q - p).perp_dot(b - p) >= 0.0)
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::super::raw::{Figure, Name};
    use super::*;

    fn fact(value: f32) -> Figure {
        Figure::Fact { value, id: "X1-18".into(), reading: None }
    }

    fn river() -> River {
        River {
            id: "r".into(),
            name: Name { latin: "River".into(), zh: String::new() },
            line: vec![(0.0, 100.0), (200.0, 100.0), (400.0, 200.0)],
            width_m: fact(20.0),
            depth_m: fact(2.0),
            current_m_s: fact(0.5),
            fords: vec![Ford { id: "f".into(), at: (50.0, 100.0), width_m: fact(30.0), depth_m: fact(1.0) }],
        }
    }

    #[test]
    fn a_river_is_a_parabola_and_its_ford_shallower() {
        let rivers = [river()];
        let depth = |x, y| depth_at(&rivers, Vec2::new(x, y));
        assert_eq!(depth(120.0, 100.0), 2.0);
        assert_eq!(depth(120.0, 105.0), 1.5, "halfway to the bank a quarter less");
        assert_eq!(depth(120.0, 110.0), 0.0);
        assert_eq!((depth(50.0, 100.0), depth(36.0, 100.0), depth(34.0, 100.0)), (1.0, 1.0, 2.0));
    }

    #[test]
    fn banks_are_told_by_crossings() {
        let line = river().line;
        let n = |a: Point, b: Point| crossings(&line, a.into(), b.into());
        assert_eq!(n((50.0, 50.0), (50.0, 150.0)) % 2, 1);
        assert_eq!(n((50.0, 50.0), (390.0, 50.0)) % 2, 0);
        assert_eq!(n((200.0, 0.0), (200.0, 300.0)) % 2, 1, "through a corner of the line");
        assert_eq!(n((50.0, 150.0), (390.0, 150.0)) % 2, 1, "over the bend");
    }

    #[test]
    fn a_formation_takes_its_ground() {
        let spacing = Spacing { file_foot_m: 0.9, rank_foot_m: 1.2, file_horse_m: 1.5, rank_horse_m: 3.6 };
        let foot = footprint(1000, Arm::Foot, 89.5, &spacing);
        assert_eq!((foot.files, foot.ranks), (100, 10));
        assert!((foot.depth_m - 12.0).abs() < 1e-4);
        assert_eq!(footprint(3, Arm::Horse, 90.0, &spacing).files, 3, "never more files than men");
        assert_eq!(footprint(5, Arm::Horse, 0.1, &spacing).ranks, 5);
        // Facing east, the ranks stand to the west of the front.
        let block = Block::new((100.0, 100.0), 90.0, foot);
        let rear = block.point(0.0, 1.0);
        assert!((rear - Vec2::new(88.0, 100.0)).length() < 1e-3);
        let beside = |x, y| block.overlaps(&Block::new((x, y), 90.0, foot));
        assert!(beside(105.0, 180.0) && !beside(112.5, 100.0) && !beside(100.0, 191.0));
        assert!(block.overlaps(&Block::new((120.0, 100.0), 45.0, footprint(10_000, Arm::Foot, 90.0, &spacing))));
    }
}
