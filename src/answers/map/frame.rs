//! What part of the map is shown, and how large: places in metres to pixels and back.

use super::{MapError, MapScene};
use crate::kernel::Vec2;

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// South-west and north-east corner of the part shown, m; the whole map if none.
    pub crop_m: Option<[f32; 4]>,
    /// Width of the picture, pixels.
    pub width_px: u32,
}

impl Default for View {
    fn default() -> Self {
        Self { crop_m: None, width_px: 1600 }
    }
}

/// Narrowest and widest picture, pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 200..=8000;
/// Tallest map in a picture, pixels.
const TALLEST: f32 = 8000.0;
/// Smallest part shown, m.
const SMALLEST_M: f32 = 10.0;

impl View {
    /// The corners of what is shown, within the map.
    ///
    /// # Errors
    /// What would be right.
    pub(super) fn corners(&self, size: Vec2) -> Result<(Vec2, Vec2), MapError> {
        if !WIDTHS.contains(&self.width_px) {
            let (least, most) = WIDTHS.into_inner();
            return Err(MapError::View(format!("a width of {} px; {least} to {most} can be drawn", self.width_px)));
        }
        let Some([x0, y0, x1, y1]) = self.crop_m else { return Ok((Vec2::ZERO, size)) };
        let (a, b) = (Vec2::new(x0, y0).max(Vec2::ZERO), Vec2::new(x1, y1).min(size));
        let given = Vec2::new(x0, y0).is_finite() && Vec2::new(x1, y1).is_finite();
        let shows = given && (b - a).min_element() >= SMALLEST_M;
        shows.then_some((a, b)).ok_or_else(|| {
            MapError::View(format!(
                "the crop {x0},{y0},{x1},{y1} shows nothing: write x0,y0,x1,y1 in metres, south-west corner first, \
                 at least {SMALLEST_M} m each way within the map of {} m by {} m",
                size.x, size.y
            ))
        })
    }

    /// Size of letters and strokes relative to a picture 1600 pixels wide.
    pub(super) fn unit(&self) -> f32 {
        (self.width_px as f32 / 1600.0).clamp(0.7, 2.0)
    }
}

/// Where the map lies in the picture.
pub struct Frame {
    south_west: Vec2,
    north_east: Vec2,
    px_per_m: f32,
    above: u32,
    below: u32,
    map: (u32, u32),
    unit: f32,
}

impl Frame {
    /// Leaves strips of `above` and `below` pixels for title and legend.
    ///
    /// # Errors
    /// A view that shows nothing, or is too tall.
    pub fn new(scene: &MapScene, view: &View, above: u32, below: u32) -> Result<Self, MapError> {
        let (south_west, north_east) = view.corners(scene.ground.size_m())?;
        let span = north_east - south_west;
        let px_per_m = view.width_px as f32 / span.x;
        let tall = (span.y * px_per_m).max(1.0);
        if tall > TALLEST {
            let fits = (view.width_px as f32 * TALLEST / tall) as u32;
            return Err(MapError::View(format!("a picture {tall:.0} px tall; a width of {fits} px would do")));
        }
        let map = (view.width_px, tall.ceil() as u32);
        Ok(Self { south_west, north_east, px_per_m, above, below, map, unit: view.unit() })
    }

    /// Width of the picture.
    pub fn width_px(&self) -> u32 {
        self.map.0
    }
    /// Height of the picture.
    pub fn height_px(&self) -> u32 {
        self.above + self.map.1 + self.below
    }
    /// First and last row (exclusive) of the map.
    pub fn rows(&self) -> (u32, u32) {
        (self.above, self.above + self.map.1)
    }
    /// Pixels for a metre.
    pub fn px_per_m(&self) -> f32 {
        self.px_per_m
    }
    /// Size of letters and strokes.
    pub fn unit(&self) -> f32 {
        self.unit
    }
    /// Where a place lies, in pixels.
    pub fn to_px(&self, p: (f32, f32)) -> (f32, f32) {
        let x = (p.0 - self.south_west.x) * self.px_per_m;
        (x, self.above as f32 + (self.north_east.y - p.1) * self.px_per_m)
    }
    /// The place in the middle of a pixel.
    pub fn to_m(&self, x: u32, y: u32) -> Vec2 {
        let (dx, dy) = (x as f32 + 0.5, y as f32 + 0.5 - self.above as f32);
        Vec2::new(self.south_west.x + dx / self.px_per_m, self.north_east.y - dy / self.px_per_m)
    }
    /// Is a place in the part shown, or within `margin_px` of it?
    pub fn shows(&self, p: (f32, f32), margin_px: f32) -> bool {
        let (x, y) = self.to_px(p);
        let (top, end) = self.rows();
        x >= -margin_px
            && x <= self.map.0 as f32 + margin_px
            && y >= top as f32 - margin_px
            && y <= end as f32 + margin_px
    }
}
