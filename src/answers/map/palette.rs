//! The colours. Sides differ in hue and lightness as colour-blind readers see them (after Okabe and Ito's set: blue
//! against red-brown, not red against green); states differ in shape, so that no meaning hangs on hue alone.

use crate::scenario::raw::Sward;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// Behind title and legend.
pub const PAPER: Rgb = [250, 248, 242];
/// Letters and strokes.
pub const INK: Rgb = [34, 32, 30];
/// Less important letters.
pub const FAINT: Rgb = [96, 90, 84];
/// Around letters and marks.
pub const HALO: Rgb = [255, 255, 252];
/// Shallow water.
pub const SHALLOW: Rgb = [176, 212, 232];
/// Water over a man's head.
pub const DEEP: Rgb = [62, 126, 178];
/// Names of rivers.
pub const RIVER: Rgb = [22, 78, 128];
/// Contour lines, hills and their names.
pub const HILL: Rgb = [112, 78, 42];
/// Burnt ground.
pub const BURNT: Rgb = [112, 104, 100];
/// The edge of flames.
pub const EMBER: Rgb = [240, 120, 0];
/// Flames.
pub const FLAME: Rgb = [255, 226, 64];
/// Smoke.
pub const SMOKE: Rgb = [204, 206, 218];

const SIDES: [Rgb; 6] = [[0, 72, 168], [176, 22, 50], [0, 104, 84], [116, 50, 160], [110, 72, 0], [30, 30, 30]];

/// The colour of a side; after the sixth they come again.
pub fn side(index: u8) -> Rgb {
    SIDES[usize::from(index) % SIDES.len()]
}

/// The colour of open ground.
pub fn sward(sward: Sward) -> Rgb {
    match sward {
        Sward::Natural => [208, 202, 142],
        Sward::Grazed => [222, 218, 172],
        Sward::EatenOut => [230, 222, 198],
        Sward::Bare => [238, 232, 222],
    }
}

/// `a` with `share` (0 to 1) of `b`.
pub fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| {
        let (a, b) = (f32::from(a[i]), f32::from(b[i]));
        (a + (b - a) * share.clamp(0.0, 1.0) + 0.5) as u8
    })
}
