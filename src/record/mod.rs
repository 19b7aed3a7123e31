//! What a battle leaves behind: the ledger, keyframes, hashes, and the run file that holds them.
pub mod keyframe;
pub mod ledger;
