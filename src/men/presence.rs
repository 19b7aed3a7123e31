//! Who is about: men standing in each block of 25 m, by side; for each occupied block the nearest enemies within 125 m; and
//! for blocks of 100 m what is seen of friends farther off. Made anew each tick from the places of men.

use bevy::prelude::*;

use super::params::MenParams;
use super::side_rows::{Cursor, REACH, SideRows};
use super::table::{Body, Man, Mind, Place};
use crate::fire::Smoke;
use crate::kernel::{Blocks, Workers};
use crate::scenario::Scenario;
use crate::scenario::raw::Relation;

/// Sides a battle may have.
pub const SIDES: usize = 4;

/// Side of a block, m.
pub const BLOCK_M: f32 = 25.0;

/// Side of a wide block, in which bodies of men are seen from afar, m.
const WIDE_M: f32 = 100.0;

/// Blocks that a thread works on at a time.
const PIECE: usize = 64;

/// How near friends and enemies are counted, m.
const CLOSE_M: f32 = 75.0;
/// Blocks within which they can be so near.
const CLOSE: usize = (CLOSE_M / BLOCK_M) as usize;

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
    /// Adds a man who is up here, and perhaps runs.
    pub(super) fn stand(&mut self, at: Vec2, runs: bool) {
        self.up += 1;
        self.broken += u32::from(runs);
        self.sum += at;
    }
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

/// Friends in sight, near and far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Afar {
    /// Men of his side and allies up.
    pub friends: u32,
    /// Of these, men who run.
    pub broken: u32,
}

impl Afar {
    /// Share of them who run.
    pub fn share_broken(&self) -> f32 {
        self.broken as f32 / self.friends.max(1) as f32
    }
}

/// Presence by block and side.
#[derive(Resource)]
pub struct Presence {
    crowds: Blocks<[Crowd; SIDES]>,
    outlooks: Blocks<[Outlook; SIDES]>,
    wide: Blocks<[Crowd; SIDES]>,
    afar: Blocks<[Afar; SIDES]>,
    members: Vec<u32>,
    /// The block of each man who is up, by his row. Scratch.
    homes: Vec<u32>,
}

/// The home of a man who is not up.
const NOWHERE: u32 = u32::MAX;

impl Presence {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        Self {
            crowds: Blocks::new(size_m, BLOCK_M),
            outlooks: Blocks::new(size_m, BLOCK_M),
            wide: Blocks::new(size_m, WIDE_M),
            afar: Blocks::new(size_m, WIDE_M),
            members: Vec::new(),
            homes: Vec::new(),
        }
    }

    /// The outlook of a man of `side` at a place where somebody stands.
    pub fn outlook(&self, at: Vec2, side: usize) -> &Outlook {
        &self.outlooks.get(self.outlooks.index(at))[side]
    }

    /// The friends whom a man of `side` sees from a place where somebody stands.
    pub fn afar(&self, at: Vec2, side: usize) -> &Afar {
        &self.afar.get(self.afar.index(at))[side]
    }

    /// The occupied wide blocks: the crowds by side, from the south-west row by row.
    pub fn wide(&self) -> impl Iterator<Item = &[Crowd; SIDES]> {
        self.wide.touched().iter().map(|&i| self.wide.get(i as usize))
    }

    /// The men of `side` up in the block of a place, by their rows in the table of men.
    pub fn members(&self, at: Vec2, side: usize) -> &[u32] {
        let crowd = &self.crowds.get(self.crowds.index(at))[side];
        &self.members[crowd.first as usize..][..crowd.up as usize]
    }

    /// The chance that a lane `width_m` wide from a man of `side` to another place is clear of all but enemies, were they spread
    /// at random over their blocks (a Poisson field): exp(-sum of men per m2 x width x way).
    pub fn clear_lane(&self, from: Vec2, to: Vec2, side: usize, relations: &[Vec<Relation>], width_m: f32) -> f32 {
        let way = to - from;
        let pieces = (way.length() / (0.5 * BLOCK_M)).ceil().max(1.0);
        let piece_m = way.length() / pieces;
        let home = self.crowds.index(from);
        let mut in_the_way = 0.0;
        for k in 0..pieces as u32 {
            let index = self.crowds.index(from + way * ((k as f32 + 0.5) / pieces));
            let in_lane = |(other, crowd): (usize, &Crowd)| match relations[side][other] {
                Relation::Hostile => 0,
                _ => crowd.up,
            };
            let crowds = self.crowds.get(index).iter().enumerate().take(relations.len());
            let men: u32 = crowds.map(in_lane).sum();
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

    /// Counts everybody and works out the outlook of each occupied block.
    pub fn count(&mut self, workers: &Workers, scenario: &Scenario, smoke: &Smoke, params: &MenParams, men: &Columns) {
        let Presence { crowds, outlooks, wide, afar, members, homes } = self;
        crowds.clear();
        outlooks.clear();
        wide.clear();
        afar.clear();
        homes.clear();
        homes.resize(men.men.len(), NOWHERE);
        let columns = men.men.iter().zip(men.places).zip(men.bodies).zip(men.minds);
        for ((((man, place), body), mind), home) in columns.zip(&mut *homes) {
            if body.up() {
                let index = crowds.index(place.pos());
                *home = index as u32;
                crowds.touch(index)[man.side.at()].stand(place.pos(), mind.runs());
            }
        }
        crowds.sort();
        for &i in crowds.touched() {
            let index = wide.index(crowds.centre(i as usize));
            for (sum, crowd) in wide.touch(index).iter_mut().zip(crowds.get(i as usize)) {
                sum.add(crowd);
            }
        }
        wide.sort();
        list_members(crowds, members, men.men, homes);
        let sides = scenario.sides.len();
        let rows: Vec<SideRows> = (0..sides).map(|side| SideRows::of(crowds, side)).collect();
        each_side(
            workers,
            crowds,
            outlooks,
            sides,
            || Cursor::new(&rows),
            |cursor, i, side| outlook(scenario, smoke, cursor, i, crowds.get(i)[side].middle(), side),
        );
        each_side(
            workers,
            wide,
            afar,
            sides,
            || (),
            |(), i, side| far_view(wide, scenario, smoke, params.far_m, i, side),
        );
    }
}

/// The columns that presence is counted from.
#[derive(Clone, Copy)]
pub struct Columns<'a> {
    /// Who they are.
    pub men: &'a [Man],
    /// Where.
    pub places: &'a [Place],
    /// Their bodies.
    pub bodies: &'a [Body],
    /// Their minds.
    pub minds: &'a [Mind],
}

/// Works something out for each side that has men in each occupied block; `start` makes what a piece of the work carries
/// along.
fn each_side<T: Copy + Default + Send, S>(
    workers: &Workers,
    crowds: &Blocks<[Crowd; SIDES]>,
    out: &mut Blocks<[T; SIDES]>,
    sides: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, usize) -> T + Sync,
) {
    let occupied = crowds.touched();
    let pieces = workers.pieces(occupied.len(), PIECE, |range| {
        let mut found = Vec::with_capacity(range.len());
        let mut along = start();
        for &i in &occupied[range] {
            let mut of_block = [T::default(); SIDES];
            for (side, slot) in of_block.iter_mut().enumerate().take(sides) {
                if crowds.get(i as usize)[side].up > 0 {
                    *slot = work(&mut along, i as usize, side);
                }
            }
            found.push(of_block);
        }
        found
    });
    for (&i, found) in occupied.iter().zip(pieces.iter().flatten()) {
        *out.touch(i as usize) = *found;
    }
}

/// Lists the men up of each block and side, in the order of their rows.
fn list_members(crowds: &mut Blocks<[Crowd; SIDES]>, members: &mut Vec<u32>, men: &[Man], homes: &[u32]) {
    let mut sum = 0;
    for k in 0..crowds.touched().len() {
        for crowd in crowds.touch(crowds.touched()[k] as usize) {
            crowd.first = sum;
            sum += crowd.up;
        }
    }
    members.clear();
    members.resize(sum as usize, 0);
    for (i, (man, &home)) in men.iter().zip(homes).enumerate().filter(|(_, (_, home))| **home != NOWHERE) {
        let crowd = &mut crowds.touch(home as usize)[man.side.at()];
        members[crowd.first as usize] = i as u32;
        crowd.first += 1;
    }
    for k in 0..crowds.touched().len() {
        for crowd in crowds.touch(crowds.touched()[k] as usize) {
            crowd.first -= crowd.up;
        }
    }
}

/// What the men of a side in block `i`, whose middle is `here`, know of those around them.
fn outlook(scenario: &Scenario, smoke: &Smoke, cursor: &mut Cursor, i: usize, here: Vec2, side: usize) -> Outlook {
    let mut view = Outlook::default();
    let mut nearest_m = f32::INFINITY;
    for (other, relation) in scenario.relations[side].iter().enumerate() {
        match relation {
            Relation::Neutral => {}
            Relation::Allied => cursor.visit(other, i, CLOSE, |crowd| {
                view.friends += if (crowd.middle - here).length() < CLOSE_M { crowd.up } else { 0 };
            }),
            // In all directions at least as far as arms reach.
            Relation::Hostile => cursor.visit(other, i, REACH, |crowd| {
                let distance = (crowd.middle - here).length();
                if distance >= nearest_m.max(CLOSE_M) || !smoke.sees(here, crowd.middle) {
                    return;
                }
                if distance < CLOSE_M {
                    view.enemies += crowd.up;
                    view.enemies_broken += crowd.broken;
                }
                if distance < nearest_m {
                    nearest_m = distance;
                    view.nearest = Some(crowd.middle);
                    view.nearest_side = other as u8;
                }
            }),
        }
    }
    view
}

/// What the men of a wide block see of their friends within `far_m`.
fn far_view(
    wide: &Blocks<[Crowd; SIDES]>,
    scenario: &Scenario,
    smoke: &Smoke,
    far_m: f32,
    i: usize,
    side: usize,
) -> Afar {
    let here = wide.get(i)[side].middle();
    let mut view = Afar::default();
    wide.visit_around(i, (far_m / WIDE_M) as usize + 1, |block| {
        for (other, crowd) in block.iter().enumerate().take(scenario.sides.len()) {
            let there = crowd.middle();
            let friends = crowd.up > 0 && scenario.relations[side][other] == Relation::Allied;
            if friends && (there - here).length() <= far_m && smoke.sees(here, there) {
                view.friends += crowd.up;
                view.broken += crowd.broken;
            }
        }
    });
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::scene::{Ranks, Scene};

    fn side(scenario: &Scenario, id: &str) -> usize {
        scenario.sides.iter().position(|s| s.id == id).unwrap()
    }

    /// Two squares of 25 men of hostile sides, so far apart; the presence after a tick.
    fn apart(gap_m: f32, look: impl Fn(&Presence, &Scenario)) {
        let mut scene = Scene::new("apart", (1000.0, 400.0), 60.0).unwrap();
        scene.place("west", (10.0, 200.0), 5.0).place("east", (990.0, 200.0), 5.0).troops("men", |_| {});
        scene.side("red", "west").side("blue", "east");
        for (id, x, facing_deg) in [("red", 310.0, 90.0), ("blue", 310.0 + gap_m, 270.0)] {
            scene.unit(Ranks { id, side: id, troops: "men", men: 25, at: (x, 200.0), facing_deg, frontage_m: 4.0 });
        }
        let mut battle = scene.build(0.5, 1).unwrap();
        battle.step().unwrap();
        look(battle.resource(), battle.scenario());
    }

    #[test]
    fn enemies_are_known_as_far_as_arms_reach_and_counted_close_by() {
        for (gap_m, known, counted) in [(40.0, true, 25), (90.0, true, 0), (105.0, true, 0), (160.0, false, 0)] {
            apart(gap_m, |presence, scenario| {
                let red = presence.outlook(Vec2::new(309.0, 200.0), side(scenario, "red"));
                let blue = presence.outlook(Vec2::new(311.0 + gap_m, 200.0), side(scenario, "blue"));
                for view in [red, blue] {
                    assert_eq!((view.nearest.is_some(), view.enemies), (known, counted), "{gap_m}: {view:?}");
                }
            });
        }
    }

    #[test]
    fn a_lane_is_the_less_clear_the_more_friends_stand_in_it() {
        apart(90.0, |presence, scenario| {
            let lane = |from: f32, to: f32, id, width| {
                let (a, b) = (Vec2::new(from, 200.0), Vec2::new(to, 200.0));
                presence.clear_lane(a, b, side(scenario, id), &scenario.relations, width)
            };
            assert_eq!(lane(330.0, 385.0, "red", 0.8), 1.0, "nobody between");
            assert_eq!(lane(250.0, 350.0, "blue", 0.8), 1.0, "enemies are what one shoots at");
            let through = lane(250.0, 350.0, "red", 0.8);
            assert!(through < 0.8 && through > lane(250.0, 350.0, "red", 1.6), "{through}");
            assert_eq!(lane(250.0, 350.0, "red", 0.0), 1.0);
        });
    }

    #[test]
    fn friends_are_seen_farther_than_felt() {
        apart(90.0, |presence, scenario| {
            let seen = presence.afar(Vec2::new(309.0, 200.0), side(scenario, "red"));
            assert_eq!(*seen, Afar { friends: 25, broken: 0 });
        });
    }
}
