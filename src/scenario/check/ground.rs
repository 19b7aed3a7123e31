//! Men stand on the map and out of deep water; fords lie on their river and can be reached.

use std::collections::BTreeMap;

use super::super::checked::Troops;
use super::super::exit::{Exit, nearest_edge};
use super::super::geometry::{Block, Spacing, depth_at, footprint, nearest};
use super::super::path::Path;
use super::super::raw::Battle;
use super::super::report::Report;
use crate::kernel::Vec2;

/// Water men stand in at the start, at most, m: to the calf.
const STANDING_DEPTH_M: f32 = 0.3;
/// Water men wade, at most, m: to the chest.
pub const WADING_DEPTH_M: f32 = 1.3;

/// Each ford lies on its river, is no deeper than it, and both its ends can be walked to.
pub fn fords(battle: &Battle, report: &mut Report) {
    let size = battle.ground.size_m;
    for river in &battle.ground.rivers {
        for ford in &river.fords {
            let path = Path::top().field("ground").field("rivers").id(&river.id).field("fords").id(&ford.id);
            let width = river.width_m.value();
            let Some(here) = nearest(&river.line, ford.at.into()) else { continue };
            if here.distance_m > width / 2.0 {
                let what =
                    format!("the ford `{}` lies {:.0} m from the middle of `{}`", ford.id, here.distance_m, river.id);
                let help = format!(
                    "within {} m of it; the nearest point is ({:.0}, {:.0})",
                    width / 2.0,
                    here.at.x,
                    here.at.y
                );
                report.wrong(&path.field("at"), what, help);
                continue;
            }
            if ford.depth_m.value() > river.depth_m.value() {
                let what = format!("the ford `{}` is deeper than its river", ford.id);
                report.wrong(
                    &path.field("depth_m").field("value"),
                    what,
                    format!("{} m at most", river.depth_m.value()),
                );
            }
            let across = Vec2::new(-here.direction.y, here.direction.x) * (width / 2.0 + 1.0);
            for bank in [here.at + across, here.at - across] {
                let what = if !on_map(bank, size) {
                    "off the map"
                } else if depth_at(&battle.ground.rivers, bank) > WADING_DEPTH_M {
                    "in deep water"
                } else {
                    continue;
                };
                let what = format!(
                    "the ford `{}` can't be reached: its end at ({:.0}, {:.0}) is {what}",
                    ford.id, bank.x, bank.y
                );
                report.wrong(&path.field("at"), what, "both banks must be on dry ground".to_owned());
            }
        }
    }
}

/// An exit lies at the edge of the map.
pub fn exits(battle: &Battle, report: &mut Report) {
    let size = Vec2::from(battle.ground.size_m);
    for place in battle.ground.places.iter().filter(|p| p.exit) {
        if Exit::new(place.at.into(), place.radius_m, size).is_none() {
            let (edge_m, _) = nearest_edge(place.at.into(), size);
            let path = Path::top().field("ground").field("places").id(&place.id).field("exit");
            let what = format!("the exit `{}` does not reach the edge of the map", place.id);
            report.wrong(&path, what, format!("the nearest edge is {edge_m:.0} m off: a radius of more than that"));
        }
    }
}

fn on_map(p: Vec2, size: (f32, f32)) -> bool {
    (0.0..=size.0).contains(&p.x) && (0.0..=size.1).contains(&p.y)
}

/// Each unit's men stand on the map and out of the water; two units on the same ground are only odd.
pub fn units(battle: &Battle, troops: &BTreeMap<String, Troops>, spacing: &Spacing, report: &mut Report) {
    let mut placed: Vec<(&str, Block)> = Vec::new();
    for unit in &battle.units {
        // Unknown troops are found when names are resolved.
        let Some(kind) = troops.get(&unit.troops) else { continue };
        let path = Path::top().field("units").id(&unit.id);
        let size = footprint(unit.strength.value() as u32, kind.arm, unit.frontage_m, spacing);
        let block = Block::new(unit.at, unit.facing_deg, size);
        let extent =
            format!("{} files of {} ranks, {:.0} x {:.0} m", size.files, size.ranks, size.width_m, size.depth_m);
        if let Some(p) = block.corners().into_iter().find(|p| !on_map(*p, battle.ground.size_m)) {
            let what =
                format!("the men of `{}` don't all stand on the map: a corner is at ({:.0}, {:.0})", unit.id, p.x, p.y);
            report.wrong(&path.field("at"), what, format!("it takes up {extent} behind `at`"));
        } else if let Some((p, depth)) = deepest(battle, &block) {
            let what = format!("men of `{}` stand in {depth:.1} m of water at ({:.0}, {:.0})", unit.id, p.x, p.y);
            report.wrong(
                &path.field("at"),
                what,
                format!("{STANDING_DEPTH_M} m at most; it takes up {extent} behind `at`"),
            );
        }
        for (other, there) in &placed {
            if block.overlaps(there) {
                let what = format!("`{}` and `{other}` stand on the same ground", unit.id);
                report.warn(&path.field("at"), what, format!("it takes up {extent} behind `at`"));
            }
        }
        placed.push((&unit.id, block));
    }
}

/// The deepest water above [`STANDING_DEPTH_M`] under a block, on a grid fine enough for its narrowest river.
fn deepest(battle: &Battle, block: &Block) -> Option<(Vec2, f32)> {
    let rivers = &battle.ground.rivers;
    let narrowest = rivers.iter().map(|r| r.width_m.value()).reduce(f32::min)?;
    let steps = |length: f32| (4.0 * length / narrowest).clamp(4.0, 100.0) as u32;
    let (nx, ny) = (steps(block.width_m), steps(block.depth_m));
    let mut found: Option<(Vec2, f32)> = None;
    for i in 0..=nx {
        for j in 0..=ny {
            let p = block.point(i as f32 / nx as f32 - 0.5, j as f32 / ny as f32);
            let depth = depth_at(rivers, p);
            if depth > found.map_or(STANDING_DEPTH_M, |f| f.1) {
                found = Some((p, depth));
            }
        }
    }
    found
}
