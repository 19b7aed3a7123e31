//! The run file: all that a battle was and did. Scenario, seed and build, so that it can be fought again; the track of
//! hashes, to know whether it came out the same; keyframes, fire and ledger, to answer questions without fighting it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::container::{self, Fault, FileError, RUN};
use super::{hashes::HashTrack, keyframe::Keyframe, ledger::Ledger, sound};
use crate::kernel::{Clock, Tick};
use crate::scenario::Scenario;

/// The build that fought a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildStamp {
    /// Version of the package.
    pub version: String,
    /// The commit it was built from, with `-modified` when files differed from it.
    pub commit: String,
    /// What else distinguishes builds: target, debug assertions.
    pub features: Vec<String>,
}

impl BuildStamp {
    /// This build.
    pub fn this() -> Self {
        let mut features = vec![format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)];
        if cfg!(debug_assertions) {
            features.push("debug-assertions".into());
        }
        Self { version: env!("CARGO_PKG_VERSION").into(), commit: env!("FENGHUO_COMMIT").into(), features }
    }
}

impl std::fmt::Display for BuildStamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({})", self.version, self.commit, self.features.join(", "))
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// The battle's duration was fought.
    Full,
    /// Somebody stopped it.
    Interrupted,
    /// It was asked to stop at an earlier time.
    Until,
}

/// When fire came to each cell that it reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Arrivals {
    /// Cells from west to east.
    pub nx: u32,
    /// Cells from south to north.
    pub ny: u32,
    /// Size of a cell, m.
    pub cell_m: f32,
    /// The cells reached, row by row from the south-west corner, ascending.
    #[serde(with = "super::columns")]
    pub cells: Vec<u32>,
    /// The tick in which each began to burn.
    #[serde(with = "super::columns")]
    pub ticks: Vec<u32>,
}

/// The men at the end, in columns by man index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// Places, m east.
    #[serde(with = "super::columns")]
    pub x_m: Vec<f32>,
    /// Places, m north.
    #[serde(with = "super::columns")]
    pub y_m: Vec<f32>,
    /// [`super::keyframe::Figure`]s, packed.
    #[serde(with = "super::columns")]
    pub state: Vec<u8>,
    /// Fear, 0 to 1 and beyond.
    #[serde(with = "super::columns")]
    pub fear: Vec<f32>,
    /// The [`super::ledger::Cause`] that first put him out of the fight, as a number; 0 for none.
    #[serde(with = "super::columns")]
    pub felled_by: Vec<u8>,
    /// The cause that killed him, as a number; 0 for none.
    #[serde(with = "super::columns")]
    pub killed_by: Vec<u8>,
    /// Shots he let off.
    #[serde(with = "super::columns")]
    pub fired: Vec<u16>,
    /// Of these, shots of powder near flames.
    #[serde(with = "super::columns")]
    pub fired_near: Vec<u16>,
    /// How often he refused to load for flames near by.
    #[serde(with = "super::columns")]
    pub refused: Vec<u16>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// Who fought it.
    pub stamp: BuildStamp,
    /// What was fought.
    #[serde(with = "super::as_ron")]
    pub scenario: Scenario,
    /// The battle seed.
    pub seed: u64,
    /// Length of a tick, s.
    pub dt_s: f32,
    /// Ticks fought.
    pub ticks: u32,
    /// Why it ended.
    pub ended: Ended,
    /// The hashes.
    pub hashes: HashTrack,
    /// The keyframes, by time.
    #[serde(with = "super::frames")]
    pub keyframes: Vec<Keyframe>,
    /// The fire.
    pub arrivals: Arrivals,
    /// The men.
    pub men: Roster,
    /// What happened.
    pub ledger: Ledger,
}

impl RunFile {
    /// Writes it, aside and renamed.
    ///
    /// # Errors
    /// The file system's.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        container::write(path, RUN, self)
    }

    /// Reads one; what it refers to is there, and its columns fit each other.
    ///
    /// # Errors
    /// The file system's, or what is wrong with the file.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let run: Self = container::read(path, RUN)?;
        let refuse = |what| FileError::Fault { path: path.into(), fault: Fault::Content(what) };
        sound::check(&run).map_err(refuse)?;
        Ok(run)
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// A run too long for a file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Fault> {
        container::encode(RUN, self)
    }

    /// From the bytes of a file; see [`RunFile::read`].
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let run: Self = container::decode(RUN, bytes, bytes.len() as u64)?;
        sound::check(&run).map_err(Fault::Content)?;
        Ok(run)
    }

    /// Its clock, at the end.
    pub fn clock(&self) -> Clock {
        Clock { tick: Tick(self.ticks), dt_s: self.dt_s }
    }

    /// The last keyframe at or before a battle time, s; the first when all are later.
    pub fn keyframe_at(&self, t_s: f64) -> Option<&Keyframe> {
        let clock = self.clock();
        let after = self.keyframes.partition_point(|k| clock.at_s(k.tick) <= t_s + 1e-6);
        self.keyframes.get(after.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples;

    #[test]
    fn a_run_comes_back_as_it_was() {
        let run = samples::run();
        let bytes = run.to_bytes().unwrap();
        assert_eq!(RunFile::from_bytes(&bytes).unwrap(), run);
        assert_eq!(run.to_bytes().unwrap(), bytes, "the same run gives the same bytes");
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.fhr");
        run.write(&path).unwrap();
        assert_eq!(RunFile::read(&path).unwrap(), run);
    }

    #[test]
    fn the_keyframe_at_a_time_is_the_last_before_it() {
        let run = samples::run();
        let tick = |t_s| run.keyframe_at(t_s).map(|k| k.tick.0);
        assert_eq!(
            [tick(-1.0), tick(0.0), tick(9.9), tick(10.0), tick(1e9)],
            [Some(0), Some(0), Some(0), Some(20), Some(20)]
        );
    }

    /// The order and types of the fields are the format: postcard has no names. The scenario is text and says itself
    /// what it is.
    #[test]
    fn what_changes_the_format_raises_its_version() {
        let stamp = BuildStamp { version: "0".into(), commit: "0".into(), features: vec!["x".into()] };
        let run = RunFile { stamp, ..samples::run() };
        let bytes = postcard::to_stdvec(&run).unwrap();
        let text = ron::to_string(&run.scenario).unwrap();
        let at = bytes.windows(text.len()).position(|w| w == text.as_bytes()).unwrap();
        let rest = [&bytes[..6], &bytes[at + text.len()..]].concat();
        let print = xxhash_rust::xxh3::xxh3_64(&rest);
        assert_eq!(
            (RUN.version, print),
            (3, 0x0778_CD38_A4F0_0BDD),
            "raise `container::RUN.version`, then set its fingerprint here"
        );
    }
}
