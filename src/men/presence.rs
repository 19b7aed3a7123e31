//! Who is about: men standing in each block of 25 m, by side, and for each occupied block the nearest enemies within
//! 125 m. Made anew each tick from the places of men.

use bevy::prelude::*;

use super::table::{Body, Man, Mind, Place, rows};
use crate::fire::Smoke;
use crate::kernel::Blocks;
use crate::scenario::Scenario;
use crate::scenario::raw::Relation;

/// Sides a battle may have.
pub const SIDES: usize = 4;

/// Side of a block, m.
pub const BLOCK_M: f32 = 25.0;

/// Blocks to each side within which enemies are looked for.
const REACH: usize = 5;

/// One side's men in a block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crowd {
    /// Men up.
    pub up: u32,
    /// Of these, men who run.
    pub broken: u32,
    /// Where they begin in the list of members.
    first: u32,
    /// Sums of the places of men up, m.
    sum: Vec2,
}

impl Crowd {
    /// Adds the men of another block of the same side.
    pub fn add(&mut self, other: &Crowd) {
        self.up += other.up;
        self.broken += other.broken;
        self.sum += other.sum;
    }
    /// The middle of the men, m.
    pub fn middle(&self) -> Vec2 {
        self.sum / self.up.max(1) as f32
    }
}

/// What a man standing in a block can know of enemies, by his side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// The middle of the nearest block of enemies in sight, if there is one within reach.
    pub nearest: Option<Vec2>,
    /// The side of those enemies.
    pub nearest_side: u8,
    /// Enemies up within 75 m and in sight.
    pub enemies: u32,
    /// Of these, enemies who run.
    pub enemies_broken: u32,
    /// Men of his side and allies up within 75 m.
    pub friends: u32,
}

/// Presence by block and side.
#[derive(Resource)]
pub struct Presence {
    crowds: Blocks<[Crowd; SIDES]>,
    outlooks: Blocks<[Outlook; SIDES]>,
    members: Vec<u32>,
}

impl Presence {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        Self { crowds: Blocks::new(size_m, BLOCK_M), outlooks: Blocks::new(size_m, BLOCK_M), members: Vec::new() }
    }

    /// The outlook of a man of `side` at a place where somebody stands.
    pub fn outlook(&self, at: Vec2, side: usize) -> &Outlook {
        &self.outlooks.get(self.outlooks.index(at))[side]
    }

    /// The men of `side` up in the block of a place, by their rows in the table of men.
    pub fn members(&self, at: Vec2, side: usize) -> &[u32] {
        let crowd = &self.crowds.get(self.crowds.index(at))[side];
        &self.members[crowd.first as usize..][..crowd.up as usize]
    }

    /// The chance that a lane `width_m` wide from a man of `side` to another place is clear of his friends, were they spread
    /// at random over their blocks (a Poisson field): exp(-sum of men per m2 x width x way).
    pub fn clear_lane(&self, from: Vec2, to: Vec2, side: usize, relations: &[Vec<Relation>], width_m: f32) -> f32 {
        let way = to - from;
        let pieces = (way.length() / (0.5 * BLOCK_M)).ceil().max(1.0);
        let piece_m = way.length() / pieces;
        let home = self.crowds.index(from);
        let mut in_the_way = 0.0;
        for k in 0..pieces as u32 {
            let index = self.crowds.index(from + way * ((k as f32 + 0.5) / pieces));
            let friends = |(other, crowd): (usize, &Crowd)| match relations[side][other] {
                Relation::Hostile => 0,
                _ => crowd.up,
            };
            let crowds = self.crowds.get(index).iter().enumerate().take(relations.len());
            let men: u32 = crowds.map(friends).sum();
            // Not he himself.
            let men = men.saturating_sub(u32::from(index == home));
            in_the_way += men as f32 / (BLOCK_M * BLOCK_M) * width_m * piece_m;
        }
        libm::expf(-in_the_way)
    }

    /// The occupied blocks: middle of the block and its crowds by side, from the south-west row by row.
    pub fn occupied(&self) -> impl Iterator<Item = (Vec2, &[Crowd; SIDES])> {
        self.crowds.touched().iter().map(|&i| (self.crowds.centre(i as usize), self.crowds.get(i as usize)))
    }

    /// The crowds within `reach` blocks of a place.
    pub fn around(&self, at: Vec2, reach: usize) -> impl Iterator<Item = &[Crowd; SIDES]> {
        self.crowds.around(self.crowds.index(at), reach).map(|i| self.crowds.get(i))
    }
}

/// Counts everybody and works out the outlook of each occupied block.
pub fn count_presence(
    mut presence: ResMut<Presence>,
    scenario: Res<Scenario>,
    smoke: Res<Smoke>,
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    let Presence { crowds, outlooks, members } = &mut *presence;
    crowds.clear();
    outlooks.clear();
    let (men, places, bodies, minds) = (rows(&men), rows(&places), rows(&bodies), rows(&minds));
    for (((man, place), body), mind) in men.iter().zip(places).zip(bodies).zip(minds) {
        if body.up() {
            let index = crowds.index(place.pos());
            let crowd = &mut crowds.touch(index)[man.side.at()];
            crowd.up += 1;
            crowd.broken += u32::from(mind.heart == 3);
            crowd.sum += place.pos();
        }
    }
    crowds.sort();
    list_members(crowds, members, men, places, bodies);
    for &i in crowds.touched() {
        let i = i as usize;
        for side in 0..scenario.sides.len() {
            if crowds.get(i)[side].up > 0 {
                outlooks.touch(i)[side] = outlook(crowds, &scenario, &smoke, i, side);
            }
        }
    }
}

/// Lists the men up of each block and side, in the order of their rows.
fn list_members(
    crowds: &mut Blocks<[Crowd; SIDES]>,
    members: &mut Vec<u32>,
    men: &[Man],
    places: &[Place],
    bodies: &[Body],
) {
    let mut sum = 0;
    for k in 0..crowds.touched().len() {
        for crowd in crowds.touch(crowds.touched()[k] as usize) {
            crowd.first = sum;
            sum += crowd.up;
        }
    }
    members.clear();
    members.resize(sum as usize, 0);
    for (i, ((man, place), body)) in men.iter().zip(places).zip(bodies).enumerate() {
        if body.up() {
            let crowd = &mut crowds.touch(crowds.index(place.pos()))[man.side.at()];
            members[crowd.first as usize] = i as u32;
            crowd.first += 1;
        }
    }
    for k in 0..crowds.touched().len() {
        for crowd in crowds.touch(crowds.touched()[k] as usize) {
            crowd.first -= crowd.up;
        }
    }
}

fn outlook(crowds: &Blocks<[Crowd; SIDES]>, scenario: &Scenario, smoke: &Smoke, i: usize, side: usize) -> Outlook {
    let here = crowds.get(i)[side].middle();
    let mut view = Outlook::default();
    let mut nearest_m = f32::INFINITY;
    crowds.visit_around(i, REACH, |block| {
        for (other, crowd) in block.iter().enumerate().take(scenario.sides.len()) {
            if crowd.up == 0 {
                continue;
            }
            let there = crowd.middle();
            let distance = (there - here).length();
            match scenario.relations[side][other] {
                Relation::Neutral => {}
                Relation::Allied if distance < 75.0 => view.friends += crowd.up,
                Relation::Allied => {}
                Relation::Hostile => {
                    if distance >= nearest_m.max(75.0) || !smoke.sees(here, there) {
                        continue;
                    }
                    if distance < 75.0 {
                        view.enemies += crowd.up;
                        view.enemies_broken += crowd.broken;
                    }
                    if distance < nearest_m {
                        nearest_m = distance;
                        view.nearest = Some(there);
                        view.nearest_side = other as u8;
                    }
                }
            }
        }
    });
    view
}
