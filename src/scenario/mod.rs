//! What a battle is: the RON schema ([`raw`]), its checks, and the resolved form a `Battle` is built from ([`checked`]).
pub mod checked;
pub mod raw;
pub use checked::Scenario;
