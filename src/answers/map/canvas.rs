//! The picture being drawn: pixels, and the few shapes that a map is made of.

use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke, Transform,
};

use super::MapError;
use super::palette::{Rgb, mix};

/// An opaque picture.
pub struct Canvas {
    pixmap: Pixmap,
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(colour[0], colour[1], colour[2], 255));
    paint
}

impl Canvas {
    /// A picture of one colour.
    ///
    /// # Errors
    /// A size of which there is no picture.
    pub fn new(width: u32, height: u32, ground: Rgb) -> Result<Self, MapError> {
        let no_size = || MapError::Picture(format!("no picture is {width} by {height} px"));
        let mut pixmap = Pixmap::new(width, height).ok_or_else(no_size)?;
        pixmap.fill(Color::from_rgba8(ground[0], ground[1], ground[2], 255));
        Ok(Self { pixmap })
    }

    /// Sets a pixel; beyond the edge nothing happens.
    pub fn put(&mut self, x: i32, y: i32, colour: Rgb) {
        self.blend(x, y, colour, 1.0);
    }

    /// Lays `share` (0 to 1) of a colour over a pixel; beyond the edge nothing happens.
    pub fn blend(&mut self, x: i32, y: i32, colour: Rgb, share: f32) {
        let (width, height) = (self.pixmap.width() as i32, self.pixmap.height() as i32);
        if x < 0 || y < 0 || x >= width || y >= height {
            return;
        }
        if let Some(pixel) = self.pixmap.pixels_mut().get_mut((y * width + x) as usize) {
            let [r, g, b] = mix([pixel.red(), pixel.green(), pixel.blue()], colour, share);
            // Opaque, so premultiplied is plain.
            *pixel = PremultipliedColorU8::from_rgba(r, g, b, 255).unwrap_or(*pixel);
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Rgb) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            self.pixmap.fill_rect(rect, &paint(colour), Transform::identity(), None);
        }
    }

    /// A filled disc.
    pub fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, colour);
        }
    }

    /// A circle.
    pub fn ring(&mut self, x: f32, y: f32, radius: f32, width: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.stroke(&path, width, colour);
        }
    }

    /// A line from point to point.
    pub fn line(&mut self, points: &[(f32, f32)], width: f32, colour: Rgb) {
        if let Some(path) = polyline(points, false) {
            self.stroke(&path, width, colour);
        }
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: &[(f32, f32)], colour: Rgb) {
        if let Some(path) = polyline(points, true) {
            self.fill(&path, colour);
        }
    }

    /// The picture as a PNG.
    ///
    /// # Errors
    /// The encoder's.
    pub fn png(&self) -> Result<Vec<u8>, MapError> {
        self.pixmap.encode_png().map_err(|e| MapError::Picture(e.to_string()))
    }

    fn fill(&mut self, path: &Path, colour: Rgb) {
        self.pixmap.fill_path(path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, width: f32, colour: Rgb) {
        let stroke = Stroke { width, line_cap: LineCap::Round, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(colour), &stroke, Transform::identity(), None);
    }
}

fn polyline(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    for p in rest {
        path.line_to(p.0, p.1);
    }
    if closed {
        path.close();
    }
    path.finish()
}
