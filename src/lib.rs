//! Fenghuo 风火 fights historical battles man by man: wind, grass fire, smoke, water, crowds, arms, fear and command.
//!
//! The way of the data: a scenario and a seed make a [`battle::Battle`]; it is stepped by a fixed tick; what happens is
//! in the ledger and the run file; answers are read from those. `docs/architecture.md` has the map and the invariants.

pub mod answers;
pub mod arms;
pub mod battle;
pub mod cli;
pub mod command;
pub mod fire;
pub mod ground;
pub mod kernel;
pub mod lab;
pub mod men;
pub mod mind;
pub mod params;
pub mod record;
pub mod scenario;
pub mod sources;
pub mod weather;
