//! Parameters: every number of the models, in `assets/params/*.ron`, with best value, low, high, unit and source.
//!
//! A domain declares a struct of the parameters it reads with [`params!`]; the table fills it. Change a number in the
//! data file, or for one run with `--set PATH=VALUE` or an overlay.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// One parameter as written in its data file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// `domain.name`, the name ending in its unit.
    pub path: String,
    /// The value used.
    pub best: f32,
    /// Lowest value held possible.
    pub low: f32,
    /// Highest value held possible.
    pub high: f32,
    /// Unit.
    pub unit: String,
    /// What it is.
    pub about: String,
    /// A publication, a fact id, or `estimate: why`.
    pub source: String,
}

/// All parameters of a battle, and which were changed from their best value.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParamTable {
    rows: BTreeMap<String, Param>,
    changed: BTreeMap<String, f32>,
}

/// The data files, by domain.
const FILES: [(&str, &str); 5] = [
    ("fire", include_str!("../../assets/params/fire.ron")),
    ("men", include_str!("../../assets/params/men.ron")),
    ("arms", include_str!("../../assets/params/arms.ron")),
    ("mind", include_str!("../../assets/params/mind.ron")),
    ("command", include_str!("../../assets/params/command.ron")),
];

/// What is wrong with a parameter or its name.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ParamError {
    /// No such path.
    #[error("there is no parameter `{path}`{}", near.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        path: String,
        /// The nearest path there is.
        near: Option<String>,
    },
    /// A value that is no number.
    #[error("parameter `{path}` can't be {value}: a finite number is needed ({low} to {high} {unit})")]
    NotFinite {
        /// The path.
        path: String,
        /// The value given.
        value: f32,
        /// Low end.
        low: f32,
        /// High end.
        high: f32,
        /// Unit.
        unit: String,
    },
    /// A data file that can't be read.
    #[error("assets/params/{file}.ron: {what}")]
    File {
        /// The domain.
        file: String,
        /// What is wrong.
        what: String,
    },
}

impl ParamTable {
    /// The table as shipped.
    ///
    /// # Errors
    /// When a data file is malformed (a test holds that none is).
    pub fn shipped() -> Result<Self, ParamError> {
        let mut rows = BTreeMap::new();
        for (file, text) in FILES {
            let wrong = |what: String| ParamError::File { file: file.into(), what };
            let list: Vec<Param> = ron::from_str(text).map_err(|e| wrong(e.to_string()))?;
            for row in list {
                if !row.path.starts_with(&format!("{file}.")) {
                    return Err(wrong(format!("`{}` does not start with `{file}.`", row.path)));
                }
                if !(row.low <= row.best && row.best <= row.high) {
                    return Err(wrong(format!("`{}` has its best value outside its range", row.path)));
                }
                if rows.insert(row.path.clone(), row.clone()).is_some() {
                    return Err(wrong(format!("`{}` stands twice", row.path)));
                }
            }
        }
        Ok(Self { rows, changed: BTreeMap::new() })
    }

    /// Changes a parameter for this battle. `Ok(Some(warning))` when the value lies outside the parameter's range.
    ///
    /// # Errors
    /// An unknown path, or a value that is not finite.
    pub fn set(&mut self, path: &str, value: f32) -> Result<Option<String>, ParamError> {
        let Some(row) = self.rows.get(path) else {
            let near = self.rows.keys().min_by_key(|k| strsim::damerau_levenshtein(k, path));
            return Err(ParamError::Unknown { path: path.into(), near: near.cloned() });
        };
        let (low, high, unit) = (row.low, row.high, row.unit.clone());
        if !value.is_finite() {
            return Err(ParamError::NotFinite { path: path.into(), value, low, high, unit });
        }
        self.changed.insert(path.into(), value);
        let outside = value < low || value > high;
        Ok(outside.then(|| format!("{path} = {value} lies outside its range {low} to {high} {unit}")))
    }

    /// The value in force.
    ///
    /// # Errors
    /// An unknown path.
    pub fn value(&self, path: &str) -> Result<f32, ParamError> {
        match (self.changed.get(path), self.rows.get(path)) {
            (Some(v), _) => Ok(*v),
            (None, Some(row)) => Ok(row.best),
            (None, None) => Err(ParamError::Unknown { path: path.into(), near: None }),
        }
    }

    /// All rows, by path.
    pub fn rows(&self) -> impl Iterator<Item = &Param> {
        self.rows.values()
    }

    /// The parameters changed from their best value.
    pub fn changed(&self) -> &BTreeMap<String, f32> {
        &self.changed
    }
}

/// Declares a struct of parameters: one `f32` field for each, named like the end of its path.
#[macro_export]
macro_rules! params {
    ($(#[$doc:meta])* pub struct $name:ident in $domain:literal { $($(#[$fdoc:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, bevy::prelude::Resource)]
        pub struct $name { $($(#[$fdoc])* pub $field: f32,)* }

        impl $name {
            /// The paths it reads.
            pub const PATHS: &'static [&'static str] = &[$(concat!($domain, ".", stringify!($field)),)*];

            /// The values in force.
            ///
            /// # Errors
            /// A path that no data file has.
            pub fn read(table: &$crate::params::ParamTable) -> Result<Self, $crate::params::ParamError> {
                Ok(Self { $($field: table.value(concat!($domain, ".", stringify!($field)))?,)* })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_is_sound_and_every_row_says_where_it_comes_from() {
        let table = ParamTable::shipped().unwrap();
        for row in table.rows() {
            assert!(row.source.len() > 3 && !row.about.is_empty(), "{}", row.path);
        }
    }

    #[test]
    fn a_misspelt_path_is_answered_with_the_nearest() {
        let mut table = ParamTable::shipped().unwrap();
        let path = table.rows().next().unwrap().path.clone();
        let misspelt = path.replacen('_', "", 1);
        let Err(ParamError::Unknown { near: Some(near), .. }) = table.set(&misspelt, 1.0) else { panic!("no error") };
        assert_eq!(near, path);
        assert!(table.set(&path, f32::NAN).is_err());
    }
}
