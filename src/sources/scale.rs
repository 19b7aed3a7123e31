//! The same battle with other strengths or other times, to see how far its outcome hangs on figures the text leaves open.

use crate::scenario::problem::suggest;
use crate::scenario::raw::{Battle, Condition, Figure};
use crate::scenario::{LoadError, Problem, Scenario, resolve};

/// What is scaled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scale {
    /// Strengths: the id of a side or a unit (none for all units) and the factor. They multiply.
    pub strengths: Vec<(Option<String>, f32)>,
    /// Factor of the times of the plan: turns of the wind, fires, `At` and `For`. The battle's duration stays.
    pub times: Option<f32>,
}

impl Scale {
    /// Does it change anything?
    pub fn is_plain(&self) -> bool {
        self.strengths.is_empty() && self.times.is_none()
    }

    /// The battle scaled.
    ///
    /// # Errors
    /// A side or unit that isn't there, a factor that is no positive number, or a battle that is not sound so.
    pub fn apply(&self, scenario: &Scenario) -> Result<Scenario, LoadError> {
        let mut battle = scenario.raw.clone();
        for (of, factor) in &self.strengths {
            strengths(&mut battle, of.as_deref(), sane(*factor)?)?;
        }
        if let Some(factor) = self.times {
            times(&mut battle, sane(factor)?);
        }
        resolve(battle, scenario.overlays.clone(), scenario.params.clone())
    }
}

/// Reads `1.2` or `ID=1.2`.
///
/// # Errors
/// What was expected.
pub fn parse_strengths(text: &str) -> Result<(Option<String>, f32), String> {
    let (of, factor) = text.split_once('=').map_or((None, text), |(id, f)| (Some(id.trim().to_owned()), f));
    let factor = factor.trim().parse().map_err(|_| "a factor is wanted: 1.2 or song-old=1.2".to_owned())?;
    Ok((of, factor))
}

fn sane(factor: f32) -> Result<f32, Problem> {
    if (0.01..=100.0).contains(&factor) {
        return Ok(factor);
    }
    Err(Problem::of_file("", format!("{factor} is no factor to scale by"), "0.01 to 100".to_owned()))
}

fn strengths(battle: &mut Battle, of: Option<&str>, factor: f32) -> Result<(), Problem> {
    let mut any = false;
    for unit in &mut battle.units {
        if of.is_none_or(|id| id == unit.id || id == unit.side) {
            any = true;
            let men = libm::roundf(unit.strength.value() * factor).max(1.0);
            unit.strength = scaled(men, "strength", factor);
        }
    }
    if any {
        return Ok(());
    }
    let known = battle.sides.iter().map(|s| s.id.as_str()).chain(battle.units.iter().map(|u| u.id.as_str()));
    let shown = of.unwrap_or_default();
    Err(Problem::of_file("", format!("there is no side or unit `{}`", shown.escape_debug()), suggest(shown, known)))
}

fn times(battle: &mut Battle, factor: f32) {
    let all = battle.weather.events.iter_mut().map(|e| &mut e.at_s).chain(battle.fires.iter_mut().map(|f| &mut f.at_s));
    all.for_each(|t| *t = scaled(t.value() * factor, "time", factor));
    battle.plans.iter_mut().for_each(|p| condition(&mut p.when, factor));
}

fn condition(when: &mut Condition, factor: f32) {
    match when {
        Condition::At(t) => *t = scaled(t.value() * factor, "time", factor),
        Condition::For(seconds, inner) => {
            *seconds *= factor;
            condition(inner, factor);
        }
        Condition::Not(inner) => condition(inner, factor),
        Condition::All(list) | Condition::Any(list) => list.iter_mut().for_each(|c| condition(c, factor)),
        _ => {}
    }
}

/// The figure no longer says what the text or the estimate said.
fn scaled(value: f32, what: &str, factor: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: format!("a sweep: {what} times {factor}") }
}
