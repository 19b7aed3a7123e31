//! Answers read from scenarios and run files. Nothing here changes a battle.
pub mod diff;
pub mod map;
