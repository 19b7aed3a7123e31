//! Names, placed one after the other where they hide no other name and as few men as may be: units first, then places,
//! hills and rivers.

use super::canvas::Canvas;
use super::frame::Frame;
use super::palette::{self, HALO};
use super::scene::{Label, LabelKind, MapScene};
use super::text::{Face, Letters, clean};
use crate::scenario::raw::Name;

/// Longest name drawn in one script, characters.
pub const LONGEST: usize = 28;
/// Names on one map.
const MOST: usize = 400;

/// A rectangle in pixels: left, top, right, bottom.
type Area = [f32; 4];

/// Both scripts of a name in one line.
pub fn both(name: &Name, most: usize) -> String {
    let (zh, latin) = (clean(&name.zh, most), clean(&name.latin, most));
    if zh.is_empty() || latin.is_empty() { zh + &latin } else { format!("{zh} {latin}") }
}

/// Draws the names and the signs of places and hills.
pub fn paint(canvas: &mut Canvas, scene: &MapScene, frame: &Frame, face: &Face) {
    let mut labels: Vec<&Label> = scene.labels.iter().collect();
    // A stable sort: within a kind the order of the scene, which puts large units first.
    labels.sort_by_key(|l| match l.kind {
        LabelKind::Unit(_) => 0,
        LabelKind::Place => 1,
        LabelKind::Hill => 2,
        LabelKind::River => 3,
    });
    let crowd = Crowd::new(scene, frame);
    let mut taken: Vec<Area> = Vec::new();
    for label in &labels {
        if let Some(at) = label.at.first().filter(|p| frame.shows(**p, 0.0)) {
            let sign = sign(canvas, label.kind, frame.to_px(*at), frame.unit());
            taken.extend(sign);
        }
    }
    for label in labels.into_iter().take(MOST) {
        let (em, colour) = match label.kind {
            LabelKind::Unit(side) => (15.0, palette::side(side)),
            LabelKind::Place => (15.0, palette::INK),
            LabelKind::Hill => (14.0, palette::HILL),
            LabelKind::River => (16.0, palette::RIVER),
        };
        let letters =
            face.letters(&both(&label.name, LONGEST), em * frame.unit(), (2.0 * frame.unit()).round() as usize);
        let Some((area, from)) = place(label, &letters, frame, &crowd, &taken) else { continue };
        let end = (from.0.clamp(area[0], area[2]), from.1.clamp(area[1], area[3]));
        let gap = (end.0 - from.0).abs().max((end.1 - from.1).abs());
        if gap > 24.0 * frame.unit() && matches!(label.kind, LabelKind::Unit(_)) {
            canvas.line(&[from, end], 2.6 * frame.unit(), HALO);
            canvas.line(&[from, end], 1.0 * frame.unit(), colour);
        }
        letters.paint(canvas, area[0] as i32, area[1] as i32, colour);
        taken.push(area);
    }
}

/// The square of a place or the triangle of a hill, and the room it takes.
fn sign(canvas: &mut Canvas, kind: LabelKind, (x, y): (f32, f32), unit: f32) -> Option<Area> {
    let r = 4.0 * unit;
    match kind {
        LabelKind::Place => {
            canvas.rect(x - r - 1.0, y - r - 1.0, 2.0 * r + 2.0, 2.0 * r + 2.0, HALO);
            canvas.rect(x - r, y - r, 2.0 * r, 2.0 * r, palette::INK);
        }
        LabelKind::Hill => {
            canvas.polygon(&[(x - r - 2.0, y + r + 1.0), (x, y - r - 2.0), (x + r + 2.0, y + r + 1.0)], HALO);
            canvas.polygon(&[(x - r, y + r), (x, y - r), (x + r, y + r)], palette::HILL);
        }
        LabelKind::Unit(_) | LabelKind::River => return None,
    }
    Some([x - r, y - r, x + r, y + r])
}

/// The best free room, and the point it belongs to: near that point, and where no men are.
fn place(label: &Label, letters: &Letters, frame: &Frame, crowd: &Crowd, taken: &[Area]) -> Option<(Area, (f32, f32))> {
    let (w, h, unit) = (letters.width as f32, letters.height as f32, frame.unit());
    let rings = match label.kind {
        LabelKind::Unit(_) => 0..=5,
        LabelKind::Place | LabelKind::Hill => 1..=2,
        LabelKind::River => 0..=0,
    };
    let mut best: Option<(f32, Area, (f32, f32))> = None;
    for at in label.at.iter().filter(|p| frame.shows(**p, 0.0)) {
        let (x, y) = frame.to_px(*at);
        for ring in rings.clone() {
            let far = (ring as f32 - 1.0).max(0.0);
            let (dx, dy) = (w / 2.0 + (8.0 + 16.0 * far) * unit, h * (0.65 + 0.6 * far));
            let around: &[(f32, f32)] = if ring == 0 {
                &[(0.0, 0.0)]
            } else {
                &[(0.0, -dy), (0.0, dy), (dx, 0.0), (-dx, 0.0), (dx, -dy), (-dx, -dy), (dx, dy), (-dx, dy)]
            };
            for (turn, (ox, oy)) in around.iter().enumerate() {
                let (left, top) = ((x + ox - w / 2.0).round(), (y + oy - h / 2.0).round());
                let area = [left, top, left + w, top + h];
                if !inside(area, frame) || taken.iter().any(|t| overlap(*t, area)) {
                    continue;
                }
                // A name may hide a few men rather than stand far from its own.
                let cost = ring as f32 + 0.05 * turn as f32 + 12.0 * crowd.share(area);
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, area, (x, y)));
                }
            }
        }
        // The next place of a river's name is for when there is no room at this one.
        if best.is_some() {
            break;
        }
    }
    best.map(|(_, area, from)| (area, from))
}

/// Where men are, in squares of some pixels.
struct Crowd {
    nx: usize,
    squares: Vec<bool>,
}

impl Crowd {
    const SQUARE: f32 = 6.0;

    fn new(scene: &MapScene, frame: &Frame) -> Self {
        let nx = (frame.width_px() as f32 / Self::SQUARE) as usize + 1;
        let ny = (frame.height_px() as f32 / Self::SQUARE) as usize + 1;
        let mut squares = vec![false; nx * ny];
        for man in scene.men.iter().filter(|m| frame.shows(m.at, 0.0)) {
            let (x, y) = frame.to_px(man.at);
            let at = (y / Self::SQUARE) as usize * nx + (x / Self::SQUARE) as usize;
            if let Some(square) = squares.get_mut(at) {
                *square = true;
            }
        }
        Self { nx, squares }
    }

    /// The share of an area in which men are.
    fn share(&self, area: Area) -> f32 {
        let [left, top, right, bottom] = area.map(|v| (v.max(0.0) / Self::SQUARE) as usize);
        let rows = (top..=bottom).flat_map(|y| (left..=right.min(self.nx - 1)).map(move |x| y * self.nx + x));
        let (men, all) =
            rows.fold((0, 0), |(men, all), i| (men + usize::from(self.squares.get(i) == Some(&true)), all + 1));
        men as f32 / all.max(1) as f32
    }
}

fn inside(a: Area, frame: &Frame) -> bool {
    let (top, end) = frame.rows();
    a[0] >= 0.0 && a[1] >= top as f32 && a[2] <= frame.width_px() as f32 && a[3] <= end as f32
}

fn overlap(a: Area, b: Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}
