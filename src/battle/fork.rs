//! Forks: going on from a saved state as if an overlay had been there from the start. That is only true while the
//! overlay's changes have not been felt yet, so one that would have been felt before is refused, with its field and time.

use super::State;
use crate::kernel::Tick;
use crate::kernel::time::hms;
use crate::scenario::checked::{self, Condition};
use crate::scenario::overlay::{EarliestEffect, earliest_effect};
use crate::scenario::raw::{Change, Overlay};
use crate::scenario::{LoadError, Problem, Scenario, lay_over, read_overlays};

impl State {
    /// The scenario with overlays (given as paths or names) laid over that of the state, and what should be said first.
    ///
    /// # Errors
    /// Overlays that can't be used, or that would have been felt before the state was saved.
    pub fn fork(&self, with: &[String]) -> Result<(Scenario, Vec<Problem>), LoadError> {
        let texts = read_overlays(&self.scenario.raw.id, with)?;
        let loaded = lay_over(&self.scenario, &texts)?;
        let mut warnings = loaded.warnings;
        let mut felt = Vec::new();
        for (given, overlay) in with.iter().zip(&loaded.overlays) {
            for change in &overlay.changes {
                match self.felt(&loaded.scenario, overlay, change) {
                    Felt::Later => {}
                    Felt::Before(what) => felt.push(Problem::of_file(given, what, self.advice())),
                    Felt::Perhaps(what) => warnings.push(Problem::of_file(given, what, self.advice())),
                }
            }
        }
        if felt.is_empty() { Ok((loaded.scenario, warnings)) } else { Err(LoadError::Wrong(felt)) }
    }

    fn advice(&self) -> String {
        "fork from an earlier state, or fight the battle with the overlay from its start".into()
    }

    /// When a change is felt, as seen from the state.
    fn felt(&self, new: &Scenario, overlay: &Overlay, change: &Change) -> Felt {
        let now_s = self.clock.t_s();
        let alone = Overlay { changes: vec![change.clone()], ..overlay.clone() };
        let field = field(change);
        let before = |t_s: f64| {
            let (t, now) = (hms(t_s), hms(now_s));
            Felt::Before(format!("{field} is felt from {t} on, before the saved state at {now}"))
        };
        match earliest_effect(&self.scenario.raw, &alone) {
            EarliestEffect::Start => before(0.0),
            // The tick that starts at a time is the first to feel what happens at it.
            EarliestEffect::At(t_s) if self.clock.tick_at(f64::from(t_s)) < self.clock.tick => before(f64::from(t_s)),
            EarliestEffect::At(_) => Felt::Later,
            EarliestEffect::Plans { plans, .. } => {
                let done = plans.iter().filter_map(|id| self.carried_out(id)).min();
                if let Some(tick) = done {
                    return before(self.clock.at_s(tick));
                }
                let new_plan = new.plans.iter().find(|p| plans.contains(&p.id));
                match new_plan.filter(|p| not_before_s(&p.when) < now_s) {
                    Some(_) if is_known(new_plan) => before(new_plan.map_or(0.0, |p| not_before_s(&p.when))),
                    Some(_) => {
                        let now = hms(now_s);
                        Felt::Perhaps(format!("{field}: whether its condition was true before {now} is not looked at"))
                    }
                    None => Felt::Later,
                }
            }
        }
    }

    /// When a plan of the saved battle was carried out.
    fn carried_out(&self, plan: &str) -> Option<Tick> {
        let k = self.scenario.plans.iter().position(|p| p.id == plan)?;
        self.memory().done.get(k).copied().flatten()
    }
}

/// When a change is felt.
enum Felt {
    /// Not before the state.
    Later,
    /// Before it: why.
    Before(String),
    /// That can't be known without fighting it: what.
    Perhaps(String),
}

/// No condition is true before this battle time, s.
fn not_before_s(condition: &Condition) -> f64 {
    match condition {
        Condition::At(t_s) => f64::from(*t_s),
        Condition::For(s, _, c) => not_before_s(c) + f64::from(*s),
        Condition::All(list) => list.iter().map(not_before_s).fold(0.0, f64::max),
        Condition::Any(list) => list.iter().map(not_before_s).fold(f64::MAX, f64::min),
        _ => 0.0,
    }
}

/// Is it known when the plan's condition is true, since it is a time alone?
fn is_known(plan: Option<&checked::Plan>) -> bool {
    plan.is_some_and(|p| matches!(p.when, Condition::At(_)))
}

/// What a change changes, as a path into the battle.
fn field(change: &Change) -> String {
    match change {
        Change::DropWeather(id) => format!("weather.events[{id}]"),
        Change::MoveWeather(id, _) => format!("weather.events[{id}].at_s"),
        Change::Wind(_) => "weather.wind_m_s".into(),
        Change::Curing(_) => "weather.curing_pct".into(),
        Change::DropFire(id) => format!("fires[{id}]"),
        Change::MoveFire(id, _) => format!("fires[{id}].at_s"),
        Change::DropPlan(id) => format!("plans[{id}]"),
        Change::ReplacePlan(plan) | Change::AddPlan(plan) => format!("plans[{}]", plan.id),
        Change::DropUnit(id) => format!("units[{id}]"),
        Change::Strength(id, _) => format!("units[{id}].strength"),
        Change::MoveUnit(id, _) => format!("units[{id}].at"),
        Change::AddPatch(patch) => format!("ground.patches[{}]", patch.id),
        Change::DropPatch(id) => format!("ground.patches[{id}]"),
        Change::AddRiver(river) => format!("ground.rivers[{}]", river.id),
        Change::Param(path, _) => format!("the parameter {path}"),
    }
}
