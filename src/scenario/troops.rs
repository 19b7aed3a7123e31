//! Kinds of troops: the shipped table, and the rows a scenario adds or replaces.

use std::collections::BTreeMap;

use super::checked::Troops;
use super::problem::{LoadError, Problem};

const FILE: &str = include_str!("../../assets/troops.ron");

/// The shipped table by id.
///
/// # Errors
/// When the shipped file is malformed (a test holds that it isn't).
pub fn shipped() -> Result<BTreeMap<String, Troops>, LoadError> {
    let rows: Vec<Troops> =
        ron::from_str(FILE).map_err(|e| Problem::of_file("assets/troops.ron", e.to_string(), None))?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// The numbers of a row: name of the field, value, lowest and highest allowed.
pub fn numbers(row: &Troops) -> [(&'static str, f32, f32, f32); 10] {
    [
        ("temper_fear", row.temper_fear, 0.0, 0.5),
        ("break_fear", row.break_fear, 0.05, 1.0),
        ("break_spread", row.break_spread, 0.0, 0.5),
        ("drill", row.drill, 0.0, 1.0),
        ("blade_skill", row.blade_skill, 0.0, 5.0),
        ("shot_skill", row.shot_skill, 0.0, 5.0),
        ("share_bow", row.share_bow, 0.0, 1.0),
        ("share_matchlock", row.share_matchlock, 0.0, 1.0),
        ("share_armoured", row.share_armoured, 0.0, 1.0),
        ("speed", row.speed, 0.3, 2.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rows_are_in_range_and_say_where_they_come_from() {
        let rows = shipped().unwrap();
        assert!(rows.len() >= 11);
        for row in rows.values() {
            for (name, value, low, high) in numbers(row) {
                assert!((low..=high).contains(&value), "{} {name}", row.id);
            }
            assert!(row.share_bow + row.share_matchlock <= 1.0, "{}: one missile weapon a man", row.id);
            assert!(row.break_fear > row.temper_fear + row.break_spread, "{} would break at rest", row.id);
            assert!(row.source.len() > 5, "{}", row.id);
        }
    }
}
