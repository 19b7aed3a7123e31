//! What a battle leaves behind: the ledger, keyframes, hashes, and the run file that holds them.
pub mod as_ron;
pub mod aside;
pub mod columns;
pub mod container;
pub mod export;
pub mod frames;
pub mod hashes;
pub mod keyframe;
pub mod ledger;
pub mod muster;
pub mod runfile;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod sound;
