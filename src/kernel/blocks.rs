//! Square blocks of the map that hold a value only where somebody is. Anchored to the map; clearing costs what was
//! touched, not the size of the map.

use super::Vec2;

/// A grid of blocks with a list of those touched.
#[derive(Default)]
pub struct Blocks<T> {
    nx: usize,
    ny: usize,
    cell_m: f32,
    data: Vec<T>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl<T: Copy + Default> Blocks<T> {
    /// Blocks of `cell_m` metres over a map of this size.
    pub fn new(size_m: Vec2, cell_m: f32) -> Self {
        let cells = |m: f32| (m / cell_m) as usize + 1;
        let (nx, ny) = (cells(size_m.x), cells(size_m.y));
        Self {
            nx,
            ny,
            cell_m,
            data: vec![T::default(); nx * ny],
            touched: Vec::new(),
            is_touched: vec![false; nx * ny],
        }
    }

    /// The block of a place; places off the map count to its edge.
    pub fn index(&self, at: Vec2) -> usize {
        let x = ((at.x / self.cell_m) as usize).min(self.nx - 1);
        let y = ((at.y / self.cell_m) as usize).min(self.ny - 1);
        y * self.nx + x
    }

    /// Blocks in a row.
    pub fn columns(&self) -> usize {
        self.nx
    }

    /// Rows of blocks.
    pub fn rows(&self) -> usize {
        self.ny
    }

    /// The value of a block.
    pub fn get(&self, index: usize) -> &T {
        &self.data[index]
    }

    /// Has it been touched since the last [`Blocks::clear`]?
    pub fn is_touched(&self, index: usize) -> bool {
        self.is_touched[index]
    }

    /// The value of a block, to be changed.
    pub fn touch(&mut self, index: usize) -> &mut T {
        if !self.is_touched[index] {
            self.is_touched[index] = true;
            self.touched.push(index as u32);
        }
        &mut self.data[index]
    }

    /// The blocks touched since the last [`Blocks::clear`], from the south-west, row by row.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// Puts the touched blocks in the order of their index. Needed before [`Blocks::touched`] is read.
    pub fn sort(&mut self) {
        self.touched.sort_unstable();
    }

    /// Everything back to nothing.
    pub fn clear(&mut self) {
        for &i in &self.touched {
            self.data[i as usize] = T::default();
            self.is_touched[i as usize] = false;
        }
        self.touched.clear();
    }

    /// The middle of a block, m.
    pub fn centre(&self, index: usize) -> Vec2 {
        let (x, y) = (index % self.nx, index / self.nx);
        Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * self.cell_m
    }

    /// Side of a block, m.
    pub fn cell_m(&self) -> f32 {
        self.cell_m
    }

    /// Visits the touched blocks within `reach` blocks of one, row by row from the south.
    pub fn visit_around(&self, index: usize, reach: usize, mut visit: impl FnMut(&T)) {
        let (x, y) = (index % self.nx, index / self.nx);
        let (low, high) = (x.saturating_sub(reach), (x + reach).min(self.nx - 1));
        for row in y.saturating_sub(reach)..=(y + reach).min(self.ny - 1) {
            let range = row * self.nx + low..row * self.nx + high + 1;
            for (value, touched) in self.data[range.clone()].iter().zip(&self.is_touched[range]) {
                if *touched {
                    visit(value);
                }
            }
        }
    }

    /// The blocks within `reach` blocks of one, row by row from the south, clipped to the map.
    pub fn around(&self, index: usize, reach: usize) -> impl Iterator<Item = usize> + use<T> {
        let (nx, ny) = (self.nx, self.ny);
        let (x, y) = (index % nx, index / nx);
        let xs = x.saturating_sub(reach)..=(x + reach).min(nx - 1);
        (y.saturating_sub(reach)..=(y + reach).min(ny - 1)).flat_map(move |yy| xs.clone().map(move |xx| yy * nx + xx))
    }
}
