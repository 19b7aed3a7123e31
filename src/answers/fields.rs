//! The fields in which two runs first differ: both are fought again to the tick in which they part, and their states are
//! laid side by side, man by man.

use bevy::prelude::Component;
use bytemuck::Pod;
use serde::Serialize;
use serde_json::Value;

use crate::battle::{Battle, BattleError, Options};
use crate::command::orders::Dispatches;
use crate::command::plans::Memory;
use crate::command::units::Standing;
use crate::fire::{Fire, Smoke};
use crate::kernel::{Tick, UnitIx};
use crate::men::formation::Station;
use crate::men::table::{Body, Hand, Mind, Place};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::weather::Weather;

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldParting {
    /// The domain it belongs to.
    pub domain: &'static str,
    /// The unit, if it is of a unit or a man.
    pub unit: Option<String>,
    /// The man's number in his unit, if it is of a man.
    pub man: Option<u32>,
    /// The field.
    pub field: String,
    /// Its value in the first run, and in the second.
    pub values: [String; 2],
}

/// Why the fields can't be named.
#[derive(Debug, thiserror::Error)]
pub enum FieldsError {
    /// A battle that can't be fought.
    #[error(transparent)]
    Battle(#[from] BattleError),
    /// This build fights another battle than the one that was recorded.
    #[error("this build does not fight the {0} run as it was recorded")]
    OtherBuild(&'static str),
}

/// Fields listed at most.
const MOST: usize = 1000;

/// The fields that differ after `tick`, domain by domain.
///
/// # Errors
/// A run that can't be fought again as it was.
pub fn fields(a: &RunFile, b: &RunFile, tick: Tick, threads: usize) -> Result<Vec<FieldParting>, FieldsError> {
    let (first, second) = (refight(a, tick, threads, "first")?, refight(b, tick, threads, "second")?);
    let mut found = Found { runs: [a, b], battles: [&first, &second], list: Vec::new() };
    found.trees("weather", None, "", |battle| tree(battle.resource::<Weather>()));
    found.fire();
    found.men::<Place>("bodies", "place");
    found.men::<Body>("bodies", "body");
    found.men::<Hand>("arms", "hand");
    found.men::<Mind>("minds", "mind");
    found.units();
    found.trees("command", None, "orders", |battle| tree(battle.resource::<Dispatches>()));
    found.trees("command", None, "memory", |battle| tree(battle.resource::<Memory>()));
    found.list.truncate(MOST);
    Ok(found.list)
}

fn refight(run: &RunFile, tick: Tick, threads: usize, which: &'static str) -> Result<Battle, FieldsError> {
    let options = Options { seed: run.seed, dt_s: run.dt_s, threads, keyframe_s: f32::MAX };
    let mut battle = Battle::new(run.scenario.clone(), options)?;
    while battle.clock().tick <= tick {
        battle.step()?;
    }
    if battle.hashes().row(tick) == run.hashes.row(tick) { Ok(battle) } else { Err(FieldsError::OtherBuild(which)) }
}

fn tree(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

struct Found<'a> {
    runs: [&'a RunFile; 2],
    battles: [&'a Battle; 2],
    list: Vec<FieldParting>,
}

impl Found<'_> {
    /// Lays two trees of values side by side.
    fn trees(
        &mut self,
        domain: &'static str,
        who: Option<(&str, Option<u32>)>,
        top: &str,
        of: impl Fn(&Battle) -> Value,
    ) {
        let [a, b] = self.battles.map(of);
        self.compare(domain, who, top, &a, &b);
    }

    fn compare(&mut self, domain: &'static str, who: Option<(&str, Option<u32>)>, at: &str, a: &Value, b: &Value) {
        let below = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
        match (a, b) {
            _ if a == b || self.list.len() >= MOST => {}
            (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
                for (name, value) in x {
                    self.compare(domain, who, &below(name), value, &y[name]);
                }
            }
            (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
                for (i, (x, y)) in x.iter().zip(y).enumerate() {
                    self.compare(domain, who, &format!("{at}[{i}]"), x, y);
                }
            }
            _ => self.push(domain, who, at.to_owned(), [a.to_string(), b.to_string()]),
        }
    }

    fn push(&mut self, domain: &'static str, who: Option<(&str, Option<u32>)>, field: String, values: [String; 2]) {
        let (unit, man) = who.map_or((None, None), |(unit, man)| (Some(unit.to_owned()), man));
        self.list.push(FieldParting { domain, unit, man, field, values });
    }

    /// The cells of the front and of the smoke; none of two fires on different grids.
    fn fire(&mut self) {
        let [a, b] = self.battles.map(|battle| battle.resource::<Fire>().front());
        let say = |v: Option<f32>| v.map_or_else(|| "no fuel".to_owned(), |m| format!("{m}"));
        if a.grid() == b.grid() {
            for cell in 0..a.grid().len() {
                let values = [a.distance_m(cell), b.distance_m(cell)];
                if values[0] != values[1] && self.list.len() < MOST {
                    let at = a.grid().centre(cell);
                    self.push("fire", None, format!("front_m at {}, {} m", at.x, at.y), values.map(say));
                }
            }
        }
        let [a, b] = self.battles.map(|battle| battle.resource::<Smoke>());
        if a.grid() == b.grid() {
            for cell in 0..a.grid().len() {
                let values = [a.column_kg_m2(cell), b.column_kg_m2(cell)];
                if values[0] != values[1] && self.list.len() < MOST {
                    let at = a.grid().centre(cell);
                    let field = format!("smoke_kg_m2 at {}, {} m", at.x, at.y);
                    self.push("fire", None, field, values.map(|v| v.to_string()));
                }
            }
        }
    }

    /// The units both runs have: the first one's index, the second one's.
    fn shared_units(&self) -> Vec<(UnitIx, UnitIx)> {
        let [a, b] = self.runs.map(|run| &run.scenario.units);
        let pair = |(i, unit): (usize, &crate::scenario::checked::Unit)| {
            Some((UnitIx::new(i), UnitIx::new(b.iter().position(|u| u.id == unit.id)?)))
        };
        a.iter().enumerate().filter_map(pair).collect()
    }

    /// A column of the men of the units both runs have.
    fn men<T: Component + Pod + Serialize + PartialEq>(&mut self, domain: &'static str, top: &str) {
        let columns = self.battles.map(|battle| battle.column::<T>());
        let musters = self.runs.map(|run| Muster::new(&run.scenario));
        for (in_a, in_b) in self.shared_units() {
            let unit = &self.runs[0].scenario.units[in_a.at()].id;
            let pairs = musters[0].men(in_a).zip(musters[1].men(in_b)).enumerate();
            for (number, (i, j)) in pairs {
                let (a, b) = (&columns[0][i], &columns[1][j]);
                if a != b {
                    self.compare(domain, Some((unit, Some(number as u32))), top, &tree(a), &tree(b));
                }
            }
        }
    }

    fn units(&mut self) {
        let stations = self.battles.map(|battle| battle.unit_column::<Station>());
        let standings = self.battles.map(|battle| battle.unit_column::<Standing>());
        for (in_a, in_b) in self.shared_units() {
            let unit = &self.runs[0].scenario.units[in_a.at()].id;
            let who = Some((unit.as_str(), None));
            let (a, b) = (&stations[0][in_a.at()], &stations[1][in_b.at()]);
            self.compare("command", who, "station", &tree(a), &tree(b));
            let (a, b) = (&standings[0][in_a.at()], &standings[1][in_b.at()]);
            self.compare("command", who, "standing", &tree(a), &tree(b));
        }
    }
}
