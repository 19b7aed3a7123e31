//! What a leader sees from where he is: bodies of men by blocks of 100 m, cut by smoke and by distance.

use super::params::CommandParams;
use crate::fire::Smoke;
use crate::ground::Ground;
use crate::kernel::{SideIx, Vec2};
use crate::men::presence::Presence;
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

/// What sight depends on.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The smoke that cuts it.
    pub smoke: &'a Smoke,
    /// The heights from which one looks over smoke.
    pub ground: &'a Ground,
    /// Parameters.
    pub params: &'a CommandParams,
}

impl Sight<'_> {
    /// Are bodies of men at a place seen by an eye at another?
    pub fn reaches(&self, eye: Vec2, at: Vec2) -> bool {
        (at - eye).length() <= self.params.sight_m && self.smoke.sees_over(self.ground, eye, at, self.params.eye_m)
    }
}

/// What a man of `side` sees from `eye` of the bodies of men on the field.
pub fn view(presence: &Presence, scenario: &Scenario, sight: &Sight, eye: Vec2, side: SideIx) -> View {
    let mut view = View { enemy_m: f32::INFINITY, ..View::default() };
    for crowds in presence.wide() {
        for (other, crowd) in crowds.iter().enumerate().take(scenario.sides.len()) {
            if crowd.up == 0 {
                continue;
            }
            let at = crowd.middle();
            let distance = (at - eye).length();
            if !sight.reaches(eye, at) {
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
