//! The course of a battle in about a dozen lines: the first of each kind of thing that happened, and the greatest.

use std::collections::BTreeMap;

use serde::Serialize;

use super::SideAccount;
use super::chronicle::Chronicle;
use super::place::both;
use super::verdict::percent;
use crate::kernel::{Tick, UnitIx};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::scenario::checked::Order;
use crate::scenario::raw::Cry;

/// A moment of the course.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// When, s.
    pub t_s: f64,
    /// A word for what it is, for programs.
    pub kind: &'static str,
    /// The id of the side it is of, if it is of one.
    pub side: Option<String>,
    /// What happened.
    pub what: String,
}

/// Share of the able men that is worth a line when so many run at once.
const WORTH_TELLING: f64 = 0.05;

struct Course<'a> {
    run: &'a RunFile,
    c: &'a Chronicle,
    moments: Vec<(Tick, Moment)>,
}

/// The course of a run.
pub fn course(run: &RunFile, c: &Chronicle, sides: &[SideAccount]) -> Vec<Moment> {
    let mut course = Course { run, c, moments: Vec::new() };
    course.outside();
    for (s, side) in sides.iter().enumerate() {
        course.side(s, side);
    }
    course.leaders();
    course.moments.sort_by_key(|(tick, _)| *tick);
    course.moments.into_iter().map(|(_, m)| m).collect()
}

impl Course<'_> {
    fn add(&mut self, tick: Tick, kind: &'static str, side: Option<usize>, what: String) {
        let side = side.and_then(|s| Some(self.run.scenario.sides.get(s)?.id.clone()));
        self.moments.push((tick, Moment { t_s: self.run.clock().at_s(tick), kind, side, what }));
    }

    fn unit(&self, unit: UnitIx) -> String {
        both(&self.run.scenario.units[unit.at()].name)
    }

    /// Fire, wind, and the first blows.
    fn outside(&mut self) {
        for (tick, id) in &self.c.fires_lit {
            self.add(*tick, "fire_lit", None, format!("fire breaks out ({id})"));
        }
        for (tick, id) in &self.c.wind_turns {
            let before: usize = self.run.arrivals.ticks.iter().filter(|t| **t < tick.0).count();
            let cell = f64::from(self.run.arrivals.cell_m);
            let ha = before as f64 * cell * cell / 10_000.0;
            let burnt = if before > 0 { format!("; {ha:.0} ha have burnt") } else { String::new() };
            self.add(*tick, "wind_turns", None, format!("the wind begins to turn ({id}){burnt}"));
        }
        if let Some(tick) = self.c.fire_out {
            self.add(tick, "fire_out", None, "the last flame goes out".into());
        }
        if let Some((tick, unit, with)) = self.c.first_contact {
            let what = format!("first blows: {} on {}", self.unit(unit), self.unit(with));
            self.add(tick, "contact", None, what);
        }
    }

    /// Water, flames, cries, breaking and rallying of a side.
    fn side(&mut self, s: usize, side: &SideAccount) {
        let (told, name) = (&self.c.sides[s], both(&side.name));
        if let Some((tick, unit)) = told.first_water {
            let what = format!("first {name} in the water: {}", self.unit(unit));
            self.add(tick, "first_in_water", Some(s), what);
        }
        if let Some((tick, unit)) = told.gave_way.first() {
            let all = distinct(&told.gave_way);
            let rest = if all > 1 { format!(", the first of {all} {name} units") } else { format!(" ({name})") };
            self.add(*tick, "gave_way", Some(s), format!("{} gives way before the flames{rest}", self.unit(*unit)));
        }
        let (cries, first) = self.c.alarms(s);
        if let Some(tick) = first {
            let fire = told.cries[Cry::FireTurned as usize].1 == Some(tick);
            let words = if fire { "that the fire is upon them" } else { "that they are beaten" };
            let what = format!("a {name} man cries {words}, the first of {cries} cries of alarm");
            self.add(tick, "first_cry", Some(s), what);
        }
        if let (n, Some(tick)) = told.cries[Cry::Cheer as usize] {
            self.add(tick, "first_cheer", Some(s), format!("the {name} begin to cheer ({n} in all)"));
        }
        self.breaking(s, side);
        if let Some((tick, man, all)) = told.left
            && let Some((unit, _)) = Muster::new(&self.run.scenario).of(man)
        {
            let what = format!("a man of {} leaves the field, the first of {all} {name} men", self.unit(unit));
            self.add(tick, "first_leaves", Some(s), what);
        }
    }

    fn breaking(&mut self, s: usize, side: &SideAccount) {
        let (told, name) = (&self.c.sides[s], both(&side.name));
        if let Some((tick, unit)) = told.broke.first() {
            let what = format!("{} breaks, the first {name} unit", self.unit(*unit));
            self.add(*tick, "first_unit_breaks", Some(s), what);
        }
        let mut firsts: BTreeMap<UnitIx, Tick> = BTreeMap::new();
        for (tick, unit) in &told.broke {
            firsts.entry(*unit).or_insert(*tick);
        }
        let last = firsts.iter().max_by_key(|(_, tick)| **tick);
        if let Some((unit, tick)) = last.filter(|_| firsts.len() > 1) {
            let what =
                format!("{} breaks, the last of {} among {} {name} units", self.unit(*unit), firsts.len(), side.units);
            self.add(*tick, "last_unit_breaks", Some(s), what);
        }
        if let Some(tick) = told.half_broken {
            self.add(tick, "half_broken", Some(s), format!("half of the able {name} run"));
        }
        if told.peak_broken.0 >= WORTH_TELLING {
            let share = percent(told.peak_broken.0);
            self.add(
                told.peak_broken.1,
                "most_broken",
                Some(s),
                format!("{share} of the able {name} run, the most at any time"),
            );
        }
        if let Some((tick, unit)) = told.rallied.first() {
            let all = distinct(&told.rallied);
            let what = format!("{} rallies, the first of {all} {name} units that do", self.unit(*unit));
            self.add(*tick, "first_rally", Some(s), what);
        }
    }

    /// Appeals, and the plans that order an attack, a thrust or a fighting retreat.
    fn leaders(&mut self) {
        let persons = &self.run.scenario.persons;
        let side_of = |p: usize| self.run.scenario.units[persons[p].unit.at()].side.at();
        let mut told = Vec::new();
        for (tick, by, words, heard) in &self.c.appeals {
            let what = format!("{} calls on his men, “{words}”: {heard} hear him", both(&persons[by.at()].name));
            told.push((*tick, "appeal", side_of(by.at()), what));
        }
        for (tick, by, plan) in &self.c.plans {
            let orders: Vec<_> = self.c.orders.iter().filter(|o| o.plan == *plan).collect();
            let is = |want: fn(&Order) -> bool| orders.iter().filter(|o| want(&o.order)).count();
            let attack = is(|o| matches!(o, Order::Attack));
            let retreat = is(|o| matches!(o, Order::Withdraw { .. } | Order::Join { .. }));
            let thrust =
                orders.iter().find_map(|o| if let Order::Between(a, b) = o.order { Some((o, a, b)) } else { None });
            let received = orders.iter().filter(|o| o.received.is_some()).count();
            let name = both(&persons[by.at()].name);
            if attack > 0 {
                let what = format!("{name} orders {} to attack; {}", units(attack), obeyed(received));
                told.push((*tick, "attack_ordered", side_of(by.at()), what));
            }
            if let Some((order, a, b)) = thrust {
                let (to, a, b) = (self.unit(order.to), self.unit(a), self.unit(b));
                let what = format!("{name} sends {to} to drive between {a} and {b}");
                told.push((*tick, "thrust_ordered", side_of(by.at()), what));
            }
            if retreat > 0 {
                let what = format!("{name} orders {} to fall back fighting; {}", units(retreat), obeyed(received));
                told.push((*tick, "retreat_ordered", side_of(by.at()), what));
            }
        }
        for (tick, kind, side, what) in told {
            self.add(tick, kind, Some(side), what);
        }
    }
}

fn units(n: usize) -> String {
    if n == 1 { "one unit".into() } else { format!("{n} units") }
}

/// How many of the units were reached by the order and understood it.
fn obeyed(n: usize) -> String {
    match n {
        0 => "none understands it".into(),
        1 => "one understands it".into(),
        n => format!("{n} understand it"),
    }
}

fn distinct(list: &[(Tick, UnitIx)]) -> usize {
    let mut units: Vec<UnitIx> = list.iter().map(|(_, u)| *u).collect();
    units.sort();
    units.dedup();
    units.len()
}
