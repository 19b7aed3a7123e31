//! What a leader sees from where he is: bodies of men by blocks of 100 m, cut by smoke and by distance.

use crate::fire::Smoke;
use crate::kernel::{SideIx, Vec2};
use crate::men::presence::{Crowd, Presence, SIDES};
use crate::scenario::Scenario;
use crate::scenario::raw::Relation;

/// Men a leader sees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Enemies.
    pub enemies: u32,
    /// Of these, who run.
    pub enemies_broken: u32,
    /// Distance to the nearest, m.
    pub enemy_m: f32,
    /// Where the nearest are.
    pub enemy_at: Vec2,
    /// Men of his side and allies.
    pub friends: u32,
    /// Of these, who run.
    pub friends_broken: u32,
}

/// Men in the blocks of 100 m, for looking at from afar.
pub struct Panorama {
    blocks: Vec<(Vec2, [Crowd; SIDES])>,
}

impl Panorama {
    /// Gathers the occupied blocks of 25 m into blocks of 100 m.
    pub fn new(presence: &Presence, size_m: Vec2) -> Self {
        let mut coarse = crate::kernel::Blocks::<[Crowd; SIDES]>::new(size_m, 100.0);
        for (at, crowds) in presence.occupied() {
            let index = coarse.index(at);
            for (sum, crowd) in coarse.touch(index).iter_mut().zip(crowds) {
                sum.add(crowd);
            }
        }
        coarse.sort();
        Self {
            blocks: coarse.touched().iter().map(|&i| (coarse.centre(i as usize), *coarse.get(i as usize))).collect(),
        }
    }

    /// What a man of `side` sees from `eye` within `sight_m`.
    pub fn view(&self, scenario: &Scenario, smoke: &Smoke, eye: Vec2, side: SideIx, sight_m: f32) -> View {
        let mut view = View { enemy_m: f32::INFINITY, ..View::default() };
        for (_, crowds) in &self.blocks {
            for (other, crowd) in crowds.iter().enumerate().take(scenario.sides.len()) {
                if crowd.up == 0 {
                    continue;
                }
                let at = crowd.middle();
                let distance = (at - eye).length();
                if distance > sight_m || !smoke.sees(eye, at) {
                    continue;
                }
                match scenario.relations[side.at()][other] {
                    Relation::Neutral => {}
                    Relation::Allied => {
                        view.friends += crowd.up;
                        view.friends_broken += crowd.broken;
                    }
                    Relation::Hostile => {
                        view.enemies += crowd.up;
                        view.enemies_broken += crowd.broken;
                        if distance < view.enemy_m {
                            view.enemy_m = distance;
                            view.enemy_at = at;
                        }
                    }
                }
            }
        }
        view
    }
}
