//! Rivers: depth and current of every wet cell, from the middle line, the profile across it and the fords.

use super::grid::Grid;
use crate::kernel::Vec2;
use crate::scenario::raw::River;

/// Depth of a stream that is narrower than a cell is spread over the cell; it stays wet and connected. In cells.
const NARROWEST: f32 = 0.5;

/// A wet cell.
#[derive(Clone, Copy, Debug)]
pub struct Wet {
    /// The cell.
    pub cell: u32,
    /// Depth, m.
    pub depth_m: f32,
    /// Current, m/s.
    pub current: Vec2,
}

/// What is nearest to a cell on a river's middle line.
#[derive(Clone, Copy)]
struct Nearest {
    distance_m: f32,
    along_m: f32,
    segment: u32,
}

/// The wet cells in the order of their numbers; where rivers meet, the deeper counts.
pub fn wet_cells(grid: &Grid, rivers: &[River]) -> Vec<Wet> {
    let mut wet: Vec<Wet> = rivers.iter().flat_map(|river| one_river(grid, river)).collect();
    wet.sort_by(|a, b| a.cell.cmp(&b.cell).then(b.depth_m.total_cmp(&a.depth_m)));
    wet.dedup_by_key(|w| w.cell);
    wet
}

fn one_river(grid: &Grid, river: &River) -> Vec<Wet> {
    let half = (river.width_m.value() / 2.0).max(NARROWEST * grid.cell_m());
    let line: Vec<Vec2> = river.line.iter().map(|p| Vec2::from(*p)).collect();
    let far = Nearest { distance_m: f32::INFINITY, along_m: 0.0, segment: 0 };
    let mut nearest = vec![far; grid.len()];
    let mut start_m = 0.0;
    for (segment, pair) in line.windows(2).enumerate() {
        let length = (pair[1] - pair[0]).length();
        grid.near_segment(pair[0], pair[1], half, |cell, distance_m, t| {
            if distance_m < nearest[cell].distance_m {
                nearest[cell] = Nearest { distance_m, along_m: start_m + t * length, segment: segment as u32 };
            }
        });
        start_m += length;
    }
    let fords: Vec<(f32, f32, f32)> = (river.fords.iter())
        .map(|f| {
            let half_front = (f.width_m.value() / 2.0).max(grid.cell_m() / 2.0);
            (along_line(&line, Vec2::from(f.at)), half_front, f.depth_m.value())
        })
        .collect();
    (nearest.iter().enumerate())
        .filter(|(_, n)| n.distance_m.is_finite())
        .filter_map(|(cell, n)| {
            let ford = fords.iter().find(|(at, half_front, _)| (n.along_m - at).abs() <= *half_front);
            let middle = ford.map_or(river.depth_m.value(), |f| f.2);
            let r = n.distance_m / half;
            let profile = 1.0 - r * r;
            let downstream = (line[n.segment as usize + 1] - line[n.segment as usize]).normalize_or_zero();
            let depth_m = middle * profile;
            let current = downstream * (river.current_m_s.value() * profile);
            (depth_m > 0.0).then_some(Wet { cell: cell as u32, depth_m, current })
        })
        .collect()
}

/// How far along a line the point nearest to `p` lies, m.
fn along_line(line: &[Vec2], p: Vec2) -> f32 {
    let (mut best, mut start) = ((f32::INFINITY, 0.0), 0.0);
    for pair in line.windows(2) {
        let d = pair[1] - pair[0];
        let t = if d == Vec2::ZERO { 0.0 } else { ((p - pair[0]).dot(d) / d.length_squared()).clamp(0.0, 1.0) };
        let distance = (p - (pair[0] + d * t)).length();
        if distance < best.0 {
            best = (distance, start + t * d.length());
        }
        start += d.length();
    }
    best.1
}
