//! Plans can be carried out: leaders order their own units, plans don't wait for each other in a ring, and foot sent
//! over a river has a way through it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::checked::Troops;
use super::super::geometry::{crossings as crossings_of, nearest};
use super::super::path::Path;
use super::super::problem::suggest;
use super::super::raw::*;
use super::super::report::Report;
use super::ground::WADING_DEPTH_M;

/// The units an order goes to.
fn addressed<'a>(leader: &'a Person, to: &'a [String]) -> &'a [String] {
    if to.is_empty() { &leader.commands } else { to }
}

fn plan_path(plan: &Plan) -> Path {
    Path::top().field("plans").id(&plan.id)
}

fn leader<'a>(battle: &'a Battle, plan: &Plan) -> Option<&'a Person> {
    battle.persons.iter().find(|p| p.id == plan.by)
}

/// How two sides stand.
pub fn relation(battle: &Battle, a: &str, b: &str) -> Relation {
    if a == b {
        return Relation::Allied;
    }
    let pair = |x: &str, y: &str| (x == a && y == b) || (x == b && y == a);
    battle.relations.iter().find(|(x, y, _)| pair(x, y)).map_or(Relation::Hostile, |(_, _, r)| *r)
}

/// A leader commands units of his own friends, and orders only those; whom an order names stands as it supposes.
pub fn commands(battle: &Battle, report: &mut Report) {
    let side_of = |unit: &str| battle.units.iter().find(|u| u.id == unit).map(|u| u.side.as_str());
    for person in &battle.persons {
        let Some(own) = side_of(&person.unit) else { continue };
        for (i, unit) in person.commands.iter().enumerate() {
            let path = Path::top().field("persons").id(&person.id).field("commands").ix(i);
            if person.commands[..i].contains(unit) {
                report.wrong(&path, format_args!("`{unit}` stands twice among the units of `{}`", person.id), None);
            }
            if side_of(unit).is_some_and(|s| relation(battle, own, s) != Relation::Allied) {
                report.wrong(
                    &path,
                    format_args!("`{}` can't command `{unit}`: it is not on his side", person.id),
                    None,
                );
            }
        }
    }
    for plan in &battle.plans {
        let Some(leader) = leader(battle, plan) else { continue };
        for (i, action) in plan.actions.iter().enumerate() {
            let Action::Order { to, order } = action else { continue };
            let path = plan_path(plan).field("do").ix(i);
            if leader.commands.is_empty() {
                let what = format!("`{}` gives an order, but commands no unit", leader.id);
                report.wrong(&path, what, format!("list them in `commands` of `{}`", leader.id));
                continue;
            }
            for (j, unit) in to.iter().enumerate() {
                // An unknown unit is found when names are resolved.
                if side_of(unit).is_some() && !leader.commands.contains(unit) {
                    let help = suggest(unit, leader.commands.iter().map(String::as_str));
                    let what = format!("`{}` does not command `{unit}`", leader.id);
                    report.wrong(&path.field("to").ix(j), what, format!("of the units under him: {help}"));
                }
            }
            let stand = |unit: &str| Some(relation(battle, side_of(&leader.unit)?, side_of(unit)?));
            match order {
                Order::Between(a, b) => {
                    for (n, unit) in [a, b].into_iter().enumerate() {
                        if stand(unit).is_some_and(|r| r != Relation::Hostile) {
                            let what = format!("`{unit}` is no enemy of `{}`", leader.id);
                            report.wrong(&path.field("order").ix(n), what, "Between takes two enemy units".to_owned());
                        }
                    }
                    if a == b {
                        report.wrong(&path.field("order").ix(1), "Between takes two units, not one twice", None);
                    }
                }
                Order::Join { unit } => {
                    let path = path.field("order").field("unit");
                    if stand(unit).is_some_and(|r| r != Relation::Allied) {
                        report.wrong(&path, format_args!("`{unit}` is no friend of `{}`", leader.id), None);
                    } else if addressed(leader, to) == std::slice::from_ref(unit) {
                        report.wrong(&path, format_args!("`{unit}` can't join itself"), None);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Plans that can never be carried out, since they wait for each other.
pub fn never(battle: &Battle, report: &mut Report) {
    let mut possible: BTreeSet<&str> = BTreeSet::new();
    loop {
        let before = possible.len();
        for plan in &battle.plans {
            if can_be(&plan.when, &possible) {
                possible.insert(&plan.id);
            }
        }
        if possible.len() == before {
            break;
        }
    }
    let known: BTreeSet<&str> = battle.plans.iter().map(|p| p.id.as_str()).collect();
    for plan in battle.plans.iter().filter(|p| !possible.contains(p.id.as_str())) {
        let mut waits = BTreeSet::new();
        awaited(&plan.when, &mut waits);
        // A plan that isn't there is found when names are resolved.
        let waits: Vec<_> = waits.into_iter().filter(|id| known.contains(id) && !possible.contains(id)).collect();
        if !waits.is_empty() {
            let what = format!("the plan `{}` can never be carried out: it waits for {}", plan.id, waits.join(", "));
            report.wrong(&plan_path(plan).field("when"), what, "plans must not wait for each other".to_owned());
        }
    }
}

fn can_be(when: &Condition, possible: &BTreeSet<&str>) -> bool {
    match when {
        Condition::Done(plan) => possible.contains(plan.as_str()),
        Condition::All(list) => list.iter().all(|c| can_be(c, possible)),
        Condition::Any(list) => list.iter().any(|c| can_be(c, possible)),
        Condition::For(_, inner) => can_be(inner, possible),
        _ => true,
    }
}

fn awaited<'a>(when: &'a Condition, out: &mut BTreeSet<&'a str>) {
    match when {
        Condition::Done(plan) => {
            out.insert(plan);
        }
        Condition::All(list) | Condition::Any(list) => list.iter().for_each(|c| awaited(c, out)),
        Condition::For(_, inner) => awaited(inner, out),
        _ => {}
    }
}

/// Foot ordered to the other bank of a river needs water it can wade somewhere.
pub fn crossings(battle: &Battle, troops: &BTreeMap<String, Troops>, report: &mut Report) {
    let deep =
        |r: &&River| r.depth_m.value() > WADING_DEPTH_M && r.fords.iter().all(|f| f.depth_m.value() > WADING_DEPTH_M);
    let impassable: Vec<&River> =
        battle.ground.rivers.iter().filter(deep).filter(|r| parts_the_map(battle, r)).collect();
    if impassable.is_empty() {
        return;
    }
    for plan in &battle.plans {
        let Some(leader) = leader(battle, plan) else { continue };
        for (i, action) in plan.actions.iter().enumerate() {
            let Action::Order { to, order } = action else { continue };
            let (Order::March { to: goal, .. } | Order::Follow { to: goal, .. } | Order::Withdraw { to: goal }) = order
            else {
                continue;
            };
            let Some(place) = battle.ground.places.iter().find(|p| p.id == *goal) else { continue };
            for unit in battle.units.iter().filter(|u| addressed(leader, to).contains(&u.id)) {
                let on_foot = troops.get(&unit.troops).is_some_and(|t| t.arm == Arm::Foot);
                let parted = |r: &&&River| crossings_of(&r.line, unit.at.into(), place.at.into()) % 2 == 1;
                if on_foot && let Some(river) = impassable.iter().find(parted) {
                    let what =
                        format!("`{}` is foot and can't reach `{goal}`: `{}` has no way through", unit.id, river.id);
                    let help = format!("a ford of at most {WADING_DEPTH_M} m, or a goal on the unit's own bank");
                    report.wrong(&plan_path(plan).field("do").ix(i).field("order").field("to"), what, help);
                }
            }
        }
    }
}

/// Does the river run from edge to edge, so that nobody can walk round its end?
fn parts_the_map(battle: &Battle, river: &River) -> bool {
    let size = battle.ground.size_m;
    let edge = [(0.0, 0.0), (size.0, 0.0), (size.0, size.1), (0.0, size.1), (0.0, 0.0)];
    let ends = |p: &Point| {
        let inside = (0.0..=size.0).contains(&p.0) && (0.0..=size.1).contains(&p.1);
        !inside || nearest(&edge, (*p).into()).is_some_and(|n| n.distance_m <= river.width_m.value())
    };
    river.line.first().is_some_and(ends) && river.line.last().is_some_and(ends)
}
