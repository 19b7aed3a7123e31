//! What stands around the map: title and time above; scales in metres and li, north, wind and the legend below.

use super::MapError;
use super::canvas::Canvas;
use super::frame::{Frame, View};
use super::labels::{self, both};
use super::marks::mark;
use super::palette::{self, FAINT, INK, PAPER, Rgb, mix};
use super::scene::{MapScene, MarkState};
use super::text::Face;
use crate::kernel::time::hms;
use crate::kernel::{Vec2, bearing, blows_toward};
use crate::scenario::raw::Sward;

/// A li, m: 360 bu of 1.6 m, as used from the Tang on.
pub const LI_M: f32 = 576.0;

/// One entry of the legend.
struct Item {
    sign: Sign,
    text: String,
}

enum Sign {
    Mark { colour: Rgb, mounted: bool, state: MarkState },
    Patch(Rgb),
    Flame,
}

/// How the strips above and below are laid out.
pub struct Plan {
    unit: f32,
    /// Legend entries with their left edge and row.
    items: Vec<(Item, f32, u32)>,
    rows: u32,
}

const LETTERS: f32 = 14.0;
const ROW: f32 = 24.0;
const TITLE: f32 = 48.0;
const SCALES: f32 = 74.0;
const EDGE: f32 = 16.0;

impl Plan {
    /// Lays the legend out in as many rows as the width asks for.
    ///
    /// # Errors
    /// A view that shows nothing.
    pub fn new(scene: &MapScene, view: &View, face: &Face) -> Result<Self, MapError> {
        view.corners(scene.ground.size_m())?;
        let unit = view.unit();
        let right = view.width_px as f32 - EDGE * unit;
        let (mut x, mut row, mut items) = (EDGE * unit, 0, Vec::new());
        for item in entries(scene) {
            let wide = (26.0 + 20.0) * unit + face.width(&item.text, LETTERS * unit);
            if x + wide > right && x > EDGE * unit {
                (x, row) = (EDGE * unit, row + 1);
            }
            items.push((item, x, row));
            x += wide;
        }
        Ok(Self { unit, items, rows: row + 1 })
    }

    /// Height of the strip above the map, pixels.
    pub fn above_px(&self) -> u32 {
        (TITLE * self.unit) as u32
    }
    /// Height of the strip below.
    pub fn below_px(&self) -> u32 {
        ((SCALES + ROW * self.rows as f32 + 10.0) * self.unit) as u32
    }

    /// Draws both strips, over whatever of the map's marks reached into them.
    pub fn paint(&self, canvas: &mut Canvas, scene: &MapScene, frame: &Frame, face: &Face) {
        let (top, end) = frame.rows();
        let (width, u) = (frame.width_px() as f32, self.unit);
        canvas.rect(0.0, 0.0, width, top as f32, PAPER);
        canvas.rect(0.0, end as f32, width, (frame.height_px() - end) as f32, PAPER);
        for y in [top as f32, end as f32 - 1.0] {
            canvas.rect(0.0, y, width, 1.0, FAINT);
        }
        self.title(canvas, scene, face, width);
        let middle = end as f32 + SCALES * u * 0.5;
        let used = scales(canvas, frame, face, EDGE * u, middle);
        compass(canvas, scene, frame, face, used + 40.0 * u, middle);
        for (item, x, row) in &self.items {
            let y = end as f32 + (SCALES + ROW * (*row as f32 + 0.5)) * u;
            item.sign.paint(canvas, x + 10.0 * u, y, u);
            face.write(canvas, &item.text, LETTERS * u, x + 26.0 * u, y, INK);
        }
    }

    fn title(&self, canvas: &mut Canvas, scene: &MapScene, face: &Face, width: f32) {
        let u = self.unit;
        let time = scene.t_s.map_or("before the battle".to_owned(), |t| format!("time {}", hms(t)));
        let time_wide = face.width(&time, 18.0 * u);
        let room = width - time_wide - 3.0 * EDGE * u;
        let middle = TITLE * u * 0.5;
        face.write(canvas, &face.fit(&both(&scene.title, 60), 22.0 * u, room), 22.0 * u, EDGE * u, middle, INK);
        face.write(canvas, &time, 18.0 * u, width - EDGE * u - time_wide, middle, INK);
    }
}

fn entries(scene: &MapScene) -> Vec<Item> {
    let mut items = Vec::new();
    for (i, side) in scene.sides.iter().enumerate().take(8) {
        let colour = palette::side(i as u8);
        items.push(Item {
            sign: Sign::Mark { colour, mounted: true, state: MarkState::Steady },
            text: both(side, labels::LONGEST),
        });
    }
    let states = [
        (MarkState::Steady, "steady"),
        (MarkState::Wavering, "wavering"),
        (MarkState::Broken, "running"),
        (MarkState::Down, "down"),
        (MarkState::Dead, "dead"),
    ];
    let grey = mix(INK, PAPER, 0.2);
    for (state, text) in states {
        items.push(Item { sign: Sign::Mark { colour: grey, mounted: true, state }, text: text.into() });
    }
    let foot = Sign::Mark { colour: grey, mounted: false, state: MarkState::Steady };
    items.push(Item { sign: foot, text: "on foot (smaller)".into() });
    let mut patch = |colour, text: &str| items.push(Item { sign: Sign::Patch(colour), text: text.into() });
    patch(palette::sward(Sward::Natural), "tall grass");
    patch(palette::sward(Sward::Grazed), "grazed");
    patch(palette::sward(Sward::EatenOut), "eaten out");
    patch(palette::sward(Sward::Bare), "bare");
    patch(palette::SHALLOW, "shallow water");
    patch(palette::DEEP, "deep water");
    patch(palette::BURNT, "burnt ground");
    patch(palette::SMOKE, "smoke");
    items.push(Item { sign: Sign::Flame, text: "flames".into() });
    items
}

impl Sign {
    fn paint(&self, canvas: &mut Canvas, x: f32, y: f32, u: f32) {
        match self {
            Self::Mark { colour, mounted, state } => {
                mark(canvas, x, y, if *mounted { 5.5 } else { 3.2 } * u, *colour, *state);
            }
            Self::Patch(colour) => {
                canvas.rect(x - 9.0 * u, y - 7.0 * u, 18.0 * u, 14.0 * u, FAINT);
                canvas.rect(x - 9.0 * u + 1.0, y - 7.0 * u + 1.0, 18.0 * u - 2.0, 14.0 * u - 2.0, *colour);
            }
            Self::Flame => {
                for (grow, colour) in [(1.5, palette::EMBER), (0.0, palette::FLAME)] {
                    for i in 0..4 {
                        canvas.disc(x + (i as f32 * 4.0 - 6.0) * u, y, (2.6 + grow) * u, colour);
                    }
                }
            }
        }
    }
}

/// The largest of 1, 2, 5 times a power of ten that is not above `most`.
fn round_length(most: f32) -> f32 {
    let power = libm::exp10f(libm::log10f(most).floor());
    [5.0, 2.0].into_iter().map(|m| m * power).find(|l| *l <= most * 1.0001).unwrap_or(power)
}

/// Scale bars in metres and in li; returns their right edge.
fn scales(canvas: &mut Canvas, frame: &Frame, face: &Face, x: f32, middle: f32) -> f32 {
    let u = frame.unit();
    let room_m = (frame.width_px() as f32 * 0.22).min(360.0 * u) / frame.px_per_m();
    let metres = round_length(room_m);
    let li = round_length(room_m / LI_M);
    let text = if metres >= 1000.0 { format!("{} km", metres / 1000.0) } else { format!("{metres} m") };
    let bars = [(metres, text, -15.0), (li * LI_M, format!("{} li 里", (li * 1000.0).round() / 1000.0), 15.0)];
    let mut right = x;
    for (length_m, text, dy) in bars {
        let (y, long) = (middle + dy * u, length_m * frame.px_per_m());
        let thick = 7.0 * u;
        canvas.rect(x, y - thick / 2.0, long, thick, INK);
        for quarter in [1.0, 3.0] {
            let light = (x + long * quarter / 4.0 + 1.0, long / 4.0 - 1.0);
            canvas.rect(light.0, y - thick / 2.0 + 1.0, light.1 - 0.5, thick - 2.0, PAPER);
        }
        face.write(canvas, &text, LETTERS * u, x + long + 8.0 * u, y, INK);
        right = f32::max(right, x + long + 8.0 * u + face.width(&text, LETTERS * u));
    }
    right
}

/// North, and the wind: an arrow along which it blows.
fn compass(canvas: &mut Canvas, scene: &MapScene, frame: &Frame, face: &Face, x: f32, middle: f32) {
    let u = frame.unit();
    arrow(canvas, (x, middle), Vec2::Y, 24.0 * u, INK);
    face.write(canvas, "N 北", LETTERS * u, x + 14.0 * u, middle, INK);
    let (from_deg, speed) = scene.wind;
    let x = x + 110.0 * u;
    let text = if speed < 0.3 {
        canvas.ring(x, middle, 6.0 * u, 1.6 * u, palette::RIVER);
        "calm 无风".to_owned()
    } else {
        arrow(canvas, (x, middle), blows_toward(from_deg), 24.0 * u, palette::RIVER);
        format!("wind 风 {speed:.1} m/s from {}", point(from_deg))
    };
    let room = frame.width_px() as f32 - x - 32.0 * u - EDGE * u;
    face.write(canvas, &face.fit(&text, LETTERS * u, room), LETTERS * u, x + 32.0 * u, middle, INK);
}

fn arrow(canvas: &mut Canvas, at: (f32, f32), along: Vec2, half: f32, colour: Rgb) {
    // On the picture y grows downward.
    let (d, across) = (Vec2::new(along.x, -along.y), Vec2::new(along.y, along.x));
    let p = |v: Vec2| (at.0 + v.x, at.1 + v.y);
    let neck = d * half * 0.25;
    canvas.line(&[p(-d * half), p(neck)], half * 0.14, colour);
    canvas.polygon(&[p(d * half), p(neck + across * half * 0.36), p(neck - across * half * 0.36)], colour);
}

/// The nearest of sixteen compass points.
fn point(deg: f32) -> &'static str {
    const POINTS: [&str; 16] =
        ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
    let v = bearing(deg);
    let turn = crate::kernel::bearing_of(v) / 22.5;
    POINTS[(turn.round() as usize) % POINTS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_round_and_points_are_points() {
        assert_eq!([round_length(999.0), round_length(1000.0), round_length(0.3)], [500.0, 1000.0, 0.2]);
        assert_eq!([point(0.0), point(225.0), point(355.0), point(-90.0)], ["N", "SW", "N", "W"]);
    }
}
