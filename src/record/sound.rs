//! Is a run that was read whole? A file may be sealed with the right checksum and still refer to men, units or persons
//! that aren't there; whoever reads a run may rely on what is checked here.

use super::keyframe::Keyframe;
use super::ledger::{Cause, Entry, Event, Ledger};
use super::runfile::{Arrivals, Roster, RunFile};
use crate::kernel::{ManIx, PersonIx, UnitIx};
use crate::scenario::checked::{Action, Condition, Order, Scenario};

type Verdict = Result<(), String>;

fn hold(sound: bool, what: &str) -> Verdict {
    if sound { Ok(()) } else { Err(what.into()) }
}

/// Says what is wrong with a run, if anything is.
pub(super) fn check(run: &RunFile) -> Verdict {
    scenario(&run.scenario)?;
    hold(run.dt_s.is_finite() && run.dt_s > 0.0, "the length of its tick is no positive number")?;
    hold(run.hashes.is_whole(), "its hashes are incomplete")?;
    hold(run.hashes.ticks() == run.ticks, "it has not one row of hashes for each tick")?;
    hold(run.hashes.units() == run.scenario.units.len(), "its hashes are of other units")?;
    let men = run.scenario.men();
    roster(&run.men, men)?;
    keyframes(&run.keyframes, run.ticks, men)?;
    arrivals(&run.arrivals, run.ticks)?;
    ledger(&run.ledger, &run.scenario, run.ticks)
}

fn scenario(s: &Scenario) -> Verdict {
    let (w, h) = s.raw.ground.size_m;
    hold(w > 0.0 && h > 0.0 && w.max(h) <= 16_000.0, "its map has no size that fits a keyframe")?;
    hold(s.sides.len() <= 256 && s.units.len() <= 65_536 && s.men() < u32::MAX as usize, "it has too many men")?;
    let square = s.relations.len() == s.sides.len() && s.relations.iter().all(|r| r.len() == s.sides.len());
    hold(square, "the relations of its sides are incomplete")?;
    hold(s.sides.iter().all(|x| x.refuge.at() < s.places.len()), "a side's refuge is no place")?;
    let people = s.persons.len();
    let unit = |u: &UnitIx| u.at() < s.units.len();
    for u in &s.units {
        hold(u.side.at() < s.sides.len(), "a unit is of no side")?;
        hold(u.commander.is_none_or(|p| p.at() < people), "a unit's commander is nobody")?;
    }
    for p in &s.persons {
        let there = s.units.get(p.unit.at()).is_some_and(|u| p.number < u.strength);
        hold(there && p.commands.iter().all(unit), "a person is in no unit")?;
    }
    for p in &s.plans {
        hold(p.by.at() < people, "a plan is nobody's")?;
        condition(&p.when, s)?;
        p.actions.iter().try_for_each(|a| action(a, s))?;
    }
    Ok(())
}

fn condition(c: &Condition, s: &Scenario) -> Verdict {
    match c {
        Condition::AtPlace(p) => hold(p.at() < s.places.len(), "a plan names no place"),
        Condition::UnitGivesWay(u) => hold(u.at() < s.units.len(), "a plan names no unit"),
        Condition::Done(p) => hold(*p < s.plans.len(), "a plan names no plan"),
        Condition::All(list) | Condition::Any(list) => list.iter().try_for_each(|c| condition(c, s)),
        Condition::Not(c) | Condition::For(_, _, c) => condition(c, s),
        _ => Ok(()),
    }
}

fn action(a: &Action, s: &Scenario) -> Verdict {
    let Action::Order { to, order: o } = a else { return Ok(()) };
    order(o, s)?;
    hold(to.iter().all(|u| u.at() < s.units.len()), "an order names what is not there")
}

/// Says what is wrong with an order, if anything is.
pub(crate) fn order(order: &Order, s: &Scenario) -> Verdict {
    let unit = |u: &UnitIx| u.at() < s.units.len();
    let sound = match order {
        Order::March { to, .. } | Order::Follow { to, .. } | Order::Withdraw { to } => to.at() < s.places.len(),
        Order::Between(a, b) => unit(a) && unit(b),
        Order::Join { unit: u } => unit(u),
        Order::Hold | Order::Attack => true,
    };
    hold(sound, "an order names what is not there")
}

fn roster(r: &Roster, men: usize) -> Verdict {
    let lengths = [r.x_m.len(), r.y_m.len(), r.state.len(), r.fear.len(), r.felled_by.len(), r.killed_by.len()];
    let shots = [r.fired.len(), r.fired_near.len(), r.refused.len()];
    hold(shots.iter().all(|n| *n == men), "its shots are of another number of men")?;
    hold(lengths.iter().all(|n| *n == men), "its roster is of another number of men")?;
    let finite = r.x_m.iter().chain(&r.y_m).chain(&r.fear).all(|v| v.is_finite());
    hold(finite, "its roster holds what is no number")?;
    let known = r.felled_by.iter().chain(&r.killed_by).all(|c| *c == 0 || Cause::from_u8(*c).is_some());
    hold(known, "its roster holds an unknown cause")
}

/// Says what is wrong with the keyframes of a battle that fought so many ticks, if anything is.
pub(crate) fn keyframes(frames: &[Keyframe], ticks: u32, men: usize) -> Verdict {
    for k in frames {
        let whole = [k.x_q.len(), k.y_q.len(), k.state.len()].iter().all(|n| *n == men);
        hold(whole, "a keyframe is of another number of men")?;
        hold(k.tick.0 <= ticks, "a keyframe is later than the end")?;
        hold(k.wind_from_deg.is_finite() && k.wind_m_s.is_finite(), "a keyframe's wind is no number")?;
        let smoke = k.smoke.is_empty()
            || (k.smoke_nx > 0
                && k.smoke.len().is_multiple_of(k.smoke_nx as usize)
                && k.smoke_cell_m.is_finite()
                && k.smoke_cell_m > 0.0);
        hold(smoke, "a keyframe's smoke has no shape")?;
    }
    hold(frames.is_sorted_by(|a, b| a.tick < b.tick), "its keyframes are not in the order of time")
}

fn arrivals(a: &Arrivals, ticks: u32) -> Verdict {
    hold(a.cells.len() == a.ticks.len(), "its fire is incomplete")?;
    hold(a.cells.is_empty() || (a.cell_m.is_finite() && a.cell_m > 0.0), "its fire has no grid")?;
    let cells = u64::from(a.nx) * u64::from(a.ny);
    hold(a.cells.iter().all(|c| u64::from(*c) < cells), "its fire is off the grid")?;
    hold(a.cells.is_sorted_by(|x, y| x < y), "its fire is not in the order of the cells")?;
    hold(a.ticks.iter().all(|t| *t <= ticks), "its fire is later than the end")
}

/// Says what is wrong with the ledger of a battle that fought so many ticks, if anything is.
pub(crate) fn ledger(ledger: &Ledger, s: &Scenario, ticks: u32) -> Verdict {
    let (units, persons, men) = (s.units.len(), s.persons.len(), s.men());
    let man = |m: &ManIx| (m.0 as usize) < men;
    let maybe = |m: &Option<ManIx>| m.as_ref().is_none_or(man);
    let unit = |u: &UnitIx| u.at() < units;
    let person = |p: &PersonIx| p.at() < persons;
    for Entry { tick, x_m, y_m, event } in &ledger.entries {
        hold(tick.0 <= ticks, "its ledger is later than the end")?;
        let named = match event {
            Event::WindTurns { .. } | Event::FireLit { .. } | Event::FireOut => true,
            Event::Hurt { man: m, by, distance_m, .. } => man(m) && maybe(by) && distance_m.is_finite(),
            Event::Fell { man: m, over, speed_m_s, density_per_m2 } => {
                man(m) && maybe(over) && speed_m_s.is_finite() && density_per_m2.is_finite()
            }
            Event::Rose { man: m, by } => man(m) && maybe(by),
            Event::Heart { man: m, fear, parts, .. } => {
                let parts: &[f32] = bytemuck::cast_slice(std::slice::from_ref(parts));
                man(m) && fear.is_finite() && parts.iter().all(|p| p.is_finite())
            }
            Event::Cried { man: m, .. } | Event::Left { man: m } => man(m),
            Event::UnitBroke { unit: u } | Event::UnitRallied { unit: u } => unit(u),
            Event::EnteredWater { unit: u } | Event::GaveWay { unit: u } => unit(u),
            Event::Planned { by, .. } | Event::Appealed { by, .. } => person(by),
            Event::OrderSent { by, to, .. } => person(by) && unit(to),
            Event::OrderReceived { to, .. } | Event::OrderLost { to, .. } => unit(to),
            Event::Contact { unit: a, with } => unit(a) && unit(with),
        };
        hold(named && x_m.is_finite() && y_m.is_finite(), "its ledger names what is not there")?;
    }
    hold(ledger.entries.is_sorted_by_key(|e| e.tick), "its ledger is not in the order of time")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples;

    #[test]
    fn the_sample_is_whole_and_each_flaw_is_found() {
        check(&samples::run()).unwrap();
        let flaws: [fn(&mut RunFile); 14] = [
            |r| r.dt_s = f32::NAN,
            |r| r.ticks += 1,
            |r| r.scenario.units[0].strength += 1,
            |r| r.scenario.units[0].side.0 = 9,
            |r| r.scenario.sides[0].refuge.0 = 9,
            |r| r.scenario.persons[0].unit.0 = 9,
            |r| r.scenario.relations[0].clear(),
            |r| r.scenario.raw.ground.size_m.0 = 1e9,
            |r| r.men.killed_by[0] = 99,
            |r| r.keyframes[1].x_q.truncate(1),
            |r| r.keyframes[1].smoke_nx = 0,
            |r| r.arrivals.cells[0] = u32::MAX,
            |r| r.ledger.entries[0].tick.0 = 1 << 30,
            |r| r.ledger.entries.iter_mut().for_each(|e| e.event = Event::Rose { man: ManIx(1 << 20), by: None }),
        ];
        for (i, flaw) in flaws.into_iter().enumerate() {
            let mut run = samples::run();
            flaw(&mut run);
            assert!(check(&run).is_err(), "flaw {i}");
            assert!(RunFile::from_bytes(&run.to_bytes().unwrap()).is_err(), "flaw {i} in a file");
        }
    }
}
