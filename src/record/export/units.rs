//! The units as a CSV table: what each was, and what was left of it at the end.

use std::io;
use std::path::Path;

use crate::kernel::UnitIx;
use crate::record::aside::write_aside;
use crate::record::keyframe::Figure;
use crate::record::ledger::{CAUSES, Event, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;

const HEADS: [&str; 20] = [
    "unit",
    "name",
    "name_zh",
    "side",
    "troops",
    "strength",
    "whole",
    "hurt",
    "out",
    "dead",
    "broken",
    "gone",
    "mean_fear",
    "x_m",
    "y_m",
    "broke_t_s",
    "rallied_t_s",
    "shots_fired",
    "shots_fired_near_flames",
    "shots_refused",
];

/// Names of the columns.
pub fn names() -> impl Iterator<Item = String> {
    let causes = |head: &'static str| CAUSES.iter().map(move |c| format!("{head}_by_{}", c.word()));
    HEADS.into_iter().map(String::from).chain(causes("felled")).chain(causes("killed"))
}

/// Writes the units of a run as CSV; the number of rows.
///
/// # Errors
/// The file system's.
pub fn write_units(run: &RunFile, path: &Path) -> io::Result<usize> {
    let muster = Muster::new(&run.scenario);
    write_aside(path, |out| {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(names())?;
        for i in 0..run.scenario.units.len() {
            table.write_record(row(run, &muster, UnitIx::new(i)))?;
        }
        table.flush()
    })?;
    Ok(run.scenario.units.len())
}

fn row(run: &RunFile, muster: &Muster, unit: UnitIx) -> Vec<String> {
    let u = &run.scenario.units[unit.at()];
    let side = run.scenario.sides.get(u.side.at()).map_or("", |s| s.id.as_str());
    let men = muster.men(unit);
    let figures: Vec<Figure> = run.men.state[men.clone()].iter().map(|s| Figure::unpack(*s)).collect();
    let wounded = |w: Wound| figures.iter().filter(|f| f.wound == w as u8).count();
    let standing: Vec<usize> =
        men.clone().zip(&figures).filter(|(_, f)| f.wound < Wound::Out as u8).map(|(m, _)| m).collect();
    let broken =
        figures.iter().filter(|f| f.wound < Wound::Out as u8 && (f.gone || f.heart == Heart::Broken as u8)).count();
    let gone = figures.iter().filter(|f| f.gone && f.wound < Wound::Out as u8).count();
    let mean = |column: &[f32]| {
        let sum: f64 = standing.iter().map(|m| f64::from(column[*m])).sum();
        if standing.is_empty() { String::new() } else { format!("{:.3}", sum / standing.len() as f64) }
    };
    let first = |is: fn(&Event) -> Option<UnitIx>| {
        let entry = run.ledger.entries.iter().find(|e| is(&e.event) == Some(unit));
        entry.map_or(String::new(), |e| run.clock().at_s(e.tick).to_string())
    };
    let mut cells = vec![
        u.id.clone(),
        u.name.latin.clone(),
        u.name.zh.clone(),
        side.to_owned(),
        u.troops.id.clone(),
        u.strength.to_string(),
        wounded(Wound::None).to_string(),
        wounded(Wound::Hurt).to_string(),
        wounded(Wound::Out).to_string(),
        wounded(Wound::Dead).to_string(),
        broken.to_string(),
        gone.to_string(),
        mean(&run.men.fear),
        mean(&run.men.x_m),
        mean(&run.men.y_m),
        first(|e| if let Event::UnitBroke { unit } = e { Some(*unit) } else { None }),
        first(|e| if let Event::UnitRallied { unit } = e { Some(*unit) } else { None }),
    ];
    for column in [&run.men.fired, &run.men.fired_near, &run.men.refused] {
        cells.push(column[men.clone()].iter().map(|n| u64::from(*n)).sum::<u64>().to_string());
    }
    for column in [&run.men.felled_by, &run.men.killed_by] {
        let by = |cause: u8| column[men.clone()].iter().filter(|c| **c == cause).count();
        cells.extend(CAUSES.iter().map(|c| by(*c as u8).to_string()));
    }
    cells
}
