//! A grid of square cells anchored at the map's south-west corner: cell (0, 0) starts at (0 m, 0 m), rows run north.

use serde::{Deserialize, Serialize};

use crate::kernel::Vec2;

/// Most cells a grid may have: 12 km by 12 km in cells of 5 m, and some more.
pub const MAX_CELLS: usize = 6_000_000;

/// The shape of a grid. Cells are numbered row by row from the south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    nx: u32,
    ny: u32,
    cell_m: f32,
}

impl Grid {
    /// The grid that covers a map of `size_m` with cells of `cell_m`.
    ///
    /// # Errors
    /// A size that is no positive number, or more than [`MAX_CELLS`] cells.
    pub fn covering(size_m: Vec2, cell_m: f32) -> Result<Self, String> {
        let whole = |m: f32| libm::ceilf(m / cell_m - 1e-3).max(1.0);
        let grid = Self { nx: whole(size_m.x) as u32, ny: whole(size_m.y) as u32, cell_m };
        if !(size_m.x > 0.0 && size_m.y > 0.0) {
            return Err(format!("a map of {} x {} m has no ground", size_m.x, size_m.y));
        }
        grid.checked()
    }

    /// The grid itself, if its size is one this program takes: for grids read from a file.
    ///
    /// # Errors
    /// No cells, too many, or cells of no size.
    pub fn checked(self) -> Result<Self, String> {
        let cells = u64::from(self.nx) * u64::from(self.ny);
        if !(self.cell_m > 0.0 && self.cell_m.is_finite()) || cells == 0 || cells > MAX_CELLS as u64 {
            return Err(format!(
                "a grid of {} x {} cells of {} m is not one of 1 to {MAX_CELLS} cells",
                self.nx, self.ny, self.cell_m
            ));
        }
        Ok(self)
    }

    /// Cells in a row, from west to east.
    pub fn nx(&self) -> usize {
        self.nx as usize
    }
    /// Rows, from south to north.
    pub fn ny(&self) -> usize {
        self.ny as usize
    }
    /// All cells.
    pub fn len(&self) -> usize {
        self.nx() * self.ny()
    }
    /// Never: a grid has cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// East-west and north-south size, m: that of the map, made up to whole cells.
    pub fn size_m(&self) -> Vec2 {
        Vec2::new(self.nx as f32, self.ny as f32) * self.cell_m
    }
    /// Side of a cell, m.
    pub fn cell_m(&self) -> f32 {
        self.cell_m
    }
    /// Area of a cell, m2.
    pub fn cell_m2(&self) -> f32 {
        self.cell_m * self.cell_m
    }
    /// Column and row of a cell.
    pub fn column_row(&self, cell: usize) -> (usize, usize) {
        (cell % self.nx(), cell / self.nx())
    }
    /// The middle of a cell, m.
    pub fn centre(&self, cell: usize) -> Vec2 {
        let (x, y) = self.column_row(cell);
        Vec2::new((x as f32 + 0.5) * self.cell_m, (y as f32 + 0.5) * self.cell_m)
    }
    /// The cell a place lies in, if it lies on the grid.
    pub fn at(&self, p: Vec2) -> Option<usize> {
        let inside = p.x >= 0.0 && p.y >= 0.0;
        let (x, y) = ((p.x / self.cell_m) as usize, (p.y / self.cell_m) as usize);
        (inside && x < self.nx() && y < self.ny()).then(|| y * self.nx() + x)
    }
    /// The cell nearest to a place.
    pub fn nearest(&self, p: Vec2) -> usize {
        // A cast of a negative number or of NaN gives 0.
        let x = ((p.x / self.cell_m) as usize).min(self.nx() - 1);
        let y = ((p.y / self.cell_m) as usize).min(self.ny() - 1);
        y * self.nx() + x
    }

    /// Visits every cell whose middle lies within `reach_m` of the segment from `a` to `b`: the cell, the distance from
    /// the segment in m, and how far along the segment its nearest point lies, 0 to 1. Rows first, from the south.
    pub fn near_segment(&self, a: Vec2, b: Vec2, reach_m: f32, mut visit: impl FnMut(usize, f32, f32)) {
        let d = b - a;
        let len2 = d.length_squared();
        let index = |m: f32| libm::floorf(m / self.cell_m) as i64;
        let rows = (index(a.y.min(b.y) - reach_m).max(0), index(a.y.max(b.y) + reach_m).min(self.ny() as i64 - 1));
        for row in rows.0..=rows.1 {
            let y = (row as f32 + 0.5) * self.cell_m;
            // The stretch of the segment that can be within reach of this row.
            let at = |y: f32| if d.y == 0.0 { None } else { Some(((y - a.y) / d.y).clamp(0.0, 1.0)) };
            let (t0, t1) = (at(y - reach_m).unwrap_or(0.0), at(y + reach_m).unwrap_or(1.0));
            let (x0, x1) = (a.x + t0 * d.x, a.x + t1 * d.x);
            let columns =
                (index(x0.min(x1) - reach_m).max(0) as usize, index(x0.max(x1) + reach_m).min(self.nx() as i64 - 1));
            for column in columns.0 as i64..=columns.1 {
                let p = Vec2::new((column as f32 + 0.5) * self.cell_m, y);
                let t = if len2 > 0.0 { ((p - a).dot(d) / len2).clamp(0.0, 1.0) } else { 0.0 };
                let distance = (p - (a + d * t)).length();
                if distance <= reach_m {
                    visit(row as usize * self.nx() + column as usize, distance, t);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_places_agree() {
        let grid = Grid::covering(Vec2::new(100.0, 60.0), 5.0).unwrap();
        assert_eq!((grid.nx(), grid.ny()), (20, 12));
        for cell in 0..grid.len() {
            assert_eq!(grid.at(grid.centre(cell)), Some(cell));
            assert_eq!(grid.nearest(grid.centre(cell)), cell);
        }
        assert_eq!(grid.at(Vec2::new(-0.1, 3.0)), None);
        assert_eq!(grid.at(Vec2::new(f32::NAN, 3.0)), None);
        assert_eq!(grid.nearest(Vec2::new(-9.0, 1e9)), 11 * 20);
        assert!(Grid::covering(Vec2::new(1e9, 1e9), 5.0).is_err());
        assert!(Grid::covering(Vec2::new(f32::NAN, 10.0), 5.0).is_err());
    }

    #[test]
    fn a_segment_visits_what_a_search_of_all_cells_finds() {
        let grid = Grid::covering(Vec2::new(200.0, 150.0), 5.0).unwrap();
        for (a, b, reach) in [
            (Vec2::new(-20.0, 10.0), Vec2::new(180.0, 140.0), 12.0),
            (Vec2::new(50.0, 75.0), Vec2::new(50.0, 75.0), 9.0),
            (Vec2::new(10.0, 40.0), Vec2::new(190.0, 40.0), 2.5),
            (Vec2::new(90.0, 170.0), Vec2::new(90.0, 20.0), 7.0),
        ] {
            let mut found = Vec::new();
            grid.near_segment(a, b, reach, |cell, _, _| found.push(cell));
            let all: Vec<_> = (0..grid.len())
                .filter(|&i| {
                    let (p, d) = (grid.centre(i), b - a);
                    let t = if a == b { 0.0 } else { ((p - a).dot(d) / d.length_squared()).clamp(0.0, 1.0) };
                    (p - (a + d * t)).length() <= reach
                })
                .collect();
            assert_eq!(found, all);
        }
    }
}
