//! Overlays: what a counterfactual changes, and from when on it can be felt.

use super::check::{ID_RULE, NoId, is_id};
use super::path::Path;
use super::problem::suggest;
use super::raw::{Action, Battle, Change, Overlay};
use super::report::Report;
use crate::params::ParamTable;

/// When an overlay can first be felt: two runs of one seed are the same until then.
#[derive(Clone, Debug, PartialEq)]
pub enum EarliestEffect {
    /// From the start: strengths, ground, parameters.
    Start,
    /// From a known time on, s.
    At(f32),
    /// From the tick on which the condition of one of these plans is first true in either run, and not later than a
    /// known time, if a timed event is changed too.
    Plans {
        /// The ids of the plans changed, sorted.
        plans: Vec<String>,
        /// The time of a timed event that is changed too, s.
        or_at_s: Option<f32>,
    },
}

/// When an overlay of `base` (without it) can first be felt. A change of what isn't there counts as from the start.
pub fn earliest_effect(base: &Battle, overlay: &Overlay) -> EarliestEffect {
    let mut plans: Vec<String> = Vec::new();
    let mut first: Option<f32> = None;
    let weather = |id: &str| base.weather.events.iter().find(|e| e.id == id).map(|e| e.at_s.value());
    let fire = |id: &str| base.fires.iter().find(|f| f.id == id).map(|f| f.at_s.value());
    for change in &overlay.changes {
        let time = match change {
            Change::DropWeather(id) => weather(id),
            Change::DropFire(id) => fire(id),
            Change::MoveWeather(id, to) => weather(id).map(|t| t.min(to.value())),
            Change::MoveFire(id, to) => fire(id).map(|t| t.min(to.value())),
            Change::DropPlan(id) => {
                plans.push(id.clone());
                continue;
            }
            Change::ReplacePlan(plan) | Change::AddPlan(plan) => {
                plans.push(plan.id.clone());
                continue;
            }
            _ => None,
        };
        let Some(t) = time else { return EarliestEffect::Start };
        first = Some(first.map_or(t, |f| f.min(t)));
    }
    plans.sort();
    plans.dedup();
    match (plans.is_empty(), first) {
        (false, or_at_s) => EarliestEffect::Plans { plans, or_at_s },
        (true, Some(t)) => EarliestEffect::At(t),
        // Nothing is changed, so nothing is ever felt; a fork may start anywhere.
        (true, None) => EarliestEffect::At(f32::MAX),
    }
}

/// A unit that isn't there takes its named persons and their plans with it, and nobody commands it. What still waits
/// for it or moves on it must be changed by the overlay too, and is told when names are resolved.
fn forget_unit(battle: &mut Battle, unit: &str) {
    let gone: Vec<String> = battle.persons.iter().filter(|p| p.unit == unit).map(|p| p.id.clone()).collect();
    battle.persons.retain(|p| p.unit != unit);
    battle.plans.retain(|p| !gone.contains(&p.by));
    for person in &mut battle.persons {
        person.commands.retain(|u| u != unit);
    }
    for plan in &mut battle.plans {
        // An order to this unit alone goes: without addressees it would be an order to all.
        plan.actions.retain(|a| !matches!(a, Action::Order { to, .. } if to.len() == 1 && to[0] == unit));
        for action in &mut plan.actions {
            if let Action::Order { to, .. } = action {
                to.retain(|u| u != unit);
            }
        }
    }
    battle.plans.retain(|p| !p.actions.is_empty());
}

/// The place of the row with this id, or a problem at the change that names it.
fn find<T>(
    list: &[T],
    id_of: impl Fn(&T) -> &str,
    kind: &str,
    id: &str,
    place: &Path,
    source: usize,
    report: &mut Report,
) -> Option<usize> {
    let found = list.iter().position(|row| id_of(row) == id);
    if found.is_none() {
        let shown: String = id.chars().take(80).collect();
        let help = suggest(id, list.iter().map(&id_of));
        report.wrong_in(source, place, format_args!("there is no {kind} `{}` to change", shown.escape_debug()), help);
    }
    found
}

/// Is this an id that can be added to a list? If not, a problem at the change that adds it.
fn fresh<T>(
    list: &[T],
    id_of: impl Fn(&T) -> &str,
    kind: &str,
    id: &str,
    place: &Path,
    source: usize,
    report: &mut Report,
) -> bool {
    if !is_id(id) {
        report.wrong_in(source, place, NoId(id), ID_RULE.to_owned());
        return false;
    }
    let taken = list.iter().any(|row| id_of(row) == id);
    if taken {
        report.wrong_in(source, place, format_args!("there is a {kind} `{id}` already"), "take another id".to_owned());
    }
    !taken
}

/// Applies the changes of an overlay, read from the text with the number `source`.
pub fn apply(battle: &mut Battle, params: &mut ParamTable, overlay: Overlay, source: usize, report: &mut Report) {
    let top = Path::top();
    if overlay.format != 1 {
        let what = format!("format {} is not known", overlay.format);
        report.wrong_in(source, &top.field("format"), what, "1".to_owned());
    }
    if !is_id(&overlay.id) {
        report.wrong_in(source, &top.field("id"), NoId(&overlay.id), ID_RULE.to_owned());
    }
    if overlay.of != battle.id {
        let what = format!("this overlay is of `{}`, not of `{}`", overlay.of.escape_debug(), battle.id);
        report.wrong_in(source, &top.field("of"), what, None);
        return;
    }
    if overlay.changes.is_empty() {
        report.warn_in(source, &top.field("changes"), "this overlay changes nothing", None);
    }
    for (i, change) in overlay.changes.into_iter().enumerate() {
        one(battle, params, change, source, &top.field("changes").ix(i), report);
    }
}

fn one(battle: &mut Battle, params: &mut ParamTable, change: Change, source: usize, place: &Path, report: &mut Report) {
    let top = Path::top();
    let (target, value) = (place.ix(0), place.ix(1));
    match change {
        Change::Wind(figure) => {
            report.written_at(top.field("weather").field("wind_m_s"), source, target);
            battle.weather.wind_m_s = figure;
        }
        Change::Curing(figure) => {
            report.written_at(top.field("weather").field("curing_pct"), source, target);
            battle.weather.curing_pct = figure;
        }
        Change::DropWeather(id) => {
            let events = &mut battle.weather.events;
            if let Some(n) = find(events, |e| &e.id, "weather event", &id, &target, source, report) {
                events.remove(n);
            }
        }
        Change::MoveWeather(id, at_s) => {
            let events = &mut battle.weather.events;
            if let Some(n) = find(events, |e| &e.id, "weather event", &id, &target, source, report) {
                report.written_at(top.field("weather").field("events").id(&id).field("at_s"), source, value);
                events[n].at_s = at_s;
            }
        }
        Change::DropFire(id) => {
            if let Some(n) = find(&battle.fires, |f| &f.id, "fire", &id, &target, source, report) {
                battle.fires.remove(n);
            }
        }
        Change::MoveFire(id, at_s) => {
            if let Some(n) = find(&battle.fires, |f| &f.id, "fire", &id, &target, source, report) {
                report.written_at(top.field("fires").id(&id).field("at_s"), source, value);
                battle.fires[n].at_s = at_s;
            }
        }
        Change::DropPlan(id) => {
            if let Some(n) = find(&battle.plans, |p| &p.id, "plan", &id, &target, source, report) {
                battle.plans.remove(n);
            }
        }
        Change::ReplacePlan(plan) => {
            let named = target.field("id");
            if let Some(n) = find(&battle.plans, |p| &p.id, "plan", &plan.id, &named, source, report) {
                report.written_at(top.field("plans").id(&plan.id), source, target);
                battle.plans[n] = plan;
            }
        }
        Change::AddPlan(plan) => {
            if fresh(&battle.plans, |p| &p.id, "plan", &plan.id, &target.field("id"), source, report) {
                report.written_at(top.field("plans").id(&plan.id), source, target);
                battle.plans.push(plan);
            }
        }
        Change::DropUnit(id) => {
            if let Some(n) = find(&battle.units, |u| &u.id, "unit", &id, &target, source, report) {
                battle.units.remove(n);
                forget_unit(battle, &id);
            }
        }
        Change::Strength(id, figure) => {
            if let Some(n) = find(&battle.units, |u| &u.id, "unit", &id, &target, source, report) {
                report.written_at(top.field("units").id(&id).field("strength"), source, value);
                battle.units[n].strength = figure;
            }
        }
        Change::MoveUnit(id, at) => {
            if let Some(n) = find(&battle.units, |u| &u.id, "unit", &id, &target, source, report) {
                report.written_at(top.field("units").id(&id).field("at"), source, value);
                battle.units[n].at = at;
            }
        }
        Change::AddPatch(patch) => {
            let patches = &mut battle.ground.patches;
            if fresh(patches, |p| &p.id, "patch", &patch.id, &target.field("id"), source, report) {
                report.written_at(top.field("ground").field("patches").id(&patch.id), source, target);
                patches.push(patch);
            }
        }
        Change::DropPatch(id) => {
            let patches = &mut battle.ground.patches;
            if let Some(n) = find(patches, |p| &p.id, "patch", &id, &target, source, report) {
                patches.remove(n);
            }
        }
        Change::AddRiver(river) => {
            let rivers = &mut battle.ground.rivers;
            if fresh(rivers, |r| &r.id, "river", &river.id, &target.field("id"), source, report) {
                report.written_at(top.field("ground").field("rivers").id(&river.id), source, target);
                rivers.push(river);
            }
        }
        Change::Param(path, to) => match params.set(&path, to) {
            Ok(None) => {}
            Ok(Some(warning)) => report.warn_in(source, &value, warning, None),
            Err(error) => report.wrong_in(source, &target, error, None),
        },
    }
}
