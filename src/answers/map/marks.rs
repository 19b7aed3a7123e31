//! The men: each a mark, its colour by side, its shape by how he does, larger on horseback.

use super::canvas::Canvas;
use super::frame::Frame;
use super::palette::{self, HALO, INK, Rgb, mix};
use super::scene::{MapScene, Mark, MarkState};

/// Radius of a man on foot and of a rider on the ground, m.
const FOOT_M: f32 = 0.4;
const HORSE_M: f32 = 0.8;

/// Draws all men, the dead lowest.
pub fn paint(canvas: &mut Canvas, scene: &MapScene, frame: &Frame) {
    let shown: Vec<&Mark> = scene.men.iter().filter(|m| frame.shows(m.at, 8.0)).collect();
    for state in [MarkState::Dead, MarkState::Down, MarkState::Broken, MarkState::Wavering, MarkState::Steady] {
        for man in shown.iter().filter(|m| m.state == state) {
            let (x, y) = frame.to_px(man.at);
            mark(canvas, x, y, radius(man.mounted, frame), palette::side(man.side), state);
        }
    }
}

fn radius(mounted: bool, frame: &Frame) -> f32 {
    let (size_m, least) = if mounted { (HORSE_M, 1.1) } else { (FOOT_M, 0.8) };
    (size_m * frame.px_per_m()).clamp(least * frame.unit(), 9.0)
}

/// One mark: full for those who stand, paler if they waver, hollow if they run, a bar for the fallen, a cross for the
/// dead. Too small for shapes, the same meaning lies in lightness.
pub fn mark(canvas: &mut Canvas, x: f32, y: f32, radius: f32, colour: Rgb, state: MarkState) {
    if radius < 1.8 {
        let tone = match state {
            MarkState::Steady => colour,
            MarkState::Wavering => mix(colour, HALO, 0.3),
            MarkState::Broken => mix(colour, HALO, 0.55),
            MarkState::Down => mix(colour, INK, 0.5),
            MarkState::Dead => mix(colour, INK, 0.8),
        };
        return canvas.disc(x, y, radius, tone);
    }
    match state {
        MarkState::Steady | MarkState::Wavering => {
            let inner = if state == MarkState::Steady { colour } else { mix(colour, HALO, 0.45) };
            canvas.disc(x, y, radius + 0.6, HALO);
            canvas.disc(x, y, radius, colour);
            canvas.disc(x, y, radius - 0.8, inner);
        }
        MarkState::Broken => {
            canvas.disc(x, y, radius + 0.6, HALO);
            canvas.ring(x, y, radius - 0.4, 1.3, colour);
        }
        MarkState::Down => {
            let bar = [(x - radius, y), (x + radius, y)];
            canvas.line(&bar, 2.8, HALO);
            canvas.line(&bar, 1.8, colour);
        }
        MarkState::Dead => {
            let (r, tone) = (radius * 0.8, mix(colour, INK, 0.6));
            canvas.line(&[(x - r, y - r), (x + r, y + r)], 1.3, tone);
            canvas.line(&[(x - r, y + r), (x + r, y - r)], 1.3, tone);
        }
    }
}
