//! Letters in both scripts, with a halo. Names come from files, so they are cleaned and cut to a length first.

use ab_glyph::{Font, FontRef, PxScale, point};

use super::MapError;
use super::canvas::Canvas;
use super::palette::{HALO, Rgb};

const FONT: &[u8] = include_bytes!("../../../assets/fonts/FenghuoMap.otf");

/// Longest text drawn, characters.
const LONGEST: usize = 60;
/// Height of the letters above and below the base line, in ems: Chinese characters and Latin descenders fit.
const ABOVE_EM: f32 = 0.92;
const BELOW_EM: f32 = 0.26;

/// The font.
pub struct Face(FontRef<'static>);

/// A drawn text: how much of each pixel its letters cover.
pub struct Letters {
    /// Width, pixels, with the room for the halo.
    pub width: usize,
    /// Height, pixels.
    pub height: usize,
    cover: Vec<f32>,
    margin: usize,
}

/// What is left of a text from a file: no control or formatting characters (they could hide or turn round what
/// follows), white space as single blanks, and no more than `most` characters.
pub fn clean(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c as u32, 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB)
    };
    // A bounded look at a text of any length.
    let shown: String = text.chars().take(most * 8).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let words = shown.split(' ').map(|w| w.chars().filter(|c| !hidden(*c)).collect::<String>());
    let clean = words.filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    if clean.chars().count() <= most {
        return clean;
    }
    clean.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

impl Face {
    /// The font of the program.
    ///
    /// # Errors
    /// None, as long as the shipped font is whole.
    pub fn new() -> Result<Self, MapError> {
        FontRef::try_from_slice(FONT).map(Self).map_err(|e| MapError::Picture(e.to_string()))
    }

    /// Does the font have this character?
    #[cfg(test)]
    pub fn has(&self, c: char) -> bool {
        self.0.glyph_id(c).0 != 0
    }

    fn scale(&self, em_px: f32) -> PxScale {
        PxScale::from(em_px * self.0.height_unscaled() / self.0.units_per_em().unwrap_or(1000.0))
    }

    fn advance(&self, c: char, em_px: f32) -> f32 {
        self.0.h_advance_unscaled(self.0.glyph_id(c)) * em_px / self.0.units_per_em().unwrap_or(1000.0)
    }

    /// Width of a text, pixels.
    pub fn width(&self, text: &str, em_px: f32) -> f32 {
        text.chars().map(|c| self.advance(c, em_px)).sum()
    }

    /// The text, shortened so that it is no wider than `width_px`.
    pub fn fit(&self, text: &str, em_px: f32, width_px: f32) -> String {
        let full = clean(text, LONGEST);
        (1..=full.chars().count())
            .rev()
            .map(|n| clean(&full, n))
            .find(|t| self.width(t, em_px) <= width_px)
            .unwrap_or_default()
    }

    /// Draws a text's letters, with room for a halo of `margin` pixels.
    pub fn letters(&self, text: &str, em_px: f32, margin: usize) -> Letters {
        let text = clean(text, LONGEST);
        let width = self.width(&text, em_px).ceil() as usize + 2 * margin + 2;
        let height = ((ABOVE_EM + BELOW_EM) * em_px).ceil() as usize + 2 * margin;
        let mut cover = vec![0.0f32; width * height];
        let (scale, base) = (self.scale(em_px), margin as f32 + (ABOVE_EM * em_px).round());
        let mut x = margin as f32;
        for c in text.chars() {
            let glyph = self.0.glyph_id(c).with_scale_and_position(scale, point(x, base));
            x += self.advance(c, em_px);
            let Some(outline) = self.0.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            outline.draw(|dx, dy, share| {
                let (px, py) = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
                if (0..width as i64).contains(&px) && (0..height as i64).contains(&py) {
                    let pixel = &mut cover[py as usize * width + px as usize];
                    *pixel = (*pixel + share).min(1.0);
                }
            });
        }
        Letters { width, height, cover, margin }
    }

    /// Writes a text without halo: `x` is its left edge, `middle` the middle of its capitals.
    pub fn write(&self, canvas: &mut Canvas, text: &str, em_px: f32, x: f32, middle: f32, colour: Rgb) {
        let top = middle - ABOVE_EM * em_px + 0.38 * em_px;
        self.letters(text, em_px, 0).paint(canvas, x.round() as i32, top.round() as i32, colour);
    }
}

impl Letters {
    /// Lays the letters over the picture with their upper left corner at a pixel, the halo first.
    pub fn paint(&self, canvas: &mut Canvas, x: i32, y: i32, colour: Rgb) {
        if self.margin > 0 {
            let halo = self.halo();
            self.lay(canvas, x, y, HALO, &halo, 0.85);
        }
        self.lay(canvas, x, y, colour, &self.cover, 1.0);
    }

    fn lay(&self, canvas: &mut Canvas, x: i32, y: i32, colour: Rgb, cover: &[f32], strength: f32) {
        for (i, share) in cover.iter().enumerate().filter(|(_, s)| **s > 0.0) {
            canvas.blend(x + (i % self.width) as i32, y + (i / self.width) as i32, colour, share * strength);
        }
    }

    /// The letters grown by the margin: at each pixel the largest cover within a disc around it.
    fn halo(&self) -> Vec<f32> {
        let reach = self.margin as i64;
        let disc: Vec<(i64, i64)> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)))
            .filter(|(dx, dy)| dx * dx + dy * dy <= reach * reach + 1)
            .collect();
        let (width, height) = (self.width as i64, self.height as i64);
        let mut halo = vec![0.0f32; self.cover.len()];
        for (i, share) in self.cover.iter().enumerate().filter(|(_, s)| **s > 0.0) {
            let (x, y) = (i as i64 % width, i as i64 / width);
            for (dx, dy) in &disc {
                let (px, py) = (x + dx, y + dy);
                if (0..width).contains(&px) && (0..height).contains(&py) {
                    let pixel = &mut halo[(py * width + px) as usize];
                    *pixel = pixel.max(*share);
                }
            }
        }
        halo
    }

    #[cfg(test)]
    pub fn inked(&self) -> f32 {
        self.cover.iter().sum()
    }
}
