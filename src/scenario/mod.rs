//! What a battle is: the RON schema ([`raw`]), its overlays and checks, and the resolved form a `Battle` is built from
//! ([`checked`]). [`load()`] goes the whole way from a file.

mod check;
pub mod checked;
pub mod exit;
pub mod geometry;
mod load;
pub mod overlay;
mod path;
pub mod problem;
pub mod raw;
mod report;
mod resolve;
pub mod source;
mod spans;
pub mod troops;

pub use check::{ID_RULE, NoId, is_id};
pub use checked::Scenario;
pub use load::{
    Loaded, OverlayText, check_file, lay_over, load, load_text, parse_overlay, read_overlays, resolve, shipped_params,
};
pub use problem::{LoadError, Problem};
