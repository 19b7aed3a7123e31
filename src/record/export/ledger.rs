//! The ledger as a table: one row for each entry, one column for each thing an entry can say.

use std::io;
use std::path::Path;

use super::table::{Cell, Column, Kind, write_table};
use crate::kernel::{ManIx, PersonIx, UnitIx};
use crate::record::ledger::{Cause, Entry, Event, FearParts, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::scenario::Scenario;

/// Rows in a row group.
const GROUP: usize = 262_144;

/// Writes the ledger of a run as Parquet; the number of rows.
///
/// # Errors
/// The file system's.
pub fn write_ledger(run: &RunFile, path: &Path) -> io::Result<usize> {
    let teller = Teller { scenario: &run.scenario, muster: Muster::new(&run.scenario), dt_s: run.dt_s };
    let groups = run.ledger.entries.chunks(GROUP).map(|c| c.iter().map(|e| teller.line(e)).collect::<Vec<_>>());
    write_table(run, path, "ledger", &columns(), groups)
}

/// Names of the columns.
#[cfg(test)]
pub fn names() -> impl Iterator<Item = String> {
    columns().into_iter().map(|c| c.name.to_owned())
}

/// One who is named in a line: a man, or a unit as a whole.
#[derive(Clone, Copy, Default)]
struct Who<'a> {
    side: Option<&'a str>,
    unit: Option<&'a str>,
    number: Option<u32>,
    person: Option<&'a str>,
}

/// An entry laid out flat.
#[derive(Default)]
struct Line<'a> {
    tick: u32,
    t_s: f64,
    kind: &'static str,
    who: Who<'a>,
    by: Who<'a>,
    cause: Option<Cause>,
    wound: Option<Wound>,
    heart: Option<(Heart, Heart)>,
    fear: Option<f32>,
    parts: Option<FearParts>,
    distance_m: Option<f32>,
    speed_m_s: Option<f32>,
    density_per_m2: Option<f32>,
    order: Option<u32>,
    rider: Option<bool>,
    heard: Option<u32>,
    text: Option<&'a str>,
    at: Option<(f32, f32)>,
}

fn count(v: Option<u32>) -> Cell<'static> {
    v.map_or(Cell::Null, Cell::Count)
}
fn real(v: Option<f32>) -> Cell<'static> {
    v.map_or(Cell::Null, Cell::Real)
}
fn text(v: Option<&str>) -> Cell<'_> {
    v.map_or(Cell::Null, Cell::Text)
}

fn columns<'a>() -> [Column<Line<'a>>; 33] {
    [
        Column { name: "tick", kind: Kind::Count, cell: |l| Cell::Count(l.tick) },
        Column { name: "t_s", kind: Kind::Time, cell: |l| Cell::Time(l.t_s) },
        Column { name: "kind", kind: Kind::Text, cell: |l| Cell::Text(l.kind) },
        Column { name: "side", kind: Kind::Text, cell: |l| text(l.who.side) },
        Column { name: "unit", kind: Kind::Text, cell: |l| text(l.who.unit) },
        Column { name: "number", kind: Kind::Count, cell: |l| count(l.who.number) },
        Column { name: "person", kind: Kind::Text, cell: |l| text(l.who.person) },
        Column { name: "cause", kind: Kind::Text, cell: |l| text(l.cause.map(Cause::word)) },
        Column { name: "wound", kind: Kind::Text, cell: |l| text(l.wound.map(Wound::word)) },
        Column { name: "by_side", kind: Kind::Text, cell: |l| text(l.by.side) },
        Column { name: "by_unit", kind: Kind::Text, cell: |l| text(l.by.unit) },
        Column { name: "by_number", kind: Kind::Count, cell: |l| count(l.by.number) },
        Column { name: "by_person", kind: Kind::Text, cell: |l| text(l.by.person) },
        Column { name: "distance_m", kind: Kind::Real, cell: |l| real(l.distance_m) },
        Column { name: "x_m", kind: Kind::Real, cell: |l| real(l.at.map(|p| p.0)) },
        Column { name: "y_m", kind: Kind::Real, cell: |l| real(l.at.map(|p| p.1)) },
        Column { name: "speed_m_s", kind: Kind::Real, cell: |l| real(l.speed_m_s) },
        Column { name: "density_per_m2", kind: Kind::Real, cell: |l| real(l.density_per_m2) },
        Column { name: "heart_from", kind: Kind::Text, cell: |l| text(l.heart.map(|h| h.0.word())) },
        Column { name: "heart_to", kind: Kind::Text, cell: |l| text(l.heart.map(|h| h.1.word())) },
        Column { name: "fear", kind: Kind::Real, cell: |l| real(l.fear) },
        Column { name: "fear_contagion", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.contagion)) },
        Column { name: "fear_runners", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.runners)) },
        Column { name: "fear_fire", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.fire)) },
        Column { name: "fear_smoke", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.smoke)) },
        Column { name: "fear_enemy", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.enemy)) },
        Column { name: "fear_losses", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.losses)) },
        Column { name: "fear_cries", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.cries)) },
        Column { name: "fear_heart", kind: Kind::Real, cell: |l| real(l.parts.map(|p| p.heart)) },
        Column { name: "order", kind: Kind::Count, cell: |l| count(l.order) },
        Column { name: "rider", kind: Kind::Flag, cell: |l| l.rider.map_or(Cell::Null, Cell::Flag) },
        Column { name: "heard", kind: Kind::Count, cell: |l| count(l.heard) },
        Column { name: "text", kind: Kind::Text, cell: |l| text(l.text) },
    ]
}

/// Knows who is who.
struct Teller<'a> {
    scenario: &'a Scenario,
    muster: Muster,
    dt_s: f32,
}

impl<'a> Teller<'a> {
    fn unit(&self, unit: UnitIx) -> Who<'a> {
        let Some(u) = self.scenario.units.get(unit.at()) else { return Who::default() };
        let side = self.scenario.sides.get(u.side.at()).map(|s| s.id.as_str());
        Who { side, unit: Some(&u.id), ..Who::default() }
    }

    fn man(&self, man: ManIx) -> Who<'a> {
        let Some((unit, number)) = self.muster.of(man) else { return Who::default() };
        let is_he = |p: &&crate::scenario::checked::Person| p.unit == unit && p.number == number;
        let person = self.scenario.persons.iter().find(is_he).map(|p| p.id.as_str());
        Who { number: Some(number), person, ..self.unit(unit) }
    }

    fn person(&self, person: PersonIx) -> Who<'a> {
        let Some(p) = self.scenario.persons.get(person.at()) else { return Who::default() };
        Who { number: Some(p.number), person: Some(&p.id), ..self.unit(p.unit) }
    }

    fn maybe(&self, man: Option<ManIx>) -> Who<'a> {
        man.map(|m| self.man(m)).unwrap_or_default()
    }

    fn line(&self, entry: &'a Entry) -> Line<'a> {
        let mut line = self.said(&entry.event);
        line.tick = entry.tick.0;
        line.t_s = f64::from(entry.tick.0) * f64::from(self.dt_s);
        line.kind = entry.event.word();
        line.at = (entry.x_m != 0.0 || entry.y_m != 0.0).then_some((entry.x_m, entry.y_m));
        line
    }

    fn said(&self, event: &'a Event) -> Line<'a> {
        let line = Line::default();
        match event {
            Event::WindTurns { id } | Event::FireLit { id } => Line { text: Some(id), ..line },
            Event::FireOut => line,
            Event::Hurt { man, wound, cause, by, distance_m } => Line {
                who: self.man(*man),
                by: self.maybe(*by),
                wound: Some(*wound),
                cause: Some(*cause),
                distance_m: Some(*distance_m),
                ..line
            },
            Event::Fell { man, over, speed_m_s, density_per_m2 } => Line {
                who: self.man(*man),
                by: self.maybe(*over),
                speed_m_s: Some(*speed_m_s),
                density_per_m2: Some(*density_per_m2),
                ..line
            },
            Event::Left { man } => Line { who: self.man(*man), ..line },
            Event::Rose { man, by } => Line { who: self.man(*man), by: self.maybe(*by), ..line },
            Event::Heart { man, from, to, fear, parts } => {
                Line { who: self.man(*man), heart: Some((*from, *to)), fear: Some(*fear), parts: Some(*parts), ..line }
            }
            Event::Cried { man, cry } => Line { who: self.man(*man), text: Some(cry_word(*cry)), ..line },
            Event::UnitBroke { unit }
            | Event::UnitRallied { unit }
            | Event::EnteredWater { unit }
            | Event::GaveWay { unit } => Line { who: self.unit(*unit), ..line },
            Event::Planned { by, plan } => Line { by: self.person(*by), text: Some(plan), ..line },
            Event::Appealed { by, words, heard } => {
                Line { by: self.person(*by), text: Some(words), heard: Some(*heard), ..line }
            }
            Event::OrderSent { order, by, to, text, rider } => Line {
                who: self.unit(*to),
                by: self.person(*by),
                order: Some(*order),
                text: Some(text),
                rider: Some(*rider),
                ..line
            },
            Event::OrderReceived { order, to } => Line { who: self.unit(*to), order: Some(*order), ..line },
            Event::OrderLost { order, to, why } => {
                Line { who: self.unit(*to), order: Some(*order), text: Some(why), ..line }
            }
            Event::Contact { unit, with } => Line { who: self.unit(*with), by: self.unit(*unit), ..line },
        }
    }
}

fn cry_word(cry: crate::scenario::raw::Cry) -> &'static str {
    use crate::scenario::raw::Cry;
    match cry {
        Cry::FireTurned => "fire_turned",
        Cry::Beaten => "beaten",
        Cry::Cheer => "cheer",
    }
}
