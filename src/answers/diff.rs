//! What differs between two runs: what was asked of them, and the first tick and domain in which their states part.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::kernel::{Tick, UnitIx};
use crate::record::hashes::{DOMAINS, Domain, UNIT_DOMAINS};
use crate::record::runfile::RunFile;
use crate::scenario::raw::Battle;

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diff {
    /// What was asked differently: of another scenario, seed, parameter or build.
    pub asked: Vec<Asked>,
    /// Ticks compared: those both runs fought.
    pub ticks: u32,
    /// Ticks the two runs fought.
    pub ticks_fought: [u32; 2],
    /// Where they part, if they do.
    pub first: Option<Parting>,
}

/// One thing asked differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// Of what.
    pub what: String,
    /// In the first run, and in the second.
    pub values: [String; 2],
}

/// Where two runs part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parting {
    /// The first tick after which their states differ.
    pub tick: u32,
    /// Battle time at its start, s.
    pub t_s: f64,
    /// The first domain that differs after it, in the order in which they act.
    pub domain: &'static str,
    /// All domains that differ after it.
    pub domains: Vec<&'static str>,
    /// The units whose own state differs after it.
    pub units: Vec<UnitParting>,
}

/// A unit whose state differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitParting {
    /// Its id.
    pub unit: String,
    /// The domains in which it differs; none for a unit that only one run has.
    pub domains: Vec<&'static str>,
}

impl Diff {
    /// Did both fight the same number of ticks and never part?
    pub fn identical(&self) -> bool {
        self.first.is_none() && self.ticks_fought[0] == self.ticks_fought[1]
    }
}

/// Compares two runs.
pub fn diff(a: &RunFile, b: &RunFile) -> Diff {
    let ticks = a.ticks.min(b.ticks);
    let first = (0..ticks).map(Tick).find(|t| a.hashes.row(*t) != b.hashes.row(*t));
    Diff { asked: asked(a, b), ticks, ticks_fought: [a.ticks, b.ticks], first: first.map(|t| parting(a, b, t)) }
}

fn parting(a: &RunFile, b: &RunFile, tick: Tick) -> Parting {
    let (row_a, row_b) = (a.hashes.row(tick), b.hashes.row(tick));
    let word = |(i, d): (usize, &Domain)| (row_a.map(|r| r[i]) != row_b.map(|r| r[i])).then_some(d.word());
    let domains: Vec<_> = DOMAINS.iter().enumerate().filter_map(word).collect();
    Parting {
        tick: tick.0,
        t_s: a.clock().at_s(tick),
        domain: domains.first().copied().unwrap_or_default(),
        domains,
        units: units(a, b, tick),
    }
}

/// The units that differ after a tick, by id: the runs may have other units beside them.
fn units(a: &RunFile, b: &RunFile, tick: Tick) -> Vec<UnitParting> {
    let hashes = |run: &RunFile| -> BTreeMap<String, Option<[u32; 3]>> {
        let of =
            |(i, u): (usize, &crate::scenario::checked::Unit)| (u.id.clone(), run.hashes.unit(tick, UnitIx::new(i)));
        run.scenario.units.iter().enumerate().map(of).collect()
    };
    let (of_a, of_b) = (hashes(a), hashes(b));
    let mut ids: Vec<&String> = of_a.keys().chain(of_b.keys()).collect();
    ids.sort();
    ids.dedup();
    let differs = |id: &&String| of_a.get(*id) != of_b.get(*id);
    let domains = |id: &String| match (of_a.get(id).copied().flatten(), of_b.get(id).copied().flatten()) {
        (Some(x), Some(y)) => (0..3).filter(|i| x[*i] != y[*i]).map(|i| UNIT_DOMAINS[i].word()).collect(),
        _ => Vec::new(),
    };
    ids.into_iter().filter(differs).map(|id| UnitParting { unit: id.clone(), domains: domains(id) }).collect()
}

fn asked(a: &RunFile, b: &RunFile) -> Vec<Asked> {
    let mut list = Vec::new();
    let mut compare = |what: &str, x: String, y: String| {
        if x != y {
            list.push(Asked { what: what.into(), values: [x, y] });
        }
    };
    compare("build", a.stamp.to_string(), b.stamp.to_string());
    compare("scenario", a.scenario.raw.id.clone(), b.scenario.raw.id.clone());
    compare("overlays", a.scenario.overlays.join(" "), b.scenario.overlays.join(" "));
    compare("seed", a.seed.to_string(), b.seed.to_string());
    compare("tick_s", a.dt_s.to_string(), b.dt_s.to_string());
    for (part, same) in parts(&a.scenario.raw, &b.scenario.raw) {
        if !same {
            compare(&format!("scenario.{part}"), "one".into(), "another".into());
        }
    }
    let values = |run: &RunFile| -> BTreeMap<String, String> {
        let params = &run.scenario.params;
        let of = |path: &String| params.value(path).map_or_else(|e| e.to_string(), |v| v.to_string());
        params.rows().map(|row| (row.path.clone(), of(&row.path))).collect()
    };
    let (of_a, of_b) = (values(a), values(b));
    let mut paths: Vec<&String> = of_a.keys().chain(of_b.keys()).collect();
    paths.sort();
    paths.dedup();
    for path in paths {
        let value = |of: &BTreeMap<String, String>| of.get(path).cloned().unwrap_or_else(|| "none".into());
        compare(path, value(&of_a), value(&of_b));
    }
    list
}

/// The parts of two battles as written, and whether they are the same.
fn parts(a: &Battle, b: &Battle) -> [(&'static str, bool); 10] {
    [
        ("duration_s", a.duration_s == b.duration_s),
        ("ground", a.ground == b.ground),
        ("weather", a.weather == b.weather),
        ("fires", a.fires == b.fires),
        ("troops", a.troops == b.troops),
        ("sides", a.sides == b.sides),
        ("relations", a.relations == b.relations),
        ("units", a.units == b.units),
        ("persons", a.persons == b.persons),
        ("plans", a.plans == b.plans),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::hashes::HashTrack;
    use crate::record::samples;

    /// A run of the sample whose hashes are 0, but for what `change` adds at a tick.
    fn run(ticks: u32, change: Option<(u32, [u64; 6], [[u32; 3]; 2])>) -> RunFile {
        let mut run = samples::run();
        run.ticks = ticks;
        run.hashes = HashTrack::new(2);
        for t in 0..ticks {
            let (domains, units) = match change {
                Some((at, domains, units)) if at == t => (domains, units),
                _ => ([0; 6], [[0; 3]; 2]),
            };
            run.hashes.push(domains, units);
        }
        run
    }

    #[test]
    fn a_run_is_identical_to_itself() {
        let answer = diff(&run(40, None), &run(40, None));
        assert!(answer.identical() && answer.asked.is_empty());
    }

    #[test]
    fn a_shorter_run_agrees_up_to_its_end() {
        let answer = diff(&run(40, None), &run(30, None));
        assert!(!answer.identical() && answer.first.is_none());
        assert_eq!((answer.ticks, answer.ticks_fought), (30, [40, 30]));
        let later = run(40, Some((35, [1; 6], [[1; 3]; 2])));
        assert_eq!(diff(&run(30, None), &later).first, None, "what only one has fought is not compared");
    }

    #[test]
    fn the_first_tick_domain_and_units_are_named() {
        let changed = run(40, Some((12, [0, 0, 0, 5, 6, 0], [[0; 3], [0, 7, 8]])));
        let first = diff(&run(40, None), &changed).first.unwrap();
        assert_eq!((first.tick, first.t_s, first.domain), (12, 6.0, "arms"));
        assert_eq!(first.domains, ["arms", "minds"]);
        assert_eq!(first.units, [UnitParting { unit: "yoto".into(), domains: vec!["arms", "minds"] }]);
    }

    #[test]
    fn units_are_matched_by_id_whatever_their_order() {
        let mut swapped = run(40, Some((3, [0, 0, 1, 0, 0, 0], [[9, 0, 0], [0, 0, 0]])));
        swapped.scenario.units.swap(0, 1);
        let first = diff(&run(40, None), &swapped).first.unwrap();
        assert_eq!(first.units, [UnitParting { unit: "yoto".into(), domains: vec!["bodies"] }]);
        swapped.scenario.units[0].id = "dodo".into();
        let first = diff(&run(40, None), &swapped).first.unwrap();
        let ids: Vec<_> = first.units.iter().map(|u| u.unit.as_str()).collect();
        assert_eq!(ids, ["dodo", "yoto"]);
    }

    #[test]
    fn what_was_asked_differently_is_named() {
        let (a, mut b) = (run(40, None), run(40, None));
        b.seed = 8;
        b.stamp.commit = "another".into();
        b.scenario.raw.weather.wind_from_deg = 90.0;
        b.scenario.params.set("fire.residence_s", 11.0).unwrap();
        let answer = diff(&a, &b);
        let what: Vec<_> = answer.asked.iter().map(|d| d.what.as_str()).collect();
        assert_eq!(what, ["build", "seed", "scenario.weather", "fire.residence_s"]);
        assert!(answer.identical(), "what was asked had no effect");
    }
}
