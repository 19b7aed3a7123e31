//! The account of a battle, read off its run file: who had the better of it and why, the course, the units, the named
//! persons, the losses, the fire. Computed from what happened; never from the words of the scenario.

pub mod burn;
pub mod chronicle;
mod course;
pub mod losses;
mod measures;
mod persons;
pub mod place;
mod text;
mod verdict;

use serde::Serialize;

pub use course::Moment;
pub use measures::measures;
pub use persons::PersonAccount;
pub use text::tell;
pub use verdict::Verdict;

use crate::command::orders::describe;
use crate::kernel::{SideIx, Tick, UnitIx, Vec2};
use crate::record::keyframe::Figure;
use crate::record::ledger::Wound;
use crate::record::muster::Muster;
use crate::record::runfile::{BuildStamp, Ended, RunFile};
use crate::scenario::raw::Name;
use burn::Burn;
use chronicle::{Chronicle, chronicle};
use losses::{Losses, losses};
use place::{Whereabouts, whereabouts};

/// The account of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// What was fought.
    pub fought: Fought,
    /// Who had the better of it, and why.
    pub verdict: Verdict,
    /// The course, by time.
    pub course: Vec<Moment>,
    /// The sides, in the order of their ids.
    pub sides: Vec<SideAccount>,
    /// The units, by side and then by id.
    pub units: Vec<UnitAccount>,
    /// The named persons, by side and then by id.
    pub persons: Vec<PersonAccount>,
    /// The fire, if there was one.
    pub fire: Option<Burn>,
}

/// What was fought, and how far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fought {
    /// Id of the scenario.
    pub scenario: String,
    /// Its name.
    pub name: Name,
    /// Overlays laid over it.
    pub overlays: Vec<String>,
    /// Parameters that are not as shipped.
    pub parameters: Vec<(String, f32)>,
    /// The battle seed.
    pub seed: u64,
    /// Length of a tick, s.
    pub tick_s: f32,
    /// Battle time fought, s.
    pub t_s: f64,
    /// Why it ended: `full`, `until` or `interrupted`.
    pub ended: &'static str,
    /// Men at the start, all sides.
    pub men: usize,
    /// The hash of the whole run.
    pub hash: String,
    /// The build that fought it.
    pub build: BuildStamp,
}

/// A side at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideAccount {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// Its losses.
    pub losses: Losses,
    /// Its units.
    pub units: usize,
    /// How many of them broke at some time.
    pub units_broken: usize,
    /// Largest share of its able men who ran at one time.
    pub share_broken_peak: f64,
    /// When, s.
    pub share_broken_peak_t_s: f64,
    /// Share of its able men who run at the end or have left the field.
    pub share_broken_end: f64,
    /// Men struck by an enemy's weapon as they ran.
    pub struck_running: u32,
}

/// A unit at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitAccount {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// Id of its side.
    pub side: String,
    /// Its losses.
    pub losses: Losses,
    /// `in_order`, `wavering`, `broken`, `left` (all who are able) or `destroyed`.
    pub state: &'static str,
    /// The order it last understood, in words.
    pub order: Option<String>,
    /// When it first broke, s.
    pub broke_t_s: Option<f64>,
    /// Where its able men are: the middle one east-west and north-south. When none is left on the field, of those who have
    /// left it, where they did; of all its men when none is able.
    pub ended: Whereabouts,
}

/// The account of a run.
pub fn account(run: &RunFile) -> Account {
    let c = chronicle(run);
    let sides: Vec<_> = (0..run.scenario.sides.len()).map(|s| side(run, &c, s)).collect();
    let mut order: Vec<usize> = (0..run.scenario.units.len()).collect();
    order.sort_by_key(|u| (run.scenario.units[*u].side, &run.scenario.units[*u].id));
    let fire = burn::burn(run, &c);
    Account {
        fought: fought(run),
        verdict: verdict::verdict(run, &c, &sides),
        course: course::course(run, &c, &sides),
        units: order.into_iter().map(|u| unit(run, &c, UnitIx::new(u))).collect(),
        persons: persons::persons(run),
        sides,
        fire,
    }
}

fn fought(run: &RunFile) -> Fought {
    let changed = run.scenario.params.changed();
    Fought {
        scenario: run.scenario.raw.id.clone(),
        name: run.scenario.raw.name.clone(),
        overlays: run.scenario.overlays.clone(),
        parameters: changed.iter().map(|(path, value)| (path.clone(), *value)).collect(),
        seed: run.seed,
        tick_s: run.dt_s,
        t_s: run.clock().t_s(),
        ended: match run.ended {
            Ended::Full => "full",
            Ended::Interrupted => "interrupted",
            Ended::Until => "until",
        },
        men: run.scenario.men(),
        hash: format!("{:016x}", run.hashes.total()),
        build: run.stamp.clone(),
    }
}

/// The indices of a side's men.
fn men_of_side(run: &RunFile, side: usize) -> impl Iterator<Item = usize> {
    let muster = Muster::new(&run.scenario);
    let of_side = move |(_, u): &(usize, &crate::scenario::checked::Unit)| u.side.at() == side;
    run.scenario.units.iter().enumerate().filter(of_side).flat_map(move |(u, _)| muster.men(UnitIx::new(u)))
}

fn side(run: &RunFile, c: &Chronicle, s: usize) -> SideAccount {
    let (side, told) = (&run.scenario.sides[s], &c.sides[s]);
    let losses = losses(run, c, men_of_side(run, s));
    let mut broke: Vec<UnitIx> = told.broke.iter().map(|(_, u)| *u).collect();
    broke.sort();
    broke.dedup();
    SideAccount {
        id: side.id.clone(),
        name: side.name.clone(),
        units: run.scenario.units.iter().filter(|u| u.side == SideIx::new(s)).count(),
        units_broken: broke.len(),
        share_broken_peak: told.peak_broken.0,
        share_broken_peak_t_s: run.clock().at_s(told.peak_broken.1),
        share_broken_end: losses.share_running(),
        struck_running: told.struck_running,
        losses,
    }
}

fn unit(run: &RunFile, c: &Chronicle, ix: UnitIx) -> UnitAccount {
    let unit = &run.scenario.units[ix.at()];
    let men = Muster::new(&run.scenario).men(ix);
    let losses = losses(run, c, men.clone());
    let state = match &losses {
        l if l.able() == 0 => "destroyed",
        l if l.left == l.able() => "left",
        l if (l.running + l.left) * 2 > l.able() => "broken",
        l if (l.running + l.wavering) * 10 > l.able() => "wavering",
        _ => "in_order",
    };
    let figure = |m: &usize| Figure::unpack(run.men.state[*m]);
    let able = men.clone().filter(|m| figure(m).wound < Wound::Out as u8);
    let here = able.clone().filter(|m| !figure(m).gone);
    // Of whom there are any.
    let bodies = [here.collect(), able.collect(), men.collect::<Vec<usize>>()];
    let middle = bodies.into_iter().find(|men| !men.is_empty()).map_or(Vec2::ZERO, |men| middle(run, men.into_iter()));
    let first: Option<Tick> = c.sides[unit.side.at()].broke.iter().find(|(_, u)| *u == ix).map(|(t, _)| *t);
    UnitAccount {
        id: unit.id.clone(),
        name: unit.name.clone(),
        side: run.scenario.sides[unit.side.at()].id.clone(),
        state,
        order: c.last_order(ix).map(|o| describe(&run.scenario, &o)),
        broke_t_s: first.map(|t| run.clock().at_s(t)),
        ended: whereabouts(&run.scenario, middle),
        losses,
    }
}

/// The median place: where most are, whoever strays.
fn middle(run: &RunFile, men: impl Iterator<Item = usize> + Clone) -> Vec2 {
    let median = |column: &[f32]| {
        let mut values: Vec<f32> = men.clone().map(|m| column[m]).collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    Vec2::new(median(&run.men.x_m), median(&run.men.y_m))
}

#[cfg(test)]
mod tests;
