//! The drawn map: the ground with its relief and water, fire and smoke, every man, names in both scripts.
//!
//! Drawing takes plain data ([`MapScene`]) and a [`View`]; where the data come from (a scenario, a run at a moment) is
//! the matter of [`scenes`]. The same scene and view give the same bytes.

mod canvas;
mod frame;
mod furniture;
mod ground;
mod labels;
mod marks;
mod palette;
pub mod scene;
pub mod scenes;
#[cfg(test)]
mod tests;
mod text;

pub use frame::View;
pub use scene::MapScene;

use canvas::Canvas;
use frame::Frame;
use text::Face;

/// Why a map can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// A view that shows nothing, or too much.
    #[error("{0}")]
    View(String),
    /// A scenario of which there is no ground, or no formations.
    #[error("the scenario can't be drawn: {0}")]
    Scenario(String),
    /// The run holds no keyframe to draw.
    #[error("the run holds no picture of its men; it was cut before the first")]
    NoKeyframe,
    /// The picture itself fails: its memory, its font or its encoding.
    #[error("the picture can't be made: {0}")]
    Picture(String),
}

/// Draws a scene as a PNG.
///
/// # Errors
/// A view that shows nothing of the map or asks for too large a picture.
pub fn draw(scene: &MapScene, view: &View) -> Result<Vec<u8>, MapError> {
    let face = Face::new()?;
    let furniture = furniture::Plan::new(scene, view, &face)?;
    let frame = Frame::new(scene, view, furniture.above_px(), furniture.below_px())?;
    let mut canvas = Canvas::new(frame.width_px(), frame.height_px(), palette::PAPER)?;
    ground::paint(&mut canvas, scene, &frame);
    marks::paint(&mut canvas, scene, &frame);
    labels::paint(&mut canvas, scene, &frame, &face);
    furniture.paint(&mut canvas, scene, &frame, &face);
    canvas.png()
}
