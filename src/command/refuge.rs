//! Where each man runs to when he runs, and how he leaves the field there.

use bevy::prelude::*;

use crate::kernel::{Clock, ManIx, SideIx, Workers, bearing};
use crate::men::table::{Body, GONE, Man, Mind, NOBODY, Near, Place, rows, rows_mut};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use crate::scenario::checked::Unit;
use crate::scenario::exit::Exit;

/// Part of a refuge's radius over which men spread.
const SPREAD: f32 = 0.8;

/// Where each man runs to. Fixed by the scenario.
#[derive(Resource)]
pub struct Refuges {
    /// The spot in his side's refuge that each man makes for, by his row in the table of men, m.
    spots: Vec<Vec2>,
    /// By side, the way off the field there, if there is one.
    exits: Vec<Option<Exit>>,
}

impl Refuges {
    /// Of a scenario.
    pub fn of_scenario(scenario: &Scenario) -> Self {
        let size_m = Vec2::from(scenario.raw.ground.size_m);
        let refuge = |side: SideIx| &scenario.places[scenario.sides[side.at()].refuge.at()];
        let exit = |s| {
            Some(refuge(SideIx::new(s))).filter(|p| p.exit).and_then(|p| Exit::new(p.at.into(), p.radius_m, size_m))
        };
        let exits: Vec<_> = (0..scenario.sides.len()).map(exit).collect();
        let spots = |unit: &Unit| {
            let (refuge, exit, key) = (refuge(unit.side), exits[unit.side.at()], unit.key.0);
            let spot = move |number| match (spot(key, number) * SPREAD, exit) {
                (spread, None) => Vec2::from(refuge.at) + spread * refuge.radius_m,
                (spread, Some(exit)) => exit.point(spread.x),
            };
            (0..unit.strength).map(spot)
        };
        Self { spots: scenario.units.iter().flat_map(spots).collect(), exits }
    }

    /// The spot of a man, m.
    pub fn of(&self, man: usize) -> Vec2 {
        self.spots[man]
    }
}

/// Men who run and have come to the way off the field are gone, and with them whoever they carry.
pub fn leave_field(
    (refuges, clock, workers, mut ledger): (Res<Refuges>, Res<Clock>, Res<Workers>, ResMut<Ledger>),
    men: Query<&Man, With<Man>>,
    minds: Query<&Mind, With<Man>>,
    mut places: Query<&mut Place, With<Man>>,
    mut bodies: Query<&mut Body, With<Man>>,
    mut nears: Query<&mut Near, With<Man>>,
) {
    if refuges.exits.iter().all(Option::is_none) {
        return;
    }
    let (men, minds, places, bodies) = (rows(&men), rows(&minds), rows_mut(&mut places), rows_mut(&mut bodies));
    let nears = rows_mut(&mut nears);
    let leaves = |i: &usize| {
        let exit = refuges.exits[men[*i].side.at()].as_ref();
        minds[*i].runs() && bodies[*i].up() && exit.is_some_and(|exit| exit.is_passed(places[*i].pos()))
    };
    let leaving = workers.chunks(men.len(), |range| range.filter(leaves).collect::<Vec<_>>());
    for i in leaving.into_iter().flatten() {
        let carried = std::mem::replace(&mut bodies[i].link, NOBODY);
        for m in std::iter::once(i).chain((carried != NOBODY).then_some(carried as usize)) {
            (bodies[m].posture, bodies[m].link) = (GONE, NOBODY);
            places[m].speed = 0.0;
            nears[m] = Near::default();
            ledger.write(clock.tick, places[m].pos(), Event::Left { man: ManIx::new(m) });
        }
    }
}

/// A spot of his own in the unit disc, spread evenly by the golden angle, or all would jam at its edge.
fn spot(unit: u64, number: u32) -> Vec2 {
    let turn = (number as f32 * 0.618_034 + (unit % 64) as f32 / 64.0).fract();
    let out = (number as f32 * 0.754_878).fract().sqrt();
    bearing(turn * 360.0) * out
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bytemuck::Zeroable;

    use super::*;
    use crate::answers::account::account;
    use crate::battle::Battle;
    use crate::kernel::{Tick, UnitIx};
    use crate::lab::scene::{Ranks, Scene, rows_of};
    use crate::men::presence::Presence;
    use crate::men::table::{CARRIED, UP};
    use crate::record::ledger::Heart;
    use crate::record::runfile::Ended;
    use crate::scenario::raw::{Arm, Order};

    #[test]
    fn the_spots_of_a_unit_fill_the_disc_evenly() {
        let spots: Vec<Vec2> = (0..4000).map(|n| spot(7, n)).collect();
        assert!(spots.iter().all(|s| s.length() <= 1.0));
        for quadrant in 0..4 {
            let (east, north) = (quadrant % 2 == 0, quadrant / 2 == 0);
            let inside = spots.iter().filter(|s| (s.x > 0.0) == east && (s.y > 0.0) == north);
            let (inner, all) = (inside.clone().filter(|s| s.length_squared() < 0.5).count(), inside.count());
            assert!((950..1050).contains(&all) && (450..550).contains(&inner), "{all} {inner}");
        }
    }

    /// 200 cowards on foot ridden down by 60 horsemen, 250 m from the way off the field.
    fn rout() -> Battle {
        let mut scene = Scene::new("rout", (600.0, 900.0), 400.0).unwrap();
        scene.place("road", (300.0, 20.0), 100.0).place("camp", (300.0, 880.0), 20.0);
        scene.raw.ground.places[0].exit = true;
        scene.side("red", "road").side("blue", "camp");
        scene
            .troops("cowards", |t| (t.temper_fear, t.break_fear) = (0.5, 0.3))
            .troops("riders", |t| t.arm = Arm::Horse);
        let ranks = |id, side, troops, men, y| Ranks {
            id,
            side,
            troops,
            men,
            at: (300.0, y),
            facing_deg: 180.0,
            frontage_m: 60.0,
        };
        scene.unit(ranks("cowards", "red", "cowards", 200, 250.0)).unit(ranks("riders", "blue", "riders", 60, 285.0));
        scene.order("riders", Order::Attack);
        scene.build(0.5, 1).unwrap()
    }

    #[test]
    fn who_leaves_the_field_is_gone_for_good() {
        let mut battle = rout();
        battle.run_until(75.0).unwrap();
        let mut twin = Battle::resume(battle.save(), battle.scenario().clone(), battle.options()).unwrap();
        let under_way = battle.column::<Body>().iter().filter(|b| !b.on_field()).count();
        battle.run_until(400.0).unwrap();
        twin.run_until(400.0).unwrap();
        let run = battle.run_file(Ended::Full);
        assert!(twin.run_file(Ended::Full) == run, "a saved battle goes on as if it had not been");

        let mut left = Vec::new();
        for entry in &run.ledger.entries {
            let (Event::Hurt { man, .. }
            | Event::Fell { man, .. }
            | Event::Heart { man, .. }
            | Event::Cried { man, .. }
            | Event::Rose { man, .. }
            | Event::Left { man }) = entry.event
            else {
                continue;
            };
            assert!(!left.contains(&man.at()), "{entry:?}");
            if matches!(entry.event, Event::Left { .. }) {
                left.push(man.at());
            }
        }
        let rows = rows_of(&battle, "cowards");
        let bodies = &battle.column::<Body>()[rows.clone()];
        assert_eq!(left.len(), bodies.iter().filter(|b| !b.on_field()).count());
        assert!(
            left.iter().all(|m| rows.contains(m)) && (1..left.len()).contains(&under_way),
            "{under_way}, {}",
            left.len()
        );
        assert!(bodies.iter().all(|b| !b.able() || !b.on_field()), "all who can have left");
        let presence = battle.resource::<Presence>();
        assert!(presence.occupied().all(|(_, crowds)| crowds.iter().map(|c| c.up).sum::<u32>() <= 60));

        let account = account(&run);
        let (side, unit) = (
            account.sides.iter().find(|s| s.id == "red").unwrap(),
            account.units.iter().find(|u| u.id == "cowards").unwrap(),
        );
        let l = &side.losses;
        assert!(l.lost() > 0 && l.left as usize == left.len() && (l.running, l.standing()) == (0, 0), "{l:?}");
        assert_eq!((unit.state, side.share_broken_end), ("left", 1.0));
        assert!(account.course.iter().any(|m| m.kind == "first_leaves"));
    }

    #[test]
    fn a_horseman_takes_whom_he_carries_off_the_field() {
        let exit = Exit::new(Vec2::new(50.0, 10.0), 30.0, Vec2::splat(100.0));
        let mut world = World::new();
        world.insert_resource(Workers::alone());
        world.insert_resource(Refuges { spots: vec![], exits: vec![exit] });
        world.insert_resource(Clock { tick: Tick(7), dt_s: 0.5 });
        world.init_resource::<Ledger>();
        // The first carries the second; the third has not come far enough, the fourth does not run.
        for (y, posture, link, heart) in [
            (3.0, UP, 1, Heart::Broken),
            (3.0, CARRIED, 0, Heart::Steady),
            (6.0, UP, NOBODY, Heart::Broken),
            (3.0, UP, NOBODY, Heart::Wavering),
        ] {
            let body = Body { posture, link, mounted: 1, ..Body::zeroed() };
            let mind = Mind { heart: heart as u8, ..Mind::zeroed() };
            let man = Man { unit: UnitIx(0), ..Man::zeroed() };
            world.spawn((man, mind, Place { x: 50.0, y, speed: 5.0, ..Place::zeroed() }, body, Near::default()));
        }
        world.run_system_once(leave_field).unwrap();
        let mut bodies = world.query::<&Body>();
        let found: Vec<_> = bodies.iter(&world).map(|b| (b.posture, b.link)).collect();
        assert_eq!(found, [(GONE, NOBODY), (GONE, NOBODY), (UP, NOBODY), (UP, NOBODY)]);
        let left: Vec<_> = world.resource::<Ledger>().entries.iter().map(|e| (e.tick, e.event.clone())).collect();
        assert_eq!(left, [0, 1].map(|m| (Tick(7), Event::Left { man: ManIx(m) })));
    }
}
