//! The mood around a man: for each side and block of 15 m, the men and their fear in it and the blocks around it, who
//! runs, who was just struck, whether a leader is near, what is cried. Made anew each tick.

use bevy::prelude::*;

use super::params::MindParams;
use crate::command::units::{Standing, Unit, unit_rows};
use crate::kernel::{Blocks, UnitIx, Vec2, Workers};
use crate::men::presence::SIDES;
use crate::men::table::{Body, Man, Mind, Place, rows};
use crate::men::wounds::Struck;
use crate::record::muster::Muster;
use crate::scenario::Scenario;

/// Side of a block, m: the sight of a man in a crowd.
pub const BLOCK_M: f32 = 15.0;

/// Men of a side in a block, or around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mood {
    /// Men up.
    pub men: u32,
    /// Men up who run.
    pub broken: u32,
    /// Men up who go before the flames with their officers: to the eye they run.
    pub giving_way: u32,
    /// Men struck in this tick.
    pub struck: u32,
    /// Sum of the fears of men up.
    pub fear: f32,
    /// Authority of the best leader in earshot.
    pub leader: f32,
}

impl Mood {
    /// Adds the men of another block.
    fn add(&mut self, other: &Mood) {
        self.men += other.men;
        self.broken += other.broken;
        self.giving_way += other.giving_way;
        self.struck += other.struck;
        self.fear += other.fear;
    }
}

/// Blocks that a thread adds up at a time.
const PIECE: usize = 128;

/// The moods of all sides.
#[derive(Resource)]
pub struct Moods {
    /// Of each side, the men in each block.
    own: Vec<Blocks<Mood>>,
    /// By side, the men in each block and those around it.
    around: Blocks<[Mood; SIDES]>,
}

impl Moods {
    /// For a map of this size, m, and so many sides.
    pub fn new(size_m: Vec2, sides: usize) -> Self {
        Self { own: (0..sides).map(|_| Blocks::new(size_m, BLOCK_M)).collect(), around: Blocks::new(size_m, BLOCK_M) }
    }

    /// The mood of a side around a place where one of its men is.
    pub fn at(&self, place: Vec2, side: usize) -> &Mood {
        &self.around.get(self.around.index(place))[side]
    }
}

/// Adds everybody up.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn feel_moods(
    mut moods: ResMut<Moods>,
    (params, scenario, struck): (Res<MindParams>, Res<Scenario>, Res<Struck>),
    workers: Res<Workers>,
    standings: Query<&Standing, With<Unit>>,
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
) {
    let (men, places, bodies, minds) = (rows(&men), rows(&places), rows(&bodies), rows(&minds));
    let standings = unit_rows(&standings);
    let Moods { own, around } = &mut *moods;
    let muster = Muster::new(&scenario);
    workers.each_mut(own, |side, own| {
        own.clear();
        for (u, _) in scenario.units.iter().enumerate().filter(|(_, unit)| unit.side.at() == side) {
            let (men, gives_way) = (muster.men(UnitIx::new(u)), standings[u].gives_way);
            let columns = places[men.clone()].iter().zip(&bodies[men.clone()]).zip(&minds[men]);
            for ((place, _), mind) in columns.filter(|((_, body), _)| body.up()) {
                let mood = own.touch(own.index(place.pos()));
                mood.men += 1;
                mood.broken += u32::from(mind.runs());
                mood.giving_way += u32::from(!mind.runs() && gives_way);
                mood.fear += mind.fear;
            }
        }
        for m in struck.0.iter().filter(|m| men[m.at()].side.at() == side) {
            own.touch(own.index(places[m.at()].pos())).struck += 1;
        }
    });
    look_around(&workers, own, around);
    let reach = (params.shout_m / BLOCK_M) as usize;
    for person in scenario.persons.iter().filter(|p| p.authority > 0.0) {
        let i = scenario.man_of(person);
        if !bodies[i].up() || minds[i].runs() {
            continue;
        }
        let here = around.index(places[i].pos());
        for j in around.around(here, reach) {
            // Only where somebody is: an empty block must stay untouched.
            let mood = around.get(j);
            if mood.iter().any(|m| m.men > 0) {
                let mood = &mut around.touch(j)[men[i].side.at()];
                mood.leader = mood.leader.max(person.authority);
            }
        }
    }
}

/// Adds to each block those around it, of each side.
fn look_around(workers: &Workers, own: &[Blocks<Mood>], around: &mut Blocks<[Mood; SIDES]>) {
    around.clear();
    for &i in own.iter().flat_map(Blocks::touched) {
        around.touch(i as usize);
    }
    around.sort();
    let occupied = around.touched().to_vec();
    let sums = workers.pieces(occupied.len(), PIECE, |range| {
        let sum = |&i: &u32| {
            let mut sums = [Mood::default(); SIDES];
            for (sum, own) in sums.iter_mut().zip(own) {
                own.visit_around(i as usize, 1, |mood| sum.add(mood));
            }
            sums
        };
        occupied[range].iter().map(sum).collect::<Vec<_>>()
    });
    for (&i, sums) in occupied.iter().zip(sums.iter().flatten()) {
        *around.touch(i as usize) = *sums;
    }
}
