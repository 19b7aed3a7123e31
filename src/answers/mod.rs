//! Answers read from scenarios and run files. Nothing here changes a battle.
pub mod account;
pub mod diff;
pub mod fields;
pub mod map;
pub mod verify;
