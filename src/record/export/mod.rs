//! Runs as flat tables for other programs: the ledger and the men's tracks as Parquet, the units as CSV.
//! `docs/run-data.md` says what each column holds.

mod ledger;
mod table;
mod tracks;
mod units;

pub use ledger::write_ledger;
pub use tracks::write_tracks;
pub use units::write_units;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Row;

    use super::*;
    use crate::record::samples;

    fn rows(path: &Path) -> Vec<Row> {
        let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
    }

    fn cell(row: &Row, column: &str) -> String {
        let (_, field) = row.get_column_iter().find(|(name, _)| *name == column).unwrap();
        field.to_string()
    }

    #[test]
    fn the_ledger_is_read_back_with_the_parquet_reader() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (dir.path().join("a.parquet"), dir.path().join("b.parquet"));
        let run = samples::run();
        write_ledger(&run, &a).unwrap();
        write_ledger(&run, &b).unwrap();
        assert_eq!(std::fs::read(&a).unwrap(), std::fs::read(&b).unwrap(), "the same run gives the same bytes");
        let rows = rows(&a);
        assert_eq!(rows.len(), run.ledger.entries.len());
        let shot = &rows[1];
        let expected = [
            ("tick", "10"),
            ("t_s", "5.0"),
            ("kind", "\"hurt\""),
            ("side", "\"ming\""),
            ("unit", "\"song-wei\""),
            ("number", "1"),
            ("person", "null"),
            ("cause", "\"arrow\""),
            ("wound", "\"out\""),
            ("by_side", "\"jin\""),
            ("by_unit", "\"yoto\""),
            ("by_number", "0"),
            ("distance_m", "29.0"),
            ("x_m", "101.0"),
            ("fear", "null"),
        ];
        for (column, value) in expected {
            assert_eq!(cell(shot, column), value, "{column}");
        }
        assert_eq!(cell(&rows[3], "fear_losses"), "0.5");
        assert_eq!(cell(&rows[3], "heart_to"), "\"broken\"");
        assert_eq!(cell(&rows[4], "by_person"), "\"song-wei\"");
    }

    #[test]
    fn tracks_have_a_row_for_each_man_and_moment() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.parquet");
        let run = samples::run();
        write_tracks(&run, &path, None).unwrap();
        let all = rows(&path);
        assert_eq!(all.len(), 10);
        let dead = &all[6];
        for (column, value) in
            [("t_s", "10.0"), ("unit", "\"song-wei\""), ("number", "1"), ("wound", "\"dead\""), ("down", "true")]
        {
            assert_eq!(cell(dead, column), value, "{column}");
        }
        assert_eq!(cell(dead, "x_m"), "101.0");
        write_tracks(&run, &path, Some(60.0)).unwrap();
        assert_eq!(rows(&path).len(), 5, "one moment a minute");
    }

    #[test]
    fn the_units_add_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("u.csv");
        write_units(&samples::run(), &path).unwrap();
        let mut table = csv::Reader::from_path(&path).unwrap();
        let heads = table.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        let get = |row: usize, column: &str| {
            let at = heads.iter().position(|h| h == column).unwrap();
            rows[row][at].to_owned()
        };
        assert_eq!(rows.len(), 2);
        assert_eq!(get(0, "name_zh"), "宋伟");
        assert_eq!([get(0, "strength"), get(0, "whole"), get(0, "dead"), get(0, "broken")], ["3", "2", "1", "1"]);
        assert_eq!([get(0, "killed_by_arrow"), get(0, "killed_by_fire"), get(1, "dead")], ["1", "0", "0"]);
    }

    #[test]
    fn every_column_is_explained() {
        let page = include_str!("../../../docs/run-data.md");
        let columns = ledger::names().chain(tracks::names()).chain(units::names());
        for name in columns {
            // The causes are explained once, as a family.
            let family = name.rsplit_once("_by_").map(|(head, _)| format!("{head}_by_CAUSE"));
            let explained =
                page.contains(&format!("| `{name}` |")) || family.is_some_and(|f| page.contains(&format!("| `{f}` |")));
            assert!(explained, "{name}");
        }
    }
}
