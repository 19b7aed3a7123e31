//! Who stands beside whom. Each tick all bodies are sorted by cell, rows of cells from the south, cells from the west,
//! men of one cell by their index; the sorted table carries copies of what neighbours read. Cells are anchored to the
//! map. A walk through the table meets the neighbours of consecutive men in consecutive memory.

use bevy::prelude::*;

use super::table::{Body, CARRIED, Man, Place, UP, rows};
use crate::kernel::Vec2;

/// Side of a cell, m: nobody is aware of bodies farther away than this, nor moves farther in a tick.
pub const CELL_M: f32 = 3.0;

/// The copy of a body that its neighbours read.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Entry {
    /// East, m.
    pub x: f32,
    /// North, m.
    pub y: f32,
    /// Heading east.
    pub hx: f32,
    /// Heading north.
    pub hy: f32,
    /// Speed, m/s.
    pub speed: f32,
    /// Row in the table of men.
    pub man: u32,
    /// See [`Entry::up`] and the rest.
    flags: u32,
    /// Column of its cell.
    col: u32,
}

impl Entry {
    /// On his feet or in the saddle.
    pub fn up(&self) -> bool {
        self.flags & 1 != 0
    }
    /// On horseback.
    pub fn mounted(&self) -> bool {
        self.flags & 2 != 0
    }
    /// Alive.
    pub fn alive(&self) -> bool {
        self.flags & 4 != 0
    }
    /// The number of his side.
    pub fn side(&self) -> usize {
        (self.flags >> 8 & 0xff) as usize
    }
    /// Where, m.
    pub fn pos(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

/// All bodies on the field, sorted by cell.
#[derive(Resource, Default)]
pub struct Neighbours {
    nx: usize,
    ny: usize,
    row_start: Vec<u32>,
    entries: Vec<Entry>,
    scratch: Vec<Entry>,
    counts: Vec<u32>,
}

impl Neighbours {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        let cells = |m: f32| (m / CELL_M) as usize + 1;
        Self { nx: cells(size_m.x), ny: cells(size_m.y), ..Default::default() }
    }

    /// The bodies in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn col(&self, x: f32) -> u32 {
        ((x / CELL_M) as usize).min(self.nx - 1) as u32
    }

    fn row(&self, y: f32) -> usize {
        ((y / CELL_M) as usize).min(self.ny - 1)
    }

    /// Sorts everybody anew: two stable counting sorts, by column, then by row.
    pub fn sort(&mut self, men: &[Man], places: &[Place], bodies: &[Body]) {
        let mut unsorted = std::mem::take(&mut self.scratch);
        unsorted.clear();
        for (i, ((man, place), body)) in men.iter().zip(places).zip(bodies).enumerate() {
            if body.posture == CARRIED {
                continue;
            }
            let flags = u32::from(body.posture == UP && body.able())
                | u32::from(body.mounted) << 1
                | u32::from(body.alive()) << 2
                | u32::from(man.side.0) << 8;
            let Place { x, y, hx, hy, speed } = *place;
            unsorted.push(Entry { x, y, hx, hy, speed, man: i as u32, flags, col: self.col(x) });
        }
        let mut by_col = std::mem::take(&mut self.entries);
        counting_sort(&unsorted, &mut by_col, &mut self.counts, self.nx, |e| e.col as usize);
        counting_sort(&by_col, &mut unsorted, &mut self.counts, self.ny, |e| {
            ((e.y / CELL_M) as usize).min(self.ny - 1)
        });
        self.row_start.clear();
        self.row_start.extend_from_slice(&self.counts);
        self.entries = unsorted;
        self.scratch = by_col;
    }

    /// A walk over the sorted bodies `from..to`.
    pub fn walk(&self) -> Walk<'_> {
        Walk { table: self, last: usize::MAX, row: usize::MAX, cursors: [0; 3], ends: [0; 3] }
    }
}

/// Sorts `from` into `to` by `key` below `keys`, stably; leaves in `counts[k]` the start of key `k`, and the length at
/// `counts[keys]`.
fn counting_sort(
    from: &[Entry],
    to: &mut Vec<Entry>,
    counts: &mut Vec<u32>,
    keys: usize,
    key: impl Fn(&Entry) -> usize,
) {
    counts.clear();
    counts.resize(keys + 1, 0);
    for e in from {
        counts[key(e)] += 1;
    }
    let mut sum = 0;
    for c in counts.iter_mut() {
        sum += std::mem::replace(c, sum);
    }
    to.clear();
    if let Some(first) = from.first() {
        to.resize(from.len(), *first);
    }
    for e in from {
        let slot = &mut counts[key(e)];
        to[*slot as usize] = *e;
        *slot += 1;
    }
    // Each slot now stands at the end of its key; move them back to the starts.
    counts.copy_within(0..keys, 1);
    counts[0] = 0;
}

/// Cursors that follow a walk along the rows, so that the neighbours of the next body are found without a search.
pub struct Walk<'a> {
    table: &'a Neighbours,
    last: usize,
    row: usize,
    cursors: [usize; 3],
    ends: [usize; 3],
}

impl Walk<'_> {
    /// Calls `meet(neighbour)` for every other body in the 3 x 3 cells around the `k`-th body, in the table's order.
    /// Calls with rising `k` are cheap; any `k` is right.
    #[inline]
    pub fn around(&mut self, k: usize, mut meet: impl FnMut(&Entry)) {
        let entries = &self.table.entries;
        let me = &entries[k];
        let (low, high) = (me.col.saturating_sub(1), me.col + 1);
        let row = self.table.row(me.y);
        if row != self.row || k < self.last {
            self.row = row;
            for (i, (cursor, end)) in self.cursors.iter_mut().zip(&mut self.ends).enumerate() {
                let other = (row + i).wrapping_sub(1);
                let start = self.table.row_start.get(other).copied().unwrap_or(0) as usize;
                *end = if other < self.table.ny { self.table.row_start[other + 1] as usize } else { start };
                *cursor = start + entries[start..*end].partition_point(|e| e.col < low);
            }
        }
        self.last = k;
        for (cursor, end) in self.cursors.iter_mut().zip(self.ends) {
            while *cursor < end && entries[*cursor].col < low {
                *cursor += 1;
            }
            let mut j = *cursor;
            while j < end && entries[j].col <= high {
                if j != k {
                    meet(&entries[j]);
                }
                j += 1;
            }
        }
    }
}

/// Sorts everybody at the start of the tick's sensing.
pub fn sort_neighbours(
    mut table: ResMut<Neighbours>,
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
) {
    table.sort(rows(&men), rows(&places), rows(&bodies));
}
