//! Formations: where each man of a unit has his post.

use serde::{Deserialize, Serialize};

use super::params::MenParams;
use crate::kernel::Vec2;
use crate::scenario::raw::Arm;

/// A rectangle of files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Formation {
    /// Files: men side by side.
    pub files: u32,
    /// Ranks: men one behind the other.
    pub ranks: u32,
    /// Distance between files, m.
    pub file_m: f32,
    /// Distance between ranks, m.
    pub rank_m: f32,
}

impl Formation {
    /// The formation of `strength` men on a front of `frontage_m`.
    pub fn new(params: &MenParams, arm: Arm, strength: u32, frontage_m: f32) -> Self {
        let (file_m, rank_m) = match arm {
            Arm::Foot => (params.file_foot_m, params.rank_foot_m),
            Arm::Horse => (params.file_horse_m, params.rank_horse_m),
        };
        let files = ((frontage_m / file_m) as u32 + 1).clamp(1, strength.max(1));
        Self { files, ranks: strength.div_ceil(files).max(1), file_m, rank_m }
    }

    /// The depth from the front rank to the rear, m.
    pub fn depth_m(&self) -> f32 {
        (self.ranks - 1) as f32 * self.rank_m
    }

    /// The post of a man relative to the middle of the front rank: metres to the right, metres to the rear. `about`
    /// turns the formation round where it stands: the rear rank leads and left is right.
    pub fn post(&self, number: u32, about: bool) -> (f32, f32) {
        let (file, rank) = (number % self.files, number / self.files);
        let right = (file as f32 - (self.files - 1) as f32 * 0.5) * self.file_m;
        let rear = rank as f32 * self.rank_m;
        if about { (-right, self.depth_m() - rear) } else { (right, rear) }
    }
}

/// Where a formation stands: the middle of its leading rank and where it faces.
#[derive(bevy::prelude::Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Station {
    /// The middle of the leading rank, m.
    pub front: Vec2Plain,
    /// Facing, a unit vector.
    pub facing: Vec2Plain,
    /// Turned round: the rear rank leads.
    pub about: bool,
}

/// A vector for saved state.
pub type Vec2Plain = [f32; 2];

impl Station {
    /// The place of a post.
    pub fn place(&self, formation: &Formation, number: u32) -> Vec2 {
        let (right, rear) = formation.post(number, self.about);
        let facing = Vec2::from(self.facing);
        Vec2::from(self.front) + Vec2::new(facing.y, -facing.x) * right - facing * rear
    }

    /// Faces a new way. A turn of more than a right angle is made by each man turning round: the rear rank then leads.
    pub fn face(&mut self, formation: &Formation, facing: Vec2) {
        let old = Vec2::from(self.facing);
        if old.dot(facing) < 0.0 {
            self.about = !self.about;
            let front = Vec2::from(self.front) - old * formation.depth_m();
            self.front = front.into();
        }
        self.facing = facing.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facing_about_leaves_every_man_where_he_is() {
        let formation = Formation { files: 7, ranks: 4, file_m: 0.9, rank_m: 1.2 };
        let mut station = Station { front: [100.0, 200.0], facing: [0.0, 1.0], about: false };
        let before: Vec<_> = (0..28).map(|n| station.place(&formation, n)).collect();
        station.face(&formation, Vec2::new(0.0, -1.0));
        for (n, old) in before.iter().enumerate() {
            assert!((station.place(&formation, n as u32) - *old).length() < 1e-3, "{n}");
        }
    }

    #[test]
    fn ranks_closed_another_way_are_turned_by_a_right_angle_at_most_and_never_mirrored() {
        let formation = Formation { files: 7, ranks: 4, file_m: 0.9, rank_m: 1.2 };
        let about_the_middle = |station: &Station, n: u32| {
            let middle = Vec2::from(station.front) - Vec2::from(station.facing) * (0.5 * formation.depth_m());
            station.place(&formation, n) - middle
        };
        for first in [0.0, 200.0] {
            for turn in (0..360).step_by(15).filter(|turn| turn % 180 != 90) {
                let facing = |deg: f32| crate::kernel::bearing(deg).to_array();
                let old = Station { front: [100.0, 200.0], facing: facing(first), about: first > 90.0 };
                let mut new = old;
                new.face(&formation, facing(first + turn as f32).into());
                // Bearings turn clockwise, angles the other way. A turn beyond a right angle each man makes for himself.
                let line = Vec2::from_angle(-(((turn + 90) % 180 - 90) as f32).to_radians());
                for n in 0..28 {
                    let (was, is) = (about_the_middle(&old, n), about_the_middle(&new, n));
                    assert!((line.rotate(was) - is).length() < 1e-3, "{first} {turn} {n}: {was} {is}");
                }
            }
        }
    }
}
