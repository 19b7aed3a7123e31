//! The men's tracks as a table: where each man was and how he did, at the moments of the keyframes.

use std::io;
use std::path::Path;

use super::table::{Cell, Column, Kind, write_table};
use crate::record::keyframe::{Figure, Keyframe};
use crate::record::ledger::{Heart, Wound};
use crate::record::runfile::RunFile;

/// Rows in a row group, about.
const GROUP: usize = 524_288;

/// Writes the tracks of a run as Parquet: of every keyframe, or of keyframes at least `every_s` apart. The
/// number of rows.
///
/// # Errors
/// The file system's.
pub fn write_tracks(run: &RunFile, path: &Path, every_s: Option<f64>) -> io::Result<usize> {
    let clock = run.clock();
    let mut next_s = f64::NEG_INFINITY;
    let moments: Vec<&Keyframe> = (run.keyframes.iter())
        .filter(|k| {
            let t_s = clock.at_s(k.tick);
            let due = t_s >= next_s - 1e-6;
            if due {
                next_s = t_s + every_s.unwrap_or(0.0);
            }
            due
        })
        .collect();
    let names: Vec<(&str, u32)> = run.scenario.units.iter().map(|u| (u.id.as_str(), u.strength)).collect();
    let at_once = (GROUP / run.scenario.men().max(1)).max(1);
    let groups = moments.chunks(at_once).map(|frames| {
        let rows = frames.iter().flat_map(|k| {
            let men = names.iter().flat_map(|(unit, strength)| (0..*strength).map(move |n| (*unit, n)));
            let t_s = clock.at_s(k.tick);
            let columns = k.x_q.iter().zip(&k.y_q).zip(&k.state);
            men.zip(columns).map(move |((unit, number), ((x, y), state))| Row {
                t_s,
                unit,
                number,
                x_m: f32::from(*x) * 0.25,
                y_m: f32::from(*y) * 0.25,
                figure: Figure::unpack(*state),
            })
        });
        rows.collect::<Vec<_>>()
    });
    write_table(run, path, "tracks", &columns(), groups)
}

/// Names of the columns.
#[cfg(test)]
pub fn names() -> impl Iterator<Item = String> {
    columns().into_iter().map(|c| c.name.to_owned())
}

struct Row<'a> {
    t_s: f64,
    unit: &'a str,
    number: u32,
    x_m: f32,
    y_m: f32,
    figure: Figure,
}

fn columns<'a>() -> [Column<Row<'a>>; 10] {
    [
        Column { name: "t_s", kind: Kind::Time, cell: |r| Cell::Time(r.t_s) },
        Column { name: "unit", kind: Kind::Text, cell: |r| Cell::Text(r.unit) },
        Column { name: "number", kind: Kind::Count, cell: |r| Cell::Count(r.number) },
        Column { name: "x_m", kind: Kind::Real, cell: |r| Cell::Real(r.x_m) },
        Column { name: "y_m", kind: Kind::Real, cell: |r| Cell::Real(r.y_m) },
        Column { name: "heart", kind: Kind::Text, cell: |r| Cell::Text(Heart::from_u8(r.figure.heart).word()) },
        Column { name: "wound", kind: Kind::Text, cell: |r| Cell::Text(Wound::from_u8(r.figure.wound).word()) },
        Column { name: "mounted", kind: Kind::Flag, cell: |r| Cell::Flag(r.figure.mounted) },
        Column { name: "down", kind: Kind::Flag, cell: |r| Cell::Flag(r.figure.down) },
        Column { name: "gone", kind: Kind::Flag, cell: |r| Cell::Flag(r.figure.gone) },
    ]
}
